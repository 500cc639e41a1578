import { describe, expect, test } from 'vitest'
import { findLiabilities } from '../../src/legal/liabilities.ts'
import { inPart, partiesIn, rowsOf } from './reading.ts'

const parties = partiesIn('原告：乙公司。\n被告：甲公司。\n被告：陶远舟，男。\n被告：丁一鸣，男。')
/** Liabilities as short words: kind, who, share as written and in per cent, limited or not, over which property. */
const read = (item: string): string[] =>
  inPart(`一、甲公司支付乙公司工程款700元；\n二、${item}。`, (part) => findLiabilities(part, parties)).map(
    ({ item, kind, reason, who, shareText, sharePercent, isLimited, over }) => {
      const share = shareText === null ? [] : [shareText, `(${sharePercent})`]
      const name = who.keys.length > 0 ? who.text : `${who.text}?`
      const property = over === null ? [] : ['over', over]
      return [
        item,
        ...[kind ?? [], reason ?? []].flat(),
        name,
        ...share,
        ...(isLimited ? ['limited'] : []),
        ...property,
      ].join(' ')
    },
  )

describe('who answers how for what is ordered', () => {
  test.each(
    rowsOf(`
      被告陶远舟、丁一鸣对上述债务承担连带清偿责任 ⇒ 2 连带 陶远舟 | 2 连带 丁一鸣
      被告陶远舟对上述货款向原告承担连带保证责任 ⇒ 2 连带 陶远舟
      江某公司承担连带清偿责任 ⇒ 2 连带 江某公司?
      被告陶远舟在200元范围内承担连带清偿责任 ⇒ 2 连带 陶远舟 limited
      被告陶远舟对上述款项承担30%的连带赔偿责任 ⇒ 2 按份 陶远舟 30% (30)
      被告陶远舟承担三成的赔偿责任 ⇒ 2 按份 陶远舟 三成 (30)
      被告陶远舟承担百分之三十的赔偿责任 ⇒ 2 按份 陶远舟 百分之三十 (30)
      被告陶远舟承担百分之百的赔偿责任 ⇒ 2 按份 陶远舟 百分之百 (100)
      被告丁一鸣对上述债务不能清偿部分承担补充赔偿责任 ⇒ 2 补充 丁一鸣 limited
      被告陶远舟对甲公司未能偿还的上述债务承担50%的偿还责任 ⇒ 2 按份 陶远舟 50% (50) limited
      被告陶远舟对上述债务不能清偿部分的三分之一承担赔偿责任 ⇒ 2 补充 陶远舟 三分之一 (null) limited
      被告丁一鸣对上述债务不能清偿部分的二分之一承担赔偿责任 ⇒ 2 补充 丁一鸣 二分之一 (50) limited
      被告陶远舟以其个人的其他财产对甲公司不能清偿的上述债务承担清偿责任 ⇒ 2 补充 陶远舟 limited
      被告丁一鸣对上述债务承担一般保证责任 ⇒ 2 一般保证 丁一鸣
      被告陶远舟对上述债务在对甲公司的财产依法强制执行后仍不能履行的部分承担保证责任 ⇒ 2 一般保证 陶远舟 limited
      被告陶远舟对上述债务，在对甲公司的财产依法强制执行仍不能履行的范围内承担保证责任 ⇒ 2 一般保证 陶远舟 limited
      被告陶远舟对上述债务，在就甲公司的财产依法强制执行仍不能履行的部分承担保证责任 ⇒ 2 一般保证 陶远舟 limited
      被告陶远舟在被告甲公司不能清偿上述债务时承担保证责任 ⇒ 2 一般保证 陶远舟 limited
      被告陶远舟在甲公司的财产不足以清偿上述债务时，对不足部分承担保证责任 ⇒ 2 一般保证 陶远舟 limited
      在就被告甲公司的财产强制执行仍不能履行时，被告陶远舟承担保证责任 ⇒ 2 一般保证 陶远舟 limited
      被告陶远舟对甲公司不能清偿的部分承担清偿责任 ⇒ 2 补充 陶远舟 limited
      被告陶远舟对上述债务承担差额补足责任 ⇒ 2 补充 陶远舟
      被告陶远舟对上述债务承担保证责任，承担保证责任后有权向甲公司追偿 ⇒ 2 担保 陶远舟
      上述债务由被告陶远舟承担担保责任 ⇒ 2 担保 陶远舟
      被告陶远舟在最高额500元范围内承担保证责任 ⇒ 2 担保 陶远舟 limited
      被告陶远舟承担保证责任后，有权向甲公司追偿 ⇒
      被告陶远舟有权在承担保证责任范围内向甲公司追偿 ⇒
      被告陶远舟免于承担担保责任 ⇒
      被告陶远舟就其承担保证责任超过份额的部分有权向甲公司追偿 ⇒
      如甲公司未按期付款，被告陶远舟对剩余债务承担保证责任 ⇒
      被告陶远舟在欠付工程款412元范围内对上述款项承担给付责任 ⇒ 2 限额内 陶远舟 limited
      原告乙公司对被告陶远舟名下位于柳巷8号的房屋折价或者拍卖、变卖所得价款享有优先受偿权 ⇒ 2 优先受偿 乙公司 over 被告陶远舟名下位于柳巷8号的房屋
      如甲公司未按期付款，原告乙公司对陶远舟的车辆优先受偿 ⇒ 2 优先受偿 乙公司 over 陶远舟的车辆
      被告陶远舟对上述款项承担按份连带责任 ⇒ 2 kinds differ 陶远舟
      被告陶远舟对上述款项承担补充连带责任 ⇒ 2 补充 陶远舟
      变更第二项“陶远舟承担连带责任”为“丁一鸣承担连带责任” ⇒ 2 连带 丁一鸣
      被告陶远舟在上述款项的30%范围内承担连带责任；⏎三、被告丁一鸣对上述债务不能清偿部分的二分之一向乙公司承担赔偿责任 ⇒ 2 连带 陶远舟 30% (30) limited | 3 补充 丁一鸣 二分之一 (50) limited
      被告陶远舟不承担连带责任 ⇒
      驳回原告要求被告丁一鸣承担连带清偿责任的诉讼请求 ⇒
      驳回原告要求陶远舟承担连带责任，丁一鸣承担补充责任的诉讼请求 ⇒
      如被告甲公司未按期付款，则被告陶远舟承担连带清偿责任 ⇒
      如被告甲公司未按期付款，则陶远舟承担连带责任，丁一鸣承担连带责任 ⇒
      被告陶远舟在对甲公司的财产依法强制执行仍不能履行的范围内不承担保证责任 ⇒
      甲公司支付律师费5元 ⇒
    `),
  )('%s', (item, liabilities) => {
    expect(read(item)).toEqual(liabilities)
  })
})
