import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { version } from '../disk/package.ts'
import { startService } from '../standins/service/service.ts'
import { portTaken, RefusedError } from './errors.ts'
import type { Settings } from './settings.ts'

export interface ServeOptions {
  /** Folder of NDJSON files. */
  readonly corpus: string
  /** Port on 127.0.0.1. Default 0, which picks a free one. */
  readonly port?: number | undefined
  /** File for one JSON line a request. */
  readonly accessLog?: string | undefined
}

/** A service that runs until it is disposed of. */
export interface ServiceHandle extends AsyncDisposable {
  /** Base address, without a slash at its end. */
  readonly url: string
  /** The key that clients send: from the settings, else a new one. */
  readonly key: string
}

/** Serves a corpus as the legal research service would. @throws RefusedError, CorpusError */
export async function serve(settings: Settings, options: ServeOptions): Promise<ServiceHandle> {
  const key = settings.env.DOSSIER_API_KEY || randomBytes(16).toString('hex')
  const service = await started(options, key).catch((cause: unknown) => {
    throw portTaken(cause, 'serve', options.port ?? 0)
  })
  return { url: service.url, key, [Symbol.asyncDispose]: service.close }
}

async function started({ corpus, port = 0, accessLog }: ServeOptions, apiKey: string) {
  await requireRecords(corpus)
  return await startService({
    corpus,
    port,
    apiKey,
    version: version(),
    ...(accessLog === undefined ? {} : { accessLog }),
  })
}

/** A folder of none would be served as a service that has nothing, and every answer of it be kept as an absence. */
async function requireRecords(corpus: string): Promise<void> {
  const names = await readdir(corpus).catch(() => undefined)
  if (names === undefined || names.some((name) => /\.ndjson(\.gz)?$/.test(name))) return
  throw new RefusedError(
    `serve: ${corpus} holds no .ndjson file; expected a folder with cases.ndjson, enterprises.ndjson and others; ` +
      'dossier sample --out DIR writes one',
  )
}
