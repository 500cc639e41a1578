import { dictionaryMarkdown } from '../../../docs/generator/dictionary.ts'
import type { Relation } from '../../app/dossier.ts'
import { defineCommand, json, optionalArgument, toggle } from '../command.ts'
import { opened } from '../context.ts'
import { exitCodes } from '../exit-codes.ts'
import { textTable } from '../text.ts'

export const command = defineCommand({
  words: 'tables [name]',
  does: 'the tables and views, or the columns of one',
  places: { name: optionalArgument('table or view') },
  flags: { json, markdown: toggle('as Markdown: docs/tables.md') },
  examples: [['$0 tables enterprise_documents', 'columns with type, Chinese term and source']],
  async run({ name, json, markdown }, context) {
    const relations = await (await opened({}, context)).tables(name)
    if (markdown) context.out(dictionaryMarkdown(relations).trimEnd())
    else {
      const rows = name === undefined ? relations.map(listed) : relations.flatMap(({ columns }) => columns)
      context.out(
        json
          ? JSON.stringify(rows, null, 2)
          : textTable(
              rows.map((row) => ({ ...row })),
              100,
            ),
      )
    }
    return exitCodes.complete
  },
})

const listed = ({ name, kind, columns, term, meaning }: Relation) => ({
  name,
  kind,
  columns: columns.length,
  term,
  meaning,
})
