import { describe, expect, test } from 'vitest'
import { tables } from '../../../src/app/tables.ts'
import { maskIdentifiers } from '../../../src/rows/privacy/identifiers.ts'
import { createPresent, presentOf } from '../../../src/rows/privacy/present.ts'
import type { Holds } from '../../../src/rows/tables/table.ts'
import { columnsOf, relationNames, relationOf } from '../../../src/warehouse/schema.ts'

const mask = createPresent(
  { persons: 'mask', identifiers: 'mask' },
  new Set(['欧阳明月', '诸葛小亮', '王小二', '高明']),
)

describe('the name of a person', () => {
  test.each([
    ['张三', '张某'],
    ['欧阳修', '欧阳某'],
    ['阿卜杜拉·买买提', '阿某'],
    ['John Smith', 'J某'],
    ['王某', '王某'],
    ['李××', '李××'],
    ['示例建设集团有限公司', '示例建设集团有限公司'],
  ])('%s is masked as %s', (name, masked) => {
    expect(mask.show(name, 'party').text).toBe(masked)
  })

  test('in a roll is masked among organisations, and counted', () => {
    expect(mask.show('示例控股（北京）有限公司,王小明、李四,13800138000', 'roll')).toEqual({
      text: '示例控股（北京）有限公司,王某、李某,****8000',
      persons: 2,
      identifiers: 1,
    })
  })

  test.each<[string, Holds, string, string, string[]?, string[]?]>([
    ['that is hidden already stays', 'person', '王某某', '王某某'],
    ['that is known is masked alone', 'mixed', '高明', '高某'],
    ['that is known is masked at the end of prose', 'prose', '证人王小二', '证人王某'],
    ['is masked whole where another begins it', 'prose', '张三丰、张三', '张某、张某', ['张三', '张三丰']],
    ['that many share is masked in prose', 'prose', '高飞与飞公司', '高某与飞公司', [], ['高飞', '飞公司']],
    ['that many share is masked as a member', 'json', '{"高飞":1,"飞":2}', '{"高某":1,"飞":2}', [], ['高飞']],
    ['of a firm stays as a member', 'json', '{"示例公司":1}', '{"示例公司":1}', ['示例公司']],
    [
      'of a firm stays where a text introduces it',
      'prose',
      '原告：示例公司，到庭。',
      '原告：示例公司，到庭。',
    ],
    ['in full width leaves four characters', 'prose', '１１０１０１１９９００３０７４５１Ｘ', '****451X'],
    ['of an account leaves four characters', 'prose', '账号：6222 0210 0112 3456 789', '账号：****6789'],
    ['in a roll, beside a number', 'roll', '诸葛小亮 13800138000，欧阳明月', '诸葛某 ****8000，欧阳某'],
    ['within the name of a shop is masked', 'party', '诸葛小亮餐饮店', '诸葛某餐饮店'],
    ['within the name of a firm stays', 'party', '诸葛小亮餐饮有限公司', '诸葛小亮餐饮有限公司'],
    [
      'in prose is masked where the document names it, the text introduces it, or it is known',
      'prose',
      '原告张三与示例公司一案，委托诉讼代理人：赵六七，律师。证人欧阳明月到庭。　审判长　孙某某\n书记员　周 八',
      '原告张某与示例公司一案，委托诉讼代理人：赵某，律师。证人欧阳某到庭。　审判长　孙某某\n书记员　周某',
      ['张三', '示例公司'],
    ],
    [
      'of two characters is not looked for where no document names it: it may be any word',
      'prose',
      '双方于和平年代签订高明协议',
      '双方于和平年代签订高明协议',
    ],
    [
      'in JSON is masked under the members that name people, and nowhere changes the names of members',
      'json',
      '{"审判长":"王小明","状态":"在业","成立日期":"x","地址":"江苏","联系电话":"13800138000"}',
      '{"审判长":"王某","状态":"在业","成立日期":"x","地址":"江苏","联系电话":"****8000"}',
    ],
    [
      'in JSON is masked as the name of a member, where a person of the name is known or named',
      'json',
      '{"诸葛小亮":{"高明":1},"高度":2,"13800138000":"x","110101199003074514":{"电话":"62345678"}}',
      '{"诸葛某":{"高某":1},"高度":2,"****8000":"x","****4514":{"电话":"****5678"}}',
      ['高明'],
    ],
  ])('%s', (_, content, text, masked, named, own) => {
    expect(mask.show(text, content, named, own).text).toBe(masked)
  })

  test('in a list is masked by itself', () => {
    expect(mask.showList('["张三","示例建设集团有限公司",null]', 'party').text).toBe(
      '["张某","示例建设集团有限公司",null]',
    )
  })

  test('is known by the names of the warehouse, which are not asked for where persons are kept', async () => {
    const given = '王小二与高公司，电话13800138000'
    const masked = await presentOf({ persons: 'mask', identifiers: 'keep' }, async () => ['王小二', '高公司'])
    const text = '王某与高公司，电话13800138000'
    expect(masked.show(given, 'prose')).toEqual({ text, persons: 1, identifiers: 0 })
    const kept = await presentOf({ persons: 'keep', identifiers: 'keep' }, () => Promise.reject(Error('no')))
    for (const holds of ['person', 'party', 'prose'] as const)
      expect(kept.show('王小二', holds, ['王小二'])).toEqual({ text: '王小二', persons: 0, identifiers: 0 })
  })
})

describe('JSON', () => {
  test.each([
    ['{"电话":13800138000,"n":12}', '{"电话":"****8000","n":12}'],
    ['{"a":[13800138000,13900139000.0,1.3800138001e10]}', '{"a":["****8000","****9000","****8001"]}'],
    ['{"phone" : "62345678","QQ":123456789}', '{"phone" : "****5678","QQ":"****6789"}'],
    ['{"idCard":110101199003074514}', '{"idCard":"****4514"}'],
    ['{"a":{"b":[{"c":"电话 13800138000"}]}}', '{"a":{"b":[{"c":"电话 ****8000"}]}}'],
    ['{"a":"{\\"电话\\":62345678}"}', '{"a":"{\\"电话\\":\\"****5678\\"}"}'],
    [String.raw`{"a":"\u0031\u0033800138000"}`, '{"a":"****8000"}'],
    ['{"注册资本":13800138000,"amount":13800138000,"id":13800138000}', undefined],
    ['{"n":-13800138000,"x":1.5,"big":12345678901234567890123,"t":1767225600000}', undefined],
  ])('%s stays JSON, without identifiers', (json, masked) => {
    const { text } = mask.show(json, 'json')
    expect(text).toBe(masked ?? json)
    expect(() => JSON.parse(text)).not.toThrow()
  })

  test('is not what begins with a bracket and is prose', () => {
    expect(mask.show('[注] "证人"诸葛小亮，电话13800138000，\\x "', 'mixed').text).toBe(
      '[注] "证人"诸葛某，电话****8000，\\x "',
    )
  })

  test('may stand side by side', () => {
    const text = '{"name":"张某"} {"name":"李某","电话":"****8000"}'
    const shown = mask.show('{"name":"张三"} {"name":"李四","电话":13800138000}', 'mixed')
    expect(shown).toEqual({ text, persons: 2, identifiers: 1 })
  })
})

describe('every column of every table and view', () => {
  const columns = relationNames().flatMap((name) =>
    Object.entries(relationOf(name)?.columns ?? columnsOf(name)).map(([column, one]) => ({
      name,
      column,
      ...one,
    })),
  )
  /** Columns that hold this, by their table or view; a view of every run has those of the last run's. */
  const holding = (holds: string) => {
    const found: Record<string, string[]> = {}
    const isTwice = (name: string) => relationNames().some((other) => name === `${other}_history`)
    for (const one of columns.filter(({ name, holds: held }) => held === holds && !isTwice(name))) {
      found[one.name] = [...(found[one.name] ?? []), one.column]
    }
    return found
  }

  test('says what it holds when it holds text, and else does not', () => {
    const isText = (type: string): boolean => ['VARCHAR', 'VARCHAR[]', 'JSON'].includes(type)
    expect(columns.filter(({ type, holds }) => isText(type) !== (holds !== undefined))).toEqual([])
  })

  test('that names a person is one of these', () => {
    expect(holding('person')).toEqual({
      enterprises: ['legal_representative'],
      enterprise_members: ['name'],
      enterprise_branches: ['head'],
      enterprise_investments: ['legal_representative'],
      case_people: ['name'],
    })
    expect(holding('roll')).toEqual({
      job_enterprises: ['given_name'],
      enterprise_searches: ['query'],
      enterprise_candidates: ['query'],
      company_lookups: ['query'],
      enterprises: ['core_members', 'shareholders'],
      job_inputs: ['given_name'],
    })
  })

  test('that names a party is the name of an enterprise or one of these', () => {
    const names = columns.filter(({ column }) => column === 'enterprise_name')
    expect(names.filter(({ holds }) => holds !== 'party')).toEqual([])
    const others = Object.entries(holding('party')).map(
      ([name, held]) => [name, held.filter((column) => column !== 'enterprise_name')] as const,
    )
    expect(Object.fromEntries(others.filter(([, held]) => held.length > 0))).toEqual({
      job_enterprises: ['name'],
      stated_events: ['mortgagee'],
      frozen_property: ['mortgagees'],
      bankruptcies: ['applicants'],
      guarantees: ['debtors'],
      document_remarks: ['names'],
      other_debtors: ['names'],
      counterparties: ['name_key', 'name'],
      ordered_payments: ['payees'],
      awarded_payments: ['payees'],
      enforced_payments: ['payees'],
      claimed_payments: ['payees'],
      portfolio_links: ['name', 'enterprise_names'],
      portfolio_suits: ['plaintiff_name', 'defendant_name'],
      portfolio_concentrations: ['name', 'enterprise_names'],
      changes: ['field'],
      current_names: ['name'],
      enterprise_candidates: ['name', 'name_key'],
      enterprises: ['name', 'name_key'],
      enterprise_names: ['name', 'name_key'],
      enterprise_shareholders: ['name', 'name_key'],
      enterprise_documents: ['plaintiffs', 'defendants', 'third_parties'],
      document_parties: ['name', 'name_key'],
      document_amounts: ['payers', 'payer_keys', 'unknown_payers', 'payees', 'payee_keys'],
      document_events: ['against', 'against_keys'],
      case_parties: ['name', 'name_key', 'aliases'],
      case_amounts: ['payers', 'payer_keys', 'unknown_payers', 'payees', 'payee_keys'],
      case_liabilities: ['name', 'name_keys'],
      case_people: ['party_key'],
      case_enforcement: ['against', 'against_keys', 'mortgagee'],
      case_interest: ['payers', 'payer_keys'],
      case_fees: ['bearers', 'bearer_keys'],
      case_bankruptcy: ['debtor', 'debtor_keys', 'administrator'],
      case_mentions: ['against', 'against_keys'],
      job_inputs: ['name_key'],
    })
  })

  test('that is a label has an example which says nothing of a person', () => {
    const labels = new Set(
      columns.filter(({ holds }) => holds === 'label').map(({ name, column }) => `${name}.${column}`),
    )
    const telling = tables().flatMap(({ name, columns }) =>
      columns
        .filter(({ example }) => maskIdentifiers(example).identifiers > 0)
        .map(({ column }) => `${name}.${column}`),
    )
    expect(telling.filter((column) => labels.has(column))).toEqual([])
  })
})
