import { readFile } from 'node:fs/promises'

/**
 * When a process of this machine started, in the kernel's own count (field 22 of /proc/<pid>/stat): with it a process is
 * told from a later one of the same number. 'gone' when there is none any more, or only its entry that nobody collected
 * yet; undefined where the machine does not say.
 */
export async function processStart(pid: number): Promise<string | 'gone' | undefined> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'latin1')
    // The second field is the name of the program in brackets; it may hold spaces and brackets.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' || fields[0] === 'X' ? 'gone' : fields[19]
  } catch {
    return undefined
  }
}

/** Whether there is a process of this number, be it another's. */
export function hasNumber(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
