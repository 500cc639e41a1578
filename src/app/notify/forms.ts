import { createHmac } from 'node:crypto'
import type { NotifyEvent, Webhook } from '../../run/job/schema.ts'
import { eventsOf, headline, newsLines, plain, type RunNews, within, withinJson } from './news.ts'

/** A webhook with what it needs to be reached. */
export interface Target {
  readonly kind: Webhook['kind']
  readonly url: string
  readonly secret: string | undefined
}

/** A request, ready to be sent. */
export interface Post {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** What the bots take at most, in bytes of UTF-8, as their documents say. Of 飞书 (20 KB) and 钉钉 (20,000) the whole body. */
const most = { wecom: 4096, dingtalk: 18_000, feishu: 18_000, listed: 200 } as const

/** The news in the form of its receiver, signed for this moment where there is a secret. */
export const postOf = (target: Target, news: RunNews, now: Date): Post =>
  forms[target.kind](target, news, now)

type Form = (target: Target, news: RunNews, now: Date) => Post

const forms: Readonly<Record<Webhook['kind'], Form>> = {
  /** Signed as `sha256=` and HMAC-SHA256, hexadecimal, over the time in seconds, a dot and the body. */
  generic({ url, secret }, news, now) {
    const events: readonly NotifyEvent[] = eventsOf(news)
    const gaps = news.gaps.slice(0, most.listed)
    const flags = news.flags.slice(0, most.listed)
    const inAll = { gapsInAll: news.gaps.length, flagsInAll: news.flags.length }
    const body = JSON.stringify({ version: 1, events, ...news, gaps, flags, ...inAll })
    const time = secondsOf(now)
    const signature = secret && {
      'x-dossier-timestamp': time,
      'x-dossier-signature': `sha256=${hmac(secret, `${time}.${body}`).toString('hex')}`,
    }
    return { url, headers: { ...json, ...signature }, body }
  },

  /** 企业微信群机器人: its address is its only secret. */
  wecom({ url }, news) {
    const content = within(markdownOf(news), most.wecom)
    return { url, headers: json, body: JSON.stringify({ msgtype: 'markdown', markdown: { content } }) }
  },

  /** 钉钉自定义机器人, 加签: the signature stands in the address. */
  dingtalk({ url, secret }, news, now) {
    const signed = new URL(url)
    if (secret !== undefined) {
      const timestamp = String(now.getTime())
      signed.searchParams.set('timestamp', timestamp)
      signed.searchParams.set('sign', hmac(secret, `${timestamp}\n${secret}`).toString('base64'))
    }
    const markdown = { title: within(headline(news), 200), text: withinJson(markdownOf(news), most.dingtalk) }
    return { url: signed.href, headers: json, body: JSON.stringify({ msgtype: 'markdown', markdown }) }
  },

  /** 飞书自定义机器人, 签名校验: time and secret are the key, and nothing is what is signed. */
  feishu({ url, secret }, news, now) {
    const timestamp = secondsOf(now)
    const signature = secret && {
      timestamp,
      sign: hmac(`${timestamp}\n${secret}`, '').toString('base64'),
    }
    const text = withinJson(
      [headline(news), ...newsLines(news)].join('\n').replaceAll('<', '＜'),
      most.feishu,
    )
    return { url, headers: json, body: JSON.stringify({ ...signature, msg_type: 'text', content: { text } }) }
  },
}

const json = { 'content-type': 'application/json; charset=utf-8' }

const markdownOf = (news: RunNews): string =>
  [`**${plain(headline(news))}**`, ...newsLines(news).map((line) => `> ${plain(line)}`)].join('\n\n')

const secondsOf = (now: Date): string => String(Math.floor(now.getTime() / 1000))

const hmac = (key: string, text: string): Buffer => createHmac('sha256', key).update(text).digest()
