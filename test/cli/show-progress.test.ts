import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { createProgressView } from '../../src/cli/show-progress.ts'

const progress = {
  step: 'details',
  done: 3,
  left: 7,
  cost: 15,
  failed: 0,
  rate: 2,
  heldTo: null,
  elapsedMs: 1000,
  budgetLeft: { calls: null, cost: null },
  lastError: null,
}

/** A terminal and what was written to it, in order. */
function terminal() {
  let written = ''
  const write = (chunk: unknown, _: unknown, done: () => void) => {
    written += String(chunk)
    done()
  }
  const stream = Object.assign(new Writable({ write }), { isTTY: true, columns: 120, rows: 24 })
  return { stream, written: () => written, note: (text: string) => void stream.write(`${text}\n`) }
}

test('what is told while a bar is shown gets a line of its own, and the bar goes on below, through an interrupt too', () => {
  const { stream, written, note } = terminal()
  const listeners = process.listenerCount('SIGINT')
  const view = createProgressView(
    { isTerminal: true, note } as Parameters<typeof createProgressView>[0],
    stream,
  )
  view.note('starting')
  view.show(progress)
  expect(process.listenerCount('SIGINT')).toBe(listeners)
  view.note('stopping')
  const [before = '', after = ''] = written().split('\r\u001b[Kstopping\n')
  expect(before).toMatch(/^starting\n/)
  expect(before).toContain('3/10 calls')
  expect(after).toContain('3/10 calls')
  expect(written()).not.toContain('\u001b[?25l')
  view.end()
  view.note('over')
  expect(written()).toMatch(/over\n$/)
})
