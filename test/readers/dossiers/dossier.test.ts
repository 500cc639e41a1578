import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { openDossier } from '../../../src/app/dossier.ts'
import { grouped, hundredths } from '../../../src/readers/dossiers/money.ts'
import { heldIn, registerNames } from '../../../src/readers/dossiers/registers.ts'
import { viewSql } from '../../../src/readers/dossiers/rows.ts'
import texts from '../../../src/readers/dossiers/words/texts.json' with { type: 'json' }
import { codeWords } from '../../../src/rows/words/code-words.ts'
import { homeAt } from '../../../src/run/home/home.ts'
import { Database, type SqlRow } from '../../../src/warehouse/database.ts'
import { temporaryFolder, whenAllOver } from '../../support/folder.ts'
import { published } from '../../support/run.ts'
import { copyOfSampleHome, type SampleHome, sampleHome, sampleReports } from '../../support/sample-home.ts'
import { factsOf, listedRows, rowsOf, sectionOf, targetOf, textOf } from './pages.ts'
import { reportOf, type Written } from './world.ts'

const builder = '示例建设集团有限公司'
const builderId = '5a1e0000c0de4d00a0000000000000e0'
const setting = {} as SampleHome & {
  folder: string
  zh: Written
  en: Written
  /** The builder's dossier. */
  page: string
  /** Rows of one statement over the published tables. */
  sql: (statement: string) => Promise<SqlRow[]>
}

const whenOver = whenAllOver()
beforeAll(async () => {
  const made = { ...(await sampleHome()), folder: await temporaryFolder(whenOver) }
  const [chinese, english] = [await sampleReports('zh'), await sampleReports('en')]
  const database = await Database.open(homeAt(made.home).published, { readOnly: true })
  whenOver(() => database.close())
  Object.assign(setting, made, {
    zh: chinese,
    en: english,
    page: await chinese.page(builder),
    sql: (statement: string) => database.rows(statement),
  })
})

const listed = `(SELECT * FROM enterprise_documents WHERE enterprise_id = '${builderId}')`
/** Full texts are found by id in the sample, but for the few that are found by number. */
const held = `(SELECT d.*, c.library, c.case_id, c.court, c.procedure AS held_procedure, c.outcome AS held_outcome,
    c.category AS held_category
  FROM ${listed} AS d JOIN cases AS c ON c.case_id = d.document_id)`
/** What a statement gives, row by row, as texts. */
const values = async (statement: string): Promise<string[][]> =>
  (await setting.sql(statement)).map((row) => Object.values(row).map(String))
const number = async (statement: string): Promise<number> => Number((await values(statement))[0]?.[0])
/** Cells of a table of the builder's page, row by row, of these headers. */
const cellsOf = (section: string, caption: string, ...heads: readonly string[]): string[][] =>
  rowsOf(sectionOf(setting.page, section), caption).map((row) => heads.map((head) => row[head] ?? ''))

describe('the figures of a dossier are those of the base tables', () => {
  test('documents, cases and what is held of the list', async () => {
    const facts = factsOf(sectionOf(setting.page, 'coverage'))
    const documents = await number(`SELECT count(*) FROM ${listed}`)
    const cases = await number(`SELECT count(DISTINCT coalesce(case_number_key, document_id)) FROM ${listed}`)
    const texts = await number(`SELECT count(*) FROM ${held}`)
    const declared = await number(
      `SELECT max(declared_total) FROM list_pages WHERE enterprise_id = '${builderId}'`,
    )
    expect(documents).toBeGreaterThan(100)
    expect(facts).toMatchObject({
      服务返回总数: expect.stringMatching(new RegExp(`^${declared} C\\d+$`)),
      '本次核对列出（去重）': expect.stringMatching(new RegExp(`^${documents} \\[`)),
      '库内文书（历次运行合计）': expect.stringMatching(new RegExp(`^${documents} \\[`)),
      其中有全文: expect.stringMatching(new RegExp(`^${texts} \\[`)),
      未查询全文: expect.stringMatching(new RegExp(`^${documents - texts} \\[`)),
    })
    expect(textOf(sectionOf(setting.page, 'summary'))).toContain(
      `列出文书 ${documents} 份，涉及案件 ${cases} 件`,
    )
  })

  test('years by side', async () => {
    const bySide = ['plaintiff', 'defendant', 'third_party'].map(
      (role) => `count(*) FILTER (role = '${role}')`,
    )
    const expected = await values(
      `SELECT year(decided_on), count(*), ${bySide.join()} FROM ${listed} GROUP BY 1 ORDER BY 1`,
    )
    const heads = ['结案年份', '文书', '原告方', '被告方', '第三人']
    expect(cellsOf('roles', '按年度与诉讼身份', ...heads)).toEqual(expected)
  })

  test('causes, with documents and cases', async () => {
    const expected = await values(
      `SELECT cause, count(*), count(DISTINCT coalesce(case_number_key, document_id)) FROM ${listed} GROUP BY 1`,
    )
    expect(cellsOf('causes', '按案由', '案由', '文书', '案件').sort()).toEqual(expected.sort())
  })

  test('courts and outcomes', async () => {
    const [court] = await values(
      `SELECT court, count(*) FROM ${held} GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 1`,
    )
    expect(cellsOf('courts', '按法院', '法院', '文书')[0]).toEqual(court)
    const upheld = await number(`
      SELECT count(*) FROM ${listed} AS d LEFT JOIN cases AS c ON c.case_id = d.document_id
      WHERE coalesce(c.outcome, d.outcome) = 'upheld'`)
    expect(upheld).toBeGreaterThan(0)
    expect(cellsOf('outcomes', '按结案方式', '结案方式', '文书')).toContainEqual(['维持原判', String(upheld)])
  })

  test('the sum that it was ordered to pay, and each sum with its sentence', async () => {
    // Enforcement and costs aside, in judgments that order payment and were not overturned later, and not won by it.
    const sums = `
      SELECT a.amount, a.evidence FROM ${held} AS d
      JOIN case_amounts AS a ON a.case_id = d.case_id AND a.library = d.library
      WHERE a.part = 'order' AND a.is_ordered AND a.amount IS NOT NULL AND a.currency = 'CNY'
        AND list_contains(a.payer_keys, '${builder}') AND d.held_category <> '执行案件'
        AND a.role NOT IN ('案件受理费', '保全费', '执行费', '罚款', '基数', '限额', '单价', '已付', '合计')
        AND d.held_outcome IN ('granted', 'partly_granted', 'reversed', 'partly_reversed', 'mediated', 'payment_order')
        AND NOT (d.held_outcome = 'granted' AND d.role = 'plaintiff')
        AND NOT EXISTS (
          SELECT 1 FROM cases AS l WHERE l.origin_number_key = d.case_number_key AND l.case_id <> d.case_id
            AND l.outcome IN ('reversed', 'partly_reversed', 'remanded', 'retrial_ordered', 'set_aside'))`
    const [total] = await setting.sql(
      `SELECT format('{:,}', (sum(amount) * 100)::BIGINT // 100) || '.' || lpad(((sum(amount) * 100)::BIGINT % 100)::VARCHAR, 2, '0') AS total,
        count(*)::INTEGER AS sums FROM (${sums})`,
    )
    expect(Number(total?.sums)).toBeGreaterThan(3)
    const told = textOf(/data-figure="ordered">([\s\S]*?)<\/p>/.exec(setting.page)?.[1] ?? '')
    expect(told).toMatch(new RegExp(`^合计 人民币 ${total?.total} 元 · 笔数 ${total?.sums} \\[\\d+\\]$`))
    const rows = cellsOf('amounts', '计入的金额', '性质', '依据原文')
    const sentencesOf = (isOfList: boolean) =>
      rows
        .filter(([nature]) => nature?.includes('据列表') === isOfList)
        .map(([, sentence]) => sentence)
        .sort()
    expect(sentencesOf(false)).toEqual(
      (await values(`SELECT evidence FROM (${sums}) ORDER BY evidence`)).flat().sort(),
    )
    // Documents without a full text whose listed result orders it by name to pay, by the same rule.
    const listedSums = await values(`
      SELECT a.evidence FROM ${listed} AS d JOIN document_amounts AS a USING (document_id)
      WHERE d.document_id NOT IN (SELECT document_id FROM ${held}) AND a.is_ordered AND a.amount IS NOT NULL
        AND contains(replace(a.evidence, ' ', ''), '${builder}') AND list_contains(a.payer_keys, '${builder}')
        AND d.number_category <> '执行案件' AND a.role NOT IN ('案件受理费', '保全费', '基数', '限额')
        AND d.outcome IN ('granted', 'partly_granted', 'reversed', 'partly_reversed', 'mediated', 'payment_order')
        AND d.case_number_key NOT IN (
          SELECT l.likely_key FROM likely_joins AS l JOIN ${listed} AS later ON later.case_number_key = l.family_key
          WHERE later.number_procedure = '二审' AND later.outcome <> 'upheld')`)
    expect(listedSums.length).toBeGreaterThan(0)
    expect(sentencesOf(true)).toEqual(listedSums.flat().sort())
  })

  test('an English page has English words for closed lists', async () => {
    const page = await setting.en.page(builder)
    expect(textOf(sectionOf(page, 'cover'))).toContain('in business')
    const procedures = rowsOf(sectionOf(page, 'procedures'), 'By procedure').map((row) => row.Procedure)
    expect(procedures).toEqual(expect.arrayContaining(['first instance', 'appeal', 'enforcement']))
    const natures = rowsOf(sectionOf(page, 'amounts'), 'Sums counted').map((row) => row.Nature)
    expect(natures.join(' ')).toMatch(/^(?!.*[一-鿿]).*principal/)
  })

  test('the sign by which unseen characters are written out is stated as it is', () => {
    expect(textOf(sectionOf(setting.page, 'limits'))).toContain('以 ⟦U+编号⟧ 写出')
  })

  test('enforcement that ended unpaid, what it was for, and on page one what of it is still owed', async () => {
    // By rule: cases whose documents end this enforcement, with the largest sum that the registration has for the number.
    const [expected] = await setting.sql(`
      SELECT count(*)::VARCHAR AS cases, format('{:,.2f}', sum(amount)::DOUBLE) AS amount, count(amount)::VARCHAR AS stated,
        format('{:,.2f}', sum(coalesce(unpaid, amount))::DOUBLE) AS owed, count(unpaid)::VARCHAR AS unpaid
      FROM (
        SELECT d.case_number_key, max(r.amount) AS amount, max(r.amount) - max(t.amount) AS unpaid FROM ${listed} AS d
        LEFT JOIN case_enforcement AS t ON t.case_id = d.document_id AND t.kind = '执行到位'
        LEFT JOIN enterprise_risks AS r ON r.enterprise_id = d.enterprise_id AND r.case_number_key = d.case_number_key
        WHERE d.number_category = '执行案件' AND d.role = 'defendant' AND (d.result LIKE '%终结%本次执行%')
        GROUP BY ALL)`)
    expect(Number(expected?.cases)).toBeGreaterThan(0)
    const [row] = rowsOf(sectionOf(setting.page, 'enforcement'), '作为被执行人')
    expect(row).toMatchObject({
      执行状态: '终本（未执行完毕）',
      案件: expected?.cases,
      执行标的: `人民币 ${expected?.amount} 元（载明 ${expected?.stated} 件）`,
    })
    expect(textOf(sectionOf(setting.page, 'brief'))).toContain(
      `未了结金额 至多 人民币 ${expected?.owed} 元（载明 ${expected?.stated} 件，${expected?.unpaid} 件已知未执行到位`,
    )
  })

  test('red flags are those of the view, each with as many rows', async () => {
    const fired = await setting.sql(
      `SELECT flag, count(*)::VARCHAR AS rows FROM red_flags WHERE enterprise_id = '${builderId}' GROUP BY 1`,
    )
    expect(fired.length).toBeGreaterThan(3)
    const expected = fired.map(({ flag, rows }) => [
      codeWords.flag[flag as keyof typeof codeWords.flag],
      rows,
    ])
    expect(cellsOf('summary', '红旗', '红旗', '依据数').sort()).toEqual(expected.sort())
  })

  test('its most frequent counterparty', async () => {
    const [first] = await values(`
      SELECT p.name_key, count(DISTINCT d.document_id) FROM ${listed} AS d
      JOIN document_parties AS p ON p.document_id = d.document_id
      WHERE p.side <> d.role AND p.side <> 'third_party' AND d.role <> 'third_party'
      GROUP BY 1 ORDER BY count(DISTINCT d.document_id) DESC, 1 LIMIT 1`)
    const rows = cellsOf('counterparties', '', '对方当事人', '文书')
    expect(rows).toContainEqual(first)
    expect(Math.max(...rows.map(([, documents]) => Number(documents)))).toBe(Number(first?.[1]))
  })
})

/** What figures of a page, or of the index, lead to, and what does not agree. */
async function walked({ page }: Written, name: string) {
  const source = await page(name)
  const links = [...source.matchAll(/<a class="fig" href="([^"#]*)#([^"]+)">([^<]+)</g)]
  const wrong: string[] = []
  for (const [, file = '', id = '', figure = ''] of links) {
    const there = file === '' ? source : await page(decodeURIComponent(file))
    const behind = rowsBehind(there, id)
    const isCount = /^\d+$/.test(figure)
    const found = isCount ? String(behind.length) : sumOf(there, behind)
    const told = isCount ? figure : (/[\d,]+\.\d\d/.exec(figure)?.[0] ?? '')
    if (found !== told) wrong.push(`${figure} leads to ${found} at ${file}#${id}`)
  }
  return { links: links.length, ids: new Set(links.map(([, , id]) => id)), wrong }
}

const rowsBehind = (page: string, id: string): string[] => {
  const target = targetOf(page, id)
  if (target.startsWith('<span')) return listedRows(target)
  return (target.split('<tbody>')[1] ?? '').match(/<tr/g) ?? []
}

const sumOf = (page: string, rows: readonly string[]): string => {
  const amounts = rows.map((row) => {
    const from = page.indexOf(`<tr id="${row}">`)
    const cells = from < 0 ? '' : page.slice(from, page.indexOf('</tr>', from))
    const sums = [...cells.matchAll(/class="number"[^>]*>(.*?)<\/td>/g)].map(
      ([, cell = '']) => /[\d,]+\.\d\d/.exec(cell)?.[0],
    )
    // Of an enforcement case what is unpaid is owed, where it is stated.
    return (row.startsWith('E') ? sums[2] : undefined) ?? sums[0] ?? 'none'
  })
  return grouped(amounts.reduce((sum, amount) => sum + hundredths(amount.replaceAll(',', '')), 0n))
}

describe('every figure leads to the rows behind it', () => {
  test('no link within a page leads nowhere, and no id stands twice: of dossiers, judgments and all others', async () => {
    const { page, manifest } = setting.zh
    const pages = await Promise.all(manifest.files.map(({ file }) => page(file)))
    for (const page of [...pages, await setting.en.page(builder)]) {
      const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
      const known = new Set(ids)
      expect(known.size).toBe(ids.length)
      const targets = [...page.matchAll(/ href="#([^"]+)"/g)].map(([, id]) => id)
      expect(targets.filter((target) => !known.has(target))).toEqual([])
    }
  })

  test.each([
    ['zh', builder, 700],
    ['zh', '示例置业', 0],
    ['zh', 'index.html', 15],
    ['en', builder, 700],
    ['en', '示例置业', 0],
    ['en', 'index.html', 15],
  ] as const)(
    '%s %s: a figure is the number of the rows at its link, or what they come to',
    async (language, name, most) => {
      const { links, wrong } = await walked(setting[language], name)
      expect(wrong).toEqual([])
      expect(links).toBeGreaterThanOrEqual(most)
    },
  )

  test('figures of the index lead to lists, not to sections', async () => {
    const { ids } = await walked(setting.zh, 'index.html')
    expect([...ids].sort()).toEqual([
      'appendix-D',
      'as-defendant',
      'at-stake-CNY',
      'ended-unpaid',
      'enforcement-against',
      'ordered-CNY',
      'ordered-CNY-list',
    ])
  })

  test('documents without their full text are those that were not looked up, and no others', async () => {
    const figure = /<dt>未查询全文<\/dt><dd><a class="fig" href="#([^"]+)">/.exec(setting.page)?.[1] ?? ''
    const told = listedRows(targetOf(setting.page, figure)).map(
      (row) =>
        new RegExp(`<tr id="${row}">[\\s\\S]*?<strong>([\\s\\S]*?)</strong>`).exec(setting.page)?.[1] ?? '',
    )
    const open = await setting.sql(
      `SELECT case_number FROM ${listed} WHERE document_id NOT IN (SELECT document_id FROM ${held})`,
    )
    expect(told.map(textOf).sort()).toEqual(open.map(({ case_number }) => case_number).sort())
  })

  test('a row of the appendix has document, date, case number, sentence and call hash', async () => {
    expect(rowsOf(sectionOf(setting.page, 'D'), '').length).toBe(
      await number(`SELECT count(*) FROM ${listed}`),
    )
    const [document] = await setting.sql(
      `SELECT case_number, decided_on::VARCHAR AS day, outcome_evidence, call_key FROM ${listed} ORDER BY decided_on DESC, document_id LIMIT 1`,
    )
    const row = textOf(/<tr id="D1">[\s\S]*?<\/tr>/.exec(setting.page)?.[0] ?? '')
    for (const told of [document?.case_number, document?.day, document?.outcome_evidence, document?.call_key])
      expect(row).toContain(String(told ?? ''))
  })
})

describe('what is not there is told', () => {
  test('an enterprise without a record says what was searched, by what, when and how often', async () => {
    const page = await setting.zh.page('示例置业')
    for (const section of ['summary', 'notFound'])
      expect(textOf(sectionOf(page, section))).toContain('未发现公开记录')
    const looked =
      'enforcement overview causes roles courts procedures outcomes major amounts counterparties families articles'
    for (const section of ['summary', ...looked.split(' ')]) {
      expect(page.includes(`data-section="${section}"`)).toBe(section === 'summary')
      expect(textOf(sectionOf(page, section))).toMatch(
        /已查询：以企业 ID 5a1e0000c0de4d00a0000000000000e3查询“涉诉文书列表”接口 1 次（\d{4}-\d\d-\d\d \d\d:\d\d:\d\d 至 /,
      )
    }
    expect(textOf(sectionOf(page, 'overview'))).toContain('服务返回总数 0。')
    expect(page).not.toContain('<svg')
  })

  test('changes since the last run of the job are those of the view, no more and no less', async () => {
    const changed = await copyOfSampleHome()
    const before = setting.runId
    const after = `${before}z`
    {
      // As if a second run had found one document more and one less, another representative in the registration, and irregular operation.
      await using database = await Database.open(homeAt(changed).published)
      const scans = `SELECT * REPLACE ('${after}' AS scan_run_id) FROM list_pages WHERE scan_run_id = '${before}'`
      for (const statement of [
        `INSERT INTO runs BY NAME SELECT * REPLACE ('${after}' AS run_id) FROM runs WHERE run_id = '${before}'`,
        `INSERT INTO job_inputs BY NAME SELECT * REPLACE ('${after}' AS run_id) FROM job_inputs WHERE run_id = '${before}'`,
        `INSERT INTO list_pages BY NAME ${scans}`,
        // The first run lacks the first document of page 1, the second run the last.
        `UPDATE list_pages SET declared_total = declared_total - 1 WHERE enterprise_id = '${builderId}'`,
        `UPDATE list_pages SET ids_digest = scan_run_id,
            document_ids = CASE scan_run_id WHEN '${before}' THEN document_ids[2:] ELSE document_ids[:-2] END
          WHERE enterprise_id = '${builderId}' AND page_no = 1`,
        `INSERT INTO enterprise_history BY NAME SELECT * REPLACE ('${after}' AS seen_run_id,
            json_merge_patch(registration, '{"legal_representative":"新代表"}') AS registration)
          FROM enterprise_history WHERE seen_run_id = '${before}' AND enterprise_id = '${builderId}'`,
        `INSERT INTO flag_history BY NAME SELECT * REPLACE ('${after}' AS run_id, list_append(flags, 'irregular') AS flags)
          FROM flag_history WHERE run_id = '${before}' AND enterprise_id = '${builderId}'`,
      ])
        await database.run(statement)
    }
    const expected = await published(
      changed,
      `SELECT kind FROM changes WHERE run_id = '${after}' AND subject_id = '${builderId}' ORDER BY kind`,
    )
    expect(expected.map(({ kind }) => kind)).toEqual([
      'document_left',
      'new_document',
      'red_flag',
      'registration',
    ])
    const written = await reportOf(changed, join(setting.folder, 'changes'), {
      enterprises: [builder],
      judgments: false,
    })
    const section = sectionOf(await written.page(builder), 'changes')
    expect(textOf(section)).toContain(`与上次核对的运行 ${before} 相比`)
    const rows = rowsOf(section, '')
    expect(rows.map((row) => row.变化).sort()).toEqual(
      ['文书不再列出', '新增文书', '新增红旗', '登记事项变化'].sort(),
    )
    for (const page of [builder, 'index.html']) {
      const { ids, wrong } = await walked(written, page)
      expect({ isTold: ids.has('changes'), wrong }).toEqual({ isTold: true, wrong: [] })
    }
    const told = JSON.stringify(rows)
    expect(told).toContain('新代表')
    expect(told).toContain('经营异常、严重违法')
    expect(told).toMatch(/D\d+/)
  })

  test('a first run has nothing to compare with, and says so', () => {
    expect(textOf(sectionOf(setting.page, 'changes'))).toContain('这是首次核对该企业，没有可以比较的运行。')
  })

  test('entries without an enterprise stand in the index, an ambiguous one with its candidates', async () => {
    const index = textOf(await setting.zh.page('index.html'))
    expect(index).toContain('未匹配到相关企业')
    expect(index).toMatch(/同名待定：示例物流有限公司上海分公司、示例物流有限公司北京分公司/)
  })
})

test('the same warehouse gives the same bytes, and names of all parties of a document are looked for in its sentences', async () => {
  const told = new Map<string, Set<string>>()
  const again = await reportOf(setting.home, join(setting.folder, 'presented'), {
    present: (value, holds, persons = []) => {
      if (holds === 'prose') told.set(value, new Set([...(told.get(value) ?? []), ...persons]))
      return value
    },
  })
  expect(again.manifest.files).toEqual(setting.zh.manifest.files)
  const rows = await setting.sql(`
    SELECT d.title, a.evidence, p.name FROM ${held} AS d
    JOIN case_amounts AS a ON a.case_id = d.case_id AND a.library = d.library
    JOIN case_parties AS p ON p.case_id = d.case_id AND p.library = d.library
    WHERE length(a.evidence) < 600`)
  const shown = rows.filter(({ evidence }) => told.has(String(evidence)))
  expect(shown.length).toBeGreaterThan(20)
  const isGiven = (text: unknown, name: unknown) => told.get(String(text))?.has(String(name))
  expect(shown.filter(({ evidence, name }) => !isGiven(evidence, name))).toEqual([])
  expect(shown.filter(({ title, name }) => !isGiven(title, name))).toEqual([])
})

test('rows that differ stand in one order, whichever was stored first', async () => {
  const marks = [
    "('甲', '2024-01-01', '失信')",
    "('甲', '2024-01-01', '限高')",
    "('甲', '2023-01-01', '限高')",
  ]
  const sql = viewSql('marks', 'day', ['day', 'kind'])
  const kindsOf = async (rows: readonly string[]) => {
    await using database = await Database.open(':memory:')
    await database.run(
      `CREATE TABLE marks AS FROM (VALUES ${rows.join(', ')}) AS t (enterprise_id, day, kind)`,
    )
    return (await database.rows(sql('true', ''))).map(({ kind }) => kind)
  }
  expect(await kindsOf(marks)).toEqual(['限高', '失信', '限高'])
  expect(await kindsOf(marks.toReversed())).toEqual(['限高', '失信', '限高'])
})

describe('both languages', () => {
  const leavesOf = (words: object): (string | string[])[][] =>
    Object.values(words).flatMap((said) => (Array.isArray(said) ? [said] : leavesOf(said)))

  test('have the same words, none of them empty, with as many parts and values', () => {
    const valuesOf = (said: string | string[]): string =>
      [...new Set(String(said).match(/(?<=\{)\d/g))].sort().join()
    const isPair = ([zh = '', en = '', ...more]: (string | string[])[]): boolean =>
      more.length === 0 &&
      zh.length > 0 &&
      (typeof zh === 'string' ? en.length > 0 : en.length === zh.length) &&
      valuesOf(zh) === valuesOf(en)
    expect(leavesOf(texts).length).toBeGreaterThan(400)
    expect(leavesOf(texts).filter((said) => !isPair(said))).toEqual([])
    const headers = registerNames.map((name) => texts.registers[name].head[0]?.length)
    expect(headers).toEqual(registerNames.map((name) => heldIn(name).length))
  })

  test('an English dossier has no Chinese but names and quotations, and the same figures', async () => {
    const page = await setting.en.page(builder)
    const chinese = textOf(
      page.replace(
        /<title>[\s\S]*?<\/title>|<bdi>[\s\S]*?<\/bdi>|<figure[\s\S]*?<\/figure>|<style>[\s\S]*?<\/style>/g,
        '',
      ),
    )
    expect([...new Set(chinese.match(/\p{Script=Han}+/gu) ?? [])].sort()).toEqual([
      '划拨',
      '失信',
      '执',
      '执保',
      '执恢',
      '提取',
      '终本',
      '限高',
    ])
    const figures = (text: string) =>
      [...text.matchAll(/<a class="fig" href="#[\w-]+">(\d+)</g)].map(([, n]) => n)
    expect(figures(page)).toEqual(figures(setting.page))
  })
})

test('the folder holds what the manifest says, and nothing that was being written', async () => {
  const { folder, manifest } = setting.zh
  const found = await readdir(folder, { recursive: true })
  expect(found.filter((file) => file !== 'judgments').sort()).toEqual(
    ['manifest.json', ...manifest.files.map(({ file }) => file)].sort(),
  )
  for (const { file, sha256, bytes } of manifest.files) {
    const content = await readFile(join(folder, file))
    expect([content.length, createHash('sha256').update(content).digest('hex')]).toEqual([bytes, sha256])
  }
  expect(JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'))).toEqual(manifest)
})

test('a report by hand is like the last one of its run where nothing else is said', async () => {
  const home = await copyOfSampleHome()
  const { report } = openDossier({ home })
  const like = async (more: Parameters<typeof report>[0] = {}) => {
    const { manifest } = await report({ enterprises: ['示例置业有限公司'], judgments: false, ...more })
    const { language, purpose, privacy, files } = manifest
    const kinds = [...new Set(files.map(({ file }) => extname(file)))].sort()
    return { language, purpose, ...privacy, kinds }
  }
  const usual = { language: 'zh', purpose: '', persons: 'keep', identifiers: 'mask', kinds: ['.html'] }
  expect(await like()).toEqual(usual)
  const formats = ['html', 'docx'] as const
  const asked = { language: 'en', purpose: '年度复核', formats, privacy: { identifiers: 'keep' } } as const
  const second = {
    ...usual,
    language: 'en',
    purpose: '年度复核',
    identifiers: 'keep',
    kinds: ['.docx', '.html'],
  }
  expect(await like(asked)).toEqual(second)
  expect(await like()).toEqual(second)
  // A purpose may name a person: where persons are hidden it is not said.
  const masked = { ...second, purpose: '', persons: 'mask' }
  expect(await like({ privacy: { persons: 'mask' }, language: 'zh', formats: ['html'] })).toEqual({
    ...masked,
    language: 'zh',
    kinds: ['.html'],
  })
})
