import { fileLiterals, literal } from '../src/contract/sql.ts'
import { Database } from '../src/warehouse/database.ts'

/** What DuckDB alone takes. Arguments: one of these, and its own. */
const works: Readonly<Record<string, (...args: string[]) => Promise<void>>> = {
  /** To write a SELECT as Parquet, with the memory and the threads of an export. */
  async copy(warehouse = '', select = '', file = '', memoryLimit = '') {
    const settings = { readOnly: true, memoryLimit, threads: 1, spillTo: `${file}.spill` }
    await using database = await Database.open(warehouse, settings)
    await database.run(`COPY (${select}) TO ${literal(file)} (FORMAT parquet, COMPRESSION zstd)`)
  },
  /**
   * To have the same bytes in tables: answers of one operation a file, one a line; the list of records of each, one row a record, with as
   * much memory as it likes.
   */
  async load(file = '', ...answers) {
    await using database = await Database.open(file, { spillTo: `${file}.spill`, memoryLimit: '4GB' })
    for (const [index, answer] of answers.entries())
      await database.run(
        `CREATE TABLE answers_${index} AS SELECT unnest(records, recursive := true) FROM (
           SELECT unnest(${answer.endsWith('.list.ndjson') ? 'data.list' : 'data'}) AS records
           FROM read_ndjson([${fileLiterals([answer])}], sample_size = 1000, maximum_object_size = 16777216))`,
      )
    await database.run('CHECKPOINT')
  },
}

const [work = '', ...args] = process.argv.slice(2)
await works[work]?.(...args)
