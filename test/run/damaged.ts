import { cpSync, existsSync, readdirSync } from 'node:fs'
import { open, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { examineHome, verifyHome } from '../../src/app/audit/audit.ts'
import { type Home, homeAt } from '../../src/run/home/home.ts'
import type { Whenever } from '../support/folder.ts'
import { enterprise, listed } from '../support/records.ts'
import { testEffects } from '../support/run.ts'
import { jobOn, litigationOf, numbered, worldOf } from '../support/world.ts'

const documents = numbered(24)

export interface Homes {
  /** After a run: all is archived and published. */
  readonly ended: string
  /** As a SIGKILL in the middle of a second run leaves it: landed segments, and a log that was not written into the file. */
  readonly cutOff: string
  readonly url: string
  readonly service: { readonly counts: { readonly requests: number } }
}

/** Makes both homes once; tests work on copies. */
export async function makeHomes(folder: string, whenOver: Whenever): Promise<Homes> {
  const files = {
    ...litigationOf(documents),
    enterprises: [enterprise('e1', '甲公司'), enterprise('e2', '乙公司')],
    'enterprise-documents': documents.map((id, index) => listed(index < 6 ? 'e1' : 'e2', id)),
  }
  const { home: ended, service, run } = await worldOf(files, {}, whenOver)
  await run()
  const running = join(folder, 'running')
  const cutOff = join(folder, 'cut-off')
  const enough = new AbortController()
  cpSync(ended, running, { recursive: true, verbatimSymlinks: true })
  // It is slow, and finds another enterprise.
  await run(jobOn('{ id: e1 }, { id: e2 }').replace('unlimited', '12'), {
    home: running,
    signal: enough.signal,
    onProgress: () => {
      if (existsSync(cutOff) || !isInTheMiddle(homeAt(running))) return
      cpSync(running, cutOff, { recursive: true, verbatimSymlinks: true })
      enough.abort()
    },
  })
  if (!existsSync(cutOff)) throw new Error('the second run was over before it could be cut off')
  await rm(join(cutOff, '.state', 'lock'), { force: true })
  return { ended, cutOff, url: service.url, service }
}

/** Segments have landed, and rows of them are in the log only. */
const isInTheMiddle = ({ state }: Home): boolean =>
  readdirSync(state.landing).filter((name) => name.endsWith('.ndjson')).length >= 2 &&
  existsSync(`${state.warehouse}.wal`)

/** A copy of a home to do harm to. */
export function copyOf(home: string, to: string): Home {
  cpSync(home, to, { recursive: true, verbatimSymlinks: true })
  return homeAt(to)
}

/** What dossier doctor does. */
export const doctor = (home: Home, more: { isDryRun?: boolean; mayLose?: boolean } = {}) =>
  examineHome({ home, effects: testEffects(), isDryRun: false, mayLose: false, ...more })

export const verify = (home: Home, isQuick = false) => verifyHome({ home, effects: testEffects(), isQuick })

/** Flips bits of a file, at least one; places are parts of its length. */
export async function flipBits(path: string, random: () => number, bits: number): Promise<void> {
  const { size } = await stat(path)
  await using file = await open(path, 'r+')
  for (let n = 0; n < bits; n += 1) {
    const at = Math.floor(random() * size)
    const byte = Buffer.alloc(1)
    await file.read(byte, 0, 1, at)
    byte.writeUInt8(byte.readUInt8(0) ^ (1 << Math.floor(random() * 8)))
    await file.write(byte, 0, 1, at)
  }
}

/** Overwrites the end of a file with zeros, as a file system does that lost blocks in a power cut. */
export async function zeroTail(path: string, random: () => number): Promise<void> {
  const { size } = await stat(path)
  const from = Math.floor(random() * size)
  await using file = await open(path, 'r+')
  await file.write(Buffer.alloc(size - from), 0, size - from, from)
}

export async function cutShort(path: string, random: () => number): Promise<void> {
  const { size } = await stat(path)
  await using file = await open(path, 'r+')
  await file.truncate(Math.floor(random() * size))
}

export const garble = (path: string) => writeFile(path, Buffer.from([0, 255, 1, 254]))
