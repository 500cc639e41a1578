import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { operationNames, operations } from '../../../src/contract/operations.ts'
import { toolServers } from '../../../src/contract/tools.ts'
import { answersOf } from '../../../src/standins/service/answers.ts'
import { corpusLibrary, loadCorpus } from '../../../src/standins/service/corpus/corpus.ts'
import { httpServer } from '../../../src/standins/service/http.ts'
import { servingOptions } from '../../../src/standins/service/options.ts'
import { counting } from '../../../src/standins/service/traffic.ts'
import { whenAllOver } from '../../support/folder.ts'
import { exampleCorpus, examples } from './examples.ts'
import { apiKey, json, type Served, serve } from './served.ts'

let service: Served
let document: OpenApiDocument
let described: readonly {
  readonly method: 'get' | 'post'
  readonly path: string
  readonly op: DescribedOperation
}[]

const whenOver = whenAllOver()
beforeAll(async () => {
  service = await serve(exampleCorpus, { version: '1.2.3', perSecond: 1000 }, whenOver)
  const response = await service.request('/openapi.json')
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    'application/json; charset=utf-8',
  ])
  document = openApiDocument.parse(await response.json())
  described = Object.entries(document.paths).flatMap(([path, item]) =>
    (['get', 'post'] as const).flatMap((method) => {
      const op = item[method]
      return op === undefined ? [] : [{ method, path, op }]
    }),
  )
})

/** Checks values by a schema of the document, its references included. */
function validator(schema: object): (value: unknown) => string | undefined {
  const whole: object = { ...schema, components: document.components }
  const validate = new AjvJsonSchemaValidator().getValidator(whole)
  return (value) => validate(value).errorMessage
}

const responseSchema = (op: DescribedOperation, status: number) => {
  const schema = op.responses[status]?.content['application/json']?.schema
  if (schema === undefined) throw new Error(`expected ${op.operationId} to describe ${status}`)
  return schema
}

const operationNamed = (name: string) => {
  const found = described.find(({ op }) => op.operationId === name)
  if (found === undefined) throw new Error(`expected ${name} to be described`)
  return found
}

describe('/openapi.json', () => {
  test('is OpenAPI 3.1 by structure, says its version, and every reference leads somewhere', () => {
    expect(document.info.version).toBe('1.2.3')
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, to = '']) => to)
    const known = Object.keys(document.components.schemas).map((name) => `#/components/schemas/${name}`)
    expect(references.length).toBeGreaterThan(50)
    expect(references.filter((to) => !known.includes(to))).toEqual([])
    expect(known.filter((to) => !references.includes(to))).toEqual([])
    expect(document.security.flatMap(Object.keys)).toEqual(Object.keys(document.components.securitySchemes))
    for (const { op } of described)
      expect(document.tags.map(({ name }) => name)).toEqual(expect.arrayContaining(op.tags))
  })

  test('describes every operation that is served, and none that is not', async () => {
    const answers = answersOf(corpusLibrary(await loadCorpus(service.folder), 30))
    const app = httpServer(answers, servingOptions.parse({ apiKey }), {
      counting: counting(),
      onAnswer: () => undefined,
      now: () => 0,
    })
    const routes = [...app.printRoutes({ commonPrefix: false }).matchAll(/(\/\S+) \(([A-Z, ]+)\)/g)]
      .flatMap(([, path = '', methods = '']) => methods.split(', ').map((method) => `${method} ${path}`))
      .sort()
    const operationRoutes = described.map(({ method, path }) => `${method.toUpperCase()} ${path}`)
    const entries = toolServers.flatMap(({ path }) =>
      ['GET', 'POST', 'DELETE'].map((name) => `${name} ${path}`),
    )
    expect(routes).toEqual([...operationRoutes, ...entries, 'GET /openapi.json'].sort())
    expect(described.map(({ op }) => op.operationId)).toEqual(operationNames)
    await app.close()
  })

  test('names the parameters of the contract, and which of them are required', () => {
    for (const name of operationNames) {
      const { op } = operationNamed(name)
      const { params, method } = operations[name]
      const names = Object.keys(params.shape)
      const required = Object.entries(params.shape)
        .filter(([, schema]) => !schema.safeParse(undefined).success)
        .map(([key]) => key)
      if (method === 'GET') {
        expect(op.parameters?.map((one) => one.name)).toEqual(names)
        expect(op.parameters?.filter((one) => one.required).map((one) => one.name)).toEqual(required)
      } else {
        const body = document.components.schemas[`${name}_request`]
        expect(Object.keys(body?.properties as object)).toEqual(names)
        expect(body?.required).toEqual(required)
      }
    }
  })

  test.each(examples)('the answer to $name ($operation) is as described', async ({ operation, params }) => {
    const { method, path, op } = operationNamed(operation)
    expect([method.toUpperCase(), path]).toEqual([operations[operation].method, operations[operation].path])
    const response = await service.ask(operation, params)
    expect(response.status).toBe(200)
    expect(validator(responseSchema(op, 200))(await response.json())).toBeUndefined()
  })

  test('each operation answers with the statuses and the bodies that are described', async () => {
    const [slow, busy] = [
      await serve(exampleCorpus, { perSecond: 1 }),
      await serve(exampleCorpus, { maxInFlight: 1, latencyMs: 500 }),
    ]
    for (const { method, path, op } of described) {
      const init = method === 'post' ? json({}) : {}
      const post = (body: string, headers = {}) => service.request(path, { method: 'POST', body, headers })
      const twice = ({ request }: Served) => Promise.all([request(path, init), request(path, init)])
      const answered = [
        await service.request(path, init),
        await service.request(`${path}%ff`, init),
        await fetch(service.url + path, init),
        await service.request(path, { ...init, headers: { ...init.headers, origin: 'http://evil.example' } }),
        await service.request(path, { method: 'DELETE' }),
        ...(method === 'post' ? [await post('x'), await service.request(path, json('{'))] : []),
        ...(method === 'post' ? [await post('x'.repeat(1 << 21), json({}).headers)] : []),
        ...(await twice(slow)),
        ...(await twice(busy)),
      ]
      expect([...new Set(answered.map(({ status }) => `${status}`))].sort()).toEqual(
        Object.keys(op.responses).sort(),
      )
      expect(answered.find(({ status }) => status === 405)?.headers.get('allow')).toContain(
        method.toUpperCase(),
      )
      // To an address that cannot be decoded belongs no operation, and no envelope.
      for (const response of answered.filter(({ url }) => !url.includes('%ff')))
        expect(validator(responseSchema(op, response.status))(await response.json())).toBeUndefined()
    }
  })

  test('the check can fail: another answer is not as described', () => {
    const check = validator(responseSchema(operationNamed('rh_enterpriseWritList').op, 200))
    const page = { id: 'e1', total: 1, pageNo: 1, pageSize: 30, hasMore: false, list: [{ 文书id: 'd1' }] }
    const answer = (data: unknown) => ({ status: 'success', code: 200, message: '请求成功', data })
    expect(check(answer(page))).toBeUndefined()
    expect(check(answer({ ...page, list: [{ 文书id: 1 }] }))).toContain('must be string')
    expect(check(answer({ ...page, total: undefined }))).toContain("required property 'total'")
    expect(check({ ...answer(page), status: 'ok' })).toContain('must be equal to one of')
  })
})

/*
 * The parts of OpenAPI 3.1 that the description uses, strict: a member that the specification does not have is found, and so is one
 * that it has and nobody has looked at here. Schemas are those of JSON Schema 2020-12, which their users' own validators read.
 */

const schema = z.record(z.string(), z.unknown())
const content = z.record(z.string().includes('/'), z.strictObject({ schema }))
const header = z.strictObject({ description: z.string(), schema })
const response = z.strictObject({
  description: z.string().min(1),
  headers: z.record(z.string(), header).optional(),
  content,
})

const parameter = z.strictObject({
  name: z.string().min(1),
  in: z.enum(['query', 'header', 'path', 'cookie']),
  required: z.boolean(),
  description: z.string().min(1),
  schema,
})

const operation = z.strictObject({
  operationId: z.string().min(1),
  summary: z.string().min(1),
  description: z.string().min(1),
  tags: z.array(z.string()),
  parameters: z.array(parameter).optional(),
  requestBody: z.strictObject({ required: z.boolean(), content }).optional(),
  responses: z.record(z.string().regex(/^[1-5]\d\d$/), response),
})

const openApiDocument = z.strictObject({
  openapi: z.string().regex(/^3\.1\.\d+$/),
  info: z.strictObject({ title: z.string(), version: z.string(), description: z.string() }),
  servers: z.array(z.strictObject({ url: z.string() })),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  tags: z.array(z.strictObject({ name: z.string() })),
  paths: z.record(
    z.string().startsWith('/'),
    z.strictObject({ get: operation.optional(), post: operation.optional() }),
  ),
  components: z.strictObject({
    schemas: z.record(z.string().regex(/^[\w.-]+$/), schema),
    securitySchemes: z.record(
      z.string().regex(/^[\w.-]+$/),
      z.strictObject({ type: z.literal('apiKey'), in: z.literal('header'), name: z.string() }),
    ),
  }),
})

type OpenApiDocument = z.infer<typeof openApiDocument>
type DescribedOperation = z.infer<typeof operation>
