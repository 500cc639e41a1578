import { createHash } from 'node:crypto'
import { accessSync, constants, statSync } from 'node:fs'
import { basename, dirname, extname, resolve } from 'node:path'
import { z } from 'zod'
import { GivenFileError, mostBytes, readGivenText } from '../../disk/given-file.ts'
import { hint, meant } from '../../rows/words/suggest.ts'
import type { Pipeline } from '../pipeline.ts'
import { checked, placed } from './complaints.ts'
import { byLine, JobError, type Problem, readFor } from './problem.ts'
import { commonJob, type Job, type JobSettings } from './schema.ts'
import { parseYaml, problemAt, type YamlFile } from './yaml-file.ts'

export type { Job } from './schema.ts'

/** Where the pipelines are that jobs name. */
export interface Pipelines {
  readonly names: readonly string[]
  /** The pipeline of that name, or in that file beside the job; undefined when there is none. @throws Error, in words */
  find(name: string, jobFile: string): Promise<Pipeline | undefined>
}

/** What a job given as an object is called where a file would be named. */
const objectName = 'job'

/**
 * Reads and validates a job: a file, or an object of the same keys. `tables` are those that its exports may name; without them any name is taken.
 * @throws JobError with the file, line and what was expected
 */
export async function readJob(
  given: string | object,
  pipelines: Pipelines,
  tables?: readonly string[],
): Promise<{ job: Job; pipeline: Pipeline }> {
  const { problems, read } = await checkJob(given, pipelines, tables)
  if (read === undefined || problems.length > 0) throw new JobError(problems)
  return read
}

/**
 * Everything that is wrong with a job, as far as one look at it tells; beside it the job without that, undefined when nothing is left that
 * could be one. @throws JobError when it is no YAML that can be read
 */
export async function checkJob(given: string | object, pipelines: Pipelines, tables?: readonly string[]) {
  const yaml =
    typeof given === 'string' ? yamlOf(given) : { file: objectName, value: given, lineOf: () => undefined }
  const { file } = yaml
  const pipeline = await pipelineOf(yaml.value, pipelines, file)
  const isKnown = typeof pipeline !== 'string'
  const { problems, rest, settings, places } = checked<JobSettings>(yaml, isKnown ? pipeline.job : anyJob)
  const { freshness, exports } = settings ?? anyJob.safeParse(rest).data ?? { freshness: {}, exports: [] }
  const named = { freshness, exports: placed(exports, places.get('exports')) }
  const steps = isKnown ? pipeline.steps.map((step) => step.name) : undefined
  const all = byLine([
    ...(isKnown ? [] : [problemAt(yaml, ['pipeline'], pipeline)]),
    ...problems.filter(({ message }) => isKnown || !/^(?:pipeline|the job): /.test(message)),
    ...unknownNames(yaml, named, { steps, tables }),
    ...unreadableSqlFiles(yaml, named),
    ...(await unfitTemplate(yaml, settings?.report)),
    ...noProgram(yaml, settings?.after),
  ])
  if (!isKnown || settings === undefined) return { problems: all, read: undefined }
  const name = typeof given === 'string' ? basename(file, extname(file)) : settings.title || objectName
  const job: Job = { name, file, digest: digestOf(settings), settings }
  return { problems: all, read: { pipeline, job } }
}

const yamlOf = (file: string): YamlFile =>
  parseYaml(
    file,
    readFor(file, 'a job file (YAML); dossier init writes one', () =>
      readGivenText(file, { mostBytes: mostBytes.job }),
    ),
  )

/** Checks for a job with an unknown pipeline, or without the keys that its pipeline needs. */
const anyJob = z.looseObject(commonJob)

/** The pipeline that a job names, or what is wrong with the name. */
async function pipelineOf(job: unknown, pipelines: Pipelines, file: string): Promise<Pipeline | string> {
  const name = (job as { pipeline?: unknown } | null)?.pipeline
  if (typeof name !== 'string') return `pipeline: expected ${expectedOf(pipelines)}; found ${said(name)}`
  try {
    const pipeline = await pipelines.find(name, file)
    if (pipeline !== undefined) return pipeline
  } catch (error) {
    return `pipeline: ${(error as Error).message}`
  }
  return `pipeline: expected ${expectedOf(pipelines)}; found ${said(name)}${hint(name, pipelines.names)}`
}

const expectedOf = ({ names }: Pipelines): string =>
  `one of ${names.join(', ')}, or a file as ./my-pipeline.ts`

const said = (value: unknown): string =>
  value === undefined || value === null ? 'nothing' : JSON.stringify(value)

/** How a job is run (when, its pace, its budget, where its results go, its notifications) is no part of what it asks for. */
const howItIsRun: ReadonlySet<string> = new Set([
  ...(['title', 'budget', 'rate', 'timeout', 'costs', 'freshness', 'exports', 'report'] as const),
  ...(['red_flags', 'transport', 'tools', 'schedule', 'after', 'notify', 'retention'] as const),
] satisfies (keyof JobSettings)[])

function digestOf(settings: JobSettings): string {
  const asked = Object.fromEntries(Object.entries(settings).filter(([key]) => !howItIsRun.has(key)))
  return createHash('sha256').update(JSON.stringify(asked)).digest('hex').slice(0, 16)
}

/**
 * Steps of the pipeline, and tables and views to export, that a job names and that do not exist: found before the first call, not after
 * the last. Any name is taken where those that exist are not given.
 */
function unknownNames(
  yaml: YamlFile,
  settings: Pick<JobSettings, 'freshness' | 'exports'>,
  { steps, tables }: Readonly<Record<'steps' | 'tables', readonly string[] | undefined>>,
): Problem[] {
  const unknown = (name: string, path: readonly PropertyKey[], kind: string, known: readonly string[]) => {
    if (known.includes(name)) return []
    const place = path.slice(0, -1).map(String).join('.')
    return [problemAt(yaml, path, `${place}: there is no ${kind} "${name}"; ${meant(name, known)}`)]
  }
  return [
    ...Object.keys(settings.freshness).flatMap((name) =>
      unknown(name, ['freshness', name], 'step', steps ?? [name]),
    ),
    ...settings.exports.flatMap(({ tables: named = [] }, at) =>
      (named === 'all' ? [] : named).flatMap((name, index) =>
        unknown(name, ['exports', at, 'tables', index], 'table or view', tables ?? [name]),
      ),
    ),
  ]
}

/** SQL files that exports name and that cannot be read: found before the first call, not after the last. */
function unreadableSqlFiles(yaml: YamlFile, { exports }: Pick<JobSettings, 'exports'>): Problem[] {
  return exports.flatMap(({ sql }, at): Problem[] => {
    if (sql === undefined) return []
    const file = resolve(dirname(yaml.file), sql)
    try {
      readGivenText(file, { mostBytes: mostBytes.sql })
      return []
    } catch (error) {
      const message = `exports.${at}.sql: ${file} ${refusalOf(error)}; expected a file with one SELECT, beside the job`
      return [problemAt(yaml, ['exports', at, 'sql'], message)]
    }
  })
}

/** A template of Word files that cannot be one: found before the first call, too. */
async function unfitTemplate(yaml: YamlFile, report: JobSettings['report']): Promise<Problem[]> {
  if (report?.template === undefined) return []
  const file = resolve(dirname(yaml.file), report.template)
  const { expectedTemplate, readWordTemplate } = await import('./word-template.ts')
  const why = await readWordTemplate(file).then(() => undefined, refusalOf)
  const refused = why === undefined ? undefined : `${file} ${why}; ${expectedTemplate}`
  const said = report.formats.includes('docx') ? refused : 'expected with docx among the formats only'
  return said === undefined ? [] : [problemAt(yaml, ['report', 'template'], `report.template: ${said}`)]
}

function refusalOf(error: unknown): string {
  if (error instanceof GivenFileError) return error.message
  throw error
}

function noProgram(yaml: YamlFile, after: string | undefined): Problem[] {
  if (after === undefined) return []
  const program = resolve(dirname(yaml.file), after)
  try {
    accessSync(program, constants.X_OK)
    if (statSync(program).isFile()) return []
  } catch {
    // It is not there, or may not be run.
  }
  const message = `after: ${program} is no program that may be run; expected an executable file, and no arguments: chmod +x`
  return [problemAt(yaml, ['after'], message)]
}
