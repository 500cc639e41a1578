import { writeFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import type { Browser } from 'playwright-core'

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

/** Boxes in the margins, which have the page numbers, are known since this version; before it the footer is printed in. */
const marginBoxesSince = 131

const pageLoadMs = 120_000

/** A browser that shows pages and does nothing else. */
export async function launch(executable: string): Promise<Browser> {
  const { chromium } = await import('playwright-core')
  return await chromium.launch({ executablePath: executable, args: flags() })
}

/** Prints pages as A4 beside themselves, one browser for all, and without a way to the network. Gives the paths. */
export async function printPages(executable: string, pages: readonly string[]): Promise<string[]> {
  const browser = await launch(executable)
  try {
    const printed: string[] = []
    for (const path of pages) printed.push(await printPage(browser, path))
    return printed
  } finally {
    await browser.close()
  }
}

async function printPage(browser: Browser, path: string): Promise<string> {
  const address = pathToFileURL(path).href
  await using context = await browser.newContext({ javaScriptEnabled: false, offline: true })
  await context.route('**/*', (route) =>
    route.request().url() === address ? route.continue() : route.abort(),
  )
  const page = await context.newPage()
  await page.goto(address, { timeout: pageLoadMs })
  const pdf = await page.pdf({
    format: 'A4',
    preferCSSPageSize: true,
    printBackground: true,
    // Bookmarks by heading, and tags for screen readers.
    outline: true,
    tagged: true,
    ...footerFor(browser),
  })
  const target = path.replace(/html$/, 'pdf')
  await writeFile(target, pdf, { flag: 'wx', mode: 0o600, flush: true })
  return target
}

function footerFor(browser: Browser) {
  const [major = '0'] = browser.version().split('.')
  if (Number(major) >= marginBoxesSince) return {}
  const footer =
    '<div style="width:100%;font-size:9px;text-align:center"><span class="pageNumber"></span> / <span class="totalPages"></span></div>'
  return { displayHeaderFooter: true, headerTemplate: '<span></span>', footerTemplate: footer }
}
