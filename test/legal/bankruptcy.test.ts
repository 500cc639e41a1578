import { expect, test } from 'vitest'
import { findBankruptcy } from '../../src/legal/bankruptcy.ts'
import { operativePart } from '../../src/legal/operative-part.ts'
import { partiesIn } from './reading.ts'

const debtor = '望川公司'
const [both, one] = [`申请人：乙公司。\n被申请人：${debtor}。`, '申请人：乙公司。']
/** Steps as short words: kind, ! where it is decided, the day where it is reported, procedure, debtor, administrator. */
const read = (section: string | null, text: string, isOwn = true): string[] =>
  findBankruptcy(text, operativePart(null, text), partiesIn(section), isOwn).map(
    ({ kind, isOrdered, happenedOn, procedure, debtor: whose, administrator }) =>
      [
        ...[kind + (isOrdered ? '!' : ''), happenedOn ?? [], procedure ?? []],
        ...[whose === null ? [] : `of ${whose.text}`, administrator === null ? [] : `by ${administrator}`],
      ]
        .flat()
        .join(' '),
  )

test.each([
  [both, `裁定如下：\n受理申请人乙公司对被申请人${debtor}的破产清算申请。`, `受理! 破产清算 of ${debtor}`],
  [
    both,
    `裁定如下：受理乙公司提出的对${debtor}进行重整的申请。\n本裁定自即日起生效。`,
    `受理! 重整 of ${debtor}`,
  ],
  [both, `裁定如下：对乙公司提出的对${debtor}的破产清算申请，不予受理。`, `不予受理! of ${debtor}`],
  [both, `裁定如下：驳回乙公司对${debtor}的破产清算申请。`, `驳回申请! 破产清算 of ${debtor}`],
  [both, `裁定如下：准许乙公司撤回对${debtor}的破产清算申请。`, `撤回申请! 破产清算 of ${debtor}`],
  [one, '裁定如下：驳回乙公司对被申请人岭北置业公司的清算申请。', '驳回申请! 清算 of 岭北置业公司'],
  [`${both}\n第三人：丙公司。`, '裁定如下：驳回乙公司对丙公司的重整申请。', '驳回申请! 重整 of 丙公司'],
  [both, '裁定如下：准许乙公司撤回申请。', `撤回申请! of ${debtor}`],
  [both, '裁定如下：本案按乙公司撤回申请处理。', `撤回申请! of ${debtor}`],
  [both, `裁定如下：按乙公司撤回对${debtor}的破产清算申请处理。`, `撤回申请! 破产清算 of ${debtor}`],
  [both, `裁定如下：准许丙公司撤回申请${debtor}破产清算的申请。`, `撤回申请! 破产清算 of ${debtor}`],
  [both, `决定如下：指定青桐律师事务所担任${debtor}管理人。`, `指定管理人! of ${debtor} by 青桐律师事务所`],
  [both, '决定如下：指定管理人为青桐律师事务所。', '指定管理人! by 青桐律师事务所'],
  [both, `裁定如下：认可${debtor}破产财产分配方案。`, `认可分配方案! 破产 of ${debtor}`],
  [both, `裁定如下：认可${debtor}和解协议。`, `认可和解协议! 和解 of ${debtor}`],
  [both, '裁定如下：确认丙公司等三位债权人的无异议债权。', '确认债权!'],
  [
    both,
    `本院于2021年3月1日裁定受理乙公司对${debtor}的破产清算申请，并于同日指定青桐律师事务所为管理人。裁定如下：\n一、宣告${debtor}破产；\n二、终结${debtor}破产程序。`,
    `受理 2021-03-01 破产清算 of ${debtor}`,
    '指定管理人 by 青桐律师事务所',
    ...[`宣告破产! 破产 of ${debtor}`, `终结程序! 破产 of ${debtor}`],
  ],
  [
    both,
    `${debtor}管理人请求批准重整计划。裁定如下：\n一、批准${debtor}重整计划；\n二、终止${debtor}重整程序。`,
    ...[`批准重整计划! 重整 of ${debtor}`, `终止重整! 重整 of ${debtor}`],
  ],
  [
    `申请人：${debtor}管理人。`,
    `2021年6月21日，本院裁定受理${debtor}（以下简称望川）破产清算一案。裁定如下：\n终结${debtor}破产程序。`,
    ...[`受理 2021-06-21 破产清算 of ${debtor}`, `终结程序! 破产 of ${debtor}`],
  ],
  [
    one,
    `青禾市云溪区人民法院\n公告\n（2019）青0102破16号之一\n本院根据乙公司的申请于2019年7月29日裁定受理${debtor}破产清算一案。本院于2019年10月9日裁定宣告${debtor}破产并终结${debtor}破产程序。\n特此公告`,
    `受理 2019-07-29 破产清算 of ${debtor}`,
    ...[`宣告破产! 2019-10-09 破产 of ${debtor}`, `终结程序! 2019-10-09 破产 of ${debtor}`],
  ],
  [
    one,
    `青禾市云溪区人民法院\n公告\n（2019）青0102破16号之一\n本院于2019年5月1日裁定受理${debtor}破产清算一案，于2019年10月9日裁定宣告${debtor}破产。\n特此公告`,
    ...[`受理! 2019-05-01 破产清算 of ${debtor}`, `宣告破产! 破产 of ${debtor}`],
  ],
  [
    one,
    `青禾市云溪区人民法院\n决定书\n（2023）青0102破2号\n2023年3月1日，本院裁定受理乙公司对${debtor}的破产清算申请。依照规定，指定青桐律师事务所担任${debtor}管理人。`,
    `受理 2023-03-01 破产清算 of ${debtor}`,
    `指定管理人! of ${debtor} by 青桐律师事务所`,
  ],
  [
    both,
    `本院于2025年6月18日作出（2025）青01破申4号民事裁定，受理乙公司对${debtor}的破产清算申请。裁定如下：\n驳回乙公司对${debtor}的破产清算申请。`,
    ...[`受理 2025-06-18 破产清算 of ${debtor}`, `驳回申请! 破产清算 of ${debtor}`],
  ],
  [both, `管理人向本院申请宣告${debtor}破产。裁定如下：驳回申请。`],
  [both, '裁定如下：撤销某法院不予受理裁定。'],
  [both, '裁定如下：撤销某法院对乙公司不予受理的决定。'],
  [both, '裁定如下：驳回管理人的申请。'],
  [both, '裁定如下：驳回乙公司的复议申请。'],
  [both, `本院认为，是否受理${debtor}破产清算，应当审查。`],
])('a document of bankruptcy with %j says %s', (section, text, ...steps) => {
  expect(read(section, text)).toEqual(steps)
})

test.each([
  [`某区人民法院已裁定受理${debtor}的破产清算申请。`, `受理 破产清算 of ${debtor}`],
  [`某区人民法院已裁定受理${debtor}的破产清算申请，指定丙所为管理人。`, `受理 破产清算 of ${debtor}`],
  [`某区人民法院宣告${debtor}破产。`, `宣告破产 破产 of ${debtor}`],
  ['某区人民法院已裁定受理破产清算申请。'],
  [`如某区人民法院裁定受理${debtor}的破产清算申请，债权加速到期。`],
  [`某区人民法院裁定终结${debtor}破产程序。`],
  [`本案应由受理${debtor}破产案件的法院管辖。`],
])('a judgment in another matter that finds %s', (found, ...steps) => {
  expect(read(null, `经审理查明：${found}`, false)).toEqual(steps)
  expect(read(null, `原告诉称：${found}`, false)).toEqual([])
})
