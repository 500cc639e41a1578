import { hasNumber } from './process-start.ts'

let databases = 0

/**
 * A folder for one open database's own: DuckDB gives the files of all the same names, and two that share a folder read each other's.
 * DuckDB makes it when it needs it, and removes it when it is closed.
 */
export const spillFolder = (path: string): string => {
  databases += 1
  return `${path}.${process.pid}.${databases}`
}

/** Whether the process that a name made by `spillFolder` tells of is still there; its databases may be at work. */
export function isSpilledTo(name: string): boolean {
  const pid = Number(/\.(\d+)\.\d+$/.exec(name)?.[1] ?? Number.NaN)
  return pid !== process.pid && Number.isInteger(pid) && hasNumber(pid)
}
