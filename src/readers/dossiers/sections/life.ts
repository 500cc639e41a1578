import { z } from 'zod'
import { literals } from '../../../contract/sql.ts'
import type { Dossier, Listed, Sum } from '../dossier.ts'
import { between, type Html, html, joined, type Part } from '../html.ts'
import { formatAmount, grouped, totals } from '../money.ts'
import { itemLink } from '../references.ts'
import { code, flag, groupsBy, list, query, text, texts, viewQuery } from '../rows.ts'
import { wordFor } from '../words/words.ts'
import { isOwnClaim } from './amounts.ts'
import { casesEnforced, isAgainst } from './enforcement.ts'
import { likelyDisputes } from './families.ts'
import { isNoMeasure } from './major.ts'

/* The life of a dispute on page one: its documents by date, each with what it decides and orders. */

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

/** What a document decides of property and marks, what an objection is about, and that debts were paid or settled. */
export const stepsIn = query(
  {
    document_id: z.string(),
    kind: z.enum(steps),
    detail: z.string(),
    is_decided: z.boolean(),
    is_lifted: z.boolean(),
    property: text,
  },
  (among) => `
    SELECT enterprise_id, document_id, kind, detail, is_decided, is_lifted, any_value(property) AS property FROM stated_events
    WHERE ${among} AND document_id IS NOT NULL AND kind IN (${literals(steps)}) GROUP BY ALL ORDER BY ALL`,
)

/** Who stands on which side of a document. */
export const sidesOf = query(
  { document_id: z.string(), plaintiffs: list, defendants: list },
  (among) => `
    SELECT enterprise_id, document_id, list(name ORDER BY ordinal) FILTER (side = 'plaintiff') AS plaintiffs,
      list(name ORDER BY ordinal) FILTER (side = 'defendant') AS defendants
    FROM (SELECT enterprise_id, document_id FROM subject_documents WHERE ${among}) JOIN document_parties USING (document_id)
    WHERE name IS NOT NULL GROUP BY ALL HAVING len(plaintiffs) > 0 AND len(defendants) > 0`,
)

/** Documents about shares in the enterprise that belong to others; of those that only lift, their sentence. */
export const ownShares = query(
  { document_id: z.string(), lifting: text },
  (among) => `
    SELECT enterprise_id, document_id, any_value(evidence) FILTER (is_lifted) AS lifting FROM stated_events
    WHERE ${among} AND kind = 'shares_frozen' AND source <> 'registration' AND document_id IS NOT NULL GROUP BY ALL
    UNION SELECT l.enterprise_id, l.document_id, NULL FROM stated_events AS l SEMI JOIN (
      SELECT enterprise_id, case_key FROM stated_events WHERE kind = 'shares_frozen' AND source <> 'registration') USING (enterprise_id, case_key)
    WHERE ${among} AND l.kind = 'all_lifted' AND l.document_id IS NOT NULL ORDER BY ALL`,
)

/** What a document of a bankruptcy decides, where its outcome is only that it is a step of one. */
export const bankruptcySteps = query(
  { document_id: z.string(), stage: code('bankruptcyStage') },
  (among) => `
    SELECT enterprise_id, document_id, CASE WHEN bool_or(kind = '宣告破产') THEN 'declared' ELSE 'reorganised' END AS stage
    FROM (SELECT enterprise_id, document_id, library, case_id FROM subject_documents WHERE ${among}) JOIN case_bankruptcy USING (library, case_id)
    WHERE is_ordered AND kind IN ('宣告破产', '批准重整计划', '认可和解协议') GROUP BY ALL ORDER BY ALL`,
)

/** What a document orders others to pay, how they answer, and what of theirs it holds. */
export const otherDebtors = viewQuery('other_debtors', 'decided_on, document_id, item, amount DESC', {
  family_key: z.string(),
  document_id: z.string(),
  names: list,
  ...texts('kind', 'amount', 'currency', 'evidence', 'decided_on'),
  is_lifted: flag,
})

export const markOf = (kind: string | null) => (kind === '失信' ? 'dishonest' : 'restricted')

export const isOrder = ({ row }: Sum): boolean => row.view === 'ordered' || row.view === 'awarded'

const mostSteps = 6

/** The last documents of a dispute, those of the first days first; suits and enforcements that its heading does not name by their number, once. */
export function lifeLine(dossier: Dossier, life: readonly Listed[], heading: string | undefined): Html {
  const first = Math.max(0, life.length - mostSteps)
  const steps = life.slice(first).map((one, at) => {
    const { case_key: key, stage } = one.row
    const isNew = key !== heading && !life.slice(first, first + at).some(({ row }) => row.case_key === key)
    const isNamed = isNew && (stage === 'first instance' || stage === 'enforcement')
    return step(dossier, one, life, first + at, isNamed)
  })
  const line = html`<br><span class="minor">${life.length > mostSteps && '… → '}${joined(steps, ' → ')}</span>`
  return html`${steps.length > 0 && line}`
}

/**
 * A document in the life of a dispute, with the sums that it orders. That an appeal is decided after its enforcement began
 * cannot well be, and is said; so is that an end of enforcement is that of another debtor.
 */
function step(
  dossier: Dossier,
  { row, item }: Listed,
  life: readonly Listed[],
  at: number,
  isNamed: boolean,
): Html {
  const { words } = dossier
  const { brief: say } = words
  const { stage, outcome, document_id: id } = row
  const isEnforcing = ({ row }: Listed): boolean =>
    row.stage === 'enforcement' && !row.case_key.includes('执保')
  const isEnforced = life.slice(0, at).some(isEnforcing)
  const later = life.slice(at + 1)
  /** What was sent back is enforced, and what decided it again is not among the documents. */
  const isLost =
    later.some(isEnforcing) && !later.some(({ row }) => row.stage !== 'enforcement' && row.outcome !== null)
  const name = row.case_key.includes('执恢') ? say.resumption : words.stage[stage]
  const claimed = claimedText(dossier, row)
  // Less than was claimed, and whether the rest was refused the decision does not say.
  const decided = outcome === 'granted' && claimed !== false ? say.orderedOnly : decidedText(dossier, row)
  const ended = casesEnforced(dossier).filter(
    (one) => one.row.case_key === row.case_key && one.row.document_ids.includes(id),
  )
  const hasPaid =
    outcome === 'enforcement_suspended' &&
    ended.some((one) => isAgainst(one) && one.row.state === 'paid') &&
    dossier.held.rows(stepsIn).some((one) => one.document_id === id && one.kind === 'paid')
  const isOfOther =
    hasPaid ||
    ((outcome === 'enforcement_suspended' || outcome === 'enforcement_ended') &&
      ended.some(({ row: { state } }) => state === 'open' || state === 'unknown'))
  const shares = dossier.held.rows(ownShares).find(({ document_id }) => document_id === id)
  const lifted = shares?.lifting?.replace(/^.*?对/, '').replace(/的?(?:冻结|查封)[^股]*$/, '')
  const whose =
    lifted &&
    html`${words.colon}${words.names.property(lifted) ?? dossier.plain(lifted, 'prose', row.persons)}`
  const ofShares = shares !== undefined && between(words.inBrackets, [html`${say.ofOwnShares}${whose}`])
  const number = isNamed && html` ${dossier.show(row.case_key, 'label')}`
  return html`${row.decided_on} ${name} ${hasPaid && say.paidInstead}${decided}${claimed}${orderedText(dossier, row)}${othersText(dossier, id)}${ofShares}${outcome === 'remanded' && between(words.inBrackets, [html`${say.isVoid}${isLost && say.notDecidedAgain}`])}${stage === 'appeal' && isEnforced && say.late}${isOfOther && say.ofOther}${number} ${itemLink(item)}`
}

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
  }: Listed['row'],
): Part {
  const { words, held, show, plain } = dossier
  const said = held.rows(stepsIn).filter(({ document_id }) => document_id === id)
  const decides = said.filter((one) => one.is_decided)
  const ofProperty = (of: typeof said): Part => {
    const property = of.find(({ property }) => property !== null)?.property
    const thing = property && (words.names.property(property) ?? plain(property, 'prose', persons))
    return thing && html`${words.colon}${thing}`
  }
  const imposed = decides.filter((one) => !one.is_lifted)
  const measures = Object.entries(words.brief.measures).filter(([name]) =>
    imposed.some(({ detail }) => detail === name),
  )
  if (outcome === 'seized' && measures.length > 0) {
    const thing =
      measures.length === 1 && imposed.some(({ kind }) => kind === 'auctioned') && ofProperty(imposed)
    return html`${measures.map(([, said]) => said).join(words.standing.list)}${thing}`
  }
  if (outcome === 'ended' && key.includes('民督')) return words.brief.lapsedOrder
  const ruling = rulings.find(([of, decides]) => of === outcome && decides.test(evidence ?? ''))
  if (ruling !== undefined) return words.brief.decided[ruling[2]]
  const step = held.rows(bankruptcySteps).find(({ document_id }) => document_id === id)
  if (outcome === 'bankruptcy_step' && step !== undefined) return words.bankruptcyStage[step.stage]
  const why = ground !== null && between(words.inBrackets, [words.stayGround[ground]])
  if (outcome === 'objection_refused' || outcome === 'objection_upheld') {
    const [, who] = objector.exec(evidence ?? '') ?? []
    const thing = ofProperty(said.filter((one) => !one.is_decided))
    const whose =
      who !== undefined && between(words.inBrackets, [html`${show(who, 'party', persons)}${thing}`])
    return html`${words.outcome[outcome]}${whose}`
  }
  const isSettled =
    outcome === 'enforcement_ended' &&
    casesEnforced(dossier).some(({ row }) => row.case_key === key && row.end_reasons.includes('双方和解'))
  if (outcome !== null)
    return html`${wordFor(words.outcome, outcome)}${isSettled && words.brief.onSettlement}${why}`
  const own = decides.flatMap(({ kind, is_lifted: isLifted }) => {
    if (kind !== 'dishonest' && kind !== 'restricted') return []
    return isLifted ? between(words.brief.lifts, [words.flag[kind]]) : html`${words.flag[kind]}`
  })
  const ofOthers = held
    .rows(otherDebtors)
    .filter((one) => one.document_id === id && one.is_lifted === true)
    .map(({ kind, names }) => {
      const whose = between(words.inBrackets, [show(names[0] ?? null, 'party')])
      return between(words.brief.lifts, [html`${words.flag[markOf(kind)]}${whose}`])
    })
  const named = [...own, ...ofOthers]
  if (named.length > 0) return joined(named, words.comma)
  const isPaid = said.some((one) => one.kind === 'paid')
  return isPaid ? words.enforcementState.paid : kind && wordFor(words.term, kind)
}

/** Who objects, by name: 驳回某公司的异议. */
const objector =
  /驳回(?:异议人|案外人|申请人|利害关系人|被执行人|第三人)*(?!申请|异议|原告|被告|当事人|其|该)((?:(?!对|要求|关于|就)[^，。；、（]){2,40}?)(?:（[^）]*）)?(?:提出)?的(?:执行)?异议/

/** What a ruling decided whose outcome only names its matter; of what was decided before, another one says. */
const rulings = [
  ['jurisdiction', /驳回[^，。；]*异议/, 'refused'],
  ['jurisdiction', /移送/, 'moved'],
  ['procedural', /^(?!.*(?:复议|异议|解除|变更)).*(?:驳回|不予准许)[^，。；]*保全(?:的)?申请/s, 'unheld'],
] as const

/** Whether who sued asks for it, where that is known: a judgment may also tell what the other side asked for. */
const isAskedBy = ({ payees }: Sum['row'], plaintiffs: readonly string[]): boolean =>
  payees === null ||
  payees.length === 0 ||
  plaintiffs.length === 0 ||
  payees.some((one) => plaintiffs.includes(one))

/** What who sued claimed, where less was granted. */
function claimedText(
  { words, payments, held }: Dossier,
  { document_id: document, outcome, role }: Listed['row'],
): Part {
  if (outcome !== 'partly_granted' && outcome !== 'dismissed' && outcome !== 'granted') return false
  const sides = held.rows(sidesOf).find((one) => one.document_id === document)
  const claims = payments.filter(
    ({ row }) =>
      row.view === 'claimed' &&
      isOwnClaim(row) === (role === 'plaintiff') &&
      row.document_id === document &&
      isAskedBy(row, sides?.plaintiffs ?? []) &&
      row.not_counted_because !== isNoMeasure,
  )
  const sumOf = (of: readonly Sum[]): bigint => totals(of).reduce((sum, { total }) => sum + total, 0n)
  const granted = payments.filter(
    (sum) => isOrder(sum) && sum.row.document_id === document && sum.row.not_counted_because !== isNoMeasure,
  )
  if (outcome === 'granted' && (granted.length === 0 || sumOf(claims) <= sumOf(granted))) return false
  return claims.length > 0 && between(words.brief.claimedSum, [fewSums(words, claims).join(words.comma)])
}

const mostSums = 3

/** What a document orders, or a later one took away of it; of one that dismisses a suit, that it is no sum of that suit; of one that changes an item, what all that stand come to. */
function orderedText(
  dossier: Dossier,
  { document_id: document, outcome, family_key: family }: Listed['row'],
): Part {
  const { words, payments } = dossier
  const disputeOf = likelyDisputes(dossier)
  const orders = payments.filter(isOrder)
  const sums = orders.filter(
    ({ row }) =>
      row.document_id === document && row.effectiveness !== null && row.not_counted_because !== isNoMeasure,
  )
  const shown = fewSums(words, sums).join(words.comma)
  if (shown === '') return false
  if (outcome === 'partly_reversed') {
    const standing = orders.filter(
      ({ row }) => row.is_counted && row.amount !== null && disputeOf(row.family_key) === disputeOf(family),
    )
    const [all, ...more] = totals(standing)
    const own = totals(sums).reduce((sum, { total }) => sum + total, 0n)
    const isMore = all !== undefined && more.length === 0 && all.total > own
    const whole = isMore && words.sum(all.currency, grouped(all.total))
    return html` ${shown}${whole && between(words.brief.withRest, [whole])}`
  }
  if (outcome !== 'dismissed') return ` ${shown}`
  const isOwed = sums.every(({ row }) => row.view === 'ordered')
  return between(isOwed ? words.brief.allTheSame : words.brief.allTheSameToIt, [shown])
}

/** A few sums by themselves, more by what they come to. */
const fewSums = <Row extends { readonly amount: string | null; readonly currency: string | null }>(
  words: Dossier['words'],
  sums: readonly { readonly row: Row }[],
): string[] =>
  totals(sums).map(({ currency, total, sums: of }) =>
    of.length > mostSums
      ? words.sum(currency, grouped(total))
      : words.sum(currency, of.map(({ row }) => formatAmount(row.amount ?? '0')).join(' + ')),
  )

/** What a document orders others to pay, or holds of theirs: its own sums do not say that. */
function othersText(dossier: Dossier, document: string): Part {
  const { words, show, held } = dossier
  const { brief: say, standing } = words
  const rows = held
    .rows(otherDebtors)
    .filter((one) => one.document_id === document && (one.kind === null || one.kind === '保全'))
  const byWhom = [...groupsBy(rows, ({ names, kind }) => `${kind ?? ''} ${names.join('、')}`).values()]
  const shown = byWhom.map((of) => {
    const [first] = of
    const names = joined(
      (first?.names ?? []).slice(0, 2).map((name) => show(name, 'party')),
      standing.list,
    )
    const sums = fewSums(
      words,
      of.flatMap((row) => (row.amount === null ? [] : [{ row }])),
    )
    return between(
      first?.kind === null ? say.otherPays : sums.length > 0 ? say.otherHeld : say.otherHeldOnly,
      [names, sums.join(words.comma)],
    )
  })
  return shown.length > 0 && between(words.inBrackets, [joined(shown.slice(0, mostSums), words.comma)])
}
