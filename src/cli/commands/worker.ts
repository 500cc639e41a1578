import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sharedIdOf } from '../../workers/shared-folder.ts'
import { redisFor, scopeFor, serviceClient } from '../access.ts'
import type { Command, Context } from '../context.ts'
import { createLog, systemEffects } from '../effects.ts'
import { exitCodes } from '../exit-codes.ts'

import { baseUrlSetting, homeSetting, strikeOutOf } from '../settings.ts'
import { version } from '../version.ts'

export interface WorkerArgs {
  readonly baseUrl?: string | undefined
  readonly home?: string | undefined
  readonly shared?: string | undefined
  readonly concurrency: number
}

const lookEveryMs = 2_000

/** Makes the calls of runs elsewhere, until it is asked to stop. */
export const worker: Command<WorkerArgs> = async (args, context) => {
  const { env, note, signal } = context
  const strike = strikeOutOf(env)
  const shared = resolve(
    args.shared ?? (env.DOSSIER_SHARED || join(homeSetting(args.home, env), '.state', 'shared')),
  )
  const scope = await scopeFor(args, env)
  const redis = await redisFor(env)
  try {
    const sharedId = await sharedIdWhenThere(shared, context)
    if (sharedId === undefined) return exitCodes.complete
    const { runWorker } = await import('../../workers/worker.ts')
    note(`takes units of runs in ${shared}, ${args.concurrency} calls at a time`)
    signal.addEventListener('abort', () =>
      note('stopping: calls under way are brought home, the rest of their units goes back'),
    )
    await runWorker({
      redis,
      shared,
      sharedId,
      scope,
      concurrency: args.concurrency,
      version: version(),
      effects: systemEffects(createLog(strike, (line) => note(line.trimEnd()))),
      clientFor: ({ transport, tools }) =>
        serviceClient(
          { baseUrl: baseUrlSetting(args.baseUrl, env) },
          { rate: { perSecond: 'unlimited', concurrency: args.concurrency }, transport, tools },
          env,
        ),
      signal,
    })
  } finally {
    redis.disconnect()
  }
  return exitCodes.complete
}

/** The name of the shared folder, once a run has made it or somebody has mounted it; undefined when the worker stops before. */
async function sharedIdWhenThere(shared: string, { note, signal }: Context): Promise<string | undefined> {
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
