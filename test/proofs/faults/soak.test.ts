import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { writeSampleCorpus } from '../../../src/standins/sample/corpus.ts'
import { subjectAt } from '../../../src/standins/sample/parties.ts'
import { testSeed } from '../../support/dice.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { longForm } from '../../support/forms.ts'
import { spawnDossier } from '../../support/processes.ts'
import { apiKey, published, serveCorpus } from '../../support/run.ts'
import { factsOf } from '../../support/tables.ts'
import { passedOnTo, startFaultServer } from './fault-server.ts'
import { faults } from './kinds.ts'
import { serveWrongly, wrongAnswers } from './wrong-answers.ts'

/** Documents, each a call or more. The full form takes 10,000. */
const documents = Number(process.env.DOSSIER_TEST_SOAK_DOCUMENTS ?? 200)
const seed = testSeed()
/** Nights until everything has to be there. */
const nights = 4

/** The most memory that a process had, in MB; as far as it could be read. */
async function peakOf(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
}

/** Runs the job in a process of its own, to its end. */
async function night(args: readonly string[], env: Readonly<Record<string, string>>): Promise<number> {
  const run = spawnDossier(args, env)
  let peak = 0
  const timer = setInterval(async () => {
    peak = Math.max(peak, await peakOf(run.process.pid))
  }, 250)
  expect([0, 1, 3, 4, 5, 6]).toContain((await run.ended).code)
  clearInterval(timer)
  return peak
}

longForm(
  `a service on which 2% of everything goes wrong, ${documents} documents, seed ${seed}: nothing is missing, memory is bounded`,
  async () => {
    const folder = await temporaryFolder()
    const corpus = join(folder, 'corpus')
    const enterprises = Math.max(3, Math.round(documents / 200))
    const documentsPerEnterprise = Math.round(documents / enterprises)
    await writeSampleCorpus({
      out: corpus,
      seed: 5,
      enterprises,
      documentsPerEnterprise,
      contentCharacters: [200, 400],
    })
    const names = Array.from({ length: enterprises }, (_, at) => `{ name: ${subjectAt(5, at).party.name} }`)
    const file = join(folder, 'job.yaml')
    const ask = (asked: readonly string[]) =>
      writeFile(
        file,
        `pipeline: enterprise-due-diligence\nenterprises: [${asked.join(', ')}]\nexports: []\nrate: { perSecond: unlimited, concurrency: 8 }\n`,
      )
    const honest = await serveCorpus(corpus)
    const argsOf = (home: string) => ['run', file, '--home', join(folder, home), '--no-preflight']
    // A night that adds to a warehouse takes half as much again as the first one, faults or none: so one is measured here, too.
    let well = 0
    for (const asked of [names.slice(1), names]) {
      await ask(asked)
      well = Math.max(
        well,
        await night(argsOf('well'), { DOSSIER_API_KEY: apiKey, DOSSIER_BASE_URL: honest.url }),
      )
    }
    const expected = await factsOf(join(folder, 'well'))

    const service = await serveWrongly(corpus, { kinds: wrongAnswers, share: () => 0.02, seed })
    const kinds = faults.filter(({ isSlow, class: what }) => isSlow !== true && what !== 'good')
    const server = await startFaultServer({
      behind: passedOnTo(service.url),
      seed,
      faults: kinds,
      share: 0.02,
    })
    const env = { DOSSIER_API_KEY: apiKey, DOSSIER_BASE_URL: server.url }
    let ill = 0
    let nth = 0
    for (; nth < nights; nth += 1) {
      // A question that is answered wrongly for ever is answered rightly from the third night on.
      if (nth === 2) service.heal()
      ill = Math.max(ill, await night(argsOf('ill'), env))
    }
    const [made] = await published(join(folder, 'ill'), 'SELECT count(*)::INTEGER AS calls FROM calls')
    process.stdout.write(
      `soak: ${documents} documents, seed ${seed}: ${made?.calls} calls in ${nth} nights, ${server.counts.faults} faults, ` +
        `${service.wrong()} wrong answers; peak ${ill.toFixed(0)} MB, ${well.toFixed(0)} MB without\n`,
    )
    expect(server.counts.faults + service.wrong()).toBeGreaterThan(0)
    const { 'dead letters': _, ...found } = await factsOf(join(folder, 'ill'))
    const { 'dead letters': __, ...right } = expected
    expect(found).toEqual(right)
    expect(ill).toBeLessThan(1.3 * well)
  },
  1_800_000,
)
