import { describe, expect, test } from 'vitest'
import type { ParsingCoverage } from '../../src/warehouse/parsing-coverage.ts'
import { cli } from '../support/cli.ts'
import { judgment } from '../support/records.ts'
import { litigationOf, worldOf } from '../support/world.ts'

/** A home after a run over one enterprise with these documents. */
async function homeWith(...documents: readonly object[]): Promise<string> {
  const ids = documents.map((_, at) => `d${at + 1}`)
  const cases = documents.map((document, at) => judgment(ids[at] ?? '', document))
  const { home, run } = await worldOf({ ...litigationOf(ids), cases })
  await run()
  return home
}

const verified = async (home: string) => {
  const { code, out } = await cli(['verify', '--coverage', '--home', home, '--json'])
  const found = JSON.parse(out) as ParsingCoverage
  const counts = found.figures.map((figure) => `${figure.of}: ${figure.class} ${figure.count}`)
  return { code, found, counts }
}

describe('verify --coverage', () => {
  test('counts what was understood, class by class, and ends well when all of it was', async () => {
    const { code, found, counts } = await verified(await homeWith({}, {}))
    expect(code).toBe(0)
    expect(counts).toEqual(
      expect.arrayContaining([
        'case numbers of cases: parsed 2',
        'case numbers of enterprise_documents: parsed 2',
        'citations of laws held: joined to an article 6',
        'dates of documents: read 4',
        'outcomes of documents: by a rule 4',
      ]),
    )
    expect(found).toMatchObject({ joinedShare: 1, unexplained: 0, notJoined: [] })
  })

  test('says where the reading is not certain, class by class, and ends with gaps when citations of a law that is held do not join', async () => {
    const ordering =
      '某市中级人民法院\n民事判决书\n（2023）浙01民终1号\n上诉人（原审被告）：乙公司。\n被上诉人（原审原告）：甲公司。\n上诉人乙公司因与被上诉人甲公司借款合同纠纷一案，不服某区人民法院（2022）浙0102民初1号、（2022）浙0102民初2号民事判决，提起上诉。判决如下：\n一、乙公司支付甲公司借款100元及利息（以100元为基数，自2022年1月1日起按年利率6%计算至付清之日止）；\n二、某厂承担连带清偿责任；\n三、某站承担按份连带责任；\n四、乙公司支付甲公司利息壹万元（¥12000）；\n五、解除甲公司与乙公司的合同，返还甲公司货款100元。\n案件受理费壹仟元（¥1200），由乙公司负担。'
    const [masked, sum] = ['（2024）浙01民终×××号', '限被告远山公司支付货款300元。']
    const { code, counts, found } = await verified(
      await homeWith(
        { ah: masked, content: '根据该合同第七条，判决如下：驳回诉讼请求。', yyft: [] },
        { ah: '见原件' },
        { ah: '（2023）浙01民终1号', content: ordering, dsr: null, ssjl: null, pjjg: null },
        { content: '依照《中华人民共和国民法典》第一千二百五十九条，判决如下：驳回诉讼请求。' },
        { dsr: null, title: '通知', content: `某地某事。判决如下：${sum}`, pjjg: sum },
        {
          ah: '（2023）浙0102民初9号',
          dsr: '原告：乙公司。\n被告：甲公司。',
          content:
            '某区人民法院\n民事判决书\n（2023）浙0102民初9号\n原告：甲公司。\n被告：丙公司。\n原告甲公司向本院提出诉讼请求：判令被告支付货款壹万元（¥12000）、租金70元。',
          pjjg: '某事照旧。',
        },
      ),
    )
    expect(code).toBe(4)
    expect(counts).toEqual(
      expect.arrayContaining([
        'case numbers of cases: masked 1',
        'case numbers of cases: malformed 1',
        'citations without a law or article: not a law 1',
        'origins of cases: several of one rank 1',
        'payees of ordered sums: known 3',
        'positions of parties: positions differ 1',
        'claimed sums: words and figures differ 1',
        'claimed sums: read 1',
        'fees: words and figures differ 1',
        'sums in operative parts: payers differ 1',
        'liabilities: of no known party 1',
        'liabilities: kinds differ 1',
        'interest: runs, base and rate read 1',
        'interest: words and figures differ 1',
        'parties of full texts: none found 4',
        'sums in operative parts: ordered, a payer is no known party 2',
      ]),
    )
    expect(found.notJoined).toEqual([{ citation: expect.stringContaining('1259'), times: 1 }])
    expect(found.joinedShare).toBeCloseTo(7 / 8)
    expect(found.examples.map(({ of, case_id, text }) => [of, case_id, text])).toEqual([
      ...['d1', 'd2', 'd4', 'd5'].map((id) => ['full text without a party', id, null]),
      ['outcome that no rule recognises', 'd6', '判决书'],
      ...Array(2).fill(['sum with a payer that is no known party', 'd3', '100元']),
      ['sum with a payer that is no known party', 'd5', '300元'],
    ])
  })
})
