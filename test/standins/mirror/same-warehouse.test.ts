import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { homeAt } from '../../../src/run/home/home.ts'
import { writeSampleCorpus } from '../../../src/standins/sample/corpus.ts'
import { enterpriseNames } from '../../../src/standins/sample/subject.ts'
import { Database } from '../../../src/warehouse/database.ts'
import { temporaryFolder, whenAllOver } from '../../support/folder.ts'
import { drawn } from '../../support/forms.ts'
import { serveMirror } from '../../support/mirror.ts'
import { runHere, serveCorpus } from '../../support/run.ts'
import { digests } from '../../support/tables.ts'

const seed = Number(process.env.DOSSIER_TEST_MIRROR_SEED ?? 5)
const enterprises = Number(process.env.DOSSIER_TEST_MIRROR_ENTERPRISES ?? 1)

/** One job of each pipeline, so that each operation is asked, with questions that find nothing among them. */
const jobs: Readonly<Record<string, string>> = {
  'enterprise-due-diligence': `pipeline: enterprise-due-diligence
enterprises:
${enterpriseNames(seed, enterprises)
  .map(({ name }) => `  - name: ${name}`)
  .join('\n')}
  - name: 示例物流
  - name: 没有这家公司
rate: { perSecond: unlimited }
exports: []
`,
  'case-research': `pipeline: case-research
filters: { category: 民事案件, kinds: [判决书] }
queries:
  - 违约金过高时法院如何调整
  - { query: 建设工程价款结算, closedAfter: 2020-01-01, hits: 7 }
  - zz
rate: { perSecond: unlimited }
exports: []
`,
  'statute-watch': `pipeline: statute-watch
searches:
  - { keywords: 劳动合同, effectLevels: [法律, 司法解释], validity: [现行有效], articles: 50 }
  - { keywords: 没有这个词 }
citations: [中华人民共和国民法典第五百七十七条, 《中华人民共和国民事诉讼法》第六十七条]
rate: { perSecond: unlimited }
exports: []
`,
}

async function warehouseOf(home: string): Promise<Record<string, string>> {
  await using database = await Database.open(homeAt(home).published, { readOnly: true })
  return await digests(database)
}

let folder = ''
let url = ''
const whenOver = whenAllOver()
beforeAll(async () => {
  folder = await temporaryFolder(whenOver)
  const corpus = join(folder, 'corpus')
  // A list of two pages each.
  const documentsPerEnterprise = 32
  await writeSampleCorpus({
    out: corpus,
    seed,
    enterprises,
    documentsPerEnterprise,
    contentCharacters: [200, 300],
  })
  url = (await serveCorpus(corpus, {}, whenOver)).url
}, 300_000)

test.each(drawn(Object.entries(jobs), 1))(
  `a run of %s on the mirror of its own result ends with the same tables (seed ${seed})`,
  {
    timeout: 120_000,
  },
  async (name, job) => {
    const [first, second] = [join(folder, `${name}-first`), join(folder, `${name}-second`)]
    await runHere({ home: first, job, url })
    const mirror = await serveMirror(first)
    await runHere({ home: second, job, url: mirror.url })
    expect(await warehouseOf(second)).toEqual(await warehouseOf(first))
    expect(mirror.told).toEqual([])
    expect(mirror.counts.byHttpStatus).toEqual({ 200: mirror.counts.requests })
  },
)
