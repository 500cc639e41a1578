import { z } from 'zod'
import { envelopeB } from '../envelopes.ts'
import { operation } from '../operation.ts'
import { enterpriseDetail } from '../records.ts'

export const companyInfo = operation({
  name: 'rh_company_info',
  section: '4.6',
  title: '企业详情',
  description:
    'Looks enterprise details up by name, former name or stock short name; answers a candidate list.',
  method: 'GET',
  path: '/open/rh_company_info',
  envelope: 'B',
  tool: { server: 'svc-company', path: '/mcp/company/stream', name: 'svc_rh_company_info' },
  params: z.strictObject({
    name: z.string().min(1).meta({ description: 'enterprise name, former name or stock short name' }),
    num: z.int().min(0).max(50).optional().meta({ description: 'upper bound of retrieved hits', default: 2 }),
  }),
  defaults: { num: 2 },
  limits: { num: { default: 2, minimum: 0, maximum: 50, below: 10, above: 10 } },
  // A list by contract; { total, lst } in the wild.
  response: envelopeB(
    z.union([z.array(enterpriseDetail), z.looseObject({ lst: z.array(enterpriseDetail) })]),
  ),
  successCodes: [200, 201],
  rejections: [],
})
