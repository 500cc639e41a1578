import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Progress } from '../app/dossier.ts'
import { packageFolder } from '../disk/package.ts'
import { legible } from './legible.ts'

/** Width of a text on a terminal: Chinese characters take two columns. */
const widthOf = (text: string): number =>
  [...text].reduce(
    (width, character) => width + (/[ᄀ-ᅟ⺀-꓏가-힣豈-﫿︰-﹏＀-｠￠-￦]/u.test(character) ? 2 : 1),
    0,
  )

const cellText = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  // As wide as it is shown.
  return legible(text.replaceAll(/\s+/gu, ' '))
}

const cut = (text: string, most: number): string =>
  [...text].length > most ? `${[...text].slice(0, most - 1).join('')}…` : text

/** A number as it is, for it stands to the right; anything else as the text that a cell shows. */
export const shortCell = (value: unknown, mostCharacters = 60): number | string =>
  typeof value === 'number' ? value : cut(cellText(value), mostCharacters)

/** Rows as aligned text, the first row's members as header; cells are cut at `mostCharacters`. */
export function textTable(rows: readonly object[], mostCharacters = 60): string {
  const names = Object.keys(rows[0] ?? {})
  const values = rows.map((row) => names.map((name) => (row as Readonly<Record<string, unknown>>)[name]))
  return columnTable(names, values, mostCharacters)
}

/** A number, also one that came as text to keep its digits; or nothing. */
const numeral = /^(-?(0|[1-9]\d*)(\.\d+)?(e[+-]?\d+)?)?$/i

/** Rows as aligned text, their values in the order of the names. */
export function columnTable(
  names: readonly string[],
  rows: readonly (readonly unknown[])[],
  mostCharacters = 60,
): string {
  const header = names.map((name) => cellText(name))
  const cells = rows.map((row) => names.map((_, index) => String(shortCell(row[index], mostCharacters))))
  const widths = header.map((name, index) =>
    cells.reduce((widest, row) => Math.max(widest, widthOf(row[index] ?? '')), widthOf(name)),
  )
  const isNumber = names.map((_, index) => cells.every((row) => numeral.test(row[index] ?? '')))
  const line = (texts: readonly string[]): string =>
    texts
      .map((text, index) => {
        const fill = ' '.repeat(Math.max(0, (widths[index] ?? 0) - widthOf(text)))
        return isNumber[index] ? fill + text : text + fill
      })
      .join('  ')
      .trimEnd()
  return [line(header), line(widths.map((width) => '─'.repeat(width))), ...cells.map(line)].join('\n')
}

/** Lines that each begin with a name. */
export const labelled = (lines: readonly (readonly string[])[], width = 12): string =>
  lines.map(([name = '', text = '']) => `${name.padEnd(width)} ${text}`).join('\n')

/** Calls that wait for their answers much longer than usual. */
export const waitingText = ({ calls, longestMs }: NonNullable<Progress['stuck']>): string =>
  `${calls === 1 ? '1 call waits' : `${calls} calls wait, the longest`} for ${Math.round(longestMs / 1000)} s`

/** A number with its noun: 1 call, 2 calls. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`

/** Runs for a person. What JSON has as `calls` are the tries at them, which the budget counts: so the column is called. */
export const runsTable = (rows: readonly object[]): string =>
  rows.length === 0
    ? 'no run has begun yet'
    : columnTable(
        Object.keys(rows[0] ?? {}).map((name) => (name === 'calls' ? 'tries' : name)),
        rows.map((row) => Object.values(row)),
      )

/**
 * How a person in `cwd` starts this program again: by npx where it is installed in a project, by its name where it is installed for
 * all, by npm in its own repository, by its file outside of it.
 */
export function invocation(cwd: string, installed = fileURLToPath(packageFolder)): string {
  const [project = ''] = installed.split(/[\\/](?:node_modules[\\/].*)?$/)
  const isWithin = cwd === project || cwd.startsWith(`${project}/`)
  if (/[\\/]node_modules[\\/]/.test(installed)) return isWithin ? 'npx dossier' : 'dossier'
  if (isWithin) return 'npm run -s dossier --'
  const program = join(project, 'dist/program/cli/main.js')
  return `node ${program.includes(' ') ? `'${program}'` : program}`
}
