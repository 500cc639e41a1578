import { isConditional } from './assertions.ts'
import { type FoundCaseNumber, idOf } from './case-numbers.ts'
import { isOfCase, isSuit } from './statements-decided.ts'
import { afterLast, matchesOf, nextOf } from './text.ts'

/* Whether a sentence says that what a decision ordered was performed, or that the parties made a new agreement on it. */

type Said = { readonly kind: '履行' | '和解'; readonly at: number }

const DONE =
  /(?:履行|执行|清偿|支付|偿还|给付|代偿|兑付)完毕|(?:全部|全额|如数|足额|当庭|当场)[^，。；未]{0,6}(?:履行|清偿|付清|支付|给付|偿还|代偿)|(?:履行|清偿|支付|偿还|代偿|给付)了?[^，。；未\d]{0,16}全部[^，。；未]{0,12}(?:债务|义务|款|本息)|付清|执结|结清/g
const IS_DONE = /[已均业了]|全部|全额|如数|足额|当[庭场]|[主自]动|代(?![表理])/
/** What is ordered, promised or still to be done, is done in part, or is no debt. */
const NOT_DONE =
  /主张|[所辩]称|供货|未|没有|无法|不[能足]|部分|尚|拟|将[会于要]|承诺|约定|保证(?!人|责任)|愿意|同意|计划|判令|责令|要求|[应须需](?!付|收)|视为|是否|其应|各自|份额|第[一二三四五六七八九十\d]+[项期批笔]|首[期笔付]|[讼理全行师]费|定金|保证金|发票|交付|交[货还]|过户|办理|(?:完毕|[付结]清)(?:后|之日|前|为止|的[，,])/
/** 判决生效后，甲公司已支付100元: money that no enforcement brought. */
const PART =
  /(?:已|陆续|累计|先后)(?:经|实际|陆续|累计|先后|共|自动|主动){0,3}(?:支付|给付|付|偿还|履行|清偿|归还|代偿)[^，。；未]{0,20}?\d[\d.,]*万?元/g
const NOT_PAID =
  /主张|[所辩]称|供货|执行(?!人)|未|没有|无法|不[能足]|拟|将[会于要]|承诺|约定|愿意|同意|计划|判令|责令|要求|其应|各自|份额|[应须需](?!付|收)|视为|是否|[讼理全行师]费/
const SINCE = /(?:判决|调解|协议|生效|文书)[^，。；]{0,8}后/
/** Something is left. */
const REST = /(?:尚|仍)[欠有未余剩]|其余|剩余|余[款额]|下欠/
/** In the sentence behind the number: 该判决已执行完毕, 判决生效后，甲公司已履行完毕. */
const OF_IT =
  /(?:该|上述|前述)(?:民事)?(?:判决|调解|案|生效|债务|款项)|^执行(?:过程)?中|^[^，。；]{0,8}(?:判决|调解|文书)书?(?:生效|作出|签收|送达)?[之以]?后/

/** What a party says that the court does not follow. */
const NOT_BELIEVED = /不予(?:采信|认可|支持)|并无|伪造|虚假/

/** That it was performed in full, or a sum of it paid since, and where the words stand; what is left may stand in the next sentence. */
export function performedIn(text: string, next: string): Said | null {
  const isSaid = ({ index, 0: words }: RegExpExecArray, not: RegExp): boolean => {
    const clause = text.slice(afterLast('，：:', text, index), nextOf(/，/, text, index + words.length))
    return IS_DONE.test(clause) && !not.test(clause) && !isConditional(text.slice(0, index))
  }
  if (NOT_BELIEVED.test(text)) return null
  const isWhole = !REST.test(text) && !REST.test(next.slice(0, NEAR))
  const found =
    (isWhole ? matchesOf(text, DONE).find((one) => isSaid(one, NOT_DONE)) : undefined) ??
    (SINCE.test(text) ? matchesOf(text, PART).find((one) => isSaid(one, NOT_PAID)) : undefined)
  return found === undefined ? null : { kind: '履行', at: found.index }
}

/** 支付100元（已当庭履行）: of an item of its own, where the words stand; -1 where it does not say so. */
export const paidHereAt = (item: string): number => item.search(PAID_HERE)
const PAID_HERE =
  /(?<=\d万?元[^，。；\d]{0,4})[（(，](?:该?款项?)?(?:已|均|当[庭场])[^，。；（）()未]{0,8}(?:履行|付清|支付|给付|付讫|结清)(?!的|[^，。；）)]{0,8}\d)/

const AGREEMENT = /(?:和解|还款|付款|清偿|分期)[^，。；]{0,8}协议/
const AGREED = /达成|签订|签署|订立|协议[^，。；]{0,12}(?:载明|约定)/
const NOT_AGREED = /(?:未|没有|无法|不[能愿])[^，。；]{0,12}(?:达成|签订|签署)|不同意/

/** That an agreement on it was made, and where the words stand. */
export function agreedIn(text: string): Said | null {
  const at = AGREED.test(text) && !NOT_AGREED.test(text) ? text.search(AGREEMENT) : -1
  return at < 0 || isConditional(text.slice(0, at)) ? null : { kind: '和解', at }
}

const NEAR = 12

/** The one decision that a sentence is about: the only one that it names, else the only one of the sentence before. */
export function decisionOf(
  text: string,
  here: readonly FoundCaseNumber[],
  before: readonly FoundCaseNumber[],
) {
  const named = here.length > 0 ? here : OF_IT.test(text) ? before : []
  const decisions = named.flatMap(({ number }) => (isOfCase(number) && isSuit(number) ? [number] : []))
  const [only, other] = [...new Map(decisions.map((one) => [idOf(one), one])).values()]
  return other === undefined ? only : undefined
}
