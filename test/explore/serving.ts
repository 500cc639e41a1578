import { onTestFinished } from 'vitest'
import { openDossier } from '../../src/app/dossier.ts'
import type { ExploreOptions } from '../../src/app/explore.ts'
import type { Whenever } from '../support/folder.ts'

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

/** The pages as a browser with the cookie gets them. */
export async function reading(served: { readonly url: string; readonly origin: string }) {
  const cookie = await cookieFor(served.url)
  return async (path: string, more: RequestInit = {}) => {
    const response = await fetch(`${served.origin}${path}`, { ...more, headers: { cookie, ...more.headers } })
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
}
