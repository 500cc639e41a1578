import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { homeAt } from '../../../src/run/home/home.ts'
import { writeSampleCorpus } from '../../../src/standins/sample/corpus.ts'
import { enterpriseNames } from '../../../src/standins/sample/subject.ts'
import { Database } from '../../../src/warehouse/database.ts'
import { temporaryFolder, type Whenever } from '../../support/folder.ts'
import { type Spawned, spawnDossier } from '../../support/processes.ts'
import { type OwnRedis, ownRedis } from '../../support/redis.ts'
import { digests } from '../../support/tables.ts'

export const apiKey = 'canary-7f3a9b1c2d4e'
export const concurrency = 8

/** A service, a Redis, and the processes that meet there: whole processes, over real sockets. */
export interface WorkersWorld {
  readonly redis: OwnRedis
  readonly folder: string
  readonly env: Readonly<Record<string, string>>
  /** Begins a run of the same job in a home of its own; `more` is more of the job. */
  run(name: string, executor: 'redis' | 'in-process', more?: string, how?: RunHow): Promise<Spawned>
  /** Starts a worker for the home of a run. */
  worker(name: string, more?: readonly string[]): Spawned
  home(name: string): string
  /** How often the service was asked. */
  asked(): Promise<number>
  /** Times in milliseconds and contents of what the service was asked, in order. */
  requests(): Promise<readonly Asked[]>
  digests(name: string): Promise<Readonly<Record<string, string>>>
  ledger(name: string): Promise<{ readonly attempts: number; readonly lost: number }>
}

/** How a run is started. */
export interface RunHow {
  /** Name of the job; another one is another job of the same home. */
  readonly job?: string
  readonly flags?: readonly string[]
  /** Where it is killed: src/disk/fail-points.ts. */
  readonly failPoint?: string
}

export interface Asked {
  readonly at: number
  readonly what: string
  readonly httpStatus: number
}

export interface WorldOptions {
  readonly documents: number
  readonly seed: number
  readonly perSecond: number | 'unlimited'
  readonly documentsPerEnterprise?: number
  /** Whether runs and workers let others go first, so that the service is not late when it notes what arrives. */
  readonly giveWay?: boolean
  /** Options of the redis-server. */
  readonly redis?: readonly string[]
}

export async function workersWorld(whenOver: Whenever, options: WorldOptions): Promise<WorkersWorld> {
  const {
    documents,
    seed,
    perSecond,
    documentsPerEnterprise = Math.min(200, documents),
    giveWay = false,
  } = options
  const folder = await temporaryFolder(whenOver)
  const corpus = join(folder, 'corpus')
  const enterprises = Math.max(1, Math.round(documents / documentsPerEnterprise))
  await writeSampleCorpus({
    out: corpus,
    seed,
    enterprises,
    documentsPerEnterprise,
    contentCharacters: [200, 400],
  })
  const accessLog = join(folder, 'access.ndjson')
  const keep = (child: Spawned): Spawned => {
    whenOver(() => child.kill())
    return child
  }
  const service = keep(
    spawnDossier(['serve', '--corpus', corpus, '--access-log', accessLog], { DOSSIER_API_KEY: apiKey }),
  )
  const redis = await ownRedis(whenOver, options.redis)
  const env = {
    DOSSIER_API_KEY: apiKey,
    DOSSIER_BASE_URL: await service.line('DOSSIER_BASE_URL='),
    DOSSIER_REDIS_URL: redis.url,
  }
  const home = (name: string) => join(folder, name, 'home')
  const names = enterpriseNames(seed, enterprises).map(({ name }) => `  - name: ${name}`)
  const text = `pipeline: enterprise-due-diligence
enterprises:
${names.join('\n')}
exports: []
`
  return {
    redis,
    folder,
    env,
    home,
    async run(name, executor, more = '', { job: jobName = 'job', flags = [], failPoint = '' } = {}) {
      await mkdir(join(folder, name), { recursive: true })
      const job = join(folder, name, `${jobName}.yaml`)
      // What a run finds does not depend on its rate: the one to compare with need not wait.
      const rate = executor === 'redis' ? perSecond : 'unlimited'
      const paced = `rate: { perSecond: ${rate}, concurrency: ${3 * concurrency} }\n`
      await writeFile(job, `${text}${paced}executor: ${executor}\n${more}`)
      const args = ['run', job, '--home', home(name), '--no-preflight', ...flags]
      return keep(spawnDossier(args, { ...env, DOSSIER_FAIL_POINT: failPoint }, { givesWay: giveWay }))
    },
    worker: (name, more = []) =>
      keep(
        spawnDossier(['worker', '--home', home(name), '--concurrency', String(concurrency), ...more], env, {
          givesWay: giveWay,
        }),
      ),
    asked: async () => (await readFile(accessLog, 'latin1')).split('\n').length - 1,
    async requests() {
      const lines = (await readFile(accessLog, 'utf8')).split('\n').slice(0, -1)
      return lines.map((line) => askedIn(JSON.parse(line)))
    },
    async digests(name) {
      await using database = await Database.open(homeAt(home(name)).published, { readOnly: true })
      return await digests(database)
    },
    async ledger(name) {
      await using database = await Database.open(homeAt(home(name)).published, { readOnly: true })
      const [row] = await database.rows(
        `SELECT sum(attempts)::INTEGER AS attempts, count(*) FILTER (failure = 'lost')::INTEGER AS lost FROM calls`,
      )
      return { attempts: Number(row?.attempts), lost: Number(row?.lost) }
    },
  }
}

function askedIn({ time, ms, method, path, params, http_status }: Record<string, unknown>): Asked {
  return {
    at: Date.parse(String(time)) - Number(ms),
    what: JSON.stringify({ method, path, params }),
    httpStatus: Number(http_status),
  }
}

/** Most requests in any rolling second. */
export function mostInASecond(requests: readonly Asked[]): number {
  const times = requests.map(({ at }) => at).sort((a, b) => a - b)
  let [most, first] = [0, 0]
  for (const [last, at] of times.entries()) {
    while (at - (times[first] ?? at) >= 1000) first += 1
    most = Math.max(most, last - first + 1)
  }
  return most
}

/** Requests that repeat an earlier one. */
export const repeatsIn = (requests: readonly Asked[]): number =>
  requests.length - new Set(requests.map(({ what }) => what)).size

/** Resolves once the service has been asked so often. */
export async function untilAsked(world: WorkersWorld, count: number): Promise<void> {
  await expect.poll(() => world.asked(), { timeout: 120_000, interval: 250 }).toBeGreaterThanOrEqual(count)
}
