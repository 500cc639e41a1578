import { z } from 'zod'
import type { Dossier } from '../dossier.ts'
import { between, type Html, html, joined, type Part } from '../html.ts'
import { formatAmount } from '../money.ts'
import { each, type Item, itemLink } from '../references.ts'
import { code, groupsBy, type RowOf, text, viewQuery } from '../rows.ts'
import {
  type BankruptcyRow,
  bankruptcySentence,
  caseOf,
  conditionsOf,
  type Holding,
  isMarkEntry,
  limitsOf,
  type Mark,
  markSentence,
  measureName,
  standingOf,
} from '../standing.ts'
import { referInBrief } from '../tables.ts'
import { wordFor } from '../words/words.ts'
import { capitalOf } from './registration.ts'

/* Page one on who the enterprise is: its registration and bankruptcies, its marks, and what courts hold of it. */

/** A sentence, or what was looked for and not found: all of that is one sentence at the end, with what was searched. */
export type Answer = Html | { readonly notFound: string }

/** How many, as a link to the rows, with the number of their entry. */
export function counted(
  dossier: Dossier,
  label: string,
  of: readonly { readonly item: Item }[],
  id?: string,
): Part {
  const { figures, mark } = referInBrief(dossier, label, [dossier.words.columns.rows, each(of), id])
  return of.length === 0 ? '0' : html`${figures} ${mark}`
}

/** What texts name without a word that it was done, and where a court found that business stopped. */
export const mentions = viewQuery('text_mentions', 'said_on, document_id, manner', {
  matter: z.enum(['dishonest', 'restricted', 'closed']),
  manner: code('mentionManner'),
  document_id: z.string(),
  case_key: z.string(),
  said_on: text,
})

/** Each document once that names it: how, in which case, on what day. */
function mentioned(dossier: Dossier, matter: RowOf<typeof mentions>['matter']): Html[] {
  const { words, held, show, listed } = dossier
  const found = held.rows(mentions).filter((one) => one.matter === matter)
  return [...groupsBy(found, ({ document_id: id }) => id)].map(([id, [one, ...more]]) => {
    const manners = [one, ...more].flatMap((one) =>
      one === undefined || matter === 'closed' ? [] : words.mentionManner[one.manner],
    )
    return html`${manners.length > 0 && `${[...new Set(manners)].join(words.comma)} `}${show(one?.case_key ?? null, 'label')}${one?.said_on && between(words.inBrackets, [one.said_on])} ${listed([id]).map(({ item }) => itemLink(item))}`
  })
}

export function whoItIs(dossier: Dossier): Answer[] {
  const { held, words, show } = dossier
  const { brief: say } = words
  const [row] = held.registration
  const { bankruptcies } = standingOf(dossier)
  const ends = bankruptcies.map(
    (one) =>
      html`${words.semicolon}${bankruptcySentence(words, one.row, caseOf(dossier, one.row.case_key))}${acceptedText(dossier, one.row)} ${itemLink(one.item)}`,
  )
  const closed = mentioned(dossier, 'closed').slice(-mostNamed)
  const registered =
    row === undefined
      ? say.noRegistration
      : between(say.registered, [
          show(row.status && wordFor(words.term, row.status), 'label'),
          show(row.established_on ?? row.established_text, 'label'),
          capitalOf(dossier),
        ])
  const none = bankruptcies.some(({ row }) => row.is_current) ? [] : [{ notFound: say.noBankruptcy }]
  return [
    html`${registered}${closed.length > 0 && between(say.closed, [joined(closed, words.standing.list)])}${ends}${say.stop}`,
    ...none,
  ]
}

/** When and on whose application a bankruptcy was accepted; of one that ended, that what creditors got is not known: else it is a question. */
function acceptedText({ words, show }: Dossier, row: BankruptcyRow): Html {
  const { brief: say, standing } = words
  const names = row.applicants.map((name) => show(name, 'party'))
  const applicants = names.length > 0 && between(say.applicants, [joined(names, standing.list)])
  const of = [row.accepted_by !== row.case_key && show(row.accepted_by, 'label'), applicants].filter(
    (part) => part !== false,
  )
  const isEarlier = row.accepted_on !== null && row.accepted_on !== row.stage_on
  const before =
    isEarlier && of.length > 0 && between(say.acceptedBefore, [row.accepted_on, joined(of, words.comma)])
  const by = !isEarlier && applicants && html`${standing.comma}${applicants}`
  return html`${before}${by}${row.stage === 'ended' && say.claimsInIt}`
}

const mostNamed = 3

/** What the registration enters: a few entries with their case or day and status, more by kind. */
export function entered({ held, words, show }: Dossier): Answer[] {
  const all = held.lists.risks.map(({ cells: [kind, number, , day, , description] }) => {
    const of = [number ?? day, description?.split('；')[0]].filter((part) => part != null && part !== '')
    const isOfMarket = /严重违法|经营异常/.test(kind ?? '')
    const parts = [
      ...(isOfMarket ? [words.brief.notTheCourts] : []),
      ...of.map((part) => show(part, 'prose')),
    ]
    return { kind, about: parts.length > 0 && between(words.inBrackets, [joined(parts, words.comma)]) }
  })
  const name = (kind: string | null | undefined): Html => show(kind && wordFor(words.term, kind), 'label')
  const shown =
    all.length > mostNamed
      ? [...groupsBy(all, ({ kind }) => kind)].map(([kind, of]) => html`${name(kind)} ${of.length}`)
      : all.map(({ kind, about }) => html`${name(kind)}${about}`)
  return all.length === 0 ? [] : [between(words.brief.entries, [joined(shown, words.semicolon)])]
}

/** 失信, 限高: how many without a removal, and the latest of them; how many were removed. */
export function marked(dossier: Dossier): Answer[] {
  const { words } = dossier
  const { brief: say, flag, standing } = words
  const all = groupsBy(standingOf(dossier).marks, ({ row }) => row.mark)
  return (['dishonest', 'restricted'] as const).flatMap((mark): Answer[] => {
    const [inForce, lifted] = [true, false].map((is) =>
      (all.get(mark) ?? []).filter(({ row }) => row.is_in_force === is),
    ) as [Mark[], Mark[]]
    const [latest, ...earlier] = inForce
    const caseOn = ({ row, item }: Mark, day: Part): Html =>
      html`${caseOf(dossier, row.case_key)}${day !== null && between(words.inBrackets, [day])} ${itemLink(item)}`
    const some = (marks: readonly Mark[], dayOf: (row: Mark['row']) => Part): Html =>
      html`${joined(
        marks.slice(0, mostNamed).map((one) => caseOn(one, dayOf(one.row))),
        standing.list,
      )}${marks.length > mostNamed && '…'}`
    const others = earlier.length > 0 && between(say.alsoMarked, [some(earlier, ({ since }) => since)])
    const gone = [lifted.length, some(lifted, (row) => liftedText(words, row))]
    if (latest === undefined)
      return lifted.length === 0 ? notMarked(dossier, mark) : [between(say.allRemoved, [flag[mark], ...gone])]
    const removed = lifted.length > 0 && between(say.markRemoved, gone)
    const sentence = markSentence(words, latest.row, caseOf(dossier, latest.row.case_key))
    return [
      between(say.marked, [
        flag[mark],
        counted(dossier, flag[mark], inForce),
        html`${sentence} ${itemLink(latest.item)}${others}${removed}`,
      ]),
    ]
  })
}

/** That no mark was seen; where texts name one all the same, in what way and where. */
function notMarked(dossier: Dossier, mark: Mark['row']['mark']): Answer[] {
  const { brief: say, flag, standing } = dossier.words
  const named = mentioned(dossier, mark)
  const shown = html`${joined(named.slice(0, mostNamed), standing.list)}${named.length > mostNamed && '…'}`
  return named.length === 0
    ? [{ notFound: flag[mark] }]
    : [between(say.mentioned, [flag[mark], say.imposed[mark], shown])]
}

/** From when to when a mark stood, and why it was lifted. */
function liftedText({ brief: say, liftReason, colon, semicolon }: Dossier['words'], row: Mark['row']): Html {
  const { since, is_since_stated: isStated, lifted_on: on, lift_reason: reason } = row
  const isKnown = since !== null && (isStated === true || !isMarkEntry(row))
  const days = [
    isKnown ? between(isStated === true ? say.from : say.fromAtLatest, [since]) : say.fromUnknown,
    on === null ? say.liftedOnce : between(say.liftedOn, [on]),
  ]
  return html`${joined(days, semicolon)}${reason !== null && html`${colon}${liftReason[reason]}`}`
}

/** What courts hold of it, how much of that an order limits, what no source lifted when its term ended, and apart from it shares in it, which belong to others. */
export function heldByCourts(dossier: Dossier): Answer[] {
  const { words } = dossier
  const { brief: say, standing, flag } = words
  const { property } = standingOf(dossier)
  const held = property.filter(({ row }) => row.state === 'in force' || row.state === 'waiting')
  const own = held.filter(({ row }) => row.is_own_equity !== true)
  const shares = held.filter(({ row }) => row.is_own_equity === true)
  const expired = property.filter(({ row }) => row.state === 'expired' && row.is_own_equity !== true)
  const found = property.filter(({ row }) => row.state === 'found' || row.state === 'taken')
  const limited = own.filter(({ row }) => row.amount !== null)
  const limit =
    limited.length > 0 &&
    between(say.limited, [counted(dossier, standing.limit, limited), limitsOf(dossier, limited)])
  const named = (of: readonly Holding[]): Html =>
    html`${joined(
      of.slice(0, mostNamed).map((one) => holdingText(dossier, one)),
      words.semicolon,
    )}${of.length > mostNamed && '…'}`
  const isObjected = dossier.documents.some(
    ({ row }) => row.outcome === 'objection_refused' && row.role === 'defendant',
  )
  const nothing: Answer[] =
    expired.length > 0 ? [] : [isObjected ? html`${say.heldNotKnown}` : { notFound: say.nothingHeld }]
  return [
    ...(own.length === 0
      ? nothing
      : [between(say.held, [counted(dossier, standing.held, own), limit, named(own)])]),
    ...(found.length === 0
      ? []
      : [between(say.foundProperty, [counted(dossier, words.measureState.found, found), named(found)])]),
    ...(expired.length === 0
      ? []
      : [between(say.heldOnce, [counted(dossier, words.measureState.expired, expired)])]),
    ...(shares.length === 0
      ? []
      : [between(say.sharesHeld, [counted(dossier, flag.frozen_shares, shares), named(shares)])]),
  ]
}

/** A measure in short: what it is on, in which case, up to what sum and until when. */
function holdingText(dossier: Dossier, { row }: Holding): Html {
  const { words, show } = dossier
  const { brief: say } = words
  const sum = row.amount !== null && words.sum(row.currency ?? 'CNY', formatAmount(row.amount))
  const byLaw = row.or_kinds.length > 0 ? say.heldUntilByKind : say.heldUntilByLaw
  const of = [
    caseOf(dossier, row.case_key),
    row.kind === 'taken' ? sum : sum && between(say.ofLimit, [sum]),
    row.kind !== 'found' && row.kind !== 'taken' && row.is_since_known === false && !row.is_term_stated
      ? say.noSince
      : row.until_on !== null && between(row.is_term_stated ? say.heldUntil : byLaw, [row.until_on]),
    ...conditionsOf(dossier, row),
  ].filter((part) => part !== false)
  return html`${measureName(words, row)}${row.property !== null && html` ${show(row.property, 'prose')}`}${between(words.inBrackets, [joined(of, words.comma)])}`
}
