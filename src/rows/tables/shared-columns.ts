import { dateOf } from '../../contract/values.ts'
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

/** Examples that many columns share. */
export const shown = {
  case: '7b0c5d2e9f4a4c1db6e83a5f1c2d4e90',
  enterprise: '5a1e0000c0de4d00a0000000000000e0',
  uscc: '91110108MA0074PN30',
  run: '20260301T020000Z-3d8f',
  call: '0f3a9c5e7b214d68a1f0c2e4d6b89a32',
  claimant: '["示范建材有限公司"]',
  number: '（2023）京0108民初1024号',
  numberKey: '(2023)京0108民初1024号',
  title: '示范建材有限公司与示例建设集团有限公司买卖合同纠纷一审民事判决书',
  order: '一、示例建设集团有限公司于判决生效后十日内支付示范建材有限公司货款120000元',
} as const

export const library = coded(codeWords.library)(
  '案例库',
  'rh_case_details: type',
  'ptal = ordinary cases, qwal = authoritative cases',
  'ptal',
)
const ordinal = integer('序号', 'position, from 1')
export const folded = 'name after width, bracket and space folding'
export const nameKey = party('名称匹配键', folded)
export const currency = label('币种', 'ISO 4217; NULL without a sum', 'CNY')
export const searchKey = label('检索键', 'key of the search: that of its call', shown.call)
export const extraOf = (source: string, example: string) =>
  json('其他字段', source, 'members without a column of their own', example)

/** Name keys of parties that another column names. */
export const keysOf = (term: string, example?: string) =>
  parties(`${term}匹配键`, 'name keys of the parties they are', example)

/** A sum that a text or a result states. */
export const statedSum = (of: 'text' | 'result', from: Source) => ({
  amount: money('金额', `in the currency of the row; NULL where the ${of} gives no exact sum`),
  currency: label('币种', `ISO 4217; CNY unless the ${of} names another`, 'CNY'),
  amount_text: label('金额原文', from, 'as written', '120000元'),
})

/** Who pays a sum to whom. */
export const payersAndPayees = {
  payers: parties('给付人', 'who is ordered to pay, or whose money is taken in enforcement, as named'),
  payer_keys: keysOf('给付人'),
  unknown_payers: parties('未对应给付人', 'named payers that are no party of the head or list', '["某公司"]'),
  payees: parties('受领人', 'who is to be paid, as named; of a claim who asks for it', shown.claimant),
  payee_keys: keysOf('受领人', shown.claimant),
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
    '930000.00',
  ),
  currency,
  property: text('财产', from, 'what a measure is on, as written', '银行存款'),
})
export const termOfMeasure = {
  term_months: integer('期限月数', 'how long a measure lasts, in months; NULL where no term is given', '12'),
  term_until: date('期限届满日', 'last day of that term, where given', '2024-02-29'),
}
export const isLifted = boolean('是否解除', 'whether it lifts the mark or measure')
export const happenedOn = (what: string) =>
  date('发生日', `the day that the sentence gives for ${what}; NULL where it gives none`, '2023-05-06')

/** A date: its day, and the date as given, whose terms and meanings go together. */
export const dated = <Name extends string>(
  name: Name,
  term: string,
  from: Origin | ((term: string) => Origin),
  meaning: string,
  given: string,
) => {
  const origin = typeof from === 'function' ? from(term) : from
  return {
    [`${name}_on`]: date(term, origin, meaning, dateOf(given) ?? ''),
    [`${name}_text`]: label(`${term}原文`, origin, `${meaning} as given`, given),
  } as { readonly [Key in `${Name}_on` | `${Name}_text`]: ReadColumn<string | null> }
}

/** What a text of a capital says. */
export const capital = <Name extends string>(name: Name, term: string, meaning: string, example: string) =>
  ({
    [`${name}_amount`]: money(`${term}金额`, `${meaning}, in ${name}_currency`, example),
    [`${name}_currency`]: label(`${term}币种`, 'ISO 4217; NULL when the text names none', 'CNY'),
  }) as { readonly [Key in `${Name}_amount` | `${Name}_currency`]: Column<string | null> }

/** Makes tables whose rows are what one row of another table says, by position. */
const childrenOf =
  <Ids extends Columns>(parent: string, scope: readonly (keyof Ids & string)[], ids: Ids) =>
  (term: string, meaning: string) =>
  <C extends Columns>(columns: C) =>
    table(term, meaning, [...scope, 'ordinal'], { scope, parent })({ ...ids, ordinal, ...columns })

export const caseId = identifier('案例ID', membersAt('data[]')('id'), 'case id', shown.case)
export const enterpriseId = label('企业ID', 'data[].企业ID', 'enterprise id', shown.enterprise)
export const documentId = label('文书id', 'data.list[].文书id', 'document id', shown.case)

export const ofCase = childrenOf('cases', ['library', 'case_id'], { case_id: caseId, library })
export const ofEnterprise = childrenOf('enterprises', ['enterprise_id'], { enterprise_id: enterpriseId })
export const ofDocument = childrenOf('enterprise_documents', ['document_id'], { document_id: documentId })

/** A case number: as given, in one spelling, its join key, its status, and what its codes say by themselves. */
export const caseNumberColumns = (origin: Origin) => ({
  case_number: identifier('案号', origin, 'case number as given', shown.number),
  case_number_canonical: label('规范案号', 'case number in one spelling', shown.numberKey),
  case_number_key: label(
    '案号匹配键',
    'case number without 之N; NULL when masked or malformed',
    shown.numberKey,
  ),
  case_number_status: coded(codeWords.numberStatus)('案号状态', 'parsed, masked or malformed'),
  case_year: integer('收案年度', 'year of the case number', '2023'),
  court_code: label('法院代字', 'court code of the case number', '京0108'),
  type_code: label('类型代字', 'type code of the case number', '民初'),
  ...typeColumns,
  number_court_level: label('案号法院层级', 'court level that the court code stands for', '基层'),
  number_province: label('案号省级地域', 'province that the court code stands for', '北京'),
})

/** What the type code of a case number stands for. */
export const typeColumns = {
  number_category: label('案号案件类别', 'case category that the type code stands for', '民事案件'),
  number_procedure: label('案号审判程序', 'trial procedure that the type code stands for', '一审'),
}

/** How a document disposes of its case, by legal/outcome-rules.ts. Its version stands here, so that another one rebuilds the tables. */
export const outcomeColumns = (source: string) => ({
  outcome: coded(codeWords.outcome)(
    '结案方式',
    `what the document decides; NULL when no rule recognises ${source}, or two rules contradict each other`,
    'partly_granted',
  ),
  outcome_rule: label(
    '结案方式规则',
    `rule set (now ${ruleVersions.outcomes}) and rule that fired, as 1:withdrawn; the two that contradict each other, as 1:acquitted/convicted`,
    `${ruleVersions.outcomes}:partly_granted`,
  ),
  outcome_evidence: text(
    '结案方式依据',
    'the sentence that the rule rests on',
    '二、驳回示范建材有限公司的其他诉讼请求',
  ),
})
