import type { JsonObject } from '../contract/answer.ts'
import { foldWidth } from '../legal/text.ts'
import { doubleOf, identifierOf, integerOf, isBlank, isExactly, shareOf, textOf, textsOf } from './values.ts'

/** How a column is read: from the first of these members that has a value. */
export interface Reading<T> {
  readonly from: readonly string[]
  readonly read: (value: unknown) => T
  /** Whether the column says all that the value does; one that it only comes near to is kept as given, too. */
  readonly isWhole?: (value: unknown) => boolean
}

const reading =
  <T>(read: (value: unknown) => T, isWhole: (value: unknown) => boolean = () => true) =>
  (...from: readonly string[]): Reading<T> => ({ from, read, isWhole })

export const asText = reading(textOf)
export const asTexts = reading(textsOf)
export const asIdentifier = reading(identifierOf)
export const asInteger = reading(integerOf)
export const asDouble = reading(doubleOf, isExactly)
/** A share of a capital: a number, or one in text, with or without a percent sign. */
export const asShare = reading(shareOf, isExactly)

/** Member, or reading of members, by column. A member's name alone is its text. */
type Columns = Readonly<Record<string, string | Reading<unknown>>>

type ValuesOf<C extends Columns> = {
  readonly [K in keyof C]: C[K] extends Reading<infer T> ? T : string | null
}

/** The members of one kind of object, each with the one column that keeps it. */
export interface Members<C extends Columns> {
  /** Every member that is known, those with a home elsewhere included. */
  readonly names: ReadonlySet<string>
  read(record: JsonObject): ValuesOf<C>
  /** What no column holds: unknown members, and known ones whose value their column cannot hold. Null when nothing. */
  extra(record: JsonObject): JsonObject | null
}

/**
 * Declares which column keeps which member. `elsewhere` are members that another table or a derived column keeps.
 * @throws TypeError when two columns claim one member, or two that differ in width or blanks only: one would vanish
 */
export function members<const C extends Columns>(columns: C, elsewhere: readonly string[] = []): Members<C> {
  const readings = Object.entries<string | Reading<unknown>>(columns).map(
    ([column, from]) => [column, typeof from === 'string' ? asText(from) : from] as const,
  )
  const names = namesOf([
    ...readings.map(([column, { from }]) => [column, from] as const),
    ['elsewhere', elsewhere],
  ])
  const isLanded = (record: JsonObject) => {
    const chosen = readings.flatMap(([, one]) => {
      const name = chosenOf(record, one)
      return name === undefined || one.isWhole?.(record[name]) === false ? [] : [name]
    })
    return new Set([...elsewhere, ...chosen])
  }
  return {
    names,
    read: (record) =>
      Object.fromEntries(readings.map(([column, one]) => [column, firstValue(record, one)])) as ValuesOf<C>,
    extra(record) {
      const landed = isLanded(record)
      const rest = Object.entries(record).filter(
        ([name, value]) => value !== null && !landed.has(name) && !(names.has(name) && isBlank(value)),
      )
      return rest.length === 0 ? null : Object.fromEntries(rest)
    },
  }
}

function namesOf(claims: readonly (readonly [string, readonly string[]])[]): ReadonlySet<string> {
  const claimed = new Map<string, string>()
  for (const [column, from] of claims) {
    for (const name of from) {
      const other = claimed.get(foldWidth(name))
      if (other !== undefined)
        throw new TypeError(`members: ${other} and ${column} both claim ${name}; one of the two would vanish`)
      claimed.set(foldWidth(name), column)
    }
  }
  return new Set(claims.flatMap(([, from]) => from))
}

const isNothing = (value: unknown): boolean => value === null || (Array.isArray(value) && value.length === 0)

const chosenOf = (record: JsonObject, { from, read }: Reading<unknown>): string | undefined =>
  from.find((name) => !isNothing(read(record[name])))

function firstValue(record: JsonObject, one: Reading<unknown>): unknown {
  const chosen = chosenOf(record, one)
  return one.read(chosen === undefined ? undefined : record[chosen])
}
