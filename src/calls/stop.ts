import { setMaxListeners } from 'node:events'
import { GivenFileError } from '../disk/given-file.ts'
import { type Said, type Stop, stops } from './stops.ts'

/** Thrown by whatever finds that going on is pointless; everything that has landed is kept. */
export class StopError extends Error {
  override name = 'StopError'
  readonly stop: Stop

  constructor(stop: Stop, options?: ErrorOptions) {
    super(stop.words.en, options)
    this.stop = stop
  }
}

const denied: Said = {
  en: 'access is denied: do it as the user that owns the home, have that user grant you access, or choose another --home',
  zh: '没有访问权限：请以该目录所有者的身份运行，或请其授权，或另选 --home',
}

/** Codes of the network as well, where there is no path and no folder to blame. */
const codesOfPaths: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'ENOTDIR'])

/** What the system says when only a person can help, and what to do about it. */
const remedies: Readonly<Record<string, Said>> = {
  ENOSPC: { en: 'the disk is full: make room', zh: '磁盘已满：请腾出空间' },
  EDQUOT: {
    en: 'the disk quota is used up: make room, or have it raised',
    zh: '磁盘配额已用完：请腾出空间或提高配额',
  },
  EROFS: {
    en: 'the disk is read-only: mount it for writing, or choose another --home',
    zh: '磁盘为只读：请以可写方式挂载，或另选 --home',
  },
  EACCES: denied,
  EPERM: denied,
  ENOTDIR: {
    en: 'a part of the path is a file, not a folder: choose another one',
    zh: '路径中有一段是文件而不是文件夹：请另选路径',
  },
  EMFILE: {
    en: 'too many files are open: raise the limit (ulimit -n), or lower rate.concurrency',
    zh: '打开的文件过多：请提高上限（ulimit -n）或调低 rate.concurrency',
  },
  ENFILE: {
    en: 'too many files are open on this machine: close some programs',
    zh: '本机打开的文件过多：请关闭一些程序',
  },
  EIO: {
    en: 'the disk reports an input/output error: look at its health and at the log of the system, or choose another --home',
    zh: '磁盘读写出错：请检查磁盘和系统日志，或另选 --home',
  },
  ENOMEM: {
    en: 'memory is used up: give the process more (ulimit -v, the limit of its container), or close some programs',
    zh: '内存用尽：请给进程更多内存（ulimit -v、容器上限）或关闭一些程序',
  },
}

/** The same as DuckDB passes it on: it tells the system's error as text only. */
const codesByText: readonly (readonly [RegExp, string])[] = [
  [/No space left on device|Out of disk|max_temp_directory_size/i, 'ENOSPC'],
  [/Disk quota exceeded/i, 'EDQUOT'],
  [/Read-only file system/i, 'EROFS'],
  [/Cannot open file .*Permission denied/i, 'EACCES'],
  [/Too many open files/i, 'EMFILE'],
  [/Input\/output error/i, 'EIO'],
  // Of DuckDB beyond what the system gives, of its library, of threads and of WebAssembly. Not DuckDB's own limit: that cannot be raised from outside.
  [
    /Cannot allocate memory|\(bad allocation\)|bad_alloc|failed to map segment|Cannot allocate Wasm memory|could not allocate memory|Allocation failure|Array buffer allocation failed/i,
    'ENOMEM',
  ],
]

/** Why a person has to do something before anybody can write here again, by the error or by what caused it; undefined when it is of another kind. */
export function obstacleOf(error: unknown): Stop | undefined {
  if (!(error instanceof Error)) return undefined
  const { code = '', message, path, cause } = error as NodeJS.ErrnoException
  // Of a file that a user named: its message says what to do, and no home is to blame.
  if (error instanceof GivenFileError && codesOfPaths.has(error.code ?? '')) return undefined
  const isOurs = Object.hasOwn(remedies, code) && (path !== undefined || !codesOfPaths.has(code))
  const known = isOurs ? code : codesByText.find(([text]) => text.test(message))?.[1]
  const remedy = remedies[known ?? '']
  if (remedy === undefined) return obstacleOf(cause)
  return stops.obstacle({ remedy, where: path === undefined ? null : { code: `${known}`, path } })
}

/** The one reason why a run ends early, and the signal that tells everyone. */
export type Stopping = ReturnType<typeof createStopping>

/** Stops when `asked` aborts: nothing new is begun, what is under way comes home. */
export function createStopping(asked: AbortSignal) {
  const controller = new AbortController()
  // Every call that waits for a permit or a retry listens.
  setMaxListeners(0, controller.signal)
  let why: Stop | null = null
  /** Gives a reason; the first one counts. */
  const because = (given: Stop): void => {
    why ??= given
    controller.abort()
  }
  const onAsked = () => because(stops.asked())
  asked.addEventListener('abort', onAsked, { once: true })
  if (asked.aborted) onAsked()
  return {
    get why(): Stop | null {
      return why
    },
    get signal(): AbortSignal {
      return controller.signal
    },
    because,
    /** Gives an error as the reason; what an abort itself brings about is none. */
    becauseOf(error: unknown): void {
      if (error instanceof StopError) because(error.stop)
      else if (!controller.signal.aborted) because(unexpected(error))
    },
    [Symbol.dispose]: () => asked.removeEventListener('abort', onAsked),
  }
}

const unexpected = (error: unknown): Stop =>
  obstacleOf(error) ?? stops.unexpected({ message: error instanceof Error ? error.message : String(error) })
