import { fileLiterals } from '../src/contract/sql.ts'
import { Database } from '../src/warehouse/database.ts'

/*
 * What DuckDB alone takes to have the same bytes in tables: answers of one operation a file, one a line; the list of records of
 * each, one row a record, with as much memory as it likes. Arguments: database, files.
 */
const [file = '', ...answers] = process.argv.slice(2)
await using database = await Database.open(file, { spillTo: `${file}.spill`, memoryLimit: '4GB' })
for (const [index, answer] of answers.entries())
  await database.run(
    `CREATE TABLE answers_${index} AS SELECT unnest(records, recursive := true) FROM (
       SELECT unnest(${answer.endsWith('.list.ndjson') ? 'data.list' : 'data'}) AS records
       FROM read_ndjson([${fileLiterals([answer])}], sample_size = 1000, maximum_object_size = 16777216))`,
  )
await database.run('CHECKPOINT')
