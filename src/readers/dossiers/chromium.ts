import { access, constants } from 'node:fs/promises'
import { delimiter, join } from 'node:path'

/** PDF was asked for and cannot be made; the pages are there. */
export class NoChromiumError extends Error {
  override name = 'NoChromiumError'
}

/** Names that a Chromium is installed under, and places outside the PATH. */
const names = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  'microsoft-edge',
  'msedge',
]
const places = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  '/snap/bin/chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
]

const isExecutable = (path: string): Promise<boolean> =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  )

/** The Chromium of this machine: the one that is given, else the first that is found. @throws NoChromiumError */
export async function findChromium(given: string | undefined, path: string): Promise<string> {
  if (given !== undefined && given !== '') {
    if (await isExecutable(given)) return given
    throw new NoChromiumError(
      `report: ${given} cannot be run; expected the program of a Chromium, Chrome or Edge (--chromium, DOSSIER_CHROMIUM). ` +
        'The HTML pages are written; print them from any browser, or give another program',
    )
  }
  const folders = path.split(delimiter).filter((folder) => folder !== '')
  const candidates = [...folders.flatMap((folder) => names.map((name) => join(folder, name))), ...places]
  for (const candidate of candidates) if (await isExecutable(candidate)) return candidate
  throw new NoChromiumError(
    'report: there is no Chromium for --pdf; looked for chromium, chrome and edge in PATH and the usual places. ' +
      'The HTML pages are written; install one (Debian: apt-get install chromium fonts-noto-cjk), ' +
      'or name its program by --chromium or DOSSIER_CHROMIUM, and report again',
  )
}
