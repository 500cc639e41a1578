import { setMaxListeners } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from '../client/client.ts'
import { Landing } from '../landing/landing.ts'
import type { Database } from '../warehouse/database.ts'
import type { FinishedCall } from './attempt.ts'
import type { Budget } from './budget.ts'
import { createDispatcher, type Dispatcher } from './dispatch.ts'
import type { Effects } from './effects.ts'
import type { Gate } from './gate.ts'
import type { Home } from './home.ts'
import { loadLanded } from './loader.ts'
import { createNotice } from './notice.ts'
import type { PlannedCall, Planner } from './planner.ts'
import type { Progress } from './progress.ts'
import { type Stop, StopError } from './stop.ts'
import { createWatch } from './watch.ts'

export interface WorkOptions {
  readonly home: Home
  readonly database: Database
  readonly planner: Planner
  readonly client: Client
  readonly gate: Gate
  readonly budget: Budget
  readonly effects: Effects
  readonly runId: string
  readonly concurrency: number
  /** Name of the nth segment of this process. */
  readonly segmentName: (index: number) => string
  /** Aborts when somebody asks the run to stop: nothing new is begun, what is under way lands. */
  readonly signal: AbortSignal
  readonly onProgress: (progress: Progress) => void
}

/** Calls that wait in the queue at the most; planning again costs little, a long queue only memory. */
const queueLength = 10_000
/** How long the last answers of a stage may gather before they are loaded, when there is nothing else to do. */
const gatherMs = 100

/**
 * The run loop: load what landed, ask the steps what is needed now, make those calls, and again, until no step
 * yields a call and nothing is under way. Returns why it stopped early, or null.
 */
export async function work(options: WorkOptions): Promise<Stop | null> {
  const { effects, planner } = options
  const outstanding = new Set<string>()
  const givenUp = new Set<string>()
  const sealed: string[] = []
  const changed = createNotice()
  const stopping = new AbortController()
  // Every call that waits for a permit or a retry listens.
  setMaxListeners(0, stopping.signal)
  let stop: Stop | null = null
  const end = (why: Stop) => {
    stop ??= why
    stopping.abort()
    changed.give()
  }
  const onAbort = () => end({ status: 'stopped', message: 'the run was asked to stop' })
  options.signal.addEventListener('abort', onAbort, { once: true })
  if (options.signal.aborted) onAbort()

  const watch = createWatch(effects, options.client.baseUrl)
  await using landing = new Landing({
    folder: options.home.state.landing,
    nameOf: options.segmentName,
    onSealed: (segment) => {
      sealed.push(segment)
      changed.give()
    },
  })
  const dispatcher = createDispatcher({
    ...options,
    signal: stopping.signal,
    land: async (finished) => {
      await landing.land(finished.landed)
      if (hasFailed(finished)) givenUp.add(finished.landed.callKey)
      const why = watch.sees(finished)
      if (why !== null) end(why)
      options.onProgress(watch.progress(dispatcher, options.budget))
    },
    onError: (error) => {
      if (error instanceof StopError) end(error.stop)
      else if (!stopping.signal.aborted) end(unexpected(error))
    },
  })

  async function load(): Promise<void> {
    for (let segment = sealed.shift(); segment !== undefined; segment = sealed.shift()) {
      const { callKeys, rows } = await loadLanded(segment, { ...options, now: effects.now() })
      planner.loaded(Object.keys(rows))
      for (const callKey of callKeys) outstanding.delete(callKey)
    }
  }

  async function plan(): Promise<PlannedCall[]> {
    const calls = await planner.next(queueLength - dispatcher.waiting, { outstanding, givenUp })
    for (const { callKey } of calls) outstanding.add(callKey)
    dispatcher.add(calls)
    return calls
  }

  // Whether the steps yielded fewer calls than there was room for, the last time they were asked.
  let isExhausted = true
  for (;;) {
    await load()
    if (stop !== null) break
    const room = queueLength - dispatcher.waiting
    if (isExhausted || room > queueLength / 2) {
      const calls = await plan()
      if (calls.length === 0 && outstanding.size === 0) break
      isExhausted = calls.length < room
    }
    if (isExhausted) await answers(dispatcher, landing, changed)
    else await Promise.race([changed.wait(), dispatcher.belowLimit(queueLength / 2)])
  }

  dispatcher.drop()
  await dispatcher.idle()
  await landing.seal()
  await load()
  options.signal.removeEventListener('abort', onAbort)
  return stop
}

/**
 * Waits for answers to plan from. When all calls are under way or done, the open segment is sealed early: the next
 * stage waits for it.
 */
async function answers(
  dispatcher: Dispatcher,
  landing: Landing,
  changed: { wait(): Promise<void> },
): Promise<void> {
  if (dispatcher.waiting > 0) return await Promise.race([changed.wait(), dispatcher.belowLimit(1)])
  await Promise.race([dispatcher.idle(), sleep(gatherMs)])
  await landing.seal()
}

const hasFailed = ({ classification }: FinishedCall): boolean =>
  classification === null || classification.outcome === 'failed'

const unexpected = (error: unknown): Stop => {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC')
    return { status: 'failed', message: 'the disk is full; make room and run again: it resumes' }
  return { status: 'failed', message: `unexpected: ${message ?? String(error)}; run again: it resumes` }
}
