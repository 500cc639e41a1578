import { z } from 'zod'
import { enterpriseNameKey, isRegistered } from '../../legal/names.ts'
import { effectiveLimit, type Limit, operation } from '../operation.ts'
import { documentPage, enterpriseCandidate, enterpriseDetail, envelopeB } from '../records.ts'
import { identifierOf, integerOf, isObject, type JsonObject, textOf } from '../values.ts'

const numLimit: Limit = { default: 2, minimum: 0, maximum: 50, below: 10, above: 10 }

export const companyInfo = operation({
  name: 'rh_company_info',
  title: '企业详情',
  description:
    'Looks enterprise details up by name, former name or stock short name; answers a candidate list.',
  method: 'GET',
  envelope: 'B',
  server: 'svc-company',
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
 * Whether a record is that of an enterprise, not a mere candidate, and its name may be meant by the one asked for, or its changes or
 * other names hold that one.
 */
const isMeant = (name: string, found: JsonObject): boolean => {
  if (identifierOf(found.企业ID) === null) return false
  const { 企业名称, 变更, 曾用名, 股票简称, 证券简称, 简称 } = found
  const others = JSON.stringify([变更, 曾用名, 股票简称, 证券简称, 简称])
  return mayMean(name, textOf(企业名称) ?? '') || enterpriseNameKey(others).includes(enterpriseNameKey(name))
}

/** What most names share: it does not distinguish enterprises. */
const LEGAL_FORMS = /有限责任|有限|股份|集团|公司|总公司|分公司|企业|\(|\)/g
/** Share of the characters asked for that a name must have to be like it: a slip in four is forgiven, another enterprise is not. */
const ALIKE = 0.7

/**
 * Whether a name may be meant by another. A registered name means one that differs in its legal form, brackets or order of parts at the
 * most; any other text, a short name or a keyword, one that has it or nearly all of its characters. Not whether it is the same enterprise.
 */
function mayMean(asked: string, name: string): boolean {
  const [wanted, given] = [coreOf(asked), coreOf(name)]
  return isRegistered(asked)
    ? [...wanted].sort().join('') === [...given].sort().join('')
    : isNamedAlike(asked, name)
}

/** Whether a name has another, or nearly all of its characters: branches, brackets at other places and slips count. */
function isNamedAlike(asked: string, name: string): boolean {
  const characters = [...coreOf(asked)]
  const left = [...enterpriseNameKey(name)]
  const found = characters.filter((character) => {
    const at = left.indexOf(character)
    if (at >= 0) left.splice(at, 1)
    return at >= 0
  })
  return found.length >= ALIKE * characters.length
}

/** A name without what most names share; all of it where nothing else is left. */
const coreOf = (name: string): string => {
  const key = enterpriseNameKey(name)
  return key.replace(LEGAL_FORMS, '') || key
}

/** Items a page when the service does not say otherwise; the effective size is the one reported. */
export const defaultPageSize = 30

/**
 * Times that a run reads one list at most; one that moved in the last of them is left as unstable. The sweep
 * behind it only confirms it. The pipeline plans by it and `list_scans` judges by it.
 */
export const mostSweeps = 3

/** SQL: a name as the register writes it, and so as it is asked for: with （） where it is Chinese, without white space beside them, and on one line. */
export const registerName = (name: string): string =>
  `CASE WHEN regexp_matches(${name}, '\\p{Han}')
    THEN regexp_replace(regexp_replace(regexp_replace(${name}, '\\s*[\\r\\n]\\s*', '', 'g'), '\\s*[(（]\\s*', '（', 'g'), '\\s*[)）]\\s*', '）', 'g') ELSE ${name} END`

export const litigationList = operation({
  name: 'rh_enterpriseWritList',
  title: '企业涉诉文书列表',
  description: 'Lists summaries of the litigation documents of an enterprise, page by page.',
  method: 'GET',
  envelope: 'B',
  server: 'svc-company',
  params: z
    .strictObject({
      id: z.string().optional().meta({ description: 'enterprise id' }),
      tyshxydm: z.string().optional().meta({ description: 'unified social credit code' }),
      pageNo: z.int().min(1).optional().meta({ description: 'page number', default: 1 }),
    })
    .refine(({ id, tyshxydm }) => Boolean(id || tyshxydm), { error: 'expected id or tyshxydm' }),
  defaults: { pageNo: 1 },
  limits: { pageNo: { default: 1, minimum: 1, maximum: Number.MAX_SAFE_INTEGER, below: 1, above: 1 } },
  response: envelopeB(documentPage),
  successCodes: [200],
  rejections: [],
  mostRecords: () => null,
  hasEmptyList: true,
  namesQuestion: ({ id }) => identifierOf(id) !== null,
  mismatch: (asked, { records, data }) => {
    const page = isObject(data) ? data : {}
    const [id, given] = [identifierOf(asked.id), identifierOf(page.id)]
    // A page that names no enterprise and holds nothing is how some services say that there is none.
    if (id !== null && given !== id && (given !== null || records.length > 0))
      return `asked for the list of enterprise ${id}, answered with that of ${given ?? 'an enterprise without id'}`
    const [pageNo, givenNo] = [integerOf(asked.pageNo) ?? 1, integerOf(page.pageNo)]
    if (givenNo !== null && givenNo !== pageNo)
      return `asked for page ${pageNo}, answered with page ${givenNo}`
    // How many there are in all is the service's word, and lists repeat documents: only the size of a page binds it.
    const size = integerOf(page.pageSize) || Number.POSITIVE_INFINITY
    return records.length > size
      ? `asked for page ${pageNo}, answered with ${records.length} documents in pages of ${size}`
      : null
  },
})

const topKLimit: Limit = { default: 10, minimum: 1, maximum: 50, below: 10, above: 10 }

export const enterpriseSearch = operation({
  name: 'rh_enterpriseSearch',
  title: '企业检索',
  description: 'Searches enterprise candidates by name keyword; basic identifiers only.',
  method: 'GET',
  envelope: 'B',
  server: 'svc-company',
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
