import { readFile } from 'node:fs/promises'
import { type Basket, basketView, emptyBasket, type MakeDossiers, sizeOf } from './basket.ts'
import { compare } from './compare.ts'
import { bare, faultView, framed, scriptAt } from './frame.ts'
import { followPublications, type OpenWarehouse, type Publication, type Publications } from './publication.ts'
import { pageSize, type Scene, type View } from './scene.ts'
import { search } from './search.ts'
import { type Asked, type PageServer, type Reply, servePages } from './server.ts'
import { download, type Sandbox, type SavedQuestions, sql } from './sql.ts'
import { type PageOptions, partsOf, sceneOf, viewAt } from './views.ts'
import { wordsIn } from './words.ts'

export type { OpenWarehouse } from './publication.ts'
export type { Sandbox, SavedQuestions } from './sql.ts'

export interface ExploreOptions extends PageOptions {
  /** The published file, which later publications replace. */
  readonly path: string
  /** Opens it for reading. */
  readonly open: () => Promise<OpenWarehouse>
  /** On 127.0.0.1; 0 picks a free one. */
  readonly port: number
  readonly sandbox: Sandbox
  readonly saved: SavedQuestions
  readonly makeDossiers: MakeDossiers
  /** What went wrong while a page was made, for the terminal. */
  readonly onProblem: (error: Error) => void
}

/** The options, and what is remembered while the pages are served. */
interface Serving extends ExploreOptions {
  readonly basket: Basket
}

/** A view by its address: the first part names it, the others say of what. */
type Route = (
  scene: Scene,
  parts: readonly string[],
  options: Serving & Pick<Publication, 'texts'>,
  asked: Asked,
) => Promise<View | undefined>

/** A view whose address has one part. */
function alone(
  view: (scene: Scene, options: Serving & Pick<Publication, 'texts'>, asked: Asked) => Promise<View>,
): Route {
  return async (scene, parts, options, asked) =>
    parts.length === 0 ? await view(scene, options, asked) : undefined
}

/** What is asked for: it has no page of its own in a folder. */
const routes: Readonly<Record<string, Route>> = {
  search: alone((scene, { texts }) => search(scene, texts)),
  compare: alone((scene) => compare(scene)),
  sql: alone((scene, options, asked) => sql(scene, options, asked)),
  basket: alone((scene, { basket, makeDossiers }, { form }) => basketView(scene, basket, form, makeDossiers)),
}

/** Serves the published warehouse to one browser, until it is disposed of. @throws what Node throws when the port is taken */
export async function explore(options: ExploreOptions): Promise<PageServer> {
  const serving = { ...options, basket: emptyBasket() }
  const publications = followPublications(options.path, options.open)
  const { language } = options
  const words = wordsIn(language)
  const lockedPage = bare({ words, href: (address) => address }, words.locked.title, words.locked.hint)
  try {
    // A warehouse that cannot be read is refused now, not on the first page.
    await publications.with(async () => undefined)
    const server = await servePages({
      port: options.port,
      answer: (asked) => answered(serving, publications, asked),
      locked: page(401, lockedPage),
    })
    return {
      url: server.url,
      async [Symbol.asyncDispose]() {
        await server[Symbol.asyncDispose]()
        await publications[Symbol.asyncDispose]()
      },
    }
  } catch (error) {
    await publications[Symbol.asyncDispose]()
    throw error
  }
}

/** What the build puts beside the module. */
const browserScript = new URL('./browser.js', import.meta.url)

const page = (status: number, body: string): Reply => ({ status, type: 'text/html; charset=utf-8', body })

async function answered(options: Serving, publications: Publications, asked: Asked): Promise<Reply> {
  const { pathname } = asked.url
  if (pathname === scriptAt)
    return { status: 200, type: 'text/javascript; charset=utf-8', body: await readFile(browserScript) }
  if (pathname === '/download') return await download(asked.url.searchParams, options.sandbox, asked.signal)
  return await publications.with(async (publication) => {
    const params = asked.url.searchParams
    const scene = await sceneOf(options, publication, { href: (address) => address, params, pageSize })
    const view = await viewed(scene, pathname, asked, { ...options, texts: publication.texts })
    if (view.movedTo !== undefined) return { ...page(303, ''), headers: { location: view.movedTo } }
    const { run, publishedAt } = publication
    const origin = { run, publishedAt, collected: sizeOf(options.basket) }
    return page(view.status ?? 200, framed(scene, pathname, view, origin))
  })
}

async function viewed(
  scene: Scene,
  pathname: string,
  asked: Asked,
  options: Serving & Pick<Publication, 'texts'>,
): Promise<View> {
  const { fault } = scene.words
  try {
    const parts = partsOf(pathname)
    const [name = '', ...others] = parts
    const route = Object.hasOwn(routes, name) ? routes[name] : undefined
    const view = await (route === undefined
      ? viewAt(scene, parts, options)
      : route(scene, others, options, asked))
    return view ?? faultView(scene, fault.notFound, fault.notFoundHint, 404)
  } catch (error) {
    if (error instanceof URIError) return faultView(scene, fault.notFound, fault.notFoundHint, 404)
    options.onProblem(error as Error)
    return faultView(scene, fault.failed, fault.failedHint, 500)
  }
}
