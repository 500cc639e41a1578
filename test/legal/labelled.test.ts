import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { findBankruptcy } from '../../src/legal/bankruptcy.ts'
import { parseCaseNumber } from '../../src/legal/case-numbers.ts'
import { findReferences, originKey } from '../../src/legal/case-references.ts'
import { claimedAmounts } from '../../src/legal/claims.ts'
import { signedOn } from '../../src/legal/dates.ts'
import { findEnforcement } from '../../src/legal/enforcement.ts'
import { findBorneFees } from '../../src/legal/fee-bearers.ts'
import { findInterest } from '../../src/legal/interest.ts'
import { findLiabilities } from '../../src/legal/liabilities.ts'
import { operativePart } from '../../src/legal/operative-part.ts'
import { findParties } from '../../src/legal/parties.ts'
import { findPeople } from '../../src/legal/people.ts'
import { classifyOutcome, partyOutcomes } from '../../src/legal/results.ts'
import { isWithheld } from '../../src/legal/text.ts'
import { inPart, none, partiesIn, sumsOf } from './reading.ts'

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

describe('liabilities', () => {
  type LiabilityLabel = {
    readonly parties: string
    readonly liabilities: readonly { kind: string; name: string; share: number | null; limited: boolean }[]
  }

  test('have their kind, person, share and limit', () => {
    expectRead(
      labelled<LiabilityLabel>('liabilities'),
      ({ liabilities }) =>
        liabilities.map(({ kind, name, share, limited }) => `${kind} ${name} ${share} ${limited}`),
      ({ parties: section, text }) => {
        const found = inPart(text, (part) => findLiabilities(part, partiesIn(section)))
        return found.map(
          ({ kind, who, sharePercent, isLimited }) => `${kind} ${who.keys} ${sharePercent} ${isLimited}`,
        )
      },
    )
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

describe('interest and fees', () => {
  type InterestLabel = { readonly parties: string; readonly interest: readonly Row[] }
  type FeeLabel = { readonly parties: string; readonly fees: readonly Row[] }
  const interestIn = ({ parties: section, text }: { readonly parties: string; readonly text: string }) => {
    const parties = partiesIn(section)
    return inPart(text, (part) => findInterest(part, sumsOf(text, parties), parties))
  }

  /** The number that stands at a place. */
  const baseAt = (text: string, offset: number) => /^\d*/.exec(text.slice(offset))?.[0]

  test('interest has its base where it stands, period, rate and payers', () => {
    expectRead(
      labelled<InterestLabel>('interest'),
      ({ interest }) => interest.map(rowOf),
      (text) =>
        interestIn(text).map((one) =>
          rowOf({
            kind: one.kind,
            amount: one.amount?.amount ?? null,
            base: one.base && baseAt(text.text, one.base.offset),
            from: one.from?.date ?? null,
            until: one.until?.text ?? null,
            benchmark: one.rate?.benchmark ?? null,
            multiple: one.rate?.multiple ?? null,
            percent: one.rate?.percent ?? null,
            period: one.rate?.period ?? null,
            payers: one.payers.flatMap(({ keys }) => keys),
          }),
        ),
    )
  })

  test('the loan prime rate stands with its term', () => {
    const rateOf = (rate: string) => {
      const text = `被告甲公司支付原告乙公司货款100元及利息（以100元为基数，自2020年1月1日起至付清之日止按${rate}计算）。`
      return interestIn({ parties: '原告：乙公司。\n被告：甲公司。', text }).map(({ rate }) => rate?.text)
    }
    for (const rate of ['一年期贷款市场报价利率', '5年期以上LPR的1.5倍', '贷款市场报价利率（一年期）'])
      expect(rateOf(rate)).toEqual([rate])
    expect(rateOf('同期贷款市场报价利率')).toEqual(['贷款市场报价利率'])
  })

  test('fees have who bears them, and how much', () => {
    expectRead(
      labelled<FeeLabel>('fees'),
      ({ fees }) => fees.map(rowOf),
      ({ parties, text }) => {
        const found = inPart(text, (part) => findBorneFees(part, partiesIn(parties)))
        return found.map(({ fee, amount, bearers, isShared }) =>
          rowOf({
            ...{ fee, amount: amount?.amount ?? null },
            ...{ bearers: bearers.flatMap(({ keys }) => keys), isShared },
          }),
        )
      },
    )
  })
})

describe('bankruptcy', () => {
  type BankruptcyLabel = { readonly parties: string; readonly steps: readonly Row[] }
  const rowOf = (row: Row): string => JSON.stringify(Object.entries(row).sort())

  test('has its steps with debtor and administrator', () => {
    expectRead(
      labelled<BankruptcyLabel>('bankruptcy'),
      ({ steps }) => steps.map((step) => rowOf({ happened: null, ...step })),
      ({ parties: section, text }) =>
        findBankruptcy(text, operativePart(null, text), partiesIn(section)).map((one) =>
          rowOf({
            kind: one.kind,
            ordered: one.isOrdered,
            happened: one.happenedOn,
            procedure: one.procedure,
            debtor: one.debtor?.keys[0] ?? one.debtor?.text ?? null,
            administrator: one.administrator,
          }),
        ),
    )
  })

  test.each([
    ['经审理查明：某区人民法院已裁定受理东湖公司的破产清算申请。', ['受理 东湖公司']],
    ['经审理查明：某区人民法院宣告东湖公司破产。', ['宣告破产 东湖公司']],
    ['经审理查明：某区人民法院裁定终结东湖公司破产程序。', []],
    ['原告诉称：某区人民法院已裁定受理东湖公司的破产清算申请。', []],
  ])('a judgment in another matter that says %s reports %j', (text, found) => {
    const steps = findBankruptcy(text, null, [], false)
    expect(steps.map(({ kind, debtor }) => `${kind} ${debtor?.text}`)).toEqual(found)
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
