import { wordsOf } from '../dossiers/words/words.ts'
import { enterprise } from './enterprise.ts'
import { evidence, type FetchRaw } from './evidence.ts'
import { caseView, document } from './judgment.ts'
import { portfolio } from './portfolio.ts'
import type { Publication } from './publication.ts'
import type { Relation, Scene, View } from './scene.ts'
import { wordsIn } from './words.ts'

/** What pages of either kind, served or written, are made with. */
export interface PageOptions {
  readonly language: 'zh' | 'en'
  readonly fetchRaw: FetchRaw
  /** The data dictionary. */
  readonly relations: readonly Relation[]
}

/** The parts of an address: the first names the view, the others say of what. @throws URIError */
export const partsOf = (path: string): string[] =>
  path
    .split('/')
    .slice(1)
    .map(decodeURIComponent)
    .filter((part, at) => at > 0 || part !== '')

/** The views that are made of the warehouse and its answers alone; undefined where an address leads to none. */
export async function viewAt(
  scene: Scene,
  [name = '', ...parts]: readonly string[],
  { fetchRaw }: Pick<PageOptions, 'fetchRaw'>,
): Promise<View | undefined> {
  if (name === '') return parts.length === 0 ? await portfolio(scene) : undefined
  if (name === 'enterprise') return await enterprise(scene, parts)
  if (name === 'document') return await document(scene, parts)
  if (name === 'case') return await caseView(scene, parts)
  return name === 'evidence' ? await evidence(scene, parts, fetchRaw) : undefined
}

/** A scene of a publication; how its pages are found and how long its lists are is for the caller to say. */
export const sceneOf = async (
  { language, relations }: PageOptions,
  { reader, present, tableOf }: Publication,
  more: Pick<Scene, 'href' | 'params' | 'pageSize'>,
): Promise<Scene> => ({
  reader,
  present,
  tableOf,
  relations,
  words: wordsIn(language),
  report: await wordsOf(language),
  ...more,
})
