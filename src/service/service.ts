import type { AddressInfo } from 'node:net'
import { openAccessLog } from './access-log.ts'
import { loadCorpus } from './corpus/corpus.ts'
import { counting, type ServiceCounts } from './counts.ts'
import { httpServer } from './http.ts'
import { type ServiceOptions, serviceOptions } from './options.ts'

export interface RunningService {
  /** Base address, without a slash at its end. */
  readonly url: string
  readonly port: number
  readonly counts: ServiceCounts
  /** Answers what is in flight, then frees the port and the access log. */
  readonly close: () => Promise<void>
}

/**
 * Loads a corpus and serves the contract's six operations on it. Throws CorpusError when a corpus file is not
 * what the contract says, ZodError for an option out of bounds, and what Node throws when the port is taken.
 */
export async function startService(options: ServiceOptions): Promise<RunningService> {
  const settings = serviceOptions.parse(options)
  const corpus = await loadCorpus(settings.corpus)
  const log =
    settings.accessLog === undefined ? undefined : openAccessLog(settings.accessLog, settings.apiKey)
  const counted = counting()
  const app = httpServer({ corpus, pageSize: settings.pageSize }, settings, {
    counting: counted,
    onAnswer: (entry) => {
      log?.write(entry)
      counted.answered(entry)
    },
    now: () => performance.timeOrigin + performance.now(),
  })
  app.addHook('onClose', async () => log?.close())
  try {
    const url = await app.listen({ host: settings.host, port: settings.port })
    const { port } = app.server.address() as AddressInfo
    return { url, port, counts: counted.counts, close: () => app.close() }
  } catch (error) {
    await app.close()
    throw error
  }
}
