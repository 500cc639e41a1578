import { filled, wordsOf } from '../dossiers/words/words.ts'
import { enterprise } from './enterprise.ts'
import { evidence } from './evidence.ts'
import { faultPage, framed, lockedPage } from './frame.ts'
import { caseView, document } from './judgment.ts'
import { portfolio } from './portfolio.ts'
import { followPublications, type OpenWarehouse, type Publications } from './publication.ts'
import { type Page, type PageOptions, type Scene, sceneOf, UnknownValueError } from './scene.ts'
import { search } from './search.ts'
import { type PageServer, type Reply, servePages } from './server.ts'

export interface ExploreOptions extends PageOptions {
  /** The published file, which later publications replace. */
  readonly path: string
  readonly open: () => Promise<OpenWarehouse>
  /** On 127.0.0.1; 0 picks a free one. */
  readonly port: number
  /** What went wrong while a page was made, for the terminal. */
  readonly onProblem: (error: Error) => void
}

type View = (scene: Scene, ...parts: readonly string[]) => Promise<Page | undefined>

/** Views by the first part of their address, with the most parts that may follow it. */
const views: Readonly<Record<string, readonly [mostParts: number, view: View]>> = {
  '': [0, portfolio],
  enterprise: [2, enterprise],
  document: [1, document],
  case: [2, caseView],
  evidence: [2, evidence],
  search: [0, search],
}

/** The page of an address; undefined where it leads to none. @throws URIError */
export async function pageAt(scene: Scene, path: string): Promise<Page | undefined> {
  const [name = '', ...parts] = path.split('/').slice(1).map(decodeURIComponent)
  const [mostParts, view] = (Object.hasOwn(views, name) && views[name]) || []
  return mostParts === undefined || parts.length > mostParts ? undefined : await view?.(scene, ...parts)
}

/** Serves the published warehouse to one browser, until it is disposed of. @throws what Node throws when the port is taken */
export async function explore(options: ExploreOptions): Promise<PageServer> {
  const publications = followPublications(options.path, options.open)
  try {
    // A warehouse that cannot be read is refused now, not on the first page.
    await publications.with(async () => undefined)
    const locked = page(401, lockedPage(await wordsOf(options.language)))
    const server = await servePages(options.port, locked, (url) => answered(options, publications, url))
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

const page = (status: number, body: string): Reply => ({ status, type: 'text/html; charset=utf-8', body })

async function answered(
  options: ExploreOptions,
  publications: Publications,
  { pathname, searchParams }: URL,
): Promise<Reply> {
  return await publications.with(async (publication) => {
    const scene = await sceneOf(options, publication, searchParams)
    const { fault, unknownValue } = scene.words
    const shown = await pageAt(scene, pathname).catch((error: Error) => {
      if (error instanceof URIError) return undefined
      if (error instanceof UnknownValueError)
        return faultPage(scene, 'unknown', filled(unknownValue, ...error.asked))
      options.onProblem(error)
      return faultPage(scene, 'failed', fault.failedHint)
    })
    const { status = 200, ...view } = shown ?? faultPage(scene, 'notFound', fault.notFoundHint)
    return page(status, framed(scene, pathname, view))
  })
}
