import { describe, expect, test } from 'vitest'
import { makeDossier } from '../../../src/readers/dossiers/dossier.ts'
import { readHoldings } from '../../../src/readers/dossiers/holdings.ts'
import { dossierPage } from '../../../src/readers/dossiers/page.ts'
import { sectionQueries } from '../../../src/readers/dossiers/sections/sections.ts'
import { wordsOf } from '../../../src/readers/dossiers/words/words.ts'
import type { Database } from '../../../src/warehouse/database.ts'
import { refreshDerived } from '../../../src/warehouse/warehouse.ts'
import { emptyWarehouse } from '../../support/tables.ts'
import { insert, type Row, type Told, tellMore } from '../../warehouse/litigation-world.ts'
import { factsOf, rowsOf, sectionOf, textOf } from './pages.ts'

/* What the first page says of states, each over a warehouse of a few rows. The data are of 2026-04-01. */

const subject = '甲建设有限公司'
const id = 'e1'

interface World {
  readonly documents?: readonly (Partial<Told> & Pick<Told, 'id' | 'number'>)[]
  /** Facts that texts state, by the id of their document. */
  readonly facts?: readonly Row[]
  readonly statements?: readonly Row[]
  readonly bankruptcy?: readonly Row[]
  readonly sums?: readonly Row[]
  /** Sums that results of the list state. */
  readonly listed?: readonly Row[]
  readonly entries?: readonly Row[]
  /** Sides of the enterprise in the lower instance, by the id of a document. */
  readonly positions?: readonly Row[]
  readonly isRegistered?: boolean
  readonly isListRead?: boolean
}

async function fill(database: Database, world: World): Promise<void> {
  const { documents = [], isRegistered = true, isListRead = true } = world
  const call = { run_id: 'r1', fetched_at: '2026-04-01 08:00:00', outcome: 'hit' }
  if (isRegistered) {
    const registered = {
      name: subject,
      name_key: subject,
      registered_amount: '1000000.00',
      registered_currency: 'CNY',
    }
    await insert(database, 'enterprises', { enterprise_id: id, ...registered, call_key: 'c1', run_id: 'r1' })
  }
  await insert(database, 'calls', { ...call, call_key: 'c1', operation: 'rh_company_info' })
  if (isListRead) {
    await insert(database, 'calls', { ...call, call_key: 'c2', operation: 'rh_enterpriseWritList' })
    const page = {
      subject: `id:${id}`,
      sweep: 1,
      page_no: 1,
      enterprise_name: subject,
      is_found: true,
      page_size: 30,
      has_more: false,
      ids_digest: 'one',
      declared_total: documents.length,
    }
    const ids = documents.map((document) => document.id)
    await insert(database, 'list_pages', {
      enterprise_id: id,
      call_key: 'c2',
      run_id: 'r1',
      scan_run_id: 'r1',
      document_ids: ids,
      ...page,
    })
  }
  for (const document of documents) {
    const type = document.number.includes('执') ? '执' : document.number.includes('终') ? '民终' : '民初'
    const usual = {
      type,
      on: '2025-03-01',
      plaintiff: '乙商贸有限公司',
      defendant: subject,
      outcome: null,
    } as const
    await tellMore(database, { ...usual, ...document }, [])
  }
  const rows = [
    ...(world.facts ?? []).map((row) => ['case_enforcement', row] as const),
    ...(world.bankruptcy ?? []).map((row) => ['case_bankruptcy', row] as const),
    ...(world.sums ?? []).map((row) => ['case_amounts', row] as const),
    ...(world.statements ?? []).map((row) => ['case_statements', row] as const),
  ]
  for (const [ordinal, [table, row]] of rows.entries())
    await insert(database, table, { library: 'ptal', ordinal: ordinal + 1, ...row })
  for (const row of world.positions ?? [])
    await database.run(
      `UPDATE case_parties SET original_side = '${row.original_side}' WHERE case_id = '${row.case_id}' AND name_key = '${subject}'`,
    )
  for (const [ordinal, row] of (world.listed ?? []).entries())
    await insert(database, 'document_amounts', { ordinal: ordinal + 1, item: 1, ...row })
  for (const [ordinal, row] of (world.entries ?? []).entries())
    await insert(database, 'enterprise_risks', { enterprise_id: id, ordinal: ordinal + 1, ...row })
  const isBankruptcy = "WHERE contains(case_number, '破')"
  for (const statement of [
    ...['enterprise_documents', 'cases', 'enterprise_risks'].map(
      (table) => `UPDATE ${table} SET call_key = 'c2', run_id = 'r1'`,
    ),
    `UPDATE enterprise_documents SET number_category = '强制清算与破产案件', number_procedure = NULL, procedure = NULL ${isBankruptcy}`,
    `UPDATE cases SET category = '强制清算与破产案件', number_category = category, number_procedure = NULL, procedure = NULL ${isBankruptcy}`,
  ])
    await database.run(statement)
  await refreshDerived(database)
}

/** The dossier of the subject in a world, and what its first page says. */
async function told(world: World) {
  await using database = await emptyWarehouse()
  await fill(database, world)
  const held = (await readHoldings(database, 'r1', [id], sectionQueries)).get(id)
  if (held === undefined) throw new Error('nothing is held')
  const words = await wordsOf('zh')
  const settings = {
    language: 'zh',
    purpose: '',
    judgments: false,
    version: 'test',
    madeAt: new Date(0),
  } as const
  const run = { runId: 'r1', title: null, job: 'job', lastRunId: 'r1', stop: null }
  const privacy = { persons: 'keep', identifiers: 'keep' } as const
  const shared = {
    run,
    settings,
    privacy,
    present: (value: string) => value,
    words,
    statuteChanges: new Map(),
  }
  const page = dossierPage(
    makeDossier({ enterpriseId: id, name: subject, uscc: null, given: [] }, held, shared),
  )
  const summary = sectionOf(page, 'summary')
  return { page, summary: textOf(summary), facts: factsOf(summary) }
}

const fact = (caseId: string, kind: string, more: Row = {}): Row => ({
  case_id: caseId,
  kind,
  is_ordered: false,
  is_lifted: false,
  against: [subject],
  against_keys: [subject],
  reasons: [],
  evidence: `${kind}的依据`,
  ...more,
})
const money = (caseId: string, kind: string, amount: string): Row =>
  fact(caseId, kind, { amount, currency: 'CNY', against: [], against_keys: [] })

describe('enforcement against it', () => {
  test('what is still owed is what is unpaid where it is known, else what is to be enforced; what was paid is left out', async () => {
    const { facts } = await told({
      documents: [
        { id: 'x1', number: '(2025)京0105执1号' },
        { id: 'x2', number: '(2025)京0105执2号' },
        { id: 'x3', number: '(2025)京0105执3号' },
      ],
      facts: [
        money('x1', '执行标的', '8500.00'),
        money('x1', '执行到位', '1275.00'),
        fact('x1', '终本'),
        money('x2', '执行标的', '1000.00'),
        fact('x2', '终本'),
        money('x3', '执行标的', '400.00'),
        fact('x3', '执行完毕'),
      ],
    })
    const owed = '人民币 8,225.00 元（载明 2 件，其中 1 件已知未执行到位，其余按执行标的）'
    expect(facts['终本案件（未执行到位，件）']).toContain(
      `未了结金额 ${owed}；执行到位 人民币 1,275.00 元（载明 1 件）`,
    )
    expect(facts.终本与执行中案件的未了结金额).toContain(owed)
    expect(facts['执行完毕的案件（件）']).toMatch(/^1 \[\d+\]$/)
  })

  test('a case without an end in three years is not called open', async () => {
    const { facts } = await told({ documents: [{ id: 'x1', number: '(2017)京0105执1号', on: '2017-03-01' }] })
    expect(facts['未见终结、最近文书已逾三年的执行案件（件）']).toMatch(/^1 /)
    expect(facts['执行中（未见终结）案件（件）']).toBeUndefined()
  })
})

describe('marks', () => {
  const marked = (more: Row = {}) => ({
    documents: [{ id: 'x1', number: '(2025)京0105执1号', on: '2025-06-02' }],
    facts: [fact('x1', '失信', more)],
  })

  test.each<[string, Row, string]>([
    [
      'a day that is stated',
      { happened_on: '2024-08-30' },
      '自 2024-08-30 起（依据 (2025)京0105执1号），未见移除；期限二年（有履行能力而拒不履行的除外），至 2026-08-30',
    ],
    [
      'no day',
      {},
      '至迟自 2025-06-02 起（依据 (2025)京0105执1号），未见移除；期限二年（有履行能力而拒不履行的除外），至迟至 2027-06-02',
    ],
    [
      'two years that are over',
      { happened_on: '2023-05-06' },
      '自 2023-05-06 起（依据 (2025)京0105执1号），未见移除；期限二年（有履行能力而拒不履行的除外），已于 2025-05-06 届满，是否移除未见',
    ],
  ])('失信 with %s', async (_name, more, sentence) => {
    expect((await told(marked(more))).facts.失信被执行人).toContain(sentence)
  })

  test('a case that ended says why, and that its mark has to go', async () => {
    const { facts } = await told({
      documents: [
        { id: 'x1', number: '(2025)京0105执1号', on: '2025-06-02' },
        { id: 'x2', number: '(2025)京0105执2号', on: '2025-06-02' },
      ],
      facts: [
        fact('x1', '失信'),
        fact('x1', '终结执行', { reasons: ['双方和解', '撤回执行申请'] }),
        fact('x2', '终结执行'),
      ],
    })
    expect(facts['终结执行、是否清偿未载明的案件（件）']).toMatch(
      /^2 \[\d+\]：双方和解、撤回执行申请 1；原因未载明 1/,
    )
    expect(facts.失信被执行人).toContain('该案已终结执行，依规定应予删除，是否删除未见')
  })

  test('a mark that was lifted is named as lifted', async () => {
    const { facts } = await told({
      documents: [...marked().documents, { id: 'x2', number: '(2025)京0105执异2号', on: '2025-09-01' }],
      facts: [
        fact('x1', '失信', { happened_on: '2024-08-30' }),
        fact('x2', '失信', { number_key: '(2025)京0105执1号', is_lifted: true, is_ordered: true }),
      ],
    })
    expect(facts.失信被执行人).toBeUndefined()
    expect(facts['失信被执行人（已移除）']).toContain(
      '自 2024-08-30 起（依据 (2025)京0105执1号），已于 2025-09-01 移除',
    )
  })

  test('an entry of the registration gives its own day, not that of the mark, unless it says when it was published', async () => {
    const entry = {
      kind: '失信被执行人',
      case_number: '(2025)京0105执1号',
      case_number_key: '(2025)京0105执1号',
      filed_on: '2025-01-05',
    }
    expect((await told({ entries: [entry] })).facts.失信被执行人).toContain(
      '登记信息所载，条目日期 2025-01-05（非列入日）（依据 (2025)京0105执1号），未见移除',
    )
    const published = { ...entry, published_on: '2025-08-20' }
    expect((await told({ entries: [published] })).facts.失信被执行人).toContain(
      '自 2025-08-20 起（依据 (2025)京0105执1号），未见移除；期限二年（有履行能力而拒不履行的除外），至 2027-08-20',
    )
  })
})

test('property held now is counted by kind with its limits; shares in it, shares that it holds, and what expired stand apart', async () => {
  const { facts } = await told({
    documents: [
      { id: 's1', number: '(2025)京0105民初1号', on: '2026-01-10', outcome: 'seized' },
      { id: 's2', number: '(2021)京0105民初2号', on: '2021-01-10', outcome: 'seized' },
      { id: 's3', number: '(2025)京0105民初3号', on: '2026-01-10', outcome: 'seized' },
    ],
    facts: [
      fact('s1', '冻结', { property: '银行存款', amount: '930000.00', currency: 'CNY', is_ordered: true }),
      fact('s2', '查封', { property: '位于北京市的不动产', is_ordered: true }),
      fact('s3', '冻结', { property: '丙科技有限公司的股权', is_ordered: true }),
    ],
    entries: [
      {
        kind: '股权冻结',
        case_number: '(2025)京0105执9号',
        case_number_key: '(2025)京0105执9号',
        filed_on: '2025-09-01',
      },
    ],
  })
  expect(facts['保全与冻结（有效或轮候，项）']).toMatch(/^1 \[\d+\]：冻结 1 限额 人民币 930,000.00 元/)
  expect(facts['保全与冻结（有效或轮候，项）']).toContain(
    '(2025)京0105民初1号 冻结 银行存款，自 2026-01-10 起，期限未载明，按法定最长期限至 2027-01-10',
  )
  expect(facts.自身股权被冻结).toMatch(/^1 /)
  expect(facts.所持他企业股权被冻结).toContain('丙科技有限公司的股权')
  expect(facts['查封冻结期限已届满，是否续封未见（项）']).toContain('已于 2024-01-10 届满，是否续封未见')
})

test('one order of several measures is one, and which of them was taken is not said', async () => {
  const evidence = '冻结被申请人甲建设有限公司名下银行存款5000元或者查封、扣押其他等值财产'
  const other = { property: '其他等值财产', is_ordered: true, evidence }
  const { facts } = await told({
    documents: [{ id: 's1', number: '(2024)京0105民初1号', on: '2024-01-10', outcome: 'seized' }],
    facts: [
      fact('s1', '冻结', {
        property: '银行存款',
        amount: '5000.00',
        currency: 'CNY',
        is_ordered: true,
        evidence,
      }),
      fact('s1', '查封', other),
      fact('s1', '扣押', other),
    ],
  })
  expect(facts['保全与冻结（有效或轮候，项）']).toMatch(
    /^1 \[\d+\]：冻结、查封或扣押 1 限额 人民币 5,000.00 元/,
  )
  expect(facts['保全与冻结（有效或轮候，项）']).toContain(
    '冻结、查封或扣押（采取了哪一种未载明） 银行存款，自 2024-01-10 起，期限未载明，按法定最长期限依财产而定（存款一年、动产二年、其他三年），最迟至 2027-01-10',
  )
  expect(facts['查封冻结期限已届满，是否续封未见（项）']).toBeUndefined()
})

test('two measures of one sentence on different things are two', async () => {
  const evidence = '查封被执行人甲建设有限公司名下房屋一套，冻结其银行存款5000元'
  const { facts } = await told({
    documents: [{ id: 's1', number: '(2025)京0105执1号', on: '2026-01-10', outcome: null }],
    facts: [
      fact('s1', '查封', { property: '房屋一套', is_ordered: true, evidence }),
      fact('s1', '冻结', {
        property: '银行存款',
        amount: '5000.00',
        currency: 'CNY',
        is_ordered: true,
        evidence,
      }),
    ],
  })
  expect(facts['保全与冻结（有效或轮候，项）']).toMatch(/^2 \[\d+\]：冻结 1；查封 1/)
})

test('a measure that is only reported began at the latest on that day', async () => {
  const { facts } = await told({
    documents: [{ id: 'x1', number: '(2025)京0105执1号', on: '2025-06-02' }],
    facts: [fact('x1', '查封', { property: '车辆22辆' })],
  })
  expect(facts['保全与冻结（有效或轮候，项）']).toContain('查封 车辆22辆，至迟自 2025-06-02 起')
})

test('an entry says for how long, and its flag leads to its case', async () => {
  const number = '(2025)京0105执9号'
  const { facts, page } = await told({
    entries: [
      {
        kind: '股权冻结',
        case_number: number,
        case_number_key: number,
        filed_on: '2025-02-11',
        description: '冻结其持有的丙科技有限公司股权，期限三年',
      },
    ],
  })
  expect(facts.所持他企业股权被冻结).toContain('自 2025-02-11 起，至 2028-02-11')
  const [flag] = rowsOf(sectionOf(page, 'summary'), '红旗')
  expect(flag).toMatchObject({ 红旗: '所持他企业股权被冻结', 依据数: '1' })
  expect(page).not.toContain('id="F1"')
})

describe('bankruptcy stands by its stage', () => {
  const of = async (kind: string | null, outcome: string | null) =>
    await told({
      documents: [
        {
          id: 'b1',
          number: '(2019)京01破申1号',
          on: '2019-03-02',
          outcome,
        },
      ],
      bankruptcy:
        kind === null
          ? []
          : [
              {
                case_id: 'b1',
                kind,
                is_ordered: true,
                debtor_keys: [subject],
                evidence: `${kind}对甲建设有限公司的破产清算申请`,
              },
            ],
    })

  test('an acceptance after which nothing is known says so', async () => {
    const { facts } = await of('受理', 'bankruptcy_accepted')
    expect(facts['自身破产、强制清算']).toContain(
      '2019-03-02 受理对其的破产申请（依据 (2019)京01破申1号），此后未见该程序的文书',
    )
  })

  test('an application under review is not accepted', async () => {
    const { facts } = await of(null, null)
    expect(facts['自身破产、强制清算']).toContain('对其的破产申请审查中，尚未受理')
  })

  test('one that was refused is no warning, and is named', async () => {
    const { facts, summary } = await of('不予受理', 'bankruptcy_refused')
    expect(facts['自身破产、强制清算']).toBeUndefined()
    expect(facts['破产、清算申请（未受理、撤回、驳回或终结）']).toContain('2019-03-02 不予受理对其的破产申请')
    expect(summary).toContain('没有规则触发')
  })
})

describe('disputes', () => {
  test('a dispute counts once by who sued at the beginning, whoever appealed, and by what was decided in the end', async () => {
    const first = '(2025)京0105民初1号'
    const { facts } = await told({
      documents: [
        { id: 'd1', number: first, outcome: 'partly_granted' },
        {
          id: 'd2',
          number: '(2025)京03民终2号',
          on: '2025-09-01',
          plaintiff: subject,
          defendant: '乙商贸有限公司',
          outcome: 'upheld',
          origin: first,
        },
        { id: 'd3', number: '(2025)京0105民初3号', outcome: 'granted' },
      ],
    })
    expect(facts['作为被告的诉讼（起）']).toMatch(/^2 /)
    expect(facts['作为原告的诉讼（起）']).toBeUndefined()
    expect(facts['部分败诉的争议（起）']).toMatch(/^1 /)
    expect(facts['败诉的争议（起）']).toMatch(/^1 /)
  })

  test('a judgment with a likely enforcement says so, and its counterparty has one dispute', async () => {
    const { page, facts } = await told({
      documents: [
        { id: 'd1', number: '(2025)京0105民初1号', outcome: 'granted', library: null },
        { id: 'd2', number: '(2025)京0105执2号', on: '2025-09-01', library: null },
        { id: 'd3', number: '(2025)京0105执3号', on: '2025-10-01', library: null },
      ],
      listed: [
        {
          document_id: 'd1',
          is_ordered: true,
          role: '本金',
          amount: '66000.00',
          currency: 'CNY',
          payer_keys: [subject],
          unknown_payers: [],
          payees: [],
          payee_keys: [],
          evidence: '甲建设有限公司支付66000元',
        },
      ],
    })
    const [sum] = rowsOf(sectionOf(page, 'major'), '')
    expect(sum?.口径).toContain('一审，所列执行很可能为其执行')
    expect(sum?.争议状态).toContain('很可能与 (2025)京0105执2号 为同一争议')
    expect(facts['有多宗争议的对手方（名）']).toBeUndefined()
    expect(rowsOf(sectionOf(page, 'counterparties'), '')[0]?.多次).toBe('否（很可能为同一争议）')
  })

  test('a later instance alone tells no winner, and a suit that was silent for three years no end', async () => {
    const { facts } = await told({
      documents: [
        {
          id: 'd1',
          number: '(2025)京03民终1号',
          plaintiff: subject,
          defendant: '乙商贸有限公司',
          outcome: 'upheld',
        },
        { id: 'd2', number: '(2020)京0105民初2号', on: '2020-09-01', outcome: 'jurisdiction' },
        { id: 'd3', number: '(2025)京0105执3号' },
      ],
      positions: [{ case_id: 'd1', original_side: 'defendant' }],
    })
    expect(facts['只见后审、执行文书或支付令、胜负未计的争议（起）']).toMatch(
      /^2 \[\d+\]；其中企业（原审被告）上诉被驳回 1$/,
    )
    expect(facts['败诉的争议（起）']).toBeUndefined()
    expect(facts['未见裁判、是否仍在审不明的案件（最近文书已逾三年，件）']).toMatch(/^1 /)
  })

  test('a case that was sent back waits for its next instance, whatever is refused after that', async () => {
    const first = '(2025)京0105民初1号'
    const { facts } = await told({
      documents: [
        { id: 'd1', number: first, on: '2025-02-01', outcome: 'granted' },
        { id: 'd2', number: '(2025)京03民终2号', on: '2025-06-01', outcome: 'remanded', origin: first },
        {
          id: 'd3',
          number: '(2025)京民申3号',
          on: '2025-10-01',
          outcome: 'retrial_refused',
          origin: first,
          listed: { number_procedure: '再审审查' },
        },
      ],
    })
    expect(facts['待裁判案件（件）']).toMatch(/^1 /)
  })

  test('a suit of which only the ruling on its court is listed waits; once its judgment is, it does not', async () => {
    const first = '(2025)京0105民初1号'
    const appeal = {
      id: 'd1',
      number: '(2025)京03民辖终1号',
      on: '2025-06-01',
      outcome: 'upheld',
      origin: first,
      listed: { number_procedure: '管辖' },
    }
    expect((await told({ documents: [appeal] })).facts['待裁判案件（件）']).toMatch(/^1 /)
    const judged = { id: 'd2', number: first, on: '2025-09-01', outcome: 'granted' }
    expect((await told({ documents: [appeal, judged] })).facts['待裁判案件（件）']).toBeUndefined()
  })

  test('a suit that was rejected without a decision on the merits is neither lost nor won', async () => {
    const { facts } = await told({
      documents: [{ id: 'd1', number: '(2025)京0105民初1号', outcome: 'rejected' }],
    })
    expect(facts['被驳回起诉、未作实体裁判的争议（起）']).toMatch(/^1 /)
    expect(facts['胜诉的争议（起）']).toBeUndefined()
  })

  test('enforcement and preservation wait for no decision', async () => {
    const { facts } = await told({
      documents: [
        { id: 'd1', number: '(2025)京0105民初1号', on: '2025-09-01', outcome: 'jurisdiction' },
        { id: 'd2', number: '(2025)京0105执保2号', on: '2025-09-01', outcome: 'seized' },
        { id: 'd3', number: '(2025)京0105执3号', on: '2025-09-01', outcome: 'procedural' },
      ],
    })
    expect(facts['待裁判案件（件）']).toMatch(/^1 /)
  })

  test('those that are likely one are told with both counts', async () => {
    const { summary } = await told({
      documents: [
        { id: 'd1', number: '(2025)京0105民初1号', outcome: 'granted', library: null },
        { id: 'd2', number: '(2025)京0105执2号', on: '2025-09-01', library: null },
      ],
    })
    expect(summary).toMatch(
      /争议 2 起[^。]*。文书不等于案件。\[\d+\]其中 1 起可能与其他争议为同一争议，合并计为 1 起。/,
    )
  })
})

test('a sum that a document orders without a word who pays stands on page one, to be checked; one about a guarantee leaves it open for whom', async () => {
  const sum = {
    is_ordered: true,
    role: '本金',
    amount: '78000.00',
    currency: 'CNY',
    payees: [],
    payee_keys: [],
    evidence: '支付借款本金78000元',
  }
  const { facts, summary } = await told({
    documents: [
      { id: 'd1', number: '(2025)京0105民初1号', outcome: 'granted', library: null },
      {
        id: 'd2',
        number: '(2025)京0105民初2号',
        outcome: 'granted',
        library: null,
        listed: { cause: '保证合同纠纷' },
      },
    ],
    listed: [
      { ...sum, document_id: 'd1', payer_keys: [], unknown_payers: ['某公司'] },
      { ...sum, document_id: 'd2', payer_keys: [subject], unknown_payers: [] },
    ],
  })
  expect(facts['判令给付而未计入、待核实（笔）']).toMatch(/^原文未写明由谁给付 1\b/)
  expect(summary).toContain(
    '无法判断（有保证或担保纠纷判令其给付，是否为他人的债务未载明）：对外担保、出质、连带或补充责任',
  )
})

describe('claims count only while a case waits for a decision', () => {
  const claim = (caseId: string): Row => ({
    case_id: caseId,
    part: 'claim',
    item: 1,
    role: '本金',
    amount: '66000.00',
    currency: 'CNY',
    payer_keys: [subject],
    payees: [],
    payee_keys: [],
    evidence: '请求判令甲公司支付66000元',
  })

  test('where all cases are decided, that none waits', async () => {
    const { facts } = await told({
      documents: [{ id: 'd1', number: '(2025)京0105民初1号', outcome: 'dismissed' }],
      sums: [claim('d1')],
    })
    expect(facts.待裁判案件中的请求).toContain(
      '无企业被诉的待裁判案件（已查：登记风险条目 0 条；文书 1 份，其中全文 1 份）',
    )
  })

  test('what a judgment below was asked for is claimed again once the case was sent back', async () => {
    const first = '(2025)京0105民初1号'
    const { facts } = await told({
      documents: [
        { id: 'd1', number: first, outcome: 'granted' },
        { id: 'd2', number: '(2025)京03民终2号', on: '2025-09-01', outcome: 'remanded', origin: first },
      ],
      sums: [claim('d1')],
    })
    expect(facts.待裁判案件中的请求).toMatch(/^人民币 [\d,.]+ 元（1 笔）/)
  })

  test('where a case waits and states no sum, that it states none', async () => {
    const { facts } = await told({
      documents: [
        { id: 'd1', number: '(2025)京0105民初1号', outcome: 'dismissed' },
        { id: 'd2', number: '(2025)京0105民初2号', on: '2025-09-01', outcome: 'jurisdiction' },
      ],
      sums: [claim('d1')],
    })
    expect(facts.待裁判案件中的请求).toContain('待裁判案件未载明请求金额')
  })
})

test('beside what it is owed stands what came of enforcing it', async () => {
  const { facts, page } = await told({
    documents: [{ id: 'x1', number: '(2025)京0105执1号', plaintiff: subject, defendant: '乙商贸有限公司' }],
    facts: [
      money('x1', '执行标的', '1000.00'),
      money('x1', '执行到位', '300.00'),
      fact('x1', '终本', { against: [], against_keys: [] }),
    ],
  })
  expect(facts['作为申请执行人的案件（件）']).toMatch(
    /^1 \[\d+\]：终本（未执行到位） 1；执行标的 人民币 1,000.00 元（载明 1 件）；执行到位 人民币 300.00 元（载明 1 件）；未执行到位 人民币 700.00 元/,
  )
  const [largest] = rowsOf(sectionOf(page, 'major'), '')
  expect(largest).toMatchObject({
    金额: expect.stringContaining('1,000.00'),
    口径: expect.stringContaining('未执行到位 人民币 700.00 元'),
    争议状态: '终本（未执行到位）',
  })
})

describe('what was not found says what was searched', () => {
  test('flags that do not fire', async () => {
    const { summary } = await told({
      documents: [{ id: 'd1', number: '(2025)京0105民初1号', outcome: 'dismissed' }],
      entries: [{ kind: '其他' }],
    })
    expect(summary).toContain(
      '未触发（已查：登记风险条目 1 条；文书 1 份，其中全文 1 份）：自身破产、强制清算、失信被执行人、终本',
    )
    expect(summary).toContain(
      '未触发（只查登记信息：风险条目 1 条，变更 0 条）：吊销营业执照、注销、环保、税务处罚、经营异常、严重违法、频繁变更法定代表人',
    )
    expect(summary).not.toContain('无法判断')
  })

  test('nothing follows from a registration that is not held', async () => {
    const { summary } = await told({
      documents: [{ id: 'd1', number: '(2025)京0105民初1号', outcome: 'dismissed' }],
      isRegistered: false,
    })
    expect(summary).toMatch(
      /未触发（已查：登记信息未取得；文书 1 份，其中全文 1 份）：自身破产、强制清算、终本（未执行到位）、一年内多次被诉/,
    )
    expect(summary).toMatch(/无法判断（登记信息未取得）：吊销营业执照、注销、失信被执行人、限制高消费/)
  })

  test('nothing follows from a list that was not read', async () => {
    const { summary } = await told({ isListRead: false })
    expect(summary).toContain(
      '未触发（只查登记信息：风险条目 0 条，变更 0 条）：吊销营业执照、注销、环保、税务处罚',
    )
    expect(summary).toMatch(/无法判断（涉诉文书列表未取得）：自身破产、强制清算、失信被执行人、终本/)
  })

  test('without a full text it says that none was read', async () => {
    const { summary } = await told({
      documents: [{ id: 'd1', number: '(2025)京0105民初1号', outcome: 'dismissed', library: null }],
    })
    expect(summary).toContain('文书 1 份，未取得全文')
  })
})
