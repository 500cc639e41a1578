import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  escapeHtml,
  escapeShown,
  html,
  quoted,
  showUnseen,
  withNumbers,
} from '../../../src/readers/dossiers/html.ts'
import { formatAmount, totals } from '../../../src/readers/dossiers/money.ts'
import { each, Reference, refer, referenceEntry, rowLinks } from '../../../src/readers/dossiers/references.ts'
import { fileNames } from '../../../src/readers/dossiers/report.ts'
import { wordsOf } from '../../../src/readers/dossiers/words/words.ts'
import { anyText } from '../../support/any-text.ts'
import { whenAllOver } from '../../support/folder.ts'
import { enterprise, judgment, listed } from '../../support/records.ts'
import { published } from '../../support/run.ts'
import { textOf } from './pages.ts'
import { reportOf, type Written, worldOf } from './world.ts'

/** The text that `showUnseen` wrote. */
const hideAgain = (shown: string): string =>
  shown.replace(/⟦U\+([0-9A-F]{4,6})⟧/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))

/** What names and texts may be, as bad as they come. */
const nasty = [
  '<script>alert(1)</script>',
  '</title><script src="http://127.0.0.1:9/x.js"></script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  '</bdi></td></table><h1>x</h1>',
  '<!--<svg onload=alert(1)>-->',
  '</svg><style>*{display:none}</style>',
  '&lt;b&gt; &amp;amp;',
  '`x` {{y}} #{z}',
  '../../../../etc/passwd',
  '..\\..\\windows',
  'C:\\x:y|z*?',
  '=HYPERLINK("http://127.0.0.1")',
  '+1+1',
  'a\u202Egnp.exe',
  'left\u2066isolated\u2069\u200F\u061C',
  'zero\u200B\u200D\u2060\uFEFFwidth\u00AD',
  'null\0bell\u0007esc\u001B[31m\u009B',
  'line\nfeed\ttab\r\nreturn\u2028sep\u2029par',
  'half \uD800 pair \uDC00',
  '⟦U+202E⟧ and ⟦',
  '𠮷野家株式会社👨‍👩‍👧',
  'tag \u{E0041}\u{E007F}',
  '长'.repeat(100),
  'é'.repeat(150),
  '.hidden',
  'CON',
  '',
] as const

describe('texts', () => {
  const texts = [...nasty, ...nasty.map((text) => `某${text}公司`), ...nasty.map((text) => text + text)]

  test.each(texts.map((text) => [text]))('%j comes back from markup, and makes none', (text) => {
    const { markup } = html`<p>${quoted(text)}</p>`
    const inner = /^<p><bdi>([\s\S]*)<\/bdi><\/p>$/.exec(markup)?.[1] ?? ''
    expect(inner).not.toMatch(/[<>"']/)
    expect(hideAgain(textOf(`<i>${inner}</i>`))).toBe(
      text.trim() === text ? text : hideAgain(textOf(`<i>${inner}</i>`)),
    )
  })

  test('any text comes back, with nothing in it that is not seen', () => {
    fc.assert(
      fc.property(anyText({ maxLength: 60 }), (text) => {
        const shown = showUnseen(text)
        expect(hideAgain(shown)).toBe(text)
        expect(shown).not.toMatch(
          /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u,
        )
        expect(escapeHtml(text)).not.toMatch(/[<>"']/)
      }),
      { numRuns: 300 },
    )
  })

  test('a character alone is escaped as among others, whichever of Unicode it is', () => {
    const apart = Array.from({ length: 0x110000 }, (_, code) => String.fromCodePoint(code)).filter(
      (character) => escapeHtml(character) !== escapeShown(showUnseen(character)),
    )
    expect(apart).toEqual([])
  })

  test('markup of our own stays, at any depth', () => {
    expect(html`<b>${[html`<i>${'<'}</i>`, ['&', 1, null, undefined, false]]}</b>`.markup).toBe(
      '<b><i>&lt;</i>&amp;1</b>',
    )
  })
})

describe('names of files', () => {
  const named = nasty.flatMap((name) => nasty.map((id) => ({ name, enterpriseId: id })))

  test('none is a path, too long, hidden or taken twice, whatever names and ids are', () => {
    const names = fileNames(named)
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(named.length)
    for (const name of names) {
      expect(name).not.toMatch(/[/\\:*?"<>|\p{C}.]/u)
      expect(Buffer.byteLength(`${name}.html`)).toBeLessThan(255)
    }
  })

  test('a plain name is kept, with its id', () => {
    expect(fileNames([{ name: '示例商贸（上海）有限公司', enterpriseId: '5a1e' }])).toEqual([
      '示例商贸（上海）有限公司-5a1e',
    ])
  })
})

describe('sums', () => {
  const sum = (amount: string | null, currency: string) => ({ row: { amount, currency } })

  test('are exact beyond what a float holds', () => {
    expect(formatAmount('999999999999999999.99')).toBe('999,999,999,999,999,999.99')
    expect(formatAmount('-1234567.5')).toBe('-1,234,567.50')
    const sums = Array.from({ length: 10 }, () => sum('100000000000000000.01', 'CNY'))
    expect(totals(sums)).toEqual([{ currency: 'CNY', total: 100000000000000000010n, sums }])
  })

  test('of several currencies are never added', () => {
    const [dollar, two, three, none] = [
      sum('1.00', 'USD'),
      sum('2.00', 'CNY'),
      sum('3.00', 'CNY'),
      sum(null, 'CNY'),
    ]
    expect(totals([dollar, two, three, none])).toEqual([
      { currency: 'CNY', total: 500n, sums: [two, three] },
      { currency: 'USD', total: 100n, sums: [dollar] },
    ])
  })
})

describe('rows behind a figure', () => {
  const items = (...numbers: number[]) => numbers.map((number) => ({ item: { kind: 'D' as const, number } }))
  const groups = [
    { items: [{ kind: 'D' as const, number: 7 }] },
    {
      name: '<b>',
      items: [
        { kind: 'P' as const, number: 1 },
        { kind: 'P' as const, number: 4 },
      ],
    },
  ]

  test('are told as runs, those that stand there several times with how often, and groups in brackets', () => {
    expect(textOf(rowLinks(each(items(5, 1, 2, 3, 3, 9))).markup)).toBe('D1, D2, D3 ×2, D5, D9')
    expect(textOf(rowLinks(each(items(4, 1, 2, 3, 9))).markup)).toBe('D1–D4, D9')
    expect(textOf(rowLinks(groups).markup)).toBe('D7, <b> (P1, P4)')
  })

  test('are as many as the figure says, each figure has its own, and those that count the same share them', async () => {
    const { figures, mark } = refer('row', [
      ['all', each(items(1, 2))],
      ['none', []],
      ['same', each(items(1, 2))],
      ['groups', groups, 'anchor'],
    ])
    expect(figures.map(({ markup }) => markup)).toEqual([
      '<a class="fig" href="#r1-1">2</a>',
      '<span class="zero">0</span>',
      '<a class="fig" href="#r1-1">2</a>',
      '<a class="fig" href="#anchor">2</a>',
    ])
    const [reference] = withNumbers(html`${mark}`).things
    const entry =
      reference instanceof Reference ? referenceEntry(1, reference, await wordsOf('zh')).markup : ''
    expect([...entry.matchAll(/id="([^"]*)"><bdi>([^<]*)/g)].map(([, id, names]) => [id, names])).toEqual([
      ['r1-1', 'all · same'],
      ['anchor', 'groups'],
    ])
  })

  test('have the number of the place where the page first shows one of their figures', () => {
    const [first, second, last] = ['first', 'second', 'last'].map((label) =>
      refer(label, [['all', each(items(1))]]),
    )
    const { markup, things } = withNumbers(
      html`${last?.placed}${second?.mark}${first?.figures}${last?.mark}${second?.mark}`,
    )
    expect(textOf(markup)).toBe('[2]1[1][2]')
    expect(things.map((thing) => thing instanceof Reference && thing.label)).toEqual([
      'last',
      'second',
      'first',
    ])
  })
})

describe('a home of hostile enterprises', () => {
  const setting = {} as Written & { pages: string[]; names: string[] }
  const subjects = nasty.filter((name) => name.trim() !== '')
  const idOf = (index: number): string => (index % 2 === 0 ? `e${index}` : `../e${index}<b>`)

  const whenOver = whenAllOver()
  beforeAll(async () => {
    const records = {
      enterprises: subjects.map((name, index) => enterprise(idOf(index), name)),
      'enterprise-documents': subjects.map((name, index) =>
        listed(idOf(index), `d${index}`, {
          标题: name,
          起诉方: [subjects[(index + 1) % subjects.length]],
          应诉方: [name],
          裁判结果: `${name}，驳回诉讼请求。`,
          ...{ [['案由', '审判程序', '文书种类'][index % 3] ?? '']: name },
        }),
      ),
      cases: subjects.map((name, index) => judgment(`d${index}`, { jbdw: name, xzqh_p: name, title: name })),
    }
    const enterprises = subjects.map((_, index) => ({ id: idOf(index) }))
    const made = await worldOf(records, { title: '<script>alert(1)</script>', enterprises }, whenOver)
    const written = await reportOf(made.home, join(made.folder, 'a', 'b', 'reports'), {
      purpose: nasty.join(' '),
    })
    Object.assign(setting, written, {
      pages: await Promise.all(written.manifest.files.map(({ file }) => written.page(file))),
      names: (await published(made.home, 'SELECT DISTINCT name FROM job_enterprises')).map(({ name }) =>
        String(name),
      ),
    })
  })

  test('has a page for each, all in the folder', async () => {
    // A page each, one for each full text, the index and the page across them; the manifest lists all but itself.
    const judgments = await readdir(join(setting.folder, 'judgments'))
    expect(judgments.length).toBeGreaterThan(10)
    expect(setting.manifest.files.length).toBe(subjects.length + 2 + judgments.length)
    expect((await readdir(join(setting.folder, '..'))).sort()).toEqual(['reports'])
    expect((await readdir(setting.folder)).length).toBe(subjects.length + 4)
  })

  test('has no element, attribute or address in its pages that is not ours', () => {
    const ours =
      'html head meta link title style body main section nav fieldset legend label input h1 h2 h3 p a ol li dl dt dd div span strong bdi br table caption thead tbody tr th td figure figcaption svg path rect blockquote ul'
    for (const page of setting.pages) {
      const tags = new Set(
        [...page.matchAll(/<\/?([a-zA-Z][a-zA-Z0-9]*)/g)].map(([, tag = '']) => tag.toLowerCase()),
      )
      expect([...tags].filter((tag) => !ours.split(' ').includes(tag))).toEqual([])
      const named = page.replace(/="[^"]*"/g, '=""')
      expect(
        named.match(/<[^>]* (?:on[a-z]+|style|src|srcdoc|formaction)=[^>]*>|<[^>]*[='`](?!"")[^>]*>/i)?.[0],
      ).toBe(undefined)
      expect(page.match(/<style>/g)?.length).toBe(1)
      for (const [, address = ''] of page.matchAll(/<[^>]* href="([^"]*)"/g))
        expect(address).toMatch(
          /^(?:#[\w-]+|data:,|(?:\.\.\/|judgments\/)?[\w%().~'*!-]+\.html(?:#[\w-]+)?)$/,
        )
    }
  })

  test('gives each name back from its page, as the warehouse has it', () => {
    const told = setting.pages.map((page) => hideAgain(textOf(/<h1>([\s\S]*?)<\/h1>/.exec(page)?.[1] ?? '')))
    expect(setting.names.length).toBeGreaterThan(20)
    expect(setting.names.filter((name) => !told.includes(name.trim()))).toEqual([])
  })
})
