import { beforeAll, describe, expect, test } from 'vitest'
import type { Outcome } from '../../../src/legal/outcomes.ts'
import { makeDossier } from '../../../src/readers/dossiers/dossier.ts'
import { readHoldings } from '../../../src/readers/dossiers/holdings.ts'
import { dossierPage } from '../../../src/readers/dossiers/sections/sections.ts'
import { wordsOf } from '../../../src/readers/dossiers/words/words.ts'
import type { Database } from '../../../src/warehouse/database.ts'
import { refreshDerived } from '../../../src/warehouse/warehouse.ts'
import { temporaryFolder, whenAllOver } from '../../support/folder.ts'
import { emptyWarehouse } from '../../support/tables.ts'
import { insert, type Row, type Told, tellMore } from '../../warehouse/litigation-world.ts'
import { factsOf, rowsOf, sectionOf, textOf } from './pages.ts'
import { usualReport } from './world.ts'

/*
 * What the first page says of states, each of a world of a few rows. The data are of 2026-04-01. All worlds stand in one warehouse, because
 * to plan what a dossier asks takes half a second: each has names, numbers and ids of its own there, which its page is read without.
 */

const subject = '甲建设有限公司'
const other = '乙商贸有限公司'
const id = 'e1'

type Document = Partial<Told> & Pick<Told, 'id' | 'number'>

/** What a world is told: a document, or a row of a table of sources. */
type Item = (Document & { readonly table: 'documents' }) | (Row & { readonly table: string })
type World = readonly Item[]

const call = { run_id: 'r1', fetched_at: '2026-04-01 08:00:00', outcome: 'hit' }
const usualRegistration = {
  ...{ enterprise_id: id, name: subject, name_key: subject, legal_representative: '丁海' },
  ...{ registered_amount: '1000000.00', registered_currency: 'CNY', call_key: 'c1', run_id: 'r1' },
}
const listPage = {
  ...{ subject: `id:${id}`, enterprise_id: id, enterprise_name: subject },
  ...{ sweep: 1, page_no: 1, page_size: 30, is_found: true, has_more: false, ids_digest: 'one' },
  ...{ call_key: 'c2', run_id: 'r1', scan_run_id: 'r1' },
}

/** What rows of these tables mostly have. */
const usualIn: Readonly<Record<string, Row>> = {
  case_enforcement: { library: 'ptal' },
  case_mentions: { library: 'ptal', evidence: 'named so' },
  case_references: { library: 'ptal', number_category: '民事案件', number_procedure: '一审' },
  case_statements: { library: 'ptal', items: [], is_decided: false },
  case_bankruptcy: { library: 'ptal' },
  case_fees: { library: 'ptal', currency: 'CNY' },
  case_amounts: { library: 'ptal' },
  case_interest: { library: 'ptal' },
  case_liabilities: { library: 'ptal', item: 1 },
  document_amounts: { item: 1 },
  enterprise_risks: { enterprise_id: id },
  enterprise_changes: { enterprise_id: id, call_key: 'c1', run_id: 'r1' },
}

/** Names, numbers and ids in SQL as the world of this mark has them. */
const markedBy = (mark: string, sql: string): string =>
  sql.replace(/[甲乙京]|(?<=['":])[edxbc]\d(?=['"])/g, `$&${mark}`)
const withoutMarks = (page: string): string => page.replace(/(?<=[甲乙京])[a-z]{2}/g, '')
const marks = Array.from({ length: 26 ** 2 }, (_, at) =>
  [Math.floor(at / 26), at % 26].map((letter) => String.fromCharCode(97 + letter)).join(''),
)

const isDocument = (item: Item): item is Document & { table: 'documents' } => item.table === 'documents'

async function fill(database: Pick<Database, 'run'>, world: World): Promise<void> {
  const documents = world.filter(isDocument)
  if (!world.includes(unregistered)) {
    const given = world.find(({ table }) => table === 'enterprises')
    const { table: _, ...registration } = { ...usualRegistration, table: '', ...given }
    await insert(database, 'enterprises', registration)
  }
  await insert(database, 'calls', { ...call, call_key: 'c1', operation: 'rh_company_info' })
  if (!world.includes(listUnread)) {
    await insert(database, 'calls', { ...call, call_key: 'c2', operation: 'rh_enterpriseWritList' })
    const ids = documents.map((document) => document.id)
    await insert(database, 'list_pages', { ...listPage, document_ids: ids, declared_total: ids.length })
  }
  for (const document of documents) {
    const type = document.number.includes('执') ? '执' : document.number.includes('终') ? '民终' : '民初'
    const usual = { type, on: '2025-03-01', plaintiff: other, defendant: subject, outcome: null } as const
    await tellMore(database, { ...usual, ...document }, [])
  }
  for (const [name, usual] of Object.entries(usualIn))
    for (const [at, { table: _, ...row }] of world.filter(({ table }) => table === name).entries())
      await insert(database, name, { ordinal: at + 1, ...usual, ...row })
  const isBankruptcy = "WHERE contains(case_number, '破')"
  for (const statement of [
    ...world.flatMap((item) => ('set' in item ? String(item.set) : [])),
    ...['enterprise_documents', 'cases', 'enterprise_risks'].map(
      (table) => `UPDATE ${table} SET call_key = 'c2', run_id = 'r1' WHERE call_key IS NULL`,
    ),
    `UPDATE enterprise_documents SET number_category = '强制清算与破产案件', number_procedure = NULL, procedure = NULL ${isBankruptcy}`,
    `UPDATE cases SET category = '强制清算与破产案件', number_category = category, number_procedure = NULL, procedure = NULL ${isBankruptcy}`,
  ])
    await database.run(statement)
}

const worlds: World[] = []
const pages: string[] = []

/** The dossier of the subject in a world, and what its first page says; to be asked for in a test. */
function worldOf(world: World) {
  const at = worlds.push(world) - 1
  return () => {
    const page = pages[at] ?? ''
    const summary = sectionOf(page, 'summary')
    const standing = sectionOf(page, 'enforcement')
    return {
      page,
      summary: textOf(summary),
      facts: factsOf(summary),
      brief: textOf(sectionOf(page, 'brief')),
      /** Rows of the tables of what stands against it, cells as they are read. */
      standing: ['作为被执行人', '执行案件', '失信与限高', '保全与冻结', '破产与清算'].flatMap((caption) =>
        rowsOf(standing, caption).map((row) => Object.values(row).join('，')),
      ),
    }
  }
}

const whenOver = whenAllOver()
beforeAll(async () => {
  await using database = await emptyWarehouse(await temporaryFolder(whenOver))
  // More than a run has: all worlds are read at once, each query with the condition on 140 enterprises.
  await database.run("SET memory_limit = '768MB'")
  await database.run('BEGIN')
  for (const [at, world] of worlds.entries())
    await fill({ run: (sql) => database.run(markedBy(marks[at] ?? '', sql)) }, world)
  await database.run('COMMIT')
  await refreshDerived(database)
  const ids = worlds.map((_, at) => `${id}${marks[at]}`)
  const held = await readHoldings(database, 'r1', ids)
  for (const [at, enterpriseId] of ids.entries()) {
    const name = markedBy(marks[at] ?? '', subject)
    const holdings = held.get(enterpriseId)
    if (holdings === undefined) throw new Error(`nothing is held of ${enterpriseId}`)
    pages.push(
      withoutMarks(
        dossierPage(
          makeDossier({ enterpriseId, name, uscc: null, given: [] }, holdings, {
            ...usualReport,
            run: { runId: 'r1', title: null, job: 'job', lastRunId: 'r1', stop: null },
            settings: { ...usualReport.settings, judgments: false, madeAt: new Date(0) },
            words: await wordsOf('zh'),
            statuteChanges: new Map(),
          }),
        ),
      ),
    )
  }
})

/** Facts of the summary by name: a pattern of one, words that are in it, or null where it must not be there. */
type Facts = Readonly<Record<string, string | RegExp | null>>

/** Worlds of disputes by what is tested, each with the facts that it leads to. */
function testFacts(cases: Readonly<Record<string, readonly [World, Facts]>>): void {
  for (const [name, [world, facts]] of Object.entries(cases)) {
    const told = worldOf(world)
    test(name, () => {
      for (const [fact, said] of Object.entries(facts))
        if (said === null) expect(told().facts).not.toHaveProperty([fact])
        else expect(told().facts[fact]).toMatch(said)
    })
  }
}

/** What neither page one nor a row of the tables behind it may say. */
interface Unsaid {
  readonly unsaid: readonly string[]
}
const not = (...unsaid: readonly string[]): Unsaid => ({ unsaid })

/** What a world is told; then what page one or a row of the tables behind it says, and what they do `not` say. */
type Case = readonly (Item | string | Unsaid)[]

const isTold = (part: Case[number]): part is Item => typeof part !== 'string' && 'table' in part

/** Cases by what is tested; `pageText` is where their texts are looked for. */
function testSaid(
  cases: Readonly<Record<string, Case>>,
  pageText = ({ brief, standing }: ReturnType<ReturnType<typeof worldOf>>) => [brief, ...standing].join('\n'),
): void {
  for (const [name, parts] of Object.entries(cases)) {
    const said = parts.filter((part) => typeof part === 'string')
    const unsaid = parts.flatMap((part) => (typeof part === 'string' || isTold(part) ? [] : part.unsaid))
    const told = worldOf(parts.filter(isTold))
    test(name, () => {
      // Words whose places were not filled, on page one or in the appendix.
      expect(told().page).not.toMatch(/\{\d/)
      const all = pageText(told())
      for (const part of said) expect(all).toContain(part)
      for (const part of unsaid) expect(all).not.toContain(part)
    })
  }
}

/** Its registration says this; it is not held; the list of its documents was not read. */
const registered = (more: Row): Item => ({ table: 'enterprises', ...more })
const unregistered: Item = { table: 'none of its registration' }
const listUnread: Item = { table: 'none of its documents' }

type More = Partial<Told> & { readonly text?: string; readonly said?: string }
type Listed = Document & { readonly table: 'documents' }

/** A document; `text` is its full text, `said` the sentence of its outcome. */
const document = (id: string, number: string, { text, said, ...more }: More = {}): Listed => {
  const outcome = said !== undefined && { outcome_evidence: said }
  const held = { ...outcome, ...(text !== undefined && { content: text }) }
  return { ...{ table: 'documents', id, number }, ...(outcome && { listed: outcome }), held, ...more }
}
const suit = (n: number, more: More = {}): Listed => document(`d${n}`, `(2025)京0105民初${n}号`, more)
const appeal = (n: number, more: More = {}): Listed =>
  document(`d${n}`, `(2025)京03民终${n}号`, { on: '2025-09-01', ...more })
const enforced = (n: number, more: More = {}): Listed => document(`x${n}`, `(2025)京0105执${n}号`, more)
/** An objection to an enforcement, and one that is taken up again. */
const objection = (n: number, more: More = {}): Listed => document(`x${n}`, `(2025)京0105执异${n}号`, more)
const resumed = (n: number, more: More = {}): Listed => document(`x${n}`, `(2025)京0105执恢${n}号`, more)
/** Numbers of the first suit and the first enforcement. */
const [first, enforcedFirst] = [suit(1).number, enforced(1).number]
/** An authority asks the court to enforce its decision on the enterprise. */
const ofAuthority = (n: number, outcome: Outcome): Listed => {
  const procedure = '非诉行政行为执行审查'
  const review = { number_category: '行政案件', number_procedure: procedure, procedure }
  const held = { ...review, category: '行政案件' }
  return document(`d${n}`, `(2025)京0105行审${n}号`, {
    plaintiff: '某市市场监督管理局',
    outcome,
    listed: review,
    held,
  })
}
const third = '丙包装有限公司'
const byIt = { plaintiff: subject, defendant: other }
/** Of the enterprise, against two others. */
const onAppeal = (n: number): Listed => appeal(n, { ...byIt, listed: { defendants: [other, third] } })
/** A document of which only the list is held. */
const unread = { library: null } as const
/** Of the year before the suits. */
const paymentOrder = document('d1', '(2024)京0105民督1号', { type: '民督' })
/** Of no stage. */
const beside = { type: '民督', library: null } as const

const against = (name: string) => ({ against: [name], against_keys: [name] })
/** What a text states of an enforcement. */
const fact = (case_id: string, kind: string, more: Row = {}): Item => ({
  ...{ table: 'case_enforcement', case_id, kind, is_ordered: false, is_lifted: false, reasons: [] },
  ...{ ...against(subject), evidence: `${kind}的依据` },
  ...more,
})
const ofNobody = { against: [], against_keys: [] }
const yuan = (amount: string) => ({ amount, currency: 'CNY' })
const money = (caseId: string, kind: string, amount: string, more: Row = {}): Item =>
  fact(caseId, kind, { ...yuan(amount), ...ofNobody, ...more })
const seized = (caseId: string, kind: string, property: string, more: Row = {}): Item =>
  fact(caseId, kind, { property, is_ordered: true, ...more })
/** A sum of a text, that the enterprise is to pay. */
const sum = (table: string, amount: string, more: Row): Item => ({
  ...{ table, ...yuan(amount), role: '本金', payer_keys: [subject], payees: [], payee_keys: [] },
  ...more,
})
const order = (case_id: string, amount: string, more: Row = {}): Item =>
  sum('case_amounts', amount, { case_id, part: 'order', is_ordered: true, ...more })
const claim = (case_id: string, amount: string, more: Row = {}): Item =>
  sum('case_amounts', amount, { case_id, part: 'claim', item: 1, ...more })
/** An order that the result in the list has. */
const listedOrder = (document_id: string, amount: string, more: Row): Item =>
  sum('document_amounts', amount, { document_id, is_ordered: true, unknown_payers: [], ...more })
const paidBy = (name: string) => ({ payers: [name], payer_keys: [name] })
const interest = (case_id: string, more: Row = {}): Item => ({
  ...{ table: 'case_interest', case_id, is_running: true, currency: 'CNY' },
  ...more,
})
const liable = (name: string, kind: string, evidence: string, more: Row = {}): Item => ({
  ...{ table: 'case_liabilities', case_id: 'd1', kind, name, name_keys: [name], evidence },
  ...more,
})
const fee = (case_id: string, amount: string, bearers: readonly string[]): Item => ({
  ...{ table: 'case_fees', case_id, fee: '案件受理费', amount, bearers },
})
const bankruptcy = (case_id: string, kind: string, evidence: string, debtor = subject): Item => ({
  ...{ table: 'case_bankruptcy', case_id, kind, is_ordered: true, debtor_keys: [debtor], evidence },
})
/** What a text names, and how. */
const mention = (case_id: string, matter: string, manner: string, more: Row = {}): Item => ({
  ...{ table: 'case_mentions', case_id, matter, manner, against_keys: [subject] },
  ...more,
})
/** What a text states of another case, and that it cites one. */
const statement = (case_id: string, kind: string, number_key: string, more: Row = {}): Item => ({
  ...{ table: 'case_statements', case_id, kind, number_key, evidence: `${kind}的依据` },
  ...more,
})
const cited = (case_id: string, number_key: string): Item => ({
  table: 'case_references',
  case_id,
  number_key,
})
/** A side in the lower instance, and an item that refuses the claim against the enterprise. */
const position = (caseId: string, side: string, name = subject): Item =>
  ofParty(caseId, name, `original_side = nullif('${side}', '')`)
const refusal = (caseId: string, evidence: string): Item =>
  ofParty(caseId, subject, `result_rule = 'refused against it', result_evidence = '${evidence}'`)
const ofParty = (caseId: string, name: string, set: string): Item => ({
  table: 'case_parties',
  set: `UPDATE case_parties SET ${set} WHERE case_id = '${caseId}' AND name_key = '${name}'`,
})
/** A settlement, and the judgment by which a third party had it revoked. */
const revokedAtFirst: World = [
  suit(1, { outcome: 'mediated', listed: { document_kind: '调解书' } }),
  document('d2', '(2025)京03民撤2号', {
    ...{ type: '民撤', on: '2025-09-01', plaintiff: third },
    ...{ outcome: 'reversed', origin: first },
  }),
  statement('d2', '撤销', first, { is_decided: true }),
  order('d1', '1800.00'),
]
/** The conviction of d1 is of others. */
const besideAccused = ofParty('d1', subject, "result = 'neutral', result_rule = 'nothing for it'")
const entry = (kind: string, number: string | null, filed_on: string, more: Row = {}): Item => ({
  ...{ table: 'enterprise_risks', kind, case_number: number, case_number_key: number, filed_on },
  ...more,
})
const change = (item: string, before: string, after: string, changed_on: string): Item => ({
  ...{ table: 'enterprise_changes', item, before, after, changed_on },
})

const waiting = '待裁判案件（件）'
const owed = '人民币 8,225.00 元（载明 2 件，1 件已知未执行到位，其余按标的）'
const ground = '（依据 (2025)京0105执1号）'
const term = '如为一般的二年期限（可延长或不定期）'
/** An order that leaves open which measure is taken. */
const either = '冻结被申请人甲建设有限公司名下银行存款5000元或者查封、扣押其他等值财产'
const both = '查封被执行人甲建设有限公司名下房屋一套，冻结其银行存款5000元'

describe('enforcement', () => {
  testSaid({
    'what is still owed is what is unpaid where it is known, else what is to be enforced; what was paid is left out':
      [
        enforced(1),
        enforced(2),
        enforced(3),
        money('x1', '执行标的', '8500.00'),
        money('x1', '执行到位', '1275.00'),
        fact('x1', '终本'),
        money('x2', '执行标的', '1000.00'),
        fact('x2', '终本'),
        money('x3', '执行标的', '400.00'),
        fact('x3', '执行完毕'),
        `终本与执行中案件的未了结金额 至多 ${owed}，占注册资本 0.8%`,
        '终本（未执行完毕），2，人民币 9,500.00 元（载明 2 件），人民币 1,275.00 元（载明 1 件），人民币 7,225.00 元（载明 1 件）',
        '执行完毕，1，人民币 400.00 元（载明 1 件）',
      ],
    'property is listed with what texts say of it, and what was only found or taken by itself': [
      enforced(1),
      fact('x1', '终本'),
      seized('x1', '查封', '厂房一处', { conditions: ['mortgaged'], mortgagee: '丙银行' }),
      seized('x1', '财产', '货车二辆', { conditions: ['not in hand'] }),
      seized('x1', '划拨', '银行存款', { ...yuan('3210.00'), is_ordered: false }),
      seized('x1', '划拨', '账户资金', { ...yuan('900.00'), is_ordered: true }),
      '已抵押（丙银行）',
      '文书另载明已扣划的款项、未见查控的财产 2 [',
      '查明的财产 货车二辆（(2025)京0105执1号、未实际控制）',
      '扣划、提取 银行存款（(2025)京0105执1号、人民币 3,210.00 元）',
    ],
    'a term of a seizure without its property is asked about while it may run': [
      enforced(1, { text: '上述查封期限为三年，期满未办理续封的，自行解除。' }),
      enforced(2, { on: '2022-03-01', text: '上述冻结期限为二年。' }),
      enforced(3, { text: '上述扣押期限为三年。' }),
      seized('x3', '扣押', '货车二辆'),
      '标的、起始日未载明，是否仍有效待核实：上述查封期限为三年（(2025)京0105执1号） D1；上述扣押期限为三年（(2025)京0105执3号）',
      not('上述冻结期限'),
    ],
    'what a creditor alleges to be owed to it, and what another case holds, stand as said': [
      enforced(1, {
        text: '申请执行人称被执行人另有应收账款900元，未提供线索。另案（（2024）京0105执77号）查封的房产已抵押给丙银行。',
      }),
      enforced(2, {
        text: '本院查明其应收账款900元。本案（（2025）京0105执2号）查封的房产已抵押。被执行人丙包装有限公司账户被他案冻结70元。',
      }),
      '申请执行人所称、未见核实的应收款：申请执行人称被执行人另有应收账款900元 D1。',
      '文书提及他案查控的财产：另案（（2024）京0105执77号）查封的房产已抵押给丙银行 D1；被执行人丙包装有限公司账户被他案冻结70元 D2。',
    ],
    'who objects because the thing is its own is said to claim it': [
      enforced(1, { on: '2025-01-10' }),
      objection(2, {
        on: '2025-02-10',
        outcome: 'objection_refused',
        origin: enforcedFirst,
        said: '驳回案外人丙包装有限公司的异议请求',
        text: '案外人丙包装有限公司称，被查封的设备系其所有，请求解除查封。',
      }),
      '驳回异议（丙包装有限公司，主张归其所有）',
    ],
    'that a suit or a review reports how the enforcement of another ended is none against it': [
      suit(1, { outcome: 'dismissed' }),
      objection(2, { outcome: 'application_refused' }),
      ofParty('x2', subject, "position = '被申请人'"),
      ...['d1', 'x2'].flatMap((id) => [
        fact(id, '终本', { ...ofNobody, number_key: '(2022)京0105执100号' }),
        statement(id, '终本', '(2022)京0105执100号'),
      ]),
      '以其为被执行人的案件（含已结',
      not('终本', '作为被执行人：'),
    ],
    'a review in which it is the debtor is of an enforcement against it that was not seen': [
      objection(2, { ...byIt, outcome: 'objection_refused' }),
      ofParty('x2', subject, "position = '异议人', original_position = '被执行人'"),
      '有执行审查、执行异议之诉或司法制裁案件，其在其中为被执行人，未见与之对应的执行案件：(2025)京0105执异2号（2025-03-01） D1。',
      not('以其为被执行人的案件', '未了结的执行案件', '经裁判追加'),
    ],
    'a ruling that makes it a debtor says so, and what may be done against it': [
      objection(2, {
        outcome: 'party_changed',
        text: '裁定如下：追加甲建设有限公司为（2022）京0105执100号案件的被执行人。',
      }),
      ofParty('x2', subject, "position = '被申请人'"),
      '经裁判追加、变更为被执行人（可依法复议、起诉或上诉，其后结果待核实），未见与之对应的执行案件：(2025)京0105执异2号（2025-03-01） D1。',
      not('以其为被执行人的案件', '有执行审查或'),
    ],
    'that others failed to add it as a debtor leaves nothing that it may owe': [
      objection(2, {
        outcome: 'application_refused',
        held: { outcome_evidence: '驳回乙商贸有限公司追加甲建设有限公司为被执行人的申请' },
      }),
      ofParty('x2', subject, "position = '被申请人'"),
      not('可能欠付', '经裁判追加'),
    ],
    'nor a ruling that made it a debtor, once a review took it back': [
      objection(2, {
        outcome: 'party_changed',
        text: '裁定如下：追加甲建设有限公司为（2022）京0105执100号案件的被执行人。',
        held: { outcome_evidence: '追加甲建设有限公司为被执行人' },
      }),
      document('x3', '(2025)京03执复3号', {
        ...byIt,
        on: '2025-09-01',
        outcome: 'reversed',
        origin: objection(2).number,
      }),
      not('可能欠付', '经裁判追加'),
    ],
    'nor one that its own suit undid, by the number of the enforcement or of the ruling': [
      ...[2, 3].flatMap((n) => [
        objection(n, {
          outcome: 'party_changed',
          text: `裁定如下：追加甲建设有限公司为（2022）京0105执10${n}号案件的被执行人。`,
        }),
        cited(`x${n}`, `(2022)京0105执10${n}号`),
      ]),
      suit(4, {
        ...byIt,
        outcome: 'granted',
        text: '判决如下：不得追加甲建设有限公司为（2022）京0105执102号案件的被执行人。',
        listed: { cause: '执行异议之诉' },
      }),
      suit(5, {
        ...byIt,
        outcome: 'granted',
        text: '本院作出（2025）京0105执异3号裁定。判决如下：不得追加甲建设有限公司为被执行人。',
      }),
      '（或判令不得追加其为被执行人）的一审裁判：是否上诉及其结果',
      not('可能欠付', '经裁判追加'),
    ],
    'but a suit that was won in the last months may be appealed against': [
      objection(2, {
        outcome: 'party_changed',
        text: '裁定如下：追加甲建设有限公司为（2022）京0105执102号案件的被执行人。',
      }),
      cited('x2', '(2022)京0105执102号'),
      suit(4, {
        ...{ ...byIt, outcome: 'granted', on: '2026-03-20', listed: { cause: '执行异议之诉' } },
        text: '判决如下：不得追加甲建设有限公司为（2022）京0105执102号案件的被执行人。',
      }),
      '经裁判追加',
    ],
    'but a suit over another enforcement, or one that an appeal took back, does not undo it': [
      ...[2, 3].map((n) =>
        objection(n, {
          outcome: 'party_changed',
          text: `裁定如下：追加甲建设有限公司为（2022）京0105执10${n}号案件的被执行人。`,
        }),
      ),
      suit(4, {
        ...byIt,
        outcome: 'granted',
        text: '判决如下：不得追加甲建设有限公司为（2022）京0105执109号案件的被执行人。',
      }),
      suit(5, {
        ...byIt,
        outcome: 'granted',
        text: '判决如下：不得追加甲建设有限公司为（2022）京0105执103号案件的被执行人。',
      }),
      appeal(6, { plaintiff: other, defendant: subject, outcome: 'reversed', origin: suit(5).number }),
      '经裁判追加、变更为被执行人（可依法复议、起诉或上诉，其后结果待核实），未见与之对应的执行案件：(2025)京0105执异2号（2025-03-01） D4、(2025)京0105执异3号',
    ],
    'a suit over an enforcement of which it is the debtor shows that enforcement': [
      suit(1, { outcome: 'granted' }),
      ofParty('d1', subject, "position = '被告', original_position = '被执行人'"),
      '有执行审查、执行异议之诉或司法制裁案件，其在其中为被执行人，未见与之对应的执行案件：(2025)京0105民初1号',
      not('以其为被执行人的案件'),
    ],
    'what a branch of it is the debtor of is enforced against that, and it answers for it': [
      enforced(1, { defendant: '甲建设有限公司浦口分公司', listed: { role: null } }),
      fact('x1', '终本', ofNobody),
      money('x1', '未执行到位', '80.00'),
      '其分支机构为被执行人（其民事责任依法由企业承担，民法典第74条；未计为企业自身的执行案件，企业是否被追加待核实）：(2025)京0105执1号（2025-03-01、终本（未执行完毕）、人民币 80.00 元） D1。',
      '至多 人民币 80.00 元（由谁给付、是否维持不明）',
      not('以其为被执行人的案件', '作为被执行人'),
    ],
    'a preservation is no enforcement of the decision that it secures': [
      suit(1, { outcome: 'granted' }),
      order('d1', '100.00'),
      document('x2', '(2025)京0105执保2号', { outcome: 'seized', origin: first }),
      '已作出、是否生效未见的裁判、支付令给付：人民币 100.00 元',
      '以其为被执行人的案件',
      not('已进入执行'),
    ],
    'what a court refuses to enforce may be owed all the same, for the sum that was to be enforced': [
      enforced(1),
      money('x1', '执行标的', '90.00'),
      objection(2, { ...byIt, on: '2025-09-01', outcome: 'enforcement_refused', origin: enforcedFirst }),
      '是否仍欠不明的被执行案件（已计入）：不予执行 1 [2]：执行标的 人民币 90.00 元',
      '至多 人民币 90.00 元',
      not('未载明金额', '执行中（未见终结）'),
    ],
    'an enforcement that a review ended for an objection runs no more, unless a later one takes that back': [
      enforced(1),
      enforced(2),
      money('x1', '执行标的', '90.00'),
      money('x2', '执行标的', '7.00'),
      ...[1, 2].flatMap((n) => [
        document(`x${n + 2}`, `(2025)京0105执异${n}号`, {
          ...byIt,
          outcome: 'objection_upheld',
          origin: enforced(n).number,
        }),
        fact(`x${n + 2}`, '终结执行', {
          ...ofNobody,
          ...{ is_ordered: true, number_key: enforced(n).number, reasons: ['异议成立'] },
        }),
      ]),
      document('x5', '(2025)京03执复5号', {
        on: '2025-09-01',
        outcome: 'reversed',
        origin: '(2025)京0105执异2号',
      }),
      '终结执行（是否清偿未载明） 1 ',
      '执行中（未见终结） 1 ',
    ],
    'what another took over, so that it was released, it owes no more': [
      enforced(1),
      money('x1', '执行标的', '90.00'),
      objection(2, { outcome: 'party_changed', origin: enforcedFirst }),
      fact('x2', '终结执行', { is_ordered: true, number_key: enforcedFirst, reasons: ['免除责任'] }),
      '终结执行（是否清偿未载明）：免除责任',
      not('可能欠付', '是否仍欠不明'),
    ],
    'cases that one document takes together count once, by the sum that it states': [
      ...[1, 2].flatMap((n) => [enforced(n), money(`x${n}`, '执行标的', `${n}0.00`)]),
      document('x3', '(2025)京0105执1、2号', { on: '2025-09-01' }),
      money('x3', '未执行到位', '30.00'),
      fact('x3', '终本', ofNobody),
      '终本与执行中案件的未了结金额 人民币 30.00 元',
      '各计一次）：至多 人民币 30.00 元',
    ],
    'but without a sum of that document each has its own': [
      ...[1, 2].flatMap((n) => [enforced(n), money(`x${n}`, '执行标的', `${n}0.00`)]),
      document('x3', '(2025)京0105执1、2号', { on: '2025-09-01' }),
      fact('x3', '终本', ofNobody),
      '至多 人民币 30.00 元',
    ],
    'an arbitration that a preservation against it names is a dispute, and that of its own is none': [
      document('d1', '(2026)京0105财保1号', {
        ...{ type: '民督', outcome: 'seized', text: '申请人因与被申请人买卖合同纠纷仲裁一案，申请保全。' },
      }),
      document('d2', '(2026)京0105财保2号', {
        ...{ ...byIt, type: '民督', outcome: 'seized', text: '因与被申请人仲裁一案，申请保全。' },
      }),
      '可能欠付的 1 [1] 起争议均未载明金额（(2026)京0105财保1号）',
      '保全裁定载明其为仲裁的被申请人一方：仲裁是否提起、请求与结果未见',
    ],
    'nor is one that a suit or an enforcement of the same applicant follows': [
      document('d1', '(2025)京0105财保1号', {
        ...{ type: '民督', outcome: 'seized', text: '申请人因与被申请人买卖合同纠纷仲裁一案，申请保全。' },
      }),
      enforced(2, { on: '2025-09-01' }),
      money('x2', '执行标的', '90.00'),
      not('仲裁的被申请人一方'),
    ],
    'a penalty on another is not its own': [
      enforced(1, { outcome: 'fined', said: '对刘勇拘留十五日。' }),
      enforced(2, { outcome: 'fined', said: '对甲建设有限公司罚款50元。' }),
      '罚款、拘留（针对 刘勇）',
      not('针对 甲建设有限公司'),
    ],
    'who pays with a 担保有限公司 answers for no one, and recourse in an item of its own is said': [
      suit(1, { outcome: 'granted' }),
      liable(subject, '连带', '甲建设有限公司、丁融资担保有限公司连带偿还借款'),
      suit(2, {
        outcome: 'granted',
        text: '判决如下：一、丙包装有限公司还款；二、甲建设有限公司担责；三、甲建设有限公司承担保证责任后，有权向丙包装有限公司追偿。',
      }),
      liable(subject, '连带', '甲建设有限公司对上述债务承担连带责任', { case_id: 'd2' }),
      '企业对他人债务的责任：连带（主债务金额未载明，载明可追偿）',
    ],
    'but a review that leaves that ruling does': [
      objection(2, {
        outcome: 'party_changed',
        text: '裁定如下：追加甲建设有限公司为（2022）京0105执100号案件的被执行人。',
      }),
      document('x3', '(2025)京03执复3号', {
        ...byIt,
        on: '2025-09-01',
        outcome: 'upheld',
        origin: objection(2).number,
      }),
      '经裁判追加、变更为被执行人',
      '可能欠付的 1 [1] 起争议均未载明金额',
    ],
    'and so does a review that the creditor won': [
      objection(2, {
        outcome: 'party_changed',
        text: '裁定如下：追加甲建设有限公司为（2022）京0105执100号案件的被执行人。',
      }),
      document('x3', '(2025)京03执复3号', {
        on: '2025-09-01',
        outcome: 'reversed',
        origin: objection(2).number,
      }),
      '经裁判追加、变更为被执行人',
    ],
    'one that adds it on review names it, too': [
      objection(2, { outcome: 'application_refused' }),
      document('x3', '(2025)京03执复3号', {
        on: '2025-09-01',
        outcome: 'reversed',
        origin: objection(2).number,
        text: '裁定如下：一、撤销该裁定；二、追加甲建设有限公司为（2022）京0105执100号案件的被执行人。',
      }),
      '经裁判追加、变更为被执行人',
      '可能欠付的 1 [1] 起争议均未载明金额',
    ],
    'a suit that it lost against being added leaves the ruling that adds it': [
      suit(1, { ...byIt, outcome: 'dismissed', text: '诉讼请求：不得追加甲建设有限公司为被执行人。' }),
      '企业请求不得追加其为被执行人的诉讼未获支持：追加裁定可能有效',
      '可能欠付的 1 [1] 起争议均未载明金额',
    ],
    'nor is that so of another suit over an enforcement, or of one that it won': [
      suit(1, { ...byIt, outcome: 'dismissed', listed: { cause: '案外人执行异议之诉' } }),
      suit(2, { ...byIt, outcome: 'granted', text: '诉讼请求：不得追加甲建设有限公司为被执行人。' }),
      suit(3, { ...byIt, outcome: 'dismissed', listed: { cause: '追加、变更被执行人异议之诉' } }),
      not('追加裁定可能有效', '可能欠付'),
    ],
    'a suit of who was no party of the enforcement is its own': [
      suit(1, { ...byIt, outcome: 'granted', listed: { cause: '案外人执行异议之诉' } }),
      ofParty('d1', subject, "original_side = 'third_party'"),
      ofParty('d1', other, "original_side = 'plaintiff'"),
      '甲建设有限公司 对 乙商贸有限公司（案外人执行异议之诉',
    ],
    'a review of an enforcement that is listed is not said to be of one that is not': [
      enforced(1),
      objection(2, { origin: enforcedFirst }),
      ofParty('x2', subject, "position = '异议人（被执行人）'"),
      '作为被执行人：',
      not('未见与之对应的执行案件'),
    ],
    'that an authority asks to enforce what it decided is no enforcement case, whatever the court says': [
      ofAuthority(1, 'application_refused'),
      ofAuthority(2, 'enforcement_refused'),
      ofAuthority(3, 'application_withdrawn'),
      '以其为被执行人的案件（含已结',
      not('执行中', '作为被执行人：', '准予强制执行'),
    ],
    'that a court lets an authority enforce what it decided is called so': [
      ofAuthority(1, 'application_granted'),
      order('d1', '5000.00', { role: '罚款' }),
      '经法院裁定准予强制执行的行政决定（是否已履行、执行未见）：(2025)京0105行审1号（2025-03-01）（对企业处罚金、罚款 人民币 5,000.00 元） D1。',
      not('执行中', '作为被执行人：', '以其为被执行人的案件'),
    ],
    'that its status is liquidation or bankruptcy does not stand beside none that was found': [
      registered({ status: '清算' }),
      '登记状态清算',
      '；登记状态或条目载有清算或破产，未见其程序，待核实',
      not('对其的破产、清算申请及程序'),
    ],
    'a case without an end in three years is not called open': [
      enforced(1, { number: '(2017)京0105执1号', on: '2017-03-01' }),
      '是否仍欠不明的被执行案件（已计入）：未见终结（最近文书已逾三年） 1 [',
      '未见终结（最近文书已逾三年），1，',
      not('执行中'),
    ],
  })

  const forIt = worldOf([
    enforced(1, byIt),
    money('x1', '执行标的', '1000.00'),
    money('x1', '执行到位', '300.00'),
    fact('x1', '终本', ofNobody),
  ])

  test('beside what it is owed stands what came of enforcing it', () => {
    const { brief, page } = forIt()
    expect(brief).toMatch(
      /作为申请执行人的案件 1 \[\d+\] 件（其中执行完毕 0 件，终本 1 \[\d+\] 件），载明的执行到位 人民币 300.00 元（载明 1 件）/,
    )
    const [largest] = rowsOf(sectionOf(page, 'major'), '')
    expect(largest).toMatchObject({
      金额: expect.stringContaining('1,000.00'),
      口径: expect.stringContaining('未执行到位 人民币 700.00 元'),
      争议状态: '终本（未执行完毕）',
    })
  })
})

describe('property', () => {
  const [preserved, taken] = ['(2025)京0105执保3号', '(2025)京0105执4号']
  const freeze = (caseId: string, more: Row = {}): Item =>
    seized(caseId, '冻结', '银行存款', { ...yuan('300.00'), ...more })
  const documents = [
    suit(1, { on: '2025-05-10', outcome: 'granted' }),
    enforced(3, { number: preserved, on: '2025-05-02', origin: first }),
    enforced(4, { number: taken, on: '2025-06-02', origin: first }),
  ]

  testSaid({
    'that is held twice for one debt is limited by that debt': [
      ...documents,
      freeze('x3'),
      freeze('x4', { ...yuan('320.00'), property: '账户' }),
      '项，限额 人民币 320.00 元（非实际控制额',
      '冻结 账户（(2025)京0105执4号、限额 人民币 320.00 元、按法定最长期限至 2026-06-02）',
    ],
    'of which the term is over is none that was not found': [
      enforced(1, { on: '2024-06-02' }),
      freeze('x1'),
      '期限（自裁定或措施日起算）已届满、未见解除或续封的 1 [',
    ],
    'that is only reported, after the debt was paid, is of a debt that is paid': [
      enforced(1),
      objection(2, { on: '2025-09-01', origin: enforcedFirst }),
      fact('x1', '执行完毕'),
      seized('x2', '查封', '设备', { is_ordered: false }),
      '所涉债务据文书已履行完毕、未见解除（依法应解除，或已因期满失效，待核实）的 1 [',
      '项：查封 设备（',
      not('其财产被查封、冻结', '未见有效的查封、冻结'),
    ],
    'that an objection was refused about is not called free': [
      enforced(1),
      objection(2, { outcome: 'objection_refused', origin: enforcedFirst }),
      '未见有效的查封、冻结；有执行异议被驳回（(2025)京0105执异2号），所涉财产是否仍被查封、冻结待核实。',
      not('有效的查封、冻结（已查'),
    ],
    'that is only reported has no day until which it lasts': [
      enforced(1),
      seized('x1', '查封', '设备', { is_ordered: false }),
      '查封 设备（(2025)京0105执1号、起始日未载明，是否仍有效待核实）',
    ],
    'that is only reported ended at the latest when its longest term was over': [
      enforced(1, { on: '2020-03-01' }),
      seized('x1', '查封', '设备', { is_ordered: false }),
      '已届满、未见解除或续封的 1 [',
      '项（设备（(2025)京0105执1号、至迟 2022-03-01 届满））',
    ],
    'that one who is no debtor claims is not put down as its own': [
      enforced(1),
      objection(2, { outcome: 'objection_refused' }),
      seized('x2', '查封', '设备', { is_ordered: false, conditions: ['claimed by other'], ...ofNobody }),
      '案外人主张权利、属谁及现是否仍被查封冻结未载明的 1 [',
      '项：查封 设备（(2025)京0105执异2号、起始日未载明，按法定最长期限至迟至 2027-03-01，是否续封未见）。',
      not('其财产被裁定或登记查封', '起始日未载明，是否仍有效'),
    ],
    'that a ruling on an objection only calls property is what its case seized': [
      enforced(1),
      objection(2),
      seized('x1', '查封', '房屋一套'),
      seized('x2', '查封', '财产', { number_key: enforcedFirst, is_ordered: false }),
      '查封、冻结（有效或轮候）1 [',
    ],
  })
})

describe('the life of a dispute', () => {
  const guaranteed = [
    suit(1, { on: '2025-01-10', outcome: 'granted' }),
    enforced(1, { on: '2025-06-02', outcome: 'enforcement_suspended', origin: first }),
  ]
  const facts = [money('x1', '执行标的', '8500.00')]
  const enforcedFor = [...guaranteed, ...facts]
  const ofAdministrator = mention('x1', 'claim_of_other', 'named', {
    evidence: '本院查明，案外人丙包装有限公司已被裁定受理破产，其对甲建设有限公司的债权由管理人主张',
  })
  const ended = '2025-06-02 执行 终结本次执行'
  const sentBack = [
    suit(1, { outcome: 'granted', on: '2024-01-10' }),
    appeal(2, { outcome: 'remanded', on: '2024-05-10', origin: first }),
  ]
  const enforcedOf = (origin: string): Listed =>
    enforced(1, { outcome: 'enforcement_suspended', on: '2025-06-02', origin })
  const ofOrder = { procedure: null, number_procedure: '督促' }
  const both = { listed: { defendants: [subject, third] } }
  const asked = (case_id: string, amount: string, evidence: string): Item =>
    claim(case_id, amount, { payer_keys: [], payees: [other], payee_keys: [other], evidence })
  const foundMutual = (owed: number): string =>
    `经审理查明，甲建设有限公司应付货款${owed}元，乙商贸有限公司应赔偿质量损失200元。判决如下：相互抵销后，被告甲建设有限公司支付700元。`

  testSaid({
    'an end of enforcement that is another debtor’s is said to be his': [
      ...enforcedFor,
      fact('x1', '终本', against(other)),
      `${ended}（针对 乙商贸有限公司）`,
    ],
    'whose it is stands open where the text names nobody': [
      ...enforcedFor,
      fact('x1', '终本', { against: [], against_keys: [other] }),
      `${ended}（针对其他被执行人）`,
    ],
    'an end of its own needs no word': [
      ...enforcedFor,
      fact('x1', '终本', ofNobody),
      ended,
      not('（针对其他被执行人）'),
    ],
    'one who has paid is said to have paid, and who enforces no longer enforces against it': [
      ...enforcedFor,
      fact('x1', '执行完毕'),
      fact('x1', '终本', against(other)),
      '：已履行完毕（人民币 8,500.00 元 D1）',
      '2025-06-02 执行 企业已履行完毕；终结本次执行（针对 乙商贸有限公司）',
    ],
    'a debtor that sued is called so, and a claim that the other side made is not its own': [
      suit(1, { ...byIt, outcome: 'dismissed' }),
      order('d1', '700.00'),
      claim('d1', '900.00', { payees: [other], payee_keys: [other] }),
      '（企业起诉，应由企业给付）：判令企业给付',
      '驳回诉讼请求（对方请求 人民币 900.00 元）',
      not('（请求 人民币 900.00 元'),
    ],
    'what a decision orders beyond what is enforced stands with the enforcement': [
      ...enforcedFor,
      fact('x1', '终本', ofNobody),
      order('d1', '9000.00'),
      '；裁判、调解金额高出执行标的 人民币 500.00 元，是否已付未载明',
    ],
    'claims that others pursue, and mortgagees that enforce elsewhere, are in no sum, and named': [
      ...enforcedFor,
      fact('x1', '终本', ofNobody),
      seized('x1', '财产', '厂房', {
        is_ordered: false,
        conditions: ['mortgaged', 'claimed by mortgagee'],
        mortgagee: '江海商业银行股份有限公司',
      }),
      ofAdministrator,
      '；抵押权人已另案起诉或申请执行，其债权额未载明、不在其内：江海商业银行股份有限公司；另有破产的他人，其管理人向本企业主张债权，债权额未载明，不在其内：丙包装有限公司 D1；',
    ],
    'a claim that the administrator of another pursues is named where nothing else is owed': [
      enforced(1, { outcome: 'enforcement_ended' }),
      fact('x1', '执行完毕'),
      ofAdministrator,
      '可能欠付：来源未载明金额；另有破产的他人，其管理人向本企业主张债权，债权额未载明，不在其内：丙包装有限公司 D1。',
    ],
    'of a mortgagee that sues in a document that is listed it is not known whether its claim is in that': [
      ...enforcedFor,
      fact('x1', '终本', ofNobody),
      seized('x1', '财产', '厂房', {
        is_ordered: false,
        conditions: ['mortgaged', 'claimed by mortgagee'],
        mortgagee: other,
      }),
      '；抵押权人已另案起诉或申请执行，其债权是否在内不明：乙商贸有限公司',
      not('不在其内：乙'),
    ],
    'of what others ordered beyond what is enforced it is not said that it is in force': [
      suit(1, { on: '2025-01-10', outcome: 'granted' }),
      enforced(1, { origin: first }),
      order('d1', '9000.00'),
      money('x1', '执行标的', '8500.00'),
      fact('x1', '终本'),
      '至多 人民币 9,000.00 元（载明标的的执行（含已终结） 人民币 8,500.00 元、裁判高出执行标的的部分 人民币 500.00 元）',
      not('其余生效裁判'),
    ],
    'what was sent back and is enforced says that no decision after it was found': [
      ...sentBack,
      enforcedOf(first),
      ...facts,
      '2024-05-10 二审 发回重审（原判已撤销，重审裁判未见）',
    ],
    'an enforcement is in the course since it was filed, also one of which no document is listed': [
      enforced(1, { outcome: 'seized', on: '2025-06-02' }),
      resumed(2, { on: '2025-09-02', origin: enforcedFirst, outcome: 'seized' }),
      enforced(3, { number: '(2025)京0105执恢4号', on: '2025-10-02', outcome: 'seized' }),
      ...facts,
      fact('x1', '立案', { happened_on: '2025-03-05', ...ofNobody }),
      fact('x2', '立案', { happened_on: '2025-08-01', ...ofNobody }),
      money('x3', '执行标的', '77.00'),
      statement('x3', '恢复执行', '(2025)京0105执8号'),
      '2025-03-05 立案执行',
      '→ 2025-06-02 执行 查封、扣押、冻结',
      '→ 2025-08-01 立案执行 (2025)京0105执恢2号 E',
      '→ 2025-09-02 恢复后的执行 查封、扣押、冻结',
      '执行 (2025)京0105执8号（所列文书中无此案） E',
      '→ 2025-10-02 恢复后的执行 查封、扣押、冻结',
    ],
    'an enforcement that was filed between its other documents stands there by its day, and a notice that all was paid says so':
      [
        suit(1, { on: '2025-01-10', outcome: 'granted' }),
        objection(2, { on: '2025-08-19', outcome: 'objection_refused', origin: enforcedFirst }),
        enforcedOf(first),
        enforced(3, {
          number: enforcedFirst,
          on: '2025-09-21',
          origin: first,
          outcome: 'enforcement_ordered',
        }),
        fact('x1', '立案', { happened_on: '2025-05-31', ...ofNobody }),
        fact('x3', '执行完毕', { is_ordered: false }),
        '2025-05-31 立案执行',
      ],
    'a decision after it was sent back that only its enforcement names stands with it': [
      ...sentBack,
      enforcedOf('(2025)京0105民初9号'),
      ...facts,
      statement('x1', '执行依据', '(2025)京0105民初9号'),
      '2024-05-10 二审 发回重审（原判已撤销，重审裁判未见）',
      '；执行依据 (2025)京0105民初9号，该文书未见',
    ],
    'an order and the case that carries it out have one limit, and the thing that either names; other things stand apart':
      [
        suit(1, { outcome: 'seized', on: '2026-02-17' }),
        suit(2, { outcome: 'seized', on: '2026-02-25', origin: first }),
        seized('d1', '冻结', '在江海银行的存款', yuan('638.00')),
        fact('d2', '冻结', { is_ordered: true, ...yuan('638.00') }),
        seized('d2', '查封', '厂房', yuan('638.00')),
        '冻结 在江海银行的存款（',
        '、同一限额另见 (2025)京0105民初2号',
        '查封 厂房（',
      ],
    'what an enforcement was to bring in stands with the one that takes it up again and states no sum': [
      suit(1, { outcome: 'granted' }),
      enforcedOf(first),
      resumed(2, { on: '2025-09-01', outcome: 'seized', origin: enforcedFirst }),
      order('d1', '700.00'),
      money('x1', '执行标的', '710.00'),
      fact('x1', '终本', { is_ordered: true }),
      fact('x2', '拍卖', { property: '机器设备', is_ordered: true, evidence: '拍卖或者变卖机器设备' }),
      '(2025)京0105执恢2号 E2（系恢复 (2025)京0105执1号：执行标的 人民币 710.00 元）',
      '2025-09-01 恢复后的执行 拍卖或变卖：机器设备',
    ],
    'entries stand with their status and text, and other lists of the registration by their names': [
      entry('行政处罚', null, '2024-07-16', {
        status: '已缴',
        description: '处罚机关：某局，处罚内容：罚款；备注',
      }),
      { table: 'enterprises', extra: JSON.stringify({ 年报: [{}, {}], 网址: 'x' }) },
      '登记风险条目：行政处罚（条目所载日期 2024-07-16、已缴、处罚机关：某局，处罚内容：罚款）。登记另载（未据以判断）：年报 2。',
    ],
    'a change of the legal representative that its registration contradicts is asked about with its day': [
      change('法定代表人变更', '王某', '许安', '2022-08-22'),
      '（与最近变更登记不一致，待核实）',
      '（登记信息 丁海；工商变更 许安（2022-08-22））',
    ],
    'a change of the legal representative stands with its day, and one that was undone with its reason': [
      change('法定代表人变更', '王某', '丁海', '2019-11-26'),
      change('法定代表人变更', '丁海', '王某', '2017-03-01'),
      change('住所变更', '甲路', '乙路', '2020-01-01'),
      entry('经营异常', null, '2024-07-16', { description: '已移出；未按规定公示年度报告' }),
      entry('严重违法失信企业名单', null, '2024-07-17'),
      '法定代表人 丁海（2019-11-26 变更登记；历次变更：丁海 → 王某（2017-03-01）、王某 → 丁海（2019-11-26））',
      '、已移出、未按规定公示年度报告）',
      '条目所载日期 2024-07-17、来源未见移出）',
      not('未按规定公示年度报告、来源未见移出'),
    ],
    'each decision has the sums that it orders': [
      ...enforcedFor,
      order('d1', '700.00'),
      order('d1', '50.00'),
      '一审 支持 人民币 700.00 + 50.00 元',
    ],
    'interest that runs is said to be in no sum': [
      ...enforcedFor,
      order('d1', '700.00'),
      interest('d1', {
        base_amount: '500.00',
        from_on: '2024-01-02',
        benchmark: 'LPR',
        rate_text: '一年期贷款市场报价利率的四倍',
        multiple: 4,
      }),
      interest('d1', { base_amount: '600.00', benchmark: 'LPR', rate_text: '五年期以上LPR', multiple: 1 }),
      interest('d1', { base_amount: '700.00', benchmark: 'LPR', rate_text: 'LPR', multiple: null }),
      '，另计利息至清偿之日（以 人民币 500.00 元 为基数、自 2024-01-02 起、按 一年期 LPR 的 4 倍；以 人民币 600.00 元 为基数、按 五年期以上 LPR；以 人民币 700.00 元 为基数、按 LPR（另有调整，见原文）；未计入）',
    ],
    'interest of an item that an appeal changed runs no more': [
      suit(1, { on: '2025-01-10', outcome: 'partly_granted' }),
      appeal(2, { ...byIt, outcome: 'partly_reversed', origin: first }),
      order('d1', '300.00', { item: 1 }),
      order('d1', '40.00', { item: 2 }),
      order('d2', '20.00', { item: 2 }),
      statement('d2', '维持', first, { items: ['1'], is_decided: true }),
      statement('d2', '变更', first, { items: ['2'], is_decided: true }),
      interest('d1', { item: 1, base_amount: '300.00' }),
      interest('d1', { item: 2, base_amount: '40.00' }),
      '判令企业给付 人民币 320.00 元',
      '另计利息至清偿之日（以 人民币 300.00 元 为基数',
      not('以 人民币 40.00 元 为基数'),
    ],
    'a settlement says by which day all of it is to be paid': [
      suit(1, { outcome: 'mediated' }),
      order('d1', '300.00', {
        item: 1,
        evidence: '甲建设有限公司定于2025年8月16日前给付乙商贸有限公司货款300元',
      }),
      order('d1', '40.00', { item: 2, evidence: '甲建设有限公司于2025年8月16日之前付违约金40元' }),
      '一审 调解 人民币 300.00 + 40.00 元（依次为货款、违约金）（定于 2025-08-16 前付）',
    ],
    'a settlement by several days names each': [
      suit(1, { outcome: 'mediated' }),
      order('d1', '300.00', {
        item: 1,
        evidence: '甲建设有限公司于2025年8月16日前给付乙商贸有限公司货款300元',
      }),
      order('d1', '40.00', { item: 2, evidence: '甲建设有限公司于2025年9月16日前付违约金40元' }),
      '一审 调解 人民币 300.00 + 40.00 元（依次为货款、违约金）（定于 2025-08-16、2025-09-16 前付）',
    ],
    'a settlement is due in parts on each of its days; not where a part has none': [
      ...[
        suit(1, { outcome: 'mediated' }),
        suit(2, { outcome: 'mediated' }),
        suit(3, { outcome: 'mediated' }),
      ],
      order('d1', '300.00', { evidence: '支付300元，于2025年6月30日前支付100元，2025年12月31日前支付200元' }),
      order('d2', '400.00', { evidence: '分两期支付400元，于2025年7月30日前支付100元' }),
      order('d3', '500.00', { evidence: '于2025年8月30日前支付100元，余款400元一次性付清' }),
      '一审 调解 人民币 300.00 元（定于 2025-06-30、2025-12-31 前付）',
      suit(4, { outcome: 'mediated' }),
      order('d4', '600.00', { evidence: '于2025年9月30日前、2025年10月30日前各支付100元，余款400元付清' }),
      not('2025-07-30', '2025-08-30', '2025-09-30'),
    ],
    'since when a decision that is enforced is in force is said, where a text tells': [
      suit(1, { on: '2025-01-10', outcome: 'granted' }),
      enforcedOf(first),
      order('d1', '700.00'),
      ...facts,
      statement('x1', '执行依据', first),
      statement('x1', '生效', first, { happened_on: '2025-02-03' }),
      '（执行依据 2025-02-03 生效）',
    ],
    'interest that only the list words is said to run': [
      suit(1, { outcome: 'granted' }),
      listedOrder('d1', '700.00', {
        evidence: '被告甲建设有限公司支付货款700元及利息（自2024年1月2日起至实际付清之日止）',
      }),
      '，另计利息至清偿之日（基数、起算日、利率见原文；未计入）',
    ],
    'interest of which the list words all terms is said with them': [
      suit(1, { outcome: 'granted' }),
      listedOrder('d1', '700.00', {
        evidence:
          '被告甲建设有限公司支付货款700元及利息（以700元为基数，自2024年1月2日起至付清之日止，按年利率3.85%计算）',
      }),
      '，另计利息至清偿之日（以 人民币 700.00 元 为基数、自 2024-01-02 起、年利率 3.85%；未计入）',
    ],
    'interest that the list words with a second rate is said without its terms': [
      suit(1, { outcome: 'granted' }),
      listedOrder('d1', '700.00', {
        evidence:
          '被告甲建设有限公司支付货款700元及利息（以700元为基数，自2024年1月2日起至2024年5月1日止按年利率3.85%计算，之后至付清之日止按年利率4.2%计算）',
      }),
      '，另计利息至清偿之日（基数、起算日、利率见原文；未计入）',
    ],
    'a sum that is left after claims were set off is said to be that': [
      suit(1, { outcome: 'granted' }),
      order('d1', '700.00', { evidence: '互负债务相互抵销后，被告甲建设有限公司支付700元' }),
      '；裁判判令的数额为互负债务抵销后的余额',
    ],
    'what a court found each side to owe stands with a set-off, and that it does not yield the sum ordered': [
      suit(1, { outcome: 'granted', text: foundMutual(900) }),
      suit(2, { outcome: 'granted', text: foundMutual(950) }),
      ...['d1', 'd2'].map((case_id) =>
        order(case_id, '700.00', { evidence: '相互抵销后，被告甲建设有限公司支付700元' }),
      ),
      '抵销后的余额（法院查明：甲建设有限公司应付货款900元，乙商贸有限公司应赔偿质量损失200元）',
      '抵销后的余额（法院查明甲建设有限公司应付货款950元，乙商贸有限公司应赔偿质量损失200元，其差额与判令数额不符，待核实）',
    ],
    'a sum that is not set off is not said to be': [
      suit(1, { outcome: 'granted' }),
      order('d1', '700.00', { evidence: '支付700元，甲建设有限公司主张的抵销不予支持' }),
      '判令企业给付 人民币 700.00 元',
      not('抵销后的余额'),
    ],
    'interest that is a sum is said by that sum': [
      ...enforcedFor,
      order('d1', '700.00'),
      interest('d1', { is_running: false }),
      '一审 支持 人民币 700.00 元',
      not('另计利息'),
    ],
    'a decision without a date stands among those of its dispute, with who sued whom': [
      suit(1, { outcome: 'granted' }),
      ...['enterprise_documents', 'cases'].map((table) => ({
        table,
        set: `UPDATE ${table} SET decided_on = NULL WHERE case_number = '${first}'`,
      })),
      suit(2, { on: '2025-02-01', number: '(2024)京0105民初2号', outcome: 'jurisdiction' }),
      order('d1', '700.00'),
      '乙商贸有限公司 对 甲建设有限公司（买卖合同纠纷 · (2025)京0105民初1号 · ',
      '日期不详 一审 支持 人民币 700.00 元 D',
      not('申请执行人未载明'),
    ],
    'what sums are for stands behind them, and that there are others where a sum has no word of its own': [
      suit(1, { outcome: 'granted' }),
      order('d1', '700.00', { evidence: '支付挖掘机款700元，违约金90元，返还民工工资保证金5元' }),
      order('d1', '90.00', { evidence: '支付挖掘机款700元，违约金90元，返还民工工资保证金5元' }),
      order('d1', '5.00', { evidence: '支付挖掘机款700元，违约金90元，返还民工工资保证金5元' }),
      '判令企业给付 人民币 795.00 元（违约金等）',
    ],
    'nothing is owed by a suit whose dismissal unheard an appeal upholds, as by one that it decides it may be':
      [
        ...[1, 2].map((n) => appeal(n, { ...byIt, outcome: 'upheld' })),
        ...['d1', 'd2'].map((id) => position(id, 'defendant')),
        ...['enterprise_documents', 'cases'].map((table) => ({
          table,
          set: `UPDATE ${table} SET document_kind = '裁定书' WHERE case_number = '${appeal(1).number}'`,
        })),
        '可能欠付的 1 [1] 起争议均未载明金额（(2025)京03民终2号），上限不明',
      ],
    'interest that the law doubles for delay is none that a judgment orders': [
      ...enforcedFor,
      order('d1', '700.00'),
      interest('d1', { kind: '迟延履行利息', item: null }),
      '一审 支持 人民币 700.00 元',
      not('另计利息'),
    ],
    'what it answers for is named: for whose debts, what they come to, and up to what sum': [
      suit(1, { on: '2025-01-10', outcome: 'granted' }),
      order('d1', '600.00', { item: 1, ...paidBy(third), evidence: '丙公司返还借款本金600元' }),
      order('d1', '90.00', { item: 3, ...paidBy(third) }),
      liable(subject, '补充', '对上述债务不能清偿部分的三分之一承担赔偿责任，并有权追偿', { item: 2 }),
      '，企业对他人债务的责任：补充赔偿责任（限主债务人不能清偿部分的 1/3，主债务人 丙包装有限公司，主债务 人民币 600.00 元（借款本金），至多 人民币 200.00 元，载明可追偿）',
      '2025-01-10 一审 支持（丙包装有限公司 给付 人民币 600.00 + 90.00 元） D1',
      not('其他争议（'),
    ],
    'how it answered by a decision that an appeal took away stands in the line of that decision': [
      suit(1, { on: '2025-01-10', outcome: 'partly_granted' }),
      appeal(2, { ...byIt, outcome: 'reversed', origin: first }),
      order('d1', '600.00', { item: 1, ...paidBy(third) }),
      liable(subject, '补充', '对上述债务不能清偿部分的三分之一承担赔偿责任', { item: 2 }),
      '（企业：补充（限主债务人不能清偿部分的 1/3，主债务人 丙包装有限公司）） D2 → 2025-09-01 二审（企业提起） 改判',
      '(2025)京03民终2号 D1',
      not('企业对他人债务的责任'),
    ],
    'a claim that is paid first stands with what out of, unless a later decision changed the judgment': [
      suit(1, { on: '2025-01-10', outcome: 'granted' }),
      suit(3, { on: '2025-01-10', outcome: 'granted' }),
      appeal(4, { outcome: 'partly_reversed', origin: suit(3).number }),
      order('d1', '600.00'),
      order('d3', '90.00'),
      liable('原告', '优先受偿', '原告优先受偿', { name_keys: [other], over: '被告抵押的房产2套' }),
      liable(other, '优先受偿', '优先受偿', { case_id: 'd3', over: '厂房' }),
      '；裁判载明 乙商贸有限公司 优先受偿，标的为被告抵押的房产2套 D',
      not('厂房'),
    ],
    'recourse stands where only the appeal recites it': [
      suit(1, { on: '2025-01-10', outcome: 'granted' }),
      appeal(2, { outcome: 'upheld', origin: first }),
      suit(3, { outcome: 'granted' }),
      appeal(4, { ...byIt, outcome: 'upheld', origin: suit(3).number }),
      order('d1', '600.00', { item: 1, ...paidBy(third) }),
      order('d3', '90.00', { item: 1 }),
      liable(subject, '连带', '对上述债务承担连带责任', { item: 2 }),
      liable(subject, '连带', '对上述债务承担连带责任，有权追偿', { item: 2, case_id: 'd2' }),
      liable(third, '连带', '对上述债务承担连带责任', { item: 2, case_id: 'd3' }),
      liable(third, '连带', `对上述债务承担连带责任，有权向${subject}追偿`, { item: 2, case_id: 'd4' }),
      interest('d1'),
      '主债务 人民币 600.00 元（如另计利息，不在其内），载明可追偿）',
      '与之承担连带责任（承担后可向企业追偿）',
    ],
    'recourse that a void judgment gave is none': [
      ...sentBack,
      suit(3, { outcome: 'granted', on: '2024-12-10', origin: first }),
      order('d3', '90.00'),
      liable(third, '连带', `对上述债务承担连带责任，有权向${subject}追偿`),
      liable(third, '连带', '对上述债务承担连带责任', { case_id: 'd3' }),
      '丙包装有限公司 与之承担连带责任',
      not('追偿'),
    ],
    'who answers beside it is its guarantor where the words say so': [
      suit(1, { outcome: 'granted' }),
      order('d1', '90.00'),
      liable(third, '连带', '对上述债务承担连带保证责任'),
      '丙包装有限公司 作为保证人与之承担连带责任',
    ],
    'who answers for the return of a deposit (保证金) is no guarantor': [
      suit(1, { outcome: 'granted' }),
      order('d1', '90.00'),
      liable(third, '连带', '对返还履约保证金承担连带责任'),
      '丙包装有限公司 与之承担连带责任',
      not('作为保证人'),
    ],
    'a guarantee whose kind no text names stands as a debt of another': [
      suit(1, { outcome: 'granted' }),
      order('d1', '90.00', { item: 1, ...paidBy(third) }),
      liable(subject, '担保', '对上述债务承担保证责任', { item: 2 }),
      '企业对他人债务的责任：担保（主债务人 丙包装有限公司，主债务 人民币 90.00 元',
      '至多 人民币 90.00 元（为他人承担）',
      not('均由他人承担'),
    ],
    'the bound has what it answers for beyond what it is ordered to pay itself': [
      suit(1, { on: '2025-01-10', outcome: 'granted' }),
      order('d1', '600.00', { item: 1, payers: [subject, third], payer_keys: [subject, third] }),
      order('d1', '90.00', { item: 2, ...paidBy(third) }),
      liable(subject, '连带', '对上述债务承担连带责任', { item: 3 }),
      '至多 人民币 690.00 元（是否生效未见的裁判）；不含利息',
      '主债务 人民币 690.00 元（含上列判令给付）',
    ],
    'an enforcement of which only what is unpaid is stated stands with that, not with what was ordered': [
      suit(1, { outcome: 'granted' }),
      enforced(1, { origin: first, on: '2025-06-01' }),
      order('d1', '434.00'),
      fact('x1', '未执行到位', yuan('173.00')),
      fact('x1', '终本'),
      '：作为被执行人，未执行到位 人民币 173.00 元、终本（未执行完毕） E1',
    ],
    'an enforcement without a sum has its judgment as a limit, and no debt is stated': [
      suit(1, { outcome: 'granted' }),
      enforced(1, { origin: first, on: '2025-06-01' }),
      order('d1', '434.00'),
      '均未载明；所涉裁判、调解判令 人民币 434.00 元（不含利息、费用）。',
    ],
    'an enforcement of a judgment that is not listed and a suit of its creditor may be about one debt': [
      suit(1, { outcome: 'granted' }),
      enforced(1, { plaintiff: other, on: '2025-06-01' }),
      order('d1', '434.00'),
      fact('x1', '执行标的', yuan('400.00')),
      fact('x1', '执行依据', { number_key: '(2024)京0105民初9号' }),
      '；申请人与原告名称相同、是否同一笔债待核实（若是则合计偏高）：(2025)京0105执1号 与 (2025)京0105民初1号',
    ],
    'a payment order and a later suit of its applicant that does not name it may be about one debt, an earlier suit is not':
      [
        { ...paymentOrder, on: '2024-09-09', outcome: 'payment_order' },
        suit(2, { on: '2025-02-06', outcome: 'granted' }),
        suit(3, { on: '2024-02-06', outcome: 'granted' }),
        ...['d1', 'd2', 'd3'].map((case_id) => order(case_id, '434.00')),
        '；申请人与原告名称相同、是否同一笔债待核实（若是则合计偏高）：(2024)京0105民督1号 与 (2025)京0105民初2号；不含利息',
      ],
    'a debt that another document calls performed stays in the bound, with that document': [
      ...[suit(1, { outcome: 'granted' }), suit(2, { on: '2025-06-01', outcome: 'granted' })],
      ...[order('d1', '434.00'), order('d2', '100.00'), statement('d2', '履行', first)],
      '至多 人民币 534.00 元',
      '；文书载明下列债务已（全部或部分）履行、代偿，由谁、多少待核实，未减去（若属实则合计偏高）：(2025)京0105民初1号 人民币 434.00 元（见 (2025)京0105民初2号 D1）',
      '；文书载明其债务已全部或部分履行、代偿（由谁、多少待核实）：(2025)京0105民初2号 履行的依据 D1',
      '文书载明已全部或部分履行、代偿的裁判、调解给付：由谁履行、是否全部（请提供付款凭证、结清证明）：1 [3] 项、人民币 434.00 元；(2025)京0105民初1号',
    ],
    'not one that is enforced later, or that was enforced in full': [
      ...[suit(1, { outcome: 'granted' }), suit(2, { on: '2025-06-01', outcome: 'granted' })],
      ...[enforced(1, { origin: first, on: '2025-09-01' }), statement('d2', '履行', first)],
      ...[
        order('d1', '434.00'),
        order('d2', '100.00'),
        suit(3, { outcome: 'granted' }),
        order('d3', '50.00'),
      ],
      ...[enforced(3, { origin: suit(3).number, on: '2025-05-01' }), fact('x3', '执行完毕')],
      statement('d2', '履行', suit(3).number),
      not('履行、代偿'),
    ],
    'what a settlement lays down for a default is no part of the bound, which says so once a day of it is over':
      [
        ...[
          suit(1, { outcome: 'mediated' }),
          suit(2, { outcome: 'mediated' }),
          suit(3, { outcome: 'mediated' }),
        ],
        order('d1', '400.00', { evidence: '于2025年6月30日前支付400元' }),
        order('d1', '500.00', {
          is_ordered: false,
          evidence: '如未按期足额支付，原告有权就500元申请强制执行',
        }),
        order('d1', '50.00', { is_ordered: false, evidence: '如未按期足额支付，另付违约金50元' }),
        order('d2', '40.00', { evidence: '于2030年6月30日前支付40元' }),
        order('d2', '60.00', { is_ordered: false, evidence: '如未按期足额支付，应支付60元' }),
        order('d3', '70.00'),
        order('d3', '70.00', { is_ordered: false, evidence: '如未按期足额支付，可就70元申请执行' }),
        order('d3', '90.00', { is_ordered: false, evidence: '如乙商贸有限公司未按期开票，支付90元' }),
        '；调解约定的未按期履行时的更高给付、违约金未计入（是否违约未载明）：(2025)京0105民初1号',
        ...['人民币 500.00 元 D', '人民币 50.00 元（违约金） D'],
        not('人民币 60.00 元', '(2025)京0105民初3号 人民币'),
      ],
    'not what an enforcement states as received': [
      ...[suit(1, { outcome: 'mediated' }), order('d1', '400.00'), enforced(1, { origin: first })],
      ...[
        money('x1', '执行标的', '400.00'),
        money('x1', '执行到位', '120.00'),
        statement('x1', '履行', first),
      ],
      not('履行、代偿'),
    ],
    'a suit of the same creditor on an agreement about an earlier judgment may be about one debt': [
      ...[suit(1, { outcome: 'granted' }), suit(2, { on: '2025-06-01', outcome: 'granted' })],
      ...[order('d1', '434.00'), order('d2', '400.00'), statement('d2', '和解', first)],
      '；文书载明曾就后者之债另订和解、还款协议，是否同一笔债待核实（若是则合计偏高）：(2025)京0105民初2号 与 (2025)京0105民初1号；不含利息',
    ],
    'not a suit of another creditor': [
      ...[suit(1, { outcome: 'granted' }), suit(2, { plaintiff: third, outcome: 'granted' })],
      ...[order('d1', '434.00'), order('d2', '400.00'), statement('d2', '和解', first)],
      not('另订'),
    ],
    'of more than five matters the others are named by parties, number and sum': [
      ...Array.from({ length: 7 }, (_, at) => suit(at + 1, { outcome: 'granted' })),
      ...Array.from({ length: 7 }, (_, at) => order(`d${at + 1}`, `${at + 1}00.00`)),
      '另有 2 件：乙商贸有限公司 对 甲建设有限公司（(2025)京0105民初2号） 人民币 200.00 元；乙商贸有限公司 对 甲建设有限公司（(2025)京0105民初1号） 人民币 100.00 元。',
    ],
    'a matter has its sums of each currency, also where it has none in yuan': [
      ...[suit(1, { outcome: 'granted' }), order('d1', '9.00'), order('d1', '80.00', { currency: 'USD' })],
      ...[suit(2, { outcome: 'granted' }), order('d2', '70.00', { currency: 'EUR' })],
      '判令企业给付 人民币 9.00 元、USD 80.00',
      '判令企业给付 EUR 70.00',
      not('其他争议（'),
    ],
    'of more than four disputes without a sum the others are named by parties, number and end': [
      ...Array.from({ length: 6 }, (_, at) => suit(at + 1, { outcome: 'dismissed' })),
      '另有 2 件：乙商贸有限公司 对 甲建设有限公司（(2025)京0105民初',
      '，企业胜诉，不负给付。',
    ],
    'of more than eight matters the others are counted': [
      ...Array.from({ length: 9 }, (_, at) => suit(at + 1, { outcome: 'granted' })),
      ...Array.from({ length: 9 }, (_, at) => order(`d${at + 1}`, `${at + 1}00.00`)),
      '另有 4 件争议，见“',
      not('另有 4 件：'),
    ],
    'of many documents its decisions stay, and of the others the last': [
      suit(1, { on: '2024-01-05', outcome: 'granted' }),
      ...Array.from({ length: 8 }, (_, at) =>
        enforced(at + 2, { number: enforcedFirst, origin: first, on: `2025-0${at + 1}-01` }),
      ),
      '2024-01-05 一审 支持',
      ' → … → 2025-04-01 ',
      ' → 2025-08-01 ',
      not('2025-03-01 执行'),
    ],
    'a suit that was dismissed is not over while an appeal may be unseen': [
      suit(1, { outcome: 'dismissed' }),
      '：已裁判，是否生效不明（一审，是否上诉未见），企业胜诉，不负给付',
    ],
    'who answers beside it stands there, and whose property is held': [
      suit(1, { on: '2025-01-10', outcome: 'granted' }),
      suit(2, { on: '2026-03-01', outcome: 'seized' }),
      seized('d2', '冻结', '存款', { ...against(third), ...yuan('50.00') }),
      order('d1', '700.00'),
      liable(third, '连带', `对上述债务承担连带责任，承担后有权向${subject}追偿`),
      'P1，丙包装有限公司 与之承担连带责任（承担后可向企业追偿）',
      '2026-03-01 一审 查封、扣押、冻结（丙包装有限公司 的财产，限额 人民币 50.00 元） D1',
    ],
    'an appeal that changes what another pays says so, and that no order is against the enterprise': [
      appeal(1, { ...byIt, on: '2025-01-10', outcome: 'partly_reversed' }),
      order('d1', '19.50', { ...paidBy(third) }),
      '，载明的给付均由他人承担，未见判令企业给付',
      '二审（企业提起） 部分改判（所改判项：丙包装有限公司 给付 人民币 19.50 元，其余判项见前）',
      not('企业部分支持'),
    ],
    'a document without an outcome that marks it is called by its mark': [
      ...guaranteed,
      enforced(2, { on: '2025-07-01', origin: first }),
      ...facts,
      fact('x2', '限高', { is_ordered: true }),
      '2025-07-01 执行 限制高消费',
    ],
    'a restriction names the heads that its text names': [
      enforced(1),
      fact('x1', '限高', { is_ordered: true, evidence: '限制甲建设有限公司及其法定代表人高消费' }),
      '（载明一并针对其法定代表人）',
      not('法定代表人等'),
    ],
    'a text that restricts only its head says that': [
      enforced(1),
      fact('x1', '限高', { is_ordered: true, evidence: '限制甲建设有限公司的法定代表人高消费' }),
      '（依据所载为限制其法定代表人；依规定随对企业的限制消费而来）',
      not('一并'),
    ],
    "an order to sell what is another debtor's is no freeze": [
      enforced(1, { outcome: 'seized', on: '2025-09-01', said: '拍卖被执行人丙包装有限公司名下机器设备' }),
      enforced(2, {
        outcome: 'seized',
        on: '2025-10-01',
        said: '冻结被执行人丙包装有限公司的银行存款12.5万元',
      }),
      '2025-09-01 执行 拍卖 D2',
      '2025-10-01 执行 冻结（限额 人民币 125,000.00 元） D1',
      not('查封、扣押、冻结 D'),
    ],
    'what came in of a debt whose rest is not stated stands beside it': [
      enforced(1, { outcome: 'seized' }),
      seized('x1', '划拨', '银行存款', yuan('500.00')),
      money('x1', '执行到位', '30.00'),
      order('x1', '500.00'),
      '未了结金额 至多 人民币 500.00 元（载明 1 件），为上限：另载执行到位 人民币 30.00 元，未从中扣除；如系标的确定之后到位，则为 人民币 470.00 元',
      '裁定、责令执行的金额 人民币 500.00 元、执行到位 人民币 30.00 元、',
    ],
    'an order to sell is no freeze': [
      ...guaranteed,
      enforced(2, { outcome: 'seized', on: '2025-09-01', origin: first }),
      ...facts,
      seized('x2', '拍卖', '设备'),
      '2025-09-01 执行 拍卖',
    ],
    'an end of enforcement says why': [
      enforced(1),
      ...facts,
      fact('x1', '终结执行', { reasons: ['双方和解'] }),
      '、终结执行（是否清偿未载明）：双方和解',
    ],
    'a bankruptcy of another that it asked for is named': [
      document('b1', '(2025)京01破申3号', { ...byIt, outcome: 'bankruptcy_accepted' }),
      '甲建设有限公司 对 乙商贸有限公司',
      '：受理破产或清算',
    ],
    'one that it only applied for is named, and one that went on by what was decided last': [
      document('b1', '(2025)京01破申3号', { ...byIt, outcome: null }),
      document('b2', '(2025)京01破4号', { outcome: 'bankruptcy_step', plaintiff: subject, defendant: third }),
      bankruptcy('b2', '宣告破产', '宣告破产', third),
      '(2025)京01破申3号',
      '(2025)京01破4号 · 北京市朝阳区人民法院）：宣告破产',
      not('破产程序事项'),
    ],
    'a step that only names its matter says what was decided of it': [
      suit(1, {
        outcome: 'jurisdiction',
        on: '2026-01-10',
        ...unread,
        said: '驳回甲建设有限公司对本案管辖权提出的异议',
      }),
      suit(2, { outcome: 'procedural', on: '2026-01-11', said: '本院不予准许，驳回其保全申请' }),
      suit(3, {
        outcome: 'procedural',
        on: '2026-01-12',
        ...unread,
        said: '驳回甲建设有限公司对保全裁定的复议申请',
      }),
      suit(4, {
        outcome: 'jurisdiction',
        on: '2026-01-13',
        ...unread,
        said: '驳回被告甲建设有限公司对本案管辖权提出的异议',
      }),
      mention('d2', 'preservation', 'refused', { against_keys: [], amount: '80.00', currency: 'CNY' }),
      '2026-01-10 一审 驳回管辖异议',
      '2026-01-11 一审 不予财产保全（申请限额 人民币 80.00 元）',
      '2026-01-12 一审 其他程序事项',
      '2026-01-13 一审 驳回管辖异议（甲建设有限公司）',
    ],
    'what is of no stage is called by its procedure, before a suit only where it says so': [
      suit(1, { outcome: 'granted', on: '2026-03-10' }),
      document('b1', '(2026)京0105财保1号', {
        ...beside,
        outcome: 'seized',
        on: '2026-01-10',
        listed: { cause: '申请诉前财产保全' },
      }),
      document('b2', '(2026)京0105财保2号', {
        ...beside,
        outcome: 'seized',
        on: '2026-01-11',
        listed: { cause: '申请仲裁前财产保全' },
      }),
      document('b3', '(2026)京0105民督3号', { ...beside, outcome: 'ended', on: '2026-01-12' }),
      '2026-01-10 诉前保全 查封、扣押、冻结',
      '2026-01-11 非诉保全 查封、扣押、冻结',
      '2026-01-12 督促程序 支付令失效或终结',
      not('其他程序'),
    ],
    'a ruling says which measures it orders, who objected about what, and that an end was settled': [
      suit(1, { outcome: 'granted', on: '2024-01-10' }),
      enforced(1, { outcome: 'seized', on: '2025-01-10', origin: first }),
      objection(2, {
        on: '2025-02-10',
        origin: enforcedFirst,
        outcome: 'objection_refused',
        ...unread,
        said: '驳回案外人丙包装有限公司的异议',
      }),
      enforced(3, { number: enforcedFirst, on: '2025-03-10', outcome: 'enforcement_ended' }),
      seized('x1', '冻结', '存款'),
      seized('x1', '划拨', '存款'),
      fact('x3', '终结执行', { is_ordered: true, reasons: ['双方和解'] }),
      '2025-01-10 执行 冻结、裁定划拨 ',
      '2025-02-10 执行 驳回异议（丙包装有限公司） ',
      '2025-03-10 执行 终结执行（和解） ',
    ],
    'one in which it is neither party says so': [
      suit(1, { outcome: 'granted', plaintiff: other, defendant: third, listed: { role: 'third_party' } }),
      '企业不是原告、被告或被执行人',
    ],
    'what came in of an enforcement that states no sum stands beside the order, and is not taken off': [
      ...guaranteed,
      fact('x1', '终本'),
      money('x1', '执行到位', '200.00'),
      order('d1', '700.00'),
      '判令企业给付 人民币 700.00 元',
      '；(2025)京0105执1号 E1，执行中已到位或以物抵债 人民币 200.00 元，若全部抵充上述金额则余 人民币 500.00 元',
    ],
    'property that the creditor took in payment is named, and the bound says that its price is not taken off':
      [
        ...guaranteed,
        fact('x1', '终本'),
        money('x1', '执行到位', '200.00', { property: '甲建设有限公司的厂房' }),
        order('d1', '700.00'),
        '人民币 200.00 元（含抵债财产：厂房；权属是否移转待核实）',
        '至多 人民币 700.00 元，未减去执行中已到位、抵债的 人民币 200.00 元（抵充何项未载明）',
      ],
    'a document that only a list has is of the court that another of its code names, and of no other': [
      suit(1, { outcome: 'dismissed', ...unread }),
      suit(2, { outcome: 'dismissed' }),
      suit(3, { outcome: 'dismissed', number: '(2025)京0106民初3号', ...unread }),
      '(2025)京0105民初1号 · 北京市朝阳区人民法院',
      '(2025)京0106民初3号 · 未载明',
    ],
    'what the creditor took in payment stands behind what is unpaid': [
      ...guaranteed,
      fact('x1', '终本'),
      ...facts,
      money('x1', '执行到位', '200.00', { property: '丙包装有限公司的设备' }),
      money('x1', '未执行到位', '8300.00'),
      '未执行到位 人民币 8,300.00 元、终本（未执行完毕），执行到位的即抵债财产：丙包装有限公司的设备（权属是否移转待核实）',
    ],
    'a claim in a suit against several says of whom it is asked, and that the enterprise is to answer for it':
      [
        suit(1, { ...both, outcome: 'dismissed' }),
        suit(2, {
          ...both,
          outcome: 'dismissed',
          text: '诉讼请求：1.丙包装有限公司支付货款30元；2.甲建设有限公司对上述债务承担连带清偿责任。',
        }),
        suit(3, { ...both, outcome: 'dismissed' }),
        suit(4, { ...both, outcome: 'dismissed' }),
        asked('d1', '10.00', '判令甲建设有限公司支付货款10元及利息'),
        asked('d2', '30.00', '1.丙包装有限公司支付货款30元'),
        asked('d3', '40.00', '丙包装有限公司支付货款40元'),
        asked('d4', '50.00', '甲建设有限公司、丙包装有限公司支付货款50元'),
        '（请求企业给付 人民币 10.00 元（货款）及利息）',
        '（请求 丙包装有限公司 给付 人民币 30.00 元（货款），企业对此承担责任（连带））',
        '（请求 丙包装有限公司 给付 人民币 40.00 元（货款））',
        '（请求 人民币 50.00 元（货款））',
      ],
    'what its own enforcement says of the means of the other side stands with it, and of its own means does not':
      [
        enforced(1, { ...byIt, text: '本院征询申请执行人是否同意移送破产审查，申请执行人不同意。' }),
        enforced(2, { text: '本院认为其已资不抵债。' }),
        enforced(3, { ...byIt, text: '现有证据尚不足以证明其资不抵债。股东出资未实缴到位。' }),
        '，文书载明对方：本院征询申请执行人是否同意移送破产审查',
        '，文书载明对方：股东出资未实缴到位',
        not('本院认为其已资不抵债', '不足以证明其资不抵债'),
      ],
    'since when a decision is in force a ruling on an objection may tell': [
      suit(1, { outcome: 'granted' }),
      enforced(1, { origin: first, on: '2025-06-01' }),
      order('d1', '900.00'),
      money('x1', '执行标的', '900.00'),
      statement('x1', '生效', first, { happened_on: '2025-04-03' }),
      '（执行依据 2025-04-03 生效）',
    ],
    'what is likely in force says how the appeal ended that is likely its own': [
      suit(1, { outcome: 'granted' }),
      appeal(2, { ...byIt, outcome: 'appeal_withdrawn', ...unread }),
      order('d1', '900.00'),
      '（一审；二审撤回上诉，推断为本案的二审：当事人相同）',
    ],
    'a listing says for how long, and that it is of the other side': [
      enforced(1, {
        ...byIt,
        outcome: 'listed_dishonest',
        ...unread,
        said: '决定将被执行人乙商贸有限公司列入失信被执行人名单，期限二年',
      }),
      enforced(2, {
        outcome: 'listed_dishonest',
        ...unread,
        said: '将被执行人甲建设有限公司纳入失信被执行人名单',
      }),
      '执行 纳入失信名单（对方、期限 2 年） D',
      '执行 纳入失信名单 D',
    ],
    'an enforcement that only an entry knows has the cause of its suit': [
      suit(1, { outcome: 'granted' }),
      order('d1', '900.00'),
      entry('被执行人', '(2025)京0105执9号', '2025-09-01', { ...yuan('900.00'), amount_text: '900' }),
      '（买卖合同纠纷 · (2025)京0105执9号',
    ],
    'a freeze in a suit says of what': [
      suit(1, { outcome: 'seized' }),
      seized('d1', '冻结', '在丙银行的存款', yuan('80.00')),
      '一审 冻结：在丙银行的存款（限额 人民币 80.00 元）',
    ],
    'court fees that it bears stand where it won, those of others do not': [
      suit(1, { outcome: 'dismissed' }),
      suit(2, { outcome: 'dismissed' }),
      suit(3, { outcome: 'dismissed' }),
      fee('d1', '50.00', [subject]),
      fee('d2', '60.00', [other]),
      fee('d3', '70.00', [subject, other]),
      '企业胜诉，不负给付（案件受理费 人民币 50.00 元 仍由企业负担）',
      not('人民币 60.00 元 仍由', '人民币 70.00 元 仍由'),
    ],
    'a claim against it that is dismissed beside one that is granted stands in the line of its decision, and a new trial is called that':
      [
        suit(1, { ...both, outcome: 'partly_granted' }),
        appeal(2, { ...byIt, outcome: 'remanded', origin: first }),
        suit(3, { ...both, on: '2026-01-10', outcome: 'partly_granted', origin: first }),
        order('d3', '90.00', { ...paidBy(third) }),
        refusal('d3', '驳回原告对被告甲建设有限公司的诉讼请求'),
        '2026-01-10 重审一审 部分支持（对企业的请求驳回）',
        not('2025-03-01 重审一审'),
      ],
    'an appeal that dismisses the suit says whose': [
      appeal(1, {
        ...byIt,
        outcome: 'reversed',
        text: '一审判决：三、驳回原告甲物流有限公司的诉讼请求。判决如下：一、撤销一审判决；二、驳回丙包装有限公司的诉讼请求。',
      }),
      '二审（企业提起） 改判（撤销原判，驳回 丙包装有限公司 的诉讼请求，未见金钱给付判项）',
    ],
    'documents after its deregistration stand beside it, and those before it do not': [
      registered({ status: '注销', approved_on: '2025-01-01' }),
      suit(1, { outcome: 'dismissed', on: '2025-03-01' }),
      suit(2, { outcome: 'dismissed', on: '2024-03-01' }),
      '，法定代表人 丁海；注销后',
      '；此后仍有 1 个案号的文书列其为当事人（最近 2025-03-01），是否已注销待核实',
    ],
    'an enforcement that only an entry knows is named with what is not stated': [
      entry('被执行人', '(2025)京0105执9号', '2025-09-01'),
      '申请执行人未载明的执行案件',
      '金额未载明 E1',
      not('至多此数'),
    ],
    'wages are called so, and other debts are not': [
      suit(1, { outcome: 'granted' }),
      order('d1', '700.00', { role: '劳动报酬' }),
      '判令企业给付 人民币 700.00 元（劳动报酬或经济补偿）',
    ],
    'sums are called what their sentence calls them': [
      suit(1, { outcome: 'granted' }),
      order('d1', '700.00', { evidence: '被告甲建设有限公司支付原告利息损失700元' }),
      '判令企业给付 人民币 700.00 元（利息损失）',
      not('（利息、'),
    ],
    'its own claim is in no bound, also where an appeal does not say who sued': [
      suit(1, { ...byIt, outcome: 'granted' }),
      suit(2, {
        number: '(2025)京03民终2号',
        on: '2025-05-01',
        outcome: 'appeal_withdrawn',
        ...unread,
        plaintiff: other,
        defendant: subject,
      }),
      '企业的请求获支持',
      not('可能欠付'),
    ],
    'a freeze of shares in it that is only lifted says whose they are': [
      enforced(1, {
        outcome: 'seizure_lifted',
        plaintiff: other,
        defendant: third,
        listed: { role: 'third_party' },
      }),
      seized('x1', '冻结', '甲建设有限公司75%的股权', {
        is_lifted: true,
        ...against(third),
        evidence: '解除对丙包装有限公司持有的甲建设有限公司75%的股权的冻结',
      }),
      '（所涉为股东所持企业的股权：丙包装有限公司持有的甲建设有限公司75%的股权）',
    ],
    'a suit that was refused is named, with what was claimed, and with what that means': [
      suit(1, { outcome: 'dismissed' }),
      claim('d1', '900.00'),
      '企业胜诉，不负给付2025-03-01 一审 驳回诉讼请求（请求 人民币 900.00 元）',
    ],
    'so is one whose text calls who claims by position': [
      suit(1, { outcome: 'dismissed' }),
      { ...claim('d1', '900.00'), payees: ['原告'], payee_keys: [other] },
      '企业胜诉，不负给付2025-03-01 一审 驳回诉讼请求（请求 人民币 900.00 元）',
    ],
    'a suit whose claim is not stated is named': [
      suit(1, { outcome: 'seized', on: '2026-01-10' }),
      '：待裁判2026-01-10 一审 查封、扣押、冻结',
    ],
    'what was asked for in a suit that was sent back long ago may be owed': [
      suit(1, { outcome: 'granted', on: '2022-03-01' }),
      appeal(2, { ...byIt, on: '2022-05-01', outcome: 'remanded', origin: first }),
      claim('d1', '900.00'),
      '至多 人民币 900.00 元（是否在审不明案件的请求）',
      not('未载明金额（'),
    ],
    'an appeal of its own stands in the timeline as its own': [
      suit(1),
      appeal(2, { ...byIt, outcome: 'upheld', origin: first }),
      '裁判●○',
    ],
    'a claim that the list alone says was refused against it is said so': [
      suit(1, {
        outcome: 'dismissed',
        ...unread,
        listed: { result: `一、${other}支付货款9元；二、${subject}不承担保证责任；三、驳回其他诉讼请求。` },
      }),
      '裁判载明企业不承担保证（担保）责任',
    ],
    'since when a decision was in force stands with it once it is paid, and what was claimed by its name': [
      suit(1, { outcome: 'partly_granted', on: '2025-01-10' }),
      enforced(2, { origin: first, on: '2025-06-01' }),
      order('d1', '900.00'),
      claim('d1', '1000.00', { evidence: '支付货款1000元' }),
      fact('x2', '执行完毕'),
      ...['执行依据', '生效'].map((kind) => statement('x2', kind, first, { happened_on: '2025-02-03' })),
      '：已履行完毕',
      '（执行依据 2025-02-03 生效）',
      '（请求 人民币 1,000.00 元（货款））',
    ],
    'an employer that sued and was ordered to pay is not called one whose claim was granted': [
      suit(1, { ...byIt, outcome: 'partly_granted' }),
      enforced(2, { origin: first, on: '2025-06-01' }),
      order('d1', '900.00'),
      fact('x2', '执行完毕'),
      '：已履行完毕（企业起诉，应由企业给付）',
      not('企业的请求获'),
    ],
    'a judgment that only a text says was sent back is void': [
      suit(1, { outcome: 'granted', on: '2024-01-24' }),
      suit(2, { outcome: 'granted', on: '2024-11-20', origin: first }),
      statement('d2', '发回', first),
      '2024-01-24 一审 支持（后被撤销、发回重审，该裁定未见） D2 → ',
    ],
    'what its own enforcement says of property of the other side stands with it': [
      suit(1, { ...byIt, outcome: 'granted' }),
      enforced(2, { ...byIt, origin: first, on: '2025-06-01' }),
      order('d1', '900.00', { ...paidBy(other), payees: [subject], payee_keys: [subject] }),
      seized('x2', '财产', '房产一处', {
        is_ordered: false,
        conditions: ['mortgaged'],
        mortgagee: '丙银行',
        ...against(other),
      }),
      '，文书载明对方的财产：房产一处（已抵押（丙银行））',
    ],
    'what a ruling on its own objection says of its property is not of the other side': [
      objection(2, byIt),
      suit(3, { ...byIt, outcome: 'seized', on: '2026-01-10' }),
      ...['x2', 'd3'].map((id) =>
        seized(id, '财产', '厂房一处', { is_ordered: false, conditions: ['mortgaged'] }),
      ),
      '(2025)京0105执异2号',
      not('对方的财产'),
    ],
    'a judgment that was sent back is not decided': [
      suit(1, { outcome: 'granted', on: '2022-03-01' }),
      suit(2, { ...byIt, number: '(2025)京03民终2号', on: '2022-05-01', outcome: 'remanded', origin: first }),
      '上限不明',
      '：2022-05-01 发回重审，其后的裁判未见2022-03-01',
      '2022-05-01 二审（企业提起） 发回重审',
      not('已裁判，是否生效不明'),
    ],
    'a payment order that a suit followed has lapsed': [
      { ...paymentOrder, on: '2024-09-09', outcome: 'payment_order' },
      suit(2, { on: '2025-02-06', outcome: 'granted', origin: paymentOrder.number }),
      '2024-09-09 督促程序 支付令（其后转入诉讼，支付令依法失效） (2024)京0105民督1号 D2 → 2025-02-06 一审',
    ],
    'a payment order that lapsed is closed': [
      document('d1', '(2025)京0105民督1号', { outcome: 'payment_order', listed: ofOrder, ...unread }),
      document('d2', '(2025)京0105民督1号', {
        outcome: 'ended',
        on: '2025-04-01',
        listed: ofOrder,
        ...unread,
      }),
      '：支付令失效或终结，是否欠付未经裁判；因异议失效的依法转入诉讼',
      '被诉的待裁判案件：列表中未见；支付令失效后的诉讼是否待裁判不明：(2025)京0105民督1号。',
    ],
  })
})

/** The text of a case calls this party its debtor. */
const debtorIn = (caseId: string, name: string): Item => ofParty(caseId, name, "position = '被执行人'")

describe('a mark', () => {
  const documents = [enforced(1, { on: '2025-06-02' })]
  const listing = entry('失信被执行人', enforcedFirst, '2025-01-05')
  const marked = (more: Row, said: string): Case => [
    ...[...documents, fact('x1', '失信', more), `失信被执行人，${said}，失信的依据`],
    ...[`失信被执行人：未见移除的 1 [`, `最近一件${said.replace('，未见移除', '')}`],
  ]

  testSaid({
    'with a day that is stated': marked(
      { happened_on: '2024-08-30' },
      `自 2024-08-30 起${ground}，未见移除；${term}，至 2026-08-30`,
    ),
    'whose sentence states its term': marked(
      { happened_on: '2024-08-30', evidence: '失信的依据，期限三年' },
      `自 2024-08-30 起${ground}，未见移除；载明的期限至 2027-08-30`,
    ),
    'without a day': marked({}, `至迟自 2025-06-02 起${ground}，未见移除；${term}，不晚于 2027-06-02 届满`),
    'of which the two years are over at the latest': [
      enforced(1, { on: '2023-05-06' }),
      fact('x1', '失信'),
      `最近一件至迟自 2023-05-06 起${ground}；${term}，最晚已于 2025-05-06 届满`,
    ],
    'of which the two years are over': marked(
      { happened_on: '2023-05-06' },
      `自 2023-05-06 起${ground}，未见移除；${term}，已于 2025-05-06 届满`,
    ),
    'of a case that ended has to go, and the case says why it ended': [
      ...documents,
      enforced(2, { on: '2025-06-02' }),
      fact('x1', '失信'),
      fact('x1', '终结执行', { reasons: ['双方和解', '撤回执行申请'] }),
      fact('x2', '终结执行'),
      '终结执行（是否清偿未载明），2，',
      '终结执行（是否清偿未载明）：双方和解、撤回执行申请失信被执行人，',
      '；该案已终结执行：无期限的纳入依规定应予删除，是否删除未见',
    ],
    'that texts only name is said to be asked for, threatened or quoted; and that an address is closed': [
      suit(1, { on: '2025-01-10' }),
      enforced(1, { on: '2025-06-02' }),
      mention('d1', 'dishonest', 'asked'),
      mention('d1', 'dishonest', 'refused', { against_keys: ['丙'] }),
      mention('x1', 'dishonest', 'warned', { against_keys: [] }),
      mention('x1', 'closed', 'found'),
      mention('x1', 'unreached', 'found'),
      '失信被执行人：来源中未见列入；文书仅提及（不等于已列入）：请求采取 (2025)京0105民初1号（2025-01-10） D2、告知可能采取 (2025)京0105执1号（2025-06-02） D1。',
      '；法院到其住所调查时已停止经营（(2025)京0105执1号（2025-06-02） D1），实际是否经营待核实；法院未能查找到其法定代表人（(2025)京0105执1号（2025-06-02） D1）。',
    ],
    'that a text puts on the debtor, of which there are several, may be on it': [
      enforced(1, { on: '2025-06-02' }),
      mention('x1', 'restricted', 'some_debtor', { against_keys: [] }),
      mention('x1', 'dishonest', 'warned', { against_keys: [] }),
      '限制高消费：来源中未见对企业采取；文书载明已对被执行人采取，被执行人有数人，是否包括企业未载明：(2025)京0105执1号（2025-06-02） D1。',
      '文书仅提及（不等于已列入）：告知可能采取 (2025)京0105执1号',
      not('不等于已采取'),
    ],
    'whose debt the registration says was paid has to go': [
      suit(1),
      { ...entry('失信被执行人', enforcedFirst, '2025-01-05'), status: '全部已履行' },
      '；该案已履行完毕：依规定应予删除，是否删除未见',
    ],
    'of which a part was paid does not have to go': [
      suit(1),
      { ...entry('失信被执行人', enforcedFirst, '2025-01-05'), status: '部分未履行' },
      not('应予删除'),
    ],
    'that a court refused stands before what was asked for': [
      ...[1, 2, 3, 4].map((n) =>
        n < 4 ? suit(n, { on: `2025-01-1${n}` }) : enforced(n, { on: '2025-09-30' }),
      ),
      ...['d1', 'd2', 'd3'].map((case_id) => mention(case_id, 'dishonest', 'asked')),
      mention('x4', 'dishonest', 'refused'),
      '文书仅提及（不等于已列入）：载明未采取 (2025)京0105执4号（2025-09-30） D1、请求采取 ',
    ],
    'that a court did not impose in another case is said, too': [
      ...documents,
      enforced(2, { on: '2025-09-01' }),
      fact('x1', '失信', { happened_on: '2024-08-30' }),
      ...['x1', 'x2'].map((case_id) => mention(case_id, 'dishonest', 'refused')),
      '；文书载明未采取的案件：(2025)京0105执2号。',
    ],
    'that was lifted is named as lifted': [
      ...documents,
      objection(2, { on: '2025-09-01' }),
      fact('x1', '失信', { happened_on: '2024-08-30' }),
      fact('x2', '失信', { number_key: enforcedFirst, is_lifted: true, is_ordered: true }),
      `失信被执行人，自 2024-08-30 起${ground}，已于 2025-09-01 移除，`,
      '失信被执行人：来源所见的均已移除或解除（1 件）：(2025)京0105执1号（自 2024-08-30 起；2025-09-01 解除：解除语句未载明原因）',
      not('未见移除'),
    ],
    'that is lifted by its number is lifted where the ruling names one debtor': [
      ...[...documents, objection(2, { on: '2025-09-01' }), debtorIn('x2', subject)],
      fact('x1', '失信', { happened_on: '2024-08-30' }),
      fact('x2', '失信', { ...ofNobody, number_key: enforcedFirst, is_lifted: true, is_ordered: true }),
      '失信被执行人：来源所见的均已移除或解除（1 件）：(2025)京0105执1号',
    ],
    'that is lifted by its number stands where the ruling names two debtors': [
      ...[...documents, objection(2, { on: '2025-09-01' })],
      ...[debtorIn('x2', subject), debtorIn('x2', other)],
      fact('x1', '失信', { happened_on: '2024-08-30' }),
      fact('x2', '失信', { ...ofNobody, number_key: enforcedFirst, is_lifted: true, is_ordered: true }),
      '失信被执行人：未见移除的 1 [',
    ],
    'of which only the removal is known stood once': [
      suit(1),
      enforced(1, { on: '2025-09-01' }),
      fact('x1', '失信', { is_lifted: true, is_ordered: true }),
      mention('x1', 'dishonest', 'named'),
      '失信被执行人：来源所见的均已移除或解除（1 件）：(2025)京0105执1号（起始日未载明；2025-09-01 解除：解除语句未载明原因）',
      not('未见列入', '未见移除'),
    ],
    'has the day of its order, not that of a later text that reports it': [
      ...documents,
      enforced(1, { id: 'x2', on: '2025-11-28' }),
      fact('x1', '失信', { is_ordered: true }),
      fact('x2', '失信'),
      `最近一件自 2025-06-02 起${ground}`,
    ],
    'beside the latest one names the others': [
      ...documents,
      enforced(2, { on: '2025-03-04' }),
      fact('x1', '失信', { is_ordered: true }),
      fact('x2', '失信', { is_ordered: true }),
      '；其余：(2025)京0105执2号（自 2025-03-04 起）',
    ],
    'that a ruling on an objection reports is of the case that it reviews': [
      ...documents,
      objection(2, { on: '2025-09-01', origin: enforcedFirst }),
      fact('x1', '失信'),
      fact('x2', '失信', { happened_on: '2025-05-09' }),
      `最近一件自 2025-05-09 起${ground}`,
    ],
    'of the registration has the day of its entry': [
      listing,
      '登记风险条目：失信被执行人（(2025)京0105执1号、执行中（未见终结））。',
      `失信被执行人，起始日未载明（登记条目日期 2025-01-05，非列入日）${ground}，未见移除，`,
    ],
    'of the list asks after the limit that goes with it, unless one was found': [
      ...documents,
      fact('x1', '失信', { is_ordered: true }),
      '限制高消费：来源中未见；依规定列入失信名单的应一并限制高消费，请查中国执行信息公开网。',
    ],
    'of the list does not ask after a limit that was found': [
      ...documents,
      fact('x1', '失信', { is_ordered: true }),
      fact('x1', '限高', { is_ordered: true }),
      not('应一并限制高消费'),
    ],
    'of the registration has no day beside a later one either': [
      ...documents,
      fact('x1', '失信', { is_ordered: true }),
      entry('失信被执行人', '(2025)京0105执9号', '2025-01-05'),
      '；其余：(2025)京0105执9号（起始日未载明，登记的立案日 2025-01-05）',
      not('2025-01-05 起'),
    ],
    'of the registration has its own day where the entry says when it was published': [
      { ...listing, published_on: '2025-08-20' },
      `失信被执行人，自 2025-08-20 起${ground}，未见移除；${term}，至 2027-08-20，`,
    ],
  })
})

describe('property', () => {
  testSaid({
    'of shares says whose they are, in whom, for what case and from when to when': [
      enforced(1, { on: '2026-01-10', outcome: 'seized' }),
      seized('x1', '冻结', '丙科技有限公司40%的股权', {
        evidence: '冻结被执行人甲建设有限公司持有的丙科技有限公司40%的股权。',
      }),
      '：冻结被执行人甲建设有限公司持有的丙科技有限公司40%的股权（(2025)京0105执1号、申请人 乙商贸有限公司、限额未载明、自 2026-01-10 起、按法定最长期限至 2029-01-10）',
    ],
    'held now is counted by kind with its limits; shares in it, shares that it holds, and what expired stand apart':
      [
        suit(1, { on: '2026-01-10', outcome: 'seized' }),
        suit(2, { on: '2021-01-10', outcome: 'seized' }),
        suit(3, { on: '2026-01-10', outcome: 'seized' }),
        seized('d1', '冻结', '银行存款', yuan('930000.00')),
        seized('d2', '查封', '位于北京市的不动产'),
        seized('d3', '冻结', '丙科技有限公司的股权'),
        entry('股权冻结', '(2025)京0105执9号', '2025-09-01'),
        '其财产被裁定或登记查封、冻结（有效或轮候）2 [',
        '限额 人民币 930,000.00 元',
        '另有股东所持其股权被冻结 1 [',
        '（(2025)京0105执9号、限额未载明、登记的立案日 2025-09-01（起始日未载明）、自立案日起算按法定最长期限至 2028-09-01）',
        '冻结，人民币 930,000.00 元，(2025)京0105民初1号 D1，2026-01-10，2027-01-10未载明期限，按法定最长期限，有效，',
        '冻结所持他企业股权被冻结，，(2025)京0105民初3号',
        '股权冻结自身股权被冻结，，(2025)京0105执9号',
        '2021-01-10，2024-01-10未载明期限，按法定最长期限，期限已届满，',
        '是否续封：1 [',
      ],
    'of several kinds that expired has the day of each': [
      suit(1, { number: '(2021)京0105民初1号', on: '2021-01-10', outcome: 'seized' }),
      seized('d1', '冻结', '银行存款', { ...yuan('5000.00'), evidence: either }),
      seized('d1', '查封', '其他等值财产', { evidence: either }),
      '存款 2022-01-10、其他财产 2024-01-10 届满',
    ],
    'under one order of several measures is one, and which of them was taken is not said': [
      suit(1, { number: '(2024)京0105民初1号', on: '2024-01-10', outcome: 'seized' }),
      seized('d1', '冻结', '银行存款', { ...yuan('5000.00'), evidence: either }),
      seized('d1', '查封', '其他等值财产', { evidence: either }),
      seized('d1', '扣押', '其他等值财产', { evidence: either }),
      '其财产被裁定或登记查封、冻结（有效或轮候）1 [',
      '冻结、查封或扣押，人民币 5,000.00 元，(2024)京0105民初1号 D1，2024-01-10，2027-01-10未载明期限',
      '按法定最长期限：存款已于 2025-01-10 届满、其他财产最迟至 2027-01-10，是否续封未见',
    ],
    'under one order of several measures is held for money, too, while its year runs': [
      suit(1, { number: '(2024)京0105民初1号', on: '2025-12-10', outcome: 'seized' }),
      seized('d1', '冻结', '银行存款', { ...yuan('5000.00'), evidence: either }),
      seized('d1', '查封', '其他等值财产', { evidence: either }),
      '按法定最长期限：存款至 2026-12-10，其他财产最迟至 2028-12-10',
      not('是否续封'),
    ],
    'under an order that states the term of money alone is held for money as stated': [
      suit(1, { number: '(2024)京0105民初1号', on: '2025-12-10', outcome: 'seized' }),
      seized('d1', '保全', '', {
        property: null,
        ...yuan('5000.00'),
        evidence: '保全被申请人甲建设有限公司价值5000元的财产，冻结银行存款的期限为一年',
      }),
      '载明的存款冻结期限至 2026-12-10，其他财产按法定最长期限最迟至 2028-12-10',
      not('按法定最长期限：存款'),
    ],
    'that the creditor took in payment is held no more': [
      enforced(1, { on: '2020-01-10' }),
      enforced(2, { number: enforcedFirst, on: '2020-06-10' }),
      seized('x1', '查封', '厂房一处'),
      seized('x1', '查封', '车辆一辆'),
      money('x2', '执行到位', '67.00', { evidence: '申请执行人乙汽车房地产有限公司接受以67元的厂房抵债' }),
      '文书另载明已抵债的财产 1 [',
      '查封 厂房一处（(2025)京0105执1号、已抵债给申请执行人）',
      '是否续封：1 [',
    ],
    'that was held before its bankruptcy was accepted has to be lifted': [
      enforced(1, { on: '2026-01-10' }),
      document('b1', '(2026)京01破申1号', { on: '2026-02-02', outcome: 'bankruptcy_accepted' }),
      seized('x1', '查封', '厂房一处'),
      bankruptcy('b1', '受理', '受理'),
      '；早于破产受理（2026-02-02）的依法应解除（企业破产法第19条），是否解除待核实',
    ],
    'of two kinds in one sentence is two': [
      enforced(1, { on: '2026-01-10' }),
      seized('x1', '查封', '房屋一套', { evidence: both }),
      seized('x1', '冻结', '银行存款', { ...yuan('5000.00'), evidence: both }),
      '其财产被裁定或登记查封、冻结（有效或轮候）2 [',
      '限额 人民币 5,000.00 元',
    ],
    'of which a measure is only reported is held since that day at the latest': [
      enforced(1, { on: '2025-06-02' }),
      fact('x1', '查封', { property: '车辆22辆' }),
      '查封，，(2025)京0105执1号 D1，至迟自 2025-06-02 起，，有效',
    ],
  })

  const description = '冻结其持有的丙科技有限公司股权，期限三年'
  const frozen = worldOf([entry('股权冻结', '(2025)京0105执9号', '2025-02-11', { description })])

  test('in an entry says for how long, and its flag leads to its case', () => {
    const { standing, page } = frozen()
    expect(standing.join()).toContain(
      '所持他企业股权被冻结，，(2025)京0105执9号，登记的立案日 2025-02-11（措施起始日未载明），2028-02-11，有效',
    )
    const [flag] = rowsOf(sectionOf(page, 'summary'), '红旗')
    expect(flag).toMatchObject({ 红旗: '所持他企业股权被冻结', 依据数: '1' })
    expect(page).not.toContain('id="F1"')
  })
})

describe('bankruptcy stands by its stage', () => {
  const number = '(2019)京01破申1号'
  const of = (kind: string, outcome: string, more: More = {}): World => [
    document('b1', number, { on: '2019-03-02', outcome, ...more }),
    bankruptcy('b1', kind, `${kind}对甲建设有限公司的破产清算申请`),
  ]
  const accepted = of('受理', 'bankruptcy_accepted')
  const refused = of('不予受理', 'bankruptcy_refused')

  testSaid({
    'an acceptance after which nothing is known says so': [
      ...accepted,
      '；2019-03-02 受理对其的破产清算申请（依据 (2019)京01破申1号、申请人 乙商贸有限公司），此后未见改变该阶段的文书',
      '已受理，2019-03-02 受理',
    ],
    'after an acceptance claims count as filed, and what enforcement went on is named': [
      ...accepted,
      enforced(1, { on: '2025-02-18' }),
      fact('x1', '执行完毕'),
      '，受理后仍有执行文书：(2025)京0105执1号（此后清偿的效力待核实）',
      '可能欠付：来源未载明金额；破产程序中的债权以申报、确认为准。',
    ],
    'a declaration says of what proceedings the acceptance spoke': [
      document('b1', number, { on: '2019-03-02', outcome: 'bankruptcy_accepted' }),
      document('b2', '(2019)京01破2号', { on: '2019-09-02', outcome: 'bankruptcy_step', origin: number }),
      bankruptcy('b1', '受理', '受理对甲建设有限公司的破产清算申请'),
      bankruptcy('b2', '宣告破产', '宣告甲建设有限公司破产'),
      '；2019-09-02 宣告破产（破产清算）',
    ],
    'an application under review is not accepted': [
      document('b1', number, { on: '2019-03-02' }),
      '法院正在审查对其的破产申请，其后是否受理未见文书',
    ],
    'a dismissal of an application against another is no refusal to accept it': [
      document('b1', '(2019)京01破1号', {
        ...byIt,
        on: '2019-03-02',
        outcome: 'bankruptcy_refused',
        said: '驳回甲建设有限公司对乙商贸有限公司的破产清算申请',
      }),
      '驳回破产申请 D1',
      not('不予受理破产 D1'),
    ],
    'an application against another of which only a notice is held is under review': [
      document('b1', number, {
        ...byIt,
        on: '2019-03-02',
        outcome: null,
        listed: { document_kind: '通知书' },
        held: { document_kind: '通知书' },
      }),
      '2019-03-02 其他程序 申请审查中（未见受理） D1',
    ],
    'a plan that ends the reorganisation, under a number of its own, is that of the acceptance': [
      document('b1', number, { on: '2019-03-02', outcome: 'bankruptcy_accepted' }),
      document('b2', '(2019)京01破5号', { on: '2019-09-02', outcome: 'bankruptcy_step' }),
      bankruptcy('b1', '受理', '受理对甲建设有限公司的破产清算申请'),
      bankruptcy('b2', '批准重整计划', '批准甲建设有限公司重整计划'),
      bankruptcy('b2', '终止重整', '终止重整程序'),
      '；2019-09-02 批准重整计划（依法同时终止重整程序，由债务人执行计划：企业破产法第86、87、89条）（依据 (2019)京01破5号），是否执行完毕待核实',
      '；此前于 2019-03-02 受理（(2019)京01破申1号、',
      not('受理对其的破产清算申请（', '由管理人代表'),
    ],
    'what its court found of the debtor stands beside it': [
      ...refused,
      mention('b1', 'insolvent', 'found'),
      mention('b1', 'unpaid_capital', 'found', { against_keys: [] }),
      '；法院认定其资产不足以清偿债务（(2019)京01破申1号',
      '；法院认定其注册资本未实缴到位（(2019)京01破申1号',
    ],
    'one that is asked for because debts are overdue says that its applicant says so, and one without a ground that the court found none':
      [
        ...of('不予受理', 'bankruptcy_refused', {
          text: '乙商贸有限公司以不能清偿到期债务为由申请甲建设有限公司破产清算。本院认为，甲建设有限公司不具备破产原因。',
        }),
        '不予受理对其的破产清算申请（依据 (2019)京01破申1号、申请人 乙商贸有限公司）（法院认为不具备破产原因）',
        '；(2019)京01破申1号 的申请人称其不能清偿到期债务，未见法院认定',
      ],
    'one whose court finds that debts are overdue does not say that only its applicant does': [
      ...of('受理', 'bankruptcy_accepted', {
        text: '乙商贸有限公司以不能清偿到期债务为由申请甲建设有限公司破产清算。本院认为，甲建设有限公司不能清偿到期债务。',
      }),
      '受理对其的破产清算申请',
      not('未见法院认定', '不具备破产原因'),
    ],
    'a ground that only the debtor denies is not said to be denied by the court': [
      ...of('不予受理', 'bankruptcy_refused', {
        text: '甲建设有限公司称，其不具备破产原因。本院认为，申请人主体不适格。',
      }),
      '不予受理对其的破产清算申请',
      not('不具备破产原因'),
    ],
    'one whose ground the court saw no proof of says so': [
      ...refused,
      mention('b1', 'insolvent', 'refused'),
      '；(2019)京01破申1号 载明现有证据不足以证明其资不抵债',
    ],
    'one that was refused is named, with who applied': [
      ...refused,
      '不予受理，2019-03-02 不予受理对其的破产清算申请',
      '号、申请人 乙商贸有限公司）',
      '未见：进行中的破产、清算程序；',
    ],
  })

  testSaid({ 'one that was refused is no warning': [...refused, '没有规则触发'] }, ({ summary }) => summary)
})

describe('disputes', () => {
  const ofCourt = appeal(1, {
    on: '2025-06-01',
    outcome: 'upheld',
    origin: first,
    number: '(2025)京03民辖终1号',
    listed: { number_procedure: '管辖' },
  })

  testFacts({
    'a dispute counts once by who sued at the beginning, whoever appealed, and by what was decided in the end':
      [
        [
          suit(1, { outcome: 'partly_granted' }),
          appeal(2, { ...byIt, outcome: 'upheld', origin: first }),
          suit(3, { outcome: 'granted' }),
        ],
        {
          '作为被告的诉讼（起）': /^2 /,
          '作为原告的诉讼（起）': null,
          '部分败诉的争议（起）': /^1 /,
          '败诉的争议（起）': /^1 /,
        },
      ],
    'a later instance alone tells no winner, and a suit that was silent for three years no end': [
      [
        appeal(1, { ...byIt, on: '2025-03-01', outcome: 'upheld' }),
        suit(2, { number: '(2020)京0105民初2号', on: '2020-09-01', outcome: 'jurisdiction' }),
        enforced(3),
        position('d1', 'defendant'),
      ],
      {
        '只见后审、执行文书或支付令、胜负未计的争议（起）': /^2 \[\d+\]；其中企业（原审被告）上诉被驳回 1$/,
        '败诉的争议（起）': null,
        '未见裁判、是否仍在审不明的案件（最近文书已逾三年，件）': /^1 /,
      },
    ],
    'a case that was sent back waits for its next instance, whatever is refused after that': [
      [
        suit(1, { on: '2025-02-01', outcome: 'granted' }),
        appeal(2, { on: '2025-06-01', outcome: 'remanded', origin: first }),
        suit(3, {
          number: '(2025)京民申3号',
          on: '2025-10-01',
          outcome: 'retrial_refused',
          origin: first,
          listed: { number_procedure: '再审审查' },
        }),
      ],
      { [waiting]: /^1 / },
    ],
    'a suit of which only the ruling on its court is listed waits': [[ofCourt], { [waiting]: /^1 / }],
    'a suit of which the judgment is listed, too, does not wait': [
      [ofCourt, suit(2, { number: first, on: '2025-09-01', outcome: 'granted' })],
      { [waiting]: null },
    ],
    'a suit that was rejected without a decision on the merits is neither lost nor won': [
      [suit(1, { outcome: 'rejected' })],
      { '被驳回起诉、未作实体裁判的争议（起）': /^1 /, '胜诉的争议（起）': null },
    ],
    'enforcement and preservation wait for no decision': [
      [
        suit(1, { on: '2025-09-01', outcome: 'jurisdiction' }),
        suit(2, { number: '(2025)京0105执保2号', on: '2025-09-01', outcome: 'seized' }),
        enforced(3, { on: '2025-09-01', outcome: 'procedural' }),
      ],
      { [waiting]: /^1 / },
    ],
  })

  const granted = suit(1, { outcome: 'granted', ...unread })
  const likely = enforced(2, { on: '2025-09-01', ...unread })

  const enforcedTwice = worldOf([
    granted,
    likely,
    enforced(3, { on: '2025-10-01', ...unread }),
    listedOrder('d1', '66000.00', { evidence: '甲建设有限公司支付66000元' }),
  ])
  const enforcedOnce = worldOf([granted, likely])

  test('a judgment with a likely enforcement says so, and its counterparty has one dispute', () => {
    const { page, facts } = enforcedTwice()
    const [largest] = rowsOf(sectionOf(page, 'major'), '')
    expect(largest?.口径).toContain('一审，很可能已生效（推断：同一当事人间的执行）')
    expect(largest?.争议状态).toContain('很可能与 (2025)京0105执2号 为同一争议')
    expect(facts['有多宗争议的对手方（名）']).toBeUndefined()
    expect(rowsOf(sectionOf(page, 'counterparties'), '')[0]?.多次).toBe('否（很可能为同一争议）')
  })

  test('those that are likely one are told with both counts', () => {
    expect(enforcedOnce().summary).toMatch(
      /争议 2 起[^。]*。文书不等于案件。\[\d+\]其中 1 起可能与其他争议为同一争议，合并计为 1 起。/,
    )
  })
})

const onSomeDebtor = worldOf([
  enforced(1, { on: '2025-06-02' }),
  mention('x1', 'restricted', 'some_debtor', { against_keys: [] }),
])

test('a mark on the debtor, of which there are several, leaves its flag open', () => {
  expect(onSomeDebtor().summary).toContain(
    '无法判断（文书载明已对被执行人采取，被执行人有数人，是否包括企业未载明）：限制高消费',
  )
})

const withoutPayer = '支付借款本金78000元'
const unclear = worldOf([
  suit(1, { outcome: 'granted', ...unread }),
  suit(2, { outcome: 'granted', ...unread, listed: { cause: '保证合同纠纷' } }),
  listedOrder('d1', '78000.00', { evidence: withoutPayer, payer_keys: [], unknown_payers: ['某公司'] }),
  listedOrder('d2', '78000.00', { evidence: withoutPayer }),
])

test('a sum that a document orders without a word who pays stands on page one, to be checked; one about a guarantee leaves it open for whom', () => {
  const { brief, summary } = unclear()
  expect(brief).toContain('文书未写明由谁给付，或判令其分支机构给付：是否由企业给付（请提供裁判文书）：1 [')
  expect(summary).toContain(
    '无法判断（有保证或担保纠纷判令其给付，是否为他人的债务未载明）：对外担保、出质、连带或补充责任',
  )
})

describe('claims count only while a case waits for a decision', () => {
  const evidence = '请求判令甲公司支付66000元'
  const sums = [claim('d1', '66000.00', { evidence })]

  testSaid({
    'where all cases are decided, that none waits': [
      suit(1, { outcome: 'dismissed' }),
      ...sums,
      '近三年企业被诉的待裁判案件（列表只有已公开的文书，立案与开庭请查法院公告）；',
      not('载明的请求'),
    ],
    'what a judgment below was asked for is claimed again once the case was sent back': [
      suit(1, { outcome: 'granted' }),
      appeal(2, { outcome: 'remanded', origin: first }),
      ...sums,
      '待裁判、非由其起诉的案件（件） 1 [',
      '载明的请求 人民币 66,000.00 元（1 笔）',
    ],
    'where a case waits and states no sum, that it states none': [
      suit(1, { outcome: 'dismissed' }),
      suit(2, { on: '2025-09-01', outcome: 'jurisdiction' }),
      ...sums,
      '待裁判、非由其起诉的案件（件） 1 [',
      '未载明请求的案件（件，保全限额非请求额） 1',
      not('载明的请求 人民币'),
    ],
  })
})

describe('where no sum counts, the section of sums says', () => {
  const judged = [suit(1, { outcome: 'granted' }), order('d1', '600.00')]

  testSaid(
    {
      'that none does, and that no case waits': [
        suit(1, { outcome: 'dismissed' }),
        claim('d1', '900.00'),
        '无计入的金额（',
        '近三年无企业被诉的待裁判案件（',
        not('未载明请求金额'),
      ],
      'that a case that waits states none': [
        suit(1, { outcome: 'dismissed' }),
        claim('d1', '900.00'),
        suit(2, { on: '2025-09-01', outcome: 'jurisdiction' }),
        '待裁判案件未载明请求金额。',
        not('近三年无企业被诉'),
      ],
      'where the enforcements against it stand': [...judged, enforced(2), '执行标的见第'],
      'none, where enforcements are by it': [...judged, enforced(2, byIt), not('执行标的见第')],
    },
    ({ page }) => textOf(sectionOf(page, 'amounts')),
  )
})

/** A labour suit: against the enterprise, or by it. */
const labour = (n: number, more: More = {}): Listed =>
  suit(n, { ...more, listed: { cause: '劳动争议', ...more.listed } })
const awardUnseen = '其内容与是否履行未见'

describe('a labour suit of the employer that ends unheard leaves the award', () => {
  testSaid({
    'that takes effect once the suit is withdrawn': [
      labour(1, { ...byIt, outcome: 'withdrawn' }),
      `企业已撤回起诉，未经裁判：所诉的劳动仲裁裁决，对方未另行起诉的，自准许撤诉的裁定送达起生效（法释〔2000〕18号），${awardUnseen}`,
      '可能欠付的 1 [1] 起争议均未载明金额（(2025)京0105民初1号），上限不明。',
      not('已结，未判令给付'),
    ],
    'that may take effect once it is rejected': [
      labour(1, { ...byIt, outcome: 'rejected' }),
      `所诉的劳动仲裁裁决是否生效视驳回的原因（法释〔2000〕18号），${awardUnseen}`,
      '起争议均未载明金额',
    ],
    'but not where the employee sued': [
      labour(1, { outcome: 'withdrawn' }),
      '已结，未判令给付',
      not(awardUnseen, '未载明金额的'),
    ],
    'nor in a suit of trade': [
      suit(1, { ...byIt, outcome: 'withdrawn' }),
      '已结，未判令给付',
      not(awardUnseen, '起争议均未载明金额'),
    ],
    'nor where its claims were dismissed on the merits': [
      labour(1, { ...byIt, outcome: 'dismissed' }),
      not(awardUnseen),
    ],
    'nor where an appeal decided': [
      labour(1, { ...byIt, outcome: 'rejected' }),
      appeal(1, { ...byIt, id: 'd2', outcome: 'remanded', origin: first }),
      not(awardUnseen),
    ],
  })
})

/** A special procedure: to set an award aside, to sell what secures a debt. */
const special = (n: number, cause: string, said: string, more: More = {}): Listed =>
  document(`d${n}`, `(2023)京04民特${n}号`, {
    ...beside,
    said,
    ...more,
    listed: { cause, outcome_evidence: said },
  })
const award = '(2022)京仲裁字第1234号'
const setAside = '驳回甲建设有限公司撤销（2022）京仲裁字第1234号裁决的申请'
const sale = '准许拍卖甲建设有限公司抵押房产，申请人在1000万元范围内优先受偿'
const secured = '申请实现担保物权'

describe('a special procedure may leave what no document held is of', () => {
  testSaid({
    'an award that the court did not set aside': [
      special(1, '申请撤销仲裁裁决', setAside, { ...byIt, outcome: 'application_refused' }),
      '企业撤销仲裁裁决的申请被驳回或已撤回：裁决不因此失效，其内容、金额与是否履行未见',
      '可能欠付的 1 [1] 起争议均未载明金额（(2023)京04民特1号），上限不明。',
    ],
    'the sale of what secures a debt': [
      special(1, secured, sale, { outcome: 'application_granted' }),
      '法院准许拍卖、变卖担保财产（企业为被申请人）：财产是否属企业以裁定为准，所担保的债务、是否已执行及尚欠金额未见',
      '起争议均未载明金额（(2023)京04民特1号）',
    ],
    'a mediation agreement that a court confirmed': [
      special(1, '申请司法确认调解协议', '确认双方达成的调解协议有效', {
        ...byIt,
        outcome: 'application_granted',
      }),
      '法院裁定确认调解协议有效（可申请执行）：协议所定给付由谁负担、金额与是否履行见裁定原文，未计入',
      '起争议均未载明金额（(2023)京04民特1号）',
    ],
    'and none where the court refused, or confirmed that an arbitration agreement is valid': [
      special(1, '申请司法确认调解协议', '驳回申请人的申请', { ...byIt, outcome: 'application_refused' }),
      special(2, '申请确认仲裁协议效力', '仲裁协议有效', { ...byIt, outcome: 'application_granted' }),
      not('确认调解协议有效', '起争议均未载明金额'),
    ],
    'and nothing where it won: an award set aside that it asked for, a sale that was refused': [
      special(1, '申请撤销仲裁裁决', '撤销（2022）京仲裁字第1234号裁决', {
        ...byIt,
        outcome: 'application_granted',
      }),
      special(2, secured, '驳回乙商贸有限公司的申请', { outcome: 'application_refused' }),
      not('裁决不因此失效', '准许拍卖、变卖担保财产', '起争议均未载明金额'),
    ],
    'nor where the other side asked to set an award aside, or it asked for something else, or for a sale': [
      special(1, '申请撤销仲裁裁决', '驳回乙商贸有限公司的申请', { outcome: 'application_refused' }),
      special(2, '申请确认仲裁协议效力', '驳回甲建设有限公司的申请', {
        ...byIt,
        outcome: 'application_refused',
      }),
      special(3, secured, sale, { ...byIt, outcome: 'application_granted' }),
      not('裁决不因此失效', '准许拍卖、变卖担保财产', '起争议均未载明金额'),
    ],
  })
})

describe('who is no debtor of an enforcement', () => {
  const ofAnother = enforced(1, { defendant: third, listed: { role: 'third_party' } })
  const target = money('x1', '执行标的', '3000000.00')
  testSaid({
    'is enforced against where the court takes its own money, up to that sum alone': [
      ...[ofAnother, target, seized('x1', '划拨', '银行存款', yuan('800000.00'))],
      ...['作为被执行人：执行中（未见终结） 1', '800,000.00', '企业并非该案原债务人，法院对其自有财产执行'],
      not('3,000,000.00', '企业不是原告、被告或被执行人', '未见：以其为被执行人的案件'),
    ],
    'only helps where the court takes what the debtor has': [
      ...[ofAnother, target, seized('x1', '划拨', '银行存款', { ...yuan('800000.00'), ...against(third) })],
      '企业不是原告、被告或被执行人',
      not('作为被执行人', '法院对其自有财产执行'),
    ],
  })
})

describe('what a decision leaves may be a flag that no rule fires on', () => {
  const overPenalty = (of: Outcome, cause = '行政处罚', more: More = {}): Listed =>
    document('d1', '(2025)京0105行初1号', {
      ...{ plaintiff: subject, defendant: '某市生态环境局', outcome: of },
      ...{ ...more, listed: { cause, number_category: '行政案件', ...more.listed } },
    })
  const wages = '无法判断（法院准予强制执行人社部门对其的行政决定，是否涉及工资未见）：应付劳动债务（欠薪等）'
  const by = (authority: string): Item => ({
    table: 'document_parties',
    set: `UPDATE document_parties SET name = '${authority}' WHERE document_id = 'd1' AND side = 'plaintiff'`,
  })
  const byLabour = by('某区人力资源和社会保障局')
  const byTaxes = by('某市税务局')
  const taxed =
    '无法判断（法院准予强制执行环保、税务机关对其的决定，或变更其处罚，罚款及其执行未见）：环保、税务处罚'
  const penalty = '无法判断（企业诉环保、税务机关的行政案件未获支持，所诉处罚可能仍有效）：环保、税务处罚'
  const secured = (over: string): Item => ({
    ...{ table: 'case_liabilities', case_id: 'd1', kind: '优先受偿', name: other, name_keys: [other], over },
    evidence: '优先受偿',
  })
  const mortgage = '有裁判准债权人就其财产优先受偿而未判令其给付，是否为他人债务担保待核实'
  testSaid(
    {
      'a penalty that its suit did not set aside': [overPenalty('dismissed'), penalty],
      'a penalty over which it withdrew its suit': [overPenalty('withdrawn'), penalty],
      'not a penalty that a court set aside': [overPenalty('set_aside'), not(penalty)],
      'nor a licence that it did not get': [overPenalty('dismissed', '行政许可'), not(penalty)],
      'nor a penalty of another authority': [
        overPenalty('dismissed', '行政处罚', { defendant: '某市市场监督管理局' }),
        not(penalty),
      ],
      'what the authority for labour may enforce, which may be wages': [
        ofAuthority(1, 'application_granted'),
        byLabour,
        wages,
      ],
      'what the authority for taxes may enforce, which may be a fine': [
        ofAuthority(1, 'application_granted'),
        byTaxes,
        taxed,
      ],
      'not what it may not, or another authority': [
        not(taxed),
        ofAuthority(1, 'enforcement_refused'),
        byLabour,
        ofAuthority(2, 'application_granted'),
        not(wages),
      ],
      'its mortgage for a debt that another is ordered to pay': [
        ...[suit(1, { outcome: 'granted' }), secured(`被告${subject}名下位于北京市的房产`)],
        mortgage,
      ],
      'not a mortgage for what it has to pay itself': [
        ...[suit(1, { outcome: 'granted' }), order('d1', '100.00'), secured(`被告${subject}名下的房产`)],
        not(mortgage),
      ],
      'nor what another is owed by it, or holds of it': [
        ...[suit(1, { outcome: 'granted' }), secured(`被告${third}对${subject}的应收账款`)],
        not(mortgage),
      ],
    },
    ({ page }) => textOf(page),
  )
})

describe('a bankruptcy of which the list alone is held', () => {
  const listed = (n: number, number: string, defendants: readonly string[] = [], title = ''): Listed =>
    document(`b${n}`, number, { ...unread, plaintiff: subject, listed: { defendants, title } })
  testSaid({
    'is its own where it applied, and the list has no other party': [
      ...[
        listed(1, '(2024)京01破申1号', [], `${subject}申请破产清算民事裁定书`),
        listed(2, '(2024)京01破2号'),
      ],
      '(2024)京01破2号',
      not('未见：对其的破产、清算申请及程序'),
    ],
    'is its own where a text calls it the debtor, and of another where it does not': [
      suit(1, {
        ...{ ...byIt, number: '(2024)京01破申1号', outcome: null, listed: { defendants: [], title: '' } },
        text: `申请人：${subject}。${subject}以其不能清偿到期债务为由申请重整。`,
      }),
      suit(2, {
        ...{ ...byIt, number: '(2024)京01破申2号', outcome: null, listed: { defendants: [], title: '' } },
        text: `申请人：${subject}。${subject}以丙公司不能清偿到期债务为由申请对丙公司重整。`,
      }),
      ...['d1', 'd2'].map((id) => ({
        table: 'case_parties',
        set: `DELETE FROM case_parties WHERE case_id = '${id}' AND side = 'defendant'`,
      })),
      '法院正在审查对其的破产申请，其后是否受理未见文书（依据 (2024)京01破申1号',
      not('依据 (2024)京01破申2号'),
    ],
    'is not known for its own where the title names another, whom the list leaves out': [
      listed(1, '(2024)京01破申1号', [], `${subject}申请${other}破产清算民事裁定书`),
      listed(2, '(2024)京01破申2号', [], `${subject}与某厂申请破产清算民事裁定书`),
      '对其的破产、清算申请及程序',
    ],
    'is not known where it is sued, or sues, as only a bankrupt does': [
      suit(1, { listed: { cause: '普通破产债权确认纠纷' } }),
      suit(2, { ...byIt, listed: { cause: '追收未缴出资纠纷' } }),
      '案由或“管理人”的记载表明其可能已进入破产程序、未能从所见文书认定，待核实：(2025)京0105民初',
      not('未见：对其的破产、清算申请及程序'),
    ],
    'is of another where the head names the administrator of a third party': [
      suit(1, {
        listed: { cause: '普通破产债权确认纠纷' },
        text: '第三人：丙实业有限公司，住所地某市。\n诉讼代表人：某律师事务所，系该公司管理人。',
      }),
      '对其的破产、清算申请及程序',
      not('可能已进入破产程序'),
    ],
    'but not where a text only mentions one': [
      suit(1, { listed: { cause: '普通破产债权确认纠纷' }, text: '原告向丙实业有限公司管理人申报债权。' }),
      '可能已进入破产程序',
      not('未见：对其的破产、清算申请及程序'),
    ],
    'is not known where the registration enters a liquidation group, or its status is liquidation': [
      entry('清算信息', null, '2024-01-05'),
      '；登记状态或条目载有清算或破产，未见其程序，待核实',
      '登记风险条目：清算信息（条目所载日期 2024-01-05）',
      not('对其的破产、清算申请及程序'),
    ],
    'is not known where a text names its administrator': [
      suit(1, { ...byIt, text: `原告：${subject}管理人。` }),
      '待核实：(2025)京0105民初1号',
      not('未见：对其的破产、清算申请及程序'),
    ],
    'is of another where it sues that one, or is sued by it': [
      suit(1, { ...byIt, listed: { cause: '普通破产债权确认纠纷' } }),
      suit(2, { listed: { cause: '追收未缴出资纠纷' } }),
      '对其的破产、清算申请及程序',
      not('可能已进入破产程序'),
    ],
    'is of another where it applied for that': [
      ...[listed(1, '(2024)京01破申1号', [other]), listed(2, '(2024)京01破2号', [other])],
      '对其的破产、清算申请及程序',
    ],
  })
})

describe('what was not found says what was searched', () => {
  const documents = [suit(1, { outcome: 'dismissed' })]

  testSaid(
    {
      'flags that do not fire': [
        ...documents,
        { table: 'enterprise_risks', kind: '其他' },
        '未触发（已查：登记风险条目 1 条；文书 1 份，其中全文 1 份）：自身破产、强制清算、失信被执行人、终本',
        '未触发（只查登记信息：风险条目 1 条，变更 0 条）：吊销营业执照（含责令关闭、撤销或除名）、注销、经营异常、严重违法、频繁变更法定代表人',
        not('无法判断'),
      ],
      'nothing follows from entries that no rule reads, or from a freeze whose term is over': [
        entry('司法拍卖', null, '2024-01-05'),
        entry('简易注销公告', null, '2024-01-05'),
        entry('清算信息', null, '2024-01-05'),
        entry('行政处罚', null, '2024-01-05', { description: '罚款' }),
        entry('股权冻结', null, '2019-01-05'),
        '无法判断（登记载有清算信息，含义待核实）：自身破产、强制清算',
        '无法判断（登记载有简易注销公告，含义待核实）：注销',
        '无法判断（登记载有司法拍卖，含义待核实）：被强制执行（未见终结）、自有财产被查封、冻结',
        '无法判断（登记或文书载有的冻结期限已届满，是否续冻未见）：自身股权被冻结',
        '无法判断（登记载有行政处罚，含义待核实）：环保、税务处罚',
      ],
      'entries that say what they are about, and those that were removed, leave nothing open': [
        entry('司法拍卖', null, '2024-01-05', { status: '已撤销' }),
        entry('行政处罚', null, '2024-01-05', { description: '处罚机关：某市城市管理局' }),
        entry('股权出质', null, '2024-01-05', { description: '出质人：丁某' }),
        entry('股权冻结', null, '2019-01-05', { status: '解除冻结' }),
        not('无法判断'),
      ],
      'nothing follows from an appeal that failed, of which the judgment below is not seen': [
        appeal(1, { ...byIt, outcome: 'upheld' }),
        '无法判断（有争议只见后审、特别程序或执行文书，所判内容未见）：对外担保、出质、连带或补充责任',
      ],
      'enforcement of less than half of its capital, and a frozen account, raise flags': [
        entry('被执行人', '(2025)京0105执9号', '2025-12-11', yuan('490000.00')),
        suit(1, { outcome: 'seized' }),
        seized('d1', '冻结', '银行存款', { happened_on: '2026-01-05' }),
        not('没有规则触发'),
        not('无法判断'),
        '高被强制执行（未见终结）有债务未履行',
        '中自有财产被查封、冻结该财产',
      ],
      'nothing follows from a mediation agreement that a court confirmed': [
        special(1, '申请司法确认调解协议', '确认双方达成的调解协议有效', {
          ...byIt,
          outcome: 'application_granted',
        }),
        '无法判断（有已生效的裁判或经确认的调解协议，是否判令给付、金额多少未见）：已生效而未见执行的裁判给付、应付劳动债务（欠薪等）',
      ],
      'nothing follows from a decision in force of which no text states what is to be paid': [
        appeal(2, { ...byIt, outcome: 'upheld', origin: first }),
        suit(1, { outcome: 'granted' }),
        '无法判断（有已生效的裁判或经确认的调解协议，是否判令给付、金额多少未见）：已生效而未见执行的裁判给付',
      ],
      'nothing follows from a settlement that a third party had revoked at first instance': [
        ...revokedAtFirst,
        '无法判断（有生效的裁判、调解被第一审判决撤销，该撤销是否生效未见）：已生效而未见执行的裁判给付',
      ],
      'a decision in force that is enforced, or that refuses all, leaves no such sum': [
        appeal(2, { ...byIt, outcome: 'upheld', origin: first }),
        suit(1, { outcome: 'granted' }),
        suit(3, { outcome: 'dismissed' }),
        enforced(1, { origin: first }),
        not('金额多少未见'),
      ],
      'nothing follows from an enforcement of which the basis is not seen': [
        enforced(1),
        '无法判断（有争议只见后审、特别程序或执行文书，所判内容未见）：对外担保、出质、连带或补充责任',
      ],
      'the sums that are upheld say who owes': [
        appeal(1, { ...byIt, outcome: 'upheld' }),
        order('d1', '100.00', { part: 'upheld' }),
        not('所判内容未见'),
      ],
      'what is paid tells of no order that stands': [
        enforced(1),
        fact('x1', '执行完毕'),
        not('所判内容未见'),
      ],
      'nothing follows from a criminal appeal that is upheld, of which the verdict is not seen': [
        appeal(1, { ...byIt, number: '(2025)京03刑终1号', outcome: 'upheld' }),
        '无法判断（有刑事案件，对企业的最终结果未能认定）：单位犯罪（刑事判决）',
      ],
      'nor from a criminal appeal that changes what was decided, not in its favour': [
        document('d1', '(2025)京0105刑初1号', { plaintiff: '北京市朝阳区人民检察院', outcome: 'acquitted' }),
        appeal(2, { number: '(2025)京03刑终2号', origin: '(2025)京0105刑初1号', outcome: 'partly_reversed' }),
        '无法判断（有刑事案件，对企业的最终结果未能认定）：单位犯罪（刑事判决）',
      ],
      'nothing follows from a review of an enforcement against it that is not seen': [
        objection(2, { ...byIt, outcome: 'objection_refused' }),
        ofParty('x2', subject, "position = '异议人', original_position = '被执行人'"),
        '无法判断（其为被执行人的执行案件只见审查、异议之诉或追加、变更的文书，执行到何阶段未见）：终本（未执行完毕）、被强制执行（未见终结）',
      ],
      'nothing follows from a suit against it of a kind that only a bankruptcy brings': [
        suit(1, { listed: { cause: '取回权纠纷' } }),
        '无法判断（有破产程序中的诉讼或“管理人”的记载，企业可能是破产债务人）：自身破产、强制清算',
      ],
      'nothing follows from a labour suit of its own that was withdrawn, of which the award is not seen': [
        labour(1, { ...byIt, outcome: 'withdrawn' }),
        '无法判断（企业不服劳动仲裁裁决的起诉或撤裁申请已撤回或被驳回，裁决内容未见）：应付劳动债务',
      ],
      'nor from an award of labour arbitration that the court did not set aside': [
        special(1, '申请撤销劳动争议仲裁裁决', setAside, { ...byIt, outcome: 'application_refused' }),
        '裁决内容未见）：应付劳动债务',
      ],
      'an employee that withdraws leaves no award': [
        labour(1, { outcome: 'withdrawn' }),
        not('裁决内容未见'),
      ],
      'a conviction of others is none of the enterprise': [
        document('d1', '(2025)京0105刑初1号', { plaintiff: '北京市朝阳区人民检察院', outcome: 'convicted' }),
        besideAccused,
        '限制高消费、单位犯罪（刑事判决）、未了结',
      ],
      'nothing follows from a registration that is not held': [
        ...documents,
        unregistered,
        '未触发（已查：登记信息未取得；文书 1 份，其中全文 1 份）：自身破产、强制清算、终本（未执行完毕）、单位犯罪（刑事判决）、自有财产被查封、冻结、已生效而未见执行的裁判给付、一年内多次被诉',
        '无法判断（登记信息未取得）：吊销营业执照（含责令关闭、撤销或除名）、注销、失信被执行人、被强制执行（未见终结）、限制高消费',
      ],
      'nothing follows from a list that was not read': [
        listUnread,
        '未触发（只查登记信息：风险条目 0 条，变更 0 条）：吊销营业执照（含责令关闭、撤销或除名）、注销',
        '无法判断（涉诉文书列表未取得）：自身破产、强制清算、失信被执行人、终本',
      ],
      'without a full text, that none was read': [
        suit(1, { outcome: 'dismissed', ...unread }),
        '文书 1 份，未取得全文',
      ],
      'of a record that has no full text, that a part was read': [
        suit(1, { outcome: 'dismissed', held: { is_partial: true } }),
        '文书 1 份，其中全文 0 份、部分内容 1 份',
      ],
    },
    ({ summary }) => summary,
  )
})

describe('the bottom line', () => {
  /** It won a retrial after the enforcement of the first judgment began. */
  const retrial = (more: More = {}): Listed => {
    const won: More = { ...byIt, type: '民再', on: '2025-10-06', outcome: 'reversed', origin: first }
    return document('d3', '(2025)京03民再3号', { ...won, ...more })
  }
  /** What leaves a case open. */
  const open = { outcome: 'stayed' } as const
  const paysIt = { payer_keys: [other], payees: [subject], payee_keys: [subject] }

  testSaid({
    'has what is unpaid in enforcement, without what was paid': [
      enforced(1),
      enforced(2),
      money('x1', '执行标的', '8500.00'),
      fact('x1', '终本'),
      money('x2', '执行标的', '400.00'),
      fact('x2', '执行完毕'),
      '终本（未执行完毕） 1',
      '未了结金额 至多 人民币 8,500.00 元',
      '失信被执行人（请查中国执行信息公开网）；限制高消费（请查中国执行信息公开网）；',
      '有未了结的执行案件或限制消费、来源中未见失信：是否已被列为失信被执行人（请查中国执行信息公开网）',
      not('8,900.00', '未计入未了结金额'),
    ],
    'names what is enforced and in no sum: a case that ended with a balance, and an order whose enforcement states none':
      [
        suit(1, { outcome: 'granted' }),
        enforced(1, { origin: first }),
        enforced(2),
        order('d1', '100.00'),
        money('x2', '执行标的', '900.00'),
        money('x2', '执行到位', '200.00'),
        fact('x2', '终结执行'),
        '终结执行（是否清偿未载明） 1',
        '是否仍欠不明的被执行案件（已计入）：终结执行（是否清偿未载明） 1',
        '执行标的 人民币 900.00 元（载明 1 件）、未执行到位 人民币 700.00 元（载明 1 件）。',
        '现行执行案件未载明金额的裁判、调解给付：人民币 100.00 元（1 笔）',
        '终结执行的案件：是否清偿、因何终结（未载明的）（请查执行卷宗）：1 项、人民币 700.00 元',
        '未见：对其的破产、清算申请及程序；',
      ],
    'says what was searched where nothing stands against it': [
      suit(1, { outcome: 'dismissed' }),
      unregistered,
      '未取得工商登记',
      '未见：对其的破产、清算申请及程序；失信被执行人；限制高消费（请查中国执行信息公开网）；以其为被执行人的案件（含已结；无公开文书的请查中国执行信息公开网）；计入的判令、调解给付；近三年企业被诉的待裁判案件（列表只有已公开的文书，立案与开庭请查法院公告）；判令、调解由他人向其给付的款项及由其申请执行的案件；对其财产有效的查封、冻结；股权冻结（请查国家企业信用信息公示系统）（已查：登记信息未取得；文书 1 份，其中全文 1 份）。',
      '驳回对企业的请求（或判令不得追加其为被执行人）的一审裁判：是否上诉及其结果（请提供生效证明或二审文书）：1 [',
      not('作为被执行人：'),
    ],
    'keeps what is in force apart from what may not be, and asks for proof of both': [
      suit(1, { outcome: 'granted' }),
      suit(2, { outcome: 'granted' }),
      appeal(2, { ...byIt, id: 'd3', outcome: 'upheld', origin: '(2025)京0105民初2号' }),
      order('d1', '100.00'),
      order('d2', '7.00'),
      '至多 人民币 107.00 元（其余生效裁判、调解 人民币 7.00 元、是否生效未见的裁判 人民币 100.00 元）',
      '未见执行亦未见清偿的裁判、调解给付：人民币 7.00 元（1 笔）',
      '是否生效未见的裁判、支付令给付：人民币 100.00 元（1 笔）',
      '是否已履行（请提供付款凭证；申请执行期间二年，民事诉讼法第250条）：1 [',
      '判令给付是否已生效：是否上诉及其结果（请提供生效证明或二审文书）：1 [',
      not('给付：人民币 107.00'),
    ],
    'takes a mediation on appeal for what stands, and not the judgment that it replaced': [
      suit(1, { outcome: 'granted' }),
      appeal(1, { ...byIt, id: 'd2', outcome: 'mediated', origin: first }),
      order('d1', '1000000.00'),
      order('d2', '600000.00'),
      '可能欠付合计（1 [1] 起争议，各计一次）：至多 人民币 600,000.00 元；',
      not('1,000,000.00 元；', '未载明金额'),
    ],
    'does not leave out a dispute that was mediated on appeal for a sum that is not seen': [
      suit(1, { outcome: 'granted' }),
      appeal(1, { ...byIt, id: 'd2', outcome: 'mediated', origin: first }),
      order('d1', '1000000.00'),
      '可能欠付的 1 [1] 起争议均未载明金额（(2025)京0105民初1号），上限不明。',
      not('至多 人民币'),
    ],
    'says that it answers by law for its branch, and does not say that it has nothing to pay': [
      suit(1, { outcome: 'partly_granted', listed: { defendants: [subject, `${subject}北京分公司`] } }),
      order('d1', '500000.00', paidBy(`${subject}北京分公司`)),
      '；判令其分支机构给付 人民币 500,000.00 元（其民事责任依法由企业承担，民法典第74条；未计为企业自身的给付）',
      '至多 人民币 500,000.00 元（由谁给付、是否维持不明）',
      not('企业胜诉', '未判令'),
    ],
    'leaves open whether a settlement stands that a third party had revoked at first instance': [
      ...revokedAtFirst,
      '至多 人民币 1,800.00 元（由谁给付、是否维持不明）',
      '判令给付是否已生效：是否上诉及其结果（请提供生效证明或二审文书）：1 [',
      '已裁判，是否生效不明',
      not('裁判已生效'),
    ],
    'calls nothing owed where the appeal upheld what a third party had revoked': [
      ...revokedAtFirst,
      appeal(3, { ...byIt, on: '2025-12-01', outcome: 'upheld', origin: '(2025)京03民撤2号' }),
      not('至多 人民币 1,800.00 元'),
    ],
    'has nothing of a guarantor that the appeal freed, unless that holds it liable again': [
      suit(1, { outcome: 'granted' }),
      appeal(2, {
        ...{ ...byIt, outcome: 'partly_reversed', origin: first },
        text: `判决如下：一、维持第一项；二、驳回${other}对${subject}的诉讼请求。`,
      }),
      position('d2', 'defendant'),
      statement('d2', '维持', first, { is_decided: true, items: ['1'] }),
      order('d1', '600.00', { item: 1, payers: [third], payer_keys: [third, subject] }),
      liable(subject, '连带', '对上述债务承担连带责任', { item: 2 }),
      '企业胜诉，不负给付，裁判驳回对企业的诉讼请求',
      not('可能欠付', '判令企业给付 人民币', '生效、未见执行亦未见清偿', '金额多少未见', '部分败诉'),
    ],
    'may owe what it answered for where an appeal lets it answer in another way': [
      suit(1, { outcome: 'granted' }),
      appeal(2, { ...byIt, outcome: 'partly_reversed', origin: first }),
      position('d2', 'defendant'),
      statement('d2', '撤销', first, { is_decided: true, items: ['2'] }),
      order('d1', '600.00', { item: 1, payers: [third], payer_keys: [third, subject] }),
      liable(subject, '连带', '对上述债务承担连带责任', { item: 2 }),
      liable(subject, '补充', '对上述债务不能清偿部分承担责任', { case_id: 'd2' }),
      '至多 人民币 600.00 元（由谁给付、是否维持不明）',
    ],
    'counts a debt of its branch once for which a decision lets it answer': [
      suit(1, { outcome: 'partly_granted', listed: { defendants: [subject, `${subject}北京分公司`] } }),
      order('d1', '500.00', {
        ...paidBy('北京分公司'),
        payer_keys: [`${subject}北京分公司`],
        evidence: '北京分公司支付500元',
      }),
      liable(subject, '补充', '对北京分公司管理的财产不足以清偿上述债务的部分承担清偿责任', { item: 2 }),
      '至多 人民币 500.00 元（由谁给付、是否维持不明）',
    ],
    'counts what it answers for beside a debt of its branch': [
      suit(1, {
        outcome: 'partly_granted',
        listed: { defendants: [subject, third, `${subject}北京分公司`] },
      }),
      order('d1', '500.00', { ...paidBy(`${subject}北京分公司`), evidence: `${subject}北京分公司支付500元` }),
      order('d1', '70.00', { item: 2, ...paidBy(third), evidence: '丙包装有限公司支付70元' }),
      liable(subject, '补充', '对第二项债务不能清偿的部分承担清偿责任', { item: 3 }),
      '至多 人民币 570.00 元（为他人承担 人民币 70.00 元、由谁给付、是否维持不明 人民币 500.00 元）',
    ],
    'counts a joint debt once of which it is not seen whether it stands': [
      suit(1, { outcome: 'granted' }),
      appeal(1, { ...byIt, id: 'd2', outcome: null, origin: first }),
      order('d1', '600.00', {
        payers: [third],
        payer_keys: [third, subject],
        evidence: '丙包装有限公司支付600元',
      }),
      liable(subject, '连带', '对上述债务承担连带责任', { item: 2 }),
      '至多 人民币 600.00 元（由谁给付、是否维持不明）',
    ],
    'does not say so of a branch whose order a later instance took away': [
      suit(1, { outcome: 'partly_granted', listed: { defendants: [subject, `${subject}北京分公司`] } }),
      appeal(1, { ...byIt, id: 'd2', outcome: 'reversed', origin: first }),
      order('d1', '500000.00', paidBy(`${subject}北京分公司`)),
      not('判令其分支机构给付 人民币', '至多 人民币 500,000.00 元'),
    ],
    'counts a debt once that is enforced again after the creditor withdrew, or by another court': [
      enforced(1, { origin: first, on: '2024-05-06' }),
      enforced(2, { origin: first, on: '2026-02-06' }),
      ...['x1', 'x2'].map((id) => money(id, '执行标的', '500.00')),
      fact('x1', '终结执行', { reasons: ['撤回执行申请'] }),
      enforced(3, { origin: '(2025)京0105民初3号', on: '2025-05-06', outcome: 'transferred' }),
      enforced(4, { origin: '(2025)京0105民初3号', on: '2025-09-06' }),
      ...['x3', 'x4'].map((id) => money(id, '执行标的', '7000.00')),
      '可能欠付合计（2 [1] 起争议，各计一次）：至多 人民币 7,500.00 元；',
      '未了结金额 至多 人民币 7,500.00 元（载明 2 件）',
      not('是否仍欠不明的被执行案件'),
    ],
    'counts each enforcement where the sums differ, or the first has not ended': [
      enforced(1, { origin: first, on: '2024-05-06' }),
      enforced(2, { origin: first, on: '2026-02-06' }),
      money('x1', '执行标的', '500.00'),
      money('x2', '执行标的', '600.00'),
      fact('x1', '终结执行'),
      enforced(3, { origin: '(2025)京0105民初3号', on: '2025-05-06' }),
      enforced(4, { origin: '(2025)京0105民初3号', on: '2025-09-06' }),
      ...['x3', 'x4'].map((id) => money(id, '执行标的', '7000.00')),
      '可能欠付合计（2 [1] 起争议，各计一次）：至多 人民币 15,100.00 元；',
    ],
    'counts what is ordered beyond a case that is enforced again: it may be another instalment': [
      suit(1, { outcome: 'granted' }),
      order('d1', '1000.00'),
      enforced(1, { origin: first, on: '2025-04-06' }),
      enforced(2, { origin: first, on: '2026-02-06' }),
      ...['x1', 'x2'].map((id) => money(id, '执行标的', '500.00')),
      fact('x1', '终结执行'),
      '至多 人民币 1,000.00 元',
    ],
    'does not count what is enforced of a judgment that a retrial set aside': [
      suit(1, { outcome: 'granted' }),
      order('d1', '500.00'),
      enforced(1, { origin: first, on: '2025-05-06' }),
      money('x1', '执行标的', '500.00'),
      retrial(),
      '（执行依据已被后来的裁判撤销、依法应终结执行，是否终结未见；未计入可能欠付合计）',
      '执行依据已被后来的裁判撤销、未见终结的被执行案件（依法应终结执行，未计入可能欠付合计）：1',
      not('可能欠付合计（', '执行依据已生效', '作为被执行人：执行中'),
    ],
    'counts what is enforced where only a part of the retrial is held: what it orders may not be in that': [
      suit(1, { outcome: 'granted' }),
      order('d1', '500.00'),
      enforced(1, { origin: first, on: '2025-05-06' }),
      money('x1', '执行标的', '500.00'),
      retrial({ held: { is_partial: true } }),
      '作为被执行人：执行中',
      not('执行依据已被后来的裁判撤销'),
    ],
    'says that it took over a claim that is enforced, whose enforcement is not listed': [
      objection(1, {
        ...{ ...byIt, outcome: 'party_changed' },
        text: `裁定如下：变更${subject}为(2024)京0105执9号案件的申请执行人。`,
      }),
      '或变更为申请执行人，未见与之对应的执行案件，金额与执行到位待核实：(2025)京0105执异1号',
      not('及由其申请执行的案件'),
    ],
    'counts nothing of an award that a court set aside while it was enforced': [
      enforced(1, { origin: award, on: '2025-05-06' }),
      money('x1', '执行标的', '500.00'),
      special(1, '申请撤销仲裁裁决', '撤销（2022）京仲裁字第1234号裁决', {
        ...{ ...byIt, library: 'ptal', on: '2025-06-06', origin: award },
        outcome: 'application_granted',
      }),
      '作为被执行人（执行依据已被后来的裁判撤销、依法应终结执行，是否终结未见；未计入可能欠付合计）',
      not('至多 人民币'),
    ],
    'counts nothing of an enforcement that ended because its basis was set aside': [
      enforced(1, { on: '2025-05-06', outcome: 'enforcement_ended' }),
      money('x1', '执行标的', '500.00'),
      fact('x1', '终结执行', { reasons: ['执行依据被撤销'] }),
      '终结执行（是否清偿未载明）：执行依据被撤销',
      not('至多 人民币', '是否仍欠不明的被执行案件', '是否清偿、因何终结'),
    ],
    'does not count a claim of which another became the creditor': [
      suit(1, { ...byIt, outcome: 'granted' }),
      order('d1', '500.00', paysIt),
      objection(2, {
        ...{ plaintiff: third, defendant: subject, origin: first, outcome: 'party_changed' },
        text: `申请执行人：${subject}。裁定如下：变更${third}为（2025）京0105执9号案件的申请执行人。`,
      }),
      '有债权已由他人受让、申请执行人变更为他人，不计入应向其给付的款项：(2025)京0105执异2号',
      '（申请执行人已变更为他人，该债权不再属企业）',
      not('他人应向其给付'),
    ],
    'says that what is enforced is to be tried again, until that is decided': [
      ...[suit(1, { outcome: 'granted' }), order('d1', '500.00'), money('x1', '执行标的', '500.00')],
      ...[suit(2, { outcome: 'granted' }), order('d2', '70.00'), money('x2', '执行标的', '70.00')],
      enforced(1, { origin: first, on: '2025-05-06' }),
      enforced(2, { origin: suit(2).number, on: '2025-05-06' }),
      retrial({ outcome: 'retrial_ordered' }),
      retrial({ id: 'd4', number: '(2025)京03民再4号', origin: suit(2).number, outcome: 'upheld' }),
      retrial({
        ...{ id: 'd5', number: '(2025)京03民申5号', on: '2025-08-06' },
        origin: suit(2).number,
        outcome: 'retrial_ordered',
      }),
      '作为被执行人（执行依据已裁定再审，其后的裁判未见，是否中止执行待核实），执行标的 人民币 500.00 元',
      '作为被执行人，执行标的 人民币 70.00 元',
    ],
    'counts what a retrial orders instead, and what was set aside before it was enforced': [
      suit(1, { outcome: 'granted' }),
      order('d1', '500.00'),
      enforced(1, { origin: first, on: '2025-05-06' }),
      retrial(),
      order('d3', '300.00'),
      '至多 人民币 300.00 元',
      not('执行依据已被后来的裁判撤销'),
    ],
    'says that a ruling corrects a sum, and not that one corrects a name': [
      suit(1, { outcome: 'granted' }),
      order('d1', '300.00'),
      document('d2', first, {
        on: '2025-03-20',
        outcome: 'correction',
        held: { outcome_evidence: '“货款300元”补正为“货款3000元”' },
      }),
      document('d3', first, {
        on: '2025-03-21',
        outcome: 'correction',
        held: { outcome_evidence: '“乙商茂有限公司”补正为“乙商贸有限公司”' },
      }),
      '；有 1 份补正裁定涉及金额、未据以改算，以补正后为准；',
      '2025-03-20 一审 补正（涉及金额，原文见文书；所列金额以补正后为准）',
      not('2025-03-21 一审 补正（'),
    ],
    'goes on with a suit that was withdrawn against another': [
      suit(1, { ...open, outcome: 'withdrawn', listed: { defendants: [subject, third] } }),
      ofParty('d1', subject, "result = NULL, result_rule = 'still sued'"),
      claim('d1', '300.00'),
      '可能欠付合计（1 [1] 起争议，各计一次）：至多 人民币 300.00 元（在审请求）',
      '待裁判',
    ],
    'calls it by its side of the case where no other is stated': [
      suit(1, { ...byIt, listed: { defendants: [] }, outcome: 'granted' }),
      order('d1', '500.00', { payer_keys: [], payees: [subject], payee_keys: [subject] }),
      '作为原告（',
      not('作为申请执行人（', '作为申请人（'),
    ],
    'does not call a judgment in force where one of several who appeal gave that up': [
      suit(1, { outcome: 'granted' }),
      order('d1', '500.00'),
      appeal(1, { ...byIt, id: 'd2', outcome: 'procedural', origin: first }),
      statement('d2', '撤回上诉', first),
      '至多 人民币 500.00 元（由谁给付、是否维持不明）',
      not('（已生效'),
    ],
    'does not ask whether a judgment took effect that says it is final': [
      suit(1, { outcome: 'granted' }),
      order('d1', '100.00'),
      statement('d1', '生效', first, { is_decided: true }),
      '至多 人民币 100.00 元；',
      '未见执行亦未见清偿的裁判、调解给付：人民币 100.00 元（1 笔）',
      not('是否已生效', '是否生效未见'),
    ],
    'says what it may owe at most, each dispute once, and how many state no sum': [
      suit(1, { outcome: 'granted' }),
      enforced(1, { origin: first, on: '2025-06-01' }),
      suit(2, { outcome: 'granted' }),
      suit(3, open),
      suit(4, open),
      suit(5, { outcome: 'granted' }),
      enforced(5, { origin: '(2025)京0105民初5号', on: '2025-06-01' }),
      suit(6, { outcome: 'dismissed' }),
      suit(7, { outcome: 'granted' }),
      order('d1', '100.00'),
      order('d2', '7.00'),
      claim('d3', '50.00'),
      order('d5', '1000.00'),
      claim('d6', '2000.00'),
      { ...order('d7', '3.00'), payer_keys: [], unknown_payers: [] },
      money('x1', '执行标的', '90.00'),
      money('x1', '未执行到位', '20.00'),
      fact('x1', '终本'),
      money('x5', '执行标的', '1000.00'),
      fact('x5', '执行完毕'),
      '至多 人民币 90.00 元（载明标的的执行（含已终结） 人民币 20.00 元、裁判高出执行标的的部分 人民币 10.00 元、是否生效未见的裁判 人民币 7.00 元、在审请求 人民币 50.00 元、由谁给付、是否维持不明 人民币 3.00 元），其中据载明金额未履行 人民币 20.00 元；另 1 起未载明金额（(2025)京0105民初4号）',
    ],
    'does not read as if it owed what was dismissed': [
      suit(1, { ...byIt, outcome: 'dismissed' }),
      order('d1', '100.00'),
      '一审 驳回诉讼请求；同时判令企业给付 人民币 100.00 元',
      not('驳回诉讼请求 人民币'),
    ],
    'does not deny a suit that a preservation names and no list has, unless it is known to be decided': [
      { ...enforced(1, { origin: '(2026)京0105民初8号' }), number: '(2026)京0105执保1号' },
      enforced(2, { origin: '(2025)京0105民初9号', on: '2025-06-01' }),
      cited('x1', '(2026)京0105民初8号'),
      cited('x2', '(2025)京0105民初9号'),
      '文书所引、列表所无，是否待裁判不明：(2026)京0105民初8号。',
      not('近三年企业被诉的待裁判案件'),
    ],
    'says where the case of an entry stands, in whichever brackets its number is written': [
      enforced(1),
      fact('x1', '终本'),
      entry('被执行人', enforcedFirst, '2025-01-05', { case_number: '（2025）京0105执1号' }),
      '登记风险条目：被执行人（（2025）京0105执1号、另据文书：终本（未执行完毕））。',
    ],
    'says what a licence that was revoked leaves': [
      registered({ status: '吊销，未注销' }),
      '；吊销后、注销前主体仍存续，不得开展与清算无关的经营活动；诉讼由清算组负责人代表',
      not('；注销后主体终止'),
    ],
    'says what a deregistration ends': [
      registered({ status: '吊销，已注销', approved_on: '2024-01-01' }),
      '登记状态吊销，已注销（登记核准日期 2024-01-01），',
      '；注销后主体终止，不能再订立合同',
      not('主体仍存续'),
    ],
    'that is none of an enterprise that trades is to be asked of the register': [
      registered({ status: '歇业' }),
      '；该状态并非通常的存续、在业，能否经营、由谁代表待向登记机关核实',
    ],
    'that only announces a deregistration ends nothing': [
      registered({ status: '简易注销公告中' }),
      '该状态并非通常的存续、在业',
      not('注销后主体终止'),
    ],
    'that orders it to close is called so': [
      registered({ status: '责令关闭' }),
      '；责令关闭后、注销前主体仍存续',
    ],
    'of an enterprise that trades needs no remark': [
      registered({ status: '在营（开业）企业' }),
      not('并非通常'),
    ],
    'says nothing of law where an enterprise does business': [
      registered({ status: '存续', approved_on: '2024-01-01' }),
      not('主体', '管理人代表', '核准日期'),
    ],
    'gives no bound where no source states a sum': [
      suit(1, open),
      enforced(2),
      '可能欠付的 2 [',
      '起争议均未载明金额（(2025)京0105执2号、(2025)京0105民初1号），上限不明。',
      not('至多 人民币'),
    ],
    'does not count an order again that is enforced': [
      suit(1, { outcome: 'granted' }),
      enforced(1, { origin: first }),
      suit(2, { outcome: 'granted' }),
      enforced(2, { origin: '(2025)京0105民初2号' }),
      order('d1', '100.00'),
      order('d2', '7.00'),
      money('x1', '执行标的', '100.00'),
      money('x2', '执行标的', '7.00'),
      fact('x2', '终结执行'),
      '执行中（未见终结） 1',
      '未了结金额 至多 人民币 100.00 元（载明 1 件）',
      not('是否已履行', '的裁判、调解给付：'),
    ],
    'does not call one of several appellees who sued, unless its text tells': [
      onAppeal(1),
      position('d1', 'defendant'),
      position('d1', '', other),
      '乙商贸有限公司、丙包装有限公司 与 甲建设有限公司（原审身份未载明）',
    ],
    'has one that was sued beside it on its side': [
      onAppeal(1),
      position('d1', 'defendant'),
      position('d1', 'plaintiff', other),
      '乙商贸有限公司 对 甲建设有限公司、丙包装有限公司（',
    ],
    'tells what others owe it by what its own enforcement came to': [
      suit(1, { ...byIt, outcome: 'granted' }),
      enforced(1, { ...byIt, origin: first, on: '2025-06-01' }),
      suit(2, { ...byIt, outcome: 'mediated' }),
      order('d1', '100.00', paysIt),
      order('d2', '7.00', paysIt),
      fact('x1', '执行完毕', against(other)),
      '未见其申请执行（期间二年，民事诉讼法第250条），是否收到不明：人民币 7.00 元（1 笔）',
      '（其中执行完毕 1 [3] 件，终本 0 件）。已执行完毕（不再有应收）的：人民币 100.00 元（1 笔）',
      '其中执行完毕 1 [',
      '甲建设有限公司 对 乙商贸有限公司（买卖合同纠纷 · (2025)京0105民初2号 · 北京市朝阳区人民法院）：调解约定向企业给付 人民币 7.00 元',
      not('判令向企业给付'),
    ],
    'has a debt once, whether it is enforced or was paid, and who owes it to whom': [
      suit(1, { outcome: 'granted' }),
      enforced(1, { origin: first, on: '2025-06-01', outcome: 'seized' }),
      suit(2, { outcome: 'granted' }),
      enforced(2, { origin: '(2025)京0105民初2号', on: '2025-06-01' }),
      suit(3, { outcome: 'granted' }),
      suit(4, { outcome: 'granted', ...unread }),
      enforced(4, { id: 'x4', on: '2025-09-01', ...unread }),
      appeal(5, { outcome: 'mediated', ...unread }),
      order('d1', '100.00', { item: 1 }),
      order('d1', '50.00', { item: 2 }),
      order('d2', '900.00'),
      order('d3', '30.00', { item: 1 }),
      order('d3', '3.00', { item: 2 }),
      listedOrder('d5', '1.00', { evidence: '支付' }),
      money('x1', '执行标的', '150.00'),
      seized('x1', '冻结', '银行存款', yuan('150.00')),
      fact('x2', '执行完毕'),
      seized('x2', '冻结', '银行存款', { ...yuan('900.00'), happened_on: '2025-05-01' }),
      '乙商贸有限公司 对 甲建设有限公司（买卖合同纠纷 · (2025)京0105执1号 · 北京市朝阳区人民法院）：作为被执行人，执行标的 人民币 150.00 元',
      '判令企业给付 人民币 33.00 元（一审，未见上诉） P',
      '乙商贸有限公司 与 甲建设有限公司（原审身份未载明）',
      '其财产被裁定或登记查封、冻结（有效或轮候）1 [',
      '限额 人民币 150.00 元',
      not('判令企业给付 人民币 150.00', '判令企业给付 人民币 900.00', '限额 人民币 900.00'),
    ],
    'says of a suit that was sent back, moved or opened again no more than that, and since when': [
      suit(1, { outcome: 'granted' }),
      appeal(1, { id: 'd2', outcome: 'remanded', origin: first }),
      suit(3, { outcome: 'transferred' }),
      suit(4, open),
      claim('d1', '50.00'),
      '待裁判、非由其起诉的案件（件） 3',
      '其中发回、移送或裁定再审后裁判未见的（件） 2',
      '请求企业给付 人民币 50.00 元 P1；2025-09-01 发回重审，其后的裁判未见',
      '2025-03-01 移送其他法院，其后的裁判未见',
      '：待裁判',
      not('；待裁判'),
    ],
    'says of a suit that was moved how the other court likely decided it, and counts it once': [
      suit(1, { outcome: 'transferred' }),
      suit(1, { id: 'd2', number: '(2025)沪0101民初2号', on: '2025-09-01', outcome: 'dismissed' }),
      '（推断由 (2025)沪0101民初2号 重新裁判），企业胜诉，不负给付',
      '近三年企业被诉的待裁判案件',
      '未发现待核实事项',
      not('起未载明金额', '其后的裁判未见'),
    ],
    'names what enforcement courts say of a bankruptcy, of payments and of property without a mortgage, to be asked about':
      [
        suit(1, { outcome: 'granted' }),
        enforced(1, { on: '2025-06-01' }),
        order('d1', '100.00'),
        mention('x1', 'bankruptcy', 'refused'),
        mention('x1', 'uncredited', 'refused', { against_keys: [], amount: '90.00', currency: 'CNY' }),
        mention('x1', 'unencumbered', 'found', { evidence: '厂房未抵押' }),
        mention('x1', 'unencumbered', 'found', { against_keys: ['丙'], evidence: '车辆未抵押' }),
        mention('x1', 'mortgaged', 'asserted', { evidence: '申请执行人称仓库已抵押' }),
        '未见：对其的破产、清算申请及程序（执行文书仅载明：征询后申请执行人不同意移送破产审查（(2025)京0105执1号 D1））；',
        '；另有所称付款未获法院采信：人民币 90.00 元 D1',
        '文书称未设抵押的财产：厂房未抵押（(2025)京0105执1号） D1。',
        '当事人称已抵押、是否属实待核实的财产：申请执行人称仓库已抵押（(2025)京0105执1号） D1。',
        not('车辆未抵押'),
      ],
    'has what it owes before what is owed to it, however large': [
      suit(1, { ...byIt, outcome: 'granted' }),
      suit(2, { outcome: 'granted' }),
      order('d1', '900.00', paysIt),
      order('d2', '7.00'),
      '再按未了结金额）乙商贸有限公司 对 甲建设有限公司',
    ],
    'has what is due before what is only decided, however large': [
      suit(1, { outcome: 'granted' }),
      suit(2, { outcome: 'granted' }),
      enforced(2),
      money('x2', '执行标的', '5.00'),
      order('d1', '900.00'),
      '再按未了结金额）乙商贸有限公司 对 甲建设有限公司（买卖合同纠纷 · (2025)京0105执2号',
    ],
    'has what is decided before what is only claimed, however large': [
      suit(1, open),
      suit(2, { outcome: 'granted' }),
      claim('d1', '900.00'),
      order('d2', '5.00'),
      '再按未了结金额）乙商贸有限公司 对 甲建设有限公司（买卖合同纠纷 · (2025)京0105民初2号',
    ],
    'says that an appeal which was decided after the enforcement began is odd': [
      suit(1, { outcome: 'granted' }),
      enforced(1, { origin: first, on: '2025-06-01' }),
      appeal(2, { outcome: 'upheld', origin: first }),
      order('d1', '100.00'),
      '二审 维持原判（晚于执行，日期或关联待核实）',
    ],
    'counts open suits that state no claim apart from those that do': [
      suit(1, open),
      suit(2, open),
      suit(3, open),
      claim('d1', '50.00'),
      claim('d2', '5.00'),
      '待裁判、非由其起诉的案件（件） 3',
      '载明的请求 人民币 55.00 元（2 笔）',
      '未载明请求的案件（件，保全限额非请求额） 1',
      not('三年未见裁判'),
    ],
    'says of open suits that all state a claim nothing more': [
      suit(1, open),
      claim('d1', '50.00'),
      '待裁判、非由其起诉的案件（件） 1',
      '载明的请求 人民币 50.00 元（1 笔）',
      not('未载明请求'),
    ],
    'has what is owed in another currency': [
      enforced(1),
      fact('x1', '执行标的', { amount: '80.00', currency: 'USD', ...ofNobody }),
      fact('x1', '终本'),
      '未了结金额 至多 USD 80.00（载明 1 件）',
      not('未了结金额 均未载明'),
    ],
    'asks after terms that ended and cases that are silent': [
      enforced(1, { number: '(2017)京0105执1号', on: '2017-03-01' }),
      enforced(2),
      fact('x2', '失信', { happened_on: '2023-05-06' }),
      '失信期限（载明或通常的二年）已届满：是否已移出名单：1 [',
      '执行案件三年未见文书：是否仍在执行：1 项；(2017)京0105执1号',
      not('是否续封'),
    ],
    'asks after a penalty that is entered': [
      suit(1),
      { ...entry('行政处罚', '', '2025-05-06'), case_number: null, ordinal: 1 },
      '行政处罚、罚款：金额多少、是否缴清、因何处罚（未载明的）（请提供处罚决定书与缴款凭证）：1 项；登记信息风险条目 1',
    ],
    'asks after a fine that a conviction imposes on the enterprise, and says how much it is': [
      document('d1', '(2025)京0105刑初1号', { plaintiff: '北京市朝阳区人民检察院', outcome: 'convicted' }),
      order('d1', '100000.00', { role: '罚款' }),
      order('d1', '5000.00', { role: '罚款', ...paidBy('丁海'), item: 2 }),
      '一审 有罪（对企业处罚金、罚款 人民币 100,000.00 元）',
      '行政处罚、罚款：金额多少、是否缴清、因何处罚（未载明的）（请提供处罚决定书与缴款凭证）：1 [',
      not('均未载明金额'),
    ],
    'says what a criminal judgment takes from it, and that a later one may have changed that': [
      document('d1', '(2025)京0105刑初1号', {
        ...{ plaintiff: '北京市朝阳区人民检察院', outcome: 'convicted' },
        held: { content: `判决如下：追缴被告单位${subject}违法所得900元，上缴国库。` },
      }),
      document('d2', '(2025)京0105刑初2号', {
        ...{ plaintiff: '北京市朝阳区人民检察院', outcome: 'convicted' },
        held: { content: `判决如下：冻结在案的${subject}账户内赃款，发还被害人。` },
      }),
      appeal(3, { number: '(2025)京03刑终3号', origin: '(2025)京0105刑初2号', outcome: 'partly_reversed' }),
      '裁判追缴、没收或处置其违法所得、名下涉案款物（未计入合计，是否已缴、已处置未见）：(2025)京0105刑初1号（人民币 900.00 元）',
      '(2025)京0105刑初2号（后有部分改判，是否维持待核实）',
    ],
    'says that a penalty stands that its suit did not set aside, its fine as stated, and asks whether it was paid':
      [
        document('d1', '(2025)京0105行初1号', {
          ...{ plaintiff: subject, defendant: '某市应急管理局', outcome: 'dismissed' },
          listed: { cause: '行政处罚', number_category: '行政案件' },
          held: { content: '被告作出处罚决定，对原告罚款900元。对案外人另行作出罚款80元的决定。' },
        }),
        '企业的请求未获支持，所诉行政处罚未见被撤销或变更（载明罚款 人民币 900.00 元），是否已缴未见',
        '缴款凭证）：1 [',
      ],
    'says how much a fine is that a judgment changed': [
      document('d1', '(2025)京0105行初1号', {
        ...{ plaintiff: subject, defendant: '某市应急管理局', outcome: 'granted' },
        listed: { cause: '行政处罚', number_category: '行政案件' },
        held: { content: '判决如下：变更被告对原告罚款900元为罚款500元。' },
      }),
      '裁判载明变更后的罚款 人民币 500.00 元，是否已缴未见',
    ],
    'says of a conviction that it is of others, and what the enterprise has to pay by it': [
      document('d1', '(2025)京0105刑初1号', { plaintiff: '北京市朝阳区人民检察院', outcome: 'convicted' }),
      besideAccused,
      order('d1', '100.00'),
      '一审 有罪（被定罪的不是本企业）',
      '判令企业给付 人民币 100.00 元（一审，未见上诉）',
    ],
    'does not say that the enterprise is fined what a conviction imposes on a name of no party': [
      document('d1', '(2025)京0105刑初1号', { plaintiff: '北京市朝阳区人民检察院', outcome: 'convicted' }),
      order('d1', '5000.00', { role: '罚款', payers: ['丁海'], payer_keys: [], unknown_payers: ['丁海'] }),
      '一审 有罪 D1',
      '缴款凭证）：1 [',
    ],
    'asks after a fine of which a text tells neither sum nor whom it meets, and after none of another': [
      enforced(1, { outcome: 'fined' }),
      enforced(2, { outcome: 'fined' }),
      order('x2', '500.00', { role: '罚款', ...paidBy(third) }),
      '缴款凭证）：1 [',
      not('罚金、罚款 '),
    ],
    'asks after no term of an entry whose day is that of its case': [
      suit(1),
      entry('失信被执行人', '(2023)京0105执9号', '2023-05-06'),
      '失信被执行人：未见移除的 1 [',
      not('通常期限已届满'),
    ],
  })
})
