import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const program = 'soffice'

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
