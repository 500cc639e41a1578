import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { ZodError } from 'zod'
import { startService } from '../../service/service.ts'
import type { Command } from '../context.ts'
import { exitCodes } from '../exit-codes.ts'
import { UsageError } from '../usage-error.ts'
import { version } from '../version.ts'

export interface ServeArgs {
  readonly corpus: string
  readonly port: number
  readonly accessLog?: string | undefined
  readonly allowHost?: readonly string[] | undefined
  readonly allowOrigin?: readonly string[] | undefined
}

/** Serves a corpus until the process is asked to stop. */
export const serve: Command<ServeArgs> = async (args, { env, out, signal }) => {
  const { corpus, port, accessLog, allowHost = [], allowOrigin = [] } = args
  const given = env.DOSSIER_API_KEY
  const apiKey = given || randomBytes(16).toString('hex')
  const service = await startService({
    corpus,
    port,
    apiKey,
    hosts: [...allowHost],
    origins: [...allowOrigin],
    version: version(),
    ...(accessLog === undefined ? {} : { accessLog }),
  }).catch((cause: unknown) => {
    throw complaintOf(cause, port)
  })
  out(`DOSSIER_BASE_URL=${service.url}`)
  if (!given) out(`DOSSIER_API_KEY=${apiKey}`)
  if (!signal.aborted) await once(signal, 'abort')
  await service.close()
  return exitCodes.complete
}

/** Flags by the options of the service that they set. */
const flags: Readonly<Record<string, string>> = { hosts: '--allow-host', origins: '--allow-origin' }

/** What the command line is to blame for; anything else stays what it is. */
function complaintOf(cause: unknown, port: number): unknown {
  if (cause instanceof ZodError) {
    const [{ path: [option = ''] = [], message } = { message: '' }] = cause.issues
    return new UsageError(`serve: ${flags[String(option)] ?? String(option)}: ${message}`, { cause })
  }
  return cause instanceof Error && 'code' in cause && cause.code === 'EADDRINUSE'
    ? new UsageError(`serve: port ${port} is taken; expected a free --port, or 0 to pick one`, { cause })
    : cause
}
