import type { MetricsServer, Registry } from '../observe/metrics-server.ts'
import { portTaken } from './port-taken.ts'

/** Serves metrics at a port of their own. @throws UsageError when it is taken */
export async function metricsAt(port: number, registry: Registry, command: string): Promise<MetricsServer> {
  const { serveMetrics } = await import('../observe/metrics-server.ts')
  return await serveMetrics(registry, port).catch((cause: unknown) => {
    throw portTaken(cause, command, port, '--metrics')
  })
}
