import { literal } from '../src/contract/sql.ts'
import { Database } from '../src/warehouse/database.ts'

/*
 * What DuckDB alone takes: a SELECT as Parquet, with the memory and the threads of an export. Arguments: warehouse, SELECT,
 * file, memory limit.
 */
const [warehouse = '', select = '', file = '', memoryLimit = ''] = process.argv.slice(2)
const settings = { readOnly: true, memoryLimit, threads: 1, spillTo: `${file}.spill` }
await using database = await Database.open(warehouse, settings)
await database.run(`COPY (${select}) TO ${literal(file)} (FORMAT parquet, COMPRESSION zstd)`)
