import { z } from 'zod'
import { apiKeyHeader, type Operation } from '../../contract/operation.ts'
import { operationNames, operations } from '../../contract/operations.ts'
import {
  authoritativeCase,
  caseHit,
  documentPage,
  enterpriseCandidate,
  enterpriseDetail,
  listedDocument,
  ordinaryCase,
  statuteArticle,
} from '../../contract/records.ts'

/** Where the description is served. */
export const openApiPath = '/openapi.json'

/** Records that answers refer to by name (contract section 2). */
const records = {
  CaseHit: caseHit,
  OrdinaryCase: ordinaryCase,
  AuthoritativeCase: authoritativeCase,
  StatuteArticle: statuteArticle,
  EnterpriseCandidate: enterpriseCandidate,
  ListedDocument: listedDocument,
  DocumentPage: documentPage,
  EnterpriseDetail: enterpriseDetail,
}

type Json = Readonly<Record<string, unknown>>

type Refused = readonly [status: number, methods: string, description: string]

/** What any operation may be refused with; the body is a failure in its own envelope. */
const refusals: readonly Refused[] = [
  [400, 'GET POST', 'the address or the body cannot be read'],
  [401, 'GET POST', 'the key is missing or wrong'],
  [403, 'GET POST', 'Host or Origin is not one of this service'],
  [405, 'GET POST', 'the path takes another method, which Allow names'],
  [413, 'POST', 'the body is beyond 1 MiB'],
  [415, 'POST', 'the body is not application/json'],
  [429, 'GET POST', 'too many requests in a second'],
  [503, 'GET POST', 'too many requests at one time, or none of them in time'],
]
const waits: ReadonlySet<number> = new Set([429, 503])

/** The six operations as OpenAPI 3.1, generated from the contract's own schemas*/
export const openApi = (version: string): Json => ({
  openapi: '3.1.1',
  info: {
    title: 'Legal research data service',
    version,
    description:
      'Six read-only operations, as the service contract has them. The same ones are tools at /mcp/case/stream, ' +
      '/mcp/law/stream and /mcp/company/stream.',
  },
  servers: [{ url: '/' }],
  security: [{ apiKey: [] }],
  tags: [...new Set(operationNames.map((name) => operations[name].tool.server))].map((name) => ({ name })),
  paths: Object.fromEntries(
    operationNames.map((name) => {
      const op: Operation = operations[name]
      return [op.path, { [op.method.toLowerCase()]: described(op) }]
    }),
  ),
  components: {
    schemas: componentSchemas(),
    securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: apiKeyHeader } },
  },
})

const described = (op: Operation): Json => ({
  operationId: op.name,
  summary: op.title,
  description: `${op.description} Contract ${op.section}; the tool ${op.tool.name}.`,
  tags: [op.tool.server],
  ...(op.method === 'GET' ? { parameters: queryOf(op) } : { requestBody: bodyOf(op) }),
  responses: {
    200: {
      description:
        'The answer; its own code tells whether it is a success. Missing and bad parameters are answered here, too, ' +
        'as a failure in the same envelope: they have no status of their own.',
      content: jsonOf(answerName(op)),
    },
    ...Object.fromEntries(
      refusals
        .filter(([, methods]) => methods.includes(op.method))
        .map(([status, , description]) => [
          status,
          {
            description,
            ...(waits.has(status) ? { headers: { 'Retry-After': retryAfter } } : {}),
            content: jsonOf(answerName(op)),
          },
        ]),
    ),
  },
})

const retryAfter: Json = {
  description: 'seconds after which to ask again',
  schema: { type: 'integer', minimum: 1 },
}

function queryOf(op: Operation): Json[] {
  const { properties = {}, required = [] } = z.toJSONSchema(op.params, { io: 'input' })
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...schema } = property as Json
    return { name, in: 'query', required: required.includes(name), description, schema }
  })
}

const bodyOf = (op: Operation): Json => ({ required: true, content: jsonOf(requestName(op)) })

const jsonOf = (schema: string): Json => ({ 'application/json': { schema: { $ref: referenceOf(schema) } } })

const answerName = ({ name }: Operation): string => `${name}_answer`
const requestName = ({ name }: Operation): string => `${name}_request`
const referenceOf = (name: string): string => `#/components/schemas/${name}`

/** As they travel: before zod would turn a code written in digits into a number. */
function componentSchemas(): Json {
  const registry = z.registry<{ id: string }>()
  for (const [id, schema] of Object.entries(records)) registry.add(schema, { id })
  for (const op of Object.values<Operation>(operations)) {
    registry.add(op.response, { id: answerName(op) })
    if (op.method === 'POST') registry.add(op.params, { id: requestName(op) })
  }
  const { schemas } = z.toJSONSchema(registry, { io: 'input', uri: referenceOf })
  return Object.fromEntries(
    Object.entries(schemas).map(([name, { $id, $schema, ...schema }]) => [name, schema]),
  )
}
