import { amountRole } from './amount-roles.ts'
import { findAmounts } from './amounts.ts'
import type { OrderAmount } from './orders.ts'
import { excerpt } from './text.ts'

/** Where a text begins to say what was asked for. Counterclaims are not read. */
const ASKED =
  /(?<!反诉|上诉|再审)(?:提出(?:如下)?(?:诉讼|起诉)请求|(?:诉讼|起诉)请求(?:如下|为)?|(?:诉请|请求|恳请|诉求|要求)(?:本院|贵院|人民法院|法院|贵会)?(?:依法)?(?:判令|判决|判如所请|裁决)|(?:诉请|恳请|诉求)(?=\s?[：:]))\s?[：:]?/g
/** 原告无需支付被告工资100元: the sum is another's claim. */
const DENIES =
  /(?:无需|无须|毋需|不需|不应|不予|不)(?:再)?(?:向[^，。；]{1,30})?(?:支付|给付|承担|赔偿|返还|偿还)[^；;。]*$/
const DETAILS = /元[^；;。元]{0,12}(?:其中|明细|包括|包含|分别为|具体(?:为|如下|计算)|计算(?:方式|方法|如下))/
const ENDS =
  /\n(?!\s{0,4}(?:\d{1,2}[.．、]|[一二三四五六七八九十]{1,3}、))|事实(?:和|与|及)理由|。(?!\s?\d{1,2}[.．、])/
const NUMBER = /(?:^|[；;。：:，,\s])\s?(?:(\d{1,2})[.．、](?!\d)|([一二三四五六七八九十]{1,3})、)/g
const LONGEST = 3000
const MOST_PASSAGES = 12

/**
 * The sums that the claimant asked for, from the first passage after 诉讼请求 or 请求判令 that names any, with the number
 * of the request. No court orders them yet. Offsets count in `content`. Source: docs/domain.md, Orders and claims.
 */
export function claimedAmounts(content: string): OrderAmount[] {
  let passages = 0
  for (const match of content.matchAll(ASKED)) {
    if (++passages > MOST_PASSAGES) break
    const start = match.index + match[0].length
    const rest = content.slice(start, start + LONGEST)
    const amounts = amountsOf(rest.slice(0, ENDS.exec(rest)?.index ?? rest.length), start)
    if (amounts.some(({ amount }) => amount !== null)) return amounts
  }
  return []
}

function amountsOf(passage: string, offset: number): OrderAmount[] {
  const numbers = [...passage.matchAll(NUMBER)].map((match) => match.index)
  const found = findAmounts(passage)
  return found.flatMap((amount, index) => {
    const item = numbers.filter((at) => at <= amount.offset).length
    const from = numbers[item - 1] ?? 0
    const to = numbers[item] ?? passage.length
    const previous = found[index - 1]
    const before = previous === undefined ? 0 : previous.offset + previous.text.length - from
    const request = passage.slice(from, to)
    const at = amount.offset - from
    const role = amountRole(request, at, at + amount.text.length, Math.max(0, before))
    const upTo = request.slice(0, at)
    if (DENIES.test(upTo) || DETAILS.test(upTo)) return []
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
