/** Where spans go. */
export interface TraceSettings {
  /** Address of the receiver, with its path. */
  readonly url: string
  readonly env: Environment
}

type Environment = Readonly<Record<string, string | undefined>>

/**
 * What OpenTelemetry's own variables say: undefined unless they name a receiver (OTEL_EXPORTER_OTLP_TRACES_ENDPOINT as it is, or
 * OTEL_EXPORTER_OTLP_ENDPOINT with /v1/traces), or ask for its default (OTEL_TRACES_EXPORTER=otlp). Nothing is loaded before.
 * OTEL_SDK_DISABLED=true and OTEL_TRACES_EXPORTER=none switch it off.
 */
export function traceSettings(env: Environment): TraceSettings | undefined {
  const exporter = env.OTEL_TRACES_EXPORTER?.trim()
  if (env.OTEL_SDK_DISABLED?.trim() === 'true') return undefined
  if (exporter && exporter !== 'otlp') return undefined
  const own = env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT?.trim()
  if (own) return { url: own, env }
  const shared = env.OTEL_EXPORTER_OTLP_ENDPOINT?.trim()
  if (shared) return { url: `${shared.replace(/\/$/, '')}/v1/traces`, env }
  return exporter === 'otlp' ? { url: 'http://localhost:4318/v1/traces', env } : undefined
}

export const serviceNameOf = (env: Environment): string => env.OTEL_SERVICE_NAME?.trim() || 'dossier'
