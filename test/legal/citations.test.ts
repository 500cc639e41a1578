import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MOST_CITATIONS } from '../../src/legal/bounds.ts'
import {
  articleLabel,
  articleOfLabel,
  articleOfTid,
  articleTid,
  type Citation,
  citationKey,
  findCitations,
} from '../../src/legal/citations.ts'
import { parseNumeral } from '../../src/legal/numerals.ts'
import { rulesOf, textsOf } from './reading.ts'

/** 民法典577/1/2 for paragraph 1, item 2; the reason in front where there is no law. */
function written({ law, reason, article, articleSub, paragraph, item }: Citation): string {
  const name = law?.replaceAll('中华人民共和国', '') ?? reason
  const place =
    paragraph === null && item === null ? '' : `/${paragraph ?? ''}${item === null ? '' : `/${item}`}`
  return `${name}${article === null ? '?' : articleTid(article, articleSub)}${place}`
}
const cited = (text: string) => findCitations(text).map(written)

test.each(
  rulesOf(`
    # an article of a named law
    《民法典》第五百七十七条 ⇒ 民法典577
    《民法典》第577条第1款 ⇒ 民法典577/1
    《民法典》第 ５７７ 条 第 １ 款 ⇒ 民法典577/1
    中华人民共和国民法典第九百一十七条第一款 ⇒ 民法典917/1
    我国民法典第十条指出 ⇒ 民法典10
    甲违反了广告法第二十八条第二项之规定 ⇒ 广告法28//2
    1999年合同法第五十二条第（五）项第一目 ⇒ 合同法52//5
    《中华人民共和国公司法》（2018年修正）第二十条第三款 ⇒ 公司法20/3
    《工资办法》（甲部发〔1994〕1号）第三条 ⇒ 工资办法3
    《民法典》人格权编第990条 ⇒ 民法典990
    依照民法典合同编第三章第五百零九条 ⇒ 民法典509
    “公司法”第四条 ⇒ 公司法4
    最高人民法院适用民法典第三条 ⇒ 民法典3
    《民法典》的第六条 ⇒ 民法典6
    《民法典》的规定第十条 ⇒ 民法典10
    《刑法》第二百八十七条之一第二款 ⇒ 刑法287-1/2
    刑法第287之一条 ⇒ 刑法287-1
    刑法第120-1条 ⇒ 刑法120-1
    《民法典》第一百二十条之一般规定 ⇒ 民法典120
    香港基本法第五条 ⇒ 香港特别行政区基本法5
    德国民法典第823条 ⇒ 德国民法典823
    自2021年1月1日民法典第十条 ⇒ 民法典10
    应依法民法典第十条 ⇒ 民法典10
    根据上海市物业管理条例第三条 ⇒ 上海市物业管理条例3
    依照《甲市房屋办法》第九条 ⇒ 甲市房屋办法9
    中华人民共和国宪法修正案（1988年）第一条 ⇒ 宪法修正案（1988年）1
    # a judicial interpretation
    最高人民法院关于审理民间借贷案件适用法律若干问题的规定第二十五条 ⇒ 最高人民法院关于审理民间借贷案件适用法律若干问题的规定25
    依照甲提交的最高人民法院关于乙问题的批复第三条 ⇒ 最高人民法院关于乙问题的批复3
    最高人民法院关于适用《甲法》若干问题的解释第三条 ⇒ 最高人民法院关于适用《甲法》若干问题的解释3
    最高人民法院关于甲的解释（以下简称：《解释》），《解释》第三条 ⇒ 最高人民法院关于甲的解释3
    《乙规定》（以下简称《丙规定》）。《甲规定》（以下简称《规定》）。依丙规定第三条 ⇒ 乙规定3
    甲违反公司法解释三第三条 ⇒ 最高人民法院关于适用《公司法》若干问题的规定（三）3
    九民纪要第三条 ⇒ 全国法院民商事审判工作会议纪要3
    根据最高院民间借贷司法解释第二十五条 ⇒ 最高人民法院关于审理民间借贷案件适用法律若干问题的规定25
    依据民间借贷规定第25条 ⇒ 最高人民法院关于审理民间借贷案件适用法律若干问题的规定25
    《公司法》司法解释（三）第十六条 ⇒ 最高人民法院关于适用《公司法》若干问题的规定（三）16
    公司法司法解释三第16条 ⇒ 最高人民法院关于适用《公司法》若干问题的规定（三）16
    最高人民法院关于适用《中华人民共和国公司法》若干问题的规定（三）第十六条 ⇒ 最高人民法院关于适用《公司法》若干问题的规定（三）16
    《最高人民法院关于适用〈公司法〉若干问题的规定（三）》第十六条 ⇒ 最高人民法院关于适用《公司法》若干问题的规定（三）16
    # a law is carried to the articles after it
    《民法典》第五百七十七条、第五百八十五条第一款、第二款 ⇒ 民法典577 | 民法典585/1 | 民法典585/2
    《民法典》第十条第（二）项、第（四）项 ⇒ 民法典10//2 | 民法典10//4
    《民法典》第十条第一款第（二）项、第三款 ⇒ 民法典10/1/2 | 民法典10/3
    《民法典》第三条及第四款 ⇒ 民法典3 | 民法典3/4
    《民法典》第三条（二）项 ⇒ 民法典3//2
    《民法典》第三条和三项请求 ⇒ 民法典3
    《道路交通安全法》第七十六条第一款第（一）、（二）项 ⇒ 道路交通安全法76/1/1 | 道路交通安全法76/1/2
    《民法典》第三、四、五条 ⇒ 民法典3 | 民法典4 | 民法典5
    《民法典》第三条、四条 ⇒ 民法典3 | 民法典4
    《民法典》第三条至第五条 ⇒ 民法典3 | 民法典4 | 民法典5
    《民法典》第3-5条 ⇒ 民法典3 | 民法典4 | 民法典5
    《刑法》第一百二十条之一至第一百二十条之三 ⇒ 刑法120-1 | 刑法120-2 | 刑法120-3
    《商标法》第五十七条第（一）项至第（三）项 ⇒ 商标法57//1 | 商标法57//2 | 商标法57//3
    《民法典》第一条至第九百条 ⇒ 民法典1 | 民法典900
    《民法典》第三条的规定以及第四条之规定 ⇒ 民法典3 | 民法典4
    《民法典》第三条、⏎第四条 ⇒ 民法典3 | 民法典4
    《民法典》总则编第三条、合同编第五百条 ⇒ 民法典3 | 民法典500
    《劳动法》第三条、《劳动合同法》第四条和第五条 ⇒ 劳动法3 | 劳动合同法4 | 劳动合同法5
    民法典第一条,公司法第二条;水法第三条 ⇒ 民法典1 | 公司法2 | 水法3
    《劳动法》第三条规定：“甲应当乙。”第四条规定：“丙。” ⇒ 劳动法3 | 劳动法4
    相关法条⏎《劳动法》。⏎第六条 甲乙丙 ⇒ 劳动法6
    《劳动法》第三条。《甲规定》第一条。该法第五条 ⇒ 劳动法3 | 甲规定1 | 劳动法5
    《水法》第九条规定：“违反本法第三条的” ⇒ 水法9 | 水法3
    依照合同法第六条，同法第七条 ⇒ 合同法6 | 合同法7
    《民间借贷司法解释》第一条。《民法典》第三条。该规定第二条 ⇒ 最高人民法院关于审理民间借贷案件适用法律若干问题的规定1 | 民法典3 | 最高人民法院关于审理民间借贷案件适用法律若干问题的规定2
    # what is not attributed to a law
    合同第三条约定 ⇒ not a law3
    本合同第五条约定 ⇒ not a law5
    双方签有《设备合同》。该合同第七条约定 ⇒ not a law7
    依公司章程第十条 ⇒ not a law10
    协议第二条第一款 ⇒ not a law2/1
    保险条款第二十四条 ⇒ not a law24
    《业主大会纪要》第三条 ⇒ not a law3
    依施工合同（一）第三条 ⇒ not a law3
    《民法典》第三条。《工作方法》第四条 ⇒ 民法典3 | not a law4
    《员工手册》第三条、第四条 ⇒ not a law3 | not a law4
    《民法典》第三条。合同第八条 ⇒ 民法典3 | not a law8
    《民法典》第三条。第八条约定甲付款 ⇒ 民法典3 | not a law8
    《民法典》第三条。第四条线路经过甲地 ⇒ 民法典3
    《安置协议书》（以下简称《协议》），其中第九条第二项约定 ⇒ not a law9//2
    第十条规定 ⇒ no law named10
    同法第六条 ⇒ no law named6
    《解释》第三条 ⇒ no law named3
    《民法典》第一条。甲违背了当地条例第三条、第四条 ⇒ 民法典1 | no law named3 | no law named4
    证券公司财产调查规定第三条 ⇒ no law named3
    甲确认了乙公司财产调查规定第三条 ⇒ no law named3
    《民法典》第×条 ⇒ 民法典?
    《民法典》第十百条 ⇒ 民法典?
    《民法典》第三条至第十百条 ⇒ 民法典3 | 民法典?
    # what only looks like an article cites nothing
    我们走第三条道路 ⇒
    第三条件 ⇒
    《民法典》 ⇒
    第三审 ⇒
    第一百二十号 ⇒
    # an empty text cites nothing
    ⇒
  `),
)('%s: %s ⇒ %j', (_, text, citations) => {
  expect(cited(text)).toEqual(citations)
})

test('an abbreviation stands for the law that the text defines it for, and may be defined again', () => {
  const text =
    '《甲市乙条例》（以下简称《集补条例》）施行后，依《集补条例》第二条；《甲解释》（法释〔2020〕26号，以下简称“解释一”）、解释一第三条'
  expect(cited(text)).toEqual(['甲市乙条例2', '甲解释3'])
  expect(findCitations(text)[0]?.givenLaw).toBe('集补条例')
  const again =
    '《甲规定》（以下简称《规定》）第一条，《规定》第二条；《乙规定》（以下简称《规定》），《规定》第三条'
  expect(cited(again)).toEqual(['甲规定1', '甲规定2', '乙规定3'])
})

test('the text of each is what names it', () => {
  const textsIn = (text: string) => findCitations(text).map((citation) => citation.text)
  expect(textsIn('《甲法》第二条第（五）项第一目、第（六）项')).toEqual([
    '第二条第（五）项第一目',
    '第（六）项',
  ])
})

test('a law named too far back is not carried', () => {
  expect(cited(`《民法典》第三条。${'甲'.repeat(1600)}。第四条`)).toEqual(['民法典3', 'no law named4'])
})

test('a clause names its agreement, a hidden number its reason', () => {
  expect(findCitations('依《租赁合同》第三条')[0]).toMatchObject({
    givenLaw: '租赁合同',
    law: null,
    reason: 'not a law',
  })
  expect(findCitations('《民法典》第XX条')[0]).toMatchObject({
    article: null,
    reason: 'number not readable',
  })
})

describe('whatever the text', () => {
  const words =
    '《民法典》 《 》 （ ） （以下简称《解释》） 第 条 款 项 目 之一 三 十百 12 、 至 和 第五条 第一款 第（二）项 合同 公司法 该法 规定 。 约定 的 × -'

  test('every citation stands where it says, and its numbers come from what is written', () => {
    fc.assert(
      fc.property(textsOf(30, words, ' '), (text) => {
        for (const [index, citation] of findCitations(text).entries()) {
          expect(citation.ordinal).toBe(index + 1)
          expect(text.startsWith(citation.text, citation.offset)).toBe(true)
          expect(citation.law === null).toBe(
            citation.reason === 'no law named' || citation.reason === 'not a law',
          )
          expectWritten(citation)
        }
      }),
      { numRuns: 3000 },
    )
  })

  /** A paragraph in a list (、第二款) takes its article from the one before, so only what its text names is checked. */
  function expectWritten({ text, article, paragraph, item }: Citation): void {
    const numbers = (text.match(/[0-9〇零一二三四五六七八九十百千万两]+/g) ?? []).map(
      (one) => parseNumeral(one) ?? 0,
    )
    const isWithin = (value: number | null) =>
      value === null || (value >= Math.min(...numbers) && value <= Math.max(...numbers))
    if (text.includes('条')) expect(isWithin(article)).toBe(true)
    if (text.includes('条') && text.includes('款')) expect(isWithin(paragraph)).toBe(true)
    if (text.includes('项')) expect(isWithin(item)).toBe(true)
  }
})

describe('the labels of an article', () => {
  test.each([
    [577, null, '577', '第五百七十七条', '甲法#577'],
    [120, 1, '120-1', '第一百二十条之一', '甲法#120-1'],
    [1260, null, '1260', '第一千二百六十条', '甲法#1260'],
  ])('%s, %s', (article, articleSub, tid, label, key) => {
    expect(articleTid(article, articleSub)).toBe(tid)
    expect(articleLabel(article, articleSub)).toBe(label)
    expect(citationKey('甲法', article, articleSub)).toBe(key)
    for (const read of [articleOfTid(tid), articleOfLabel(label)])
      expect(read).toEqual({ article, articleSub })
  })

  test.each(['', '12-', '577x', '第甲条', '第三条之甲'])('%j names no article', (text) => {
    expect([articleOfTid(text), articleOfLabel(text)]).toEqual([undefined, undefined])
  })

  test('a label is read back to the article it names', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9999 }),
        fc.option(fc.integer({ min: 1, max: 99 })),
        (article, articleSub) => {
          expect(findCitations(`《民法典》${articleLabel(article, articleSub)}`)).toMatchObject([
            { article, articleSub },
          ])
        },
      ),
    )
  })
})

describe('slips of judgments', () => {
  const read = (text: string) =>
    findCitations(text).map(({ law, article, paragraph, reason }) =>
      [law ?? '-', article, paragraph ?? [], reason ?? []].flat().join(' '),
    )
  const civil = '最高人民法院关于适用《中华人民共和国民事诉讼法》的解释'
  const contract = '中华人民共和国合同法'

  test.each(
    rulesOf(`
      # an interpretation without 的 is that interpretation
      依照《最高人民法院关于适用〈中华人民共和国民事诉讼法〉解释》第九十条 ⇒ ${civil} 90
      # 〈〈, << and ＜＜ are typed for 《
      依照〈〈${contract}〉〉第一百一十七条第二款、第三百八十七条 ⇒ ${contract} 117 2 | ${contract} 387
      依照<<${contract}>>第一百一十七条第二款、第三百八十七条 ⇒ ${contract} 117 2 | ${contract} 387
      依照＜＜${contract}＞＞第一百一十七条第二款、第三百八十七条 ⇒ ${contract} 117 2 | ${contract} 387
      # 〈…〈…〉…〉 is typed for 《…〈…〉…》
      依照〈最高人民法院关于适用〈中华人民共和国民事诉讼法〉的解释〉第九十条 ⇒ ${civil} 90
      # 条 inside a number belongs to the number
      依照《中华人民共和国民法通则》第一百条零六条第二款、第一百一十一条 ⇒ 中华人民共和国民法通则 106 2 | 中华人民共和国民法通则 111
      # the law above an appended article needs no 《》
      附相关法律条文：⏎${contract}⏎第六十条当事人应当履行。⏎第一百零七条当事人不履行。 ⇒ ${contract} 60 | ${contract} 107
      # an interpretation that lost its law is read where only one has the article
      云溪区人民法院⏎执 行 裁 定 书⏎依照《最高人民法院关于适用的解释》第五百一十九条，裁定如下 ⇒ ${civil} 519
      云溪区人民法院⏎刑 事 判 决 书⏎依照《最高人民法院关于适用的解释》第五百一十九条，裁定如下 ⇒ - 519 no law named
      云溪区人民法院⏎民 事 判 决 书⏎依照《最高人民法院关于适用的解释》第九条，裁定如下 ⇒ - 9 no law named
    `),
  )('%s: %s ⇒ %j', (_, text, citations) => {
    expect(read(text)).toEqual(citations)
  })
})

test.each([
  ['of as many laws', (at: number) => `《甲${at}法》第一条`],
  ['of one law in a row', (at: number) => `${at === 0 ? '《甲法》' : ''}第${at + 1}条`],
])('stops after %s as a text may cite', (_, of) => {
  const text = Array.from({ length: MOST_CITATIONS + 100 }, (_, at) => of(at)).join('、')
  expect(findCitations(text)).toHaveLength(MOST_CITATIONS)
})
