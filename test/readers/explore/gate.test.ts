import { execFileSync } from 'node:child_process'
import { cp, rename, rm, symlink } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { cli } from '../../support/cli.ts'
import { temporaryFolder, whenAllOver } from '../../support/folder.ts'
import { started } from '../../support/processes.ts'
import { published } from '../../support/run.ts'
import { copyOfSampleHome, sampleHome } from '../../support/sample-home.ts'
import { entered, exploring, reading } from './serving.ts'

/** Pages of the sample, and the cookie for them: most tests only read. */
const shown = {} as Awaited<ReturnType<typeof entered>> & { readonly home: string; readonly origin: string }
const whenOver = whenAllOver()
const builder = '/enterprise/5a1e0000c0de4d00a0000000000000e0'

beforeAll(async () => {
  const { home } = await sampleHome()
  const served = await exploring(home, {}, whenOver)
  Object.assign(shown, { home, ...served, ...(await entered(served)) })
})

/** Sends what `fetch` would not: any Host and Origin. */
const sent = (url: string, headers: Record<string, string>, method = 'GET'): Promise<number> =>
  new Promise((resolve, reject) => {
    const sending = request(url, { method, headers }, (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    sending.once('error', reject).end()
  })

/** Publishes what a home has, after a change. */
async function republished(home: string, sql: string): Promise<void> {
  const [published, next] = [join(home, 'dossier.duckdb'), join(home, 'next.duckdb')]
  await cp(published, next)
  const { Database } = await import('../../../src/warehouse/database.ts')
  await using database = await Database.open(next)
  await database.run(sql)
  await database.close().then(() => rename(next, published))
}

describe('who may read the pages', () => {
  test('the printed address opens once and gives a cookie that scripts and other sites cannot use', async () => {
    const { url } = await exploring(shown.home)
    const first = await fetch(url, { redirect: 'manual' })
    expect(first.status).toBe(303)
    const location = first.headers.get('location')
    expect(location).toMatch(/^\/[\w-]{32}\/$/)
    expect(first.headers.get('set-cookie')).toMatch(`; Path=${location}; HttpOnly; SameSite=Strict`)
    const second = await fetch(url, { redirect: 'manual' })
    expect(second.status).toBe(401)
    expect(second.headers.get('set-cookie')).toBeNull()
  })

  test('with a wrong token, path or cookie, or none, no address shows anything of the warehouse', async () => {
    const { origin, space, cookie } = shown
    const wrong = 'a'.repeat(32)
    const asked = ['/', '/search?q=合同'].flatMap((path) => [
      [`${origin}${space}${path}`, ''],
      [`${origin}${space}${path}`, `dossier_explore_${new URL(origin).port}=${wrong}`],
      [`${origin}${path}`, cookie],
      // Another last letter, whichever it is.
      [`${origin}${space.slice(0, -1)}${space.endsWith('x') ? 'y' : 'x'}${path}`, cookie],
    ])
    for (const [url = '', cookie = ''] of [...asked, [`${origin}/?token=${wrong}`]]) {
      const response = await fetch(url, { headers: { cookie } })
      expect(response.status).toBe(401)
      expect(await response.text()).not.toMatch(/示例|2026|<table/)
    }
  })

  test('whatever it says, a request is let in by its path, cookie, host and origin together, and by nothing less', async () => {
    const { origin, space, cookie } = shown
    const { host } = new URL(origin)
    const near = (text: string) => {
      const place = fc.nat(text.length - 1)
      return fc.oneof(
        { weight: 4, arbitrary: fc.constant(text) },
        place.map((at) => text.slice(0, at) + (text[at] === 'x' ? 'y' : 'x') + text.slice(at + 1)),
        place.map((at) => text.slice(0, at)),
        fc.constantFrom(`${text}x`, `x${text}`, text.toLowerCase(), text.toUpperCase(), `${text}/..`),
      )
    }
    const request = fc.record({
      path: near(space.slice(1)).map((path) => `/${path}`),
      cookie: near(cookie),
      // Node's client sends its own for an empty one.
      host: near(host).filter((text) => text !== ''),
      origin: fc.option(fc.oneof(near(origin), fc.constant('null')), { nil: undefined }),
      method: fc.constantFrom('GET', 'GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'),
    })
    await fc.assert(
      fc.asyncProperty(request, async ({ path, method, origin: from, ...headers }) => {
        const expected =
          (headers.host !== host && 421) ||
          (!/^(GET|HEAD)$/.test(method) && 405) ||
          (from !== undefined && from !== origin && 403) ||
          ((path !== space || headers.cookie !== cookie) && 401) ||
          200
        const status = await sent(
          `${origin}${path}/search`,
          { ...headers, ...(from !== undefined && { origin: from }) },
          method,
        )
        expect(status).toBe(expected)
      }),
      { numRuns: 300 },
    )
  })

  test('every answer forbids scripts and everything from elsewhere', async () => {
    const { get } = shown
    for (const path of ['/', '/nowhere', '/search?q=合同']) {
      const { headers } = await get(path)
      expect(headers.get('content-security-policy')).toMatch(
        /^default-src 'none'; style-src 'sha256-[\w+/]+=*'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
      )
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('cache-control')).toBe('no-store')
    }
  })
})

describe('what is served', () => {
  test('addresses that lead nowhere, and those that cannot be read, say so with 404', async () => {
    const { get } = shown
    for (const path of [
      '/nowhere',
      '/enterprise',
      '/enterprise/none',
      '/document/none',
      '/case/ptal/none',
      '/evidence/a/b',
      '/enterprise/%ff',
      '/constructor',
    ])
      expect({ path, status: (await get(path)).status }).toEqual({ path, status: 404 })
  })

  test('a filter, an order, or a page that does not exist is answered 400, with what was expected', async () => {
    const { get } = shown
    for (const [path, expected] of [
      ['/?sort=nonsense', 'risk, stake, documents'],
      ['/?flag=nonsense', 'ended_unpaid'],
      ['/?run=nonsense', (await sampleHome()).runId],
      ['/?page=0', '1, 2, …'],
      ['/?page=2', '1–1'],
      [`${builder}/cases?result=nonsense`, 'won'],
      [`${builder}/cases?minimum=much`, '1000.50'],
      [`${builder}/cases?page=9999`, '1–'],
      [`${builder}/counterparties?page=x`, '1, 2, …'],
      ['/search?q=合同&from=-1', '0, 1, …'],
    ] as const) {
      const { status, text } = await get(path)
      expect({ path, status, text }).toEqual({ path, status: 400, text: expect.stringContaining(expected) })
    }
    expect((await get('/?flag=ended_unpaid&sort=name')).status).toBe(200)
  })

  test('the number of a facet is the number of the rows that it leads to', async () => {
    const { get } = shown
    const { text } = await get(`${builder}/cases`)
    const facet =
      /<li><a href="([^"]+)"><span class="value">(?:(?!<li>).)*<span class="count">(\d+)<\/span>/gs
    const facets = [...text.matchAll(facet)]
    expect(facets.length).toBeGreaterThan(10)
    for (const [, to = '', count] of facets.filter((_, at) => at % 7 === 0))
      expect((await get(to.replaceAll('&amp;', '&'))).text).toContain(`<p class="note">文书 ${count} `)
  })

  test('every page of a search leads to the next until all that the warehouse holds was shown', async () => {
    const { home, get } = shown
    const cases: string[] = []
    for (let path: string | undefined = '/search?q=合同'; path !== undefined; ) {
      const { text }: { text: string } = await get(path)
      for (const [, to = ''] of text.matchAll(/<li><a href="(\/case\/[^"]+)"/g)) cases.push(to)
      path = /href="(\/search\?[^"]*from=[^"]*)"[^>]*>下一页/.exec(text)?.[1]?.replaceAll('&amp;', '&')
    }
    expect(cases).toEqual([...new Set(cases)])
    const sql = "SELECT count(*)::INTEGER AS n FROM cases WHERE content LIKE '%合同%'"
    expect(await published(home, sql)).toEqual([{ n: cases.length }])
    expect(cases.length).toBeGreaterThan(50)
  })

  test('a named pipe or /dev/zero in the place of the warehouse is said at once, in 100 MB', async () => {
    const home = await copyOfSampleHome()
    const { url, origin, notes } = await exploring(home)
    const get = await reading({ url, origin })
    const place = join(home, 'dossier.duckdb')
    for (const make of [() => execFileSync('mkfifo', [place]), () => symlink('/dev/zero', place)]) {
      await rm(place, { force: true })
      await make()
      const [before, startedAt] = [process.memoryUsage.rss(), performance.now()]
      const { status, text } = await get('/search')
      expect({ status, said: `${text} ${notes.join()}` }).toEqual({
        status: 500,
        said: expect.stringMatching(/ is a (?:named pipe|device); expected a regular file/),
      })
      expect(performance.now() - startedAt).toBeLessThan(10_000)
      expect(process.memoryUsage.rss() - before).toBeLessThan(100e6)
    }
  })

  test('a newer publication is shown by the next page, without a restart', async () => {
    const home = await copyOfSampleHome()
    const get = await reading(await exploring(home))
    const before = (await get('/')).text
    expect(before).toContain('示例建设集团有限公司')
    await republished(
      home,
      "UPDATE enterprises SET name = '改名后的集团有限公司' WHERE name = '示例建设集团有限公司'",
    )
    expect((await get('/')).text).toContain('改名后的集团有限公司')
  })

  test('the command prints the address, serves, and ends when it is asked to', async () => {
    const stop = new AbortController()
    const out: string[] = []
    const show = (line: string): void => {
      out.push(line)
      stop.abort()
    }
    const command = ['explore', '--home', shown.home, '--no-open']
    expect((await cli(command, {}, { signal: stop.signal, out: show })).code).toBe(0)
    expect(out[0]).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\?token=[\w-]{32}$/)
  })

  test('the command ends when it is asked to, also while DuckDB works for ever', async () => {
    const home = await copyOfSampleHome()
    const served = started(['explore', '--home', home, '--no-open'])
    const url = `http://${await served.line('http://')}`
    const get = await reading({ url, origin: new URL(url).origin })
    const endless = 'FROM range(1000000000) AS a, range(1000000000) AS b WHERE a.range * b.range = 7'
    await republished(home, `CREATE OR REPLACE VIEW changes_history AS SELECT count(*) ${endless}`)
    const unanswered = expect(get('/')).rejects.toThrow()
    expect((await fetch(url)).status).toBe(401)
    const askedAt = performance.now()
    served.process.kill('SIGTERM')
    expect(await served.ended).toEqual({ code: null, signal: 'SIGTERM' })
    expect(performance.now() - askedAt).toBeLessThan(10_000)
    await unanswered
  })

  test('a port that is taken, and a home without a warehouse, are refused with what to do', async () => {
    const { home, origin } = shown
    const { port } = new URL(origin)
    const taken = await cli(['explore', '--home', home, '--no-open', '--port', port])
    expect(taken).toMatchObject({ code: 2 })
    expect(taken.notes).toContain(`explore: port ${port} is taken; expected a free --port, or 0 to pick one`)
    const empty = await temporaryFolder()
    expect((await cli(['explore', '--home', empty, '--no-open'])).notes).toContain(
      'run a job first: dossier run JOB',
    )
  })
})
