import { isObject, type JsonObject } from '../../contract/answer.ts'
import { callKeyOf } from '../../contract/call-key.ts'
import { litigationList as op } from '../../contract/operations/enterprises.ts'
import { type DocumentPage, documentPage } from '../../contract/records.ts'
import type { ListOwner } from '../handlers/handler.ts'
import type { AnswersHeld } from './answers-held.ts'
import type { EnterprisesHeld } from './records-held.ts'

/**
 * Pages of litigation lists for questions that were not asked in these words (contract 4.4): the page that was asked for by
 * the other of id and code, and what is beyond the page that says it is the last. Pages are as the source cut them.
 */
export const pagesHeld = (answers: AnswersHeld, enterprises: EnterprisesHeld) => {
  const pageOf = async (owner: JsonObject, pageNo: number): Promise<DocumentPage | undefined> => {
    const at = answers.find(callKeyOf(op, { ...owner, pageNo }))
    const value = at === undefined ? undefined : await answers.valueOf(at)
    const page = documentPage.safeParse(isObject(value) ? value.data : undefined)
    return page.success ? page.data : undefined
  }
  return async (of: ListOwner, pageNo: number): Promise<DocumentPage | undefined> => {
    for (const owner of ownersOf(of, enterprises)) {
      const page = (await pageOf(owner, pageNo)) ?? (await beyondLast(pageNo, (no) => pageOf(owner, no)))
      if (page !== undefined) return page
    }
    return undefined
  }
}

/** Parameters that ask for the same list: those given, and the other of id and code. */
function ownersOf({ id, creditCode }: ListOwner, { codeOf, idOf }: EnterprisesHeld): JsonObject[] {
  const [otherId, otherCode] = id === '' ? [idOf(creditCode), undefined] : [undefined, codeOf(id)]
  return [
    id === '' ? { tyshxydm: creditCode } : { id },
    ...(otherId === undefined ? [] : [{ id: otherId }]),
    ...(otherCode === undefined ? [] : [{ tyshxydm: otherCode }]),
  ]
}

/** An empty page after the one of which the source said that none follows. */
async function beyondLast(
  pageNo: number,
  pageOf: (pageNo: number) => Promise<DocumentPage | undefined>,
): Promise<DocumentPage | undefined> {
  const first = await pageOf(1)
  if (first === undefined) return undefined
  const lastNo = Math.max(1, Math.ceil(first.total / Math.max(first.pageSize, 1)))
  const last = pageNo > lastNo ? await pageOf(lastNo) : undefined
  return last === undefined || last.hasMore ? undefined : { ...last, pageNo, list: [] }
}
