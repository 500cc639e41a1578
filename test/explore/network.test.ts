import { expect, test } from 'vitest'
import { homeAt } from '../../src/engine/home/home.ts'
import { Database } from '../../src/warehouse/database.ts'
import { textOf } from '../report/pages.ts'
import { sampleHome } from '../support/sample-home.ts'
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
