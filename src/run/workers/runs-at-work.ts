import type { Redis } from 'ioredis'
import type { Client } from '../../calls/client/client.ts'
import type { Effects } from '../../calls/effects.ts'
import { createPatience, type Patience } from '../../calls/patience.ts'
import { createRetries, type Retries } from '../../calls/retry.ts'
import { readSharedRun, type SharedRun } from './shared-folder.ts'
import { type Reached, SharedGate } from './shared-gate.ts'

export interface RunsOptions {
  readonly redis: Redis
  readonly reached: Reached
  /** Folder that runs share: see shared-folder.ts. */
  readonly shared: string
  /** Whose rate it is. */
  readonly scope: string
  readonly effects: Effects
  /** The way to the service that a run's calls take. */
  readonly clientFor: (run: SharedRun) => Promise<Client>
  /** What Redis could not do. */
  readonly onTrouble: (error: Error) => void
}

/** What is the same for all units of a run. */
export interface RunAtWork extends AsyncDisposable {
  readonly run: SharedRun
  readonly client: Client
  readonly gate: SharedGate
  readonly retries: Retries
  readonly patience: Patience
  /** Aborts while the run stops; another one when it goes on. */
  stopping: AbortController
  units: number
}

/** The runs whose units this worker has, each with its client, its gate and its limits. */
export class RunsAtWork implements AsyncDisposable {
  readonly #options: RunsOptions
  readonly #runs = new Map<string, Promise<RunAtWork | undefined>>()

  constructor(options: RunsOptions) {
    this.#options = options
  }

  get ids(): readonly string[] {
    return [...this.#runs.keys()]
  }

  /** Undefined when the shared folder does not hold the run. */
  async of(runId: string): Promise<RunAtWork | undefined> {
    const opening = this.#runs.get(runId) ?? this.#open(runId)
    this.#runs.set(runId, opening)
    opening.catch(() => this.#runs.delete(runId))
    const run = await opening
    if (run === undefined) this.#runs.delete(runId)
    return run
  }

  /** Gives back what the units of a run have not begun. */
  async stop(runId: string): Promise<void> {
    const run = await this.#runs.get(runId)
    run?.stopping.abort()
  }

  /** Closes runs that have no unit here any more, but for the current one. */
  async closeIdle(current: string): Promise<void> {
    for (const [runId, opening] of this.#runs) {
      const run = await opening
      if (runId === current || (run?.units ?? 0) > 0) continue
      this.#runs.delete(runId)
      await run?.[Symbol.asyncDispose]()
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const run of this.#runs.values()) await (await run)?.[Symbol.asyncDispose]()
  }

  async #open(runId: string): Promise<RunAtWork | undefined> {
    const { redis, reached, shared, scope, effects, onTrouble, clientFor } = this.#options
    const run = await readSharedRun(shared, runId)
    if (run === undefined) return undefined
    const client = await clientFor(run)
    const gate = await SharedGate.open({
      redis,
      reached,
      scope,
      ceiling: run.perSecond ?? Number.POSITIVE_INFINITY,
      monotonicMs: effects.monotonicMs,
      onTrouble,
      onCut: (perSecond) => effects.log.warn({ perSecond }, 'the service refuses for speed: the rate is cut'),
    })
    return {
      run,
      client,
      gate,
      retries: createRetries(),
      patience: createPatience(effects, run.timeout),
      stopping: new AbortController(),
      units: 0,
      async [Symbol.asyncDispose]() {
        await gate[Symbol.asyncDispose]()
        await client[Symbol.asyncDispose]()
      },
    }
  }
}
