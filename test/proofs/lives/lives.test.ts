import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { homeAt } from '../../../src/engine/home/home.ts'
import { Database } from '../../../src/warehouse/database.ts'
import { homeOf } from '../../report/world.ts'
import { testSeed } from '../../support/dice.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { sizeOf } from '../../support/forms.ts'
import { writeCorpus } from '../../support/run.ts'
import { compared, type Failure, lineOf, type Tally, tableOf } from './compare.ts'
import type { Left, Life } from './facts.ts'
import { type Known, knowable } from './knowable.ts'
import { leftOf, worldOf } from './life.ts'
import { caseRecord, listRow } from './paper.ts'
import { type Statement, statements } from './statements.ts'

/* Lives whose truth is decided first: what the product says of them is compared with what can be known. */

const seed = testSeed()
const seeds = sizeOf('DOSSIER_TEST_LIVES_SEEDS', { short: 1, long: 20 })
const enterprises = sizeOf('DOSSIER_TEST_LIVES', { short: 6, long: 20 })

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

/** What went wrong of one kind, or the reason why nothing of the kind is said at all. */
async function failuresOf(
  database: Database,
  of: number,
  kind: string,
  statement: Statement,
  known: Known,
  tally: Tally,
): Promise<Failure[]> {
  const rows = await database
    .rows(statement.sql.replace('?', `'${known.life.id}'`))
    .catch((problem: Error) => problem)
  const said = rows instanceof Error ? new Map() : statement.said(rows, known)
  const findings = compared(statement.expected(known), said)
  for (const { verdict } of findings) tally[verdict] += 1
  return findings
    .filter(({ verdict }) => verdict !== 'right')
    .map((finding) => ({
      ...finding,
      kind,
      seed: of,
      enterprise: known.life.name,
      wording: rows instanceof Error ? 'no such view' : wordingOf(known, finding.what),
    }))
}

/** The sentences that say what a failure is about, and the results of the documents of its number. */
function wordingOf({ docs, held, told }: Known, what: string): string {
  const isAbout = (key: string) => what.includes(key)
  const kinds = { dishonest: 'marked', restricted: 'marked', bankruptcy: 'bankruptcy' } as Record<
    string,
    string
  >
  const sentences = told.flatMap(({ fact }) => {
    const isMeant = kinds[what] === fact.is || ('key' in fact && isAbout(fact.key))
    return isMeant && fact.by ? [fact.by] : []
  })
  const about = docs.filter(({ of, dispute }) => isAbout(of.key) || isAbout(dispute))
  const results = about.map(({ id, of, result }) =>
    `${id}${held.has(id) ? '' : '(list)'} ${of.code} ${result.words}`.slice(0, 120),
  )
  return `${[...new Set(sentences)].join(' / ')} || ${results.join(' | ')}`
}

test('every statement about lives of a decided truth is as they are', async () => {
  const tallies = new Map(Object.keys(statements).map((kind) => [kind, { right: 0, wrong: 0, missed: 0 }]))
  const failures: Failure[] = []
  for (const of of Array.from({ length: seeds }, (_, at) => seed + at)) {
    const lives = worldOf(of, enterprises).map((life) => [life, leftOf(of, life)] as const)
    const folder = await temporaryFolder()
    const corpus = await writeCorpus(join(folder, 'corpus'), corpusOf(lives))
    const { home } = await homeOf(corpus, folder, job(lives.map(([life]) => life)), onTestFinished)
    await using database = await Database.open(homeAt(home).published, { readOnly: true })
    for (const [life, left] of lives)
      for (const [kind, statement] of Object.entries(statements))
        failures.push(
          ...(await failuresOf(
            database,
            of,
            kind,
            statement,
            knowable(life, left),
            tallies.get(kind) as Tally,
          )),
        )
  }
  process.stdout.write(`seed ${seed}, ${seeds} worlds of ${enterprises} enterprises\n${tableOf(tallies)}\n`)
  process.stdout.write(failures.map((failure) => `${lineOf(failure)}\n`).join(''))
  expect(failures.length).toBe(0)
})
