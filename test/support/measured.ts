import { execFile } from 'node:child_process'
import { main } from './processes.ts'

const measure = `data:text/javascript,process.on('exit',()=>process.stderr.write(JSON.stringify(process.resourceUsage())))`

export interface Measured {
  readonly code: number
  readonly notes: string
  /** Of the processor. */
  readonly seconds: number
  /** The most memory that it held, its threads' too. */
  readonly megabytes: number
}

/** What the built command says and takes of the machine, in a process of its own. @throws where it does not end by itself in time */
export function measured(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  timeoutSeconds = 600,
): Promise<Measured> {
  const options = { env: { ...process.env, ...env }, timeout: timeoutSeconds * 1000, maxBuffer: 1e8 }
  return new Promise((resolve, reject) => {
    execFile(process.execPath, ['--import', measure, main, ...args], options, (error, _, stderr) => {
      const at = stderr.lastIndexOf('{"userCPUTime"')
      if (at < 0)
        return reject(new Error(`${args.join(' ')} did not end by itself: ${stderr}`, { cause: error }))
      const { userCPUTime, systemCPUTime, maxRSS } = JSON.parse(stderr.slice(at))
      resolve({
        code: error === null ? 0 : Number(error.code),
        notes: stderr.slice(0, at),
        seconds: (userCPUTime + systemCPUTime) / 1e6,
        megabytes: maxRSS / 1e3,
      })
    })
  })
}
