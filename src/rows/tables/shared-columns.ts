import { ruleVersions } from '../../legal/rule-versions.ts'
import { codeWords } from '../words/code-words.ts'
import {
  boolean,
  type Column,
  type Columns,
  coded,
  date,
  identifier,
  integer,
  json,
  label,
  membersAt,
  money,
  type Origin,
  parties,
  party,
  type ReadColumn,
  type Source,
  table,
  text,
} from './table.ts'

/** Columns that several tables have. */

export const library = coded(codeWords.library)(
  '案例库',
  'rh_case_details: type',
  'ptal = ordinary cases, qwal = authoritative cases',
)
const ordinal = integer('序号', 'position, from 1')
export const folded = 'name after width, bracket and space folding'
export const nameKey = party('名称匹配键', folded)
export const currency = label('币种', 'ISO 4217; NULL without a sum')
export const searchKey = label('检索键', 'key of the search: that of its call')
export const extraOf = (source: string) => json('其他字段', source, 'members without a column of their own')

/** Name keys of parties that another column names. */
export const keysOf = (term: string) => parties(`${term}匹配键`, 'name keys of the parties they are')

/** A sum that a text or a result states. */
export const statedSum = (of: 'text' | 'result', from: Source) => ({
  amount: money('金额', `in the currency of the row; NULL where the ${of} gives no exact sum`),
  currency: label('币种', `ISO 4217; CNY unless the ${of} names another`),
  amount_text: label('金额原文', from, 'as written'),
})

/** Who pays a sum to whom. */
export const payersAndPayees = {
  payers: parties('给付人', 'who is ordered to pay, or whose money is taken in enforcement, as named'),
  payer_keys: keysOf('给付人'),
  unknown_payers: parties('未对应给付人', 'named payers that are no party of the head or list'),
  payees: parties('受领人', 'who is to be paid, as named; of a claim who asks for it'),
  payee_keys: keysOf('受领人'),
}

/** What is said of an enforcement: of whom, and which sum or property. */
export const enforcedOn = (from: Source) => ({
  against: parties(
    '对象',
    from,
    'who is marked, whose property, or the debtor of a bankruptcy, as named; empty where the sentence names none',
  ),
  against_keys: keysOf('对象'),
  amount: money(
    '金额',
    'the sum, in the currency of the row; NULL where the sentence gives none, or several for one measure',
  ),
  currency,
  property: text('财产', from, 'what a measure is on, as written'),
})
export const termOfMeasure = {
  term_months: integer('期限月数', 'how long a measure lasts, in months; NULL where no term is given'),
  term_until: date('期限届满日', 'last day of that term, where given'),
}
export const isLifted = boolean('是否解除', 'whether it lifts the mark or measure')
export const happenedOn = (what: string) =>
  date('发生日', `the day that the sentence gives for ${what}; NULL where it gives none`)

/** A date: its day, and the date as given, whose terms and meanings go together. */
export const dated = <Name extends string>(
  name: Name,
  term: string,
  from: Origin | ((term: string) => Origin),
  meaning: string,
) => {
  const origin = typeof from === 'function' ? from(term) : from
  return {
    [`${name}_on`]: date(term, origin, meaning),
    [`${name}_text`]: label(`${term}原文`, origin, `${meaning} as given`),
  } as { readonly [Key in `${Name}_on` | `${Name}_text`]: ReadColumn<string | null> }
}

/** What a text of a capital says. */
export const capital = <Name extends string>(name: Name, term: string, meaning: string) =>
  ({
    [`${name}_amount`]: money(`${term}金额`, `${meaning}, in ${name}_currency`),
    [`${name}_currency`]: label(`${term}币种`, 'ISO 4217; NULL when the text names none'),
  }) as { readonly [Key in `${Name}_amount` | `${Name}_currency`]: Column<string | null> }

/** Makes tables whose rows are what one row of another table says, by position. */
const childrenOf =
  <Ids extends Columns>(parent: string, scope: readonly (keyof Ids & string)[], ids: Ids) =>
  (term: string, meaning: string) =>
  <C extends Columns>(columns: C) =>
    table(term, meaning, [...scope, 'ordinal'], { scope, parent })({ ...ids, ordinal, ...columns })

export const caseId = identifier('案例ID', membersAt('data[]')('id'), 'case id')
export const enterpriseId = label('企业ID', 'data[].企业ID', 'enterprise id')
export const documentId = label('文书id', 'data.list[].文书id', 'document id')

export const ofCase = childrenOf('cases', ['library', 'case_id'], { case_id: caseId, library })
export const ofEnterprise = childrenOf('enterprises', ['enterprise_id'], { enterprise_id: enterpriseId })
export const ofDocument = childrenOf('enterprise_documents', ['document_id'], { document_id: documentId })

/** A case number: as given, in one spelling, its join key, its status, and what its codes say by themselves. */
export const caseNumberColumns = (origin: Origin) => ({
  case_number: identifier('案号', origin, 'case number as given'),
  case_number_canonical: label('规范案号', 'case number in one spelling'),
  case_number_key: label('案号匹配键', 'case number without 之N; NULL when masked or malformed'),
  case_number_status: coded(codeWords.numberStatus)('案号状态', 'parsed, masked or malformed'),
  case_year: integer('收案年度', 'year of the case number'),
  court_code: label('法院代字', 'court code of the case number'),
  type_code: label('类型代字', 'type code of the case number'),
  ...typeColumns,
  number_court_level: label('案号法院层级', 'court level that the court code stands for'),
  number_province: label('案号省级地域', 'province that the court code stands for'),
})

/** What the type code of a case number stands for. */
export const typeColumns = {
  number_category: label('案号案件类别', 'case category that the type code stands for'),
  number_procedure: label('案号审判程序', 'trial procedure that the type code stands for'),
}

/** How a document disposes of its case, by legal/outcome-rules.ts. Its version stands here, so that another one rebuilds the tables. */
export const outcomeColumns = (source: string) => ({
  outcome: coded(codeWords.outcome)(
    '结案方式',
    `what the document decides; NULL when no rule recognises ${source}, or two rules contradict each other`,
  ),
  outcome_rule: label(
    '结案方式规则',
    `rule set (now ${ruleVersions.outcomes}) and rule that fired, as 1:withdrawn; the two that contradict each other, as 1:acquitted/convicted`,
  ),
  outcome_evidence: text('结案方式依据', 'the sentence that the rule rests on'),
})
