import { type Document, isMap, LineCounter, parseDocument, visit } from 'yaml'
import { JobError, type Problem } from './problem.ts'

export interface YamlFile {
  readonly file: string
  readonly value: unknown
  /** Line of the value at a path, or of the nearest one above it. */
  readonly lineOf: (path: readonly PropertyKey[]) => number
}

/** Parses YAML without aliases: nothing in a job needs them, and they can be nested into a bomb. @throws JobError */
export function parseYaml(file: string, text: string): YamlFile {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  const problems = document.errors.map(({ code, pos, message }) => ({
    file,
    line: lines.linePos(pos[0]).line,
    message: code === 'MULTIPLE_DOCS' ? 'expected one YAML document; found another after ---' : message,
  }))
  if (problems.length > 0) throw new JobError(problems)
  refuseAliases(file, document, lines)
  return { file, value: document.toJS({ maxAliasCount: 0 }), lineOf: (path) => lineOf(document, lines, path) }
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
