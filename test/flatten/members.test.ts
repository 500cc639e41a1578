import { describe, expect, test } from 'vitest'
import { asDouble, asInteger, asText, asTexts, members } from '../../src/flatten/members.ts'
import { table, text } from '../../src/tables/table.ts'

const suit = members({ number: asText('案号', 'ah'), year: asInteger('jand'), causes: asTexts('案由') }, [
  'id',
])

describe('members of an object by column', () => {
  test.each([
    [{ 案号: '甲', ah: '乙' }, { number: '甲' }, { ah: '乙' }],
    [{ 案号: ' ', ah: '乙' }, { number: '乙' }, null],
    [{ jand: '2019' }, { year: 2019 }, null],
    [{ jand: '不详' }, { year: null }, { jand: '不详' }],
    [{ jand: '', 案号: null, 案由: [''] }, { year: null, number: null, causes: [] }, null],
    [{ 案由: '合同纠纷' }, { causes: ['合同纠纷'] }, null],
    [{ id: 'x', 未列: '' }, {}, { 未列: '' }],
    [{ '案号 ': '甲' }, { number: null }, { '案号 ': '甲' }],
  ])('%j', (record, columns, extra) => {
    expect(suit.read(record)).toMatchObject(columns)
    expect(suit.extra(record)).toEqual(extra)
  })

  test.each([
    [() => members({ a: '名称', b: '名称' }), 'a and b both claim 名称'],
    [() => members({ a: '名称' }, ['名称']), 'a and elsewhere both claim 名称'],
    [() => members({ a: asText('名称', '全称'), b: asDouble('全称') }), 'a and b both claim 全称'],
    [() => members({ a: 'ID', b: 'ＩＤ' }), 'a and b both claim ＩＤ'],
    [() => members({ a: '名称', b: ' 名称' }), 'a and b both claim  名称'],
  ])('two columns that claim one member are an error when they are defined', (define, message) => {
    expect(define).toThrow(`members: ${message}; one of the two would vanish`)
  })
})

describe('columns of a table', () => {
  const column = text('甲', 'derived', 'a', '乙')
  const define = (columns: Record<string, typeof column>) => () =>
    table({ term: '表', meaning: 'a table', columns, key: [], scope: [] })

  test.each(['企业名称', 'Name', 'first name', '', '1st', '_hidden', 'naïve'])(
    'may not be called %j',
    (name) => {
      expect(define({ [name]: column })).toThrow(
        `table 表: column "${name}" is no name of letters, digits and _`,
      )
    },
  )

  test('may not differ in case only', () => {
    expect(define({ name: column, Name: column })).toThrow(
      'table 表: columns name and Name would be one in SQL',
    )
  })

  test('may be in snake_case', () => {
    expect(define({ name: column, name_key: column, level_2: column })).not.toThrow()
  })
})
