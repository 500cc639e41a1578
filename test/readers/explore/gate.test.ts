import { cp, rename } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { cli } from '../../support/cli.ts'
import { temporaryFolder, whenAllOver } from '../../support/folder.ts'
import { copyOfSampleHome, sampleHome } from '../../support/sample-home.ts'
import { cookieFor, exploring, reading } from './serving.ts'

/** Pages of the sample, and the cookie for them: most tests only read. */
const shown = {} as { origin: string; cookie: string; get: Awaited<ReturnType<typeof reading>> }
const whenOver = whenAllOver()

beforeAll(async () => {
  const served = await exploring((await sampleHome()).home, {}, whenOver)
  const cookie = await cookieFor(served.url)
  Object.assign(shown, { origin: served.origin, cookie, get: await reading(served, cookie) })
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

describe('who may read the pages', () => {
  test('the printed address opens once and gives a cookie that scripts and other sites cannot use', async () => {
    const { url } = await exploring((await sampleHome()).home)
    const first = await fetch(url, { redirect: 'manual' })
    expect(first.status).toBe(303)
    expect(first.headers.get('location')).toBe('/')
    expect(first.headers.get('set-cookie')).toMatch(/; Path=\/; HttpOnly; SameSite=Strict$/)
    const second = await fetch(url, { redirect: 'manual' })
    expect(second.status).toBe(401)
    expect(second.headers.get('set-cookie')).toBeNull()
  })

  test.each(['/', '/sql?sql=SELECT+1', '/search?q=合同', '/download?format=csv&sql=SELECT+1'])(
    'without the cookie %s shows nothing of the warehouse',
    async (path) => {
      const response = await fetch(`${shown.origin}${path}`)
      expect(response.status).toBe(401)
      expect(await response.text()).not.toMatch(/示例|2026|<table/)
    },
  )

  test('a wrong token and a wrong cookie open nothing', async () => {
    const { origin } = shown
    const port = new URL(origin).port
    expect((await fetch(`${origin}/?token=${'a'.repeat(32)}`)).status).toBe(401)
    const headers = { cookie: `dossier_explore_${port}=${'a'.repeat(32)}` }
    expect((await fetch(`${origin}/`, { headers })).status).toBe(401)
  })

  test('another Host or Origin is refused, with the cookie too', async () => {
    const { origin, cookie } = shown
    const { host } = new URL(origin)
    expect(await sent(`${origin}/`, { cookie, host })).toBe(200)
    expect(await sent(`${origin}/`, { cookie, host: 'evil.example' })).toBe(421)
    expect(await sent(`${origin}/`, { cookie, host: '127.0.0.1' })).toBe(421)
    expect(await sent(`${origin}/`, { cookie, host, origin: 'http://evil.example' })).toBe(403)
    expect(await sent(`${origin}/`, { cookie, host, origin: 'null' })).toBe(403)
    expect(await sent(`${origin}/basket`, { cookie, host }, 'POST')).toBe(403)
    expect(await sent(`${origin}/`, { cookie, host }, 'PUT')).toBe(405)
  })

  test('every answer forbids scripts within pages and everything from elsewhere', async () => {
    const { get } = shown
    for (const path of ['/', '/explore.js', '/nowhere', '/sql?sql=SELECT+1']) {
      const { headers } = await get(path)
      expect(headers.get('content-security-policy')).toMatch(
        /^default-src 'none'; script-src 'self'; style-src 'sha256-[\w+/]+=*'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
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

  test('a newer publication is shown by the next page, without a restart', async () => {
    const home = await copyOfSampleHome()
    const get = await reading(await exploring(home))
    const before = (await get('/')).text
    expect(before).toContain('示例建设集团有限公司')
    await cp(join(home, 'dossier.duckdb'), join(home, 'next.duckdb'))
    const { Database } = await import('../../../src/warehouse/database.ts')
    await using next = await Database.open(join(home, 'next.duckdb'))
    await next.run("UPDATE enterprises SET name = '改名后的集团有限公司' WHERE name = '示例建设集团有限公司'")
    await next.close().then(() => rename(join(home, 'next.duckdb'), join(home, 'dossier.duckdb')))
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
