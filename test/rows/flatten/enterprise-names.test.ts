import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../src/contract/values.ts'
import { flattened } from './flattened.ts'

const company = (record: JsonObject) =>
  flattened('rh_company_info', { name: 'x' }, [{ 企业ID: 'e1', 企业名称: '示例科技股份有限公司', ...record }])
const names = (record: JsonObject) =>
  company(record).enterprise_names?.map(({ kind, name, origin }) => [kind, name, origin])
const current = ['current', '示例科技股份有限公司', '企业名称']
const renamed = (变更前: unknown, 变更后: unknown, 变更项 = '名称变更') => ({
  变更项,
  变更前,
  变更后,
  变更时间: '2018-01-01',
})

describe('the names of an enterprise', () => {
  test('the present one, numbered, with its key', () => {
    expect(company({ 企业名称: '甲（上海）公司' }).enterprise_names).toEqual([
      {
        enterprise_id: 'e1',
        ordinal: 1,
        kind: 'current',
        name: '甲（上海）公司',
        name_key: '甲(上海)公司',
        origin: '企业名称',
      },
    ])
    expect(names({ 企业名称: ' ' })).toEqual([])
  })

  test('former ones by changes of the name, the later ones too when they are not the present', () => {
    const record = {
      变更: [
        renamed('甲软件有限公司', '示例软件有限公司'),
        renamed('示例软件有限公司', '示例科技股份有限公司', '企业名称变更（字号、集团名称等）'),
        renamed('旧址', '新址', '住所变更'),
      ],
    }
    expect(names(record)).toEqual([
      current,
      ['former', '甲软件有限公司', '变更.变更前'],
      ['former', '示例软件有限公司', '变更.变更后'],
    ])
    expect(company(record).enterprise_names?.map(({ ordinal }) => ordinal)).toEqual([1, 2, 3])
  })

  test.each(['股东名称变更', '分支机构名称变更', '投资人名称'])('%s changes the name of another', (item) => {
    expect(names({ 变更: [renamed('甲', '乙', item)] })).toEqual([current])
  })

  test.each([
    ['旧甲有限公司;旧乙有限公司', ['旧甲有限公司', '旧乙有限公司']],
    ['旧甲有限公司；旧乙有限公司、旧丙公司', ['旧甲有限公司', '旧乙有限公司', '旧丙公司']],
    ['旧甲有限公司，旧乙有限公司,Old Co., Ltd.', ['旧甲有限公司', '旧乙有限公司', 'Old Co., Ltd.']],
    [
      ['旧甲有限公司', '旧乙有限公司'],
      ['旧甲有限公司', '旧乙有限公司'],
    ],
    [[' ', '无', '-'], []],
    ['暂无', []],
    [3, []],
    [{ 名称: '旧甲' }, []],
  ])('of 曾用名 %j, which stays unlisted', (曾用名, former) => {
    const rows = company({ 曾用名 })
    expect(names({ 曾用名 })).toEqual([current, ...former.map((name) => ['former', name, '曾用名'])])
    expect(rows.enterprises?.[0]?.extra).toEqual({ 曾用名 })
    expect(rows.unlisted_members?.length).toBeGreaterThan(0)
  })

  test('short ones by 股票简称, 证券简称 and 简称', () => {
    expect(names({ 股票简称: '示例科技', 证券简称: ['示科'], 简称: '示例；示科' })).toEqual([
      current,
      ['short', '示例科技', '股票简称'],
      ['short', '示科', '证券简称'],
      ['short', '示例', '简称'],
    ])
  })

  test('each once, whatever its width', () => {
    expect(
      names({
        企业名称: '甲（上海）公司',
        变更: [renamed('乙（上海）公司', '甲(上海)公司')],
        曾用名: '乙(上海)公司、甲 （上海）公司',
      }),
    ).toEqual([
      ['current', '甲（上海）公司', '企业名称'],
      ['former', '乙（上海）公司', '变更.变更前'],
    ])
  })

  test.each([null, '', '-', '无', 7, ['甲'], { 名称: '甲' }])('a change from %j names nothing', (before) => {
    expect(names({ 变更: [renamed(before, before)] })).toEqual([current])
  })

  test('of two records of one enterprise those of the first', () => {
    const records = [
      { 企业ID: 'e1', 企业名称: '甲公司' },
      { 企业ID: 'e1', 企业名称: '乙公司' },
    ]
    const { enterprise_names } = flattened('rh_company_info', { name: 'x' }, records)
    expect(enterprise_names?.map(({ name }) => name)).toEqual(['甲公司'])
  })
})
