import { describe, expect, it } from 'vitest'
import { capitalAmount, numeral } from '../../../src/standins/sample/figures.ts'
import { creditCheck } from '../../../src/standins/sample/parties.ts'
import { enterpriseNames } from '../../../src/standins/sample/subject.ts'
import { fixedEnterprises } from '../../../src/standins/sample/words.ts'
import { expectBetween } from './sample.ts'

const names = enterpriseNames(1, 4000)

describe('enterprise names', () => {
  it('are all different', () => {
    expect(new Set(names.map(({ name }) => name)).size).toBe(names.length)
  })

  it('begin with the fixed enterprises', () => {
    expect(names.slice(0, fixedEnterprises().length)).toEqual(
      fixedEnterprises().map(({ name, uscc }) => ({ name, uscc })),
    )
    expect(names.filter(({ name }) => name.includes('示例物流'))).toHaveLength(2)
  })

  it('come with valid and different credit codes, but for one in a hundred without', () => {
    const codes = names.map(({ uscc }) => uscc).filter((uscc) => uscc !== '')
    for (const code of codes) {
      expect(code).toMatch(/^91\d{6}[0-9A-HJ-NP-RTUWXY]{10}$/)
      expect(creditCheck(code.slice(0, 17)), code).toBe(code.charAt(17))
    }
    expect(new Set(codes).size).toBe(codes.length)
    expectBetween(1 - codes.length / names.length, 0.004, 0.018)
  })

  it('have check digits that agree with known codes', () => {
    for (const code of ['91110108MA0074PN30', '9144030071526726XG', '91110000600037341L']) {
      expect(creditCheck(code.slice(0, 17))).toBe(code.charAt(17))
    }
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
