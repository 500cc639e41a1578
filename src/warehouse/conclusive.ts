import type { Reader } from './database.ts'

/** Where the last conclusive answer to a question stands in raw. */
export interface AnswerPlace {
  readonly segment: string
  readonly line: number
}

/**
 * The last conclusive answer of each call key, in batches: of hits and verified absences the newest, else the newest refusal of
 * parameters. What failed, or was forgotten, is none. @throws Error when DuckDB broke off, for want of memory, say
 */
export async function* conclusiveAnswers(reader: Reader): AsyncGenerator<readonly AnswerPlace[]> {
  // Of a segment's name and a line made one text, so that the largest is the last.
  const place = "segment || ' ' || lpad(line::VARCHAR, 9, '0')"
  const last = `max({answered: outcome <> 'rejected', run_id: run_id, place: ${place}}).place`
  const conclusive = "FROM calls WHERE outcome IN ('hit', 'empty', 'rejected')"
  const [counted] = await reader.rows(`SELECT count(DISTINCT call_key)::INTEGER AS questions ${conclusive}`)
  let read = 0
  for await (const rows of reader.stream(`SELECT ${last} AS place ${conclusive} GROUP BY call_key`)) {
    read += rows.length
    yield rows.map((row) => placeIn(String(row.place)))
  }
  if (read !== counted?.questions)
    throw new Error(
      `warehouse: ${read} of ${counted?.questions} answered questions could be read from the ledger`,
    )
}

function placeIn(text: string): AnswerPlace {
  const at = text.lastIndexOf(' ')
  return { segment: text.slice(0, at), line: Number(text.slice(at + 1)) }
}
