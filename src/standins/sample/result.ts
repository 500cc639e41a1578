import { courtFee, numeral, yearOf } from './figures.ts'
import { chance, pick, type Random, randomStream } from './random.ts'
import { instanceScene, namesOf, render } from './scene.ts'
import { type Document, isEmployersSuit } from './suits.ts'
import { type Disposition, dispositions } from './words.ts'

/** What the court does in each kind of document: 判决如下. */
export const verbs = {
  判决书: '判决',
  裁定书: '裁定',
  调解书: '协议',
  决定书: '决定',
  通知书: '通知',
  支付令: '命令',
}

/** The result section, `pjjg`: the operative part, delayed interest, fees, and the way to appeal. */
export function resultSection(document: Document, random: Random): string {
  const lines = [ordersOf(document, '\n')]
  if (document.kind === '判决书' && lines[0]?.includes('日内')) lines.push(delayedInterest(document))
  if (document.kind === '判决书' || charged.has(document.outcome.key)) lines.push(fees(document, random))
  lines.push(appeal(document))
  return lines.join('\n')
}

/** Rulings and other documents that settle a fee; judgments always do. */
const charged = new Set(
  'withdrawn deemedWithdrawn appealWithdrawn appealDeemedWithdrawn mediated paymentOrder preservation preActionFreeze'.split(
    ' ',
  ),
)

function delayedInterest({ decided }: Document): string {
  const year = yearOf(decided)
  const article = year < 2022 ? 253 : year < 2024 ? 260 : 264
  return `如果未按本判决指定的期间履行给付金钱义务，应当依照《中华人民共和国民事诉讼法》第${numeral(article)}条规定，加倍支付迟延履行期间的债务利息。`
}

function fees(document: Document, random: Random): string {
  const { suit, outcome } = document
  const name = outcome.stage === 'second' ? '二审案件受理费' : '案件受理费'
  const fee = suit.cause.family === 'labour' ? 10 : courtFee(suit.amount)
  const { claimants, respondents } = instanceScene(document, random)
  if (outcome.code === '财保' || outcome.key === 'preservation') {
    return `案件申请费${Math.min(5000, fee)}元，由${namesOf(claimants)}负担。`
  }
  if (outcome.key === 'partlyGranted') {
    const own = Math.round(fee * random() * 50) / 100
    const rest = Math.round((fee - own) * 100) / 100
    return `${name}${fee}元，由${namesOf(claimants)}负担${own}元，由${namesOf(respondents)}负担${rest}元。`
  }
  if (outcome.key === 'withdrawn')
    return `${name}${fee}元，减半收取计${fee / 2}元，由${namesOf(claimants)}负担。`
  const payer = outcome.key === 'granted' ? respondents : claimants
  const preservation =
    outcome.key === 'granted' && chance(random, 0.3) ? `，保全费${Math.min(5000, fee)}元` : ''
  return `${name}${fee}元${preservation}，由${namesOf(payer)}负担。`
}

function appeal({ kind, outcome, court }: Document): string {
  const noun = verbs[kind]
  if (kind === '调解书')
    return '上述协议，符合法律规定，本院予以确认。本调解书经双方当事人签收后，即具有法律效力。'
  if (outcome.stage === 'second' || outcome.code === '民再') return `本${noun}为终审${noun}。`
  if (outcome.stage === 'first' && kind === '判决书') {
    return `如不服本判决，可以在判决书送达之日起十五日内，向本院递交上诉状，并按照对方当事人的人数提出副本，上诉于${court.above?.name ?? court.name}。`
  }
  if (outcome.key === 'rejected' || outcome.key === 'inadmissible' || outcome.key === 'jurisdictionRefused') {
    return `如不服本裁定，可以在裁定书送达之日起十日内，向本院递交上诉状，上诉于${court.above?.name ?? court.name}。`
  }
  if (outcome.key === 'preservation' || outcome.code === '财保') {
    return '本裁定立即开始执行。如不服本裁定，可以自收到裁定书之日起五日内向本院申请复议一次。'
  }
  return kind === '裁定书' ? '本裁定送达后即发生法律效力。' : `本${kind}送达后即发生效力。`
}

export function dispositionOf({ outcome }: Document): Disposition {
  const disposition = dispositions().dispositions[outcome.key]
  if (disposition === undefined) throw new Error(`sample: no disposition for the outcome ${outcome.key}`)
  return disposition
}

/** The operative part, the same wherever it is repeated: 一、…；二、…。 */
export function ordersOf(document: Document, separator = ''): string {
  const scene = instanceScene(document, randomStream('orders', document.key))
  const orders = pick(scene.random, choicesOf(document)).map((order) => render(order, scene))
  if (orders.length === 1) return `${orders[0] ?? ''}。`
  return `${orders.map((order, i) => `${numeral(i + 1)}、${order}`).join(`；${separator}`)}。`
}

/** No appellant asks for the own claim to be dismissed. */
function choicesOf(document: Document): Disposition['orders'] {
  const special = specialOrders(document)?.[document.outcome.key]
  if (special !== undefined) return special
  const { orders } = dispositionOf(document)
  if (document.claimant === 'defendants') return orders
  return orders.filter((lines) => !lines.some((line) => line.includes('驳回{诉全}的全部')))
}

function specialOrders({ suit }: Document) {
  if (suit.cause.family === 'administrative') return dispositions().administrativeOrders
  return isEmployersSuit(suit) ? dispositions().employerOrders : undefined
}
