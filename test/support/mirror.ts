import { onTestFinished } from 'vitest'
import { collectedIn } from '../../src/run/collected.ts'
import { homeAt } from '../../src/run/home/home.ts'
import { openMirror } from '../../src/standins/mirror/mirror.ts'
import { type RunningService, serveAnswers } from '../../src/standins/service/service.ts'
import type { Whenever } from './folder.ts'
import { apiKey } from './run.ts'

/** A mirror of the home's warehouse, served until the test is over, and what it told. */
export async function serveMirror(
  home: string,
  whenOver: Whenever = onTestFinished,
): Promise<RunningService & { readonly told: readonly string[] }> {
  const told: string[] = []
  const mirror = await openMirror(
    collectedIn(homeAt(home), (message) => told.push(message)),
    {
      onProblem: (error) => told.push(String(error)),
      signal: new AbortController().signal,
    },
  )
  const service = await serveAnswers(mirror, { apiKey })
  whenOver(() => service.close())
  return { ...service, told }
}
