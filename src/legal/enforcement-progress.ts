import { type Amount, endOf, findAmounts } from './amounts.ts'
import { clauseAt, isConditional, isSaid } from './assertions.ts'
import { upTo } from './bounds.ts'
import { type CaseNumber, procedureOf } from './case-numbers.ts'
import { DAY, dayOf } from './dates.ts'
import { asNamed, type Mention, type Named, type Passage, withoutNames } from './mentions.ts'
import { kindsOf, matchesOf, nextOf } from './text.ts'

export type ProgressKind = (State | EnforcementSum)['kind'] | '立案'

/** How an enforcement stands, as one sentence says; `offset` in it, in UTF-16 units. */
type State = {
  readonly kind: (typeof DECIDED | typeof STATED)[number][0]
  readonly against: readonly Named[]
  readonly offset: number
}

/* Each state by the words that say it, and those under which they do not. 申请执行人申请恢复执行 only asks, 依其申请恢复执行 resumes. */

const ENDED = /终结[^，。；]{0,80}?本次执行|本次执行程序(?:予以|应予|已|现已)?(?:被)?(?:依法)?(?:裁定)?终结/
const STOPPED =
  /(?<!将裁定)终结(?!本次)[^，。；]{0,120}?(?:的执行|执行(?!程序?终结本次)(?:程序)?$|(?:一案|案件)的?执行|(?<!本次)执行程序?$)/
const RESUMED =
  /(?<!(?<!(?:应|依|根据|经)[^，。；]{0,12})人[^，。；]{0,30}申请)恢复(?:对[^。；]{0,80}?(?:的)?)?(?:强制)?执行|恢复[^，。；]{0,60}?号[^，。；]{0,40}?的?(?:强制)?执行/

/** What began an enforcement is taken back as a whole: not 执行通知书中关于利息的部分. */
const REVOKED = /撤销[^。；]{0,80}(?<!协助)执行通知书?(?=[，。；、及和与并]|$)/

/** Of the debtor whose place another takes: 甲不再承担清偿责任, 免除甲的债务. */
export const RELEASED =
  /不再(?:作为|列为|是)[^，。；]{0,12}被执行人|不再承担[^，。；]{0,16}(?:责任|义务|债务)|免除[^，。；]{0,30}(?:责任|义务|债务)/

const DECIDED = [
  ['终本', ENDED, /驳回|撤销|不(?:能|应|得|符合|同意)|如|若|终结本次执行程序(?:后|期间|裁定)/],
  ['终结执行', STOPPED, /本次执行|驳回|撤销|不予/],
  ['终结执行', REVOKED, /驳回|不予|部分|超出|请求|申请(?!执行人)|重新|另行|核算|核定|继续执行/],
  [
    '终结执行',
    RELEASED,
    /驳回|不予|请求|如|若|部分|其余|剩余|超出|利息|罚金|罚款|迟延|加倍|违约金|发票|过户|报告|修复|协助|补充|到位|[后元]，/,
  ],
  // Of what was handed over for the debt: 双方债权债务关系消灭. A sum, or a part, leaves a rest.
  [
    '执行完毕',
    /(?:本案|全部|双方|确定的)[^，。；]{0,16}(?:债务|义务|债权债务(?:关系)?)[^，。；]{0,8}消灭/,
    /部分|相应|范围|元|如|若|后|待|驳回|撤销|[不未没]/,
  ],
  ['恢复执行', RESUMED, /驳回|不予|可以|可再次|如|若|条件|可申请|有权|申请[^，。；]{0,20}恢复/],
] as const
/** What a statement says, of this case or of another. */
const STATED = [
  [
    '执行完毕',
    /(?:已|均|全部|现)[^，。；]{0,16}(?:执行|履行)完毕|(?:已|均)[^，。；]{0,8}全部(?:执行|履行)(?!义务)(?:到位)?|(?:以|按)[^，。；]{0,8}执行完毕[^，。；]{0,6}结案|自动履行完毕|(?:本案|该案|案件|号)[^，。；]{0,6}执行完毕|履行了全部[^，。；]{0,12}义务/,
    /未|尚|部分|待|如(?!数|期)|若|直至|视为|(?:执行|履行)完毕(?:后|之日|前|为止|的[，,])|(?:和解协议|方案|计划)[^，。；]{0,12}(?:执行|履行)完毕|(?:认为|主张|称)[^，。；]{0,20}完毕/,
  ],
  [
    '和解',
    /(?:达成|签订|自行)[^，。；]{0,16}(?:和解|(?:分期|还款|长期)[^，。；]{0,8}协议)|执行和解(?!申请)/,
    /未能?(?:达成|签订|自行)|不能|无法|不愿|没有|不同意|如|若|曾/,
  ],
] as const
/** What a narrative reports of an earlier decision: done, by somebody, or on some day. */
const REPORTED = [
  [
    '终本',
    new RegExp(
      `(?:已|裁定|以[^，。；]{0,40}号|予以|于)[^。；]{0,60}?(?:${ENDED.source})|本次执行程序(?:已|现已|被)[^，。；]{0,6}终结`,
    ),
    /驳回|撤销|不(?:能|应|得|符合|同意)|条件|(?:拟|申请|同意|要求|请求)[^，。；]{0,24}终结/,
  ],
  [
    '终结执行',
    new RegExp(`(?:已|裁定|以[^，。；]{0,40}号|予以)[^。；]{0,60}?(?:${STOPPED.source})`),
    /本次执行|驳回|撤销|不予|条件|(?:拟|申请|同意|要求|请求)[^，。；]{0,24}终结/,
  ],
  [
    '恢复执行',
    new RegExp(
      `(?:已|裁定|决定|依法|予以|本院|法院|立案|准许|于[^，。；]{0,16}日)[^。；]{0,24}?(?:${RESUMED.source})|(?:系|为)[^。；]{0,60}恢复执行|恢复执行(?:立案|案件|程序|阶段|后|过程中)|恢复执行，(?:案号|立)`,
    ),
    /驳回|不予|条件|有权|可(?:以|再次|随时|向)?[^，。；]{0,12}恢复|再次[^，。；]{0,8}申请恢复/,
  ],
] as const

/** How the enforcement stands, by a sentence of the court. `isDecided`: it is of the operative part. `isOwn`: of an enforcement. Linear. */
export function statesOf(sentence: Passage, isDecided: boolean, isOwn: boolean): State[] {
  const { text } = sentence
  const plain = withoutNames(sentence)
  const rules = isDecided ? [...DECIDED, ...STATED] : [...STATED, ...REPORTED]
  return rules.flatMap(([kind, when, unless]) => {
    const found = when.exec(plain)
    if (found === null) return []
    const { index: offset } = found
    // What is denied in another clause than its own does not deny that all was paid.
    const clause = plain.slice(clauseAt(plain, offset), nextOf(/[，。；]/, plain, offset) + 1)
    const isDenied = unless.test(kind === '执行完毕' ? clause : plain)
    const isMeant =
      !isDenied && (isDecided || isSaid(plain, offset)) && (isOwn || isOfEnforcement(kind, text))
    return isMeant ? [{ kind, against: alone(sentence, found), offset }] : []
  })
}

/** A plain debt that was 履行完毕 is no enforcement, nor is a 和解 out of court. */
const isOfEnforcement = (kind: State['kind'], text: string): boolean =>
  kind !== '和解' &&
  (kind !== '执行完毕' || /执行(?:完毕|到位)|(?:被执行人|生效)[^。；]{0,60}履行完毕/.test(text))

/** 对被执行人甲终结本次执行程序, 被执行人甲已履行完毕: of one debtor, by its name. */
function alone({ text, mentions }: Passage, { index, 0: words }: RegExpExecArray): Named[] {
  const isMeant = ({ start, end, isName }: Mention): boolean =>
    isName &&
    !/(?<!^\s?[一二三四五六七八九十\d]{1,3})[、和及与]$/.test(text.slice(0, start)) &&
    end <= index + words.length &&
    (/[对向](?:被执行人)?$/.test(text.slice(0, start)) ||
      (RELEASED.test(words) && (start >= index || /^[^，。；为]{0,8}$/.test(text.slice(end, index)))) ||
      (/履行完毕|全部履行|履行了全部/.test(words) && /^(?:现|均|也|又|亦|已)/.test(text.slice(end))))
  return mentions.filter(isMeant).map(asNamed)
}

/** Why an enforcement ends, by the words of its narrative; a negated statement is none. */
const REASONS: Readonly<Record<string, RegExp>> = {
  无其他可供执行财产:
    /(?:无|没有|未(?:能)?(?:发现|查到|查询到|查明|查询|提供))[^，。；]{0,24}其[他它余][^，。；]{0,16}(?:可供|可|能够?)(?:执行|处置)/,
  无可供执行财产:
    /(?:无|没有|未(?:能)?(?:发现|查到|查询到|查明|查询))(?![^，。；]{0,24}其[他它余])[^，。；]{0,40}(?:可供|可|能够?)(?:执行|处置)[^，。；]{0,4}财产/,
  财产暂不能处置: /(?:暂时?(?:不|无法)|无法|不(?:能|宜|便|具备)[^，。；]{0,8})(?:处置|处理|变现|拍卖|变卖)/,
  被执行人下落不明: /(?:下落|去向)不明|(?:查找|联系)不到被执行人|无法(?:查找|联系)[^，。；]{0,6}被执行人/,
  未提供财产线索: /(?:未|不能|无法)[^，。；]{0,12}提供[^。；]{0,24}(?:财产|线索)/,
  申请执行人同意: /(?:同意|申请|书面要求|请求)[^，。；]{0,20}终结[^，。；]{0,8}本次执行/,
  双方和解:
    /(?<!未能?|不能|无法|没有)达成[^，。；]{0,16}(?:和解|(?:分期|还款|长期)[^，。；]{0,8}协议)|(?:双方|当事人)[^，。；未不无拟]{0,8}和解/,
  撤回执行申请:
    /(?:撤回|撤销)[^，。；]{0,20}(?:执行申请|申请执行|强制执行)|申请[^，。；]{0,8}撤(?:回|销)[^，。；]{0,6}(?:本案|执行)/,
  执行完毕: /(?:已|均|全部)(?![^，。；]{0,16}(?:部分|未))[^，。；]{0,16}(?:执行|履行)完毕/,
  执行依据被撤销:
    /(?:据以执行的|执行依据|执行根据)[^。；，]{0,80}(?<!未|没有)(?:已|已经)被[^。；，]{0,40}撤销(?!执行|申请)/,
  移送破产: /(?:移送|进入|受理|宣告)[^，。；]{0,30}破产/,
}

export const reasonsIn = (sentences: readonly string[]): string[] =>
  kindsOf(REASONS).filter((reason) => sentences.some((text) => REASONS[reason]?.test(text)))

/** Why a review ends an enforcement by a sentence: it releases the debtor, or upholds the objection. Whose debt was paid its findings do not say for certain. */
export const reasonOfReview = (decided: string): string => (RELEASED.test(decided) ? '免除责任' : '异议成立')

/** A sum of an enforcement. `isPayout`: it was handed on to the creditor, so it may be counted among the receipts already. */
type EnforcementSum = {
  readonly kind: '执行标的' | '执行到位' | '未执行到位'
  readonly amount: Amount
  readonly isPayout: boolean
  readonly offset: number
}

const CLAUSE_END = '(?:共计|合计|总额|为|是|：|:|人民币|共|计|折合|款|本金)*$'
/** What a sum is, by the words right before it, and for some by those right after. 发还: a payout. */
const SUMS: readonly (readonly [EnforcementSum['kind'] | '发还', before: RegExp, after?: RegExp])[] = [
  [
    '执行标的',
    /(?:应当?(?:立即)?向|要求被执行人)[^，。；]{0,60}(?:支付|给付|偿还|清偿)(?:案款|款项?|人民币|共计|合计|计)*$/,
    /^[^，。；]{0,12}，(?:本院|我院)[^，。；]{0,24}立案/,
  ],
  [
    '执行到位',
    /(?:作价|抵价|(?<!不同意|不接受|拒绝|拟|要求|请求|能否|可)以[^，。；]{0,6})(?:人民币|共计|合计|计)*$/,
    /^[^。；不未拟]{0,40}(?:抵偿|抵债|抵顶|折抵)/,
  ],
  [
    '执行到位',
    /(?<!(?:不足|难|拟|可|能|请求|申请|同意|要求|愿)以?[^，。；]{0,12})(?<!(?:另案|他案|抵押权人|案外人|职工)[^。；]{0,80})抵偿(?:本案)?的?(?:债务|债权|欠款)(?:人民币|共计|合计|计)*$/,
  ],
  [
    '未执行到位',
    /未(?:能)?(?:实际)?(?:得到|获得|获)?(?:执行|受偿|履行|清偿|实现|兑现|到位)[^，。；]{0,16}$|剩余(?:执行)?标的[^，。；]{0,8}$|剩余(?:债权|执行款|案款|未执行)[^，。；]{0,10}$/,
  ],
  [
    '未执行到位',
    /(?:尚欠|尚有|尚余|尚剩|剩余|还有|余款|余额|下欠|其余|仍有|仍欠)[^，。；]{0,14}$/,
    /^[^，。；]{0,14}(?:未|没有)(?:能)?(?:得到|获得|获)?(?:执行|履行|受偿|清偿|到位|偿还|支付|给付|兑现|实现)/,
  ],
  [
    '执行到位',
    /(?:执行|已|实际|共|全额)[^，。；未不无]{0,8}(?:到位|到账)[^，。；未不无]{0,10}$|(?:已|实际|共|获|得到)[^，。；未不无应]{0,4}(?:受偿|执行回)[^，。；未不无]{0,10}$|(?:已|共)执行(?:到)?(?:款项?|案款|金额|标的|了)?(?:人民币|共计|合计|计|为)*$|执行(?:回款|案款到位|到案款)[^，。；未不无]{0,8}$/,
  ],
  [
    '发还',
    /(?:发还|发放|划付|过付|转付|汇付|兑付|支付|给付|交付)(?:给|至|予|与|了)?(?:(?:本案)?(?:申请(?:执行)?人|债权人)[^，。；应]{0,30}?)?(?:执行)?(?:案款|款项?|人民币|共计|合计|计|为|了)*$/,
  ],
  [
    '发还',
    /$/,
    /^(?:[^，。；应待未]{0,16}|[^，。；应待未]{0,10}，(?:(?:该款|上述款项|现|并|且|本院|案款|全部|款项|此款){0,3}))(?:已|均|全部|依法|予以|并|后|现){0,4}(?:扣划并)?(?:发还|发放|划付|过付|转付|汇付|支付|给付|交付|兑付)(?:给|至|了|予)?(?:本案)?(?:申请(?:执行)?人|债权人)/,
  ],
  [
    '执行到位',
    /申请(?:执行)?人[^，。；未]{0,40}(?:已|共|实际)(?:领取|收到|受领)(?:了)?(?:执行)?(?:案款|款项?|执行款)?(?:人民币|共计|合计|计)*$|被执行人[^，。；未应]{0,40}(?:自动|主动)?(?:履行|支付|给付|偿还)了(?:案款|款项?|人民币|共计|计)*$|(?<!未)(?:实现|清偿)债权(?:人民币|共计|合计|计|为)*$/,
  ],
  [
    '执行到位',
    /(?:^|[，：])(?:\s|[本该]案|申请(?:执行)?人|[某其于在\d年月日底初]|从中|参与分配后?|通过参与分配|经分配|已|实际|共)*(?:分配得|分得|分配到|获得?分配|取得分配)(?:到|了)?(?:执行|分配|拍卖)?(?:案款|价款|款项?|人民币|共计|合计|计|为)*$/,
    /^(?![^，。；]{0,12}(?:方案|尚未|待|未))(?!，[^，。；]{0,8}(?:尚未|待|未))/,
  ],
  ['执行标的', /(?:申请|请求)(?:强制)?执行的?债权(?:数额|金额|总额)?(?:为|人民币|共计|合计|计)*$/],
  [
    '执行标的',
    new RegExp(
      `(?:(?:申请|立案|本案|强制|总)?执行(?:的)?(?:总)?标的|(?:案件|立案|申请|涉案)标的|申请(?:强制)?执行(?:的)?(?:总)?(?:金额|数额|款项|本金))(?:总?额|金额|数额|款)?${CLAUSE_END}`,
    ),
  ],
]
/** What the decision orders that is enforced, where its sentence ends with the one sum: 依该裁判：被执行人应偿还申请执行人100元. */
const OF_BASIS =
  /(?:依|据|按照?|书)(?:该|上述|前述)?[^，。；：]{0,12}(?:裁判|判决|裁决|调解书|法律文书|确定|判令)[^，。；：]{0,6}[：:，]被执行人[^。；，]{0,60}(?<!不)应[^。；，]{0,8}(?:偿还|支付|给付|清偿|返还|赔偿)(?![^，。；]{0,40}(?:费|基数|每|首期|违约金|利息))[^，。；]{0,40}$/
/** What the creditor asks that the debtor is made to pay, where its sentence has one sum: 申请强制执行，请求被执行人支付本金100元及利息. */
const ASKED =
  /申请(?:强制)?执行[，：:]?[^，。；]{0,8}(?:请求|要求)[^，。；]{0,8}被执行人[^，。；每分]{0,40}(?<!不)(?:偿还|支付|给付|清偿|归还|返还|赔偿)(?![^，。；]{0,20}(?:费|基数|每|[首各分]期|违约金|利息|部分|剩余|其余))[^，。；]{0,20}$/
const ASKED_MORE =
  /^[，。；\s]*(?:同时|并|另|还|一并)?[^。；]{0,12}(?:请求|要求)[^。；]{0,30}(?:支付|偿还|给付|清偿|承担)/
const OF_SUM = /^(?:[，。；、及和并]|以及|$)(?![^。；]{0,30}(?:放弃|撤回|范围|为限|扣除))/
/** A payout comes out of what the court took in; a debtor that is to pay, or a claim, has none. */
const TAKEN_IN = /扣划|划扣|划拨|扣得|提取|执行款|案款|拍卖|变卖|成交|执行到|存款|到账|扣留|执行(?:过程)?中/
const NOT_PAID_OUT =
  /应(?!收)|须|判令|责令|判决|裁决|调解书|确认|(?<!有)限(?!额|制)|(?<![已院曾])将(?!其|该|上述|被|扣|案|执行)|拟|待|尚未|未能|无法|可以|请求|要求/
/** A settlement or a promise lays down what is to be paid. */
const LAID_DOWN =
  /达成|签订|签署|协商|约定|承诺|保证(?![金人责期])|愿意?(?=[^，。；]{0,30}[付还给])|(?:还款|付款|履行|偿还)(?:计划|方案)|协议[^，。；]{0,8}[：:]/
/** An instalment, or what has a day by which it is to be paid. */
const DUE =
  /按[月季期年]|逐[月季期年]|分(?:期|[\d一二两三四五六七八九十]+次)|首期|首付|(?:[\d一二三四五六七八九十]日|月|底|[之以])前|[\d个][日月年]内|自[^，。；]{0,16}起/
const RATE = /每[个一]?[月季期年周](?![^，。；]{0,16}(?:共|累计|合计))/
const DONE =
  /已|曾|实际|当[庭场即]|即时|了|扣划|划扣|划拨|扣得|提取|拍卖|变卖|成交|执行到位|受偿|收到|领取|^[现后经]?(?:本院|我院|法院)/
/** 约定支付100元，现已付清. */
const DONE_BEHIND =
  /^[^。；\d]{0,30}[已均](?![^，。；\d]{0,8}[未无不])[^，。；\d]{0,8}(?:付清|完毕|到位|支付|给付|履行|兑现|交付|过户|收到|领取|到账)(?:完毕|完成)?(?:[，。；]|$)/
const MOST_SUMS = 30

/** The sums of an enforcement that a sentence states. Offsets are UTF-16 units in it. Linear. */
export function sumsOf(sentence: Passage): EnforcementSum[] {
  const text = withoutNames(sentence)
  const found = upTo(MOST_SUMS, 'case_enforcement', findAmounts(text))
  return found.flatMap((amount, index) => {
    const named = amount.amount === null ? null : kindOf(text, amount, endOf(found[index - 1]))
    const stated = named === null || isLaidDown(named, text, amount, listBefore(sentence)) ? null : named
    const isAlone =
      found.length === 1 && amount.amount !== null && /^[。；]?\s*$/.test(text.slice(endOf(amount)))
    const isOfBasis = isAlone && OF_BASIS.test(text.slice(0, amount.offset))
    const isAsked =
      found.length === 1 &&
      amount.amount !== null &&
      OF_SUM.test(text.slice(endOf(amount))) &&
      ASKED.test(text.slice(0, amount.offset)) &&
      !ASKED_MORE.test(behind(sentence))
    const kind = stated ?? (isOfBasis || isAsked ? '执行标的' : null)
    const isPayout = kind === '发还'
    if (kind === null) return []
    return [{ kind: isPayout ? '执行到位' : kind, amount, isPayout, offset: amount.offset }]
  })
}

function kindOf(text: string, amount: Amount, previousEnd: number): (typeof SUMS)[number][0] | null {
  const before = text.slice(Math.max(previousEnd, amount.offset - 40), amount.offset)
  const end = endOf(amount)
  const behind = text.slice(end, end + 40)
  const [kind = null] = SUMS.find(([, one, after]) => one.test(before) && after?.test(behind) !== false) ?? []
  const clause = before.slice(Math.max(0, before.lastIndexOf('，')))
  const isWrong =
    (kind === '发还' && (!TAKEN_IN.test(text.slice(0, end + 40)) || NOT_PAID_OUT.test(clause))) ||
    ((kind === '发还' || kind === '执行到位') && isConditional(text.slice(0, amount.offset))) ||
    (kind === '执行标的' && /未|剩余|尚|到位|其余/.test(before.slice(-16)))
  return isWrong ? null : kind
}

/** What follows a sentence. */
const behind = ({ of, offset, text }: Passage): string => {
  const end = offset - of.offset + text.length
  return of.text.slice(end, end + 60)
}

/** What an item of a list goes on with: 达成协议：1.支付100元；2.支付200元. */
function listBefore({ of, offset }: Passage): string {
  const at = offset - of.offset
  const before = of.text.slice(Math.max(0, at - 300), at)
  return before.split(/。|(?<![；;：:])\n/).at(-1) ?? ''
}

/** Whether a settlement, a promise or a term only lays down that a sum is to be paid, or the rest of it. */
function isLaidDown(kind: (typeof SUMS)[number][0], text: string, amount: Amount, list: string): boolean {
  const at = amount.offset
  const isPlanned = LAID_DOWN.test(list + text.slice(0, at))
  const clause = text.slice(clauseAt(text, at), at)
  const behind = text.slice(endOf(amount), endOf(amount) + 60)
  if (kind === '执行标的') return false
  if (kind === '未执行到位')
    return isPlanned && !/[已未尚仍]/.test(text.slice(0, at) + behind.slice(0, nextOf(/[，。；]/, behind, 0)))
  if (RATE.test(clause)) return true
  return (DUE.test(clause) || isPlanned) && !DONE.test(clause) && !DONE_BEHIND.test(behind)
}

/** 本院于2023年5月6日立案执行; 2023年5月6日，本院依法立案. Not what another body filed, nor an objection or a suit. */
const FILED = new RegExp(`(${DAY})，?[^，。；日年]{0,14}?立案(?![标前庭侦审])`, 'g')
const OF_ANOTHER_MATTER = /起诉|诉讼|审理|异议|复议|保全|破产|评估|侦查|公安|仲裁委|另案|另有|其他案/

/** The day on which the case was filed, which is of the year of its number; of one that is resumed only where the words say so. */
export function filedIn({ text }: Passage, caseOf: (at: number) => CaseNumber | null) {
  if (!/执行/.test(text)) return []
  return matchesOf(text, FILED).flatMap(({ index, 0: words, 1: day }) => {
    const offset = index + words.length - 2
    const clause = text.slice(clauseAt(text, index), nextOf(/[，。；]/, text, offset))
    const number = caseOf(offset)
    const happenedOn = dayOf(day)
    const isOfYear = number !== null && happenedOn?.slice(0, 4) === String(number.year)
    const isResumption = procedureOf(number) === '恢复执行'
    const isMeant = isOfYear && !OF_ANOTHER_MATTER.test(clause) && /恢复/.test(clause) === isResumption
    return isMeant && isSaid(text, offset) ? [{ kind: '立案' as const, happenedOn, offset }] : []
  })
}
