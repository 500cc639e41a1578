import { expect, test } from 'vitest'
import { homeAt } from '../../src/run/home/home.ts'
import { createLoading } from '../../src/run/home/loading.ts'
import { temporaryFolder } from '../support/folder.ts'
import { emptyWarehouse } from '../support/tables.ts'
import { judgmentCall, landIn } from './landed-home.ts'

/** Judgments that take a third of a second to read, and so long are the texts of each. */
const many = 100
const length = 20_000

/** Loads a segment of one judgment, and behind it one of many, in a hurry or not; says how many each lot brought. */
async function lotsOf(isHurried: boolean): Promise<number[]> {
  const home = homeAt(await temporaryFolder())
  await using database = await emptyWarehouse()
  const effects = { now: () => new Date(0) }
  await using loading = createLoading({ database, home, effects, held: new Map() })
  const text = '原告与被告签订合同，约定货款100元。'.repeat(length / 18)
  const others = Array.from({ length: many }, (_, index) => judgmentCall(`e${index}`, text))
  await landIn(home, [[judgmentCall('d1', '全文。')], others], { onSealed: loading.sealed })
  const lots: number[] = []
  const load = () =>
    loading.run(
      (callKeys) => lots.push(callKeys.length),
      () => isHurried,
    )
  await load()
  expect(loading.waitingBytes > 0).toBe(isHurried)
  while (loading.waitingBytes > 0) await load()
  expect(await database.rows('SELECT count(*)::INTEGER AS n FROM cases')).toEqual([{ n: 1 + many }])
  return lots
}

test('what is sealed is loaded together, as far as it fits', async () => {
  expect(await lotsOf(false)).toEqual([1 + many])
})

test('in a hurry what is read is loaded, and the rest the next time', async () => {
  expect((await lotsOf(true))[0]).toBe(1)
})
