import { type Amount, findAmounts, onlySum } from './amounts.ts'
import { withoutTitles } from './assertions.ts'
import { upTo } from './bounds.ts'
import { DAY, dayOf } from './dates.ts'
import type { Mark } from './enforcement-marks.ts'
import { group, type Mention, type Named, type Passage } from './mentions.ts'
import { parseNumeral } from './numerals.ts'
import { afterLast, groupsOf, kindOfGroup, kindsOf, openedBefore } from './text.ts'

/** How long a measure lasts, as the text says: 期限为一年, 自…起至…止. */
export type Term = {
  readonly text: string
  /** In months; null where the text gives days or only dates. */
  readonly months: number | null
  /** Last day, `yyyy-MM-dd`; null where the text gives none. */
  readonly until: string | null
}

type MeasureKind = keyof typeof KINDS

/** A measure on property, as one sentence states it. Offsets are UTF-16 units in the sentence. */
export type Measure = Omit<Mark, 'kind'> & {
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
  划拨: '扣划|划扣|划拨',
  提取: '提取|扣留',
  拍卖: '拍卖|变卖',
  保全: '(?:财产)?保全措施|保全(?=被申请人|被告|被保全人)',
} as const
export const MEASURE_KINDS = kindsOf(KINDS)
const VERB = Object.values(KINDS).join('|')
/** 冻结、划拨: verbs that share their object. What names a measure (冻结期限, 查封裁定, 被查封的房屋) takes none. */
const VERBS = new RegExp(
  `(?:${VERB})(?:[、，和及或][^，。；、]{0,0}(?:${VERB})){0,4}(?!期|措施|登记|手续|保留价|底价|裁定|顺序|财产清单|令|的|法院|到期|后|前|价|款|所得|成交|物|平台|公告|日|阶段|程序|自行|自动|即|视为|的?效力|了?(?:其|该车)?(?:车辆)?档案)`,
  'g',
)
/** In what was matched before: what had to follow stands no longer behind it. */
const EACH = new RegExp(groupsOf(KINDS).replace(/\(\?=[^)]*\)/g, ''), 'g')
/** A clause that only asks for a measure, allows it, or says that there is none. */
const NOT_DONE =
  /未|不(?!动产|限)|无|可供|可以|应|需|申请(?!执行人|人)|请求|要求|有权|如|若|拟|待|等待|(?<!解)除|驳回|中止|优先受偿|价款|所得|自行|自动(?!履行)|逾期|届满|期满|到期|视为|被(?!执行人|申请人|告|保全人|上诉人)/
const OF_OWNER =
  /^(?:[一二三四五六七八九十\d]{1,2}[、.．])?(?:经?查明?|查到)?了?(?:其|(?:原审)?(?:被执行人|被申请人|被告人?|被保全人)|登记在|在)?$/
const OWNED = /^(?:（[^（）]{0,30}）)?(?:本人|其)?(?:名下|所有|持有|享有|享有的|在)?(?:登记有|有|的)?/
const LEADING = /^了?(?:其(?![他它余])|登记在)?(?:名下|所有|持有)?(?:登记有|的)?/
const PROPERTY_ENDS = /价值(?=[人民币\d])|[，。；（(：:“]|以[^，。；]{0,20}为限|期限|无法|未|予以|不足/
const TRAILING = /(?:人民币|共计|合计|价值|限额|计|的|中|内|存款额?为)$/
/** 查封不动产的期限为三年 says how long such a measure lasts, and seizes nothing. */
const OF_TERM = /^[^，。；]{0,40}的期限/
/** 查封房产一套（轮候查封）, 查封的房屋，系轮候查封: it waits behind another court's. */
const WAITING = /^[^。；]{0,60}[（，](?:均)?(?:系|为)?轮候/
const LONGEST_PROPERTY = 120
const MOST_GROUPS = 20
/** Property that stands before its verb: 将被执行人甲名下的房屋予以查封. */
const BEFORE_VERB =
  /(?:对|将)([^，。；]{2,160}?)(?:依法|一并)?(?:予以|进行|实施|作出|采取)?(?:了)?(?:公开|司法|网络){0,2}$/

/** What a sentence says of a measure that was taken; without a verb it is a 查封. */
const TAKEN = [
  /** 名下登记有车辆15辆，本院已办理查封手续 (已查封档案): what was entered in a register binds, though nothing was taken away. */
  /(?<words>[^，。；]{2,80})，(?:(?:本院|我院)(?:均)?)?已(?:依法)?(?:(?:办理|完成)了?(?<verb>查封|冻结)(?:登记(?:手续)?|手续)|查封了?(?:其|该车)?(?:车辆)?档案)/g,
  /** 名下房产已被其他法院查封，本院系轮候查封. */
  /(?<words>[^，。；]{2,80}?)(?:已|均|现){0,2}被[^，。；]{2,30}(?:首先|首轮|先行|在先|另案)?(?<waiting>查封|冻结)，(?:本院|我院)[^，。；]{0,6}轮候/g,
  /** 案外人对本院某号执行案件中查封的财产提出异议: an objection shows that the measure was taken. */
  /中(?:已|所)?(?<verb>查封|冻结|扣押)(?:了)?的?(?<words>[^，。；]{2,60}?)(?:提出|有|主张|享有)[^，。；]{0,12}(?:异议|权利|所有权)/g,
]

/** What the objection is about where the measure only says 财产: 被查封的设备系其所有. */
const CLAIMED =
  /(?:查封|冻结|扣押)的([^，。；的]{2,20}?)(?:均|实际)?(?:系|为|属于?|归)[^，。；]{1,24}(?:所有|购买)/
export const thingClaimed = (narrative: string): string | null => CLAIMED.exec(narrative)?.[1] ?? null

/** Whose it is, by a name that the text defines nowhere: 甲公司名下登记有. */
const REGISTERED_OF = /^[^，。；]{2,40}?名下登记有/

/** Measures of a sentence that were entered in a register, or are objected to. Linear. */
export function enteredIn(sentence: Passage): Measure[] {
  const { text } = sentence
  const taken = TAKEN.flatMap((shape) => [...text.matchAll(shape)])
  return taken.flatMap(({ index, groups = {} }) => {
    const { words = '', verb = '查封', waiting } = groups
    const kind = (waiting === undefined ? verb : `轮候${waiting}`) as MeasureKind
    const offset = text.indexOf(words, index)
    const property = propertyIn(sentence, words, offset)?.replace(REGISTERED_OF, '') ?? null
    if (property === null || NOT_DONE.test(words)) return []
    const against = ownersIn(sentence, words, offset)
    return { kind, offset, isLifted: false, against, amount: null, property, term: null }
  })
}

/** Every measure of a sentence; `isOrder`: the sentence is of an operative part, where the court itself speaks. Linear. */
export function measuresOf(sentence: Passage, isOrder: boolean): Measure[] {
  const text = withoutTitles(sentence.text)
  const groups = upTo(MOST_GROUPS, 'case_enforcement', [...text.matchAll(VERBS)])
  const imposed = groups.flatMap((match, index) => {
    const end = match.index + match[0].length
    const clause = text.slice(clauseStart(text, match.index), match.index)
    if (NOT_DONE.test(isOrder ? clause.replace(/可供执行/g, '') : clause)) return []
    const object = objectOf(sentence, match.index, end, groups[index + 1]?.index)
    if (object === null) return []
    const isLifted = /(?:解除|解封|撤销|停止)[^，。；]{0,60}$/.test(clause)
    const isWaiting = WAITING.test(text.slice(end))
    return [...match[0].matchAll(EACH)].map((verb) => ({
      kind: kindOf(verb, isWaiting),
      offset: match.index + verb.index,
      isLifted,
      ...object,
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
function objectOf(
  sentence: Passage,
  start: number,
  end: number,
  next: number | undefined,
): Pick<Measure, 'against' | 'amount' | 'property' | 'term'> | null {
  const { text } = sentence
  const rest = text.slice(end, next)
  if (OF_TERM.test(text.slice(end, end + 60))) return null
  const isBehind = !/^(?:了|处理|措施)?(?:[，。；：:、]|$)/.test(rest)
  const clause = clauseStart(text, start)
  const before = isBehind ? null : BEFORE_VERB.exec(text.slice(clause, start))
  if (!isBehind && before === null) return null
  const [from, where] = before === null ? [end, rest] : [clause + before.index + 1, before[1] ?? '']
  // （已扣除执行费50元） is a remark about the sum before it.
  const sums = findAmounts(where).filter(({ offset }) => openedBefore(where, offset) < 0)
  const words = isBehind ? where.slice(0, Math.min(sums[0]?.offset ?? where.length, LONGEST_PROPERTY)) : where
  const amount = onlySum(sums, from)
  const property = propertyIn(sentence, words, from)
  if (property === null && amount === null) return null
  return { against: ownersIn(sentence, words, from), amount, property, term: termOf(rest) }
}

const ownerIn = ({ mentions }: Passage, words: string, from: number): Mention | undefined =>
  mentions.find(
    ({ start, end }) =>
      start >= from && end <= from + words.length && OF_OWNER.test(words.slice(0, start - from)),
  )

function ownersIn(sentence: Passage, words: string, from: number): Named[] {
  const owner = ownerIn(sentence, words, from)
  return owner === undefined ? [] : group(sentence, owner)
}

function propertyIn(sentence: Passage, words: string, from: number): string | null {
  let at = 0
  let owner = ownerIn(sentence, words, from)
  while (owner !== undefined) {
    at = owner.end - from
    owner = sentence.mentions.find(
      ({ start }) => start >= from + at && /^[、和及与]?$/.test(words.slice(at, start - from)),
    )
  }
  const behind = words.slice(at).replace(at > 0 ? OWNED : LEADING, '')
  const end = PROPERTY_ENDS.exec(behind)?.index ?? behind.length
  const property = behind.slice(0, end).trim().replace(TRAILING, '').replace(TRAILING, '').trim()
  return property.length < 2 ? null : property
}

const LENGTH = '([一二两三四五六七八九十\\d]{1,3})(?:个)?(年|月)(?!\\d|[一二三四五六七八九十]+日)'
const TERM = new RegExp(
  `(?:期限|为期|期间|冻结|查封|扣押)(?:[^，。；\\d一二两三四五六七八九十]{0,8})${LENGTH}`,
  'g',
)
const UNTIL = new RegExp(`(?:至|到)\\s?(${DAY})(?:止|为止|到期|期间)?`, 'g')

/** The only term of a passage; null where it states none or several. Linear. */
export function termOf(passage: string): Term | null {
  const [lengths, days] = [[...passage.matchAll(TERM)], [...passage.matchAll(UNTIL)]]
  const [length, day] = [lengths[0], days[0]]
  if (lengths.length > 1 || days.length > 1 || (length ?? day) === undefined) return null
  if (length === undefined && !/期限|期间|[自从]/.test(passage.slice(0, day?.index))) return null
  const count = parseNumeral(length?.[1] ?? '')
  const months = count === undefined ? null : count * (length?.[2] === '年' ? 12 : 1)
  return { text: (length ?? day)?.[0] ?? '', months, until: dayOf(day?.[1]) }
}
