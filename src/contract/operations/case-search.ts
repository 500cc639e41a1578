import { z } from 'zod'
import { caseCategories, caseProvinces, courtLevels, documentKinds } from '../enumerations.ts'
import { envelopeA } from '../envelopes.ts'
import { operation } from '../operation.ts'
import { caseHit } from '../records.ts'
import { date } from './parameters.ts'

/** Filter conditions of the case search (4.1): omitted is no restriction, several values combine by OR. */
export const caseFilter = z.strictObject({
  wenshu_type: z.enum(caseCategories).optional().meta({ description: 'case category' }),
  ay: z.array(z.string()).optional().meta({ description: 'full cause-of-action names' }),
  wszl: z
    .array(z.enum(Object.keys(documentKinds) as [keyof typeof documentKinds]))
    .optional()
    .meta({ description: 'document kind codes of section 2.3' }),
  ja_start: date('closing date from; cases dated after this date'),
  ja_end: date('closing date to; cases dated before this date'),
  dianxing: z.boolean().optional().meta({ description: 'true = authoritative library only', default: false }),
  fayuan: z.array(z.string()).optional().meta({ description: 'full court names' }),
  cj: z.enum(courtLevels).optional().meta({ description: 'court level' }),
  xzqh_p: z.enum(caseProvinces).optional().meta({ description: 'province' }),
  xzqh_c: z.string().optional().meta({ description: 'prefecture-level city name ending in the city suffix' }),
})

export const caseSearch = operation({
  name: 'case_vector_search',
  section: '4.1',
  title: '案例语义检索',
  description: 'Searches the case library by semantic similarity to a natural-language query.',
  method: 'POST',
  path: '/open/case_vector_search',
  envelope: 'A',
  tool: { server: 'svc-case', path: '/mcp/case/stream', name: 'svc_case_vector_search' },
  params: z.strictObject({
    query: z.string().min(1).meta({ description: 'text to search' }),
    rewrite_flag: z
      .boolean()
      .optional()
      .meta({ description: 'whether the query is rewritten', default: true }),
    wenshu_filter: caseFilter.optional().meta({ description: 'filter conditions' }),
    return_num: z.int().min(1).optional().meta({ description: 'number of cases to return', default: 45 }),
  }),
  defaults: { rewrite_flag: true, return_num: 45 },
  limits: {
    return_num: { default: 45, minimum: 1, maximum: Number.MAX_SAFE_INTEGER, below: 45, above: 45 },
  },
  response: envelopeA(caseHit),
  successCodes: [200, 201],
  rejections: [],
})
