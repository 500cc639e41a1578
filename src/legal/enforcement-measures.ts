import { type Amount, findAmounts } from './amounts.ts'
import { parseDate } from './dates.ts'
import { group, type Mention, type Named } from './named-persons.ts'
import { parseNumeral } from './numerals.ts'

/** What an enforcement court does with property. 轮候: it waits behind a court that seized first. */
export type MeasureKind =
  | '保全'
  | '冻结'
  | '轮候冻结'
  | '查封'
  | '轮候查封'
  | '扣押'
  | '划拨'
  | '提取'
  | '拍卖'

/** How long a measure lasts, as the text says: 期限为一年, 自…起至…止. */
export type Term = {
  readonly text: string
  /** In months; null where the text gives days or only dates. */
  readonly months: number | null
  /** Last day, `yyyy-MM-dd`; null where the text gives none. */
  readonly until: string | null
}

/** A measure on property, as one sentence states it. Offsets are UTF-16 units in the sentence. */
export type Measure = {
  readonly kind: MeasureKind
  readonly offset: number
  readonly isLifted: boolean
  readonly owners: readonly Named[]
  /** The only sum of the clause; null where it has none or several. */
  readonly amount: Amount | null
  readonly property: string | null
  readonly term: Term | null
}

const KINDS: readonly (readonly [MeasureKind, string])[] = [
  ['轮候冻结', '轮候冻结'],
  ['轮候查封', '轮候查封'],
  ['冻结', '(?:继续|续行?)?冻结'],
  ['查封', '(?:继续|续行?)?查封|续封'],
  ['扣押', '(?:继续)?扣押'],
  ['划拨', '扣划|划扣|划拨'],
  ['提取', '提取|扣留'],
  ['拍卖', '拍卖|变卖'],
  ['保全', '(?:财产)?保全措施|保全(?=被申请人|被告|被保全人)'],
]
const VERB = KINDS.map(([, shape]) => shape).join('|')
/** 冻结、划拨: verbs that share their object. What names a measure (冻结期限, 查封裁定, 被查封的房屋) takes none. */
const VERBS = new RegExp(
  `(?:${VERB})(?:[、，和及或][^，。；、]{0,0}(?:${VERB})){0,4}(?!期|措施|手续|裁定|顺序|财产清单|令|的|法院|到期|后|前|价|款|所得|成交|物|平台|公告|日|阶段|程序|自行|自动|即|视为|的?效力)`,
  'g',
)
/** In what was matched before: what had to follow stands no longer behind it. */
const EACH = new RegExp(KINDS.map(([, shape]) => `(${shape.replace(/\(\?=[^)]*\)/g, '')})`).join('|'), 'g')
const LIFTED = /(?:解除|解封|撤销|停止)[^，。；]{0,60}$/
/** A clause that only asks for a measure, allows it, or says that there is none. */
const NOT_DONE =
  /未|不(?!动产|限)|无|可供|可以|应|需|申请(?!执行人|人)|请求|要求|有权|如|若|拟|待|等待|(?<!解)除|驳回|中止|优先受偿|价款|所得|自行|自动(?!履行)|逾期|届满|期满|到期|视为|被(?!执行人|申请人|告|保全人|上诉人)/
const OF_OWNER = /^了?(?:其|(?:原审)?(?:被执行人|被申请人|被告人?|被保全人)|登记在|在)?$/
const OWNED = /^(?:（[^（）]{0,30}）)?(?:本人|其)?(?:名下|所有|持有|享有|享有的|在)?(?:登记有|的)?/
const LEADING = /^了?(?:其(?![他它余])|登记在)?(?:名下|所有|持有)?(?:登记有|的)?/
const PROPERTY_ENDS = /价值(?=[人民币\d])|[，。；（(：:“]|以[^，。；]{0,20}为限|期限|无法|未|予以|不足/
const TRAILING = /(?:人民币|共计|合计|价值|限额|计|的|中|内|存款额?为)$/
/** 查封不动产的期限为三年 says how long such a measure lasts, and seizes nothing. */
const OF_TERM = /^[^，。；]{0,40}的期限/
/** 查封房产一套（轮候查封）, 查封的房屋，系轮候查封: it waits behind another court's. */
const WAITING = /^[^。；]{0,60}[（，](?:均)?(?:系|为)?轮候/
const LONGEST_PROPERTY = 120
/** No sentence lists more measures; a longer one repeats a mark. */
const MOST_GROUPS = 20
/** Property that stands before its verb: 将被执行人甲名下的房屋予以查封. */
const BEFORE_VERB = /(?:对|将)([^，。；]{2,160}?)(?:依法|一并)?(?:予以|进行|实施|作出|采取)?(?:了)?$/

/** 名下登记有车辆15辆，本院已办理查封手续: what was entered in a register binds, though nothing was taken away. */
const ENTERED = /([^，。；]{2,80})，(?:本院|我院)(?:均)?已(?:依法)?(?:办理|完成)了?(查封|冻结)(?:登记)?手续/g

/** Whose it is, by a name that the text defines nowhere: 甲公司名下登记有. */
const REGISTERED_OF = /^[^，。；]{2,40}?名下登记有/

/** Measures of a sentence that were entered in a register. Linear. */
export function enteredIn(sentence: string, mentions: readonly Mention[]): Measure[] {
  return [...sentence.matchAll(ENTERED)].flatMap(({ index, 1: text = '', 2: kind }) => {
    const property = propertyIn(text, index, mentions)?.replace(REGISTERED_OF, '') ?? null
    if (property === null || NOT_DONE.test(text)) return []
    const owners = ownersIn(text, index, sentence, mentions)
    return [
      {
        kind: kind as MeasureKind,
        offset: index,
        isLifted: false,
        owners,
        amount: null,
        property,
        term: null,
      },
    ]
  })
}

/** Every measure of a sentence; `isOrder`: the sentence is of an operative part, where the court itself speaks. Linear. */
export function measuresOf(sentence: string, mentions: readonly Mention[], isOrder: boolean): Measure[] {
  const groups = [...sentence.matchAll(VERBS)].slice(0, MOST_GROUPS)
  const imposed = groups.flatMap((match, index) => {
    const end = match.index + match[0].length
    const clause = sentence.slice(clauseStart(sentence, match.index), match.index)
    const isLifted = LIFTED.test(clause)
    if (NOT_DONE.test(isOrder ? clause.replace(/可供执行/g, '') : clause)) return []
    const object = objectOf(sentence, mentions, match.index, end, groups[index + 1]?.index)
    if (object === null) return []
    const isWaiting = WAITING.test(sentence.slice(end))
    return [...match[0].matchAll(EACH)].map((verb) => ({
      kind: kindOf(verb, isWaiting),
      offset: match.index + verb.index,
      isLifted,
      ...object,
    }))
  })
  return [...imposed, ...enteredIn(sentence, mentions)]
}

function kindOf(verb: RegExpMatchArray, isWaiting: boolean): MeasureKind {
  const kind = KINDS[verb.slice(1).findIndex((one) => one !== undefined)]?.[0] ?? '冻结'
  return isWaiting && (kind === '查封' || kind === '冻结') ? `轮候${kind}` : kind
}

const clauseStart = (sentence: string, at: number): number =>
  Math.max(...['，', ',', '：', ':', '）'].map((mark) => sentence.lastIndexOf(mark, at - 1))) + 1

type MeasureObject = Pick<Measure, 'owners' | 'amount' | 'property' | 'term'>

/** What a measure is on: behind its verb, else before it. Null where the text names neither property nor sum. */
function objectOf(
  sentence: string,
  mentions: readonly Mention[],
  start: number,
  end: number,
  next = sentence.length,
): MeasureObject | null {
  const rest = sentence.slice(end, next)
  if (OF_TERM.test(sentence.slice(end, end + 60))) return null
  const term = termOf(rest)
  const sums = sumsIn(rest)
  const isBehind = !/^(?:了|处理|措施)?(?:[，。；：:、]|$)/.test(rest)
  const found = isBehind
    ? { from: end, text: rest.slice(0, Math.min(sums[0]?.offset ?? rest.length, LONGEST_PROPERTY)) }
    : before(sentence, start)
  if (found === null) return null
  const [from, where] = isBehind ? [end, rest] : [found.from, found.text]
  const all = isBehind ? sums : sumsIn(where)
  const [sum = null] = all.length === 1 ? all : []
  const amount = sum === null || sum.amount === null ? null : { ...sum, offset: from + sum.offset }
  const owners = ownersIn(found.text, found.from, sentence, mentions)
  const property = propertyIn(found.text, found.from, mentions)
  return property === null && amount === null ? null : { owners, amount, property, term }
}

const sumsIn = (text: string): Amount[] =>
  findAmounts(text).filter(({ offset }) => !isInBrackets(text, offset))

/** （已扣除执行费50元） is a remark about the sum before it. */
function isInBrackets(text: string, at: number): boolean {
  const opened = text.lastIndexOf('（', at)
  return opened >= 0 && !text.slice(opened, at).includes('）')
}

function before(sentence: string, verb: number): { readonly from: number; readonly text: string } | null {
  const from = clauseStart(sentence, verb)
  const found = BEFORE_VERB.exec(sentence.slice(from, verb))
  return found === null ? null : { from: from + found.index + 1, text: found[1] ?? '' }
}

const ownerIn = (text: string, from: number, mentions: readonly Mention[]): Mention | undefined =>
  mentions.find(
    ({ start, end }) =>
      start >= from && end <= from + text.length && OF_OWNER.test(text.slice(0, start - from)),
  )

function ownersIn(text: string, from: number, sentence: string, mentions: readonly Mention[]): Named[] {
  const owner = ownerIn(text, from, mentions)
  return owner === undefined ? [] : group(sentence, mentions, owner)
}

function propertyIn(text: string, from: number, mentions: readonly Mention[]): string | null {
  let at = 0
  let owner = ownerIn(text, from, mentions)
  while (owner !== undefined) {
    at = owner.end - from
    const joined = owner.end
    owner = mentions.find(
      ({ start }) => start > joined - 1 && /^[、和及与]?$/.test(text.slice(at, start - from)),
    )
  }
  const behind = text.slice(at).replace(at > 0 ? OWNED : LEADING, '')
  const end = PROPERTY_ENDS.exec(behind)?.index ?? behind.length
  const property = behind.slice(0, end).trim().replace(TRAILING, '').replace(TRAILING, '').trim()
  return property.length < 2 ? null : property
}

const LENGTH = '([一二两三四五六七八九十\\d]{1,3})(?:个)?(年|月)(?!\\d|[一二三四五六七八九十]+日)'
const TERM = new RegExp(
  `(?:期限|为期|期间|冻结|查封|扣押)(?:[^，。；\\d一二两三四五六七八九十]{0,8})${LENGTH}`,
  'g',
)
const UNTIL = /(?:至|到)\s?(\d{4}年\d{1,2}月\d{1,2}日)(?:止|为止|到期|期间)?/g

/** The only term of a passage; null where it states none or several. Linear. */
export function termOf(passage: string): Term | null {
  const lengths = [...passage.matchAll(TERM)]
  const days = [...passage.matchAll(UNTIL)]
  if (lengths.length > 1 || days.length > 1 || lengths.length + days.length === 0) return null
  const [length] = lengths
  const [day] = days
  const parsed = day?.[1] === undefined ? undefined : parseDate(day[1])
  if (length === undefined && !/期限|期间|[自从]/.test(passage.slice(0, day?.index))) return null
  const count = parseNumeral((length?.[1] ?? '').replace('两', '二'))
  const months = count === undefined ? null : count * (length?.[2] === '年' ? 12 : 1)
  return { text: (length ?? day)?.[0] ?? '', months, until: parsed?.date ?? null }
}
