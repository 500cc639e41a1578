import { z } from 'zod'
import { findAmounts } from '../../../legal/amounts.ts'
import { parseNumeral } from '../../../legal/numerals.ts'
import type { Dossier } from '../dossier.ts'
import { between, type Html, html, joined, type Part, quoted } from '../html.ts'
import { formatAmount } from '../money.ts'
import { itemLink } from '../references.ts'
import { code, groupsBy, list, query, text } from '../rows.ts'
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
import { likelyDisputes } from './families.ts'
import { mentions, mostNamed, remarks } from './natures.ts'
import { type Answer, counted, inOneItem } from './standing.ts'

/* Page one on what courts hold of the enterprise. */

const mostCharacters = 80
const mostHeld = 4
/** What was taken or found, and is not held. */
const foundStates = ['taken', 'given', 'found'] as const

/** What courts hold of it, how much of that an order limits, what no source lifted when its term ended, and apart from it shares in it, which belong to others. */
export function heldByCourts(dossier: Dossier): Answer[] {
  const { words } = dossier
  const { brief: say, standing, flag } = words
  const { property } = standingOf(dossier)
  const held = property.filter(({ row }) => row.state === 'in force' || row.state === 'waiting')
  const own = held.filter(({ row }) => row.is_own_equity !== true)
  const shares = held.filter(({ row }) => row.is_own_equity === true)
  const expired = property.filter(({ row }) => row.state === 'expired' && row.is_own_equity !== true)
  const foundIn = foundStates.filter((state) => property.some(({ row }) => row.state === state))
  const found = property.filter(({ row }) => foundIn.some((state) => row.state === state))
  const claimed = property.filter(({ row }) => row.state === 'claimed' && row.is_own_equity !== true)
  const settled = property.filter(({ row }) => row.state === 'paid' && row.is_own_equity !== true)
  const limited = own.filter(({ row }) => row.amount !== null)
  const limit =
    limited.length > 0 &&
    between(say.limited, [counted(dossier, standing.limit, limited), limitsOf(dossier, limited)])
  const disputeOf = likelyDisputes(dossier)
  /** An order on money, or on no thing that it names, and the case that carries it out have one limit. */
  const limitOf = ({ row }: Holding): string =>
    row.amount === null || (row.property !== null && !/存款|账户/.test(row.property))
      ? `${row.row_key} ${row.kind} ${row.property}`
      : `${disputeOf(row.family_key)} ${row.amount} ${row.currency}`
  const named = (of: readonly Holding[]): Html => {
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
  const objected = dossier.documents
    .filter(({ row }) => row.outcome === 'objection_refused' && row.role === 'defendant')
    .slice(0, mostNamed)
    .map(({ row }) => caseOf(dossier, row.case_key))
  const isSeen = expired.length > 0 || settled.length > 0 || claimed.length > 0
  const untold = heldForTerm(dossier)
  const nothing: Answer[] =
    objected.length > 0 && claimed.length === 0
      ? [between(say.heldNotKnown, [joined(objected, standing.list)])]
      : isSeen || untold.length > 0
        ? []
        : [{ notFound: say.nothingHeld }]
  const accepted = standingOf(dossier).bankruptcies.find(
    ({ row }) => row.accepted_on !== null && row.stage !== 'dismissed' && row.procedure !== 'winding_up',
  )?.row.accepted_on
  const bankrupt =
    own.some(({ row }) => (row.since ?? '') < (accepted ?? '')) && between(say.endsOnBankruptcy, [accepted])
  const over =
    expired.length > 0 &&
    between(say.heldOnce, [
      counted(dossier, words.measureState.expired, expired),
      described(dossier, expired, own),
    ])
  const paid =
    settled.length > 0 &&
    between(say.heldPaid, [counted(dossier, words.measureState.paid, settled), named(settled)])
  const now =
    own.length > 0 &&
    between(say.held, [counted(dossier, standing.held, own), limit, html`${named(own)}${bankrupt}`])
  const ofOthers =
    claimed.length > 0 &&
    between(say.claimedByOthers, [counted(dossier, words.measureState.claimed, claimed), named(claimed)])
  const texts = [
    ...(untold.length === 0 ? [] : [between(say.heldForTerm, [joined(untold, words.semicolon)])]),
    ...(found.length === 0
      ? []
      : [
          between(say.foundProperty, [
            counted(dossier, words.measureState.found, found),
            named(found),
            joined(
              foundIn.map((state) => say.foundKinds[state]),
              standing.list,
            ),
          ]),
        ]),
    ...mortgageTexts(dossier, 'unencumbered'),
    ...mortgageTexts(dossier, 'mortgaged'),
    ...remarkTexts(dossier),
  ]
  return [
    ...(own.length === 0 ? nothing : []),
    ...(property.every(({ row }) => row.is_own_equity === null) ? [{ notFound: say.noEquity }] : []),
    ...(now || over || paid || ofOthers
      ? [
          inOneItem(
            dossier,
            [now, over, paid, ofOthers].filter((part) => part !== false),
          ),
        ]
      : []),
    ...(texts.length === 0 ? [] : [inOneItem(dossier, texts)]),
    ...(shares.length === 0
      ? []
      : [between(say.sharesHeld, [counted(dossier, flag.frozen_shares, shares), named(shares)])]),
  ]
}

/** Terms of seizures and freezes that texts state without what is held: of those that may run, and of cases in which something is held of which no term is stated. */
function heldForTerm(dossier: Dossier): Html[] {
  const { held, plain, listed, words } = dossier
  const lasting = standingOf(dossier).property.flatMap(({ row }) => (lasts(row) ? [row] : []))
  return held.rows(remarks).flatMap(({ kind, document_id: id, evidence }) => {
    const [document] = listed([id])
    if (document === undefined) return []
    const { persons, case_key: key } = document.row
    const known = lasting.filter((row) => row.case_key === key)
    const isTold = known.some((row) => row.is_term_stated)
    if (isTold || (kind !== 'held_for_term' && (kind !== 'was_held_for_term' || known.length === 0)))
      return []
    const years = parseNumeral(/([一二两三1-3])年$/.exec(evidence ?? '')?.[1] ?? '')
    const said =
      words.code === 'en' ? between(words.brief.forYears, [years]) : quoted(plain(evidence, 'prose', persons))
    return [html`${said}${between(words.inBrackets, [caseOf(dossier, key)])} ${itemLink(document.item)}`]
  })
}

/** A few things whose term ended, of more those of which something is said, unless that stands with what is held of the same. */
function described(dossier: Dossier, of: readonly Holding[], held: readonly Holding[]): Part {
  const { words, plain, listed } = dossier
  const said = of.flatMap(({ row }) => {
    const conditions = conditionsOf(dossier, row)
    const isSaid = held.some((one) => one.row.property === row.property)
    if ((conditions.length === 0 && of.length > mostNamed) || row.property === null || isSaid) return []
    const persons = listed([row.row_key])[0]?.row.persons ?? []
    const thing = plain(words.names.property(row.property) ?? row.property, 'prose', persons)
    const { brief: say } = words
    const latest =
      row.until_at_latest === null ? say.noSinceOnly : between(say.endedAtLatest, [row.until_at_latest])
    const { until_on: until, money_until_on: money } = row
    const byKind = money === null ? say.endedOn : say.endedByKind
    const ended = until === null ? latest : between(byKind, [until, money])
    const limit =
      row.amount !== null &&
      between(say.ofLimit, [words.sum(row.currency ?? 'CNY', formatAmount(row.amount))])
    const about = [caseOf(dossier, row.case_key), limit, ended, ...conditions].filter(
      (part) => part !== false,
    )
    return html`${thing}${between(words.inBrackets, [joined(about, words.comma)])}`
  })
  return said.length > 0 && between(words.inBrackets, [joined(said.slice(0, mostNamed), words.semicolon)])
}

/** Who pursues a claim with a mortgage of its property elsewhere: of one who sues in a document that is listed it may be that claim. */
export function mortgageesText(dossier: Dossier): Html[] {
  const { words, show } = dossier
  const named = standingOf(dossier).property.flatMap(({ row }) =>
    row.conditions.includes('claimed by mortgagee') && !['lifted', 'paid', 'given'].includes(row.state)
      ? row.mortgagees
      : [],
  )
  const suing = new Set([...sidesById(dossier).values()].flatMap(({ plaintiffs }) => plaintiffs))
  const { bound: say } = words.brief
  return [true, false].flatMap((isIn) => {
    const names = [...new Set(named)].filter((name) => suing.has(name) === isIn).slice(0, mostNamed)
    const shown = names.map((name) => show(name, 'party'))
    return shown.length === 0
      ? []
      : [between(isIn ? say.mortgageesIn : say.mortgagees, [joined(shown, words.standing.list)])]
  })
}

/** What texts of its own enforcement say of property of the other side that brings it nothing as yet; who objects to an enforcement stands where who enforces does. */
export const theirHoldings = query(
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

/** A few such things of a dispute, each with what is said of it. */
export function theirProperty(dossier: Dossier, dispute: string): Part {
  const { held, words, plain, listed, subject } = dossier
  const disputeOf = likelyDisputes(dossier)
  const found = held
    .rows(theirHoldings)
    .filter((one) => disputeOf(one.family_key) === dispute && !one.against.includes(subject.name))
  const shown = [...groupsBy(found, ({ property }) => property ?? '')]
    .slice(0, mostNamed)
    .map(([property, [one]]) => {
      const persons = listed([one?.document_id ?? null])[0]?.row.persons ?? []
      const thing = words.names.property(property) ?? plain(property, 'prose', persons)
      const said = one === undefined ? [] : conditionsOf(dossier, one)
      return html`${thing}${between(words.inBrackets, [joined(said, words.comma)])}`
    })
  return shown.length > 0 && between(words.brief.theirProperty, [joined(shown, words.standing.list)])
}

/** What texts of its own enforcements and applications say of the means of the other side; in English by its kind. */
export function theirMeans(dossier: Dossier, dispute: string): Part {
  const { held, words, plain, listed } = dossier
  const disputeOf = likelyDisputes(dossier)
  const found = held
    .rows(remarks)
    .filter((one) => one.kind === 'of_other_side' && disputeOf(one.family_key ?? '') === dispute)
  const { means, saidOfThem } = words.brief
  const shown = found.slice(-mostNamed).flatMap(({ document_id: id, evidence }) => {
    const [document] = listed([id])
    const named = Object.entries(means).flatMap(([kind, said]) => (evidence?.includes(kind) ? [said] : []))
    const said =
      words.code === 'en'
        ? named.join(words.comma)
        : quoted(plain(evidence, 'prose', document?.row.persons ?? []))
    return said === '' ? [] : [html`${said}${document !== undefined && html` ${itemLink(document.item)}`}`]
  })
  return shown.length > 0 && between(saidOfThem, [joined(shown, words.semicolon)])
}

/** Property that texts of enforcement say to have no mortgage, or a party in them to have one, by their sentences. */
function mortgageTexts({ held, words, plain, listed }: Dossier, about: 'unencumbered' | 'mortgaged'): Html[] {
  const found = held.rows(mentions).filter(({ matter }) => matter === about)
  const shown = found.slice(-mostNamed).map(({ document_id, case_key, evidence }) => {
    const [document] = listed([document_id])
    const thing = plain(words.names.property(evidence) ?? evidence, 'prose', document?.row.persons ?? [])
    return html`${quoted(thing)}${between(words.inBrackets, [case_key])} ${document !== undefined && itemLink(document.item)}`
  })
  return shown.length === 0 ? [] : [between(words.brief[about], [joined(shown, words.semicolon)])]
}

/** What texts say of receivables that a creditor alleges, and of property that another case holds and that may be of anyone. */
function remarkTexts({ held, words, plain, listed }: Dossier): Html[] {
  return (['receivable_alleged', 'held_elsewhere'] as const).flatMap((kind) => {
    const shown = held
      .rows(remarks)
      .filter((one) => one.kind === kind)
      .slice(-mostNamed)
      .map(({ document_id: id, evidence }) => {
        const [document] = listed([id])
        const [sum] = findAmounts(evidence ?? '')
        const english =
          kind === 'held_elsewhere'
            ? words.names.property(evidence ?? '')
            : words.sum(sum?.currency ?? 'CNY', formatAmount(sum?.amount ?? '0'))
        const chinese = plain(evidence, 'prose', document?.row.persons ?? [])
        return html`${words.code === 'en' ? english : quoted(chinese)}${document !== undefined && html` ${itemLink(document.item)}`}`
      })
    return shown.length === 0 ? [] : [between(words.brief.told[kind], [joined(shown, words.semicolon)])]
  })
}

/** 或查封、扣押其同等价值的财产 */
const equalValue = /(?:同等|相应|相当|等额)[^，。；]{0,4}价值|等值/

/** Whether it is a measure of which a term can be said. */
const lasts = ({ state }: Holding['row']): boolean =>
  !['found', 'taken', 'given', 'claimed', 'paid'].includes(state)

/** Until when a measure lasts or lasted, or could at the latest. */
function termText({ words }: Dossier, row: Holding['row']): Part {
  const { brief: say } = words
  const { until_on: until, until_at_latest: latest, money_until_on: money } = row
  if (latest !== null && row.state === 'claimed') return between(say.claimedUntil, [latest])
  if (!lasts(row)) return false
  if (until === null) return row.is_since_known === false && say.noSince
  const isOver = row.is_money_over === true
  const stated = isOver ? say.moneyStatedOver : say.moneyStated
  const byKind = row.is_money_term_stated ? stated : isOver ? say.heldMoneyOver : say.heldUntilByKind
  const fromWhen = isMeasureEntry(row) ? say.heldUntilFromFiling : say.heldUntilByLaw
  const byLaw = money === null ? fromWhen : byKind
  return between(row.is_term_stated ? say.heldUntil : byLaw, [until, money])
}

/** A measure in short: what it is on, in which case, up to what sum and until when. */
function holdingText(dossier: Dossier, { row }: Holding, same: readonly Html[]): Html {
  const { words, show, plain, listed } = dossier
  const { brief: say } = words
  /** The limit of a debt that was paid secures nothing more. */
  const limit = row.state === 'paid' ? null : row.amount
  const sum = limit !== null && words.sum(row.currency ?? 'CNY', formatAmount(limit))
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
  const applicants = (sides?.plaintiffs ?? []).map((name) => show(name, 'party'))
  const [document] = listed([row.row_key])
  // A document's sentence says whose shares they are; an entry says it in its words for the property.
  const isSaid =
    isEquity && document !== undefined && (row.evidence?.length ?? mostCharacters) < mostCharacters
  const what = isSaid ? row.evidence : row.property
  const said = plain(what?.replace(/。$/, ''), 'prose', document?.row.persons ?? [])
  const english = said === '' ? null : words.names.property(said)
  const isNamed = row.kind === 'shares_frozen' && said !== ''
  const name = (english !== null || !isSaid) && !isNamed && measureName(words, row)
  const of = [
    caseOf(dossier, row.case_key),
    isTimed && isEnded && say.caseOver,
    applicants.length > 0 && between(say.applicants, [joined(applicants, words.standing.list)]),
    isEquity && row.amount === null && say.noLimit,
    isApart && row.since !== null && between(sinceText, [row.since]),
    row.kind === 'taken' ? sum : sum && between(say.ofLimit, [sum]),
    row.state === 'given' && words.measureState.given,
    termText(dossier, row),
    ...(row.state === 'claimed' ? [] : conditionsOf(dossier, row)),
    same.length > 0 && between(say.sameLimit, [joined(same, words.standing.list)]),
  ].filter((part) => part !== false)
  const isMore = said !== '' && row.or_kinds.length > 0 && equalValue.test(row.evidence ?? '')
  return html`${name}${name !== false && said !== '' && ' '}${said !== '' && quoted(english ?? said)}${isMore && say.orEqual}${between(words.inBrackets, [joined(of, words.comma)])}`
}
