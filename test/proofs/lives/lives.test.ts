import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { homeAt } from '../../../src/run/home/home.ts'
import { Database, type SqlRow } from '../../../src/warehouse/database.ts'
import { shareViews } from '../../../src/warehouse/shared-views.ts'
import { homeOf, reportOf } from '../../readers/dossiers/world.ts'
import { testSeed } from '../../support/dice.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { sizeOf } from '../../support/forms.ts'
import { writeCorpus } from '../../support/run.ts'
import { compared, type Finding, lineOf, type Tally, tableOf } from './compare.ts'
import type { Left, Life } from './facts.ts'
import { type Known, knowable } from './knowable.ts'
import { leftOf, worldOf } from './life.ts'
import { englishStatements, pageStatements } from './page.ts'
import { caseRecord, listRow } from './paper.ts'
import { statements } from './statements.ts'

/* Lives whose truth is decided first: what the product says of them is compared with what can be known. */

/** What a small world may get wrong: one life has several statements about one fact. */
const fewest = 6
const seed = testSeed()
const seeds = sizeOf('DOSSIER_TEST_LIVES_SEEDS', { short: 1, long: 4 })
const enterprises = sizeOf('DOSSIER_TEST_LIVES', { short: 6, long: 100 })

const job = (lives: readonly Life[]): string => `pipeline: enterprise-due-diligence
enterprises: [${lives.map(({ id }) => `{ id: ${id} }`).join(', ')}]
rate: { perSecond: unlimited, concurrency: 8 }
exports: []
`

/** What a service would have of the lives, with what was left out. */
const corpusOf = (lives: readonly (readonly [Life, Left])[]) => ({
  enterprises: lives.map(([{ record }, { entries }]) => ({
    ...record,
    ...(entries.length > 0 && { 风险: entries.map((entry) => entry.record) }),
  })),
  'enterprise-documents': lives.flatMap(([{ id, docs }, { listed }]) =>
    docs.filter((doc) => listed.has(doc.id)).map((doc) => listRow(id, doc)),
  ),
  cases: lives.flatMap(([{ docs }, { held }]) => docs.filter(({ id }) => held.has(id)).map(caseRecord)),
})

interface Compared {
  readonly kind: string
  readonly findings: readonly Finding[]
}

type Rows = ReadonlyMap<string, readonly SqlRow[]>

/** The rows of each kind of statement about all enterprises. */
async function rowsByKind(database: Database): Promise<Rows> {
  const { reader } = await shareViews(database)
  const rows = new Map<string, readonly SqlRow[]>()
  for (const [kind, { sql }] of Object.entries(statements)) rows.set(kind, await reader.rows(sql))
  return rows
}

/** All that is said of an enterprise, beside what should be. */
function comparedOf(rows: Rows, page: string, english: string, known: Known): Compared[] {
  const ofStates = Object.entries(statements).map(([kind, { said, expected }]) => {
    const own = (rows.get(kind) ?? []).filter(({ enterprise_id }) => enterprise_id === known.life.id)
    return { kind, findings: compared(expected(known), said(own, known)) }
  })
  const ofPage = [
    ...Object.entries(pageStatements).map((one) => [...one, page] as const),
    ...Object.entries(englishStatements).map((one) => [...one, english] as const),
  ].map(([kind, { said, expected }, of]) => ({ kind, findings: compared(expected(known), said(of, known)) }))
  return [...ofStates, ...ofPage]
}

/** What lies behind a failure: the sentences that say it, the results of the documents that it is about, and what was decided. */
function wordingOf({ docs, held, told, life }: Known, what: string): string {
  const [amount = ''] = what.split(/\.00|\.\d\d|0000?\.00/)
  const isAbout = (key: string) => what.includes(key)
  const isSum = (words: string) => /^\d+\.\d\d/.test(what) && words.includes(amount)
  const kinds = { dishonest: 'marked', restricted: 'marked', bankruptcy: 'bankruptcy' } as Record<
    string,
    string
  >
  const sentences = told.flatMap(({ fact }) => {
    const isMeant = kinds[what] === fact.is || ('key' in fact && isAbout(fact.key))
    return isMeant && fact.by ? [fact.by] : []
  })
  const about = docs.filter(
    ({ of, dispute, result }) => isAbout(of.key) || isAbout(dispute) || isSum(result.words),
  )
  const results = about.map(({ id, of, result }) =>
    `${id}${held.has(id) ? '' : '(list)'} ${of.key} ${result.words}`.slice(0, 160),
  )
  const truth =
    about.length > 0
      ? life.truth.filter((line) =>
          about.some(({ dispute }) => life.numbers[dispute]?.some((key) => line.startsWith(key))),
        )
      : life.truth
  return [[...new Set(sentences)].join(' / '), results.join(' | '), truth.join(' ; ')].join(' || ')
}

/** What is said of all enterprises of a world. */
async function world(of: number): Promise<{ known: Known; compared: Compared[] }[]> {
  const lives = worldOf(of, enterprises).map((life) => [life, leftOf(of, life)] as const)
  const folder = await temporaryFolder()
  const corpus = await writeCorpus(join(folder, 'corpus'), corpusOf(lives))
  const { home } = await homeOf(corpus, folder, job(lives.map(([life]) => life)), onTestFinished)
  const { page } = await reportOf(home, join(folder, 'report'), { judgments: false })
  const english = await reportOf(home, join(folder, 'english'), { judgments: false, language: 'en' })
  const { published, state } = homeAt(home)
  await using database = await Database.open(published, { readOnly: true, spillTo: state.spill, threads: 1 })
  const rows = await rowsByKind(database)
  const all: { known: Known; compared: Compared[] }[] = []
  for (const [life, left] of lives) {
    const known = knowable(life, left)
    all.push({
      known,
      compared: comparedOf(rows, await page(life.name), await english.page(life.name), known),
    })
  }
  return all
}

test(
  'of a thousand statements about lives of a decided truth at most one is wrong or missed',
  async () => {
    const tallies = new Map<string, Tally>()
    const lines: string[] = []
    for (const of of Array.from({ length: seeds }, (_, at) => seed + at))
      for (const { known, compared } of await world(of))
        for (const { kind, findings } of compared) {
          const tally = tallies.get(kind) ?? { right: 0, wrong: 0, missed: 0 }
          tallies.set(kind, tally)
          for (const finding of findings) {
            tally[finding.verdict] += 1
            const wording = wordingOf(known, finding.what)
            if (finding.verdict !== 'right')
              lines.push(lineOf({ ...finding, kind, seed: of, enterprise: known.life.name, wording }))
          }
        }
    process.stdout.write(`seed ${seed}, ${seeds} worlds of ${enterprises} enterprises\n${tableOf(tallies)}\n`)
    process.stdout.write(lines.map((line) => `${line}\n`).join(''))
    const made = [...tallies.values()].reduce(
      (sum, { right, wrong, missed }) => sum + right + wrong + missed,
      0,
    )
    expect(made).toBeGreaterThan(20 * enterprises)
    expect(lines.length).toBeLessThanOrEqual(Math.max(fewest, made / 1000))
  },
  seeds * 120_000 + 60_000,
)
