import { queryLimits } from '../../app/query.ts'
import { argument, byDefault, defineCommand, home, json, memory, wholeNumber } from '../command.ts'
import { opened } from '../context.ts'
import { exitCodes } from '../exit-codes.ts'
import { columnTable, shortCell } from '../text.ts'

export const command = defineCommand({
  words: 'query <sql>',
  does: 'run one SELECT over the published warehouse',
  places: { sql: argument('one SELECT') },
  flags: {
    home,
    json,
    limit: byDefault(wholeNumber(1, 1_000_000, 'rows at most'), queryLimits.rows),
    maxBytes: byDefault(wholeNumber(1, 2 ** 30, 'bytes of the result at most, as JSON'), queryLimits.bytes),
    memory: byDefault(memory('memory at most'), queryLimits.memory),
    timeout: byDefault(wholeNumber(1, 86_400, 'seconds at most'), queryLimits.timeoutSeconds),
  },
  examples: [
    ['$0 query "SELECT cause, count(*) FROM enterprise_documents GROUP BY ALL"', 'documents by cause'],
  ],
  async run(args, context) {
    const { limit, maxBytes, memory } = args
    const result = args.json ? jsonResult() : tableResult()
    const { columns, isCut } = await (await opened(args, context)).query(args.sql, {
      limit,
      maxBytes,
      memory,
      timeoutSeconds: args.timeout,
      numbersAsText: !args.json,
      onRows: result.add,
      signal: context.signal,
    })
    context.out(result.textOf(columns))
    if (isCut) context.note(`only the first ${limit} rows are shown; --limit shows more`)
    return exitCodes.complete
  },
})

type Row = readonly unknown[]

interface Result {
  readonly add: (rows: readonly Row[]) => void
  readonly textOf: (columns: readonly string[]) => string
}

/** A list of objects, one a line. Their members stay in the order of the columns, which an object would not keep. */
function jsonResult(): Result {
  const rows: string[][] = []
  const objectText = (names: readonly string[], values: readonly string[]): string =>
    `{${names.map((name, index) => `${name}:${values[index]}`).join(',')}}`
  return {
    add: (batch) => void rows.push(...batch.map((row) => row.map((value) => JSON.stringify(value)))),
    textOf: (columns) => {
      const names = columns.map((name) => JSON.stringify(name))
      return rows.length === 0 ? '[]' : `[\n${rows.map((row) => objectText(names, row)).join(',\n')}\n]`
    },
  }
}

/** Aligned text; of a long value it holds only what it shows. */
function tableResult(): Result {
  const table: Row[] = []
  return {
    add: (batch) => void table.push(...batch.map((row) => row.map((value) => shortCell(value)))),
    textOf: (columns) => (table.length === 0 ? 'no rows' : columnTable(columns, table)),
  }
}
