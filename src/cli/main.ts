#!/usr/bin/env node
import { runCli } from './cli.ts'

// DuckDB and file system calls share the thread pool: too few threads and a heavy query holds up every write.
process.env.UV_THREADPOOL_SIZE ??= '16'

process.exitCode = await runCli(process.argv.slice(2))
