import { execFileSync, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const program = 'soffice'
const install = 'apt-get install -y --no-install-recommends libreoffice-calc'

const runs = (command: string, args: readonly string[]): boolean =>
  spawnSync(command, args, { stdio: 'ignore' }).status === 0

/**
 * Whether there is a LibreOffice to read with. Where it is missing it is installed, if this is a machine on which that can
 * be done; else it is said what is skipped, and how not to.
 */
export function hasOffice(): boolean {
  if (runs(program, ['--version'])) return true
  const mayInstall = process.getuid?.() === 0 && runs('apt-get', ['--version'])
  if (mayInstall && runs('sh', ['-c', `apt-get update && ${install}`]) && runs(program, ['--version']))
    return true
  process.stdout.write(
    `SKIPPED: what LibreOffice reads of exports, for there is no ${program} here; ${install}\n`,
  )
  return false
}

export interface Conversion {
  /** Files, absolute. */
  readonly files: readonly string[]
  /** As `--convert-to` takes it: `xlsx`, or with the name and the options of a filter. */
  readonly to: string
  /** Filter to read with, when the ending does not say. */
  readonly from?: string
  /** Absolute; made. */
  readonly into: string
}

/** Has one start of LibreOffice convert files, with a profile of its own in `folder`. */
export function convert(folder: string, { files, to, from, into }: Conversion): void {
  execFileSync(
    program,
    [
      `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`,
      '--headless',
      ...(from === undefined ? [] : [`--infilter=${from}`]),
      '--convert-to',
      to,
      '--outdir',
      into,
      ...files,
    ],
    { stdio: 'ignore', timeout: 120_000 },
  )
}
