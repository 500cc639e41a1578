import { z } from 'zod'
import type { caseLibraries } from '../../../contract/enumerations.ts'
import { authoritativeCase, ordinaryCase } from '../../../contract/records.ts'
import { foldWidth } from '../../../legal/text.ts'
import { type CorpusFolder, type CorpusRecord, grouped, recordsOf } from './records.ts'

export type CaseLibrary = (typeof caseLibraries)[number]

/** What the two libraries differ in: file, fixed `type`, place of the detail page (contract 2.4, 2.5). */
export const libraries = {
  ptal: { file: 'cases', type: '普通案例', page: '/caseDetail/case/' },
  qwal: { file: 'authoritative-cases', type: '权威案例', page: '/caseDetail/qwcase/' },
} as const

const fixedType = (library: CaseLibrary) => z.literal(libraries[library].type).optional()

/** The members of a case that this service reads; one shape serves both libraries. */
const caseSchemas = {
  ptal: ordinaryCase.extend({ type: fixedType('ptal') }),
  qwal: authoritativeCase.extend({ type: fixedType('qwal') }),
} as const

/** A case as it is served: `json` is the record's text in UTF-8, spliced into answers as it is. */
export interface StoredCase {
  readonly id: string
  readonly library: CaseLibrary
  readonly json: Buffer
}

/** Loads one library, by identifier and by folded case number (contract 4.2); `url` and `type` are written in where the record lacks them. */
export async function loadCases(folder: CorpusFolder, library: CaseLibrary) {
  const all: StoredCase[] = []
  const numbers = new Map<StoredCase, string>()
  for await (const record of recordsOf(folder, libraries[library].file, caseSchemas[library])) {
    const stored = { id: record.value.id, library, json: completed(record, library) }
    all.push(stored)
    const number = foldWidth(record.value.ah ?? '')
    if (number !== '') numbers.set(stored, number)
  }
  return {
    all,
    byId: grouped(all, (stored) => stored.id),
    byNumber: grouped(numbers.keys(), (stored) => numbers.get(stored) ?? ''),
  }
}

/** The record's own text, with the members that can be derived spliced in before its closing brace. */
function completed({ json, value }: CorpusRecord<{ id: string }>, library: CaseLibrary): Buffer {
  const { type, page } = libraries[library]
  const missing = {
    ...('type' in value ? {} : { type }),
    ...('url' in value ? {} : { url: `${page}${value.id}` }),
  }
  const added = JSON.stringify(missing).slice(1)
  return Buffer.from(added === '}' ? json : `${json.slice(0, -1)},${added}`)
}
