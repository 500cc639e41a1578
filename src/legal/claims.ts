import { amountRole, roleSet } from './amount-roles.ts'
import { endOf, findAmounts } from './amounts.ts'
import { group, type Named, readerOf, wordsBefore } from './mentions.ts'
import type { OrderAmount } from './orders.ts'
import type { Party } from './parties.ts'
import { afterLast, excerpt, type Sentence } from './text.ts'

/** Where a text begins to say what was asked for. Counterclaims are not read. */
const ASKED =
  /(?<!反诉|上诉|再审)(?:提出(?:如下)?(?:诉讼|起诉)请求|(?:诉讼|起诉|本诉)请求(?:如下|为)?|一审请求|附带民事诉讼原告人[^。；，请]{2,20}请求|(?:诉请|请求|恳请|诉求|要求)(?:本院|贵院|人民法院|法院|贵会)?(?:依法)?(?:判令|判决|判如所请|裁决|裁定|分割)|诉请(?=[原被]告)|(?:诉请|恳请|诉求)(?=\s?[：:]))\s?[：:]?/g
/** In 原告诉称…要求：1、…, but not in what the other side answers. */
const ASKED_IN_COMPLAINT = /(?:要求|请求)\s?[：:](?=\s?[一1１①（(])/g
/** 要求被告偿还100元 at the end of a complaint; 多次要求被告偿还 tells what went before. */
const ASKED_LAST =
  /(?:要求|请求)(?=[^。；，]{0,6}被(?:告|申请人)[^。；]{0,60}(?:偿还|支付|给付|返还|归还|赔偿))(?<![次经曾再][^，。；]{0,6})/g
const COMPLAINT = /诉称|起诉|诉至|诉讼来院|申请(?:支付令|国家赔偿|作出赔偿决定)/
const ANSWER = /(?:辩称|答辩|反诉)/
/** 原告无需支付被告工资100元: the sum is another's claim. */
const DENIES =
  /(?:无需|无须|毋需|不需|不应|不予|不)(?:再)?(?:向[^，。；]{1,30})?(?:支付|给付|承担|赔偿|返还|偿还)[^；;。]*$/
const DETAILS = /元[^；;。元]{0,12}(?:其中|明细|包括|包含|分别为|具体(?:为|如下|计算)|计算(?:方式|方法|如下))/
const ENDS =
  /\n(?!\s{0,4}(?:\d{1,2}[.．、]|[一二三四五六七八九十]{1,3}、))|事实(?:和|与|及)理由|。(?!\s?\d{1,2}[.．、])/
const NUMBER = /(?:^|[；;。：:，,\s])\s?(?:(\d{1,2})[.．、](?!\d)|([一二三四五六七八九十]{1,3})、)/g
/** What stands behind is the decision, which refuses or grants 诉讼请求. */
const DECISIONS = ['判决如下', '裁定如下', '决定如下'] as const
/** Totals of what is claimed, and what a claim is worked out from. */
const NOT_CLAIMED = roleSet('合计', '基数', '已付')
/** 工资18000元（4000元/月×4.5个月）. */
const FACTOR = /^[/／][^，。；（）()]{1,8}[×xX*]/
const LONGEST = 3000
const LONGEST_LEAD = 80
const MOST_PASSAGES = 12

/**
 * The sums that the claimant asked for, from the first passage after 诉讼请求 or 请求判令 that names any, with the number
 * of the request and who asks (`payees`). No court orders them yet. Offsets count in `content`. Source: docs/decisions.md, Orders and claims.
 */
export function claimedAmounts(content: string, parties: readonly Party[]): OrderAmount[] {
  const until = Math.max(...DECISIONS.map((words) => content.lastIndexOf(words)))
  const asking = until < 0 ? content : content.slice(0, until)
  for (const match of passagesOf(asking).slice(0, MOST_PASSAGES)) {
    const offset = match.index + match[0].length
    const rest = asking.slice(offset, offset + LONGEST)
    const amounts = amountsOf({ offset, text: rest.slice(0, ENDS.exec(rest)?.index) })
    if (amounts.every(({ amount }) => amount === null)) continue
    const payees = claimants(asking, match.index, parties)
    return amounts.map((one) => ({ ...one, payees }))
  }
  return []
}

/** Where requests begin, in the order of the text; last what only the words of a complaint tell. */
function passagesOf(text: string): RegExpExecArray[] {
  const [complaint, answer] = [text.search(COMPLAINT), text.search(ANSWER)]
  const inComplaint = (shape: RegExp): RegExpExecArray[] =>
    [...text.matchAll(shape)].filter(
      ({ index }) => complaint >= 0 && complaint < index && (answer < 0 || index < answer),
    )
  const asked = [...text.matchAll(ASKED), ...inComplaint(ASKED_IN_COMPLAINT)]
  return [...asked.sort((a, b) => a.index - b.index), ...inComplaint(ASKED_LAST).slice(-1)]
}

/** Who the sentence begins with: 原告甲公司向本院提出诉讼请求, 乙向一审法院起诉请求; empty where that is not certain. */
function claimants(text: string, at: number, parties: readonly Party[]): Named[] {
  const offset = afterLast('。；：\n', text, at)
  if (at - offset > LONGEST_LEAD) return []
  const lead = readerOf(parties).passage({ offset, text: text.slice(offset, at) })
  const [first] = lead.mentions
  if (first === undefined || first.keys.length === 0 || wordsBefore(lead.text, first).trim() !== '') return []
  return group(lead, first)
}

function amountsOf({ text, offset }: Sentence): OrderAmount[] {
  const numbers = [...text.matchAll(NUMBER)].map((match) => match.index)
  const found = findAmounts(text)
  return found.flatMap((amount, index) => {
    const item = numbers.filter((at) => at <= amount.offset).length
    const from = numbers[item - 1] ?? 0
    const request = text.slice(from, numbers[item])
    const at = amount.offset - from
    const role = amountRole(request, { ...amount, offset: at }, Math.max(0, endOf(found[index - 1]) - from))
    const upTo = request.slice(0, at)
    const isFactor = FACTOR.test(request.slice(at + amount.text.length))
    if (DENIES.test(upTo) || DETAILS.test(upTo) || isFactor || NOT_CLAIMED.has(role)) return []
    return {
      ...amount,
      offset: offset + amount.offset,
      item: Math.max(1, item),
      role,
      isOrdered: false,
      payers: [],
      payees: [],
      evidence: excerpt(request.replace(/^[；;。：:，,\s]+/, ''), at),
    }
  })
}
