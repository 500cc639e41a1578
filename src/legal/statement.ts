import { clauseAt, isConditional, isWished } from './assertions.ts'
import { type CaseNumber, caseType, type FoundCaseNumber, findCaseNumbers } from './case-numbers.ts'
import { excerpt } from './text.ts'

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
  | '移送'
  | '不予执行'

/** One statement about another case, with its sentence. */
export type CaseStatement = {
  readonly kind: StatementKind
  readonly about: CaseNumber
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

/** A document, as the rules look at it. */
export type StatementContext = {
  readonly own: CaseNumber | null
  readonly isEnforcement: boolean
  /** The decision that the document is about, as its history names it. */
  readonly challenged: FoundCaseNumber | null
}

/** Case numbers of a passage but the document's own. */
export function othersIn(passage: string, own: CaseNumber | null): FoundCaseNumber[] {
  if (!/[号號]/.test(passage)) return []
  const ownKey = own === null ? null : own.key || own.canonical
  return findCaseNumbers(passage).filter(({ number }) => (number.key || number.canonical) !== ownKey)
}

export const procedureOf = (number: CaseNumber | null): string =>
  caseType(number?.typeCode ?? null)?.procedure ?? ''
export const categoryOf = (number: CaseNumber | null): string =>
  caseType(number?.typeCode ?? null)?.category ?? ''

/** Whether a sentence says at an offset that something was done, not that it may be, or is asked for. */
export const isSaid = (sentence: string, at: number): boolean =>
  !isConditional(sentence.slice(0, at)) && !isWished(sentence.slice(clauseAt(sentence, at), at))

export const statement = (
  kind: StatementKind,
  about: CaseNumber,
  sentence: { readonly text: string; readonly offset: number },
  at: number,
  more: Pick<CaseStatement, 'isDecided'> & Partial<Pick<CaseStatement, 'items' | 'happenedOn'>>,
): CaseStatement => ({
  kind,
  about,
  items: [],
  happenedOn: null,
  ...more,
  evidence: excerpt(sentence.text, at),
  offset: sentence.offset + at,
})
