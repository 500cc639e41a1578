import { z } from 'zod'
import type { Dossier } from '../dossier.ts'
import { between, type Html, html, joined, note } from '../html.ts'
import { each } from '../references.ts'
import { code, groupsBy, query, type RowOf, texts, viewQuery } from '../rows.ts'
import { caseOf, standingOf } from '../standing.ts'
import { referInBrief } from '../tables.ts'
import { wordFor } from '../words/words.ts'
import { casesEnforced, inState, isAgainst } from './enforcement.ts'

export const openQuestions = viewQuery(
  'open_questions',
  'question, amount DESC NULLS LAST, happened_on DESC NULLS LAST, row_key',
  {
    question: code('openQuestion'),
    ...texts('source', 'row_key', 'happened_on', 'amount', 'currency', 'detail', 'besides'),
  },
)

/** Decisions that texts say are enforced, or since when they are in force: they wait for nothing. */
export const carriedOutIn = query(
  { case_key: z.string(), family_key: z.string(), is_enforced: z.boolean(), ...texts('since') },
  (among) =>
    `SELECT enterprise_id, case_key, family_key, coalesce(bool_or(kind = 'carried_out'), false) AS is_enforced, max(happened_on) FILTER (kind = 'in_force' AND stated_in = 'case_statements') AS since FROM stated_events
    WHERE ${among} AND case_key IS NOT NULL GROUP BY ALL HAVING is_enforced OR since IS NOT NULL ORDER BY ALL`,
)

/** Those of a dispute, by the key of its likely disputes. */
export const basesOf = (dossier: Dossier, dispute: string) => {
  const { disputeOf, rowsOf } = dossier
  return rowsOf(carriedOutIn).filter((one) => disputeOf(one.family_key) === dispute)
}

export const contradictions = viewQuery('contradictions', 'happened_on DESC NULLS LAST, kind, row_key', {
  kind: code('contradiction'),
  one_source: z.string(),
  other_source: z.string(),
  ...texts('one_says', 'other_says', 'happened_on', 'row_key'),
})

export type ContradictionRow = RowOf<typeof contradictions>

type QuestionRow = RowOf<typeof openQuestions>

const mostExamples = 2
const isEntry = (key: string | null): key is string => /^entry \d+$/.test(key ?? '')
/** A list of shareholders is for the section of the registration. */
const mostCharacters = 30

/** 待核实事项: what no source answers, by question (docs/findings.md, Open questions). */
export function questions(dossier: Dossier): Html {
  const { words, say, rowsOf } = dossier
  const rows = rowsOf(openQuestions)
  const listing = mayBeListed(dossier) ? [html`<li>${say.mayBeListed}</li>`] : []
  if (rows.length + listing.length === 0) return html`<p>${say.noQuestions}</p>`
  const names = Object.keys(words.openQuestion) as QuestionRow['question'][]
  const byQuestion = groupsBy(rows, ({ question }) => question)
  const asked = names.flatMap((name) => {
    const found = byQuestion.get(name) ?? []
    return found.length === 0
      ? []
      : [html`<li>${words.openQuestion[name]}${words.colon}${questionRows(dossier, name, found)}</li>`]
  })
  return html`${note(say.questionsNote)}<ol class="brief">${asked}${listing}</ol>`
}

/** Whether a debt of it is enforced and unpaid, or its consumption is restricted, and no source lists it as dishonest. */
export function mayBeListed(dossier: Dossier): boolean {
  const { marks } = standingOf(dossier)
  const against = casesEnforced(dossier).filter(isAgainst)
  const isUnpaid = ['open', 'ended_unpaid', 'unknown'].some((state) => inState(against, state).length > 0)
  const isRestricted = marks.some(({ row }) => row.mark === 'restricted' && row.is_in_force)
  return (isUnpaid || isRestricted) && !marks.some(({ row }) => row.mark === 'dishonest')
}

/** The day of the change that a registration contradicts. */
const dayOf = (row: ContradictionRow | undefined): string | null =>
  row?.other_source === 'enterprise_changes' ? row.happened_on : null

function questionRows(dossier: Dossier, name: QuestionRow['question'], found: readonly QuestionRow[]): Html {
  const { words, show, showWords, plain, listed, say, rowsOf, totalsText, inBrackets } = dossier
  const documents = listed(
    found.map(({ source, row_key }) => (source === 'subject_documents' ? row_key : null)),
  )
  const { figures, mark } = referInBrief(dossier, words.openQuestion[name], [
    words.columns.documents,
    each(documents),
  ])
  const count = documents.length === found.length ? html`${figures} ${mark}` : found.length
  const sums = totalsText(found.map((row) => ({ row })))
  // The view says its kind in Chinese.
  const about = ({ row_key, detail, besides }: QuestionRow): Html => {
    if (name === 'unlisted') return between(say.citedIn, [show(detail, 'mixed'), show(besides, 'label')])
    if (name !== 'contradiction')
      return html`${isEntry(detail) ? caseOf(dossier, detail) : show(detail, 'mixed')}${besides !== null && html` ${showWords('property', plain(besides, 'mixed'))}`}`
    const one = rowsOf(contradictions).find(({ kind }) => kind === row_key)
    const both = [
      { from: one?.one_source ?? '', says: one?.one_says ?? '', on: null },
      { from: one?.other_source ?? '', says: one?.other_says ?? '', on: dayOf(one) },
    ].filter(({ says }) => says !== '')
    const isShort = both.length === 2 && both.every(({ says }) => says.length <= mostCharacters)
    const sides = both.map(
      ({ from, says, on }) =>
        html`${wordFor(words.contradictions.source, from)} ${showWords('entry', plain(says, 'mixed'))}${on !== null && inBrackets([on])}`,
    )
    return html`${wordFor(words.contradiction, row_key ?? '')}${isShort && inBrackets(sides, words.semicolon)}`
  }
  const most = name === 'contradiction' ? found.length : mostExamples
  const examples = found.slice(0, most).map(about)
  return html`${between(say.rows, [count])}${sums.length > 0 && html`${words.comma}${sums.join(words.comma)}`}${words.semicolon}${joined(examples, words.standing.list)}${found.length > most && html`${words.standing.list}…`}`
}
