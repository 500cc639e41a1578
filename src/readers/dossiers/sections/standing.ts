import type { Dossier } from '../dossier.ts'
import { between, type Html, html, joined, type Part } from '../html.ts'
import { formatAmount } from '../money.ts'
import { each, type Item, itemLink } from '../references.ts'
import { groupsBy } from '../rows.ts'
import {
  bankruptcySentence,
  caseOf,
  type Holding,
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

export function whoItIs(dossier: Dossier): Answer[] {
  const { held, words, show } = dossier
  const { brief: say } = words
  const [row] = held.registration
  const { bankruptcies } = standingOf(dossier)
  const ends = bankruptcies.map(
    (one) =>
      html`${words.semicolon}${bankruptcySentence(words, one.row, caseOf(dossier, one.row.case_key))} ${itemLink(one.item)}`,
  )
  const registered =
    row === undefined
      ? say.noRegistration
      : between(say.registered, [
          show(row.status && wordFor(words.term, row.status), 'label'),
          show(row.established_on ?? row.established_text, 'label'),
          capitalOf(dossier),
        ])
  const none = bankruptcies.some(({ row }) => row.is_current) ? [] : [{ notFound: say.noBankruptcy }]
  return [html`${registered}${ends}${say.stop}`, ...none]
}

const mostNamed = 3

/** What the registration enters: a few entries with their case or day and status, more by kind. */
export function entered({ held, words, show }: Dossier): Answer[] {
  const all = held.lists.risks.map(({ cells: [kind, number, , day, , description] }) => {
    const of = [number ?? day, description?.split('；')[0]].filter((part) => part != null && part !== '')
    const about = between(words.inBrackets, [
      joined(
        of.map((part) => show(part, 'prose')),
        words.comma,
      ),
    ])
    return { kind, about: of.length > 0 && about }
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
    const caseOn = ({ row, item }: Mark, day: string | null): Html =>
      html`${caseOf(dossier, row.case_key)}${day !== null && between(words.inBrackets, [day])} ${itemLink(item)}`
    const some = (marks: readonly Mark[], dayOf: (row: Mark['row']) => string | null): Html =>
      html`${joined(
        marks.slice(0, mostNamed).map((one) => caseOn(one, dayOf(one.row))),
        standing.list,
      )}${marks.length > mostNamed && '…'}`
    const others = earlier.length > 0 && between(say.alsoMarked, [some(earlier, ({ since }) => since)])
    const gone = [lifted.length, some(lifted, ({ lifted_on: on }) => on)]
    if (latest === undefined)
      return lifted.length === 0
        ? [{ notFound: flag[mark] }]
        : [between(say.allRemoved, [flag[mark], ...gone])]
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

/** What courts hold of it, how much of that an order limits, what no source lifted when its term ended, and apart from it shares in it, which belong to others. */
export function heldByCourts(dossier: Dossier): Answer[] {
  const { words } = dossier
  const { brief: say, standing, flag } = words
  const { property } = standingOf(dossier)
  const held = property.filter(({ row }) => row.state === 'in force' || row.state === 'waiting')
  const own = held.filter(({ row }) => row.is_own_equity !== true)
  const shares = held.filter(({ row }) => row.is_own_equity === true)
  const expired = property.filter(({ row }) => row.state === 'expired' && row.is_own_equity !== true)
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
  const of = [
    caseOf(dossier, row.case_key),
    row.amount !== null && between(say.ofLimit, [words.sum(row.currency ?? 'CNY', formatAmount(row.amount))]),
    row.is_since_known === false && !row.is_term_stated
      ? say.noSince
      : row.until_on !== null &&
        between(row.is_term_stated ? say.heldUntil : say.heldUntilByLaw, [row.until_on]),
  ].filter((part) => part !== false)
  return html`${measureName(words, row)}${row.property !== null && html` ${show(row.property, 'prose')}`}${between(words.inBrackets, [joined(of, words.comma)])}`
}
