import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { homeAt } from '../../src/run/home/home.ts'
import { serve } from '../calls/client/serve.ts'
import { passedOnTo } from '../proofs/faults/fault-server.ts'
import { cli, type Told } from '../support/cli.ts'
import { temporaryFolder, type Whenever } from '../support/folder.ts'
import { civilCode, enterprise, judgment, listed } from '../support/records.ts'
import { apiKey, giveTables } from '../support/run.ts'
import { worldOf } from '../support/world.ts'

const names = ['甲公司', '乙公司', '丙公司', '丁公司', '戊公司']

/** Five enterprises, of which the first has two documents with full texts. */
const corpusFiles = {
  enterprises: names.map((name, index) => enterprise(`e${index + 1}`, name)),
  'enterprise-documents': [listed('e1', 'd1'), listed('e1', 'd2', { 标题: '=1+1', 时间: '2021-02-03' })],
  cases: [judgment('d1'), judgment('d2')],
  statutes: civilCode,
}

/** A job over these names, its last line `more`; it exports nothing unless that line says so. */
export const jobOver = (entries: readonly string[], more = 'exports: []'): string =>
  `pipeline: enterprise-due-diligence
title: 排查
enterprises: [${entries.map((name) => `{ name: ${name} }`).join(', ')}]
rate: { perSecond: unlimited }
${more}
`

/** A run of the fewest steps, for tests that only need one to succeed: it costs half as much as one over enterprises. */
export const smallJob =
  'pipeline: statute-watch\ncitations: [中华人民共和国民法典第五百七十七条]\nrate: { perSecond: unlimited }\nexports: []\n'

const soundJob = jobOver(['甲公司', '乙公司'])
export const exportingJob = jobOver(['甲公司', '乙公司'], '# exports: the default')
export const wholeJob = jobOver(names)

/** A service on the corpus, a home without a row, and a job file beside it. */
export async function setUp(job = soundJob, whenOver: Whenever = onTestFinished) {
  const made = await setUpNew(job, whenOver)
  await giveTables(homeAt(made.home))
  return made
}

/** The same with no home yet: its first run makes the tables, in a fifth of a second. */
export async function setUpNew(job = soundJob, whenOver: Whenever = onTestFinished) {
  const accessLog = join(await temporaryFolder(whenOver), 'access.ndjson')
  const { folder, corpus, service, home } = await worldOf(corpusFiles, { accessLog }, whenOver)
  const file = join(folder, 'job.yaml')
  await writeFile(file, job)
  const env = { DOSSIER_HOME: home, DOSSIER_BASE_URL: service.url, DOSSIER_API_KEY: apiKey }
  return {
    folder,
    corpus,
    service,
    accessLog,
    home,
    file,
    env,
    /** Runs a command line with the settings of the service, unless others are given. */
    dossier: (args: readonly string[], other: Readonly<Record<string, string>> = {}): Promise<Told> =>
      cli(args, { ...env, ...other }),
  }
}

/** Passes requests on to a service until `most` of them were; the others wait until it is opened, and go when the test is over. */
export async function sluice(to: string, most: number) {
  let end: (isOpen: boolean) => void = () => undefined
  const opened = new Promise<boolean>((resolve) => {
    end = resolve
  })
  const ask = passedOnTo(to)
  const { url } = await serve(async (response, { method = '', ...request }, nth) => {
    if (nth > most && !(await opened)) return void response.destroy()
    const { httpStatus, body } = await ask({ ...request, method, nth })
    response.writeHead(httpStatus).end(body)
  })
  onTestFinished(() => end(false))
  return { url, open: () => end(true) }
}

/** An address on this machine where nobody listens. */
export async function closedAddress(): Promise<string> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return `http://127.0.0.1:${port}`
}
