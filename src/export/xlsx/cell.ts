import { cellText } from './cell-text.ts'
import { styles } from './styles.ts'

/** What a cell is to a spreadsheet. */
export type CellKind = 'text' | 'boolean' | 'integer' | 'number' | 'money' | 'date' | 'timestamp'

const integerType = /^U?(?:TINY|SMALL|BIG|HUGE)?INT(?:EGER)?$/

/** The kind of cells that a column of this DuckDB type has; whatever a spreadsheet has no type for is text. */
export function cellKind(type: string): CellKind {
  if (integerType.test(type)) return 'integer'
  if (type.startsWith('DECIMAL(') && !type.endsWith(']')) return 'money'
  if (type === 'DOUBLE' || type === 'FLOAT') return 'number'
  if (type === 'BOOLEAN') return 'boolean'
  if (type === 'DATE') return 'date'
  return type === 'TIMESTAMP' ? 'timestamp' : 'text'
}

/** Excel keeps 15 digits of a number and puts zeros for the rest. */
const mostDigits = 15
const dayMilliseconds = 86_400_000
/** Day 0 of a spreadsheet, so that 1900-03-01 is day 61: Excel counts a 1900-02-29, other readers do not. */
const dayZero = Date.UTC(1899, 11, 30)
const firstDay = '1900-03-01'

/** Value and style of a cell that holds its value as what it is; undefined for one that only text can hold whole. */
type Native = { readonly value: string; readonly style: number; readonly isBoolean?: true } | undefined

const natives: Readonly<Record<Exclude<CellKind, 'text'>, (text: string) => Native>> = {
  boolean: (text) => ({ value: text === 'true' ? '1' : '0', style: styles.boolean, isBoolean: true }),
  integer: (text) => exactNumber(text, styles.integer),
  money: (text) => exactNumber(text, styles.money),
  // What a DOUBLE is, a spreadsheet's number is too, to the last bit.
  number: (text) => (Number.isFinite(Number(text)) ? { value: text, style: styles.plain } : undefined),
  date: (text) => serial(text, '', styles.date),
  timestamp: (text) => serial(text.slice(0, 10), text.slice(11), styles.timestamp),
}

const exactNumber = (text: string, style: number): Native =>
  significantDigits(text) <= mostDigits ? { value: text, style } : undefined

function significantDigits(text: string): number {
  const digits = text.includes('.') ? text.replace(/0+$/, '') : text
  return digits.replace(/[-.]/g, '').replace(/^0+/, '').length
}

/** Days since day zero: dates of four-digit years from 1900-03-01 on, which every reader counts alike. */
function serial(day: string, time: string, style: number): Native {
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || day < firstDay) return undefined
  const days = (Date.parse(day) - dayZero) / dayMilliseconds
  return { value: String(days + dayFraction(time)), style }
}

function dayFraction(time: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number)
  return (hours * 3600 + minutes * 60 + seconds) / 86_400
}

export interface XmlCell {
  /** What follows the reference of the cell. */
  readonly xml: string
  /** Whether it is no text by its column, but had to become text to stay whole. */
  readonly isForcedText: boolean
}

/** A cell of a value as DuckDB casts it to text. */
export function xmlCell(text: string, kind: CellKind): XmlCell {
  const native = kind === 'text' ? undefined : natives[kind](text)
  if (native === undefined) return { xml: textCell(text, styles.text), isForcedText: kind !== 'text' }
  const type = native.isBoolean ? ' t="b"' : ''
  return { xml: `s="${native.style}"${type}><v>${native.value}</v></c>`, isForcedText: false }
}

/** A string is never a formula, whatever it begins with; written in its place, so that nothing is held until the end. */
export const textCell = (text: string, style: number): string =>
  `s="${style}" t="inlineStr"><is><t xml:space="preserve">${cellText(text)}</t></is></c>`
