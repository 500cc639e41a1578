import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Document, Header, Packer, Paragraph } from 'docx'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { beforeAll, describe, expect, test } from 'vitest'
import { mostPrinted } from '../../../src/readers/dossiers/tables.ts'
import wordDocument from '../../../src/readers/dossiers/word.ts'
import { wordsOf } from '../../../src/readers/dossiers/words/words.ts'
import { readWordTemplate } from '../../../src/run/job/word-template.ts'
import { cli } from '../../support/cli.ts'
import { temporaryFolder, whenAllOver } from '../../support/folder.ts'
import { isLong } from '../../support/forms.ts'
import { hasProgram } from '../../support/programs.ts'
import { sampleHome, sampleReports } from '../../support/sample-home.ts'
import { sectionOf, textOf } from './pages.ts'

/* A dossier in Word says what its page prints, and opens in a word processor. */

const name = '示例建设集团有限公司'
const setting = {} as { folder: string; page: string; parts: Record<string, string> }
const whenOver = whenAllOver()

const partsOf = (bytes: Uint8Array): Record<string, string> =>
  Object.fromEntries(Object.entries(unzipSync(bytes)).map(([path, part]) => [path, strFromU8(part)]))

/** The text of each paragraph of one style, or of all. */
function paragraphs(xml: string, style = ''): string[] {
  const found = [...xml.matchAll(/<w:p>[\s\S]*?<\/w:p>/g)].map(([paragraph]) => paragraph)
  return found
    .filter((paragraph) => style === '' || paragraph.includes(`<w:pStyle w:val="${style}"/>`))
    .map((paragraph) => textOf([...paragraph.matchAll(/<w:t[ >][\s\S]*?<\/w:t>/g)].join('')))
}

/** A firm's own file, with the ids of styles that Word has in Chinese. */
async function templateOf(text: string): Promise<Uint8Array> {
  const document = new Document({
    styles: { default: { heading1: { run: { color: 'C00001' } } } },
    sections: [
      {
        properties: { page: { margin: { left: 1999 } } },
        headers: { default: new Header({ children: [new Paragraph('律所 {{title}}')] }) },
        children: ['前', text, '后'].map((one) => new Paragraph(one)),
      },
    ],
  })
  const parts = unzipSync(await Packer.toBuffer(document))
  const styles = strFromU8(parts['word/styles.xml'] ?? new Uint8Array())
  return zipSync({ ...parts, 'word/styles.xml': strToU8(styles.replaceAll('"Heading1"', '"1"')) })
}

beforeAll(async () => {
  const page = await (await sampleReports('zh')).page(name)
  const bytes = await wordDocument({ page, title: name, words: await wordsOf('zh'), print: 'body' })
  const folder = await temporaryFolder(whenOver)
  await writeFile(join(folder, 'dossier.docx'), bytes)
  Object.assign(setting, { folder, page, parts: partsOf(bytes) })
})

describe('a dossier in Word', () => {
  test('has a heading for each section that is printed, in their order, and none for statistics and appendices', () => {
    const heads = [...setting.page.matchAll(/<section[^>]*class="in-(?:brief|body)">(<h2>[\s\S]*?<\/h2>)/g)]
    const printed = heads.map(([, head = '']) =>
      textOf(head.replace(/<a [\s\S]*?<\/a>/, '').replace('</span>', ' ')),
    )
    expect(printed.length).toBeGreaterThan(8)
    expect(paragraphs(setting.parts['word/document.xml'] ?? '', 'Heading1')).toEqual(printed)
  })

  test('has the timeline of page one: signs in the column of their year, each with a link to its judgment', () => {
    const [, page = ''] = /<table id="timeline">([\s\S]*?)<\/table>/.exec(setting.page) ?? []
    const years = [...page.matchAll(/<th [^>]*>([^<]*)<\/th>/g)].map(([, year = '']) => year)
    const rows = [...page.matchAll(/<tr>([\s\S]*?)<\/tr>/g)].slice(1)
    const signs = rows.flatMap(([, row = '']) =>
      [...row.matchAll(/<td [^>]*>([\s\S]*?)<\/td>/g)].flatMap(([, cell = ''], at) =>
        [...cell.matchAll(/(?:href="#([DE]\d+)" )?title="(\d{4})[^"]*">([●○◐■□▲△])/g)].map(
          ([, item, year = '', sign]) => ({ item, year, sign, head: years[at] ?? '' }),
        ),
      ),
    )
    expect(new Set(signs.map(({ sign }) => sign))).toContain('■')
    expect(
      signs.filter(({ year, head }) => (head.startsWith('≤') ? year > head.slice(2) : year !== head)),
    ).toEqual([])
    const decided = rows.find(([row]) => row.includes('>裁判<'))?.[0] ?? ''
    const dated = [...decided.matchAll(/href="#(D\d+)" title="([\d-]+) /g)]
    expect(dated.length).toBeGreaterThan(20)
    for (const [, id, day] of dated)
      expect(new RegExp(`<tr id="${id}">[\\s\\S]*?</tr>`).exec(setting.page)?.[0]).toContain(day)
    const tables = setting.parts['word/document.xml']?.match(/<w:tbl>[\s\S]*?<\/w:tbl>/g) ?? []
    const inWord = tables.find((one) => one.includes('>裁判<')) ?? ''
    expect(inWord.match(/[●○◐■□▲△]/g)).toEqual(signs.map(({ sign }) => sign))
    expect(inWord.match(/<w:hyperlink /g)?.length).toBeGreaterThan(signs.length / 2)
  })

  test('says every sentence of the bottom line, and names in footnotes the documents that it leads to', () => {
    const list = /<ul class="brief">([\s\S]*?)<\/ul>/.exec(sectionOf(setting.page, 'brief'))?.[1] ?? ''
    const sentences = [...list.matchAll(/<li>([\s\S]*?)<\/li>/g)].map(([, item = '']) =>
      textOf(item.replace(/ ?<a class="ref"[\s\S]*?<\/a>/g, '')),
    )
    expect(sentences.length).toBeGreaterThan(5)
    const said = paragraphs(setting.parts['word/document.xml'] ?? '')
    expect(sentences.filter((sentence) => !said.includes(sentence))).toEqual([])
    const notes = setting.parts['word/footnotes.xml'] ?? ''
    expect(notes).toMatch(/民[初终]\d+号/)
    const idsIn = (xml: string, tag: string) =>
      [...xml.matchAll(new RegExp(`<w:${tag} w:id="(\\d+)"`, 'g'))].map(([, id]) => id)
    const xml = setting.parts['word/document.xml'] ?? ''
    expect(idsIn(notes, 'footnote')).toEqual(idsIn(xml, 'footnoteReference'))
    // A document has one footnote, and a field that shows its number where it is cited again.
    const cited = notes.match(/<w:footnote w:id=[\s\S]*?<\/w:footnote>/g)?.map(textOf) ?? []
    expect(new Set(cited).size).toBe(cited.length)
    const again = [...xml.matchAll(/ NOTEREF note(\d+) [\s\S]*?<w:t [^>]*>(\d+)<\/w:t>/g)]
    expect(again.length).toBeGreaterThan(5)
    expect(again.filter(([, bookmark, shown]) => bookmark !== shown)).toEqual([])
    const marked = [...xml.matchAll(/<w:bookmarkStart [^>]*w:name="note(\d+)"/g)].map(([, id]) => id)
    expect(again.filter(([, id]) => !marked.includes(id))).toEqual([])
  })

  test('has contents of its headings, which a word processor can renew', () => {
    const xml = setting.parts['word/document.xml'] ?? ''
    expect(xml).toMatch(/<w:instrText[^>]*>TOC \\h \\o &quot;1-1&quot;/)
    expect(paragraphs(xml, 'TOC1')).toEqual(paragraphs(xml, 'Heading1'))
    const names = [...xml.matchAll(/<w:bookmarkStart w:name="([^"]*)"/g)].map(([, id]) => id)
    const anchors = [...xml.matchAll(/w:anchor="([^"]*)"/g)].map(([, id]) => id)
    expect(anchors.filter((anchor) => !names.includes(anchor))).toEqual([])
    // What would make a word processor ask a question when it opens the file.
    expect(xml).not.toMatch(/w:dirty="true"/)
  })

  test('repeats the heads of tables, and says how many rows of a long one are left out', () => {
    const xml = setting.parts['word/document.xml'] ?? ''
    const tables = xml.match(/<w:tbl>[\s\S]*?<\/w:tbl>/g) ?? []
    const long = tables.filter((table) => table.includes('<w:tblHeader/>'))
    expect(long.length).toBeGreaterThan(5)
    expect(Math.max(...long.map((table) => table.split('<w:tr>').length - 1))).toBe(mostPrinted + 1)
    expect(textOf(xml)).toMatch(/另有 \d+ 行未随正文打印，见电子版/)
  })

  test('has 5,000 rows at most, and says how many the page has more', { timeout: 60_000 }, async () => {
    const rows = '<tr><td>甲</td></tr>'.repeat(2_600)
    const table = `<table><thead><tr><th>乙</th></tr></thead><tbody>${rows}</tbody></table>`
    const bytes = await wordDocument({
      page: `<main>${table}${table}</main>`,
      title: '甲',
      words: await wordsOf('zh'),
      print: 'all',
    })
    const { 'word/document.xml': xml = '' } = partsOf(bytes)
    expect(paragraphs(xml).filter((text) => text === '甲')).toHaveLength(5_000)
    expect(paragraphs(xml)).toContain('另有 200 行未随正文打印，见电子版')
  })

  test("is put into a firm's template, whose styles, header, margins and words around it stay", async () => {
    const file = join(setting.folder, 'template.docx')
    await writeFile(file, await templateOf('{{dossier}}'))
    const words = await wordsOf('zh')
    const table = '<table><thead><tr><th>丁</th></tr></thead><tbody><tr><td>戊</td></tr></tbody></table>'
    const page = `<main><section id="s1"><h2>甲节</h2><p>乙</p>${table}</section></main>`
    const bytes = await wordDocument({
      page,
      title: '丙',
      words,
      print: 'body',
      template: await readWordTemplate(file),
    })
    const parts = partsOf(bytes)
    const xml = parts['word/document.xml'] ?? ''
    expect(paragraphs(xml).filter((text) => text !== '')).toEqual(['前', '甲节', '乙', '丁', '戊', '后'])
    // A table with a style that the template lacks loses its cells in LibreOffice.
    const ids = [...xml.matchAll(/<w:pStyle w:val="([^"]*)"/g)].map(([, id]) => `w:styleId="${id}"`)
    expect(ids.filter((id) => parts['word/styles.xml']?.includes(id) !== true)).toEqual([])
    expect(paragraphs(xml, '1')).toEqual(['甲节'])
    expect(parts['word/styles.xml']).toMatch(/w:styleId="1"[\s\S]*?C00001/)
    expect(xml).toMatch(/<w:pgMar [^>]*w:left="1999"/)
    expect(paragraphs(parts['word/header1.xml'] ?? '')).toEqual(['律所 丙'])
  })

  test('a template that is none is refused before anything is written', async () => {
    const file = join(setting.folder, 'other.docx')
    const refused = async (bytes: Uint8Array): Promise<string> => {
      await writeFile(file, bytes)
      const { home } = await sampleHome()
      const asked = ['--template', file, '--out', `${file}.out`]
      const { code, notes } = await cli(['report', '--home', home, ...asked])
      expect(code).not.toBe(0)
      return notes
    }
    expect(await refused(await templateOf('甲'))).toContain(
      `${file} has no paragraph {{dossier}}; expected a .docx file`,
    )
    expect(await refused(strToU8('no zip'))).toContain('is no .docx file; expected')
    expect(await refused(zipSync({ 'word/document.xml': new Uint8Array(65 << 20) }))).toContain(
      'inflates to more than 64 MiB',
    )
  })

  test('takes markup of a hostile source as text', async () => {
    const page = '<main class="print-body"><p>&lt;w:p&gt;&amp;amp; ]]&gt; <bdi>⟦U+0000⟧</bdi></p></main>'
    const bytes = await wordDocument({ page, title: '"<&', words: await wordsOf('zh'), print: 'body' })
    const { 'word/document.xml': xml = '' } = partsOf(bytes)
    expect(paragraphs(xml)).toContain('<w:p>&amp; ]]> ⟦U+0000⟧')
  })

  test.runIf(isLong && hasProgram('libreoffice writer'))(
    'opens in a word processor, which counts its pages',
    async () => {
      const convert = [
        '--headless',
        `-env:UserInstallation=file://${setting.folder}-profile`,
        '--convert-to',
        'pdf',
      ]
      const paths = ['--outdir', join(setting.folder, 'pdf'), join(setting.folder, 'dossier.docx')]
      await promisify(execFile)('soffice', [...convert, ...paths], { timeout: 120_000 })
      const pdf = await readFile(join(setting.folder, 'pdf', 'dossier.pdf'), 'latin1')
      expect([...pdf.matchAll(/\/Type\s*\/Page[^s]/g)].length).toBeGreaterThan(3)
    },
  )
})
