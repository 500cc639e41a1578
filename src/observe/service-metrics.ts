import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { ServiceCounts } from '../service/counts.ts'

/** Metrics of the embedded service, read from its live counts when they are asked for; and those of the process. */
export function serviceMetrics(counts: ServiceCounts): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const gauges = [
    ['requests_total', 'Answers of any kind, by HTTP status', 'http_status', () => counts.byHttpStatus],
    ['answers_total', 'Requests that an operation answered', 'operation', () => counts.byOperation],
    ['in_flight', 'Requests at work now', undefined, () => ({ '': counts.inFlight })],
    [
      'in_flight_peak',
      'Requests at work at one time, at the most',
      undefined,
      () => ({ '': counts.peakInFlight }),
    ],
  ] as const
  for (const [name, help, label, read] of gauges)
    new Gauge({
      name: `dossier_service_${name}`,
      help,
      labelNames: label === undefined ? [] : [label],
      registers: [registry],
      collect() {
        for (const [of, value] of Object.entries(read()))
          this.set(label === undefined ? {} : { [label]: of }, value)
      },
    })
  return registry
}
