import { createServer, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { throwZeros } from '../support/dice.ts'
import { listening } from '../support/listening.ts'
import { searchFolder } from '../support/search-home.ts'
import { setUp } from './setting.ts'

const key = 'k3y-0f-a-gateway-5a1e0000c0de'

/** A service behind a gateway that answers everything in this way. */
const gateway = (answer: (response: ServerResponse, path: string) => void): Promise<string> =>
  listening(createServer((request, response) => answer(response, request.url ?? '')))

const ways = {
  redirects: (response: ServerResponse) => response.writeHead(302, { location: '/' }).end(),
  'fails and says where': (response: ServerResponse, path: string) =>
    response.writeHead(500).end(`no way to ${path}`),
  'hangs up': (response: ServerResponse) => response.destroy(),
}

test('where a gateway redirects, fails or hangs up, a key in its path stands in no log, no run and no message', async () => {
  throwZeros()
  const { dossier, file, home } = await setUp()
  const said = []
  for (const [transport, way] of [
    ['http', 'redirects'],
    ['http', 'fails and says where'],
    ['http', 'hangs up'],
    ['mcp', 'redirects'],
    ['mcp', 'hangs up'],
  ] as const) {
    const env = { DOSSIER_BASE_URL: `${await gateway(ways[way])}/${key}/open` }
    const ran = await dossier(['run', file, '--no-resume', '--transport', transport], env)
    expect([way, ran.code]).not.toEqual([way, 0])
    said.push(ran)
  }
  const env = { DOSSIER_BASE_URL: `${await gateway(ways.redirects)}/${key}/open` }
  for (const command of ['doctor', 'logs', 'status', 'runs']) said.push(await dossier([command], env))
  expect(said.map(({ out, notes }) => `${out}\n${notes}`).filter((text) => text.includes(key))).toEqual([])
  expect(await searchFolder(join(home, 'runs'), [key])).toEqual([])
})
