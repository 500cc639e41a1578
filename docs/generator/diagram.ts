import type { Relation } from '../../src/app/tables.ts'

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
