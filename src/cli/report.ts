import { type Home, publishedFolder } from '../engine/home/home.ts'
import { namedPersons } from '../export/presentation.ts'
import type { ReportRequest } from '../job/outputs.ts'
import { makePresentOf } from '../privacy/present.ts'
import type { ReportManifest } from '../report/report.ts'
import { Database } from '../warehouse/database.ts'
import { relationsToExport } from '../warehouse/schema.ts'
import type { Context } from './context.ts'
import { systemClock } from './effects.ts'
import { version } from './version.ts'

/** Which dossiers are written where. */
export interface ReportRun extends ReportRequest {
  readonly runId?: string | undefined
  readonly enterprises?: readonly string[] | undefined
  /** Program that prints; the first Chromium that is found when it is not given. */
  readonly chromium?: string | undefined
  /** Default: that of the run. */
  readonly folder?: string | undefined
}

/** A written report, and why it has no PDF where one was wanted. */
export interface Reported {
  readonly folder: string
  readonly manifest: ReportManifest
  readonly withoutPdf: string | undefined
}

/** Charts are heavy: the stage is loaded only when there are any. */
const loadReports = () => import('../report/report.ts')

/** Writes dossiers out of the published warehouse. */
export async function writeDossiers(
  home: Home,
  asked: ReportRun,
  { env }: Pick<Context, 'env'>,
): Promise<Reported> {
  const { readRun, writeReports } = await loadReports()
  await using reader = await Database.open(home.published, {
    readOnly: true,
    spillTo: home.state.spill,
    memoryLimit: '384MB',
  })
  const { runId } = await readRun(reader, asked.runId)
  const folder = asked.folder ?? publishedFolder(home, runId, 'reports')
  const printer = asked.pdf ? await findPrinter(asked.chromium ?? env.DOSSIER_CHROMIUM, env.PATH ?? '') : {}
  const present = await makePresentOf(home.state.aliasKey)(asked.privacy, async () =>
    (await namedPersons(reader, relationsToExport())).names(),
  )
  const manifest = await writeReports({
    reader,
    folder,
    runId,
    enterprises: asked.enterprises,
    settings: {
      language: asked.language,
      purpose: asked.purpose,
      version: version(),
      madeAt: systemClock.now(),
    },
    privacy: asked.privacy,
    present: (value, holds, persons) => present.show(value, holds, persons).text,
    print: printer.print,
  })
  return { folder, manifest, withoutPdf: printer.missing }
}

interface Printer {
  readonly print?: (pages: readonly string[]) => Promise<readonly string[]>
  readonly missing?: string
}

/** Without a Chromium the pages are written all the same, and the reader is told. */
async function findPrinter(given: string | undefined, path: string): Promise<Printer> {
  const [{ findChromium, NoChromiumError }, { printPages }] = await Promise.all([
    import('../report/chromium.ts'),
    import('../report/pdf.ts'),
  ])
  try {
    const program = await findChromium(given, path)
    return { print: (pages) => printPages(program, pages) }
  } catch (error) {
    if (error instanceof NoChromiumError) return { missing: error.message }
    throw error
  }
}

/** The dossiers that a job asks for, when its warehouse is published. */
export async function reportPublished(
  home: Home,
  runId: string,
  request: ReportRequest,
  context: Context,
): Promise<void> {
  const { withoutPdf } = await writeDossiers(home, { ...request, runId }, context)
  if (withoutPdf !== undefined) context.note(withoutPdf)
}
