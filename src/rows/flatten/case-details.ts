import { libraryNames } from '../../contract/enumerations.ts'
import { integerOf, type JsonObject, textOf, textsOf } from '../../contract/values.ts'
import { articleLabel, type Citation, citationKey, findCitations } from '../../legal/citations.ts'
import { courtLevelOfName } from '../../legal/courts.ts'
import { signedOn } from '../../legal/dates.ts'
import { isWithheld, withFullStops } from '../../legal/text.ts'
import { dataTables, type Rows, type TableRow } from '../tables/index.ts'
import { readerOf } from '../tables/reader.ts'
import { type CaseReading, readCase } from './case-reading.ts'
import { type CaseKey, factRows, partyAndSumRows } from './case-rows.ts'
import { rowsOf } from './child-rows.ts'
import { caseNumberColumns, outcomeColumns } from './columns.ts'
import { type FlattenInput, identityOf, joined } from './values.ts'

const caseRecord = readerOf(dataTables.cases)
/** What `type` says restates the library that was asked for. */
const type: ReadonlySet<string> = new Set(['type'])

/** Case detail records (docs/contract.md, Records), what their texts say, and the lookup itself. */
export function flattenCaseDetails({ params, records, callKey }: FlattenInput): Rows {
  const library = textOf(params.type) ?? ''
  const byId = textOf(params.id)
  const asked_by = byId === null ? 'number' : 'id'
  const asked = byId ?? textOf(params.ah) ?? ''
  return joined([
    { case_lookups: [{ library, asked_by, asked, hits: records.length }] },
    ...records.map((record, index) =>
      rowsOfCase({ case_id: identityOf(record.id, callKey, index), library }, record),
    ),
  ])
}

function rowsOfCase(key: CaseKey, record: JsonObject): Rows {
  const read = punctuated(record)
  const reading = readCase(read)
  return {
    cases: [caseRow(key, record, reading)],
    case_causes: textsOf(record.ay).map((cause, index) => ({ ...key, ordinal: index + 1, cause })),
    case_citations: citationRows(key, textsOf(read.yyft), textOf(read.content) ?? sectionsOf(read)),
    ...partyAndSumRows(key, reading),
    ...factRows(key, reading),
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

function caseRow(key: CaseKey, record: JsonObject, reading: CaseReading): TableRow<'cases'> {
  const isRestated = record.type === libraryNames[key.library as keyof typeof libraryNames]
  const columns = caseRecord.read(record, isRestated ? type : undefined)
  const number = caseNumberColumns(reading.number)
  const signed = columns.decided_text === null ? signedOn(columns.content ?? '') : null
  return {
    ...columns,
    ...key,
    ...number,
    ...outcomeColumns(reading.outcome),
    court_level: courtLevelOfName(columns.court) ?? number.number_court_level,
    court_province: columns.province === nationwide ? null : (columns.province ?? number.number_province),
    origin_number_key: reading.originNumberKey,
    decided_on: columns.decided_on ?? signed?.date ?? null,
    signed_offset: signed?.offset ?? null,
    is_withheld: isWithheld(columns.content ?? ''),
  }
}

/** The text to look for citations in when a record has no full text. */
const sectionsOf = (record: JsonObject): string =>
  ['ajjbqk', 'fxgc', 'pjjg'].map((member) => textOf(record[member]) ?? '').join('\n')

/** Rows for the articles a case lists (`yyft`) and for those its text names, in that order. */
function citationRows(
  key: CaseKey,
  listed: readonly string[],
  content: string,
): TableRow<'case_citations'>[] {
  const inList = listed.flatMap(listedCitations)
  const found = [...inList, ...findCitations(content)].map(withinColumns)
  const seen = new Set<string>()
  return rowsOf('case_citations', key)(found, ({ text, law, article, articleSub }, index) => {
    const citation_key = law === null || article === null ? null : citationKey(law, article, articleSub)
    const is_first = citation_key === null ? null : !seen.has(citation_key)
    if (citation_key !== null) seen.add(citation_key)
    return {
      origin: index < inList.length ? 'listed' : 'text',
      citation: text,
      article_label: article === null ? null : articleLabel(article, articleSub),
      citation_key,
      is_first,
    }
  })
}

type Found = Omit<Citation, 'ordinal' | 'reason' | 'offset'> & {
  readonly reason: string | null
  readonly offset: number | null
}

/** A longer entry is not repeated with each of its citations: what an answer takes up must not grow with its square. */
const LONGEST_REPEATED = 1500
const noNumbers = { article: null, articleSub: null, paragraph: null, item: null }

/**
 * Each citation of a listed entry keeps the entry as given, of a very long one the first does, the others their own words;
 * an entry that holds no citation is kept with the reason.
 */
function listedCitations(entry: string): Found[] {
  const citations = findCitations(entry)
  const unparsed = { ...noNumbers, givenLaw: null, law: null, offset: null, text: entry }
  if (citations.length === 0) return [{ ...unparsed, reason: 'no article named' }]
  const isRepeated = entry.length <= LONGEST_REPEATED
  return citations.map((citation, index) => ({
    ...citation,
    text: isRepeated || index === 0 ? entry : citation.text,
    offset: null,
  }))
}

/** A number that no column holds is no article of any law: one such text must not keep its answer from loading. */
function withinColumns(citation: Found): Found {
  const { article, articleSub, paragraph, item, reason } = citation
  const numbers = [article, articleSub, paragraph, item]
  return numbers.every((number) => number === integerOf(number))
    ? citation
    : { ...citation, ...noNumbers, reason: reason ?? 'number not readable' }
}
