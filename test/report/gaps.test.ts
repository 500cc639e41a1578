import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { homeAt } from '../../src/engine/home.ts'
import { Database } from '../../src/warehouse/database.ts'
import { temporaryFolder } from '../support/folder.ts'
import { enterprise, judgment, listed } from '../support/records.ts'
import { writeCorpus } from '../support/run.ts'
import { factsOf, listedRows, rowsOf, sectionOf, targetOf, textOf } from './pages.ts'
import { homeOf, reportOf, type Written } from './world.ts'

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

/** Reports after a change of the published tables. */
async function reported(to: string, ...statements: readonly string[]): Promise<Written> {
  {
    await using database = await Database.open(homeAt(setting.home).published)
    for (const statement of statements) await database.run(statement)
  }
  return await reportOf(setting.home, join(setting.folder, to))
}

/** What the summary of a page warns of. */
const warning = (page: string): string =>
  textOf(/<p class="warning">([\s\S]*?)<\/p>/.exec(sectionOf(page, 2))?.[1] ?? '')

describe('of a list that was not read whole a dossier says why', () => {
  test('the budget was used up', async () => {
    const written = await reported('budget')
    const page = await written.page(name)
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
})

test('a case that stands in several rows is open once, and not where another of its documents closes it', async () => {
  const page = await (await reported('open')).page('丙公司')
  const rows = rowsOf(sectionOf(page, 4), '诉讼身份 × 案件类别 × 审判阶段')
  expect(rows.reduce((sum, { 案件 }) => sum + Number(案件), 0)).toBeGreaterThan(2)
  const [, id = '', open = ''] =
    /<dt>文书显示尚未审结的案件（件）<\/dt><dd><a class="fig" href="#([^"]+)">(\d+)/.exec(page) ?? []
  expect([open, listedRows(targetOf(page, id)).length]).toEqual(['1', 1])
  expect(textOf(targetOf(page, id))).toMatch(/（|\(D/)
})
