import { readdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { copyOfSampleHome } from '../../support/sample-home.ts'
import { textOf } from '../dossiers/pages.ts'
import { exploring, reading } from './serving.ts'

const builder = '5a1e0000c0de4d00a0000000000000e0'

/** The pages of a copy of the sample's home, and what posts a form of the basket. */
async function collecting() {
  const get = await reading(await exploring(await copyOfSampleHome()))
  return { get, post: (fields: Record<string, string>) => get('/basket', fields) }
}

test('the dossiers of the enterprises that were collected are written, and no others', {
  timeout: 240_000,
}, async () => {
  const { get, post } = await collecting()
  expect((await get(`/enterprise/${builder}`)).text).toContain(
    `<input type="hidden" name="id" value="${builder}"><button>加入报告</button>`,
  )
  expect(await post({ id: builder })).toMatchObject({ status: 303 })
  expect((await get('/basket')).text).toContain('示例建设集团有限公司')
  const { text: made } = await post({ deed: 'make' })
  const folder = textOf(/所在文件夹：(<span.*?<\/span>)/.exec(made)?.[1] ?? '').trim()
  const dossiers = (await readdir(folder)).filter((name) => /^(?!index).+\.html$/.test(name))
  expect(dossiers).toEqual([expect.stringMatching(/^示例建设集团有限公司-.+\.html$/)])
})

test('what the warehouse does not know is not collected, and what is taken out is gone', {
  timeout: 120_000,
}, async () => {
  const { get, post } = await collecting()
  for (const fields of [{ id: 'x' }, { id: "' OR true --" }]) await post(fields)
  expect((await get('/basket')).text).toContain('报告篮是空的')
  await post({ id: builder })
  expect((await get('/')).text).toContain('报告篮 (1)')
  await post({ id: builder, deed: 'remove' })
  expect((await get('/basket')).text).toContain('报告篮是空的')
})
