import { findAmounts } from '../../../legal/amounts.ts'
import { DAY, dayOf } from '../../../legal/dates.ts'
import { matchesOf } from '../../../legal/text.ts'
import { type Dossier, once, type Sum } from '../dossier.ts'
import { between, type Html, html, joined, type Part } from '../html.ts'
import { hundredths } from '../money.ts'
import { itemLink } from '../references.ts'
import { groupsBy } from '../rows.ts'
import { isRunning } from './debts.ts'
import { sidesById } from './decided.ts'
import { casesEnforced, type EnforcementCase } from './enforcement.ts'
import { mostSums, naturesText, remarks } from './natures.ts'

/* What texts say of a debt beside its sum: by when a settlement is to be paid, what a default costs, and that it was performed. */

const DUE = new RegExp(`(${DAY})(?:之|以)?前(?![的所欠已产])`, 'g')
/** A part without a day of its own. */
const IN_PARTS = /分[一二两三四五六七八九十\d]{1,3}[期次笔]|分期|余[款额]|剩余|每[月季年期]/

const daysIn = (text: string): string[] => matchesOf(text, DUE).flatMap(([, day]) => dayOf(day) ?? [])
const textsOf = (sums: readonly Sum[]): string[] => [...new Set(sums.map(({ row }) => row.evidence ?? ''))]

/** By which days all that a settlement orders is to be paid: 定于2024年8月16日前付, 于6月30日前付100元，于12月31日前付100元. */
export function dueText({ say, words }: Dossier, sums: readonly Sum[]): Part {
  const texts = textsOf(sums)
  const isWhole = (text: string): boolean => {
    const count = daysIn(text).length
    const undated = count > 1 ? text.slice(text.lastIndexOf('前')) : text
    return !text.includes('…') && count > 0 && !IN_PARTS.test(undated)
  }
  const days = [...new Set(texts.flatMap(daysIn))].sort()
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined || !texts.every(isWhole)) return false
  const shown = days.length > mostSums ? [first, '…', last] : days
  return between(say.dueBy, [joined(shown, words.standing.list)])
}

/** By dispute, the remarks that its debt was performed, each with its document: none of what was enforced in full, is enforced since, or stands as received with its enforcement. */
export const saidPerformed = once((dossier) => {
  const { rowsOf, disputeOf, listed } = dossier
  const isEnded = ({ row }: EnforcementCase): boolean => row.state === 'paid'
  const enforced = groupsBy(
    casesEnforced(dossier).filter((one) => isEnded(one) || isRunning(one)),
    ({ row }) => disputeOf(row.family_key),
  )
  const said = rowsOf(remarks).flatMap((remark) => {
    if (remark.kind !== 'performed' || remark.family_key === null) return []
    const dispute = disputeOf(remark.family_key)
    const isStated = ({ row }: EnforcementCase): boolean =>
      (row.collected ?? row.unpaid) !== null && row.document_ids.includes(remark.document_id)
    const isOver = (day: string | null): boolean =>
      enforced
        .get(dispute)
        ?.some((one) => isEnded(one) || isStated(one) || (one.row.last_on ?? '') > (day ?? '')) === true
    return listed([remark.document_id])
      .filter(({ row }) => !isOver(row.decided_on))
      .map((document) => ({ dispute, remark, document }))
  })
  return groupsBy(said, ({ dispute }) => dispute)
})

const DEFAULT = /如果?(?!数|期|约)|若|倘|一旦|逾期/
/** The duty of who is paid: 如原告未按期开具发票. */
const whoDefaults = (text: string): string => /^[^，。；]*?(?:未|不|逾期)/.exec(text)?.[0] ?? ''

/** Sums that a settlement lays down for a default and that are more than it orders, or a penalty beside that; none before the first of its days. */
function moreInDefault(dossier: Dossier, document: string, evidence: string, ordered: readonly Sum[]) {
  const asOf = dossier.held.coverage[0]?.data_as_of ?? ''
  const days = textsOf(ordered).flatMap(daysIn)
  const from = evidence.search(DEFAULT)
  const who = whoDefaults(evidence.slice(from))
  const payees = ['原告', ...(sidesById(dossier).get(document)?.plaintiffs ?? [])]
  if (ordered.length === 0 || from < 0 || payees.some((one) => who.includes(one))) return []
  if (days.length > 0 && asOf !== '' && days.every((day) => day > asOf)) return []
  const total = ordered.reduce((sum, { row }) => sum + hundredths(row.amount ?? '0'), 0n)
  return findAmounts(evidence).filter(
    ({ amount, offset }) =>
      amount !== null &&
      offset > from &&
      (hundredths(amount) > total || /违约金(?:人民币)?$/.test(evidence.slice(0, offset))),
  )
}

/** What settlements of a dispute lay down for a default, with the documents. */
export function inDefault(dossier: Dossier, dispute: string): Html[] {
  const { words, rowsOf, payments, disputeOf, show, sumText, listed } = dossier
  return rowsOf(remarks).flatMap(({ kind, family_key: key, document_id: id, evidence }) => {
    if (kind !== 'in_default' || key === null || evidence === null || disputeOf(key) !== dispute) return []
    const ordered = payments.filter(
      ({ row }) => row.view === 'ordered' && row.is_counted && row.document_id === id,
    )
    const more = moreInDefault(dossier, id, evidence, ordered)
    const sums = more.map((one) => html`${sumText(one)}${naturesText(dossier, [{ ...one, evidence }])}`)
    const [document] = more.length === 0 ? [] : listed([id])
    return document === undefined
      ? []
      : html`${show(document.row.case_key, 'label')} ${joined(sums, words.standing.list)} ${itemLink(document.item)}`
  })
}
