import { readerOf } from './mentions.ts'
import { headOf } from './names.ts'
import type { OperativePart } from './operative-part.ts'
import type { OrderAmounts } from './orders.ts'
import { type OutcomeRule, outcomeRules, THE_REST } from './outcome-rules.ts'
import { type Outcome, type OutcomeResult, outcomeForSide } from './outcomes.ts'
import type { Parties, Party } from './parties.ts'
import { afterLast, excerpt, nextOf, type Sentence } from './text.ts'

export type DocumentFacts = {
  /** 判决书, 裁定书 … (docs/contract.md, Enumerations). */
  readonly kind: string | null
  /** Case category and procedure, by the case number's type code, else as the service gives them. */
  readonly category: string | null
  readonly procedure: string | null
}

/** An outcome, the rule that gave it (`1:withdrawn`) and the sentence that the rule rests on. */
export type ClassifiedOutcome = {
  /** Null where two rules contradict each other, or the procedure; `rule` then names both: `1:acquitted/convicted`, `1:upheld/一审`. */
  readonly outcome: Outcome | null
  readonly rule: string
  readonly evidence: string
}

/** Decisions of which a document has one: where sentences of their own take both, neither is how the case ends. */
const OPPOSITE: Readonly<Partial<Record<Outcome, Outcome>>> = {
  seizure_lifted: 'seized',
  retrial_refused: 'retrial_ordered',
  bankruptcy_refused: 'bankruptcy_accepted',
  bankruptcy_accepted: 'bankruptcy_refused',
}

/** How no procedure of this kind ends: a rule that says so has misread the text. */
const IMPOSSIBLE: readonly (readonly [procedure: RegExp, outcomes: RegExp])[] = [
  [/一审/, /^(?:upheld|reversed|partly_reversed|remanded|set_aside|appeal_withdrawn|retrial_\w+)$/],
  [/二审|再审$/, /^(?:granted|partly_granted|dismissed|convicted)$/],
  [/^执行(?:异议)?$/, /^(?:upheld|reversed|partly_reversed)$/],
  [/执行/, /^(?:granted|dismissed|convicted|acquitted|withdrawn|rejected|retrial_\w+)$/],
]

/** Of an operative part, as much as any rule needs: its items are short, an attached list may be long. */
const LONGEST_JUDGED = 4000
const REFUSED =
  /驳回[^。；\n]*|(?<=^|[，。；\n])[^，。；\n]*，?(?:本院)?(?:依法)?(?:[应予]以?驳回|不予(?:准许|支持|受理))/g

/** Null where no rule fires. Party names and what follows the items say nothing. docs/decisions.md, Outcomes. */
export function classifyOutcome(part: OperativePart | null, facts: DocumentFacts, parties: Parties = []) {
  if (part === null) return null
  const items = part.items.map((item) => item.text)
  const text = items.join('\n').slice(0, LONGEST_JUDGED)
  const judged = withoutNames(text, parties)
  const granted = judged.replace(REFUSED, '')
  const { rules, version } = outcomeRules
  const { kind, category, procedure } = facts
  const fires = (rule: OutcomeRule): boolean =>
    (kind === null || rule.kinds?.test(kind) !== false) &&
    rule.knownKinds?.test(kind ?? '') !== false &&
    rule.categories?.test(category ?? '') !== false &&
    rule.procedures?.test(procedure ?? '') !== false &&
    rule.when.test(judged) &&
    rule.unless?.test(judged) !== true &&
    rule.also?.test(judged) !== false &&
    rule.grants?.test(granted) !== false &&
    rule.grantsNot?.test(granted) !== true
  const sentenceOf = ({ when }: OutcomeRule): string => {
    const at = judged.search(when)
    const from = afterLast('。；\n', text, at)
    return excerpt(text.slice(from, nextOf(/[。；\n]/, text, at)), at - from)
  }
  const first = rules.find(fires)
  if (first === undefined) return null
  const { outcome } = first
  const evidence = sentenceOf(first)
  const opposite = rules.filter((rule) => rule.outcome === OPPOSITE[outcome])
  const other = opposite.find((rule) => fires(rule) && sentenceOf(rule) !== evidence)
  const isImpossible = IMPOSSIBLE.some(([one, ends]) => one.test(procedure ?? '') && ends.test(outcome))
  const against = other?.name ?? (isImpossible ? procedure : null)
  const rule = `${version}:${first.name}`
  if (outcome === 'appeal_withdrawn' && isOfSomeAppellants(parties, part))
    return { outcome: 'procedural' as const, rule, evidence }
  return against === null
    ? { outcome, rule, evidence }
    : { outcome: null, rule: `${rule}/${against}`, evidence }
}

const GIVES_UP = /撤回|撤诉/

/** One of several who appeal gives its appeal up: the others wait for a decision. Source: interpretation of the Civil Procedure Law, article 335. */
function isOfSomeAppellants(parties: Parties, part: OperativePart): boolean {
  const appellants = parties.filter(({ position }) => position?.startsWith('上诉人') === true)
  const named = appellants.length > 1 ? namedWhere(GIVES_UP, parties, part.items) : new Set()
  return appellants.some(({ key }) => named.has(key)) && appellants.some(({ key }) => !named.has(key))
}

/** The text with 某 for each name, as long as it is, and 原告 for who sued: 不予受理货运代理有限公司 refuses nothing. */
const withoutNames = (text: string, parties: Parties): string =>
  parties
    .flatMap(({ name, aliases, position }) =>
      [name, ...aliases].map((one) => [one, position === '原告' ? position : ''] as const),
    )
    .filter(([name]) => name.length > 1)
    .sort(([a], [b]) => b.length - a.length)
    .reduce((plain, [name, role]) => plain.replaceAll(name, role.padEnd(name.length, '某')), text)

export type PartyOutcome = {
  readonly result: OutcomeResult | null
  /** `side`: by the document's outcome and the party's side alone. */
  readonly rule:
    | 'side'
    | 'rest refused'
    | 'not held liable'
    | 'refused against it'
    | 'side of the appellant'
    | 'nothing for it'
    | 'still sued'
    | 'acquitted'
    | 'convicted'
    | null
  /** The sentence, and where it begins in the text of the operative part, in UTF-16 units. */
  readonly evidence: string | null
  readonly offset: number | null
}

const RESTS = new RegExp(THE_REST)
const NOTHING: PartyOutcome = { result: null, rule: null, evidence: null, offset: null }
const NOT_OF_IT: PartyOutcome = { ...NOTHING, rule: 'nothing for it' }
/** An appeal is withdrawn on which nothing else is decided: 准许上诉人甲撤回上诉；驳回乙的上诉. */
const WITHDRAWS = /准[许予][^。；]*撤回[^。；]{0,4}上诉/
/** Of several who are sued, some are sued no more. Source: Civil Procedure Law, article 148; its interpretation, article 238. */
const DROPS = /撤回[^。；\n]{0,20}对[^。；\n]{1,200}的?(?:起诉|诉讼)/
const CONVICTS = /犯[^。；]{1,60}罪|判处/
/** What is set aside or refused decides nothing: 撤销…第二项，即乙犯…罪. */
const TAKEN_BACK = /(?:驳回|撤销)[^。；]*(?:罪|判处)/
/** Directly behind a name, or the last of several: not 甲原法定代表人乙无罪. */
const ACQUITTED = /^(?:[、和及与][^，；。]{1,60}?)?均?\s*无罪/
/** Likewise: not 甲的法定代表人犯…罪. */
const CONVICTED = /^(?:[、和及与][^，；。]{1,60}?)?均?\s*(?:犯|构成|判处|判罚)/

/**
 * What the document decides for each party, in the order of the parties. A defendant whom no item holds liable has won where the rest of the claims
 * is refused; a respondent on the side of who appealed has neither won nor lost; who is sued beside the accused is not convicted, who is acquitted beside others has won, and whom an appeal convicts has lost; where a suit is withdrawn against others alone, it goes on. `below`: items that stand of the decision below.
 * Pure and linear in the text. Source: docs/decisions.md, Outcomes.
 */
export function partyOutcomes(
  parties: Parties,
  outcome: ClassifiedOutcome | null,
  part: OperativePart | null,
  orders: OrderAmounts,
  below: OperativePart['items'] = [],
): PartyOutcome[] {
  const decided = outcome?.outcome ?? null
  if (outcome === null || decided === null) return parties.map(() => NOTHING)
  const free = /^(?:partly_)?granted$/.test(decided) && part !== null ? notHeld(parties, part, orders) : null
  // 撤销…判决；甲支付乙100元；驳回乙的其他诉讼请求: all is decided again, and each side has won a part.
  const isShared = decided === 'reversed' && part?.items.some(({ text }) => RESTS.test(text)) === true
  const items = part?.items ?? []
  const withdrew = namedWhere(WITHDRAWS, parties, items)
  const convicted = decided === 'convicted' ? namedWhere(CONVICTS, parties, items) : null
  const isReviewed = /^(?:upheld|(?:partly_)?reversed)$/.test(decided)
  const convictedAgain = isReviewed ? saidOf(CONVICTED, parties, [...items, ...below]) : null
  const acquitted = saidOf(ACQUITTED, parties, [...items, ...below])
  const dropped = decided === 'withdrawn' ? namedWhere(DROPS, parties, items) : null
  const isDropped = ({ side, key }: Party): boolean => side === 'defendant' && dropped?.has(key) === true
  const goesOn =
    dropped?.has('') === false &&
    parties.some(isDropped) &&
    parties.some((one) => one.side === 'defendant' && !isDropped(one))
  const asOutcome = isShared ? 'partly_reversed' : decided
  return parties.map((party) => {
    const reason = free?.(party)
    if (reason !== undefined) return reason
    const isAccused = (party.originalSide ?? party.side) === 'defendant'
    if (isAccused && acquitted.has(party.key)) return { ...NOTHING, result: 'won', rule: 'acquitted' }
    if (isAccused && convictedAgain?.has(party.key)) return { ...NOTHING, result: 'lost', rule: 'convicted' }
    if (goesOn && !isDropped(party)) return { ...NOTHING, rule: 'still sued' }
    const bySide =
      party.side === null || party.side === 'third_party' ? null : outcomeForSide[asOutcome][party.side]
    if (bySide === null) return NOTHING
    if (convicted !== null && isBesideAccused(party, convicted))
      return { ...NOT_OF_IT, result: party.position === '被告单位' ? null : 'neutral' }
    if (isReviewed) {
      // Who is neither for nor against a review by that alone: 申请执行人 beside 复议申请人.
      if (party.position?.endsWith('执行人') || withdrew.has(party.key)) return NOT_OF_IT
      if (isBesideAppellant(party, parties)) return { ...NOTHING, rule: 'side of the appellant' }
    }
    const rule = isShared ? 'rest refused' : 'side'
    return { ...NOTHING, result: bySide, rule, evidence: outcome.evidence }
  })
}

/** Keys of the parties behind whose name it is said, where nothing is taken back. */
const saidOf = (said: RegExp, parties: Parties, items: OperativePart['items']): ReadonlySet<string> =>
  new Set(
    items
      .filter(({ text }) => /罪|判/.test(text))
      .flatMap(readerOf(parties).sentences)
      .filter(({ text }) => !TAKEN_BACK.test(text))
      .flatMap(({ text, mentions }) =>
        mentions.filter(({ end }) => said.test(text.slice(end))).flatMap(({ keys }) => keys),
      ),
  )

/** Keys of the parties that such sentences of the items name; '' for a name that is no party's for certain. */
const namedWhere = (
  said: RegExp,
  parties: Parties,
  items: OperativePart['items'],
  but?: RegExp,
): ReadonlySet<string> =>
  new Set(
    items
      .flatMap(readerOf(parties).sentences)
      .filter(({ text }) => said.test(text) && but?.test(text) !== true)
      .flatMap(({ mentions }) => mentions.flatMap(({ keys }) => (keys.length === 0 ? '' : keys))),
  )

/** Who answers civil claims in a criminal case (附带民事诉讼被告), or is not among those whom the conviction names: of a 被告单位 that leaves open what it means. */
const isBesideAccused = ({ side, position, key }: Party, convicted: ReadonlySet<string>): boolean =>
  side === 'defendant' &&
  !convicted.has(key) &&
  (position?.includes('附带民事') === true || (convicted.size > 0 && !convicted.has('')))

/** A respondent that stood on the same side as everybody who appealed (被上诉人（原审被告） beside 上诉人（原审被告）). */
function isBesideAppellant(party: Party, parties: Parties): boolean {
  if (party.side !== 'defendant' || party.originalSide === null) return false
  const appellants = parties.filter(({ side }) => side === 'plaintiff')
  return appellants.length > 0 && appellants.every(({ originalSide }) => originalSide === party.originalSide)
}

const REFUSES = /驳回|不予支持/
const REFUSED_AGAINST = /驳回[^。；\n]{0,60}?对([^。；\n]{2,200}?)的(?:全部|其他|其它)?(?:诉讼)?(?:请求|起诉)/
const REST_REFUSED =
  /驳回[^。；\n]{0,120}?(?:其他|其余|其它|剩余|余下|全部)?[^。；\n]{0,8}(?:诉讼请求|诉请|诉求)/
const NOT_LIABLE = /不(?:再)?(?:承担|负)[^，。；\n]{0,20}(?:责任|义务)/

/** What a defendant has won whom no item holds liable, nor a branch of it, for which it answers; nothing where an item has a name that is not certain. */
function notHeld(parties: Parties, part: OperativePart, orders: OrderAmounts) {
  const held = new Set<string>(orders.flatMap(({ payers }) => payers.flatMap(({ keys }) => keys)))
  const refused = new Map<string, Sentence>()
  let rest: Sentence | undefined
  let isCertain = orders.every(
    ({ isOrdered, payers }) =>
      !isOrdered || (payers.length > 0 && payers.every(({ keys }) => keys.length > 0)),
  )
  const read = readerOf(parties)
  for (const sentence of part.items.flatMap(read.sentences)) {
    const { text } = sentence
    const against = REFUSED_AGAINST.exec(text)?.[1] ?? (NOT_LIABLE.test(text) ? text : null)
    for (const { keys } of against === null ? [] : read.passage({ offset: 0, text: against }).mentions)
      for (const key of keys) refused.set(key, sentence)
    if (REST_REFUSED.test(text)) rest = sentence
    if (REFUSES.test(text) || against !== null) continue
    for (const { keys } of sentence.mentions) {
      if (keys.length === 0) isCertain = false
      for (const key of keys) held.add(key)
    }
  }
  const answering = new Set([...held].map(headOf))
  const isAnyHeld = parties.some(({ side, key }) => side === 'defendant' && held.has(key))
  return ({ side, key }: Party): PartyOutcome | undefined => {
    const own = refused.get(key)
    const isFree = own !== undefined || (isCertain && isAnyHeld && !answering.has(key))
    if (side !== 'defendant' || held.has(key) || !isFree) return undefined
    const found = own ?? rest
    if (found === undefined) return NOTHING
    const rule = own === undefined ? 'not held liable' : 'refused against it'
    return { result: 'won', rule, evidence: excerpt(found.text), offset: found.offset }
  }
}
