import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { codeWords } from '../../../src/rows/words/code-words.ts'
import { writeSampleCorpus } from '../../../src/standins/sample/corpus.ts'
import { fixedEnterprises } from '../../../src/standins/sample/words.ts'
import { homeOf } from '../../readers/dossiers/world.ts'
import { diceOf, testSeed } from '../../support/dice.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { sizeOf } from '../../support/forms.ts'
import { published } from '../../support/run.ts'

const seed = testSeed()
const random = diceOf(seed, 'flags')
const corpora = sizeOf('DOSSIER_TEST_FLAG_CORPORA', { short: 1, long: 4 })

/** The enterprises that open every corpus are enough: they are the same however many follow. */
const enterprises = fixedEnterprises().map(({ id }) => `{ id: ${id} }`)

const job = `pipeline: enterprise-due-diligence
enterprises: [${enterprises.join(', ')}]
litigation: { since: 2024-01-01 }
rate: { perSecond: unlimited }
exports: []
`

/** The sample has no criminal case; and whether a term of what is seized still runs is as the draw has it. */
const isSure = (flag: unknown): boolean => flag !== 'convicted' && flag !== 'seized'
const flags = Object.keys(codeWords.flag).filter(isSure).toSorted()

test('every red flag of a sure draw fires in a sample corpus of any seed', async () => {
  const seeds = Array.from({ length: corpora }, () => Math.floor(random() * 1_000_000))
  process.stdout.write(`seed ${seed}: corpora of seeds ${seeds.join(', ')}\n`)
  for (const of of seeds) {
    const folder = await temporaryFolder()
    const corpus = join(folder, 'corpus')
    const size = { enterprises: enterprises.length, contentCharacters: [200, 400] } as const
    await writeSampleCorpus({ out: corpus, seed: of, ...size })
    const { home } = await homeOf(corpus, folder, job, onTestFinished)
    const fired = await published(home, 'SELECT DISTINCT flag FROM red_flags ORDER BY flag')
    expect([of, fired.map(({ flag }) => flag).filter(isSure)]).toEqual([of, flags])
  }
}, 120_000)
