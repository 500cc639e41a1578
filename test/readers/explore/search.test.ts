import { expect, test } from 'vitest'
import { published } from '../../support/run.ts'
import { sampleHome } from '../../support/sample-home.ts'
import { exploring, reading } from './serving.ts'

test('every page of a search leads to the next until all that the warehouse holds was shown', {
  timeout: 300_000,
}, async () => {
  const home = (await sampleHome()).home
  const get = await reading(await exploring(home))
  const shown = new Set<string>()
  let path: string | undefined = '/search?q=合同'
  while (path !== undefined) {
    const { text, status }: { text: string; status: number } = await get(path)
    expect(status).toBe(200)
    for (const [, to = ''] of text.matchAll(/<li>(?:<input[^>]*> )?<a href="(\/case\/[^"]+)"/g)) {
      expect(shown).not.toContain(to)
      shown.add(to)
    }
    path = /href="(\/search\?[^"]*from=[^"]*)"[^>]*>下一页/.exec(text)?.[1]?.replaceAll('&amp;', '&')
  }
  const sql = "SELECT count(*)::INTEGER AS n FROM cases WHERE content LIKE '%合同%'"
  expect([{ n: shown.size }]).toEqual(await published(home, sql))
  expect(shown.size).toBeGreaterThan(50)
})
