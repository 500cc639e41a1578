import { relationOf } from '../warehouse/schema.ts'

const opening = `# Tables and views

Generated from the definitions in \`src/warehouse/\` by \`npm run docs\`; \`dossier tables [NAME]\` prints the same. A source is the
member of the contract that a column holds, as a path in the answer or as a parameter of the call; \`derived\` is our own. Every
table that answers fill ends with \`call_key\` and \`run_id\`: the call a row was read from, see \`calls\`.
`

/** The data dictionary as Markdown: what docs/tables.md holds. */
export function dictionaryMarkdown(names: readonly string[]): string {
  const list = names.map(
    (name) => `| [${name}](#${name}) | ${relationOf(name)?.kind} | ${relationOf(name)?.term} |`,
  )
  return [opening, '| name | kind | 中文 |', '| --- | --- | --- |', ...list, '', ...names.map(section)].join(
    '\n',
  )
}

function section(name: string): string {
  const relation = relationOf(name)
  if (relation === undefined) return ''
  const rows = Object.entries(relation.columns).map(
    ([column, { type, term, source, meaning, example }]) =>
      `| ${[`\`${column}\``, type, term, source, meaning, example].map(cell).join(' | ')} |`,
  )
  return [
    `## ${name}`,
    '',
    `${relation.term} · ${relation.meaning}`,
    '',
    '| column | type | 中文 | source | meaning | example |',
    '| --- | --- | --- | --- | --- | --- |',
    ...rows,
    '',
  ].join('\n')
}

const cell = (text: string): string => text.replaceAll('|', '\\|')
