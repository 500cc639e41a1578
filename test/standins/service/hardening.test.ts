import { readFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { beforeAll, describe, expect } from 'vitest'
import { rollingLimit } from '../../../src/standins/service/gate.ts'
import { temporaryFolder, whenAllOver } from '../../support/folder.ts'
import { oneForm } from '../../support/forms.ts'
import { rawRequests } from './raw-requests.ts'
import { apiKey, type Served, serve } from './served.ts'

const corpus = { 'cases.ndjson': [{ id: 'c1', title: '案' }] }
const details = '/open/rh_case_details?type=ptal&id=c1'

let service: Served
let accessLog: string

const whenOver = whenAllOver()
beforeAll(async () => {
  accessLog = join(await temporaryFolder(whenOver), 'access.ndjson')
  service = await serve(corpus, { accessLog }, whenOver)
})

/** The bytes with the host of a service in the place of `here`. */
const addressed = (bytes: string | Buffer, port: number): Buffer =>
  Buffer.from(
    Buffer.from(bytes)
      .toString('latin1')
      .replaceAll(/(host: |http:\/\/)here\b/g, `$1localhost:${port}`),
    'latin1',
  )

/** What comes back on a connection until the other side closes it. */
async function exchanged(port: number, bytes: string | Buffer): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  const parts: Buffer[] = []
  socket.on('data', (part) => parts.push(part))
  socket.write(addressed(bytes, port))
  await closed(socket)
  return Buffer.concat(parts).toString()
}

/** Resolves when the socket is closed, be it with an error: a server that has refused does not read what still comes. */
const closed = (socket: Socket): Promise<void> =>
  new Promise((resolve) => void socket.on('error', () => undefined).once('close', () => resolve()))

const statusesOf = (answers: string): number[] =>
  [...answers.matchAll(/HTTP\/1\.1 (\d{3}) /g)]
    .map(([, status]) => Number(status))
    .filter((status) => status !== 100)

const honest = () => service.request(details)

describe('whatever comes over the socket', () => {
  oneForm.each(rawRequests)('$name: $statuses, and the service goes on', async ({ bytes, statuses }) => {
    const answers = await exchanged(service.port, bytes(apiKey))
    expect([statusesOf(answers), answers.slice(0, 300)]).toEqual([statuses, expect.anything()])
    expect((await honest()).status).toBe(200)
  })

  oneForm('the key is in no line of the access log, and no prototype was changed', async () => {
    const log = await readFile(accessLog, 'utf8')
    expect(log.split('\n').length).toBeGreaterThan(30)
    expect(log.toLowerCase()).not.toContain(apiKey)
    expect(Object.keys(Object.prototype)).toEqual([])
  })
})

oneForm('at most perSecond starts are admitted in any second, by the clock given', () => {
  let now = 1000
  const waitMs = rollingLimit(2, () => now)
  expect([waitMs(), waitMs(), waitMs()]).toEqual([0, 0, 1000])
  now = 1600
  expect(waitMs()).toBe(400)
  now = 2000
  expect([waitMs(), waitMs(), waitMs()]).toEqual([0, 0, 1000])
})
