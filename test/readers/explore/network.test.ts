import { expect, onTestFinished, test } from 'vitest'
import { homeAt } from '../../../src/run/home/home.ts'
import { Database } from '../../../src/warehouse/database.ts'
import { enterprise } from '../../support/records.ts'
import { sampleHome } from '../../support/sample-home.ts'
import { textOf } from '../dossiers/pages.ts'
import { worldOf } from '../dossiers/world.ts'
import { exploring, reading } from './serving.ts'

test('who was sued beside an enterprise is in its network, and the enterprise itself is not', {
  timeout: 240_000,
}, async () => {
  const { home } = await sampleHome()
  const builder = '5a1e0000c0de4d00a0000000000000e0'
  const own = '示例建设集团有限公司'
  await using database = await Database.open(homeAt(home).published, { readOnly: true })
  const beside = await database.rows(
    `SELECT DISTINCT p.name FROM subject_documents AS s JOIN document_parties AS p USING (document_id)
     WHERE s.enterprise_id = $builder AND s.role = 'defendant' AND p.side = 'defendant'
       AND p.name_key NOT IN (SELECT name_key FROM enterprise_names WHERE enterprise_id = $builder)`,
    { builder },
  )
  expect(beside.length).toBeGreaterThan(0)
  const get = await reading(await exploring(home))
  const { text } = await get(`/enterprise/${builder}/network`)
  const rows = [...text.matchAll(/<tr[^>]*>(.*?)<\/tr>/gs)].map(([, row = '']) => textOf(`<i>${row}</i>`))
  const listed = rows.filter((row) => row.includes('共同被告'))
  for (const { name } of beside) expect(listed.join('\n')).toContain(String(name))
  expect(listed.filter((row) => row.replaceAll(' ', '').startsWith(own))).toEqual([])
})

test('a node opens in place: its address shows who is beside it, and closes it again', {
  timeout: 240_000,
}, async () => {
  const records = {
    enterprises: [
      { ...enterprise('e1', '甲建设有限公司'), 股东: '丙控股有限公司,李小明' },
      { ...enterprise('e2', '乙商贸有限公司'), 股东: '丙控股有限公司' },
    ],
  }
  const { home } = await worldOf(records, { enterprises: [{ id: 'e1' }, { id: 'e2' }] }, onTestFinished)
  const get = await reading(await exploring(home))
  const openerOf = async (path: string) => {
    const { text } = await get(path)
    const boxes = [...text.matchAll(/<rect class="node([^"]*)/g)].map(([, kinds]) => kinds?.trim())
    const [, key = '', to = '', name] =
      /<a class="opener" id="([^"]+)" href="([^"]+)" aria-label="([^"]+)"/.exec(text) ?? []
    return { boxes, key, to: textOf(`<i>${to}</i>`).trim(), name }
  }
  const first = '/enterprise/e1/network'
  const closed = await openerOf(first)
  expect(closed).toMatchObject({ boxes: ['loose shared', ''], name: '展开 丙控股有限公司' })
  expect(closed.to.endsWith(`#${closed.key}`)).toBe(true)
  const open = await openerOf(closed.to)
  expect(open).toMatchObject({ boxes: ['loose shared', 'loose', ''], name: '收起 丙控股有限公司' })
  expect((await openerOf(open.to)).boxes).toEqual(closed.boxes)
  for (const key of ['e2', 'n0', "n' OR true --"])
    expect((await openerOf(`${first}?open=${encodeURIComponent(key)}`)).boxes).toEqual(closed.boxes)
})
