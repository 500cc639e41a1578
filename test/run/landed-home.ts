import type { LandedCall } from '../../src/calls/landing/entry.ts'
import { Landing } from '../../src/calls/landing/landing.ts'
import { type Home, makeHome } from '../../src/run/home/home.ts'
import { landed } from '../calls/landing/landed.ts'
import { judgment } from '../support/records.ts'

/** The call for a judgment, answered with one of this text. */
export function judgmentCall(id: string, content: string, more: Partial<LandedCall> = {}): LandedCall {
  const value = { status: 'success', code: 200, data: [judgment(id, { content })] }
  const call = { operation: 'rh_case_details', step: 'details', params: { id, type: 'ptal' } } as const
  const body = Buffer.from(JSON.stringify(value))
  return landed({ ...call, callKey: id.padStart(32, '0'), body, value, ...more })
}

/** Lands calls in a home as runs do, each list of them in a sealed segment. */
export async function landIn(
  home: Home,
  segments: readonly (readonly LandedCall[])[],
  {
    nameOf = (index: number) => `s${index}`,
    onSealed = (_segment: string, _bytes: number): void => undefined,
  } = {},
): Promise<void> {
  await makeHome(home)
  await using landing = new Landing({ folder: home.state.landing, nameOf, onSealed })
  for (const calls of segments) {
    await Promise.all(calls.map((call) => landing.land(call)))
    await landing.seal()
  }
}
