import type { JsonObject } from '../../contract/answer.ts'
import type { StatuteArticle } from '../../contract/records.ts'
import type { Article } from '../corpus/statutes.ts'
import { type StatuteQuery, statuteSearchOver } from '../search/statute-search.ts'
import type { AnswersHeld } from './answers-held.ts'
import { Newest } from './newest.ts'

/** The articles that statute searches brought (contract 2.6), each as its newest answer gave it. */
export class ArticlesHeld {
  readonly #articles: Newest<JsonObject>

  constructor(answers: AnswersHeld) {
    this.#articles = new Newest(answers)
  }

  add(answer: number, record: JsonObject): void {
    if (typeof record.id === 'string') this.#articles.add(record.id, answer, record)
  }

  /**
   * Ends the adding. Of an OR each keyword must be met by some article: an answer without a word of one that is not held
   * would say that the source has none.
   */
  search(): (query: StatuteQuery) => readonly StatuteArticle[] {
    const records = new Map(this.#articles.entries())
    const search = statuteSearchOver([...records].map(([id, record]) => searched(id, record)))
    // Builds the index now: nobody waits for it later.
    search(anything)
    return (query) =>
      search({ ...query, needsEveryKeyword: true }).map(
        ({ id, _score }) => ({ ...records.get(id), _score }) as unknown as StatuteArticle,
      )
  }
}

const always = { from: '', to: '' }
const anything: StatuteQuery = {
  keywords: ['条'],
  mode: 'AND',
  regulation: [],
  levels: [],
  validities: [],
  regions: [],
  published: always,
  implemented: always,
  limit: 1,
}

/** What the search reads of an article; what is shown is the record itself. */
function searched(id: string, record: JsonObject): Article {
  const [fgmc, label] = [textOf(record.fgmc), textOf(record.ft_num)]
  return {
    ...(record as unknown as Article),
    id,
    fgmc,
    ft_num: label,
    content: textOf(record.content),
    ftmc: textOf(record.ftmc) || textOf(record.title) || `${fgmc}${label}`,
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
