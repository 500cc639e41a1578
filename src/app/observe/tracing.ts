import { type Attributes, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base'
import { type OperationName, operations } from '../../contract/operations.ts'
import { serviceNameOf, type TraceSettings } from './trace-settings.ts'
import type { Attempt } from './watched-client.ts'

/** A run as a trace: the run, in it a span a step, in those a span an attempt. */
export interface RunTrace {
  attempt(attempt: Attempt): void
  /** Ends the spans and hands over what is left, or gives it up after `handOverMs`; never throws. */
  end(outcome: TracedEnd): Promise<void>
}

export interface TracedRun {
  readonly runId: string
  readonly job: string
  readonly pipeline: string
  readonly baseUrl: string
  readonly version: string
  readonly isResumed: boolean
}

/** Of a run that ended, or broke off. It holds no reason, which may name what was asked. */
export interface TracedEnd {
  readonly status: string
  readonly calls?: number
  readonly points?: number
}

/** A collector that does not answer holds up no run. */
const handOverMs = 3000
const exportMs = 2000

/**
 * Begins the trace of a run and sends it to an OTLP/HTTP receiver. Attributes are those of HTTP's semantic conventions and our own
 * (`dossier.`); no key, no parameter, no name: of an address only the path of the operation.
 */
export function traceRun(run: TracedRun, settings: TraceSettings): RunTrace {
  const provider = providerOf(run, settings)
  const tracer = provider.getTracer('dossier', run.version)
  const root = tracer.startSpan(`run ${run.job}`, {
    attributes: {
      'dossier.run_id': run.runId,
      'dossier.job': run.job,
      'dossier.pipeline': run.pipeline,
      'dossier.is_resumed': run.isResumed,
    },
  })
  const steps = new Map<string, { readonly span: Span; endedAt: number }>()
  const server = serverOf(run.baseUrl)

  function stepOf({ step, startedAt }: Attempt) {
    const known = steps.get(step)
    if (known !== undefined) return known
    const attributes = { 'dossier.step': step }
    const span = tracer.startSpan(`step ${step}`, { attributes, startTime: startedAt }, within(root))
    const begun = { span, endedAt: startedAt }
    steps.set(step, begun)
    return begun
  }

  function attempt(made: Attempt): void {
    const step = stepOf(made)
    const endedAt = made.startedAt + made.ms
    const { method } = operations[made.operation as OperationName]
    const span = tracer.startSpan(
      `${method} ${made.operation}`,
      {
        kind: SpanKind.CLIENT,
        startTime: made.startedAt,
        attributes: { ...server, ...attributesOf(made), 'dossier.step': made.step },
      },
      within(step.span),
    )
    if (made.failure !== null || (made.httpStatus ?? 0) >= 400) span.setStatus({ code: SpanStatusCode.ERROR })
    span.end(endedAt)
    step.endedAt = Math.max(step.endedAt, endedAt)
  }

  async function end({ status, calls, points }: TracedEnd): Promise<void> {
    for (const { span, endedAt } of steps.values()) span.end(endedAt)
    root.setAttributes({
      'dossier.status': status,
      ...(calls === undefined ? {} : { 'dossier.calls': calls }),
      ...(points === undefined ? {} : { 'dossier.points': points }),
    })
    if (status !== 'complete' && status !== 'gaps') root.setStatus({ code: SpanStatusCode.ERROR })
    root.end()
    await inTime(provider.shutdown())
  }

  return { attempt, end }
}

const within = (span: Span) => trace.setSpan(ROOT_CONTEXT, span)

function providerOf({ version }: TracedRun, { url, env }: TraceSettings): BasicTracerProvider {
  const exporter = new OTLPTraceExporter({ url, timeoutMillis: exportMs })
  return new BasicTracerProvider({
    resource: resourceOf({ 'service.name': serviceNameOf(env), 'service.version': version }),
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

/** Waits for it, but not for ever; what cannot be handed over is lost, and nothing else. */
async function inTime(handingOver: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, handOverMs)
  })
  await Promise.race([handingOver.catch(() => undefined), patience])
  clearTimeout(timer)
}
