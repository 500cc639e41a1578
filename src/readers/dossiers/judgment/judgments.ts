import { literal, literals } from '../../../contract/sql.ts'
import type { CachingReader, Reader, SqlRow } from '../../../warehouse/database.ts'
import type { Dossier, Shared } from '../dossier.ts'
import { groupsBy } from '../rows.ts'
import { judgmentFile, pageOfText } from './address.ts'
import { courseOf, readCases } from './case-rows.ts'
import { judgmentPage, type Listing, type Step } from './judgment-page.ts'

/** Cases with a page by their files: what is held of a batch is its texts, of all others these few words. */
export type Judgments = Map<string, { library: string; caseId: string; listings: Listing[] }>

export function noteJudgments(judgments: Judgments, dossier: Dossier, file: string): void {
  for (const { row, item } of dossier.documents) {
    const page = pageOfText(dossier, row)
    if (page === undefined || row.library === null || row.case_id === null) continue
    const held = judgments.get(page) ?? { library: row.library, caseId: row.case_id, listings: [] }
    held.listings.push({
      file,
      name: dossier.subject.name,
      number: item.number,
      role: row.role,
      result: row.subject_outcome,
      isPaying: dossier.orderedToPay.has(row.document_id),
    })
    judgments.set(page, held)
  }
}

/** Cases that are read at a time: memory is that of their texts. */
const casesAtATime = 1_000

/** The pages of judgments, in the order of their files. */
export async function* judgmentPages(
  reader: CachingReader,
  shared: Pick<Shared, 'words' | 'present'>,
  judgments: Judgments,
) {
  if (judgments.size === 0) return
  const today = await readToday(reader)
  for (const [library, listed] of groupsBy([...judgments.values()], (one) => one.library)) {
    const ids = listed.map(({ caseId }) => caseId).sort()
    for (let at = 0; at < ids.length; at += casesAtATime) {
      const batch = literals(ids.slice(at, at + casesAtATime))
      const among = `library = ${literal(library)} AND case_id IN (${batch})`
      const courses = groupsBy(await reader.rows(courseOf(among)), ({ of_case }) => String(of_case))
      for (const one of await readCases((sql) => reader.rows(sql), among)) {
        const caseId = String(one.row.case_id)
        const file = judgmentFile(library, caseId)
        const listings = judgments.get(file)?.listings ?? []
        const course = (courses.get(caseId) ?? []).map((row) => stepOf(row, file, judgments))
        const citations = one.rows.citations.map((cited) => withToday(cited, today))
        const text = judgmentPage(shared, { ...one, rows: { ...one.rows, citations } }, { listings, course })
        yield { file, caseId, text }
      }
      await reader.release()
    }
  }
}

function stepOf(row: SqlRow, own: string, judgments: Judgments): Step {
  const file = row.case_id === null ? null : judgmentFile(String(row.library), String(row.case_id))
  return { row, isThis: file === own, file: file !== null && judgments.has(file) ? file : null }
}

type Today = ReadonlyMap<string, SqlRow>

const versionKey = (row: SqlRow): string => `${row.citation_key} ${row.regulation_id}`

/** What the numbers of articles that courts applied stand for today; one row a version, of all laws that are cited. */
async function readToday(reader: Reader): Promise<Today> {
  const rows = await reader.rows(`
    SELECT DISTINCT citation_key, regulation_id, now, text_now, '第' || split_part(key_now, '#', 2) || '条' AS label_now
    FROM applied_articles`)
  return new Map(rows.map((row) => [versionKey(row), row]))
}

/** A citation of the version in force at the judgment, with what its number stands for now. */
const withToday = (row: SqlRow, today: Today): SqlRow => {
  const found = row.is_then === true ? today.get(versionKey(row)) : undefined
  return found === undefined
    ? row
    : { ...row, now: found.now, text_now: found.text_now, label_now: found.label_now }
}
