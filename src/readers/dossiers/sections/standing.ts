import type { Dossier } from '../dossier.ts'
import { between, type Html, html, joined, type Part } from '../html.ts'
import { each, type Item, itemLink } from '../references.ts'
import { groupsBy, type RowOf } from '../rows.ts'
import { caseOf, isMarkEntry, type Mark, markSentence, standingOf } from '../standing.ts'
import { referInBrief } from '../tables.ts'
import { filled, wordFor } from '../words/words.ts'
import { alleged, bankruptcyAside, insolvencies } from './insolvency.ts'
import { mentions, mostNamed } from './natures.ts'
import { contradictions, mayBeListed } from './questions.ts'
import { capitalOf, caseKeyOf, lawOf, tookOffice } from './registration.ts'

/* Page one on who the enterprise is: its registration and bankruptcies, and its marks. */

/** A sentence, or what was looked for and not found: all of that is one sentence at the end, with what was searched. */
export type Answer = Html | { readonly notFound: string | Html }

/** Sentences behind each other; a full stop in Chinese has its space. */
export const inOneItem = ({ words }: Dossier, sentences: readonly Html[]): Html =>
  joined(sentences, words.code === 'en' ? ' ' : '')

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

/** Each document once that names it: how, in which case, on what day; what a court refused stands first. */
function mentioned(dossier: Dossier, matter: RowOf<typeof mentions>['matter'], manner?: 'found'): Html[] {
  const { words, held, show, listed } = dossier
  const found = held
    .rows(mentions)
    .filter((one) => one.matter === matter && (manner === undefined || one.manner === manner))
    .sort((a, b) => Number(b.manner === 'refused') - Number(a.manner === 'refused'))
  return [...groupsBy(found, ({ document_id: id }) => id)].map(([id, [one, ...more]]) => {
    const manners = [one, ...more].flatMap((one) =>
      one === undefined || one.manner === 'found' ? [] : words.mentionManner[one.manner],
    )
    return html`${manners.length > 0 && `${[...new Set(manners)].join(words.comma)} `}${show(one?.case_key ?? null, 'label')}${one?.said_on && between(words.inBrackets, [one.said_on])} ${listed([id]).map(({ item }) => itemLink(item))}`
  })
}

export function whoItIs(dossier: Dossier): Answer[] {
  const { held, words, show } = dossier
  const { brief: say } = words
  const [row] = held.registration
  const { bankruptcies } = standingOf(dossier)
  const finding = (matter: keyof typeof say.found): Part => {
    const found = mentioned(dossier, matter, 'found').slice(-mostNamed)
    return found.length > 0 && between(say.found[matter], [joined(found, words.standing.list)])
  }
  const registered =
    row === undefined
      ? say.noRegistration
      : between(say.registered, [
          html`${show(row.status && wordFor(words.term, row.status), 'label')}${/注销|吊销/.test(row.status ?? '') && row.approved_on !== null && between(say.approvedOn, [row.approved_on])}`,
          show(row.established_on ?? row.established_text, 'label'),
          capitalOf(dossier),
          row.legal_representative !== null &&
            between(say.representative, [
              show(row.legal_representative, 'person'),
              held.rows(contradictions).some(({ kind }) => kind === 'legal_representative')
                ? say.notAsChanged
                : tookOffice(dossier, row.legal_representative),
            ]),
        ])
  const noBankruptcy =
    bankruptcies.length === 0 ? html`${say.noneAsked}${bankruptcyAside(dossier)}` : say.noBankruptcy
  const none = bankruptcies.some(({ row }) => row.is_current) ? [] : [{ notFound: noBankruptcy }]
  return [
    html`${registered}${finding('closed')}${finding('unreached')}${insolvencies(dossier)}${finding('insolvent')}${finding('unable')}${finding('unpaid_capital')}${alleged(dossier)}${lawOf(dossier)}${afterEnd(dossier)}${say.stop}`,
    ...none,
  ]
}

/** Documents that name it as a party after it was deregistered. */
function afterEnd({ held, words }: Dossier): Part {
  const [latest, ...more] = held.rows(contradictions).filter(({ kind }) => kind === 'deregistered')
  return latest !== undefined && filled(words.brief.afterEnd, more.length + 1, latest.happened_on ?? '')
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
        counted(dossier, flag[mark], inForce),
        html`${sentence}${latest.row.is_since_stated !== true && !isMarkEntry(latest.row) && filedText(dossier, latest.row)} ${itemLink(latest.item)}${mark === 'restricted' && (headsText(words, latest.row) || say.bindsItsHeads)}${mark === 'dishonest' && notEntered(dossier, inForce, latest)}${others}${removed}${refused}`,
      ]),
    ]
  })
}

/** Other cases whose texts say that the court did not impose it. */
function notImposed({ held, words, show }: Dossier, mark: Mark['row']['mark'], marks: readonly Mark[]): Part {
  const marked = new Set(marks.flatMap(({ row }) => [row.case_key, ...row.case_keys]))
  const refused = held
    .rows(mentions)
    .filter((one) => one.matter === mark && one.manner === 'refused' && !marked.has(one.case_key))
  const keys = [...new Set(refused.map(({ case_key: key }) => key))].slice(0, mostNamed)
  const shown = keys.map((key) => show(key, 'label'))
  return shown.length > 0 && between(words.brief.notImposedIn, [joined(shown, words.standing.list)])
}

/** That the registration was asked and enters none of the marks that texts impose, though perhaps the case of the latest as something else: they may have been removed, or never entered. */
function notEntered({ held, words }: Dossier, marks: readonly Mark[], latest: Mark): Part {
  if (held.registration.length === 0 || marks.some(({ row }) => row.sources.includes('registration')))
    return false
  const kinds = held.lists.risks.flatMap(({ cells: [kind, number] }) =>
    kind != null && caseKeyOf(number) === latest.row.case_key ? wordFor(words.term, kind) : [],
  )
  return kinds.length === 0
    ? words.brief.notEntered
    : between(words.brief.enteredAs, [[...new Set(kinds)].join(words.standing.list)])
}

/** That no mark was seen; where texts name one all the same, in what way and where. */
function notMarked(dossier: Dossier, mark: Mark['row']['mark']): Answer[] {
  const { brief: say, flag, standing } = dossier.words
  const named = mentioned(dossier, mark)
  const shown = html`${joined(named.slice(0, mostNamed), standing.list)}${named.length > mostNamed && '…'}`
  return named.length === 0
    ? [{ notFound: html`${flag[mark]}${(mark === 'restricted' || mayBeListed(dossier)) && say.seeRegister}` }]
    : [between(say.mentioned, [flag[mark], say.imposed[mark], shown])]
}

/** Since when a mark stands; the day of an entry is not that, and stands beside where no text tells. */
function sinceText(dossier: Dossier, row: Mark['row']): Part {
  const { words } = dossier
  const { brief: say } = words
  const { since, is_since_stated: isStated } = row
  if (isStated === true && since !== null) return between(say.from, [since])
  const from = since === null || isMarkEntry(row) ? say.fromUnknown : between(say.fromAtLatest, [since])
  return html`${from}${filedText(dossier, row)}`
}

/** When the case of a mark was filed, as an entry of that mark has it. */
function filedText({ words, held }: Dossier, { mark, case_key: key }: Mark['row']): Part {
  const [filed] = held.lists.risks.flatMap(({ cells: [kind, number, , day] }) =>
    caseKeyOf(number) === key && (kind ?? '').includes(mark === 'dishonest' ? '失信' : '限制')
      ? (day ?? [])
      : [],
  )
  return filed !== undefined && between(words.brief.caseFiled, [filed])
}

const withHeads =
  /(?:[及和与、并][^，。；]{0,12}|，[^，。；司]{0,4}(?:其|该公司))的?(?:法定代表人|(?:主要)?负责人)/

/** Whom of its heads the text binds, with the enterprise (甲公司及其法定代表人) or alone. */
function headsText({ brief: say }: Dossier['words'], { is_of_heads: is, evidence }: Mark['row']): Part {
  if (is !== true || evidence === null) return false
  const isWith = withHeads.test(evidence)
  if (evidence.includes('负责人')) return isWith ? say.namesItsHeads : say.namesOnlyHeads
  return isWith ? say.namesRepresentative : say.namesOnlyRepresentative
}

/** From when to when a mark stood, and why it was lifted. */
function liftedText(dossier: Dossier, row: Mark['row']): Html {
  const { words } = dossier
  const { brief: say, liftReason, colon, semicolon } = words
  const { lifted_on: on, lift_reason: reason } = row
  const days = [
    html`${sinceText(dossier, row)}${headsText(words, row)}`,
    on === null ? say.liftedOnce : between(say.liftedOn, [on]),
  ]
  return html`${joined(days, semicolon)}${reason !== null && html`${colon}${liftReason[reason]}`}`
}
