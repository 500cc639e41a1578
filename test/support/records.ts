import type { ReadCall } from '../../src/calls/landing/entry.ts'

/** Small records in the contract's shapes (section 2), for corpora written by hand. */

/** The body of an answer with these records. */
export const hit = (...data: unknown[]) => ({ status: 'success', code: 200, message: '请求成功', data })

/** An answered call as it is read from a segment: unless it says otherwise for the text of a case. */
export const readCall = (callKey: string, body: unknown, more: Partial<ReadCall> = {}): ReadCall => ({
  callKey,
  operation: 'rh_case_details',
  step: 'details',
  runId: 'run-1',
  params: { id: 'd1', type: 'ptal' },
  sweep: 1,
  fetchedAt: '2026-01-01T00:00:00.000Z',
  attempts: 1,
  latencyMs: 5,
  cost: 5,
  httpStatus: 200,
  error: null,
  bytes: 100,
  sha256: 'x',
  line: 1,
  body,
  ...more,
})

export const enterprise = (id: string, name: string, uscc = '') => ({
  企业ID: id,
  企业名称: name,
  统一社会信用代码: uscc,
  法定代表人: '王某',
  成立日期: '2015年3月2日',
  经营状态: '存续',
})

export const listed = (enterpriseId: string, id: string, more: object = {}) => ({
  enterprise_id: enterpriseId,
  文书id: id,
  标题: `${id}号文书`,
  案号: `（2023）京0105民初${Number.parseInt(id.replace(/\D/g, '') || '1', 10)}号`,
  时间: '2023-05-06',
  案由: '买卖合同纠纷',
  审判程序: '一审',
  文书种类: '判决书',
  起诉方: ['甲公司'],
  应诉方: ['乙公司'],
  第三方: [],
  裁判结果: '驳回诉讼请求。',
  ...more,
})

export const judgment = (id: string, more: object = {}) => ({
  type: '普通案例',
  id,
  ah: `（2023）京0105民初${Number.parseInt(id.replace(/\D/g, '') || '1', 10)}号`,
  title: `${id}号文书`,
  jbdw: '北京市朝阳区人民法院',
  ajlb: '民事案件',
  spcx: '一审',
  wszl: '判决书',
  ay: ['买卖合同纠纷'],
  cprq: '2023年5月6日',
  xzqh_p: '北京',
  xzqh_c: '北京市',
  yyft: ['中华人民共和国民法典第五百七十七条'],
  content: '依照《中华人民共和国民法典》第五百七十七条、第五百八十五条第一款的规定，判决如下：驳回诉讼请求。',
  ...more,
})

export const article = (
  regulation: string,
  law: string,
  number: number,
  label: string,
  more: object = {},
) => ({
  id: `${regulation}_${number}`,
  fgid: regulation,
  tid: String(number),
  fgmc: law,
  ft_num: label,
  content: `${label}的条文。`,
  sxx: '现行有效',
  ssrq: '2021-01-01',
  fbrq: '2020-05-28',
  ...more,
})

export const civilCode = [
  article('a1', '中华人民共和国民法典', 577, '第五百七十七条'),
  article('a1', '中华人民共和国民法典', 585, '第五百八十五条'),
]
