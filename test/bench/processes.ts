import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('../../src/cli/main.js', import.meta.url))
const floor = fileURLToPath(new URL('./floor.js', import.meta.url))
const bare = fileURLToPath(new URL('./bare-copy.js', import.meta.url))
const env = { ...process.env, DOSSIER_API_KEY: 'bench' }

export interface Served extends AsyncDisposable {
  readonly url: string
  /** High-water mark of the resident set so far. */
  readonly peakMegabytes: () => number
  /** Processor time so far, in milliseconds: it says the same on a machine that others use, where clocks do not. */
  readonly cpuMs: () => number
}

/** The embedded service in a process of its own. */
export function serve(corpus: string, accessLog?: string): Promise<Served> {
  return served(['--corpus', corpus, ...(accessLog === undefined ? [] : ['--access-log', accessLog])])
}

/** The mirror of a warehouse in a process of its own. */
export const serveWarehouse = (file: string): Promise<Served> => served(['--warehouse', file])

async function served(args: readonly string[]): Promise<Served> {
  const child = spawn(process.execPath, [main, 'serve', ...args], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return {
    url: await addressOf(child),
    peakMegabytes: () => highWaterMark(child.pid),
    cpuMs: () => cpuMsOf(child.pid),
    [Symbol.asyncDispose]: () => stop(child),
  }
}

type Environment = Readonly<Record<string, string>>

/** A process that goes on until it is stopped. */
export interface Started extends AsyncDisposable {
  /** Resolves when it has noted this. */
  noted(text: string): Promise<void>
}

export function startDossier(args: readonly string[], more: Environment): Started {
  const child = spawn(process.execPath, [main, ...args], {
    env: { ...env, ...more },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let notes = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    notes += text
  })
  return {
    async noted(text) {
      while (!notes.includes(text)) await once(child.stderr, 'data')
    },
    [Symbol.asyncDispose]: () => stop(child),
  }
}

async function addressOf(child: ChildProcess): Promise<string> {
  if (child.stdout !== null) {
    for await (const line of createInterface({ input: child.stdout })) {
      if (line.startsWith('DOSSIER_BASE_URL=')) return line.slice('DOSSIER_BASE_URL='.length)
    }
  }
  throw new Error('bench: the service ended before it printed its address')
}

async function stop(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM')
  await once(child, 'exit')
}

/** What a process took, as a whole. */
export interface Taken {
  readonly seconds: number
  /** High-water mark of the resident set. */
  readonly peakMegabytes: number
  /** Processor time, as last seen while it ran: at most a fiftieth of a second short. */
  readonly cpuSeconds: number
  readonly output: string
}

export const dossier = (args: readonly string[], more: Environment = {}): Promise<Taken> =>
  measure([main, ...args], more)
export const bareLoop = (url: string, accessLog: string): Promise<Taken> => measure([floor, url, accessLog])
export const bareCopy = (warehouse: string, select: string, file: string): Promise<Taken> =>
  measure([bare, warehouse, select, file])

async function measure(args: readonly string[], more: Environment = {}): Promise<Taken> {
  const started = performance.now()
  const child = spawn(process.execPath, args, { env: { ...env, ...more }, stdio: ['ignore', 'pipe', 'pipe'] })
  let [peakMegabytes, cpuMs] = [0, 0]
  const watch = setInterval(() => {
    cpuMs = Math.max(cpuMs, cpuMsOf(child.pid))
    peakMegabytes = Math.max(peakMegabytes, highWaterMark(child.pid))
  }, 20)
  const [output, notes, [code]] = await Promise.all([
    textOf(child.stdout),
    textOf(child.stderr),
    once(child, 'exit') as Promise<[number | null]>,
  ])
  clearInterval(watch)
  if (code !== 0 && code !== 4)
    throw new Error(`bench: ${args.join(' ')} ended with ${code}:\n${output}${notes}`)
  return { seconds: (performance.now() - started) / 1000, peakMegabytes, cpuSeconds: cpuMs / 1000, output }
}

async function textOf(stream: NodeJS.ReadableStream): Promise<string> {
  let text = ''
  for await (const chunk of stream) text += chunk
  return text
}

/** Linux keeps it; elsewhere memory is reported as 0. */
function highWaterMark(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

/** User and system time, which Linux counts in hundredths of a second; elsewhere 0. */
function cpuMsOf(pid: number | undefined): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) * 10
  } catch {
    return 0
  }
}
