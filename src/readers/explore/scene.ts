import type { SqlRow, SqlValue } from '../../warehouse/database.ts'
import { type Html, html, type Part } from '../dossiers/html.ts'
import type { Result, Role } from '../dossiers/rows.ts'
import { showing, textOf } from '../dossiers/shown.ts'
import { resultFor, wordsOf } from '../dossiers/words/words.ts'
import type { Publication } from './publication.ts'

export interface RawAnswer {
  /** Where the bytes are kept; null when they are gone. */
  readonly place: string | null
  /** Of the bytes as they are now. */
  readonly sha256Now: string | null
  readonly isMatch: boolean
  readonly body: Uint8Array | null
}

/** What pages are made with, beside the warehouse. */
export interface PageOptions {
  readonly language: 'zh' | 'en'
  /** Fetches the answer to a call of a run; undefined when there was none. */
  readonly fetchRaw: (callKey: string, runId: string) => Promise<RawAnswer | undefined>
}

/** What a view is made from: how the pages are made, a publication, and the address that was asked for. */
export async function sceneOf(options: PageOptions, publication: Publication, params: URLSearchParams) {
  const report = await wordsOf(options.language)
  return {
    ...options,
    ...publication,
    words: report.explore,
    params,
    rows: (sql: string, values?: Readonly<Record<string, SqlValue>>): Promise<SqlRow[]> =>
      publication.reader.rows(sql, values),
    // The words of dossiers: codes and columns are called the same in both.
    ...showing({ present: publication.present, report }),
  }
}

export type Scene = Awaited<ReturnType<typeof sceneOf>>

/** A page, without what stands on every page. */
export interface Page {
  readonly title: string
  readonly body: Html
  /** Of HTTP; 200 when it is left out. */
  readonly status?: number
}

/** The address asks by a parameter for what is not known. */
export class UnknownValueError extends Error {
  readonly asked: readonly [name: string, given: string, expected: string]

  constructor(name: string, given: string, expected: readonly string[]) {
    super(`${name}: expected ${expected.join(', ')}; found ${given}`)
    this.asked = [name, given, expected.join(', ')]
  }
}

/** The value of a parameter, or its default. @throws UnknownValueError when it is none of the known ones */
export function oneOf(params: URLSearchParams, name: string, known: readonly string[], usual = ''): string {
  const given = params.get(name)?.trim() || usual
  if (given === '' || known.includes(given)) return given
  throw new UnknownValueError(name, given, known)
}

/** A parameter that counts from its default on. @throws UnknownValueError */
export function countOf(params: URLSearchParams, name: string, least: number): number {
  const given = params.get(name)?.trim() || String(least)
  const count = Number(given)
  if (/^\d{1,9}$/.test(given) && count >= least) return count
  throw new UnknownValueError(name, given, [`${least}`, `${least + 1}`, '…'])
}

/** An enterprise whose page is shown, and who is named in its rows. */
export interface Subject {
  readonly id: string
  readonly name: string
  readonly row: SqlRow
  readonly persons: readonly string[]
  /** What was read for a statement that something was not found of it, as dossiers say it. */
  readonly searched: () => Promise<string>
}

export const link = (to: string, part: Part, kind = ''): Html =>
  html`<a href="${to}"${kind !== '' && html` class="${kind}"`}>${part}</a>`

/** The way to another page of a list. */
export const turn = ({ words }: Scene, rel: 'prev' | 'next', to: string): Html =>
  html`<a class="button" rel="${rel}" href="${to}">${rel === 'next' ? words.more : words.back}</a>`

const address = (...parts: readonly string[]): string => `/${parts.map(encodeURIComponent).join('/')}`

export const enterpriseAt = (id: unknown, ...tab: readonly string[]): string =>
  address('enterprise', String(id), ...tab)
export const documentAt = (id: unknown): string => address('document', String(id))
export const caseAt = ({ library, case_id }: SqlRow): string =>
  address('case', String(library), String(case_id))
export const evidenceAt = ({ call_key, run_id }: SqlRow): string =>
  address('evidence', String(call_key), String(run_id))

/** The way to the answer that a row was read from. */
export const evidenceLink = ({ words }: Scene, row: SqlRow): Part =>
  textOf(row.call_key) !== null && link(evidenceAt(row), words.judgment.evidence, 'minor')

/** What the result of a document is called for an enterprise, by its side. */
export const resultText = ({ report }: Scene, { role, subject_outcome }: SqlRow): string =>
  resultFor(report, role as Role | null, subject_outcome as Result | null)

export const emptyBox = (...parts: readonly Part[]): Html => html`<div class="empty">${parts}</div>`

/** The first rows of an enterprise that a page has room for. */
export const mostRows = 500
