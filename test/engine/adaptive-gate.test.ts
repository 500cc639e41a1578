import { describe, expect, test } from 'vitest'
import { createGate } from '../../src/engine/gate.ts'
import { dice } from '../support/dice.ts'
import { virtualTime } from '../support/virtual-time.ts'

const seed = Number(process.env.DOSSIER_TEST_SEED ?? Math.floor(Math.random() * 1e9))

test(`sim ${seed}`, async () => {
  for (const [job, n] of [[40, 1], [40,2],[40,3], [60, 1], [1000, 1], ['unlimited', 1]] as const) {
  const time = virtualTime()
  const random = dice(seed + n)
  const now0 = performance.now()
  const now = () => performance.now() - now0
  const limitAt = (t: number) => (t < 10_000 || t >= 30_000 ? 40 : 15)
  const gate = createGate(job, { clock: time.clock })
  let left = 1200, refused = 0
  const admitted: number[] = []
  const caller = async () => {
    while (left > 0) {
      left -= 1
      for (;;) {
        await gate.permit()
        await time.clock.sleep(10 + random() * 50)
        const t = now()
        const recent = admitted.filter((a) => a > t - 1000)
        const ok = recent.length < limitAt(t)
        if (ok) admitted.push(t)
        await time.clock.sleep(10 + random() * 50)
        if (ok) break
        refused += 1
        gate.pause(1000)
      }
    }
  }
  await time.run(Promise.all(Array.from({ length: 8 }, caller)), 600_000)
  const took = now()
  let permitted = 0
  for (let t = 0; t < took; t += 10) permitted += limitAt(t) / 100
  console.log({ job, took, refused, cuts: gate.cuts, permitted, share: 1200 / permitted, ideal: took })
  }
})
