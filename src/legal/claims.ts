import { amountRole, roleSet } from './amount-roles.ts'
import { endOf, findAmounts } from './amounts.ts'
import { group, type Named, readerOf, wordsBefore } from './mentions.ts'
import type { OrderAmount } from './orders.ts'
import type { Party } from './parties.ts'
import { itemsBehind } from './statements-decided.ts'
import { afterLast, excerpt, type Sentence } from './text.ts'

/** Where a text begins to say what was asked for. Counterclaims are not read. */
const ASKED =
  /(?<!反诉|上诉|再审)(?:提出(?:如下)?(?:诉讼|起诉)请求|(?:诉讼|起诉|本诉)请求(?:如下|为)?|一审请求|附带民事诉讼原告人[^。；，请]{2,20}请求|(?:诉请|请求|恳请|诉求|要求)(?:本院|贵院|人民法院|法院|贵会)?(?:依法)?(?:判令|判决|判如所请|裁决|裁定|分割)|诉请(?=[原被]告)|(?:诉请|恳请|诉求)(?=\s?[：:]))\s?[：:]?/g
/** In 原告诉称…要求：1、…, but not in what the other side answers. */
const ASKED_IN_COMPLAINT = /(?:要求|请求)\s?[：:](?=\s?[一1１①（(])/g
/** 要求被告偿还100元 at the end of a complaint; 多次要求被告偿还 tells what went before. */
const ASKED_LAST =
  /(?:要求|请求)(?:(?=[^。；，]{0,6}被(?:告|申请人)[^。；]{0,60}(?:偿还|支付|给付|返还|归还|赔偿))|(?<=起诉..)(?=[^。；]{0,60}(?:偿还|支付|给付|返还|归还|赔偿))|(?=撤销[^。；，]{2,40}，(?:返还|赔偿|支付)))(?<![次经曾再][^，。；]{0,6})/g
/** What an appellant asks for, where no claim of the first instance is told. */
const APPEALED =
  /上诉请求(?:为|如下)?\s?[：:]?|(?<=上诉称[^。；\n]{0,200})(?:请求|要求)(?=(?:二审|法院|依法){0,3}改判)/g
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
/** 将第2项请求的违约金调整为100元, 变更诉讼请求为支付100元: what is changed, and into what. */
const CHANGED =
  /(?:将([^，。；]{2,40}?))?(?:变更|调整|减少|增加|降低|缩减)((?:上述|其|本案)?(?:诉讼请求|诉请))?(?:为|至)\s?[：:]?([^。；]{0,400})/g
/** Where others speak, or the court finds: what they say is changed is a contract. */
const NOT_LATER = /辩称|答辩|查明|认定|认为/
/** In whose sentence a change is one of a claim, not of a contract. */
const IN_COURT = /庭审|审理|当庭|诉讼(?:中|过程)|请求|诉请/
const WITHDRAWN = /撤回(第[一二三四五六七八九十\d、，和及第项]{1,20})项(?:诉讼)?请求/g
const EVERY = /^(?:上述|其|本案|全部)?(?:诉讼请求|诉请)$/
const LONGEST = 3000
const LONGEST_LEAD = 80
const MOST_PASSAGES = 12

/**
 * The sums that the claimant asked for, from the first passage after 诉讼请求 or 请求判令 that names any, as later changed, with the
 * number of the request and who asks (`payees`); where none is told, those of an appellant who sued. No court orders them yet.
 * Offsets count in `content`. Source: docs/decisions.md, Orders and claims.
 */
export function claimedAmounts(content: string, parties: readonly Party[]): OrderAmount[] {
  const until = Math.max(...DECISIONS.map((words) => content.lastIndexOf(words)))
  const asking = until < 0 ? content : content.slice(0, until)
  const read = ({ index, 0: words }: RegExpExecArray): OrderAmount[] => {
    const offset = index + words.length
    const rest = asking.slice(offset, offset + LONGEST)
    const text = rest.slice(0, ENDS.exec(rest)?.index)
    const amounts = amountsOf({ offset, text })
    if (amounts.every(({ amount }) => amount === null)) return []
    const payees = claimants(asking, index, parties)
    const later = rest.slice(text.length)
    const changed = withChanges(amounts, {
      offset: offset + text.length,
      text: later.slice(0, NOT_LATER.exec(later)?.index),
    })
    return changed.map((one) => ({ ...one, payees }))
  }
  for (const match of passagesOf(asking).slice(0, MOST_PASSAGES)) {
    const claims = read(match)
    if (claims.length > 0) return claims
  }
  const appeals = [...asking.matchAll(APPEALED)].slice(0, MOST_PASSAGES).map(read)
  return appeals.find(([first]) => first !== undefined && hasSued(first.payees, parties)) ?? []
}

const hasSued = (named: readonly Named[], parties: readonly Party[]): boolean =>
  named.length > 0 &&
  named.every(({ keys }) =>
    keys.every((key) => parties.some((one) => one.key === key && one.originalSide === 'plaintiff')),
  )

/** The claims without what was withdrawn, and with what replaced others; a change that does not say of which is none. */
function withChanges(claims: readonly OrderAmount[], later: Sentence): OrderAmount[] {
  let left = [...claims]
  for (const [, items = ''] of later.text.matchAll(WITHDRAWN))
    left = withoutItems(left, itemsBehind(`${items}项`))
  for (const { index, 0: whole, 1: what = '', 2: all = '', 3: into = '' } of later.text.matchAll(CHANGED)) {
    const offset = later.offset + index + whole.length - into.length
    const items = itemsBehind(what.replace(/^[^第]*/, ''))
    const isMeant = meantBy(what, items, EVERY.test(what) || (what === '' && all !== ''), left)
    const sentence = later.text.slice(afterLast('。；\n', later.text, index), index + whole.length)
    if (isMeant === null || !IN_COURT.test(sentence)) continue
    const item = Number(items[0] ?? 1)
    const changed = amountsOf({ offset, text: into }).map((one) => ({ ...one, item }))
    left = [...left.filter((one) => !isMeant(one)), ...changed]
  }
  return left
}

const withoutItems = (claims: readonly OrderAmount[], items: readonly string[]): OrderAmount[] =>
  claims.filter(({ item }) => !items.includes(String(item)))

/** Which claims a change is about: all, those of the items that it names, or the only one that has its words before the sum. */
function meantBy(
  what: string,
  items: readonly string[],
  isAll: boolean,
  claims: readonly OrderAmount[],
): ((claim: OrderAmount) => boolean) | null {
  if (isAll) return () => true
  if (items.length > 0) return ({ item }) => items.includes(String(item))
  const meant =
    what.length < 2 ? [] : claims.filter(({ evidence, text }) => evidence.split(text)[0]?.includes(what))
  return meant.length === 1 ? (one) => one === meant[0] : null
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
