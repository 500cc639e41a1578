import { classes, type Element, elements, isElement, type Node, treeOf, within } from '../dossiers/markup.ts'
import type { Page, Scene } from './scene.ts'

/** Words as a page shows them, and the addresses that they lead to. */
interface Said {
  readonly text: string
  readonly links: readonly string[]
}

/** Of every part: the heading that it stands below. */
interface Part {
  readonly heading: string
}

/**
 * What a page shows, as data: all of it comes from the page itself, so that persons, identifiers and sums stand in both alike.
 * Addresses lead to pages; those of `previous` and `next` to data.
 */
export interface PageData {
  readonly title: string
  readonly run: string
  readonly publishedAt: string
  readonly previous: string | null
  readonly next: string | null
  /** A row has a text a column; `links` has the addresses of each cell. */
  readonly tables: (Part & {
    readonly columns: readonly string[]
    readonly rows: readonly (readonly string[])[]
    readonly links: readonly (readonly (readonly string[])[])[]
  })[]
  readonly facts: (Part & { readonly values: readonly (Said & { readonly name: string })[] })[]
  readonly lists: (Part & { readonly items: readonly Said[] })[]
  readonly texts: (Part & Said & { readonly isWarning: boolean })[]
}

/** The address of the data of a page. */
export const dataAt = (to: string): string => to.replace(/(?=\?|$)/, '.json')

export function pageData({ run, publishedAt }: Scene, { title, body }: Page): PageData {
  const root = treeOf(body.markup)
  const to = (rel: string): string | null => {
    const found = [...within(root)].find(({ attributes }) => attributes.rel === rel)
    return found === undefined ? null : dataAt(found.attributes.href ?? '')
  }
  const about = { title, run, publishedAt: publishedAt.toISOString(), previous: to('prev'), next: to('next') }
  const data: PageData = { ...about, tables: [], facts: [], lists: [], texts: [] }
  read(root, '', data)
  return data
}

/** Adds the parts of an element, in their order, below the last heading. */
function read({ children }: Element, above: string, data: PageData): void {
  let heading = above
  const addText = (nodes: readonly Node[], isWarning = false): void => {
    const said = saidBy(nodes)
    if (said.text !== '') data.texts.push({ heading, ...said, isWarning })
    for (const card of nodes.filter(isElement).flatMap((node) => [...within(node)]))
      if (isCard(card)) data.texts.push({ heading, ...saidBy(card.children), isWarning: false })
  }
  let from = 0
  for (const [at, node] of children.entries()) {
    const readBlock = isElement(node) && blocks[node.name]
    if (!isElement(node) || !readBlock) continue
    addText(children.slice(from, at))
    from = at + 1
    const below = readBlock(node, heading, data)
    if (below === 'heading') heading = textOf(node.children)
    else if (below === 'text') addText(node.children, classes(node).includes('warning'))
    else if (below === 'parts') read(node, heading, data)
  }
  addText(children.slice(from))
}

type Read = (element: Element, heading: string, data: PageData) => 'heading' | 'text' | 'parts' | undefined

const parts: Read = () => 'parts'
const heading: Read = () => 'heading'
const text: Read = () => 'text'

const list: Read = (element, heading, { lists }) => {
  const items = elements(element).map(({ children }) => saidBy(children))
  lists.push({ heading, items })
  return undefined
}

/** What elements that are not within a line become; all others are. */
const blocks: Readonly<Record<string, Read>> = {
  div: parts,
  section: parts,
  aside: parts,
  form: parts,
  details: (element, _, data) => {
    read(element, '', data)
    return undefined
  },
  h1: heading,
  h2: heading,
  h3: heading,
  summary: heading,
  p: text,
  pre: text,
  ul: list,
  ol: list,
  nav: (element, _, { lists }) => {
    const items = [...within(element)].filter(({ name }) => name === 'a').map((one) => saidBy([one]))
    const { 'aria-label': heading } = element.attributes
    if (heading !== undefined) lists.push({ heading, items })
    return undefined
  },
  dl: (element, heading, { facts }) => {
    const values = elements(element).map((fact) => {
      const [name, value] = elements(fact)
      return { name: textOf(name?.children ?? []), ...saidBy(value?.children ?? []) }
    })
    facts.push({ heading, values })
    return undefined
  },
  table: (element, heading, { tables }) => {
    const rows = [...within(element)].filter(({ name }) => name === 'tr').map(elements)
    const [heads = [], ...body] = rows.map((cells) => cells.map(({ children }) => saidBy(children)))
    tables.push({
      heading,
      columns: heads.map((head) => head.text),
      rows: body.map((cells) => cells.map((cell) => cell.text)),
      links: body.map((cells) => cells.map((cell) => cell.links)),
    })
    return undefined
  },
  figure: drawn,
  svg: drawn,
}

/** What a drawing says to those who do not see it. */
function drawn(element: Element, heading: string, { texts }: PageData): undefined {
  const [said] = [element, ...within(element)].flatMap(({ attributes }) => attributes['aria-label'] ?? [])
  if (said !== undefined) texts.push({ heading, text: said, links: linksIn([element]), isWarning: false })
}

const saidBy = (nodes: readonly Node[]): Said => ({ text: textOf(nodes), links: linksIn(nodes) })

const isCard = (element: Element): boolean => classes(element).includes('card')

/** Fields say what a reader may ask, no row. */
const isUnsaid = (element: Element): boolean =>
  ['button', 'label', 'textarea', 'select'].includes(element.name) || isCard(element)

const rawText = (nodes: readonly Node[]): string =>
  nodes
    .map((node) => {
      if (!isElement(node)) return node
      const inner = isUnsaid(node) ? '' : rawText(node.children)
      return node.name === 'br' || node.name === 'p' ? `${inner}\n` : inner
    })
    .join('')

const textOf = (nodes: readonly Node[]): string => rawText(nodes).trim()

const linksIn = (nodes: readonly Node[]): string[] =>
  nodes
    .filter(isElement)
    .flatMap((node) => [node, ...within(node)])
    .flatMap(({ name, attributes: { href = '' } }) => (name === 'a' && href.startsWith('/') ? [href] : []))
