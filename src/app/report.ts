import { resolve } from 'node:path'
import type { z } from 'zod'
import { GivenFileError } from '../disk/given-file.ts'
import { builtModule, version } from '../disk/package.ts'
import { readManifest } from '../disk/publish-folder.ts'
import type { Print, ReportManifest } from '../readers/dossiers/report.ts'
import type { Presenter } from '../readers/dossiers/shown.ts'
import { namedPersons } from '../readers/exports/presentation.ts'
import { type PrivacyOptions, presentOf } from '../rows/privacy/present.ts'
import { type Home, publishedFolder } from '../run/home/home.ts'
import { reportFormats } from '../run/job/choices.ts'
import { reportRequest } from '../run/job/outputs.ts'
import { expectedTemplate, readWordTemplate } from '../run/job/word-template.ts'
import { openThreads } from '../run/threads.ts'
import type { Reader } from '../warehouse/database.ts'
import { relationsToExport } from '../warehouse/schema.ts'
import { withRoomForAll } from '../warehouse/warehouse.ts'
import { given, parsedOption, RefusedError, StoppedError } from './errors.ts'
import { type OpenPublished, openPublished } from './published.ts'
import { requirePublished } from './query.ts'
import type { Settings } from './settings.ts'

/** Which dossiers are written where, and as under `report` of a job. */
export interface ReportOptions extends ReportInput {
  /** Default: the last run that lists enterprises. */
  readonly runId?: string | undefined
  /** Names, codes or ids. Default: all of the run. */
  readonly enterprises?: readonly string[] | undefined
  /** Program that prints. Default: DOSSIER_CHROMIUM, else the first Chromium that is found. */
  readonly chromium?: string | undefined
  /** Default: `reports` of the run. */
  readonly folder?: string | undefined
  /** Folder that `template` is relative to. Default: the working folder. */
  readonly beside?: string | undefined
  /** Gives the report up; an earlier one stays. */
  readonly signal?: AbortSignal | undefined
}

type ReportInput = z.input<typeof reportRequest>

/** A written report, and why it has no PDF where one was wanted. */
export interface Reported {
  readonly folder: string
  /** Every file with its bytes and SHA-256. */
  readonly manifest: ReportManifest
  /** Pages are written without a Chromium too. */
  readonly withoutPdf: string | undefined
}

/** What usual dossiers are written in, whatever a home holds. */
const leastMemoryMb = 384

/** Writes dossiers out of the published warehouse as it is now. @throws RefusedError, ReportError, StoppedError */
export async function writeDossiers(settings: Settings, options: ReportOptions = {}): Promise<Reported> {
  await requirePublished(settings.home, 'report')
  await using published = await openPublished(settings.home)
  return await writeDossiersFrom(published, settings, options)
}

/** Writes them out of one that is open. @throws as writeDossiers */
export async function writeDossiersFrom(
  { database, reader }: OpenPublished,
  { home, env, clock }: Settings,
  {
    runId: wantedRun,
    enterprises,
    chromium,
    folder: wantedFolder,
    beside = '.',
    signal = new AbortController().signal,
    ...request
  }: ReportOptions,
): Promise<Reported> {
  parsedOption(reportRequest, request, 'report: ')
  const template =
    request.template === undefined ? undefined : await templateIn(resolve(beside, request.template))
  const { readRun, writeReports } = await loadReport()
  const write = async (): Promise<Reported> => {
    using _reading = database.endedBy(signal)
    const { runId } = await readRun(reader, wantedRun)
    const asked = await likeThoseOfRun(home, runId, request)
    const folder = wantedFolder ?? publishedFolder(home, runId, 'reports')
    const printer = asked.formats.includes('pdf')
      ? await findPrinter(chromium ?? env.DOSSIER_CHROMIUM, env.PATH ?? '')
      : {}
    // A file takes longer than its page, and half a megabyte of program: it is made beside the next pages.
    await using threads = asked.formats.includes('docx')
      ? await openThreads(builtModule('readers/dossiers/word'), 2)
      : undefined
    const manifest = await writeReports({
      reader,
      folder,
      runId,
      enterprises,
      settings: {
        language: asked.language,
        purpose: asked.purpose,
        judgments: asked.judgments,
        print: asked.print,
        template,
        version: version(),
        madeAt: clock.now(),
      },
      privacy: asked.privacy,
      present: await presenterOf(database, asked.privacy),
      print: printer.print,
      signal,
      inWord: threads?.run,
    })
    return { folder, manifest, withoutPdf: printer.missing }
  }
  return await withRoomForAll(database, write, leastMemoryMb).catch((cause) => {
    throw signal.aborted
      ? new StoppedError('report: it was asked to stop; nothing was written', { cause })
      : cause
  })
}

/** Read before anything is written. @throws RefusedError */
const templateIn = (file: string) =>
  readWordTemplate(file).catch((cause) => {
    if (!(cause instanceof GivenFileError)) throw cause
    throw new RefusedError(`report: ${file} ${cause.message}; ${expectedTemplate}`, { cause })
  })

/** How values of a warehouse are shown to others: masked by what is known of all of it. */
export async function presenterOf(reader: Reader, privacy: PrivacyOptions): Promise<Presenter> {
  const present = await presentOf(privacy, async () =>
    (await namedPersons(reader, relationsToExport())).names(),
  )
  return (...said) => present.show(...said).text
}

/** tsc leaves the path of an import() as it is where a function has `await using`. */
const loadReport = () => import('../readers/dossiers/report.ts')

/** What is asked for, and in what nothing was said of as the run's own dossiers are: language, purpose, privacy, formats. */
async function likeThoseOfRun(
  home: Home,
  runId: string,
  { privacy, ...request }: ReportInput,
): Promise<z.output<typeof reportRequest>> {
  const manifest = await readManifest(publishedFolder(home, runId, 'reports'))
  const files = typeof manifest === 'string' ? [] : manifest.files.map(({ file }) => file)
  const formats = reportFormats.filter((format) => files.some((file) => file.endsWith(`.${format}`)))
  const own = ofManifest.safeParse(manifest).data
  return reportRequest.parse({
    ...own,
    ...(formats.length > 0 && { formats }),
    ...given(request),
    privacy: { ...own?.privacy, ...given(privacy ?? {}) },
  })
}

const ofManifest = reportRequest.pick({ language: true, purpose: true, privacy: true }).strip()

interface Printer {
  readonly print?: Print
  readonly missing?: string
}

/** Without a Chromium the pages are written all the same, and the result says why there is no PDF. */
async function findPrinter(given: string | undefined, path: string): Promise<Printer> {
  const { findChromium, NoChromiumError, printPages } = await import('../readers/dossiers/pdf.ts')
  try {
    const program = await findChromium(given, path)
    return { print: (pages, signal) => printPages(program, pages, signal) }
  } catch (error) {
    if (error instanceof NoChromiumError) return { missing: error.message }
    throw error
  }
}
