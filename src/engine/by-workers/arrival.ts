import { writeFile } from 'node:fs/promises'
import { classificationOf, type EndedCall } from '../../calling/attempt.ts'
import type { Stop } from '../../calling/stop.ts'
import { replaceDurably } from '../../disk/durable.ts'
import { failPoint } from '../../disk/fail-points.ts'
import { decodeEntry, type LandedCall, type ReadCall } from '../../landing/entry.ts'
import { rewriteLine } from '../../landing/rewrite.ts'
import { arrivingPath, sealedPath } from '../../landing/segment.ts'
import { unitEnd, unitFolder } from '../../workers/shared-folder.ts'
import { type LandedLine, standingOf } from '../../workers/standing.ts'
import { segmentOf, type Unit } from '../../workers/unit.ts'
import type { Home } from '../home.ts'

/** What came of a unit, in the home. */
export interface Arrival {
  /** Its segment; undefined when not one attempt was made. */
  readonly segment: string | undefined
  readonly calls: readonly ReadCall[]
  /** Keys of calls that may be planned again. */
  readonly left: readonly string[]
  readonly stop: Stop | null
  /** Attempts that were made. */
  readonly attempts: number
}

/**
 * Brings what came of a unit into the home, under a name that comes from the unit: whoever does it again after a crash does the same.
 * Nobody may have the unit any more. `keep` takes out what was forgotten since it landed; null when nothing was.
 */
export async function arriveUnit(
  home: Home,
  unit: Unit,
  keep: ((call: LandedCall) => LandedCall) | null,
): Promise<Arrival> {
  const place = unitFolder(home.state.shared, unit)
  const end = await unitEnd(place)
  const { lines } = await standingOf(place, unit.runId, keep ?? ((call) => call))
  const kept = lines.map((line) => keptLine(line, keep))
  const calls = kept.map(({ call }, index): ReadCall => ({ ...call, line: index + 1 }))
  const ended = new Set(calls.filter(({ transport }) => transport !== 'lost').map(({ callKey }) => callKey))
  const left = end?.left ?? unit.calls.map(({ callKey }) => callKey).filter((callKey) => !ended.has(callKey))
  const texts = kept.map(({ text }) => text)
  return {
    segment: texts.length === 0 ? undefined : await writeSegment(home, segmentOf(unit), texts),
    calls,
    left,
    stop: end?.stop ?? null,
    attempts: calls.reduce((sum, { attempts }) => sum + attempts, 0),
  }
}

function keptLine(line: LandedLine, keep: ((call: LandedCall) => LandedCall) | null): LandedLine {
  const text = keep === null ? line.text : rewriteLine(line.text, keep)
  const call = text === line.text ? line.call : decodeEntry(text, 0)
  return call === undefined ? line : { text, call }
}

async function writeSegment(home: Home, segment: string, lines: readonly string[]): Promise<string> {
  const arriving = arrivingPath(home.state.landing, segment)
  await writeFile(arriving, `${lines.join('\n')}\n`, { mode: 0o600 })
  failPoint('unit.arriving')
  await replaceDurably(arriving, sealedPath(home.state.landing, segment))
  failPoint('unit.arrived')
  return segment
}

/** How a call ended, as far as it can be read back; undefined for one that was lost, which is made again. */
export function endedOf(call: ReadCall): EndedCall | undefined {
  return call.transport === 'lost' ? undefined : { landed: call, classification: classificationOf(call) }
}
