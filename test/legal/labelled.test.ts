import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parseCaseNumber } from '../../src/legal/case-numbers.ts'
import { findReferences, originKey } from '../../src/legal/case-references.ts'
import { claimedAmounts } from '../../src/legal/claims.ts'
import { signedOn } from '../../src/legal/dates.ts'
import { findEnforcement } from '../../src/legal/enforcement.ts'
import { operativePart } from '../../src/legal/operative-part.ts'
import { findParties } from '../../src/legal/parties.ts'
import { findPeople } from '../../src/legal/people.ts'
import { classifyOutcome, partyOutcomes } from '../../src/legal/results.ts'
import { isWithheld } from '../../src/legal/text.ts'
import { none, partiesIn, sumsOf } from './reading.ts'

/*
 * Made-up texts in the forms that real judgments have, labelled by what the texts say.
 */

type Labelled = { readonly form: string; readonly text: string }
type Labels<Name extends string> = Readonly<Record<Name, string | null>>

/** Values in the order of their labels. */
type Row = Readonly<Record<string, unknown>>
const rowOf = (row: Row): string => JSON.stringify(Object.values(row))

function labelled<T>(file: string): readonly (Labelled & T)[] {
  return JSON.parse(readFileSync(new URL(`labelled/${file}.json`, import.meta.url), 'utf8'))
}

/** Each text is read as it is labelled, row by row; each row counts once. */
function expectRead<T extends Labelled>(
  texts: readonly T[],
  wanted: (text: T) => readonly string[],
  read: (text: T) => readonly string[],
) {
  const wrong = texts.flatMap((text) => {
    const [want, got] = [wanted(text), read(text)]
    const lacks = want.filter((row) => !got.includes(row))
    const adds = got.filter((row) => !want.includes(row))
    return lacks.length + adds.length === 0
      ? []
      : `${text.form}: lacks ${lacks.join('; ')} has ${adds.join('; ')}`
  })
  expect(wrong).toEqual([])
}

describe('parties', () => {
  type PartyLabel = Readonly<Record<'name' | 'position', string>> & Labels<'original' | 'side'>
  const texts = labelled<{ readonly parties: readonly PartyLabel[] }>('parties')

  test('are found with their position and side, and none is made up', () => {
    expectRead(
      texts,
      ({ parties }) =>
        parties.map(({ name, position, original, side }) => [name, position, original, side].join(' ')),
      ({ text }) =>
        findParties({ ...none, content: text }).map(({ name, position, originalPosition, side }) =>
          [name, position, originalPosition, side].join(' '),
        ),
    )
  })
})

describe('operative parts', () => {
  type OrderLabel = {
    readonly kind: string
    readonly parties: string
    readonly sums: readonly { amount: string; payers: readonly string[]; payees: readonly string[] }[]
    readonly outcome: string
    readonly results: Readonly<Record<string, string | null>>
  }
  const texts = labelled<OrderLabel>('orders')
  const read = ({ kind, parties: section, text }: Labelled & OrderLabel) => {
    const parties = partiesIn(section)
    const part = operativePart(text, null)
    const orders = sumsOf(text, parties)
    const outcome = classifyOutcome(part, { kind, category: null, procedure: null })
    return { parties, orders, outcome, results: partyOutcomes(parties, outcome, part, orders) }
  }

  test('order their sums with payer and payee, and no other sum', () => {
    expectRead(
      texts,
      ({ sums }) => sums.map(({ amount, payers, payees }) => `${Number(amount)} of ${payers} to ${payees}`),
      (text) =>
        read(text)
          .orders.filter(({ isOrdered, amount }) => isOrdered && amount !== null)
          .map(
            ({ amount, payers, payees }) =>
              `${Number(amount)} of ${payers.flatMap(({ keys }) => keys)} to ${payees.flatMap(({ keys }) => keys)}`,
          ),
    )
  })

  test('give the outcome, and what it is for each party', () => {
    expectRead(
      texts,
      ({ outcome, results }) => [
        outcome,
        ...Object.entries(results).map(([name, result]) => `${name} ${result}`),
      ],
      (text) => {
        const { outcome, parties, results } = read(text)
        const named = parties.flatMap(({ name }, index) =>
          name in text.results ? [`${name} ${results[index]?.result}`] : [],
        )
        return [outcome?.outcome ?? 'none', ...named]
      },
    )
  })
})

describe('other case numbers', () => {
  type ReferenceLabel = { readonly own: string; readonly references: readonly string[] } & Labels<'origin'>
  const texts = labelled<ReferenceLabel>('references')
  const read = ({ own, text }: ReferenceLabel & Labelled) => {
    const number = parseCaseNumber(own)
    const references = findReferences(null, text, number)
    return { references, origin: originKey(number, references, text) }
  }

  test('are those of courts, all of them, and no other', () => {
    expectRead(
      texts,
      ({ references }) => references,
      (text) => read(text).references.map(({ number }) => number.key || number.canonical),
    )
  })

  test('give the number that the dispute began with', () => {
    const known = texts.filter(({ origin }) => origin !== null)
    expectRead(
      known,
      ({ origin }) => [origin ?? ''],
      (text) => [read(text).origin ?? 'none'],
    )
  })
})

describe('claims', () => {
  test('are the sums asked for, without their parts', () => {
    expectRead(
      labelled<{ readonly parties?: string; readonly sums: readonly string[] }>('claims'),
      ({ sums }) => sums,
      ({ parties = null, text }) =>
        claimedAmounts(text, partiesIn(parties)).flatMap(({ amount }) => amount ?? []),
    )
  })

  test('stay with the side that asked', () => {
    const texts = labelled<{ readonly parties: string } & Record<'sums' | 'claimants', string[]>>('claimants')
    for (const { form, parties, text, sums, claimants } of texts) {
      const claims = claimedAmounts(text, partiesIn(parties))
      expect([form, claims.map(({ amount }) => amount)]).toEqual([form, sums])
      for (const { payees } of claims)
        expect([form, payees.flatMap(({ keys }) => keys)]).toEqual([form, claimants])
    }
  })
})

describe('the text itself', () => {
  const texts = labelled<{ readonly date: string | null; readonly withheld: boolean }>('dates')

  test.each(texts)('$form: the day it was signed, and whether it is withheld', ({ text, date, withheld }) => {
    expect([signedOn(text)?.date ?? null, isWithheld(text)]).toEqual([date, withheld])
  })
})

describe('enforcement', () => {
  type EnforcementLabel = {
    readonly parties: string
    readonly implementation: boolean
    readonly facts: readonly Row[]
  }

  test('has its sums, its end with the reasons, marks and measures', () => {
    expectRead(
      labelled<EnforcementLabel>('enforcement'),
      ({ facts }) => facts.map(rowOf),
      ({ parties: section, text, implementation }) =>
        findEnforcement(text, operativePart(null, text), partiesIn(section), {
          isEnforcement: implementation,
          own: null,
        }).map((fact) =>
          rowOf({
            kind: fact.kind,
            ordered: fact.isOrdered,
            lifted: fact.isLifted,
            amount: fact.amount?.amount ?? null,
            property: fact.property,
            months: fact.term?.months ?? null,
            until: fact.term?.until ?? null,
            against: fact.against.flatMap(({ keys }) => keys),
            reasons: fact.reasons,
          }),
        ),
    )
  })
})

describe('people', () => {
  type PersonLabel = { readonly people: readonly Labels<'role' | 'name' | 'firm' | 'party'>[] }

  test('have their role, firm and party', () => {
    expectRead(
      labelled<PersonLabel>('people'),
      ({ people }) => people.map(({ role, name, firm, party }) => [role, name, firm, party].join(' ')),
      ({ text }) =>
        findPeople(text, findParties({ ...none, content: text })).map(({ role, name, firm, partyKey }) =>
          [role, name, firm, partyKey].join(' '),
        ),
    )
  })
})
