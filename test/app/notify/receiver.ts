import { createServer } from 'node:http'
import { pino } from 'pino'
import { webhooksOf } from '../../../src/app/webhooks.ts'
import type { Home } from '../../../src/run/home/home.ts'
import { listening } from '../../support/listening.ts'

/** What a receiver was sent. */
export interface Received {
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
  readonly body: Readonly<Record<string, unknown>>
}

export interface Answer {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** Says nothing, and keeps the connection. */
  readonly isSilent?: boolean
}

/** A receiver on this machine that gives these answers, the last one for ever, until the test is over. */
export async function receiver(...answers: readonly Answer[]) {
  const received: Received[] = []
  let onFirst: () => void = () => undefined
  const first = new Promise<void>((resolve) => {
    onFirst = resolve
  })
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request.setEncoding('utf8')) text += chunk
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://here')
    const { headers } = request
    received.push({
      path: pathname,
      query: searchParams,
      headers,
      text,
      body: text === '' ? {} : JSON.parse(text),
    })
    onFirst()
    const answer = answers[Math.min(received.length, answers.length) - 1] ?? {}
    if (answer.isSilent) return
    response.writeHead(answer.status ?? 200, answer.headers).end(answer.body ?? '{"errcode":0,"code":0}')
  })
  return { url: await listening(server), received, asked: () => first }
}

/** What tells a receiver of the runs of a job. */
export const watching = (home: Home, notify: object) =>
  webhooksOf(
    { name: 'night', file: 'night.yaml', settings: { notify: [notify] } as never },
    {
      home,
      env: {},
      note: () => undefined,
      signal: new AbortController().signal,
      log: pino({ level: 'silent' }),
    },
  )

/** HMAC-SHA256 by the Web Crypto of the platform, as hexadecimal or base64. */
export async function hmacOf(key: string, text: string, form: 'hex' | 'base64'): Promise<string> {
  const bytes = (of: string) => new TextEncoder().encode(of)
  const imported = await crypto.subtle.importKey(
    'raw',
    bytes(key),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign'],
  )
  return Buffer.from(await crypto.subtle.sign('HMAC', imported, bytes(text))).toString(form)
}
