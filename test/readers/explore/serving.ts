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

/** The cookie that the one-time address gives. */
export async function cookieFor(url: string): Promise<string> {
  const response = await fetch(url, { redirect: 'manual' })
  return (response.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
}

/** The pages as a browser with the cookie gets them, or posts a form to them. */
export async function reading(served: { readonly url: string; readonly origin: string }, given?: string) {
  const cookie = given ?? (await cookieFor(served.url))
  return async (path: string, fields?: Record<string, string>) => {
    const form = fields && { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' as const }
    const headers = { cookie, ...(fields && { origin: served.origin }) }
    const response = await fetch(`${served.origin}${path}`, { ...form, headers })
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
}

/** Every page that links lead to, by its address; of lists that are narrowed only as many as there is room for. */
export async function crawled(
  get: Awaited<ReturnType<typeof reading>>,
  most: number,
): Promise<ReadonlyMap<string, string>> {
  const pages = new Map<string, string>()
  const waiting = ['/', '/search?q=公司', '/sql', '/basket']
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
    const leading = links.filter(
      (to) => to.startsWith('/') && !to.startsWith('/download') && !to.startsWith('/sql?'),
    )
    waiting.unshift(...leading.filter(isPlain))
    waiting.push(...leading.filter((to) => !isPlain(to)))
  }
  return pages
}
