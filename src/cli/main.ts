#!/usr/bin/env node
import { asConsequence, BlockedError } from '../app/errors.ts'
import { legible } from './legible.ts'

// Every file is its owner's alone, also those of DuckDB, which takes no mode: files 0600, folders 0700.
process.umask(0o077)

// Errors that no command can catch: no handle left to read code, no memory left for a library's work in the background.
process.on('uncaughtException', (error: unknown) => {
  const consequence = asConsequence(error)
  const isBlocked = consequence instanceof BlockedError
  const defect = error instanceof Error ? error.stack : String(error)
  process.stderr.write(`${legible(isBlocked ? `dossier: ${consequence.message}` : `${defect}`)}\n`)
  process.exit(isBlocked ? 6 : 1)
})

// Not before that: loading the command line takes many files.
const { runCli } = await import('./cli.ts')
process.exitCode = await runCli(process.argv.slice(2))
