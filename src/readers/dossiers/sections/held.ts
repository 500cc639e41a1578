import { findAmounts } from '../../../legal/amounts.ts'
import { parseNumeral } from '../../../legal/numerals.ts'
import type { Dossier } from '../dossier.ts'
import { between, type Html, html, joined, type Part, quoted } from '../html.ts'
import { itemLink } from '../references.ts'
import { groupsBy, type RowOf } from '../rows.ts'
import { alone, beside } from '../shown.ts'
import {
  caseOf,
  conditionsOf,
  type Holding,
  isMeasureEntry,
  limitsOf,
  measureName,
  standingOf,
} from '../standing.ts'
import { sidesById } from './decided.ts'
import { casesEnforced } from './enforcement.ts'
import { mayBeEntered } from './entries.ts'
import { mentions, remarks } from './natures.ts'
import { type Answer, around, mostNamed } from './phrases.ts'

/* Page one on what courts hold of the enterprise. */

const mostCharacters = 80
const mostHeld = 4
/** What was taken or found, and is not held. */
const foundStates = ['taken', 'given', 'found'] as const

/** What courts hold of it, how much of that an order limits, what no source lifted when its term ended, and apart from it shares in it, which belong to others. */
export function heldByCourts(dossier: Dossier): Answer[] {
  const { words, say, counted, inOneItem } = dossier
  const { standing, flag, measureState } = words
  const { property, bankruptcies } = standingOf(dossier)
  const stateIs = (isOfOthers: boolean, ...states: readonly Holding['row']['state'][]): Holding[] =>
    property.filter(({ row }) => states.includes(row.state) && (row.is_own_equity === true) === isOfOthers)
  const own = stateIs(false, 'in force', 'waiting')
  const shares = stateIs(true, 'in force', 'waiting')
  const [expired, claimed, settled] = [
    stateIs(false, 'expired'),
    stateIs(false, 'claimed'),
    stateIs(false, 'paid'),
  ]
  const foundIn = foundStates.filter((state) => property.some(({ row }) => row.state === state))
  const found = property.filter(({ row }) => foundIn.some((state) => row.state === state))
  /** How many things are in a state, and more of them; nothing where none is. */
  const counting = (text: string, label: string, of: readonly Holding[], ...more: readonly Part[]) =>
    of.length > 0 && between(text, [counted(label, of), ...more])
  const limited = own.filter(({ row }) => row.amount !== null)
  const limit = counting(say.limited, standing.limit, limited, limitsOf(dossier, limited))
  const named = (of: readonly Holding[]): Html => namedOnce(dossier, of)
  const untold = heldForTerm(dossier)
  const accepted = bankruptcies.find(
    ({ row }) => row.accepted_on !== null && row.stage !== 'dismissed' && row.procedure !== 'winding_up',
  )?.row.accepted_on
  const bankrupt =
    own.some(({ row }) => (row.since ?? '') < (accepted ?? '')) && between(say.endsOnBankruptcy, [accepted])
  const isSeen = [expired, settled, claimed, untold, mayBeEntered(dossier, 'seized')].some(
    ({ length }) => length > 0,
  )
  const nothing =
    (claimed.length === 0 && objectionsRefused(dossier)) || (!isSeen && { notFound: say.nothingHeld })
  const kinds = foundIn.map((state) => say.foundKinds[state])
  const answers = [
    own.length === 0 && nothing,
    property.every(({ row }) => row.is_own_equity === null) &&
      mayBeEntered(dossier, 'frozen_shares').length === 0 && { notFound: say.noEquity },
    inOneItem([
      counting(say.held, standing.held, own, limit, html`${named(own)}${bankrupt}`),
      counting(say.heldOnce, measureState.expired, expired, described(dossier, expired, own)),
      counting(say.heldPaid, measureState.paid, settled, named(settled)),
      counting(say.claimedByOthers, measureState.claimed, claimed, named(claimed)),
    ]),
    inOneItem([
      around(say.heldForTerm, untold, words.semicolon),
      counting(say.foundProperty, measureState.found, found, named(found), joined(kinds, standing.list)),
      mortgageText(dossier, 'unencumbered'),
      mortgageText(dossier, 'mortgaged'),
      remarkText(dossier, 'receivable_alleged'),
      remarkText(dossier, 'held_elsewhere'),
    ]),
    counting(say.sharesHeld, flag.frozen_shares, shares, named(shares)),
  ]
  return answers.filter((answer) => answer !== false)
}

/** A few measures; an order on money, or on no thing that it names, and the case that carries it out have one limit, and are one. */
function namedOnce(dossier: Dossier, of: readonly Holding[]): Html {
  const { disputeOf, words } = dossier
  const limitOf = ({ row }: Holding): string =>
    row.amount === null || (row.property !== null && !/存款|账户/.test(row.property))
      ? `${row.row_key} ${row.kind} ${row.property}`
      : `${disputeOf(row.family_key)} ${row.amount} ${row.currency}`
  const all = [...groupsBy(of, limitOf).values()]
  const shown = all.slice(0, all.length > mostHeld ? mostNamed : mostHeld).flatMap((group) => {
    const [one, ...same] = group.sort(
      (a, b) => Number(a.row.property === null) - Number(b.row.property === null),
    )
    const keys = new Set(same.map(({ row }) => row.case_key).filter((key) => key !== one?.row.case_key))
    const others = [...keys].map((key) => caseOf(dossier, key))
    return one === undefined ? [] : [holdingText(dossier, one, others)]
  })
  return html`${joined(shown, words.semicolon)}${all.length > mostHeld && '…'}`
}

/** Objections of its own that were refused: what they are about may be held. */
function objectionsRefused(dossier: Dossier): Html | false {
  const { documents, words, say } = dossier
  const objected = documents
    .filter(({ row }) => row.outcome === 'objection_refused' && row.role === 'defendant')
    .slice(0, mostNamed)
    .map(({ row }) => caseOf(dossier, row.case_key))
  return around(say.heldNotKnown, objected, words.standing.list)
}

/** Terms of seizures and freezes that texts state without what is held: of those that may run, and of cases in which something is held of which no term is stated. */
function heldForTerm(dossier: Dossier): Html[] {
  const { plain, listed, words, rowsOf, say } = dossier
  const lasting = standingOf(dossier).property.flatMap(({ row }) => (lasts(row) ? [row] : []))
  return rowsOf(remarks).flatMap(({ kind, document_id: id, evidence }) => {
    const [document] = listed([id])
    if (document === undefined) return []
    const { persons, case_key: key } = document.row
    const known = lasting.filter((row) => row.case_key === key)
    const isTold = known.some((row) => row.is_term_stated)
    if (isTold || (kind !== 'held_for_term' && (kind !== 'was_held_for_term' || known.length === 0)))
      return []
    const years = parseNumeral(/([一二两三1-3])年$/.exec(evidence ?? '')?.[1] ?? '')
    const said =
      words.code === 'en' ? between(say.forYears, [years]) : quoted(plain(evidence, 'prose', persons))
    return [html`${said}${between(words.inBrackets, [caseOf(dossier, key)])} ${itemLink(document.item)}`]
  })
}

/** A few things whose term ended, of more those of which something is said, unless that stands with what is held of the same. */
function described(dossier: Dossier, of: readonly Holding[], held: readonly Holding[]): Part {
  const { words, showWords, say, personsIn, sumText, inBrackets } = dossier
  const said = of.flatMap(({ row }) => {
    const conditions = conditionsOf(dossier, row)
    const isSaid = held.some((one) => one.row.property === row.property)
    if ((conditions.length === 0 && of.length > mostNamed) || row.property === null || isSaid) return []
    const thing = showWords('property', row.property, personsIn(row.row_key))
    const latest =
      row.until_at_latest === null ? words.standing.noDay : between(say.endedAtLatest, [row.until_at_latest])
    const { until_on: until, money_until_on: money } = row
    const byKind = money === null ? say.endedOn : say.endedByKind
    const ended = until === null ? latest : between(byKind, [until, money])
    const limit = row.amount !== null && between(words.standing.upTo, [sumText(row)])
    return html`${thing}${inBrackets([caseOf(dossier, row.case_key), limit, ended, ...conditions])}`
  })
  return inBrackets(said.slice(0, mostNamed), words.semicolon)
}

/** What texts of its own enforcements and applications say of the means of the other side; in English by its kind. */
export function theirMeans(dossier: Dossier, dispute: string): Part {
  const { words, rowsOf, say, disputeOf } = dossier
  const found = rowsOf(remarks).filter(
    (one) => one.kind === 'of_other_side' && disputeOf(one.family_key ?? '') === dispute,
  )
  const shown = found.slice(-mostNamed).flatMap((one) => {
    const named = Object.entries(say.means).filter(([kind]) => one.evidence?.includes(kind))
    const kinds = named.map(([, said]) => said).join(words.comma)
    return [quotation(dossier, one, kinds === '' ? null : kinds)]
  })
  return around(say.saidOfThem, shown, words.semicolon)
}

/** What a document says, in its words; in English what that comes to before them. */
export function quotation(
  dossier: Dossier,
  { document_id: id, evidence }: RowOf<typeof remarks>,
  english: string | null,
): Html {
  const { words, plain, personsIn, linkTo } = dossier
  const text = plain(evidence, 'prose', personsIn(id))
  const inEnglish = english === null ? alone(cut(text)) : beside(english, cut(text))
  return html`${words.code === 'en' ? inEnglish : quoted(text)}${linkTo(id).map((link) => html` ${link}`)}`
}

const cut = (text: string): string =>
  text.length > mostCharacters ? `${text.slice(0, mostCharacters)}…` : text

/** Property that texts of enforcement say to have no mortgage, or a party in them to have one, by their sentences. */
function mortgageText(dossier: Dossier, about: 'unencumbered' | 'mortgaged'): Html | false {
  const { words, showWords, rowsOf, say, personsIn, inBrackets, linkTo } = dossier
  const found = rowsOf(mentions).filter(({ matter }) => matter === about)
  const shown = found.slice(-mostNamed).map(({ document_id: id, case_key, evidence }) => {
    return html`${showWords('property', evidence, personsIn(id))}${inBrackets([case_key])} ${linkTo(id)}`
  })
  return around(say[about], shown, words.semicolon)
}

/** What texts say of receivables that a creditor alleges, or of property that another case holds and that may be of anyone. */
function remarkText(dossier: Dossier, kind: 'receivable_alleged' | 'held_elsewhere'): Html | false {
  const { words, rowsOf, say, sumText } = dossier
  const found = rowsOf(remarks).filter((one) => one.kind === kind)
  const shown = found.slice(-mostNamed).map((one) => {
    const [sum = null] = findAmounts(one.evidence ?? '')
    const english = kind === 'held_elsewhere' ? words.names.property(one.evidence ?? '') : sum && sumText(sum)
    return quotation(dossier, one, english)
  })
  return around(say.told[kind], shown, words.semicolon)
}

/** 或查封、扣押其同等价值的财产 */
const equalValue = /(?:同等|相应|相当|等额)[^，。；]{0,4}价值|等值/

/** Whether it is a measure of which a term can be said. */
const lasts = ({ state }: Holding['row']): boolean =>
  !['found', 'taken', 'given', 'claimed', 'paid'].includes(state)

/** Until when a measure lasts or lasted, or could at the latest. */
function termText({ words, say }: Dossier, row: Holding['row']): Part {
  const { until_on: until, until_at_latest: latest, money_until_on: money } = row
  if (latest !== null && row.state === 'claimed') return between(say.claimedUntil, [latest])
  if (!lasts(row)) return false
  if (until === null) return row.is_since_known === false && say.noSince
  const isOver = row.is_money_over === true
  const stated = isOver ? say.moneyStatedOver : say.moneyStated
  const byKind = row.is_money_term_stated ? stated : isOver ? say.heldMoneyOver : say.heldUntilByKind
  const fromWhen = isMeasureEntry(row) ? say.heldUntilFromFiling : say.heldUntilByLaw
  const byLaw = money === null ? fromWhen : byKind
  return between(row.is_term_stated ? words.standing.until : byLaw, [until, money])
}

/** A measure in short: what it is on, in which case, up to what sum and until when. */
function holdingText(dossier: Dossier, { row }: Holding, same: readonly Html[]): Html {
  const { words, showWords, listed, say, sumText, personsIn, partiesText, inBrackets } = dossier
  /** The limit of a debt that was paid secures nothing more. */
  const limit = row.state === 'paid' ? null : row.amount
  const sum = limit !== null && sumText(row)
  const isEquity = row.is_own_equity !== null
  const isEnded = casesEnforced(dossier).some(
    ({ row: { case_key, state } }) => case_key === row.case_key && state === 'ended',
  )
  const isTimed = lasts(row)
  const isReported = row.is_since_known === false
  const sinceText = isMeasureEntry(row) ? say.entryFiled : isReported ? say.fromAtLatest : say.from
  /** Who has it held: in an enforcement the matter says that. */
  const isApart = isTimed && (isEquity || row.case_key.includes('保'))
  const sides = isApart ? sidesById(dossier).get(row.row_key ?? '') : undefined
  const applicants = sides?.plaintiffs ?? []
  const [document] = listed([row.row_key])
  // A document's sentence says whose shares they are; an entry says it in its words for the property.
  const isSaid =
    isEquity && document !== undefined && (row.evidence?.length ?? mostCharacters) < mostCharacters
  const what = (isSaid ? row.evidence : row.property)?.replace(/。$/, '') ?? words.unknown
  /** A sum that was taken is the thing itself. */
  const isSum = row.kind === 'taken' && row.property === null && sum !== false
  const said = !isSum && showWords('property', what, personsIn(row.row_key))
  const isNamed = row.kind === 'shares_frozen' && said !== false
  const name = (words.code === 'en' || !isSaid) && !isNamed && measureName(words, row)
  const of = [
    caseOf(dossier, row.case_key),
    isTimed && isEnded && say.caseOver,
    applicants.length > 0 && between(say.applicants, [partiesText(applicants)]),
    isEquity && row.amount === null && say.noLimit,
    isApart && row.since !== null && between(sinceText, [row.since]),
    row.kind === 'taken' ? sum : sum && between(words.standing.upTo, [sum]),
    row.state === 'given' && words.measureState.given,
    termText(dossier, row),
    ...(row.state === 'claimed' ? [] : conditionsOf(dossier, row)),
    around(say.sameLimit, same, words.standing.list),
  ]
  const isMore = said !== false && row.or_kinds.length > 0 && equalValue.test(row.evidence ?? '')
  return html`${name}${name !== false && said !== false && ' '}${said}${isMore && say.orEqual}${inBrackets(of)}`
}
