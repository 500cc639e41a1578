import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { Asked, WorldSpec } from './world/spec.ts'

/** What is built, wherever this runs from: programs are started as users start them. */
const built = new URL(import.meta.url.endsWith('.ts') ? '../dist/' : '../', import.meta.url)
export const program = (path: string): string => fileURLToPath(new URL(path, built))
export const main = program('program/cli/main.js')
export const env = { ...process.env, DOSSIER_API_KEY: 'bench' }

/** `dossier serve` in a process of its own: on a corpus. */
export const serve = (corpus: string) => served([main, 'serve', '--corpus', corpus])

/** A service whose answers cost it next to nothing, in a process of its own. */
export async function serveWorld(corpus: string, spec: WorldSpec) {
  const service = await served([program('bench/world/serve.js'), corpus, JSON.stringify(spec)])
  return {
    ...service,
    /** What it was asked since it was last asked for this. */
    asked: async () => (await (await fetch(`${service.url}/asked`)).json()) as Asked,
  }
}

/** A service that goes on until it is disposed of. */
async function served(args: readonly string[]) {
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const [, url = ''] = (await lineWith('DOSSIER_BASE_URL=', child.stdout)).split('=')
  return {
    url,
    /** Processor time so far, in milliseconds: it says the same on a machine that others use, where clocks do not. */
    cpuMs: () => cpuMsOf(child.pid),
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

/** The first line that holds a text; what follows is read and dropped. */
async function lineWith(sought: string, stream: NodeJS.ReadableStream): Promise<string> {
  const seen: string[] = []
  for await (const line of createInterface({ input: stream })) {
    if (line.includes(sought)) {
      stream.resume()
      return line
    }
    seen.push(line)
  }
  throw new Error(`bench: a process ended before it printed ${sought}:\n${seen.join('\n')}`)
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

export const dossier = (args: readonly string[]): Promise<Taken> => measure(process.execPath, [main, ...args])
/** A program of this folder. */
export const bare = (name: 'floor' | 'bare-duckdb', ...args: readonly string[]): Promise<Taken> =>
  measure(process.execPath, [program(`bench/${name}.js`), ...args])

/** Runs a command to its end. @throws Error with what it wrote, unless it ends with 0, or with 4: gaps */
export async function measure(command: string, args: readonly string[]): Promise<Taken> {
  const started = performance.now()
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let [peakMegabytes, cpuMs] = [0, 0]
  const watch = setInterval(() => {
    const tree = familyOf(child.pid)
    const sumOf = (read: (pid: number) => number) => tree.reduce((sum, pid) => sum + read(pid), 0)
    cpuMs = Math.max(cpuMs, sumOf(cpuMsOf))
    peakMegabytes = Math.max(peakMegabytes, sumOf(residentSet), highWaterMark(child.pid))
  }, 20)
  const [output, notes, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit') as Promise<[number | null]>,
  ])
  clearInterval(watch)
  if (code !== 0 && code !== 4)
    throw new Error(`bench: ${command} ${args.join(' ')} ended with ${code}:\n${output}${notes}`)
  return { seconds: (performance.now() - started) / 1000, peakMegabytes, cpuSeconds: cpuMs / 1000, output }
}

/** A process and those that it and its children started. */
function familyOf(pid: number | undefined): readonly number[] {
  if (pid === undefined) return []
  return orElse([pid], () => {
    const children = readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
    )
    return [pid, ...children.flatMap(familyOf)]
  })
}

const megabytesOf = (line: RegExp) => (pid: number | undefined) =>
  orElse(0, () => Number(line.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024)
const highWaterMark = megabytesOf(/VmHWM:\s+(\d+) kB/)
const residentSet = megabytesOf(/VmRSS:\s+(\d+) kB/)

/** User and system time, which Linux counts in hundredths of a second. */
const cpuMsOf = (pid: number | undefined): number =>
  orElse(0, () => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) * 10
  })

/** What Linux says of a process; `other` elsewhere, and of one that has ended. */
function orElse<T>(other: T, read: () => T): T {
  try {
    return read()
  } catch {
    return other
  }
}
