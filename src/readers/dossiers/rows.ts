import { z } from 'zod'
import { codeWords } from '../../rows/words/code-words.ts'
import type { Reader } from '../../warehouse/database.ts'

/* What rows of the warehouse are made of. Dates are ISO 8601, moments UTC, sums DECIMAL(20,2) as text. */

export const text = z.string().nullable()
/** Texts by the names of their columns. */
export const texts = <Name extends string>(...names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, text])) as Record<Name, typeof text>
export const count = z.coerce.number()
export const list = z.array(z.string())
export const flag = z.boolean().nullable()

/** One of the codes of a vocabulary, each of which has a word. */
export const code = <Name extends keyof typeof codeWords>(vocabulary: Name) =>
  z.enum(Object.keys(codeWords[vocabulary]) as (keyof (typeof codeWords)[Name] & string)[])

export const role = z.enum(['plaintiff', 'defendant', 'third_party']).nullable().catch(null)
export const stage = code('stage').catch('other')
export const result = z.enum(['won', 'lost', 'partly', 'neutral']).nullable().catch(null)

export const statuteChange = z.object({
  subject_id: z.string(),
  kind: z.string(),
  ...texts('subject_name', 'before', 'after', 'earlier_run_id'),
})

export type StatuteChange = z.infer<typeof statuteChange>
export type Role = z.infer<typeof role>
export type Stage = z.infer<typeof stage>
export type Result = z.infer<typeof result>

export function groupsBy<T, Key>(all: readonly T[], keyOf: (one: T) => Key): Map<Key, T[]> {
  const groups = new Map<Key, T[]>()
  for (const one of all) {
    const key = keyOf(one)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [one])
    else group.push(one)
  }
  return groups
}

/** For sorting: the largest first; equals stay in their order. */
export const largestFirst =
  <T>(of: (one: T) => string | number | bigint) =>
  (a: T, b: T): number =>
    of(a) < of(b) ? 1 : of(a) > of(b) ? -1 : 0

export const parsed = <Row>(
  reader: Pick<Reader, 'rows'>,
  row: { parse(row: unknown): Row },
  sql: string,
): Promise<Row[]> => reader.rows(sql, {}, (one) => row.parse(one))

/** A question to the published warehouse that is asked once for many enterprises. */
export interface Query<Row extends { readonly enterprise_id: string }> {
  readonly row: { parse(row: unknown): Row }
  /** SELECT over the enterprises that `among`, a condition on a column enterprise_id, is true of; `run` is a literal. */
  readonly sql: (among: string, run: string) => string
}

export type AnyQuery = Query<{ readonly enterprise_id: string }>

export type RowOf<Asked> = Asked extends Query<infer Row> ? Row : never

/** Every question that is made, by whatever file: dossiers ask them all of each batch of enterprises. */
export const questions: AnyQuery[] = []

/** A question by the columns that it reads beside enterprise_id. */
export const query = <Columns extends z.ZodRawShape>(columns: Columns, sql: AnyQuery['sql']) => {
  const made = { row: z.object({ enterprise_id: z.string(), ...columns }), sql }
  questions.push(made as unknown as AnyQuery)
  return made
}

/** SELECT of columns of a view, or of a SELECT in brackets, as they are. Rows that differ never tie in their order. */
export const viewSql = (view: string, order: string, columns: readonly string[]): AnyQuery['sql'] => {
  const names = columns.join(', ')
  return (among) =>
    `SELECT enterprise_id, ${names} FROM ${view} WHERE ${among} ORDER BY enterprise_id, ${order}, ${names}`
}

export const viewQuery = <Columns extends z.ZodRawShape>(view: string, order: string, columns: Columns) =>
  query(columns, viewSql(view, order, Object.keys(columns)))
