import type { Dossier } from './dossier.ts'
import { type Html, html } from './html.ts'
import { itemLinks } from './references.ts'
import type { CoverageRow } from './rows.ts'
import { inBeijing } from './time.ts'

/** Whether the list of documents was read to its end in the dossier's run. */
export const isListWhole = ({ held }: Dossier): boolean =>
  ['complete', 'unchanged'].includes(held.coverage[0]?.verdict ?? '')

/** Why the list is not whole, by its figures, in the language of the page; what they do not tell stands as the warehouse has it. */
export function reasonOfGap({ words }: Dossier, scanned: CoverageRow): string {
  const { because } = words.coverage
  const { declared_total: declared, listed, reason } = scanned
  if (reason === null) return ''
  if (scanned.is_total_stable === false) return because.totalChanged
  if (scanned.verdict === 'unstable') return because.listChanged
  return declared !== null && listed !== null && declared !== listed ? because.seen(listed, declared) : reason
}

const spans = { rh_enterpriseWritList: 'list', rh_company_info: 'profile' } as const

/** By what the enterprise was asked for, how often and when, with the calls. */
function asked(dossier: Dossier, operation: keyof typeof spans): Html {
  const { calls, words, show } = dossier
  const made = calls.filter(({ row }) => row.operation === operation)
  const [first, last] = [made[0], made.at(-1)]
  if (first === undefined || last === undefined)
    return html`${words.searched.notAsked(words.operation[operation])}`
  const how = [...new Set(made.map(({ row }) => howAsked(dossier, row.asked)))].join(words.comma)
  const [from, to] = [first, last].map(({ row }) => inBeijing(row.fetched_at ?? ''))
  const told = words.searched[spans[operation]](how, made.length, from ?? '', to ?? '')
  return html`${show(told, 'label')} ${itemLinks(made.map(({ item }) => item))}`
}

/** `id:…` and `uscc:…` of the list, or the parameters of a call, in words. */
function howAsked({ words, plain }: Dossier, subject: string | null): string {
  const [, kind, value] = /^(id|uscc):(.*)$/s.exec(subject ?? '') ?? []
  if (kind === 'id' || kind === 'uscc') return `${words.searched[kind]} ${value}`
  const [name] = /(?<="name":)"(?:[^"\\]|\\.)*"/.exec(subject ?? '') ?? []
  return name === undefined
    ? plain(subject, 'mixed')
    : `${words.searched.name} ${plain(JSON.parse(name) as string, 'roll')}`
}

const nothing = (dossier: Dossier, reasons: readonly (Html | string)[]): Html =>
  html`<div class="none"><p><strong>${dossier.words.none}</strong></p>${reasons.map((reason) => html`<p>${reason}</p>`)}</div>`

/** 未发现公开记录, and which list was searched for it. */
export function noDocuments(dossier: Dossier): Html {
  const { words, held, documents } = dossier
  const [coverage] = held.coverage
  return nothing(dossier, [
    asked(dossier, 'rh_enterpriseWritList'),
    coverage?.declared_total == null ? '' : words.searched.declared(coverage.declared_total),
    documents.length > 0 ? words.searched.noneOfKind(documents.length) : '',
    isListWhole(dossier) ? '' : words.searched.incomplete,
  ])
}

/** The same of what only full texts can show. */
export function nothingInTexts(dossier: Dossier): Html {
  const { words, documents } = dossier
  const held = documents.filter(({ row }) => row.text_call !== null).length
  return nothing(dossier, [
    asked(dossier, 'rh_enterpriseWritList'),
    words.searched.fullTexts(held, documents.length),
    isListWhole(dossier) ? '' : words.searched.incomplete,
  ])
}

/** The same of what the registration would show. */
export const noRegistration = (dossier: Dossier): Html =>
  nothing(dossier, [asked(dossier, 'rh_company_info')])
