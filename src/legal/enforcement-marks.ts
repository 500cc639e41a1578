import { clauseAt, isConditional, isNegated, isWished, withoutNames, withoutTitles } from './assertions.ts'
import { type Mention, type Named, namesFrom } from './named-persons.ts'

/** A mark on a debtor, as one sentence states it. `offset` is in UTF-16 units in the sentence. */
export type Mark = {
  readonly kind: '失信' | '限高'
  readonly isLifted: boolean
  readonly against: readonly Named[]
  readonly offset: number
}

/** Who a sentence may mean. */
export type Debtors = {
  /** Keys of parties that enforce: never marked. */
  readonly creditors: ReadonlySet<string>
  /** Who a pronoun at the beginning stands for: the only debtor that the sentence before names. */
  readonly before: readonly Named[]
  /** Keys of the party that a short name stands for, which the text does not define. */
  readonly keysOf: (shortName: string) => readonly string[]
}

const MARKS: readonly { kind: Mark['kind']; put: RegExp; lift: RegExp }[] = [
  {
    kind: '失信',
    put: /(?:纳入|列入|列为|录入|公布为?|加入|载入|登记为|确定为|认定为)[^，。；]{0,24}失信|失信(?:被执行人)?(?:名单)?决定书|(?:系|为|是|属于?|成为)[^，。；]{0,12}失信被执行人(?!名单|信息|库)|(?:在|处于)[^，。；]{0,20}失信(?:被执行人)?(?:名单|信息|状态|库)|采取[^，。；]{0,24}失信[^，。；]{0,10}措施/g,
    lift: /(?:屏蔽|删除|撤销|解除|移出|移除|撤下|退出)[^，。；]{0,30}失信|失信[^，。；]{0,24}?(?:，(?:本院|我院|法院)[^，。；]{0,20}?)?(?:屏蔽|删除|撤销|解除|移出|移除|撤下)/g,
  },
  {
    kind: '限高',
    put: /(?:限制|禁止)[^，。；]{0,30}?(?:高消费|消费(?!者|类))|限高/g,
    lift: /(?:解除|撤销|取消)[^，。；]{0,40}?(?:高消费|消费(?!者|类)|限高)|(?:(?:限制|禁止)[^，。；]{0,12}?消费|限高)[^，。；]{0,16}?(?:，(?:本院|我院|法院)[^，。；]{0,20}?)?(?:解除|撤销|取消)/g,
  },
]
/** What only names the mark, its list or its grounds. */
const ONLY_NAMED =
  /^[^，。；]{0,24}(?:的(?:申请|请求|主张|条件|情形|规定|理由|异议|风险)|不予支持|于法无据)|^[^，。；]{0,8}(?:条件|情形|告知书|风险提示)/
/** A lifting that comes by itself, later, or on a condition. */
const BY_ITSELF = /自行|自动(?!履行)|期[限间]?[届]?满|到期|驳回|维持/
/** 限制消费措施尚未解除: it stands. */
const STANDS = /(?:尚?未|没有|仍未)(?:予以)?(?:解除|撤销|取消|删除|屏蔽|移出|移除|撤下)/
const AFTER_DEED = /(?:后|即可?|方可?|再)[^，。；]{0,12}$/
const DONE = /已|决定|业经|予以|依法|裁定/
const MOST = 20

/** Marks that a sentence puts on debtors or lifts, each by itself. A threat, a wish and a negation are none. Linear. */
export function marksOf(sentence: string, mentions: readonly Mention[], debtors: Debtors): Mark[] {
  const text = withoutNames(withoutTitles(sentence), mentions)
  return MARKS.flatMap(({ kind, put, lift }) => {
    const all = [...text.matchAll(lift)].slice(0, MOST)
    const standing = all.filter((one) => STANDS.test(one[0]))
    const lifts = all.filter((one) => !standing.includes(one))
    const isInLift = (at: number): boolean =>
      lifts.some((one) => clauseAt(text, one.index) === clauseAt(text, at))
    const lifted = lifts.filter((one) => isLift(text, one.index, one.index + one[0].length))
    const isLiftKept = (one: RegExpExecArray): boolean =>
      isInLift(one.index) || !isPut(text, one.index, one.index + one[0].length)
    const puts = [...text.matchAll(put)].slice(0, MOST).filter((one) => !isLiftKept(one))
    const markOf = (one: RegExpExecArray, isLifted: boolean): Mark => ({
      kind,
      isLifted,
      against: againstWhom(
        sentence,
        mentions,
        one.index,
        one.index + one[0].length,
        debtors,
        kind === '限高',
      ),
      offset: one.index,
    })
    return [
      ...[...puts, ...standing].map((one) => markOf(one, false)),
      ...lifted.map((one) => markOf(one, true)),
    ]
  })
}

const isPut = (text: string, start: number, end: number): boolean => {
  const clause = text.slice(clauseAt(text, start), start)
  return (
    !isConditional(text.slice(0, start)) &&
    !isNegated(clause) &&
    !isWished(clause) &&
    !ONLY_NAMED.test(text.slice(end))
  )
}

function isLift(text: string, start: number, end: number): boolean {
  const from = clauseAt(text, start)
  const clause = text.slice(from, end)
  const verb = clause.search(/屏蔽|删除|撤销|解除|移出|移除|撤下|退出|取消/)
  const before = clause.slice(0, verb)
  if (BY_ITSELF.test(clause) || /驳回/.test(text.slice(0, start)) || isConditional(text.slice(0, start)))
    return false
  if (AFTER_DEED.test(before) && !DONE.test(clause)) return false
  return !isNegated(before) && !isWished(before) && !ONLY_NAMED.test(text.slice(end))
}

/** Another than the party named: a representative, a shareholder, an organisation that is no party. */
const OTHER_PERSON =
  /^(?:的|原)?(?:法定代表人|负责人|实际控制人|控股股东|股东|董事长?|执行董事|高管|配偶|妻子|丈夫|合伙人)/
const STRANGER =
  /[一-龥A-Za-z（）]{2,24}?(?:公司|合作社|工厂|商行|经营部|[一-龥]某[某一-龥]?(?=[，、被已列纳系]))/g
/** 限制甲公司的法定代表人高消费 comes with a restriction of the company: article 3 of the rules of 2015. */
const OF_THE_COMPANY = /^(?:的|原)?(?:法定代表人|负责人)/
/** What leads to a name: 本院已对海岭公司. */
const LED_TO = /^.*(?:对|将|把|向|被执行人|债务人)/
const NO_STRANGER = /(?:该|本|我|两|上述|各|其|等|子|母|分)(?:家)?公司$/
const ALL = /均|都|全部|各|[二两三四五六七八九十]/
const INDIRECT = /(?:对|向|与|欠|拖欠|偿还|支付)(?:申请执行人)?$/
/** 对甲公司采取限制消费措施，并将其纳入…: the pronoun is who the measure is against. */
const MEASURED = /^(?:依法|已)*(?:采取|实施|作出|发出|限制)/
/** 甲公司及其法定代表人 names both: no pronoun for who is marked. */
const PRONOUN = /(?<![及和与])其|该(?:公司|企业|被执行人|单位)/

/** Whom a mark is on: who stands last before it, else inside it (限制被执行人甲高消费). */
function againstWhom(
  text: string,
  mentions: readonly Mention[],
  start: number,
  end: number,
  { creditors, before, keysOf }: Debtors,
  isRestricted: boolean,
): Named[] {
  const head = text.slice(0, end)
  const isBy = (one: Mention): boolean =>
    /申请执行人/.test(one.text) || (one.keys.length > 0 && one.keys.every((key) => creditors.has(key)))
  const hasPronoun = PRONOUN.test(text.slice(clauseAt(text, start), start))
  const isIndirect = (one: Mention): boolean =>
    hasPronoun && INDIRECT.test(text.slice(0, one.start)) && !MEASURED.test(text.slice(one.end))
  const isOfList = (one: Mention): boolean => /失信$/.test(text.slice(0, one.start))
  const meant = mentions.filter((one) => one.end <= end && !isOfList(one) && !isBy(one) && !isIndirect(one))
  const last = meant.at(-1)
  const other = otherPerson(head, last?.end ?? 0, mentions, keysOf, isRestricted)
  if (other !== null) return other.keys.some((key) => creditors.has(key)) ? [] : [other]
  if (last === undefined) return hasPronoun || start < SHORT ? [...before] : []
  const first = meant.findLast((one, index) => {
    const previous = meant[index - 1]
    return previous === undefined || !/^[、，和及与]?(?:被执行人)?$/.test(text.slice(previous.end, one.start))
  })
  return namesFrom(text, mentions, first ?? last).map((one) => sure(one, text, last))
}

/** A sentence without a subject goes on with that of the sentence before. */
const SHORT = 24

/** 被执行人 alone means all of several only where the sentence says so. */
function sure(named: Named, text: string, { start, end, isName }: Mention): Named {
  if (isName || named.keys.length < 2) return named
  return ALL.test(text.slice(Math.max(0, start - 2), end + 12)) ? named : { ...named, keys: [] }
}

function otherPerson(
  head: string,
  from: number,
  mentions: readonly Mention[],
  keysOf: Debtors['keysOf'],
  isRestricted: boolean,
): Named | null {
  const rest = head.slice(from)
  const [person] = OTHER_PERSON.exec(rest) ?? []
  if (person !== undefined && from > 0 && !(isRestricted && OF_THE_COMPANY.test(rest)))
    return { text: rest.slice(0, 12).replace(/[，。；].*$/, ''), keys: [] }
  const stranger = [...rest.matchAll(STRANGER)]
    .map((one) => ({ text: one[0], start: from + one.index, end: from + one.index + one[0].length }))
    .filter(({ start, end }) => !mentions.some((one) => one.start < end && one.end > start))
    .map(({ text }) => ({ text: text.replace(LED_TO, ''), keys: [...keysOf(text.replace(LED_TO, ''))] }))
    .filter(({ text, keys }) => keys.length > 0 || !NO_STRANGER.test(text))
    .at(-1)
  return stranger ?? null
}
