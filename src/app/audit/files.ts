import { access, chmod, constants, lstat, readdir, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Effects } from '../../calls/effects.ts'
import { inspectSegments } from '../../calls/landing/quarantine.ts'
import { exists, type Home } from '../../run/home/home.ts'
import { leftoversOf, removeLeftovers } from '../../run/home/leftovers.ts'

/* What doctor examines of the files of a home; none of it needs the working database. */

/** One thing that was looked at. */
export interface Diagnosis {
  readonly check: string
  readonly state: 'ok' | 'repaired' | 'problem' | 'skipped'
  readonly found: string
  /** What a person has to do; empty when nothing. */
  readonly todo: string
}

export interface DoctorOptions {
  readonly home: Home
  readonly effects: Effects
  /** Tells only. */
  readonly isDryRun: boolean
  /** Takes calls whose raw answer is damaged or gone out of the ledger: the next run asks for them again. */
  readonly mayLose: boolean
}

export const ok = (check: string, found: string): Diagnosis => ({ check, state: 'ok', found, todo: '' })
export const problem = (check: string, found: string, todo: string): Diagnosis => ({
  check,
  state: 'problem',
  found,
  todo,
})
export const isRepaired = (check: string, found: string): Diagnosis => ({
  check,
  state: 'repaired',
  found,
  todo: '',
})
export const skipped = (check: string, found: string): Diagnosis => ({
  check,
  state: 'skipped',
  found,
  todo: '',
})

/** Repaired, or what would be. */
export const mendable = (check: string, found: string, { isDryRun }: DoctorOptions): Diagnosis =>
  isDryRun
    ? problem(check, found, 'run dossier doctor without --dry-run: it repairs this')
    : isRepaired(check, found)

export const count = (n: number, one: string, many = `${one}s`): string => `${n} ${n === 1 ? one : many}`
const megabytes = (bytes: number): string => `${Math.round(bytes / 2 ** 20).toLocaleString('en-US')} MB`

/** Whether the home is there, can be written, and has room. */
export async function examinePlace(home: Home): Promise<{ isNew: boolean; diagnoses: Diagnosis[] }> {
  if (!(await exists(join(home.root, '.state'))))
    return { isNew: true, diagnoses: [ok('home', `${home.root} is not there yet: the first run makes it`)] }
  const mayWrite = await access(join(home.root, '.state'), constants.W_OK).then(
    () => true,
    () => false,
  )
  const place = mayWrite
    ? ok('home', home.root)
    : problem(
        'home',
        `${home.root} cannot be written`,
        'give this user the right to write there, or choose another --home',
      )
  return { isNew: false, diagnoses: [place, await examineSpace(home)] }
}

/** A rebuild and a publication need the size of the warehouse twice, for a while. */
async function examineSpace(home: Home): Promise<Diagnosis> {
  const { bavail, bsize } = await statfs(home.root)
  const sizes = await Promise.all(
    [home.state.warehouse, `${home.state.warehouse}.wal`].map((path) =>
      stat(path).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  )
  const needed = 2 * sizes.reduce((sum, size) => sum + size, 0) + (64 << 20)
  const found = `${megabytes(bavail * bsize)} free, ${megabytes(needed)} needed to rebuild and publish`
  return bavail * bsize >= needed
    ? ok('disk space', found)
    : problem('disk space', found, `free some space where ${home.root} is`)
}

export async function examinePrivacy(options: DoctorOptions): Promise<Diagnosis> {
  const found = await openToOthers(options.home)
  if (found.length === 0) return ok('permissions', 'files 0600, folders 0700')
  if (!options.isDryRun) await makePrivate(found)
  const what = `${count(found.length, 'file or folder', 'files or folders')} could be opened by others, such as ${found[0]?.path}${options.isDryRun ? '' : '; private now'}`
  return mendable('permissions', what, options)
}

export async function examineLeftovers(options: DoctorOptions): Promise<Diagnosis> {
  const found = options.isDryRun ? await leftoversOf(options.home) : await removeLeftovers(options.home)
  return found.length === 0
    ? ok('leftovers', 'no file is left half written')
    : mendable(
        'leftovers',
        `${count(found.length, 'file')} left half written, such as ${found[0]}${options.isDryRun ? '' : '; removed'}`,
        options,
      )
}

export async function examineLanding(options: DoctorOptions): Promise<Diagnosis> {
  const { open, damaged } = await inspectSegments(options.home.state.landing)
  if (open.length + damaged.length === 0) return ok('landing', 'no segment is open or damaged')
  const found = [
    ...(open.length > 0 ? [`${count(open.length, 'segment')} left open by a process that was killed`] : []),
    ...(damaged.length > 0
      ? [`${count(damaged.length, 'landed answer')} damaged, kept in quarantine: ${damaged.join(', ')}`]
      : []),
  ]
  return mendable('landing', found.join('; '), options)
}

/** A file or folder that others than its owner may open. */
interface OpenToOthers {
  readonly path: string
  readonly isFolder: boolean
}

/** Everything of a home that others may open; links are not followed. */
async function openToOthers(home: Home): Promise<OpenToOthers[]> {
  const own = [home.root, join(home.root, '.state'), home.runs, home.published]
  const below = (await Promise.all(own.slice(1, 3).map(everythingBelow))).flat()
  const found = []
  for (const path of [...own, ...below]) {
    const stats = await lstat(path).catch(() => undefined)
    if (stats === undefined || stats.isSymbolicLink() || (stats.mode & 0o077) === 0) continue
    found.push({ path, isFolder: stats.isDirectory() })
  }
  return found
}

const everythingBelow = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { recursive: true }).catch(() => [])).map((name) => join(folder, name))

/** Files 0600, folders 0700. */
async function makePrivate(found: readonly OpenToOthers[]): Promise<void> {
  for (const { path, isFolder } of found) await chmod(path, isFolder ? 0o700 : 0o600)
}
