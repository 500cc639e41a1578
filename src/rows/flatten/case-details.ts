import { libraryNames } from '../../contract/enumerations.ts'
import { integerOf, type JsonObject, textOf, textsOf } from '../../contract/values.ts'
import { articleLabel, type Citation, citationKey, findCitations } from '../../legal/citations.ts'
import { courtLevelOfName } from '../../legal/courts.ts'
import { signedOn } from '../../legal/dates.ts'
import { isWithheld, withFullStops } from '../../legal/text.ts'
import { dataTables, type Rows, type TableRow } from '../tables/index.ts'
import { readerOf } from '../tables/reader.ts'
import {
  bankruptcyRows,
  enforcementRows,
  feeRows,
  interestRows,
  issueRows,
  readFacts,
  sentenceRows,
  statementRows,
  termRows,
} from './case-facts.ts'
import {
  amountRows,
  type CaseKey,
  type CaseReading,
  caseNumberColumns,
  liabilityRows,
  partyRows,
  peopleRows,
  readCase,
  referenceRows,
} from './case-reading.ts'
import type { FlattenInput } from './content.ts'
import { identityOf } from './values.ts'

const caseRecord = readerOf(dataTables.cases)
/** What `type` says restates the library that was asked for. */
const type: ReadonlySet<string> = new Set(['type'])

/**
 * Case detail records (docs/contract.md, Records), their causes, citations, parties, sums and references, and the lookup itself.
 */
export function flattenCaseDetails({ params, records, callKey }: FlattenInput): Rows {
  const library = textOf(params.type) ?? ''
  const byId = textOf(params.id)
  const found = records.map((record, index) => {
    const read = punctuated(record)
    const reading = readCase(read)
    const key = { case_id: identityOf(record.id, callKey, index), library }
    return { record, read, reading, facts: readFacts(read, reading), key }
  })
  return {
    case_lookups: [
      {
        library,
        asked_by: byId === null ? 'number' : 'id',
        asked: byId ?? textOf(params.ah) ?? '',
        hits: records.length,
      },
    ],
    cases: found.map(({ record, reading, key }) => caseRow(key, record, reading)),
    case_causes: found.flatMap(({ record, key }) =>
      textsOf(record.ay).map((cause, index) => ({ ...key, ordinal: index + 1, cause })),
    ),
    case_citations: found.flatMap(({ read, key }) =>
      citationRows(key, textsOf(read.yyft), textOf(read.content) ?? sectionsOf(read)),
    ),
    case_parties: found.flatMap(({ reading, key }) => partyRows(key, reading)),
    case_amounts: found.flatMap(({ reading, key }) => amountRows(key, reading)),
    case_liabilities: found.flatMap(({ reading, key }) => liabilityRows(key, reading)),
    case_people: found.flatMap(({ reading, key }) => peopleRows(key, reading)),
    case_enforcement: found.flatMap(({ facts, key }) => enforcementRows(key, facts)),
    case_statements: found.flatMap(({ facts, key }) => statementRows(key, facts)),
    case_interest: found.flatMap(({ reading, facts, key }) => interestRows(key, reading, facts)),
    case_fees: found.flatMap(({ reading, facts, key }) => feeRows(key, reading, facts)),
    case_terms: found.flatMap(({ facts, key }) => termRows(key, facts)),
    case_sentences: found.flatMap(({ reading, facts, key }) => sentenceRows(key, reading, facts)),
    case_bankruptcy: found.flatMap(({ facts, key }) => bankruptcyRows(key, facts)),
    case_issues: found.flatMap(({ facts, key }) => issueRows(key, facts)),
    case_references: found.flatMap(({ reading, key }) => referenceRows(key, reading)),
  }
}

/** The record as the legal rules read it. */
function punctuated(record: JsonObject): JsonObject {
  const changed = READ.flatMap((member): [string, string][] => {
    const text = textOf(record[member])
    const read = text === null ? null : withFullStops(text)
    return read === null || read === text ? [] : [[member, read]]
  })
  return changed.length === 0 ? record : { ...record, ...Object.fromEntries(changed) }
}

/** Members that hold sentences. */
const READ = ['content', 'dsr', 'ssjl', 'ajjbqk', 'fxgc', 'pjjg'] as const

/** Among the provinces of the contract (`caseProvinces`) this one stands for the Supreme People's Court. */
const nationwide = '最高'

function caseRow(
  key: CaseKey,
  record: JsonObject,
  { number: caseNumber, outcome, originNumberKey }: CaseReading,
): TableRow<'cases'> {
  const columns = caseRecord.read(record)
  const number = caseNumberColumns(caseNumber)
  const signed = columns.decided_text === null ? signedOn(columns.content ?? '') : null
  const isRestated = record.type === libraryNames[key.library as keyof typeof libraryNames]
  return {
    ...columns,
    ...key,
    ...number,
    court_level: courtLevelOfName(columns.court) ?? number.number_court_level,
    court_province: columns.province === nationwide ? null : (columns.province ?? number.number_province),
    outcome: outcome?.outcome ?? null,
    outcome_rule: outcome?.rule ?? null,
    outcome_evidence: outcome?.evidence ?? null,
    origin_number_key: originNumberKey,
    decided_on: columns.decided_on ?? signed?.date ?? null,
    signed_offset: signed?.offset ?? null,
    is_withheld: isWithheld(columns.content ?? ''),
    extra: caseRecord.extra(record, isRestated ? type : undefined),
  }
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
