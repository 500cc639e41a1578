import type { Classification } from '../contract/classify.ts'

/** What is said to a person, in both languages. */
export interface Said {
  readonly en: string
  readonly zh: string
}

/**
 * Why a run ends before its steps are done. The status names what happens next, the words tell a person: `stopped`
 * can be run again as it is, `blocked` once a person has done something, `unauthorised` with another key, `failed` when
 * it is understood why. Each of them resumes.
 */
export interface Stop {
  readonly status: 'stopped' | 'blocked' | 'failed' | 'unauthorised'
  readonly words: Said
  /** Set where a limit of the job's budget ends the run. */
  readonly code?: 'budget'
}

const again = 'run again: the run resumes'
const againInChinese = '再次运行即可续跑'

/** A stop by its values: the English and the Chinese words of one kind stand together, and nowhere else. */
const stop =
  <Values = void>(status: Stop['status'], wordsOf: (values: Values) => Said, code?: Stop['code']) =>
  (values: Values): Stop => ({ status, words: wordsOf(values), ...(code && { code }) })

interface HttpStatus {
  readonly httpStatus: number | null
}

/** Each says what happened, on what, and what to do next. Chinese words hold names, codes and what the service said, but no English of ours. */
export const stops = {
  asked: stop('stopped', () => ({
    en: 'the run was asked to stop; run again to resume',
    zh: `按要求停止，${againInChinese}`,
  })),
  unexpected: stop<{ message: string }>('failed', ({ message }) => ({
    en: `unexpected: ${message}; run again: it resumes`,
    zh: `程序遇到意外错误，详情见 dossier logs；${againInChinese}`,
  })),
  /** What only a person can remove: the disk, access, memory. */
  obstacle: stop<{ remedy: Said; where: { code: string; path: string } | null }>(
    'blocked',
    ({ remedy, where }) => ({
      en: `${remedy.en}${where === null ? '' : ` (${where.code} at ${where.path})`}; then give the same command again`,
      zh: `${remedy.zh}${where === null ? '' : `（${where.code}，${where.path}）`}；然后${againInChinese}`,
    }),
  ),
  refusedForSpeed: stop<{ refusals: number; forMs: number }>('stopped', ({ refusals, forMs }) => ({
    en:
      `the service answers nothing but refusals for speed: ${refusals} in a row, for ${Math.round(forMs / 1000)} s with the wait ` +
      `that it asks for; lower rate.perSecond, or wait, then ${again}`,
    zh: `服务持续限速：连续拒绝 ${refusals} 次，连同其要求的等待共 ${Math.round(forMs / 1000)} 秒；请调低 rate.perSecond 或稍后${againInChinese}`,
  })),
  refusedKey: stop<HttpStatus>('unauthorised', ({ httpStatus }) => ({
    en:
      `the service refused the key (HTTP ${httpStatus}); expected the key it knows in DOSSIER_API_KEY ` +
      `or in the file that DOSSIER_API_KEY_FILE names; set it and ${again}`,
    zh: `服务拒绝了密钥（HTTP ${httpStatus}）；请在 DOSSIER_API_KEY 或 DOSSIER_API_KEY_FILE 所指的文件中给出有效密钥，${againInChinese}`,
  })),
  redirected: stop<HttpStatus & { baseUrl: string }>('blocked', ({ baseUrl, httpStatus }) => ({
    en:
      `${baseUrl} redirects (HTTP ${httpStatus}); the key is never sent along. ` +
      `Set DOSSIER_BASE_URL to the final address and ${again}`,
    zh: `${baseUrl} 要求重定向（HTTP ${httpStatus}），密钥不会随之发送；请把 DOSSIER_BASE_URL 设为最终地址，${againInChinese}`,
  })),
  outOfQuota: stop<Answered>('blocked', (answered) => ({
    en:
      `the service says that what was bought is used up (${answerText(answered)}); ` +
      `top it up, or wait until it is renewed, and ${again}`,
    zh: `服务表示额度已用完（${answerInChinese(answered)}）；请充值或等额度恢复，${againInChinese}`,
  })),
  loggedOut: stop<Answered>('blocked', ({ answer }) => ({
    en:
      `the service wants a login, or does not accept the key (${answer?.message}), though its status says success; ` +
      `expected the key it knows in DOSSIER_API_KEY or in the file that DOSSIER_API_KEY_FILE names; set it and ${again}`,
    zh: `服务要求登录或不接受密钥（「${answer?.message}」），而状态码为成功；请在 DOSSIER_API_KEY 或 DOSSIER_API_KEY_FILE 所指的文件中给出有效密钥，${againInChinese}`,
  })),
  unsafe: stop<{ baseUrl: string; error: string | null }>('blocked', ({ baseUrl, error }) => ({
    en:
      `${baseUrl} cannot be reached securely: ${error}. The key was not sent. ` +
      `Check the address, its certificate and the clock of this machine, and ${again}`,
    zh: `无法与 ${baseUrl} 建立安全连接，密钥没有发出；请核对地址、证书和本机时钟，${againInChinese}`,
  })),
  /** The service refuses what we send as such: the rest of the step would be refused, and maybe billed, too. */
  firstRefused: stop<Answered & { operation: string; params: unknown }>(
    'failed',
    ({ operation, params, ...answered }) => ({
      en:
        `${operation} refused the first parameters of this run, ${JSON.stringify(params)}: ${answerText(answered)}. ` +
        `Check the job and the address; if only this call is wrong, ${again} without it`,
      zh: `${operation} 拒绝了本次运行的首个请求 ${JSON.stringify(params)}：${answerInChinese(answered)}；请检查任务和地址；如果只是这一次调用有误，去掉它后${againInChinese}`,
    }),
  ),
  unreachable: stop<{
    baseUrl: string
    calls: number
    maximumAttempts: number
    error: string
    elapsedMs: number
  }>('stopped', ({ baseUrl, calls, maximumAttempts, error, elapsedMs }) => ({
    en:
      `${baseUrl} does not answer: ${calls} ${calls === 1 ? 'call' : 'calls in a row'}, ` +
      `up to ${maximumAttempts} tries each, over ${(elapsedMs / 1000).toFixed(1)} s; last: ${error}. ` +
      `Check the address and the network, then ${again}`,
    zh: `${baseUrl} 没有应答：连续 ${calls} 次调用，每次最多尝试 ${maximumAttempts} 次，历时 ${(elapsedMs / 1000).toFixed(1)} 秒；请检查地址和网络，${againInChinese}`,
  })),
  tooManyFailed: stop<{ what: Said; last: string | null; said: string | null }>(
    'failed',
    ({ what, last, said }) => ({
      en:
        `${what.en}; last: ${last ?? 'no message'}. ` +
        `The raw answers are kept; see the view dead_letters. Find out why, then ${again}`,
      zh: `${what.zh}${said === null ? '' : `；最后一次应答：「${said}」`}；原始应答均已保存，见视图 dead_letters；查明原因后${againInChinese}`,
    }),
  ),
  usedUp: stop<readonly { message: Said; next: Said }[]>(
    'stopped',
    (limits) => ({
      en:
        `the budget is used up: ${limits.map(({ message }) => message.en).join('; ')}; ` +
        `what is left undone is listed; ${limits[0]?.next.en}`,
      zh: `预算用尽：${limits.map(({ message }) => message.zh).join('；')}；${limits[0]?.next.zh}`,
    }),
    'budget',
  ),
  tooLittleLeft: stop<{ operation: string; step: string; left: number | null }>(
    'stopped',
    ({ operation, step, left }) => ({
      en:
        `the budget leaves ${left} ${left === 1 ? 'call' : 'calls'} of ${operation}, fewer than step ${step} has to make at ` +
        'once; what is left undone is listed; run again to go on, or raise the budget',
      zh: `预算只剩 ${left} 次 ${operation} 调用，少于步骤 ${step} 一次所需；再次运行即可继续，或调高预算`,
    }),
    'budget',
  ),
  heeded: stop<{ findings: number }>('stopped', ({ findings }) => ({
    en:
      `the job says to stop when there is something to decide: ${findings} ${findings === 1 ? 'finding' : 'findings'}, ` +
      'shown above; nothing was spent behind it. Change the job and run it again',
    zh: `任务要求有待决定的事项时停止：共 ${findings} 项；其后没有支出。请修改任务后再次运行`,
  })),
  noRoom: stop<{ folder: string; free: number; need: number; calls: number }>(
    'blocked',
    ({ folder, free, need, calls }) => ({
      en:
        `the disk of ${folder} has ${megabytes(free)} free; about ${megabytes(need)} are needed for ${calls} calls and for publishing ` +
        'the warehouse. Nothing was called. Make room (folders exports and reports of earlier runs may go), or run with --no-preflight; ' +
        'the run resumes',
      zh: `${folder} 所在磁盘剩余 ${megabytes(free)}，${calls} 次调用和发布数据库约需 ${megabytes(need)}；没有进行任何调用。请腾出空间（以往运行的导出与报告文件夹可以删除）或加 --no-preflight，${againInChinese}`,
    }),
  ),
  homeInUse: stop<{ home: string; owner: string; remedy: string; pid: number; host: string }>(
    'stopped',
    ({ home, owner, remedy, pid, host }) => ({
      en: `the home ${home} is in use by ${owner}. ${remedy}`,
      zh: `${home} 正由进程 ${pid}（${host}）使用，没有执行任何操作；请待其结束后再次运行，或另选 --home`,
    }),
  ),
  damagedWarehouse: stop<{ file: string; said: string }>('failed', ({ file, said }) => ({
    en:
      `${file} is damaged: ${said}. Everything that landed is kept; run again: ` +
      'the tables are rebuilt from raw, without a call',
    zh: `${file} 已损坏；已取得的应答均已保存，再次运行时将由原始应答重建各表，无须调用`,
  })),
  lostRaw: stop<{ files: readonly { file: string }[]; lines: number; calls: number }>(
    'failed',
    ({ files, lines, calls }) => ({
      en:
        `raw is damaged: ${files.length} files of the archive cannot be read, ${lines} lines are not what landed, ` +
        `${calls} calls of the ledger have no raw answer; nothing was changed. ` +
        `dossier verify names them; with a copy of ${files[0]?.file ?? 'the archive'} put it back, ` +
        'without one take them out of the ledger with dossier doctor --drop-lost: the next run asks for them again',
      zh: `原始应答受损：${files.length} 个文件无法读取，${lines} 行与取得时不符，${calls} 次调用没有原始应答；没有作任何改动。dossier verify 逐一列出；有备份的请恢复，没有的请执行 dossier doctor --drop-lost，下次运行会重新调用`,
    }),
  ),
} as const

interface Answered extends HttpStatus {
  readonly answer: Pick<Classification, 'code' | 'message'> | null
}

const answerText = ({ httpStatus, answer }: Answered): string =>
  `HTTP ${httpStatus}${answer?.code == null ? '' : `, code ${answer.code}`}${answer?.message == null ? '' : `, ${answer.message}`}`

const answerInChinese = ({ httpStatus, answer }: Answered): string =>
  `HTTP ${httpStatus}${answer?.code == null ? '' : `，代码 ${answer.code}`}${answer?.message == null ? '' : `，「${answer.message}」`}`

const megabytes = (bytes: number): string => `${Math.ceil(bytes / (1 << 20)).toLocaleString('en')} MB`
