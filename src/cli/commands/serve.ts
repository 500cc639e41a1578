import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { startService } from '../../service/service.ts'
import type { Command } from '../context.ts'
import { exitCodes } from '../exit-codes.ts'
import { UsageError } from '../usage-error.ts'

export interface ServeArgs {
  readonly corpus: string
  readonly port: number
  readonly accessLog?: string | undefined
}

/** Serves a corpus until the process is asked to stop. */
export const serve: Command<ServeArgs> = async ({ corpus, port, accessLog }, { env, out, signal }) => {
  const given = env.DOSSIER_API_KEY
  const apiKey = given || randomBytes(16).toString('hex')
  const service = await startService({
    corpus,
    port,
    apiKey,
    ...(accessLog === undefined ? {} : { accessLog }),
  }).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'EADDRINUSE') throw cause
    throw new UsageError(`serve: port ${port} is taken; expected a free --port, or 0 to pick one`, { cause })
  })
  out(`DOSSIER_BASE_URL=${service.url}`)
  if (!given) out(`DOSSIER_API_KEY=${apiKey}`)
  if (!signal.aborted) await once(signal, 'abort')
  await service.close()
  return exitCodes.complete
}
