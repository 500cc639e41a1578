import { rename, rm, writeFile } from 'node:fs/promises'
import type { Registry } from 'prom-client'

/**
 * Writes a registry for node_exporter's textfile collector: beside the file and renamed, so that a scrape sees the old one or the new
 * one; readable by others, for the collector is another user. @throws what the system says
 */
export async function writeMetricsFile(registry: Registry, file: string): Promise<void> {
  // The collector reads *.prom and nothing else.
  const temporary = `${file}.${process.pid}.tmp`
  try {
    await writeFile(temporary, await registry.metrics(), { mode: 0o644 })
    await rename(temporary, file)
  } finally {
    await rm(temporary, { force: true })
  }
}
