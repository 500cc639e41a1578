import { type Amount, endOf } from './amounts.ts'
import { cents, MONEY_NUMERALS } from './numerals.ts'
import type { OperativeItem } from './operative-part.ts'
import { itemsBehind, itemsMeant } from './statements-decided.ts'
import { firstKind, groupsOf, kindOfGroup, matchesOf, type Sentence } from './text.ts'

/** What is handed over, drawn up or transferred: a sum beside it says what it is worth. */
const THINGS = '发票|保函|汇票|支票|存单|保单|房屋|房产|不动产|车辆|货物|设备|股权|股份|股票|财产'

/** What stands after a sum, and decides before anything else does. */
const AFTER = {
  基数: /^(?:的[^，。；]{0,12})?(?:作)?为(?:计[算息]的?)?(?:基数|本金|基准)|^[×xX*]\s?\d|^的\s?(?:\d{1,3}(?:\.\d{1,4})?\s?(?:[%％‰倍]|[/／]\d)|百分之|[一二三四五六七八九十]{1,3}(?:成|倍|分之)|一半)/,
  单价: /^(?:[/／]|每|(?:的)?(?:标准|价格|单价))/,
  已付: /^中?(?:可以?|应当?|应予以?|予以|准予)?(?:从中|在[^，。；]{1,12}中)?(?:予以?)?(?:抵扣|扣除|扣减|冲抵|抵减)(?=[，。；）)]|$)/,
  限额: /^(?:的)?(?:范围|限额|额度|限度|最高(?:债权|本金)(?:余额|额|限额))?(?:以|之)?内(?:[^，。；]{0,12})?(?:承担|优先受偿|赔偿|清偿)|^为限|^(?:的)?(?:最高|责任)?(?:限额|范围)|^[^，。；（()）在]{0,40}?范围(?:之)?内|^[^，。；（()）并及]{0,12}(?:承担|负)[^，。；]{0,16}(?:连带|共同|补充|[%％‰成一]|分之|一般保证)[^，。；]{0,12}责任/,
  标的: new RegExp(`^的[^，。；]{0,16}?(?:${THINGS})(?![^，。；]{0,4}[款金费价租损])`),
} as const

/** The same right before a sum, those of the first table before the others. What is paid already is named where it is deducted: 返还已支付的购房款 is not. */
const UNIT_OR_DEDUCTED = {
  单价: /(?:每|按)(?:个)?(?:年|月|日|天|期|季度|平方米|人|次|吨|件|亩|小时)[^，。；]{0,14}$|每(?:个)?[年月][^，。；]{0,40}(?:抚[养育]|赡养|扶养)费(?:人民币)?$|[按以]照?每[^，。；\d]{1,6}$/,
  已付: /(?:[扣品]除|扣减|核减|减去|抵扣|抵[销消]|[冲折]抵|[（(，](?:含|包括)?已(?:经)?(?:实际)?(?:支付|给付|偿还|履行|预?[缴交]纳?|付|还)|其中已(?:支付|给付|付))(?:(?!后)[^，。；（）]|（[^（）]{0,20}）){0,24}$/,
} as const
const BEFORE = {
  基数: /(?:以|按照?)[^，。；（(]{0,24}(?:本金|基数)(?:为|人民币)?$/,
  已付: /[，,（(](?:其|[^，。；的（(]{0,8})已(?:经)?(?:实际)?(?:支付|垫付|给付|赔付|付款|偿还)[^，。；的]{0,12}$|(?:支付|给付|付|转账|汇款?)给[^，。；]{1,20}的$/,
  限额: /(?:最高额?|责任限额|保险金额|限额|额度|不得?(?:超过|高于|多于|超出|低于|少于)|不足|超过|超出|至少|最低|最多|未[^，。；]{0,8}(?:出资|实缴)(?:额|款|本金)?)(?:为|人民币)?$|对其中(?:的)?$/,
  标的: new RegExp(
    `(?:对应(?:的)?|认缴(?:的)?|所占|持有的?)(?:认缴|实缴)?(?:出资额?|注册资本|价值|金额)(?:为|人民币)?$|(?:${THINGS})[（(][^（()）]{0,20}$`,
  ),
  合计: /(?<!利息|罚息|复利|违约金)(?:以上|上述)?(?:[一二两三四五六七八九十]项)?(?:共计|合计|合共|总计|总额)(?:为|人民币|：)?$/,
} as const

/** Names of what is owed or charged, longest kinds first; of several before a sum the nearest counts. */
const NOUNS = {
  案件受理费: '(?:一审|二审|反诉|本诉|再审)?案件受理费|案件申请费|诉讼费用?|受理费|反诉费|减半收取|申请费',
  保全费: '(?:财产|证据|诉讼)?保全(?:申请|受理)?费|诉讼保全费',
  律师费:
    '律师(?:代理)?费用?|(?<!(?:货运|货代|货物|运输|物流|报关|清关|订舱|船舶|船务|海运|空运|运费|进出口|进口|出口|招标|商标|专利|记账|销售|广告)[^。；]{0,40})代理费|律师服务费',
  执行费: '(?:申请)?执行费|执行申请费',
  其他费用:
    '支付令申请费|鉴定费用?|公告费|评估费|保全(?:保险|担保|责任险)费|保函费|差旅费|公证费|拍卖费|邮寄费|翻译费',
  违约金: '违约金|滞纳金|罚息违约金',
  利息: '利息|罚息|复利|迟延履行金|资金占用(?:费|损失|利息)',
  劳动报酬:
    '工资(?:差额)?|劳动报酬|加班费|经济补偿金?|劳务(?:费|报酬)|年休假[^，。；、]{0,8}工资|奖金|二倍工资(?:差额)?|提成|补助金|抚恤金|生活费',
  保证金: '保证金|定金|押金|订金|质保金',
  赔偿: '赔偿(?:金|款|费)?|损失(?:费)?|损害|医疗费|误工费|护理费|营养费|交通费|残疾[^，。；、]{0,6}金|死亡赔偿金|丧葬费|精神[^，。；、]{0,8}(?:金|费)|维修费|合理(?:费用|开支)|经济损失',
  罚款: '罚金|罚款|违法所得|没收(?:其)?(?:个人)?(?:部分)?财产',
  标的: '(?<!(?:返还|支付|兑付|偿还|归还|给付|赔偿)[^，。；]{0,20})存款|标的(?:额|款|金额)?|(?=[价市作评])(?<!(?:赔偿|补偿)[^，。；]{0,40})(?:价值|市值|作价|评估价)|限额内的?财产|财产保全',
  本金: '本金',
  款项: '(?:货|工程|购房|购车|购货|借|贷|价|房|尾|欠|余|退|保理|保险|转让|投资|股权转让|代偿|垫付|预付|承包|加工|合同|服务|进度|结算|拆迁|补偿|收购)款|款项|租金|保险金|价款|物业(?:管理)?(?:服务)?费|服务费|运费|占有使用费|使用费|报酬|加工费|管理费|承包金|补偿款?|购置税|税款|佣金|代偿|补偿费',
} as const

/** What several bear in shares, each by 负担 and its own sum. */
const FEES = { 案件受理费: '反诉费', 保全费: '保全费', 其他费用: '(?:鉴定|公告|评估)费' } as const
const OF_FEES = new RegExp(groupsOf(FEES))

export type AmountRole = keyof (typeof AFTER & typeof UNIT_OR_DEDUCTED & typeof BEFORE & typeof NOUNS)

export const roleSet = (...roles: (AmountRole | null)[]): ReadonlySet<AmountRole | null> => new Set(roles)

const NOUN = new RegExp(groupsOf(NOUNS), 'g')
const RIGHT_AFTER = new RegExp(`^的?(?:${groupsOf(NOUNS)})`)
/** 以10000元（大写：壹万元整）为基数 */
const RESTATED = new RegExp(
  `^[（(](?:即|[大小]写|人民币|[¥￥：:])*[\\d.,元圆角分整正${MONEY_NUMERALS}]+[)）]`,
)
const [NEAREST, AHEAD] = [48, 30]

/** By the words since the sum before it, and right behind it. Source: docs/decisions.md, Sums of money. */
export function amountRole(sentence: string, sum: Amount, previousEnd: number): AmountRole | null {
  const [start, end] = [sum.offset, endOf(sum)]
  const before = sentence.slice(Math.max(previousEnd, start - NEAREST), start)
  const after = sentence.slice(end, end + AHEAD).replace(RESTATED, '')
  const decisive = firstKind(AFTER, after) ?? firstKind(UNIT_OR_DEDUCTED, before) ?? firstKind(BEFORE, before)
  if (decisive !== null && (decisive.kind !== '合计' || previousEnd > 0)) return decisive.kind
  return (
    kindOfGroup(NOUNS, matchesOf(before, NOUN).at(-1)) ??
    (ANY_SUM.test(before) ? '款项' : null) ??
    kindOfGroup(NOUNS, RIGHT_AFTER.exec(after)) ??
    feeOfSentence(sentence, start)
  )
}

/** 会员费, 集资款: some charge or sum, right before the figure. */
const ANY_SUM = /[费款](?:用)?(?:人民币|共|共计|合计|为|计|：)?$/

/** 案件受理费100元，由原告负担40元，由被告负担60元: the shares are court fees too. */
function feeOfSentence(sentence: string, start: number): AmountRole | null {
  const before = sentence.slice(0, start)
  if (/受理费|申请费|诉讼费/.test(before)) return '案件受理费'
  return /[负承]担(?:人民币)?$/.test(before) ? kindOfGroup(FEES, OF_FEES.exec(before)) : null
}

export type Sum = Amount & {
  readonly role: AmountRole | null
  /** Whether an item orders a person to pay it. A restated sum (其中…, 合计…) is ordered once. */
  readonly isOrdered: boolean
}

export const total = (sums: readonly Sum[]): bigint =>
  sums.reduce((sum, one) => sum + (cents(one.amount) ?? 0n), 0n)

/** Whether the sum is exactly that of the last two or more ordered before it. */
export const isSumOfLast = (one: Amount, sums: readonly Sum[]): boolean =>
  exactParts(
    cents(one.amount),
    sums.filter(({ isOrdered, currency }) => isOrdered && currency === one.currency).reverse(),
  ).length > 0

const DEDUCTED = /(?:放弃|免除|减免)其中|[扣品]除|扣减|核减|减去|抵扣|抵[销消]|[冲相互折]抵|品迭/
const PAID = /已(?:经)?(?:实际)?(?:支付|垫付|给付|付|还|偿还|返还|赔付|履行|预?[缴交]纳?)/
const REST = /(?:[余剩]款|余额|余下|剩余|尚[欠余差]|[还仍]欠)[^，。；]{0,24}$/
const NET =
  /(?:[余剩]款|余额|余下|剩余|[尚还仍](?:[欠余差]|[应需须])|应?再行?(?:支付|赔偿|返还|给付)|实际|实[付欠]|差额|[抵除减销消]后(?:，[^，。；]{4,60}?[支给]付)?|即)[^。；]{0,30}$/
const SHARE = /(?:[%％]|百分之|分之|[一二三四五六七八九]成|一半)[^。；]{0,30}(?:即|计|为)[^，。；]{0,10}$/
const [NEAREST_SUMS, MOST_PARTS, FAR] = [12, 120, 1000]
const NO_NET = roleSet('已付', '基数', '限额', '单价')

/** Sums of which something, or a share, is taken off: 赔偿50元，扣除20元，还应赔偿30元. All of several where it is not sure. */
export function grossSums<T extends Sum>({ text, offset }: Sentence, sums: readonly T[]): ReadonlySet<T> {
  const gross = new Set<T>()
  const between = (from: Sum, to: Sum): string => text.slice(endOf(from) - offset, to.offset - offset)
  for (const [index, net] of sums.entries()) {
    const last = sums[index - 1]
    if (last === undefined || NO_NET.has(net.role)) continue
    const before = between(last, net)
    if (last.isOrdered && SHARE.test(before) && !/利率|LPR|利息|[年月]息/.test(before)) gross.add(last)
    const earlier = sums.slice(Math.max(0, index - NEAREST_SUMS), index)
    const wholes = earlier.filter((one) => one.isOrdered && one.currency === net.currency)
    const [first] = wholes
    if (first === undefined) continue
    const paid = earlier.filter(({ role, offset: at }) => role === '已付' && at > first.offset)
    const words = between(first, net)
    if (paid.length === 0 && !DEDUCTED.test(words) && !(PAID.test(words) && REST.test(before))) continue
    const exact = wholes.findIndex((_, at) => total(wholes.slice(at)) - total(paid) === cents(net.amount))
    const isExact = exact >= 0 && paid.length > 0
    // Of a fine that an earlier payment is set off against the whole is imposed: 罚金五万元（已缴纳三万元，余款二万元…）.
    for (const one of isExact ? wholes.slice(exact) : NET.test(before) ? wholes : [])
      gross.add(one.role === '罚款' ? net : one)
  }
  return gross
}

/** For use in a regular expression: 分期, 分两笔. */
export const IN_PARTS = '分(?:[一二两三四五六七八九十\\d]{1,3})?[期次笔]'
const EACH_PART = new RegExp(IN_PARTS)
const INSTALMENTS = new RegExp(
  `${IN_PARTS}|其中|具体|如下|[：:]|即|该款|此款|该笔|上述款项|余款|余额|剩余|首[期付]|包括|包含|^[（(]|(?:^|(?:[支给]付|付给|[偿返]还|清偿)[^，。；]{0,30})，[应须]?(?:于|在)?\\d{4}年[^，。；]{0,8}前`,
)
const REMAINDER = /余款|余额|剩余(?:款|部分|金额)|其余(?:款|部分)/
const EARLIER =
  /(?:上述|以上|前述|上列|前列|该|此|第[一二三四五六七八九十\d]{1,2}项)[^，。；]{0,8}(?:款|债务|金额|项)(?![^，。；]{0,6}(?:利息|违约金))|(?:上述|以上|前述|该)(?:人民币)?$|(?:付款|还款|支付|履行)(?:方式|期限|时间)/

/** Sums that make up one before them, or one or all of those ordered `earlier`, or leave a rest: 120元：1月支付100元，余款2月付清. */
export function instalments<T extends Sum>(
  { text, offset }: Sentence,
  sums: readonly T[],
  earlier: readonly T[],
): ReadonlySet<T> {
  const parts = new Set<T>()
  if (OF_BOTH.test(MUTUAL.exec(text)?.[0] ?? '')) return parts // of 30 and 10 that are set off 20 is left
  const wholes = sums.filter(({ isOrdered, role }) => isOrdered || role === '合计')
  for (const [index, whole] of wholes.entries()) {
    if (parts.has(whole)) continue
    const behind = wholes.slice(index + 1, index + 1 + MOST_PARTS)
    const next = behind.find(({ isOrdered }) => !isOrdered)
    const following = behind
      .slice(0, next && behind.indexOf(next))
      .filter(({ currency }) => currency === whole.currency)
    const at = whole.offset - offset
    const isOwed = /欠[^，。；]{0,30}$/.test(text.slice(Math.max(0, at - 40), at))
    const after = text.slice(at + whole.text.length, next && next.offset - offset)
    const before = wholes.slice(Math.max(0, index - NEAREST_SUMS), index).filter((one) => !parts.has(one))
    for (const part of partsOf(after, before, whole, following, isOwed)) parts.add(part)
  }
  const rest = sums.filter((one) => one.isOrdered && !parts.has(one))
  const lead = text.slice(0, Math.max(0, (rest[0]?.offset ?? 0) - offset))
  const ordered = earlier.filter(({ isOrdered, currency }) => isOrdered && currency === rest[0]?.currency)
  const totals = [...ordered.map((one) => cents(one.amount)), total(ordered)]
  return EARLIER.test(lead) && totals.includes(total(rest)) ? new Set([...parts, ...rest]) : parts
}

function partsOf<T extends Sum>(
  after: string,
  before: readonly T[],
  whole: T,
  following: readonly T[],
  isOwed: boolean,
): readonly T[] {
  const upTo = (until: T): string => after.slice(0, until.offset - endOf(whole))
  const isSaid = ([first]: readonly T[]): boolean =>
    first !== undefined && (isOwed || INSTALMENTS.test(upTo(first)))
  const exact = exactParts(cents(whole.amount) ?? 0n, following)
  if (exact.length > 0) return isSaid(exact.slice(-1)) ? exact : []
  // 本金100元及利息20元分两期偿还：…: of several sums together.
  const wholes = [...before, whole]
  const end = following.at(-1)
  const isInParts = end !== undefined && EACH_PART.test(upTo(end))
  const ofAll = isInParts ? wholes.map((_, at) => exactParts(total(wholes.slice(at)), following)) : []
  const joint = ofAll.find(({ length }) => length > 0) ?? []
  const last = joint.at(-1)
  if (last !== undefined && EACH_PART.test(upTo(last))) return joint
  const rest = after.slice(0, FAR).search(REMAINDER)
  const partial = following.filter(({ offset }) => offset < endOf(whole) + rest)
  return isSaid(partial) && total(partial) < total([whole]) ? partial : []
}

/** The first two or more of these sums that make up all exactly; none when they do not. */
function exactParts<T extends Sum>(all: bigint | null, following: readonly T[]): readonly T[] {
  let sum = 0n
  for (const [index, part] of following.entries()) {
    sum += cents(part.amount) ?? 0n
    if (all === null || sum > all) return []
    if (sum === all) return index > 0 ? following.slice(0, index + 1) : []
  }
  return []
}

const MUTUAL =
  /(?:第?([一二三四五六七八九十\d][一二三四五六七八九十、，,和及与第至项\d]{0,24})项[^。；]{0,20})?(?:相抵|互抵|品迭|抵[销消扣]|折抵|冲抵)(?:(?:之)?后(?!(?:[应尚仍][^，。；\d]{0,6})?的\d)|(?=，[^，。；]{2,40}[应需须]))/
/** What is set off stands in the items before; by 相抵 alone in its own, if that has sums before it (甲赔偿乙10元，与垫付的50元相抵后，乙返还40元). */
const OF_ITEMS = /上述|以上|前述|前款|两项|[二三四]项/
const OF_BOTH = /相|互|品迭|双方/

/** What two owe each other and set off (一、二项相抵后，甲还应返还…) is not ordered besides what is left. */
export function setOff<T extends Sum & { readonly item: number | null }>(
  amounts: readonly T[],
  { text, offset, item }: OperativeItem,
): ReadonlySet<T> {
  const found = MUTUAL.exec(text)
  if (found === null) return new Set()
  const end = found.index + found[0].length
  const words = text.slice(Math.max(0, found.index - 24), end)
  const isAfterOwn = amounts.some((one) => one.item === item && one.offset < offset + found.index)
  const isOfBoth = found[1] !== undefined || OF_ITEMS.test(words) || (OF_BOTH.test(words) && !isAfterOwn)
  const isMeant = itemsMeant(itemsBehind(`第${found[1] ?? ''}项`), item, !isOfBoth)
  return new Set(amounts.filter((one) => isMeant(one.item) && one.offset < offset + end))
}
