import { type Amount, findAmounts } from './amounts.ts'
import { isConditional } from './assertions.ts'

/** What a sum is in an enforcement. */
export type SumKind = '执行标的' | '执行到位' | '未执行到位'

/** A sum of an enforcement. `isPayout`: what was handed on to the creditor, which may restate what came in. */
export type EnforcementSum = { readonly kind: SumKind; readonly amount: Amount; readonly isPayout: boolean }

const CLAUSE_END = '(?:共计|合计|总额|为|是|：|:|人民币|共|计|折合|款|本金)*$'
type Shape = {
  readonly kind: SumKind
  readonly before: RegExp
  readonly after?: RegExp
  readonly isPayout?: boolean
}
/** What a sum is, by the words right before it, and for some by those right after. */
const SUMS: readonly Shape[] = [
  {
    kind: '执行标的',
    before:
      /(?:应当?(?:立即)?向|要求被执行人)[^，。；]{0,60}(?:支付|给付|偿还|清偿)(?:案款|款项?|人民币|共计|合计|计)*$/,
    after: /^[^，。；]{0,12}，(?:本院|我院)[^，。；]{0,24}立案/,
  },
  {
    kind: '未执行到位',
    before:
      /未(?:能)?(?:实际)?(?:得到|获得|获)?(?:执行|受偿|履行|清偿|实现|兑现|到位)[^，。；]{0,16}$|剩余(?:执行)?标的[^，。；]{0,8}$|剩余(?:债权|执行款|案款|未执行)[^，。；]{0,10}$/,
  },
  {
    kind: '未执行到位',
    before: /(?:尚欠|尚有|尚余|尚剩|剩余|还有|余款|余额|下欠|其余|仍有|仍欠)[^，。；]{0,14}$/,
    after:
      /^[^，。；]{0,14}(?:未|没有)(?:能)?(?:得到|获得|获)?(?:执行|履行|受偿|清偿|到位|偿还|支付|给付|兑现|实现)/,
  },
  {
    kind: '执行到位',
    before:
      /(?:执行|已|实际|共|全额)[^，。；未不无]{0,8}(?:到位|到账)[^，。；未不无]{0,10}$|(?:已|实际|共|获|得到)[^，。；未不无应]{0,4}(?:受偿|执行回)[^，。；未不无]{0,10}$|(?:已|共)执行(?:到)?(?:款项?|案款|金额|标的|了)?(?:人民币|共计|合计|计|为)*$|执行(?:回款|案款到位|到案款)[^，。；未不无]{0,8}$/,
  },
  {
    kind: '执行到位',
    isPayout: true,
    before:
      /(?:发还|发放|划付|过付|转付|汇付|兑付|支付|给付|交付)(?:给|至|予|与|了)?(?:(?:本案)?(?:申请(?:执行)?人|债权人)[^，。；应]{0,30}?)?(?:执行)?(?:案款|款项?|人民币|共计|合计|计|为|了)*$/,
  },
  {
    kind: '执行到位',
    isPayout: true,
    before: /$/,
    after:
      /^(?:[^，。；应待未]{0,16}|[^，。；应待未]{0,10}，(?:(?:该款|上述款项|现|并|且|本院|案款|全部|款项|此款){0,3}))(?:已|均|全部|依法|予以|并|后|现){0,4}(?:扣划并)?(?:发还|发放|划付|过付|转付|汇付|支付|给付|交付|兑付)(?:给|至|了|予)?(?:本案)?(?:申请(?:执行)?人|债权人)/,
  },
  {
    kind: '执行到位',
    before:
      /申请(?:执行)?人[^，。；未]{0,40}(?:已|共|实际)(?:领取|收到|受领)(?:了)?(?:执行)?(?:案款|款项?|执行款)?(?:人民币|共计|合计|计)*$|被执行人[^，。；未应]{0,40}(?:自动|主动)?(?:履行|支付|给付|偿还)了(?:案款|款项?|人民币|共计|计)*$|(?<!未)(?:实现|清偿)债权(?:人民币|共计|合计|计|为)*$/,
  },
  {
    kind: '执行标的',
    before: /(?:申请|请求)(?:强制)?执行的?债权(?:数额|金额|总额)?(?:为|人民币|共计|合计|计)*$/,
  },
  {
    kind: '执行标的',
    before: new RegExp(
      `(?:(?:申请|立案|本案|强制|总)?执行(?:的)?(?:总)?标的|(?:案件|立案|申请|涉案)标的|申请(?:强制)?执行(?:的)?(?:总)?(?:金额|数额|款项|本金))(?:总?额|金额|数额|款)?${CLAUSE_END}`,
    ),
  },
]
const NOT_TARGET = /未|剩余|尚|到位|其余/
/** A payout comes out of what the court took in; a debtor that is to pay, or a claim, has none. */
const TAKEN_IN = /扣划|划扣|划拨|扣得|提取|执行款|案款|拍卖|变卖|成交|执行到|存款|到账|扣留|执行(?:过程)?中/
const NOT_PAID_OUT =
  /应(?!收)|须|判令|责令|判决|裁决|调解书|确认|(?<!有)限(?!额|制)|(?<![已院曾])将(?!其|该|上述|被|扣|案|执行)|拟|待|尚未|未能|无法|可以|请求|要求/
const OF_SUMS = /执行|标的|债权|领取|履行了|到位|到账|受偿|未|没有|发还|发放|划付|过付|转付|汇付|兑付/
/** No sentence has more sums of an enforcement; a longer one repeats a mark. */
const MOST_SUMS = 30

/** The sums of an enforcement that a sentence states. Offsets are UTF-16 units in it. Linear. */
export function sumsOf(text: string): EnforcementSum[] {
  if (!OF_SUMS.test(text)) return []
  const found = findAmounts(text).slice(0, MOST_SUMS)
  return found.flatMap((amount, index) => {
    const shape = amount.amount === null ? undefined : shapeOf(text, amount, found[index - 1])
    return shape === undefined ? [] : [{ kind: shape.kind, amount, isPayout: shape.isPayout === true }]
  })
}

const endOf = (amount: Amount | undefined): number =>
  amount === undefined ? 0 : amount.offset + amount.text.length

function shapeOf(text: string, amount: Amount, previous: Amount | undefined): Shape | undefined {
  const before = text.slice(Math.max(endOf(previous), amount.offset - 40), amount.offset)
  const end = endOf(amount)
  const after = text.slice(end, end + 40)
  const found = SUMS.find((one) => one.before.test(before) && one.after?.test(after) !== false)
  if (found?.isPayout === true && !isPaidOut(text.slice(0, end) + after, before)) return undefined
  if (found?.kind === '执行到位' && isConditional(text.slice(0, amount.offset))) return undefined
  return found?.kind === '执行标的' && NOT_TARGET.test(before.slice(-16)) ? undefined : found
}

const isPaidOut = (said: string, before: string): boolean =>
  TAKEN_IN.test(said) && !NOT_PAID_OUT.test(before.slice(Math.max(0, before.lastIndexOf('，'))))
