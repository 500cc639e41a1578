import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { launch } from '../../../src/readers/dossiers/pdf.ts'
import { style } from '../../../src/readers/explore/frame.ts'
import { whenAllOver } from '../../support/folder.ts'
import { drawn, isLong, longForm, oneForm } from '../../support/forms.ts'
import { chromiumHere } from '../../support/programs.ts'
import { enterprise, judgment, listed } from '../../support/records.ts'
import { sampleHome } from '../../support/sample-home.ts'
import { worldOf } from '../dossiers/world.ts'
import { complaintsOf, crawled, exploring, reading } from './serving.ts'

const executable = await chromiumHere()

/** Names and texts that would do something in a page that took them for markup. */
const nasty = [
  '<script>alert(1)</script>',
  '</title><script src="http://127.0.0.1:9/x.js"></script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  '</bdi></td></table><h1>x</h1>',
  '</svg><style>*{display:none}</style>',
  '</textarea><script>alert(1)</script>',
  'javascript:alert(1)',
  '../../../etc/passwd?a=b#c',
  'a\u202Egnp.exe',
  'half \uD800 pair',
  '%3Cscript%3E%ff',
]

const idOf = (index: number): string => (index % 2 === 0 ? `e${index}` : `../e${index}<b>"&'?x=1#y`)

describe('hostile names and texts', () => {
  const whenOver = whenAllOver()
  const setting = {} as {
    home: string
    pages: ReadonlyMap<string, string>
    get: Awaited<ReturnType<typeof reading>>
  }

  beforeAll(async () => {
    const records = {
      enterprises: nasty.map((name, index) => enterprise(idOf(index), `${name}公司`)),
      'enterprise-documents': nasty.map((name, index) =>
        listed(idOf(index), `d${index}`, {
          标题: name,
          起诉方: [nasty[(index + 1) % nasty.length]],
          应诉方: [`${name}公司`],
          裁判结果: `${name}，驳回诉讼请求。`,
          案由: name,
        }),
      ),
      cases: nasty.map((name, index) =>
        judgment(`d${index}`, {
          jbdw: name,
          title: name,
          dsr: `原告：${name}`,
          content: `原告：${name}公司。\n判决如下：\n一、被告${name}公司支付原告货款100000元；\n二、驳回${name}的其他诉讼请求。`,
          pjjg: `一、被告${name}公司支付原告货款100000元；\n二、驳回${name}的其他诉讼请求。`,
        }),
      ),
    }
    const job = {
      title: '<script>alert(1)</script>',
      enterprises: nasty.map((_, index) => ({ id: idOf(index) })),
    }
    const { home } = await worldOf(records, job, whenOver)
    const get = await reading(await exploring(home, {}, whenOver))
    Object.assign(setting, { home, get, pages: await crawled(get, 100) })
  }, 180_000)

  oneForm('every link of every page leads to a page', () => {
    const addresses = [...setting.pages.keys()]
    expect(addresses.filter((path) => path.startsWith('/enterprise/')).length).toBeGreaterThan(nasty.length)
    expect(addresses.filter((path) => path.startsWith('/document/')).length).toBeGreaterThanOrEqual(8)
    expect(addresses.filter((path) => path.startsWith('/evidence/')).length).toBeGreaterThan(0)
  })

  longForm('every page that the portfolio of the sample leads to is there', async () => {
    const pages = await crawled(await reading(await exploring((await sampleHome()).home)), 100)
    expect(pages.size).toBe(100)
  })

  oneForm('no page has an element, an attribute or an address that is not ours', () => {
    for (const whole of setting.pages.values()) {
      // Ours to the byte, and once.
      const page = whole.replace(`<style>${style}</style>`, '')
      expect(page).not.toBe(whole)
      const named = page.replace(/="[^"]*"/g, '=""')
      expect(named.match(/<[^>]* (?:on[a-z]+|style|srcdoc|formaction)=[^>]*>/i)?.[0]).toBe(undefined)
      expect(named.match(/<(?:script|img|iframe|object|embed|base|style|h1>x)[^>]*>/i)?.[0]).toBe(undefined)
      for (const [, address = ''] of page.matchAll(/<[^>]* (?:href|action|src)="([^"]*)"/g))
        expect(address).toMatch(/^(?:[/#](?!\/)|data:,$)/)
    }
  })

  test.runIf(isLong && executable !== undefined)(
    'in a real browser nothing of them runs, and nothing is asked for elsewhere',
    { timeout: 400_000 },
    async () => {
      const { url, origin } = await exploring(setting.home)
      const browser = await launch(executable ?? '')
      onTestFinished(() => browser.close())
      const context = await browser.newContext()
      const seen = complaintsOf(context, origin)
      const page = await context.newPage()
      await page.goto(url)
      const base = page.url().slice(0, -1)
      const paths = [...setting.pages.keys()].filter((path) => !path.includes('?')).slice(0, 45)
      const asked = nasty.map((text) => `/search?${new URLSearchParams({ q: text })}`)
      for (const path of [...paths, ...asked]) {
        await page.goto(base + path)
        expect({ path, at: new URL(page.url()).origin }).toEqual({ path, at: origin })
        // What would run when it is pointed at, or focused, is.
        await page.evaluate(
          "for (const one of document.querySelectorAll('*')) for (const name of ['mouseover', 'focus', 'error', 'load']) one.dispatchEvent(new Event(name))",
        )
      }
      expect(paths.length).toBeGreaterThan(nasty.length)
      expect(seen).toEqual([])
    },
  )

  test.each(drawn(nasty, 3))('%j is searched for and filtered by as a text', async (text) => {
    // A half of a pair becomes what stands for it: no address holds one.
    const asked = new URLSearchParams({ q: text }).toString().slice(2)
    for (const [path, expected] of [
      [`/?q=${asked}`, 200],
      [`/?province=${asked}`, 200],
      [`/?flag=${asked}`, 400],
      [`/?sort=${asked}`, 400],
      [`/search?q=${asked}`, 200],
    ] as const) {
      const { status, text: page } = await setting.get(path)
      expect({ path, status }).toEqual({ path, status: expected })
      expect(page).not.toContain('<script>')
    }
  })
})
