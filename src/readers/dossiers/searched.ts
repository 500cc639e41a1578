import { type Dossier, inBeijing, Nothing } from './dossier.ts'
import type { CoverageRow, DocumentRow } from './holdings.ts'
import { between, type Html, html } from './html.ts'
import { each, rowLinks } from './references.ts'
import { filled, type Words } from './words/words.ts'

/** Whether a list of this verdict was read to its end. */
export const isWholeBy = (verdict: unknown): boolean => verdict === 'complete' || verdict === 'unchanged'

export const isListWhole = ({ held }: Dossier): boolean => isWholeBy(held.coverage[0]?.verdict)

type Known = Pick<Dossier, 'words' | 'run'>

type Ending = keyof Words['coverage']['ended']

/** How the list ended otherwise than by its last page; undefined when its reason is another. */
function endingOf({ words }: Known, { reason_code, reason_number, reason_other_number }: CoverageRow) {
  const { ended } = words.coverage
  const isEnding = (code: string | null): code is Ending => code !== null && Object.hasOwn(ended, code)
  return isEnding(reason_code)
    ? filled(ended[reason_code], reason_number ?? 0, reason_other_number ?? 0)
    : undefined
}

/** What a list lacks, by its figures; empty where it lacks nothing but to be confirmed. */
function gapSeen({ words }: Known, scanned: CoverageRow): string {
  const { because } = words.coverage
  const { declared_total: declared, listed } = scanned
  if (scanned.is_total_stable === false) return because.totalChanged
  if (scanned.verdict === 'unstable') return because.listChanged
  if (declared === null || listed === null) return ''
  return declared === listed ? because.unconfirmed : filled(because.seen, listed, declared)
}

/**
 * What the list lacks, and why the run did not ask on: the list itself ended, a page was not given, or the run stopped. Where none of
 * this is known, how many pages were read.
 */
export function reasonOfGap(dossier: Known, scanned: CoverageRow): string {
  const { words, run } = dossier
  if (scanned.reason_code === null) return ''
  const ended = endingOf(dossier, scanned)
  const refused =
    scanned.refused === null ? undefined : filled(words.coverage.because.refused, scanned.refused)
  const why = ended ?? refused ?? (run.stop === null ? undefined : words.stop[run.stop.kind])
  const known = [gapSeen(dossier, scanned), why ?? ''].filter((text) => text !== '')
  if (known.length > 0) return known.join(words.semicolon)
  const { because } = words.coverage
  return scanned.reason_code === 'unread'
    ? filled(because.pages, scanned.reason_number ?? 0, scanned.reason_other_number ?? 0)
    : because.unconfirmed
}

export const isRegistrationRead = ({ held }: Dossier): boolean => held.registration.length > 0
export const isListRead = ({ calls }: Dossier): boolean =>
  calls.some(({ row }) => row.operation === 'rh_enterpriseWritList' && ['hit', 'empty'].includes(row.outcome))

/** How many entries of the registration and documents of the list were read, null where it was not; and how many texts. */
interface Searched extends Texts {
  readonly entries: number | null
  readonly documents: number | null
  readonly isWhole: boolean
}

/** Full texts that are held, and texts of which some sections are. */
type Texts = Readonly<ReturnType<typeof textsHeld>>

function textsSaid({ searched: say }: Words, { texts, partial }: Texts): string {
  const whole = filled(say.held, texts)
  return partial === 0 ? whole : filled(say.partly, whole, partial)
}

export function searchedText(words: Words, { entries, documents, isWhole, ...held }: Searched): string {
  const say = words.searched
  const isNone = documents !== 0 && held.texts + held.partial === 0
  const texts = isNone ? say.noText : filled(say.ofThem, textsSaid(words, held))
  return filled(
    say.looked,
    entries === null ? say.noEntries : filled(say.entries, entries),
    documents === null ? say.noList : filled(say.texts, documents, isWhole ? '' : say.notWhole, texts),
  )
}

function textsHeld({ documents }: Dossier) {
  const of = (state: DocumentRow['text_state']) =>
    documents.filter(({ row }) => row.text_state === state).length
  return { texts: of('held'), partial: of('partial') }
}

export const searchedIn = (dossier: Dossier): string =>
  searchedText(dossier.words, {
    entries: isRegistrationRead(dossier) ? dossier.held.lists.risks.length : null,
    documents: isListRead(dossier) ? dossier.documents.length : null,
    ...textsHeld(dossier),
    isWhole: isListWhole(dossier),
  })

/** What was read of the registration for a statement that it alone could make. */
export const registrationSearched = ({ held, words }: Dossier): string =>
  filled(words.searched.registration, held.lists.risks.length, held.lists.changes.length)

export const unscanned = ({ words, run }: Known): string =>
  filled(
    words.summary.unscanned,
    run.runId,
    run.stop === null ? '' : filled(words.inBrackets, words.stop[run.stop.kind]),
  )

const spans = { rh_enterpriseWritList: 'list', rh_company_info: 'profile' } as const

/** By what the enterprise was asked for, how often and when, with the calls. */
function asked(dossier: Dossier, operation: keyof typeof spans): Html {
  const { calls, words, show } = dossier
  const made = calls.filter(({ row }) => row.operation === operation)
  const [first, last] = [made[0], made.at(-1)]
  if (first === undefined || last === undefined)
    return between(words.searched.notAsked, [words.operation[operation]])
  const how = [...new Set(made.map(({ row }) => howAsked(dossier, row.asked)))].join(words.comma)
  const [from, to] = [first, last].map(({ row }) => inBeijing(row.fetched_at ?? ''))
  const said = filled(words.searched[spans[operation]], how, made.length, from ?? '', to ?? '')
  return html`${show(said, 'label')} ${rowLinks(each(made))}`
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

export const nothingBox = ({ words }: Pick<Dossier, 'words'>, { reasons }: Nothing): Html =>
  html`<div class="none"><p><strong>${words.none}</strong></p>${reasons}</div>`

/** 未发现公开记录, and which list was searched for it. */
export function noDocuments(dossier: Dossier): Nothing {
  const { words, held, documents } = dossier
  const [coverage] = held.coverage
  return new Nothing([
    asked(dossier, 'rh_enterpriseWritList'),
    coverage?.declared_total == null ? '' : between(words.searched.declared, [coverage.declared_total]),
    documents.length > 0 ? between(words.searched.noneOfKind, [documents.length]) : '',
    isListWhole(dossier) ? '' : words.searched.incomplete,
  ])
}

export function nothingInTexts(dossier: Dossier): Nothing {
  const { words, documents } = dossier
  return new Nothing([
    asked(dossier, 'rh_enterpriseWritList'),
    between(words.searched.fullTexts, [textsSaid(words, textsHeld(dossier)), documents.length]),
    isListWhole(dossier) ? '' : words.searched.incomplete,
  ])
}

export const noRegistration = (dossier: Dossier): Nothing =>
  new Nothing([
    dossier.held.registration.length === 0 ? dossier.words.searched.noProfile : '',
    asked(dossier, 'rh_company_info'),
  ])

export const noneInEither = (dossier: Dossier): Nothing =>
  new Nothing([noDocuments(dossier).reasons, noRegistration(dossier).reasons])
