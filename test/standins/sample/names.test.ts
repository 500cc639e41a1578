import { describe, expect, it } from 'vitest'
import { isUscc } from '../../../src/contract/identifiers.ts'
import { capitalAmount, numeral } from '../../../src/standins/sample/figures.ts'
import { subjectAt } from '../../../src/standins/sample/parties.ts'
import { expectBetween } from './sample.ts'

const subjects = Array.from({ length: 4000 }, (_, index) => subjectAt(1, index))

describe('enterprise names', () => {
  it('are all different', () => {
    expect(new Set(subjects.map(({ party }) => party.name)).size).toBe(subjects.length)
  })

  it('come with valid and different credit codes, but for one in a hundred without', () => {
    const codes = subjects.map(({ uscc }) => uscc).filter((uscc) => uscc !== '')
    for (const code of codes) {
      expect(code).toMatch(/^91\d{6}/)
      expect(isUscc(code), code).toBe(true)
    }
    expect(new Set(codes).size).toBe(codes.length)
    expectBetween(1 - codes.length / subjects.length, 0.004, 0.018)
  })
})

describe('written numbers', () => {
  it('are those of statutes', () => {
    const written = '五百七十七 一千二百六十 十四 一百一十 二百零五 一千零一 十'
    expect([577, 1260, 14, 110, 205, 1001, 10].map(numeral).join(' ')).toBe(written)
  })

  it('are those of cheques', () => {
    expect(capitalAmount(12_035_050)).toBe('壹拾贰万零叁佰伍拾元伍角')
    expect(capitalAmount(1_000_005_000)).toBe('壹仟万零伍拾元整')
    expect(capitalAmount(50_000)).toBe('伍佰元整')
  })
})
