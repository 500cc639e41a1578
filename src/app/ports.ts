import { RefusedError } from './errors.ts'
import type { MetricsServer, Registry } from './observe/metrics-server.ts'

/** Serves metrics at a port of their own. @throws RefusedError when it is taken */
export async function metricsAt(port: number, registry: Registry, command: string): Promise<MetricsServer> {
  const { serveMetrics } = await import('./observe/metrics-server.ts')
  return await serveMetrics(registry, port).catch((cause: unknown) => {
    throw portTaken(cause, command, port, '--metrics')
  })
}

/** What to do about a port that another process has; any other cause stays what it is. */
export const portTaken = (cause: unknown, command: string, port: number, flag: string): unknown =>
  cause instanceof Error && 'code' in cause && cause.code === 'EADDRINUSE'
    ? new RefusedError(`${command}: port ${port} is taken; expected a free ${flag}, or 0 to pick one`, {
        cause,
      })
    : cause
