import { access, chmod, constants, lstat, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { foreignIn } from '../../run/home/files.ts'
import type { Home } from '../../run/home/home.ts'
import { inspectSegments, leftoversOf, removeLeftovers } from '../../run/home/leftovers.ts'
import { freeBytes } from '../effects.ts'
import { type AuditCheck, type Audited, count, fault, type Notes, whole } from './record.ts'

const doctor = ['look', 'repair'] as const

/** Whether the home can be written and has room; looked at whoever uses it. */
export const ofPlace: readonly AuditCheck[] = [
  {
    name: 'home',
    by: doctor,
    async run({ home: { root } }) {
      const mayWrite = await access(join(root, '.state'), constants.W_OK).then(
        () => true,
        () => false,
      )
      return mayWrite ? whole(root) : fault(`${root} cannot be written`)
    },
    todo: () => 'give this user the right to write there, or choose another --home',
  },
  {
    name: 'disk space',
    by: doctor,
    async run({ home }) {
      const free = await freeBytes(home.root)
      const needed = await roomNeeded(home)
      const found = `${megabytes(free)} free, ${megabytes(needed)} needed to rebuild and publish`
      return free >= needed ? whole(found) : fault(found)
    },
    todo: ({ home }) => `free some space where ${home.root} is`,
  },
]

const megabytes = (bytes: number): string => `${Math.round(bytes / 2 ** 20).toLocaleString('en-US')} MB`

/** A rebuild and a publication need the size of the warehouse twice, for a while. */
async function roomNeeded({ state: { warehouse } }: Home): Promise<number> {
  const files = await Promise.all(
    [warehouse, `${warehouse}.wal`].map((path) => stat(path).catch(() => undefined)),
  )
  return 2 * files.reduce((sum, file) => sum + (file?.size ?? 0), 0) + (64 << 20)
}

/** The files of a home that need no working database to be looked at. */
export const ofFiles: readonly AuditCheck[] = [
  {
    name: 'permissions',
    by: doctor,
    async run({ home }) {
      const found = await openToOthers(home)
      return found.length === 0
        ? whole('files 0600, folders 0700')
        : fault(
            `${count(found.length, 'file or folder', 'files or folders')} could be opened by others, such as ${found[0]?.path}`,
          )
    },
    async repair({ home }, found) {
      for (const { path, isFolder } of await openToOthers(home)) await chmod(path, isFolder ? 0o700 : 0o600)
      return `${found}; private now`
    },
  },
  {
    name: 'leftovers',
    by: doctor,
    async run({ home }) {
      const found = await leftoversOf(home)
      return found.length === 0
        ? whole('no file is left half written')
        : fault(`${count(found.length, 'file')} left half written, such as ${found[0]}`)
    },
    async repair({ home }, found) {
      await removeLeftovers(home)
      return `${found}; removed`
    },
  },
  {
    name: 'landing',
    by: doctor,
    async run({ home }) {
      const { open, damaged } = await inspectSegments(home.state.landing)
      const found = [
        ...(open.length > 0
          ? [`${count(open.length, 'segment')} left open by a process that was killed`]
          : []),
        ...(damaged.length > 0
          ? [`${count(damaged.length, 'landed answer')} damaged, kept in quarantine: ${damaged.join(', ')}`]
          : []),
      ]
      return found.length === 0 ? whole('no segment is open or damaged') : fault(found.join('; '))
    },
    // Opening the home mends it: see `recovery`.
    repair: async (_, found) => found,
  },
]

/** A person may keep other files there, which `forget` does not search. */
export async function verifyKinds({ home }: Audited, on: Notes): Promise<undefined> {
  for (const place of await foreignIn(home))
    on('files').add({
      what: "a file that is none of a home's",
      where: join(home.root, place),
      expected: 'files that dossier writes, and no others',
      found: 'one more',
      todo: 'keep it elsewhere: forget does not search it, and a copy by docs/operations.md does not hold it',
      isDamage: false,
    })
}

/** Everything of a home that others than its owner may open; links are not followed. */
async function openToOthers(home: Home) {
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
