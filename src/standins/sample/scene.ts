import { type Court, courtsOf } from './courts.ts'
import { amountText, type Cents, chineseDate, type Day, isoDate, numeral, today } from './figures.ts'
import { type Party, personName, streetAddress } from './parties.ts'
import { integer, pick, type Random } from './random.ts'
import type { Decision, Document } from './suits.ts'
import { nameWords, stories } from './words.ts'

/** A document and whom its sentences call 原 and 被. */
export type Scene = Readonly<ReturnType<typeof storyScene>>

/** The parties as this instance sees them: on appeal the defendant may be the one who claims. */
export function instanceScene(document: Document, random: Random): Scene {
  const scene = storyScene(document, random)
  const { claimants, respondents } = scene
  const isTurned = document.claimant === 'defendants'
  return isTurned ? { ...scene, claimants: respondents, respondents: claimants } : scene
}

/** The parties as they stood when the dispute began. */
export const storyScene = (document: Document, random: Random) => ({
  document,
  random,
  claimants: document.suit.plaintiffs,
  respondents: document.suit.defendants,
})

const slots: Readonly<Record<string, (scene: Scene) => string>> = {
  原: ({ claimants }) => claimants[0]?.short ?? '',
  被: ({ respondents }) => respondents[0]?.short ?? '',
  原全: ({ claimants }) => namesOf(claimants),
  被全: ({ respondents }) => namesOf(respondents),
  诉全: ({ document }) => namesOf(document.suit.plaintiffs),
  应全: ({ document }) => namesOf(document.suit.defendants),
  案由: ({ document }) => document.suit.cause.name,
  款: ({ document }) => stories()[document.suit.cause.family].payment,
  总: ({ document, random }) => amountText(random, document.suit.amount),
  付: ({ document, random }) => amountText(random, document.awarded),
  额: ({ document, random }) => amountText(random, partOf(random, document.suit.amount)),
  价: ({ document, random }) =>
    amountText(random, roundly((document.suit.amount * integer(random, 100, 400)) / 100)),
  薪: ({ random }) => `${integer(random, 40, 260) * 100}元`,
  日: ({ document, random }) => chineseDate(document.filed - integer(random, 30, 900)),
  期: ({ document, random }) => {
    const from = document.filed - integer(random, 400, 900)
    return `${chineseDate(from)}至${chineseDate(from + integer(random, 60, 360))}`
  },
  案日: ({ document, random }) => chineseDate(integer(random, document.filed, document.decided)),
  后日: ({ document, random }) => chineseDate(Math.min(document.decided + integer(random, 10, 90), today)),
  数: ({ random }) => String(integer(random, 2, 36)),
  率: ({ random }) => (integer(random, 30, 155) / 10).toFixed(2),
  限: ({ random }) => numeral(pick(random, [7, 10, 10, 10, 15, 30])),
  物: ({ random }) => pick(random, nameWords().goods),
  地: ({ document, random }) => streetAddress(random, basicOf(document.court)),
  人: ({ random }) => personName(random),
  字: ({ document, random }) => reference(random, document.filed - 500),
  号: ({ document }) => document.number,
  院: ({ document }) => document.court.name,
  他院: ({ random }) => pick(random, courtsOf('基层')).name,
  下院: ({ document }) => belowOf(document).court.name,
  下号: ({ document }) => belowOf(document).number,
  下文: ({ document }) => writ(document, belowOf(document)),
}

export const namesOf = (parties: readonly Party[]): string => parties.map(({ name }) => name).join('、')

/** 民事判决, as later documents call the decision below. */
const writ = ({ suit }: Document, below: Decision): string =>
  (suit.cause.family === 'administrative' ? '行政' : '民事') +
  (below.kind === '判决书' || below.kind === '裁定书' ? below.kind.slice(0, 2) : below.kind)

const belowOf = (document: Document): Decision => document.below ?? document

/** A sum between one and sixty hundredths of the claim, in whole tens of yuan when it is large. */
const partOf = (random: Random, whole: Cents): Cents =>
  Math.max(roundly((whole * integer(random, 1, 60)) / 100), 5000)

const roundly = (cents: number): Cents =>
  cents > 1_000_000 ? Math.round(cents / 1000) * 1000 : Math.round(cents)

/** HT-2021-0173, the number of a contract, invoice or policy. */
const reference = (random: Random, day: Day): string =>
  `${pick(random, ['HT', 'XS', 'GC', 'FW', 'JK', 'BX'])}-${isoDate(day).slice(0, 4)}-${String(integer(random, 1, 9999)).padStart(4, '0')}`

/** A basic court below, for its place; of the Supreme Court, one anywhere. */
export function basicOf(court: Court): Court {
  let basic = court
  while (basic.district === '') {
    const next = basic.below[0] ?? basic.above
    if (next === undefined) break
    basic = next
  }
  return basic
}

const parsed = new Map<string, readonly (string | ((scene: Scene) => string))[]>()

/** Fills the slots of a template: `{原}` and the others above. */
export function render(template: string, scene: Scene): string {
  let text = ''
  for (const part of partsOf(template)) text += typeof part === 'string' ? part : part(scene)
  return text
}

function partsOf(template: string) {
  const known = parsed.get(template)
  if (known !== undefined) return known
  const parts = template.split(/[{}]/).map((part, index) => {
    if (index % 2 === 0) return part
    const slot = slots[part]
    if (slot === undefined) throw new Error(`sample: unknown slot {${part}} in "${template}"`)
    return slot
  })
  parsed.set(template, parts)
  return parts
}
