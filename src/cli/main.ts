#!/usr/bin/env node
import { runCli } from './cli.ts'

// DuckDB and file system calls share the thread pool: too few threads and a heavy query holds up every write.
process.env.UV_THREADPOOL_SIZE ??= '16'
// Whatever is written is its owner's alone, also what DuckDB writes, which takes no mode: files 0600, folders 0700 (hazards, security).
process.umask(0o077)

process.exitCode = await runCli(process.argv.slice(2))
