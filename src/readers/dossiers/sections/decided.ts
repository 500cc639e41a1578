import { z } from 'zod'
import { literals } from '../../../contract/sql.ts'
import { findAmounts } from '../../../legal/amounts.ts'
import { parseNumeral } from '../../../legal/numerals.ts'
import { type Dossier, type Listed, once, type Sum } from '../dossier.ts'
import { between, type Html, html, joined, type Part } from '../html.ts'
import { formatAmount } from '../money.ts'
import {
  code,
  flag,
  list,
  query,
  type Role,
  type RowOf,
  type Stage,
  text,
  texts,
  viewQuery,
} from '../rows.ts'
import { wordFor } from '../words/words.ts'
import { casesEnforced } from './enforcement.ts'
import { remarkOf } from './natures.ts'
import { around, mostNamed } from './phrases.ts'

/* What a document decides, in a few words of page one. */

const steps = [
  'frozen',
  'waiting',
  'seized',
  'detained',
  'taken',
  'auctioned',
  'dishonest',
  'restricted',
  'paid',
  'settled',
] as const

/** Who stands on which side of a document, and who of them had sued, where its text tells what they were before. */
export const sidesOf = query(
  { document_id: z.string(), plaintiffs: list, defendants: list, suing: list },
  (among) => `
    SELECT enterprise_id, document_id, list(name ORDER BY ordinal) FILTER (side = 'plaintiff') AS plaintiffs,
      list(name ORDER BY ordinal) FILTER (side = 'defendant') AS defendants,
      coalesce(list(name ORDER BY ordinal) FILTER ((library, case_id, name_key) IN (SELECT (library, case_id, name_key) FROM case_parties WHERE original_side = 'plaintiff')), []) AS suing
    FROM (SELECT enterprise_id, document_id, library, case_id FROM subject_documents WHERE ${among}) JOIN document_parties USING (document_id)
    WHERE name IS NOT NULL GROUP BY ALL HAVING len(plaintiffs) > 0 AND len(defendants) > 0`,
)

export const sidesById = once(
  ({ rowsOf }) => new Map(rowsOf(sidesOf).map((sides) => [sides.document_id, sides])),
)

export const isReview = ({ row: { stage } }: Pick<Listed, 'row'>): boolean =>
  stage === 'appeal' || stage === 'retrial'

/** Who sued or enforces against whom, by the first document that has both sides, of the suit if one has: a preservation may be against fewer; by an appeal only as they stood below, where that is certain. */
export function opponents(dossier: Dossier, life: readonly Listed[], role: Role | undefined): Html {
  const { words, subject, say, partiesText } = dossier
  const { enforcement } = words
  const isSuit = ({ row: { stage } }: Listed) => stage === 'first instance'
  const [found] = [...life]
    .sort((a, b) => Number(isReview(a)) - Number(isReview(b)) || Number(isSuit(b)) - Number(isSuit(a)))
    .flatMap((listed) => {
      const { document_id, role, original_role: original } = listed.row
      const sides = sidesById(dossier).get(document_id)
      if (sides === undefined) return []
      const { plaintiffs, defendants, suing } = sides
      const others = [...plaintiffs, ...defendants].filter((name) => !suing.includes(name))
      if (isReview(listed) && suing.length > 0 && others.length > 0)
        return [{ sides: [suing, others], isKnown: true }]
      // 原告（案外人） sues, whatever it was in the enforcement.
      const isSwapped = original !== null && original !== role && !isSuit(listed)
      // Of several appellees one may have sued, and another been sued beside who appeals.
      const isSure =
        original !== null && (defendants.length === 1 || (original === 'plaintiff' && !isSwapped))
      const both = [plaintiffs, defendants]
      return [{ sides: isSwapped ? both.reverse() : both, isKnown: isSure || !isReview(listed) }]
    })
  if (found === undefined) {
    const has = (wanted: Stage): boolean => life.some(({ row: { stage } }) => stage === wanted)
    const own = has('enforcement') ? enforcement.byIt : has('first instance') ? say.asSuing : say.asApplicant
    // A fine is enforced without an applicant.
    const isEnforced = life.length === 0 || (has('enforcement') && !life.some(isCriminal))
    return html`${role === 'plaintiff' ? own : isEnforced ? say.noApplicant : say.noOpponent}`
  }
  const sides = found.sides.map((all) => {
    const ownFirst = [...all].sort((a, b) => Number(b === subject.name) - Number(a === subject.name))
    return html`${partiesText(ownFirst.slice(0, mostNamed))}${all.length > mostNamed && between(say.more, [all.length])}`
  })
  return between(found.isKnown ? say.against : say.with, sides)
}

const isCriminal = ({ row }: Listed): boolean => /刑/.test(row.case_key)

/** What a document decides of property and marks, what an objection is about, and that debts were paid or settled. */
export const stepsIn = query(
  {
    document_id: z.string(),
    kind: z.enum(steps),
    detail: z.string(),
    is_decided: z.boolean(),
    is_lifted: z.boolean(),
    is_named: z.boolean(),
    property: text,
    is_sale: flag,
    ...texts('amount', 'currency'),
  },
  (among) => `
    SELECT enterprise_id, document_id, kind, detail, is_decided, is_lifted, is_named, any_value(property) AS property, bool_or(contains(evidence, '变卖')) AS is_sale,
      CASE WHEN min(amount) = max(amount) THEN min(amount) END AS amount, min(currency) AS currency FROM stated_events
    WHERE ${among} AND document_id IS NOT NULL AND kind IN (${literals(steps)}) GROUP BY ALL ORDER BY ALL`,
)

/** What a document of a bankruptcy decides, where its outcome is only that it is a step of one. */
export const bankruptcySteps = query(
  { document_id: z.string(), stage: code('bankruptcyStage') },
  (among) => `
    WITH d AS (SELECT enterprise_id, document_id, library, case_id FROM subject_documents WHERE ${among}), steps AS (
      SELECT enterprise_id, document_id, kind FROM d JOIN case_bankruptcy USING (library, case_id) WHERE is_ordered
      UNION ALL SELECT enterprise_id, document_id, kind FROM d JOIN document_events USING (document_id) WHERE is_decided)
    SELECT enterprise_id, document_id, CASE WHEN bool_or(kind = '宣告破产') THEN 'declared' WHEN bool_or(kind = '批准重整计划') THEN 'reorganised' ELSE 'composed' END AS stage
    FROM steps WHERE kind IN ('宣告破产', '批准重整计划', '认可和解协议') GROUP BY ALL ORDER BY ALL`,
)

/** What a document orders others to pay, how they answer, and what of theirs it holds. */
export const otherDebtors = viewQuery('other_debtors', 'decided_on, document_id, item, amount DESC', {
  family_key: z.string(),
  document_id: z.string(),
  names: list,
  ...texts('kind', 'amount', 'currency', 'evidence', 'decided_on', 'since'),
  is_lifted: flag,
})

/** Decisions by which it answers for what another owes. */
export const guarantees = viewQuery('guarantees', 'document_id, kind', {
  document_id: z.string(),
  family_key: z.string(),
  kind: z.string(),
  debtors: list,
  ...texts('debt', 'currency', 'share', 'most', 'effectiveness', 'evidence'),
  is_of_rest: flag,
  has_recourse: flag,
})

export type GuaranteeRow = RowOf<typeof guarantees>

/** A decision that a later one took away creates no liability. */
export const isStanding = (effectiveness: string | null): boolean =>
  effectiveness !== 'superseded' && effectiveness !== 'lapsed'

/** For what part of a debt of another it answers, and whose the debt is. */
export function shareOf(dossier: Dossier, row: GuaranteeRow): Part[] {
  const { liability: say } = dossier.say
  const isOfRest = row.is_of_rest === true
  return [
    row.share === null
      ? isOfRest && say.ofRest
      : between(isOfRest ? say.shareOfRest : say.share, [row.share]),
    row.debtors.length > 0 && between(say.debtors, [dossier.partiesText(row.debtors)]),
  ]
}

/** How it answered for the debt of another by a decision that a later one took away: what stands is said of the dispute. */
export function liableThen(dossier: Dossier, document: string): Part {
  const { words, rowsOf, say, inBrackets } = dossier
  const row = rowsOf(guarantees).find((one) => one.document_id === document && !isStanding(one.effectiveness))
  if (row === undefined) return false
  const share = inBrackets(shareOf(dossier, row), words.standing.comma)
  return between(say.ownLiable, [html`${wordFor(words.term, row.kind)}${share}`])
}

const refusedSums = query(
  { document_id: z.string(), amount: z.string(), currency: text },
  (among) => `
    SELECT enterprise_id, document_id, min(amount) AS amount, min(currency) AS currency FROM text_mentions
    WHERE ${among} AND matter = 'preservation' AND amount IS NOT NULL GROUP BY ALL HAVING min(amount) = max(amount) ORDER BY ALL`,
)

export const markOf = (kind: string | null) => (kind === '失信' ? 'dishonest' : 'restricted')

/** What a document decides: that it sells, its outcome, the marks that it imposes or lifts, or else its kind. */
export function decidedText(
  dossier: Dossier,
  {
    document_id: id,
    case_key: key,
    outcome,
    evidence,
    stay_ground: ground,
    document_kind: kind,
    persons,
    role,
    subject_outcome: result,
  }: Listed['row'],
): Part {
  const { words, show, showWords, say, rowsOf, inBrackets } = dossier
  const said = rowsOf(stepsIn).filter(({ document_id }) => document_id === id)
  const decides = said.filter((one) => one.is_decided)
  const isPaid = said.some((one) => one.kind === 'paid')
  const ofProperty = (of: typeof said): Part => {
    const property = of.find(({ property }) => property !== null)?.property
    const thing = property && showWords('property', property, persons)
    return thing && html`${words.colon}${thing}`
  }
  /** What an order on another's property says of whatever is worth as much names nobody. */
  const isOfAnother = rowsOf(otherDebtors).some((one) => one.document_id === id && one.kind === '保全')
  const imposed = decides.filter((one) => !one.is_lifted && (one.is_named || !isOfAnother))
  const measures = Object.entries(say.measures).filter(([name]) =>
    imposed.some(({ detail }) => detail === name),
  )
  if (outcome === 'seized' && measures.length > 0) {
    const auctioned = measures.length === 1 ? imposed.filter(({ kind }) => kind === 'auctioned') : []
    const orSale = auctioned.some((one) => one.is_sale === true) && say.orSale
    const thing = (auctioned.length > 0 || !key.includes('执')) && ofProperty(imposed)
    const limits = new Set(imposed.map(({ amount }) => amount))
    const [limit = null] = limits.size === 1 ? limits : []
    const upTo = limit !== null && upToText(dossier, imposed[0]?.currency ?? 'CNY', limit)
    return html`${measures.map(([, said]) => said).join(words.standing.list)}${orSale}${thing}${upTo}${isOfOwnOnly(dossier, id, key) && say.ofOwnOnly}`
  }
  if (outcome === 'seized') {
    // Of another's property by the words of the item alone.
    const named = Object.entries(say.measures).filter(([name]) => evidence?.includes(name))
    const kinds = named.filter(
      ([name]) => !named.some(([longer]) => longer !== name && longer.endsWith(name)),
    )
    const [sum, more] = findAmounts(evidence ?? '')
    const upTo = sum?.amount != null && more === undefined && upToText(dossier, sum.currency, sum.amount)
    if (kinds.length > 0) return html`${kinds.map(([, said]) => said).join(words.standing.list)}${upTo}`
  }
  if (outcome === 'ended' && key.includes('民督'))
    return html`${remarkOf(dossier, id, 'objection_upheld') === undefined ? say.lapsedOrder : say.lapsedOnObjection}${isPassedToSuit(evidence) && say.passedToSuit}`
  const ruling = rulings.find(([of, decides]) => of === outcome && decides.test(evidence ?? ''))
  if (ruling !== undefined)
    return html`${say.decided[ruling[2]]}${ruling[2] === 'unheld' && askedFor(dossier, id)}${ruling[2] === 'refused' && objectorOf(dossier, evidence, persons)}`
  const step = rowsOf(bankruptcySteps).find(({ document_id }) => document_id === id)
  if (outcome === 'bankruptcy_step' && step !== undefined) return words.bankruptcyStage[step.stage]
  const why = ground !== null && between(words.inBrackets, [words.stayGround[ground]])
  if (outcome === 'objection_refused' || outcome === 'objection_upheld') {
    const thing = ofProperty(said.filter((one) => !one.is_decided))
    const isClaimed = remarkOf(dossier, id, 'claimed_as_own') !== undefined && say.claimedAsOwn
    return html`${words.outcome[outcome]}${objectorOf(dossier, evidence, persons, html`${thing}${isClaimed}`)}`
  }
  const enforced = casesEnforced(dossier).filter(({ row }) => row.case_key === key)
  if (outcome === 'enforcement_ended' && decides.some((one) => one.kind === 'paid'))
    return words.enforcementState.paid
  /** A notice that all was paid. */
  if (outcome === 'enforcement_ordered' && isPaid && enforced.some(({ row: { state } }) => state === 'paid'))
    return words.enforcementState.paid
  const isSettled =
    outcome === 'enforcement_ended' && enforced.some(({ row }) => row.end_reasons.includes('双方和解'))
  if (outcome === 'listed_dishonest') {
    const [, years] = /期限为?([一二两三1-3])年/.exec(evidence ?? '') ?? []
    const about = inBrackets([
      role === 'plaintiff' && say.theOther,
      years !== undefined && between(say.termOf, [parseNumeral(years)]),
    ])
    return html`${words.outcome[outcome]}${about}`
  }
  if (outcome === 'convicted' && result === 'neutral' && role === 'defendant')
    return html`${words.outcome[outcome]}${say.convictsOthers}`
  if (outcome !== null)
    return html`${wordFor(words.outcome, outcome)}${isSettled && (remarkOf(dossier, id, 'instalments') === undefined ? say.onSettlement : say.byInstalments)}${movedTo(dossier, outcome, evidence)}${why}${finedIn(dossier, id)}${outcome === 'fined' && penalisedText(dossier, evidence, persons)}`
  const own = decides.flatMap(({ kind, is_lifted: isLifted }) => {
    if (kind !== 'dishonest' && kind !== 'restricted') return []
    return isLifted ? between(say.lifts, [words.flag[kind]]) : html`${words.flag[kind]}`
  })
  const ofOthers = rowsOf(otherDebtors)
    .filter((one) => one.document_id === id && (one.kind === '失信' || one.kind === '限高'))
    .map(({ kind, names, is_lifted: isLifted }) => {
      const whose = between(words.inBrackets, [show(names[0] ?? null, 'party')])
      const mark = html`${words.flag[markOf(kind)]}${whose}`
      return isLifted === true ? between(say.lifts, [mark]) : mark
    })
  const named = [...own, ...ofOthers]
  if (named.length > 0) return joined(named, words.comma)
  if (isPaid) return words.enforcementState.paid
  return key.includes('破申') && kind === '通知书' ? say.underReview : kind && wordFor(words.term, kind)
}

const upToText = ({ words }: Dossier, currency: string, limit: string): Part =>
  between(words.inBrackets, [between(words.standing.upTo, [words.sum(currency, formatAmount(limit))])])

/** Whether a preservation against several holds property of the enterprise alone. An enforcement may take another's without holding it. */
function isOfOwnOnly(dossier: Dossier, document: string, key: string): boolean {
  const owing = sidesById(dossier).get(document)?.defendants ?? []
  const isHeld = dossier.listed([document])[0]?.row.text_state === 'held'
  const isPreserved = !key.includes('执') || key.includes('执保')
  const isOfOthers = dossier.rowsOf(otherDebtors).some((one) => one.document_id === document)
  return isHeld && isPreserved && owing.length > 1 && owing.includes(dossier.subject.name) && !isOfOthers
}

/** Up to what sum a preservation was asked for that was refused. */
function askedFor({ say, rowsOf, sumText }: Dossier, document: string): Part {
  const asked = rowsOf(refusedSums).find(({ document_id }) => document_id === document)
  return asked !== undefined && between(say.askedFor, [sumText(asked)])
}

/** What the enterprise is fined by a document. */
export function finedIn({ payments, say, sumText }: Dossier, document: string): Part {
  const fines = payments.filter(({ row }) => isFine(row) && row.document_id === document)
  const sums = fines.map(({ row }) => html`${sumText(row)}`)
  return around(say.fined, sums, ' + ')
}

/** Whom a penalty of a court is on, where its sentence names another and not the enterprise: 对某人罚款, 对某人拘留十五日. */
function penalisedText(
  { say, show, subject }: Dossier,
  evidence: string | null,
  persons: Listed['row']['persons'],
): Part {
  const [, who] = /对([^，。；、]{2,24}?)(?:处以|处|予以)?(?:司法)?(?:罚款|拘留)/.exec(evidence ?? '') ?? []
  const isOther = who !== undefined && !/被执行人$|企业|公司/.test(who) && !evidence?.includes(subject.name)
  return isOther && between(say.ofNamed, [show(who, 'party', persons)])
}

export const isFine = ({ view, amount_role: role }: Sum['row']): boolean =>
  view === 'ordered' && role === '罚款'

/** The court that a case was sent to. */
function movedTo({ words, showName }: Dossier, outcome: string, evidence: string | null): Part {
  const [, court] =
    (outcome === 'transferred' && /移送(?:至|到)?([^，。；]{2,30}?法院)/.exec(evidence ?? '')) || []
  return court !== undefined && between(words.inBrackets, [showName('court', court)])
}

/** Whether the end of a payment order says that a suit follows. */
export const isPassedToSuit = (evidence: string | null): boolean =>
  /(?<!不(?:同意|愿意?|再|予)?|是否|可以?|失效的，)转入诉讼(?![^。；]*除外)/.test(evidence ?? '')

/** Who objects, by name: 驳回某公司的异议, 驳回被告某公司对本案管辖权提出的异议; and to what, if given. */
function objectorOf(
  { words, show }: Dossier,
  evidence: string | null,
  persons: Listed['row']['persons'],
  thing: Part = false,
): Part {
  const [, who] = objector.exec(evidence ?? '') ?? []
  return who !== undefined && between(words.inBrackets, [html`${show(who, 'party', persons)}${thing}`])
}
const objector =
  /驳回(?:异议人|案外人|申请人|利害关系人|被执行人|第三人|被告)*(?!申请|异议|原告|被告|当事人|其|该)((?:(?!对|要求|关于|就)[^，。；、（]){2,40}?)(?:（[^）]*）)?(?:对本案(?:的)?管辖权?)?(?:提出)?的(?:执行|管辖权?)?异议/

/** What a ruling decided whose outcome only names its matter; of what was decided before, another one says. */
const rulings = [
  ['jurisdiction', /驳回[^，。；]*异议/, 'refused'],
  ['jurisdiction', /移送/, 'moved'],
  ['bankruptcy_refused', /驳回/, 'dismissed'],
  ['procedural', /^(?!.*(?:复议|异议|解除|变更)).*(?:驳回|不予准许)[^，。；]*保全(?:的)?申请/s, 'unheld'],
] as const
