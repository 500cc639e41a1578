import { inForceEffects } from '../../../rows/words/code-words.ts'
import type { Dossier } from '../dossier.ts'
import { between, html, joined, type Part } from '../html.ts'
import { grouped, hundredths } from '../money.ts'
import { groupsBy, largestFirst } from '../rows.ts'
import { isOwnClaim } from './amounts.ts'
import { fatesOf } from './enforcement.ts'
import { calledBy, caseFamilies, type FamilyRow, likelyDisputes, livesOf } from './families.ts'
import { opponents } from './life.ts'
import { isCase, type Matter, measured } from './major.ts'
import { guarantees, isStanding } from './orders.ts'

/* What is at stake in each dispute, and in which order page one has them. */

/** What is at stake in a dispute: what is enforced, else its sums of one kind; and what is left of it. */
export interface Stake {
  readonly dispute: string
  readonly of: readonly Matter[]
  readonly total: bigint
  /** Of one in which it only answers for a debt of another. */
  readonly family?: FamilyRow
}

/** Disputes by what is at stake in them, each once: what it owes before what is owed to it, what is due before what is not. */
export function stakesOf(dossier: Dossier): Stake[] {
  const disputeOf = likelyDisputes(dossier)
  const [fateOf, fateOfOwn] = [fatesOf(dossier, 'defendant'), fatesOf(dossier, 'plaintiff')]
  const isAtStake = ({ of, family }: Matter): boolean =>
    of.row.is_counted &&
    (isCase(of)
      ? ['ended_unpaid', 'open', 'unknown', 'ended'].includes(of.row.state)
      : (isOwedToIt(of) ? fateOfOwn : fateOf)(family) !== 'paid')
  const kindOf = ({ of }: Matter) => (isCase(of) ? 'case' : isOwnClaim(of.row) ? 'own claim' : of.row.view)
  const own = [...groupsBy(measured(dossier).filter(isAtStake), ({ family }) => disputeOf(family))].flatMap(
    ([dispute, all]) => {
      const kinds = groupsBy(all, kindOf)
      const stakes = [...kinds.values()].map((of) => ({ dispute, of, total: of.map(left).reduce(plus) }))
      return stakes.find(({ of }) => of === kinds.get('case')) ?? stakes.sort(dearest).slice(0, 1)
    },
  )
  const staked = new Set(own.map(({ dispute }) => dispute))
  const answering = liabilitiesOf(dossier).filter(
    ({ dispute }) => !staked.has(dispute) && fateOf(dispute) !== 'paid',
  )
  return [...own, ...answering].sort(
    (a, b) => Number(isOwed(a)) - Number(isOwed(b)) || certainty(a) - certainty(b) || dearest(a, b),
  )
}

/** What is enforced or in force comes before what is only decided, and that before what is only claimed. */
function certainty({ of, family }: Stake): number {
  if (family !== undefined) return 1
  const isDue = ({ of }: Matter): boolean =>
    isCase(of) || inForceEffects.some((one) => one === of.row.effectiveness)
  if (of.some(isDue)) return 0
  return of.some(({ of }) => !isCase(of) && of.row.view === 'claimed') ? 2 : 1
}

/** Disputes in which it answers for a debt of another, by what that comes to at most. */
function liabilitiesOf(dossier: Dossier): Stake[] {
  const disputeOf = likelyDisputes(dossier)
  const families = dossier.held.rows(caseFamilies)
  const found = dossier.held.rows(guarantees).flatMap((row): Stake[] => {
    const dispute = disputeOf(row.family_key)
    const family = families.find(({ family_key }) => family_key === dispute)
    const amount = row.most ?? row.debt
    if (!isStanding(row.effectiveness) || amount === null || row.currency !== 'CNY' || family === undefined)
      return []
    return [{ dispute, of: [], total: hundredths(amount), family }]
  })
  return [...groupsBy(found, ({ dispute }) => dispute).values()].flatMap((of) => of.sort(dearest).slice(0, 1))
}

const isOwedToIt = (of: Matter['of']): boolean =>
  isCase(of) ? of.row.role === 'plaintiff' : of.row.view === 'awarded' || isOwnClaim(of.row)
const isOwed = ({ of }: Stake): boolean => of.length > 0 && of.every(({ of }) => isOwedToIt(of))
const plus = (a: bigint, b: bigint): bigint => a + b
const left = ({ of, amount }: Matter): bigint => hundredths((isCase(of) && of.row.unpaid) || amount)
const dearest = largestFirst(({ total }: Stake) => total)

const mostNamed = 3

/** Matters that page one has no room for: a few by parties, number and sum, more by how many they are. */
export function moreText(dossier: Dossier, rest: readonly Stake[]): Part {
  const { words, show } = dossier
  if (rest.length === 0) return false
  if (rest.length > mostNamed)
    return html`<li>${between(words.brief.moreDisputes, [rest.length, words.sections.families])}</li>`
  const shown = rest.map(({ dispute, of, family, total }) => {
    const life = livesOf(dossier).get(dispute) ?? []
    const number = show(calledBy(life)?.row.case_number ?? dispute, 'label')
    const role = of[0]?.of.row.role ?? family?.original_role
    return html`${opponents(dossier, life, role)}${between(words.inBrackets, [number])} ${words.sum('CNY', grouped(total))}`
  })
  return html`<li>${between(words.brief.moreMatters, [rest.length, joined(shown, words.semicolon)])}</li>`
}
