import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { rollingLimit } from '../../../src/standins/service/gate.ts'
import { temporaryFolder, whenAllOver } from '../../support/folder.ts'
import { drawn, oneForm } from '../../support/forms.ts'
import { rawRequests } from './raw-requests.ts'
import { apiKey, type Served, serve } from './served.ts'

const corpus = { 'cases.ndjson': [{ id: 'c1', title: '案' }] }
const details = '/open/rh_case_details?type=ptal&id=c1'

let service: Served
let accessLog: string

const whenOver = whenAllOver()
beforeAll(async () => {
  accessLog = join(await temporaryFolder(whenOver), 'access.ndjson')
  service = await serve(corpus, { accessLog, requestTimeoutMs: 2000 }, whenOver)
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
    expect(service.counts.inFlight).toBe(0)
  })

  oneForm('the key is in no line of the access log, and no prototype was changed', async () => {
    const log = await readFile(accessLog, 'utf8')
    expect(log.split('\n').length).toBeGreaterThan(30)
    expect(log.toLowerCase()).not.toContain(apiKey)
    expect(Object.keys(Object.prototype)).toEqual([])
  })
})

describe('slow clients', () => {
  /** Opens so many connections and writes the same on each; waits until they are all there. */
  async function crowd(port: number, size: number, bytes: string): Promise<Socket[]> {
    const sockets = Array.from({ length: size }, () => connect(port, '127.0.0.1'))
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy()
    })
    await Promise.all(sockets.map((socket) => once(socket, 'connect')))
    for (const socket of sockets) {
      socket.on('error', () => undefined)
      socket.resume()
      if (bytes !== '') socket.write(addressed(bytes, port))
    }
    return sockets
  }

  const crowds = [
    ['say nothing', ''],
    ['never end their headers', 'GET / HTTP/1.1\r\nhost: here\r\nx-h: '],
    [
      'never send their body',
      `POST /open/rh_ft_search HTTP/1.1\r\nhost: here\r\nx-api-key: ${apiKey}\r\n` +
        'content-type: application/json\r\ncontent-length: 100\r\n\r\n{',
    ],
  ] as const
  test.each(drawn(crowds, 1))(
    '500 that %s hold nobody up, and are closed though they go on',
    async (_, bytes) => {
      // Long enough for a busy machine to open them all before the first is closed.
      const patient = await serve(corpus, { requestTimeoutMs: 4000, maxInFlight: 1000 })
      const sockets = await crowd(patient.port, 500, bytes)
      const allClosed = Promise.all(sockets.map(closed))
      const trickling = setInterval(() => {
        for (const socket of sockets) if (bytes !== '' && socket.writable) socket.write('1')
      }, 1000)
      onTestFinished(() => clearInterval(trickling))
      expect((await patient.request(details)).status).toBe(200)
      expect(sockets.filter(({ destroyed }) => destroyed)).toHaveLength(0)
      await allClosed
      expect((await patient.request(details)).status).toBe(200)
    },
  )

  oneForm('connections beyond maxConnections are closed at once', async () => {
    const small = await serve(corpus, { maxConnections: 5 })
    const sockets = await crowd(small.port, 5, '')
    expect(await exchanged(small.port, `GET ${details} HTTP/1.1\r\n\r\n`)).toBe('')
    sockets[0]?.destroy()
    await expect
      .poll(() =>
        small.request(details).then(
          ({ status }) => status,
          () => 0,
        ),
      )
      .toBe(200)
  })

  oneForm('an idle connection is closed after keepAliveTimeoutMs', async () => {
    const brief = await serve(corpus, { keepAliveTimeoutMs: 100 })
    const answers = await exchanged(
      brief.port,
      `GET ${details} HTTP/1.1\r\nhost: here\r\nx-api-key: ${apiKey}\r\n\r\n`,
    )
    expect(statusesOf(answers)).toEqual([200])
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
