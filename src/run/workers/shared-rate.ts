import type { Redis } from 'ioredis'
import type { Pace } from '../../calls/pace/gate.ts'
import { type AdaptiveRate, adaptiveRate, rateAt, refusedAt, spanMs } from '../../calls/pace/rate.ts'
import { prefix } from './redis.ts'

/*
 * One rate for all workers: what the service's refusals left of it, and when calls started, are in Redis, by the clock of Redis.
 * Scripts compare and set; what follows from a refusal is worked out here, by the same functions as in one process.
 */

/** A start that was given, or why there is none yet. */
export type Start =
  /** `wayMs`: what it may have taken to get here, and counts for; later it must not be used. `at`: what it is counted by. */
  | { readonly given: true; readonly wayMs: number; readonly at: string }
  /** Milliseconds to wait before it can be asked for again; 0 when the rate has changed meanwhile. */
  | { readonly given: false; readonly waitMs: number }

export interface SharedRateOptions {
  readonly redis: Redis
  readonly scope: string
  /** The job's rate, Infinity when it sets none. */
  readonly ceiling: number
  /** Called each time the rate is cut, by any worker. */
  readonly onCut?: (perSecond: number) => void
  readonly monotonicMs: () => number
}

/** The way from Redis that a start may take unless a worker has measured a longer one: some milliseconds in one network. */
const usualWayMs = 15
/** Farther away than this nothing starts: all others would wait for it. */
const longestWayMs = 1_000
/**
 * What one request may be longer on its way than another, in the worker behind its start, in the network, and until the service looks at
 * it: more than in one process (gate.ts), for workers differ more.
 */
const onTheWayMs = 18

/** What is remembered when no rate limits it. */
const mostStarts = 10_000
/** What was learnt of a rate, or of the way to Redis, is forgotten when it was not used for so long. */
const keptMs = 3_600_000

/** What every answer has: the clock, the way that starts may take, and the rate with its version. */
const tellScript = `
local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000
local at = string.format('%.3f', now)
local way = math.max(${usualWayMs}, tonumber(redis.call('GET', KEYS[3]) or '0'))
local state = redis.call('HMGET', KEYS[2], 'version', 'perSecond', 'openFrom', 'cutAt')
local version = state[1] or '0'
local function answer(first, second)
  return { first, second, at, tostring(way), version, state[2] or '', state[3] or '', state[4] or '' }
end`

/**
 * Starts are a list, newest first, in milliseconds. A clock that was set back would let nothing start until it has caught up:
 * what lies ahead is counted as of now.
 */
const startScript = `${tellScript}
local function wait(ms) return answer('wait', string.format('%.3f', ms)) end
if version ~= ARGV[1] then return answer('changed', '0') end
local openFrom = tonumber(state[3]) or 0
if now < openFrom then return wait(openFrom - now) end
local count = tonumber(ARGV[2])
if count > 0 then
  local newest = tonumber(redis.call('LINDEX', KEYS[1], 0) or '0')
  if newest > now + 1 then
    redis.call('DEL', KEYS[1])
    for _ = 1, count do redis.call('LPUSH', KEYS[1], at) end
  end
  local first = tonumber(redis.call('LINDEX', KEYS[1], count - 1) or '0')
  local left = first + tonumber(ARGV[3]) + way + ${onTheWayMs} - now
  if first > 0 and left > 0 then return wait(left) end
end
redis.call('LPUSH', KEYS[1], at)
redis.call('LTRIM', KEYS[1], 0, ${mostStarts} - 1)
redis.call('PEXPIRE', KEYS[1], 60000)
redis.call('PEXPIRE', KEYS[2], ${keptMs})
redis.call('PEXPIRE', KEYS[3], ${keptMs})
return answer('given', '0')`

/** Moves a start to this moment. One that is not there any more is counted twice for a second: less, not more, may start. */
const lateScript = `${tellScript}
redis.call('LREM', KEYS[1], 1, ARGV[1])
redis.call('LPUSH', KEYS[1], at)
redis.call('PEXPIRE', KEYS[1], 60000)
return answer('moved', '0')`

/** What is known, and how many calls started in the last second. */
const lookScript = `${tellScript}
local recent = 0
for _, at in ipairs(redis.call('LRANGE', KEYS[1], 0, -1)) do
  if tonumber(at) <= now - 1000 then break end
  recent = recent + 1
end
return answer(tostring(recent), '0')`

/** Sets the way that starts may take, unless it is longer already. */
const fartherScript = `${tellScript}
way = math.max(way, tonumber(ARGV[1]))
redis.call('SET', KEYS[3], tostring(way), 'PX', ${keptMs})
return answer('set', '0')`

/** Sets what is known, unless another worker was first. */
const learnScript = `
if (redis.call('HGET', KEYS[2], 'version') or '0') ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[2], 'version', ARGV[1] + 1, 'perSecond', ARGV[2], 'openFrom', ARGV[3], 'cutAt', ARGV[4])
redis.call('PEXPIRE', KEYS[2], ${keptMs})
return 1`

type Reply = readonly [what: string, wait: string, now: string, way: string, ...state: string[]]

type Keys = readonly [starts: string, state: string, way: string]

const scripts = {
  dossierStart: startScript,
  dossierLate: lateScript,
  dossierLook: lookScript,
  dossierFarther: fartherScript,
  dossierLearn: learnScript,
}

type Scripted = Record<
  Exclude<keyof typeof scripts, 'dossierLearn'>,
  (...given: [...Keys, ...(string | number)[]]) => Promise<Reply>
> & { dossierLearn(...given: [...Keys, version: string, ...learnt: string[]]): Promise<number> }

function scripted(redis: Redis): Scripted {
  for (const [name, lua] of Object.entries(scripts)) redis.defineCommand(name, { numberOfKeys: 3, lua })
  return redis as unknown as Scripted
}

interface Known extends AdaptiveRate {
  readonly version: string
}

/** The rate of a scope. */
export class SharedRate implements Pace {
  readonly ceiling: number
  readonly #onCut: (perSecond: number) => void
  readonly #monotonicMs: () => number
  readonly #redis: Scripted
  readonly #keys: Keys
  #known: Known
  #cuts = 0
  #wayMs = usualWayMs
  /** How far the clock of Redis is ahead of ours, as of the last answer. */
  #aheadMs = 0

  private constructor({ redis, scope, ceiling, onCut, monotonicMs }: SharedRateOptions) {
    this.ceiling = ceiling
    this.#onCut = onCut ?? (() => undefined)
    this.#monotonicMs = monotonicMs
    this.#redis = scripted(redis)
    this.#keys = [`${prefix}:starts:${scope}`, `${prefix}:rate:${scope}:${ceiling}`, `${prefix}:way:${scope}`]
    this.#known = { ...adaptiveRate(ceiling, 0), version: '' }
  }

  /** Begins it unless another worker has. */
  static async open(options: SharedRateOptions): Promise<SharedRate> {
    const rate = new SharedRate(options)
    await rate.refresh()
    if (rate.#known.version === '0')
      await rate.#learn((at) => (rate.#known.version === '0' ? adaptiveRate(rate.ceiling, at) : rate.#known))
    return rate
  }

  /** The way from Redis that a start may take, ms: one that took longer is not used (shared-gate.ts). */
  get wayMs(): number {
    return this.#wayMs
  }

  /**
   * How much longer than a second a start counts, ms: its own way from Redis, and that of its request. So no rolling second holds
   * more requests than the rate where they arrive, wherever the workers are.
   */
  get graceMs(): number {
    return this.#wayMs + onTheWayMs
  }

  get perSecond(): number {
    return rateAt(this.#known, this.#now())
  }

  get isSlowed(): boolean {
    return this.perSecond < this.ceiling
  }

  get provenPerSecond(): number {
    return this.perSecond
  }

  get cuts(): number {
    return this.#cuts
  }

  /** Milliseconds for which nothing starts. */
  get closedMs(): number {
    return Math.max(0, this.#known.openFrom - this.#now())
  }

  /** Asks Redis for a start at this moment. */
  async start(): Promise<Start> {
    const rate = this.perSecond
    const isLimited = Number.isFinite(rate)
    const count = isLimited ? Math.ceil(rate) : 0
    const windowMs = isLimited ? spanMs(rate) : 0
    const reply = await this.#redis.dossierStart(...this.#keys, this.#known.version, count, windowMs)
    this.#take(reply)
    return reply[0] === 'given'
      ? { given: true, wayMs: Number(reply[3]), at: reply[2] }
      : { given: false, waitMs: Number(reply[1]) }
  }

  /** Says that the request of a start has left only now: from now on it counts as begun at this moment. */
  async late(at: string): Promise<void> {
    this.#take(await this.#redis.dossierLate(...this.#keys, at))
  }

  /** Says that Redis is farther away than `wayMs`: starts of all workers may take so much longer, up to a second, and count for it. */
  async farther(wayMs: number): Promise<void> {
    this.#take(await this.#redis.dossierFarther(...this.#keys, Math.min(wayMs, longestWayMs)))
  }

  /** Says that the service refused for speed and asks everybody to wait. */
  async refused(pauseMs: number): Promise<void> {
    await this.#learn((at, startsInLastSecond) => refusedAt(this.#known, at, { pauseMs, startsInLastSecond }))
  }

  /** Looks what others have learnt. */
  async refresh(): Promise<void> {
    this.#take(await this.#redis.dossierLook(...this.#keys))
  }

  #now(): number {
    return this.#monotonicMs() + this.#aheadMs
  }

  /** Sets what follows from what is known, and again where another was faster. */
  async #learn(next: (at: number, recent: number) => AdaptiveRate): Promise<void> {
    for (;;) {
      const reply = await this.#redis.dossierLook(...this.#keys)
      this.#take(reply)
      const { perSecond, openFrom, cutAt } = next(Number(reply[2]), Number(reply[0]))
      const learnt = [perSecond, openFrom, cutAt].map(String)
      if ((await this.#redis.dossierLearn(...this.#keys, this.#known.version, ...learnt)) === 1) break
    }
    await this.refresh()
  }

  #take([, , theirs, way, version = '0', perSecond, openFrom, cutAt]: Reply): void {
    const at = Number(theirs)
    this.#wayMs = Number(way)
    this.#aheadMs = at - this.#monotonicMs()
    const before = this.#known
    if (version === before.version) return
    const { ceiling } = this
    const isNew = version === '0'
    const known = isNew
      ? { ...adaptiveRate(ceiling, at), version }
      : { ceiling, perSecond: Number(perSecond), openFrom: Number(openFrom), cutAt: Number(cutAt), version }
    this.#known = known
    // What was cut before this was opened is nothing that it saw.
    if (isNew || before.version === '' || known.cutAt <= before.cutAt) return
    this.#cuts += 1
    this.#onCut(known.perSecond)
  }
}
