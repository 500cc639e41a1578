import type { Doc, Fact, Merits, Owes, Said } from './facts.ts'
import { type Case, type Day, type Dice, filled, inChinese, type Place, signedDay, someone } from './world.ts'

/** Documents as courts lay them out: who, what happened, why, what is decided, who signs. */

/** What every writer of a life has at hand. */
export interface Desk {
  readonly dice: Dice
  readonly subject: string
  readonly place: Place
  readonly company: () => string
  readonly person: () => string
  readonly number: (court: Place['low'], code: string, on: Day) => Case
  readonly id: () => string
}

/** One of the wordings, filled; a day is written as courts do. */
export const put = (
  { dice }: Desk,
  wordings: readonly string[],
  values: Readonly<Record<string, string | undefined>>,
): string => filled(dice.pick(wordings), { ...values, day: values.day && inChinese(values.day) })

/** A sentence that says something, among others. */
export const says = (words: string, ...facts: readonly Fact[]): Said => ({
  words,
  says: facts.map((fact) => ({ ...fact, by: words })),
})
export const nothing = (words: string): Said => ({ words, says: [] })

export const nothingOwed: Owes = { least: 0, most: 0, ever: 0, undecided: 0 }

export const together = (parts: readonly Said[]): Said => ({
  words: parts.map(({ words }) => words).join(''),
  says: parts.flatMap((part) => part.says),
})

/** By the code of a case: who stands first and second, its category, its procedure. */
const kinds: Readonly<
  Record<string, readonly [first: string, second: string, category: string, procedure: string]>
> = {
  民初: ['原告', '被告', '民事案件', '一审'],
  民终: ['上诉人', '被上诉人', '民事案件', '二审'],
  民督: ['申请人', '被申请人', '民事案件', '督促程序'],
  执: ['申请执行人', '被执行人', '执行案件', '首次执行'],
  执恢: ['申请执行人', '被执行人', '执行案件', '恢复执行'],
  执异: ['申请执行人', '被执行人', '执行案件', '执行异议'],
  执保: ['申请人', '被申请人', '执行案件', '财产保全执行'],
  财保: ['申请人', '被申请人', '非诉保全审查案件', '财产保全'],
  破申: ['申请人', '被申请人', '强制清算与破产案件', '破产申请审查'],
  破: ['申请人', '被申请人', '强制清算与破产案件', '破产'],
}

/** What names a kind of document above its number. */
const titles = (code: string, kind: string): string => {
  if (['支付令', '通知书', '决定书', '限制消费令'].includes(kind)) return kind
  return `${code.startsWith('执') ? '执行' : '民事'}${kind}`
}

export interface Written
  extends Pick<Doc, 'of' | 'kind' | 'cause' | 'plaintiffs' | 'defendants' | 'dispute'> {
  readonly on?: Day
  readonly thirds?: readonly string[]
  /** What happened and why, up to what is decided. */
  readonly body: readonly Said[]
  /** What is decided, one an item. */
  readonly decided: readonly Said[]
  /** What the list says instead of the operative part. */
  readonly result?: Said
  readonly merits?: Merits
}

/** A document of the list with its full text. */
export function paper(desk: Desk, made: Written): Doc {
  const { of, kind, plaintiffs, defendants } = made
  const on = made.on ?? of.on
  const [, , category = '', procedure = ''] = kinds[of.code] ?? []
  const isOn = (side: readonly string[]) => side.includes(desk.subject)
  const decided = together(made.decided)
  return {
    id: desk.id(),
    of,
    dispute: made.dispute,
    kind: kind === '限制消费令' ? '通知书' : kind,
    procedure,
    category,
    cause: made.cause,
    on,
    plaintiffs,
    defendants,
    thirds: made.thirds ?? [],
    side: isOn(plaintiffs) ? 'plaintiff' : isOn(defendants) ? 'defendant' : 'third_party',
    result: made.result ?? decided,
    text: together([nothing(head(desk, made)), ...body(made), decided, nothing(tail(desk, made, on))]),
    ...(made.merits && { merits: made.merits }),
  }
}

const decisions: Readonly<Record<string, string>> = {
  判决书: '判决如下：',
  决定书: '决定如下：',
  裁定书: '裁定如下：',
}
const body = ({ kind, body }: Written): Said[] => [...body, nothing(`\n${decisions[kind] ?? ''}\n`)]

function head({ place }: Desk, { of, kind, plaintiffs, defendants }: Written): string {
  const [first = '', second = ''] = kinds[of.code] ?? []
  const line = (role: string) => (name: string) =>
    name.endsWith('公司')
      ? `${role}：${name}，住所地${place.address}。`
      : `${role}：${name}，男，汉族，住${place.address}。`
  const parties = [...plaintiffs.map(line(first)), ...defendants.map(line(second))]
  return `${of.court.name}\n${titles(of.code, kind)}\n${of.number}\n${parties.join('\n')}\n`
}

function tail({ dice }: Desk, { of, kind }: Written, on: Day): string {
  const isFirst = of.code === '民初' && kind === '判决书'
  const notice = isFirst
    ? `如不服本判决，可在判决书送达之日起十五日内，向本院递交上诉状，上诉于${of.court.city}中级人民法院。\n`
    : kind === '裁定书' && dice.chance(0.5)
      ? '本裁定送达后即发生法律效力。\n'
      : ''
  // It stands in every judgment that orders a payment, and orders no interest.
  const doubled =
    kind === '判决书' && dice.chance(0.7)
      ? '如果未按本判决指定的期间履行给付金钱义务，应当依照《中华人民共和国民事诉讼法》第二百六十四条之规定，加倍支付迟延履行期间的债务利息。\n'
      : ''
  return `\n${doubled}${notice}审判长　${someone(dice)}\n审判员　${someone(dice)}\n${signedDay(on)}\n书记员　${someone(dice)}`
}

const titleOf = ({ plaintiffs, defendants, cause, of, kind }: Doc): string =>
  `${plaintiffs[0]}与${defendants[0]}${cause}${titles(of.code, kind)}`

/** The record of the list. */
export const listRow = (life: string, doc: Doc) => ({
  enterprise_id: life,
  文书id: doc.id,
  标题: titleOf(doc),
  案号: doc.of.number,
  时间: doc.on,
  案由: doc.cause,
  审判程序: doc.procedure,
  文书种类: doc.kind,
  起诉方: doc.plaintiffs,
  应诉方: doc.defendants,
  第三方: doc.thirds,
  裁判结果: doc.result.words,
})

/** The record of the library. */
export const caseRecord = (doc: Doc) => ({
  type: '普通案例',
  id: doc.id,
  ah: doc.of.number,
  title: titleOf(doc),
  jbdw: doc.of.court.name,
  ajlb: doc.category,
  spcx: doc.procedure,
  wszl: doc.kind,
  ay: [doc.cause],
  cprq: inChinese(doc.on),
  xzqh_p: doc.of.court.province,
  xzqh_c: doc.of.court.city,
  content: doc.text.words,
})
