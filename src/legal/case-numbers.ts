import { COURT_INITIALS } from './courts.ts'
import { formatNumeral, parseNumeral } from './numerals.ts'
import { formatSerials, parseSerials } from './serials.ts'
import { foldWidth } from './text.ts'

/** A case number (案号) in its three forms and its parts. `serials` is ascending; at most 1,000. */
export type CaseNumber = {
  /** As it came. */
  readonly given: string
  /** One spelling of it: `(2016)粤0304民初18775号之一`. Masked or malformed: the text, width folded. */
  readonly canonical: string
  /** `canonical` without 之N, to join on; '' unless parsed, so that a masked number never joins. */
  readonly key: string
  readonly status: 'parsed' | 'masked' | 'malformed'
  /** `new`: numbering in force since 2016 (court codes with digits); `old`: …字第…号. */
  readonly form: 'new' | 'old' | null
  readonly year: number | null
  readonly courtCode: string | null
  readonly typeCode: string | null
  readonly serials: readonly number[]
  /** The N of 之N: a further ruling in the same case. */
  readonly sub: number | null
}

type Parts = Pick<CaseNumber, 'form' | 'year' | 'courtCode' | 'typeCode' | 'serials' | 'sub'>

const LONGEST = 120
const SERIALS = '(\\d+(?:[、,;和及-]\\d+)*)'
const SUB = '(?:之([一二三四五六七八九十百]{1,4}|\\d{1,3}))?$'
const YEAR = '^\\((\\d{4})\\)'
/** With a court code of digits 字第 is a slip; without digits it is what tells the old numbering from the new. */
const NEW = new RegExp(
  `${YEAR}(?:([${COURT_INITIALS}]\\d{2}(?:\\d{2})?)([一-龥]{1,5}?)字?第?|(最高法|[${COURT_INITIALS}])([一-龥]{1,5}?)(?<![字第]))${SERIALS}号?${SUB}`,
)
const OLD = new RegExp(`${YEAR}([一-龥()]{1,12}?)字?第?${SERIALS}号?${SUB}`)
const OLD_LETTERS =
  /^(.*?)((?:[民刑行商知经海][一二三四五六七八九十]?(?:\([一-龥]{1,3}\))?|赔|破|执)[初终申再监抗提重辖保特督催撤更减执异复恢审赔核]{0,3})$/
const MASKS = '[×✕✖╳xX*某△▲□■●◇?#…]'
const HAS_MASK = new RegExp(MASKS)
const EACH_MASK = new RegExp(MASKS, 'g')
const MASK_RUN = new RegExp(`${MASKS}+`, 'g')
const MASKED_YEAR = /^\([^()]{3,6}\)(?=.)/
const NOTHING: Parts = { form: null, year: null, courtCode: null, typeCode: null, serials: [], sub: null }

/**
 * Parses a whole text as one case number, old or new numbering, any width, bracket and dash; ranges are exploded.
 * `masked`: digits hidden by ×, X, *, 某 …; `malformed`: anything else, blank text included. Source: domain rule, section 3.
 */
export function parseCaseNumber(text: string): CaseNumber {
  const folded = text.length > LONGEST ? text.trim() : foldCaseNumber(text)
  const parts = text.length > LONGEST ? null : partsOf(folded)
  if (parts && parts.serials.length > 0) {
    const canonical = formatParts(parts)
    return { given: text, canonical, key: formatParts({ ...parts, sub: null }), status: 'parsed', ...parts }
  }
  const masked = HAS_MASK.test(folded) && MASKED_YEAR.test(folded)
  if (!masked) return { given: text, canonical: folded, key: '', status: 'malformed', ...NOTHING }
  return {
    given: text,
    canonical: folded.replace(MASK_RUN, '×××'),
    key: '',
    status: 'masked',
    ...maskedParts(folded),
  }
}

/** The canonical spelling: what `parseCaseNumber` reads back to the same parts. */
export function formatCaseNumber(number: CaseNumber): string {
  return number.status === 'parsed' ? formatParts(number) : number.canonical
}

function foldCaseNumber(text: string): string {
  const folded = foldWidth(text).replace(/[~～至]/g, '-')
  return folded.replace(/^\(([〇○零一二三四五六七八九]{4})\)/, (whole, year: string) => {
    const value = parseNumeral(year)
    return value === undefined ? whole : `(${value})`
  })
}

function partsOf(folded: string): Parts | null {
  const now = NEW.exec(folded)
  if (now) return withSerials('new', now[1], now[2] ?? now[4], now[3] ?? now[5], now[6], now[7])
  const old = OLD.exec(folded)
  if (!old) return null
  const letters = OLD_LETTERS.exec(old[2] ?? '')
  const court = letters?.[1] || undefined
  return withSerials('old', old[1], court, letters?.[2] ?? old[2], old[3], old[4])
}

function withSerials(
  form: 'new' | 'old',
  yearText = '',
  courtCode?: string,
  typeCode?: string,
  serialText = '',
  subText?: string,
): Parts | null {
  const year = Number(yearText)
  const read = parseSerials(serialText)
  const sub = subText === undefined ? (read?.sub ?? null) : (parseNumeral(subText) ?? 0)
  if (read === null || sub === 0 || year < 1949 || year > 2099) return null
  if (subText !== undefined && read.sub !== null) return null
  return { form, year, courtCode: courtCode ?? null, typeCode: typeCode ?? null, serials: read.serials, sub }
}

function formatParts(parts: Parts): string {
  const letters = `${parts.courtCode ?? ''}${parts.typeCode ?? ''}`
  const sub = parts.sub === null ? '' : `之${formatNumeral(parts.sub)}`
  const mark = parts.form === 'old' ? '字第' : ''
  return `(${parts.year})${letters}${mark}${formatSerials(parts.serials)}号${sub}`
}

/** What can still be read of a masked number: its digits are hidden, so never the serials. */
function maskedParts(folded: string): Parts {
  const year = /^\(\d{4}\)/.test(folded) ? Number(folded.slice(1, 5)) : null
  const shown = folded.replace(MASKED_YEAR, (given) => (year === null ? '(1999)' : given))
  const parts = partsOf(shown.replace(EACH_MASK, '1')) ?? NOTHING
  const visible = (letters: string | null) => (letters !== null && folded.includes(letters) ? letters : null)
  return {
    form: parts.form,
    year: parts.form === null ? null : year,
    courtCode: visible(parts.courtCode),
    typeCode: visible(parts.typeCode),
    serials: [],
    sub: null,
  }
}

/** Whether two texts name one case: the same numbering and letters, and a serial in common; further rulings (之N) are of the same case. */
export function isSameCase(one: string, other: string): boolean {
  const [first, second] = [parseCaseNumber(one), parseCaseNumber(other)]
  if (first.status !== 'parsed' || second.status !== 'parsed') return first.canonical === second.canonical
  const isAlike = (['form', 'year', 'courtCode', 'typeCode'] as const).every(
    (part) => first[part] === second[part],
  )
  return isAlike && first.serials.some((serial) => second.serials.includes(serial))
}
