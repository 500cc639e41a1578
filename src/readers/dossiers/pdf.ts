import { access, constants, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser } from 'playwright-core'
import { readOwnText } from '../../disk/own-file.ts'
import { contentsId } from './words/words.ts'

/** PDF was asked for and cannot be made; the pages are there. */
export class NoChromiumError extends Error {
  override name = 'NoChromiumError'
}

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
    'report: there is no Chromium for PDF; looked for chromium, chrome and edge in PATH and the usual places. ' +
      'The HTML pages are written; install one (Debian: apt-get install chromium fonts-noto-cjk), ' +
      'or name its program by --chromium or DOSSIER_CHROMIUM, and report again',
  )
}

/** Nothing but the page itself: no updates, no reports, no first-run pages. A Chromium refuses to be boxed in when root starts it. */
const flags = (): string[] => [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const pageLoadMs = 120_000

export async function launch(executable: string): Promise<Browser> {
  const { chromium } = await import('playwright-core')
  return await chromium.launch({ executablePath: executable, args: flags() })
}

/** Prints pages as A4 beside themselves, one browser for all, and without a way to the network. Gives the paths. */
export async function printPages(
  executable: string,
  pages: readonly string[],
  signal?: AbortSignal,
): Promise<string[]> {
  const browser = await launch(executable)
  try {
    const printed: string[] = []
    for (const path of pages) {
      signal?.throwIfAborted()
      printed.push(await printPage(browser, path))
    }
    return printed
  } finally {
    await browser.close()
  }
}

/** Prints a page; one that has contents twice: the first print says on which pages its sections begin. */
async function printPage(browser: Browser, path: string): Promise<string> {
  const page = withoutWaysOut(await readOwnText(path))
  const first = await printed(browser, path, page)
  const pdf = page.includes(`id="${contentsId}"`)
    ? await printed(browser, path, `${page}<style>${numbersInContents(first.toString('latin1'))}</style>`)
    : first
  const target = path.replace(/html$/, 'pdf')
  await writeFile(target, pdf, { flag: 'wx', mode: 0o600, flush: true })
  return target
}

/** A link to another file would have the folder of this machine in it, in which the file is being written. */
const withoutWaysOut = (page: string): string => page.replace(/ href="(?!#|data:)[^"]*"/g, '')

/** The policy of a page forbids the numbers: what it must not do, no request and no script, holds all the same. */
async function printed(browser: Browser, path: string, content: string): Promise<Buffer> {
  const address = pathToFileURL(path).href
  await using context = await browser.newContext({ javaScriptEnabled: false, offline: true, bypassCSP: true })
  await context.route('**/*', (route) =>
    route.request().url() === address
      ? route.fulfill({ body: content, contentType: 'text/html; charset=utf-8' })
      : route.abort(),
  )
  const page = await context.newPage()
  await page.goto(address, { timeout: pageLoadMs })
  return await page.pdf({
    format: 'A4',
    preferCSSPageSize: true,
    printBackground: true,
    // Bookmarks by heading, and tags for screen readers.
    outline: true,
    tagged: true,
  })
}

/** Rules that write behind each entry of the contents the page that its link leads to, as the print says. */
export function numbersInContents(pdf: string): string {
  const pages = [...pdf.matchAll(/(\d+) 0 obj\s*<<\/Type \/Page\s/g)].map(([, object]) => object)
  const places = [...pdf.matchAll(/^(?:<<)?\/([\w-]+) \[(\d+) 0 R \/XYZ/gm)]
  return places
    .flatMap(([, id, object]) => {
      const page = pages.indexOf(object) + 1
      return page === 0 || id === undefined ? [] : [[id, page] as const]
    })
    .map(([id, page]) => `#${contentsId} a[href="#${id}"]::after{content:" · ${page}"}`)
    .join('\n')
}
