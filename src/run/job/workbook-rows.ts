import { posix } from 'node:path'
import type { Readable } from 'node:stream'
import { SaxesParser, type SaxesTagPlain } from 'saxes'
import { type Entry, fromBufferPromise } from 'yauzl'
import { meant } from '../../rows/words/suggest.ts'
import { type ListCell, type ListRow, mostCharacters } from './list-rows.ts'
import { WorkbookError } from './problem.ts'

/** Reads sheets of workbooks (ECMA-376, .xlsx) part by part, at flat memory but for their shared texts. */

/** Bytes of a part when it is inflated: what a compressed bomb is refused by. */
const mostPartBytes = 2 ** 27
const mostParts = 10_000
/** What a part may hold; a list of 100,000 rows and 20 columns has four million elements. */
const most = {
  elements: 5_000_000,
  depth: 64,
  attributes: 64,
  untagged: 2 ** 20,
  sheets: 1_000,
  places: 2 ** 24,
}
/** The last column of a sheet is XFD. */
const mostColumns = 16_384

/** The rows of one sheet, without those that are blank. @throws WorkbookError, or what a parser throws; also while the rows are read */
export async function sheetRows(
  bytes: Buffer,
  wanted: string | undefined,
): Promise<{ readonly sheet: string; readonly rows: AsyncGenerator<ListRow> }> {
  const parts = await partsOf(bytes)
  const book = await readBook(parts)
  const sheet = sheetOf(book, wanted)
  const texts = book.texts === undefined ? [] : await all(sharedTexts(parts, book.texts))
  return { sheet: sheet.name, rows: rowsOf(parts, sheet.part, texts) }
}

type Parts = Readonly<Awaited<ReturnType<typeof partsOf>>>

async function partsOf(bytes: Buffer) {
  const zip = await fromBufferPromise(bytes)
  const entries = new Map<string, Entry>()
  for await (const entry of zip.eachEntry()) {
    if (entry.isEncrypted()) throw new WorkbookError('is encrypted; save it without a password')
    if (entries.size === mostParts)
      throw new WorkbookError(`has more than ${mostParts} parts; expected a workbook`)
    entries.set(entry.fileName, entry)
  }
  return { zip, entries }
}

/** What listens to the tags of a part, and emits what they are made into. */
type Listen<T> = (parser: SaxesParser, emit: (item: T) => void) => Listeners

interface Listeners {
  readonly opened: (tag: SaxesTagPlain) => void
  readonly closed?: (tag: SaxesTagPlain) => void
}

/** What is made of a part, while it is inflated. yauzl ends a part that holds more than it declares. */
async function* parsed<T>({ zip, entries }: Parts, path: string, listen: Listen<T>): AsyncGenerator<T> {
  const entry = entries.get(path)
  if (entry === undefined) throw new Error(`${path} is missing`)
  if (entry.uncompressedSize > mostPartBytes)
    throw new WorkbookError(
      `inflates to more than ${mostPartBytes / 2 ** 20} MiB (${path}); expected a smaller list: part it into several files`,
    )
  const made: T[] = []
  const parser = new SaxesParser({ position: false })
  parser.on('doctype', () => {
    throw new Error(`${path} declares a document type`)
  })
  const untagged = bounded(
    parser,
    path,
    listen(parser, (item) => made.push(item)),
  )
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const stream: Readable = await zip.openReadStreamPromise(entry)
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    untagged(chunk.byteLength)
    parser.write(decoder.decode(chunk, { stream: true }))
    yield* made.splice(0)
  }
  parser.write(decoder.decode()).close()
  yield* made.splice(0)
}

/** Refuses what the parser would hold in memory, or take long for. Gives what is called with the bytes to come. @throws WorkbookError */
function bounded(parser: SaxesParser, path: string, { opened, closed }: Listeners): (bytes: number) => void {
  let [elements, depth, attributes, untagged] = [0, 0, 0, 0]
  const refused = (what: keyof typeof bounds) => new WorkbookError(tooMuch(most[what], bounds[what], path))
  parser.on('attribute', () => {
    untagged = 0
    attributes += 1
    if (attributes > most.attributes) throw refused('attributes')
  })
  parser.on('opentag', (tag) => {
    untagged = 0
    attributes = 0
    elements += 1
    depth += 1
    if (elements > most.elements) throw refused('elements')
    if (depth > most.depth) throw refused('depth')
    opened(tag)
  })
  parser.on('closetag', (tag) => {
    depth -= 1
    closed?.(tag)
  })
  return (bytes) => {
    untagged += bytes
    if (untagged > most.untagged) throw refused('untagged')
  }
}

const bounds = {
  elements: 'elements',
  depth: 'elements within each other',
  attributes: 'attributes of an element',
  untagged: 'bytes without a tag',
}

const tooMuch = (bound: number, what: string, path: string): string =>
  `has more than ${bound} ${what} (${path}); expected a smaller list: part it into several files`

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = []
  for await (const item of items) list.push(item)
  return list
}

/** Elements of one name, as they open. Prefixes are the writer's choice. */
const elements = (parts: Parts, path: string, name: string): Promise<SaxesTagPlain[]> =>
  all(
    parsed<SaxesTagPlain>(parts, path, (_, emit) => {
      let count = 0
      const opened = (tag: SaxesTagPlain): void => {
        if (localName(tag) !== name) return
        count += 1
        if (count > most.sheets) throw new WorkbookError(tooMuch(most.sheets, `elements "${name}"`, path))
        emit(tag)
      }
      return { opened }
    }),
  )

const localName = ({ name }: { readonly name: string }): string => {
  const at = name.indexOf(':')
  return at === -1 ? name : name.slice(at + 1)
}

const attribute = ({ attributes }: SaxesTagPlain, name: string): string | undefined =>
  Object.entries(attributes).find(([key]) => localName({ name: key }) === name)?.[1]

/** Where a part, or the package as a whole, leads (ECMA-376 part 2, 9.3). */
async function relationsOf(parts: Parts, part: string) {
  const folder = posix.dirname(part)
  const path = posix.join(folder, '_rels', `${part === '' ? '' : posix.basename(part)}.rels`)
  return (await elements(parts, path, 'Relationship')).map((tag) => {
    const target = attribute(tag, 'Target') ?? ''
    return {
      id: attribute(tag, 'Id') ?? '',
      /** The end of its type: `worksheet`, `sharedStrings`. */
      type: (attribute(tag, 'Type') ?? '').split('/').at(-1) ?? '',
      /** Path of the part that it leads to. */
      part: target.startsWith('/') ? target.slice(1) : posix.join(folder, target),
    }
  })
}

/** The sheets of a workbook, and the path of its shared texts. */
async function readBook(parts: Parts) {
  if (!parts.entries.has('_rels/.rels') || parts.entries.has('mimetype'))
    throw new WorkbookError('is a ZIP but no workbook of Excel; save it as .xlsx')
  const main = (await relationsOf(parts, '')).find(({ type }) => type === 'officeDocument')?.part
  if (main === undefined || !main.endsWith('.xml'))
    throw new WorkbookError('is no workbook of Excel in XML; save it as .xlsx')
  const relations = await relationsOf(parts, main)
  const tags = await elements(parts, main, 'sheet')
  return {
    texts: relations.find(({ type }) => type === 'sharedStrings')?.part,
    sheets: tags.flatMap((tag) => {
      const { type, part = '' } = relations.find(({ id }) => id === attribute(tag, 'id')) ?? {}
      const sheet = {
        name: attribute(tag, 'name') ?? '',
        part,
        isHidden: (attribute(tag, 'state') ?? 'visible') !== 'visible',
      }
      return type === 'worksheet' ? [sheet] : []
    }),
  }
}

function sheetOf({ sheets }: Awaited<ReturnType<typeof readBook>>, wanted: string | undefined) {
  const found =
    wanted === undefined
      ? (sheets.find(({ isHidden }) => !isHidden) ?? sheets[0])
      : sheets.find(({ name }) => name === wanted)
  if (found !== undefined) return found
  if (wanted === undefined || sheets.length === 0)
    throw new WorkbookError('has no sheet; expected one with a list')
  throw new WorkbookError(
    `has no sheet ${JSON.stringify(wanted)}; ${meant(
      wanted,
      sheets.map(({ name }) => name),
    )}`,
  )
}

/** Text within certain elements, gathered from one tag to another. Readings of Chinese text (`rPh`) are none of it. */
function gatherText(parser: SaxesParser, names: readonly string[]) {
  let gathered = ''
  let isOpen = false
  let isReading = false
  const add = (text: string): void => {
    if (!isOpen || isReading) return
    gathered += text
    if (gathered.length > mostCharacters)
      throw new WorkbookError(`has a cell of more than ${mostCharacters} characters; expected a shorter one`)
  }
  const enter = (name: string, isInside: boolean): void => {
    if (name === 'rPh') isReading = isInside
    if (names.includes(name)) isOpen = isInside
  }
  parser.on('text', add)
  parser.on('cdata', add)
  return {
    opened: (name: string) => enter(name, true),
    closed: (name: string) => enter(name, false),
    /** What was gathered since it was last taken. */
    take(): string {
      const text = gathered
      gathered = ''
      return unescaped(text)
    },
  }
}

/** ST_Xstring: characters that XML cannot hold (ECMA-376 part 1, 22.9.2.19). */
const unescaped = (text: string): string =>
  text.replace(/_x([0-9a-f]{4})_/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

const sharedTexts = (parts: Parts, path: string): AsyncGenerator<string> =>
  parsed<string>(parts, path, (parser, emit) => {
    const gathered = gatherText(parser, ['t'])
    return {
      opened: (tag) => gathered.opened(localName(tag)),
      closed: (tag) => {
        gathered.closed(localName(tag))
        if (localName(tag) === 'si') emit(gathered.take())
      },
    }
  })

interface OpenCell {
  readonly column: number
  readonly type: string
  hasFormula: boolean
  hasValue: boolean
}

const rowsOf = (parts: Parts, path: string, texts: readonly string[]): AsyncGenerator<ListRow> =>
  parsed<ListRow>(parts, path, (parser, emit) => {
    const gathered = gatherText(parser, ['v', 't'])
    let line = 0
    let places = 0
    let cells: (ListCell | undefined)[] = []
    let open: OpenCell | undefined
    const opened = (tag: SaxesTagPlain): void => {
      const name = localName(tag)
      gathered.opened(name)
      if (name === 'row') {
        line = Number(tag.attributes.r ?? line + 1)
        if (!Number.isSafeInteger(line) || line < 1)
          throw new Error(`a row has the number ${tag.attributes.r}`)
        cells = []
      } else if (name === 'c') {
        open = {
          column: columnOf(tag.attributes.r, cells.length),
          type: tag.attributes.t ?? 'n',
          hasFormula: false,
          hasValue: false,
        }
      } else if (open !== undefined && name === 'f') open.hasFormula = true
      else if (open !== undefined && name === 'v') open.hasValue = true
    }
    const closed = (tag: SaxesTagPlain): void => {
      const name = localName(tag)
      gathered.closed(name)
      if (name === 'c' && open !== undefined) {
        cells[open.column] = cellOf(open, gathered.take(), texts)
        open = undefined
      } else if (name === 'row') {
        places += cells.length
        if (places > most.places) throw new WorkbookError(tooMuch(most.places, 'places for cells', path))
        if (cells.some((cell) => cell !== undefined)) emit({ line, cells })
      }
    }
    return { opened, closed }
  })

/** The column of a reference such as AB12, from 0; the next one where there is none. */
function columnOf(reference: string | undefined, next: number): number {
  const letters = reference === undefined ? '' : (/^([A-Z]{1,3})\d+$/.exec(reference)?.[1] ?? 'XXXX')
  const column =
    letters === '' ? next : [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
  if (column >= mostColumns) throw new Error(`a cell stands at ${reference ?? `column ${column + 1}`}`)
  return column
}

function cellOf(
  { type, hasFormula, hasValue }: OpenCell,
  value: string,
  texts: readonly string[],
): ListCell | undefined {
  const text = textOf(type, value, texts).trim()
  if (type === 'e') return { text, isNumber: false, fault: `the cell holds the error ${text}` }
  if (hasFormula && !hasValue)
    return {
      text,
      isNumber: false,
      fault: 'the cell holds a formula without its value; open the workbook in Excel and save it',
    }
  return text === '' ? undefined : { text, isNumber: type === 'n' }
}

function textOf(type: string, value: string, texts: readonly string[]): string {
  if (type === 's') return sharedText(value, texts)
  return type === 'b' ? (truthValues[Number(value)] ?? value) : value
}

/** As Excel shows them. */
const truthValues = ['FALSE', 'TRUE']

function sharedText(index: string, texts: readonly string[]): string {
  const text = index.trim() === '' ? undefined : texts[Number(index)]
  if (text === undefined) throw new Error(`a cell holds shared text ${index}, which is missing`)
  return text
}
