import {
  AlignmentType,
  Bookmark,
  BorderStyle,
  Document,
  Footer,
  Header,
  type IParagraphOptions,
  LeaderType,
  LevelFormat,
  Packer,
  PageNumber,
  Paragraph,
  type ParagraphChild,
  PatchType,
  patchDocument,
  ShadingType,
  Table,
  TableCell,
  TableOfContents,
  TableRow,
  TextRun,
  WidthType,
} from 'docx'
import { mostPrinted } from './tables.ts'
import {
  classes,
  type Element,
  elements,
  isLeftOut,
  type Making,
  navy,
  runs,
  type Style,
  styleNames,
  treeOf,
  type WordRequest,
  within,
} from './word-text.ts'
import { filled } from './words/words.ts'

/*
 * A dossier in Word (ISO/IEC 29500), for people who edit it: the printed parts of its page, with styles of Word's own names, tables whose
 * heads repeat, captions, page numbers, and a footnote for each link to a document.
 */

/** Word takes minutes to open more, and each takes 28 KB while the document is made. */
const mostRows = 5_000

type Block = Paragraph | Table | TableOfContents

const paragraph = (making: Making, { children }: Element, more: IParagraphOptions = {}): Paragraph =>
  new Paragraph({ ...more, children: runs(making, children) })

const caption = (making: Making, element: Element): Paragraph =>
  paragraph(making, element, { ...making.style('Caption'), keepNext: true })

const headings: Readonly<Record<string, Style>> = { h1: 'Title', h3: 'Heading2' }

/** With a bookmark for the entry of the contents. */
const sectionHeading = (making: Making, { children }: Element, id: string): Paragraph =>
  new Paragraph({
    ...making.style('Heading1'),
    children: [new Bookmark({ id, children: runs(making, children) })],
  })

function blocks(making: Making, parent: Element): Block[] {
  return elements(parent).flatMap((element): Block[] => {
    if (isLeftOut(making, element)) return []
    const { name } = element
    if (name === 'nav') return contents(making, element)
    if (name === 'h2') return [sectionHeading(making, element, parent.attributes.id ?? '')]
    const heading = headings[name]
    if (heading !== undefined) return [paragraph(making, element, making.style(heading))]
    if (name === 'p') return [paragraph(making, element, shadeOf(element))]
    if (name === 'ul' || name === 'ol') return listItems(making, element)
    if (name === 'dl') return [factsTable(making, element), new Paragraph({})]
    if (name === 'table') return tableWithCaption(making, element)
    return blocks(making, element)
  })
}

/**
 * A field in place of the list of links, and what stands behind it. Its entries have no pages until a word processor renews it, for which
 * it would have to ask at each opening.
 */
const contents = (making: Making, nav: Element): Block[] => {
  const [heading, list, ...others] = elements(nav)
  // The cover has no heading.
  const [, ...entries] = elements(list ?? nav).filter((item) => !isLeftOut(making, item))
  const cachedEntries = entries.flatMap((item) =>
    elements(item).map(({ attributes, children }) => ({
      title: `${item.attributes.value} ${children.join('')}`,
      level: 1,
      href: attributes.href?.slice(1) ?? '',
    })),
  )
  return [
    ...(heading === undefined ? [] : [caption(making, heading)]),
    new TableOfContents(making.words.contents, {
      hyperlink: true,
      headingStyleRange: '1-1',
      tabLeader: LeaderType.NONE,
      beginDirty: false,
      cachedEntries,
    }),
    ...blocks(making, { name: '', attributes: {}, children: others }),
  ]
}

const shadeOf = (element: Element): IParagraphOptions =>
  classes(element).some((kind) => kind === 'warning' || kind === 'caution')
    ? { shading: { type: ShadingType.CLEAR, fill: 'FBF3F0' } }
    : {}

function listItems(making: Making, list: Element): Paragraph[] {
  making.lists += 1
  const style = { reference: list.name === 'ol' ? 'numbers' : 'points', level: 0, instance: making.lists }
  return elements(list).map((item) => paragraph(making, item, { numbering: style }))
}

type CellShape = { readonly isHead?: boolean; readonly isNumber?: boolean }

const cell = (
  making: Making,
  said: readonly ParagraphChild[],
  percent: number,
  { isHead, isNumber }: CellShape = {},
) =>
  new TableCell({
    width: { size: percent, type: WidthType.PERCENTAGE },
    ...(isHead ? { shading: { type: ShadingType.CLEAR, fill: 'F4F6F8' } } : {}),
    children: [
      new Paragraph({
        ...making.style('TableText'),
        ...(isNumber ? { alignment: AlignmentType.RIGHT } : {}),
        children: said,
      }),
    ],
  })

const line = { style: BorderStyle.SINGLE, size: 4, color: 'D5DAE0' }
const wholeWidth = {
  width: { size: 100, type: WidthType.PERCENTAGE },
  borders: { top: line, bottom: line, left: line, right: line, insideHorizontal: line, insideVertical: line },
}

/** Facts as a table of names and values, two of them side by side. */
function factsTable(making: Making, list: Element): Table {
  const cells = elements(list).flatMap((fact) =>
    elements(fact).map(({ name, children }) => ({ isHead: name === 'dt', said: runs(making, children) })),
  )
  const rows = Array.from({ length: Math.ceil(cells.length / 4) }, (_, row) => {
    const four = Array.from({ length: 4 }, (_, at) => cells[4 * row + at] ?? { isHead: false, said: [] })
    const children = four.map(({ isHead, said }, at) =>
      cell(making, said, at % 2 === 0 ? 17 : 33, { isHead }),
    )
    return new TableRow({ children, cantSplit: true })
  })
  return new Table({ ...wholeWidth, rows })
}

/** How much of the width of a table a column takes, by the class of its head. */
const weights: Readonly<Record<string, number>> = { short: 3, number: 3, text: 4, sentence: 9 }

function tableWithCaption(making: Making, element: Element): Block[] {
  const { words, print } = making
  const parts = (name: string) => elements(element).filter((one) => one.name === name)
  const rowsOf = (name: string) => parts(name).flatMap(elements).map(elements)
  const [heads = []] = rowsOf('thead')
  const body = rowsOf('tbody')
  const shown = body.slice(0, print === 'all' ? making.room : mostPrinted).map((cells) =>
    cells.map(({ children, attributes }) => ({
      said: runs(making, children),
      isNumber: attributes.class === 'number',
    })),
  )
  making.room -= shown.length
  // Marks that lead to an appendix which is not there leave their column empty.
  const columns = heads
    .map(({ children, attributes }, at) => ({ at, children, weight: weights[attributes.class ?? ''] ?? 4 }))
    .filter(({ at }) => shown.some((cells) => (cells[at]?.said.length ?? 0) > 0))
  const whole = columns.reduce((sum, { weight }) => sum + weight, 0)
  const percentOf = (weight: number): number => Math.floor((100 * weight) / whole)
  const head = columns.map(({ children, weight }) =>
    cell(making, runs(making, children, { bold: true }), percentOf(weight), { isHead: true }),
  )
  const rows = shown.map((cells) =>
    columns.map(({ at, weight }) => cell(making, cells[at]?.said ?? [], percentOf(weight), cells[at])),
  )
  const row = (children: TableCell[], tableHeader: boolean) =>
    new TableRow({ children, tableHeader, cantSplit: true })
  const left = body.length - shown.length
  const unprinted = left > 0 ? filled(words.tables.unprinted, left) : ''
  return [
    ...parts('caption').map((one) => caption(making, one)),
    ...(columns.length === 0
      ? []
      : [new Table({ ...wholeWidth, rows: [row(head, true), ...rows.map((cells) => row(cells, false))] })]),
    new Paragraph({ ...making.style('TableText'), text: unprinted }),
  ]
}

const spaced = (before: number, after: number) => ({ spacing: { before, after } })
const keptWithNext = (before: number, after: number) => ({ ...spaced(before, after), keepNext: true })
const font = { ascii: 'Calibri', hAnsi: 'Calibri', eastAsia: '宋体', cs: 'Calibri' }
const styles = {
  default: {
    document: { run: { font, size: 20 }, paragraph: { spacing: { after: 80, line: 264 } } },
    title: { run: { size: 36, bold: true, color: navy }, paragraph: spaced(120, 120) },
    footnoteText: { run: { size: 16 } },
    heading1: { run: { size: 28, bold: true, color: navy }, paragraph: keptWithNext(240, 120) },
    heading2: { run: { size: 23, bold: true }, paragraph: keptWithNext(160, 80) },
  },
  paragraphStyles: [
    { id: 'Caption', name: 'caption', basedOn: 'Normal', next: 'Normal', run: { bold: true, size: 20 } },
    {
      id: 'TableText',
      name: 'Table Text',
      basedOn: 'Normal',
      run: { size: 18 },
      paragraph: { spacing: { after: 0, line: 240 } },
    },
  ],
}

const levels = (format: (typeof LevelFormat)[keyof typeof LevelFormat], text: string) => [
  {
    level: 0,
    format,
    text,
    alignment: AlignmentType.LEFT,
    style: { paragraph: { indent: { left: 420, hanging: 420 } } },
  },
]

/** In twentieths of a point. */
const a4 = {
  size: { width: 11_906, height: 16_838 },
  margin: { top: 1134, bottom: 1134, left: 1021, right: 1021 },
}

const numbering = {
  config: [
    { reference: 'points', levels: levels(LevelFormat.BULLET, '•') },
    { reference: 'numbers', levels: levels(LevelFormat.DECIMAL, '%1.') },
  ],
}

/** The bytes of a .docx of a dossier's page, in a template if there is one: what `print` has of it. */
export default async function wordDocument(request: WordRequest): Promise<Uint8Array> {
  const { page, title, words, print, template } = request
  const main = treeOf(/<main[\s\S]*<\/main>/.exec(page)?.[0] ?? '<main/>')
  const rows = new Map<string, Element>()
  for (const element of within(main)) {
    const { id = '' } = element.attributes
    if (element.name === 'tr' && /^D\d+$/.test(id)) rows.set(id, element)
  }
  // LibreOffice empties a table in which a paragraph has a style that is not there.
  const style = (id: Style) => {
    const known = template === undefined ? id : template.styles.get(styleNames[id])
    return known === undefined ? {} : { style: known }
  }
  const footnotes = {}
  const making: Making = { words, print, rows, style, footnotes, cited: new Map(), lists: 0, room: mostRows }
  const children = blocks(making, main)
  if (template !== undefined)
    return await patchDocument({
      outputType: 'uint8array',
      data: template.bytes,
      patches: {
        dossier: { type: PatchType.DOCUMENT, children },
        title: { type: PatchType.PARAGRAPH, children: [new TextRun(title)] },
      },
      ...{ footnotes, numbering, properties: { title, creator: 'dossier' } },
    })
  const [before = '', between = '', after = ''] = words.page.split(/\{\d\}/)
  const footer = [before, PageNumber.CURRENT, between, PageNumber.TOTAL_PAGES, after]
  const numbered = new Paragraph({
    alignment: AlignmentType.CENTER,
    children: [new TextRun({ children: footer, size: 18 })],
  })
  const document = new Document({
    title,
    creator: 'dossier',
    styles,
    numbering,
    footnotes,
    sections: [
      {
        properties: { page: a4 },
        headers: { default: new Header({ children: [new Paragraph({ style: 'TableText', text: title })] }) },
        footers: { default: new Footer({ children: [numbered] }) },
        children,
      },
    ],
  })
  return await Packer.toBuffer(document)
}
