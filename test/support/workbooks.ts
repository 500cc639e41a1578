import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { strFromU8, unzipSync } from 'fflate'

/** A cell as a reader of ECMA-376 finds it; null where there is none. */
export type ReadCell = { readonly value: string | number | boolean; readonly format: string } | null

export interface ReadSheet {
  readonly name: string
  readonly xml: string
  readonly rows: readonly (readonly ReadCell[])[]
}

/** Reads a workbook, of this product or of LibreOffice, without any of the product's code. */
export function readWorkbook(bytes: Uint8Array): ReadSheet[] {
  const parts = unzipSync(bytes)
  const part = (path: string): string => (parts[path] === undefined ? '' : strFromU8(parts[path]))
  const targets = new Map(
    elements(part('xl/_rels/workbook.xml.rels'), 'Relationship').map(({ attributes }) => [
      attributes.Id,
      attributes.Target,
    ]),
  )
  const strings = elements(part('xl/sharedStrings.xml'), 'si').map(({ inner }) => textOf(inner))
  const formats = formatsOf(part('xl/styles.xml'))
  return elements(part('xl/workbook.xml'), 'sheet').map(({ attributes }) => {
    const xml = part(`xl/${targets.get(attributes['r:id'])?.replace(/^\/xl\//, '')}`)
    return { name: unescaped(attributes.name ?? ''), xml, rows: rowsOf(xml, strings, formats) }
  })
}

/** Its cells as plain values. */
export const valuesOf = ({ rows }: ReadSheet): (string | number | boolean | null)[][] =>
  rows.map((row) => row.map((cell) => cell?.value ?? null))

interface Element {
  readonly attributes: Readonly<Record<string, string>>
  readonly inner: string
}

function elements(xml: string, tag: string): Element[] {
  const pattern = new RegExp(
    `<${tag}(?=[\\s/>])((?:\\s+[\\w:]+="[^"]*")*)\\s*(?:/>|>([\\s\\S]*?)</${tag}>)`,
    'g',
  )
  return [...xml.matchAll(pattern)].map(([, attributes = '', inner = '']) => ({
    attributes: Object.fromEntries(
      [...attributes.matchAll(/([\w:]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
    ),
    inner,
  }))
}

const unescaped = (xml: string): string =>
  xml.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (_, hex?: string, decimal?: string, name?: string) =>
    name === undefined
      ? String.fromCodePoint(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16))
      : ({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }[name] ?? ''),
  )

/** ST_Xstring, read from left to right. */
const textOf = (inner: string): string =>
  unescaped(
    elements(inner, 't')
      .map((run) => run.inner)
      .join(''),
  ).replace(/_x([0-9a-f]{4})_/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

/** Codes of the number formats of cells, by style. */
function formatsOf(styles: string): string[] {
  const codes = new Map(
    elements(styles, 'numFmt').map(({ attributes }) => [
      attributes.numFmtId,
      unescaped(attributes.formatCode ?? ''),
    ]),
  )
  const [cells] = elements(styles, 'cellXfs')
  return elements(cells?.inner ?? '', 'xf').map(
    ({ attributes }) => codes.get(attributes.numFmtId) ?? `#${attributes.numFmtId}`,
  )
}

function rowsOf(xml: string, strings: readonly string[], formats: readonly string[]): ReadCell[][] {
  return elements(xml, 'row').map(({ inner }) => {
    const row: ReadCell[] = []
    for (const { attributes, inner: content } of elements(inner, 'c')) {
      const value = cellValue(attributes.t, content, strings)
      const format = formats[Number(attributes.s ?? 0)] ?? ''
      row[columnOf(attributes.r ?? '')] = value === undefined ? null : { value, format }
    }
    return Array.from(row, (cell) => cell ?? null)
  })
}

function cellValue(
  type: string | undefined,
  content: string,
  strings: readonly string[],
): string | number | boolean | undefined {
  if (type === 'inlineStr') return textOf(content)
  const [held] = elements(content, 'v')
  if (held === undefined) return undefined
  if (type === 's') return strings[Number(held.inner)]
  if (type === 'b') return held.inner === '1'
  return Number(held.inner)
}

const columnOf = (reference: string): number =>
  [...reference.replace(/\d/g, '')].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1

const program = 'soffice'

interface Conversion {
  /** Files, absolute. */
  readonly files: readonly string[]
  /** As `--convert-to` takes it: `xlsx`, or with the name and the options of a filter. */
  readonly to: string
  /** Filter to read with, when the ending does not say. */
  readonly from?: string
  /** Absolute; made. */
  readonly into: string
}

/** Has one start of LibreOffice convert files, with a profile of its own in `folder`. */
export function convert(folder: string, { files, to, from, into }: Conversion): void {
  execFileSync(
    program,
    [
      `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`,
      '--headless',
      ...(from === undefined ? [] : [`--infilter=${from}`]),
      '--convert-to',
      to,
      '--outdir',
      into,
      ...files,
    ],
    { stdio: 'ignore', timeout: 120_000 },
  )
}
