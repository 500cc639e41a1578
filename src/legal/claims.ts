import { amountRole, grossSums, roleSet } from './amount-roles.ts'
import { endOf, findAmounts } from './amounts.ts'
import { soFar } from './assertions.ts'
import { noteBound } from './bounds.ts'
import { group, type Named, readerOf, wordsBefore } from './mentions.ts'
import { parseNumeral } from './numerals.ts'
import { keysOf, NOT_ORDERED, type OrderAmount, type OrderAmounts, RUNNING } from './orders.ts'
import type { Parties } from './parties.ts'
import { itemsBehind } from './statements-decided.ts'
import { afterLast, excerpt, matchesOf, type Sentence } from './text.ts'

/** A sum that is asked for; `recited`: in the first instance, as a later one tells; `counterclaim`: by who was sued. */
export type Claim = OrderAmount & { readonly part: 'claim' | 'recited' | 'counterclaim' }

const ASKED =
  /(?<!反诉|上诉|再审)(?:提出(?:如下)?(?:诉讼|起诉)请求|(?:诉讼|起诉|本诉)请求(?:如下|为)?|一审请求|请求(?<=附带民事诉讼原告人[^。；，请]{2,20}请求)|(?:诉请|请求|恳请|诉求|要求)(?:本院|贵院|人民法院|法院|贵会)?(?:依法)?[：:]?(?:判令|判决|判如所请|裁决|裁定|分割)|诉请(?=[二两三四五各]?[原被]告)|请(?=依法判)|(?:诉请|恳请|诉求)(?=\s?[：:]))\s?[：:]?/g
/** In 原告诉称…要求：1、…, but not in what the other side answers. */
const ASKED_IN_COMPLAINT = /(?:要求|请求)\s?[：:](?=\s?[一1１①（(])/g
/** 要求被告偿还100元 at the end of a complaint; 多次要求被告偿还 tells what went before. */
const ASKED_LAST =
  /(?:要求|请求)(?:(?=[^。；，]{0,6}被(?:告|申请人)[^。；]{0,60}(?:偿还|支付|给付|返还|归还|赔偿))|(?<=起诉..)(?=[^。；]{0,60}(?:偿还|支付|给付|返还|归还|赔偿))|(?=撤销[^。；，]{2,40}，(?:返还|赔偿|支付))|(?=[^。；，]{0,8}离婚[；，])|(?=[^。；，]{0,6}(?:依法)?追究[^。；]{0,60}赔偿))(?<![次经曾再][^，。；]{0,6})/g
const COUNTERCLAIMED =
  /反诉(?:诉讼)?(?:请求|诉请)(?:如下|为)?\s?[：:]|反诉[^。；\n]{0,24}(?:请求|要求)(?:本院|法院)?(?:依法)?(?:判令|判决|(?=\s?[：:]|[本反]?诉?[原被]告))\s?[：:]?|(?:请求|要求)(?:本院|法院)?(?:依法)?(?:判令|判决)\s?[：:]?(?=(?:[1一１][.．、])?反诉被告)/g
const APPEALED =
  /(?:上诉|再审|申诉)请求(?:(?:为|如下|是)?\s?[：:]|(?=撤销|改判|依法|判令))|(?:请求|要求)(?=[^，。；]{0,12}(?:撤销[^。；，]{0,40}[，；]){0,3}(?:依法再审，|再审|并|依法|\d[.．、])*改判)(?![^。]{0,300}撤回上诉处理)/g
/** 撤销第一项即100元的判决，改判200元: the sum before 改判 is that of the decision below. */
const OF_BELOW = /撤销|维持|变更/
/** 原审被告、反诉原告: its appeal asks for what another is to pay; what it wants to pay itself is no claim. */
const COUNTERSUED = /反诉(?:原告|人)/
const REPLACED = /改判|判令|变更[^。；]{0,80}为|变更[^。；]{0,60}，由|支持[^，。；]{0,20}请求，即/
/** Requests of an application: the sale of a pledge, the enforcement of a fine, compensation by the state. */
const APPLIED =
  /(?:请求|申请|要求)[^，。；]{0,40}支付令[，：]|发出[^，。；]{0,40}支付令，(?=限令)|申请人[^，。；]{0,16}?(?:要求|请求)(?=[^，。；]{0,16}(?:给付|支付|偿还|返还)[^，。；]{0,16}\d)|(?:申请事项|请求事项|申请(?:执行)?(?:内容|请求)|人申请(?:强制)?执行)(?:为|如下)?\s?[：:]|(?:请求|申请(?!执行|人)|要求)(?:如下)?(?:本院|贵院|人民法院|法院)?(?:依法)?\s?[：:]?(?=[^。]{0,300}(?<!无[^，。；]{0,6})优先(?:受偿|清偿))|(?:请求|申请)(?:本院|人民法院|法院)?(?:依法)?(?:准[予许])?(?:对[^。，；]{0,60}?)?(?:\s?[：:]\s?[1１一][.．、])?强制执行(?=[^。]{0,200}(?:罚款|加处))|要求(?=强制执行[^。]{0,60}(?:处罚|决定)[^。]{0,80}罚款)|(?:请求|要求)(?=[^。]{0,40}(?:赔偿|支付)[^。]{0,20}(?:人身自由|精神损害))/g
/** 在上述欠款范围内优先受偿: the sums stand in the sentence before. */
const ABOVE = /上述(?:欠款|款项|债[权务]|本息|[借贷]款)/
const OWED = /(?:尚欠|仍欠|结欠|拖欠|欠付)[^。]{0,300}(?=。[^。]{0,40}$)/
/** 被告拖欠货款100元，多次催要未果，请求判令立即支付: what is asked for stands before it in the sentence. */
const WITHOUT_SUM =
  /^(?:被告|其|对方)?(?:立即|尽快|及时|一次性)?(?:支付|给付|偿还|清偿|归还|返还|付清)(?:上述|该|前述|全部)?(?:款项|欠款|[货借价余]款)?(?=[，。；]|$)/
const OWED_HERE = /(?:尚欠|仍欠|结欠|拖欠|欠付|下欠)[^。；]{0,120}$/
/** Of a sale, what the proceeds pay: no limit. */
const PAID_FROM = /范围(?:之)?内(?![^，。；]{0,6}承担)/g
const COMPLAINT = /诉称|起诉|诉至|诉讼来院|申请(?:支付令|国家赔偿|作出赔偿决定)/
const ANSWER = /辩称|答辩|反诉(?!原告|被告)/
/** In whose sentence another asks, or elsewhere: 甲公司辩称，乙公司曾请求判令…; a counterclaim; what an arbitration was asked for. */
const OF_OTHERS =
  /辩称|答辩|反诉(?!被告)|另案|另行起诉|仲裁(?:申请|请求|时|中)|(?:申请|提起|提请)[^，。；]{0,8}仲裁/
/** 原告无需支付被告工资100元: the sum is another's claim; 撤销第二项，即“…100元…”: it is quoted. */
const DENIES =
  /(?:无需|无须|毋需|不需|不应|不予|不)(?:再)?(?:向[^，。；]{1,30})?(?:支付|给付|承担|赔偿|返还|偿还)(?:(?!支持)[^；;。])*$|撤销[^；;。“]{0,160}“[^”]*$|而非[^；;。]*$/
const DETAILS =
  /元[（(]包?含|元[^；;。元]{0,24}(?:其中|明细|包括|包含|分别为|具体(?:为|如下|计算)|计算(?:方式|方法|如下))/
const ENDS =
  /\n(?!\s{0,4}(?:\d{1,2}[.．、]|[一二三四五六七八九十]{1,3}、))|事实(?:和|与|及)理由|。(?!\s?\d{1,2}[.．、])|[；，](?=(?:庭审|审理|鉴定|后)[^。；]{0,24}变更)/
const NUMBER = /(?:^|[；;。：:，,\s])\s?(?:(\d{1,2})[.．、](?!\d)|([一二三四五六七八九十]{1,3})、)/g
/** What stands behind is the decision, which refuses or grants 诉讼请求. */
const DECISIONS = /[判裁决]\s?[决定]\s?如\s?下|达成了?[如以]下[^。；\n]{0,4}协议/g
/** Totals of what is claimed, and what a claim is worked out from. */
const NOT_CLAIMED = roleSet('合计', '基数', '已付', '限额', '案件受理费')
/** What the suit is worth as a whole, the height of a fine, one debtor's share: 诉讼标的额100元, 变更罚款为9元, 各承担50%即50元. */
const OF_WHOLE =
  /最高(?:债权)?额(?:人民币)?$|标的(?:总?额|金额|数额)?(?:共计|合计|为|人民币|：)*$|愿按$|变更[^，。；]{0,12}罚款[^，。；]{0,8}$|罚款[^，。；]{0,8}(?:变更|减|降|改)[^，。；]{0,4}$|(?:各(?:自)?|上述[^。；]{0,20})(?:按|承担|负担|赔偿)[^。；]{0,20}(?:[%％]|分之[一二三四五六七八九]|一半|成)[^。；]{0,8}$/
const LIABLE = /(?:承担|负)[^，。；]{0,20}责任/
/** 工资18000元（4000元/月×4.5个月）; 押金100元不予退还. What is left out likewise: 按每日100元计算. */
const NO_CLAIM =
  /^(?:[/／](?:[^，。；（）()]{1,8}[×xX*]|[年月日天]计)|归[^，。；]{1,12}所有|[^，。；]{0,6}不予(?:退|返)还|[^，。；]{0,20}另行主张)/
/** 将第2项请求的违约金调整为100元, 变更第1项请求的本金为50元, 明确诉讼请求为支付100元: what is changed, and into what. */
const CHANGED =
  /(?:(?:将|把|(?<=元)、)([^，。；]{2,40}?))?(?:变更|调整|减少|增加|降低|缩减|明确)([^，。；：:]{0,24}?)(?:为|至)\s?[：:]?((?=[1１一][.．、])[^。]{0,400}|(?:(?!，[并同时]{0,3}[将把]|、[^，。；、]{1,12}(?:变更|调整|减少|增加)[为至])[^。；]){0,400})/g
/** 增加诉讼请求：支付律师费100元: what is asked for besides. */
const ADDED =
  /(?:增加|追加|补充)(?:一项|[两二三]项)?(?:的)?(?:诉讼)?(?:请求|诉请)(?:第?([一二三四五六七八九十\d]{1,2})项?)?\s?[：:，](?!(?:变更|减少)为)([^。]{0,400})/g
/** Where others speak, or the court finds: what they say is changed is a contract. */
const NOT_LATER = /辩称|答辩|反诉|查明|认定|认为/
/** In whose sentence a change is one of a claim, not of a contract. */
const IN_COURT = /庭审|审理|调查时|当庭|诉讼(?:中|过程)|请求|诉请|申请将第|将第.{1,4}项变/
const WITHDRAWN =
  /(?:撤回|放弃|不再主张)(?:了|上述|前述)*(?:(第[一二三四五六七八九十\d、，和及第项]{1,20}项)|(?:对|要求|关于|主张)*([^，。；]{2,30}?))(?:的|[一二两三]项)?(?:诉讼)?(?:(?:请求|诉请|主张)(?!中)|(?=[，。；]|$))/g
/** 宣判后，乙不服，上诉请求: what stands before who asks. */
const LED_IN = /^\s*(?:[^，。；]{0,8}(?:宣判|判决|裁定)(?:作出|送达|宣告)?后，)?$/
const SAID = ['辩称', '诉称', '上诉提出', '上诉称', '再审称']
/** 原告诉称，…。故请求判令: what goes on with what a claimant says. */
const GOES_ON = /^(?:\d[.．、])?(?:并|同时|另|现|故|据此|为此|综上|因此|依[据照]|根据|$)/
const [LONGEST, LONGEST_LEAD, MOST_PASSAGES] = [3000, 80, 12]

/**
 * The sums that the claimant asked for, from the first passage after 诉讼请求 or 请求判令 that names any, as later changed, with the
 * number of the request and who asks (`payees`); where it names none, those of an appellant who sued. No court orders them yet. An appeal
 * or retrial (`isReview`) recites what was asked for in the first instance. Offsets count in `content`. Source: docs/decisions.md, Orders and claims.
 */
export function claimedAmounts(content: string, parties: Parties, isReview = false): Claim[] {
  const asking = content.slice(0, matchesOf(content, DECISIONS).at(-1)?.index)
  const isApplied = /^(?:申请(?:执行)?人|赔偿请求人)$/.test(parties[0]?.position ?? '')
  // 被执行人未履行，现申请强制执行: who is named first does not ask.
  const debtors = keysOf(parties, ({ side }) => isApplied && side === 'defendant')
  const read = ({ index, 0: words }: RegExpExecArray): OrderAmount[] => {
    const offset = index + words.length
    const rest = asking.slice(offset, offset + LONGEST)
    const text = rest.slice(0, ENDS.exec(rest)?.index)
    const where = isApplied && ABOVE.test(text) ? OWED : WITHOUT_SUM.test(text) ? OWED_HERE : null
    const owed = where?.exec(asking.slice(0, index)) ?? null
    const isSure = owed !== null && (where !== OWED_HERE || findAmounts(owed[0]).length === 1)
    const above = isSure ? amountsOf({ offset: owed.index, text: owed[0] }) : []
    const amounts = [...above, ...amountsOf({ offset, text }, isApplied)]
    if (amounts.every(({ amount }) => amount === null)) return []
    if (text.length === LONGEST) noteBound('case_amounts')
    const askers = claimants(asking, index, parties)
    const payees = askers.filter(({ keys }) => !keys.some((key) => debtors.has(key)))
    const behind = rest.slice(text.length)
    const later = { offset: offset + text.length, text: behind.slice(0, NOT_LATER.exec(behind)?.index) }
    return withChanges(amounts, later).map((one) => ({ ...one, payees }))
  }
  /** The first claims, and those that are certainly of another, such as a third person with a claim of its own. */
  const firstOfEach = (
    passages: readonly RegExpExecArray[],
    part: Claim['part'],
    isMeant: (claim: Claim) => boolean = () => true,
    earlier: readonly Claim[] = [],
  ): Claim[] => {
    const all: Claim[] = []
    for (const match of passages.slice(0, MOST_PASSAGES)) {
      const own = read(match).map((one) => ({ ...one, part }))
      const isSure = all.length === 0 || [...all, ...own].every(isKnown)
      const asked = askersOf([...earlier, ...all])
      if (isSure && !askersOf(own).some((key) => asked.includes(key))) all.push(...own.filter(isMeant))
    }
    if (all.length === 0 && passages.length > MOST_PASSAGES) noteBound('case_amounts')
    return all
  }
  const countered = matchesOf(asking, COUNTERCLAIMED)
  const suits = passagesOf(asking).filter(({ index: at }) => !countered.some(({ index }) => index === at))
  const claims = firstOfEach(suits, isReview ? 'recited' : 'claim')
  const counterclaims = isReview ? [] : firstOfEach(countered, 'counterclaim', isKnown, claims)
  const sued = keysOf(parties, ({ originalSide }) => originalSide === 'plaintiff')
  const countersued = keysOf(parties, ({ originalPosition }) => COUNTERSUED.test(originalPosition ?? ''))
  const isAnew = (claim: Claim): boolean => {
    const { evidence, payees } = claim
    const hasSued = askersOf([claim]).every((key) => sued.has(key) || countersued.has(key))
    const [before = ''] = evidence.split(claim.text)
    const isBelow = OF_BELOW.test(evidence) && !REPLACED.test(before)
    if (!isKnown(claim) || !hasSued || isBelow) return false
    const text = before.split(REPLACED).at(-1) ?? ''
    const [payer] = readerOf(parties).passage({ offset: 0, text }).mentions
    const isOfSuit = (one: Named | undefined): boolean => one?.keys.every((key) => sued.has(key)) === true
    return payees.every(isOfSuit) || before === '' || isOfSuit(payer)
  }
  const appeals = claims.length === 0 || isReview ? matchesOf(asking, APPEALED) : []
  const all = [...firstOfEach(appeals, 'claim', isAnew), ...claims, ...counterclaims]
  return all.length > 0 || !isApplied ? all : firstOfEach(matchesOf(asking, APPLIED), 'claim')
}

const isKnown = ({ payees: [payee] }: Claim): boolean => payee?.keys[0] !== undefined
const askersOf = (claims: readonly Claim[]): string[] =>
  claims.flatMap(({ payees }) => payees.flatMap(({ keys }) => keys))

/** The claims after their changes: withdrawn ones out, new ones in. A change is passed over unless it says which claim it is about. */
function withChanges(claims: OrderAmounts, later: Sentence): OrderAmount[] {
  let left = [...claims]
  for (const { 1: items = '', 2: what = '' } of inCourt(WITHDRAWN, later))
    left = left.filter((one) => !(meantBy(items || what, left)?.(one) ?? false))
  for (const { index, 0: whole, 1: what = '', 2: behind = '', 3: into = '' } of inCourt(CHANGED, later)) {
    const isMeant = meantBy((/^该项/.test(what) && left.at(-1)?.text) || what || behind || '诉讼请求', left)
    if (isMeant === null || (what === '' && /(?<!第)一项/.test(behind))) continue
    const now = readAs(left.find(isMeant)?.item ?? 1, later, index + whole.length - into.length, into)
    // 明确第一项请求为支付利息 makes a request clear, and leaves its sum.
    if (now.length > 0 || (what + behind !== '' && !whole.includes('明确')))
      left = [...left.filter((one) => !isMeant(one)), ...now]
  }
  for (const { index, 0: whole, 1: number = '', 2: words = '' } of inCourt(ADDED, later)) {
    const item = parseNumeral(number) ?? Math.max(0, ...left.map((one) => one.item ?? 0)) + 1
    const added = readAs(item, later, index + whole.length - words.length, words)
    left = [...left, ...added.filter(({ amount }) => !left.some((one) => one.amount === amount))]
  }
  return left
}

const inCourt = (shape: RegExp, { text }: Sentence): RegExpExecArray[] =>
  matchesOf(text, shape).filter(({ index, 0: found, 3: into = '' }) =>
    IN_COURT.test(soFar(text, index) + found.slice(0, found.length - into.length)),
  )

const readAs = (item: number, { offset }: Sentence, at: number, text: string): OrderAmount[] =>
  amountsOf({ offset: offset + at, text }).map((one) => ({ ...one, item }))

/** Which claims words are about: all, those of the items that they name, or the only one that has the words or the sum. Null where that is not certain. */
function meantBy(what: string, claims: OrderAmounts): ((claim: OrderAmount) => boolean) | null {
  if (/^(?:上述|其|本案|全部|原|并?最终|明确|并?变更)*(?:诉讼请求|诉请)$/.test(what)) return () => true
  const items = itemsBehind(what.replace(/^[^第]*/, ''))
  const ofItems = claims.filter(({ item }) => items.length === 0 || items.includes(String(item)))
  const [sum] = findAmounts(what)
  const noun = what
    .replace(/第[^项]{1,20}项|(?:诉讼|上诉)?请求|[上前]述|诉请|要求|主张|[的中由]|金额|数额/g, '')
    .slice(0, sum === undefined ? undefined : -sum.text.length)
  const named = ofItems.filter(({ evidence, text, amount }) =>
    sum !== undefined
      ? amount === sum.amount
      : noun.length > 1 && isAlone(evidence.split(text)[0]?.replace(UP_TO_LAST, '') ?? '', noun),
  )
  const [only, other] = named
  if (only !== undefined && other === undefined) return (one) => one === only
  const isOther =
    ofItems.length > 1 || ofItems[0]?.evidence.split(ofItems[0].text)[1]?.includes(noun) === true
  return items.length > 0 && (noun.length < 2 || !isOther) ? (one) => ofItems.includes(one) : null
}

/** 误工费100元、护理费 */
const UP_TO_LAST = /^.*[元圆][、，和及与]?/s
/** Whether the words before a sum have these, and not as one of several joined: 甲公司、丙公司支付. */
const isAlone = (before: string, words: string): boolean => {
  const [head = '', tail] = before.split(words, 2)
  return tail !== undefined && !/[、和及与]$/.test(head) && !/^[、和及与]/.test(tail)
}

/** Where requests begin, in the order of the text; last what only the words of a complaint tell. */
function passagesOf(text: string): RegExpExecArray[] {
  const from = text.search(COMPLAINT)
  const to = from + text.slice(Math.max(0, from)).search(ANSWER)
  const inComplaint = (shape: RegExp): RegExpExecArray[] =>
    matchesOf(text, shape).filter(({ index }) => from >= 0 && from < index && (to < from || index < to))
  const asked = [...matchesOf(text, ASKED), ...inComplaint(ASKED_IN_COMPLAINT)]
  const all = [...asked.sort((a, b) => a.index - b.index), ...inComplaint(ASKED_LAST).slice(-1)]
  return all.filter(({ index, 0: found }) => !OF_OTHERS.test(soFar(text, index) + found))
}

/** Who the sentence begins with: 原告甲公司向本院提出诉讼请求, 乙向一审法院起诉请求; where it goes on (乙辩称，…。并反诉请求), who spoke last. Empty where that is not certain. */
function claimants(text: string, at: number, parties: Parties): Named[] {
  const start = afterLast('。；：\n', text, at)
  const said = Math.max(...SAID.map((word) => text.lastIndexOf(word, at)))
  const isGoing = text.startsWith('辩称', said) ? /^(?:并|同时|另|$)/ : GOES_ON
  const end = isGoing.test(text.slice(start, at)) ? said : at
  const offset = end === at ? start : afterLast('。；\n', text, end)
  if (end - offset > LONGEST_LEAD) return []
  const lead = readerOf(parties).passage({ offset, text: text.slice(offset, Math.max(offset, end)) })
  const [first] = lead.mentions
  if (first === undefined || first.keys.length === 0 || !LED_IN.test(wordsBefore(lead.text, first))) return []
  return group(lead, first)
}

function amountsOf({ text, offset }: Sentence, isApplied = false): OrderAmount[] {
  const words = isApplied ? text.replace(PAID_FROM, (range) => '，'.repeat(range.length)) : text
  const numbers = matchesOf(text, NUMBER).map((match) => match.index)
  const found = findAmounts(text)
  const rows = found.map((amount, index) => {
    const item = numbers.filter((at) => at <= amount.offset).length
    const from = numbers[item - 1] ?? 0
    const at = amount.offset - from
    const previousEnd = Math.max(0, endOf(found[index - 1]) - from)
    const role = amountRole(words.slice(from, numbers[item]), { ...amount, offset: at }, previousEnd)
    return { ...amount, item, from, role, isOrdered: !NOT_CLAIMED.has(role) }
  })
  /** 货款100元，扣除押金20元后为80元: of what is paid in part the rest is asked for. */
  const paid = new Set(rows.filter(({ role }) => role === '已付').map(({ item }) => item))
  const inItem = (item: number) => rows.filter((one) => one.item === item)
  const gross = new Set([...paid].flatMap((item) => [...grossSums({ text, offset: 0 }, inItem(item))]))
  return rows.flatMap((row, index) => {
    const { item, from, role, isOrdered, ...amount } = row
    const request = text.slice(from, numbers[item])
    const at = amount.offset - from
    const upTo = request.slice(0, at)
    const behind = request.slice(at + amount.text.length)
    const isAgain = LIABLE.test(behind) && found.slice(0, index).some((one) => one.amount === amount.amount)
    const isUnit = /按照?每.$/.test(upTo) && !RUNNING.test(request)
    const isPart = isAgain || isUnit || gross.has(row) || NO_CLAIM.test(behind) || OF_WHOLE.test(upTo)
    if (DENIES.test(upTo) || DETAILS.test(upTo) || isPart || !isOrdered) return []
    const evidence = excerpt(request.replace(/^[；;。：:，,\s]+/, ''), at)
    const place = { offset: offset + amount.offset, item: Math.max(1, item) }
    return { ...amount, ...place, role, ...NOT_ORDERED, evidence }
  })
}
