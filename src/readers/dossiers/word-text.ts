import {
  Bookmark,
  ExternalHyperlink,
  FootnoteReferenceRun,
  Paragraph,
  type ParagraphChild,
  SimpleField,
  TextRun,
} from 'docx'
import type { ReportSettings } from './dossier.ts'
import type { Words } from './words/words.ts'

/* Text of a dossier in Word: its runs, links, and footnotes for what leads to a document. */

/** Styles by their ids, and what Word calls them in every language. */
export const styleNames = {
  Title: 'title',
  Heading1: 'heading 1',
  Heading2: 'heading 2',
  Caption: 'caption',
  FootnoteText: 'footnote text',
  TableText: 'table text',
} as const
export type Style = keyof typeof styleNames

/** A page of a dossier, and what a Word file of it needs beside. Plain data: it is sent to a thread. */
export interface WordRequest extends Pick<ReportSettings, 'template' | 'print'> {
  readonly page: string
  readonly title: string
  readonly words: Pick<Words, 'contents' | 'page'> & { readonly tables: Pick<Words['tables'], 'unprinted'> }
}

/** What a document is made with, and collects on the way. */
export interface Making extends Pick<WordRequest, 'words' | 'print'> {
  /** Rows of the appendix by their ids. */
  readonly rows: ReadonlyMap<string, Element>
  /** The style of a paragraph; none where a template has none of that name. */
  readonly style: (id: Style) => { readonly style?: string }
  readonly footnotes: Record<string, { children: Paragraph[] }>
  /** Numbers of the footnotes of rows of the appendix, by their ids. */
  readonly cited: Map<string, number>
  lists: number
  /** Rows of tables that it may still have. */
  room: number
}

/** Levels of print that an element is beyond; what only leads about a page on a screen is in no document. */
const beyond = { brief: ['in-body', 'in-all'], body: ['in-all'], all: [] } as const

export const isLeftOut = ({ print }: Making, element: Element): boolean =>
  ['svg', 'figure', 'fieldset'].includes(element.name) ||
  classes(element).some((name) => name === 'up' || (beyond[print] as readonly string[]).includes(name))

export interface Element {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: (Element | string)[]
}

export type Node = Element | string

/** A tag with its attributes, or text between tags. */
const token = /<(\/?)(\w+)([^>]*)>|([^<]+)/g
const attribute = /([\w-]+)="([^"]*)"/g
const named: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' }
const unescaped = (text: string): string =>
  text.replace(/&(lt|gt|quot|#39|amp);/g, (_, name) => named[name] ?? '')

/** The tree of markup as html.ts makes it: every `<` and `>` of a text is escaped, each element but `<br>`, fields and shapes is closed. */
export function treeOf(markup: string): Element {
  const root: Element = { name: '', attributes: {}, children: [] }
  const open = [root]
  for (const [, end, name, given = '', text] of markup.matchAll(token)) {
    if (text !== undefined) open.at(-1)?.children.push(unescaped(text))
    else if (end === '/') open.pop()
    else {
      const pairs = [...given.matchAll(attribute)].map(([, key, value = '']) => [key, unescaped(value)])
      const element: Element = { name: name ?? '', attributes: Object.fromEntries(pairs), children: [] }
      open.at(-1)?.children.push(element)
      if (name !== 'br' && name !== 'input' && !given.endsWith('/')) open.push(element)
    }
  }
  return root
}

export const isElement = (node: Node): node is Element => typeof node !== 'string'
export const elements = ({ children }: Element): Element[] => children.filter(isElement)
export const classes = ({ attributes }: Element): string[] => (attributes.class ?? '').split(' ')

export function* within(element: Element): Generator<Element> {
  for (const child of elements(element)) {
    yield child
    yield* within(child)
  }
}

/** How runs of text look, as the elements around them say. */
interface Look {
  /** In a footnote, where a break of a line is a space. */
  readonly onOneLine?: boolean
  readonly bold?: boolean
  readonly color?: string
  readonly superScript?: boolean
}

const softColor = '56616C'
export const navy = '1F3F63'

const styled = ({ onOneLine: _, ...look }: Look) => look

export function runs(making: Making, nodes: readonly Node[], look: Look = {}): ParagraphChild[] {
  return nodes.flatMap((node, at): ParagraphChild[] => {
    if (!isElement(node)) {
      const spaced = node.replace(/\s*\n\s*/g, ' ')
      // A mark of a footnote stands at its word.
      const text = isReference(nodes[at + 1]) ? spaced.trimEnd() : spaced
      return text === '' ? [] : [new TextRun({ text, ...styled(look) })]
    }
    if (isLeftOut(making, node)) return []
    const inner = (more: Look = {}) => runs(making, node.children, { ...look, ...more })
    const kinds = classes(node)
    if (node.name === 'br') return [look.onOneLine === true ? new TextRun(' ') : new TextRun({ break: 1 })]
    if (node.name === 'strong') return inner({ bold: true })
    if (node.name === 'a') return linked(making, node, inner)
    const said = kinds.some((kind) => ['minor', 'unknown', 'zone', 'keys'].includes(kind))
      ? inner({ color: softColor })
      : inner()
    // Spaces that the sheet of a page makes.
    const [before, after] = [kinds.includes('zone'), kinds.includes('no')]
    return [...(before ? [new TextRun(' ')] : []), ...said, ...(after ? [new TextRun(' ')] : [])]
  })
}

/** A link to a page stays one; a link to a document is a footnote with the appendix's words for it. */
function linked(making: Making, node: Element, inner: (more?: Look) => ParagraphChild[]): ParagraphChild[] {
  const { href = '' } = node.attributes
  if (!href.startsWith('#')) return [new ExternalHyperlink({ link: href, children: inner({ color: navy }) })]
  if (!isReference(node)) return signed(making, href, inner())
  if (isUnled(making, node)) return []
  const row = making.rows.get(href.slice(1))
  if (row === undefined) return inner({ superScript: true, color: softColor })
  const known = making.cited.get(href)
  if (known !== undefined) return [new NoteAgain(known)]
  const number = making.cited.size + 1
  making.cited.set(href, number)
  const [, , document = row] = elements(row)
  const children = runs(making, document.children, { onOneLine: true })
  making.footnotes[number] = { children: [new Paragraph({ ...making.style('FootnoteText'), children })] }
  return [new Bookmark({ id: bookmarkOf(number), children: [new FootnoteReferenceRun(number)] })]
}

/** A sign that stands for a document leads to the page of its judgment, if there is one. */
function signed({ rows }: Making, href: string, children: ParagraphChild[]): ParagraphChild[] {
  const row = rows.get(href.slice(1))
  const links = row === undefined ? [] : [...within(row)].flatMap(({ attributes }) => attributes.href ?? [])
  const link = links.find((one) => !one.startsWith('#'))
  return link === undefined ? children : [new ExternalHyperlink({ link, children })]
}

const isReference = (node: Node | undefined): boolean =>
  node !== undefined && isElement(node) && node.name === 'a' && classes(node).includes('ref')

/** Whether a reference leads to a part of an appendix that the document does not have: it is left out. */
const isUnled = ({ print, rows }: Making, node: Element): boolean =>
  print !== 'all' && !rows.has((node.attributes.href ?? '').slice(1))

const bookmarkOf = (number: number): string => `note${number}`

/** The number of a footnote that stands before: a field, which follows when footnotes are put in or taken out. */
class NoteAgain extends SimpleField {
  constructor(number: number) {
    super(` NOTEREF ${bookmarkOf(number)} \\f \\h `)
    this.root.push(new TextRun({ text: String(number), style: 'FootnoteReference' }))
  }
}
