import { readdir, readlink, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { sync } from '../disk/durable.ts'
import { failPoint } from '../disk/fail-points.ts'
import { removePublished } from '../disk/publish-folder.ts'
import { type Home, publishedFolders, runFolder, runIds } from '../run/home/home.ts'
import { readRunFile } from '../run/home/runs.ts'

/** What of a job's runs is older goes; a kind without a time stays. */
interface Before {
  readonly exports?: Date | undefined
  readonly logs?: Date | undefined
}

/**
 * Removes what earlier runs of the job left and can go without loss, oldest run first: raw, inputs and run.json cannot, for tables are
 * rebuilt from them and nothing else. The newest run of the job keeps everything, and so does the run that `latest` points to and each
 * that has not ended. The caller has the lock of the home. A folder stays while a process writes into it. If the process is killed, the
 * next removes the rest.
 */
export async function removeOld(home: Home, job: string, before: Before, now: Date): Promise<void> {
  for (const { runId, ended } of await endedRuns(home, job)) {
    for (const entry of await readdir(runFolder(home, runId), { withFileTypes: true })) {
      const kind = kindOf(entry.name, entry.isDirectory())
      const limit = kind && before[kind]
      if (limit === undefined || ended >= limit) continue
      const place = join(runFolder(home, runId), entry.name)
      failPoint('retention.began')
      if (kind === 'logs') await rm(place, { force: true })
      else if (!(await removePublished(place, now))) continue
      await sync(dirname(place))
      failPoint('retention.removed')
    }
  }
}

/**
 * What was made from the tables can be made again: exports, those made by hand, and reports, kept for the same time. A folder of
 * another name is none of ours.
 */
function kindOf(name: string, isFolder: boolean): keyof Before | undefined {
  if (isFolder) return publishedFolders.some((known) => known === name) ? 'exports' : undefined
  return name === 'log.ndjson' ? 'logs' : undefined
}

async function endedRuns(home: Home, job: string) {
  const latest = basename(await readlink(join(home.root, 'latest')).catch(() => ''))
  const runs = []
  for (const runId of await runIds(home)) {
    // What cannot be read is for `dossier doctor`, not for a broom.
    const run = await readRunFile(home, runId).catch(() => undefined)
    if (run?.job === job)
      runs.push({ runId, status: run.status, ended: new Date(run.finished_at ?? run.started_at) })
  }
  return runs.slice(0, -1).filter(({ runId, status }) => runId !== latest && status !== 'running')
}
