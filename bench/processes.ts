import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Asked, WorldSpec } from './world/spec.ts'

/** What is built, wherever this runs from: programs are started as users start them. */
const built = new URL(import.meta.url.endsWith('.ts') ? '../dist/' : '../', import.meta.url)
const program = (path: string): string => fileURLToPath(new URL(path, built))
const main = program('program/cli/main.js')
const floor = program('bench/floor.js')
const bare = program('bench/bare-copy.js')
const bareLoader = program('bench/bare-load.js')
const world = program('bench/world/serve.js')
const env = { ...process.env, DOSSIER_API_KEY: 'bench' }

type Environment = Readonly<Record<string, string>>

/** A process that goes on. */
export interface Running {
  readonly pid: number
}

export interface Served extends Running, AsyncDisposable {
  readonly url: string
  /** High-water mark of the resident set so far. */
  readonly peakMegabytes: () => number
  /** Processor time so far, in milliseconds: it says the same on a machine that others use, where clocks do not. */
  readonly cpuMs: () => number
}

/** The embedded service in a process of its own. */
export const serve = (corpus: string): Promise<Served> => served([main, 'serve', '--corpus', corpus])

/** A service whose answers cost it next to nothing, in a process of its own. */
export interface ServedWorld extends Served {
  /** What it was asked since it was last asked for this. */
  asked(): Promise<Asked>
}

export async function serveWorld(corpus: string, spec: WorldSpec): Promise<ServedWorld> {
  const service = await served([world, corpus, JSON.stringify(spec)])
  return {
    ...service,
    asked: async () => (await (await fetch(`${service.url}/asked`)).json()) as Asked,
  }
}

/** The mirror of a warehouse in a process of its own. */
export const serveWarehouse = (file: string): Promise<Served> => served([main, 'serve', '--warehouse', file])

async function served(args: readonly string[]): Promise<Served> {
  const child = spawn(process.execPath, args, {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return {
    url: await addressOf(child),
    pid: child.pid ?? 0,
    peakMegabytes: () => highWaterMark(child.pid),
    cpuMs: () => cpuMsOf(child.pid),
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

/** A command that goes on until it is done, or is disposed of. */
export interface Watched extends Running, AsyncDisposable {
  readonly ended: Promise<unknown>
  /** Resolves once this text stands in its notes so many times. */
  noted(text: string, times?: number): Promise<void>
}

export function dossierProcess(args: readonly string[], more: Environment = {}): Watched {
  const child = spawn(process.execPath, [main, ...args], {
    env: { ...env, ...more },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = once(child, 'exit')
  let notes = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    notes += text
  })
  return {
    pid: child.pid ?? 0,
    ended,
    async noted(text, times = 1) {
      while (notes.split(text).length <= times) {
        if (child.exitCode !== null) throw new Error(`bench: ${args.join(' ')} ended: ${notes}`)
        await Promise.race([new Promise((told) => child.stderr.once('data', told)), ended])
      }
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** What a process took, as a whole. */
export interface Taken {
  readonly seconds: number
  /** High-water mark of the resident sets of it and of its children together. */
  readonly peakMegabytes: number
  /** Processor time of it and of its children, as last seen while it ran: at most a fiftieth of a second short. */
  readonly cpuSeconds: number
  readonly output: string
}

export const dossier = (args: readonly string[], more: Environment = {}): Promise<Taken> =>
  node([main, ...args], more)
export const bareLoop = (url: string, requests: string): Promise<Taken> => node([floor, url, requests])
export const bareCopy = (warehouse: string, select: string, file: string, memory: string): Promise<Taken> =>
  node([bare, warehouse, select, file, memory])
export const bareLoad = (database: string, files: readonly string[]): Promise<Taken> =>
  node([bareLoader, database, ...files])

const node = (args: readonly string[], more: Environment = {}): Promise<Taken> =>
  measure(process.execPath, args, more)

/** Runs a command to its end. @throws Error with what it wrote, unless it ends with 0, or with 4: gaps */
export async function measure(
  command: string,
  args: readonly string[],
  more: Environment = {},
): Promise<Taken> {
  const started = performance.now()
  const child = spawn(command, args, { env: { ...env, ...more }, stdio: ['ignore', 'pipe', 'pipe'] })
  let [peakMegabytes, cpuMs] = [0, 0]
  const watch = setInterval(() => {
    const tree = familyOf(child.pid)
    cpuMs = Math.max(cpuMs, sumOf(tree, cpuMsOf))
    peakMegabytes = Math.max(peakMegabytes, sumOf(tree, residentSet), highWaterMark(child.pid))
  }, 20)
  const [output, notes, [code]] = await Promise.all([
    textOf(child.stdout),
    textOf(child.stderr),
    once(child, 'exit') as Promise<[number | null]>,
  ])
  clearInterval(watch)
  if (code !== 0 && code !== 4)
    throw new Error(`bench: ${command} ${args.join(' ')} ended with ${code}:\n${output}${notes}`)
  return { seconds: (performance.now() - started) / 1000, peakMegabytes, cpuSeconds: cpuMs / 1000, output }
}

const sumOf = (pids: readonly number[], figureOf: (pid: number) => number): number =>
  pids.reduce((sum, pid) => sum + figureOf(pid), 0)

/** A process and those that it and its children started, as Linux lists them; elsewhere itself alone. */
function familyOf(pid: number | undefined): readonly number[] {
  if (pid === undefined) return []
  try {
    const threads = readdirSync(`/proc/${pid}/task`)
    const children = threads.flatMap((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
    )
    return [pid, ...children.flatMap(familyOf)]
  } catch {
    return [pid]
  }
}

async function textOf(stream: NodeJS.ReadableStream): Promise<string> {
  let text = ''
  for await (const chunk of stream) text += chunk
  return text
}

const highWaterMark = (pid: number | undefined): number => statusOf(pid, /VmHWM:\s+(\d+) kB/)
const residentSet = (pid: number): number => statusOf(pid, /VmRSS:\s+(\d+) kB/)

/** Megabytes; Linux keeps them; elsewhere memory is reported as 0. */
function statusOf(pid: number | undefined, line: RegExp): number {
  try {
    return Number(line.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
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
