import { flattenLitigationList } from '../../src/rows/flatten/litigation-list.ts'
import { insert, subject, tellMore, toldOf } from './litigation-world.ts'
import { asking, type Into, type Scene, stage, telling } from './scenes.ts'

/* Sums that the list alone states, and what is owed to an enterprise: docs/findings.md, The figures. */

const states = stage()
const id = 'e1'

type ListTable = 'enterprise_documents' | 'document_parties' | 'document_amounts'

type Listed = readonly [
  ...[document: string, on: string, kind: string],
  ...[plaintiff: string, defendant: string, result: string, number?: string],
]

const every: readonly ListTable[] = ['enterprise_documents', 'document_parties', 'document_amounts']

/** A listed document without a full text, with the sums that are read in its result; or those of its rows that are of `tables`. */
async function list(into: Into, listed: Listed, tables = every): Promise<void> {
  const [document, on, kind, plaintiff, defendant, result, given] = listed
  const number = given ?? `（${on.slice(0, 4)}）京0105民初6${document.slice(1)}号`
  const record = {
    文书id: document,
    案号: number,
    时间: on,
    案由: '买卖合同纠纷',
    审判程序: number.includes('执') ? '执行' : '一审',
    文书种类: kind,
    起诉方: [plaintiff],
    应诉方: defendant.split('、'),
    第三方: [],
    裁判结果: result,
  }
  const rows = flattenLitigationList({
    params: { id, pageNo: 1 },
    data: { id, name: subject, total: 1, pageNo: 1, pageSize: 30, hasMore: false, list: [record] },
    records: [record],
    callKey: 'page of r2',
    runId: 'r2',
    sweep: 1,
  } as never)
  for (const table of tables) for (const row of rows[table] ?? []) await insert(into, table, row)
}

/** A SELECT over these documents. */
const listing = (sql: string, ...documents: readonly Listed[]): Scene => ({
  sql,
  tell: async (into) => {
    for (const document of documents) await list(into, document)
  },
})

/** Columns of a view over what a scene tells, or over these documents. */
const asked = (columns: string, view: string, told: Scene['tell'] | readonly Listed[]): Scene => {
  const sql = `SELECT ${columns} FROM ${view} WHERE enterprise_id = 'e1' ORDER BY document_id, ordinal`
  return typeof told === 'function' ? { sql, tell: told } : listing(sql, ...told)
}

const columns = 'document_id, amount, basis, is_counted, not_counted_because'

const pays = `${subject}于本判决生效之日起十日内支付林嘉经济补偿46481.39元。`
const reversal = `一、撤销（2018）京01民终61号民事判决；二、${pays}`
const retried = ['判决书', '甲建设 有限公司', '林嘉', reversal, '（2019）京民再61号'] as const
const reversed: Listed = ['l1', '2019-04-22', ...retried]
states(
  'a name that a line break cut pays by its name, and a reversal on its own appeal that orders it to pay is won in part',
  listing(
    `SELECT payer_keys, name, d.subject_outcome FROM document_amounts JOIN document_parties USING (document_id)
       JOIN subject_documents AS d USING (document_id) WHERE side = 'plaintiff' AND enterprise_id = 'e1'`,
    reversed,
  ),
  `${subject} | ${subject} | partly`,
)

/** What becomes of one of two defendants, whom the result names so. */
const ofTwo = (of: string): Scene => {
  const result = `一、被告丁仓储有限公司于本判决生效后五日内向原告庚公司支付借款本金310000元；${of}驳回原告庚公司的其他诉讼请求。`
  const outcome = "SELECT subject_outcome FROM subject_documents WHERE enterprise_id = 'e1'"
  return listing(outcome, ['l1', '2023-08-06', '判决书', '庚公司', `丁仓储有限公司、${subject}`, result])
}
states(
  'of several defendants that a list names, who is not held liable or not named has won, who is liable too has lost in part',
  [ofTwo(`二、被告${subject}不承担保证责任；三、`), ['won']],
  [ofTwo('二、'), ['won']],
  [ofTwo(`二、被告${subject}承担连带清偿责任；三、`), ['partly']],
)

const notice = '责令蒋晓自本通知书送达之日起履行义务，支付310,889.17元并负担执行费。'
const noticed: Listed = ['l1', '2025-06-13', '通知书', subject, '蒋晓', notice, '（2025）京0105执61号']
states(
  'what it enforces itself has the sum that the list states',
  listing("SELECT role, amount FROM enforcement_cases WHERE enterprise_id = 'e1'", noticed),
  'plaintiff | 310889.17',
)

const settled = `一、${subject}于2016年8月6日前支付邹正借款本金3,843,279.73元；二、双方再无其他争议。`
const granted = `一、被告${subject}支付原告邹正货款20000元；二、驳回邹正的其他诉讼请求。案件受理费300元。`
states(
  'a mediation that the list alone states counts as ordered, marked as from the list',
  asked(columns, 'ordered_payments', [
    ['l1', '2016-08-06', '调解书', '邹正', subject, settled],
    ['l2', '2017-08-06', '判决书', '邹正', subject, granted],
    ['l3', '2017-09-06', '判决书', '邹正', subject, '被告支付原告货款30000元。'],
    ['l4', '2017-10-06', '裁定书', '邹正', subject, '准许原告邹正撤回起诉。案件受理费50元。'],
  ]),
  'l1 | 3843279.73 | list | true | -; l2 | 20000.00 | list | true | -; l3 | 30000.00 | list | true | -',
)

/** An appeal of 甲建设有限公司 against 邹正 whose full text states no sum, while its list has those of the first judgment, which orders 900 again. */
const upheld = (outcome: string, origin?: string, below?: string): Scene =>
  asked(
    'document_id, amount, basis, effectiveness, not_counted_because',
    'ordered_payments',
    async (into) => {
      const cited = origin === undefined ? {} : { origin }
      const appeal = toldOf(['l6', '(2009)京02民终66号', '2009-03-01', '邹正', subject, outcome], cited)
      await tellMore(into, appeal, [])
      const result = '一、甲建公司退还邹正货款900元；二、建设公司赔偿邹正60元；三、驳回其他诉讼请求。'
      const listed = [appeal.id, appeal.on, '判决书', '邹正', subject, result, appeal.number] as const
      await list(into, listed, ['document_amounts'])
      if (below === undefined) return
      const said = `${subject}退还邹正货款900元。`
      await list(into, ['l7', '2008-09-01', '判决书', '邹正', subject, said, below])
    },
  )
const [ofFirst, first] = ['（2008）京0105民初67号', '(2008)京0105民初67号']
const [sixty, below] = ['l6 | 60.00 | list | final | -', 'l7 | 900.00 | list']
const alone = `l6 | 900.00 | list | final | -; ${sixty}`
const again = `l6 | 900.00 | list | final | stands in the judgment that it upholds; ${sixty}`
const unordered = (amount: string) => `l6 | ${amount} | list | - | the document orders no payment`
states(
  'an appeal whose text states no sum has those that its list states again of the judgment it upholds, unless a first instance of its dispute, or of one that is not known, orders them',
  [upheld('upheld'), alone],
  [upheld('upheld', undefined, ofFirst), `${again}; ${below} | first instance, no appeal held | -`],
  [upheld('upheld', first, ofFirst), `${again}; ${below} | upheld | -`],
  upheld('upheld', first, '（2008）京0105民初99号'),
  `${alone}; ${below} | first instance, no appeal held | -`,
  [upheld('remanded'), `${unordered('900.00')}; ${unordered('60.00')}`],
)

const withheld = { is_withheld: true, content: '人民法院认为不宜公开' }
const payer = { payers: [subject], payer_keys: [subject], evidence: '支付70000元' }
const sum = { role: '款项', amount: '70000.00', currency: 'CNY', is_ordered: true, ...payer }
const held = toldOf(['l5', '(2018)京0105民初65号', '2018-01-01', '邹正', subject, 'granted'], {
  orders: [sum],
})
states(
  'once its full text is held, a document has its sums from there alone, not where that only says why it is withheld',
  asked(columns, 'ordered_payments', async (into) => {
    await list(into, ['l8', '2017-09-06', '判决书', '邹正', subject, '被告支付原告货款30000元。'])
    await insert(into, 'cases', { case_id: 'l8', library: 'ptal', ...withheld })
  }),
  'l8 | 30000.00 | list | true | -',
  asked(columns, 'ordered_payments', telling(held, ['document_amounts', { document_id: 'l5', ...sum }])),
  'l5 | 70000.00 | full text | true | -',
)

const taken = (amount: string) => `冻结、划拨被执行人${subject}的银行存款${amount}元。`
const enforcement = '（2019）京0105执66号'
states(
  'of enforcement that the list alone states, the last sum of a case counts',
  asked(columns, 'enforced_payments', [
    ['l6', '2019-01-01', '裁定书', '邹正', subject, taken('900'), enforcement],
    ['l7', '2019-03-01', '裁定书', '邹正', subject, taken('700'), enforcement],
  ]),
  'l6 | 900.00 | list | false | another enforcement document of the family states a sum; l7 | 700.00 | list | true | -',
)

states(
  'what others are ordered to pay to the enterprise is owed to it, whichever side it stands on',
  asked(columns, 'awarded_payments', [
    ['l8', '2019-01-01', '判决书', subject, '丑公司', `丑公司支付${subject}工程款500000元。`],
    ['l9', '2019-02-01', '判决书', '丑公司', subject, `${subject}支付丑公司货款40000元。`],
  ]),
  'l8 | 500000.00 | list | true | -',
  // The victim of a crime is no party of the text.
  asking(
    'amount, is_counted',
    'awarded_payments',
  )(
    toldOf(['l1', '(2024)京0105刑初3号', '2024-06-01', '某检察院', '赵某', 'convicted'], {
      listed: { role: 'third_party', third_parties: [subject] },
      orders: [{ ...sum, payers: ['赵某'], payer_keys: ['赵某'], payees: [subject], payee_keys: [] }],
    }),
  ),
  '70000.00 | true',
)

const claim = { part: 'claim', role: '款项', amount: '9000.00', currency: 'CNY', is_ordered: false }
/** A suit over a sum that the text says these to be paid, as `plaintiff defendant payee`. */
const suing = (plaintiff: string, defendant: string, ...payees: string[]): Scene =>
  asking(
    'role, amount, is_counted',
    'claimed_payments',
  )(
    toldOf(['l1', '(2025)京0105民初10号', '2025-06-01', plaintiff, defendant, 'jurisdiction'], {
      orders: [{ ...claim, payees, payee_keys: payees }],
    }),
  )
states(
  'what the enterprise claims itself stands beside what is claimed from it; what it sues against is asked for by who is sued',
  suing,
  `邹正 + ${subject} → defendant | 9000.00 | true, ${subject} + 邹正 → plaintiff | 9000.00 | true`,
  `${subject} + 邹正 + 邹正 → defendant | 9000.00 | true, ${subject} + 邹正 + ${subject} → plaintiff | 9000.00 | true`,
)
