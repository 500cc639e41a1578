import { z } from 'zod'
import { isNamedAlike } from '../../legal/enterprise-names.ts'
import { envelopeB } from '../envelopes.ts'
import { effectiveLimit, type Limit } from '../limit.ts'
import { operation } from '../operation.ts'
import { enterpriseCandidate } from '../records.ts'
import { identifierOf, integerOf, textOf } from '../values.ts'

const topKLimit: Limit = { default: 10, minimum: 1, maximum: 50, below: 10, above: 10 }

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
  limits: { top_k: topKLimit },
  response: envelopeB(z.array(enterpriseCandidate)),
  successCodes: [200],
  rejections: [],
  mostRecords: ({ top_k }) => effectiveLimit(topKLimit, integerOf(top_k)),
  hasEmptyList: true,
  namesQuestion: () => true,
  mismatch: ({ name }, { records }) =>
    records.length === 0 ||
    records.some(
      ({ id, 企业名称 }) =>
        identifierOf(id) !== null && isNamedAlike(textOf(name) ?? '', textOf(企业名称) ?? ''),
    )
      ? null
      : 'asked for enterprises by a name, answered with others: none of the candidates has a name like it',
})
