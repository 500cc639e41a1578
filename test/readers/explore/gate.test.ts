import { execFileSync } from 'node:child_process'
import { cp, rename, rm, symlink } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { cli } from '../../support/cli.ts'
import { temporaryFolder, whenAllOver } from '../../support/folder.ts'
import { started } from '../../support/processes.ts'
import { copyOfSampleHome, sampleHome } from '../../support/sample-home.ts'
import { type Entrance, entranceTo, exploring, reading } from './serving.ts'

/** Pages of the sample, and the cookie for them: most tests only read. */
const shown = {} as Entrance & { origin: string; get: Awaited<ReturnType<typeof reading>> }
const whenOver = whenAllOver()

beforeAll(async () => {
  const served = await exploring((await sampleHome()).home, {}, whenOver)
  const entrance = await entranceTo(served.url)
  Object.assign(shown, { ...entrance, origin: served.origin, get: await reading(served, entrance) })
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
    const { url } = await exploring((await sampleHome()).home)
    const first = await fetch(url, { redirect: 'manual' })
    expect(first.status).toBe(303)
    const location = first.headers.get('location')
    expect(location).toMatch(/^\/[\w-]{32}\/$/)
    expect(first.headers.get('set-cookie')).toMatch(`; Path=${location}; HttpOnly; SameSite=Strict`)
    const second = await fetch(url, { redirect: 'manual' })
    expect(second.status).toBe(401)
    expect(second.headers.get('set-cookie')).toBeNull()
  })

  test.each(['/', '/search?q=合同'])(
    'without the cookie, or outside of the random path, %s shows nothing of the warehouse',
    async (path) => {
      const { origin, space, cookie } = shown
      for (const [url, headers] of [
        [`${origin}${space}${path}`, {}],
        [`${origin}${path}`, { cookie }],
        // Another last letter, whichever it is.
        [`${origin}${space.slice(0, -1)}${space.endsWith('x') ? 'y' : 'x'}${path}`, { cookie }],
      ] as const) {
        const response = await fetch(url, { headers })
        expect(response.status).toBe(401)
        expect(await response.text()).not.toMatch(/示例|2026|<table/)
      }
    },
  )

  test('a wrong token and a wrong cookie open nothing', async () => {
    const { origin, space } = shown
    const port = new URL(origin).port
    expect((await fetch(`${origin}/?token=${'a'.repeat(32)}`)).status).toBe(401)
    const headers = { cookie: `dossier_explore_${port}=${'a'.repeat(32)}` }
    expect((await fetch(`${origin}${space}/`, { headers })).status).toBe(401)
  })

  test('another Host or Origin is refused, with the cookie too', async () => {
    const { origin, space, cookie } = shown
    const { host } = new URL(origin)
    expect(await sent(`${origin}${space}/`, { cookie, host })).toBe(200)
    expect(await sent(`${origin}${space}/`, { cookie, host: 'evil.example' })).toBe(421)
    expect(await sent(`${origin}${space}/`, { cookie, host: '127.0.0.1' })).toBe(421)
    expect(await sent(`${origin}${space}/`, { cookie, host, origin: 'http://evil.example' })).toBe(403)
    expect(await sent(`${origin}${space}/`, { cookie, host, origin: 'null' })).toBe(403)
    for (const method of ['POST', 'PUT'])
      expect(await sent(`${origin}${space}/`, { cookie, host }, method)).toBe(405)
  })

  test('whatever it says, a request is let in by its path, cookie, host and origin together, and by nothing less', async () => {
    const { origin, space, cookie } = shown
    const { host } = new URL(origin)
    /** The text, or one near to it. */
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
      origin: fc.option(near(origin), { nil: undefined }),
      method: fc.constantFrom('GET', 'GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'),
    })
    await fc.assert(
      fc.asyncProperty(request, async ({ path, method, origin: from, ...headers }) => {
        const isFrom = from === origin || from === undefined
        const isLetIn =
          path === space &&
          headers.cookie === cookie &&
          headers.host === host &&
          isFrom &&
          /^(GET|HEAD)$/.test(method)
        const status = await sent(
          `${origin}${path}/search`,
          { ...headers, ...(from !== undefined && { origin: from }) },
          method,
        )
        expect(isLetIn ? [200] : [400, 401, 403, 405, 421]).toContain(status)
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
    const enterprise = /href="(\/enterprise\/[^"/]+)"/.exec((await get('/')).text)?.[1]
    for (const [path, expected] of [
      ['/?sort=nonsense', 'risk, stake, documents'],
      ['/?flag=nonsense', 'ended_unpaid'],
      ['/?run=nonsense', (await sampleHome()).runId],
      ['/?page=0', '1, 2, …'],
      ['/?page=2', '1–1'],
      [`${enterprise}/cases?result=nonsense`, 'won'],
      [`${enterprise}/cases?minimum=much`, '1000.50'],
      [`${enterprise}/cases?page=9999`, '1–'],
      [`${enterprise}/counterparties?page=x`, '1, 2, …'],
      ['/search?q=合同&from=-1', '0, 1, …'],
    ] as const) {
      const { status, text } = await get(path)
      expect({ path, status, text }).toEqual({ path, status: 400, text: expect.stringContaining(expected) })
    }
    expect((await get('/?flag=ended_unpaid&sort=name')).status).toBe(200)
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
    const { home } = await sampleHome()
    const stop = new AbortController()
    const out: string[] = []
    const ended = cli(
      ['explore', '--home', home, '--no-open'],
      {},
      {
        signal: stop.signal,
        out: (line) => {
          out.push(line)
          stop.abort()
        },
      },
    )
    expect((await ended).code).toBe(0)
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
    const { origin } = shown
    const { port } = new URL(origin)
    const taken = await cli(['explore', '--home', (await sampleHome()).home, '--no-open', '--port', port])
    expect(taken).toMatchObject({ code: 2 })
    expect(taken.notes).toContain(`explore: port ${port} is taken; expected a free --port, or 0 to pick one`)
    const empty = await temporaryFolder()
    expect((await cli(['explore', '--home', empty, '--no-open'])).notes).toContain(
      'run a job first: dossier run JOB',
    )
  })
})
