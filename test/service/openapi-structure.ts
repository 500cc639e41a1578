import { z } from 'zod'

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

export const openApiDocument = z.strictObject({
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

export type OpenApiDocument = z.infer<typeof openApiDocument>
export type DescribedOperation = z.infer<typeof operation>
