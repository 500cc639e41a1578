import { clauseAt, isConditional, isNegated, isSaid, isWished, withoutTitles } from './assertions.ts'
import { upTo } from './bounds.ts'
import { type Mention, type Named, namesFrom, type Passage, withoutNames, wordsBetween } from './mentions.ts'
import { type Range, rangesOf } from './text.ts'

/** A mark on a debtor, as one sentence states it. `offset` is in UTF-16 units in the sentence. */
export type Mark = {
  readonly kind: '失信' | '限高'
  readonly isLifted: boolean
  readonly against: readonly Named[]
  readonly offset: number
}

export type Debtors = {
  /** Keys of parties that enforce: never marked. */
  readonly creditors: ReadonlySet<string>
  /** Who a pronoun at the beginning stands for: the only debtor that the sentence before names. */
  readonly before: readonly Named[]
  /** Keys of the party that a short name stands for, which the text does not define. */
  readonly keysOf: (shortName: string) => readonly string[]
}

/** `other`: another than the party named, who stands right behind it. */
const MARKS: readonly { kind: Mark['kind']; put: RegExp; lift: RegExp; other: RegExp }[] = [
  {
    kind: '失信',
    put: /(?:纳入|列入|列为|录入|公布为?|加入|载入|登记为|确定为|认定为)[^，。；]{0,24}失信|失信(?:被执行人)?(?:名单)?决定书|(?:系|为|是|属于?|成为)[^，。；]{0,12}失信被执行人(?!名单|信息|库)|(?:在|处于)[^，。；]{0,20}失信(?:被执行人)?(?:名单|信息|状态|库)|采取[^，。；]{0,24}失信[^，。；]{0,10}措施/g,
    lift: /(?:屏蔽|删除|撤销|解除|移出|移除|撤下|退出)[^，。；]{0,30}失信|失信[^，。；]{0,24}?(?:，(?:本院|我院|法院)[^，。；]{0,20}?)?(?:屏蔽|删除|撤销|解除|移出|移除|撤下)/g,
    other:
      /^(?:的|原)?(?:法定代表人|负责人|实际控制人|控股股东|股东|董事长?|执行董事|高管|配偶|妻子|丈夫|合伙人)/,
  },
  {
    kind: '限高',
    put: /(?:限制|禁止)[^，。；]{0,30}?(?:高消费|消费(?!者|类))|限高/g,
    lift: /(?:解除|撤销|取消)[^，。；]{0,40}?(?:高消费|消费(?!者|类)|限高)|(?:(?:限制|禁止)[^，。；]{0,12}?消费|限高)[^，。；]{0,16}?(?:，(?:本院|我院|法院)[^，。；]{0,20}?)?(?:解除|撤销|取消)/g,
    /** 限制甲公司的法定代表人高消费 comes with a restriction of the company: article 3 of the rules of 2015. */
    other: /^(?:的|原)?(?:实际控制人|控股股东|股东|董事长?|执行董事|高管|配偶|妻子|丈夫|合伙人)/,
  },
]
const ONLY_NAMED =
  /^[^，。；]{0,24}(?:的(?:申请|请求|主张|条件|情形|规定|理由|异议|风险)|不予支持|于法无据)|^[^，。；]{0,8}(?:条件|情形|告知书|风险提示)/
const BY_ITSELF = /自行|自动(?!履行)|期[限间]?[届]?满|到期|驳回|维持/
const MOST = 20

/** Marks that a sentence puts on debtors or lifts, each by itself. A threat, a wish and a negation are none. Linear. */
export function marksOf(sentence: Passage, debtors: Debtors): Mark[] {
  const text = withoutTitles(withoutNames(sentence))
  return MARKS.flatMap(({ kind, put, lift, other }) => {
    const lifts = upTo(MOST, 'case_enforcement', rangesOf(lift, text))
    // 限制消费措施尚未解除 says that the mark stands.
    const lifting = lifts.filter((one) => !isNegated(upToLift(text, one)))
    const lifted = new Set(lifting.map(({ from }) => clauseAt(text, from)))
    const puts = upTo(MOST, 'case_enforcement', rangesOf(put, text))
    const mark = (range: Range, isLifted: boolean): Mark => {
      return { kind, isLifted, against: againstWhom(sentence, range, debtors, other), offset: range.from }
    }
    return [
      ...puts
        .filter((one) => !lifted.has(clauseAt(text, one.from)) && isPut(text, one))
        .map((one) => mark(one, false)),
      ...lifts.filter((one) => isLift(text, one)).map((one) => mark(one, true)),
    ]
  })
}

const isPut = (text: string, { from, to }: Range): boolean =>
  isSaid(text, from) && !isNegated(text.slice(clauseAt(text, from), from)) && !ONLY_NAMED.test(text.slice(to))

function upToLift(text: string, { from, to }: Range): string {
  const clause = text.slice(clauseAt(text, from), to)
  return clause.slice(0, clause.search(/屏蔽|删除|撤销|解除|移出|移除|撤下|退出|取消/))
}

function isLift(text: string, { from, to }: Range): boolean {
  const clause = text.slice(clauseAt(text, from), to)
  const before = upToLift(text, { from, to })
  const sofar = text.slice(0, from)
  if (BY_ITSELF.test(clause) || /驳回/.test(sofar) || isConditional(sofar)) return false
  if (/(?:后|即可?|方可?|再)[^，。；]{0,12}$/.test(before) && !/已|决定|业经|予以|依法|裁定/.test(clause))
    return false
  return !isNegated(before) && !isWished(before) && !ONLY_NAMED.test(text.slice(to))
}

/** An organisation that is no party, or a hidden name. */
const STRANGER =
  /[一-龥A-Za-z（）]{2,24}?(?:公司|合作社|工厂|商行|经营部|[一-龥]某[某一-龥]?(?=[，、被已列纳系]))/g
/** What leads to a name: 本院已对海岭公司. */
const LED_TO = /^.*(?:对|将|把|向|被执行人|债务人)/
const NO_STRANGER = /(?:该|本|我|两|上述|各|其|等|子|母|分)(?:家)?公司$/
const ALL = /均|都|全部|各|[二两三四五六七八九十]/
const INDIRECT = /(?:对|向|与|欠|拖欠|偿还|支付)(?:申请执行人)?$/
/** 对甲公司采取限制消费措施，并将其纳入…: the pronoun is who the measure is against. */
const MEASURED = /^(?:依法|已)*(?:采取|实施|作出|发出|限制)/
/** 甲公司及其法定代表人 names both: no pronoun for who is marked. */
const PRONOUN = /(?<![及和与])其|该(?:公司|企业|被执行人|单位)/

/** 作出失信决定书，将甲公司列入…: who follows. */
const LEADS_TO = /^[^，。；]{0,8}，(?:并|决定|依法)*(?:将|对|把)(?:被执行人)?$/

/** Whom a mark is on: who stands last before it, else inside it (限制被执行人甲高消费), else whom it leads to. */
function againstWhom(sentence: Passage, range: Range, debtors: Debtors, other: RegExp): Named[] {
  const { text, mentions } = sentence
  const isCreditor = (key: string): boolean => debtors.creditors.has(key)
  const hasPronoun = PRONOUN.test(text.slice(clauseAt(text, range.from), range.from))
  const meant = mentions.filter((one) => {
    const before = text.slice(0, one.start)
    const isBy = /申请执行人/.test(one.text) || (one.keys.length > 0 && one.keys.every(isCreditor))
    const isIndirect = hasPronoun && INDIRECT.test(before) && !MEASURED.test(text.slice(one.end))
    return one.end <= range.to && !isBy && !isIndirect && !/失信$/.test(before)
  })
  const last = meant.at(-1)
  const another = otherPerson(sentence, { from: last?.end ?? 0, to: range.to }, debtors, other)
  if (another !== null) return another.keys.some(isCreditor) ? [] : [another]
  const next = mentions.find(({ start }) => start >= range.to)
  if (last === undefined && next !== undefined && LEADS_TO.test(wordsBetween(text, range.to, next)))
    return namesFrom(sentence, next)
  if (last === undefined) return hasPronoun || range.from < SHORT ? [...debtors.before] : []
  const first = meant.findLast((one, index) => {
    const previous = meant[index - 1]
    return previous === undefined || !/^[、，和及与]?(?:被执行人)?$/.test(text.slice(previous.end, one.start))
  })
  return namesFrom(sentence, first ?? last).map((one) => certain(one, text, last))
}

/** A sentence without a subject goes on with that of the sentence before. */
const SHORT = 24

/** 被执行人 alone means all of several only where the sentence says so. */
function certain(named: Named, text: string, { start, end, isName }: Mention): Named {
  if (isName || named.keys.length < 2) return named
  return ALL.test(text.slice(Math.max(0, start - 2), end + 12)) ? named : { ...named, keys: [] }
}

function otherPerson({ text, mentions }: Passage, { from, to }: Range, { keysOf }: Debtors, other: RegExp) {
  const rest = text.slice(from, to)
  if (from > 0 && other.test(rest))
    return { text: rest.slice(0, 12).replace(/^的|(?:[，。；已被系]|高?消费).*$/g, ''), keys: [] }
  const strangers = rangesOf(STRANGER, rest)
    .filter((one) => !mentions.some(({ start, end }) => start < from + one.to && end > from + one.from))
    .map((one) => rest.slice(one.from, one.to).replace(LED_TO, ''))
    .map((name) => ({ text: name, keys: [...keysOf(name)] }))
  return strangers.findLast(({ text: name, keys }) => keys.length > 0 || !NO_STRANGER.test(name)) ?? null
}
