import { describe, expect, test } from 'vitest'
import { flattened } from './flattened.ts'

const record = {
  id: 'c1',
  ah: '（2021）粤03民终2号',
  title: '甲公司与乙公司买卖合同纠纷二审民事判决书',
  jbdw: '广东省深圳市中级人民法院',
  ajlb: '民事案件',
  spcx: '二审',
  wszl: '判决书',
  xzqh_p: '广东',
  dsr: '上诉人（原审被告）：甲贸易有限公司（以下简称甲公司）。\n法定代表人：钱某。\n被上诉人（原审原告）：乙公司。',
  ssjl: '甲公司不服某法院（2020）粤0304民初1号民事判决，提起上诉。',
  content: '乙公司向一审法院提出诉讼请求：1.判令甲公司支付货款120元。',
  pjjg: '一、撤销某市人民法院（2020）粤0304民初1号民事判决；\n二、甲公司于本判决生效之日起十日内支付乙公司货款100元；\n三、驳回乙公司的其他诉讼请求。\n二审案件受理费5元，由甲公司负担。',
}
const rows = flattened('rh_case_details', { id: 'c1', type: 'ptal' }, [record])

describe('rows of a case', () => {
  test('the case has its outcome, its court and the number its family begins with', () => {
    expect(rows.cases?.[0]).toMatchObject({
      court_level: '中级',
      court_province: '广东',
      outcome: 'partly_reversed',
      outcome_rule: '4:partly_reversed',
      origin_number_key: '(2020)粤0304民初1号',
    })
  })

  test('its parties stand on the sides of this instance and of the first', () => {
    expect(rows.case_parties).toMatchObject([
      {
        case_id: 'c1',
        ordinal: 1,
        name: '甲贸易有限公司',
        position: '上诉人',
        side: 'plaintiff',
        original_side: 'defendant',
      },
      {
        case_id: 'c1',
        ordinal: 2,
        name: '乙公司',
        position: '被上诉人',
        side: 'defendant',
        original_side: 'plaintiff',
      },
    ])
  })

  test('its sums are those ordered, the fees, and those claimed', () => {
    expect(rows.case_amounts).toMatchObject([
      {
        ordinal: 1,
        part: 'order',
        item: 2,
        amount: '100',
        is_ordered: true,
        payees: ['乙公司'],
        source: 'judgment',
      },
      { ordinal: 2, part: 'order', item: null, role: '案件受理费', amount: '5', is_ordered: false },
      { ordinal: 3, part: 'claim', item: 1, amount: '120', is_ordered: false, source: 'content' },
    ])
  })

  test('every sum stands where its row says', () => {
    const texts = { judgment: record.pjjg, content: record.content }
    for (const { source, text_offset, amount_text } of rows.case_amounts ?? []) {
      const text = texts[source as keyof typeof texts]
      expect(text.substring(text_offset ?? 0).startsWith(amount_text ?? '?')).toBe(true)
    }
  })

  test('the numbers it names are rows', () => {
    expect(rows.case_references).toEqual([
      {
        case_id: 'c1',
        library: 'ptal',
        ordinal: 1,
        number: '（2020）粤0304民初1号',
        number_key: '(2020)粤0304民初1号',
        number_status: 'parsed',
        number_category: '民事案件',
        number_procedure: '一审',
        source: 'litigation_record',
        text_offset: 8,
      },
    ])
  })

  test('the court code tells what the name and the record do not', () => {
    const { cases } = flattened('rh_case_details', { id: 'a', type: 'ptal' }, [
      { id: 'a', ah: '（2020）粤0304民初1号' },
    ])
    expect(cases?.[0]).toMatchObject({ court_level: '基层', court_province: '广东', outcome: null })
  })

  test("the Supreme People's Court is of no province, though its records name 最高 as theirs", () => {
    const { cases } = flattened('rh_case_details', { id: 'a', type: 'ptal' }, [
      { id: 'a', ah: '（2020）最高法民终1号', jbdw: '最高人民法院', xzqh_p: '最高' },
    ])
    expect(cases?.[0]).toMatchObject({ court_level: '最高', court_province: null, province: '最高' })
  })
})

describe('a listed document', () => {
  const rowsOf = (one: object) =>
    flattened(
      'rh_enterpriseWritList',
      { id: 'e1' },
      {
        id: 'e1',
        name: '示例（上海）公司',
        total: 1,
        list: [{ 文书id: 'd1', 案号: '（2020）粤0304民初1号', 文书种类: '判决书', ...one }],
      },
    )
  const listed = (one: object) => rowsOf(one).enterprise_documents?.[0]

  test.each([
    [{ 起诉方: ['示例(上海)公司'], 应诉方: ['乙公司'] }, 'plaintiff'],
    [{ 起诉方: ['乙公司'], 应诉方: ['丙公司', '示例（上海）公司'] }, 'defendant'],
    [{ 第三方: ['示例（上海）公司'] }, 'third_party'],
    [{ 起诉方: ['示例（上海）公司'], 应诉方: ['示例（上海）公司'] }, null],
    [{ 起诉方: ['乙公司'] }, null],
  ])('%j: the role of the enterprise is %s', (sides, role) => {
    expect(listed(sides)?.role).toBe(role)
  })

  test('its result tells the outcome', () => {
    expect(listed({ 裁判结果: '驳回甲公司的全部诉讼请求。' })).toMatchObject({
      outcome: 'dismissed',
      outcome_rule: '4:dismissed',
      outcome_evidence: '驳回甲公司的全部诉讼请求',
    })
  })

  test('of a result with points for full stops the court fee is not ordered to be paid', () => {
    const result = '一、被告乙公司支付原告甲公司货款100元.案件受理费50元,由被告乙公司负担.'
    const { document_amounts: amounts = [] } = rowsOf({
      裁判结果: result,
      起诉方: ['甲公司'],
      应诉方: ['乙公司'],
    })
    expect(amounts.map(({ amount, is_ordered }) => [amount, is_ordered])).toEqual([
      ['100', true],
      ['50', false],
    ])
  })
})
