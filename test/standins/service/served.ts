import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type OperationName, operations, type ResponseOf } from '../../../src/contract/operations.ts'
import type { ServiceOptions } from '../../../src/standins/service/options.ts'
import { type RunningService, startService } from '../../../src/standins/service/service.ts'

export const apiKey = 'a-key-for-tests'

/** Lines of a corpus file: objects are written as JSON, strings as they are. */
export type CorpusFiles = Readonly<Record<string, readonly unknown[] | Buffer>>

export interface Served extends RunningService {
  readonly folder: string
  /** Calls an operation as the contract says and parses the answer by the contract's own schema. */
  readonly call: <Name extends OperationName>(name: Name, params: object) => Promise<ResponseOf<Name>>
  /** Any request, with the key unless told otherwise. */
  readonly request: (path: string, init?: RequestInit) => Promise<Response>
}

/** Writes a corpus to a new folder; the caller removes it. */
export async function corpusFolder(files: CorpusFiles): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'dossier-service-'))
  for (const [name, content] of Object.entries(files)) {
    await writeFile(join(folder, name), Buffer.isBuffer(content) ? content : linesOf(content))
  }
  return folder
}

export async function serve(files: CorpusFiles, options: Partial<ServiceOptions> = {}): Promise<Served> {
  const folder = await corpusFolder(files)
  const service = await startService({ corpus: folder, apiKey, ...options })
  const request = (path: string, init: RequestInit = {}) =>
    fetch(`${service.url}${path}`, { ...init, headers: { 'x-api-key': apiKey, ...init.headers } })
  return {
    ...service,
    folder,
    request,
    call: async (name, params) => {
      const response = await send(request, name, params)
      if (response.status !== 200) throw new Error(`expected HTTP 200, got ${response.status}`)
      return operations[name].response.parse(await response.json()) as ResponseOf<typeof name>
    },
    close: async () => {
      await service.close()
      await rm(folder, { recursive: true })
    },
  }
}

function send(request: Served['request'], name: OperationName, params: object): Promise<Response> {
  const { method, path } = operations[name]
  if (method === 'POST') return request(path, json(params))
  const query = Object.entries(params).map(([key, value]) => [key, String(value)])
  return request(`${path}?${new URLSearchParams(Object.fromEntries(query))}`)
}

/** A POST with a JSON body; a string is sent as it is. */
export const json = (body: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: typeof body === 'string' ? body : JSON.stringify(body),
})

const linesOf = (lines: readonly unknown[]): string =>
  lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join('')
