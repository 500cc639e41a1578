import type { Stop } from './stop.ts'

/** What the system says when only a person can help, and what to do about it. */
const remedies: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full: make room',
  EDQUOT: 'the disk quota is used up: make room, or have it raised',
  EROFS: 'the disk is read-only: mount it for writing, or choose another --home',
  EMFILE: 'too many files are open: raise the limit (ulimit -n), or lower rate.concurrency',
  ENFILE: 'too many files are open on this machine: close some programs',
  EIO: 'the disk reports an input/output error: look at its health and at the log of the system, or choose another --home',
  ENOMEM:
    'memory is used up: give the process more (ulimit -v, the limit of its container), or close some programs',
}

/** The same as DuckDB passes it on: it tells the system's error as text only. */
const codesByText: readonly (readonly [RegExp, string])[] = [
  [/No space left on device|Out of disk|max_temp_directory_size/i, 'ENOSPC'],
  [/Disk quota exceeded/i, 'EDQUOT'],
  [/Read-only file system/i, 'EROFS'],
  [/Too many open files/i, 'EMFILE'],
  [/Input\/output error/i, 'EIO'],
  // Of DuckDB beyond what the system gives, of its library, of threads and of WebAssembly. Not DuckDB's own limit: nobody can raise that from outside.
  [
    /Cannot allocate memory|\(bad allocation\)|bad_alloc|failed to map segment|Cannot allocate Wasm memory|could not allocate memory|Array buffer allocation failed/i,
    'ENOMEM',
  ],
]

/** Why a person has to do something before anybody can write here again, by the error or by what caused it; undefined when it is of another kind. */
export function obstacleOf(error: unknown): Stop | undefined {
  if (!(error instanceof Error)) return undefined
  const { code = '', message, path, cause } = error as NodeJS.ErrnoException
  const known = Object.hasOwn(remedies, code) ? code : codesByText.find(([text]) => text.test(message))?.[1]
  const remedy = remedies[known ?? '']
  if (remedy === undefined) return obstacleOf(cause)
  const where = path === undefined ? '' : ` (${known} at ${path})`
  return { status: 'blocked', message: `${remedy}${where}; then run again: it resumes` }
}
