import { type Amount, findAmounts, onlySum } from './amounts.ts'
import { clauseAt, isNegated, withoutTitles } from './assertions.ts'
import { upTo } from './bounds.ts'
import { DAY, dayOf } from './dates.ts'
import type { Mark } from './enforcement-marks.ts'
import { asNamed, group, type Mention, type Passage } from './mentions.ts'
import { parseNumeral } from './numerals.ts'
import { afterLast, anyOf, groupsOf, kindOfGroup, kindsOf, matchesOf, openedBefore } from './text.ts'

/** How long a measure lasts, as the text says: 期限为一年, 自…起至…止. */
type Term = {
  readonly text: string
  /** In months; null where the text gives days or only dates. */
  readonly months: number | null
  /** Last day, `yyyy-MM-dd`; null where the text gives none. */
  readonly until: string | null
}

type MeasureKind = keyof typeof KINDS

/** A measure on property, as one sentence states it. Offsets are UTF-16 units in the sentence. */
export type Measure = Omit<Mark, 'kind'> &
  Described & {
    readonly kind: MeasureKind
    /** The only sum of the clause; null where it has none or several. */
    readonly amount: Amount | null
    readonly property: string | null
    readonly term: Term | null
  }

/** What an enforcement court does with property. 轮候: it waits behind a court that seized first. */
const KINDS = {
  轮候冻结: '轮候冻结',
  轮候查封: '轮候查封',
  冻结: '(?:继续|续行?)?冻结',
  查封: '(?:继续|续行?)?查封|续封',
  扣押: '(?:继续)?扣押',
  划拨: '扣划|划扣|划拨|强制执行(?=第三人|次债务人)',
  提取: '提取|扣留',
  拍卖: '拍卖|变卖',
  保全: '(?:财产)?保全措施|保全(?=被申请人|被告|被保全人)',
} as const
export const MEASURE_KINDS = kindsOf(KINDS)
const VERB = Object.values(KINDS).join('|')
/** 冻结、划拨, 查封并扣押: verbs that share their object. What names a measure (冻结期限, 查封裁定, 被查封的房屋) takes none. */
const VERBS = new RegExp(
  `(?:${VERB})(?:[、，和及或并](?:${VERB})){0,4}(?!期|措施|登记|手续|保留价|底价|裁定|顺序|财产清单|令|的|网络(?!资金|银行|账户|支付)|流拍|于\\d|法院|到期|后|前|价|款|所得|成交|物|平台|公告|日|阶段|程序|自行|自动|即|视为|的?效力|了?(?:其|该车)?(?:车辆)?档案)`,
  'g',
)
/** In what was matched before: what had to follow stands no longer behind it. */
const EACH = new RegExp(groupsOf(KINDS).replace(/\(\?=[^)]*\)/g, ''), 'g')
/** A clause that only asks for a measure, allows it, or says that there is none. */
const NOT_DONE =
  /未|不(?!动产|限)|无|可供|可以|应|需|申请(?!执行人|人)|请求|要求|有权|如|若|拟|待|(?<!解)除|驳回|中止|优先受偿|价款|所得|自行|自动(?!履行)|逾期|届满|期满|到期|视为|被(?!执行人|申请人|告|保全人|上诉人)/
const OF_OWNER =
  /^(?:[一二三四五六七八九十\d]{1,2}[、.．])?(?:经?查明?|查到)?了?(?:其|(?:原审)?(?:被执行人|被申请人|被告人?|被保全人)|(?:原告|申请人)(?:（[^（）]{1,16}）)?|登记在|在)?$/
/** Who is no debtor of the case, and whose own money or thing a court takes all the same: a debtor of the debtor who does not object, who answers for the enforcement. */
const OF_THIRD =
  /^(?:[一二三四五六七八九十\d]{1,2}[、.．])?(?:第三人|次债务人|案外人|(?:执行)?(?:担保人|保证人)|协助(?:执行)?义务人)$/
/** 冻结第三人甲公司应付丙公司的工程款: what it owes the debtor or has of the debtor's is held there, and nothing of its own. */
const OF_DEBTOR =
  /应[付收支]|欠|到期|债|对|被执行人|股权|股份|权益|投资|工程款|货款|租金|收入|工资|劳务|报酬|分红|红利|股息|保管|占有|处的?|款项/
const OWNED = /^(?:（[^（）]{0,30}）)?(?:本人|其)?(?:名下|所有|持有|享有|在)?(?:登记有|有|的)?/
const LEADING = /^了?(?:其(?![他它余])|登记在)?(?:名下|所有|持有)?(?:登记有|的)?/
const PROPERTY_ENDS = /价值(?=[人民币\d])|[，。；（(：:“]|以[^，。；]{0,20}为限|期限|无法|未|予以|不足/
const TRAILING = /(?:人民币|共计|合计|价值|限额|计|的|中|内|存款额?为)$/
/** 查封不动产的期限为三年 says how long such a measure lasts, and seizes nothing. */
const OF_TERM = /^[^，。；]{0,40}的期限/
/** 查封房产一套（轮候查封）, 查封的房屋，系轮候查封: it waits behind another court's. */
const WAITING = /^[^。；]{0,60}[（，](?:均)?(?:系|为)?轮候/
const [LONGEST_PROPERTY, MOST_GROUPS] = [120, 20]
/** Property that stands before its verb: 将被执行人甲名下的房屋予以查封. */
const BEFORE_VERB =
  /(?:对|将)([^，。；]{2,160}?)(?:依法|一并)?(?:予以|进行|实施|作出|采取)?(?:了)?(?:[一二两三\d]次)?(?:公开|司法|网络){0,2}$/

/** What a sentence says of a measure that was taken; without a verb it is a 查封. */
const TAKEN = [
  /** 名下登记有车辆15辆，本院已办理查封手续 (已查封档案): what was entered in a register binds, though nothing was taken away. */
  /(?<words>[^，。；]{2,80})，(?:(?:本院|我院)(?:均)?)?已(?:依法)?(?:(?:办理|完成)了?(?<verb>查封|冻结)(?:登记(?:手续)?|手续)|查封了?(?:其|该车)?(?:车辆)?档案)/g,
  /** 名下房产已被其他法院查封，本院系轮候查封. */
  /(?<words>[^，。；]{2,80}?)(?:已|均|现){0,2}被[^，。；]{2,30}(?:首先|首轮|先行|在先|另案)?(?<waiting>查封|冻结)，(?:本院|我院)[^，。；]{0,6}轮候/g,
]
/** 案外人对本院某号执行案件中查封的财产提出异议: an objection shows that the measure was taken. */
const OBJECTED =
  /中(?:已|所)?(?<verb>查封|冻结|扣押)(?:了)?的?(?<words>[^，。；]{2,60}?)(?:提出|有|主张|享有)[^，。；]{0,12}(?:异议|权利|所有权)/g

/** What the objection is about where the measure only says 财产: 被查封的设备系其所有. */
const CLAIMED =
  /(?:查封|冻结|扣押)的([^，。；的]{2,20}?)(?:均|实际)?(?:系|为|属于?|归)[^，。；]{1,24}(?:所有|购买)/
export const thingClaimed = (narrative: string): string | null => CLAIMED.exec(narrative)?.[1] ?? null

/** Who objects is no debtor of the case: what was seized need not be the debtor's. */
const BY_OTHER = /案外人|第三人|利害关系人/

/** Whose it is, by a name that the text defines nowhere: 甲公司名下登记有. */
const REGISTERED_OF = /^[^，。；]{2,40}?名下登记有/

/** Measures of a sentence that were entered in a register, or are objected to. Linear. */
export function enteredIn(sentence: Passage): Measure[] {
  const { text } = sentence
  const entered = (shape: RegExp, { index, groups = {} }: RegExpExecArray): Measure[] => {
    const { words = '', verb = '查封', waiting } = groups
    const kind = (waiting === undefined ? verb : `轮候${waiting}`) as MeasureKind
    const offset = text.indexOf(words, index)
    const thing = thingIn(sentence, words, offset)
    const property = thing.property?.replace(REGISTERED_OF, '') ?? null
    if (property === null || NOT_DONE.test(words)) return []
    const isClaimed = shape === OBJECTED && BY_OTHER.test(text.slice(0, offset))
    const conditions = isClaimed ? (['claimed by other'] as const) : []
    const bare = { isLifted: false, amount: null, term: null, mortgagee: null }
    return [{ ...bare, ...thing, kind, offset, property, conditions }]
  }
  return [...TAKEN, OBJECTED].flatMap((shape) =>
    matchesOf(text, shape).flatMap((match) => entered(shape, match)),
  )
}

/** Every measure of a sentence; `isOrder`: the sentence is of an operative part, where the court itself speaks. Linear. */
export function measuresOf(sentence: Passage, isOrder: boolean): Measure[] {
  const text = withoutTitles(sentence.text)
  const groups = upTo(MOST_GROUPS, 'case_enforcement', matchesOf(text, VERBS))
  const imposed = groups.flatMap((match, index) => {
    const end = match.index + match[0].length
    const clause = text.slice(clauseStart(text, match.index), match.index)
    if (NOT_DONE.test(isOrder ? clause.replace(/可供执行/g, '') : clause)) return []
    // What a narrative reports so was ordered, and need not have been taken.
    if (match[0] === '强制执行' && !isOrder) return []
    const object = objectOf(sentence, match.index, end, groups[index + 1]?.index)
    if (object === null) return []
    const isLifted = /(?:解除|解封|撤销|停止)[^，。；]{0,60}$/.test(clause)
    const isWaiting = WAITING.test(text.slice(end))
    return matchesOf(match[0], EACH).map((verb) => ({
      kind: kindOf(verb, isWaiting),
      offset: match.index + verb.index,
      isLifted,
      ...object,
      ...undescribed,
    }))
  })
  return [...imposed, ...enteredIn(sentence)]
}

function kindOf(verb: RegExpMatchArray, isWaiting: boolean): MeasureKind {
  const kind = kindOfGroup(KINDS, verb) ?? '冻结'
  return isWaiting && (kind === '查封' || kind === '冻结') ? `轮候${kind}` : kind
}

const clauseStart = (sentence: string, at: number): number => afterLast('，,：:）', sentence, at)

/** What a measure is on: behind its verb, else before it. Null where the text names neither property nor sum. */
function objectOf(sentence: Passage, start: number, end: number, next: number | undefined) {
  const { text } = sentence
  const rest = text.slice(end, next)
  if (OF_TERM.test(text.slice(end, end + 60))) return null
  const isBehind = !/^(?:了|处理|措施)?(?:[，。；：:、]|并(?:发还|发放|支付|划付)|$)/.test(rest)
  const clause = clauseStart(text, start)
  const before = isBehind ? null : BEFORE_VERB.exec(text.slice(clause, start))
  if (!isBehind && before === null) return null
  const [from, where] = before === null ? [end, rest] : [clause + before.index + 1, before[1] ?? '']
  // （已扣除执行费50元） is a remark about the sum before it.
  const sums = findAmounts(where).filter(({ offset }) => openedBefore(where, offset) < 0)
  const words = isBehind ? where.slice(0, Math.min(sums[0]?.offset ?? where.length, LONGEST_PROPERTY)) : where
  const amount = onlySum(sums, from)
  const thing = thingIn(sentence, words, from)
  return thing.property === null && amount === null ? null : { ...thing, amount, term: termOf(rest) }
}

/** The property that words behind an offset speak of, and the parties whose it is. */
function thingIn(sentence: Passage, words: string, from: number) {
  const nextAt = (at: number, joint: RegExp): Mention | undefined =>
    sentence.mentions.find(({ start }) => start >= from + at && joint.test(words.slice(at, start - from)))
  const isForced = sentence.text.endsWith('强制执行', from)
  const isOwner = (before: string, behind: string): boolean =>
    OF_OWNER.test(before) || (OF_THIRD.test(before) && (isForced || !OF_DEBTOR.test(behind)))
  const owner = sentence.mentions.find(
    ({ start, end }) =>
      start >= from &&
      end <= from + words.length &&
      isOwner(words.slice(0, start - from), words.slice(end - from)),
  )
  let at = 0
  for (let one = owner; one !== undefined; one = nextAt(at, /^[、和及与]?$/)) at = one.end - from
  const behind = words.slice(at).replace(at > 0 ? OWNED : LEADING, '')
  const end = PROPERTY_ENDS.exec(behind)?.index ?? behind.length
  const property = behind.slice(0, end).trim().replace(TRAILING, '').replace(TRAILING, '').trim()
  const against = owner === undefined ? [] : group(sentence, owner)
  return { against, property: property.length < 2 ? null : property }
}

const TERM =
  /(?:期限|为期|期间|冻结|查封|扣押)[^，。；\d一二两三四五六七八九十]{0,8}([一二两三四五六七八九十\d]{1,3})个?(年|月)(?!\d|[一二三四五六七八九十]+日)/g
const UNTIL = new RegExp(`(?:至|到)\\s?(${DAY})(?:止|为止|到期|期间)?`, 'g')

/** The only term of a passage; null where it states none or several. Linear. */
export function termOf(passage: string): Term | null {
  const [lengths, days] = [matchesOf(passage, TERM), matchesOf(passage, UNTIL)]
  const [length, day] = [lengths[0], days[0]]
  if (lengths.length > 1 || days.length > 1 || (length ?? day) === undefined) return null
  if (length === undefined && !/期限|期间|[自从]/.test(passage.slice(0, day?.index))) return null
  const count = parseNumeral(length?.[1] ?? '')
  const months = count === undefined ? null : count * (length?.[2] === '年' ? 12 : 1)
  return { text: (length ?? day)?.[0] ?? '', months, until: dayOf(day?.[1]) }
}

/** Why property brings a creditor nothing, or that it is held as security for who applied for a preservation; `not in hand`: the court does not have it; `claimed by mortgagee`: it enforces elsewhere; `claimed by other`: who is no debtor objects to the measure. */
export type Condition = keyof typeof CONDITIONS | 'claimed by other' | 'security'

export type Described = {
  readonly conditions: readonly Condition[]
  readonly mortgagee: string | null
}
export const undescribed: Described = { conditions: [], mortgagee: null }

const CONDITIONS = {
  mortgaged:
    /(?:已|均|设定|设立|设有|存在|办理)(?:被|经|设定|设立|办理|了|有){0,2}(?:最高额)?抵押(?!权?(?:已|的?注销))|抵押(?:给|于|予)|抵押权人(?=为|系|是|[^，。；]{2,30}(?:银行|公司))/,
  'not in hand':
    /(?:未|没有|无法)(?:能|曾|被|实际|予以|依法|有效){0,3}(?:扣押|控制|扣留|查扣|扣到|查找|找到)(?!到?[^，。；]{0,4}(?:被执行人|人员|法定代表人|其本人))|(?:车辆?|设备|动产|实物)(?:现)?(?:去向|下落)不明/,
  'not sold': /(?:流拍|未能?成交|无人(?:竞买|应买|报名))(?![^。；]*(?<!未能?)成交)/,
  'claimed by mortgagee':
    /(?:抵押权人|抵押[给于予])(?:(?!申请执行人|原告)[^。；]){0,60}?(?:已|正)(?:就[^，。；]{1,20})?另[案行](?:向[^，。；]{2,20})?(?:申请(?:强制)?执行|起诉|主张)/,
  worthless: /(?:无|没有|不具备?)(?:实际|现实|可|拍卖|处置|变现){0,2}价值/,
  'not disposable': /(?:暂时?(?:不|无法)|无法|不(?:能|宜|便|具备)[^，。；]{0,8})(?:处置|处理|变现|拍卖|变卖)/,
} as const
const ANY = anyOf(CONDITIONS)
/** A mortgage that was agreed and that no register has, or that a court does not recognise, secures nothing against others. */
const NO_MORTGAGE =
  /(?:未|没有)(?:依法|能|曾|实际)?(?:办理|进行|完成|经)(?:了|过)?(?:动产)?(?:抵押权?)?登记|抵押权?(?:登记)?(?:未|不)(?:设立|成立|生效)|抵押(?:权|合同|担保)?(?:依法)?(?:应?[属为认定]{0,2})?无效/
const MORTGAGEE =
  /抵押(?:登记)?(?:给|于|予)(?:了)?([^，。；（]{2,40}?)(?=[，。；（]|用于|作为|担保|$)|抵押权人(?:为|系|是|：)?([^，。；（]{2,40}?)(?=[，。；（]|已|另|申请|$)/
/** What a party says of it, and what only would be so. */
const NOT_FOUND = /称|(?<!另案)主张|认为|(?:^|，)(?:如|若)|^\s*另案/

/** What is said of property from an offset of its sentence up to the next, and in a sentence behind it that goes on about it. */
export function describedIn(text: string, from: number, to: number, next: string): Described {
  if (NOT_FOUND.test(text.slice(0, to))) return undescribed
  const goesOn = to === text.length && /^\s*(?:但|因)?(?:该|上述|前述|以上)/.test(next)
  const words = text.slice(from, to) + (goesOn ? `，${next}` : '')
  const conditions = kindsOf(CONDITIONS).filter(
    (one) => isSaidOf(words, CONDITIONS[one]) && !(one === 'mortgaged' && NO_MORTGAGE.test(words)),
  )
  const found = conditions.includes('mortgaged') ? MORTGAGEE.exec(words) : null
  return { conditions, mortgagee: found?.[1] ?? found?.[2] ?? null }
}

function isSaidOf(words: string, condition: RegExp): boolean {
  const found = condition.exec(words)
  return found !== null && !isNegated(words.slice(clauseAt(words, found.index), found.index))
}

/** 以其名下的房屋提供担保: what an applicant, or another for it, gives as security for a preservation. */
const SECURITY =
  /以(?:其|该|申请人|原告|担保人|自有|名下)[^，。；]{2,80}?(?:提供|作为|作|设定)[^，。；]{0,6}担保/g
export const securityIn = (narrative: string): readonly string[] =>
  matchesOf(narrative, SECURITY).map(({ 0: words }) => words)

const HOLDS =
  /^(?:名下|所有|持有)(?:登记有|查有|的|有)?([^，。；]{2,60}?)(?=，|已|均|未|经|设[定立有]|存在|无|抵押|$)/
const NONE = /^(?:无|没有|未)|查询|查控|调查/

/** Property of a debtor that a sentence only finds, because it says why nothing comes of it: 甲公司名下有房产一处，已抵押给某银行. */
export function propertyFound({ text, mentions }: Passage, next: string, creditors: ReadonlySet<string>) {
  if (!ANY.test(text) && !ANY.test(next)) return []
  return mentions.flatMap((owner) => {
    const [, property = ''] = HOLDS.exec(text.slice(owner.end)) ?? []
    if (property === '' || NONE.test(property) || owner.keys.some((key) => creditors.has(key))) return []
    const described = describedIn(text, owner.end, text.length, next)
    if (described.conditions.length === 0) return []
    const against = [asNamed(owner)]
    return [{ kind: '财产' as const, against, property, offset: owner.start, ...described }]
  })
}

const GIVEN = /^(?:名下|所有|持有)?(?:的)?([^，。；的\d]{1,30}?)(?:以|按|作价|折价|抵价|抵[债偿顶])/
/** Property of a debtor that the creditor takes in payment, with whose it is: 接受甲公司的厂房抵债; null where the sentence names none. */
export function propertyGiven(sentence: Passage, creditors: ReadonlySet<string>): string | null {
  const { text } = sentence
  if (!/抵[债偿顶]/.test(text)) return null
  const given = sentence.mentions.flatMap((owner) => {
    const isDebtor = owner.isName && !owner.keys.some((key) => creditors.has(key))
    const [, thing] = (isDebtor && GIVEN.exec(text.slice(owner.end))) || []
    return thing === undefined ? [] : [`${owner.text}的${thing}`]
  })
  return given[0] ?? null
}
