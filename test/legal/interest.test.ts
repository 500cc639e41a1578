import { describe, expect, test } from 'vitest'
import { findBorneFees } from '../../src/legal/fee-bearers.ts'
import { findInterest } from '../../src/legal/interest.ts'
import type { Named } from '../../src/legal/mentions.ts'
import { inPart, partiesIn, rowsOf, sumsOf } from './reading.ts'

const parties = partiesIn('原告：乙公司。\n被告：甲公司。\n被告：陶远舟，男。\n被告：丁一鸣，男。')
const namesOf = (named: readonly Named[]): string => named.flatMap(({ keys }) => keys).join('、')
const numberAt = (text: string, { offset }: { readonly offset: number }): string =>
  /^\d*/.exec(text.slice(offset))?.[0] ?? ''

describe('interest that an operative part orders', () => {
  /** As short words: kind, its sum, on which base, from and until when, at which rate, who pays. */
  const read = (text: string): string[] =>
    inPart(text, (part) => findInterest(part, sumsOf(text, parties), parties)).map(
      ({ kind, amount, base, baseText, from, until, rate, payers }) => {
        const on = base === null ? baseText : numberAt(text, base)
        const times = rate?.multiple === 1 ? '' : ` × ${rate?.multiple ?? '?'}`
        const height = rate?.benchmark ? `${rate.benchmark}${times}` : `${rate?.percent}% a ${rate?.period}`
        return [
          ...[kind, amount?.amount ?? [], on === null ? [] : `on ${on}`],
          ...[
            from === null ? [] : `from ${from.date ?? from.text}`,
            until === null ? [] : `to ${until.text}`,
          ],
          ...[rate === null ? [] : height, namesOf(payers)],
        ]
          .flat()
          .join(' ')
          .trim()
      },
    )
  const goods = '被告甲公司支付原告乙公司货款100元'
  const [based, since] = [`${goods}及利息（以100元为基数，`, '自2020年10月1日起']
  const [on, till] = ['利息 on 100 from 2020-10-01', 'to 付清之日']

  test.each(
    rowsOf(`
      一、${based}${since}至实际付清之日止，按全国银行间同业拆借中心公布的一年期贷款市场报价利率计算）；⏎二、驳回其他诉讼请求。 ⇒ ${on} to 实际付清之日 LPR 甲公司
      ${based}自2018年5月6日起至2019年8月19日止按照中国人民银行同期同类贷款基准利率计算；自2019年8月20日起至2020年9月30日止按年利率12%计算；${since}至付清之日止按照贷款市场报价利率的四倍计算）。 ⇒ 利息 on 100 from 2018-05-06 to 2019年8月19日 贷款基准利率 甲公司 | 利息 on 100 from 2019-08-20 to 2020年9月30日 12% a year 甲公司 | ${on} ${till} LPR × 4 甲公司
      一、解除合同；⏎二、${goods}及利息（${since}按年利率6%计算至付清之日止）。 ⇒ ${on} ${till} 6% a year 甲公司
      ${goods}，并支付利息（以100元为本金，从2020年10月1日起按月利率2%计算至付清之日止）。 ⇒ ${on} ${till} 2% a month 甲公司
      ${based}自2020年10月起按LPR计算至付清之日止）。 ⇒ 利息 on 100 from 2020年10月 ${till} LPR 甲公司
      ${goods}及利息（以100元为计息的基数，${since}按LPR计算至付清之日止）。 ⇒ ${on} ${till} LPR 甲公司
      甲公司支付乙公司自2020年1月1日收货的货款100元及利息（${since}按LPR计算至付清之日止）。 ⇒ ${on} ${till} LPR 甲公司
      ${based}${since}按月息2分计算至付清之日止）。 ⇒ ${on} ${till} 2% a month 甲公司
      ${based}${since}按每日千分之一计算至付清之日止）。 ⇒ ${on} ${till} 0.1% a day 甲公司
      ${based}${since}按0.05%/日计算至付清之日止）。 ⇒ ${on} ${till} 0.05% a day 甲公司
      被告甲公司支付原告乙公司${'依据双方签订的钢材买卖合同、补充协议和结算单所供钢材并经双方工地材料员共同签收的'.repeat(3)}货物的违约金（以尚欠货款30元为基数，自2022年4月5日起按日万分之五计算至付清之日止）。 ⇒ 违约金 on 30 from 2022-04-05 ${till} 0.05% a day 甲公司
      甲公司偿还乙公司借款本金290元、截至2019年11月20日的利息86元，并支付自2019年11月21日起至款清之日止按合同约定利率计算的利息。 ⇒ 利息 86 to 2019年11月20日 甲公司 | 利息 from 2019-11-21 to 款清之日 约定利率 甲公司
      甲公司偿还乙公司借款290元、利息86元（自2019年1月1日起至2019年11月20日止按年利率6%计算）。 ⇒ 利息 86 to 2019年11月20日 甲公司
      甲公司偿还乙公司借款本金290元、利息30元、罚息12元、复利15元。 ⇒ 利息 30 甲公司 | 罚息 12 甲公司 | 复利 15 甲公司
      ${based}${since}按一年期贷款市场报价利率加计50%计算至付清之日止）。 ⇒ ${on} ${till} LPR × 1.5 甲公司
      ${based}${since}按一年期贷款市场报价利率的二分之一计算至付清之日止）。 ⇒ ${on} ${till} LPR × ? 甲公司
      ${based}${since}按LPR下浮10%计算至付清之日止）。 ⇒ ${on} ${till} LPR × ? 甲公司
      ${goods}及利息（${since}按贷款市场报价利率（LPR）的1.3倍计算至付清之日止）。 ⇒ ${on} ${till} LPR × 1.3 甲公司
      ${based}${since}按银行同期同类贷款利率上浮30%计算至付清之日止）。 ⇒ ${on} ${till} 贷款基准利率 × 1.3 甲公司
      ${based}${since}按银行一年期定期存款利率计算至付清之日止）。 ⇒ ${on} ${till} 存款利率 甲公司
      ${goods}及利息（自借款到期之日起至付清之日止按LPR计算）。 ⇒ 利息 on 100 from 借款到期之日 ${till} LPR 甲公司
      甲公司支付乙公司利息（按本金100元，${since}按LPR计算至付清之日止）。 ⇒ ${on} ${till} LPR 甲公司
      甲公司支付乙公司逾期利息（以未还借款本金为基数，${since}至付清之日止，按年利率15.4%计算）。 ⇒ 利息 on 未还借款本金 from 2020-10-01 ${till} 15.4% a year 甲公司
      甲公司支付乙公司利息壹佰元（¥120）。 ⇒ 利息 甲公司
      ${goods}及自2020年10月1日起至付清之日止的利息。 ⇒ 利息 from 2020-10-01 ${till} 甲公司
      ${goods}及利息（${since}计算至付清之日止）。 ⇒ ${on} ${till} 甲公司
      ${goods}、租金20元及利息（${since}按LPR计算至付清之日止）。 ⇒ 利息 from 2020-10-01 ${till} LPR 甲公司
      陶远舟、丁一鸣共同偿还原告借款60元及利息（${since}按年利率24%计算至付清之日止）。 ⇒ 利息 on 60 from 2020-10-01 ${till} 24% a year 陶远舟、丁一鸣
      甲公司返还乙公司保证金50元及资金占用利息（自2019年1月1日起至返还之日止，按中国人民银行同期存款基准利率计算）。 ⇒ 资金占用费 on 50 from 2019-01-01 to 返还之日 存款利率 甲公司
      ${goods}及利息（${since}按LPR计算至给付完毕之日止）。 ⇒ ${on} to 给付完毕之日 LPR 甲公司
      甲公司支付乙公司利息：以90元为基数，自2020年1月1日至2020年9月30日按年利率12%计算；以100元为基数，${since}至付清之日止按年利率6%计算；以其房屋抵押的，另行处理。 ⇒ 利息 on 90 from 2020-01-01 to 2020年9月30日 12% a year 甲公司 | ${on} ${till} 6% a year 甲公司
      变更某法院判决第一项“甲公司支付乙公司货款90元及利息（自2021年3月1日起至付清之日止按LPR计算）”为“${goods}及利息（${since}至付清之日止按年利率6%计算）”。 ⇒ ${on} ${till} 6% a year 甲公司
      ${goods}。⏎如果未按本判决指定的期间履行给付金钱义务，应当依照《中华人民共和国民事诉讼法》第二百六十条规定，加倍支付迟延履行期间的债务利息。 ⇒ 迟延履行利息
      ${goods}。审判员李平书记员王安附相关法律条文：第二百五十三条：被执行人未按判决、裁定指定的期间履行给付金钱义务的，应当加倍支付迟延履行期间的债务利息。 ⇒
      一、${goods}；⏎二、驳回原告要求被告支付${since}按年利率6%计算的利息的诉讼请求。 ⇒
      甲公司无需支付乙公司${since}按年利率6%计算的利息。 ⇒
      被告陶远舟${since}每月支付原告抚养费1500元至其年满十八周岁之日止。 ⇒
      甲公司支付乙公司2018年1月1日起至2019年1月1日止的租金36元及滞纳金。 ⇒
      判决书第一项“${goods}，并${since}按LPR支付利息”补正为“甲公司偿还乙公司86元，并${since}按LPR支付利息”。 ⇒
    `),
  )('%s', (text, interest) => {
    expect(read(text)).toEqual(interest)
  })

  test.each(['一年期贷款市场报价利率', '5年期以上LPR的1.5倍', '贷款市场报价利率（一年期）'])(
    'the loan prime rate stands with its term: %s',
    (words) => {
      const rates = (text: string) =>
        inPart(text, (part) => findInterest(part, [], parties)).map(({ rate }) => rate?.text)
      expect(rates(`${based}${since}按${words}计算）。`)).toEqual([words])
      expect(rates(`${based}${since}按同期贷款市场报价利率计算）。`)).toEqual(['贷款市场报价利率'])
    },
  )
})

describe('fees, and who bears them', () => {
  const read = (closing: string): string[] => {
    const text = `驳回原告乙公司的诉讼请求。\n${closing}`
    return inPart(text, (part) => findBorneFees(part, parties)).map(({ fee, amount, bearers, isShared }) =>
      [
        ...[fee, amount === null ? '?' : numberAt(text, amount), namesOf(bearers)],
        ...(isShared ? ['together'] : []),
      ].join(' '),
    )
  }

  test.each(
    rowsOf(`
      案件受理费2300元，由原告乙公司负担。 ⇒ 案件受理费 2300 乙公司
      以上案件受理费100元，由甲公司负担。 ⇒ 案件受理费 100 甲公司
      案件受理费100元，由甲公司负担40元。 ⇒ 案件受理费 40 甲公司
      案件受理费500元，减半收取250元，由被告甲公司负担。 ⇒ 案件受理费 250 甲公司
      案件受理费8800元、保全费5000元，合计13800元，由被告甲公司负担。 ⇒ 案件受理费 8800 甲公司 | 保全费 5000 甲公司
      案件受理费1000元，由原告乙公司负担300元，被告甲公司负担700元。 ⇒ 案件受理费 300 乙公司 | 案件受理费 700 甲公司
      案件受理费1000元，由原告乙公司负担300元，余款由被告甲公司负担。 ⇒ 案件受理费 300 乙公司 | 案件受理费 ? 甲公司
      案件受理费1000元、保全费520元，由原告负担520元，由被告甲公司负担1000元。 ⇒ 案件受理费、保全费 520 乙公司 | 案件受理费、保全费 1000 甲公司
      案件受理费4600元，由被告陶远舟、丁一鸣共同负担。 ⇒ 案件受理费 4600 陶远舟、丁一鸣 together
      案件受理费200元，由陶远舟、丁一鸣各负担100元。 ⇒ 案件受理费 100 陶远舟、丁一鸣
      案件受理费200元，由陶远舟、丁一鸣负担各100元。 ⇒ 案件受理费 100 陶远舟、丁一鸣
      案件受理费200元，由陶远舟、丁一鸣各自负担。 ⇒ 案件受理费 ? 陶远舟、丁一鸣
      一审案件受理费100元，由甲公司负担；二审案件受理费120元，由乙公司负担。 ⇒ 案件受理费 100 甲公司 | 案件受理费 120 乙公司
      一审案件受理费100元，由甲公司负担，二审案件受理费120元，由乙公司负担。 ⇒ 案件受理费 100 甲公司 | 案件受理费 120 乙公司
      案件受理费100元，鉴定费3000元，均由甲公司负担。 ⇒ 案件受理费 100 甲公司 | 鉴定费 3000 甲公司
      案件受理费100元，减半收取50元。 ⇒
      上述债务由陶远舟承担连带责任。 ⇒
      反诉费180元，由甲公司负担80元，乙公司承担100元。 ⇒ 案件受理费 80 甲公司 | 案件受理费 100 乙公司
    `),
  )('%s', (closing, fees) => {
    expect(read(closing)).toEqual(fees)
  })
})
