import type { AddressInfo } from 'node:net'
import { type Answers, corpusAnswers } from './answers.ts'
import { httpServer } from './http.ts'
import { type ServiceOptions, type ServingOptions, serviceOptions, servingOptions } from './options.ts'
import { counting, openAccessLog, type ServiceCounts } from './traffic.ts'

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
  const { corpus, pageSize, ...serving } = serviceOptions.parse(options)
  return await serveAnswers(await corpusAnswers(corpus, pageSize), serving)
}

/** Serves the contract's six operations from what answers them. */
export async function serveAnswers(answers: Answers, options: ServingOptions): Promise<RunningService> {
  const settings = servingOptions.parse(options)
  const log =
    settings.accessLog === undefined ? undefined : openAccessLog(settings.accessLog, settings.apiKey)
  const counted = counting()
  const app = httpServer(answers, settings, {
    counting: counted,
    onAnswer: (entry) => {
      log?.write(entry)
      counted.answered(entry)
    },
    now: () => performance.timeOrigin + performance.now(),
  })
  app.addHook('onClose', async () => log?.close())
  try {
    const url = await app.listen({ host: '127.0.0.1', port: settings.port })
    const { port } = app.server.address() as AddressInfo
    return { url, port, counts: counted.counts, close: () => app.close() }
  } catch (error) {
    await app.close()
    throw error
  }
}
