import { type CaseNumber, caseType, type FoundCaseNumber, findCaseNumbers } from './case-numbers.ts'

/** Another case number that a document names. */
export type CaseReference = FoundCaseNumber & {
  readonly source: 'litigation_record' | 'content'
  /** Whether the words around it say that this document follows from it: 不服…号判决, 申请执行…号. */
  readonly isFollowed: boolean
}

/** Instances in the order in which a case passes them. Other procedures (保全, 破产) begin no family of another's. */
const RANKS: readonly (readonly [rank: number, procedures: RegExp])[] = [
  [1, /^(?:一审|特别程序|督促程序|第三人撤销之诉|公示催告)$/],
  [2, /^(?:二审|管辖上诉|复核)$/],
  [3, /再审|监督/],
  [4, /执行/],
]
const LAST_RANK = 5
/** What an enforcement or a matter of jurisdiction may follow from, besides its own category. */
const FOLLOWS: Readonly<Record<string, RegExp>> = {
  执行案件: /^(?:民事|刑事|行政)案件$/,
  民事案件: /^管辖案件$/,
  行政案件: /^管辖案件$/,
  管辖案件: /^(?:民事|行政|刑事)案件$/,
}

const FOLLOWED_BEFORE = /(?:不服|申请执行|依据|根据|对)[^。；\n]{0,60}$/
const FOLLOWED_AFTER = /^[^。；\n]{0,12}(?:判决|裁定|调解|支付令|决定|公证债权文书|仲裁裁决)/
const REMANDED = /发回[^。；\n]{0,60}(?:重审|审理)/
const NEAR = 80

/**
 * The other case numbers that a document names, each once: those of its litigation record, else of its full text; its own
 * is left out. Source: docs/domain.md, Cases and families; member `ssjl`.
 */
export function findReferences(
  record: string | null,
  content: string | null,
  own: CaseNumber | null,
): CaseReference[] {
  const source = record === null ? 'content' : 'litigation_record'
  const text = record ?? content ?? ''
  const seen = new Set(own === null ? [] : [own.key || own.canonical])
  return findCaseNumbers(text).flatMap((found) => {
    const id = found.number.key || found.number.canonical
    if (seen.has(id)) return []
    seen.add(id)
    return [{ ...found, source, isFollowed: isFollowed(text, found) } as const]
  })
}

function isFollowed(text: string, { offset, text: number }: FoundCaseNumber): boolean {
  const end = offset + number.length
  return (
    FOLLOWED_AFTER.test(text.slice(end, end + NEAR)) &&
    FOLLOWED_BEFORE.test(text.slice(Math.max(0, offset - NEAR), offset))
  )
}

/**
 * The key of the earliest instance of a document's family: among its own number and those it names, the one whose procedure
 * comes first. Numbers of another category do not count, and in a full text only those that the document follows from.
 * Its own key when none is earlier; where its own number has no key (（2024）浙01民终×××号), an earlier one's or null. Source: docs/domain.md, Cases and families.
 */
export function originKey(
  own: CaseNumber | null,
  references: readonly CaseReference[],
  record: string | null,
): string | null {
  if (own === null) return null
  const ownRank = rankOf(own)
  const isAgain = record !== null && REMANDED.test(record)
  const candidates = references.filter(
    ({ number, source, isFollowed: followed }) =>
      (source === 'litigation_record' || followed) &&
      isOfFamily(own, number) &&
      isEarlier(own, ownRank, number, isAgain),
  )
  candidates.sort(
    (a, b) =>
      rankOf(a.number) - rankOf(b.number) ||
      Number(b.isFollowed) - Number(a.isFollowed) ||
      a.offset - b.offset,
  )
  return candidates[0]?.number.key || own.key || null
}

/** Of the same instance a number is earlier only where a case was sent back and tried again under another. */
function isEarlier(own: CaseNumber, ownRank: number, other: CaseNumber, isAgain: boolean): boolean {
  if (other.key === '' || (own.year !== null && (other.year ?? 0) > own.year)) return false
  const rank = rankOf(other)
  return rank < ownRank || (isAgain && rank === ownRank)
}

function rankOf(number: CaseNumber): number {
  const procedure = caseType(number.typeCode)?.procedure ?? ''
  return RANKS.find(([, procedures]) => procedures.test(procedure))?.[0] ?? LAST_RANK
}

function isOfFamily(own: CaseNumber, other: CaseNumber): boolean {
  const category = caseType(own.typeCode)?.category
  const others = caseType(other.typeCode)?.category
  if (category === undefined || others === undefined) return false
  return category === others || FOLLOWS[category]?.test(others) === true
}
