import { setTimeout as sleep } from 'node:timers/promises'
import { type Attributes, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base'
import { type OperationName, operations } from '../../contract/operations.ts'
import type { Attempt, RunWatcher } from './watcher.ts'

/** Where spans go. */
export interface TraceSettings {
  /** Address of the receiver, with its path. */
  readonly url: string
  readonly serviceName: string
}

/** A collector that does not answer holds up no run. */
const handOverMs = 3000
const exportMs = 2000

/**
 * Sends a run to an OTLP/HTTP receiver as a trace: the run, in it a span a step, in those a span an attempt. Attributes are those of
 * HTTP's semantic conventions and our own (`dossier.`); no key, no parameter, no name, no reason: of an address only the path of the
 * operation. What is left at the end is handed over, or given up after `handOverMs`; never throws.
 */
export function tracesTo(settings: TraceSettings, version: string): RunWatcher {
  const provider = providerOf(settings, version)
  const tracer = provider.getTracer('dossier', version)
  const steps = new Map<string, { readonly span: Span; endedAt: number }>()
  let root: Span | undefined
  let server: Attributes = {}

  function stepOf({ step, startedAt }: Attempt, run: Span) {
    const known = steps.get(step)
    if (known !== undefined) return known
    const attributes = { 'dossier.step': step }
    const span = tracer.startSpan(`step ${step}`, { attributes, startTime: startedAt }, within(run))
    const begun = { span, endedAt: startedAt }
    steps.set(step, begun)
    return begun
  }

  return {
    begun({ runId, job, pipeline, isResumed, baseUrl }) {
      server = serverOf(baseUrl)
      root = tracer.startSpan(`run ${job}`, {
        attributes: {
          'dossier.run_id': runId,
          'dossier.job': job,
          'dossier.pipeline': pipeline,
          'dossier.is_resumed': isResumed,
        },
      })
    },
    attempt(made) {
      if (root === undefined) return
      const step = stepOf(made, root)
      const endedAt = made.startedAt + made.ms
      const { method } = operations[made.operation as OperationName]
      const attributes = { ...server, ...attributesOf(made), 'dossier.step': made.step }
      const options = { kind: SpanKind.CLIENT, startTime: made.startedAt, attributes }
      const span = tracer.startSpan(`${method} ${made.operation}`, options, within(step.span))
      if ('error.type' in attributes) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end(endedAt)
      step.endedAt = Math.max(step.endedAt, endedAt)
    },
    async ended(summary) {
      if (root === undefined) return
      for (const { span, endedAt } of steps.values()) span.end(endedAt)
      const status = summary?.run.status ?? 'failed'
      root.setAttribute('dossier.status', status)
      if (summary !== undefined)
        root.setAttributes({ 'dossier.calls': summary.calls.made, 'dossier.points': summary.calls.cost })
      if (status !== 'complete' && status !== 'gaps') root.setStatus({ code: SpanStatusCode.ERROR })
      root.end()
      const over = new AbortController()
      const handedOver = provider.shutdown().catch(() => undefined)
      await Promise.race([handedOver, sleep(handOverMs, undefined, over).catch(() => undefined)])
      over.abort()
    },
  }
}

const within = (span: Span) => trace.setSpan(ROOT_CONTEXT, span)

function providerOf({ url, serviceName }: TraceSettings, version: string): BasicTracerProvider {
  const exporter = new OTLPTraceExporter({ url, timeoutMillis: exportMs })
  return new BasicTracerProvider({
    resource: resourceOf({ 'service.name': serviceName, 'service.version': version }),
    spanProcessors: [new BatchSpanProcessor(exporter, { exportTimeoutMillis: exportMs })],
  })
}

type Resource = NonNullable<NonNullable<ConstructorParameters<typeof BasicTracerProvider>[0]>['resource']>

/** What is traced. The package that makes these comes along with the SDK, and is none that we depend on ourselves. */
const resourceOf = (attributes: Attributes): Resource => ({
  attributes,
  merge: (other) => resourceOf({ ...attributes, ...other?.attributes }),
  getRawAttributes: () => Object.entries(attributes),
})

function serverOf(baseUrl: string): Attributes {
  const { hostname, port, protocol } = new URL(baseUrl)
  return { 'server.address': hostname, 'server.port': Number(port) || (protocol === 'https:' ? 443 : 80) }
}

function attributesOf({ operation, httpStatus, failure }: Attempt): Attributes {
  const { method, path } = operations[operation as OperationName]
  const error = failure ?? ((httpStatus ?? 0) >= 400 ? String(httpStatus) : undefined)
  return {
    'http.request.method': method,
    'url.path': path,
    'dossier.operation': operation,
    ...(httpStatus === null ? {} : { 'http.response.status_code': httpStatus }),
    ...(error === undefined ? {} : { 'error.type': error }),
  }
}
