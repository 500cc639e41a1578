/*
 * Who speaks in a narrative: the court, which finds, or a party, which only says so. What a party says, asks for or
 * quotes from a law is no fact.
 */

/** A party begins to speak: 诉称，辩称：事实与理由：诉讼请求：. Not 以下简称, 本院认为. */
const PARTY =
  /(?:(?<![简统合俗又名自号]|通)称(?=[，,：:“])|(?:请求|事项|理由|意见)(?:为|如下|是)?(?=[：:])|(?:请求|诉请|恳请|要求)(?:本院|法院|贵院|判令|依法|人民法院)|主张(?=[，,：:])|(?<!(?:院|庭|经审[查理]|审查)[^，。；]{0,8})认为(?=[，,：:]))/
/** The court begins to speak, or speaks again. */
const COURT =
  /本院(?:经|认为|查明|认定|依[法照职]|于|在|作出|已|曾|对|将|裁|予|遂|向|执行|立案|受理|决定|审[查理]|分析|综合)|(?<!未)经(?:审理|审查|查(?!封)|核[查实]|执行|调查|网络查控|本院)|[另又再还]查(?:明)?|(?:法院|仲裁委员会|合议庭)(?:经审理)?(?:认为|查明|认定)|查明(?:的)?(?:事实)?[，,：:]|(?:在)?(?:本案)?执行过程中|(?:判决|裁定|决定)如下/
const MARKERS = new RegExp(`(${PARTY.source})|(${COURT.source})`, 'g')
/** One sentence that only repeats what a party says: 申请执行人甲称乙早已被列为…，但未提交证据. */
const REPEATS =
  /(?:申请(?:执行)?人|被执行人|被申请人|案外人|异议人|利害关系人|原告|被告|第三人|双方)[^，。；称]{0,40}(?<![简统合俗又名自号通所职宣])称(?![为作号谓之，,：:“])/g
/** From here on the court weighs: what it cites of a party ends with its sentence. */
const WEIGHS = /本院(?:经审[查理])?(?:后)?(?:综合)?认为/
const ASKED_OF_COURT = /(?:请求|要求|恳请|望|贵院|向)$/
/** A quotation of this length is one of a law, a contract or another document. */
const QUOTED = /“[^”]{24,2000}”/g
/** What a law says: …第三条规定，被执行人…; 人民法院应当…. */
const OF_LAW =
  /(?:》|第[一二三四五六七八九十百零〇\d]{1,8}[条款项])[^，。；]{0,16}(?:的|之)?规定[，,：:]|(?:^|[，：“])人民法院(?:可以|应当|应|裁定|在)/

type Range = { readonly from: number; readonly to: number }

/** Whether the court itself says what stands at an offset of the narrative. Made once a document; linear. */
export function courtSpeaks(narrative: string): (at: number) => boolean {
  const silent = [...partyPassages(narrative), ...quotations(narrative), ...repetitions(narrative)]
  return (at) => !silent.some(({ from, to }) => at >= from && at < to) && !OF_LAW.test(soFar(narrative, at))
}

const LONGEST = 200
const soFar = (narrative: string, at: number): string => {
  const head = narrative.slice(Math.max(0, at - LONGEST), at)
  return head.slice(Math.max(...['。', '；', '\n'].map((mark) => head.lastIndexOf(mark))) + 1)
}

const quotations = (narrative: string): Range[] =>
  [...narrative.matchAll(QUOTED)].map(({ index, 0: text }) => ({ from: index, to: index + text.length }))

const repetitions = (narrative: string): Range[] =>
  [...narrative.matchAll(REPEATS)].map(({ index }) => ({ from: index, to: sentenceEnd(narrative, index) }))

/** From where a party begins to speak to where the court does, once that weighs, to the end of the sentence. */
function partyPassages(narrative: string): Range[] {
  const passages: Range[] = []
  const weighs = WEIGHS.exec(narrative)?.index ?? Number.POSITIVE_INFINITY
  let from: number | null = null
  const close = (to: number): void => {
    if (from !== null) passages.push({ from, to })
    from = null
  }
  for (const match of narrative.matchAll(MARKERS)) {
    const at = match.index
    if (match[1] === undefined) {
      if (!ASKED_OF_COURT.test(narrative.slice(Math.max(0, at - 2), at))) close(at)
    } else if (at > weighs) {
      close(at)
      passages.push({ from: at, to: sentenceEnd(narrative, at) })
    } else from ??= at
  }
  close(narrative.length)
  return passages
}

function sentenceEnd(text: string, at: number): number {
  const end = text.slice(at).search(/[。；\n]/)
  return end < 0 ? text.length : at + end
}
