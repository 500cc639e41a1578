import { writeFile } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import PQueue from 'p-queue'
import type { z } from 'zod'
import { readOwnFile } from '../disk/own-file.ts'
import { temporaryFolder } from '../disk/scratch-file.ts'
import type { OpenWarehouse } from '../readers/explore/publication.ts'
import type { Fault, Sandbox } from '../readers/explore/scene.ts'
import type { PrivacyOptions } from '../rows/privacy/present.ts'
import type { Home } from '../run/home/home.ts'
import type { reportRequest } from '../run/job/outputs.ts'
import { Database } from '../warehouse/database.ts'
import { messageOf, portTaken, RefusedError } from './errors.ts'
import { evidenceOf, findCall } from './evidence.ts'
import { listsPublished, queriesInTurn, requirePublished } from './query.ts'
import { presenterOf, type ReportOptions, writeDossiers } from './report.ts'
import { homeAround, type Settings } from './settings.ts'
import { tables } from './tables.ts'

export interface ExploreOptions {
  /** A published warehouse in its home, where raw is beside it. Default: that of the home. */
  readonly warehouse?: string | undefined
  /** Port on 127.0.0.1. Default 0, which picks a free one. */
  readonly port?: number | undefined
  /** Of the pages. Default zh. */
  readonly language?: 'zh' | 'en' | undefined
  /** How persons and identifiers stand on every page and download. */
  readonly privacy?: z.input<typeof reportRequest>['privacy']
}

/** Pages that are served until they are disposed of. */
export interface ExploreHandle extends AsyncDisposable {
  /** Address with its one-time token. */
  readonly url: string
}

/** Joins, and the views of a million documents, need between 0.5 and 1 GB; no more is taken than is needed. */
const memoryLimit = '1GB'

/** Statements of readers that run at one time, each in a process with 1 GB, and those that wait for it; the others are refused. */
const [mostRunning, mostWaiting] = [2, 8]
const retryAfterSeconds = 5

const busy: Fault = {
  fault: `explore: ${mostRunning} statements are running and ${mostWaiting} are waiting, no more are taken; ask again in ${retryAfterSeconds} seconds`,
  retryAfterSeconds,
}

type InTurn = <T>(work: () => Promise<T>, signal: AbortSignal) => Promise<T | Fault>

/** Runs so many works at a time; one whose reader has gone waits no longer. */
function queueOfStatements(): InTurn {
  const queue = new PQueue({ concurrency: mostRunning })
  return async (work, signal) => {
    if (queue.size >= mostWaiting) return busy
    const waiting = new AbortController()
    const gone = () => waiting.abort(new GoneError())
    signal.addEventListener('abort', gone, { once: true })
    const run = () => {
      // What runs has its place until its process has ended.
      signal.removeEventListener('abort', gone)
      return orFault(work)
    }
    return await queue.add(run, { signal: waiting.signal }).catch((error: unknown) => {
      if (error instanceof GoneError) return busy
      throw error
    })
  }
}

class GoneError extends Error {}

/** Serves the published warehouse to one browser on this machine. @throws RefusedError */
export async function explorePublished(
  settings: Settings,
  { warehouse, port = 0, language = 'zh', privacy: asked }: ExploreOptions = {},
): Promise<ExploreHandle> {
  const home = warehouse === undefined ? settings.home : homeAround(warehouse)
  await requirePublished(home, 'explore')
  const ofHome = { ...settings, home }
  const privacy: PrivacyOptions = {
    persons: asked?.persons ?? 'keep',
    identifiers: asked?.identifiers ?? 'mask',
  }
  const { explore } = await import('../readers/explore/explore.ts')
  const queries = queriesInTurn()
  const served = await explore({
    path: home.published,
    open: () => openWarehouse(home, privacy),
    language,
    relations: tables(),
    fetchRaw: async (callKey, runId) => {
      const found = await findCall(home, callKey, runId)
      return found.kind === 'call' ? await evidenceOf(home, found.call) : undefined
    },
    sandbox: sandboxOf(ofHome, privacy, queries),
    makeDossiers: (enterprises) => orFault(() => dossiersOf(ofHome, { enterprises, language, privacy })),
    port,
    onProblem: (error) => settings.note(`dossier: explore: ${messageOf(error)}`),
  }).catch((cause: unknown) => {
    throw portTaken(cause, 'explore', port, '--port')
  })
  return {
    url: served.url,
    async [Symbol.asyncDispose]() {
      queries[Symbol.dispose]()
      await served[Symbol.asyncDispose]()
    },
  }
}

async function dossiersOf(
  settings: Settings,
  asked: Pick<ReportOptions, 'enterprises' | 'language' | 'privacy'>,
) {
  const { manifest, folder } = await writeDossiers(settings, { ...asked, formats: ['html'], isByHand: true })
  const dossiers = manifest.files.filter(({ case_id }) => case_id === null)
  return {
    folder: resolve(folder),
    files: dossiers.map(({ file }) => file),
    judgments: manifest.files.length - dossiers.length,
  }
}

async function openWarehouse(home: Home, privacy: PrivacyOptions): Promise<OpenWarehouse> {
  const reader = await Database.open(home.published, {
    readOnly: true,
    spillTo: home.state.spill,
    memoryLimit,
  }).catch((cause: Error) => {
    throw new RefusedError(
      `explore: ${home.published} cannot be opened as a warehouse (${cause.message}); expected what a run published: dossier run JOB`,
      { cause },
    )
  })
  return {
    reader,
    present: await presenterOf(home, reader, privacy),
    [Symbol.asyncDispose]: () => reader[Symbol.asyncDispose](),
  }
}

/** What a reader asked for in vain is said on the page; a defect is not a page's to say. */
async function orFault<T>(work: () => Promise<T>): Promise<T | Fault> {
  try {
    return await work()
  } catch (error) {
    return { fault: messageOf(error) }
  }
}

/** tsc leaves the path of an import() as it is where a function has `await using`. */
const loadExport = () => import('./export.ts')

/** SQL of a reader runs as `dossier query` and `dossier export` run it, in a process of its own. */
const sandboxOf = (
  settings: Settings,
  privacy: PrivacyOptions,
  { open }: ReturnType<typeof queriesInTurn>,
  inTurn = queueOfStatements(),
): Sandbox => ({
  run: (sql, limit, signal) => inTurn(() => listsPublished(settings, sql, { limit, signal }, open), signal),
  download: (sql, format, signal) =>
    inTurn(async () => {
      await using temporary = await temporaryFolder()
      const folder = temporary.path
      await writeFile(join(folder, 'query.sql'), sql, { mode: 0o600 })
      const { exportTables } = await loadExport()
      const request = { format, sql: join(folder, 'query.sql'), privacy }
      const { manifest } = await exportTables(settings, {
        exports: [request],
        folder: join(folder, 'out'),
        signal,
      })
      const file = manifest.files[0]?.file ?? ''
      return { name: basename(file), bytes: await readOwnFile(join(folder, 'out', file)) }
    }, signal),
})
