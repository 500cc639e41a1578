#!/usr/bin/env node
import { obstacleOf } from '../calling/stop.ts'

// DuckDB and file system calls share the thread pool: too few threads and a heavy query holds up every write.
process.env.UV_THREADPOOL_SIZE ??= '16'
// Whatever is written is its owner's alone, also what DuckDB writes, which takes no mode: files 0600, folders 0700 (hazards, security).
process.umask(0o077)

// What no command can catch: code that cannot be read for want of handles, what a library does in the background for want of memory.
process.on('uncaughtException', (error: unknown) => {
  const obstacle = obstacleOf(error)
  const message = error instanceof Error ? error.message : String(error)
  const defect = (error as Error).stack ?? message
  process.stderr.write(`${obstacle === undefined ? defect : `dossier: ${obstacle.message}: ${message}`}\n`)
  process.exit(obstacle === undefined ? 1 : 6)
})

// Not before that: reading the command line takes a hundred files.
const { runCli } = await import('./cli.ts')
process.exitCode = await runCli(process.argv.slice(2))
