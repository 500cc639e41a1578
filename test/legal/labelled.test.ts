import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { findParties } from '../../src/legal/parties.ts'

/*
 * Made-up texts in the forms that real judgments have, labelled by what the texts say. Precision comes first: what is read
 * must be right, and a form that is not read may only be missing.
 */

type Labelled = { readonly form: string; readonly text: string }

function labelled<T>(file: string): readonly (Labelled & T)[] {
  return JSON.parse(readFileSync(new URL(`labelled/${file}.json`, import.meta.url), 'utf8'))
}

type Score = { readonly precision: number; readonly recall: number; readonly wrong: readonly string[] }

/** Compares what was read with the labels, text by text; each row counts once. */
function scored<T extends Labelled>(
  texts: readonly T[],
  wanted: (text: T) => readonly string[],
  read: (text: T) => readonly string[],
): Score {
  let [right, missing, extra] = [0, 0, 0]
  const wrong: string[] = []
  for (const text of texts) {
    const [want, got] = [wanted(text), read(text)]
    const lacks = want.filter((row) => !got.includes(row))
    const adds = got.filter((row) => !want.includes(row))
    right += want.length - lacks.length
    missing += lacks.length
    extra += adds.length
    if (lacks.length + adds.length > 0)
      wrong.push(`${text.form}: lacks ${lacks.join('; ')} has ${adds.join('; ')}`)
  }
  return { precision: right / (right + extra), recall: right / (right + missing), wrong }
}

const none = { section: null, content: null, title: null, causes: [] }

describe('parties', () => {
  type PartyLabel = {
    readonly name: string
    readonly position: string
    readonly original: string | null
    readonly side: string | null
  }
  const texts = labelled<{ readonly parties: readonly PartyLabel[] }>('parties')
  const rowOf = (name: string, position: string | null, original: string | null, side: string | null) =>
    [name, position, original, side].join(' ')

  test('are found with their position and side in at least 97 of 100, and none is made up', () => {
    const { precision, recall, wrong } = scored(
      texts,
      ({ parties }) => parties.map((one) => rowOf(one.name, one.position, one.original, one.side)),
      ({ text }) =>
        findParties({ ...none, content: text }).map((one) =>
          rowOf(one.name, one.position, one.originalPosition, one.side),
        ),
    )
    expect({ precision, wrong }).toEqual({ precision: 1, wrong: expect.anything() })
    expect(recall, wrong.join('\n')).toBeGreaterThanOrEqual(0.97)
  })
})
