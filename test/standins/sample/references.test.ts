import { describe, expect, it } from 'vitest'
import {
  authoritativeCase,
  enterpriseDetail,
  listedDocument,
  ordinaryCase,
  statuteArticle,
} from '../../../src/contract/records.ts'
import { once } from '../../../src/contract/values.ts'
import { expectBetween, large, parseLines, share, textsOf } from './sample.ts'

const corpus = once(async () => {
  const texts = await textsOf(large)
  return {
    enterprises: parseLines(texts['enterprises.ndjson'], enterpriseDetail),
    items: parseLines(texts['enterprise-documents.ndjson'], listedDocument),
    cases: parseLines(texts['cases.ndjson'], ordinaryCase),
    authoritative: parseLines(texts['authoritative-cases.ndjson'], authoritativeCase),
    statutes: parseLines(texts['statutes.ndjson'], statuteArticle),
  }
})

describe('the documents of a sample', () => {
  it('are found by id but for two in a hundred, which are found elsewhere or nowhere', async () => {
    const { items, cases, authoritative } = await corpus()
    const ids = new Set(cases.map(({ id }) => id))
    const authoritativeIds = new Set(authoritative.map(({ id }) => id))
    const numbers = new Set(cases.map(({ ah }) => ah))
    const distinct = [...new Map(items.map((item) => [item.文书id, item])).values()]
    const byId = share(distinct, ({ 文书id }) => ids.has(文书id))
    const onlyAuthoritative = share(distinct, ({ 文书id }) => authoritativeIds.has(文书id))
    const onlyByNumber = share(
      distinct,
      ({ 文书id, 案号 }) => !ids.has(文书id) && !authoritativeIds.has(文书id) && numbers.has(案号),
    )
    expectBetween(byId, 0.972, 0.988)
    expectBetween(onlyByNumber, 0.005, 0.016)
    expectBetween(onlyAuthoritative, 0.002, 0.009)
    expect(1 - byId - onlyByNumber - onlyAuthoritative).toBeGreaterThan(0.002)
  })

  it('name their enterprise on one side, and have no case that nobody lists', async () => {
    const { enterprises, items, cases } = await corpus()
    const names = new Map(enterprises.map((one) => [one.企业ID, squeeze(one.企业名称)]))
    for (const item of items) {
      const parties = [item.起诉方, item.应诉方, item.第三方].flatMap((side) => side ?? []).map(squeeze)
      expect(parties).toContain(names.get(String(item.enterprise_id)))
    }
    const listed = new Set(items.map(({ 文书id }) => 文书id))
    expect(share(cases, ({ id }) => listed.has(id))).toBeGreaterThan(0.98)
  })

  it('come again in the list of an enterprise about twice in a hundred', async () => {
    const { items } = await corpus()
    const distinct = new Set(items.map((item) => `${item.enterprise_id}/${item.文书id}`)).size
    expectBetween((items.length - distinct) / distinct, 0.012, 0.028)
  })

  it('are at times shared by two enterprises, as the two sides of one dispute', async () => {
    const { items } = await corpus()
    const owners = new Map<string, Set<unknown>>()
    for (const { 文书id, enterprise_id } of items) {
      owners.set(文书id, (owners.get(文书id) ?? new Set()).add(enterprise_id))
    }
    expect([...owners.values()].filter((set) => set.size === 2).length).toBeGreaterThan(50)
  })

  it('cite the number of the decision below when they follow another document', async () => {
    const { cases } = await corpus()
    const numbers = new Set(cases.map(({ ah }) => ah))
    const later = cases.filter(({ spcx }) => spcx === '二审' || spcx === '执行' || spcx?.startsWith('再审'))
    const cited = later.map(({ ssjl }) => /（\d{4}）[^（）]+?号/.exec(ssjl ?? '')?.[0])
    expect(cited.every((number) => number !== undefined)).toBe(true)
    expect(share(cited, (number) => numbers.has(number))).toBeGreaterThan(0.3)
  })

  it('agree in case number, court and province', async () => {
    const { cases } = await corpus()
    const signs = new Map<string, string>()
    for (const { ah, xzqh_p, jbdw } of cases) {
      const code = /^\(20(?:1[6-9]|2\d)\)(最高法|.\d*)/.exec(squeeze(ah))?.[1]
      if (code === undefined) continue
      expect(signs.get(code) ?? jbdw, code).toBe(jbdw)
      signs.set(code, jbdw ?? '')
      expect(signs.get(`province ${code.charAt(0)}`) ?? xzqh_p).toBe(xzqh_p)
      signs.set(`province ${code.charAt(0)}`, xzqh_p ?? '')
    }
    expect(signs.get('京0105')).toBe('北京市朝阳区人民法院')
    expect(signs.get('粤03')).toBe('广东省深圳市中级人民法院')
  })

  it('cite articles that exist, but for about one in two hundred', async () => {
    const { cases, statutes } = await corpus()
    const labels = new Set(statutes.map((one) => (one.fgmc ?? '').replace(/\(\d{4}修.\)$/, '') + one.ft_num))
    const cited = cases.flatMap(({ yyft }) => (typeof yyft === 'string' ? yyft.split('、') : (yyft ?? [])))
    const articles = cited.map(
      (text) => /^(.+?第[一二三四五六七八九十百千零]+条(?:之.)?)(?=第|$)/.exec(text)?.[1] ?? text,
    )
    const missing = 1 - share(articles, (article) => labels.has(article))
    expect(
      cited.some((text) =>
        /[《》]/.test(
          text.replace('《中华人民共和国民事诉讼法》', '').replace('《中华人民共和国民法典》', ''),
        ),
      ),
    ).toBe(false)
    expectBetween(missing, 0.001, 0.01)
  })
})

/** A name without the differences of width that records have. */
const squeeze = (name: string | null | undefined): string =>
  (name ?? '').normalize('NFKC').replaceAll(' ', '')
