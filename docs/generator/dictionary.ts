import type { Relation } from '../../src/app/tables.ts'
import { markdownRow } from '../../src/cli/text.ts'

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

/** A table of Markdown, as lines. */
export const table = (header: readonly string[], rows: readonly (readonly string[])[]): string[] => [
  markdownRow(header),
  markdownRow(header.map(() => '---')),
  ...rows.map(markdownRow),
  '',
]
