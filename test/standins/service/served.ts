import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, onTestFinished } from 'vitest'
import { type OperationName, operations, type ResponseOf } from '../../../src/contract/operations.ts'
import type { ServiceOptions } from '../../../src/standins/service/options.ts'
import { startCounted } from '../../support/counted-service.ts'
import { temporaryFolder, type Whenever, whenAllOver } from '../../support/folder.ts'

export const apiKey = 'a-key-for-tests'

/** Lines of a corpus file: objects are written as JSON, strings as they are. */
export type CorpusFiles = Readonly<Record<string, readonly unknown[] | Buffer>>

export interface Served extends Awaited<ReturnType<typeof startCounted>> {
  readonly folder: string
  /** Calls an operation as the contract says and parses the answer by the contract's own schema. */
  readonly call: <Name extends OperationName>(name: Name, params: object) => Promise<ResponseOf<Name>>
  /** Asks an operation over HTTP, whatever it answers. */
  readonly ask: (name: OperationName, params: object) => Promise<Response>
  /** Any request, with the key unless told otherwise. */
  readonly request: (path: string, init?: RequestInit) => Promise<Response>
}

/** Writes a corpus to a folder that goes when the test is over. */
export async function corpusFolder(files: CorpusFiles, whenOver: Whenever = onTestFinished): Promise<string> {
  const folder = await temporaryFolder(whenOver)
  for (const [name, content] of Object.entries(files)) {
    await writeFile(join(folder, name), Buffer.isBuffer(content) ? content : linesOf(content))
  }
  return folder
}

/** Serves a corpus until the test is over. */
export async function serve(
  files: CorpusFiles,
  options: Partial<ServiceOptions> = {},
  whenOver: Whenever = onTestFinished,
): Promise<Served> {
  const folder = await corpusFolder(files, whenOver)
  const service = await startCounted({ corpus: folder, apiKey, ...options })
  whenOver(() => service.close())
  const request = (path: string, init: RequestInit = {}) =>
    fetch(`${service.url}${path}`, { ...init, headers: { 'x-api-key': apiKey, ...init.headers } })
  const ask = (name: OperationName, params: object) => request(...asking(name, params))
  return {
    ...service,
    folder,
    request,
    ask,
    call: async (name, params) => {
      const response = await ask(name, params)
      if (response.status !== 200) throw new Error(`expected HTTP 200, got ${response.status}`)
      return operations[name].response.parse(await response.json()) as ResponseOf<typeof name>
    },
  }
}

/** Serves a corpus to all tests of a file: called there, and what it returns in the tests. */
export function servedToAll(files: CorpusFiles): () => Served {
  let service: Served | undefined
  const whenOver = whenAllOver()
  beforeAll(async () => {
    service = await serve(files, {}, whenOver)
  })
  return () => service ?? expect.unreachable('expected a running service')
}

/** The path and the rest of a request that asks an operation. */
export function asking(name: OperationName, params: object): [path: string, init: RequestInit] {
  const { method, path } = operations[name]
  if (method === 'POST') return [path, json(params)]
  const given = Object.entries(params).filter(([, value]) => value !== null)
  const query = given.map(([key, value]): [string, string] => [key, String(value)])
  return [`${path}?${new URLSearchParams(query)}`, {}]
}

/** Envelope B of an answer that holds something, and of a failure. */
export const succeeded = (data: unknown) => ({ status: 'success', code: 200, message: '请求成功', data })
export const failed = (code: number, message: string) => ({ status: 'failed', code, message, data: null })

/** A POST with a JSON body; a string is sent as it is. */
export const json = (body: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: typeof body === 'string' ? body : JSON.stringify(body),
})

const linesOf = (lines: readonly unknown[]): string =>
  lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join('')
