import { type Answers, corpusAnswers } from './answers.ts'
import { httpServer } from './http.ts'
import { type ServiceOptions, type ServingOptions, serviceOptions, servingOptions } from './options.ts'
import { type AccessEntry, openAccessLog } from './respond.ts'

/**
 * Loads a corpus and serves the contract's six operations on it. Throws CorpusError when a corpus file is not
 * what the contract says, ZodError for an option out of bounds, and what Node throws when the port is taken.
 */
export async function startService(options: ServiceOptions, onAnswer?: (entry: AccessEntry) => void) {
  const { corpus, pageSize, ...serving } = serviceOptions.parse(options)
  return await serveAnswers(await corpusAnswers(corpus, pageSize), serving, onAnswer)
}

/** Serves the contract's six operations from what answers them. `onAnswer` is called with every answer before it is sent. */
export async function serveAnswers(
  answers: Answers,
  options: ServingOptions,
  onAnswer: (entry: AccessEntry) => void = () => undefined,
) {
  const settings = servingOptions.parse(options)
  const log =
    settings.accessLog === undefined ? undefined : openAccessLog(settings.accessLog, settings.apiKey)
  const app = httpServer(answers, settings, {
    onAnswer: (entry) => {
      log?.write(entry)
      onAnswer(entry)
    },
    now: () => performance.timeOrigin + performance.now(),
  })
  app.addHook('onClose', async () => log?.close())
  try {
    /** Base address, without a slash at its end. */
    const url = await app.listen({ host: '127.0.0.1', port: settings.port })
    return {
      url,
      /** Answers what is in flight, then frees the port and the access log. */
      close: () => app.close(),
    }
  } catch (error) {
    await app.close()
    throw error
  }
}
