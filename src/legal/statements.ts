import type { CaseNumber, FoundCaseNumber } from './case-numbers.ts'
import type { EnforcementFact } from './enforcement.ts'
import type { OperativePart } from './operative-part.ts'
import { type CaseStatement, othersIn, type StatementKind } from './statement.ts'
import { decidedIn } from './statements-decided.ts'
import { reportedIn } from './statements-reported.ts'

/** A document, as far as its statements depend on it. */
export type StatementSource = {
  readonly own: CaseNumber | null
  /** An enforcement itself: what it names, it carries out. */
  readonly isEnforcement: boolean
  /** How the case came to the court, where it is held beside the text. */
  readonly history?: string | null
  readonly enforcement: readonly EnforcementFact[]
}

/** Raise it with every change of the rules: the tables are then rebuilt. */
export const statementRulesVersion = 2

const MOST = 200

/**
 * What a document says about other cases: what its operative part decides of them, and what its court reports. Statements about
 * an enforcement come from what was read of it. Pure and linear. Source: docs/decisions.md, Other cases.
 */
export function findStatements(
  text: string | null,
  part: OperativePart | null,
  source: StatementSource,
): CaseStatement[] {
  const narrative = text === null ? '' : text.slice(0, part?.items[0]?.offset ?? text.length)
  const named = { ...source, challenged: challengedIn(source.history ?? narrative, source.own) }
  const found = [
    ...reportedIn(narrative, named),
    ...(part === null ? [] : decidedIn(part, named)),
    ...ofEnforcements(source.enforcement),
  ]
  return once(found.sort((a, b) => a.offset - b.offset)).slice(0, MOST)
}

const OF_ENFORCEMENT: ReadonlySet<string> = new Set<StatementKind>(['终本', '执行完毕', '恢复执行'])

const ofEnforcements = (facts: readonly EnforcementFact[]): CaseStatement[] =>
  facts.flatMap(({ kind, about, isOrdered, happenedOn, evidence, offset, against }) =>
    about === null || against.length > 0 || !OF_ENFORCEMENT.has(kind)
      ? []
      : [
          {
            kind: kind as StatementKind,
            about,
            items: [],
            isDecided: isOrdered,
            happenedOn,
            evidence,
            offset,
          },
        ],
  )

const BROUGHT = /上诉|再审|申诉|抗诉|监督/
const HISTORY = 4000

/** The decision that the document is about: 不服…号民事判决，提起上诉. */
function challengedIn(history: string, own: CaseNumber | null): FoundCaseNumber | null {
  const head = history.slice(0, HISTORY)
  for (const match of head.matchAll(/不服/g)) {
    const passage = head.slice(match.index, match.index + 200)
    const [first] = othersIn(passage.split(/[。；\n]/)[0] ?? '', own)
    if (first !== undefined && BROUGHT.test(head.slice(match.index, match.index + 300))) return first
  }
  return null
}

/** A text that says the same of a case twice says it once; what it decides counts before what it reports. */
function once(statements: readonly CaseStatement[]): CaseStatement[] {
  const idOf = ({ kind, about, items }: CaseStatement): string =>
    JSON.stringify([kind, about.key || about.canonical, items])
  const decided = new Set(statements.filter(({ isDecided }) => isDecided).map(idOf))
  const seen = new Set<string>()
  return statements.filter((one) => {
    const id = idOf(one)
    if (seen.has(id) || (!one.isDecided && decided.has(id))) return false
    seen.add(id)
    return true
  })
}
