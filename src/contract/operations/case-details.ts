import { z } from 'zod'
import { isSameCase } from '../../legal/case-numbers.ts'
import { caseLibraries, libraryNames } from '../enumerations.ts'
import { envelopeB } from '../envelopes.ts'
import { operation } from '../operation.ts'
import { authoritativeCase, ordinaryCase } from '../records.ts'
import { identifierOf, type JsonObject } from '../values.ts'

/** The most records one lookup answers (4.2 rule 3, section 8). */
export const maximumCaseRecords = 10

const record = z.union([ordinaryCase, authoritativeCase])

export const caseDetails = operation({
  name: 'rh_case_details',
  section: '4.2',
  title: '案例详情',
  description: 'Looks up one case by identifier or case number, among ordinary or authoritative cases.',
  method: 'GET',
  path: '/open/rh_case_details',
  envelope: 'B',
  tool: { server: 'svc-case', path: '/mcp/case/stream', name: 'svc_rh_case_details' },
  params: z
    .strictObject({
      id: z.string().optional().meta({ description: 'case identifier' }),
      ah: z.string().optional().meta({ description: 'case number; used when id is not given' }),
      type: z.enum(caseLibraries).meta({ description: 'ptal = ordinary case, qwal = authoritative case' }),
    })
    .refine(({ id, ah }) => Boolean(id || ah), { error: 'expected id or ah' }),
  defaults: {},
  limits: {},
  // A list by contract; one object, or { lst: [...] }, in the wild.
  response: envelopeB(z.union([z.array(record), z.looseObject({ lst: z.array(record) }), record])),
  successCodes: [200, 201],
  rejections: [
    { code: 500, message: /参数异常/ },
    { code: 500, message: /不支持的type/ },
  ],
  mostRecords: () => maximumCaseRecords,
  hasEmptyList: false,
  namesQuestion: () => true,
  mismatch: (asked, { records }) =>
    records.map((found) => contradiction(asked, found)).find((why) => why !== null) ?? null,
})

/** How a record contradicts what was asked: another id, another case number, the other library. */
function contradiction(asked: JsonObject, found: JsonObject): string | null {
  const other = caseLibraries.find(
    (library) => asked.type !== undefined && library !== asked.type && found.type === libraryNames[library],
  )
  if (other !== undefined) return `asked for a case of library ${asked.type}, answered with one of ${other}`
  const id = identifierOf(asked.id)
  if (id !== null)
    return identifierOf(found.id) === id
      ? null
      : `asked for case ${id}, answered with ${identifierOf(found.id) ?? 'a record without id'}`
  const number = identifierOf(asked.ah)
  const given = identifierOf(found.ah)
  return number === null || (given !== null && isSameCase(number, given))
    ? null
    : `asked for case number ${number}, answered with ${given ?? 'a record without one'}`
}
