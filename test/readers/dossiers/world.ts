import { join } from 'node:path'
import { type Print, type ReportOptions, writeReports } from '../../../src/readers/dossiers/report.ts'
import { homeAt } from '../../../src/run/home/home.ts'
import { Database } from '../../../src/warehouse/database.ts'
import { shareViews } from '../../../src/warehouse/shared-views.ts'
import { temporaryFolder, type Whenever } from '../../support/folder.ts'
import { runHere, serveCorpus, writeCorpus } from '../../support/run.ts'
import { pageIn, type Written } from './pages.ts'

export type { Written } from './pages.ts'

/** A home in which a job ran on a corpus, and the folder beside it. */
export async function homeOf(corpus: string, folder: string, job: string, whenOver: Whenever) {
  const service = await serveCorpus(corpus, {}, whenOver)
  const home = join(folder, 'home')
  const { run } = await runHere({ home, job, url: service.url })
  return { home, folder, runId: run.run_id }
}

/** A home in which an enterprise-due-diligence job of these keys ran on these records, and the folder beside it. */
export async function worldOf(
  records: Parameters<typeof writeCorpus>[1],
  keys: Readonly<Record<string, unknown>>,
  whenOver: Whenever,
) {
  const folder = await temporaryFolder(whenOver)
  const corpus = await writeCorpus(join(folder, 'corpus'), records)
  const usual = { pipeline: 'enterprise-due-diligence', rate: { perSecond: 'unlimited' }, exports: [] }
  return await homeOf(corpus, folder, JSON.stringify({ ...usual, ...keys }), whenOver)
}

/** What a report mostly is: Chinese, with nothing hidden. */
export const usualReport = {
  settings: {
    language: 'zh',
    purpose: '准入审查',
    judgments: true,
    print: 'body',
    version: 'test',
    madeAt: new Date('2026-11-21T04:00:00Z'),
  },
  privacy: { persons: 'keep', identifiers: 'keep' },
  present: (value: string): string => value,
} as const

type Asked = Partial<ReportOptions['settings']> &
  Partial<Pick<ReportOptions, 'enterprises' | 'present' | 'signal' | 'inWord'>> & { readonly printer?: Print }

/** Reports out of a home's published warehouse. */
export async function reportOf(
  home: string,
  folder: string,
  { printer, enterprises, present = usualReport.present, signal, inWord, ...settings }: Asked = {},
): Promise<Written> {
  const { published, state } = homeAt(home)
  // As much as a command has for it: src/app/report.ts.
  await using database = await Database.open(published, {
    ...{ readOnly: true, spillTo: state.spill, threads: 1, memoryLimit: '384MB' },
  })
  const { reader } = await shareViews(database)
  const manifest = await writeReports({
    ...{ ...usualReport, reader, folder, enterprises, present, signal, inWord },
    settings: { ...usualReport.settings, ...settings },
    print: printer,
  })
  return { manifest, folder, page: pageIn(folder, manifest) }
}
