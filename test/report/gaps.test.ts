import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { homeAt } from '../../src/engine/home.ts'
import { Database } from '../../src/warehouse/database.ts'
import { temporaryFolder } from '../support/folder.ts'
import { enterprise, judgment, listed } from '../support/records.ts'
import { writeCorpus } from '../support/run.ts'
import { factsOf, listedRows, rowsOf, sectionOf, targetOf, textOf } from './pages.ts'
import { homeOf, reportOf } from './world.ts'

/* What a dossier says of a list that was not read whole, and of cases that stand in several rows of a table. */

const setting = {} as { home: string; folder: string; runId: string }
const name = '甲公司'

/** Sixty documents on two pages; the budget has room for page 1 of one list. */
const many = Array.from({ length: 60 }, (_, index) => listed('e1', `d${index + 1}`))
/** One case of which both sides appealed, one that is closed in another stage, and one that is closed. */
const several = [
  listed('e3', 'd101', { 起诉方: ['丙公司'], 裁判结果: '冻结乙公司银行存款100元。', 应诉方: ['乙公司'] }),
  listed('e3', 'd102', {
    案号: '（2023）京0105民初101号',
    起诉方: ['乙公司'],
    应诉方: ['丙公司'],
    裁判结果: '驳回管辖权异议。',
  }),
  listed('e3', 'd103', { 裁判结果: '冻结丙公司银行存款100元。', 应诉方: ['丙公司'] }),
  listed('e3', 'd104', {
    案号: '（2023）京0105民初103号',
    起诉方: ['丙公司'],
    裁判结果: '驳回全部诉讼请求。',
  }),
]

beforeAll(async () => {
  const folder = await temporaryFolder(afterAll)
  const corpus = await writeCorpus(join(folder, 'corpus'), {
    enterprises: [enterprise('e1', name), enterprise('e2', '乙公司'), enterprise('e3', '丙公司')],
    'enterprise-documents': [...many, ...several],
    cases: [judgment('d1')],
  })
  const job = `pipeline: enterprise-due-diligence
enterprises: [{ id: e3 }, { id: e1 }, { id: e2 }]
litigation: { since: 2999-01-01 }
rate: { perSecond: unlimited, concurrency: 1 }
budget: { operations: { rh_enterpriseWritList: { calls: 3 } } }
exports: []
`
  Object.assign(setting, await homeOf(corpus, folder, job, afterAll))
})

/** The page of one enterprise after a change of the published tables. */
async function reported(of: string, to: string, ...statements: readonly string[]): Promise<string> {
  {
    await using database = await Database.open(homeAt(setting.home).published)
    for (const statement of statements) await database.run(statement)
  }
  return await (await reportOf(setting.home, join(setting.folder, to), { enterprises: [of] })).page(of)
}

/** What the summary of a page warns of. */
const warning = (page: string): string =>
  textOf(/<p class="warning">([\s\S]*?)<\/p>/.exec(sectionOf(page, 2))?.[1] ?? '')

describe('of a list that was not read whole a dossier says why', () => {
  test('the budget was used up', async () => {
    const page = await reported(name, 'budget')
    expect(warning(page)).toMatch(
      /^注意：涉诉文书列表不完整（声明 60 份，列出 30 份；预算用尽，运行提前结束）。/,
    )
    expect(factsOf(sectionOf(page, 3))).toMatchObject({
      原因: '声明 60 份，列出 30 份；预算用尽，运行提前结束',
      '运行提前结束的原因（原文）': expect.stringMatching(
        /^the budget is used up: 3 of 3 calls of rh_enterpriseWritList/,
      ),
      缺口: '声明总数比列出文书多 30 份。',
    })
  })

  test.each([
    [
      'the run was asked to stop',
      "UPDATE runs SET reason = 'the run was asked to stop; run again to resume'",
      '声明 60 份，列出 30 份；运行被中止',
    ],
    [
      'the key was refused',
      "UPDATE runs SET status = 'unauthorised', reason = 'the service refused the key (HTTP 401)'",
      '声明 60 份，列出 30 份；服务拒绝了密钥，运行提前结束',
    ],
    [
      'a page was not given',
      `INSERT INTO calls (call_key, run_id, segment, line, operation, params, sweep, outcome, failure, http_status, message)
        SELECT 'k', run_id, 's', 1, 'rh_enterpriseWritList', '{"id":"e1","pageNo":2}', 1, 'failed', 'server', 500, '程序处理异常' FROM runs`,
      '声明 60 份，列出 30 份；服务没有给出其中一页（HTTP 500 server 程序处理异常）',
    ],
    [
      'the list contradicts itself',
      `INSERT INTO list_pages BY NAME SELECT * REPLACE (2 AS page_no) FROM list_pages WHERE enterprise_id = 'e1'`,
      '声明 60 份，列出 30 份；第 2 页与第 1 页相同',
    ],
    [
      'the list changed',
      `UPDATE list_pages SET declared_total = 61 WHERE enterprise_id = 'e1' AND page_no = 2`,
      '读取期间声明总数有变化；服务没有给出其中一页（HTTP 500 server 程序处理异常）',
    ],
  ])('%s', async (what, statement, told) => {
    const page = await reported(name, what, statement)
    expect(warning(page)).toContain(`（${told}）`)
  })

  test('it was not looked at at all', async () => {
    const page = await reported(name, 'unscanned', "DELETE FROM list_pages WHERE enterprise_id = 'e1'")
    expect(warning(page)).toMatch(
      /^注意：运行 \S+ 没有核对过该企业的涉诉文书列表（服务拒绝了密钥，运行提前结束）。/,
    )
  })
})

test('a case that stands in several rows is open once, and not where another of its documents closes it', async () => {
  const page = await reported('丙公司', 'open')
  const rows = rowsOf(sectionOf(page, 4), '诉讼身份 × 案件类别 × 审判阶段')
  expect(rows.reduce((sum, { 案件 }) => sum + Number(案件), 0)).toBeGreaterThan(2)
  const [, id = '', open = ''] =
    /<dt>文书显示尚未审结的案件（件）<\/dt><dd><a class="fig" href="#([^"]+)">(\d+)/.exec(page) ?? []
  expect([open, listedRows(targetOf(page, id)).length]).toEqual(['1', 1])
  expect(textOf(targetOf(page, id))).toMatch(/（|\(D/)
})
