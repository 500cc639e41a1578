import { setImmediate, setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { deflateRaw, inflateRaw } from 'node:zlib'
import { BigramIndex } from '../../disk/bigram-index.ts'
import { Spool } from '../../disk/scratch-file.ts'
import type { CachingReader, SqlRow } from '../../warehouse/database.ts'
import { namesOfCases } from '../dossiers/judgment/case-rows.ts'

/**
 * A judgment that a search gave. Of its row: library, case_id, title, case_number, court, decided_on and outcome; `persons` are the
 * names that belong to it.
 */
export interface FoundCase {
  readonly row: SqlRow
  readonly text: string
}

/** How long a search waits by default for the index: small warehouses are indexed whole by then. */
const patienceMs = 1_000
/** Characters that are indexed in one go; pages are answered in between. */
const mostAtOnce = 500_000

/**
 * Two streams with the same places: a join of them would give the texts in another order. What a page of results shows is kept with
 * the text, because DuckDB looks through the whole table for the names of fifty cases.
 */
const streams = {
  /** In the order of places: a scan keeps it, and needs no room for sorting. */
  texts:
    'SELECT rowid AS place, library, case_id, title, case_number, court, decided_on, outcome, content FROM cases',
  names: `SELECT c.rowid AS place, list(DISTINCT n.name) AS persons FROM cases AS c
    LEFT JOIN (${namesOfCases()}) AS n USING (library, case_id)
    GROUP BY c.rowid ORDER BY place`,
} as const

async function* eachRow(batches: AsyncIterable<readonly SqlRow[]>): AsyncGenerator<SqlRow> {
  for await (const rows of batches) yield* rows
}

const deflated = promisify(deflateRaw) as (text: string, options: { level: number }) => Promise<Buffer>
const inflated = promisify(inflateRaw) as (bytes: Buffer) => Promise<Buffer>

/** An index, as far as it is built. */
class Build implements AsyncDisposable {
  readonly #reader: CachingReader
  /** By place how many judgments are later, and the place by that. */
  #ranks = new Uint32Array(0)
  #places = new Uint32Array(0)
  #index: BigramIndex | undefined
  /**
   * Texts by place, deflated: where each stands in the scratch file, and its length. DuckDB reads 2,048 texts to give one: to show fifty
   * of a large warehouse took it more than a second.
   */
  #texts: Spool | undefined
  #offsets = new Float64Array(0)
  #lengths = new Uint32Array(0)
  #all = 0
  #isClosed = false
  readonly ended: Promise<void>

  constructor(reader: CachingReader) {
    this.#reader = reader
    this.ended = this.#build()
    // Who waits for it has the error; a search that does not wait any more has none.
    this.ended.catch(() => undefined)
  }

  async #build(): Promise<void> {
    const [row] = await this.#reader.rows('SELECT count(*) AS texts, max(rowid) AS last FROM cases')
    this.#all = Number(row?.texts ?? 0)
    const places = Number(row?.last ?? -1) + 1
    await this.#rank(places)
    this.#offsets = new Float64Array(places)
    this.#lengths = new Uint32Array(places)
    const texts = await Spool.open()
    this.#texts = texts
    const index = await BigramIndex.onDisk()
    this.#index = index
    let [read, gathered] = [0, 0]
    const names = eachRow(this.#reader.stream(streams.names))
    for await (const { place, content, ...row } of eachRow(this.#reader.stream(streams.texts))) {
      if (this.#isClosed) break
      const named = (await names.next()).value
      if (named?.place !== place) break
      const text = typeof content === 'string' ? content : ''
      const kept = `${JSON.stringify({ ...row, persons: named.persons })}\n${text}`
      const bytes = await deflated(kept, { level: 1 })
      this.#offsets[Number(place)] = await texts.append(bytes)
      this.#lengths[Number(place)] = bytes.length
      await index.add(Number(place), text)
      read += 1
      gathered += text.length
      if (gathered < mostAtOnce) continue
      gathered = 0
      await setImmediate()
    }
    await names.return(undefined)
    if (this.#isClosed) return
    await index.end()
    requireAll(read, this.#all)
    // Of all that was read for it, pages need little.
    await this.#reader.release()
  }

  async #rank(places: number): Promise<void> {
    this.#ranks = new Uint32Array(places)
    this.#places = new Uint32Array(this.#all)
    let rank = 0
    const latestFirst =
      'SELECT rowid AS place FROM cases ORDER BY decided_on DESC NULLS LAST, case_id, library'
    for await (const rows of this.#reader.stream(latestFirst))
      for (const { place } of rows) {
        this.#places[rank] = Number(place)
        this.#ranks[Number(place)] = rank++
      }
    requireAll(rank, this.#all)
  }

  /**
   * Row ids in `cases`, the latest judgment first: all texts that hold the words, and with longer words also others. Beside them how many
   * texts were searched, and how many there are: fewer while the index is being built.
   */
  candidates(words: readonly string[]) {
    const found = this.#index?.candidates(words) ?? new Uint32Array(0)
    const ranks = found.map((place) => this.#ranks[place] ?? 0).sort()
    const places = ranks.map((rank) => this.#places[rank] ?? 0)
    return { places, searched: this.#index?.sealed ?? 0, all: this.#all }
  }

  async caseAt(place: number): Promise<FoundCase> {
    const bytes = await this.#texts?.read(this.#offsets[place] ?? 0, this.#lengths[place] ?? 0)
    const kept = bytes === undefined ? '{}\n' : (await inflated(bytes)).toString('utf8')
    const end = kept.indexOf('\n')
    return { row: JSON.parse(kept.slice(0, end)), text: kept.slice(end + 1) }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true
    await this.ended.catch(() => undefined)
    await this.#index?.[Symbol.asyncDispose]()
    await this.#texts?.[Symbol.asyncDispose]()
  }
}

/** DuckDB ends a stream for want of memory as it ends a whole one. */
function requireAll(read: number, all: number): void {
  if (read !== all)
    throw new Error(
      `explore: the search index: read ${read} of ${all} full texts, as DuckDB ran out of memory; search again, with less beside it`,
    )
}

export type FullTexts = ReturnType<typeof fullTexts>

/** The full texts of one publication. */
export function fullTexts(reader: CachingReader, waitMs = patienceMs) {
  let build: Build | undefined
  return {
    /** The first search begins the index; a search waits for it for a moment, then answers from as much as there is. */
    async candidates(words: readonly string[]) {
      const current = build ?? new Build(reader)
      build = current
      try {
        await Promise.race([current.ended, setTimeout(waitMs, undefined, { ref: false })])
      } catch (error) {
        // The next search tries again.
        if (build === current) build = undefined
        await current[Symbol.asyncDispose]()
        throw error
      }
      return current.candidates(words)
    },
    async caseAt(place: number): Promise<FoundCase> {
      if (build === undefined) throw new Error(`explore: place ${place} is asked for before a search gave it`)
      return await build.caseAt(place)
    },
    async [Symbol.asyncDispose]() {
      await build?.[Symbol.asyncDispose]()
    },
  }
}
