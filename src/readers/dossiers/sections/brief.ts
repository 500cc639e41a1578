import { inForceEffects } from '../../../rows/words/code-words.ts'
import { type Dossier, itemsOf, type Sum } from '../dossier.ts'
import { between, type Html, html, joined, type Part } from '../html.ts'
import { grouped, totals } from '../money.ts'
import { each, type Item } from '../references.ts'
import { searchedIn } from '../searched.ts'
import { anchors, referInBrief } from '../tables.ts'
import { filled } from '../words/words.ts'
import { isCounted, sumsOf, sumsText } from './amounts.ts'
import { boundText } from './bound.ts'
import { textsMissing, warnings } from './coverage.ts'
import { runningOrders } from './debts.ts'
import {
  casesEnforced,
  fatesOf,
  inState,
  isAgainst,
  isEnforcement,
  isOfReleased,
  isOfVoidBasis,
  statedWords,
  sumOf,
  unsettled,
} from './enforcement.ts'
import { entered, mayBeEntered } from './entries.ts'
import { litigationCases, sentOnBy } from './families.ts'
import { heldByCourts } from './held.ts'
import { caseFamilies, isBasisVoid } from './lives.ts'
import { matters } from './matters.ts'
import { forfeitedText } from './natures.ts'
import { type Answer, around, firstOf, inSentence, said } from './phrases.ts'
import { carriedOutIn, openQuestions, questions } from './questions.ts'
import { saidPerformed } from './settlements.ts'
import { marked, whoItIs } from './standing.ts'
import { timeline } from './timeline.ts'
import { enforcedUnlisted, ofUnlisted, soldClaims } from './unseen.ts'

/** 结论与待核实: the answer in sentences made of states, the matters that count, and what has to be asked. */
export function brief(dossier: Dossier): Html {
  const { brief: say, semicolon } = dossier.words
  const answers: Answer[] = [
    ...whoItIs(dossier),
    ...marked(dossier),
    ...boundText(dossier),
    ...enforcedAgainst(dossier),
    ...owedByJudgment(dossier),
    ...forfeitedText(dossier),
    ...claimedFrom(dossier),
    ...owedToIt(dossier),
    ...heldByCourts(dossier),
  ]
  const unseen = answers.flatMap((one) => ('notFound' in one ? [one.notFound] : []))
  const notFound =
    unseen.length > 0 && between(say.notFound, [joined(unseen, semicolon), searchedIn(dossier)])
  const sentences = said([
    ...answers.flatMap((one) => ('notFound' in one ? [] : [one])),
    dossier.inOneItem([entered(dossier), textsMissing(dossier), notFound]),
  ])
  return html`${warnings(dossier)}<ul class="brief">${sentences.map((sentence) => html`<li>${sentence}</li>`)}</ul>
${matters(dossier)}${timeline(dossier)}<h3>${say.questions}</h3>${questions(dossier)}`
}

const pendingStates = ['ended_unpaid', 'open'] as const
/** Whether anything is still owed is not said: what a court refuses to enforce may be owed all the same. */
const doubtfulStates = ['unknown', 'ended', 'refused'] as const

/** What is still enforced against it, and of it what is owed as far as sources state it; apart from it what may be. */
function enforcedAgainst(dossier: Dossier): Answer[] {
  const { words, say, counted, disputeOf } = dossier
  const { enforcementState, summary, columns, comma, colon } = words
  const all = casesEnforced(dossier).filter((one) => isAgainst(one) && isEnforcement(one))
  const isVoid = ({ row }: (typeof all)[number]): boolean => isBasisVoid(dossier, disputeOf(row.family_key))
  const cases = all.filter((one) => !isVoid(one) && !isOfVoidBasis(one.row) && !isOfReleased(one.row))
  const voided = all.filter(
    (one) => isVoid(one) && one.row.is_counted && one.row.state !== 'paid' && one.row.state !== 'ended',
  )
  const count = (state: 'ended_unpaid' | 'open' | (typeof doubtfulStates)[number], of: typeof cases): Html =>
    html`${enforcementState[state]} ${counted(enforcementState[state], of, state === 'ended_unpaid' ? anchors.endedUnpaid : undefined)}`
  const counts = pendingStates.flatMap((state) => {
    const found = inState(cases, state)
    return found.length === 0 ? [] : [count(state, found)]
  })
  const currencies = [...new Set(cases.map(({ row }) => row.currency ?? 'CNY'))]
  const owed = currencies
    .flatMap((currency) => totals(unsettled(cases, currency)))
    .map(({ currency, total, sums }) => {
      const sum = words.sum(currency, grouped(total))
      const isAtMost = sums.some(({ row }) => row.unpaid === null)
      return html`${isAtMost ? between(say.atMostOwed, [sum]) : sum}${statedText(dossier, sums, currency)}${cameIn(dossier, sums, total)}${shareOfCapital(dossier, total, currency)}`
    })
  const others = doubtfulStates.flatMap((state) => {
    const found = inState(cases, state)
    if (found.length === 0) return []
    const sumsOf = (measure: 'amount' | 'unpaid') =>
      html`${inSentence(measure === 'amount' ? columns.atStake : columns.unpaid)} ${sumOf(dossier, enforcementState[state], found, measure)}`
    const isStated = found.some(({ row }) => row.unpaid !== null)
    const unpaid = isStated && html`${comma}${sumsOf('unpaid')}`
    return [html`${count(state, found)}${colon}${sumsOf('amount')}${unpaid}`]
  })
  /** Debts in enforcement of which no case is known: another sentence has them. */
  const isElsewhere =
    byFate(dossier, 'defendant', sumsOf(dossier, 'ordered').filter(isCounted))('not counted').length > 0
  const none = isElsewhere ? [] : [{ notFound: all.length === 0 ? say.neverEnforced : say.noneEnforced }]
  const unstated = (): Html | string => {
    const orders = runningOrders(dossier)
    return orders.length > 0 ? between(say.byDecisions, [orders.join(comma)]) : words.enforcement.notStated
  }
  const enforced = (): Html =>
    between(say.enforced, [
      joined(counts, comma),
      owed.length > 0 ? joined(owed, comma) : unstated(),
      summary.atStake,
    ])
  const unlisted = enforcedUnlisted(dossier)
  const orElse = unlisted.length > 0 || mayBeEntered(dossier, 'enforced').length > 0 ? [] : none
  return [
    ...(counts.length === 0 ? orElse : [enforced()]),
    ...unlisted,
    ...(voided.length === 0
      ? []
      : [html`${say.voidEnforced}${colon}${counted(say.voidEnforced, voided)}${say.stop}`]),
    ...(others.length === 0 ? [] : [between(say.alsoEnforced, [joined(others, words.semicolon)])]),
  ]
}

/** What came in of sums of which what is unpaid is not known: it is not taken off, because it may have come in before; and what else is left. */
function cameIn({ words, say }: Dossier, sums: Readonly<ReturnType<typeof unsettled>>, owed: bigint): Html[] {
  const received = sums.flatMap(({ row: { unpaid, collected, currency } }) =>
    unpaid === null && collected !== null ? [{ row: { amount: collected, currency } }] : [],
  )
  return totals(received).map(({ currency, total }) =>
    between(say.notDeducted, [
      words.sum(currency, grouped(total)),
      words.sum(currency, grouped(owed > total ? owed - total : 0n)),
    ]),
  )
}

function statedText(
  dossier: Dossier,
  sums: readonly { readonly row: { readonly unpaid: string | null }; readonly item: Item }[],
  currency: string,
): Html {
  const { words } = dossier
  const { figures } = referInBrief(
    dossier,
    words.summary.atStake,
    [words.columns.cases, each(sums), currency === 'CNY' ? anchors.atStake : undefined],
    [words.columns.unpaid, each(sums.filter(({ row }) => row.unpaid !== null))],
  )
  return between(statedWords(words, sums), figures)
}

function shareOfCapital({ words, held }: Dossier, total: bigint, currency: string): Part {
  const [registered] = held.registration
  const capital = registered?.registered_currency === currency ? Number(registered.registered_amount ?? 0) : 0
  return capital > 0 && between(words.summary.ofCapital, [(Number(total) / capital).toFixed(1)])
}

/** Orders by what is known of their effect; a debt that is enforced for a sum stands with its enforcement alone. */
function owedByJudgment(dossier: Dossier): Answer[] {
  const { say, disputeOf } = dossier
  const ordered = sumsOf(dossier, 'ordered').filter(isCounted)
  const where = byFate(dossier, 'defendant', ordered)
  const enforced = casesEnforced(dossier).filter(
    (one) => isAgainst(one) && one.row.is_counted && one.row.amount !== null,
  )
  const summed = new Set(enforced.map(({ row }) => disputeOf(row.family_key)))
  const hasSum = (family: string): boolean => summed.has(disputeOf(family))
  const [inForce, notInForce] = byEffect(where('none'))
  const said = sentences(dossier, [
    [say.enforcedElse, where('not counted').filter(({ row }) => !hasSum(row.family_key))],
    [inForceText(dossier, say.inForce, inForce), inForce],
    [say.notInForce, notInForce],
    [say.ofPaid, where('paid')],
  ])
  if (ordered.length === 0) return [{ notFound: say.noneOrdered }]
  return where('paid').length === ordered.length ? [...said, { notFound: say.noneOwed }] : said
}

const byFate = (dossier: Dossier, role: 'defendant' | 'plaintiff', sums: readonly Sum[]) => {
  const fateOf = fatesOf(dossier, role)
  return (...fates: readonly ReturnType<typeof fateOf>[]): Sum[] =>
    sums.filter(({ row }) => fates.includes(fateOf(row.family_key)))
}

const byEffect = (sums: readonly Sum[]): readonly [inForce: readonly Sum[], notKnown: readonly Sum[]] => {
  const inForce = sums.filter(({ row }) => inForceEffects.some((one) => one === row.effectiveness))
  return [inForce, sums.filter((sum) => !inForce.includes(sum))]
}

/** What sums in force are, whether some are only likely so, and whether documents say that some were performed. */
const inForceText = (dossier: Dossier, text: string, sums: readonly Sum[]): string =>
  filled(
    text,
    sums.some(({ row }) => row.effectiveness === 'upheld, as is likely') ? dossier.say.orLikely : '',
    sums.some(({ row }) => saidPerformed(dossier).has(dossier.disputeOf(row.family_key)))
      ? dossier.say.orPerformed
      : '',
  )

/** A sentence for each of the figures that has a sum: what it is, and what it comes to. */
const sentences = (
  dossier: Dossier,
  figures: readonly (readonly [label: string, sums: readonly Sum[]])[],
): Html[] => {
  const { colon, brief } = dossier.words
  return figures
    .filter(([, sums]) => sums.length > 0)
    .map(([label, sums]) => html`${label}${colon}${sumsText(dossier, label, sums)}${brief.stop}`)
}

/** Suits against it that wait for a decision, what they claim as far as it is stated, and how many may still wait. */
function claimedFrom(dossier: Dossier): Answer[] {
  const { words, listed, say, rowsOf } = dossier
  const { columns, summary } = words
  const claimed = sumsOf(dossier, 'claimed').filter(isCounted)
  const claiming = new Set(claimed.map(({ row }) => row.family_key))
  const suits = (isOpen: boolean | null, isMeant: (family: string) => boolean = () => true) =>
    rowsOf(litigationCases)
      .filter((suit) => suit.is_open === isOpen && suit.original_role !== 'plaintiff')
      .filter(({ family_key }) => isMeant(family_key))
      .map(({ document_ids: ids }) => listed(ids))
      .filter((documents) => documents.length > 0)
  const later = rowsOf(caseFamilies).filter(({ family_key }) => !family_key.includes('保'))
  const followed = new Set(later.map(({ likely_key }) => likely_key))
  const [open, silent] = [suits(true), suits(null, (family) => !followed.has(family))]
  // By dispute: a case that was sent back has its claim in the judgment before.
  const unstated = suits(true, (family) => !claiming.has(family))
  if (open.length + silent.length + claimed.length === 0) return noneClaimed(dossier)
  const sent = open.filter((documents) => sentOnBy(documents) !== undefined)
  const behind = (of: typeof open) => of.map((documents) => ({ items: itemsOf(documents) }))
  const { figures, mark } = referInBrief(
    dossier,
    summary.openCases,
    [columns.cases, behind(open)],
    [say.unstated, behind(unstated)],
    [say.silent, behind(silent)],
    [say.sentOnCases, behind(sent)],
  )
  const parts = [
    claimed.length > 0 && between(say.claimed, [sumsText(dossier, summary.claimed, claimed)]),
    sent.length > 0 && html`${say.sentOnCases} ${figures[3]}`,
    unstated.length > 0 && html`${say.unstated} ${figures[1]}`,
    silent.length > 0 && html`${say.silent} ${figures[2]}`,
  ]
  const more = said(parts).map((part) => html`${words.semicolon}${part}`)
  return [html`${say.open} ${figures[0]} ${mark}${more}${say.stop}`]
}

/** No suit waits; of one that a text cites and no list has that is not known. */
function noneClaimed({ words, show, settings, rowsOf, say }: Dossier): Answer[] {
  const { standing } = words
  const since = settings.madeAt.getUTCFullYear() - 3
  const carriedOut = new Set(rowsOf(carriedOutIn).map(({ case_key }) => case_key))
  const known = new Set(
    rowsOf(caseFamilies).flatMap(({ family_key: key, state }) => (state === 'unknown' ? [] : [key])),
  )
  const cited = rowsOf(openQuestions).flatMap(({ question, detail }) => {
    const [, year] = /^\((\d{4})\)[^执]*民(?:初|终)/.exec(detail ?? '') ?? []
    const isRecent = question === 'unlisted' && Number(year) >= since && !carriedOut.has(detail ?? '')
    return isRecent && !known.has(detail ?? '') ? [show(detail, 'label')] : []
  })
  const lapsed = rowsOf(openQuestions)
    .filter(({ question, happened_on }) => question === 'lapsed' && Number(happened_on?.slice(0, 4)) >= since)
    .map(({ detail }) => show(detail, 'label'))
  const few = (text: string, of: readonly Html[]): Part =>
    of.length > 0 && between(text, [firstOf(of, standing.list)])
  const unknown = said([few(say.citedSuits, cited), few(say.suitsOfLapsed, lapsed)])
  return [around(say.maybeWaiting, unknown, words.semicolon) || { notFound: say.noneClaimed }]
}

/** What others were ordered to pay to it, by its effect, and what its own enforcement brought. */
function owedToIt(dossier: Dossier): Answer[] {
  const { words, say, counted } = dossier
  const sold = soldClaims(dossier)
  const where = byFate(
    dossier,
    'plaintiff',
    sumsOf(dossier, 'awarded').filter(
      (sum) => isCounted(sum) && !sold.has(dossier.disputeOf(sum.row.family_key)),
    ),
  )
  const [inForce, notKnown] = byEffect(where('none'))
  const own = casesEnforced(dossier).filter(
    (one) => one.row.role === 'plaintiff' && isEnforcement(one) && one.row.resumed_by === null,
  )
  const [paid, unpaid] = [inState(own, 'paid'), inState(own, 'ended_unpaid')]
  const isAllPaid = paid.length === own.length && own.every(({ row }) => row.collected === null)
  const collected = sumOf(dossier, words.summary.enforcing, own, 'collected')
  const enforcing = between(say.enforcing, [
    counted(words.summary.enforcing, own),
    counted(words.enforcementState.paid, paid),
    counted(words.enforcementState.ended_unpaid, unpaid),
    !isAllPaid && between(say.collectedByIt, [collected]),
  ])
  const ofRemarks = ofUnlisted(dossier, 'plaintiff')
  const isNone = own.length === 0 && where('none', 'counted', 'not counted', 'paid').length === 0
  const unlisted = said([
    isNone &&
      ofRemarks(say.creditorInReview, ['creditor_in_review', 'made_creditor'], ['replaced_as_creditor']),
    ofRemarks(say.claimsSold, ['replaced_as_creditor']),
  ]) as Html[]
  if (isNone) return unlisted.length > 0 ? unlisted : [{ notFound: say.noneAwarded }]
  return [
    ...unlisted,
    ...sentences(dossier, [
      [inForceText(dossier, say.awarded, inForce), inForce],
      [say.awardedNotKnown, notKnown],
    ]),
    ...(own.length === 0
      ? []
      : [
          html`${enforcing}${sentences(dossier, [
            [say.awardedEnforced, where('counted', 'not counted')],
            [say.awardedPaid, where('paid')],
          ])}`,
        ]),
  ]
}
