import { access, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDossier } from '../../../src/app/dossier.ts'
import { copyOfSampleHome } from '../../support/sample-home.ts'
import { textOf } from '../dossiers/pages.ts'
import { exploring, reading } from './serving.ts'

const builder = '5a1e0000c0de4d00a0000000000000e0'

/** A copy of the sample's home, its pages, and what posts a form of the basket. */
async function collecting() {
  const home = await copyOfSampleHome()
  const get = await reading(await exploring(home))
  return { home, get, post: (fields: Record<string, string>) => get('/basket', fields) }
}

test('a collected judgment begins the index, with the dossier of the enterprise that lists it', {
  timeout: 240_000,
}, async () => {
  const { get, post } = await collecting()
  const { text: list } = await get(`/enterprise/${builder}/cases?text=held`)
  const [, id = '', title = ''] = /href="\/document\/([^"]+)" class="name">(.*?)<\/a>/.exec(list) ?? []
  expect((await get(`/document/${id}`)).text).toContain(
    `<input type="hidden" name="document" value="${id}"><button>加入报告</button>`,
  )
  expect(await post({ document: id })).toMatchObject({ status: 303 })
  expect((await get('/basket')).text).toContain(title)
  const { text: made } = await post({ deed: 'make' })
  const folder = textOf(/所在文件夹：(<span.*?<\/span>)/.exec(made)?.[1] ?? '').trim()
  const index = await readFile(join(folder, 'index.html'), 'utf8')
  const picked = /<section id="picked">.*?<\/section>/s.exec(index)?.[0] ?? ''
  expect(picked).toContain(title)
  const links = [...picked.matchAll(/href="([^"]+)"/g)].map(([, to = '']) => decodeURIComponent(to))
  expect(links).toEqual([
    expect.stringMatching(/^judgments\/.+\.html$/),
    expect.stringMatching(/^示例建设集团有限公司-.+\.html#D\d+$/),
  ])
  for (const link of links) await access(join(folder, link.split('#')[0] ?? ''))
  expect(index.match(/href="[^"]+\.html"/g)).toContain(
    `href="${encodeURIComponent(links[1]?.split('#')[0] ?? '')}"`,
  )
})

test('what the warehouse does not know is not collected, and what is taken out is gone', {
  timeout: 120_000,
}, async () => {
  const { home, get, post } = await collecting()
  await expect(openDossier({ home }).report({ documents: ['x'] })).rejects.toThrow(
    'report: no enterprise of the published warehouse lists the document x; expected an id as `dossier query',
  )
  for (const fields of [{ document: 'x' }, { id: "' OR true --" }]) await post(fields)
  expect((await get('/basket')).text).toContain('报告篮是空的')
  await post({ id: builder })
  expect((await get('/')).text).toContain('报告篮 (1)')
  await post({ id: builder, deed: 'remove' })
  expect((await get('/basket')).text).toContain('报告篮是空的')
})
