import { z } from 'zod'
import { enterpriseNameKey, mayMean } from '../../legal/enterprise-names.ts'
import { envelopeB } from '../envelopes.ts'
import { effectiveLimit, type Limit } from '../limit.ts'
import { operation } from '../operation.ts'
import { enterpriseDetail } from '../records.ts'
import { identifierOf, integerOf, type JsonObject, textOf } from '../values.ts'

const numLimit: Limit = { default: 2, minimum: 0, maximum: 50, below: 10, above: 10 }

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
  limits: { num: numLimit },
  // A list by contract; { total, lst } in the wild.
  response: envelopeB(
    z.union([z.array(enterpriseDetail), z.looseObject({ lst: z.array(enterpriseDetail) })]),
  ),
  successCodes: [200, 201],
  rejections: [],
  mostRecords: ({ num }) => effectiveLimit(numLimit, integerOf(num)),
  hasEmptyList: true,
  namesQuestion: () => true,
  mismatch: ({ name }, { records }) =>
    records.length === 0 || records.some((found) => isMeant(textOf(name) ?? '', found))
      ? null
      : `asked for an enterprise by a name, answered with ${records.map((found) => identifierOf(found.企业ID) ?? 'one without id').join(', ')}, ` +
        'and nothing in the answer relates them; if it is the one that is meant, name it by its id',
})

/**
 * Whether a record is one of contract 2.9, not a mere candidate of 2.7, and its name may be meant by the one asked for, or its changes or
 * other names hold that one.
 */
const isMeant = (name: string, found: JsonObject): boolean => {
  if (identifierOf(found.企业ID) === null) return false
  const { 企业名称, 变更, 曾用名, 股票简称, 证券简称, 简称 } = found
  const others = JSON.stringify([变更, 曾用名, 股票简称, 证券简称, 简称])
  return mayMean(name, textOf(企业名称) ?? '') || enterpriseNameKey(others).includes(enterpriseNameKey(name))
}
