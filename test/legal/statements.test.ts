import { describe, expect, test } from 'vitest'
import { parseCaseNumber } from '../../src/legal/case-numbers.ts'
import { findEnforcement } from '../../src/legal/enforcement.ts'
import { operativePart } from '../../src/legal/operative-part.ts'
import type { Outcome } from '../../src/legal/outcomes.ts'
import { findStatements } from '../../src/legal/statements.ts'
import { standingBelow } from '../../src/legal/statements-decided.ts'
import { rowsOf, rulesOf } from './reading.ts'

/*
 * What a document says about another case number: in the wordings of courts, beside what only names that number.
 */

const first = '（2022）青0102民初5号'
const appeal = '（2023）青01民终9号'
const order = '（2022）青0102民督3号'
const enforcement = '（2022）青0102执31号'
/** The enforcement that carries out the first decision. */
const carrying = '（2023）青0102执31号'
const retrial = '（2023）青民申7号'
const court = '某区人民法院'

function read(text: string, ownNumber: string) {
  const own = parseCaseNumber(ownNumber)
  const isEnforcement = /执\d|执恢/.test(ownNumber)
  const part = operativePart(null, text)
  const facts = findEnforcement(text, part, [], { isEnforcement, own })
  return findStatements(text, part, { own, isEnforcement, enforcement: facts })
}

const keyOf = (number: string) => parseCaseNumber(number).key
/** A statement as short words: 撤销! (2022)青0102民初5号 2,3 — ! for decided. */
const said = (text: string, own: string): string[] =>
  read(text, own).map(({ kind, about, items, isDecided }) =>
    [`${kind}${isDecided ? '!' : ''}`, about.key, ...(items.length === 0 ? [] : [items.join()])].join(' '),
  )

describe('what an operative part decides of another case', () => {
  test.each(
    rowsOf(`
      维持 ⇒ ${appeal} | 判决如下：驳回上诉，维持${first}民事判决。
      维持 ⇒ ${appeal} | 判决如下：一、维持${court}${first}民事判决第一项、第三项；二、驳回其他诉讼请求。 | 1,3
      撤销 ⇒ ${appeal} | 判决如下：一、撤销${court}${first}民事判决；二、驳回诉讼请求。
      撤销 ⇒ ${appeal} | 判决如下：一、撤销${court}${first}民事判决第二至四项；二、驳回诉讼请求。 | 2,3,4
      变更 ⇒ ${appeal} | 判决如下：变更${court}${first}民事判决第二项为：甲公司支付乙公司100元。 | 2
      变更 ⇒ ${appeal} | 判决如下：将${court}${first}民事判决第二项变更为：甲公司支付乙公司100元。 | 2
      变更 ⇒ ${appeal} | 判决如下：撤销${first}民事判决中关于违约金的部分。
      维持 ⇒ ${appeal} | 判决如下：维持${first}民事判决第一项、第二项以及第四项和第五项。 | 1,2,4,5
      变更 ⇒ ${appeal} | 判决如下：一、维持${first}刑事判决第一项中的定罪部分；二、撤销${first}刑事判决第一项中的量刑部分。 | 1
      撤销 发回 ⇒ ${appeal} | 裁定如下：一、撤销${court}${first}民事判决；二、本案发回${court}重审。
      维持 ⇒ ${appeal} | 上诉人甲公司不服${court}${first}民事判决，提起上诉。判决如下：驳回上诉，维持原判。
      撤销 ⇒ ${appeal} | 上诉人甲公司不服${court}${first}民事判决，提起上诉。判决如下：撤销一审判决第二项。 | 2
      撤回上诉 ⇒ ${appeal} | 上诉人甲公司不服${court}${first}民事判决，提起上诉。裁定如下：准许甲公司撤回上诉。
      驳回再审 ⇒ ${retrial} | 再审申请人甲公司不服${court}${first}民事判决，申请再审。裁定如下：驳回甲公司的再审申请。
      提审 ⇒ ${retrial} | 再审申请人甲公司不服${court}${first}民事判决，申请再审。裁定如下：本案由本院提审。
      执行依据 ⇒ ${carrying} | 裁定如下：终结${court}${first}民事判决书的本次执行程序。
    `),
  )('%s: %j', (kinds, [own = '', text = '', items = '']) => {
    expect(said(text, own)).toEqual(kinds.split(' ').map((one) => `${one}! ${keyOf(first)} ${items}`.trim()))
  })
})

const suit = '（2024）青0102民初88号'
test.each(
  rulesOf(`
    # a payment order of its own lapsed
    @ ${order}
    裁定如下：终结督促程序，本院支付令自行失效。 ⇒ 失效! ${keyOf(order)}
    # a first instance that is final is in force
    @ ${first}
    判决如下：甲公司支付乙公司100元。⏎案件受理费50元，由甲公司负担。⏎本判决为终审判决。 ⇒ 生效! ${keyOf(first)}
    判决如下：一、甲公司支付乙公司100元；二、驳回其他诉讼请求。本判决为一审终审判决，自送达之日起生效。 ⇒ 生效! ${keyOf(first)}
    判决如下：甲公司支付乙公司100元。案件受理费50元，由甲公司负担。本案实行一审终审。 ⇒ 生效! ${keyOf(first)}
    # no first instance is final by the closing of an appeal, words of another judgment, one that may be appealed, or a ruling
    @ ${appeal}
    判决如下：驳回上诉，维持原判。本判决为终审判决。 ⇒
    @ ${first}
    判决如下：驳回上诉，维持原判。本判决为终审判决。 ⇒
    经查，另一判决载明：本判决为终审判决。判决如下：甲公司支付乙公司100元。如不服本判决，可上诉于某中级人民法院。 ⇒
    判决如下：甲公司支付乙公司100元。如不服本判决，可上诉于某中级人民法院。本判决为终审判决。 ⇒
    裁定如下：准许甲公司撤回起诉。本裁定为终审裁定。 ⇒
    # an enforcement is resumed, and its ruling set aside is not the enforcement
    @ （2023）青0102执异2号
    裁定如下：恢复${enforcement}案件的执行。 ⇒ 恢复执行! ${keyOf(enforcement)}
    @ （2023）青01执复2号
    裁定如下：撤销${enforcement}之一执行裁定。 ⇒
    # nothing is decided by a claim that is refused, a further ruling, or a basis
    @ ${appeal}
    判决如下：驳回甲公司请求撤销${first}民事判决的诉讼请求。 ⇒
    裁定如下：撤销${first}之一民事裁定。 ⇒
    判决如下：甲公司按照${first}民事判决支付100元。 ⇒
    # nothing is decided of its own number
    @ ${first}
    判决如下：撤销${first}民事判决。 ⇒
    # nothing is decided by who has jurisdiction, or who enforces
    @ （2023）青01民辖终9号
    上诉人不服${first}民事裁定，提起上诉。裁定如下：驳回上诉，维持原裁定。 ⇒
    @ （2023）青0102执异9号
    裁定如下：变更丙公司为${first}民事判决的申请执行人。 ⇒
    裁定如下：变更${first}民事判决的申请执行人为丙公司。 ⇒
    # nothing is reported by what is denied, alleged, asked for, a condition or a question
    @ ${suit}
    经查，${first}民事判决尚未生效。 ⇒
    原告诉称：${first}民事判决已发生法律效力。 ⇒
    原告提出诉讼请求：撤销${first}民事判决。 ⇒
    经查，如${first}民事判决生效，甲公司应当付款。 ⇒
    本院认为，${first}民事判决是否已经生效，与本案无关。 ⇒
    # nothing is reported by a mark of that enforcement, what came in by it, or its enforcement, in a suit
    @ ${suit}
    另查明，${enforcement}案件将甲公司纳入失信被执行人名单。 ⇒
    另查明，${enforcement}案件执行到位100元。 ⇒
    经查，申请执行人依据${first}民事判决书申请执行。 ⇒
    # nothing is reported by another dispute, a certificate, or a suit that names a decision
    @ ${suit}
    另案案号为${enforcement}，现已立案。 ⇒
    原告提交${first}民事判决书及生效证明一份。 ⇒
    本院依据${first}民事判决认定的事实审理。 ⇒
    # nothing is decided by what ought to be
    @ ${appeal}
    本院认为，${first}民事判决认定事实错误，应予撤销。 ⇒
  `),
)('%s: %s ⇒ %j', (_, text, statements, own) => {
  expect(said(text, own)).toEqual(statements)
})

test.each(
  rulesOf(`
    # what another decision ordered was performed, by any payer, in the sentence of its number or the next
    @ ${suit}
    另查明，甲公司已按${first}民事判决履行完毕。 ⇒ 履行 ${keyOf(first)}
    经查，本院作出${first}民事判决，甲公司已全额支付判决款项。 ⇒ 履行 ${keyOf(first)}
    另查明，本院作出${first}民事判决。该判决已执行完毕。 ⇒ 履行 ${keyOf(first)}
    另查明，本院作出${first}民事判决书，判令甲公司付款。判决生效后，丙公司代甲公司清偿全部债务100元，该案已全部执结。 ⇒ 履行 ${keyOf(first)}
    经查，双方因${first}民事调解书达成和解协议，现已履行完毕。 ⇒ 和解 ${keyOf(first)} | 履行 ${keyOf(first)}
    # or a sum was paid since
    @ ${suit}
    经查，${first}民事判决生效后，甲公司已支付100元，余款未付。 ⇒ 履行 ${keyOf(first)}
    # or the parties made a new agreement on it
    @ ${suit}
    经查，双方就${first}民事判决签订《还款协议》，约定如未按期付款，则加倍支付。 ⇒ 和解 ${keyOf(first)}
    经查，原告依据${first}民事判决申请执行。执行过程中，双方签订还款协议。 ⇒ 和解 ${keyOf(first)}
    经查，双方就${first}民事判决未能达成和解协议。 ⇒
    # not what is denied, ordered, promised, a condition, a party's word, or of something else than the debt
    @ ${suit}
    经查，${first}民事判决生效后，甲公司至今未履行完毕。 ⇒
    经查，${first}民事判决判令甲公司付清货款100元。 ⇒
    经查，甲公司承诺于年底前将${first}民事判决的款项全部付清。 ⇒
    双方约定，如甲公司将${first}民事判决的款项全部付清，则继续供货。 ⇒
    原告诉称，甲公司已按${first}民事判决履行完毕。 ⇒
    经查，${first}民事判决生效后，丙公司已履行完毕其应付的100元。 ⇒
    经查，${first}民事判决生效后，乙公司已履行完毕开具发票的义务。 ⇒
    # not of a part, where something is left, of two decisions, or of a number that only stands before
    @ ${suit}
    经查，甲公司已付清${first}民事判决第一项的款项。 ⇒
    经查，甲公司已按${first}民事判决履行完毕。其余款项尚未支付。 ⇒
    经查，甲公司已按${first}、${appeal}民事判决履行完毕。 ⇒
    经查，${first}民事判决与本案无关。甲公司已付清第二批货款。 ⇒
    经查，${enforcement}案件中甲公司已履行完毕。 ⇒
    # what it orders was paid before it, by its own item
    @ ${first}
    达成如下协议：一、甲公司支付乙公司货款100元（已当庭履行）；二、双方再无争议。 ⇒ 履行 ${keyOf(first)}
    达成如下协议：甲公司支付乙公司货款100元，款项已当庭付清。 ⇒ 履行 ${keyOf(first)}
    达成如下协议：一、甲公司当庭支付乙公司货款100元；二、双方再无争议。 ⇒
    达成如下协议：甲公司支付乙公司货款100元（含已支付的30元）。 ⇒
    达成如下协议：甲公司支付乙公司货款100元，已支付30元。 ⇒
    # an appeal is withdrawn because all was paid
    @ ${appeal}
    上诉人甲公司不服${first}民事判决，提起上诉。本院审理中，甲公司已将一审判决款项全部付清，申请撤回上诉。裁定如下：准许甲公司撤回上诉。 ⇒ 履行 ${keyOf(first)} | 撤回上诉! ${keyOf(first)}
    上诉人甲公司不服${first}民事判决，提起上诉。本院审理中，双方约定甲公司于三月前将一审判决款项全部付清。裁定如下：准许甲公司撤回上诉。 ⇒ 撤回上诉! ${keyOf(first)}
    上诉人甲公司不服${first}民事判决，提起上诉。本院审理中，甲公司已将一审判决款项全部付清。判决如下：驳回上诉，维持原判。 ⇒ 维持! ${keyOf(first)}
  `),
)('%s: %s ⇒ %j', (_, text, statements, own) => {
  expect(said(text, own)).toEqual(statements)
})

describe('what stands of the decision below, as its appeal quotes it', () => {
  const below = '一审法院判决：一、甲公司支付货款300元；二、甲公司支付违约金50元；三、乙公司承担连带责任。'
  const stands = (decided: string, outcome: Outcome = 'partly_reversed') => {
    const text = `${below}\n本院认为，应予调整。判决如下：${decided}`
    return standingBelow(text, operativePart(null, text), outcome)?.items.map(({ item }) => item)
  }
  const changed = `变更${first}民事判决第二项为：甲公司支付违约金20元`

  test.each<[string, string, number[]]>([
    ['the items that it upholds', `一、维持${first}民事判决第一项；二、${changed}。`, [1]],
    ['those that it leaves alone', `一、${changed}；二、驳回其他上诉请求。`, [1, 3]],
    ['those it sets aside aside', `一、撤销${first}民事判决第一项、第三项；二、维持其余判项。`, [2]],
  ])('%s', (_, decided, items) => {
    expect(stands(decided)).toEqual(items)
  })

  test('all of it where it is upheld, nothing where it is set aside whole', () => {
    expect(stands(`驳回上诉，维持原判。`, 'upheld')).toEqual([1, 2, 3])
    expect(stands(`一、撤销${first}民事判决；二、甲公司支付货款100元。`)).toBeUndefined()
    expect(stands(`一、撤销${first}民事判决；二、甲公司支付货款100元。`, 'reversed')).toBeUndefined()
  })
})

describe('what the court reports of another case', () => {
  test.each(
    rowsOf(`
      生效 ⇒ ${first} | ${suit} | 另查明，${first}民事判决已发生法律效力。
      生效 ⇒ ${first} | ${suit} | 另查明，${first}民事判决书已经生效。
      生效 ⇒ ${first} | ${suit} | 经查，本院作出${first}民事判决。该判决已发生法律效力。
      生效 ⇒ ${first} | ${suit} | 经查，已生效的${first}民事判决认定甲公司违约。
      生效 执行依据 ⇒ ${first} | ${carrying} | 本院依据已经发生法律效力的${first}民事判决书立案执行。
      生效 ⇒ ${first} | ${suit} | 本院认为，${first}民事判决于2023年5月6日发生法律效力，甲公司应当履行。
      生效 ⇒ ${first} | ${suit} | 经查，本院作出${first}民事判决。双方均未上诉，该判决现已生效。
      执行依据 ⇒ ${first} | ${carrying} | 申请执行人依据本院${first}民事判决书向本院申请执行。
      执行依据 生效 ⇒ ${first} | ${carrying} | 本院作出的${first}民事调解书已发生法律效力，权利人申请执行。
      维持 ⇒ ${first} | ${suit} | 经查，甲公司不服${first}民事判决上诉，某中院以${appeal}民事判决驳回上诉，维持原判。
      撤销 ⇒ ${first} | ${suit} | 经查，${first}民事判决已被${appeal}民事判决撤销。
      撤销 发回 ⇒ ${first} | ${suit} | 经查，某中院裁定撤销${first}民事判决，发回重审。
      改判 ⇒ ${first} | ${suit} | 经查，${first}民事判决后，甲公司上诉，二审法院依法改判。
      撤回上诉 ⇒ ${first} | ${suit} | 经查，${first}民事判决后，甲公司上诉，某中院裁定准许甲公司撤回上诉。
      驳回再审 ⇒ ${appeal} | ${suit} | 经查，甲公司不服${appeal}民事判决申请再审，某高院裁定驳回其再审申请。
      失效 ⇒ ${order} | ${suit} | 经查，甲公司提出异议，${order}支付令自行失效。
      失效 ⇒ ${order} | ${suit} | 经查，本院以${order}民事裁定终结督促程序，转入诉讼。
      终本 ⇒ ${enforcement} | ${suit} | 另查明，${enforcement}案件已裁定终结本次执行程序。
      执行完毕 ⇒ ${enforcement} | ${suit} | 另查明，${enforcement}案件已执行完毕。
      恢复执行 终本 ⇒ ${enforcement} | （2024）青0102执恢6号 | 本院在执行${enforcement}一案中，裁定终结本次执行程序。
      立案 ⇒ ${enforcement} | ${suit} | 经查，云杉公司申请强制执行，案号为${enforcement}。
      立案 ⇒ ${order} | ${suit} | 本院于2022年3月1日以${order}立案受理。
      撤销 ⇒ ${appeal} | ${suit} | 经查，某高院裁定撤销${appeal}民事判决。
      生效 ⇒ ${first} | ${suit} | 经查，本院作出${first}民事判决。该判决于5月发生了法律效力。
    `),
  )('%s: %j', (kinds, [about = '', own = '', text = '']) => {
    expect(said(text, own)).toEqual(kinds.split(' ').map((one) => `${one} ${keyOf(about)}`))
  })

  test('has the day that stands right before it', () => {
    expect(read(`经查，${first}民事判决于2023年5月6日发生法律效力。`, suit)[0]?.happenedOn).toBe('2023-05-06')
    expect(
      read(`经查，本院2023年1月1日作出的${first}民事判决已发生法律效力。`, suit)[0]?.happenedOn,
    ).toBeNull()
  })
})
