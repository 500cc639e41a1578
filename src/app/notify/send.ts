import { type Post, postOf, type Target } from './forms.ts'
import { type RunNews, within } from './news.ts'

export interface SendOptions {
  readonly now: () => Date
  /** In [0, 1). */
  readonly random: () => number
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>
  /** Aborts when the time for all receivers is over. */
  readonly signal: AbortSignal
}

/** How sending ended; `why` never holds the address or the secret. */
export type Sent =
  | { readonly isTaken: true }
  | { readonly isTaken: false; readonly why: string; readonly attempts: number }

/** Attempts; the longest rests between them (the second is half a second, then a second …); how long one may take. */
const mostAttempts = 4
const firstRestMs = 500
const attemptMs = 5_000
/** More of an answer is not read: what a bot says is short. */
const mostBytes = 64 << 10

/**
 * Sends the news to one receiver, again when that may help, until it is taken or the signal aborts. Follows no redirect: what is
 * sent is for the address that was given. Never throws.
 */
export async function send(target: Target, news: RunNews, options: SendOptions): Promise<Sent> {
  for (let attempts = 1; ; attempts += 1) {
    // Signed for each attempt: bots take a signature for a short while only.
    const verdict = await attempt(target, postOf(target, news, options.now()), options.signal)
    if (verdict === 'taken') return { isTaken: true }
    const failed = { isTaken: false, why: scrubbed(verdict.why, target), attempts } as const
    if (!verdict.mayRetry || attempts === mostAttempts || options.signal.aborted) return failed
    await options.sleep(options.random() * firstRestMs * 2 ** attempts, options.signal).catch(() => undefined)
    if (options.signal.aborted) return failed
  }
}

async function attempt(
  { kind }: Target,
  { url, headers, body }: Post,
  signal: AbortSignal,
): Promise<Verdict> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(attemptMs)])
  try {
    const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal: limit })
    return verdictOf(kind, response.status, await beginningOf(response))
  } catch (error) {
    // What has no code never left this machine: a port or an address that fetch refuses.
    const { why, hasCode } = networkError(error)
    return limit.aborted ? { why: 'it did not answer in time', mayRetry: true } : { why, mayRetry: hasCode }
  }
}

async function beginningOf({ body }: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for await (const chunk of body ?? []) {
    const part = chunk as Uint8Array
    text += decoder.decode(part, { stream: true })
    bytes += part.byteLength
    if (bytes >= mostBytes) break
  }
  return text
}

function networkError(error: unknown): { readonly why: string; readonly hasCode: boolean } {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  const { code, message } = cause as NodeJS.ErrnoException
  return { why: code ?? message ?? String(cause), hasCode: code !== undefined }
}

/** By value: an answer or an error may repeat what it was sent. */
function scrubbed(why: string, { url, secret }: Target): string {
  const { pathname, search, searchParams } = new URL(url)
  const secrets = [url, secret, search, ...searchParams.values(), pathname, ...pathname.split('/')]
  return within(
    secrets
      .filter((text): text is string => text !== undefined && text.length >= 8)
      .sort((a, b) => b.length - a.length)
      .reduce((text, hidden) => text.replaceAll(hidden, '〔…〕'), why),
    500,
  )
}

/** What a receiver said to a message. */
type Verdict = 'taken' | { readonly why: string; readonly mayRetry: boolean }

/** Codes by which a bot says that it is asked too often, or is not well; any other one says that it will never take this message. */
const passing: Readonly<Record<Exclude<Target['kind'], 'generic'>, readonly number[]>> = {
  wecom: [-1, 45009, 45033],
  dingtalk: [-1, 130101, 410100],
  feishu: [9499, 11232, 11247],
}

/** Reads an answer: bots say HTTP 200 and mean by their code whether they took it. */
function verdictOf(kind: Target['kind'], status: number, body: string): Verdict {
  if (status >= 300 && status < 400)
    return { why: `it redirects (HTTP ${status}), which is not followed`, mayRetry: false }
  if (status < 200 || status >= 300)
    return { why: `HTTP ${status}`, mayRetry: status >= 500 || status === 429 || status === 408 }
  if (kind === 'generic') return 'taken'
  const { code, message } = replyOf(body)
  if (code === 0) return 'taken'
  if (code === undefined) return { why: 'HTTP 200 with an answer that no such bot gives', mayRetry: false }
  return { why: `code ${code}, ${message}`, mayRetry: passing[kind].includes(code) }
}

/** 企业微信 and 钉钉 say errcode, 飞书 code, and before that StatusCode. */
function replyOf(body: string): { readonly code: number | undefined; readonly message: string } {
  const answer = parsed(body)
  const code = answer.errcode ?? answer.code ?? answer.StatusCode
  const message = answer.errmsg ?? answer.msg ?? answer.StatusMessage ?? ''
  return { code: typeof code === 'number' ? code : undefined, message: String(message).slice(0, 200) }
}

function parsed(body: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}
  } catch {
    return {}
  }
}
