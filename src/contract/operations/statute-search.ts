import { z } from 'zod'
import { effectLevels, statuteRegions, validities } from '../enumerations.ts'
import { envelopeB } from '../envelopes.ts'
import { operation } from '../operation.ts'
import { statuteArticle } from '../records.ts'
import { anyOfSpaced, date } from './parameters.ts'

export const statuteSearch = operation({
  name: 'rh_ft_search',
  section: '4.3',
  title: '法条关键词检索',
  description: 'Searches statute articles by keyword; answers articles, not whole regulations.',
  method: 'POST',
  path: '/open/rh_ft_search',
  envelope: 'B',
  tool: { server: 'svc-law', path: '/mcp/law/stream', name: 'svc_rh_ft_search' },
  params: z.strictObject({
    keyword: z
      .string()
      .regex(/\S/u)
      .meta({ description: 'keywords, split on spaces and joined with search_mode' }),
    search_mode: z
      .enum(['AND', 'OR'])
      .optional()
      .meta({ description: 'how keywords combine', default: 'AND' }),
    fgmc: z.string().optional().meta({ description: 'parts that the regulation name must all match' }),
    xljb_1: anyOfSpaced(effectLevels, 'effect level'),
    sxx: anyOfSpaced(validities, 'validity'),
    dy: anyOfSpaced(statuteRegions, 'region'),
    fbrq_start: date('publication date from, inclusive'),
    fbrq_end: date('publication date to, inclusive'),
    ssrq_start: date('implementation date from, inclusive'),
    ssrq_end: date('implementation date to, inclusive'),
    top_k: z.int().min(1).max(50).optional().meta({ description: 'maximum number of items', default: 10 }),
  }),
  defaults: { search_mode: 'AND', top_k: 10 },
  limits: { top_k: { default: 10, minimum: 1, maximum: 50, below: 10, above: 50 } },
  response: envelopeB(z.array(statuteArticle)),
  successCodes: [200, 201],
  rejections: [
    { code: 501, message: /.*/ },
    { code: null, message: /请求参数不能为空/ },
  ],
})
