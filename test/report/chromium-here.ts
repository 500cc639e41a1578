import { execFile } from 'node:child_process'
import { access } from 'node:fs/promises'
import { promisify } from 'node:util'
import { findChromium } from '../../src/report/chromium.ts'

const run = promisify(execFile)

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )

/**
 * The Chromium of this machine. Debian's is installed where it is missing and may be; else the tests that need one are left out,
 * and say so.
 */
export async function chromiumHere(): Promise<string | undefined> {
  const found = await findChromium(process.env.DOSSIER_CHROMIUM, process.env.PATH ?? '').catch(
    () => undefined,
  )
  if (found !== undefined) return found
  if (process.getuid?.() === 0 && (await exists('/usr/bin/apt-get'))) {
    const args = ['install', '-y', '--no-install-recommends', 'chromium', 'fonts-noto-cjk']
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    await run('/usr/bin/apt-get', args, { env, maxBuffer: 2 ** 26 }).catch(() => undefined)
    if (await exists('/usr/bin/chromium')) return '/usr/bin/chromium'
  }
  process.stdout.write('no Chromium here: what dossiers look like in one was not tested\n')
  return undefined
}
