import { libraryNames } from '../../contract/enumerations.ts'
import { integerOf, type JsonObject, textOf, textsOf } from '../../contract/values.ts'
import { whyNone } from '../../legal/amounts.ts'
import { articleLabel, type Citation, citationKey, findCitations } from '../../legal/citations.ts'
import { courtLevelOfName } from '../../legal/courts.ts'
import { signedOn } from '../../legal/dates.ts'
import { stayGround } from '../../legal/outcomes.ts'
import { asRead, isWithheld } from '../../legal/text.ts'
import type { Rows, TableRow } from '../tables/index.ts'
import { type CaseReading, readCase } from './case-reading.ts'
import {
  caseNumberColumns,
  keysOf,
  namesOf,
  orderColumns,
  outcomeColumns,
  readers,
  rowsOf,
  sumOf,
  typeColumns,
} from './columns.ts'
import { type FlattenInput, identityOf, joined } from './values.ts'

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

function rowsOfCase(key: CaseKey, given: JsonObject): Rows {
  const { record, judgmentAt } = withContent(given)
  const read = punctuated(record)
  const reading = readCase(read, judgmentAt)
  return {
    cases: [caseRow(key, record, reading)],
    case_causes: textsOf(record.ay).map((cause, index) => ({ ...key, ordinal: index + 1, cause })),
    case_citations: citationRows(key, textsOf(read.yyft), textOf(read.content) ?? textOf(read.pjjg) ?? ''),
    ...partyAndSumRows(key, reading),
    ...factRows(key, reading),
  }
}

/** The paragraphs of the basic facts, for a record that has them and not the whole. */
const FACTS = ['ajjbqk_zk', 'ajjbqk_bh', 'ajjbqk_zj', 'ajjbqk_bssl', 'cmss']

/**
 * A record without a full text has its sections for one, so that what they say is read; a decision alone is none. `judgmentAt`: where in
 * such a text the judgment section begins, null where it has none.
 */
function withContent(record: JsonObject): { record: JsonObject; judgmentAt?: number | null } {
  const textsIn = (members: readonly string[]) => members.flatMap((member) => textOf(record[member]) ?? [])
  const sections = textsIn(['ssjl', ...(textOf(record.ajjbqk) === null ? FACTS : ['ajjbqk']), 'fxgc'])
  if (textOf(record.content) !== null || sections.length === 0) return { record }
  const before = [...textsIn(['dsr']), ...sections].join('\n')
  return {
    record: { ...record, content: [before, ...textsIn(['pjjg', 'ww'])].join('\n') },
    judgmentAt: textOf(record.pjjg) === null ? null : before.length + 1,
  }
}

/** The record as the legal rules read it. */
function punctuated(record: JsonObject): JsonObject {
  const changed = READ.flatMap((member): [string, string][] => {
    const text = textOf(record[member])
    const read = text === null ? null : asRead(text)
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
  const columns = readers.cases.read(record, isRestated ? type : undefined)
  const number = caseNumberColumns(reading.number)
  const signed = columns.decided_text === null ? signedOn(columns.content ?? '') : null
  return {
    ...columns,
    ...key,
    ...number,
    ...outcomeColumns(reading.outcome),
    stay_ground: reading.outcome?.outcome === 'stayed' ? stayGround(columns.content ?? '') : null,
    court_level: courtLevelOfName(columns.court) ?? number.number_court_level,
    court_province: columns.province === nationwide ? null : (columns.province ?? number.number_province),
    origin_number_key: reading.originNumberKey,
    decided_on: columns.decided_on ?? signed?.date ?? null,
    signed_offset: signed?.offset ?? null,
    is_withheld: isWithheld(columns.content ?? ''),
    is_partial: columns.content === null,
  }
}

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

/** Which case a row belongs to. */
export type CaseKey = Pick<TableRow<'cases'>, 'case_id' | 'library'>

/** Column that the offsets of an operative part count in; those of claims count in content. */
const sourceOf = ({ part }: CaseReading): 'judgment' | 'content' => part?.source ?? 'judgment'

/** Rows of who takes part in a case, what is asked for and ordered, and who answers for it. */
function partyAndSumRows(key: CaseKey, reading: CaseReading): Rows {
  const { parties, results, people, references } = reading
  return {
    case_parties: rowsOf('case_parties', key)(parties, (party, index) => ({
      name_key: party.key || null,
      reason: party.reason ?? null,
      result: results[index]?.result ?? null,
      result_rule: results[index]?.rule ?? null,
      result_evidence: results[index]?.evidence ?? null,
      result_offset: results[index]?.offset ?? null,
    })),
    case_amounts: rowsOf('case_amounts', key)(sumsOf(reading), (sum) => ({
      ...orderColumns(sum),
      reason: sum.reason ?? whyNone([sum]),
    })),
    case_liabilities: rowsOf('case_liabilities', key)(liabilitiesOf(reading), ({ who }) => ({
      name: who.text,
      name_keys: [...who.keys],
    })),
    case_people: rowsOf('case_people', key)(people, () => ({})),
    case_references: rowsOf('case_references', key)(references, ({ text, number }) => ({
      number: text,
      number_key: number.key || null,
      number_status: number.status,
      ...typeColumns(number),
    })),
  }
}

/** What is ordered, what is upheld, then what was asked for. */
function sumsOf(reading: CaseReading) {
  const source = sourceOf(reading)
  return [
    ...reading.orders.map((sum) => ({ ...sum, part: 'order', source })),
    ...reading.upheld.amounts.map((sum) => ({ ...sum, part: 'upheld', source: 'content' })),
    ...reading.claims.map((sum) => ({ ...sum, source: 'content' })),
  ]
}

const liabilitiesOf = (reading: CaseReading) => [
  ...reading.liabilities.map((one) => ({ ...one, source: sourceOf(reading) })),
  ...reading.upheld.liabilities.map((one) => ({ ...one, source: 'content' })),
]

/** Rows of what the text says of the case beside its sums. */
function factRows(key: CaseKey, reading: CaseReading): Rows {
  const { source } = reading
  const ofPart = { source: sourceOf(reading) }
  return {
    case_enforcement: rowsOf('case_enforcement', key)(reading.enforcement, (fact) => ({
      number_key: fact.about?.key || null,
      against: namesOf(fact.against),
      against_keys: keysOf(fact.against),
      ...sumOf(fact.amount),
      term_text: fact.term?.text ?? null,
      term_months: fact.term?.months ?? null,
      term_until: fact.term?.until ?? null,
      source,
    })),
    case_statements: rowsOf('case_statements', key)(reading.statements, ({ about }) => ({
      number: about.given,
      number_key: about.key || null,
      source,
    })),
    case_interest: rowsOf('case_interest', key)(
      reading.interest,
      ({ amount, base, from, until, ...one }) => ({
        is_running: amount === null,
        amount: amount?.amount ?? null,
        base_amount: base?.amount ?? null,
        from_on: from?.date ?? null,
        from_text: from?.text ?? null,
        until_on: until?.date ?? null,
        until_text: until?.text ?? null,
        rate_text: one.rate?.text ?? null,
        rate_percent: one.rate?.percent ?? null,
        rate_period: one.rate?.period ?? null,
        benchmark: one.rate?.benchmark ?? null,
        multiple: one.rate?.multiple ?? null,
        currency: (amount ?? base)?.currency ?? null,
        payers: namesOf(one.payers),
        payer_keys: keysOf(one.payers),
        reason: whyNone([amount, base]),
        ...ofPart,
      }),
    ),
    case_fees: rowsOf('case_fees', key)(reading.fees, ({ amount, bearers }) => ({
      ...sumOf(amount),
      bearers: namesOf(bearers),
      bearer_keys: keysOf(bearers),
      reason: whyNone([amount]),
      ...ofPart,
    })),
    case_bankruptcy: rowsOf('case_bankruptcy', key)(reading.bankruptcy, ({ debtor }) => ({
      debtor: debtor?.text ?? null,
      debtor_keys: [...(debtor?.keys ?? [])],
      source,
    })),
    case_mentions: rowsOf('case_mentions', key)(reading.mentions, ({ against, paid }) => ({
      against: namesOf(against),
      against_keys: keysOf(against),
      amount: paid?.amount ?? null,
      currency: paid?.currency ?? null,
    })),
  }
}
