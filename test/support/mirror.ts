import { onTestFinished } from 'vitest'
import type { JsonObject } from '../../src/contract/answer.ts'
import { type OperationName, operations } from '../../src/contract/operations.ts'
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

/** An answer as it came over HTTP, and how a mirror says that it came by it. */
export interface Asked {
  readonly status: number
  readonly origin: string | null
  readonly text: string
  readonly body: JsonObject
}

/** Asks an operation over HTTP. */
export async function ask(url: string, name: OperationName, params: object): Promise<Asked> {
  const { method, path } = operations[name]
  const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' }
  const query = new URLSearchParams(
    Object.fromEntries(Object.entries(params).map(([key, value]) => [key, String(value)])),
  )
  const response =
    method === 'POST'
      ? await fetch(`${url}${path}`, { method, headers, body: JSON.stringify(params) })
      : await fetch(`${url}${path}?${query}`, { headers })
  const text = await response.text()
  return {
    status: response.status,
    origin: response.headers.get('x-dossier-mirror'),
    text,
    body: JSON.parse(text) as JsonObject,
  }
}
