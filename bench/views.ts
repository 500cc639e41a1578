import { join } from 'node:path'
import { Database } from '../src/warehouse/database.ts'
import { refreshDerived } from '../src/warehouse/derive.ts'
import { createSchema } from '../src/warehouse/schema.ts'
import type { Columns, View } from '../src/warehouse/table.ts'
import { views } from '../src/warehouse/views/index.ts'
import type { Figure } from './figure.ts'
import { type WorldSize, worldStatements } from './views-world.ts'

const documentsPerEnterprise = 200
const settings = { threads: 2, memoryLimit: '1GB' }

/** Every documented view over a generated warehouse, whole and for one enterprise: medians of `runs`, in seconds. */
export async function viewFigures(folder: string, documents: number, runs: number): Promise<Figure[]> {
  const file = join(folder, 'views.duckdb')
  const spillTo = join(folder, 'spill')
  const filled = await secondsOf(() => fill(file, spillTo, documents))
  await using database = await Database.open(file, { readOnly: true, spillTo, ...settings })
  const [one] = await database.rows(
    'SELECT enterprise_id FROM enterprise_documents GROUP BY 1 ORDER BY abs(count(*) - 200), 1 LIMIT 1',
  )
  const figures: Figure[] = [
    {
      figure: `seconds to make a warehouse of ${documents} listed documents`,
      measured: filled.toFixed(0),
      aim: '< 90',
    },
  ]
  for (const [name, view] of Object.entries(views as Readonly<Record<string, View>>)) {
    const whole = await medianSeconds(database, evaluationOf(name, view.columns), runs)
    const isOfEnterprises = 'enterprise_id' in view.columns
    const sql = `${evaluationOf(name, view.columns)} WHERE enterprise_id = '${one?.enterprise_id}'`
    const single = isOfEnterprises ? await medianSeconds(database, sql, runs) : undefined
    figures.push({
      figure: `seconds of ${name}${single === undefined ? '' : ', whole and for one enterprise'}`,
      measured: [whole, ...(single === undefined ? [] : [single])]
        .map((seconds) => seconds.toFixed(2))
        .join(' · '),
      aim: '< 1',
    })
  }
  return figures
}

const fill = (file: string, spillTo: string, documents: number): Promise<void> =>
  fillWorld(file, spillTo, {
    documents,
    enterprises: Math.max(10, Math.round(documents / documentsPerEnterprise)),
  })

/** A warehouse of this size, made up. */
export async function fillWorld(file: string, spillTo: string, size: WorldSize): Promise<void> {
  await using database = await Database.open(file, { spillTo, memoryLimit: '2GB' })
  await createSchema(database)
  for (const statement of worldStatements(size)) await database.run(statement)
  await refreshDerived(database)
}

/** A SELECT that needs every column of every row, and gives one row. */
const evaluationOf = (name: string, columns: Columns): string => {
  const aggregates = Object.entries(columns).map(([column, { type }]) =>
    type === 'JSON' ? `count(${column})` : type === 'VARCHAR[]' ? `sum(len(${column}))` : `max(${column})`,
  )
  return `SELECT count(*), ${aggregates.join(', ')} FROM ${name}`
}

async function medianSeconds(database: Database, sql: string, runs: number): Promise<number> {
  const seconds: number[] = []
  for (let run = 0; run < runs; run += 1) seconds.push(await secondsOf(() => database.rows(sql)))
  return seconds.sort((a, b) => a - b)[runs >> 1] ?? 0
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return (performance.now() - started) / 1000
}
