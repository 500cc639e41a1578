import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, open, readFile, rm } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { operations } from '../src/contract/operations.ts'
import { Database } from '../src/warehouse/database.ts'
import { aims, type Figure, figure, median } from './figure.ts'
import { bare, measure, type Taken } from './processes.ts'
import { openWorkload, type Setting, type Workload } from './workload.ts'
import { type Asked, documentCount, pagesOf, type Request, type WorldSpec } from './world/spec.ts'

/** One job that dossier, the bare loop, dlt and DuckDB alone do in turns. */
interface Task {
  readonly name: string
  readonly spec: WorldSpec
  readonly hasTexts: boolean
}

type Contender = 'dossier' | 'floor' | 'duckdb' | 'dlt' | 'dltParquet'
type Round = Readonly<Partial<Record<Contender, Taken>>> & {
  /** Processor time of the service, as a share of dossier's. */
  readonly share: number
}

/** Rounds, in each of which all do the job, one after the other; ratios are made within a round. */
export async function sideBySide({ folder, corpus, runs }: Setting, task: Task): Promise<Figure[]> {
  await using work = await openWorkload(folder, await corpus(), task.spec, task)
  const dlt = await openDlt()
  const { asked } = await work.run()
  const statutes = await necessaryStatutes(work.home)
  await rm(work.home, { recursive: true })
  const answers = await keepAnswers(folder, work.url, asked.requests)
  await work.asked()
  const rounds: Round[] = []
  while (rounds.length < runs) {
    const ours = await ownRound(work, task)
    const duckdb = await bare('bare-duckdb', 'load', join(folder, 'alone.duckdb'), ...answers)
    await rm(join(folder, 'alone.duckdb'))
    rounds.push({
      ...ours,
      duckdb,
      ...(typeof dlt === 'string' ? {} : await dltRound(dlt, work, folder, task)),
    })
    await work.asked()
  }
  const absent = { measured: '', aim: '', verdict: '', reason: '' } as const
  return [
    ...ratios(task, rounds),
    ...(typeof dlt === 'string' ? [{ ...absent, figure: `${task.name}: ${dlt}` }] : []),
    ...callFigures(task, asked, statutes),
    figure(
      `${task.name}: processor time of the service, as a share of dossier's`,
      median(rounds, ({ share }) => share),
    ),
  ]
}

async function ownRound(work: Workload, { name }: Task) {
  const before = work.cpuMs()
  const ours = await work.run()
  const share = (work.cpuMs() - before) / 1000 / ours.cpuSeconds
  await rm(work.home, { recursive: true })
  const floor = await work.bareLoop(ours.asked.requests)
  if (signature(floor.asked) !== signature(ours.asked))
    throw new Error(`bench: ${name}: the floor asked for something else than dossier`)
  return { dossier: ours, floor, share }
}

/** Calls made against the necessary ones, of all operations and of statutes. */
function callFigures({ name, spec, hasTexts }: Task, { requests, bytes }: Asked, statutes: number): Figure[] {
  const made = requests.length
  const all = figure(`${name}: calls made ÷ necessary`, made / necessaryCalls(spec, statutes, hasTexts), {
    aim: aims.calls,
    detail: `${made} calls, ${(bytes / 1e6).toFixed(0)} MB`,
  })
  const calls = requests.filter(({ url }) => url.startsWith(operations.rh_ft_search.path)).length
  const ofStatutes = figure(`${name}: statute calls ÷ one for 15 articles of a law`, calls / statutes, {
    aim: aims.calls,
    detail: `${calls} calls`,
  })
  return statutes === 0 ? [all] : [all, ofStatutes]
}

async function dltRound(dlt: Dlt, { url }: Workload, folder: string, { spec, hasTexts }: Task) {
  const load = async (fileFormat: 'default' | 'parquet'): Promise<Taken> => {
    const own = join(folder, 'peer')
    await mkdir(own, { recursive: true })
    const taken = await dlt({ url, enterprises: spec.enterprises, hasTexts, fileFormat, folder: own })
    const rows = JSON.parse(taken.output.trim().split('\n').at(-1) ?? '') as Record<string, number>
    const [listed, texts] = [documentCount(spec), hasTexts ? documentCount(spec) : undefined]
    if (rows.documents !== listed || rows.cases !== texts)
      throw new Error(`bench: dlt loaded ${taken.output}; expected ${listed} documents, ${texts} cases`)
    await rm(own, { recursive: true })
    return taken
  }
  return { dlt: await load('default'), dltParquet: await load('parquet') }
}

/** The bodies of lists and full texts, a file an operation, an answer a line: what DuckDB alone is given. */
async function keepAnswers(folder: string, url: string, requests: readonly Request[]): Promise<string[]> {
  const files: string[] = []
  for (const [name, suffix] of [
    ['rh_enterpriseWritList', '.list.ndjson'],
    ['rh_case_details', '.ndjson'],
  ] as const) {
    const wanted = requests.filter((request) => request.url.startsWith(operations[name].path))
    if (wanted.length === 0) continue
    const path = join(folder, name + suffix)
    await using file = await open(path, 'w')
    for (const request of wanted) await file.write(`${await (await fetch(url + request.url)).text()}\n`)
    files.push(path)
  }
  return files
}

/** From 20,000 documents on the aims are higher: what a run costs in any case is a smaller part of it. */
const peerAims = ({ spec, hasTexts }: Task) =>
  !hasTexts ? aims.rows : documentCount(spec) >= 20_000 ? aims.manyTexts : aims.texts

function ratios(task: Task, rounds: readonly Round[]): Figure[] {
  const { name, hasTexts } = task
  const { dlt, dltParquet } = peerAims(task)
  const over = (contender: Contender, of: 'seconds' | 'peakMegabytes' | 'cpuSeconds') =>
    median(rounds, (round) => (round[contender]?.[of] ?? Number.NaN) / (round.dossier?.[of] ?? Number.NaN))
  const takenBy = (contender: Contender) => rounds.flatMap((round) => round[contender] ?? [])
  const peakOf = (contender: Contender) =>
    Math.max(...takenBy(contender).map(({ peakMegabytes }) => peakMegabytes))
  const detailOf = (contender: Contender): string => {
    const [seconds, cpu] = (['seconds', 'cpuSeconds'] as const).map((of) =>
      median(takenBy(contender), (taken) => taken[of]).toFixed(1),
    )
    return `${seconds} s, ${cpu} of the processor, ${peakOf(contender).toFixed(0)} MB`
  }
  const peers = [
    { contender: 'dlt', peer: 'dlt, default loader', aim: dlt },
    { contender: 'dltParquet', peer: 'dlt, Parquet loader', aim: dltParquet },
  ] as const
  return [
    figure(`${name}: megabytes of memory at the peak`, peakOf('dossier'), {
      aim: aims.peakMegabytes,
      detail: detailOf('dossier'),
    }),
    figure(`${name}: of the floor's speed`, over('floor', 'seconds'), {
      aim: hasTexts ? aims.floor : undefined,
      detail: detailOf('floor'),
    }),
    figure(`${name}: of the floor's processor time`, over('floor', 'cpuSeconds')),
    ...peers
      .filter(({ contender }) => takenBy(contender).length > 0)
      .flatMap(({ contender, peer, aim }) => [
        figure(`${name}: times as fast as ${peer}`, over(contender, 'seconds'), {
          aim,
          detail: detailOf(contender),
        }),
        figure(`${name}: memory, over that of ${peer}`, 1 / over(contender, 'peakMegabytes'), {
          aim: aims.dltMemory,
        }),
      ]),
    figure(`${name}: of the speed of DuckDB alone, given the same bytes`, over('duckdb', 'seconds'), {
      detail: detailOf('duckdb'),
    }),
  ]
}

/**
 * Calls without which the job cannot be done: the record of each enterprise, each page of its list, page 1 once more where there
 * are several (that the list stood still), each full text, and the cited articles.
 */
export function necessaryCalls(spec: WorldSpec, statutes: number, hasTexts: boolean): number {
  const lists = Array.from({ length: spec.enterprises }, (_, enterprise) => pagesOf(spec, enterprise))
  const pages = lists.reduce((sum, count) => sum + count + (count > 1 ? 1 : 0), 0)
  return spec.enterprises + pages + (hasTexts ? documentCount(spec) : 0) + statutes
}

/** Calls that the articles cited in a published warehouse need: 15 of one law, three versions of each, in a call (docs/completeness.md). */
export async function necessaryStatutes(home: string): Promise<number> {
  await using reader = await Database.open(join(home, 'dossier.duckdb'), { readOnly: true })
  const [row] = await reader.rows(
    `SELECT coalesce(sum(ceil(articles / 15)), 0)::INTEGER AS calls FROM (
       SELECT count(DISTINCT citation_key) AS articles FROM case_citations WHERE citation_key IS NOT NULL GROUP BY law)`,
  )
  return Number(row?.calls)
}

/** What was asked, in an order of its own: two that are equal asked for the same. */
export const signature = ({ requests }: Asked): string =>
  requests
    .map(({ method, url, body }) => `${method} ${url} ${body}`)
    .sort()
    .join('\n')

/** Files of dlt beside the sources, for they are not compiled. */
const source = (name: string): string => fileURLToPath(new URL(`../../bench/dlt/${name}`, import.meta.url))

type Dlt = (options: {
  readonly url: string
  readonly enterprises: number
  readonly hasTexts: boolean
  readonly fileFormat: 'default' | 'parquet'
  readonly folder: string
}) => Promise<Taken>

/**
 * dlt in a virtual environment of its own, made once in the cache folder of the user for each list of versions.
 * A sentence instead when there is no Python, or no way to the registry.
 */
async function openDlt(): Promise<Dlt | string> {
  const versions = await readFile(source('requirements.txt'))
  const digest = createHash('sha256').update(versions).digest('hex').slice(0, 12)
  const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'dossier-bench')
  const environment = join(cache, `dlt-${digest}`)
  try {
    if (!existsSync(environment)) await makeEnvironment(environment)
  } catch (error) {
    return `dlt is left out: ${(error as Error).message.split('\n').slice(0, 3).join(' ')}`
  }
  return ({ url, enterprises, hasTexts, fileFormat, folder }) => {
    const what = [url, String(enterprises), hasTexts ? 'details' : 'lists', fileFormat]
    const into = [join(folder, 'dlt.duckdb'), join(folder, 'dlt')]
    return measure(join(environment, 'bin', 'python'), [source('pipeline.py'), ...what, ...into])
  }
}

/** The virtual environment, under another name until it is whole. */
async function makeEnvironment(environment: string): Promise<void> {
  const make = `mkdir -p "$(dirname "$2")" && python3 -m venv --copies "$1" && "$1/bin/python" -m pip install --quiet --no-deps \
    --only-binary :all: -r "$3" && mv "$1" "$2" || { rm -rf "$1"; exit 1; }`
  const begun = `${environment}.${process.pid}`
  await measure('sh', ['-c', make, 'sh', begun, environment, source('requirements.txt')])
}
