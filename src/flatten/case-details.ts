import type { JsonObject } from '../contract/answer.ts'
import { courtLevelOfName } from '../legal/court-names.ts'
import type { Rows, TableRow } from '../warehouse/tables/index.ts'
import type { FlattenInput } from './answer.ts'
import { caseNumberColumns } from './case-number-columns.ts'
import { type CaseReading, readCase } from './case-reading.ts'
import { amountRows, type CaseKey, partyRows, referenceRows } from './case-rows.ts'
import { citationRows } from './citations.ts'
import { dateOf, extraOf, identifierOf, identityOf, textOf, textsOf } from './values.ts'

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
