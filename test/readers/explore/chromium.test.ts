import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { launch } from '../../../src/readers/dossiers/pdf.ts'
import { axeFaults, keepScreenshot } from '../../support/chromium.ts'
import { whenAllOver } from '../../support/folder.ts'
import { isLong } from '../../support/forms.ts'
import { chromiumHere, patienceMs } from '../../support/programs.ts'
import { sampleHome } from '../../support/sample-home.ts'
import { complaintsOf, exploring } from './serving.ts'

const executable = await chromiumHere()

const setting = {} as {
  browser: Browser
  context: BrowserContext
  /** Of all pages: the origin and the random path. */
  base: string
  /** What pages complained of, and what they asked for elsewhere. */
  told: readonly string[]
}

/** Of a path as it is written here, or of a link of a page, which begins with the random path. */
const addressOf = (path: string): string =>
  path.startsWith(new URL(setting.base).pathname) ? new URL(path, setting.base).href : setting.base + path

const at = async (path: string, width = 1280): Promise<Page> => {
  const page = await setting.context.newPage()
  onTestFinished(() => page.close())
  await page.setViewportSize({ width, height: 900 })
  await page.goto(addressOf(path))
  return page
}

const builder = '/enterprise/5a1e0000c0de4d00a0000000000000e0'
const views = [
  '/',
  builder,
  `${builder}/cases`,
  `${builder}/payments`,
  `${builder}/counterparties`,
  `${builder}/registration`,
  '/search?q=合同',
]

describe.runIf(isLong && executable !== undefined)('in a browser', () => {
  const whenOver = whenAllOver()

  beforeAll(async () => {
    const { url, origin } = await exploring((await sampleHome()).home, {}, whenOver)
    const browser = await launch(executable ?? '')
    const context = await browser.newContext()
    context.setDefaultTimeout(patienceMs)
    const told = complaintsOf(context, origin)
    const page = await context.newPage()
    await page.goto(url)
    const base = page.url().slice(0, -1)
    expect(base).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/[\w-]{32}$/)
    await page.close()
    Object.assign(setting, { browser, context, base, told })
  }, 180_000)

  afterAll(() => setting.browser?.close())

  test('the portfolio leads to a flag, the enterprise, a case, its sentence and the raw answer', async () => {
    const page = await at('/')
    await page.getByRole('link', { name: '终本（未执行完毕）' }).first().click()
    expect(new URL(page.url()).searchParams.get('flag')).toBe('ended_unpaid')
    await page.getByRole('link', { name: '示例建设集团有限公司' }).first().click()
    await page.locator('#flag-ended_unpaid').getByRole('link').first().click()
    expect(page.url()).toContain('#case-')
    await page.locator('tr:target').getByRole('link', { name: '文书 1' }).click()
    await page.locator('.facts a').click()
    expect(new URL(page.url()).hash).toBe('#outcome')
    const sentence = page.locator('.in-outcome').first()
    expect(await sentence.innerText()).toMatch(/终结/)
    await page.locator('#outcome').focus()
    const card = page.locator('#card-outcome')
    expect(await card.isVisible()).toBe(true)
    expect(await card.innerText()).toMatch(/规则\s+\d+:\w+/)
    await page.getByRole('link', { name: '查看原始返回' }).first().click()
    expect(await page.locator('main').innerText()).toContain('一致：与取得时逐字节相同')
    expect(await page.locator('pre').innerText()).toContain('"content"')
  })

  test('a sum marked in a text is what its card says, and stands where the text has it', async () => {
    const page = await at(`${builder}/payments`)
    await page.locator('td a[href*="#amount-"]').first().click()
    const mark = page.locator('.mark:target')
    await mark.focus()
    const shown = (await mark.innerText()).replace(/[^\d.]/g, '')
    const card = await page.locator(`#card-${await mark.getAttribute('id')}`).innerText()
    expect(card.replace(/,/g, '')).toContain(Number(shown).toFixed(2))
  })

  test('at 390, 1280 and 2560 pixels no view is wider than the screen', async () => {
    for (const path of [...views, ...(await judgments())]) {
      const page = await at(path)
      for (const width of [390, 1280, 2560]) {
        await page.setViewportSize({ width, height: 900 })
        await keepScreenshot(page, `explore-${path.replaceAll(/\W+/g, '-')}-${width}`)
        const shown = await page.evaluate('document.documentElement.scrollWidth')
        expect({ path, width: shown }).toEqual({ path, width })
      }
      await page.close()
    }
  })

  test('axe finds no serious fault, in light and in dark', { timeout: 300_000 }, async () => {
    for (const path of [...views, ...(await judgments())]) {
      const page = await at(path)
      expect([path, await axeFaults(page)]).toEqual([path, []])
      await page.close()
    }
  })

  test('nothing was complained of, and nothing asked for elsewhere', () => {
    expect(setting.told).toEqual([])
  })

  test('a page of another port of this machine gets neither a page nor the cookie', async () => {
    const { origin } = new URL(setting.base)
    const cookies: (string | undefined)[] = []
    const page = await setting.context.newPage()
    const elsewhere = createServer(({ headers }, response) => {
      cookies.push(headers.cookie)
      response.setHeader('content-type', 'text/html').end(`<a href="${origin}/">link</a>
        <form action="${origin}/search" method="post"><button>form</button></form>
        <iframe src="${origin}/"></iframe><img src="${origin}/">`)
    }).listen(0, '127.0.0.1')
    onTestFinished(async () => {
      await page.close()
      elsewhere.close()
    })
    await once(elsewhere, 'listening')
    const place = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`
    const answers: number[] = []
    page.on('response', (response) => {
      if (response.url().startsWith(origin)) answers.push(response.status())
    })
    await page.goto(place)
    const fetched = await page.evaluate(
      `fetch('${origin}/', { credentials: 'include' }).then((got) => got.text(), () => 'refused')`,
    )
    expect(fetched).toBe('refused')
    for (const click of ['link', 'form']) {
      await page.goto(place)
      await page.getByText(click).click()
      await page.waitForURL(`${origin}/**`)
      expect(await page.innerText('body')).not.toMatch(/示例|2026/)
    }
    expect(answers.length).toBeGreaterThan(2)
    expect(answers.filter((status) => ![401, 403, 405].includes(status))).toEqual([])
    expect(cookies.length).toBeGreaterThan(2)
    expect(cookies.filter((cookie) => cookie !== undefined)).toEqual([])
  })
})

/** The first documents of the builder, with text and without. */
async function judgments(): Promise<string[]> {
  const page = await at(`${builder}/cases?text=held`)
  const held = await page.locator('td a.name').first().getAttribute('href')
  await page.goto(addressOf(`${builder}/cases?text=open`))
  const open = await page
    .locator('td a.name')
    .first()
    .getAttribute('href', { timeout: 1_000 })
    .catch(() => null)
  await page.close()
  return [held, open].filter((path) => path !== null)
}
