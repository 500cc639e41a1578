import { mkdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Page } from 'playwright-core'

/** Where screenshots are kept for somebody to look at, when they shall be. */
const gallery = process.env.DOSSIER_TEST_SCREENSHOTS

export async function keepScreenshot(page: Page, name: string): Promise<void> {
  if (gallery === undefined) return
  await mkdir(gallery, { recursive: true })
  await page.screenshot({ path: join(gallery, `${name}.png`), fullPage: true })
}

/** What axe finds on a page that is serious or worse, in light and in dark, each with the first element that it is found on. */
export async function axeFaults(page: Page): Promise<string[]> {
  await page.evaluate(await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'))
  const light = await faultsOf(page, '{ resultTypes: ["violations"] }')
  await page.emulateMedia({ colorScheme: 'dark' })
  return [...light, ...(await faultsOf(page, '{ runOnly: ["color-contrast"], resultTypes: ["violations"] }'))]
}

async function faultsOf(page: Page, options: string): Promise<string[]> {
  const { violations } = (await page.evaluate(`axe.run(${options})`)) as {
    violations: { id: string; impact: string; nodes: { html: string }[] }[]
  }
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
}
