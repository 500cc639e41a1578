import { existsSync } from 'node:fs'
import { cp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { beforeAll, describe, expect, test } from 'vitest'
import { openDossier } from '../../../src/app/dossier.ts'
import { homeAt } from '../../../src/run/home/home.ts'
import { Database, type SqlRow } from '../../../src/warehouse/database.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { sampleHome, sampleReports } from '../../support/sample-home.ts'
import { textOf } from './pages.ts'
import { reportOf, type Written } from './world.ts'

const builder = '示例建设集团有限公司'
const setting = {} as {
  home: string
  zh: Written
  /** Cases whose full text a dossier of the sample lists, with the names of their files. */
  cases: readonly SqlRow[]
}

beforeAll(async () => {
  const { home } = await sampleHome()
  await using database = await Database.open(homeAt(home).published, { readOnly: true })
  const cases = await database.rows(`
    SELECT DISTINCT c.*, 'judgments/' || c.library || '-' || c.case_id || '.html' AS file
    FROM enterprise_documents AS d JOIN cases AS c ON c.case_id = d.document_id ORDER BY c.case_id`)
  Object.assign(setting, { home, zh: await sampleReports('zh'), cases })
})

const judged = ({ manifest }: Written): string[] =>
  manifest.files.flatMap(({ file, case_id }) => (case_id === null ? [] : [file]))

describe('a judgment of the sample', () => {
  test('has a page where its full text is held, and none where it is not', () => {
    expect(setting.cases.length).toBeGreaterThan(50)
    const files = judged(setting.zh)
    expect(setting.cases.map(({ file }) => file).filter((file) => !files.includes(String(file)))).toEqual([])
  })

  test('is shown whole, with the sentence of its outcome and its sums marked where they stand', async () => {
    let marks = 0
    for (const { file, content, outcome_evidence } of setting.cases.slice(0, 20)) {
      const page = await setting.zh.page(String(file))
      const [, marked = ''] =
        /<div class="fulltext"[^>]*>([\s\S]*?)<\/div><\/?(?:div|section)/.exec(page) ?? []
      const plain = marked
        .replace(/<span class="card"[\s\S]*?<\/dl><\/span>/g, '')
        .replace(/<h2[\s\S]*?<\/h2>/g, '')
        .replace(/<a class="mark chip[\s\S]*?<\/a>/g, '')
      expect(textOf(plain).replace(/\s/g, '')).toBe(String(content).replace(/\s/g, ''))
      if (outcome_evidence !== null) expect(page).toContain('<a class="mark chip outcome" id="outcome"')
      marks += marked.match(/<a class="mark amount"/g)?.length ?? 0
    }
    expect(marks).toBeGreaterThan(10)
  })

  test('takes no clause of a contract for a law', async () => {
    await using database = await Database.open(homeAt(setting.home).published, { readOnly: true })
    const cited = await database.rows(`
      SELECT case_id, count(*) FILTER (reason IS NULL) AS laws, count(*) FILTER (reason = 'not a law') AS clauses FROM case_citations
      WHERE text_offset IS NOT NULL GROUP BY case_id HAVING laws > 0 AND clauses > 0`)
    const marks = cited.flatMap(({ case_id, laws }) =>
      setting.cases.filter((one) => one.case_id === case_id).map(({ file }) => ({ file, laws })),
    )
    expect(marks.length).toBeGreaterThan(3)
    for (const { file, laws } of marks)
      expect((await setting.zh.page(String(file))).match(/ id="read-citation-/g)).toHaveLength(Number(laws))
  })

  test('says who bears which fee, and what interest runs, where the text says it', async () => {
    await using database = await Database.open(homeAt(setting.home).published, { readOnly: true })
    const read = await database.rows(`
      SELECT case_id, list(bearers[1]) AS bearers, (SELECT count(*) FROM case_interest AS i WHERE i.case_id = f.case_id) AS interest
      FROM case_fees AS f GROUP BY case_id`)
    let seen = 0
    for (const { case_id, bearers, interest } of read) {
      const file = setting.cases.find((one) => one.case_id === case_id)?.file
      if (file === undefined) continue
      const page = await setting.zh.page(String(file))
      const borne = [...page.matchAll(/<li id="read-fee-\d+"><a href="#fee-\d+">[\s\S]*?<\/li>/g)].map(
        ([item]) => textOf(item),
      )
      for (const [at, bearer] of (bearers as string[]).entries()) expect(borne[at]).toContain(bearer)
      expect(page.match(/<li id="read-interest-\d+"><a /g) ?? []).toHaveLength(Number(interest))
      seen += Number(interest)
    }
    expect(seen).toBeGreaterThan(10)
  })

  test('says what was decided before and after it in its dispute, and leads there', async () => {
    await using database = await Database.open(homeAt(setting.home).published, { readOnly: true })
    const disputes = await database.rows(`
      SELECT family_key, list(DISTINCT case_id) AS cases, list(DISTINCT case_number) AS numbers FROM subject_documents
      GROUP BY family_key HAVING count(DISTINCT case_id) > 1 AND count(DISTINCT document_id) < 20 ORDER BY family_key`)
    const files = judged(setting.zh)
    let [links, sums] = [0, 0]
    for (const { cases, numbers } of disputes.slice(0, 20)) {
      const own = (cases as string[]).flatMap((id) =>
        setting.cases.filter((one) => one.case_id === id).map(({ file }) => String(file)),
      )
      for (const file of own) {
        const [, course = ''] = /<ol class="course">([\s\S]*?)<\/ol>/.exec(await setting.zh.page(file)) ?? []
        const listed = [...course.matchAll(/<li>([\s\S]*?)<\/li>/g)].map(([, item = '']) => textOf(item))
        for (const number of numbers as string[])
          expect(listed.some((item) => item.includes(number))).toBe(true)
        expect([...listed].sort()).toEqual(listed)
        const led = [...course.matchAll(/<a href="\.\.\/([^"]*)"/g)].map(([, to = '']) => to)
        expect(led.sort()).toEqual(own.filter((other) => other !== file).sort())
        expect(led.every((to) => files.includes(to))).toBe(true)
        links += led.length
        sums += course.split('判令给付').length - 1
      }
    }
    expect(links).toBeGreaterThan(10)
    expect(sums).toBeGreaterThan(10)
  })

  test('is led to from the sums and documents of a workbook beside it, and so is no page that is not there', async () => {
    const folder = await temporaryFolder()
    await cp(setting.zh.folder, join(folder, 'reports'), { recursive: true })
    await openDossier({ home: setting.home }).export({
      folder: join(folder, 'exports'),
      exports: [{ format: 'xlsx' }],
    })
    const parts = unzipSync(await readFile(join(folder, 'exports', 'dossier.xlsx')))
    const targets = Object.entries(parts)
      .filter(([path]) => path.startsWith('xl/worksheets/_rels/'))
      .map(([, bytes]) => [...strFromU8(bytes).matchAll(/ Target="([^"]+)"/g)].map(([, target]) => target))
    expect(targets.length).toBeGreaterThan(3)
    const pages = new Set(targets.flat().map((target) => join(folder, 'exports', decodeURI(String(target)))))
    expect(pages.size).toBeGreaterThan(50)
    expect([...pages].filter((page) => !existsSync(page))).toEqual([])
  })

  test('leads to its row in each dossier that lists it, and is led to from there', async () => {
    for (const file of judged(setting.zh).slice(0, 30)) {
      const page = await setting.zh.page(file)
      const back = [...page.matchAll(/<li><a href="\.\.\/([^"#]+)#(D\d+)"/g)]
      expect(back.length).toBeGreaterThan(0)
      for (const [, dossier = '', row = ''] of back) {
        const there = await setting.zh.page(decodeURIComponent(dossier))
        const [, cells = ''] = new RegExp(`<tr id="${row}">([\\s\\S]*?)</tr>`).exec(there) ?? []
        expect(cells).toContain(`<a href="${file}">`)
      }
    }
  })

  test('shows each article that it cites and the service has, in the version of its day', async () => {
    const pages = await Promise.all(setting.cases.map(({ file }) => setting.zh.page(String(file))))
    const below = pages.map((page) => /<section class="articles">([\s\S]*?)<\/section>/.exec(page)?.[1] ?? '')
    expect(below.filter((part) => part.includes('裁判时有效的文本')).length).toBeGreaterThan(20)
    expect(below.filter((part) => part.includes('现在：')).length).toBeGreaterThan(0)
    const hover = pages.filter((page) => /role="note"[^>]*>[^§]*?<dt>条文<\/dt>/.test(page))
    expect(hover.length).toBeGreaterThan(20)
  })
})

test('a dossier leads to every page of a judgment that there is, and to no other', async () => {
  const page = await setting.zh.page(builder)
  const led = new Set([...page.matchAll(/href="(judgments\/[^"]+)"/g)].map(([, file = '']) => file))
  const files = judged(setting.zh)
  expect([...led].filter((file) => !files.includes(file))).toEqual([])
  expect([...led].sort()).toEqual(files)
})

test('without judgments there is no page and no link', async () => {
  const folder = join(await temporaryFolder(), 'without')
  const { manifest, page } = await reportOf(setting.home, folder, {
    judgments: false,
    enterprises: [builder],
  })
  expect(manifest.files.map(({ case_id }) => case_id)).toEqual(manifest.files.map(() => null))
  expect(await page(builder)).not.toContain('judgments/')
})
