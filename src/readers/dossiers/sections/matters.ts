import { z } from 'zod'
import type { Dossier, Listed } from '../dossier.ts'
import { between, type Html, html, joined, type Part } from '../html.ts'
import { caseNumber } from '../judgment/address.ts'
import { itemLink } from '../references.ts'
import { code, groupsBy, list, query, text } from '../rows.ts'
import { conditionsOf } from '../standing.ts'
import { resultFor } from '../words/words.ts'
import { isOwnClaim } from './amounts.ts'
import { beyondEnforced } from './debts.ts'
import { decidedText, isPassedToSuit, opponents, stepsIn } from './decided.ts'
import { type CaseRow, casesEnforced, isAgainst, isEnforcement } from './enforcement.ts'
import { decidedAgain, reviewOf, stateText } from './families.ts'
import { quotation, theirMeans } from './held.ts'
import { isOrder, lifeLine } from './life.ts'
import { calledBy, caseFamilies, type FamilyRow, livesOf } from './lives.ts'
import { isCase, type Matter } from './major.ts'
import { freedText, naturesText, penaltyLeft } from './natures.ts'
import { besideSums, feesText, ofBranch } from './orders.ts'
import { around, mostNamed } from './phrases.ts'
import { basesOf } from './questions.ts'
import { saidPerformed } from './settlements.ts'
import { disputeInShort, moreText, type Stake, stakeInShort, stakesOf, stakeText } from './stakes.ts'
import { isFreedLater, soldClaims, unseenIn } from './unseen.ts'

/* 主要案件与其他争议: disputes on page one, each with its parties, how it stands, and its life as a line of dates. */

/** What texts of its own enforcement say of property of the other side that brings it nothing as yet; who objects to an enforcement stands where who enforces does. */
const theirHoldings = query(
  {
    document_id: z.string(),
    family_key: z.string(),
    against: list,
    property: text,
    conditions: z.array(code('propertyCondition')),
    mortgagees: list,
    evidence: text,
  },
  (among) => `
    SELECT DISTINCT enterprise_id, document_id, family_key, against, property, conditions, list_filter([mortgagee], lambda m: m IS NOT NULL) AS mortgagees, evidence
    FROM (SELECT enterprise_id, document_id, family_key, library, case_id FROM subject_documents WHERE ${among} AND role = 'plaintiff' AND NOT regexp_matches(case_key, '执(异|复|监)'))
    JOIN case_enforcement USING (library, case_id)
    WHERE len(conditions) > 0 AND len(against) > 0 AND property IS NOT NULL ORDER BY ALL`,
)

const mostMatters = 5
const mostOthers = 4

/**
 * The matters that count, each with who stands against whom, where it stands, and its life as a line of dates; behind
 * them disputes in which no sum is known to be at stake: those that run first, and those against it, then by the last document.
 */
export function matters(dossier: Dossier): Html {
  const { brief: say, colon } = dossier.words
  const { disputeOf, rowsOf } = dossier
  const stakes = stakesOf(dossier)
  const staked = new Set(stakes.map(({ dispute }) => dispute))
  const others = rowsOf(caseFamilies)
    .filter(({ family_key }) => disputeOf(family_key) === family_key && !staked.has(family_key))
    .filter((family) => isShown(dossier, family))
    .sort((a, b) => urgency(b) - urgency(a))
  const unknown = casesEnforced(dossier).filter(
    (one) =>
      isAgainst(one) &&
      isEnforcement(one) &&
      one.row.is_counted &&
      one.row.document_ids.length === 0 &&
      one.row.amount === null &&
      one.row.unpaid === null &&
      one.row.state !== 'paid',
  )
  return html`${listOf(
    say.matters,
    stakes.slice(0, mostMatters).map((stake) => matterText(dossier, stake, stake.family)),
    moreText(dossier, stakes.slice(mostMatters), (stake) => stakeInShort(dossier, stake)),
  )}${listOf(
    say.others,
    [
      ...unknown.slice(0, mostOthers).map((of) =>
        matterText(dossier, {
          dispute: of.row.family_key,
          of: [{ of, amount: '0', family: of.row.family_key, document: undefined }],
        }),
      ),
      ...others
        .slice(0, mostOthers)
        .map((family) => matterText(dossier, { dispute: family.family_key, of: [] }, family)),
    ],
    moreText(dossier, others.slice(mostOthers), (family) => {
      const { family_key: dispute, original_role: role } = family
      const end = endText(dossier, family, besideSums(dossier, dispute, false).isFreed)
      return html`${disputeInShort(dossier, dispute, role)}${colon}${end}`
    }),
  )}`
}

/** Whether it is known how a dispute stands, or a suit or what may stand against the enterprise is held of it. */
const isShown = (dossier: Dossier, family: FamilyRow): boolean =>
  family.state !== 'unknown' ||
  family.stages.some((stage) => stage !== 'other' && stage !== 'enforcement') ||
  (family.original_role === 'plaintiff' && isInsolvency(family.family_key)) ||
  unseenIn(dossier, family) !== undefined

const isInsolvency = (number: string): boolean => /破|清申|强清/.test(number)

const urgency = ({ state, original_role: role }: FamilyRow): number =>
  2 * Number(state === 'open' || state === 'in enforcement') + Number(role !== 'plaintiff')

const listOf = (title: string, items: readonly Html[], more?: Part): Html =>
  html`${items.length > 0 && html`<h3>${title}</h3><ol class="brief">${items.map((item) => html`<li>${item}</li>`)}${more}</ol>`}`

function matterText(
  dossier: Dossier,
  { dispute, of }: Pick<Stake, 'dispute' | 'of'>,
  family?: FamilyRow,
): Html {
  const { words, show, showName, say, documents } = dossier
  const life = livesOf(dossier).get(dispute) ?? []
  const [one] = of
  const document = (family === undefined ? one?.document : calledBy(life))?.row
  const entry = one !== undefined && isCase(one.of) ? one.of.row : undefined
  const number =
    document === undefined ? show(entry?.case_number ?? null, 'label') : caseNumber(dossier, document)
  const inCourt = documents.find(
    ({ row }) => row.court !== null && courtCode(row.case_key) === courtCode(document?.case_key ?? ''),
  )?.row.court
  const court = showName('court', inCourt ?? entry?.court ?? null)
  const known = document?.cause ?? life.find(({ row }) => row.cause !== null)?.row.cause ?? null
  const cause = known !== null && html`${showName('cause', known)} · `
  const { isFreed, text } = besideSums(dossier, dispute, family === undefined)
  const stands = family === undefined ? stakeText(dossier, of) : endText(dossier, family, isFreed)
  const sold = soldClaims(dossier).has(dispute) && say.claimSold
  const beyond = entry === undefined ? [] : (beyondEnforced(dossier).get(dispute) ?? [])
  const more = beyond.length > 0 && between(say.bound.beyond, [beyond.join(words.comma)])
  return html`${opponents(dossier, life, one?.of.row.role ?? family?.original_role)}${between(words.inBrackets, [html`${cause}${number} · ${court}`])}${suedThough(dossier, dispute, of)}${takenAsThird(dossier, life, entry)}${words.colon}${stands}${sold}${more}${theirProperty(dossier, dispute)}${theirMeans(dossier, dispute)}${basisText(dossier, dispute, family !== undefined)}${text}${performedText(dossier, dispute)}${lifeLine(dossier, dispute, life, document?.case_key ?? entry?.case_key)}`
}

/** What documents say of a dispute, that its debt was performed. */
function performedText(dossier: Dossier, dispute: string): Part {
  const { words, say } = dossier
  const shown = (saidPerformed(dossier).get(dispute) ?? [])
    .slice(0, mostNamed)
    .map(
      ({ remark, document }) =>
        html`${dossier.show(document.row.case_key, 'label')} ${quotation(dossier, remark, null)}`,
    )
  return around(say.performed, shown, words.semicolon)
}

/** A few such things of a dispute, each with what is said of it. */
function theirProperty(dossier: Dossier, dispute: string): Part {
  const { words, showWords, subject, rowsOf, say, disputeOf, personsIn, inBrackets } = dossier
  const found = rowsOf(theirHoldings).filter(
    (one) => disputeOf(one.family_key) === dispute && !one.against.includes(subject.name),
  )
  const shown = [...groupsBy(found, ({ property }) => property ?? '')]
    .slice(0, mostNamed)
    .map(([property, [one]]) => {
      const persons = personsIn(one?.document_id ?? null)
      const thing = showWords('property', property, persons)
      const conditions = one === undefined ? [] : conditionsOf(dossier, one)
      return html`${thing}${inBrackets(conditions)}`
    })
  return around(say.theirProperty, shown, words.standing.list)
}

/** The decision that an enforcement of the dispute carries out, where no document of the dispute is of it; what is at stake says itself that it is in force. */
function basisText(dossier: Dossier, dispute: string, isEnded: boolean): Part {
  const { words, show, say } = dossier
  const known = new Set((livesOf(dossier).get(dispute) ?? []).map(({ row }) => row.case_key))
  const all = basesOf(dossier, dispute)
  const [since] = all.flatMap((one) => one.since ?? [])
  const named = all
    .filter((one) => one.is_enforced && !known.has(one.case_key))
    .map((one) => show(one.case_key, 'label'))
  const inForce =
    isEnded &&
    all.length > 0 &&
    (since !== undefined ? between(say.basisSince, [since]) : named.length === 0 && say.basisInForce)
  const unseen =
    named.length > 0 &&
    between(say.restsOn, [
      joined(named, words.standing.list),
      isEnded && since === undefined && say.alreadyInForce,
    ])
  return html`${inForce}${unseen}`
}

/** That it is to pay, or asked to, in a suit that it brought: who stands first is not the creditor. */
function suedThough({ rowsOf, say }: Dossier, dispute: string, of: readonly Matter[]): Part {
  const isItsOwn = rowsOf(caseFamilies).some(
    ({ family_key, original_role }) => family_key === dispute && original_role === 'plaintiff',
  )
  if (!isItsOwn) return false
  const { suedAndPays, suedAndAsked } = say
  if (of.some(({ of: one }) => (isCase(one) ? isAgainst(one) : one.row.view === 'ordered')))
    return suedAndPays
  return (
    of.some(({ of: one }) => !isCase(one) && one.row.view === 'claimed' && !isOwnClaim(one.row)) &&
    suedAndAsked
  )
}

/** That an enforcement against it has another for its debtor. */
const takenAsThird = ({ say }: Dossier, life: readonly Listed[], entry: CaseRow | undefined): Part => {
  const own = life.filter(({ row }) => row.case_key === entry?.case_key)
  const isOfAnother = own.length > 0 && own.every(({ row }) => row.role === 'third_party')
  return entry?.role === 'defendant' && isOfAnother && say.takenAsThird
}

/** The court of a case number: a document that only a list has does not name it, another of that court may. */
const courtCode = (key: string): string => /^\(\d{4}\)\D+\d+/.exec(key)?.[0].slice(6) ?? key

/** Where a dispute stands in which nothing is at stake, and who won it. */
function endText(dossier: Dossier, family: FamilyRow, isFreed: boolean): Html {
  const { words, say, disputeOf, payments } = dossier
  const { family_key, state, original_role: role } = family
  const result =
    reviewOf(dossier, family)?.dispute_outcome ??
    decidedAgain(dossier, family)?.dispute_outcome ??
    family.dispute_outcome
  if (family_key.includes('民督') && state === 'closed' && !family.stages.includes('first instance'))
    return html`${(livesOf(dossier).get(family_key) ?? []).some(({ row }) => isPassedToSuit(row.evidence)) ? say.orderSued : say.orderLapsed}${lapsedFor(dossier, family_key)}`
  const where = stateText(dossier, family)
  const last = livesOf(dossier).get(family_key)?.at(-1)
  const unknown =
    isInsolvency(family_key) && last !== undefined ? decidedText(dossier, last.row) : say.followedBy
  const third = role === 'third_party' && say.thirdParty
  const orders = payments.flatMap((sum) =>
    isOrder(sum) && sum.row.is_counted && disputeOf(sum.row.family_key) === family_key ? [sum.row] : [],
  )
  const whoWon = (): Part => {
    if (result === null || result === 'neutral') return false
    const freed = freedText(dossier, disputeOf(family_key))
    const fees = feesText(dossier, disputeOf(family_key))
    if (role === 'defendant' && orders.length === 0 && isFreedLater(dossier, disputeOf(family_key)))
      return html`${say.nothingToPay}${freed}${fees}`
    const isOfBranch = ofBranch(dossier, disputeOf(family_key)).length > 0
    if (role === 'defendant' && result === 'won' && !isOfBranch)
      return html`${say.nothingToPay}${freed}${fees}`
    if (isFreed) return html`${freed ? say.othersPayOnly : say.othersPay}${freed}${fees}`
    if (role === 'plaintiff' && orders.some(({ view }) => view === 'ordered')) return say.suedAndPays
    return role === 'plaintiff'
      ? say.ofItsClaim[result]
      : between(say.forIt, [resultFor(words, role, result)])
  }
  return html`${where === words.disputeState.unknown ? unknown : where}${where.includes(words.disputeState.paid) && paidText(dossier, family_key)}${third}${whoWon()}${penaltyLeft(dossier, disputeOf(family_key))}${naturesText(dossier, orders)}`
}

/** What the sum of a payment order is for, whose end says nothing of that. */
function lapsedFor(dossier: Dossier, family: string): Part {
  const nature = naturesText(
    dossier,
    dossier.payments.flatMap(({ row }) => (row.family_key === family ? [row] : [])),
  )
  return nature && html`${dossier.words.semicolon}${dossier.say.sumOfOrder}${nature}`
}

/** The sum that was enforced, of the case that was paid or resumed as that, and the documents that say so. */
function paidText(dossier: Dossier, dispute: string): Part {
  const { words, rowsOf, disputeOf, sumText } = dossier
  const cases = casesEnforced(dossier).filter(
    (one) => isEnforcement(one) && disputeOf(one.row.family_key) === dispute,
  )
  const paid = new Set(cases.flatMap(({ row }) => (row.state === 'paid' ? row.case_key : [])))
  const of = cases.find(
    ({ row }) => row.amount !== null && (row.state === 'paid' || paid.has(row.resumed_by ?? '')),
  )?.row
  if (of === undefined) return false
  const documents = (livesOf(dossier).get(dispute) ?? []).filter(({ row }) =>
    rowsOf(stepsIn).some((one) => one.kind === 'paid' && one.document_id === row.document_id),
  )
  const sum = sumText(of)
  return between(words.inBrackets, [html`${sum} ${documents.map(({ item }) => itemLink(item))}`])
}
