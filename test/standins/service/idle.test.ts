import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { exampleCorpus } from './examples.ts'
import { apiKey, type Served, serve } from './served.ts'
import { beginSession } from './tools/tool-client.ts'

const crowdSize = 1000
/** Sessions take longest to begin; the long form has 1,000. */
const streams = Number(process.env.DOSSIER_TEST_STREAMS ?? 200)
const checks = 20
const toolPath = '/mcp/law/stream'

/** Opens so many connections, writes the same on each, and leaves them idle once each that is to be answered was. */
async function crowd(port: number, bytes: string): Promise<Socket[]> {
  const sockets = Array.from({ length: crowdSize }, () => connect(port, '127.0.0.1'))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
  })
  await Promise.all(
    sockets.map(async (socket) => {
      socket.on('error', () => undefined)
      await once(socket, 'connect')
      const answer = once(socket, 'data')
      socket.write(bytes)
      await answer
    }),
  )
  return sockets
}

/** Milliseconds that a health check takes. */
async function checkMs({ request }: Served): Promise<number> {
  const started = performance.now()
  const details = await request('/open/rh_case_details?type=ptal&id=d1')
  expect([details.status, await details.json()]).toMatchObject([200, { status: 'success' }])
  return performance.now() - started
}

const medianOf = (times: readonly number[]): number =>
  [...times].sort((one, other) => one - other)[Math.floor(times.length / 2)] ?? Number.NaN

/** Fails when a check takes ten times as long beside the crowd as at a service of its own, asked in turns: both have the same machine. */
async function expectSwift(crowded: Served): Promise<void> {
  const empty = await serve(exampleCorpus)
  // Connections are taken in order: once this one is answered the crowd before it has arrived, and is idle from here on.
  await Promise.all([crowded, empty].map(checkMs))
  const [beside, alone]: [number[], number[]] = [[], []]
  for (let done = 0; done < checks; done += 1) {
    alone.push(await checkMs(empty))
    beside.push(await checkMs(crowded))
  }
  expect(medianOf(beside)).toBeLessThan(10 * medianOf(alone))
}

const head = (port: number, path: string, ...headers: readonly string[]): string =>
  [`GET ${path} HTTP/1.1`, `host: 127.0.0.1:${port}`, `x-api-key: ${apiKey}`, ...headers, '', ''].join('\r\n')

test('1,000 idle sockets kept alive after an answer do not slow down a health check', async () => {
  const service = await serve(exampleCorpus)
  const sockets = await crowd(service.port, head(service.port, '/open/rh_case_details?type=ptal&id=d1'))
  await expectSwift(service)
  expect(sockets.filter(({ destroyed }) => destroyed)).toHaveLength(0)
})

test(`${streams} idle streams of sessions do not slow down a health check`, async () => {
  const service = await serve(exampleCorpus, { maxSessions: streams })
  const ids: string[] = []
  while (ids.length < streams)
    ids.push(...(await Promise.all(Array.from({ length: 50 }, () => beginSession(service, toolPath)))))
  const sockets = await Promise.all(
    ids.map(async (id) => {
      const socket = connect(service.port, '127.0.0.1')
      onTestFinished(() => void socket.destroy())
      await once(socket, 'connect')
      const answer = once(socket, 'data')
      socket.write(head(service.port, toolPath, 'accept: text/event-stream', `mcp-session-id: ${id}`))
      const [bytes] = (await answer) as [Buffer]
      expect(bytes.toString()).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
      return socket
    }),
  )
  await expectSwift(service)
  expect(service.counts.inFlight).toBe(0)
  expect(sockets.filter(({ destroyed }) => destroyed)).toHaveLength(0)
})
