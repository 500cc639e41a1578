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
import { caseFamilies, disputeText, isSuedNow, likelyDisputes } from './families.ts'
import { isCase, type Matter, mattersOf } from './major.ts'
import { capitalOf } from './registration.ts'
import { limitsOf } from './standing-facts.ts'
import { warnings } from './summary.ts'

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
  const sentences = [
    whoItIs(dossier),
    ...marked(dossier),
    enforcedAgainst(dossier),
    ...owedByJudgment(dossier),
    ...owedToIt(dossier),
    heldByCourts(dossier),
  ]
  return html`${warnings(dossier)}<ul class="brief">${sentences.map((sentence) => html`<li>${sentence}</li>`)}</ul>
${matters(dossier)}<h3>${say.questions}</h3>${questions(dossier)}`
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
  return html`${registered}${ends}${say.stop}`
}

/** 失信, 限高: how many without a removal, and the latest of them. */
function marked(dossier: Dossier): Html[] {
  const { words } = dossier
  const { brief: say, flag } = words
  const inForce = standingOf(dossier).marks.filter(({ row }) => row.is_in_force)
  if (inForce.length === 0) return [between(say.noMarks, [searchedIn(dossier)])]
  return [...groupsBy(inForce, ({ row }) => row.mark)].map(([mark, found]) => {
    const [latest] = found
    const sentence = latest && markSentence(words, latest.row, caseOf(dossier, latest.row.case_key))
    return between(say.marked, [
      flag[mark],
      counted(dossier, flag[mark], found),
      html`${sentence} ${latest && itemLink(latest.item)}`,
    ])
  })
}

/** What is still enforced against it, and of it what is owed as far as sources state it. */
function enforcedAgainst(dossier: Dossier): Html {
  const { words } = dossier
  const { brief: say, enforcementState, summary } = words
  const cases = casesEnforced(dossier).filter((one) => isAgainst(one) && isEnforcement(one))
  const pending = (['ended_unpaid', 'open', 'unknown', 'ended'] as const)
    .map((state) => [state, inState(cases, state)] as const)
    .filter(([, found]) => found.length > 0)
  if (pending.length === 0) return between(say.noneEnforced, [searchedIn(dossier)])
  const counts = pending.map(
    ([state, found]) => html`${enforcementState[state]} ${counted(dossier, enforcementState[state], found)}`,
  )
  const [sum] = totals(unsettled(cases, 'CNY'))
  const owed = sum && html`${words.sum(sum.currency, grouped(sum.total))}${statedText(dossier, sum.sums)}`
  return between(say.enforced, [
    joined(counts, words.comma),
    owed ?? words.enforcement.notStated,
    summary.atStake,
  ])
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

/** Orders that no enforcement follows, by whether they are in force; and what is claimed from it. */
function owedByJudgment(dossier: Dossier): Html[] {
  const { words } = dossier
  const { brief: say } = words
  const disputeOf = likelyDisputes(dossier)
  const enforced = new Set(
    casesEnforced(dossier)
      .filter(isAgainst)
      .map(({ row }) => disputeOf(row.family_key)),
  )
  const ordered = sumsOf(dossier, 'ordered').filter(isCounted)
  const [followed, alone] = [true, false].map((is) =>
    ordered.filter(({ row }) => enforced.has(disputeOf(row.family_key)) === is),
  )
  const inForce = (alone ?? []).filter(({ row }) => certain.includes(row.effectiveness))
  const notInForce = (alone ?? []).filter((one) => !inForce.includes(one))
  const claimed = sumsOf(dossier, 'claimed').filter(isCounted)
  const lines = [
    [say.inForce, inForce],
    [say.notInForce, notInForce],
    [say.ofEnforced, followed ?? []],
    [say.claimed, claimed],
  ] as const
  const said = lines.flatMap(([text, sums]) =>
    sums.length === 0 ? [] : [between(text, [sumsText(dossier, text.split('{')[0] ?? '', sums)])],
  )
  const nothing = ordered.length === 0 ? [between(say.noneOrdered, [searchedIn(dossier)])] : []
  const unstated = claimed.length === 0 && isSuedNow(dossier) ? [html`${words.amounts.noClaimStated}`] : []
  return [...nothing, ...said, ...unstated]
}

/** What others were ordered to pay to it, and what its own enforcement brought. */
function owedToIt(dossier: Dossier): Html[] {
  const { words } = dossier
  const { brief: say } = words
  const awarded = sumsOf(dossier, 'awarded').filter(isCounted)
  const own = casesEnforced(dossier).filter((one) => one.row.role === 'plaintiff' && isEnforcement(one))
  return [
    ...(awarded.length === 0
      ? []
      : [between(say.awarded, [sumsText(dossier, words.summary.awarded, awarded)])]),
    ...(own.length === 0
      ? []
      : [
          between(say.enforcing, [
            counted(dossier, say.enforcing, own),
            sumOf(dossier, say.enforcing, own, 'collected'),
          ]),
        ]),
  ]
}

function heldByCourts(dossier: Dossier): Html {
  const { brief: say } = dossier.words
  const held = standingOf(dossier).property.filter(
    ({ row }) => row.state === 'in force' || row.state === 'waiting',
  )
  return held.length === 0
    ? between(say.nothingHeld, [searchedIn(dossier)])
    : between(say.held, [counted(dossier, say.held, held), limitsOf(dossier, held)])
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
  const examples = found.slice(0, mostExamples).map(about)
  return html`${between(words.brief.rows, [count])}${sums.length > 0 && html`${words.comma}${sums.join(words.comma)}`}${words.semicolon}${joined(examples, words.standing.list)}${found.length > mostExamples && html`${words.standing.list}…`}`
}
