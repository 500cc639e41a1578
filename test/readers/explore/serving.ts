import type { BrowserContext } from 'playwright-core'
import { onTestFinished } from 'vitest'
import { openDossier } from '../../../src/app/dossier.ts'
import type { ExploreOptions } from '../../../src/app/explore.ts'
import type { Whenever } from '../../support/folder.ts'
import { textOf } from '../dossiers/pages.ts'

/** Pages of a home that are served until the test is over, and what the server noted. */
export async function exploring(
  home: string,
  options: ExploreOptions = {},
  whenOver: Whenever = onTestFinished,
): Promise<{ readonly url: string; readonly origin: string; readonly notes: readonly string[] }> {
  const notes: string[] = []
  const dossier = openDossier({ home, env: {}, onNote: (note) => notes.push(note) })
  const served = await dossier.explore(options)
  whenOver(async () => await served[Symbol.asyncDispose]())
  return { url: served.url, origin: new URL(served.url).origin, notes }
}

/**
 * What the one-time address gives: the cookie, the random path below which all pages are (`/…`), and the pages as a browser with the
 * cookie gets them, by addresses without that path.
 */
export async function entered({ url, origin }: { readonly url: string; readonly origin: string }) {
  const { headers } = await fetch(url, { redirect: 'manual' })
  const cookie = (headers.get('set-cookie') ?? '').split(';')[0] ?? ''
  const space = (headers.get('location') ?? '').slice(0, -1)
  const get = async (path: string) => {
    const response = await fetch(`${origin}${space}${path}`, { headers: { cookie } })
    const text = (await response.text()).replaceAll(`"${space}/`, '"/')
    return { status: response.status, headers: response.headers, text }
  }
  return { cookie, space, get }
}

export const reading = async (served: Parameters<typeof entered>[0]) => (await entered(served)).get

/** What pages complain of, and what they ask for elsewhere than at `origin`, as it happens. */
export function complaintsOf(context: BrowserContext, origin: string): readonly string[] {
  const told: string[] = []
  context.on('dialog', (dialog) => {
    told.push(`dialog: ${dialog.message()}`)
    return dialog.dismiss()
  })
  context.on('weberror', (error) => told.push(`error: ${error.error().message}`))
  context.on('console', (message) => told.push(`console: ${message.text()}`))
  context.on('request', (request) => {
    const isOwn = request.url().startsWith(`${origin}/`) || request.url().startsWith('data:')
    if (!isOwn) told.push(`request: ${request.url()}`)
  })
  return told
}

/** Every page that links lead to, by its address; of lists that are narrowed only as many as there is room for. */
export async function crawled(
  get: Awaited<ReturnType<typeof reading>>,
  most: number,
): Promise<ReadonlyMap<string, string>> {
  const pages = new Map<string, string>()
  const waiting = ['/', '/search?q=公司']
  for (let path = waiting.shift(); path !== undefined && pages.size < most; path = waiting.shift()) {
    if (pages.has(path)) continue
    const { text, status } = await get(path)
    if (status !== 200) throw new Error(`${path} is answered with ${status}`)
    pages.set(path, text)
    const links = [...text.matchAll(/<a[^>]* href="([^"]+)/g)].map(
      ([, to = '']) => textOf(`<i>${to}</i>`).split('#')[0] ?? '',
    )
    // A sum of the list leads to its document: no text holds it.
    for (const to of links) if (/\/(?:null|undefined)\b/.test(to)) throw new Error(`${path} leads to ${to}`)
    const isPlain = (to: string): boolean => !to.includes('?')
    const leading = links.filter((to) => /^\//.test(to))
    waiting.unshift(...leading.filter(isPlain))
    waiting.push(...leading.filter((to) => !isPlain(to)))
  }
  return pages
}
