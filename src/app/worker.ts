import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { redisFor, scopeFor, serviceClient } from './access.ts'
import { createLog, systemEffects } from './effects.ts'
import { version } from './package.ts'
import { baseUrlSetting, type Settings } from './settings.ts'

export interface WorkOptions {
  /** Folder that the runs share. Default: DOSSIER_SHARED, else `.state/shared` in the home. */
  readonly shared?: string | undefined
  /** Calls under way at the same time. Default 8. */
  readonly concurrency?: number | undefined
  /** Calls that are under way when it aborts land; the rest of their units goes back. */
  readonly signal: AbortSignal
}

const lookEveryMs = 2_000

/** Makes the calls of runs with `executor: redis`, until the signal aborts. @throws RefusedError, UnauthorisedError, RedisError */
export async function work(
  settings: Settings,
  { shared: given, concurrency = 8, signal }: WorkOptions,
): Promise<void> {
  const { home, env, strike, note, clock } = settings
  const shared = resolve(given ?? (env.DOSSIER_SHARED || join(home.root, '.state', 'shared')))
  const scope = await scopeFor(settings, env)
  const redis = await redisFor(env)
  try {
    const sharedId = await sharedIdWhenThere(shared, signal, note)
    if (sharedId === undefined) return
    const { runWorker } = await import('../run/workers/worker.ts')
    note(`takes units of runs in ${shared}, ${concurrency} calls at a time`)
    signal.addEventListener('abort', () =>
      note('stopping: calls under way are brought home, the rest of their units goes back'),
    )
    await runWorker({
      redis,
      shared,
      sharedId,
      scope,
      concurrency,
      version: version(),
      effects: systemEffects(
        createLog(strike, (line) => note(line.trimEnd())),
        clock,
      ),
      clientFor: ({ transport, tools }) =>
        serviceClient(
          { baseUrl: baseUrlSetting(settings.baseUrl, env) },
          { rate: { perSecond: 'unlimited', concurrency }, transport, tools },
          env,
        ),
      signal,
    })
  } finally {
    redis.disconnect()
  }
}

/** The name of the shared folder, once a run has made it or it is mounted; undefined when the worker stops before. */
async function sharedIdWhenThere(
  shared: string,
  signal: AbortSignal,
  note: (text: string) => void,
): Promise<string | undefined> {
  const { sharedIdOf } = await import('../run/workers/shared-folder.ts')
  for (let looked = 0; !signal.aborted; looked += 1) {
    const id = await sharedIdOf(shared)
    if (id !== undefined) return id
    if (looked === 0)
      note(
        `${shared} is no folder that a run shares, or not yet: waiting for a run with executor: redis to begin, or for it to be mounted`,
      )
    await sleep(lookEveryMs, undefined, { signal }).catch(() => undefined)
  }
  return undefined
}
