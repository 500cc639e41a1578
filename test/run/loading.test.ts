import { expect, test } from 'vitest'
import { Landing } from '../../src/calls/landing/landing.ts'
import { homeAt, makeHome } from '../../src/run/home/home.ts'
import { createLoading } from '../../src/run/home/loading.ts'
import { landed } from '../calls/landing/landed.ts'
import { temporaryFolder } from '../support/folder.ts'
import { judgment } from '../support/records.ts'
import { emptyWarehouse } from '../support/tables.ts'

/** Judgments that take a second to read, and so long are the texts of each. */
const many = 300
const length = 20_000

function callOf(id: string, content: string) {
  const value = { status: 'success', code: 200, data: [judgment(id, { content })] }
  const call = { operation: 'rh_case_details', step: 'details', params: { id } } as const
  return landed({ ...call, callKey: id.padStart(32, '0'), body: Buffer.from(JSON.stringify(value)), value })
}

/** Loads a segment of one judgment, and behind it one of many, in a hurry or not; says how many each lot brought. */
async function lotsOf(isHurried: boolean): Promise<number[]> {
  const home = homeAt(await temporaryFolder())
  await makeHome(home)
  await using database = await emptyWarehouse()
  await using loading = createLoading({
    database,
    home,
    effects: { now: () => new Date(0) },
    held: new Map(),
  })
  await using landing = new Landing({
    folder: home.state.landing,
    nameOf: (index) => `s${index}`,
    onSealed: (segment, bytes) => loading.sealed(segment, bytes),
  })
  await landing.land(callOf('d1', '全文。'))
  await landing.seal()
  const text = '原告与被告签订合同，约定货款100元。'.repeat(length / 18)
  await Promise.all(Array.from({ length: many }, (_, index) => landing.land(callOf(`e${index}`, text))))
  await landing.seal()
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
