import { readdir } from 'node:fs/promises'
import { expect, onTestFinished } from 'vitest'
import { createPresent, personsAmong } from '../../../src/rows/privacy/present.ts'
import { longForm, oneForm } from '../../support/forms.ts'
import { enterprise, judgment, listed } from '../../support/records.ts'
import { reportOf, worldOf } from './world.ts'

const surnames = [...'赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦尤许']
const given = [...'伟芳娜敏静丽强磊军洋勇艳杰娟涛明超秀霞平']

/** Persons by number, all of different names. */
const personOf = (number: number): string =>
  `${surnames[number % 20]}${[1, 2, 3].map((digit) => given[Math.floor(number / 20 ** digit) % 20]).join('')}`

const many = 40_000

/** Seconds of the processor that this process takes for work. */
async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1e6
}

longForm(
  `a dossier of ${many} shareholders takes seconds, kept and masked`,
  { timeout: 600_000 },
  async () => {
    const names = Array.from({ length: many }, (_, number) => personOf(number))
    const holders = names.map((名称) => ({ 名称, 股东类型: '自然人股东', 认缴出资额: '1万元' }))
    const { home, folder } = await worldOf(
      { enterprises: [{ ...enterprise('e1', '示例巨股股份有限公司'), 股东详情: holders }] },
      { enterprises: [{ name: '示例巨股股份有限公司' }] },
      onTestFinished,
    )
    const masked = createPresent({ persons: 'mask', identifiers: 'mask' }, personsAmong(names))
    const taken: number[] = []
    for (const present of [undefined, masked]) {
      const show = present && {
        present: (...said: Parameters<typeof present.show>) => present.show(...said).text,
      }
      const seconds = await secondsOf(async () => {
        const { page } = await reportOf(home, `${folder}/${taken.length}`, { ...show })
        const text = await page('示例巨股')
        expect(text.includes(names.at(-1) ?? '')).toBe(present === undefined)
      })
      taken.push(seconds)
    }
    for (const seconds of taken) expect(seconds).toBeLessThan(15)
  },
)

oneForm('a report that is asked to stop, or cannot be made, ends, and the earlier one stays', async () => {
  const { home, folder } = await worldOf(
    {
      enterprises: [enterprise('e1', '甲公司')],
      'enterprise-documents': [listed('e1', 'd1')],
      cases: [judgment('d1')],
    },
    { enterprises: [{ id: 'e1' }] },
    onTestFinished,
  )
  const reports = `${folder}/reports`
  await reportOf(home, reports)
  const before = await readdir(reports, { recursive: true })
  const stops = (stop: AbortController) => ({
    'a dossier': {
      judgments: false,
      present: (value: string) => {
        stop.abort()
        return value
      },
    },
    'a page of a judgment': {
      printer: async () => {
        stop.abort()
        return []
      },
    },
    'a Word file that cannot be made': { inWord: () => Promise.reject(new Error('aborted')) },
  })
  for (const next of ['a dossier', 'a page of a judgment', 'a Word file that cannot be made'] as const) {
    const stop = new AbortController()
    const stopped = reportOf(home, reports, { signal: stop.signal, ...stops(stop)[next] })
    await expect(stopped, next).rejects.toThrow('aborted')
    expect(await readdir(reports, { recursive: true })).toEqual(before)
  }
})
