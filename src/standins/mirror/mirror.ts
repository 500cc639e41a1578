import { codeOf, recordsOf } from '../../contract/classify.ts'
import { callKeyOf } from '../../contract/operation.ts'
import { type OperationName, operations } from '../../contract/operations.ts'
import { isObject, type JsonObject } from '../../contract/values.ts'
import { type Answers, answer, type Library } from '../service/answers.ts'
import { failure, type Reply, successCode, unexpectedCode, unexpectedMessage } from '../service/reply.ts'
import { AnswersHeld, type CollectedAnswer, type Taken } from './answers-held.ts'
import { CasesHeld } from './cases-held.ts'
import { ArticlesHeld, EnterprisesHeld, pagesHeld } from './records-held.ts'

/**
 * HTTP status and business code of what was not collected. It is no code of the contract's, so that no reader takes it for the
 * source's word that there is nothing; a client counts it as failed, not as empty, and does not ask again.
 */
const notCollectedCode = 424
const notCollectedMessage = '镜像未收录：采集时未向数据源查询过，不表示数据源没有'
/** While what is held is read again because something was forgotten. */
const reloadingCode = 503
const reloadingMessage = '镜像正在重新载入'

/** What a warehouse collected, as a mirror reads it. The caller that opens the warehouse hands it in. */
export interface Collected {
  /** One answer a question; those that were forgotten are not among them. Bounded memory. */
  readonly answers: () => AsyncIterable<CollectedAnswer>
  /** From the file system, at the cost of two looks. */
  readonly generation: () => Generation
  /** What stands in the place of a name or id that was forgotten. */
  readonly mask: string
}

export interface Generation {
  /** Differs whenever something was published. */
  readonly published: string
  /** Differs whenever something was forgotten, from the moment on when it was asked for. */
  readonly forgotten: string
  /** Something is being forgotten: what is collected may still hold it. */
  readonly isPurging: boolean
}

export interface MirrorOptions {
  readonly onProblem: (error: unknown) => void
  /** Gives up what is being read. */
  readonly signal: AbortSignal
}

/**
 * The six operations from what a warehouse collected (issue 5, mirror). A question that was asked is answered with the
 * source's own answer, byte for byte. Any other is answered from the records held, if there are any; an absence is never
 * made up. What is published later is read beside the serving, at the first question after it; what is being forgotten
 * is not served from the moment on when it was asked for. `onProblem` gets the reason why something newer cannot be read.
 * @throws what the reading throws, the first time
 */
export async function openMirror(
  collected: Collected,
  { onProblem, signal }: MirrorOptions,
): Promise<Answers> {
  const shelf = new Shelf(collected, { onProblem, signal })
  await shelf.begin()
  return {
    answer: (name, params) => shelf.use((snapshot) => answerFrom(snapshot, name, params), name),
    close: () => shelf.close(),
    refusals: [
      [notCollectedCode, 'GET POST', 'not collected; this does not say that the source has nothing'],
    ],
  }
}

async function answerFrom(snapshot: Snapshot, name: OperationName, params: JsonObject): Promise<Reply> {
  const op = operations[name]
  const at = snapshot.answers.find(callKeyOf(op, params))
  if (at !== undefined) return await recorded(snapshot, at)
  const reply = await answer(snapshot.library, name, params)
  if (reply.isEmpty)
    return { ...failure(op, notCollectedCode, notCollectedMessage), httpStatus: notCollectedCode }
  if (reply.code !== successCode) return reply
  return { ...reply, origin: name === 'case_vector_search' ? 'similarity' : 'held' }
}

const recorded = async ({ answers }: Snapshot, at: number): Promise<Reply> => ({
  code: answers.codeOf(at),
  body: await answers.read(at),
  httpStatus: answers.httpStatusOf(at),
  origin: 'recorded',
})

/** A snapshot and its users: it is closed once it is replaced and its last user is gone. */
interface Lent {
  readonly snapshot: Snapshot
  readonly generation: Generation
  users: number
  isRetired: boolean
}

/** Holds the snapshot that is served, and replaces it. */
class Shelf {
  readonly #collected: Collected
  readonly #onProblem: (error: unknown) => void
  #current: Lent | undefined
  #taking: Promise<void> | undefined
  /** What could not be read is not tried again before something else is there. */
  #failed: string | undefined
  readonly #closing = new AbortController()
  readonly #signal: AbortSignal

  constructor(collected: Collected, { onProblem, signal }: MirrorOptions) {
    this.#collected = collected
    this.#onProblem = onProblem
    this.#signal = AbortSignal.any([signal, this.#closing.signal])
  }

  async begin(): Promise<void> {
    const now = this.#collected.generation()
    if (!now.isPurging) await this.#take(now)
  }

  async use(work: (snapshot: Snapshot) => Promise<Reply>, name: OperationName): Promise<Reply> {
    this.#look()
    const lent = this.#current
    if (lent === undefined)
      return { ...failure(operations[name], reloadingCode, reloadingMessage), httpStatus: reloadingCode }
    lent.users += 1
    try {
      return await work(lent.snapshot)
    } catch (error) {
      return { ...failure(operations[name], unexpectedCode, unexpectedMessage), error }
    } finally {
      lent.users -= 1
      await closeUnused(lent)
    }
  }

  /** Compares what is served with what is there. */
  #look(): void {
    const now = this.#collected.generation()
    const served = this.#current?.generation
    if (now.isPurging || (served !== undefined && now.forgotten !== served.forgotten)) this.#retire()
    if (now.isPurging || this.#taking !== undefined || this.#failed === nameOf(now)) return
    if (this.#current === undefined || now.published !== served?.published) this.#takeBeside(now)
  }

  #takeBeside(generation: Generation): void {
    this.#taking = this.#take(generation)
      .catch((error) => {
        if (this.#signal.aborted) return
        this.#failed = nameOf(generation)
        this.#onProblem(error)
      })
      .finally(() => {
        this.#taking = undefined
      })
  }

  async #take(generation: Generation): Promise<void> {
    const snapshot = await takeSnapshot(this.#collected, this.#signal)
    // What was read while something was being forgotten may hold it.
    const isStale = this.#collected.generation().forgotten !== generation.forgotten
    if (this.#signal.aborted || isStale) return await snapshot.close()
    this.#retire()
    this.#current = { snapshot, generation, users: 0, isRetired: false }
  }

  #retire(): void {
    const lent = this.#current
    this.#current = undefined
    if (lent === undefined) return
    lent.isRetired = true
    void closeUnused(lent)
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.#taking
    this.#retire()
  }
}

const nameOf = ({ published, forgotten }: Generation): string => `${published} ${forgotten}`

async function closeUnused(lent: Lent): Promise<void> {
  if (lent.isRetired && lent.users === 0) await lent.snapshot.close()
}

/** Everything that a warehouse collected, at one time, ready to be served. */
interface Snapshot {
  /** The source's own answers. */
  readonly answers: AnswersHeld
  /** The records in them, for questions that were never asked. */
  readonly library: Library
  readonly close: () => Promise<void>
}

/** Answers that are taken in before others have a turn: some milliseconds. */
const batch = 32

/** Reads all answers once. Two temporary files hold them and the index of cases; in memory is where they are. @throws the signal's reason */
async function takeSnapshot(collected: Collected, signal: AbortSignal): Promise<Snapshot> {
  const answers = await AnswersHeld.open()
  const cases = await CasesHeld.open(answers)
  const close = async () => {
    await answers[Symbol.asyncDispose]()
    await cases[Symbol.asyncDispose]()
  }
  const articles = new ArticlesHeld(answers)
  const enterprises = new EnterprisesHeld(answers, collected.mask)
  try {
    let count = 0
    for await (const answer of collected.answers()) {
      signal.throwIfAborted()
      await takeIn({ answers, cases, articles, enterprises }, answer)
      count += 1
      if (count % batch === 0) await new Promise((resolve) => setImmediate(resolve))
    }
    const library: Library = {
      cases: (library, by) => cases.find(library, by),
      searchCases: await cases.search(),
      searchStatutes: await articles.search(),
      documentPage: pagesHeld(answers, enterprises),
      candidates: enterprises.candidates(),
      companies: enterprises.companies,
    }
    return { answers, library, close }
  } catch (error) {
    await close()
    throw error
  }
}

interface Holdings {
  readonly answers: AnswersHeld
  readonly cases: CasesHeld
  readonly articles: ArticlesHeld
  readonly enterprises: EnterprisesHeld
}

async function takeIn(held: Holdings, answer: CollectedAnswer): Promise<void> {
  const { operation, params } = answer
  const body: unknown = JSON.parse(answer.body.toString('utf8'))
  const code = codeOf(isObject(body) ? body.code : undefined) ?? 0
  const at = await held.answers.add(answer, code)
  if (operation === 'rh_enterpriseWritList' && isObject(body) && isObject(body.data))
    held.enterprises.link(body.data.id, params.tyshxydm)
  for (const record of recordsOf(operations[operation], body) ?? [])
    await takers[operation]?.(held, { at, params, record })
}

/** How a record of an operation is held. The hits of a case search are no case records (contract 2.2). */
const takers: Readonly<
  Partial<Record<OperationName, (held: Holdings, taken: Taken) => void | Promise<void>>>
> = {
  rh_case_details: ({ cases }, taken) => cases.add(taken),
  rh_ft_search: ({ articles }, taken) => articles.add(taken),
  rh_enterpriseSearch: ({ enterprises }, taken) => enterprises.addCandidate(taken),
  rh_company_info: ({ enterprises }, taken) => enterprises.addDetail(taken),
}
