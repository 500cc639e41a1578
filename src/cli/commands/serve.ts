import { once } from 'node:events'
import type { Served } from '../../app/dossier.ts'
import { RefusedError } from '../../app/errors.ts'
import {
  byDefault,
  defineCommand,
  home,
  metrics,
  optionalArgument,
  several,
  text,
  wholeNumber,
} from '../command.ts'
import { opened } from '../context.ts'
import { exitCodes } from '../exit-codes.ts'

export const command = defineCommand({
  words: 'serve',
  does: 'serve a corpus, or what a warehouse collected, as the legal research service would',
  flags: {
    home,
    corpus: text('folder of NDJSON files'),
    warehouse: optionalArgument(
      "a published warehouse, its raw answers beside it; without FILE the home's own",
    ),
    port: byDefault(wholeNumber(0, 65_535, 'port on 127.0.0.1; 0 picks a free one'), 0),
    accessLog: text('file for one JSON line a request'),
    metrics,
    allowHost: several(
      text('host:port that requests may name besides 127.0.0.1 and localhost, as behind a proxy'),
    ),
    allowOrigin: several(text('origin of a web page that may send requests, as https://example.com')),
  },
  examples: [
    ['$0 serve --corpus corpus --port 8080', 'key: DOSSIER_API_KEY, or one it makes and prints'],
    ['$0 serve --warehouse', 'what was collected, without a call'],
  ],
  async run({ port, accessLog, metrics, allowHost, allowOrigin, ...args }, context) {
    const { env, out, note, signal } = context
    const served = servedBy(args)
    const dossier = await opened(args, context)
    const options = { port, accessLog, metricsPort: metrics, hosts: allowHost, origins: allowOrigin, signal }
    const service = await dossier.serve(served, options).catch((error: unknown) => {
      if (signal.aborted) return undefined
      throw error
    })
    if (service === undefined) return exitCodes.complete
    await using serving = service
    const madeKey = env.DOSSIER_API_KEY ? undefined : serving.key
    out(`DOSSIER_BASE_URL=${serving.url}`)
    if (madeKey !== undefined) out(`DOSSIER_API_KEY=${madeKey}`)
    if (serving.metricsUrl !== undefined) out(`metrics at ${serving.metricsUrl}`)
    note(howToUse(serving.url, madeKey))
    if (!signal.aborted) await once(signal, 'abort')
    return exitCodes.complete
  },
})

interface What {
  readonly home?: string | undefined
  readonly corpus?: string | undefined
  /** '' for the one of the home. */
  readonly warehouse?: string | undefined
}

function servedBy({ home, corpus, warehouse }: What): Served {
  if (corpus !== undefined && warehouse !== undefined)
    throw new RefusedError('serve: --corpus and --warehouse exclude each other; give the one to serve')
  if (corpus !== undefined) return { corpus }
  if (warehouse === undefined)
    throw new RefusedError(
      'serve: nothing to serve; expected --corpus DIR (a folder of NDJSON files), or --warehouse [FILE] (what a run published)',
    )
  if (warehouse === '') return { warehouse: 'home' }
  if (home !== undefined)
    throw new RefusedError(
      'serve: --home and --warehouse FILE exclude each other; the home is where FILE stands',
    )
  return { warehouse: { file: warehouse } }
}

/** What to type elsewhere. A key that was given stays where it is. */
const howToUse = (url: string, madeKey: string | undefined): string =>
  `serving until Ctrl-C; in another terminal${madeKey === undefined ? ', with the same DOSSIER_API_KEY' : ''}:\n` +
  `  export DOSSIER_BASE_URL=${url}${madeKey === undefined ? '' : ` DOSSIER_API_KEY=${madeKey}`}\n` +
  '  dossier plan JOB'
