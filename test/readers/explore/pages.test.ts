import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { launch } from '../../../src/readers/dossiers/pdf.ts'
import { cli } from '../../support/cli.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { isLong } from '../../support/forms.ts'
import { chromiumHere } from '../../support/programs.ts'
import { sampleHome } from '../../support/sample-home.ts'

const executable = await chromiumHere()

// Links of pages lead to pages in the short form too: hostile.test.ts.
test.runIf(isLong)(
  '--export writes every page that the portfolio leads to, each link to a page, and opens from a disk',
  {
    timeout: 400_000,
  },
  async () => {
    const folder = join(await temporaryFolder(), 'pages')
    const told = await cli(['explore', '--home', (await sampleHome()).home, '--export', folder])
    expect(told).toMatchObject({ code: 0, notes: '' })
    const files = (await readdir(folder)).filter((name) => name.endsWith('.html'))
    expect(told.out).toBe(`${join(folder, 'index.html')}: ${files.length} pages`)
    expect(files.length).toBeGreaterThan(100)
    // A sum of the list leads to its document: no text holds it.
    expect(files.filter((name) => name.includes('null'))).toEqual([])
    const known = new Set(files)
    for (const file of files) {
      const page = await readFile(join(folder, file), 'utf8')
      const links = [...page.matchAll(/<a[^>]* href="([^"]+)"/g)].map(([, to = '']) => to.split('#')[0] ?? '')
      const astray = links.filter((to) => to !== '' && !known.has(to))
      const foreign = /<script|<form|<link rel="stylesheet"/.exec(page)?.[0]
      expect({ file, astray, foreign }).toEqual({ file, astray: [], foreign: undefined })
    }
    if (executable === undefined) return
    const browser = await launch(executable)
    const told2: string[] = []
    try {
      const page = await browser.newPage()
      page.on('console', (message) => told2.push(message.text()))
      page.on('request', (request) => {
        if (!request.url().startsWith('file:') && !request.url().startsWith('data:'))
          told2.push(request.url())
      })
      await page.goto(pathToFileURL(join(folder, 'index.html')).href)
      await page.getByRole('link', { name: '示例建设集团有限公司' }).first().click()
      await page.locator('#flag-bankruptcy').getByRole('link').first().click()
      expect(await page.locator('.fulltext, .warning').first().isVisible()).toBe(true)
      await page.getByRole('link', { name: '查看原始返回' }).first().click()
      expect(await page.locator('main').innerText()).toContain('一致：与取得时逐字节相同')
      expect(told2).toEqual([])
    } finally {
      await browser.close()
    }
  },
)
