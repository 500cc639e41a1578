import type { Dossier, Listed } from '../dossier.ts'
import { between, type Html, html, joined, type Part } from '../html.ts'
import { itemLink } from '../references.ts'
import { groupsBy, type RowOf } from '../rows.ts'
import {
  type BankruptcyRow,
  bankruptcySentence,
  caseOf,
  isMarkEntry,
  type Mark,
  markSentence,
  standingOf,
} from '../standing.ts'
import { filled, wordFor } from '../words/words.ts'
import { sidesOf } from './decided.ts'
import { casesEnforced } from './enforcement.ts'
import { mayBeEntered } from './entries.ts'
import { mentions, remarkOf, remarks } from './natures.ts'
import { type Answer, around, firstOf, mostNamed, said } from './phrases.ts'
import { contradictions, mayBeListed } from './questions.ts'
import { capitalOf, caseKeyOf, lawOf, tookOffice } from './registration.ts'
import { signsOfBankruptcy } from './unseen.ts'

/* Page one on who the enterprise is: its registration and bankruptcies, and its marks. */

/** Each document once that names it: how, in which case, on what day; what a court refused stands first. */
function mentioned(
  dossier: Dossier,
  matter: RowOf<typeof mentions>['matter'],
  manner?: 'found' | 'some_debtor',
): Html[] {
  const { words, show, rowsOf, linkTo } = dossier
  const found = rowsOf(mentions)
    .filter((one) => one.matter === matter && (manner === undefined || one.manner === manner))
    .sort((a, b) => Number(b.manner === 'refused') - Number(a.manner === 'refused'))
  return [...groupsBy(found, ({ document_id: id }) => id)].map(([id, [one, ...more]]) => {
    const manners = [one, ...more].flatMap((one) =>
      one === undefined || one.manner === manner || one.manner === 'found'
        ? []
        : words.mentionManner[one.manner],
    )
    return html`${manners.length > 0 && `${[...new Set(manners)].join(words.comma)} `}${show(one?.case_key ?? null, 'label')}${one?.said_on && between(words.inBrackets, [one.said_on])} ${linkTo(id)}`
  })
}

export function whoItIs(dossier: Dossier): Answer[] {
  const { held, words, show, rowsOf, say } = dossier
  const [row] = held.registration
  const { bankruptcies } = standingOf(dossier)
  const finding = (matter: keyof typeof say.found): Part =>
    around(say.found[matter], mentioned(dossier, matter, 'found').slice(-mostNamed), words.standing.list)
  const registered =
    row === undefined
      ? say.noRegistration
      : between(say.registered, [
          html`${show(row.status && wordFor(words.term, row.status), 'label')}${/注销|吊销|责令关闭|撤销/.test(row.status ?? '') && row.approved_on !== null && between(say.approvedOn, [row.approved_on])}`,
          show(row.established_on ?? row.established_text, 'label'),
          capitalOf(dossier),
          row.legal_representative !== null &&
            between(say.representative, [
              show(row.legal_representative, 'person'),
              rowsOf(contradictions).some(({ kind }) => kind === 'legal_representative')
                ? say.notAsChanged
                : tookOffice(dossier, row.legal_representative),
            ]),
        ])
  const noBankruptcy =
    bankruptcies.length === 0 ? html`${say.noneAsked}${bankruptcyAside(dossier)}` : say.noBankruptcy
  const isCurrent = bankruptcies.some(({ row }) => row.is_current)
  const isInRegister = mayBeEntered(dossier, 'bankruptcy').length > 0
  const mayBe = bankruptcies.length > 0 ? [] : signsOfBankruptcy(dossier)
  const none = isCurrent || isInRegister || mayBe.length > 0 ? [] : [{ notFound: noBankruptcy }]
  return [
    html`${registered}${finding('closed')}${finding('unreached')}${insolvencies(dossier)}${bankruptcies.length === 0 && isInRegister && say.onlyInRegister}${around(say.signOfBankruptcy, namedBy(dossier, mayBe), words.standing.list)}${finding('insolvent')}${finding('unable')}${finding('unpaid_capital')}${alleged(dossier)}${lawOf(dossier)}${afterEnd(dossier)}${say.stop}`,
    ...none,
  ]
}

/** The cases of these documents, each once, with the way to it. */
const namedBy = ({ show }: Dossier, documents: readonly Listed[]): Html[] =>
  [...groupsBy(documents, ({ row }) => row.case_key)]
    .slice(0, mostNamed)
    .flatMap(([key, [one]]) => (one === undefined ? [] : html`${show(key, 'label')} ${itemLink(one.item)}`))

/** Each bankruptcy with its last step, behind the registration. */
const insolvencies = (dossier: Dossier): Html[] =>
  standingOf(dossier).bankruptcies.map(
    (one) =>
      html`${dossier.words.semicolon}${bankruptcySentence(dossier.words, one.row, groundOf(dossier, one.row))}${one.row.document_ids.some((id) => remarkOf(dossier, id, 'no_ground')) && dossier.say.noGround}${acceptedText(dossier, one.row)} ${itemLink(one.item)}`,
  )

/** What who applied for its bankruptcy says of it, and no court was seen to find; that a court saw no proof of it. */
function alleged(dossier: Dossier): Part {
  const { words, show, listed, rowsOf, say } = dossier
  const { standing } = words
  const insolvent = rowsOf(mentions).filter(({ matter }) => matter === 'insolvent' || matter === 'unable')
  const unproved = insolvent.find(({ manner }) => manner === 'refused')
  if (unproved !== undefined && !insolvent.some(({ manner }) => manner === 'found'))
    return between(say.unproved, [show(unproved.case_key, 'label')])
  const lacks = (['insolvent', 'unable', 'unpaid_capital'] as const).flatMap((lack) => {
    const of = rowsOf(mentions).filter(({ matter }) => matter === lack)
    const said = of.find(({ manner }) => manner === 'asserted')
    return said === undefined || of.some(({ manner }) => manner === 'found') ? [] : [{ ...said, lack }]
  })
  /** A declaration finds it. */
  const isFound =
    insolvent.some(({ manner }) => manner === 'found') ||
    standingOf(dossier).bankruptcies.some(({ row }) => row.stage === 'declared')
  const overdue = isFound ? undefined : rowsOf(remarks).find(({ kind }) => kind === 'overdue_alleged')
  const key = listed([overdue?.document_id ?? null])[0]?.row.case_key ?? lacks[0]?.case_key
  const all = [...(overdue === undefined ? [] : (['overdue'] as const)), ...lacks.map(({ lack }) => lack)]
  return (
    key !== undefined &&
    between(say.alleged, [show(key, 'label'), all.map((lack) => say.allegedly[lack]).join(standing.list)])
  )
}

/** What texts of enforcement say of a bankruptcy that was not opened, each way once, with its cases. */
function bankruptcyAside(dossier: Dossier): Part {
  const { words, show, rowsOf, say, linkTo, inBrackets } = dossier
  const { standing } = words
  const found = rowsOf(mentions).filter(({ matter }) => matter === 'bankruptcy')
  const ways = (['refused', 'warned', 'named'] as const).flatMap((manner) => {
    const cases = found
      .filter((one) => one.manner === manner)
      .slice(-mostNamed)
      .map((one) => html`${show(one.case_key, 'label')} ${linkTo(one.document_id)}`)
    return cases.length === 0 ? [] : [html`${say.aside[manner]}${inBrackets(cases, standing.list)}`]
  })
  return around(say.bankruptcyAside, ways, words.comma)
}

const applicantsText = (dossier: Dossier, { applicants }: BankruptcyRow): Part =>
  applicants.length > 0 && between(dossier.say.applicants, [dossier.partiesText(applicants)])

/** Of one that was accepted earlier than its last step, who applied stands with that. */
const isEarlier = ({ accepted_on: accepted, stage_on }: BankruptcyRow): boolean =>
  accepted !== null && accepted !== stage_on

const groundOf = (dossier: Dossier, row: BankruptcyRow): Html =>
  joined(
    said([caseOf(dossier, row.case_key), !isEarlier(row) && applicantsText(dossier, row)]),
    dossier.words.comma,
  )

/** When and on whose application a bankruptcy was accepted; of one that ended, that what creditors got is not known: else it is a question. */
function acceptedText(dossier: Dossier, row: BankruptcyRow): Html {
  const { show, say, rowsOf, inBrackets } = dossier
  const accepting = row.accepted_by !== row.case_key && show(row.accepted_by, 'label')
  const known = new Set(
    rowsOf(sidesOf).flatMap(({ plaintiffs, document_id: id }) =>
      row.document_ids.includes(id) ? [] : plaintiffs,
    ),
  )
  const isUnseen =
    row.is_current &&
    row.procedure !== 'winding_up' &&
    row.applicants.length > 0 &&
    !row.applicants.some((name) => known.has(name) || name.startsWith(dossier.subject.name))
  const before =
    isEarlier(row) &&
    between(say.acceptedBefore, [row.accepted_on, inBrackets([accepting, applicantsText(dossier, row)])])
  return html`${before}${isUnseen && say.claimNotSeen}${enforcedSince(dossier, row)}${row.stage === 'ended' && say.claimsInIt}`
}

const mostKeys = 2

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

/** Documents that name it as a party after it was deregistered. */
function afterEnd({ rowsOf, say }: Dossier): Part {
  const [latest, ...more] = rowsOf(contradictions).filter(({ kind }) => kind === 'deregistered')
  return latest !== undefined && filled(say.afterEnd, more.length + 1, latest.happened_on ?? '')
}

/** 失信, 限高: how many without a removal, and the latest of them; how many were removed. */
export function marked(dossier: Dossier): Answer[] {
  const { words, say, counted } = dossier
  const { flag, standing } = words
  const all = groupsBy(standingOf(dossier).marks, ({ row }) => row.mark)
  return (['dishonest', 'restricted'] as const).flatMap((mark): Answer[] => {
    const [inForce, lifted] = [true, false].map((is) =>
      (all.get(mark) ?? []).filter(({ row }) => row.is_in_force === is),
    ) as [Mark[], Mark[]]
    const [latest, ...earlier] = inForce
    const caseOn = ({ row, item }: Mark, day: Part): Html =>
      html`${caseOf(dossier, row.case_key)}${day !== null && between(words.inBrackets, [day])} ${itemLink(item)}`
    const some = (marks: readonly Mark[], dayOf: (row: Mark['row']) => Part): Html =>
      firstOf(
        marks.map((one) => caseOn(one, dayOf(one.row))),
        standing.list,
      )
    const others =
      earlier.length > 0 &&
      between(say.alsoMarked, [
        some(earlier, (row) => html`${sinceText(dossier, row)}${row.is_case_ended && say.ofEndedCase}`),
      ])
    const gone = [lifted.length, some(lifted, (row) => liftedText(dossier, row))]
    const isListed = all.get('dishonest')?.some(({ row }) => row.is_in_force) === true
    if (latest === undefined && lifted.length === 0 && mark === 'restricted' && isListed)
      return [between(say.restrictedToo, [flag.restricted])]
    if (latest === undefined)
      return lifted.length === 0 ? notMarked(dossier, mark) : [between(say.allRemoved, [flag[mark], ...gone])]
    const removed = lifted.length > 0 && between(say.markRemoved, gone)
    const refused = notImposed(dossier, mark, [...inForce, ...lifted])
    const sentence = markSentence(words, latest.row, caseOf(dossier, latest.row.case_key), true)
    return [
      between(say.marked, [
        flag[mark],
        counted(flag[mark], inForce),
        html`${sentence}${latest.row.is_since_stated !== true && !isMarkEntry(latest.row) && filedText(dossier, latest.row)} ${itemLink(latest.item)}${mark === 'restricted' && (headsText(words, latest.row) || say.bindsItsHeads)}${mark === 'dishonest' && notEntered(dossier, inForce, latest)}${others}${removed}${refused}`,
      ]),
    ]
  })
}

/** Other cases whose texts say that the court did not impose it. */
function notImposed(
  { words, show, rowsOf, say }: Dossier,
  mark: Mark['row']['mark'],
  marks: readonly Mark[],
): Part {
  const marked = new Set(marks.flatMap(({ row }) => [row.case_key, ...row.case_keys]))
  const refused = rowsOf(mentions).filter(
    (one) => one.matter === mark && one.manner === 'refused' && !marked.has(one.case_key),
  )
  const keys = [...new Set(refused.map(({ case_key: key }) => key))].slice(0, mostNamed)
  return around(
    say.notImposedIn,
    keys.map((key) => show(key, 'label')),
    words.standing.list,
  )
}

/** That the registration was asked and enters none of the marks that texts impose, though perhaps the case of the latest as something else: they may have been removed, or never entered. */
function notEntered({ held, words, say }: Dossier, marks: readonly Mark[], latest: Mark): Part {
  if (held.registration.length === 0 || marks.some(({ row }) => row.sources.includes('registration')))
    return false
  const kinds = held.lists.risks.flatMap(({ cells: [kind, number] }) =>
    kind != null && caseKeyOf(number) === latest.row.case_key ? wordFor(words.term, kind) : [],
  )
  return kinds.length === 0
    ? say.notEntered
    : between(say.enteredAs, [[...new Set(kinds)].join(words.standing.list)])
}

/** That no mark was seen; where texts name one all the same, in what way and where. */
function notMarked(dossier: Dossier, mark: Mark['row']['mark']): Answer[] {
  const { brief: say, flag, standing } = dossier.words
  const imposed = mentioned(dossier, mark, 'some_debtor')
  if (imposed.length > 0)
    return [between(say.imposedOnSome[mark], [flag[mark], firstOf(imposed, standing.list)])]
  const named = mentioned(dossier, mark)
  return named.length === 0
    ? [{ notFound: html`${flag[mark]}${(mark === 'restricted' || mayBeListed(dossier)) && say.seeRegister}` }]
    : [between(say.mentioned, [flag[mark], say.imposed[mark], firstOf(named, standing.list)])]
}

/** Since when a mark stands; the day of an entry is not that, and stands beside where no text tells. */
function sinceText(dossier: Dossier, row: Mark['row']): Part {
  const { words, say } = dossier
  const { since, is_since_stated: isStated } = row
  if (isStated === true && since !== null) return between(say.from, [since])
  const from = since === null || isMarkEntry(row) ? words.standing.noDay : between(say.fromAtLatest, [since])
  return html`${from}${filedText(dossier, row)}`
}

/** When the case of a mark was filed, as an entry of that mark has it. */
function filedText({ held, say }: Dossier, { mark, case_key: key }: Mark['row']): Part {
  const [filed] = held.lists.risks.flatMap(({ cells: [kind, number, , day] }) =>
    caseKeyOf(number) === key && (kind ?? '').includes(mark === 'dishonest' ? '失信' : '限制')
      ? (day ?? [])
      : [],
  )
  return filed !== undefined && between(say.caseFiled, [filed])
}

const withHeads =
  /(?:[及和与、并][^，。；]{0,12}|，[^，。；司]{0,4}(?:其|该公司))的?(?:法定代表人|(?:主要)?负责人)/

/** Whom of its heads the text binds, with the enterprise (甲公司及其法定代表人) or alone. */
function headsText({ brief: say }: Dossier['words'], { is_of_heads: is, evidence }: Mark['row']): Part {
  if (is !== true || evidence === null) return false
  const whom = evidence.includes('负责人') ? say.itsHeads : say.itsRepresentative
  return filled(withHeads.test(evidence) ? say.namesToo : say.namesOnly, whom)
}

/** From when to when a mark stood, and why it was lifted. */
function liftedText(dossier: Dossier, row: Mark['row']): Html {
  const { words, say } = dossier
  const { liftReason, colon, semicolon } = words
  const { lifted_on: on, lift_reason: reason } = row
  const days = [
    html`${sinceText(dossier, row)}${headsText(words, row)}`,
    on === null ? say.liftedOnce : between(say.liftedOn, [on]),
  ]
  return html`${joined(days, semicolon)}${reason !== null && html`${colon}${liftReason[reason]}`}`
}
