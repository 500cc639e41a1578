import type { Relation } from '../../src/app/tables.ts'

const opening = `# Tables and views

Generated from the definitions in \`src/rows/tables/\` and \`src/warehouse/\` by \`npm run docs\`; \`dossier tables [NAME]\` prints the same. A source is the
member of the contract that a column holds, as a path in the answer or as a parameter of the call; \`derived\` is our own. Every
table that answers fill ends with \`call_key\` and \`run_id\`: the call a row was read from, see \`calls\`.
`

/** The data dictionary as Markdown: what docs/tables.md holds. */
export const dictionaryMarkdown = (relations: readonly Relation[]): string =>
  [
    opening,
    ...table(
      ['name', 'kind', '中文', 'meaning'],
      relations.map(({ name, kind, term, meaning }) => [`[${name}](#${name})`, kind, term, meaning]),
    ),
    ...relations.flatMap((relation) =>
      section(
        relation,
        relations.find(({ name }) => relation.name === `${name}_history`),
      ),
    ),
  ].join('\n')

const section = ({ name, term, meaning, columns }: Relation, present?: Relation): string[] => [
  `## ${name}`,
  '',
  `${term} · ${meaning}`,
  '',
  ...(present === undefined
    ? columnTable(columns)
    : [`Columns as in [${present.name}](#${present.name}).`, '']),
]

const columnTable = (columns: Relation['columns']): string[] =>
  table(
    ['column', 'type', '中文', 'source', 'meaning', 'example'],
    columns.map((it) => [`\`${it.column}\``, it.type, it.term, it.source, it.meaning, it.example]),
  )

const markdownRow = (cells: readonly string[]): string =>
  `| ${cells.map((text) => text.replaceAll('|', '\\|')).join(' | ')} |`

/** A table of Markdown, as lines. */
export const table = (header: readonly string[], rows: readonly (readonly string[])[]): string[] => [
  markdownRow(header),
  markdownRow(header.map(() => '---')),
  ...rows.map(markdownRow),
  '',
]

/** Relations that others join, by the columns of their keys. */
const hubs = [
  { hub: 'case_citations', by: ['library', 'case_id', 'citation_key'] },
  { hub: 'cases', by: ['library', 'case_id'] },
  { hub: 'case_families', by: ['enterprise_id', 'family_key'] },
  { hub: 'subject_documents', by: ['enterprise_id', 'document_id'] },
  { hub: 'articles', by: ['article_id'] },
  { hub: 'regulations', by: ['regulation_id'] },
  { hub: 'enterprises', by: ['enterprise_id'] },
] as const

/** What the diagram shows, in its order. */
const shown = [
  'job_enterprises',
  'coverage',
  'enterprises',
  'enterprise_shareholders',
  'enforcement_cases',
  'red_flags',
  'counterparties',
  'case_families',
  'subject_documents',
  'ordered_payments',
  'cases',
  'case_parties',
  'case_amounts',
  'case_citations',
  'citation_articles',
  'articles',
  'regulations',
]

/** The joins of the relations that analysts ask for most, as a Mermaid diagram of entities. */
export function joinsDiagram(relations: readonly Relation[]): string {
  const edges = shown.flatMap((name) => {
    const columns = relations.find((relation) => relation.name === name)?.columns.map(({ column }) => column)
    if (columns === undefined) throw new Error(`the diagram shows ${name}, which is no table or view`)
    return hubsOf(name, columns).map(({ hub, by }) => `  ${hub} ||--o{ ${name} : "${by.join(', ')}"`)
  })
  return ['```mermaid', 'erDiagram', ...edges, '```'].join('\n')
}

/** The hubs that a relation joins; of two of which one's key holds the other's, the narrower. */
function hubsOf(name: string, columns: readonly string[]) {
  const joined = hubs.filter(({ hub, by }) => hub !== name && by.every((column) => columns.includes(column)))
  const isNarrower = (one: readonly string[], other: readonly string[]) =>
    one.length > other.length && other.every((column) => one.includes(column))
  return joined.filter(({ by }) => !joined.some((other) => isNarrower(other.by, by)))
}
