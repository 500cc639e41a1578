import { readdir, readFile } from 'node:fs/promises'

/** Processes of this machine (Linux) whose file of this name in /proc holds a text. */
export async function processesWith(file: 'cmdline' | 'environ', text: string): Promise<number[]> {
  const found: number[] = []
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    if ((await procFile(pid, file)).includes(text)) found.push(Number(pid))
  }
  return found
}

/** Children of a process whose command line holds a text. */
export async function childrenOf(parent: number | undefined, text: string): Promise<number[]> {
  const found: number[] = []
  for (const pid of await processesWith('cmdline', text)) {
    if ((await procFile(pid, 'status')).includes(`\nPPid:\t${parent}\n`)) found.push(pid)
  }
  return found
}

/** Whether a process is there and has not ended. */
export const isThere = async (pid: number): Promise<boolean> =>
  /^State:\t[^ZX]/m.test(await procFile(pid, 'status'))

/** Empty when the process is gone. */
const procFile = (pid: number | string, file: string): Promise<string> =>
  readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')
