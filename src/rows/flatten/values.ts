import type { LandedCall } from '../../calls/landing/entry.ts'
import { identifierOf, type JsonObject } from '../../contract/values.ts'
import { foldWidth } from '../../legal/text.ts'
import type { Rows } from '../tables/index.ts'

/** Where an answer comes from. */
export type AnswerOrigin = Pick<LandedCall, 'operation' | 'params' | 'callKey' | 'runId' | 'sweep'>

/** One landed answer of an operation, as flatten reads it. */
export interface FlattenInput extends AnswerOrigin {
  /** The records of the answer (contract/answer.ts); none when the service says that there is nothing. */
  readonly records: readonly JsonObject[]
  /** Member `data` of the envelope as it came. */
  readonly data: unknown
  /** The whole envelope as it came. */
  readonly body: unknown
}

/** A record's id, or one made of its call and position, so that a record without an id is not lost. */
export const identityOf = (id: unknown, callKey: string, index: number): string =>
  identifierOf(id) ?? `unidentified:${callKey}:${index + 1}`

/** The rows of several records by table, in their order. */
export function joined(all: readonly Rows[]): Rows {
  const rows: Record<string, object[]> = {}
  for (const one of all)
    for (const [name, of] of Object.entries(one)) {
      rows[name] ??= []
      for (const row of of) rows[name].push(row)
    }
  return rows as Rows
}

/** Words that registers write where there is nothing: they name no item of a list. */
const nothing = /^(?:无|暂无|-+|不详)$/

export const saysNothing = (value: unknown): boolean =>
  typeof value === 'string' && nothing.test(foldWidth(value))

/** An object, or null where it has no member. */
export const orNull = (object: JsonObject): JsonObject | null =>
  Object.keys(object).length === 0 ? null : object

/** Members of a record that have no column of their own, or null when there are none. */
export const extraOf = (record: JsonObject, mapped: ReadonlySet<string>): JsonObject | null =>
  orNull(
    Object.fromEntries(Object.entries(record).filter(([name, value]) => !mapped.has(name) && value !== null)),
  )
