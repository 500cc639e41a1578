const PASSES = 6

/** White space, zero-width characters, BOM, soft hyphen and bidirectional marks: nothing a reader sees. */
const INVISIBLE = /[\s\p{Default_Ignorable_Code_Point}]+/gu
const OPENING = /[〔[【〖［﹝｛{﹙⟨❲]/g
const CLOSING = /[〕\]】〗］﹞｝}﹚⟩❳]/g
const DASHES = /[\u2010-\u2015\u2043\u207b\u208b\u2212\u2500\u2501\u2e3a\u2e3b\ufe58\ufe63\uff0d]/g
const PLAIN = /^[\x21-\x5a\x5c\x5e-\x7a\x7c\x7e\u3007\u4e00-\u9fa5]*$/

/** To one width, without what no reader sees; twice changes nothing. Source: docs/domain.md, Text. */
export function foldWidth(text: string): string {
  if (PLAIN.test(text)) return text
  // Blanks, and the brackets of a case number, are all that most of them have to be folded.
  let folded = text.replace(/\s+/g, '').replaceAll('（', '(').replaceAll('）', ')')
  for (let [pass, before] = [0, '']; pass < PASSES && folded !== before && !PLAIN.test(folded); pass++) {
    before = folded
    const marked = folded.replace(TOO_MANY_MARKS, '$1').normalize('NFKC').replace(INVISIBLE, '')
    folded = marked.replace(OPENING, '(').replace(CLOSING, ')').replace(DASHES, '-').normalize('NFKC')
  }
  return folded
}

/** 集团 in brackets of either width is one name. */
export const foldBrackets = (text: string): string => text.replaceAll('(', '（').replaceAll(')', '）')

/** Normalising puts combining marks into order, in the square of their number: no writing has so many on one letter. */
const TOO_MANY_MARKS = /(\p{M}{30})\p{M}+/gu

const POINT = /[.．](?<=[一-龥”"）)].)(?=[一-龥“"（(\s]|$)/g
/** 一.甲公司…: the number of an item. */
const NUMBERED = /(?:^|[\s.．:：;；,，])[（(]?[一二三四五六七八九十]{1,3}[)）]?$/

/** Figures in full width, and marks in half width beside Chinese words. */
const WIDE = /[０-９]|[．％](?<=[0-9０-９].)(?:(?<=％)|(?=[0-9０-９]))|，(?<=[０-９].)(?=[０-９]{3})/g
const HAS_WIDE = /[０-９．％]/
const NARROW = /[,:;](?:(?<=[一-龥）)”》].)|(?=[一-龥（“《]))/g
/** A line that ends within a sum: 80\n万元. */
const BROKEN = /\n(?<=[0-9]\n)(?=[十百千万亿]{0,2}元)/g
const shifted =
  (by: number) =>
  (character: string): string =>
    String.fromCharCode(character.charCodeAt(0) + by)

/** Full stops for points, half-width figures, full-width marks. It stays as long as it is: no offset changes. */
export function asRead(text: string): string {
  const figures = HAS_WIDE.test(text) ? text.replace(WIDE, shifted(-0xfee0)) : text
  const plain = figures.replace(NARROW, shifted(0xfee0)).replace(BROKEN, ' ')
  if (plain.includes('。')) return plain
  return plain.replace(POINT, (point, at: number) =>
    NUMBERED.test(plain.slice(Math.max(0, at - 6), at)) ? point : '。',
  )
}

export type Sentence = { readonly offset: number; readonly text: string }

/** Longer pieces are cut: what is read of a sentence must not cost its length squared. */
const LONGEST = 1500
const ENDS = /[；;。\n]/

/** The sentences of a text: what stands between full stops, semicolons and line ends; blank ones left out. Linear. */
export function sentencesOf(whole: Sentence): Sentence[] {
  const sentences: Sentence[] = []
  let start = whole.offset
  for (const sentence of whole.text.split(ENDS)) {
    for (let from = 0; from < sentence.length; from += LONGEST) {
      const text = sentence.slice(from, from + LONGEST)
      if (text.trim() !== '') sentences.push({ offset: start + from, text })
    }
    start += sentence.length + 1
  }
  return sentences
}

/** What a sticky shape finds at a place, or a global one from there on. */
export function foundAt(shape: RegExp, text: string, at: number): RegExpExecArray | null {
  shape.lastIndex = at
  return shape.exec(text)
}

/** Where the words begin that follow the last of these marks before a place. */
export function afterLast(marks: string, text: string, at: number): number {
  let last = -1
  for (const mark of marks) last = Math.max(last, text.lastIndexOf(mark, at - 1))
  return last + 1
}

/** Where the words end that a place stands in: at the next of these marks, else with the text. */
export function nextOf(marks: RegExp, text: string, at: number): number {
  const found = text.slice(at).search(marks)
  return found < 0 ? text.length : at + found
}

/** Where the bracket at a place has its other one, before or behind it, inner ones counted; -1 where it is none, or has none up to `to`. */
export function pairOf(text: string, at: number, [own, other]: readonly [string, string], to = text.length) {
  const step = to < at ? -1 : 1
  let depth = 0
  for (let index = at; index !== to; index += step) {
    const character = text.charAt(index) || ' '
    if (own.includes(character)) depth++
    else if (other.includes(character)) depth--
    if (depth <= 0) return index === at ? -1 : index
  }
  return -1
}

/** Where the bracket opens that a place stands in; -1 where it stands in none. */
export function openedBefore(text: string, at: number): number {
  const opened = text.lastIndexOf('（', at)
  return text.slice(Math.max(0, opened), at).includes('）') ? -1 : opened
}

/** Each place where a shape matches; `matchAll` would copy it each time, which takes 6 µs. @throws TypeError when it is not global */
export function matchesOf(text: string, shape: RegExp, from = 0): RegExpExecArray[] {
  if (!shape.global) throw new TypeError(`text: ${shape} must be global to match each place`)
  const found: RegExpExecArray[] = []
  shape.lastIndex = from
  for (let match = shape.exec(text); match !== null; match = shape.exec(text)) {
    found.push(match)
    if (match[0] === '') shape.lastIndex += 1
  }
  return found
}

export type Range = { readonly from: number; readonly to: number }

export const isWithin = (ranges: readonly Range[], at: number): boolean =>
  ranges.some(({ from, to }) => from <= at && at < to)

export const rangesOf = (shape: RegExp, text: string): Range[] =>
  matchesOf(text, shape).map(({ index, 0: found }) => ({ from: index, to: index + found.length }))

/** The part of a sentence around one place that readers see: all of it where it is short. */
export function excerpt(text: string, at = 0, longest = 300): string {
  const trimmed = text.trim()
  if (trimmed.length <= longest) return trimmed
  const from = Math.max(0, Math.min(at - longest / 2, text.length - longest))
  const cut = text.slice(from, from + longest).trim()
  return `${from > 0 ? '…' : ''}${cut}${from + longest < text.length ? '…' : ''}`
}

const REASON = /不(?:予)?公开(?:的)?(?:理由|原因)|不(?:宜|予|在)(?:在)?(?:互联网|上网)?(?:上)?(?:公布|公开)/
const LONGEST_REASON = 400
const DECIDES = /(?:判决|裁定|决定|调解|通知)(?:书)?(?:主文)?如下|本院认为|诉讼请求|特此通知/

/** Whether a text only gives the reason why its document is not published; it is no full text then. */
export const isWithheld = (content: string): boolean =>
  content.length <= LONGEST_REASON && REASON.test(content) && !DECIDES.test(content)

/** A document begins with its court, kind and number before any sentence; some leave the number out. */
const BEGINNING =
  /^[^。；，,]{0,200}?[（(〔[【]\s?[0-9０-９〇○零一二三四五六七八九]{4}\s?[）)〕\]】][^。；，：:\n]{2,40}?号(?:\s?之[一二三四五六七八九十\d]{1,3})?|^[^。；，,]{0,200}?(?:[判裁]\s{0,4}[决定]|决\s{0,4}定|通\s{0,4}知|调\s{0,4}解)\s{0,4}书|^[^。；，,]{0,200}?支\s{0,4}付\s{0,4}令/

/** '' where a text begins as no document. */
export const openingOf = (text: string): string => BEGINNING.exec(text)?.[0] ?? ''

const KIND = /(?:判决|裁定|决定|通知|调解)书|(?:支付|消费|财产|保护)令/
/** The kind that a text gives itself: 判决书, 支付令; null where its opening has none. */
export const kindInOpening = (text: string): string | null =>
  KIND.exec(openingOf(text).replace(/\s/g, ''))?.[0] ?? null

/** 原 告, 上 诉 人: blanks within Chinese words; and marks of a web page, which end in a semicolon. */
export const withoutBlanks = (text: string): string =>
  text
    .replace(/&(?:nbsp|ensp|emsp);/g, ' ')
    .replace(/&[lr][sd]quo;|&quot;/g, '”')
    .replace(/[^\S\n](?<=[一-龥].)[^\S\n]{0,19}(?=[一-龥])/g, '')
    .replace(/[：:]\s{1,20}(?=[一-龥])/g, (found) => found.slice(0, 1))

/** Where a rule found something in a document, and the words around it that readers see. */
export type Place = {
  readonly evidence: string
  /** In UTF-16 units, in the text that it was found in. */
  readonly offset: number
}

export const placeIn = ({ text, offset }: Sentence, at: number): Place => ({
  evidence: excerpt(text, at),
  offset: offset + at,
})

/** Values by key, each in their order. */
export function grouped<K, V>(pairs: Iterable<readonly [K, V]>): Map<K, V[]> {
  const groups = new Map<K, V[]>()
  for (const [key, value] of pairs) {
    const group = groups.get(key) ?? []
    groups.set(key, group)
    group.push(value)
  }
  return groups
}

export type Words<Text> = Text extends `${infer First}${' ' | '\n'}${infer Rest}` ? First | Words<Rest> : Text

/** Shapes of each kind, in the order in which they are tried. */
type Shapes<K extends string, Shape> = Readonly<Record<K, Shape>>
export const kindsOf = <K extends string>(shapes: Shapes<K, unknown>): K[] => Object.keys(shapes) as K[]

export const groupsOf = (shapes: Shapes<string, string>): string => `(${Object.values(shapes).join(')|(')})`

export function anyOf(shapes: Shapes<string, RegExp>): RegExp {
  const sources = Object.values(shapes).map(({ source }) => source)
  return new RegExp(sources.join('|'))
}

/** The kind whose group a match has; `groupsOf` made the groups. */
export const kindOfGroup = <K extends string>(
  shapes: Shapes<K, string>,
  match: RegExpMatchArray | null | undefined,
): K | null => kindsOf(shapes).find((_, index) => match?.[index + 1] !== undefined) ?? null

export function firstKind<K extends string>(shapes: Shapes<K, RegExp>, text: string) {
  for (const kind of kindsOf(shapes)) {
    const found = shapes[kind].exec(text)
    if (found !== null) return { kind, found }
  }
  return null
}

/** Facts without repeats. Of two equal facts the decided one is kept, not the reported one. */
export function decidedFirst<T>(all: readonly T[], isDecided: (one: T) => boolean, idOf: (one: T) => string) {
  // Of equal keys a map keeps the last.
  const kept = new Map([...all.filter(isDecided), ...all].reverse().map((one) => [idOf(one), one]))
  const held = new Set(kept.values())
  return all.filter((one) => held.has(one))
}
