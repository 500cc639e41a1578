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
