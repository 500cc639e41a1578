import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import type { RunFacts, Stop } from '../../../src/readers/dossiers/dossier.ts'
import type { CoverageRow } from '../../../src/readers/dossiers/holdings.ts'
import { reasonOfGap, unscanned } from '../../../src/readers/dossiers/searched.ts'
import { wordsOf } from '../../../src/readers/dossiers/words/words.ts'
import { homeAt } from '../../../src/run/home/home.ts'
import { Database } from '../../../src/warehouse/database.ts'
import { whenAllOver } from '../../support/folder.ts'
import { enterprise, judgment, listed } from '../../support/records.ts'
import { factsOf, listedRows, rowsOf, sectionOf, targetOf, textOf } from './pages.ts'
import { reportOf, type Written, worldOf } from './world.ts'

/* What a dossier says of a list that was not read whole, and of cases that stand in several rows of a table. */

const setting = {} as { home: string; folder: string; written: Written }
const name = '甲公司'

/** Sixty documents on two pages; the budget has room for page 1 of one list. */
const many = Array.from({ length: 60 }, (_, index) => listed('e1', `d${index + 1}`))
/** A document leaves its case open for three years: these are of today. */
const today = new Date().toISOString().slice(0, 10)
/** One case in which it stands on either side, and one that another of its documents closes. */
const several = [
  listed('e3', 'd101', { 时间: today, 起诉方: ['丙公司'], 应诉方: ['乙公司'], 裁判结果: '本案中止诉讼。' }),
  listed('e3', 'd102', {
    时间: today,
    案号: '（2023）京0105民初101号',
    起诉方: ['乙公司'],
    应诉方: ['丙公司'],
    裁判结果: '本案中止诉讼。',
  }),
  listed('e3', 'd103', { 时间: today, 应诉方: ['丙公司'], 裁判结果: '本案中止诉讼。' }),
  listed('e3', 'd104', {
    时间: today,
    案号: '（2023）京0105民初103号',
    起诉方: ['丙公司'],
    裁判结果: '驳回全部诉讼请求。',
  }),
]

const whenOver = whenAllOver()
beforeAll(async () => {
  const records = {
    enterprises: [enterprise('e1', name), enterprise('e2', '乙公司'), enterprise('e3', '丙公司')],
    'enterprise-documents': [...many, ...several],
    cases: [judgment('d1')],
  }
  const job = {
    enterprises: [{ id: 'e3' }, { id: 'e1' }, { id: 'e2' }, { name: '丙公司' }],
    litigation: { since: '2999-01-01' },
    rate: { perSecond: 'unlimited', concurrency: 1 },
    budget: { operations: { rh_enterpriseWritList: { calls: 3 } } },
  }
  const { home, folder } = await worldOf(records, job, whenOver)
  Object.assign(setting, { home, folder, written: await reportOf(home, join(folder, 'reports')) })
})

/** What page one warns of. */
const warning = (page: string): string =>
  textOf(/<p class="warning">([\s\S]*?)<\/p>/.exec(sectionOf(page, 'brief'))?.[1] ?? '')

const zh = await wordsOf('zh')
const run: RunFacts = { runId: 'r1', title: null, job: 'job', lastRunId: 'r1', stop: null }

describe('of a list that was not read whole a dossier says why', () => {
  test('first of all, with the budget that was used up', async () => {
    const page = await setting.written.page(name)
    const first = textOf(sectionOf(page, 'brief').replace(/<h2>[\s\S]*?<\/h2>/, ''))
    expect(first).toMatch(
      /^注意：涉诉文书列表不完整（声明 60 份，列出 30 份；预算用尽，运行提前结束）。本报告各项数字只反映已取得的文书/,
    )
    expect(factsOf(sectionOf(page, 'coverage'))).toMatchObject({
      原因: '声明 60 份，列出 30 份；预算用尽，运行提前结束',
      '运行提前结束的原因（原文）': expect.stringMatching(
        /^the budget is used up: 3 of 3 calls of rh_enterpriseWritList/,
      ),
      列表缺口: '返回总数比列出文书多 30 份。',
    })
    expect(textOf(await setting.written.page('index.html'))).toContain('不完整')
  })

  test('that a page was not given, and that nothing found is no proof', async () => {
    {
      await using database = await Database.open(homeAt(setting.home).published)
      // As if the service had failed at page 2, and had declared more than it listed of another.
      for (const statement of [
        `INSERT INTO calls (call_key, run_id, segment, line, operation, params, sweep, outcome, failure, http_status, message)
          SELECT 'k', run_id, 's', 1, 'rh_enterpriseWritList', '{"id":"e1","pageNo":2}', 1, 'failed', 'server', 500, '程序处理异常'
          FROM runs`,
        "UPDATE list_pages SET declared_total = 4 WHERE enterprise_id = 'e2'",
        `INSERT INTO unlisted_members (seen_run_id, seen_by, operation, path, type, occurrences)
          SELECT run_id, call_key, 'rh_company_info', 'enterprise_shareholders', 'bound', 65536
          FROM enterprises WHERE enterprise_id = 'e2'`,
      ])
        await database.run(statement)
    }
    const written = await reportOf(setting.home, join(setting.folder, 'refused'))
    expect(warning(await written.page(name))).toContain(
      '（声明 60 份，列出 30 份；服务没有给出其中一页（HTTP 500 server 程序处理异常））',
    )
    const second = await written.page('乙公司')
    expect(textOf(sectionOf(second, 'coverage'))).toContain('返回总数比列出文书多 4 份。')
    expect(factsOf(sectionOf(second, 'coverage'))).toMatchObject({
      '一份答复的条目达到上限、表中可能不全（原始答复全部留存）': 'enterprise_shareholders',
    })
    const whole = await written.page('丙公司')
    const unread = '列表未完整读取，不能据此认为没有记录。'
    expect(textOf(sectionOf(second, 'overview'))).toContain(unread)
    for (const section of ['amounts', 'articles']) {
      expect(textOf(sectionOf(second, section))).toContain(unread)
      expect(textOf(sectionOf(whole, section))).not.toContain(unread)
    }
  })

  const scanned: CoverageRow = {
    enterprise_id: 'e1',
    subject: null,
    declared_total: 60,
    listed: 30,
    sweeps: 1,
    verdict: 'incomplete',
    is_total_stable: true,
    reason_code: 'unread',
    reason_number: 1,
    reason_other_number: 2,
    refused: null,
    based_on_run: null,
    at_bound: [],
    data_as_of: null,
  }
  const stopped = (kind: Stop['kind']): Stop => ({ kind, reason: null })
  const ended = (reason_code: string, reason_number: number | null = null, other: number | null = null) => ({
    ...scanned,
    reason_code,
    reason_number,
    reason_other_number: other,
  })

  test.each<[string, Stop | null, CoverageRow]>([
    ['声明 60 份，列出 30 份；运行被中止', stopped('stopped'), scanned],
    ['声明 60 份，列出 30 份；服务拒绝了密钥，运行提前结束', stopped('unauthorised'), scanned],
    ['声明 60 份，列出 30 份；第 2 页与第 1 页相同', stopped('stopped'), ended('repeats', 2, 1)],
    ['声明 60 份，列出 30 份；第 2、3 页没有新文书', null, ended('barren', 2, 3)],
    ['声明 60 份，列出 30 份；第 2 页答复为未找到', null, ended('absent', 2)],
    ['声明 60 份，列出 30 份；第 1 页称为末页，但有第 2 页', null, ended('early', 1, 2)],
    ['声明 60 份，列出 30 份；第 2 页未说明是否还有下一页', null, ended('mute', 2)],
    ['声明 60 份，列出 30 份；超出返回总数后列表仍在继续', null, ended('endless')],
    ['读取期间返回总数有变化', null, { ...scanned, is_total_stable: false }],
    ['读取期间列表有变化；预算用尽，运行提前结束', stopped('budget'), { ...scanned, verdict: 'unstable' }],
    ['末页之后未复核首页；运行受阻，需人工处理', stopped('blocked'), { ...scanned, listed: 60 }],
    ['已读 1 页，共 2 页', null, { ...scanned, listed: null }],
  ])('%s', (told, stop, row) => {
    expect(reasonOfGap({ words: zh, run: { ...run, stop } }, row)).toBe(told)
  })

  test('that its run did not look at it, with what stopped the run', () => {
    expect(unscanned({ words: zh, run: { ...run, stop: stopped('budget') } })).toMatch(
      /^注意：运行 r1 没有核对过该企业的涉诉文书列表（预算用尽，运行提前结束）。/,
    )
  })
})

test('a case that stands in several rows is open once, and not where another of its documents closes it', async () => {
  const page = await setting.written.page('丙公司')
  const rows = rowsOf(sectionOf(page, 'overview'), '诉讼身份 × 案件类别 × 审判阶段')
  expect(
    rows.map(({ 诉讼身份, 案件, 已裁判案件, 待裁判案件 }) => [诉讼身份, 案件, 已裁判案件, 待裁判案件]),
  ).toEqual([
    ['被告方', '2', '1', '1'],
    ['原告方', '2', '1', '1'],
  ])
  const [, id = '', open = ''] =
    /<dt>待裁判案件（件）<\/dt><dd><a class="fig" href="#([^"]+)">(\d+)/.exec(page) ?? []
  expect([open, listedRows(targetOf(page, id)).length]).toEqual(['1', 1])
})

test('the index has an enterprise once, with every entry of the job that means it', async () => {
  const index = await setting.written.page('index.html')
  const rows = rowsOf(index, '导入顺序')
  expect(rows.map(({ 原文件导入名称 }) => 原文件导入名称)).toEqual(['e3丙公司', 'e1', 'e2'])
  expect(textOf(index)).toContain('报告 3 份，名单 4 条')
})
