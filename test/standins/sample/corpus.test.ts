import { describe, expect, it } from 'vitest'
import { caseCategories, caseProvinces, validities } from '../../../src/contract/enumerations.ts'
import {
  enterpriseDetail,
  listedDocument,
  ordinaryCase,
  statuteArticle,
} from '../../../src/contract/records.ts'
import { parseDate } from '../../../src/legal/dates.ts'
import { sampleFiles, writeSampleCorpus } from '../../../src/standins/sample/corpus.ts'
import { isoDate, today } from '../../../src/standins/sample/figures.ts'
import { fixedEnterprises } from '../../../src/standins/sample/words.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { expectBetween, large, parseLines, small, textsIn, textsOf } from './sample.ts'

const another = { ...small, seed: 8 }

describe('a sample corpus', () => {
  it('is the same to the byte for the same seed, and counts the records and the bytes that it wrote', async () => {
    const out = await temporaryFolder()
    const { files } = await writeSampleCorpus({ ...small, out })
    const texts = await textsIn(out)
    expect(texts).toEqual(await textsOf(small))
    for (const file of sampleFiles) {
      const text = texts[file]
      const counted = { records: text.split('\n').length - 1, bytes: Buffer.byteLength(text) }
      expect(files[file], file).toEqual(counted)
    }
  })

  it('differs with the seed in all but the laws', async () => {
    const [one, other] = [await textsOf(small), await textsOf(another)]
    const same = sampleFiles.filter((file) => one[file] === other[file])
    expect(same.filter((file) => file !== 'authoritative-cases.ndjson')).toEqual(['statutes.ndjson'])
  })

  it('keeps each enterprise and its documents as they are when more enterprises follow', async () => {
    const [few, more] = [await textsOf(small), await textsOf({ ...small, enterprises: 24 })]
    for (const file of sampleFiles) expect(more[file].startsWith(few[file]), file).toBe(true)
  })

  it('opens with the fixed enterprises, whatever the seed', async () => {
    const fixed = fixedEnterprises()
    for (const options of [small, another]) {
      const written = parseLines((await textsOf(options))['enterprises.ndjson'], enterpriseDetail)
      expect(
        written.slice(0, fixed.length).map((one) => [one.企业ID, one.企业名称, one.统一社会信用代码]),
      ).toEqual(fixed.map(({ id, name, uscc }) => [id, name, uscc]))
      expect(written[1]).toMatchObject({ 曾用名: '示例软件有限公司', 股票简称: '示例科技' })
    }
  })

  it('tells of a former name in the changes, between the founding and today', async () => {
    const written = parseLines((await textsOf(large))['enterprises.ndjson'], enterpriseDetail)
    const renamings = written.map(({ 变更 }) => 变更?.filter(({ 变更项 }) => 变更项 === '名称变更') ?? [])
    expect(renamings.flat().length).toBeGreaterThan(3)
    for (const [index, one] of written.entries()) {
      const former = (one as { readonly 曾用名?: string }).曾用名
      const expected = former === undefined ? [] : [{ 变更前: former, 变更后: one.企业名称 }]
      expect(renamings[index]).toMatchObject(expected)
      for (const { 变更时间 } of renamings[index] ?? []) {
        const founded = parseDate(one.成立日期 ?? '')?.date ?? ''
        expect(founded).not.toBe('')
        expect(String(变更时间) > founded && String(变更时间) <= isoDate(today)).toBe(true)
      }
    }
  })

  it('is of a category and a province, and repeats in its sections what the full text says, in its order', async () => {
    for (const found of parseLines((await textsOf(small))['cases.ndjson'], ordinaryCase)) {
      expect(caseCategories).toContain(found.ajlb)
      expect(caseProvinces).toContain(found.xzqh_p)
      const sections = [found.dsr, found.ssjl, found.ajjbqk, found.fxgc, found.pjjg, found.ww]
      let from = 0
      for (const section of sections) {
        if (section === undefined || section === null) continue
        const at = (found.content ?? '').indexOf(section, from)
        expect(at, section).toBeGreaterThanOrEqual(from)
        from = at + section.length
      }
    }
  })

  it('gives every article a valid status, a date and a text that says it is an example', async () => {
    const articles = parseLines((await textsOf(small))['statutes.ndjson'], statuteArticle)
    expect(new Set(articles.map(({ id }) => id)).size).toBe(articles.length)
    for (const article of articles) {
      expect(validities).toContain(article.sxx)
      expect(article.ssrq).toMatch(/^\d{4}-\d\d-\d\d$/)
      expect(article.content).toMatch(/^【示例条文】/)
      expect(article.id).toBe(`${article.fgid}_${article.tid}`)
    }
    expect(articles.filter(({ tid }) => tid === '120-1').map(({ ft_num }) => ft_num)).toEqual([
      '第一百二十条之一',
    ])
  })

  it('writes a fixed number of documents for each enterprise when asked', async () => {
    const items = parseLines((await textsOf(large))['enterprise-documents.ndjson'], listedDocument)
    const ids = new Map<unknown, Set<string>>()
    for (const { enterprise_id, 文书id } of items) {
      ids.set(enterprise_id, (ids.get(enterprise_id) ?? new Set()).add(文书id))
    }
    expect([...ids.values()].map((set) => set.size)).toEqual(
      Array(large.enterprises).fill(large.documentsPerEnterprise),
    )
  })

  it('has between 500 and 700 documents with seed 1 and 40 enterprises', async () => {
    const out = await temporaryFolder()
    const { documents, files } = await writeSampleCorpus({ seed: 1, enterprises: 40, out })
    expectBetween(documents, 500, 700)
    expect(files['authoritative-cases.ndjson'].records).toBeGreaterThan(0)
  })
})
