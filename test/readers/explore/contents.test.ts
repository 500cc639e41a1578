import { beforeAll, describe, expect, test } from 'vitest'
import { whenAllOver } from '../../support/folder.ts'
import { published } from '../../support/run.ts'
import { sampleHome } from '../../support/sample-home.ts'
import { factsOf, textOf } from '../dossiers/pages.ts'
import { exploring, reading } from './serving.ts'

/* What the pages of the sample say is what its warehouse holds, asked for by SQL of its own. */

const setting = {} as { home: string; get: Awaited<ReturnType<typeof reading>> }
const whenOver = whenAllOver()
const id = '5a1e0000c0de4d00a0000000000000e0'
const builder = `/enterprise/${id}`

beforeAll(async () => {
  const { home } = await sampleHome()
  Object.assign(setting, { home, get: await reading(await exploring(home, {}, whenOver)) })
})

const pageOf = async (path: string): Promise<string> => (await setting.get(path)).text
/** Values of the rows of a SELECT as texts, NULL as nothing. */
const valuesOf = async (sql: string): Promise<string[][]> =>
  (await published(setting.home, `SELECT coalesce(COLUMNS(*)::VARCHAR, '') FROM (${sql})`)).map((row) =>
    Object.values(row).map(String),
  )

/** Cells of these columns in every row of the tables of a page. */
const cellsOf = (markup: string, ...columns: readonly string[]): string[][] =>
  (markup.match(/<tr[^>]*><td[\s\S]*?<\/tr>/g) ?? []).map((row) => {
    const cells = [...row.matchAll(/data-label="([^"]*)"[^>]*>([\s\S]*?)<\/td>/g)]
    return columns.map((column) => textOf(cells.find(([, label]) => label === column)?.[2] ?? ''))
  })
/** Ids that the links of a page lead to below an address, each once. */
const linkedOf = (markup: string, address: string): string[] => [
  ...new Set(
    [...markup.matchAll(new RegExp(`href="/${address}/([^"#?]*)" class="name"`, 'g'))].map(
      ([, to = '']) => to,
    ),
  ),
]
/** The part of a page from one heading to the next. */
const partOf = (page: string, heading: string): string =>
  page.slice(page.indexOf(`<h2 id="${heading}"`)).split('<h2')[1] ?? ''
const money = (column: string): string => `format('{:,.2f}', ${column}::DOUBLE)`
const yuan = (column: string): string => `CASE WHEN ${column} IS NOT NULL THEN ${money(column)} END`

describe('the portfolio', () => {
  const enterprises = `SELECT e.*, (SELECT count(*) FROM subject_documents AS d WHERE d.enterprise_id = e.enterprise_id) AS documents,
    (SELECT max(decided_on) FROM subject_documents AS d WHERE d.enterprise_id = e.enterprise_id) AS latest,
    (SELECT count(DISTINCT family_key) FROM litigation_cases AS l WHERE l.enterprise_id = e.enterprise_id AND original_role = 'defendant') AS sued,
    o.ended, o.owed FROM enterprises AS e LEFT JOIN (
      SELECT enterprise_id, count(*) FILTER (state = 'ended_unpaid') AS ended,
        sum(coalesce(unpaid, amount)) FILTER (state = 'ended_unpaid' OR is_recent) AS owed
      FROM enforcement_cases WHERE role = 'defendant' AND state IN ('open', 'ended_unpaid') AND is_counted AND resumed_by IS NULL
      GROUP BY ALL) AS o USING (enterprise_id)`

  test('has each enterprise with its figures, also one without a document, and their sums above', async () => {
    const page = await pageOf('/')
    const columns = [
      '经营状态',
      '未了结执行金额（元）',
      '终本案件',
      '作为被告的诉讼（起）',
      '涉诉文书',
      '最近文书',
    ]
    expect(cellsOf(page, ...columns).slice(0, 2)).toEqual(
      await valuesOf(
        `SELECT status, ${yuan('owed')}, coalesce(ended, 0), sued, documents, latest FROM (${enterprises}) ORDER BY documents DESC`,
      ),
    )
    expect(Object.values(factsOf(page))).toEqual(
      (
        await valuesOf(
          `SELECT count(*), (SELECT count(DISTINCT enterprise_id) FROM red_flags WHERE level = 'high'), sum(documents), sum(sued), sum(ended),
             ${money('sum(owed)')} FROM (${enterprises})`,
        )
      ).flat(),
    )
    const flags = `SELECT flag FROM (SELECT DISTINCT flag, rank FROM red_flags WHERE enterprise_id = '${id}') ORDER BY rank`
    const shown = [...page.matchAll(/flag=([a-z_]+)" class="flag/g)].map(([, flag]) => [flag])
    expect(shown).toEqual(await valuesOf(flags))
  })

  const [one, two] = ['示例建设集团有限公司', '示例置业有限公司']
  test.each([
    ['q=91110108ma', [one]],
    ['q=示例建设集团', [one]],
    ['q=示例', [one, two]],
    ['q=没有的名称', []],
    ['flag=dishonest', [one]],
    ['unpaid=ended_unpaid', [one]],
    ['status=存续', [two]],
    ['province=四川省', [two]],
    ['status=存续&province=北京市', []],
    ['sort=name', [one, two]],
  ])('is narrowed by %s', async (query, expected) => {
    const names = [...(await pageOf(`/?${query}`)).matchAll(/class="name"><bdi>([^<]*)</g)]
    expect(names.map(([, name]) => name)).toEqual(expected)
  })
})

describe('the documents of an enterprise', () => {
  const isPayment =
    "coalesce(role NOT IN ('案件受理费', '保全费', '执行费', '罚款', '基数', '限额', '单价', '已付', '合计'), true)"
  const held = `SELECT document_id FROM subject_documents AS d WHERE enterprise_id = '${id}'`
  const payments = `SELECT library, case_id FROM case_amounts WHERE amount >= 1000000 AND currency = 'CNY'
    AND ${isPayment}`

  test.each([
    ['', 'true'],
    ['page=3', 'true'],
    ['side=defendant', "role = 'defendant'"],
    ['side=plaintiff&stage=enforcement', "role = 'plaintiff' AND stage = 'enforcement'"],
    ['result=won', "subject_outcome = 'won'"],
    ['result=unknown', 'subject_outcome IS NULL'],
    ['year=2024', 'year = 2024'],
    ['court=unknown', 'court IS NULL'],
    ['court=最高人民法院', "court = '最高人民法院'"],
    ['cause=劳动争议', "cause = '劳动争议'"],
    ['text=held', "text_state = 'held'"],
    ['minimum=1000000', `(library, case_id) IN (${payments})`],
    ['family=(2020)苏0105民初25005号', "family_key = '(2020)苏0105民初25005号'"],
  ])('narrowed by %s are those of which %s', async (query, condition) => {
    const page = await pageOf(`${builder}/cases?${query}`)
    const expected = `${held} AND ${condition} ORDER BY decided_on DESC NULLS LAST, document_id`
    const from = query === 'page=3' ? 100 : 0
    expect(linkedOf(page, 'document')).toEqual((await valuesOf(expected)).flat().slice(from, from + 50))
    // Where all stand on one page, no way leads to another.
    expect(page.includes('class="pager"')).toBe((await valuesOf(expected)).length > 50)
    const [[documents, cases] = []] = await valuesOf(
      `SELECT count(*), count(DISTINCT case_key) FROM subject_documents WHERE document_id IN (${expected})`,
    )
    expect(textOf(page)).toContain(`文书 ${documents} · 案件 ${cases}`)
  })

  test('stand with what the list and the text say', async () => {
    const page = await pageOf(`${builder}/cases?side=defendant`)
    expect(page).toContain('<input type="hidden" name="side" value="defendant">')
    const shown = cellsOf(page, '日期', '案由', '法院', '最大金额（元）')
    const sums = `SELECT library, case_id, max(amount) AS largest FROM case_amounts WHERE currency = 'CNY'
      AND ${isPayment} GROUP BY ALL`
    expect(shown).toEqual(
      await valuesOf(
        `SELECT decided_on, cause, court, ${yuan('largest')} FROM subject_documents LEFT JOIN (${sums}) USING (library, case_id)
         WHERE enterprise_id = '${id}' AND role = 'defendant' ORDER BY decided_on DESC NULLS LAST, document_id LIMIT 50`,
      ),
    )
  })

  test('of a counterparty are those that it is a party of', async () => {
    const page = await pageOf(`${builder}/counterparties`)
    expect(cellsOf(page, '对方当事人', '争议', '文书')).toEqual(
      await valuesOf(
        `SELECT name, disputes, documents FROM counterparties WHERE enterprise_id = '${id}' ORDER BY disputes DESC, documents DESC, name_key LIMIT 50`,
      ),
    )
    const [, name = '', to = ''] =
      /<td[^>]*><bdi>([^<]*)<\/bdi>[\s\S]*?href="([^"]*\?counterparty=[^"]*)"/.exec(page) ?? []
    const parties = `SELECT document_id FROM document_parties WHERE name = '${name}'`
    const listed = `${held} AND document_id IN (${parties}) ORDER BY decided_on DESC NULLS LAST, document_id`
    expect(linkedOf(await pageOf(to), 'document')).toEqual((await valuesOf(listed)).flat())
  })
})

describe('an enterprise', () => {
  test('has its flags with their rows, and its enforcements, those that are owed first', async () => {
    const page = await pageOf(builder)
    const flags = [...page.matchAll(/id="flag-([a-z_]+)"[\s\S]*?<\/details>/g)]
    expect(flags.map(([box, flag]) => [flag, `${box.match(/<li>/g)?.length}`])).toEqual(
      await valuesOf(
        `SELECT flag, count(*) FROM red_flags WHERE enterprise_id = '${id}' GROUP BY flag, rank ORDER BY rank`,
      ),
    )
    const state = "CASE WHEN state = 'open' AND NOT is_recent THEN 'unknown' ELSE state END"
    expect(cellsOf(page, '案号', '法院', '执行标的', '执行到位', '未执行到位', '最近日期')).toEqual(
      await valuesOf(
        `SELECT case_number, court, ${yuan('amount')}, ${yuan('collected')}, ${yuan('unpaid')}, coalesce(last_on, filed_on) FROM enforcement_cases
         WHERE enterprise_id = '${id}' ORDER BY role = 'defendant' DESC, list_position(['ended_unpaid', 'open', 'unknown'], ${state}) NULLS LAST, amount DESC NULLS LAST, case_key`,
      ),
    )
  })

  test.each(['ordered', 'enforced', 'claimed', 'awarded'])(
    'has the sums %s, and their totals by source',
    async (measure) => {
      const part = partOf(await pageOf(`${builder}/payments`), measure)
      const own = measure === 'claimed' ? " AND role IS DISTINCT FROM 'plaintiff'" : ''
      const sums = `FROM ${measure}_payments WHERE enterprise_id = '${id}'${own}`
      const totals = await valuesOf(
        `SELECT ${money('sum(amount)')}, count(*) ${sums} AND is_counted GROUP BY currency, basis ORDER BY basis, count(*) DESC`,
      )
      const said = /<p><strong>([\s\S]*?)<\/strong>/.exec(part)?.[1] ?? ''
      for (const [total, count] of totals) expect(textOf(said)).toContain(`${total} 元（${count}）`)
      expect(cellsOf(part, '金额', '案号')).toEqual(
        await valuesOf(
          `SELECT coalesce(${money('amount')}, '未识别'), case_number ${sums} ORDER BY is_counted DESC, amount DESC NULLS LAST, document_id, ordinal`,
        ),
      )
    },
  )

  test.each([
    ['shareholders', '名称', 'name', ''],
    ['members', '姓名', 'name', 'position, '],
    ['changes', '变更项', 'item', ''],
    ['risks', '案号', 'case_number', ''],
  ])('has each row of its %s', async (register, column, name, order) => {
    const part = partOf(await pageOf(`${builder}/registration`), `register-${register}`)
    expect(cellsOf(part, column)).toEqual(
      await valuesOf(
        `SELECT ${name} FROM enterprise_${register} WHERE enterprise_id = '${id}' ORDER BY ${order}ordinal`,
      ),
    )
  })
})

test('an enterprise without a record says what was searched beside each conclusion, and shows its registration', async () => {
  const [[other] = []] = await valuesOf(
    `SELECT enterprise_id FROM enterprises WHERE enterprise_id <> '${id}'`,
  )
  const pages = ['', '/payments', '/registration'].map((tab) => pageOf(`/enterprise/${other}${tab}`))
  const [overview = '', payments = '', registration = ''] = await Promise.all(pages)
  const searched = '（已查：登记风险条目 0 条；文书 0 份，其中全文 0 份）'
  expect(overview).toContain(`没有规则触发${searched}`)
  expect(overview).toContain(`未发现执行案件${searched}`)
  expect(payments.split(`无计入的金额${searched}`)).toHaveLength(4)
  expect(payments).toContain(`近三年无企业被诉的待裁判案件${searched}`)
  const [[uscc, representative] = []] = await valuesOf(
    `SELECT uscc, legal_representative FROM enterprises WHERE enterprise_id = '${other}'`,
  )
  expect(factsOf(registration)).toMatchObject({ 统一社会信用代码: uscc, 法定代表人: representative })
})

test('a search finds the texts that hold all of its words, the latest first, each with its words', async () => {
  const page = await pageOf('/search?q=合同 违约金 一')
  const found = "FROM cases WHERE content LIKE '%合同%' AND content LIKE '%违约金%'"
  expect([...page.matchAll(/href="\/case\/[^/]*\/([^"]*)" class="name"/g)].map(([, to]) => [to])).toEqual(
    await valuesOf(`SELECT case_id ${found} ORDER BY decided_on DESC NULLS LAST, case_id LIMIT 50`),
  )
  for (const result of page.split('<li>').slice(1)) {
    expect(result).toContain('<mark class="hit">合同</mark>')
    expect(result.match(/<p>…/g)?.length).toBeLessThanOrEqual(3)
  }
  expect(page).toContain('<mark class="hit">违约金</mark>')
})

test('a judgment leads to the other documents of its dispute in their order, and to the answer that it was read from', async () => {
  const family = "FROM subject_documents WHERE family_key = '(2020)苏0105民初25005号'"
  const [[library, first] = []] = await valuesOf(
    `SELECT library, case_id ${family} ORDER BY decided_on LIMIT 1`,
  )
  const page = await pageOf(`/case/${library}/${first}`)
  const others = page.slice(
    page.lastIndexOf('<ul>', page.indexOf('id="evidence"')),
    page.indexOf('id="evidence"'),
  )
  expect([...others.matchAll(/href="\/case\/[^/]*\/([^"]*)"/g)].map(([, to]) => [to])).toEqual(
    await valuesOf(`SELECT case_id ${family} AND case_id <> '${first}' ORDER BY decided_on`),
  )
  const evidence = await pageOf(/href="(\/evidence\/[^"]*)"/.exec(page)?.[1] ?? '')
  const [[sha256] = []] = await valuesOf(
    `SELECT sha256 FROM calls JOIN cases USING (call_key, run_id) WHERE case_id = '${first}'`,
  )
  const said = Object.values(factsOf(evidence))
  expect(said).toContain(sha256)
  expect(said).toContainEqual(expect.stringMatching(`^${sha256} ✓`))
})
