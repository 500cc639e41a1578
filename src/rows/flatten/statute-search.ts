import { splitOnSpaces } from '../../contract/operation.ts'
import { operations } from '../../contract/operations.ts'
import { integerOf, type JsonObject, textOf } from '../../contract/values.ts'
import { articleOfLabel, articleOfTid, citationKey } from '../../legal/citations.ts'
import { lawBaseName } from '../../legal/laws.ts'
import { grouped } from '../../legal/text.ts'
import type { Rows, TableRow } from '../tables/index.ts'
import { regulationSummary } from '../tables/statutes.ts'
import type { Origin } from '../tables/table.ts'
import { readers } from './columns.ts'
import { type FlattenInput, identityOf, orNull } from './values.ts'

const { defaults, limits } = operations.rh_ft_search

/**
 * Statute articles with their regulations (docs/contract.md, Article), the search itself, and which of the articles asked for were
 * found.
 */
export function flattenStatuteSearch({ params, records, callKey, runId }: FlattenInput): Rows {
  const ids = records.map((record, index) => identityOf(record.id, callKey, index))
  const groups = regulationsOf(records)
  const found = records.map((record, index) =>
    articleRow(record, ids[index] ?? '', groups.get(textOf(record.fgid))),
  )
  return {
    regulations: [...groups.values()],
    articles: found,
    article_lookups: lookupRows(params, found),
    article_searches: [
      {
        ...askedColumns(params),
        search_run_id: runId,
        search_key: callKey,
        hits: ids.length,
        article_ids: ids,
      },
    ],
    article_hits: records.map((record, index) => ({
      ...readers.article_hits.read(record),
      search_key: callKey,
      rank: index + 1,
      article_id: ids[index] ?? '',
    })),
    regulation_history: [...groups.values()].map((row) => historyRow(row, runId)),
  }
}

function askedColumns(params: JsonObject) {
  const columns = readers.article_searches.read(params)
  const match = (columns.match ?? defaults.search_mode).toUpperCase()
  return { ...columns, match, wanted: columns.wanted ?? defaults.top_k }
}

type RegulationRow = TableRow<'regulations'>

const summary = Object.entries(regulationSummary) as [keyof typeof regulationSummary, { origin: Origin }][]

/**
 * One row a regulation, each member from the first article that has it. A regulation of whose summary the answer has
 * nothing has no row: it would replace one that says something, and look like a change.
 */
function regulationsOf(records: readonly JsonObject[]): ReadonlyMap<string | null, RegulationRow> {
  const identified = records.filter((record) => textOf(record.fgid) !== null)
  const groups = grouped(identified.map((record) => [textOf(record.fgid), record]))
  const rows = [...groups].map(([id, articles]) => [id, regulationRow(id, articles)] as const)
  return new Map(rows.filter(([, row]) => summary.some(([column]) => row[column] !== null)))
}

function regulationRow(id: string | null, articles: readonly JsonObject[]): RegulationRow {
  const stated = articles.flatMap((record) =>
    Object.entries(record).filter(
      ([name, value]) => readers.regulations.names.has(name) && textOf(value) !== null,
    ),
  )
  const columns = readers.regulations.read(Object.fromEntries(stated.reverse()))
  return { ...columns, regulation_id: id, law: lawOf(columns.name) }
}

const lawOf = (name: string | null): string | null => (name === null ? null : lawBaseName(name))

const historyRow = (
  { regulation_id, name, law, validity, published_on, effective_on, document_number }: RegulationRow,
  seen_run_id: string,
): TableRow<'regulation_history'> => ({
  ...{ regulation_id, seen_run_id, name, law },
  ...{ validity, published_on, effective_on, document_number },
})

function articleRow(record: JsonObject, id: string, row: RegulationRow | undefined): TableRow<'articles'> {
  const columns = readers.articles.read(record)
  const law = lawOf(columns.regulation_name)
  const number = columns.article_number === null ? undefined : articleOfTid(columns.article_number)
  const score = readers.article_hits.extra({ _score: record._score ?? null })
  return {
    ...columns,
    article_id: id,
    law,
    citation_key:
      law === null || number === undefined ? null : citationKey(law, number.article, number.articleSub),
    title: columns.title ?? columns.full_title,
    extra: orNull({ ...columns.extra, ...score, ...unsaidBy(row, record) }),
  }
}

/**
 * What an article says of its regulation and the row does not: it names none, or another article said otherwise. The
 * name stands with the article itself.
 */
function unsaidBy(row: RegulationRow | undefined, record: JsonObject): JsonObject {
  const stated = readers.regulations.read(record)
  return Object.fromEntries(
    summary
      .filter(([column]) => stated[column] !== null && stated[column] !== row?.[column])
      .flatMap(([, { origin }]) => origin.members.map((member) => [member, record[member]])),
  )
}

/** Parameters of a lookup; any other is a filter, under which a law's article may be missing. */
const asking: ReadonlySet<string> = new Set(['fgmc', 'keyword', 'search_mode', 'top_k'])
const most = limits.top_k.maximum

/**
 * Which articles a call asked for: article labels of one law, joined by OR. An article counts as found only when the
 * answer holds exactly this law and number, because 民法典 also matches interpretations whose titles name it. That one is
 * not there says only a call that is made as lookups are; any other tells of what it found alone.
 */
function lookupRows(
  params: JsonObject,
  articles: readonly TableRow<'articles'>[],
): TableRow<'article_lookups'>[] {
  const law = textOf(params.fgmc)
  if (law === null) return []
  const labels = splitOnSpaces(textOf(params.keyword) ?? '')
  const found = new Set(articles.map((article) => article.citation_key))
  const tellsAbsence = isLookup(params, labels)
  return labels.flatMap((label) => {
    const asked = articleOfLabel(label)
    if (asked === undefined) return []
    const key = citationKey(lawBaseName(law), asked.article, asked.articleSub)
    const is_found = found.has(key)
    if (!is_found && !tellsAbsence) return []
    const asked_singly = labels.length === 1
    return [{ citation_key: key, law, label, asked_singly, is_found, hits: articles.length }]
  })
}

/** Whether the answer holds every article asked for, up to the most that an answer can hold. */
function isLookup(params: JsonObject, labels: readonly string[]): boolean {
  const isUnfiltered = Object.entries(params).every(
    ([name, value]) => asking.has(name) || textOf(value) === null,
  )
  const isAnyOf = labels.length === 1 || textOf(params.search_mode)?.toUpperCase() === 'OR'
  const areLabels = labels.every((label) => articleOfLabel(label) !== undefined)
  return isUnfiltered && isAnyOf && areLabels && integerOf(params.top_k) === most
}
