/** For use in a regular expression: words for paying. 赔偿金 and 补偿款 are none. */
export const PAY = `(?:支付|给付|付清|付还|偿还|返还|归还|退还|退回|退赔|清偿|偿付|赔付|付给|补缴|缴纳|补足|发还|结清|履行[^，。；]{0,4}付款义务|(?:赔偿|补偿)(?![金款费责安协标]))(?!责任)`
const NOT_DONE =
  '(?<!无需|无须|毋需|毋须|不需|不需要|无需要|不再|不予|停止|免予|免除|拒绝|尚未|不能|未能|无法|不足以?|[不未已欠免])'
const VERB = new RegExp(`${NOT_DONE}${PAY}(?:给)?`, 'g')
/** Words under which nothing is ordered: to the end of the sentence, or to the next comma. */
const DENIED = /驳回|不予支持|准许|优先受偿|追偿/g
const DENIED_CLAUSE =
  /无需|无须|毋需|毋须|不需要?|免除|不承担|冻结|查封|扣押|扣划|划拨|拍卖|变卖|维持|撤销|确认|享有/g
const CHANGED_FROM = /变更[^；]{0,160}?项(?:内容)?为[：:，]?|变更[^；]{0,160}?为[：:]/g

/** A verb of paying, and up to where it governs. */
export type PaymentVerb = { readonly start: number; readonly end: number; readonly governsTo: number }

/** The verbs by which a sentence orders somebody to pay; 无需支付, 驳回…支付…的请求 and 冻结 are none. Linear. */
export function paymentVerbs(sentence: string): PaymentVerb[] {
  const denied = deniedRanges(sentence)
  const isDenied = (at: number): boolean => denied.some(([from, to]) => at >= from && at < to)
  const verbs = [...sentence.matchAll(VERB)].filter(({ index }) => !isDenied(index))
  return verbs.map(({ index, 0: verb }, place) => ({
    start: index,
    end: index + verb.length,
    governsTo: verbs[place + 1]?.index ?? denied.find(([start]) => start > index)?.[0] ?? sentence.length,
  }))
}

/** Where the sentence orders nothing. */
function deniedRanges(sentence: string): (readonly [number, number])[] {
  const toEnd = [...sentence.matchAll(DENIED)].map(({ index }) => [index, sentence.length] as const)
  const toComma = [...sentence.matchAll(DENIED_CLAUSE)].map(({ index }) => {
    const comma = sentence.slice(index).search(/[，,]/)
    return [index, comma < 0 ? sentence.length : index + comma] as const
  })
  const changed = [...sentence.matchAll(CHANGED_FROM)].map(
    (match) => [match.index, match.index + match[0].length] as const,
  )
  const change = changed[0]
  const others = [...toEnd, ...toComma]
  return change === undefined
    ? others
    : [change, ...others.filter(([start]) => start < change[0] || start >= change[1])].sort(
        (a, b) => a[0] - b[0],
      )
}
