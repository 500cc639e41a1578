import { isObject, type JsonObject, recordsOf } from '../../contract/answer.ts'
import { codeOf } from '../../contract/classify.ts'
import { caseLibraries } from '../../contract/enumerations.ts'
import { type OperationName, operations } from '../../contract/operations.ts'
import type { Library } from '../handlers/handler.ts'
import { AnswersHeld } from './answers-held.ts'
import { ArticlesHeld } from './articles-held.ts'
import type { PostingSpools } from './case-postings.ts'
import { CasesHeld } from './cases-held.ts'
import type { Collected, CollectedAnswer } from './collected.ts'
import { EnterprisesHeld } from './enterprises-held.ts'
import { pagesHeld } from './lists-held.ts'
import { Spool } from './spool.ts'

/** Everything that a warehouse collected, at one time, ready to be served. */
export interface Snapshot {
  /** The source's own answers. */
  readonly answers: AnswersHeld
  /** The records in them, for questions that were never asked. */
  readonly library: Library
  readonly close: () => Promise<void>
}

/** Answers that are taken in before others have a turn: some milliseconds. */
const batch = 32

/** Reads all answers once. Two private temporary files hold them and the index, a third what the index is made of; in memory is where they are. @throws the signal's reason */
export async function takeSnapshot(collected: Collected, signal: AbortSignal): Promise<Snapshot> {
  const [bodies, blocks, index] = [await Spool.open(), await Spool.open(), await Spool.open()]
  const close = async () => {
    await bodies.close()
    await index.close()
  }
  try {
    const held = holdings(bodies, { blocks, index }, collected.mask)
    let count = 0
    for await (const answer of collected.answers()) {
      signal.throwIfAborted()
      await takeIn(held, answer)
      count += 1
      if (count % batch === 0) await new Promise((resolve) => setImmediate(resolve))
    }
    await bodies.flush()
    return { answers: held.answers, library: await libraryOf(held), close }
  } catch (error) {
    await close()
    throw error
  } finally {
    await blocks.close()
  }
}

interface Holdings {
  readonly answers: AnswersHeld
  readonly cases: CasesHeld
  readonly articles: ArticlesHeld
  readonly enterprises: EnterprisesHeld
}

function holdings(bodies: Spool, spools: PostingSpools, mask: string): Holdings {
  const answers = new AnswersHeld(bodies)
  return {
    answers,
    cases: new CasesHeld(answers, spools),
    articles: new ArticlesHeld(answers),
    enterprises: new EnterprisesHeld(answers, mask),
  }
}

async function libraryOf({ answers, cases, articles, enterprises }: Holdings): Promise<Library> {
  return {
    cases: (library, by) => cases.find(library, by),
    searchCases: await cases.search(),
    searchStatutes: articles.search(),
    documentPage: pagesHeld(answers, enterprises),
    candidates: enterprises.candidates(),
    companies: enterprises.companies,
  }
}

async function takeIn(held: Holdings, answer: CollectedAnswer): Promise<void> {
  const body: unknown = JSON.parse(answer.body.toString('utf8'))
  const code = codeOf(isObject(body) ? body.code : undefined) ?? 0
  const at = await held.answers.add(answer, code)
  const { params } = answer
  if (answer.operation === 'rh_enterpriseWritList' && isObject(body) && isObject(body.data))
    held.enterprises.link(body.data.id, params.tyshxydm)
  for (const record of recordsOf(operations[answer.operation], body) ?? [])
    await takers[answer.operation](held, { at, params, record })
}

interface Taken {
  readonly at: number
  readonly params: JsonObject
  readonly record: JsonObject
}

/** What a record of each operation is held as. The hits of a case search are no case records (contract 2.2). */
const takers: Readonly<Record<OperationName, (held: Holdings, taken: Taken) => void | Promise<void>>> = {
  case_vector_search: () => undefined,
  rh_case_details: async ({ cases }, { at, params, record }) => {
    const library = caseLibraries.find((name) => name === params.type)
    if (library !== undefined) await cases.add(at, library, record)
  },
  rh_ft_search: ({ articles }, { at, record }) => articles.add(at, record),
  rh_enterpriseWritList: () => undefined,
  rh_enterpriseSearch: ({ enterprises }, { at, record }) => enterprises.addCandidate(at, record),
  rh_company_info: ({ enterprises }, { at, params, record }) =>
    enterprises.addDetail(at, record, params.name),
}
