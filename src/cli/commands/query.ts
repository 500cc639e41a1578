import { RefusedError } from '../../app/errors.ts'
import { queryLimits } from '../../app/query.ts'
import { argument, byDefault, defineCommand, home, json, memory, oneOf, wholeNumber } from '../command.ts'
import { type Context, opened } from '../context.ts'
import { columnTable, shortCell } from '../text.ts'

type Row = readonly unknown[]

interface Result {
  /** Rows and bytes that it may have, where none are given; undefined: what a query may take. */
  readonly most?: number
  readonly add: (rows: readonly Row[], columns: readonly string[]) => void
  readonly end: (columns: readonly string[]) => void
}

/** Formats by what makes their results. */
const formats = {
  table: ({ out }: Context) => tableResult(out),
  json: ({ out }: Context) => jsonResult(out),
  csv: ({ outBytes }: Context) => csvResult(outBytes),
} satisfies Record<string, (context: Context) => Result | Promise<Result>>

export const query = defineCommand({
  words: 'query <sql>',
  does: 'run one SELECT over the published warehouse',
  places: { sql: argument('one SELECT') },
  flags: {
    home,
    json,
    format: oneOf(['table', 'csv'], 'of the result (default table, also into a pipe)'),
    limit: wholeNumber(1, 1_000_000, `rows at most (default ${queryLimits.rows}, of csv all)`),
    memory: byDefault(memory('memory at most'), queryLimits.memory),
    timeout: byDefault(wholeNumber(1, 86_400, 'seconds at most'), queryLimits.timeoutSeconds),
  },
  examples: [
    ['$0 query "SELECT cause, count(*) FROM enterprise_documents GROUP BY ALL"', 'documents by cause'],
    ['$0 query "FROM counterparties" --format csv > counterparties.csv', 'all rows, for other programs'],
  ],
  async run(args, context) {
    const format = args.json ? 'json' : (args.format ?? 'table')
    if (args.json && args.format !== undefined)
      throw new RefusedError('query: expected --json or --format, not both')
    const result = await formats[format](context)
    const { limit = result.most, memory } = args
    const { columns, isCut } = await (await opened(args, context)).query(args.sql, {
      limit,
      maxBytes: result.most,
      memory,
      timeoutSeconds: args.timeout,
      numbersAsText: format !== 'json',
      onRows: result.add,
      signal: context.signal,
    })
    result.end(columns)
    if (!isCut) return
    const shown = limit === 1 ? 'row is' : `${limit ?? queryLimits.rows} rows are`
    context.note(`only the first ${shown} shown; --limit shows more`)
  },
})

/**
 * RFC 4180 with line feeds: an empty text is quoted, NULL is not. The rows are printed as they come: none is held. A file gets their
 * bytes, a terminal what is legible.
 */
async function csvResult(outBytes: Context['outBytes']): Promise<Result> {
  const { stringify } = await import('csv-stringify/sync')
  let isBegun = false
  const print = (rows: readonly Row[], columns: readonly string[]): void => {
    const lines = (isBegun ? rows : [columns, ...rows]).map((row) => [...row])
    isBegun = true
    outBytes(Buffer.from(stringify(lines, { quoted_match: /^$|[\r\n]/, cast: { boolean: String } })))
  }
  return { most: 2 ** 50, add: print, end: (columns) => print([], columns) }
}

/** Members stay in the order of the columns, which an object would not keep. */
const objectText = (names: readonly string[], values: Row): string =>
  `{${names.map((name, index) => `${JSON.stringify(name)}:${JSON.stringify(values[index])}`).join(',')}}`

/** A list of objects, one a line. */
function jsonResult(out: Context['out']): Result {
  const objects: string[] = []
  return {
    add: (batch, columns) => void objects.push(...batch.map((row) => objectText(columns, row))),
    end: () => out(objects.length === 0 ? '[]' : `[\n${objects.join(',\n')}\n]`),
  }
}

/** Aligned text; of a long value it holds only what it shows. */
function tableResult(out: Context['out']): Result {
  const table: Row[] = []
  return {
    add: (batch) => void table.push(...batch.map((row) => row.map((value) => shortCell(value)))),
    end: (columns) => out(table.length === 0 ? 'no rows' : columnTable(columns, table)),
  }
}
