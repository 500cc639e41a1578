import { upTo } from './bounds.ts'
import { type CaseNumber, type FoundCaseNumber, idOf, othersIn } from './case-numbers.ts'
import type { EnforcementFact } from './enforcement.ts'
import { narrativeOf, type OperativePart } from './operative-part.ts'
import { type CaseStatement, decidedIn, type StatementContext } from './statements-decided.ts'
import { reportedIn } from './statements-reported.ts'
import { decidedFirst } from './text.ts'

/** A document, as far as its statements depend on it. */
export type StatementSource = Omit<StatementContext, 'challenged'> & {
  readonly history?: string | null
  readonly enforcement: readonly EnforcementFact[]
}

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
  const narrative = narrativeOf(text, part)
  const named = { ...source, challenged: challengedIn(source.history ?? narrative.text, source.own) }
  const found = [
    ...reportedIn(narrative, named),
    ...(part === null ? [] : decidedIn(part, named)),
    ...source.enforcement.flatMap(ofEnforcement),
  ]
  const statementId = ({ kind, about, items }: CaseStatement): string =>
    JSON.stringify([kind, idOf(about), items])
  found.sort((a, b) => a.offset - b.offset)
  return upTo(
    MOST,
    'case_statements',
    decidedFirst(found, ({ isDecided }) => isDecided, statementId),
  )
}

function ofEnforcement(fact: EnforcementFact): CaseStatement[] {
  const { kind, about, isOrdered, happenedOn, evidence, offset, against } = fact
  if (about === null || against.length > 0) return []
  if (kind !== '终本' && kind !== '执行完毕' && kind !== '恢复执行') return []
  return [{ kind, about, items: [], isDecided: isOrdered, happenedOn, evidence, offset }]
}

const HISTORY = 4000

/** The decision that the document is about: 不服…号民事判决，提起上诉. */
function challengedIn(history: string, own: CaseNumber | null): FoundCaseNumber | null {
  const head = history.slice(0, HISTORY)
  for (const { index } of head.matchAll(/不服/g)) {
    const [first] = othersIn(head.slice(index, index + 200).split(/[。；\n]/)[0] ?? '', own)
    if (first !== undefined && /上诉|再审|申诉|抗诉|监督/.test(head.slice(index, index + 300))) return first
  }
  return null
}
