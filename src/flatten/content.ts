import { isObject } from '../contract/answer.ts'
import { isBlank } from './values.ts'

/** The first items, and of the others those that say something else than each of them. */
export function withOthers<T>(first: readonly T[], others: readonly T[]): T[] {
  const held = new Set(first.map(contentOf))
  return [...first, ...others.filter((item) => !held.has(contentOf(item)))]
}

/** What a value says, whatever the order of its members and whether blank ones are there. */
export function contentOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(contentOf).join()}]`
  if (!isObject(value)) return JSON.stringify(value) ?? ''
  const entries = Object.entries(value).filter(([, held]) => !isBlank(held))
  const texts = entries.map(([name, held]) => `${JSON.stringify(name)}:${contentOf(held)}`)
  return `{${texts.sort().join()}}`
}
