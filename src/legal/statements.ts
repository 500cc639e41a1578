import type { CaseNumber, FoundCaseNumber } from './case-numbers.ts'
import type { OperativePart } from './operative-part.ts'

/** What a document says about another case number. */
export type StatementKind =
  | '生效'
  | '维持'
  | '撤销'
  | '变更'
  | '改判'
  | '发回'
  | '撤回上诉'
  | '驳回再审'
  | '提审'
  | '执行依据'
  | '失效'
  | '终本'
  | '执行完毕'
  | '恢复执行'
  | '立案'
  | '不予执行'

/** One statement about another case, with its sentence. */
export type CaseStatement = {
  readonly kind: StatementKind
  readonly about: FoundCaseNumber
  /** Numbers of the items of that decision; empty for all of it. */
  readonly items: readonly string[]
  /** Whether the operative part decides it; else the text reports it. */
  readonly isDecided: boolean
  /** `yyyy-MM-dd`. */
  readonly happenedOn: string | null
  readonly evidence: string
  /** In UTF-16 units, in the text that the statement was found in. */
  readonly offset: number
}

/** Raise it with every change of the rules: the tables are then rebuilt. */
export const statementRulesVersion = 1

/** What a document says about other cases. Pure and linear. Source: docs/decisions.md, Other cases. */
export function findStatements(
  _text: string | null,
  _part: OperativePart | null,
  _own: CaseNumber | null,
): CaseStatement[] {
  return []
}
