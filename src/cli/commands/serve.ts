import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { ZodError } from 'zod'
import { collectedIn } from '../../engine/collected.ts'
import { type Home, homeAt } from '../../engine/home/home.ts'
import type { MetricsServer } from '../../observe/metrics-server.ts'
import { openMirror } from '../../service/mirror/mirror.ts'
import { type RunningService, serveAnswers, startService } from '../../service/service.ts'
import type { Command, Context } from '../context.ts'
import { UsageError } from '../errors.ts'
import { exitCodes, messageOf } from '../exit-codes.ts'
import { metricsAt, portTaken } from '../metrics-at.ts'
import { requirePublished } from '../query.ts'
import { homeSetting } from '../settings.ts'
import { version } from '../version.ts'

export interface ServeArgs {
  readonly corpus?: string | undefined
  /** A published warehouse; '' for the one of the home. */
  readonly warehouse?: string | undefined
  readonly home?: string | undefined
  readonly port: number
  readonly accessLog?: string | undefined
  /** Port of the metrics. */
  readonly metrics?: number | undefined
  readonly allowHost?: readonly string[] | undefined
  readonly allowOrigin?: readonly string[] | undefined
}

/** Serves a corpus, or what a warehouse collected, until the process is asked to stop. */
export const serve: Command<ServeArgs> = async (args, context) => {
  const { env, out, note, signal } = context
  const given = env.DOSSIER_API_KEY
  const apiKey = given || randomBytes(16).toString('hex')
  const service = await started(args, apiKey, context).catch((cause: unknown) => {
    if (signal.aborted) return undefined
    throw complaintOf(cause, args.port)
  })
  if (service === undefined) return exitCodes.complete
  try {
    await using metrics = await metricsOf(service, args.metrics)
    out(`DOSSIER_BASE_URL=${service.url}`)
    if (!given) out(`DOSSIER_API_KEY=${apiKey}`)
    if (metrics !== undefined) out(`metrics at ${metrics.url}`)
    note(howToUse(service.url, given ? undefined : apiKey))
    if (!signal.aborted) await once(signal, 'abort')
  } finally {
    await service.close()
  }
  return exitCodes.complete
}

/** What to type elsewhere. A key that was given stays where it is. */
const howToUse = (url: string, madeKey: string | undefined): string =>
  `serving until Ctrl-C; in another terminal: export DOSSIER_BASE_URL=${url}` +
  `${madeKey === undefined ? ', with the same DOSSIER_API_KEY' : ` DOSSIER_API_KEY=${madeKey}`}, then dossier plan JOB`

/** Metrics at a port of their own; nothing is loaded for them when none is given. */
async function metricsOf(
  { counts }: RunningService,
  port: number | undefined,
): Promise<MetricsServer | undefined> {
  if (port === undefined) return undefined
  const { serviceMetrics } = await import('../../observe/metrics.ts')
  return await metricsAt(port, serviceMetrics(counts), 'serve')
}

/** Flags by the options of the service that they set. */
const flags: Readonly<Record<string, string>> = { hosts: '--allow-host', origins: '--allow-origin' }

/** What the command line is to blame for; anything else stays what it is. */
function complaintOf(cause: unknown, port: number): unknown {
  if (cause instanceof ZodError) {
    const [{ path: [option = ''] = [], message } = { message: '' }] = cause.issues
    return new UsageError(`serve: ${flags[String(option)] ?? String(option)}: ${message}`, { cause })
  }
  return portTaken(cause, 'serve', port, '--port')
}

async function started(args: ServeArgs, apiKey: string, context: Context): Promise<RunningService> {
  const { corpus, warehouse, port, accessLog, allowHost = [], allowOrigin = [] } = args
  const serving = {
    port,
    apiKey,
    hosts: [...allowHost],
    origins: [...allowOrigin],
    version: version(),
    ...(accessLog === undefined ? {} : { accessLog }),
  }
  if (corpus !== undefined && warehouse !== undefined)
    throw new UsageError('serve: --corpus and --warehouse exclude each other; give the one to serve')
  if (corpus !== undefined) {
    await requireRecords(corpus)
    return await startService({ corpus, ...serving })
  }
  if (warehouse === undefined)
    throw new UsageError(
      'serve: nothing to serve; expected --corpus DIR (a folder of NDJSON files), or --warehouse [FILE] (what a run published)',
    )
  return await serveAnswers(await mirrorOf(homeOf(warehouse, args, context), context), serving)
}

/** A folder of none would be served as a service that has nothing, and every answer of it be kept as an absence. */
async function requireRecords(corpus: string): Promise<void> {
  const names = await readdir(corpus).catch(() => undefined)
  if (names === undefined || names.some((name) => /\.ndjson(\.gz)?$/.test(name))) return
  throw new UsageError(
    `serve: ${corpus} holds no .ndjson file; expected a folder with cases.ndjson, enterprises.ndjson and others; ` +
      'dossier sample --out DIR writes one',
  )
}

/** A warehouse stands in its home, where raw is beside it. */
function homeOf(warehouse: string, args: ServeArgs, { env }: Context): Home {
  if (warehouse === '') return homeAt(homeSetting(args.home, env))
  if (args.home !== undefined)
    throw new UsageError(
      'serve: --home and --warehouse FILE exclude each other; the home is where FILE stands',
    )
  return { ...homeAt(dirname(resolve(warehouse))), published: resolve(warehouse) }
}

async function mirrorOf(home: Home, { note, signal }: Context) {
  await requirePublished(home, 'serve')
  note(`dossier: serve: reading what ${home.published} collected`)
  return await openMirror(collectedIn(home, note), {
    signal,
    onProblem: (error) => note(`dossier: serve: ${messageOf(error)}; what was published before is served on`),
  })
}
