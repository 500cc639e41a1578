import type { Target } from './forms.ts'

/** What a receiver said to a message. */
export type Verdict = 'taken' | { readonly why: string; readonly mayRetry: boolean }

/** Codes by which a bot says that it is asked too often, or is not well; any other one says that it will never take this message. */
const passing: Readonly<Record<Exclude<Target['kind'], 'generic'>, readonly number[]>> = {
  wecom: [-1, 45009, 45033],
  dingtalk: [-1, 130101, 410100],
  feishu: [9499, 11232, 11247],
}

/** Reads an answer: bots say HTTP 200 and mean by their code whether they took it. */
export function verdictOf(kind: Target['kind'], status: number, body: string): Verdict {
  if (status >= 300 && status < 400)
    return { why: `it redirects (HTTP ${status}), which is not followed`, mayRetry: false }
  if (status < 200 || status >= 300)
    return { why: `HTTP ${status}`, mayRetry: status >= 500 || status === 429 || status === 408 }
  if (kind === 'generic') return 'taken'
  const { code, message } = told(body)
  if (code === 0) return 'taken'
  if (code === undefined) return { why: 'HTTP 200 with an answer that no such bot gives', mayRetry: false }
  return { why: `code ${code}, ${message}`, mayRetry: passing[kind].includes(code) }
}

/** 企业微信 and 钉钉 say errcode, 飞书 code, and before that StatusCode. */
function told(body: string): { readonly code: number | undefined; readonly message: string } {
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
