import type { procedureArticles } from './procedure-articles.ts'

export type Stage = 'first' | 'second' | 'retrial' | 'enforcement' | 'other'
export type Kind = '判决书' | '裁定书' | '调解书' | '决定书' | '通知书' | '支付令'

/** How a document disposes of its case: how often, under which number code, resting on which articles. */
export interface Outcome {
  readonly key: string
  readonly stage: Stage
  readonly kind: Kind
  readonly weight: number
  /** Code of the case number; 民 becomes 行 in administrative cases. */
  readonly code: string
  readonly articles: keyof typeof procedureArticles
}

type Row = readonly [key: string, weight: number, code: string, articles: string]

const group = (stage: Stage, kind: Kind, rows: readonly Row[]): readonly Outcome[] =>
  rows.map(([key, weight, code, articles]) => ({ key, stage, kind, weight, code, articles }))

/** Weights are within a stage and a kind of document. */
export const outcomes: readonly Outcome[] = [
  ...group('first', '判决书', [
    ['granted', 32, '民初', 'judgment'],
    ['partlyGranted', 48, '民初', 'judgment'],
    ['dismissed', 20, '民初', 'judgment'],
  ]),
  ...group('first', '裁定书', [
    ['withdrawn', 45, '民初', 'withdrawn'],
    ['deemedWithdrawn', 12, '民初', 'deemedWithdrawn'],
    ['rejected', 9, '民初', 'rejected'],
    ['inadmissible', 2, '民初', 'inadmissible'],
    ['transferred', 5, '民初', 'transferred'],
    ['jurisdictionRefused', 7, '民初', 'jurisdiction'],
    ['preservation', 14, '民初', 'preservation'],
    ['correction', 6, '民初', 'correction'],
  ]),
  ...group('first', '调解书', [['mediated', 1, '民初', 'mediated']]),
  ...group('first', '决定书', [['excusal', 1, '民初', 'correction']]),
  ...group('second', '判决书', [
    ['upheld', 78, '民终', 'upheld'],
    ['reversed', 22, '民终', 'reversed'],
  ]),
  ...group('second', '裁定书', [
    ['appealWithdrawn', 42, '民终', 'appealWithdrawn'],
    ['appealDeemedWithdrawn', 15, '民终', 'appealWithdrawn'],
    ['remanded', 15, '民终', 'remanded'],
    ['jurisdictionUpheld', 28, '民辖终', 'upheld'],
  ]),
  ...group('retrial', '裁定书', [
    ['retrialRefused', 80, '民申', 'retrialRefused'],
    ['retrialOrdered', 20, '民申', 'retrialOrdered'],
  ]),
  ...group('retrial', '判决书', [
    ['retrialUpheld', 45, '民再', 'retrialJudgment'],
    ['retrialReversed', 55, '民再', 'retrialJudgment'],
  ]),
  ...group('enforcement', '裁定书', [
    ['suspended', 44, '执', 'suspended'],
    ['suspendedAgain', 6, '执恢', 'suspended'],
    ['ended', 16, '执', 'ended'],
    ['frozen', 18, '执', 'frozen'],
    ['frozenFirst', 6, '执保', 'frozen'],
    ['objectionRefused', 10, '执异', 'objection'],
  ]),
  ...group('enforcement', '通知书', [['notice', 1, '执', 'notice']]),
  ...group('enforcement', '决定书', [
    ['dishonest', 5, '执', 'decision'],
    ['restricted', 5, '执', 'decision'],
  ]),
  ...group('other', '裁定书', [
    ['preActionFreeze', 60, '财保', 'preservation'],
    ['jurisdictionAssigned', 15, '民辖', 'transferred'],
    ['bankruptcyAccepted', 15, '破申', 'bankruptcy'],
    ['bankruptcyRefused', 10, '破申', 'bankruptcyRefused'],
  ]),
  ...group('other', '支付令', [['paymentOrder', 1, '民督', 'paymentOrder']]),
  ...group('other', '决定书', [['administrator', 1, '破', 'bankruptcy']]),
]
