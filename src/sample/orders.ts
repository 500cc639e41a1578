import type { Document } from './document.ts'
import { numeral } from './numerals.ts'
import { pick, randomStream } from './random.ts'
import { instanceScene, render } from './scene.ts'
import { isEmployersSuit } from './suits.ts'
import { administrativeOrders, type Disposition, dispositions, employerOrders } from './words/dispositions.ts'

export function dispositionOf({ outcome }: Document): Disposition {
  const disposition = dispositions[outcome.key]
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

/** Nobody appeals to have the own claim dismissed. */
function choicesOf(document: Document): Disposition['orders'] {
  const special = specialOrders(document)?.[document.outcome.key]
  if (special !== undefined) return special
  const { orders } = dispositionOf(document)
  if (document.claimant === 'defendants') return orders
  return orders.filter((lines) => !lines.some((line) => line.includes('驳回{诉全}的全部')))
}

function specialOrders({ suit }: Document) {
  if (suit.cause.family === 'administrative') return administrativeOrders
  return isEmployersSuit(suit) ? employerOrders : undefined
}
