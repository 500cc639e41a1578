import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { main } from './processes.ts'

const measure = `data:text/javascript,process.on('exit',()=>process.stderr.write(JSON.stringify(process.resourceUsage())))`

export interface Measured {
  /** Of the processor. */
  readonly seconds: number
  /** The most memory that it held, its threads' too. */
  readonly megabytes: number
}

/** What the built command takes of the machine, in a process of its own. @throws where it fails */
export async function measured(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Measured> {
  const { stderr } = await promisify(execFile)(process.execPath, ['--import', measure, main, ...args], {
    env: { ...process.env, ...env },
    timeout: 600_000,
    maxBuffer: 1e8,
  })
  const { userCPUTime, systemCPUTime, maxRSS } = JSON.parse(
    stderr.slice(stderr.lastIndexOf('{"userCPUTime"')),
  )
  return { seconds: (userCPUTime + systemCPUTime) / 1e6, megabytes: maxRSS / 1e3 }
}
