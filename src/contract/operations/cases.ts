import { z } from 'zod'
import { parseCaseNumber } from '../../legal/case-numbers.ts'
import {
  caseCategories,
  caseLibraries,
  caseProvinces,
  courtLevels,
  documentKinds,
  libraryNames,
} from '../enumerations.ts'
import { date, effectiveLimit, type Limit, operation } from '../operation.ts'
import { authoritativeCase, caseHit, envelopeA, envelopeB, ordinaryCase } from '../records.ts'
import { identifierOf, integerOf, isObject, type JsonObject, textOf, textsOf } from '../values.ts'

/** Filter conditions of the case search: omitted is no restriction, several values combine by OR. */
export const caseFilter = z.strictObject({
  wenshu_type: z.enum(caseCategories).optional().meta({ description: 'case category' }),
  ay: z.array(z.string()).optional().meta({ description: 'full cause-of-action names' }),
  wszl: z
    .array(z.enum(Object.keys(documentKinds) as [keyof typeof documentKinds]))
    .optional()
    .meta({ description: 'document kinds by code' }),
  ja_start: date('closing date from; cases dated after this date'),
  ja_end: date('closing date to; cases dated before this date'),
  dianxing: z.boolean().optional().meta({ description: 'true = authoritative library only', default: false }),
  fayuan: z.array(z.string()).optional().meta({ description: 'full court names' }),
  cj: z.enum(courtLevels).optional().meta({ description: 'court level' }),
  xzqh_p: z.enum(caseProvinces).optional().meta({ description: 'province' }),
  xzqh_c: z.string().optional().meta({ description: 'prefecture-level city name ending in the city suffix' }),
})

const returnNumLimit: Limit = {
  default: 45,
  minimum: 1,
  maximum: Number.MAX_SAFE_INTEGER,
  below: 45,
  above: 45,
}

export const caseSearch = operation({
  name: 'case_vector_search',
  title: '案例语义检索',
  description: 'Searches the case library by semantic similarity to a natural-language query.',
  method: 'POST',
  envelope: 'A',
  server: 'svc-case',
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
  limits: { return_num: returnNumLimit },
  response: envelopeA(caseHit),
  successCodes: [200, 201],
  rejections: [],
  mostRecords: ({ return_num }) => effectiveLimit(returnNumLimit, integerOf(return_num)),
  hasEmptyList: true,
  namesQuestion: () => false,
  // What a question means cannot be checked; its conditions can, where a hit says how it stands to them.
  mismatch: ({ wenshu_filter: filter }, { records }) => {
    if (!records.every(({ scid }) => textOf(scid) !== null))
      return 'asked for cases, answered with records of another kind'
    const conditions = isObject(filter) ? filter : {}
    const broken = (Object.keys(conditions) as (keyof typeof meets)[]).find(
      (name) => !records.every((hit) => meets[name]?.(conditions[name], hit) ?? true),
    )
    return broken === undefined ? null : `asked for cases by ${broken}, answered with others`
  },
})

/** Whether a hit meets a condition; undefined when it does not say. Causes and courts have too many spellings to be sure. */
const meets: Readonly<Record<string, (wanted: unknown, hit: JsonObject) => boolean | undefined>> = {
  wenshu_type: (wanted, { ajlb }) => isAmong([wanted], ajlb),
  wszl: (wanted, { wszl }) =>
    isAmong(
      textsOf(wanted).map((code) => documentKinds[code as keyof typeof documentKinds]),
      wszl,
    ),
  xzqh_p: (wanted, { xzqh_p }) => isAmong([wanted], textOf(xzqh_p)?.replace(/[省市]$/u, '')),
  ja_start: (wanted, { jaDate }) => isOrdered(wanted, jaDate),
  ja_end: (wanted, { jaDate }) => isOrdered(jaDate, wanted),
}

const isAmong = (wanted: readonly unknown[], given: unknown): boolean | undefined =>
  textOf(given) === null ? undefined : wanted.includes(given)

/** Whether two days, yyyy-MM-dd or yyyyMMdd, stand in this order or are one; undefined when one is none. */
function isOrdered(first: unknown, second: unknown): boolean | undefined {
  const [earlier, later] = [first, second].map((day) => textOf(day)?.replaceAll('-', '') ?? '')
  if (![earlier, later].every((day) => /^\d{8}$/.test(day ?? ''))) return undefined
  return (earlier ?? '') <= (later ?? '')
}

/** The most records one lookup answers (docs/contract.md, Limits). */
export const maximumCaseRecords = 10

const record = z.union([ordinaryCase, authoritativeCase])

export const caseDetails = operation({
  name: 'rh_case_details',
  title: '案例详情',
  description: 'Looks up one case by identifier or case number, among ordinary or authoritative cases.',
  method: 'GET',
  envelope: 'B',
  server: 'svc-case',
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
    (library) => library !== asked.type && found.type === libraryNames[library],
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

/** Whether two texts name one case: the same numbering and letters, and a serial in common; further rulings (之N) are of the same case. */
function isSameCase(one: string, other: string): boolean {
  const [first, second] = [parseCaseNumber(one), parseCaseNumber(other)]
  if (first.status !== 'parsed' || second.status !== 'parsed') return first.canonical === second.canonical
  const isAlike = (['form', 'year', 'courtCode', 'typeCode'] as const).every(
    (part) => first[part] === second[part],
  )
  return isAlike && first.serials.some((serial) => second.serials.includes(serial))
}
