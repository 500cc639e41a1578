import { describe, expect, test } from 'vitest'
import { readerOf } from '../../../src/rows/tables/reader.ts'
import {
  type Columns,
  date,
  double,
  integer,
  likelyAt,
  membersAt,
  parties,
  table,
  text,
} from '../../../src/rows/tables/table.ts'

const at = membersAt('data[]')
const first = (...members: string[]) => likelyAt('data[]', { 甲: members })('甲')
const textFrom = (...members: string[]) => text('甲', first(...members), 'a text')

const suit = readerOf({
  columns: {
    number: textFrom('案号', 'ah'),
    year: integer('年', at('jand'), 'a year'),
    causes: parties('案由', at('案由'), 'causes'),
    decided_on: date('日期', at('cprq'), 'the day'),
    decided_text: text('日期原文', at('cprq'), 'as given'),
    side: text('身份', 'worked out'),
  },
  elsewhere: ['id'],
})

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
    [{ cprq: '2019年1月2日' }, { decided_on: '2019-01-02', decided_text: '2019年1月2日' }, null],
    [{ cprq: '不详' }, { decided_on: null, decided_text: '不详' }, null],
  ])('%j', (record, columns, extra) => {
    expect(suit.read(record)).toMatchObject(columns)
    expect(suit.extra(record)).toEqual(extra)
  })

  test('a derived column is null until it is worked out', () => {
    expect(suit.read({ side: '甲' }).side).toBeNull()
    expect(suit.extra({ side: '甲' })).toEqual({ side: '甲' })
  })

  test('a member that is held in another way is not unlisted', () => {
    expect(suit.extra({ 未列: '甲', 另: '乙' }, new Set(['未列']))).toEqual({ 另: '乙' })
  })

  const define = (columns: Columns, elsewhere?: readonly string[]) => () =>
    readerOf({ columns, ...(elsewhere !== undefined && { elsewhere }) })
  test.each([
    [define({ a: textFrom('名称'), b: textFrom('名称') }), 'a and b both claim 名称'],
    [define({ a: textFrom('名称') }, ['名称']), 'elsewhere and a both claim 名称'],
    [
      define({ a: textFrom('名称', '全称'), b: double('甲', first('全称'), 'a number') }),
      'a and b both claim 全称',
    ],
    [define({ a: textFrom('ID'), b: textFrom('ＩＤ') }), 'a and b both claim ＩＤ'],
    [define({ a: textFrom('名称'), b: textFrom(' 名称') }), 'a and b both claim  名称'],
  ])('two columns that claim one member are an error when they are defined', (defined, message) => {
    expect(defined).toThrow(`table: ${message}; one of the two would vanish`)
  })
})

describe('columns of a table', () => {
  const column = text('甲', 'a')
  const define = (columns: Record<string, typeof column>) => () => table('表', 'a table', [])(columns)

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
      'table 表: column "name" and "Name" would be one in SQL',
    )
  })

  test('may be in snake_case', () => {
    expect(define({ name: column, name_key: column, level_2: column })).not.toThrow()
  })
})
