import { describe, expect, test } from 'vitest'
import { tracesTo } from '../../../src/app/observe/tracing.ts'
import { type Attempt, watchedClient } from '../../../src/app/observe/watcher.ts'
import { traceSettings } from '../../../src/app/observer.ts'
import { answer, clientOf, serve } from '../../calls/client/serve.ts'
import { setUp } from '../../cli/setting.ts'
import { apiKey } from '../../support/run.ts'
import { otlpReceiver } from './receiver.ts'

describe('a run with the variables of OpenTelemetry', () => {
  test('is a trace of the run, its steps and its attempts, without key or parameters', async () => {
    const receiver = await otlpReceiver()
    const { dossier, file, service } = await setUp()
    const { code } = await dossier(['run', file], {
      OTEL_EXPORTER_OTLP_ENDPOINT: `${receiver.url}/`,
      OTEL_SERVICE_NAME: 'nightly',
    })
    expect(code).toBe(0)
    expect([...receiver.paths]).toEqual(['/v1/traces'])
    expect(receiver.service()).toBe('nightly')
    const spans = receiver.spans()
    const byId = new Map(spans.map((span) => [span.spanId, span]))
    const [run, ...others] = spans.filter(({ parentSpanId }) => parentSpanId === '')
    expect(others).toEqual([])
    expect(run).toMatchObject({
      name: 'run job',
      attributes: { 'dossier.job': 'job', 'dossier.status': 'complete' },
    })
    const attempts = spans.filter(({ attributes }) => 'http.request.method' in attributes)
    expect(attempts.length).toBe(service.counts.requests)
    for (const { name, parentSpanId, attributes } of attempts) {
      expect(name).toBe(`${attributes['http.request.method']} ${attributes['dossier.operation']}`)
      expect(attributes).toMatchObject({ 'server.address': '127.0.0.1', 'http.response.status_code': 200 })
      const step = byId.get(parentSpanId)
      expect(step?.name).toBe(`step ${attributes['dossier.step']}`)
      expect(step?.parentSpanId).toBe(run?.spanId)
    }
    const told = receiver.bodies.join('')
    for (const secret of [apiKey, '甲公司', '民法典', 'pageNo']) expect(told).not.toContain(secret)
  })

  test('says which attempts failed, and why', async () => {
    const receiver = await otlpReceiver()
    const { dossier, file } = await setUp()
    const { code } = await dossier(['run', file], {
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${receiver.url}/own`,
      DOSSIER_API_KEY: 'wrong',
    })
    expect(code).toBe(5)
    expect([...receiver.paths]).toEqual(['/own'])
    const errors = receiver.spans().flatMap(({ attributes }) => attributes['error.type'] ?? [])
    expect(new Set(errors)).toEqual(new Set(['401']))
    expect(receiver.spans().find(({ name }) => name === 'run job')?.attributes).toMatchObject({
      'dossier.status': 'unauthorised',
    })
  })
})

test.each([
  ['does not answer', async () => (await otlpReceiver({ isMute: true })).url],
  ['is not there', async () => 'http://127.0.0.1:1'],
])('a trace is given up in time when the receiver %s', async (_, urlOf) => {
  const trace = tracesTo({ url: await urlOf(), serviceName: 'dossier' }, '1')
  trace.begun?.({
    runId: 'r',
    job: 'job',
    pipeline: 'p',
    baseUrl: 'https://x.example',
    isResumed: false,
  })
  trace.attempt?.({
    operation: 'rh_ft_search',
    step: 's',
    startedAt: Date.now(),
    ms: 1,
    httpStatus: null,
    failure: 'timeout',
  })
  // The receiver never answers: that this ends at all is its own doing.
  await trace.ended?.(undefined)
})

test.each([
  [{}, undefined],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://a:4318' }, 'http://a:4318/v1/traces'],
  [
    { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://a/x', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://b' },
    'http://a/x',
  ],
  [{ OTEL_TRACES_EXPORTER: 'otlp' }, 'http://localhost:4318/v1/traces'],
  [{ OTEL_TRACES_EXPORTER: 'none', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://a' }, undefined],
  [{ OTEL_SDK_DISABLED: 'true', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://a' }, undefined],
])('spans go where the variables %j say', (env, url) => {
  expect(traceSettings(env as Record<string, string>)?.url).toBe(url)
})

const company = { operation: 'rh_company_info', params: { name: '示例' } } as const

test('an attempt counts from its start, and one that may not start is told to nobody', async () => {
  const told: Attempt[] = []
  const { url, received } = await serve((response) => answer(response, {}))
  const client = watchedClient(clientOf(url), (attempt) => told.push(attempt))
  let startedAt = 0
  let hasLeft = false
  await client.call(company, {
    async start() {
      expect(received).toEqual([])
      startedAt = performance.timeOrigin + performance.now()
      return () => {
        hasLeft = true
      }
    },
  })
  expect(hasLeft).toBe(true)
  expect(told).toMatchObject([{ operation: 'rh_company_info', httpStatus: 200, failure: null }])
  expect(told[0]?.startedAt).toBeGreaterThanOrEqual(startedAt)

  const stopped = client.call(company, { start: () => Promise.reject(new Error('stop')) })
  await expect(stopped).rejects.toThrow('stop')
  expect(told).toHaveLength(1)
  expect(received).toHaveLength(1)
})
