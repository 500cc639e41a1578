#!/usr/bin/env node
import { runCli } from './cli.ts'

// DuckDB and file system calls share the thread pool: too few threads and a heavy query holds up every write.
process.env.UV_THREADPOOL_SIZE ??= '16'
// What a run keeps is its owner's alone (hazards, security), also what DuckDB writes, which takes no mode.
process.umask(0o077)

// Whatever is written is private, also what DuckDB writes: files 0600, folders 0700.
process.umask(0o077)

process.exitCode = await runCli(process.argv.slice(2))
