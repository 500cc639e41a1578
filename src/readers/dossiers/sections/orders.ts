import { z } from 'zod'
import { findAmounts } from '../../../legal/amounts.ts'
import type { Dossier, Sum } from '../dossier.ts'
import { between, type Html, html, joined, type Part } from '../html.ts'
import { grouped, hundredths } from '../money.ts'
import { itemLink } from '../references.ts'
import { groupsBy, query, type RowOf, text, texts } from '../rows.ts'
import { wordFor } from '../words/words.ts'
import { type GuaranteeRow, guarantees, isStanding, markOf, otherDebtors, shareOf } from './decided.ts'
import { isOrder } from './life.ts'
import { standingIn } from './lives.ts'
import { mentions, naturesText, remarkOf, remarks } from './natures.ts'
import { mostNamed, said } from './phrases.ts'

/* What decisions say beside the sums that they order: interest, set-off, who answers beside it, and for whom it answers. */

/** Interest until all is paid, as the item of a list words it. */
const runsOn =
  "regexp_matches(evidence, '利息|罚息|违约金|占用费|滞纳金') AND regexp_matches(evidence, '(付清|清偿|还清|履行|给付|返还|偿还|支付|付款)[^，。；、]{0,6}(之日|为止|日止)')"

/** With the term of the loan prime rate, where the text says it. */
const benchmark =
  "CASE WHEN benchmark = 'LPR' AND rate_text LIKE '%年期%' THEN CASE WHEN regexp_matches(rate_text, '[一1]\\s?年期') THEN '一年期LPR' ELSE '五年期以上LPR' END ELSE benchmark END"

/** All terms of one period: of several, the first would mislead. */
const isWhole =
  "(regexp_matches(evidence, '年利率[0-9.]+[%％]|一年期贷款市场报价利率') AND NOT regexp_matches(evidence, '倍|上浮|加计|下浮|利率.*利率'))"

/** What the item of a list states in these words, where it states a rate: a part of the terms would mislead. */
const stated = (words: string, type: string): string =>
  `CASE WHEN ${isWhole} THEN try_cast(nullif(regexp_extract(evidence, '${words}', 1), '') AS ${type}) END`

/** Decisions that order interest until all is paid: no sum has it. What the law doubles for delay runs on every judgment. */
const withInterest = query(
  {
    document_id: z.string(),
    ...texts('base_amount', 'currency', 'from_on', 'benchmark'),
    rate_percent: z.number().nullable(),
    rate_period: z.enum(['year', 'month', 'day']).nullable(),
    multiple: z.number().nullable(),
  },
  (among) => `
    SELECT DISTINCT enterprise_id, document_id, base_amount, currency, from_on, ${benchmark} AS benchmark, rate_percent, rate_period, multiple FROM (SELECT enterprise_id, document_id, library, case_id FROM subject_documents WHERE ${among})
    JOIN case_interest USING (library, case_id)
    ANTI JOIN (SELECT library, case_id, item FROM ordered_payments JOIN case_amounts USING (library, case_id, ordinal) WHERE ${among} AND effectiveness = 'superseded') USING (library, case_id, item)
    WHERE is_running AND kind IS DISTINCT FROM '迟延履行利息'
    UNION SELECT DISTINCT enterprise_id, document_id, ${stated('以(?:人民币)?([0-9.]+)元为基数', 'DECIMAL(20, 2)')}, 'CNY',
      try_strptime(${stated('自([0-9]{4}年[0-9]{1,2}月[0-9]{1,2}日)起', 'VARCHAR')}, '%Y年%m月%d日')::DATE, CASE WHEN ${isWhole} AND contains(evidence, '贷款市场报价利率') THEN '一年期LPR' END,
      ${stated('年利率([0-9.]+)[%％]', 'DOUBLE')}, CASE WHEN ${isWhole} THEN 'year' END, CASE WHEN ${isWhole} THEN 1 END FROM ordered_payments
    WHERE ${among} AND basis = 'list' AND effectiveness IS DISTINCT FROM 'superseded' AND ${runsOn} ORDER BY ALL`,
)

/** Decisions whose sums are what is left after claims were set off. */
const netted = query(
  { document_id: z.string() },
  (among) => `
    SELECT DISTINCT enterprise_id, document_id FROM ordered_payments
    WHERE ${among} AND regexp_matches(evidence, '(相互|互负债务)[^，。；]{0,4}抵(销|扣|顶)|抵销[^，。；]{0,6}后|经抵销') ORDER BY ALL`,
)

/** Fees of a suit that it alone bears. */
const feesBorne = query(
  { document_id: z.string(), amount: z.string(), currency: text },
  (among) => `
    SELECT enterprise_id, document_id, sum(amount)::DECIMAL(20,2) AS amount, min(currency) AS currency FROM (SELECT enterprise_id, document_id, library, case_id FROM subject_documents WHERE ${among})
    JOIN case_fees USING (library, case_id) JOIN (SELECT enterprise_id, name FROM current_names) USING (enterprise_id)
    WHERE bearers = [name] AND contains(fee, '受理费') AND amount IS NOT NULL GROUP BY ALL ORDER BY ALL`,
)

/** Court fees that it bears in a dispute, by decisions that stand. */
export function feesText(dossier: Dossier, dispute: string): Part {
  const { rowsOf, say, sumText } = dossier
  const standing = standingIn(dossier, dispute, 'whole')
  const borne = rowsOf(feesBorne).filter(({ document_id: id }) => standing.has(id))
  const sums = borne.map((row) => sumText(row))
  return sums.length > 0 && between(say.feesBorne, [sums.join(' + ')])
}

const missing = '下落不明'
const isMark = ({ kind }: RowOf<typeof otherDebtors>): boolean =>
  kind === '失信' || kind === '限高' || kind === missing

/** `isAtStake`: it owes a sum in the dispute itself. `isFreed`: others are ordered to pay in it, and not the enterprise. */
export function besideSums(
  dossier: Dossier,
  dispute: string,
  isAtStake: boolean,
): { readonly text: Html; readonly isFreed: boolean } {
  const { payments, rowsOf, say, disputeOf } = dossier
  const guarantee = rowsOf(guarantees).find(
    ({ family_key, effectiveness }) => disputeOf(family_key) === dispute && isStanding(effectiveness),
  )
  const orders = payments.filter((sum) => isOrder(sum) && disputeOf(sum.row.family_key) === dispute)
  const ordering = new Set(orders.flatMap(({ row }) => (row.is_counted ? [row.document_id] : [])))
  const besideIt = rowsOf(otherDebtors).filter(
    (one) => one.kind !== '保全' && disputeOf(one.family_key) === dispute,
  )
  const marked = besideIt.filter((one) => isMark(one) && one.is_lifted !== true)
  const others = besideIt.filter((one) => !isMark(one))
  const ofOrders = <Row extends { readonly document_id: string }>(rows: readonly Row[]) =>
    rows.filter(({ document_id: id }) => ordering.has(id))
  const standing = standingIn(dossier, dispute, 'part')
  const running = ofOrders(rowsOf(withInterest))
  const [net] = ofOrders(rowsOf(netted))
  const besides =
    guarantee === undefined
      ? besideText(
          dossier,
          ofOrders(others),
          others.filter((one) => standing.has(one.document_id)),
        )
      : liableText(dossier, guarantee, ordering.size > 0)
  return {
    text: html`${branchText(dossier, dispute)}${running.length > 0 && interestText(dossier, running)}${net !== undefined && html`${say.netted}${setOffText(dossier, net.document_id)}`}${besides}${priorityText(dossier, dispute)}${markedText(dossier, marked)}${uncredited(dossier, dispute)}`,
    isFreed: !isAtStake && guarantee === undefined && orders.length === 0 && others.length > 0,
  }
}

/** Sums of a dispute that a branch of the enterprise is ordered to pay, by decisions that no later one took away. */
export const ofBranch = ({ payments, disputeOf }: Dossier, dispute: string): Sum[] =>
  payments.filter(
    ({ row }) =>
      row.not_counted_because === 'a branch of it is ordered to pay' &&
      isStanding(row.effectiveness) &&
      disputeOf(row.family_key) === dispute,
  )

function branchText(dossier: Dossier, dispute: string): Part {
  const sums = ofBranch(dossier, dispute).map(({ row }) => dossier.sumText(row))
  return sums.length > 0 && between(dossier.say.branchPays, [sums.join(' + ')])
}

/** What a court found that the sides owed each other; where there are two sums, whether they yield what it ordered. */
function setOffText(dossier: Dossier, document: string): Part {
  const { words, payments, plain, show, say, personsIn } = dossier
  const found = remarkOf(dossier, document, 'set_off')?.evidence
  if (found == null) return false
  const sums = findAmounts(found).flatMap(({ amount }) => (amount === null ? [] : [hundredths(amount)]))
  const ordered = payments.flatMap(({ row }) =>
    row.document_id === document && row.view !== 'claimed' && row.amount !== null
      ? [hundredths(row.amount)]
      : [],
  )
  const [one, other, ...more] = sums
  const isTwo = one !== undefined && other !== undefined && more.length === 0
  const left = isTwo ? (one > other ? one - other : other - one) : undefined
  const owing = found.split('，').map((part, at) => {
    const [, who = ''] = /^(?:而|且|同时)?(.*?)(?:应|尚欠|欠付)/.exec(part) ?? []
    return between(say.owes, [show(who, 'party'), words.sum('CNY', grouped(sums[at] ?? 0n))])
  })
  const shown =
    words.code === 'en' ? joined(owing, words.standing.list) : plain(found, 'prose', personsIn(document))
  return between(left === undefined || ordered.includes(left) ? say.setOff : say.setOffApart, [shown])
}

const mostCharacters = 50

/** Whose claim is paid first out of what, as a decision says that no later one changed. */
function priorityText(dossier: Dossier, dispute: string): Html[] {
  const { show, showWords, listed, rowsOf, say } = dossier
  const standing = standingIn(dossier, dispute, 'part')
  const found = rowsOf(remarks).filter(({ document_id: id, kind }) => kind === 'priority' && standing.has(id))
  return found.slice(-mostNamed).map(({ document_id: id, names: [name = ''] = [], evidence: over }) => {
    const [document] = listed([id])
    const persons = document?.row.persons ?? []
    const thing = over === null ? say.notNamed : showWords('property', over, persons, mostCharacters)
    return html`${between(say.priority, [show(name, 'party'), thing])} ${document !== undefined && itemLink(document.item)}`
  })
}

/** A payment that was alleged and that the court did not credit: creditors or others may raise it. */
function uncredited(dossier: Dossier, dispute: string): Part {
  const { rowsOf, say, disputeOf, sumText, linkTo } = dossier
  const found = rowsOf(mentions).findLast(
    ({ matter, family_key }) => matter === 'uncredited' && disputeOf(family_key) === dispute,
  )
  if (found === undefined) return false
  const sum = found.amount !== null && sumText(found)
  return between(say.uncredited, [html`${sum} ${linkTo(found.document_id)}`])
}

/** On what interest runs, since when and at what rate, as far as it is stated; of a few. */
function interestText({ words, sumText }: Dossier, running: readonly RowOf<typeof withInterest>[]): Html {
  const { withInterest: text, interest: say } = words.brief
  const rows = running.map(
    ({ base_amount: amount, currency, from_on, benchmark, multiple, rate_percent, rate_period }) =>
      said([
        amount !== null && between(say.base, [sumText({ amount, currency })]),
        from_on !== null && between(words.brief.from, [from_on]),
        benchmark !== null &&
          between(multiple === null ? say.adjusted : multiple === 1 ? say.benchmark : say.times, [
            wordFor(say.benchmarks, benchmark),
            multiple,
          ]),
        rate_percent !== null && rate_period !== null && between(say[rate_period], [rate_percent]),
      ]),
  )
  const stated = rows.filter((parts) => parts.length > 0).slice(0, mostNamed)
  const shown = joined(
    stated.map((parts) => joined(parts, words.comma)),
    words.semicolon,
  )
  return between(text, [html`${stated.length > 0 ? shown : say.unread}${words.semicolon}`])
}

/** What it answers for: how, for whose debts, what they are and come to, and up to what sum. `isOrdered`: a decision orders it to pay of the same debt. */
function liableText(dossier: Dossier, row: GuaranteeRow, isOrdered: boolean): Html {
  const { words, listed, rowsOf, sumText, inBrackets } = dossier
  const { liability: say, liable } = words.brief
  const sum = (amount: string): string => sumText({ amount, currency: row.currency })
  const ofDocument = <Row extends { readonly document_id: string }>(rows: readonly Row[]) =>
    rows.filter(({ document_id: id }) => id === row.document_id)
  const all = ofDocument(rowsOf(otherDebtors)).filter(({ kind }) => kind === null)
  const alone = all.filter(({ amount }) => amount === row.debt)
  const owed = alone.length > 0 ? alone : all
  const isWhole = listed([row.document_id]).every(({ row: { text_state: text } }) => text === 'held')
  const hasInterest = !isWhole || ofDocument(rowsOf(withInterest)).length > 0
  const beside = [isOrdered && say.orderedToo, hasInterest && say.interest]
  const debt = (amount: string): Html =>
    html`${between(say.debt, [sum(amount)])}${naturesText(dossier, owed)}${inBrackets(beside, words.semicolon)}`
  const isSaid = row.kind?.includes('保') === true
  const asWhat = isSaid
    ? ''
    : isOfGuarantor.test(row.evidence ?? '')
      ? say.asGuarantor
      : row.evidence?.includes('赔偿责任') === true && say.asDamages
  const parts = [
    ...shareOf(dossier, row),
    row.debt === null ? say.noDebt : debt(row.debt),
    row.most !== null &&
      (row.share !== null || row.is_of_rest === true || row.most !== row.debt) &&
      between(words.brief.atMostOwed, [sum(row.most)]),
    row.has_recourse === true && say.recourse,
  ]
  return between(liable, [
    html`${wordFor(words.term, row.kind)}${asWhat}${inBrackets(parts, words.standing.comma)}`,
  ])
}

/** Who returns a 保证金 is no guarantor. */
const isOfGuarantor = /保证(?:清偿)?责任|保证人/

/** Who answers beside it for what it is ordered to pay, and whether with recourse, which perhaps only the appeal recites: `all` that stand of the dispute. */
function besideText(
  dossier: Dossier,
  others: readonly RowOf<typeof otherDebtors>[],
  all: readonly RowOf<typeof otherDebtors>[],
): Html[] {
  const { words, subject, say, partiesText } = dossier
  const idOf = ({ names, kind }: RowOf<typeof otherDebtors>): string => `${kind} ${names.join('、')}`
  const recourse = (to: string): Part => {
    const said = all.find((one) => idOf(one) === to && one.evidence?.includes('追偿'))?.evidence
    return said != null && (said.includes(subject.name) ? say.recourseAgainstIt : say.besideRecourse)
  }
  const byWhom = groupsBy(others, idOf)
  return [...byWhom.values()].slice(0, mostNamed).flatMap(([one]) => {
    if (one === undefined || one.kind === null) return []
    const how = isOfGuarantor.test(one.evidence ?? '') && say.asItsGuarantor
    const who = partiesText(one.names)
    return [html`${between(say.beside, [who, wordFor(words.term, one.kind), how])}${recourse(idOf(one))}`]
  })
}

/** Who else is marked in the dispute or could not be found, by what and since when. */
function markedText({ words, show, say }: Dossier, marked: readonly RowOf<typeof otherDebtors>[]): Html[] {
  const byWhom = groupsBy(marked, ({ names }) => names.join('、'))
  return [...byWhom.values()].slice(0, mostNamed).flatMap((of) => {
    const [one] = of
    if (one === undefined) return []
    const marks = of.map(({ kind, decided_on: on, since }) =>
      kind === missing
        ? between(say.missingOn, [on])
        : between(since === null ? say.markedOn : say.markedSince, [words.flag[markOf(kind)], since ?? on]),
    )
    return [
      between(say.otherMarked, [show(one.names[0] ?? null, 'party'), joined(marks, words.standing.list)]),
    ]
  })
}
