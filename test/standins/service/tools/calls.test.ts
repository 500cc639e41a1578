import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { expect, test } from 'vitest'
import { type OperationName, operationNames, operations } from '../../../../src/contract/operations.ts'
import { toolServers } from '../../../../src/contract/tools.ts'
import type { ServiceOptions } from '../../../../src/standins/service/options.ts'
import { corpus, type Question, questions } from '../../../proofs/conformance/questions.ts'
import { temporaryFolder } from '../../../support/folder.ts'
import { apiKey, serve } from '../served.ts'
import { callTool, textOf, toolClient } from './tool-client.ts'

const served = (options: Partial<ServiceOptions> = {}) => serve(corpus, options)

/** Arguments that HTTP carries in another form: a text, or not at all. */
const odd: readonly Question[] = [
  { about: 'no id', operation: 'rh_case_details', params: { id: false, type: 'ptal' }, outcome: 'empty' },
  {
    ...{ about: 'no code', operation: 'rh_enterpriseWritList', outcome: 'empty' },
    params: { id: 'none', tyshxydm: null },
  },
]
const examples = [...questions, ...odd]

/** One client an entry; once it has listed the tools, it checks every result by the schema that its tool declares. */
async function clientsOf(url: string): Promise<(operation: OperationName) => Client> {
  const clients = new Map<string, Client>()
  for (const { path } of toolServers) clients.set(path, await toolClient(url, path))
  for (const client of clients.values()) await client.listTools()
  return (operation) => {
    const client = clients.get(operations[operation].tool.path)
    if (client === undefined) throw new Error(`expected an entry for ${operation}`)
    return client
  }
}

test('section 4.7: each entry lists exactly its tools, with all that a client needs to know', async () => {
  const { url } = await served({ version: '1.2.3' })
  for (const { server, path, tools } of toolServers) {
    const client = await toolClient(url, path)
    expect(client.getServerVersion()).toEqual({ name: server, version: '1.2.3' })
    const { tools: listed } = await client.listTools()
    expect(listed.map(({ name }) => name)).toEqual(tools.map(({ name }) => name))
    for (const [at, { operation }] of tools.entries()) {
      const { title, description, params } = operations[operation]
      expect(listed[at]).toMatchObject({
        title,
        description,
        annotations: { readOnlyHint: true, idempotentHint: true, destructiveHint: false },
        inputSchema: { type: 'object', additionalProperties: false },
        outputSchema: { type: 'object' },
      })
      expect(Object.keys(listed[at]?.inputSchema.properties ?? {})).toEqual(Object.keys(params.shape))
    }
  }
})

test('a tool says what HTTP says: the same body as text and as a value, failures marked; so does the access log', async () => {
  const accessLog = join(await temporaryFolder(), 'access.ndjson')
  const service = await served({ accessLog })
  const clientOf = await clientsOf(service.url)
  for (const { about, operation, params, outcome } of examples) {
    const http = await (await service.ask(operation, params)).text()
    const result = await callTool(clientOf(operation), operation, params)
    expect([about, textOf(result)]).toEqual([about, http])
    expect([about, result.structuredContent]).toEqual([about, JSON.parse(http)])
    expect([about, result.isError]).toEqual([about, outcome === 'rejected' || outcome === 'failed'])
  }
  const calls = (await readFile(accessLog, 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
    .filter(({ operation }) => operation !== null)
    .map(({ operation, params, http_status, code, error }) => [operation, params, http_status, code, error])
  const by = (way: number) => calls.filter((_, at) => at % 2 === way)
  expect(calls).toHaveLength(2 * examples.length)
  expect(by(1)).toEqual(by(0))
  const asked = (name: OperationName) => examples.filter(({ operation }) => operation === name).length
  expect(service.counts.byOperation).toEqual(
    Object.fromEntries(operationNames.map((name) => [name, 2 * asked(name)])),
  )
})

test('many calls at once are each answered with their own', async () => {
  const { url } = await served()
  const client = await toolClient(url, operations.rh_company_info.tool.path)
  const found = Array.from({ length: 60 }, (__, at) => at % 2 === 0)
  const results = await Promise.all(
    found.map((isThere) => callTool(client, 'rh_company_info', { name: isThere ? '甲公司' : '无此公司' })),
  )
  expect(results.map((result) => JSON.parse(textOf(result)).status === 'success')).toEqual(found)
})

test('the key may come as a bearer token', async () => {
  const { url } = await served()
  const client = await toolClient(url, '/mcp/law/stream', { authorization: `Bearer ${apiKey}` })
  expect(JSON.parse(textOf(await callTool(client, 'rh_ft_search', { keyword: '条' }))).code).toBe(200)
})

test('calls share the permits of the plain operations, other messages need none', async () => {
  const service = await served({ perSecond: 2 })
  const client = await toolClient(service.url, '/mcp/law/stream')
  for (let more = 0; more < 5; more += 1) await client.ping()
  await callTool(client, 'rh_ft_search', { keyword: '条' })
  expect((await service.ask('rh_company_info', { name: '甲公司' })).status).toBe(200)
  await expect(callTool(client, 'rh_ft_search', { keyword: '条' })).rejects.toMatchObject({ code: 429 })
  expect((await service.ask('rh_company_info', { name: '甲公司' })).status).toBe(429)
})
test('an unknown tool, and one of another entry, are errors of the protocol that name those that there are', async () => {
  const { url } = await served()
  const client = await toolClient(url, '/mcp/law/stream')
  for (const name of ['svc_rh_company_info', 'rh_ft_search', '__proto__'])
    await expect(client.callTool({ name, arguments: {} })).rejects.toThrow(
      'unknown tool; expected one of svc_rh_ft_search',
    )
})
