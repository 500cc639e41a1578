import { defineCommand, home, json } from '../command.ts'
import { opened } from '../context.ts'
import { exitCodes } from '../exit-codes.ts'
import { textTable } from '../text.ts'

export const command = defineCommand({
  words: 'rebuild',
  does: 'rebuild all tables from the raw answers and publish them; makes no call',
  flags: { home, json },
  examples: [['$0 rebuild', 'rows by table']],
  async run(args, context) {
    const { tables, elapsedMs } = await (await opened(args, context)).rebuild()
    if (args.json) context.out(JSON.stringify({ tables, elapsedMs }, null, 2))
    else {
      const rows = Object.entries(tables).map(([table, count]) => ({ table, rows: count }))
      if (rows.length > 0) context.out(textTable(rows))
      context.out(
        `\n${rows.length} tables rebuilt from raw and published in ${(elapsedMs / 1000).toFixed(1)} s; no call was made`,
      )
    }
    return exitCodes.complete
  },
})
