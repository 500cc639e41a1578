import { z } from 'zod'
import { envelopeB } from '../envelopes.ts'
import { operation } from '../operation.ts'
import { enterpriseCandidate } from '../records.ts'

export const enterpriseSearch = operation({
  name: 'rh_enterpriseSearch',
  section: '4.5',
  title: '企业检索',
  description: 'Searches enterprise candidates by name keyword; basic identifiers only.',
  method: 'GET',
  path: '/open/rh_enterpriseSearch',
  envelope: 'B',
  tool: { server: 'svc-company', path: '/mcp/company/stream', name: 'svc_rh_enterpriseSearch' },
  params: z.strictObject({
    name: z.string().min(1).meta({ description: 'enterprise name keyword' }),
    top_k: z.int().min(1).max(50).optional().meta({ description: 'number of candidates', default: 10 }),
  }),
  defaults: { top_k: 10 },
  limits: { top_k: { default: 10, minimum: 1, maximum: 50, below: 10, above: 10 } },
  response: envelopeB(z.array(enterpriseCandidate)),
  successCodes: [200],
  rejections: [],
})
