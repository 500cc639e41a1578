import type { Doc, Fact, Left, Life, Mark, Merits, Stage, State, Sum } from './facts.ts'
import { lateSuit } from './register.ts'
import { type Day, money } from './world.ts'

/** What can be known of a life from what is left of it: a fold over what is so in what remains. */

/** What may be said under a key: the values that a field may have, `null` where silence is right. */
export type Fields = Readonly<Record<string, readonly (string | boolean | null)[]>>

export interface Expected {
  readonly must: ReadonlyMap<string, Fields>
  /** Keys that may be said or not: nothing that is left settles them. */
  readonly may: ReadonlySet<string>
}

/** What must be said, with its fields where it has any, and what may be. */
export const expecting = (
  must: Iterable<string | readonly [string, Fields]>,
  may: Iterable<string> = [],
): Expected => ({
  must: new Map([...must].map((one) => (typeof one === 'string' ? [one, {}] : one))),
  may: new Set(may),
})

/** A fact with the day and the words that say it. */
interface Told {
  readonly fact: Fact
  readonly on: Day
  readonly doc?: Doc
}

export interface Known {
  readonly life: Life
  readonly docs: readonly Doc[]
  readonly told: readonly Told[]
  readonly held: ReadonlySet<string>
}

export function knowable(life: Life, left: Left): Known {
  const docs = life.docs.filter(({ id }) => left.listed.has(id))
  const ofDocs = docs.flatMap((doc) => {
    const all = [...doc.result.says, ...(left.held.has(doc.id) ? doc.text.says : [])]
    return all.map((fact) => ({ fact, on: doc.on, doc }))
  })
  const ofEntries = left.entries.flatMap(({ says, on }) => says.map((fact) => ({ fact, on })))
  const ofRecord = life.says.map((fact) => ({ fact, on: '' }))
  const told = [...ofDocs, ...ofEntries, ...ofRecord].sort((a, b) => (a.on < b.on ? -1 : a.on > b.on ? 1 : 0))
  return { life, docs, told, held: left.held }
}

type Of<Is extends Fact['is']> = Extract<Fact, { is: Is }>
export const facts = <Is extends Fact['is']>({ told }: Known, is: Is): Of<Is>[] =>
  told.flatMap(({ fact }) => (fact.is === is ? [fact as Of<Is>] : []))

/** A sum that is owed in the end, as far as what is left says; one that is not certain may be said or not. */
export interface Owed extends Sum {
  readonly isCertain: boolean
  /** Case of the decision that orders it. */
  readonly key: string
}

/** Sums that decisions order in the end, as far as what is left says. */
export function sumsOwed(known: Known): Owed[] {
  const ordered = new Map(facts(known, 'ordered').map((order) => [order.key, order]))
  const reviews = new Map(facts(known, 'reviewed').map((review) => [review.of, review]))
  const inForce = new Set(facts(known, 'in force').map(({ key }) => key))
  const doubtful = disputesReviewedUnseen(known)
  const unreviewed = [...ordered].flatMap(([key, { sums, isOrder }]) => {
    const review = reviews.get(key)
    const kept = review?.kept ?? 'all'
    const isCertain =
      inForce.has(key) || (!isOrder && (review !== undefined || !doubtful.has(disputeOf(known, key))))
    return sums
      .filter(({ item }) => kept === 'all' || kept.includes(item))
      .map((sum) => ({ ...sum, isCertain, key }))
  })
  // That who guarantees owes a changed sum follows from two decisions together: either way is right.
  const changed = [...reviews.values()].flatMap(({ key, sums }) =>
    sums.map((sum) => ({ ...sum, isCertain: sum.as !== 'guarantee', key })),
  )
  return [...unreviewed, ...changed]
}

/** Disputes of which what is left names an appeal, or what followed, that is not listed. */
function disputesReviewedUnseen(known: Known): Set<string> {
  const listed = new Set(known.docs.map(({ of }) => of.key))
  return new Set(
    known.docs.flatMap((doc) =>
      keysIn(known, doc).some((key) => /民(终|初)/.test(key) && !listed.has(key)) ? [doc.dispute] : [],
    ),
  )
}

/** Whether an appeal or an enforcement is listed of a dispute of which nothing that is left says what was ordered. */
export function isOrderUnseen(known: Known): boolean {
  const seen = new Set(facts(known, 'ordered').map(({ key }) => disputeOf(known, key)))
  return known.docs.some(({ of, dispute }) => /^(?:民终|执|执恢|执异)$/.test(of.code) && !seen.has(dispute))
}

/** Sums by how many there are of each, so that one said twice is one too many. */
function numbered(sums: readonly Owed[]): Expected {
  const counts = new Map<string, number>()
  const keys = [...sums]
    .sort((a, b) => Number(b.isCertain) - Number(a.isCertain))
    .map(({ amount, isCertain }) => {
      const count = (counts.get(money(amount)) ?? 0) + 1
      counts.set(money(amount), count)
      return { key: `${money(amount)} (${count})`, isCertain }
    })
  const of = (certain: boolean) => keys.flatMap(({ key, isCertain }) => (isCertain === certain ? [key] : []))
  return expecting(of(true), of(false))
}

export const sumsAgainst = (known: Known): Expected =>
  numbered(sumsOwed(known).filter(({ payers }) => payers.includes(known.life.name)))
export const sumsFor = (known: Known): Expected =>
  numbered(sumsOwed(known).filter(({ payee }) => payee === known.life.name))

/** What the debtor owes for whom it answers, by dispute: items that an appeal changed are those of the appeal. */
export function guaranteedDebts(known: Known): Expected {
  const answersFor = new Set(
    facts(known, 'ordered').flatMap(({ key, sums }) =>
      sums.some(({ as }) => as === 'guarantee') ? [disputeOf(known, key)] : [],
    ),
  )
  const reviews = new Map(facts(known, 'reviewed').map((review) => [disputeOf(known, review.of), review]))
  const doubtful = disputesReviewedUnseen(known)
  const must = new Map<string, Fields>()
  for (const { key, sums } of facts(known, 'ordered')) {
    const dispute = disputeOf(known, key)
    const { kept = 'all', sums: changed = [] } = reviews.get(dispute) ?? {}
    const stands = sums.filter(({ item }) => kept === 'all' || kept.includes(item))
    const debt = [...stands, ...changed].reduce((sum, { amount }) => sum + amount, 0)
    if (answersFor.has(dispute) && debt > 0 && !doubtful.has(dispute))
      must.set(dispute, { debt: [money(debt)] })
  }
  return expecting(must, answersFor)
}

/** What is known of an enforcement case. */
export interface Enforced {
  readonly key: string
  readonly dispute?: string
  readonly role: string
  readonly cause: string
  readonly state: State
  readonly target?: number
  readonly mayTarget?: number
  readonly collected?: number
  readonly unpaid?: number
  readonly resumedBy?: string
  /** Whether a resumed enforcement of the dispute is held, and no text says of which case. */
  readonly mayBeResumed?: boolean
  readonly orEnded?: boolean
  /** Marks by what the case itself says. */
  readonly marks: ReadonlySet<Mark>
  /** Marks by what another case of the dispute says of it. */
  readonly hearsay: ReadonlySet<Mark>
}

const unmarked = { marks: new Set<Mark>(), hearsay: new Set<Mark>() }

const isResumption = (key: string): boolean => key.includes('执恢')

const initialState = (code: string): State =>
  code === '执保' ? 'preservation' : code === '执异' ? 'review' : 'open'

export function enforcements(known: Known): Enforced[] {
  const cases = new Map<string, Enforced>()
  for (const { of, side, dispute, cause } of known.docs)
    if (of.code.startsWith('执'))
      cases.set(of.key, {
        key: of.key,
        role: side,
        dispute,
        cause,
        state: initialState(of.code),
        ...unmarked,
      })
  for (const { key } of facts(known, 'enforced'))
    if (!cases.has(key) && isEntered(known, key))
      cases.set(key, { key, role: 'defendant', cause: '', state: 'open', ...unmarked })
  for (const fact of facts(known, 'enforced')) {
    const { is: _, key, resumes, ...said } = fact
    const one = cases.get(key)
    if (one) cases.set(key, { ...one, ...said })
    const old = resumes && cases.get(resumes)
    if (old) cases.set(old.key, { ...old, resumedBy: key })
  }
  const standing = marksStanding(known)
  const resumed = new Set(
    [...cases.values()].flatMap(({ key, dispute }) => (isResumption(key) ? [dispute] : [])),
  )
  return [...cases.values()].map((one) => {
    const ofIt = standing.filter(({ key }) => key === one.key)
    const marks = (isOwn: boolean) =>
      new Set(ofIt.filter((mark) => isSaidBy(known, one.key, mark.mark) === isOwn).map(({ mark }) => mark))
    const mayBeResumed = one.resumedBy === undefined && !isResumption(one.key) && resumed.has(one.dispute)
    return { ...one, mayBeResumed, marks: marks(true), hearsay: marks(false) }
  })
}

/** Whether a document or entry of the case itself says that it marks. */
const isSaidBy = ({ told }: Known, key: string, mark: Mark): boolean =>
  told.some(
    ({ fact, doc }) =>
      fact.is === 'marked' &&
      fact.mark === mark &&
      fact.key === key &&
      !fact.isLifted &&
      (doc === undefined || doc.of.key === key),
  )

const isEntered = ({ told }: Known, key: string): boolean =>
  told.some(({ fact, doc }) => doc === undefined && 'key' in fact && fact.key === key)

/** Marks that stand by the last word about each. */
export function marksStanding(known: Known): { key: string; mark: Mark }[] {
  const last = new Map(facts(known, 'marked').map((fact) => [`${fact.mark} ${fact.key}`, fact]))
  return [...last.values()].flatMap(({ key, mark, isLifted }) => (isLifted ? [] : [{ key, mark }]))
}

const either = (amount: number | undefined): readonly (string | null)[] =>
  amount === undefined ? [null] : [null, money(amount)]

/** What a row of the case may say of its sums. */
function sumsOf({ state, target, mayTarget, collected, unpaid }: Enforced): Fields {
  const amount = target === undefined ? either(mayTarget) : [money(target)]
  if (state === 'paid')
    return { amount, collected: [null, ...amount, ...either(collected)], unpaid: [null, '0.00'] }
  if (state === 'ended' || state === 'open')
    return {
      amount,
      collected: collected === undefined ? [null] : [money(collected)],
      unpaid: [null, ...either(unpaid)],
    }
  const rest = unpaid ?? (target !== undefined && collected !== undefined ? target - collected : undefined)
  const derived = target !== undefined && unpaid !== undefined ? [null, money(target - unpaid)] : [null]
  return {
    amount,
    collected: collected === undefined ? derived : [money(collected)],
    unpaid: rest === undefined ? [null] : [money(rest)],
  }
}

export function enforcementRows(known: Known): Expected {
  const all = enforcements(known)
  const must = all.map((one): [string, Fields] => {
    if (one.state === 'review' || one.state === 'preservation')
      return [one.key, { role: [one.role], state: [one.state] }]
    const isAgainst = one.role === 'defendant'
    const marked = (mark: Mark) =>
      !isAgainst ? [false] : one.hearsay.has(mark) ? [true, false] : [one.marks.has(mark)]
    const marks = { is_dishonest: marked('dishonest'), is_restricted: marked('restricted') }
    if (one.resumedBy !== undefined || one.mayBeResumed)
      return [one.key, { role: [one.role], state: [one.state, 'ended_unpaid', 'paid'], ...marks }]
    return [
      one.key,
      { role: [one.role], state: one.orEnded ? ['paid', 'ended'] : [one.state], ...sumsOf(one), ...marks },
    ]
  })
  return expecting(must, Object.values(known.life.numbers).flat())
}

/** The dispute of a case, by which marks are compared: which of its cases carries one is a matter of words. */
export const disputeOf = ({ life }: Known, key: string): string =>
  life.docs.find(({ of }) => of.key === key)?.dispute ?? key

export const markRows = (known: Known): Expected =>
  expecting(
    marksStanding(known).map(({ key, mark }) => [
      `${mark} ${disputeOf(known, key)}`,
      { is_in_force: [true] },
    ]),
  )

/** Cases that wait for a decision on the merits. */
export function openCases({ docs }: Known): Expected {
  const byDay = [...docs].sort((a, b) => (a.on < b.on ? -1 : 1))
  const last = new Map(byDay.flatMap(({ of, merits }) => (merits ? [[of.key, merits] as const] : [])))
  const of = (state: Merits) => [...last].flatMap(([key, merits]) => (merits === state ? [key] : []))
  return expecting(of('open'), of('moved'))
}

/** The last step of each bankruptcy, by its dispute. */
export function bankruptcies(known: Known): Expected {
  const stages = new Map(facts(known, 'bankruptcy').map(({ key, stage }) => [disputeOf(known, key), stage]))
  const isCurrent = (stage: Stage) =>
    stage === 'ended' || stage === 'reorganised'
      ? [true, false]
      : [['applied', 'accepted', 'declared'].includes(stage)]
  return expecting([...stages].map(([id, stage]) => [id, { stage: [stage], is_current: isCurrent(stage) }]))
}

/** What is held fast now. Accounts that an enforcement took are another matter: either way is right, unless the debt was paid. */
export function frozen(known: Known): Expected {
  const last = new Map(facts(known, 'frozen').map((fact) => [disputeOf(known, fact.key), fact]))
  const held = [...last].filter(([, { state }]) => state === 'in force')
  const paid = new Set(paidDisputes(known, false))
  const enforced = known.life.docs.filter(
    ({ of, dispute }) => (of.code === '执' || of.code === '执恢') && !paid.has(dispute),
  )
  return expecting(
    held.map(([id, { amount }]) => [id, { amount: amount === undefined ? [null] : [money(amount)] }]),
    enforced.map(({ dispute }) => dispute),
  )
}

/** Property that was held before a suit of which a document is listed. */
export const preserved = (known: Known): Expected => {
  const listed = new Set(known.docs.map(({ of }) => of.key))
  const found = facts(known, 'preserved').filter(({ suit }) => listed.has(suit))
  return expecting(found.map(({ key, suit }) => [key, { suit: [suit] }]))
}

/** Property of the enterprise that brings a creditor nothing; of what was also paid either way is right. */
export function propertyFound(known: Known): Expected {
  const isAgainst = new Set(known.docs.flatMap(({ of, side }) => (side === 'defendant' ? [of.key] : [])))
  const found = facts(known, 'property').filter(({ key }) => isAgainst.has(key))
  return expecting(
    found.flatMap(({ key, condition, to = null }): [string, Fields][] => {
      const dispute = disputeOf(known, key)
      const own: [string, Fields] = [
        `${condition} ${dispute}`,
        { mortgagees: [condition === 'mortgaged' ? to : null] },
      ]
      return condition === 'claimed by mortgagee'
        ? [own, [`mortgaged ${dispute}`, { mortgagees: [to] }]]
        : [own]
    }),
    // A sentence about the sum that a vehicle secures says so of the vehicle; one about the price of equipment, that it was not sold.
    // A stranger claims only what an objection is about.
    known.docs.flatMap(({ dispute, of }) => [
      ...[`not in hand ${dispute}`, `not sold ${dispute}`],
      ...(of.code === '执异' ? [`claimed by other ${dispute}`] : []),
    ]),
  )
}

/** Disputes whose enforcement was paid; `orEnded`: also those that may have ended without. */
const paidDisputes = (known: Known, orEnded: boolean): string[] =>
  enforcements(known).flatMap(({ state, dispute, orEnded: mayHaveEnded = false }) =>
    state === 'paid' && dispute !== undefined && (orEnded || !mayHaveEnded) ? [dispute] : [],
  )

/** Property may be said to be held for a debt that was paid only where it was. */
export const heldThoughPaid = (known: Known): Expected => expecting([], paidDisputes(known, true))

/** Whether sources of the registration contradict each other, or a document. */
export function contradictions(known: Known): Expected {
  const about = new Set(facts(known, 'contradiction').map((fact) => fact.about))
  const isLate =
    about.delete(lateSuit) &&
    known.docs.some(({ of, side }) => of.code === '民初' && side === 'defendant' && of.on >= '2024-01-01')
  const any = about.size > 0 || isLate
  const isAfter = known.life.record.经营状态 === '注销' && known.docs.some(({ on }) => on >= '2024-01-01')
  return expecting(any ? ['any'] : [], isAfter ? ['any'] : [])
}

/** Numbers of cases of the same dispute that a document names. */
export function keysIn({ life, held }: Known, doc: Doc): string[] {
  const words = doc.result.words + (held.has(doc.id) ? doc.text.words : '')
  const numbers = [...words.matchAll(/（\d{4}）[^（）\s]{2,12}?\d+号/g)].map(([number]) =>
    number.replace('（', '(').replace('）', ')'),
  )
  const ofDispute = life.numbers[doc.dispute] ?? []
  return numbers.filter((number) => ofDispute.includes(number))
}
