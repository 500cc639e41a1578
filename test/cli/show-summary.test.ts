import { Writable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { createProgressView } from '../../src/cli/show-progress.ts'
import { summaryText } from '../../src/cli/show-summary.ts'
import type { RunSummary } from '../../src/run/summary.ts'

/** What a summary reads of a run that came to its end. */
const summary = {
  run: {
    run_id: '20260301T020000Z-3d8f',
    title: null,
    status: 'complete',
    reason: null,
    estimated_calls: 1,
    estimated_cost: 10,
    is_estimate_whole: false,
  },
  elapsedMs: 10_000,
  calls: { made: 0, cost: 0, asked: null, fresh: null, byOperation: [] },
  slowest: null,
  enterprises: {},
  lists: {},
  searches: { total: 0 },
  documents: { listed: 0 },
  citations: { total: 0 },
  changes: {},
  gaps: [],
  left: [],
} as unknown as RunSummary

describe('the summary of a run tells', () => {
  test('calls, the tries that they took and those that failed apart', () => {
    const byOperation = [
      { operation: 'rh_case_details', calls: 18, cost: 90, hit: 1, empty: 0, failed: 11 },
      { operation: 'rh_ft_search', calls: 1, cost: 10, hit: 1, empty: 0, failed: 0 },
    ]
    const told = summaryText({ ...summary, calls: { made: 19, cost: 100, asked: 15, fresh: 2, byOperation } })
    expect(told.split('\n').slice(1)).toEqual([
      'calls        13 calls in 19 tries (the budget counts tries), 10.0 s, 100 points',
      '             rh_case_details: 12 calls in 18 tries: 1 hit, 0 empty, 11 failed or refused',
      '             rh_ft_search: 1 call: 1 hit, 0 empty, 0 failed or refused',
      'fresh        2 of 15 calls asked for at the start were known: not made again, without cost',
      'estimate     at least 1 call for 10 points expected before the first, 13 made',
    ])
  })

  test('that calls whose connections were refused took no try', () => {
    const refused = { operation: 'rh_ft_search', calls: 0, cost: 0, hit: 0, empty: 0, failed: 2 }
    const told = summaryText({
      ...summary,
      calls: { made: 0, cost: 0, asked: null, fresh: null, byOperation: [refused] },
    })
    expect(told.split('\n').slice(1, 3)).toEqual([
      'calls        2 calls, no request sent, 10.0 s, 0 points',
      '             rh_ft_search: 2 calls, no request sent: 0 hit, 0 empty, 2 failed or refused',
    ])
  })

  test('what became of the litigation lists, in words', () => {
    const lists = { complete: 13, unchanged: 2, not_found: 1 }
    expect(summaryText({ ...summary, lists })).toContain(
      'lists        16 litigation lists: 13 read to the end, 2 unchanged since last read to the end, ' +
        '1 of enterprises that the service does not know',
    )
    expect(summaryText(summary)).not.toContain('litigation')
  })
})

const progress = {
  step: 'details',
  done: 3,
  left: 7,
  cost: 15,
  failed: 0,
  rate: 2,
  heldTo: null,
  stuck: null,
  elapsedMs: 1000,
  budgetLeft: { calls: null, cost: null },
  lastError: null,
}

function terminal() {
  let written = ''
  const write = (chunk: unknown, _: unknown, done: () => void) => {
    written += String(chunk)
    done()
  }
  const stream = Object.assign(new Writable({ write }), { isTTY: true, columns: 120, rows: 24 })
  return { stream, written: () => written, note: (text: string) => void stream.write(`${text}\n`) }
}

test('what is told while progress is shown gets a line of its own, and progress goes on below, through an interrupt too', () => {
  const { stream, written, note } = terminal()
  const listeners = process.listenerCount('SIGINT')
  const view = createProgressView({ isTerminal: true, note, columns: 120 }, stream)
  view.note('starting')
  view.show(progress)
  view.show({ ...progress, elapsedMs: 2000, stuck: { calls: 1, longestMs: 42_000 } })
  expect(process.listenerCount('SIGINT')).toBe(listeners)
  view.note('stopping')
  const [before = '', after = ''] = written().split('\r\u001b[Kstopping\n')
  expect(before).toMatch(/^starting\n/)
  expect(before).toContain('3 calls made, 7 known to be left')
  expect(after).toContain('3 calls made, 7 known to be left')
  expect(after).toContain('ETA 3 s, 1 call waits for 42 s')
  expect(written()).not.toContain('\u001b[?25l')
  view.end()
  view.note('over')
  expect(written()).toMatch(/over\n$/)
})
