import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { writeReports } from '../src/report/report.ts'
import { Database } from '../src/warehouse/database.ts'
import type { Figure } from './figure.ts'
import { fillWorld } from './views.ts'

/** Documents an enterprise on average: more than such enterprises have, and five giants have a quarter of them all. */
const documentsPerEnterprise = 20

/** Dossiers of a generated warehouse: time, processor time and memory of this process. */
export async function reportFigures(folder: string, enterprises: number): Promise<Figure[]> {
  const file = join(folder, 'reports.duckdb')
  const spillTo = join(folder, 'spill')
  await fillWorld(file, spillTo, { documents: enterprises * documentsPerEnterprise, enterprises })
  await using reader = await Database.open(file, { readOnly: true, spillTo, memoryLimit: '384MB' })
  const [before, cpu] = [performance.now(), process.cpuUsage()]
  const manifest = await writeReports({
    reader,
    folder: join(folder, 'reports'),
    settings: { language: 'zh', purpose: '', version: 'bench', madeAt: new Date() },
    privacy: { persons: 'keep', identifiers: 'mask' },
    present: (value) => value,
  })
  const [seconds, spent] = [(performance.now() - before) / 1000, process.cpuUsage(cpu)]
  const megabytes = manifest.files.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6
  const pages = (await readdir(join(folder, 'reports'))).length - 2
  return [
    {
      figure: `seconds for ${pages} dossiers, ${megabytes.toFixed(0)} MB`,
      measured: seconds.toFixed(1),
      aim: '< 120 for 1000',
    },
    {
      figure: 'processor seconds of it',
      measured: ((spent.user + spent.system) / 1e6).toFixed(1),
      aim: '',
    },
    {
      figure: 'peak memory',
      measured: `${(process.resourceUsage().maxRSS / 1000).toFixed(0)} MB`,
      aim: 'flat',
    },
  ]
}
