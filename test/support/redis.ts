import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { connectRedis, type Redis } from '../../src/run/workers/redis.ts'
import { temporaryFolder, type Whenever } from './folder.ts'

/** A redis-server of its own. */
export interface OwnRedis {
  readonly url: string
  readonly port: number
  /** Ends it without warning. */
  kill(): Promise<void>
  /** Starts it again on what it had written. */
  start(): Promise<void>
  connect(): Promise<Redis>
}

/** The same Redis over a way that takes so many milliseconds in each direction. Resolves to its address. */
export async function farAway({ port }: OwnRedis, wayMs: number, whenOver: Whenever): Promise<string> {
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1')
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.setNoDelay()
      from.on('data', (bytes) => setTimeout(() => to.write(bytes), wayMs))
      from.on('close', () => to.destroy())
      from.on('error', () => to.destroy())
    }
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  whenOver(async () => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return `redis://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const safe = ['--appendonly', 'yes', '--maxmemory-policy', 'noeviction']

/** Starts one on a free port, with what it writes in a folder of its own. */
export async function ownRedis(whenOver: Whenever, options: readonly string[] = safe): Promise<OwnRedis> {
  const folder = await temporaryFolder(whenOver)
  const port = await freePort()
  let child: ChildProcess | undefined
  const start = async (): Promise<void> => {
    child = spawn(
      'redis-server',
      ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', '', ...options],
      { stdio: ['ignore', 'pipe', 'ignore'] },
    )
    for await (const text of child.stdout ?? [])
      if (String(text).includes('Ready to accept connections')) break
    child.stdout?.resume()
  }
  const kill = async (): Promise<void> => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  await start()
  whenOver(kill)
  const url = `redis://127.0.0.1:${port}`
  return { url, port, kill, start, connect: () => connectRedis(url) }
}

/** A port of the loopback address that nobody has just now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
