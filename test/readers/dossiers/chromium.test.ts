import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { launch, numbersInContents, printPages } from '../../../src/readers/dossiers/pdf.ts'
import type { ReportManifest } from '../../../src/readers/dossiers/report.ts'
import { axeFaults, keepScreenshot } from '../../support/chromium.ts'
import { cli } from '../../support/cli.ts'
import { temporaryFolder, whenAllOver } from '../../support/folder.ts'
import { isLong, oneForm } from '../../support/forms.ts'
import { chromiumHere, patienceMs } from '../../support/programs.ts'
import { type SampleHome, sampleHome, sampleReports } from '../../support/sample-home.ts'
import type { Written } from './pages.ts'
import { reportOf } from './world.ts'

const executable = await chromiumHere()

const setting = {} as SampleHome & {
  folder: string
  browser: Browser
  zh: Written
  /** Every page that was written, opened once. */
  pages: Opened[]
  /** The builder's. */
  dossier: Opened
}

interface Opened {
  readonly page: Page
  /** What the page complained of or asked for, so far. */
  readonly told: readonly string[]
}

async function opened(browser: Browser, path: string): Promise<Opened> {
  const page = await browser.newPage()
  page.setDefaultTimeout(patienceMs)
  const told: string[] = []
  page.on('console', (message) => told.push(`console: ${message.text()}`))
  page.on('pageerror', (error) => told.push(`error: ${error.message}`))
  page.on('request', (request) => {
    if (request.url() !== pathToFileURL(path).href) told.push(`request: ${request.url()}`)
  })
  await page.goto(pathToFileURL(path).href)
  return { page, told }
}

/** Files of dossiers, index and portfolio, and of the longest judgment, which has marks of all kinds. */
const onceOfEachKind = ({ files }: ReportManifest): string[] => {
  const judgments = files.filter(({ case_id }) => case_id !== null).sort((a, b) => b.bytes - a.bytes)
  return [...files.filter(({ case_id }) => case_id === null), ...judgments.slice(0, 1)].map(
    ({ file }) => file,
  )
}

/** As wide as this from now on. */
const widened = async ({ page }: Opened, width: number): Promise<Page> => {
  await page.setViewportSize({ width, height: 900 })
  return page
}

/** Pages of this width on which something is found, with what. */
async function foundOn(width: number, name: RegExp, find: (page: Page) => Promise<readonly unknown[]>) {
  const found: unknown[] = []
  for (const one of setting.pages.filter(({ page }) => name.test(page.url()))) {
    const page = await widened(one, width)
    const here = await find(page)
    if (here.length > 0) found.push([page.url(), here])
  }
  return found
}

/** The index, in a browser that runs no script. */
async function withIndex(look: (page: Page) => Promise<void>): Promise<void> {
  await using context = await setting.browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(pathToFileURL(join(setting.zh.folder, 'index.html')).href)
  await look(page)
}

describe.runIf(isLong && executable !== undefined)('in a browser', () => {
  const whenOver = whenAllOver()
  beforeAll(async () => {
    const made = { ...(await sampleHome()), folder: await temporaryFolder(whenOver) }
    const [zh, en] = [await sampleReports('zh'), await sampleReports('en')]
    const browser = await launch(executable ?? '')
    whenOver(() => browser.close())
    const files = [zh, en].flatMap(({ folder, manifest }) =>
      onceOfEachKind(manifest).map((file) => join(folder, file)),
    )
    const pages: Opened[] = []
    for (const file of files) pages.push(await opened(browser, file))
    Object.assign(setting, made, { browser, zh, pages, dossier: pages[0] })
  }, 180_000)

  test.each([1280, 390])(
    'at %i pixels nothing is complained of, asked for, or wider than the page',
    async (width) => {
      for (const [index, one] of setting.pages.entries()) {
        const page = await widened(one, width)
        const sizes = await page.evaluate('[document.documentElement.scrollWidth, document.scripts.length]')
        await keepScreenshot(page, `${index}-${width}`)
        const file = page.url()
        expect({ file, told: one.told, sizes }).toEqual({ file, told: [], sizes: [width, 0] })
      }
    },
  )

  test('at 390 pixels no way back stands beside the words of a title', async () => {
    const beside = (page: Page) =>
      page.$$eval('.kind > .up', (links) =>
        links.flatMap((link) => {
          const title = link.parentElement?.nextElementSibling?.getBoundingClientRect()
          return (title?.top ?? 0) < link.getBoundingClientRect().bottom - 2 ? [link.textContent] : []
        }),
      )
    expect(await foundOn(390, /./, beside)).toEqual([])
  })

  // What is wider than the paper is cut, or the whole page is printed smaller.
  test('on paper no table is wider than A4 within its margins', async () => {
    const wide = async (page: Page) => {
      await page.emulateMedia({ media: 'print' })
      const captions = await page.$$eval('table', (all) =>
        all
          .filter((table) => table.getBoundingClientRect().right > 681)
          .map((table) => table.caption?.textContent ?? table.textContent.slice(0, 60)),
      )
      await page.emulateMedia({ media: null })
      return captions
    }
    expect(await foundOn(680, /(?<!index\.html)$/, wide)).toEqual([])
  })

  test('at 1280 pixels the index and the page across enterprises need no moving sideways', async () => {
    const hidden = (page: Page) =>
      page.$$eval('.scroll', (all) =>
        all.map((table) => table.scrollWidth - table.clientWidth).filter((pixels) => pixels > 0),
      )
    expect(await foundOn(1280, /(?:index|portfolio)\.html$/, hidden)).toEqual([])
  })

  test('axe finds no serious fault, in light and in dark', { timeout: 600_000 }, async () => {
    const context = await setting.browser.newContext({ bypassCSP: true })
    for (const one of setting.pages) {
      const page = await context.newPage()
      await page.goto(one.page.url())
      // Appendices have thousands of rows of one form.
      await page.evaluate(
        "document.querySelectorAll('.appendix tr:nth-child(n+9)').forEach((row) => row.remove())",
      )
      expect([page.url(), await axeFaults(page)]).toEqual([page.url(), []])
      await page.close()
    }
    await context.close()
  })

  test.each([1280, 390])('at %i pixels every section is there in its order, and seen', async (width) => {
    const page = await widened(setting.dossier, width)
    const sections: string[] = await page.$$eval('section[data-section]', (all) =>
      all.map((one) => `${one.getAttribute('data-section')} ${one.getBoundingClientRect().height > 50}`),
    )
    expect(sections).toEqual(
      'cover brief identity summary enforcement major amounts overview causes roles courts procedures outcomes counterparties families articles changes registration notFound coverage limits'
        .split(' ')
        .map((name) => `${name} true`),
    )
  })

  test('page one shows who it is, and the bottom line', async () => {
    const page = await widened(setting.dossier, 1280)
    const bottom = await page.evaluate(
      "document.querySelector('[data-section=cover] ~ [data-section=brief] ul').getBoundingClientRect().bottom + scrollY",
    )
    expect(bottom).toBeLessThan(1100)
  })

  test('a print has the brief on two pages, the body on ten, or all of it', async () => {
    const written = await reportOf(setting.home, join(setting.folder, 'written'), {
      print: 'brief',
      judgments: false,
      enterprises: ['示例建设集团有限公司'],
    })
    const pages = { brief: await written.page('示例建设'), body: await setting.zh.page('示例建设') }
    const files: string[] = []
    for (const [print, page] of Object.entries(pages)) {
      expect(page).toContain(`<main class="print-${print}">`)
      const file = join(setting.folder, `${print}.html`)
      // A page with contents would be printed twice, for their numbers.
      await writeFile(file, page.replace(' id="contents"', ''))
      files.push(file)
    }
    const pdfs = await printPages(executable ?? '', files)
    const boxes = pdfs.map(async (pdf) => [...(await readFile(pdf, 'latin1')).matchAll(/\/MediaBox/g)].length)
    const [ofBrief, ofBody] = await Promise.all(boxes)
    expect(ofBrief).toBeLessThanOrEqual(2)
    expect(ofBody).toBeLessThanOrEqual(10)
    // To print the appendices takes half a minute, to lay them out a second.
    const open = setting.dossier.page
    await open.emulateMedia({ media: 'print' })
    const heightOf = async (print: string): Promise<number> =>
      Number(
        await open.evaluate(
          `document.querySelector('main').className = 'print-${print}'; document.documentElement.scrollHeight`,
        ),
      )
    expect(await heightOf('all')).toBeGreaterThan(await heightOf('body'))
    await open.emulateMedia({ media: null })
  })

  test.each([1280, 390])(
    'at %i pixels charts have their names and bars in their frame, and words for it',
    async (width) => {
      const page = await widened(setting.dossier, width)
      const charts = await page.$$eval('.bars', (all) =>
        all.map((bars) => {
          const frame = bars.getBoundingClientRect()
          const boxes = [...bars.children].map((part) => part.getBoundingClientRect())
          return {
            inside: boxes.every((box) => box.left >= frame.left - 1 && box.right <= frame.right + 1),
            narrowest: Math.min(...[...bars.querySelectorAll('svg')].map((svg) => svg.clientWidth)),
            words: (bars.getAttribute('aria-label') ?? '').length,
          }
        }),
      )
      expect(charts.length).toBe(2)
      for (const { inside, narrowest, words } of charts) {
        expect(inside).toBe(true)
        expect(narrowest).toBeGreaterThan(120)
        expect(words).toBeGreaterThan(20)
      }
    },
  )

  test('the index shows one order at a time, the one that is chosen, without a script', () =>
    withIndex(async (page) => {
      const shown = () => page.locator('.order:visible caption').allTextContents()
      expect(await shown()).toEqual(['导入顺序'])
      await page.getByLabel('文书数').check()
      expect(await shown()).toEqual(['文书数'])
      await page.locator('.order:visible a', { hasText: '示例建设' }).first().click()
      expect(decodeURI(page.url())).toContain('/示例建设集团有限公司-')
    }))

  test('the index shows only the rows that are chosen, without a script', () =>
    withIndex(async (page) => {
      const shown = () => page.locator('.order:visible tbody tr:visible td:first-child').allTextContents()
      expect(await shown()).toHaveLength(4)
      await page.getByLabel('有终本').check()
      expect(await shown()).toEqual(['示例建设集团有限公司'])
      await page.getByLabel('有终本').uncheck()
      await page.getByLabel('未匹配或列表不完整').check()
      expect(await shown()).toEqual(['示例物流', '不存在的供应商有限公司'])
    }))

  test('prints to A4 with page numbers, by the command line too', async () => {
    const out = join(setting.folder, 'pdf')
    const told = await cli(
      ['report', '--home', setting.home, '--enterprise', '示例置业有限公司', '--format', 'pdf', '--out', out],
      { DOSSIER_CHROMIUM: executable ?? '' },
    )
    expect(told).toMatchObject({ code: 0, notes: '' })
    const pdf = await readFile(join(out, '示例置业有限公司-5a1e0000c0de4d00a0000000000000e3.pdf'), 'latin1')
    const boxes = [...pdf.matchAll(/\/MediaBox\s*\[\s*0\s+0\s+([\d.]+)\s+([\d.]+)\s*\]/g)]
    expect(boxes.length).toBeGreaterThan(1)
    for (const part of ['/Outlines', '/StructTreeRoot', '/MarkInfo']) expect(pdf).toContain(part)
    expect(pdf).not.toContain('file://')
    const pages = [...numbersInContents(pdf).matchAll(/#s(\d+)"\]::after\{content:" · (\d+)"/g)]
    const inOrder = pages.map(([, , page]) => Number(page)).sort((a, b) => a - b)
    const page = await readFile(join(out, '示例置业有限公司-5a1e0000c0de4d00a0000000000000e3.html'), 'utf8')
    const sections = [...page.matchAll(/<li class="in-(?:brief|body)"[^>]*><a href="#s(\d+)"/g)].map(
      ([, number]) => number,
    )
    expect(sections.length).toBeGreaterThan(4)
    expect(pages.map(([, number]) => number).sort()).toEqual(sections.sort())
    expect(inOrder.at(-1)).toBeLessThanOrEqual(boxes.length)
    expect(pages.sort(([, a], [, b]) => Number(a) - Number(b)).map(([, , page]) => Number(page))).toEqual(
      inOrder,
    )
    for (const [, width, height] of boxes) {
      expect(Math.abs(Number(width) - 595.28)).toBeLessThan(1)
      expect(Math.abs(Number(height) - 841.89)).toBeLessThan(1)
    }
  })

  test('a page that asks for something else while it is printed does not get it', async () => {
    const page = join(setting.folder, 'asks.html')
    await writeFile(page, '<img src="http://127.0.0.1:9/x.png"><p>text')
    const [pdf = ''] = await printPages(executable ?? '', [page])
    expect((await readFile(pdf)).subarray(0, 5).toString()).toBe('%PDF-')
  })
})

oneForm('the page of a section is found, be its place the first of the list or not', () => {
  const pdf =
    '7 0 obj\n<</Type /Page /Parent 1 0 R>>\n<</s2 [7 0 R /XYZ 0 736.9 0]\n/s3 [7 0 R /XYZ 0 556.1 0]'
  expect(numbersInContents(pdf).match(/#s\d/g)).toEqual(['#s2', '#s3'])
})

oneForm('without a Chromium the pages are written all the same, and it is told what to do', async () => {
  const { home } = await sampleHome()
  const out = join(await temporaryFolder(), 'without')
  const asked = ['--enterprise', '示例置业有限公司', '--format', 'pdf', '--chromium', '/nowhere']
  const told = await cli(['report', '--home', home, '--out', out, ...asked], {})
  expect(told.code).toBe(6)
  expect(told.notes).toBe(
    'report: /nowhere cannot be run; expected the program of a Chromium, Chrome or Edge (--chromium, DOSSIER_CHROMIUM). ' +
      'The HTML pages are written; print them from any browser, or give another program',
  )
  expect(await readFile(join(out, 'index.html'), 'utf8')).toContain('示例置业有限公司')
})
