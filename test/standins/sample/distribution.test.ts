import { describe, expect, it } from 'vitest'
import { writeCase } from '../../../src/standins/sample/case-text.ts'
import { drawDocket } from '../../../src/standins/sample/docket.ts'
import { listedDocument, ordinaryCase } from '../../../src/standins/sample/records.ts'
import { subjectAt } from '../../../src/standins/sample/subject.ts'
import { share } from './sample.ts'

const indices = (count: number) => Array.from({ length: count }, (_, i) => i + 7)
const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0
const near = (value: number, expected: number, tolerance: number): void => {
  expect(value).toBeGreaterThan(expected - tolerance)
  expect(value).toBeLessThan(expected + tolerance)
}

describe('the documents of an enterprise', () => {
  const counts = indices(4000).map((index) => subjectAt(11, index).documents)

  it('are none for half of them, and four at the median of the others', () => {
    near(
      share(counts, (count) => count === 0),
      0.5,
      0.03,
    )
    near(median(counts.filter((count) => count > 0)), 4, 1)
    expect(Math.max(...counts)).toBe(409)
  })

  it('are thousands for three in a thousand, if giants are wanted', () => {
    const giants = indices(4000).map((index) => subjectAt(11, index, { giants: true }).documents)
    near(
      share(giants, (count) => count > 2000),
      0.003,
      0.0025,
    )
    expect(Math.max(...giants)).toBeLessThanOrEqual(20_000)
  })
})

describe('a few thousand documents', () => {
  const documents = indices(150).flatMap((index) =>
    drawDocket(11, subjectAt(11, index, { documentsPerEnterprise: 60 }), undefined, 0, 60),
  )
  const items = documents.map(listedDocument)

  it('have the causes of the domain', () => {
    const first = documents.filter(({ below }) => below === undefined)
    const cause = (name: string) => share(first, ({ suit }) => suit.cause.name === name)
    near(cause('买卖合同纠纷'), 0.16, 0.02)
    near(cause('劳动争议'), 0.12, 0.02)
    near(cause('金融借款合同纠纷'), 0.1, 0.02)
    near(cause('民间借贷纠纷'), 0.06, 0.02)
  })

  it('have its procedures, kinds and court levels', () => {
    near(
      share(items, (item) => item.审判程序 === '一审'),
      0.55,
      0.02,
    )
    near(
      share(items, (item) => item.审判程序 === '二审'),
      0.17,
      0.02,
    )
    near(
      share(items, (item) => item.审判程序 === '执行'),
      0.2,
      0.02,
    )
    near(
      share(items, (item) => item.审判程序?.startsWith('再审') ?? false),
      0.03,
      0.01,
    )
    near(
      share(items, (item) => item.文书种类 === '裁定书'),
      0.5,
      0.02,
    )
    near(
      share(items, (item) => item.文书种类 === '判决书'),
      0.45,
      0.02,
    )
    near(
      share(documents, ({ court }) => court.level === '基层'),
      0.75,
      0.02,
    )
    near(
      share(documents, ({ court }) => court.level === '中级'),
      0.2,
      0.02,
    )
    near(
      share(documents, ({ court }) => court.level === '高级'),
      0.045,
      0.01,
    )
    near(
      share(documents, ({ court }) => court.level === '最高'),
      0.005,
      0.005,
    )
  })

  it('have the enterprise as plaintiff, defendant or third party', () => {
    const enterprise = (names: readonly string[] | null | undefined) =>
      names?.some((name) => own.has(name)) ?? false
    const own = new Set(indices(150).map((index) => subjectAt(11, index).party.name))
    near(
      share(items, (item) => enterprise(item.起诉方)),
      0.45,
      0.03,
    )
    near(
      share(items, (item) => enterprise(item.应诉方)),
      0.5,
      0.03,
    )
    near(
      share(items, (item) => enterprise(item.第三方)),
      0.05,
      0.02,
    )
  })

  it('have old, masked and respelled numbers, and hidden parties', () => {
    near(
      share(documents, ({ number }) => number.includes('字第')),
      0.022,
      0.01,
    )
    near(
      share(documents, ({ number }) => number.includes('×××')),
      0.01,
      0.006,
    )
    const hidden = (names: readonly string[] | null | undefined) =>
      names?.some((name) => name.includes('某')) ?? false
    near(
      share(items, (item) => hidden(item.起诉方) || hidden(item.应诉方)),
      0.05,
      0.02,
    )
    near(
      share(items, (item) => !/^（\d{4}）\S+?(\d|×××)+号(之一)?$/.test((item.案号 ?? '').normalize('NFC'))),
      0.015,
      0.008,
    )
  })

  it('are dated no later than the sample is', () => {
    expect(items.filter((item) => (item.时间 ?? '') > '2026-06-30')).toEqual([])
  })

  it('have the lengths and the citations of the domain', () => {
    const written = documents.map((document) => ({ document, text: writeCase(document, {}) }))
    const judgments = written.filter(({ document }) => document.kind === '判决书')
    const rulings = written.filter(({ document }) => document.kind === '裁定书')
    near(median(judgments.map(({ text }) => text.content.length)), 2800, 300)
    near(
      share(judgments, ({ text }) => text.content.length > 30_000),
      0.01,
      0.008,
    )
    near(
      share(rulings, ({ text }) => text.content.length >= 300 && text.content.length <= 1000),
      1,
      0.05,
    )
    const mean = (cited: readonly number[]) => cited.reduce((a, b) => a + b, 0) / cited.length
    near(mean(judgments.map(({ text }) => text.cited.length)), 5, 0.7)
    expect(rulings.every(({ text }) => text.cited.length === 1 || text.cited.length === 2)).toBe(true)
    const bytes = written.map(({ document, text }) =>
      Buffer.byteLength(JSON.stringify(ordinaryCase(document, text))),
    )
    near(mean(bytes) / mean(written.map(({ text }) => text.content.length)), 7, 1.2)
    const causes = written.map(({ document, text }) => ordinaryCase(document, text).ay)
    near(
      share(causes, (ay) => Array.isArray(ay)),
      0.5,
      0.05,
    )
  })

  it('cite a few articles most of the time: three hundred make nine tenths', () => {
    const counts = new Map<string, number>()
    for (const document of documents.slice(0, 5000)) {
      for (const cited of writeCase(document, { contentCharacters: [0, 0] }).cited) {
        const article = cited.replace(/(条(?:之.)?)第.*$/, '$1')
        counts.set(article, (counts.get(article) ?? 0) + 1)
      }
    }
    const sorted = [...counts.values()].sort((a, b) => b - a)
    const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0)
    near(sum(sorted.slice(0, 300)) / sum(sorted), 0.9, 0.06)
  })
})
