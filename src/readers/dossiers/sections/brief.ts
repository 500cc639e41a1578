import { type Dossier, itemsOf, type Listed, type Section, type Sum } from '../dossier.ts'
import { between, type Html, html, joined, type Part } from '../html.ts'
import { caseNumber } from '../judgment/address.ts'
import { formatAmount, grouped, totals } from '../money.ts'
import { each, type Figure, type Figures, type Item, itemLink, refer } from '../references.ts'
import { code, groupsBy, type RowOf, texts, viewQuery } from '../rows.ts'
import { searchedIn } from '../searched.ts'
import { bankruptcySentence, caseOf, markSentence, standingOf } from '../standing.ts'
import { wordFor } from '../words/words.ts'
import { bases, isCounted, restsOn, sumsOf } from './amounts.ts'
import {
  casesEnforced,
  inState,
  isAgainst,
  isEnforcement,
  statedWords,
  sumOf,
  unsettled,
} from './enforcement.ts'
import { caseFamilies, disputeText, likelyDisputes, litigationCases } from './families.ts'
import { isCase, type Matter, mattersOf } from './major.ts'
import { capitalOf } from './registration.ts'
import { limitsOf } from './standing-facts.ts'
import { textsMissing, warnings } from './summary.ts'

const openQuestions = viewQuery(
  'open_questions',
  'question, amount DESC NULLS LAST, happened_on DESC NULLS LAST, row_key',
  {
    question: code('openQuestion'),
    ...texts('source', 'row_key', 'happened_on', 'amount', 'currency', 'detail'),
  },
)

type QuestionRow = RowOf<typeof openQuestions>

/** 结论与待核实: the answer in sentences made of states, the matters that count, and what has to be asked. */
export const brief: Section = { queries: [openQuestions], write: writeBrief }

function writeBrief(dossier: Dossier): Html {
  const { brief: say } = dossier.words
  const said = [
    whoItIs(dossier),
    ...marked(dossier),
    ...enforcedAgainst(dossier),
    ...owedByJudgment(dossier),
    ...claimedFrom(dossier),
    ...owedToIt(dossier),
    ...heldByCourts(dossier),
    ...textsMissing(dossier),
  ]
  return html`${warnings(dossier)}<ul class="brief">${said.map((sentence) => html`<li>${sentence}</li>`)}</ul>
${matters(dossier)}<h3>${say.questions}</h3><p class="note">${say.questionsNote}</p>${questions(dossier)}`
}

const inBrief = ({ words }: Dossier, label: string, ...figures: readonly Figure[]): Figures =>
  refer(`${words.sections.brief}${words.colon}${label}`, figures)

/** How many, as a link to the rows; with the number of their entry where `isMarked`. */
function counted(dossier: Dossier, label: string, of: readonly { readonly item: Item }[]): Part {
  const { figures, mark } = inBrief(dossier, label, [dossier.words.columns.rows, each(of)])
  return of.length === 0 ? '0' : html`${figures} ${mark}`
}

/** What sums come to by currency; those of lists apart from those of full texts. */
function sumsText(dossier: Dossier, label: string, sums: readonly Sum[]): Html {
  const { words } = dossier
  const byBasis = bases.flatMap((basis) => {
    const byCurrency = totals(sums.filter(restsOn(basis)))
    const { figures, linked, mark } = inBrief(
      dossier,
      label,
      ...byCurrency.map(
        ({ currency, sums }): Figure => [`${words.columns.sums} ${currency}`.trim(), each(sums)],
      ),
    )
    const name = basis === 'list' && `${words.sumBasis.list} `
    return byCurrency.map(
      ({ currency, total }, at) =>
        html`${name}${linked(at, words.sum(currency, grouped(total)))}${between(words.summary.sums, [figures[at]])} ${at === 0 && mark}`,
    )
  })
  return joined(byBasis, words.comma)
}

function whoItIs(dossier: Dossier): Html {
  const { held, words, show } = dossier
  const { brief: say } = words
  const [row] = held.registration
  const running = standingOf(dossier).bankruptcies.filter(({ row }) => row.is_current)
  const ends = running.map(
    (one) =>
      html`${words.semicolon}${bankruptcySentence(words, one.row, caseOf(dossier, one.row.case_key))} ${itemLink(one.item)}`,
  )
  const registered =
    row === undefined
      ? say.noRegistration
      : between(say.registered, [
          show(row.status && wordFor(words.term, row.status), 'label'),
          show(row.established_on ?? row.established_text, 'label'),
          capitalOf(dossier),
        ])
  const none =
    ends.length === 0 && html`${words.semicolon}${between(say.noBankruptcy, [searchedIn(dossier)])}`
  return html`${registered}${ends}${none}${say.stop}`
}

/** 失信, 限高: how many without a removal, and the latest of them; for either that was not found, what was searched. */
function marked(dossier: Dossier): Html[] {
  const { words } = dossier
  const { brief: say, flag } = words
  const byMark = groupsBy(
    standingOf(dossier).marks.filter(({ row }) => row.is_in_force),
    ({ row }) => row.mark,
  )
  const missing = (['dishonest', 'restricted'] as const).filter((mark) => !byMark.has(mark))
  const found = [...byMark].map(([mark, of]) => {
    const [latest] = of
    const sentence = latest && markSentence(words, latest.row, caseOf(dossier, latest.row.case_key))
    return between(say.marked, [
      flag[mark],
      counted(dossier, flag[mark], of),
      html`${sentence} ${latest && itemLink(latest.item)}`,
    ])
  })
  const names = missing.map((mark) => flag[mark]).join(words.standing.list)
  return [...found, ...(missing.length === 0 ? [] : [between(say.noMarks, [names, searchedIn(dossier)])])]
}

const pendingStates = ['ended_unpaid', 'open'] as const

/** What is still enforced against it, and of it what is owed as far as sources state it; apart from it what may be. */
function enforcedAgainst(dossier: Dossier): Html[] {
  const { words } = dossier
  const { brief: say, enforcementState, summary, columns, comma, colon } = words
  const cases = casesEnforced(dossier).filter((one) => isAgainst(one) && isEnforcement(one))
  const count = (state: 'ended_unpaid' | 'open' | 'unknown' | 'ended', of: typeof cases): Html =>
    html`${enforcementState[state]} ${counted(dossier, enforcementState[state], of)}`
  const counts = pendingStates.flatMap((state) => {
    const found = inState(cases, state)
    return found.length === 0 ? [] : [count(state, found)]
  })
  const [sum] = totals(unsettled(cases, 'CNY'))
  const owed = sum && html`${words.sum(sum.currency, grouped(sum.total))}${statedText(dossier, sum.sums)}`
  const others = (['unknown', 'ended'] as const).flatMap((state) => {
    const found = inState(cases, state)
    if (found.length === 0) return []
    const sumsOf = (measure: 'amount' | 'unpaid') =>
      html`${measure === 'amount' ? columns.atStake : columns.unpaid} ${sumOf(dossier, enforcementState[state], found, measure)}`
    return [html`${count(state, found)}${colon}${sumsOf('amount')}${comma}${sumsOf('unpaid')}`]
  })
  return [
    counts.length === 0
      ? between(say.noneEnforced, [searchedIn(dossier)])
      : between(say.enforced, [joined(counts, comma), owed ?? words.enforcement.notStated, summary.atStake]),
    ...(others.length === 0 ? [] : [between(say.alsoEnforced, [joined(others, words.semicolon)])]),
  ]
}

function statedText(
  dossier: Dossier,
  sums: readonly { readonly row: { readonly unpaid: string | null }; readonly item: Item }[],
): Html {
  const { words } = dossier
  const { figures } = inBrief(
    dossier,
    words.summary.atStake,
    [words.columns.cases, each(sums)],
    [words.columns.unpaid, each(sums.filter(({ row }) => row.unpaid !== null))],
  )
  return between(statedWords(words, sums), figures)
}

const certain: readonly (string | null)[] = ['final', 'upheld', 'upheld, as is likely', 'in force']

/** Orders by what is known of their effect and of their enforcement: each sum is in one sentence. */
function owedByJudgment(dossier: Dossier): Html[] {
  const { words } = dossier
  const { brief: say } = words
  const ordered = sumsOf(dossier, 'ordered').filter(isCounted)
  const enforcementOf = enforcementOfDisputes(dossier)
  const where = (name: Fate) => ordered.filter(({ row }) => enforcementOf(row.family_key) === name)
  const [inForce, notInForce] = byEffect(where('none'))
  const said = sentences(dossier, [
    [say.inForce, inForce],
    [say.notInForce, notInForce],
    [say.ofEnforced, where('counted')],
    [say.enforcedElse, where('not counted')],
    [say.ofPaid, where('paid')],
  ])
  return ordered.length === 0 ? [between(say.noneOrdered, [searchedIn(dossier)])] : said
}

const byEffect = (sums: readonly Sum[]): readonly [inForce: readonly Sum[], notKnown: readonly Sum[]] => {
  const inForce = sums.filter(({ row }) => certain.includes(row.effectiveness))
  return [inForce, sums.filter((sum) => !inForce.includes(sum))]
}

const sentences = (
  dossier: Dossier,
  lines: readonly (readonly [text: string, sums: readonly Sum[]])[],
): Html[] =>
  lines.flatMap(([text, sums]) =>
    sums.length === 0 ? [] : [between(text, [sumsText(dossier, text.split('{')[0] ?? '', sums)])],
  )

/** What became of a dispute in enforcement against it: its sum is in what is still owed, it is in none, or it was paid. */
type Fate = 'none' | 'counted' | 'not counted' | 'paid'

function enforcementOfDisputes(dossier: Dossier): (family: string) => Fate {
  const disputeOf = likelyDisputes(dossier)
  const against = casesEnforced(dossier).filter(isAgainst)
  const owed = new Set(unsettled(against, 'CNY').map(({ item }) => item))
  const disputes = (cases: typeof against) => new Set(cases.map(({ row }) => disputeOf(row.family_key)))
  const sets = [
    ['counted', disputes(against.filter(({ item }) => owed.has(item)))],
    ['paid', disputes(against.filter(({ row }) => row.state === 'paid'))],
    ['not counted', disputes(against)],
  ] as const
  return (family) => sets.find(([, found]) => found.has(disputeOf(family)))?.[0] ?? 'none'
}

/** Suits against it that wait for a decision, with what they claim as far as it is stated, and those of which that is not known. */
function claimedFrom(dossier: Dossier): Html[] {
  const { words, held, listed } = dossier
  const { brief: say } = words
  const claimed = sumsOf(dossier, 'claimed').filter(isCounted)
  const suits = (isOpen: boolean | null) =>
    held
      .rows(litigationCases)
      .filter((suit) => suit.is_open === isOpen && suit.original_role !== 'plaintiff')
      .map(({ document_ids: ids }) => ({ items: itemsOf(listed(ids)) }))
      .filter(({ items }) => items.length > 0)
  const [open, unknown] = [suits(true), suits(null)]
  const { figures, mark } = inBrief(
    dossier,
    say.open,
    [words.columns.cases, open],
    [words.columns.cases, unknown],
  )
  const stated =
    claimed.length === 0 ? say.noClaim : between(say.claimed, [sumsText(dossier, say.claimed, claimed)])
  const more = unknown.length > 0 && between(say.openUnknown, [figures[1]])
  return open.length + unknown.length === 0
    ? [html`${between(words.amounts.noneClaimed, [searchedIn(dossier)])}`]
    : [between(say.open, [html`${figures[0]} ${mark}`, open.length === 0 ? '' : stated, more])]
}

/** What others were ordered to pay to it, by its effect, and what its own enforcement brought. */
function owedToIt(dossier: Dossier): Html[] {
  const { words } = dossier
  const { brief: say } = words
  const [inForce, notKnown] = byEffect(sumsOf(dossier, 'awarded').filter(isCounted))
  const own = casesEnforced(dossier).filter((one) => one.row.role === 'plaintiff' && isEnforcement(one))
  const unpaid = inState(own, 'ended_unpaid')
  const enforcing = between(say.enforcing, [
    counted(dossier, say.enforcing, own),
    counted(dossier, words.enforcementState.ended_unpaid, unpaid),
    sumOf(dossier, say.enforcing, own, 'collected'),
  ])
  return [
    ...sentences(dossier, [
      [say.awarded, inForce],
      [say.awardedNotKnown, notKnown],
    ]),
    ...(own.length === 0 ? [] : [enforcing]),
  ]
}

/** What courts hold of it, how much of that an order limits, and apart from it shares in it, which belong to others. */
function heldByCourts(dossier: Dossier): Html[] {
  const { brief: say } = dossier.words
  const held = standingOf(dossier).property.filter(
    ({ row }) => row.state === 'in force' || row.state === 'waiting',
  )
  const own = held.filter(({ row }) => row.is_own_equity !== true)
  const shares = held.filter(({ row }) => row.is_own_equity === true)
  const limited = own.filter(({ row }) => row.amount !== null)
  const limit =
    limited.length > 0 &&
    between(say.limited, [counted(dossier, say.limited, limited), limitsOf(dossier, limited)])
  return [
    own.length === 0
      ? between(say.nothingHeld, [searchedIn(dossier)])
      : between(say.held, [counted(dossier, say.held, own), limit]),
    ...(shares.length === 0 ? [] : [between(say.sharesHeld, [counted(dossier, say.sharesHeld, shares)])]),
  ]
}

const mostMatters = 5
const mostSteps = 6

/** The matters with most at stake, each with what it is, where it stands, and its life as a line of dates. */
function matters(dossier: Dossier): Html {
  const { words } = dossier
  const found = mattersOf(dossier).slice(0, mostMatters)
  return found.length === 0
    ? html``
    : html`<h3>${words.brief.matters}</h3><ol class="brief">${found.map((matter) => html`<li>${matterText(dossier, matter)}</li>`)}</ol>`
}

function matterText(dossier: Dossier, matter: Matter): Html {
  const { words, show, showName, held } = dossier
  const { of, family, document } = matter
  const state = held.rows(caseFamilies).find(({ family_key }) => family_key === family)
  const life = dossier.documents
    .filter(({ row }) => row.family_key === family && row.decided_on !== null)
    .reverse()
  const name =
    document === undefined
      ? show('case_number' in of.row ? of.row.case_number : null, 'label')
      : html`${show(document.row.title, 'prose', document.row.persons)}${between(words.inBrackets, [html`${caseNumber(dossier, document.row)} · ${showName('court', document.row.court)}`])}`
  const line = life.slice(-mostSteps).map((one) => step(dossier, one))
  return html`${name}${words.colon}${stakeText(dossier, matter)} ${itemLink(of.item)}${state && html`${words.semicolon}${disputeText(dossier, state)}`}${
    line.length > 0 &&
    html`<br><span class="minor">${life.length > mostSteps && '… → '}${joined(line, ' → ')}</span>`
  }`
}

/** What a sum is, and how much: of an enforcement what is unpaid too, of an order whether it is in force. */
function stakeText({ words }: Dossier, { of, amount }: Matter): Html {
  const { columns, amounts: say } = words
  const sum = words.sum('CNY', formatAmount(amount))
  if (!isCase(of)) {
    const { view, effectiveness } = of.row
    const effect =
      effectiveness !== null && between(words.inBrackets, [wordFor(words.effectiveness, effectiveness)])
    return html`${say.measure[view]} ${sum}${effect}`
  }
  const { unpaid, state } = of.row
  const left =
    unpaid !== null && html`${words.comma}${columns.unpaid} ${words.sum('CNY', formatAmount(unpaid))}`
  return html`${columns.atStake} ${sum}${left}${words.comma}${wordFor(words.enforcementState, state)}`
}

const step = ({ words }: Dossier, { row, item }: Listed): Html =>
  html`${row.decided_on} ${words.stage[row.stage]} ${row.outcome === null ? '' : wordFor(words.outcome, row.outcome)} ${itemLink(item)}`

const mostExamples = 2

function questions(dossier: Dossier): Html {
  const { words, held } = dossier
  const rows = held.rows(openQuestions)
  if (rows.length === 0) return html`<p>${words.brief.noQuestions}</p>`
  const names = Object.keys(words.openQuestion) as QuestionRow['question'][]
  const byQuestion = groupsBy(rows, ({ question }) => question)
  const asked = names.flatMap((name) => {
    const found = byQuestion.get(name) ?? []
    return found.length === 0
      ? []
      : [html`<li>${words.openQuestion[name]}${words.colon}${questionRows(dossier, name, found)}</li>`]
  })
  return html`<ol class="brief">${asked}</ol>`
}

function questionRows(dossier: Dossier, name: QuestionRow['question'], found: readonly QuestionRow[]): Html {
  const { words, show, listed } = dossier
  const items = itemsOf(
    listed(found.map(({ source, row_key }) => (source === 'subject_documents' ? row_key : null))),
  )
  const count =
    items.length === found.length
      ? counted(
          dossier,
          words.openQuestion[name],
          items.map((item) => ({ item })),
        )
      : found.length
  const sums = totals(found.map((row) => ({ row }))).map(({ currency, total }) =>
    words.sum(currency, grouped(total)),
  )
  // The view says its kind in Chinese.
  const about = ({ row_key, detail }: QuestionRow): Html =>
    name === 'contradiction' ? html`${wordFor(words.contradiction, row_key ?? '')}` : show(detail, 'mixed')
  const most = name === 'contradiction' ? found.length : mostExamples
  const examples = found.slice(0, most).map(about)
  return html`${between(words.brief.rows, [count])}${sums.length > 0 && html`${words.comma}${sums.join(words.comma)}`}${words.semicolon}${joined(examples, words.standing.list)}${found.length > most && html`${words.standing.list}…`}`
}
