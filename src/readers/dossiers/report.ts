import { basename, join, resolve } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { HashedFile, hashOfFile, makeFolder } from '../../disk/durable.ts'
import { failPoint } from '../../disk/fail-points.ts'
import { clipBytes, shortHash } from '../../disk/name-part.ts'
import { publishFiles } from '../../disk/publish-folder.ts'
import type { PrivacyOptions } from '../../rows/privacy/present.ts'
import type { CachingReader } from '../../warehouse/database.ts'
import { type Dossier, makeDossier, type Shared } from './dossier.ts'
import { readHoldings } from './holdings.ts'
import { type IndexLine, indexLine, indexPage } from './index-page.ts'
import { judgmentFolder } from './judgment/address.ts'
import { type Judgments, judgmentPages, noteJudgments } from './judgment/judgments.ts'
import { portfolioPage, readPortfolio } from './portfolio-page.ts'
import { dossierPage } from './sections/sections.ts'
import {
  chosenSubjects,
  documentCounts,
  ReportError,
  readEntries,
  readRun,
  readStatuteChanges,
  subjectsOf,
} from './subjects.ts'
import type { WordRequest } from './word-text.ts'
import { wordsOf } from './words/words.ts'

export { readRun } from './subjects.ts'

export interface ReportOptions extends Pick<Shared, 'settings' | 'privacy' | 'present'> {
  /** A published warehouse, opened read-only for these reports alone. */
  readonly reader: CachingReader
  /** Made when it does not exist. Files of an earlier report are replaced. */
  readonly folder: string
  /** The last run that lists enterprises when it is not given. */
  readonly runId?: string | undefined
  /** Names, codes or ids; every enterprise that the run's job was matched to when there are none. */
  readonly enterprises?: readonly string[] | undefined
  /** When PDF is wanted. */
  readonly print?: Print | undefined
  /** Makes the bytes of a Word file, when each dossier is one, too. */
  readonly inWord?: ((request: WordRequest) => Promise<Uint8Array>) | undefined
  /** Ends it before the next page; its reader is the caller's to end. */
  readonly signal?: AbortSignal | undefined
}

/** Prints pages beside themselves: given their paths, it gives those of the PDF files. */
export type Print = (pages: readonly string[], signal?: AbortSignal) => Promise<readonly string[]>

export interface ReportFile {
  readonly file: string
  readonly enterprise_id: string | null
  readonly case_id: string | null
  readonly bytes: number
  /** Hexadecimal. */
  readonly sha256: string
}

/** manifest.json: written last, so a folder without one holds no report. */
export interface ReportManifest {
  readonly kind: 'reports'
  readonly run_id: string
  /** ISO 8601, UTC. */
  readonly reported_at: string
  readonly language: string
  /** As the covers say it; '' where none was given, and where persons are hidden, for it may name one. */
  readonly purpose: string
  readonly version: string
  readonly privacy: PrivacyOptions
  readonly files: readonly ReportFile[]
}

const indexName = 'index.html'
const portfolioName = 'portfolio.html'

/**
 * Writes one page an enterprise, an index and a manifest, all or none: a report that fails leaves an earlier one as it was.
 * Memory is that of one batch of enterprises.
 *
 * Throws ReportError when what is asked for is not known, before anything is written, FolderInUseError and FolderOfOthersError
 * when the folder cannot be had, and NotPublishedError when writing fails.
 */
export async function writeReports(options: ReportOptions): Promise<ReportManifest> {
  const { settings, privacy, present } = options
  const plan = await planReports(options)
  return await publishFiles<ReportManifest>(
    { folder: resolve(options.folder), kind: 'reports', now: settings.madeAt, refusal: ReportError },
    async (staging) => ({
      kind: 'reports',
      run_id: plan.shared.run.runId,
      reported_at: settings.madeAt.toISOString(),
      language: settings.language,
      purpose: privacy.persons === 'keep' ? present(settings.purpose, 'prose') : '',
      version: settings.version,
      privacy,
      files: await writePages(options, staging, plan),
    }),
  )
}

type Plan = Awaited<ReturnType<typeof planReports>>

async function planReports({ reader, runId, enterprises = [], settings, privacy, present }: ReportOptions) {
  const run = await readRun(reader, runId)
  const entries = await readEntries(reader, run.runId)
  const all = subjectsOf(entries)
  const isWhole = enterprises.length === 0
  const subjects = isWhole ? all : await chosenSubjects(reader, enterprises, all)
  const names = fileNames(subjects.map((one) => ({ ...one, name: present(one.name, 'party') })))
  const planned = subjects.map((subject, index) => ({ subject, file: `${names[index]}.html` }))
  const counts = await documentCounts(reader)
  const statuteChanges = await readStatuteChanges(reader, run.runId)
  const words = await wordsOf(settings.language)
  return {
    shared: { run, settings, privacy, present, words, statuteChanges } satisfies Shared,
    entries,
    isWhole,
    /** What connects the enterprises; null for a part of the job, and for one enterprise. */
    portfolio: isWhole && subjects.length > 1 ? await readPortfolio(reader, run.runId) : null,
    batches: batchesOf(planned, ({ subject }) => counts.get(subject.enterpriseId) ?? 0),
  }
}

/** Enterprises and documents that are read at a time: few questions for many small ones, and one large one alone. */
const [mostEnterprises, mostDocuments] = [100, 4_000]

export function batchesOf<T>(all: readonly T[], documentsOf: (one: T) => number): T[][] {
  const batches: T[][] = []
  let documents = 0
  for (const one of all) {
    const batch = batches.at(-1)
    documents += documentsOf(one)
    if (batch === undefined || batch.length === mostEnterprises || documents > mostDocuments) {
      batches.push([one])
      documents = documentsOf(one)
    } else batch.push(one)
  }
  return batches
}

async function writePages(options: ReportOptions, staging: string, plan: Plan): Promise<ReportFile[]> {
  const files: ReportFile[] = []
  const wordFiles = filesBeside(wordFilesAtATime)
  const lines: IndexLine[] = []
  const among = new Set(plan.portfolio?.suits.flatMap(({ document_ids }) => document_ids))
  const numbers = new Map<string, ReadonlyMap<string, number>>()
  const judgments: Judgments = new Map()
  for (const batch of plan.batches) {
    const ids = batch.map(({ subject }) => subject.enterpriseId)
    const holdings = await readHoldings(options.reader, plan.shared.run.runId, ids)
    // What DuckDB has in memory is not asked for again while the page of a long list is made.
    if ([...holdings.values()].some(({ documents }) => documents.length > mostDocuments))
      await options.reader.release()
    for (const { subject, file } of batch) {
      const held = holdings.get(subject.enterpriseId)
      if (held === undefined) continue
      await turn(options)
      const dossier = makeDossier(subject, held, plan.shared)
      const page = dossierPage(dossier)
      const of = { enterprise_id: subject.enterpriseId }
      files.push(await writeFile(staging, file, page, of))
      if (options.inWord !== undefined) {
        const bytes = options.inWord(wordRequest(page, dossier))
        await wordFiles.add(bytes.then((made) => writeFile(staging, file.replace(/html$/, 'docx'), made, of)))
      }
      noteJudgments(judgments, dossier, file)
      lines.push(indexLine(dossier, file))
      const listed = dossier.documents.filter(({ row }) => among.has(row.document_id))
      const placed = listed.map(({ row, item }) => [row.document_id, item.number] as const)
      numbers.set(subject.enterpriseId, new Map(placed))
      failPoint('export.written')
    }
    await options.reader.release()
  }
  const { portfolio } = plan
  if (portfolio !== null) {
    const places = new Map(lines.map(({ enterpriseId, file }) => [enterpriseId, file]))
    const across = portfolioPage({ ...plan.shared, portfolio, files: places, numbers })
    files.push(await writeFile(staging, portfolioName, across))
  }
  const index = indexPage({ ...plan, ...plan.shared, lines, portfolio: portfolio && portfolioName })
  files.push(await writeFile(staging, indexName, index))
  const pdf = await printed(options, staging, files)
  const pages = await writeJudgments(options, staging, plan, judgments)
  return [...files, ...(await wordFiles.all()), ...pdf, ...pages]
}

/** Signals of the system arrive between pages only. */
async function turn({ signal }: ReportOptions): Promise<void> {
  await setImmediate()
  signal?.throwIfAborted()
}

function wordRequest(page: string, { words, settings, plain, subject }: Dossier): WordRequest {
  const { print, template } = settings
  const { contents, page: numbered, tables } = words
  const said = { contents, page: numbered, tables: { unprinted: tables.unprinted } }
  return { page, title: plain(subject.name, 'party'), words: said, print, template }
}

/** They wait with their pages while others and judgments are written: making one takes longer than its page. */
const wordFilesAtATime = 200

/** Pages of judgments that are written at a time: each waits for its own bytes to be on the disk. */
const pagesAtATime = 16

/** Files that are written while others are made, at most so many at a time. What fails ends what adds the next, or asks for all. */
function filesBeside(most: number) {
  const all: Promise<ReportFile>[] = []
  const underWay = new Set<Promise<unknown>>()
  return {
    async add(file: Promise<ReportFile>): Promise<void> {
      all.push(file)
      const written: Promise<unknown> = file.then(() => underWay.delete(written))
      written.catch(() => undefined)
      underWay.add(written)
      if (underWay.size === most) await Promise.race(underWay)
    },
    all: (): Promise<ReportFile[]> => Promise.all(all),
  }
}

/** The pages of judgments, of which a print has no use: the dossiers have the sentences that they rest on. */
async function writeJudgments(
  options: ReportOptions,
  staging: string,
  { shared }: Plan,
  judgments: Judgments,
): Promise<ReportFile[]> {
  await makeFolder(join(staging, judgmentFolder))
  const files = filesBeside(pagesAtATime)
  for await (const { file, caseId, text } of judgmentPages(options.reader, shared, judgments)) {
    await turn(options)
    await files.add(writeFile(staging, file, text, { case_id: caseId }))
  }
  return (await files.all()).sort((a, b) => (a.file < b.file ? -1 : 1))
}

async function printed(
  { print, signal }: ReportOptions,
  staging: string,
  files: readonly ReportFile[],
): Promise<ReportFile[]> {
  if (print === undefined) return []
  const pages = files.filter(({ file }) => file.endsWith('.html'))
  const made = await print(
    pages.map(({ file }) => join(staging, file)),
    signal,
  )
  return Promise.all(
    made.map(async (path, index) => ({
      file: basename(path),
      enterprise_id: pages[index]?.enterprise_id ?? null,
      case_id: null,
      ...(await hashOfFile(path)),
    })),
  )
}

async function writeFile(
  staging: string,
  name: string,
  text: string | Uint8Array,
  of: Partial<Pick<ReportFile, 'enterprise_id' | 'case_id'>> = {},
): Promise<ReportFile> {
  await using file = await HashedFile.create(join(staging, name))
  await file.write(text)
  return { file: name, enterprise_id: null, case_id: null, ...of, ...(await file.finish()) }
}

/** Names of files may have 255 bytes; an ending, an id and a number stand behind. */
const longestName = 120

/** Letters, digits and the brackets of enterprise names; anything else could mean something to a shell, a browser or a disk. */
const plain = /[^\p{L}\p{N}（）()_-]+/gu

/** An id as it is, where it is a plain one; else a hash of it. */
const idPart = (id: string): string => (/^[0-9A-Za-z]{1,64}$/.test(id) ? id : shortHash(id))

/**
 * Names of files for enterprises, in their order, without their ending: `name-id`. Never a path, and no two alike, not even on a disk
 * that takes capitals for small letters.
 */
export function fileNames(
  enterprises: readonly { readonly name: string; readonly enterpriseId: string }[],
): string[] {
  const taken = new Set<string>()
  return enterprises.map(({ name, enterpriseId }) => {
    const kept = clipBytes(name.normalize('NFC').replace(plain, '_'), longestName)
    const wanted = `${kept}-${idPart(enterpriseId)}`
    let given = wanted
    for (let copy = 2; taken.has(given.toLowerCase()); copy += 1) given = `${wanted}-${copy}`
    taken.add(given.toLowerCase())
    return given
  })
}
