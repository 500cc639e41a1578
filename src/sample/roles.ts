import type { Document } from './document.ts'
import { stories } from './words/stories.ts'

/** What the parties are called in a document. */
export interface Roles {
  readonly claimant: string
  readonly respondent: string
  readonly third: string
}

export function rolesOf({ outcome, claimant }: Document): Roles {
  const was = claimant === 'plaintiffs' ? ['原告', '被告'] : ['被告', '原告']
  switch (outcome.stage) {
    case 'first':
      return { claimant: '原告', respondent: '被告', third: '第三人' }
    case 'second':
      return {
        claimant: `上诉人（原审${was[0]}）`,
        respondent: `被上诉人（原审${was[1]}）`,
        third: '原审第三人',
      }
    case 'retrial':
      return {
        claimant: `再审申请人（一审${was[0]}、二审上诉人）`,
        respondent: `被申请人（一审${was[1]}、二审被上诉人）`,
        third: '一审第三人',
      }
    case 'enforcement':
      return outcome.code === '执保'
        ? { claimant: '申请人', respondent: '被申请人', third: '第三人' }
        : { claimant: '申请执行人', respondent: '被执行人', third: '第三人' }
    case 'other':
      return { claimant: '申请人', respondent: '被申请人', third: '第三人' }
  }
}

/** The role without what it was before: 上诉人. */
export const bare = (role: string): string => role.replace(/（.*$/, '')

const proceduresByCode: Readonly<Record<string, string>> = {
  民申: '再审审查',
  财保: '非诉保全',
  民辖: '管辖',
  破申: '破产',
  破: '破产',
  民督: '督促',
}
const proceduresByStage = {
  first: '一审',
  second: '二审',
  retrial: '再审',
  enforcement: '执行',
  other: '其他',
}

/** Value of `spcx` and 审判程序. */
export const procedureOf = ({ outcome }: Document): string =>
  proceduresByCode[outcome.code] ?? proceduresByStage[outcome.stage]

/** 民事, 行政 or 执行: what comes before 判决书 in a heading. */
export function branchOf({ outcome, suit }: Document): string {
  if (outcome.stage === 'enforcement') return '执行'
  return suit.cause.family === 'administrative' ? '行政' : '民事'
}

/** Value of `ajlb`: one of the contract's case categories. */
export function categoryOf(document: Document): string {
  const { code, stage } = document.outcome
  if (stage === 'enforcement') return '执行案件'
  if (code === '财保') return '非诉保全审查案件'
  if (code.startsWith('民辖')) return '管辖案件'
  if (code.startsWith('破')) return '强制清算与破产案件'
  return document.suit.cause.family === 'administrative' ? '行政案件' : '民事案件'
}

export const storyOf = ({ suit }: Document) => stories[suit.cause.family]
