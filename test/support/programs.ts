import { spawnSync } from 'node:child_process'
import { findChromium } from '../../src/readers/dossiers/pdf.ts'

/** Programs that tests run and `.ci/install` installs, with a command that shows that they are there. */
const programs = {
  promtool: ['promtool', '--version'],
  libreoffice: ['soffice', '--version'],
  'libreoffice writer': [
    'sh',
    '-c',
    'test -e "$(dirname "$(readlink -f "$(command -v soffice)")")/libswlo.so"',
  ],
  'python with duckdb and matplotlib': ['python3', '-c', 'import duckdb, matplotlib'],
  'python with duckdb, pandas, polars and pyarrow': [
    'python3',
    '-c',
    'import duckdb, pandas, polars, pyarrow',
  ],
} as const

/**
 * Whether a program is there; says what is skipped without it. Tests install nothing.
 * @throws Error under CI=true, where nothing may be skipped
 */
export function hasProgram(name: keyof typeof programs, env: NodeJS.ProcessEnv = process.env): boolean {
  const [command, ...args] = programs[name]
  const isThere = spawnSync(command, args, { stdio: 'ignore', env }).status === 0
  return isThere || isMissing(name, env)
}

/** How long a page in Chromium is waited for, beside other work, in milliseconds. */
export const patienceMs = 120_000

/** The Chromium of this machine; undefined as `hasProgram` is false. */
export async function chromiumHere(env: NodeJS.ProcessEnv = process.env): Promise<string | undefined> {
  const found = await findChromium(env.DOSSIER_CHROMIUM, env.PATH ?? '').catch(() => undefined)
  if (found === undefined) isMissing('chromium', env)
  return found
}

function isMissing(name: string, env: NodeJS.ProcessEnv): false {
  if (env.CI === 'true')
    throw new Error(
      `${name} is missing, and CI=true skips no test; run .ci/install as root, or install it by hand`,
    )
  process.stdout.write(`skipped: needs ${name}\n`)
  return false
}
