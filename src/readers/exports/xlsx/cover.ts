import type { Language } from '../../../run/job/choices.ts'
import { coverPlace, type SheetSource } from './workbook.ts'

/** What each sheet answers, for a reader of Chinese. A table without a sentence here is called by its term. */
const answers: Readonly<Record<string, string>> = {
  job_enterprises: '名单上的每家企业匹配到了谁，哪些未匹配或同名待定？',
  job_searches: '任务的每项检索有没有答复？',
  coverage: '每家企业的文书、全文、法条收集得是否完整，缺什么？',
  unlisted_cases: '文书另引用了同一争议的哪些案号，而列表没有？',
  litigation_overview: '企业以各种身份涉及多少文书和案件，多少诉讼已裁判、待裁判？',
  litigation_by_year: '涉诉按年份如何分布？',
  litigation_by_cause: '涉诉按案由如何分布？',
  litigation_by_court: '涉诉在哪些法院和地区？',
  counterparties: '对手方是谁，与谁反复涉诉？',
  case_families: '每起纠纷经过哪些审级，现行有效的裁判是什么？',
  ordered_payments: '企业被判应付哪些款项，哪些计入、为什么？',
  awarded_payments: '企业经裁判应收哪些款项？',
  enforced_payments: '哪些款项在对企业强制执行？',
  claimed_payments: '待裁判案件中各方请求多少？',
  enforcement_cases: '有哪些执行案件，是否终本、失信、限高，未执行到位多少？',
  red_flags: '哪些警示规则触发，依据是哪些行？',
  contradictions: '哪些来源对同一企业说法不一，各自怎么说？',
  portfolio_links: '名单内的企业共有哪些股东、人员、地址、电话？',
  portfolio_suits: '名单内的企业之间谁诉谁？',
  portfolio_concentrations: '哪些对手方和法院同时涉及名单内多家企业？',
  cited_articles: '裁判引用了哪些法条，是否仍有效？',
  applied_articles: '裁判时适用的条文是什么，今天该条号是什么？',
  changes: '与上次运行相比，有哪些变化？',
  dead_letters: '哪些查询失败或被拒绝，尚未得到答复？',
  subject_documents: '每家企业的每份文书：身份、案由、法院、结果如何？',
  enterprises: '企业的登记信息是什么？',
  enterprise_members: '企业的主要人员是谁？',
  enterprise_shareholders: '企业的股东是谁，出资多少？',
  enterprise_changes: '登记事项何时变更，变更前后是什么？',
  enterprise_risks: '登记信息载有哪些风险条目？',
  enterprise_documents: '服务列出的每份文书原样是什么？',
  document_parties: '每份文书的当事人是谁？',
  case_hits: '类案检索命中了哪些案例？',
  regulations: '涉及哪些法规，时效如何？',
  articles: '涉及的法条原文是什么？',
  article_hits: '法条检索命中了哪些条文？',
}

/** A table of the workbook, with its sheets and what is written on the cover about it. */
export interface CoveredTable {
  readonly name: string
  readonly title: string
  readonly meaning: string
  readonly sheets: readonly string[]
  readonly rows: number
}

const words = {
  zh: { name: '封面', headers: ['工作表', '回答什么', '行数'], dictionary: '各列的含义、类型和取值' },
  en: { name: 'Cover', headers: ['Sheet', 'What it answers', 'Rows'], dictionary: 'What the columns mean' },
} as const

/** The first sheet: each other one, what it answers, how many rows it has, and a link to it. */
export function coverSheet(
  tables: readonly CoveredTable[],
  dictionary: string,
  language: Language,
): SheetSource {
  const { name, headers, dictionary: explained } = words[language]
  const answerOf = ({ name: table, title, meaning }: CoveredTable): string =>
    language === 'zh' ? (answers[table] ?? title) : meaning
  const rows = [
    ...tables.map((table) => [table.sheets.join('、'), answerOf(table), String(table.rows)]),
    [dictionary, explained, null],
  ]
  const firstSheets = new Map(tables.map(({ sheets }) => [sheets.join('、'), sheets[0] ?? '']))
  return {
    name,
    columns: headers.map((header, at) => ({ header, type: at === 2 ? 'BIGINT' : 'VARCHAR' })),
    rows: (async function* () {
      yield rows
    })(),
    place: coverPlace,
    links: ([sheets]) => [
      { column: 0, to: { sheet: firstSheets.get(String(sheets)) ?? dictionary, row: 1 } },
    ],
  }
}
