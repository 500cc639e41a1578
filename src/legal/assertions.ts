import { DAY, dayOf } from './dates.ts'
import { afterLast, isWithin, matchesOf, nextOf, type Range, rangesOf } from './text.ts'

/* Whether words say that something was done, and do not ask, threaten, allow, deny or bind it to a condition. */

export const clauseAt = (sentence: string, at: number): number => afterLast('，,：:；。', sentence, at)

const CONDITION =
  /(?:^|[，。；：、,人方者你司其院])\s?(?:如果?(?![下实期数约皋东意此前上何])|若(?!干)|倘)|一旦|否则|(?:逾期|未|不|拒)[^，。；]{0,40}的[，,]|届时/
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

export const isWished = (clause: string): boolean =>
  [WISH, FUTURE].some((shape) => shape.test(clause.replace(GROUND, '')))

export const isSaid = (sentence: string, at: number): boolean =>
  !isConditional(sentence.slice(0, at)) && !isWished(sentence.slice(clauseAt(sentence, at), at))

export const isNegated = (clause: string): boolean => NEGATION.test(clause)

/** The sentence with the names of laws blanked: 《…失信被执行人名单…规定》 puts nobody on a list. */
export const withoutTitles = (sentence: string): string =>
  sentence.replace(/《[^《》]{0,100}》/g, (title) => '　'.repeat(title.length))

const EACH_DAY = new RegExp(DAY, 'g')
const OTHER_EVENT =
  /立案|受理|判决|调解|裁定|查封|冻结|扣划|签订|到期|届满|起诉|查询|送达|向|宣告|(?:发出|作出)(?!失信|限制|限高)|申请|届至/
/** 至…止 ends a term and 截至 counts to a day. */
const ENDS_TERM = /(?:至|到|止|截[至止]|前|期限)\s?$/

/** The day of a fact at an offset of its sentence: the last day before it, unless another event stands between. */
export function dayBefore(sentence: string, at: number): string | null {
  const days = matchesOf(sentence.slice(0, at), EACH_DAY)
  const last = days.at(-1)
  if (last === undefined || ENDS_TERM.test(sentence.slice(0, last.index))) return null
  const between = sentence.slice(last.index + last[0].length, at)
  const told = between.slice(0, Math.max(0, between.lastIndexOf('，')))
  if (OTHER_EVENT.test(told) || /^\s?(?:止|前|届满|到期|为止|起至)/.test(between)) return null
  return dayOf(last[0])
}

/* Who speaks: the court, which finds, or a party. What a party says, asks for or quotes from a law is no fact. */

/** A party begins to speak: 诉称，辩称：事实与理由：诉讼请求：. Not 以下简称, 本院认为. */
const PARTY =
  /(?:(?<![简统合俗又名自号]|通)称(?=[，,：:“])|(?:请求|事项|理由|意见)(?:为|如下|是)?(?=[：:])|(?:请求|诉请|恳请|要求)(?:本院|法院|贵院|判令|依法|人民法院)|主张(?=[，,：:])|(?<!(?:院|庭|经审[查理]|审查)[^，。；]{0,8})认为(?=[，,：:]))/
const COURT =
  /本院(?:经|认为|查明|认定|依[法照职]|于|在|作出|已|曾|对|将|裁|予|遂|向|执行|立案|受理|决定|审[查理]|分析|综合)|(?<!未)经(?:审理|审查|查(?!封)|核[查实]|执行|调查|网络查控|本院)|[另又再还]查(?:明)?|(?:法院|仲裁委员会|合议庭)(?:经审理)?(?:认为|查明|认定)|查明(?:的)?(?:事实)?[，,：:]|(?:在)?(?:本案)?执行过程中|(?:判决|裁定|决定)如下/
const MARKERS = new RegExp(`(${PARTY.source})|(${COURT.source})`, 'g')
/** One sentence that only repeats what a party says: 申请执行人甲称乙早已被列为…，但未提交证据. */
const REPEATS =
  /(?:申请(?:执行)?人|被执行人|被申请人|案外人|异议人|利害关系人|原告|被告|第三人|双方)[^，。；称]{0,40}(?<![简统合俗又名自号通所职宣])称(?![为作号谓之，,：:“])/g
/** From here on the court weighs: what it cites of a party ends with its sentence. */
const WEIGHS = /本院(?:经审[查理])?(?:后)?(?:综合)?认为/
/** A quotation of this length is one of a law, a contract or another document. */
const QUOTED = /“[^”]{24,2000}”/g
/** What a law says: …第三条规定，被执行人…; 人民法院应当…. */
const OF_LAW =
  /(?:》|第[一二三四五六七八九十百零〇\d]{1,8}[条款项])[^，。；]{0,16}(?:的|之)?规定[，,：:]|(?:^|[，：“])人民法院(?:可以|应当|应|裁定|在)/

/** Whether the court itself says what stands at an offset of the narrative. Made once a document; linear. */
export function courtSpeaks(narrative: string): (at: number) => boolean {
  const isOfOther = othersSpeak(narrative)
  return (at) => !isOfOther(at) && !OF_LAW.test(soFar(narrative, at))
}

export function othersSpeak(narrative: string): (at: number) => boolean {
  let ranges: readonly Range[] | undefined
  return (at) => {
    ranges ??= [
      ...partyPassages(narrative),
      ...rangesOf(QUOTED, narrative),
      ...rangesOf(REPEATS, narrative).map(({ from }) => ({ from, to: nextOf(/[。；\n]/, narrative, from) })),
    ]
    return isWithin(ranges, at)
  }
}

const LONGEST = 200
export const soFar = (narrative: string, at: number): string => {
  const head = narrative.slice(Math.max(0, at - LONGEST), at)
  return head.slice(afterLast('。；\n', head, head.length))
}

/** From where a party begins to speak to where the court does, once that weighs, to the end of the sentence. */
function partyPassages(narrative: string): Range[] {
  const passages: Range[] = []
  const weighs = WEIGHS.exec(narrative)?.index ?? Number.POSITIVE_INFINITY
  let from: number | null = null
  const close = (to: number): void => {
    if (from !== null) passages.push({ from, to })
    from = null
  }
  for (const match of matchesOf(narrative, MARKERS)) {
    const at = match.index
    if (match[1] === undefined) {
      if (!/(?:请求|要求|恳请|望|贵院|向)$/.test(narrative.slice(Math.max(0, at - 2), at))) close(at)
    } else if (at > weighs) {
      close(at)
      passages.push({ from: at, to: nextOf(/[。；\n]/, narrative, at) })
    } else from ??= at
  }
  close(narrative.length)
  return passages
}
