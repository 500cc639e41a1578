import { type Document, isMap, Lexer, LineCounter, parseDocument, visit } from 'yaml'
import { JobError, type Problem } from './problem.ts'

/** What is wrong at a path of a file. */
export const problemAt = (
  { file, lineOf }: YamlFile,
  path: readonly PropertyKey[],
  message: string,
): Problem => ({ file, line: lineOf(path), message })

export interface YamlFile {
  readonly file: string
  readonly value: unknown
  /** Line of the value at a path, or of the nearest one above it; undefined where there are no lines. */
  readonly lineOf: (path: readonly PropertyKey[]) => number | undefined
}

/** Parses YAML without aliases: nothing in a job needs them, and they can be nested into a bomb. @throws JobError */
export function parseYaml(file: string, text: string): YamlFile {
  refuseUnbounded(file, text)
  const lines = new LineCounter()
  // Its own check of keys takes the square of their number.
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: false })
  const problems = document.errors.map(({ code, pos, message }) => ({
    file,
    line: lines.linePos(pos[0]).line,
    message: code === 'MULTIPLE_DOCS' ? 'expected one YAML document; found another after ---' : message,
  }))
  if (problems.length > 0) throw new JobError(problems)
  refuseAliases(file, document, lines)
  refuseKeys(file, document, lines)
  return { file, value: document.toJS({ maxAliasCount: 0 }), lineOf: (path) => lineOf(document, lines, path) }
}

/** Lists and mappings within each other, in brackets or begun on one line, each of which the parser holds: no schema has so many. */
const mostNested = 100
/** Of all lists: so many enterprises stand in a list of their own. */
const mostItems = 50_000
/** Of a mapping, and of mappings within it without a list: no schema has so many. */
const mostKeys = 1_000

/** Refuses by its tokens what would take the parser long. U+001F stands before a plain or block value. @throws JobError */
function refuseUnbounded(file: string, text: string): void {
  const refused = (what: string): JobError => new JobError([{ file, message: `has more than ${what}` }])
  let depth = 0
  let items = 0
  let keys = 0
  let begunOnLine = 0
  let signs = 0
  for (const token of new Lexer().lex(text)) {
    if (token === '[' || token === '{') depth += 1
    else if (token === ']' || token === '}') depth -= 1
    else if (token === '-' || token === '?') begunOnLine += 1
    else if (token.endsWith('\n')) begunOnLine = 0
    if (token === ':') keys += 1
    else if (token === '-' || token === ',') {
      items += 1
      keys = 0
    }
    if (`\u001f"'`.includes(token.charAt(0))) signs = 0
    else if (/^[-?:&!*]/.test(token)) signs += 1
    if (Math.max(depth, begunOnLine) > mostNested)
      throw refused(`${mostNested} lists or mappings within each other`)
    if (signs > mostNested) throw refused(`${mostNested} signs (- ? : & ! *) without a value between them`)
    if (keys > mostKeys)
      throw refused(`${mostKeys} keys; expected at most ${mostKeys} without a list between them`)
    if (items > mostItems)
      throw refused(`${mostItems} items of lists; put enterprises into a file and name it: - file: list.csv`)
  }
}

function refuseAliases(file: string, document: Document, lines: LineCounter): void {
  const problems = new Map<string, Problem>()
  visit(document, {
    Alias: (_, { range, source }) => {
      const { line } = lines.linePos(range?.[0] ?? 0)
      if (problems.has(source)) return
      problems.set(source, {
        file,
        line,
        message: `alias *${source}: aliases are not supported; write it out`,
      })
    },
  })
  if (problems.size > 0) throw new JobError([...problems.values()])
}

/** Looked for at once. */
const mostProblems = 100

/** @throws JobError */
function refuseKeys(file: string, document: Document, lines: LineCounter): void {
  const problems: Problem[] = []
  visit(document, {
    Map: (_, { items, range }) => {
      const found = new Set<string>()
      const line = lines.linePos(range?.[0] ?? 0).line
      if (items.length > mostKeys)
        problems.push({ file, line, message: `has ${items.length} keys; expected at most ${mostKeys}` })
      else
        for (const { key } of items) {
          const at = (key as { range?: [number] } | null)?.range?.[0]
          if (found.has(String(key)))
            problems.push({ file, line: lines.linePos(at ?? 0).line, message: 'Map keys must be unique' })
          found.add(String(key))
        }
      return problems.length > mostProblems ? visit.BREAK : undefined
    },
  })
  if (problems.length > 0) throw new JobError(problems)
}

function lineOf(document: Document, lines: LineCounter, path: readonly PropertyKey[]): number {
  for (let depth = path.length; depth > 0; depth -= 1) {
    const parent = document.getIn(path.slice(0, depth - 1), true) ?? document.contents
    const name = path[depth - 1]
    const pair = isMap(parent) ? parent.items.find(({ key }) => String(key) === String(name)) : undefined
    const node = (pair?.key ?? document.getIn(path.slice(0, depth), true)) as {
      range?: [number, ...number[]]
    }
    if (node?.range) return lines.linePos(node.range[0]).line
  }
  return 1
}
