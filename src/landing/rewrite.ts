import { readFile, writeFile } from 'node:fs/promises'
import { replaceDurably } from '../disk/durable.ts'
import { decodeLanded, encodeEntry, type LandedCall } from './entry.ts'
import { DamagedSegmentError, isQuarantineMark, sealedPath, sealedSegments } from './segment.ts'

/** What a call is to be kept as; the same call when nothing changes. */
export type ChangeCall = (call: LandedCall) => LandedCall

/** A landed line after a change, in the same form; byte for byte the same when the call is. @throws DamagedSegmentError */
export function rewriteLine(text: string, change: ChangeCall): string {
  const call = decodeLanded(text)
  if (call === undefined) {
    throw new DamagedSegmentError(
      `landing: a line cannot be rewritten: expected a landed call; found ${text.slice(0, 80)}`,
    )
  }
  const changed = change(call)
  return changed === call ? text : encodeEntry(changed).toString().slice(0, -1)
}

/** Rewrites the sealed segments of a folder, each whole or not at all. Doing it again changes nothing. */
export async function rewriteSegments(folder: string, change: ChangeCall): Promise<void> {
  for (const segment of await sealedSegments(folder)) {
    const path = sealedPath(folder, segment)
    const text = await readFile(path, 'utf8')
    const rewritten = text.replace(/[^\n]+/g, (line) =>
      isQuarantineMark(Buffer.from(line)) ? line : rewriteLine(line, change),
    )
    if (rewritten === text) continue
    await writeFile(`${path}.rewriting`, rewritten, { mode: 0o600 })
    await replaceDurably(`${path}.rewriting`, path)
  }
}
