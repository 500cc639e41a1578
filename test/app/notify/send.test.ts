import { describe, expect, test } from 'vitest'
import { type RunNews, type SendOptions, send, type Target } from '../../../src/app/notify/send.ts'
import { closedAddress } from '../../cli/setting.ts'
import { type Answer, hmacOf, type Received, receiver } from './receiver.ts'

const news: RunNews = {
  job: 'suppliers',
  title: '供应商*排查*',
  runId: '20260301T180000Z-0001',
  status: 'gaps',
  events: ['finished', 'gaps', 'changes'],
  reason: 'enterprises not found: 1',
  reasonZh: null,
  startedAt: '2026-03-01T18:00:00.000Z',
  finishedAt: '2026-03-01T18:03:20.000Z',
  elapsedMs: 200_000,
  calls: 65,
  cost: 650,
  gaps: [
    {
      kind: 'incomplete_lists',
      count: 4,
      named: [
        { name: '丙*公司', seen: 12, declared: 40 },
        { name: '丁公司', seen: 5, declared: null },
        { name: '戊公司', seen: 15, declared: 15 },
      ],
      digest: 'a',
    },
  ],
  changes: { new_document: 3, red_flag: 1, red_flag_ended: 1 },
  flags: [
    { enterprise: '甲*公司', flag: 'ended_unpaid', hasFired: true },
    { enterprise: '乙公司', flag: 'irregular', hasFired: false },
  ],
}
const now = new Date('2026-03-01T18:03:21.500Z')

const options = (more: Partial<SendOptions> = {}): SendOptions => ({
  now: () => now,
  restMs: 0,
  signal: new AbortController().signal,
  ...more,
})

/** Sends to a receiver of this kind, and returns the one message that it got. */
async function got(kind: Target['kind'], secret?: string, told: RunNews = news): Promise<Received> {
  const { url, received } = await receiver({})
  expect(await send({ kind, url: `${url}/hook?key=1`, secret }, told, options())).toMatchObject({
    isTaken: true,
  })
  expect(received).toHaveLength(1)
  return received[0] as Received
}

describe('a message to', () => {
  test('a program is the news as JSON, signed over time and body', async () => {
    const { headers, text, body } = await got('generic', 'our secret')
    expect(body).toEqual({ version: 1, ...news, gapsInAll: 1, flagsInAll: 2 })
    expect(headers['x-dossier-timestamp']).toBe('1772388201')
    expect(headers['x-dossier-signature']).toBe(
      `sha256=${await hmacOf('our secret', `1772388201.${text}`, 'hex')}`,
    )
  })

  test('a person lists ten changes of flags one by one, and counts those beyond', async () => {
    const flags = Array.from({ length: 12 }, (_, at) => ({ ...news.flags[0], enterprise: `第${at}公司` }))
    const { body } = await got('wecom', undefined, { ...news, flags } as RunNews)
    const { content } = body.markdown as { content: string }
    expect(content.match(/第\d+公司/g)).toHaveLength(10)
    expect(content).toContain('另有红旗变化 2 项')
  })

  test('企业微信 is Markdown in which a title is no form', async () => {
    const { body, query } = await got('wecom')
    expect(query.get('key')).toBe('1')
    expect(body).toMatchObject({ msgtype: 'markdown' })
    const { content } = body.markdown as { content: string }
    expect(content).toContain('**供应商\\*排查\\*：完成，有缺口**')
    expect(content).toContain('变化：新增文书 3，新增红旗 1，红旗消除 1')
    expect(content).toContain('> 新增红旗：甲\\*公司，终本（未执行完毕）\n')
    expect(content).toContain(
      '> 缺口：没有读完整的涉诉文书列表：4 份（丙\\*公司 已读 12/40、丁公司 已读 5/未载明、戊公司 15 份都已列出，但未能复核、…）\n',
    )
    expect(content).toContain('> 红旗消除：乙公司，经营异常、严重违法\n')
  })

  test('钉钉 has its signature in the address', async () => {
    const secret = 'SEC000+/='
    const { query, body } = await got('dingtalk', secret)
    expect(query.get('timestamp')).toBe('1772388201500')
    expect(query.get('sign')).toBe(await hmacOf(secret, `1772388201500\n${secret}`, 'base64'))
    expect(query.get('key')).toBe('1')
    expect(body).toMatchObject({ msgtype: 'markdown', markdown: { title: '供应商*排查*：完成，有缺口' } })
  })

  test('飞书 has its signature in the body, made with time and secret as the key over nothing', async () => {
    const { body } = await got('feishu', 'secret')
    expect(body).toMatchObject({ msg_type: 'text', timestamp: '1772388201' })
    expect(body.sign).toBe(await hmacOf('1772388201\nsecret', '', 'base64'))
  })

  test.each([
    ['wecom', (body: Received['body']) => (body.markdown as { content: string }).content, 4096],
    ['dingtalk', (body: Received['body']) => JSON.stringify(body), 20_000],
    ['feishu', (body: Received['body']) => JSON.stringify(body), 20_480],
  ] as const)('%s is never longer than it takes', async (kind, part, mostBytes) => {
    const named = [{ name: `缺口${'。'.repeat(3_000)}😀`, seen: null, declared: null }]
    const gaps = Array.from({ length: 500 }, () => ({
      kind: 'not_found' as const,
      count: 1,
      named,
      digest: '',
    }))
    const { body } = await got(kind, undefined, {
      ...news,
      gaps,
      reasonZh: '错"'.repeat(50_000),
      status: 'failed',
    })
    expect(Buffer.byteLength(part(body))).toBeLessThanOrEqual(mostBytes)
    expect(JSON.stringify(body)).not.toMatch(/\\ud[89a-f]/i)
  })
})

describe('a message that is not taken', () => {
  const sent = async (kind: Target['kind'], answers: readonly Answer[], more?: Partial<SendOptions>) => {
    const { url, received } = await receiver(...answers)
    const told = await send(
      { kind, url: `${url}/robot/token-of-24-characters`, secret: undefined },
      news,
      options(more),
    )
    return { told, received, url }
  }

  test('is sent again while the receiver is not well, and then is', async () => {
    const { told, received } = await sent('generic', [{ status: 503 }, { status: 429 }, { status: 204 }])
    expect(told).toEqual({ isTaken: true, said: 'HTTP 204', attempts: 3 })
    expect(received).toHaveLength(3)
  })

  test.each([
    ['wecom', '{"errcode":45009,"errmsg":"api freq out of limit"}', 4],
    ['wecom', '{"errcode":93000,"errmsg":"invalid webhook url"}', 1],
    ['dingtalk', '{"errcode":130101,"errmsg":"send too fast"}', 4],
    ['dingtalk', '{"errcode":310000,"errmsg":"sign not match"}', 1],
    ['feishu', '{"code":11232,"msg":"frequency limited"}', 4],
    ['feishu', '{"code":19021,"msg":"sign match fail"}', 1],
    ['feishu', '<html>', 1],
  ] as const)('is none for HTTP 200 when %s says %s', async (kind, body, attempts) => {
    const { told, received } = await sent(kind, [{ body }])
    expect(told).toMatchObject({ isTaken: false, attempts })
    expect(received).toHaveLength(attempts)
  })

  test('follows no redirect', async () => {
    const elsewhere = await receiver({})
    const { told, received } = await sent('generic', [{ status: 307, headers: { location: elsewhere.url } }])
    expect(told).toMatchObject({
      said: 'it redirects (HTTP 307), which is not followed',
      attempts: 1,
    })
    expect([received.length, elsewhere.received.length]).toEqual([1, 0])
  })

  test('is given up when nobody may wait any longer, or nobody listens', async () => {
    const { told } = await sent('generic', [{ isSilent: true }], { signal: AbortSignal.timeout(100) })
    expect(told).toMatchObject({ said: 'it did not answer in time', attempts: 1 })
    const nobody = { kind: 'generic', url: await closedAddress(), secret: undefined } as const
    expect(await send(nobody, news, options())).toMatchObject({ said: 'ECONNREFUSED', attempts: 4 })
  })

  test('is told without address and secret, even when the answer repeats them', async () => {
    const { told } = await sent('wecom', [
      { body: '{"errcode":40058,"errmsg":"no such robot /robot/token-of-24-characters"}' },
    ])
    expect(told).toMatchObject({ said: 'code 40058, no such robot [key]' })
  })
})
