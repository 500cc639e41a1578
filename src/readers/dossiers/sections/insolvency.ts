import type { Dossier } from '../dossier.ts'
import { between, type Html, html, joined, type Part } from '../html.ts'
import { itemLink } from '../references.ts'
import { type BankruptcyRow, bankruptcySentence, caseOf, standingOf } from '../standing.ts'
import { filled } from '../words/words.ts'
import { sidesOf } from './decided.ts'
import { casesEnforced } from './enforcement.ts'
import { mentions, mostNamed, remarkOf, remarks } from './natures.ts'

/* Page one on bankruptcies, and on what courts and parties say of its means. */

/** Each bankruptcy with its last step, behind the registration. */
export const insolvencies = (dossier: Dossier): Html[] =>
  standingOf(dossier).bankruptcies.map(
    (one) =>
      html`${dossier.words.semicolon}${bankruptcySentence(dossier.words, one.row, groundOf(dossier, one.row))}${one.row.document_ids.some((id) => remarkOf(dossier, id, 'no_ground')) && dossier.words.brief.noGround}${acceptedText(dossier, one.row)} ${itemLink(one.item)}`,
  )

/** What who applied for its bankruptcy says of it, and no court was seen to find; that a court saw no proof of it. */
export function alleged(dossier: Dossier): Part {
  const { held, words, show, listed } = dossier
  const { brief: say, standing } = words
  const insolvent = held.rows(mentions).filter(({ matter }) => matter === 'insolvent' || matter === 'unable')
  const unproved = insolvent.find(({ manner }) => manner === 'refused')
  if (unproved !== undefined && !insolvent.some(({ manner }) => manner === 'found'))
    return between(say.unproved, [show(unproved.case_key, 'label')])
  const lacks = (['insolvent', 'unable', 'unpaid_capital'] as const).flatMap((lack) => {
    const of = held.rows(mentions).filter(({ matter }) => matter === lack)
    const said = of.find(({ manner }) => manner === 'asserted')
    return said === undefined || of.some(({ manner }) => manner === 'found') ? [] : [{ ...said, lack }]
  })
  /** A declaration finds it. */
  const isFound =
    insolvent.some(({ manner }) => manner === 'found') ||
    standingOf(dossier).bankruptcies.some(({ row }) => row.stage === 'declared')
  const overdue = isFound ? undefined : held.rows(remarks).find(({ kind }) => kind === 'overdue_alleged')
  const key = listed([overdue?.document_id ?? null])[0]?.row.case_key ?? lacks[0]?.case_key
  const all = [...(overdue === undefined ? [] : (['overdue'] as const)), ...lacks.map(({ lack }) => lack)]
  return (
    key !== undefined &&
    between(say.alleged, [show(key, 'label'), all.map((lack) => say.allegedly[lack]).join(standing.list)])
  )
}

/** What texts of enforcement say of a bankruptcy that was not opened, each way once, with its cases. */
export function bankruptcyAside({ held, words, listed, show }: Dossier): Part {
  const { brief: say, standing } = words
  const found = held.rows(mentions).filter(({ matter }) => matter === 'bankruptcy')
  const ways = (['refused', 'warned', 'named'] as const).flatMap((manner) => {
    const cases = found
      .filter((one) => one.manner === manner)
      .slice(-mostNamed)
      .map(
        (one) =>
          html`${show(one.case_key, 'label')} ${listed([one.document_id]).map(({ item }) => itemLink(item))}`,
      )
    return cases.length === 0
      ? []
      : [html`${say.aside[manner]}${between(words.inBrackets, [joined(cases, standing.list)])}`]
  })
  return ways.length > 0 && between(say.bankruptcyAside, [joined(ways, words.comma)])
}

const applicantsOf = ({ words, show }: Dossier, { applicants }: BankruptcyRow): Html[] => {
  const names = applicants.map((name) => show(name, 'party'))
  return names.length === 0 ? [] : [between(words.brief.applicants, [joined(names, words.standing.list)])]
}

/** Of one that was accepted earlier than its last step, who applied stands with that. */
const isEarlier = ({ accepted_on: accepted, stage_on }: BankruptcyRow): boolean =>
  accepted !== null && accepted !== stage_on

const groundOf = (dossier: Dossier, row: BankruptcyRow): Html =>
  joined(
    [caseOf(dossier, row.case_key), ...(isEarlier(row) ? [] : applicantsOf(dossier, row))],
    dossier.words.comma,
  )

/** When and on whose application a bankruptcy was accepted; of one that ended, that what creditors got is not known: else it is a question. */
function acceptedText(dossier: Dossier, row: BankruptcyRow): Html {
  const { words, show, held } = dossier
  const { brief: say } = words
  const accepting = row.accepted_by === row.case_key ? [] : [show(row.accepted_by, 'label')]
  const of = [...accepting, ...applicantsOf(dossier, row)]
  const known = new Set(
    held
      .rows(sidesOf)
      .flatMap(({ plaintiffs, document_id: id }) => (row.document_ids.includes(id) ? [] : plaintiffs)),
  )
  const isUnseen =
    row.is_current &&
    row.procedure !== 'winding_up' &&
    row.applicants.length > 0 &&
    !row.applicants.some((name) => known.has(name))
  const before =
    isEarlier(row) &&
    between(say.acceptedBefore, [
      row.accepted_on,
      of.length > 0 && between(words.inBrackets, [joined(of, words.comma)]),
    ])
  return html`${before}${isUnseen && say.claimNotSeen}${enforcedSince(dossier, row)}${row.stage === 'ended' && say.claimsInIt}`
}

/** Enforcement against it after a bankruptcy was accepted: by article 19 of the law it has to stop. */
function enforcedSince(dossier: Dossier, { accepted_on: accepted, stage, procedure }: BankruptcyRow): Part {
  const { brief: say, standing } = dossier.words
  if (accepted === null || stage === 'dismissed' || procedure === 'winding_up') return false
  const later = casesEnforced(dossier).filter(
    ({ row }) => row.role === 'defendant' && row.state !== 'review' && (row.last_on ?? '') > accepted,
  )
  const keys = later.map(({ row }) => dossier.show(row.case_number, 'label'))
  const shown = keys.length > mostKeys ? filled(say.cases, keys.length) : joined(keys, standing.list)
  return keys.length > 0 && between(say.enforcedSince, [shown])
}

const mostKeys = 2
