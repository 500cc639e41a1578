import { mkdir, open, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { operations } from '../src/contract/operations.ts'
import { Database } from '../src/warehouse/database.ts'
import { type Dlt, openDlt } from './dlt/environment.ts'
import { aims, type Figure, figure, median } from './figure.ts'
import { writeJob } from './jobs.ts'
import { bareLoad, bareLoop, dossier, type ServedWorld, serveWorld, type Taken } from './processes.ts'
import { type Asked, documentCount, pagesOf, type Request, type WorldSpec } from './world/spec.ts'

/** One job that dossier, the bare loop, dlt and DuckDB alone do in turns. */
export interface Workload {
  readonly name: string
  readonly spec: WorldSpec
  readonly hasTexts: boolean
}

const contenders = ['dossier', 'floor', 'dlt', 'dltParquet', 'duckdb'] as const
type Contender = (typeof contenders)[number]
type Round = Readonly<Partial<Record<Contender, Taken>>>

/** `runs` rounds, in each of which all do the job, one after the other; ratios are made within a round. */
export async function sideBySide(
  folder: string,
  corpus: string,
  workload: Workload,
  runs: number,
): Promise<Figure[]> {
  await mkdir(folder, { recursive: true })
  await using world = await serveWorld(corpus, workload.spec)
  const job = await writeJob(join(folder, 'job.yaml'), workload.spec, workload)
  const dlt = await openDlt()
  const warm = await runOnce(world, job, join(folder, 'warm'))
  const statutes = await necessaryStatutes(join(folder, 'warm'))
  await rm(join(folder, 'warm'), { recursive: true })
  await writeFile(join(folder, 'requests.json'), JSON.stringify(warm.asked.requests))
  const answers = await keepAnswers(folder, world.url, warm.asked.requests)
  await world.asked()
  const rounds: Round[] = []
  const shares: number[] = []
  for (let index = 0; index < runs; index += 1) {
    const home = join(folder, 'home')
    const before = world.cpuMs()
    const ours = await runOnce(world, job, home)
    shares.push((world.cpuMs() - before) / 1000 / ours.taken.cpuSeconds)
    await rm(home, { recursive: true })
    const floor = await bareLoop(world.url, join(folder, 'requests.json'))
    if (signature(await world.asked()) !== signature(ours.asked))
      throw new Error(`bench: ${workload.name}: the floor asked for something else than dossier`)
    rounds.push({
      dossier: ours.taken,
      floor: { ...floor, seconds: Number(floor.output) },
      duckdb: await loadedAlone(folder, answers),
      ...(typeof dlt === 'string' ? {} : await dltRound(dlt, world, folder, workload)),
    })
    await world.asked()
  }
  return [
    ...ratios(workload, rounds),
    ...(typeof dlt === 'string' ? [{ figure: `${workload.name}: ${dlt}`, measured: '', aim: '' }] : []),
    ...callFigures(workload, warm.asked, statutes),
    figure(`${workload.name}: processor time of the service, as a share of dossier's`, median(shares)),
  ]
}

/** Calls made against the necessary ones, of all operations and of statutes. */
function callFigures({ name, spec, hasTexts }: Workload, asked: Asked, statutes: number): Figure[] {
  const made = asked.requests.length
  const all = figure(`${name}: calls made ÷ necessary`, made / necessaryCalls(spec, statutes, hasTexts), {
    aim: aims.calls,
    detail: `${made} calls, ${(asked.bytes / 1e6).toFixed(0)} MB`,
  })
  if (statutes === 0) return [all]
  const calls = statuteCalls(asked)
  return [
    all,
    figure(`${name}: statute calls ÷ one for 15 articles of a law`, calls / statutes, {
      aim: aims.calls,
      detail: `${calls} calls`,
    }),
  ]
}

async function runOnce(
  world: ServedWorld,
  job: string,
  home: string,
): Promise<{ readonly taken: Taken; readonly asked: Asked }> {
  const taken = await dossier(['run', job, '--base-url', world.url, '--home', home, '--json'])
  return { taken, asked: await world.asked() }
}

async function dltRound(
  dlt: Dlt,
  world: ServedWorld,
  folder: string,
  { spec, hasTexts }: Workload,
): Promise<Pick<Round, 'dlt' | 'dltParquet'>> {
  const load = async (fileFormat: 'default' | 'parquet'): Promise<Taken> => {
    const own = join(folder, 'peer')
    await mkdir(own, { recursive: true })
    const { enterprises } = spec
    const taken = await dlt.load({ url: world.url, enterprises, hasTexts, fileFormat, folder: own })
    const rows = JSON.parse(taken.output.trim().split('\n').at(-1) ?? '') as Record<string, number>
    const [listed, texts] = [documentCount(spec), hasTexts ? documentCount(spec) : undefined]
    if (rows.documents !== listed || rows.cases !== texts)
      throw new Error(`bench: dlt loaded ${taken.output}; expected ${listed} documents, ${texts} cases`)
    await rm(own, { recursive: true })
    return taken
  }
  return { dlt: await load('default'), dltParquet: await load('parquet') }
}

async function loadedAlone(folder: string, answers: readonly string[]): Promise<Taken> {
  const file = join(folder, 'alone.duckdb')
  const taken = await bareLoad(file, answers)
  await rm(file)
  return taken
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

/** From so many documents on the aims are higher: what a run costs in any case is a smaller part of it. */
const many = 20_000

const peerAims = ({ spec, hasTexts }: Workload) =>
  !hasTexts ? aims.rows : documentCount(spec) >= many ? aims.manyTexts : aims.texts

function ratios(workload: Workload, rounds: readonly Round[]): Figure[] {
  const { name, hasTexts } = workload
  const { dlt, dltParquet } = peerAims(workload)
  const over = (contender: Contender, of: keyof Taken & ('seconds' | 'peakMegabytes' | 'cpuSeconds')) =>
    median(
      rounds.map((round) => (round[contender]?.[of] ?? Number.NaN) / (round.dossier?.[of] ?? Number.NaN)),
    )
  const detailOf = (contender: Contender): string => {
    const taken = rounds.flatMap((round) => round[contender] ?? [])
    const [seconds, cpu] = [taken.map((t) => t.seconds), taken.map((t) => t.cpuSeconds)]
    const peak = Math.max(...taken.map(({ peakMegabytes }) => peakMegabytes))
    return `${median(seconds).toFixed(1)} s, ${median(cpu).toFixed(1)} of the processor, ${peak.toFixed(0)} MB`
  }
  const peers = (
    [
      ['dlt', 'dlt, default loader', dlt],
      ['dltParquet', 'dlt, Parquet loader', dltParquet],
    ] as const
  ).filter(([contender]) => rounds.every((round) => round[contender] !== undefined))
  return [
    figure(
      `${name}: megabytes of memory at the peak`,
      Math.max(...rounds.map((r) => r.dossier?.peakMegabytes ?? 0)),
      {
        aim: aims.peakMegabytes,
        digits: 0,
        detail: detailOf('dossier'),
      },
    ),
    figure(`${name}: of the floor's speed`, over('floor', 'seconds'), {
      ...(hasTexts ? { aim: aims.floor } : {}),
      detail: detailOf('floor'),
    }),
    figure(`${name}: of the floor's processor time`, over('floor', 'cpuSeconds')),
    ...peers.flatMap(([contender, peer, aim]) => [
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

/** Articles of one law that fit into one call, three versions of each (docs/architecture.md). */
const articlesPerCall = 15

/**
 * Calls without which the job cannot be done: the record of each enterprise, each page of its list, page 1 once more where there
 * are several (that the list stood still), each full text, and the cited articles.
 */
export function necessaryCalls(spec: WorldSpec, statutes: number, hasTexts: boolean): number {
  const lists = Array.from({ length: spec.enterprises }, (_, enterprise) => pagesOf(spec, enterprise))
  const pages = lists.reduce((sum, count) => sum + count + (count > 1 ? 1 : 0), 0)
  return spec.enterprises + pages + (hasTexts ? documentCount(spec) : 0) + statutes
}

/** Calls that the articles cited in a published warehouse need, up to 15 of one law in each. */
export async function necessaryStatutes(home: string): Promise<number> {
  await using reader = await Database.open(join(home, 'dossier.duckdb'), { readOnly: true })
  const [row] = await reader.rows(
    `SELECT coalesce(sum(ceil(articles / ${articlesPerCall})), 0)::INTEGER AS calls FROM (
       SELECT count(DISTINCT citation_key) AS articles FROM case_citations WHERE citation_key IS NOT NULL GROUP BY law)`,
  )
  return Number(row?.calls)
}

const statuteCalls = ({ requests }: Asked): number =>
  requests.filter(({ url }) => url.startsWith(operations.rh_ft_search.path)).length

/** What was asked, in an order of its own: two that are equal asked for the same. */
export const signature = ({ requests }: Asked): string =>
  requests
    .map(({ method, url, body }) => `${method} ${url} ${body}`)
    .sort()
    .join('\n')
