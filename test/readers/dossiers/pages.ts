import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ReportManifest } from '../../../src/readers/dossiers/report.ts'

/** What a page says, read back without a browser. */

export interface Written {
  readonly manifest: ReportManifest
  readonly folder: string
  /** The page whose name begins so. */
  readonly page: (name: string) => Promise<string>
}

/** Reads pages of a report by how their names begin. */
export const pageIn =
  (folder: string, manifest: ReportManifest) =>
  (name: string): Promise<string> =>
    readFile(join(folder, manifest.files.find(({ file }) => file.startsWith(name))?.file ?? name), 'utf8')

const entities: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&amp;': '&',
}

/** The text of markup: tags away, characters back. */
export const textOf = (markup: string): string =>
  markup
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:lt|gt|quot|#39|amp);/g, (entity) => entities[entity] ?? entity)
    .trim()

/** A section by its name, or its item in the list of what was not found; or an appendix by its letter. */
export const sectionOf = (page: string, section: string): string => {
  const of = /^[A-Z]$/.test(section) ? `id="appendix-${section}"` : `data-section="${section}"`
  const found = new RegExp(`<section[^>]*${of}[^>]*>([\\s\\S]*?)</section>`).exec(page)?.[1]
  const items = page.match(/<li><span id="[^"]*" data-missing=[\s\S]*?<\/li>/g) ?? []
  return found ?? items.find((item) => item.includes(`data-missing="${section}"`)) ?? ''
}

/** Rows of the table of a section with this caption, cells by header. */
export function rowsOf(markup: string, caption: string): Record<string, string>[] {
  const tables = markup.match(/<table[^>]*>[\s\S]*?<\/table>/g) ?? []
  const found = tables.find(
    (table) => textOf(/<caption>([\s\S]*?)<\/caption>/.exec(table)?.[1] ?? '') === caption,
  )
  if (found === undefined) return []
  const heads = [...found.matchAll(/<th[^>]*>([\s\S]*?)<\/th>/g)].map(([, head = '']) => textOf(head))
  const [, body = ''] = found.split('<tbody>')
  return [...body.matchAll(/<tr[^>]*>([\s\S]*?)<\/tr>/g)].map(([, row = '']) =>
    Object.fromEntries(
      [...row.matchAll(/<td[^>]*>([\s\S]*?)<\/td>/g)].map(([, cell = ''], at) => [heads[at], textOf(cell)]),
    ),
  )
}

/** The markup of the list of rows, or the table, that an id leads to. */
export function targetOf(page: string, id: string): string {
  // Looked for as they are: a pattern over a page of megabytes for each of its figures takes seconds.
  const part = page.indexOf(`<span class="part" id="${id}">`)
  if (part >= 0) return /^[\s\S]*?<\/span>(?=<span class="part"|<\/li>)/.exec(page.slice(part))?.[0] ?? ''
  const table = page.indexOf(`<table id="${id}">`)
  if (table >= 0) return page.slice(table, page.indexOf('</table>', table))
  return id.startsWith('appendix-') ? sectionOf(page, id.slice(9)) : ''
}

/** Names of the rows that a list of appendix D has: `D1–D3` is three, `D4 ×2` two, and what stands in brackets one. */
export function listedRows(part: string): string[] {
  const [, links = ''] = /[:：]([\s\S]*)$/.exec(part.replace(/<bdi>[\s\S]*?<\/bdi>/g, '')) ?? []
  const rows = textOf(links.replace(/<span class="row">[\s\S]*?<\/span>/g, '()'))
  return rows.split(', ').flatMap((row) => {
    const [, kind, first, , last, times] = /^([DPCESF])(\d+)(–[DPCESF](\d+))?(?: ×(\d+))?$/.exec(row) ?? []
    if (kind === undefined) return [row]
    const [from, to] = [Number(first), Number(last ?? first)]
    const run = Array.from({ length: to - from + 1 }, (_, index) => `${kind}${from + index}`)
    return Array.from({ length: Number(times ?? 1) }, () => run).flat()
  })
}

/** Facts of a section: what stands behind a name. */
export const factsOf = (markup: string): Record<string, string> =>
  Object.fromEntries(
    [...markup.matchAll(/<dt>([\s\S]*?)<\/dt><dd>([\s\S]*?)<\/dd>/g)].map(([, name = '', value = '']) => [
      textOf(name),
      textOf(value),
    ]),
  )
