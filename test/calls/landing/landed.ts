import type { BegunAttempt } from '../../../src/calls/landing/attempts.ts'
import type { LandedCall } from '../../../src/calls/landing/entry.ts'

export const landed = (call: Partial<LandedCall> = {}): LandedCall => ({
  callKey: '0123456789abcdef0123456789abcdef',
  operation: 'rh_ft_search',
  step: 'statutes',
  runId: 'run-1',
  sweep: 1,
  params: { keyword: '合同' },
  fetchedAt: '2026-01-02T03:04:05.678Z',
  attempts: 1,
  latencyMs: 12,
  cost: 10,
  httpStatus: 200,
  error: null,
  body: Buffer.from('{"status":"success"}'),
  isJson: true,
  value: { status: 'success' },
  ...call,
})

/** An attempt at a call as the journal holds it. */
export const attempt = (callKey: string, more: Partial<BegunAttempt> = {}): BegunAttempt => ({
  callKey,
  operation: 'rh_case_details',
  step: 'details',
  sweep: 1,
  params: { id: callKey },
  cost: 5,
  startedAt: '2026-03-01T02:00:00.000Z',
  ...more,
})

/** The nth of several, each with a body of its own. */
export function nth(n: number): LandedCall {
  const value = { n, 名: '值'.repeat(n % 50) }
  return landed({ callKey: String(n).padStart(32, '0'), body: Buffer.from(JSON.stringify(value)), value })
}
