import { casesOf, type Dossier, disputesOf, itemsOf, type Listed } from '../dossier.ts'
import { between, type Html, html, type Part } from '../html.ts'
import { type Behind, each, figureTo, itemLink, refer } from '../references.ts'
import { groupsBy } from '../rows.ts'
import { noDocuments, nothingBox } from '../searched.ts'
import { anchors, countFact, type Fact, factList, referInSummary, sectionLink } from '../tables.ts'
import { type SectionName, wordFor } from '../words/words.ts'
import { articleName, articlesChanged, articlesUnknown } from './articles.ts'
import { changeCount, changesId } from './changes.ts'
import { partiesAgainst } from './counterparties.ts'
import { isWithoutWinner } from './debts.ts'
import { disputesBy, suitsThat } from './families.ts'
import { flagBasis, flagTable } from './flags.ts'
import { caseFamilies, type FamilyRow } from './lives.ts'
import { type ContradictionRow, contradictions } from './questions.ts'
import { registerId } from './registration.ts'

/** Flags and enforcement first, then what stands out, each with the rows behind it. */
export function summary(dossier: Dossier): Html {
  const { documents, words } = dossier
  const opening = documents.length === 0 ? nothingBox(dossier, noDocuments(dossier)) : size(dossier)
  const facts = [...disputeFacts(dossier), ...recordFacts(dossier)]
  return html`${flagTable(dossier)}
${contradictionList(dossier)}${flagBasis(dossier)}${opening}
<div class="in-all">${facts.length > 0 && factList(facts)}</div>
${documents.length > 0 && html`<p class="note">${words.summary.derived}</p>`}`
}

function size(dossier: Dossier): Html {
  const { documents, words, rowsOf } = dossier
  const { columns, summary: say } = words
  const disputes = disputesOf(documents)
  const families = rowsOf(caseFamilies).filter(({ likely_key }) => likely_key !== null)
  const likely = new Set(families.map(({ family_key }) => family_key))
  const joined = disputesOf(documents.filter(({ row }) => likely.has(row.family_key)))
  const { figures, mark } = refer(words.sections.summary, [
    [columns.documents, each(documents)],
    [columns.cases, casesOf(documents)],
    [columns.disputes, disputes],
    [columns.likely, joined],
  ])
  const days = documents.flatMap(({ row }) => row.decided_on ?? []).sort()
  const ends = days.length > 0 && [days[0], days.at(-1)].map((day) => html`<span class="day">${day}</span>`)
  const likelyText = joined.length > 0 && between(say.likely, [figures[3], disputes.length - joined.length])
  return html`<p>${between(say.documents, figures)}${mark}${likelyText}${ends && between(say.period, ends)}</p>`
}

/** Disputes by who sued, what waits for a decision, and what was won and lost, each dispute once. */
function disputeFacts(dossier: Dossier): Fact[] {
  const { words, documents, rowsOf } = dossier
  const { summary: say, columns } = words
  const disputes = (label: string, rows: readonly Behind[], id?: string): Fact[] =>
    countFact(dossier, label, [columns.disputes, rows, id])
  const cases = (label: string, isOpen: boolean | null): Fact[] =>
    countFact(dossier, label, [columns.cases, suitsThat(dossier, isOpen)])
  const families = onceEach(rowsOf(caseFamilies))
  const documentsOf = (isMeant: (family: FamilyRow) => boolean): Listed[] => {
    const meant = new Set(families.filter(isMeant).map(({ family_key }) => family_key))
    return documents.filter(({ row }) => meant.has(row.family_key))
  }
  const decided = (label: string, isMeant: (family: FamilyRow) => boolean): Fact[] =>
    disputes(label, disputesOf(documentsOf(isMeant)))
  const inPart = (side: FamilyRow['original_role']) => (family: FamilyRow) =>
    family.dispute_outcome === 'partly' && family.original_role === side
  return [
    ...disputes(say.asDefendant, disputesBy(dossier, 'defendant'), anchors.defendant),
    ...disputes(say.asPlaintiff, disputesBy(dossier, 'plaintiff')),
    ...disputes(say.sideUnknown, disputesBy(dossier, null)),
    ...cases(say.openCases, true),
    ...cases(say.silentCases, null),
    ...decided(say.lost, ({ dispute_outcome }) => dispute_outcome === 'lost'),
    ...decided(say.lostInPart, inPart('defendant')),
    ...decided(say.won, ({ dispute_outcome }) => dispute_outcome === 'won'),
    ...decided(say.wonInPart, inPart('plaintiff')),
    ...decided(say.partly, inPart(null)),
    ...decided(say.notOnMerits, ({ latest_outcome }) => latest_outcome === 'rejected'),
    ...winnerUnknown(dossier, documentsOf(isWithoutWinner)),
  ]
}

/** Disputes that are likely one count once: by the later of them where it decides, else by the earlier. */
function onceEach(families: readonly FamilyRow[]): FamilyRow[] {
  const decides = ({ dispute_outcome, likely_key }: FamilyRow): boolean =>
    likely_key !== null && dispute_outcome !== null
  const replaced = new Set(families.filter(decides).map(({ likely_key }) => likely_key))
  return families.filter(
    (family) => !replaced.has(family.family_key) && (family.likely_key === null || decides(family)),
  )
}

/** How many disputes have no winner that is known, and in how many of them an appeal of the enterprise, sued at first, failed. */
function winnerUnknown(dossier: Dossier, documents: readonly Listed[]): Fact[] {
  if (documents.length === 0) return []
  const { summary: say, columns, semicolon } = dossier.words
  const failed = documents.filter(
    ({ row: { stage, outcome, role, original_role } }) =>
      stage === 'appeal' && outcome === 'upheld' && role === 'plaintiff' && original_role === 'defendant',
  )
  const { figures, mark } = referInSummary(
    dossier,
    say.winnerUnknown,
    [columns.disputes, disputesOf(documents)],
    [say.appealFailed, disputesOf(failed)],
  )
  const more = failed.length > 0 && html`${semicolon}${say.appealFailed} ${figures[1]}`
  return [[say.winnerUnknown, html`${figures[0]} ${mark}${more}`]]
}

function recordFacts(dossier: Dossier): Fact[] {
  const { held, words, plain, listed, rowsOf } = dossier
  const { summary: say, columns } = words
  const table = (label: string, id: string, count: number, section: SectionName): Fact[] =>
    count === 0 ? [] : [[label, html`${figureTo(id, count)} ${sectionLink(words, section)}`]]
  const repeated = rowsOf(partiesAgainst).filter(({ is_repeat }) => is_repeat === true)
  const behind = <T extends { readonly document_ids: readonly string[] }>(
    all: readonly T[],
    nameOf: (one: T) => string,
  ): Behind[] =>
    all.map((one) => ({ name: nameOf(one), items: itemsOf(listed([...new Set(one.document_ids)])) }))
  const articles = (label: string, found: ReturnType<typeof articlesChanged>): Fact[] =>
    countFact(dossier, label, [columns.article, behind(found, (one) => articleName(dossier, one))])
  return [
    ...table(say.risks, registerId('risks'), held.lists.risks.length, 'registration'),
    ...table(say.changed, changesId, changeCount(dossier), 'changes'),
    ...countFact(dossier, say.repeat, [
      columns.counterparty,
      behind(repeated, ({ name }) => plain(name, 'party')),
    ]),
    ...articles(say.outOfForce, articlesChanged(dossier)),
    ...articles(say.forceUnknown, articlesUnknown(dossier)),
  ]
}

const holds = { legal_representative: 'person', name: 'party', list_name: 'party', address: 'prose' } as const

const holdsOf = (kind: ContradictionRow['kind']) =>
  kind in holds ? holds[kind as keyof typeof holds] : 'mixed'

function contradictionList(dossier: Dossier): Html {
  const { words, rowsOf } = dossier
  const { contradictions: say } = words
  const found = [...groupsBy(rowsOf(contradictions), ({ kind }) => kind)]
  if (found.length === 0) return html``
  const facts = found.map(([kind, rows]) => [words.contradiction[kind], bothSides(dossier, rows)] as const)
  return html`<p class="caution"><strong>${say.title}</strong> ${say.note}</p>${factList(facts)}`
}

function bothSides(
  { words, show, showWords, plain, listed }: Dossier,
  rows: readonly ContradictionRow[],
): Part {
  const [row] = rows
  if (row === undefined) return ''
  const { source, latest, title } = words.contradictions
  const said = (from: string, value: string | null) =>
    html`${wordFor(source, from)}${words.colon}${value !== null && holdsOf(row.kind) === 'mixed' ? showWords('entry', plain(value, 'mixed')) : show(value, holdsOf(row.kind))}`
  const isOfDocuments = ({ other_source }: ContradictionRow) => other_source === 'subject_documents'
  const documents = listed(rows.filter(isOfDocuments).map(({ row_key }) => row_key))
  const { figures, mark } = refer(`${title}${words.colon}${words.contradiction[row.kind]}`, [
    [words.columns.documents, each(documents)],
  ])
  const counted =
    documents.length > 1 && html`${words.columns.documents} ${figures} ${mark}${words.comma}${latest}`
  const day = row.happened_on !== null && html` <span class="day">${row.happened_on}</span>`
  const [item] = itemsOf(documents)
  return html`${said(row.one_source, row.one_says)}${words.semicolon}${counted}${said(row.other_source, row.other_says)}${day}${item && html` ${itemLink(item)}`}`
}
