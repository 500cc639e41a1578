import ts from 'typescript'

/** One change of a source file. */
export interface Mutant {
  readonly at: number
  readonly from: string
  readonly to: string
}

/** A piece of SQL, and what is written instead. The AND of a BETWEEN and of a frame of rows joins no conditions. */
const changes: readonly (readonly [pattern: RegExp, to: (found: string) => string])[] = [
  [/(?<!\bBETWEEN\b(?:(?!\bAND\b).)*|\b(?:PRECEDING|ROW) )\bAND\b/gs, () => 'OR'],
  [/(?<!\bCREATE )\bOR\b/g, () => 'AND'],
  [/\bNOT\s+/g, () => ''],
  [/(?<=\s)(?:=|<>|[<>]=?)(?=\s)/g, (found) => comparisons[found] ?? found],
  [/(?<=\b(?:arg_)?)(?:min|max)(?=\()/g, (found) => (found === 'min' ? 'max' : 'min')],
  [/\bLEFT JOIN\b/g, () => 'JOIN'],
  [/(?<!\b[A-Z]+ )\bJOIN\b/g, () => 'LEFT JOIN'],
]
const comparisons: Readonly<Record<string, string>> = {
  '=': '<>',
  '<>': '=',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
}

const isSql = /\b(?:SELECT|FROM|WHERE|AND|OR|NOT|IS|IN|CASE|WHEN|JOIN|OVER|FILTER|ON)\b|\s(?:=|<>)\s/

const blank = (text: string): string => ' '.repeat(text.length)

/** The changes of the SQL in the strings of a TypeScript source, in its order. What SQL itself quotes, and comments, stay. */
export function sqlMutants(source: string): Mutant[] {
  const mutants = stringsOf(source).flatMap(({ at, text }) => {
    const bare = text.replaceAll(/'(?:[^']|'')*'|--.*/g, (quoted) => `'${blank(quoted.slice(1))}`)
    if (!isSql.test(bare)) return []
    return changes.flatMap(([pattern, to]) =>
      [...bare.matchAll(pattern)].map(({ 0: from, index }) => ({ at: at + index, from, to: to(from) })),
    )
  })
  return mutants.sort((a, b) => a.at - b.at)
}

/** Strings and templates with where they begin, as long as they are in the source; what a template inserts is a word in them. */
function stringsOf(source: string): { readonly at: number; readonly text: string }[] {
  const file = ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest)
  const found: { at: number; text: string }[] = []
  const visit = (node: ts.Node): void => {
    const at = node.getStart(file) + 1
    if (ts.isStringLiteralLike(node)) found.push({ at, text: source.slice(at, node.end - 1) })
    if (ts.isTemplateExpression(node)) {
      let text = source.slice(at, node.end - 1)
      for (const { expression } of node.templateSpans) {
        const [from, to] = [expression.pos - at, expression.end - at]
        text = `${text.slice(0, from - 2)}xx${'x'.repeat(to - from)}x${text.slice(to + 1)}`
      }
      found.push({ at, text })
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

export const mutated = (source: string, { at, from, to }: Mutant): string =>
  source.slice(0, at) + to + source.slice(at + from.length)
