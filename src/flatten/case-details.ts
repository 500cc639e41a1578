import type { JsonObject } from '../contract/answer.ts'
import { articleLabel, type Citation, citationKey, findCitations } from '../legal/citations.ts'
import { courtLevelOfName } from '../legal/courts.ts'
import type { Rows, TableRow } from '../tables/index.ts'
import {
  amountRows,
  type CaseKey,
  type CaseReading,
  caseNumberColumns,
  partyRows,
  readCase,
  referenceRows,
} from './case-reading.ts'
import type { FlattenInput } from './content.ts'
import { dateOf, extraOf, identifierOf, identityOf, integerOf, textOf, textsOf } from './values.ts'

/** Text members of a case record by column (contract 2.4 and 2.5). */
const texts = {
  title: 'title',
  court: 'jbdw',
  category: 'ajlb',
  case_type: 'ajlx',
  procedure: 'spcx',
  document_kind: 'wszl',
  decided_text: 'cprq',
  province: 'xzqh_p',
  city: 'xzqh_c',
  content: 'content',
  parties_text: 'dsr',
  litigation_record: 'ssjl',
  basic_facts: 'ajjbqk',
  accusation: 'ajjbqk_zk',
  defence: 'ajjbqk_bh',
  evidence: 'ajjbqk_zj',
  hearing: 'ajjbqk_bssl',
  established_facts: 'cmss',
  analysis: 'fxgc',
  judgment: 'pjjg',
  tail: 'ww',
  url: 'url',
} as const

const textColumns = Object.entries(texts) as [keyof typeof texts, string][]
/** The causes and citations have tables of their own. */
const mapped = new Set<string>(['id', 'ah', 'ay', 'yyft', ...Object.values(texts)])
const mappedWithType = new Set([...mapped, 'type'])
/** What `type` says in each library: it restates what was asked, and is kept when it says anything else. */
const types: Readonly<Record<string, string>> = { ptal: '普通案例', qwal: '权威案例' }

/**
 * Case detail records (contract 2.4, 2.5), their causes, citations, parties, sums and references, and the lookup itself.
 */
export function flattenCaseDetails({ params, records, callKey }: FlattenInput): Rows {
  const library = textOf(params.type) ?? ''
  const byId = textOf(params.id)
  const cases = records.map((record, index) => ({
    record,
    reading: readCase(record),
    key: { case_id: identityOf(record.id, callKey, index), library },
  }))
  return {
    case_lookups: [
      {
        library,
        asked_by: byId === null ? 'number' : 'id',
        asked: byId ?? textOf(params.ah) ?? '',
        hits: records.length,
      },
    ],
    cases: cases.map(({ record, reading, key }) => caseRow(key, record, reading)),
    case_causes: cases.flatMap(({ record, key }) =>
      textsOf(record.ay).map((cause, index) => ({ ...key, ordinal: index + 1, cause })),
    ),
    case_citations: cases.flatMap(({ record, key }) =>
      citationRows(key, textsOf(record.yyft), textOf(record.content) ?? sectionsOf(record)),
    ),
    case_parties: cases.flatMap(({ reading, key }) => partyRows(key, reading)),
    case_amounts: cases.flatMap(({ reading, key }) => amountRows(key, reading)),
    case_references: cases.flatMap(({ reading, key }) => referenceRows(key, reading)),
  }
}

function caseRow(
  key: CaseKey,
  record: JsonObject,
  { outcome, originNumberKey }: CaseReading,
): TableRow<'cases'> {
  const columns = {} as Record<keyof typeof texts, string | null>
  for (const [column, member] of textColumns) columns[column] = textOf(record[member])
  const number = caseNumberColumns(identifierOf(record.ah))
  return Object.assign(columns, key, number, {
    decided_on: dateOf(record.cprq),
    court_level: courtLevelOfName(columns.court) ?? number.number_court_level,
    court_province: columns.province ?? number.number_province,
    outcome: outcome?.outcome ?? null,
    outcome_rule: outcome?.rule ?? null,
    outcome_evidence: outcome?.evidence ?? null,
    origin_number_key: originNumberKey,
    extra: extraOf(record, record.type === types[key.library ?? ''] ? mappedWithType : mapped),
  })
}

/** The text to look for citations in when a record has no full text. */
const sectionsOf = (record: JsonObject): string =>
  ['ajjbqk', 'fxgc', 'pjjg'].map((member) => textOf(record[member]) ?? '').join('\n')

/**
 * Rows for the articles a case lists (`yyft`) and for those its text names, in that order. One literal a row: a case has
 * hundreds at times, and spreading them costs more than reading them.
 */
function citationRows(
  { case_id, library }: CaseKey,
  listed: readonly string[],
  content: string,
): TableRow<'case_citations'>[] {
  const inList = listed.flatMap(listedCitations)
  const found: readonly Found[] = [...inList, ...findCitations(content)]
  const keys = new Set<string>()
  return found.map(withinColumns).map((citation, index) => {
    const key = keyOf(citation)
    const isFirst = key === null ? null : !keys.has(key)
    if (key !== null) keys.add(key)
    return {
      case_id,
      library,
      ordinal: index + 1,
      origin: index < inList.length ? 'listed' : 'text',
      citation: citation.text,
      text_offset: citation.offset,
      given_law: citation.givenLaw,
      law: citation.law,
      article: citation.article,
      article_sub: citation.articleSub,
      article_label: citation.article === null ? null : articleLabel(citation.article, citation.articleSub),
      paragraph: citation.paragraph,
      item: citation.item,
      citation_key: key,
      is_first: isFirst,
      reason: citation.reason,
    }
  })
}

const keyOf = ({ law, article, articleSub }: Found): string | null =>
  law === null || article === null ? null : citationKey(law, article, articleSub)

type Found = Omit<Citation, 'reason' | 'offset'> & {
  readonly reason: string | null
  readonly offset: number | null
}

/** A longer entry is not repeated with each of its citations: what an answer takes up must not grow with its square. */
const LONGEST_REPEATED = 1500

/**
 * Each citation of a listed entry keeps the entry as given, of a very long one the first does, the others their own words;
 * an entry that holds no citation is kept with the reason.
 */
function listedCitations(entry: string): Found[] {
  const citations = findCitations(entry)
  if (citations.length === 0) return [unparsed(entry)]
  const isRepeated = entry.length <= LONGEST_REPEATED
  return citations.map((citation, index) => ({
    ...citation,
    text: isRepeated || index === 0 ? entry : citation.text,
    offset: null,
  }))
}

/** A number that no column holds is no article of any law: one such text must not keep its answer from loading. */
function withinColumns(citation: Found): Found {
  const { article, articleSub, paragraph, item } = citation
  const numbers = [article, articleSub, paragraph, item]
  if (numbers.every((number) => number === integerOf(number))) return citation
  const unread = { article: null, articleSub: null, paragraph: null, item: null }
  return { ...citation, ...unread, reason: citation.reason ?? 'number not readable' }
}

const unparsed = (entry: string): Found => ({
  ordinal: 1,
  givenLaw: null,
  law: null,
  article: null,
  articleSub: null,
  paragraph: null,
  item: null,
  offset: null,
  text: entry,
  reason: 'no article named',
})
