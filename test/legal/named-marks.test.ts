import { expect, test } from 'vitest'
import { findNamedMarks } from '../../src/legal/named-marks.ts'
import { partiesIn, rowsOf, rulesOf } from './reading.ts'

/* What texts name without a word that it was done, beside sentences that mean another or nothing. */

const one = '申请执行人：云杉贸易有限公司。\n被执行人：望川置业有限公司（以下简称望川公司）。'
const two = `${one}\n被执行人：岭北建设有限公司（以下简称岭北公司）。`

/** Each as `matter manner sum debtors`. */
const named = (
  text: string,
  head = one,
  court: 'enforcement' | 'bankruptcy' | null = 'enforcement',
): string[] =>
  findNamedMarks(text, partiesIn(head), court).map(({ matter, manner, against, paid }) =>
    [matter, manner, ...(paid === null ? [] : [paid.amount]), ...against.map(({ text: name }) => name)].join(
      ' ',
    ),
  )

test.each([
  ['原告申请将望川公司纳入失信被执行人名单。', 'dishonest asked 望川公司'],
  ['本院决定不予纳入失信被执行人名单。', 'dishonest refused'],
  ['逾期不履行的，将依法限制其高消费。', 'restricted warned'],
  ['云杉公司称望川公司早已被列为失信被执行人。', 'dishonest asserted 望川公司'],
  ['本院对岭北公司限制高消费。', 'restricted named 岭北公司'],
])('%s is %s', (text, said) => {
  expect(named(text, two)).toEqual([said])
})

test.each(
  rulesOf(`
    # of several debtors the court imposed it on one or more that it does not name
    @ two
    本院依法向被执行人发出执行通知书，并对被执行人采取限制消费措施。 ⇒ restricted some_debtor
    本院向被执行人送达了限制消费令，被执行人未报告财产，本院依法将被执行人纳入失信被执行人名单。 ⇒ dishonest some_debtor | restricted some_debtor
    # one debtor alone, a name, all, a threat, a denial, a request and another court leave no doubt of that kind
    @ two
    本院对被执行人岭北公司采取限制消费措施。 ⇒ restricted named 岭北公司
    本院对二被执行人均采取限制消费措施。 ⇒ restricted named
    逾期不履行的，本院将对被执行人采取限制消费措施。 ⇒ restricted warned
    本院未对被执行人采取限制消费措施。 ⇒ restricted refused
    申请执行人申请对被执行人采取限制消费措施。 ⇒ restricted asked
    云杉公司称，本院已对被执行人采取限制消费措施。 ⇒ restricted named
    本院解除对被执行人的限制消费措施。 ⇒ restricted named
    @ one
    本院对被执行人采取限制消费措施。 ⇒ restricted named
    @ suit
    本院对被执行人采取限制消费措施。 ⇒ restricted named
    # a sentence about another case, and one without such words, name nothing
    另案中本院将望川公司纳入失信被执行人名单。 ⇒
    原告是消费者，被告失约。 ⇒
    # an enforcement court finds that business stopped at an address, of several debtors at that of the one it names
    @ two
    本院前往望川公司住所地调查，该处已无人经营。 ⇒ closed found 望川公司
    本院前往住所地调查，该处已无人经营。 ⇒
    @ one
    本院前往住所地调查，该处已无人经营。 ⇒ closed found
    云杉公司主张该住所已无人经营。 ⇒
    望川公司已停业。 ⇒
    @ suit
    本院前往望川公司住所地调查，该处已无人经营。 ⇒
    # it finds that it could not reach a legal representative, not that it had no property
    本院未能查找到被执行人望川公司的法定代表人。 ⇒ unreached found 望川公司
    望川公司法定代表人下落不明。 ⇒ unreached found 望川公司
    本院未查找到望川公司法定代表人名下财产。 ⇒
    云杉公司称无法找到望川公司的法定代表人。 ⇒
  `),
)('%s: %s ⇒ %j', (_, text, found, of) => {
  expect(named(text, of === 'two' ? two : one, of === 'suit' ? null : 'enforcement')).toEqual(found)
})

test.each(
  rowsOf(`
    经审计，望川公司资产总额低于负债总额。 ⇒ insolvent found 望川公司
    望川公司注册资本未实缴到位，且明显缺乏清偿能力。 ⇒ unable found 望川公司 | unpaid_capital found 望川公司
    云杉贸易有限公司以望川公司明显缺乏清偿能力为由申请破产清算。 ⇒
    申请人称，望川公司资不抵债。 ⇒ insolvent asserted 望川公司
    云杉公司称望川公司出资未实缴。 ⇒ unpaid_capital asserted 望川公司
    案外人称岭北建设有限公司资不抵债。 ⇒
    现有证据尚不足以证明望川公司资不抵债。 ⇒ insolvent refused 望川公司
    望川公司称现有证据不足以证明其资不抵债。 ⇒ insolvent asserted 望川公司
    债务人的资产不足以清偿全部债务或者明显缺乏清偿能力的，可以清理债务。 ⇒
    望川公司的股东出资义务已经履行。 ⇒
    岭北建设有限公司资不抵债。 ⇒
    债务人资不抵债。 ⇒ insolvent found
  `),
)('a court of bankruptcy that says %s finds %j', (text, found) => {
  expect(named(text, one, 'bankruptcy')).toEqual(found)
  expect(named(text).join()).not.toContain('found')
})

test('the sum of a preservation stands where it is refused, not where it is ordered', () => {
  const asked = '申请人云杉公司向本院申请财产保全，请求冻结望川公司名下价值200元的财产。\n裁定如下：\n'
  const refused = ['preservation refused 200 望川公司']
  expect(named(`${asked}驳回云杉公司的财产保全申请。`, one, null)).toEqual(refused)
  expect(named(`${asked}冻结望川公司名下价值200元的财产。`, one, null)).toEqual([])
})

test.each(
  rowsOf(`
    本院征询云杉公司是否同意将望川公司移送破产审查，其不同意。 ⇒ bankruptcy refused 望川公司
    本院告知申请执行人可以申请望川公司破产清算。 ⇒ bankruptcy warned 望川公司
    本院已将望川公司移送破产审查。 ⇒ bankruptcy named 望川公司
    案外人东湖公司已被裁定受理破产清算。 ⇒
    案外人东湖公司已被裁定受理破产清算，其对望川公司的债权由管理人另行主张。 ⇒ claim_of_other named 望川公司
    案外人东湖公司的债权由管理人另行主张。 ⇒
    望川公司已进入破产程序，望川公司对东湖公司的债权由其管理人追收。 ⇒
    案外人东湖公司称已代望川公司支付12000元，未提交付款凭证，本院不予采信。 ⇒ uncredited refused 12000 望川公司
    望川公司辩称合同无效，本院不予采信。 ⇒
    案外人东湖公司称已代望川公司支付12000元。 ⇒
    被执行人望川公司名下厂房未设定抵押。 ⇒ unencumbered found 望川公司
    申请执行人称望川公司名下厂房未设定抵押。 ⇒
    被执行人望川公司名下厂房已设定抵押。 ⇒
    经查，被执行人望川公司下落不明，无财产可供执行。 ⇒ missing found 望川公司
    被执行人望川公司名下车辆下落不明。 ⇒
    申请执行人称被执行人望川公司下落不明。 ⇒
    申请执行人称望川公司名下厂房已抵押给他人，未提交证据。 ⇒ mortgaged asserted 望川公司
    被执行人望川公司名下厂房约定抵押给江海银行，但未办理抵押登记。 ⇒
  `),
)('a court of enforcement that says %s names %j', (text, found) => {
  expect(named(text)).toEqual(found)
  expect(named(text, one, null)).toEqual([])
})
