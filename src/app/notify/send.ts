import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseJsonText } from '../../contract/json.ts'
import { strikingOut } from '../../contract/strike-out.ts'
import { isObject, type JsonObject } from '../../contract/values.ts'
import { clipBytes } from '../../disk/name-part.ts'
import { codeWords } from '../../rows/words/code-words.ts'
import { type Gap, gapText } from '../../rows/words/gaps.ts'
import type { NotifyEvent, Webhook } from '../../run/job/schema.ts'
import type { FlagChange, RunStatus } from '../../warehouse/runs.ts'

/** What a webhook is sent of a run that ended, or that could not begin; or to be tested. */
export interface RunNews {
  readonly job: string
  readonly title: string | null
  /** Null when the run could not begin. */
  readonly runId: string | null
  readonly status: RunStatus | 'test'
  /** Why it is sent. */
  readonly events: readonly (NotifyEvent | 'test')[]
  /** Why it did not end complete, for a person; null when it did. */
  readonly reason: string | null
  /** The same in Chinese; null of gaps, which say it themselves. */
  readonly reasonZh: string | null
  /** ISO 8601, UTC. */
  readonly startedAt: string | null
  readonly finishedAt: string | null
  readonly elapsedMs: number | null
  readonly calls: number
  /** Points. */
  readonly cost: number
  /** What is missing from a run that came to its end. */
  readonly gaps: readonly Gap[]
  /** Rows of the view `changes` that the run found, by kind. */
  readonly changes: Readonly<Record<string, number>>
  /** Red flags that fired or ended since the job's run before. */
  readonly flags: readonly FlagChange[]
}

const statuses: Readonly<Record<RunNews['status'], string>> = {
  complete: '完成',
  gaps: '完成，有缺口',
  stopped: '提前停止，可续跑',
  blocked: '受阻，需人工处理',
  failed: '失败',
  unauthorised: '密钥缺失或被拒绝',
  running: '未正常结束',
  abandoned: '已被后一次运行取代',
  test: '测试消息',
}

const headline = ({ title, job, status }: RunNews): string => `${title ?? job}：${statuses[status]}`

/** The news as lines for a person, the most important first, so that what does not fit is cut off at the end. */
function newsLines(news: RunNews): string[] {
  const { status, reasonZh, changes, flags, gaps, calls, cost, elapsedMs, runId } = news
  // 钉钉 may ask for a keyword that every message has: 运行.
  if (status === 'test') return ['收到本消息，说明此 Webhook 可用。本消息不属于任何一次运行']
  const counted = Object.entries(changes).filter(([, count]) => count > 0)
  const changed = counted.map(([kind, count]) => `${wordOfChange[kind] ?? kind} ${count}`).join('，')
  return [
    ...(reasonZh === null ? [] : [`原因：${reasonZh}`]),
    ...(changed === '' ? [] : [`变化：${changed}`]),
    ...firstFew(flags.map(flagLine), '另有红旗变化'),
    ...firstFew(
      gaps.map((gap) => `缺口：${gapText(gap, 'zh', false)}`),
      '另有缺口',
    ),
    `调用 ${calls} 次，${cost} 点${elapsedMs === null ? '' : `，用时 ${Math.round(elapsedMs / 1000)} 秒`}`,
    runId === null ? '运行未能开始' : `运行 ${runId}`,
  ]
}

/** At most ten one by one; the rest is counted. */
const firstFew = (lines: readonly string[], more: string): string[] =>
  lines.length > 10 ? [...lines.slice(0, 10), `${more} ${lines.length - 10} 项`] : [...lines]

const flagLine = ({ enterprise, flag, hasFired }: FlagChange): string =>
  `${hasFired ? '新增红旗' : '红旗消除'}：${enterprise}，${wordOfFlag[flag] ?? flag}`

const wordOfFlag: Readonly<Record<string, string>> = codeWords.flag
const wordOfChange: Readonly<Record<string, string>> = codeWords.changeKind

const cutMark = '…'

/** At most so many bytes as `sizeOf` counts them, by default of UTF-8; a cut is marked. */
const within = (text: string, mostBytes: number, sizeOf?: (part: string) => number): string =>
  clipBytes(text, mostBytes, sizeOf) === text
    ? text
    : `${clipBytes(text, mostBytes - Buffer.byteLength(cutMark), sizeOf)}${cutMark}`

/** Bytes of a text that is sent as JSON, where some characters take more. */
const sizeInJson = (part: string): number => Buffer.byteLength(JSON.stringify(part)) - 2

/** For Markdown: a name or an error is text: it formats nothing and mentions no user. */
const plain = (text: string): string =>
  text
    .replaceAll(/[\\`*_[\]<>#|~]/g, (character) => `\\${character}`)
    .replaceAll(/[\r\n]+/g, ' ')
    .replaceAll('@', '＠')

/** A webhook with what it needs to be reached. */
export interface Target {
  readonly kind: Webhook['kind']
  readonly url: string
  readonly secret: string | undefined
}

export interface SendOptions {
  readonly now: () => Date
  /** Aborts when the time for all receivers is over. */
  readonly signal: AbortSignal
  /** The rest before the second attempt is twice this at most, and each further one twice as long. Default 500. */
  readonly restMs?: number
}

/** What a receiver answered. Holds neither the address nor the secret. */
export interface Answered {
  readonly isTaken: boolean
  /** What it said at last, such as `HTTP 200, code 0`, or why nothing came. */
  readonly said: string
  readonly attempts: number
}

const mostAttempts = 4
/** How long one attempt may take. */
const attemptMs = 5_000
/** More of an answer is not read: what a bot says is short. */
const mostAnswerBytes = 64 << 10

/**
 * Sends the news to one receiver, again when that may help, until it is taken or the signal aborts. Follows no redirect: what is
 * sent is for the address that was given. Never throws.
 */
export async function send(
  target: Target,
  news: RunNews,
  { now, signal, restMs = 500 }: SendOptions,
): Promise<Answered> {
  for (let attempts = 1; ; attempts += 1) {
    // Signed for each attempt: bots take a signature for a short while only.
    const {
      said,
      isTaken = false,
      mayRetry = false,
    } = await attempt(target, forms[target.kind](target, news, now()), signal)
    if (mayRetry && attempts < mostAttempts)
      await sleep(Math.random() * restMs * 2 ** attempts, undefined, { signal }).catch(() => undefined)
    if (!mayRetry || attempts === mostAttempts || signal.aborted)
      return { isTaken, said: scrubbed(said, target), attempts }
  }
}

/** What a receiver said to a message. */
interface Verdict {
  readonly said: string
  readonly isTaken?: boolean
  readonly mayRetry?: boolean
}

async function attempt(
  { kind }: Target,
  { url, headers, body }: Post,
  signal: AbortSignal,
): Promise<Verdict> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(attemptMs)])
  try {
    const sent = {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
      body: JSON.stringify(body),
    }
    const response = await fetch(url, { ...sent, redirect: 'manual', signal: limit })
    return verdictOf(kind, response.status, await beginningOf(response))
  } catch (error) {
    if (limit.aborted) return { said: 'it did not answer in time', mayRetry: true }
    const { code, message } = ((error as Error).cause ?? error) as NodeJS.ErrnoException
    // What has no code never left this machine: a port or an address that fetch refuses.
    return { said: code ?? message, mayRetry: code !== undefined }
  }
}

async function beginningOf({ body }: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of body ?? []) {
    parts.push(part)
    bytes += part.byteLength
    if (bytes >= mostAnswerBytes) break
  }
  return Buffer.concat(parts).toString('utf8')
}

/** An answer or an error may repeat what it was sent. */
function scrubbed(said: string, { url, secret = '' }: Target): string {
  const { pathname, search, searchParams } = new URL(url)
  const parts = [url, secret, search, pathname, ...searchParams.values(), ...pathname.split('/')]
  return within(strikingOut(parts).text(said), 500)
}

/** Codes of a bot that is busy or ill for the moment. Any other code refuses the message for good. */
const passing: Readonly<Record<Target['kind'], readonly number[]>> = {
  generic: [],
  wecom: [-1, 45009, 45033],
  dingtalk: [-1, 130101, 410100],
  feishu: [9499, 11232, 11247],
}

/** Reads an answer. Bots say HTTP 200, and mean by a code whether they took it: 企业微信 and 钉钉 errcode, 飞书 code, before that StatusCode. */
function verdictOf(kind: Target['kind'], status: number, body: string): Verdict {
  const said = `HTTP ${status}`
  if (status >= 300 && status < 400) return { said: `it redirects (${said}), which is not followed` }
  if (status < 200 || status >= 300)
    return { said, mayRetry: status >= 500 || status === 429 || status === 408 }
  if (kind === 'generic') return { said, isTaken: true }
  const { value } = parseJsonText(body)
  const { errcode, code, StatusCode, errmsg, msg, StatusMessage }: JsonObject = isObject(value) ? value : {}
  const answered = errcode ?? code ?? StatusCode
  if (answered === 0) return { said: `${said}, code 0`, isTaken: true }
  if (typeof answered !== 'number') return { said: `${said} with an answer that no such bot gives` }
  const message = String(errmsg ?? msg ?? StatusMessage ?? '').slice(0, 200)
  return { said: `code ${answered}, ${message}`, mayRetry: passing[kind].includes(answered) }
}

/** A request in the form of its receiver. */
interface Post {
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body: object
}

/** Gaps and flags that a program is sent. */
const mostListed = 200
/** What the bots take at most, in bytes of UTF-8, as their documents say. Of 飞书 (20 KB) and 钉钉 (20,000) the whole body. */
const most = { wecom: 4096, dingtalk: 18_000, feishu: 18_000 } as const

/** The news in the form of each kind of receiver, signed for this moment where there is a secret. */
const forms: Readonly<Record<Target['kind'], (target: Target, news: RunNews, now: Date) => Post>> = {
  /** Signed as `sha256=` and HMAC-SHA256, hexadecimal, over the time in seconds, a dot and the body. */
  generic({ url, secret }, news, now) {
    const { gaps, flags } = news
    const listed = { gaps: gaps.slice(0, mostListed), flags: flags.slice(0, mostListed) }
    const inAll = { gapsInAll: gaps.length, flagsInAll: flags.length }
    const body = { version: 1, ...news, ...listed, ...inAll }
    if (secret === undefined) return { url, body }
    const time = secondsOf(now)
    const signature = hmac(secret, `${time}.${JSON.stringify(body)}`).toString('hex')
    return {
      url,
      body,
      headers: { 'x-dossier-timestamp': time, 'x-dossier-signature': `sha256=${signature}` },
    }
  },

  /** 企业微信群机器人: its address is its only secret. */
  wecom: ({ url }, news) => ({
    url,
    body: { msgtype: 'markdown', markdown: { content: within(markdownOf(news), most.wecom) } },
  }),

  /** 钉钉自定义机器人, 加签: the signature stands in the address. */
  dingtalk({ url, secret }, news, now) {
    const signed = new URL(url)
    if (secret !== undefined) {
      const timestamp = String(now.getTime())
      signed.searchParams.set('timestamp', timestamp)
      signed.searchParams.set('sign', hmac(secret, `${timestamp}\n${secret}`).toString('base64'))
    }
    const text = within(markdownOf(news), most.dingtalk, sizeInJson)
    return {
      url: signed.href,
      body: { msgtype: 'markdown', markdown: { title: within(headline(news), 200), text } },
    }
  },

  /** 飞书自定义机器人, 签名校验: time and secret are the key, and nothing is what is signed. */
  feishu({ url, secret }, news, now) {
    const timestamp = secondsOf(now)
    const sign = secret && hmac(`${timestamp}\n${secret}`, '').toString('base64')
    const lines = [headline(news), ...newsLines(news)].join('\n').replaceAll('<', '＜')
    const text = within(lines, most.feishu, sizeInJson)
    return { url, body: { ...(sign && { timestamp, sign }), msg_type: 'text', content: { text } } }
  },
}

const markdownOf = (news: RunNews): string =>
  [`**${plain(headline(news))}**`, ...newsLines(news).map((line) => `> ${plain(line)}`)].join('\n\n')

const secondsOf = (now: Date): string => String(Math.floor(now.getTime() / 1000))

const hmac = (key: string, text: string): Buffer => createHmac('sha256', key).update(text).digest()
