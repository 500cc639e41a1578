import { parseDate } from './dates.ts'

/*
 * Whether words say that something was done: not asked for, threatened, allowed, denied or bound to a condition.
 * `clause` is what stands between the last comma and what is said.
 */

const COMMAS = ['，', ',', '：', ':', '；', '。'] as const

/** Where the clause begins that an offset stands in. */
export const clauseAt = (sentence: string, at: number): number =>
  Math.max(...COMMAS.map((mark) => sentence.lastIndexOf(mark, at - 1))) + 1

const CONDITION =
  /(?:^|[，。；：,人方者你司其院])\s?(?:如果?(?![下实期数约皋东意此前上何])|若(?!干)|倘)|一旦|否则|(?:逾期|未|不|拒)[^，。；]{0,40}的[，,]|届时/
const FUTURE =
  /(?<![已曾于日]|依法|决定|本院)将(?:会|要|被(?!执行人)|依法(?!将)|对|采取|视|予以|面临)|拟|即将/
const WISH =
  /可以|可(?:再次|再|依法|对|将|申请|能|随时|向)|有权|应(?:当|予|将|被|对|依法|立即)|要求|请求|申请(?!执行|人)|建议|责令|告知|警告|提示|是否|能否|不得|以便|为了|需要?(?=[对将再等])|待(?!遇)/
/** 依申请执行人申请 says why, not that something is only asked for. */
const GROUND = /(?:根据|依据?|经|应)[^，。；]{0,16}(?:的)?申请/g
const NEGATION =
  /(?:未|没有?|(?<!得|是)不|暂缓|无须|无需|免予?|并非|非)(?!履行|按|申报|报告|清偿|能(?!将|对)|如实|配合|执行|动产|主动|自觉|完全|全部|在|服|到庭)[^，。；]{0,16}$/

/** Whether what precedes in the sentence makes it a condition (如…, 逾期不履行的，). */
export const isConditional = (before: string): boolean => CONDITION.test(before)

/** Whether the clause asks, allows, obliges or foresees. */
export const isWished = (clause: string): boolean => {
  const plain = clause.replace(GROUND, '')
  return WISH.test(plain) || FUTURE.test(plain)
}

/** Whether the clause denies what follows right behind it. */
export const isNegated = (clause: string): boolean => NEGATION.test(clause)

/** The sentence with the names of laws blanked: 《…失信被执行人名单…规定》 puts nobody on a list. */
export const withoutTitles = (sentence: string): string =>
  sentence.replace(/《[^《》]{0,100}》/g, (title) => '　'.repeat(title.length))

/** The sentence with the names of parties blanked: 合肥尚禾包装有限公司 says neither 尚 nor 未. */
export const withoutNames = (
  sentence: string,
  mentions: readonly { readonly start: number; readonly end: number; readonly isName: boolean }[],
): string =>
  mentions.reduce(
    (text, { start, end, isName }) =>
      isName ? text.slice(0, start) + '　'.repeat(end - start) + text.slice(end) : text,
    sentence,
  )

const DAY = /\d{4}年\d{1,2}月\d{1,2}日/g
/** What else may happen on a day, up to the comma behind it. */
const OTHER_EVENT =
  /立案|受理|判决|调解|裁定|查封|冻结|扣划|签订|到期|届满|起诉|查询|送达|向|宣告|(?:发出|作出)(?!失信|限制|限高)|申请|届至/
/** 至…止 ends a term and 截至 counts to a day. */
const ENDS_TERM = /(?:至|到|止|截[至止]|前|期限)\s?$/

/** The day that a sentence gives for what it says at an offset: the last before it that nothing else happened on. */
export function dayBefore(sentence: string, at: number): string | null {
  const days = [...sentence.slice(0, at).matchAll(DAY)]
  const last = days.at(-1)
  if (last === undefined || ENDS_TERM.test(sentence.slice(0, last.index))) return null
  const between = sentence.slice(last.index + last[0].length, at)
  const told = between.slice(0, Math.max(0, between.lastIndexOf('，')))
  if (OTHER_EVENT.test(told) || /^\s?(?:止|前|届满|到期|为止|起至)/.test(between)) return null
  const parsed = parseDate(last[0])
  return parsed?.precision === 'day' ? parsed.date : null
}
