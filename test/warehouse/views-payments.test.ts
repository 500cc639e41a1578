import { expect, test } from 'vitest'
import { rowsOf } from './litigation-world.ts'

/* Sums against an enterprise: domain rules 判赔 and 金额口径. Three views, so that nobody adds them up. */

const counted = 'amount_role, amount, is_counted, not_counted_because'

test('a sum that is ordered says whether it took effect, and why it does not count', async () => {
  expect(
    await rowsOf(
      'SELECT document_id, ordinal, amount_role, amount, effectiveness, is_counted, not_counted_because FROM ordered_payments ORDER BY decided_on, ordinal',
    ),
  ).toEqual([
    ['d1', 1, '本金', '100000.00', 'upheld', true, null],
    ['d1', 2, '案件受理费', '1150.00', 'upheld', false, 'costs, a base or a total'],
    ['d4', 1, '本金', '50000.00', 'superseded', false, 'a later document reversed or remanded it'],
    ['d5', 1, '本金', '20000.00', 'final', true, null],
    ['d6', 2, '款项', '3000.00', 'first instance, no appeal held', false, 'the subject sued'],
    ['d8', 1, '标的', '60000.00', null, false, 'the document orders no payment: seized'],
    ['d10', 1, '款项', '5000.00', 'final', true, null],
  ])
})

test('a sum in enforcement is a figure of its own', async () => {
  expect(await rowsOf(`SELECT document_id, ordinal, ${counted} FROM enforced_payments ORDER BY ALL`)).toEqual(
    [['d3', 1, '标的', '101150.00', true, null]],
  )
})

test('a sum that is claimed counts while its case is open', async () => {
  expect(
    await rowsOf(
      `SELECT document_id, ordinal, ${counted} FROM claimed_payments ORDER BY decided_on, ordinal`,
    ),
  ).toEqual([
    ['d1', 3, '标的', '120000.00', false, 'the case is closed'],
    ['d7', 1, '标的', '80000.00', false, 'the case is closed'],
    ['d8', 2, '标的', '66000.00', true, null],
  ])
})

test('what counts as ordered: upheld, reversed to less, settled', async () => {
  expect(
    await rowsOf(
      'SELECT sum(amount) AS amount, list(document_id ORDER BY decided_on) AS documents FROM ordered_payments WHERE is_counted',
    ),
  ).toEqual([['125000.00', ['d1', 'd5', 'd10']]])
})

test('a sum stands beside the sentence it rests on and the text that has it', async () => {
  expect(
    await rowsOf(
      "SELECT enterprise_id, case_number, decided_on, family_key, role, stage, outcome, currency, payees, evidence, library, case_id FROM ordered_payments WHERE document_id = 'd1' AND ordinal = 1",
    ),
  ).toEqual([
    [
      'e1',
      '(2020)京0105民初1号',
      '2020-05-10',
      '(2020)京0105民初1号',
      'defendant',
      'first instance',
      'granted',
      'CNY',
      [],
      '甲公司支付乙公司货款100000元。',
      'ptal',
      'd1',
    ],
  ])
})
