import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { knownLawNames, lawBaseName, repealedOn } from '../../src/legal/laws.ts'
import { rulesOf, textsOf } from './reading.ts'

const CIVIL_CODE = '中华人民共和国民法典'
const CIVIL_PROCEDURE = '最高人民法院关于适用《中华人民共和国民事诉讼法》的解释'
const COMPANY_THREE = '最高人民法院关于适用《中华人民共和国公司法》若干问题的规定（三）'
const LENDING = '最高人民法院关于审理民间借贷案件适用法律若干问题的规定'

describe('the base name of a law', () => {
  test.each(
    rulesOf(`
      # a national law has the name of the state, by whatever name
      民法典 ⇒ ${CIVIL_CODE}
      《民法典》 ⇒ ${CIVIL_CODE}
      民法典》 ⇒ ${CIVIL_CODE}
      《中华人民共和国民法典》 ⇒ ${CIVIL_CODE}
      我国民法典 ⇒ ${CIVIL_CODE}
      公司法 ⇒ 中华人民共和国公司法
      新公司法 ⇒ 中华人民共和国公司法
      修订后公司法 ⇒ 中华人民共和国公司法
      民诉法 ⇒ 中华人民共和国民事诉讼法
      民事诉讼法 ⇒ 中华人民共和国民事诉讼法
      合同法 ⇒ 中华人民共和国合同法
      食品安全法 ⇒ 中华人民共和国食品安全法
      消法 ⇒ 中华人民共和国消费者权益保护法
      劳动合同法实施条例 ⇒ 中华人民共和国劳动合同法实施条例
      刑法修正案（十一） ⇒ 中华人民共和国刑法修正案（十一）
      民间借贷规定 ⇒ ${LENDING}
      民间借贷司法解释 ⇒ ${LENDING}
      关于审理民间借贷案件适用法律若干问题的规定 ⇒ ${LENDING}
      公司法司法解释（三） ⇒ ${COMPANY_THREE}
      公司法解释三 ⇒ ${COMPANY_THREE}
      《公司法》司法解释三 ⇒ ${COMPANY_THREE}
      民诉法解释 ⇒ ${CIVIL_PROCEDURE}
      最高人民法院关于适用〈中华人民共和国民事诉讼法〉的解释 ⇒ ${CIVIL_PROCEDURE}
      最高人民法院关于适用<民诉法>的解释 ⇒ ${CIVIL_PROCEDURE}
      《最高人民法院关于适用＜中华人民共和国民事诉讼法＞的解释》（2022年修正） ⇒ ${CIVIL_PROCEDURE}
      九民纪要 ⇒ 全国法院民商事审判工作会议纪要
      星际航行促进法 ⇒ 中华人民共和国星际航行促进法
      《星际航行促进法 ⇒ 中华人民共和国星际航行促进法
      # brackets that are no version stay
      中华人民共和国宪法修正案（1988年） ⇒ 中华人民共和国宪法修正案（1988年）
      中华人民共和国宪法修正案(1988年) ⇒ 中华人民共和国宪法修正案（1988年）
      企业职工患病规定（试行） ⇒ 企业职工患病规定（试行）
      最高人民法院 最高人民检察院关于甲的解释 ⇒ 最高人民法院、最高人民检察院关于甲的解释
      # what is not taken for a national law stays as it is
      德国民法典 ⇒ 德国民法典
      德国刑法修正案（1998年） ⇒ 德国刑法修正案（1998年）
      德国现行公司法 ⇒ 德国现行公司法
      香港公司法 ⇒ 香港公司法
      甲省乙法 ⇒ 甲省乙法
      甲乙自治州丙法 ⇒ 甲乙自治州丙法
      上海市物业管理条例 ⇒ 上海市物业管理条例
      员工考勤办法 ⇒ 员工考勤办法
      解释 ⇒ 解释
      ⇒
    `),
  )('%s: %s ⇒ %j', (_, name, [base = '']) => {
    expect(lawBaseName(name)).toBe(base)
  })

  test.each([
    ...['(2021修订)', '（2021修订）', '（2018年修正）', '（2012年第二次修正）', '（2020第二次修正）'],
    ...['（1999年10月31日修正）', '（修订）', '【2021修订】', '（2018修正）（2021修订）'],
  ])('the version %s is not part of it', (version) => {
    expect(lawBaseName(`中华人民共和国行政处罚法${version}`)).toBe('中华人民共和国行政处罚法')
    expect(lawBaseName(`《中华人民共和国行政处罚法${version}》`)).toBe('中华人民共和国行政处罚法')
    expect(lawBaseName(`《行政处罚法》${version}`)).toBe('中华人民共和国行政处罚法')
  })

  test('of what the Civil Code ended has its last day, and nothing else has', () => {
    expect(Object.keys(repealedOn)).toHaveLength(9)
    expect(repealedOn[lawBaseName('合同法')]).toBe('2021-01-01')
  })

  test('every known name has a base name that maps to itself', () => {
    for (const name of knownLawNames()) {
      const base = lawBaseName(name)
      expect(base).toMatch(/^(?:中华人民共和国.+|.{4,})$/)
      expect(lawBaseName(base)).toBe(base)
      expect(lawBaseName(`《${base}》（2020年修正）`)).toBe(base)
    }
  })

  test('the base name of a base name is itself, whatever the text', () => {
    const words = '《 》 〈 （ ） (2021修订) 民法典 新 修正 最高人民法院 关于 的解释 一 中华人民共和国'
    fc.assert(
      fc.property(textsOf(8, words, ' '), (name) => {
        expect(lawBaseName(lawBaseName(name))).toBe(lawBaseName(name))
      }),
      { numRuns: 3000 },
    )
  })
})
