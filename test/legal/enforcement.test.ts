import { describe, expect, test } from 'vitest'
import { parseCaseNumber } from '../../src/legal/case-numbers.ts'
import { findEnforcement } from '../../src/legal/enforcement.ts'
import { operativePart } from '../../src/legal/operative-part.ts'
import { partiesIn, rowsOf, rulesOf } from './reading.ts'

/*
 * What courts find of an enforcement in any document, in the wordings that they use, beside what only looks like it.
 */

const heads = {
  enforcement: '申请执行人：云杉贸易有限公司。\n被执行人：望川置业有限公司（以下简称望川公司）。',
  codebtors:
    '申请执行人：云杉贸易有限公司。\n被执行人：望川置业有限公司（以下简称望川公司）。\n被执行人：岭北建设有限公司（以下简称岭北公司）。',
  third:
    '申请执行人：云杉贸易有限公司。\n被执行人：望川置业有限公司。\n第三人：岭北建设有限公司（以下简称岭北公司）。',
  suit: '原告：云杉贸易有限公司。\n被告：望川置业有限公司（以下简称望川公司）。',
}
const own = {
  enforcement: '（2023）青0102执315号',
  codebtors: '（2023）青0102执315号',
  third: '（2023）青0102执315号',
  review: '（2023）青0102执异31号',
  suit: '（2023）青0102民初31号',
  resumed: '（2023）青0102执恢31号',
}
type Kind = keyof typeof own

function read(text: string, kind: Kind = 'enforcement') {
  const head = heads[kind === 'review' || kind === 'resumed' ? 'enforcement' : kind]
  return findEnforcement(text, operativePart(null, text), partiesIn(head), {
    isEnforcement: kind !== 'review' && kind !== 'suit',
    isJudgment: kind === 'suit',
    own: parseCaseNumber(own[kind]),
  })
}

/** Facts as short words: 失信 -望川置业有限公司, - for lifted. */
const said = (text: string, kind?: Kind): string[] =>
  read(text, kind).map(({ kind: fact, isLifted, against, amount }) =>
    [
      `${isLifted ? '解除' : ''}${fact}`,
      ...against.flatMap(({ text: name, keys }) => (keys.length > 0 ? keys : `?${name}`)),
      ...(amount === null ? [] : [amount.amount]),
    ].join(' '),
  )
const debtor = '望川置业有限公司'
const codebtor = '岭北建设有限公司'

test.each(
  rulesOf(`
    # what was entered in a register is seized, though nothing was taken away
    经查，望川公司名下登记有车辆15辆，本院已办理查封手续，但未实际扣押到车辆。 ⇒ 查封 ${debtor}
    望川公司名下登记有车辆15辆，因被他院查封，本院未办理查封手续。 ⇒
    @ review
    望川公司名下登记有车辆15辆，本院已办理查封手续。 ⇒ 查封 ${debtor}
    @ suit
    望川公司名下登记有车辆15辆，本院已办理查封手续。 ⇒
    # what is given for the debt came in, unless that is only planned, possible or asked
    上述房屋归申请执行人云杉公司所有，抵偿债务8600元。 ⇒ 执行到位 8600
    上述房屋不足以抵偿债务8600元。 ⇒
    上述房屋由抵押权人在另案中受让，抵偿债务8600元。 ⇒
    机器设备交付职工，抵偿所欠债务8600元。 ⇒
    申请执行人同意以房屋抵偿债务8600元。 ⇒
    申请执行人请求以房屋抵偿债务8600元。 ⇒
    # nor did it pay a debt of which a part or a sum is left, or that ends only later
    裁定如下：一、厂房归申请执行人所有；二、（2022）青0102民初8号民事判决书确定的债务消灭。 ⇒ 执行完毕
    裁定如下：厂房归申请执行人所有，双方债权债务关系消灭。 ⇒ 执行完毕
    裁定如下：厂房归申请执行人所有，本案相应债务消灭。 ⇒
    裁定如下：厂房归申请执行人所有，过户后双方债权债务关系消灭。 ⇒
    裁定如下：厂房归申请执行人所有，本案债务并未消灭。 ⇒
    裁定如下：驳回望川公司关于本案全部债务已经消灭的异议请求。 ⇒
    裁定如下：撤销本院确认双方债权债务消灭的裁定。 ⇒
    # a review that takes back the notice of an enforcement, or ends it, ends the case that it names
    @ review
    本院认为，异议成立。裁定如下：撤销（2023）青0102执315号执行通知书。 ⇒ 终结执行
    裁定如下：一、异议成立；二、终结（2023）青0102执315号案件的执行。 ⇒ 终结执行
    裁定如下：终结（2023）青0102执315号案件对望川公司的执行。 ⇒ 终结执行 ${debtor}
    裁定如下：终结（2023）青0102执315号案件对岭北建设有限公司的执行。 ⇒
    裁定如下：一、变更岭北建设有限公司为（2023）青0102执315号案件的被执行人；二、望川公司不再承担清偿责任。 ⇒ 终结执行 ${debtor}
    # not where it is asked, refused, of a part, of a thing, or of the debtor that takes the other's place
    @ review
    裁定如下：驳回望川公司撤销（2023）青0102执315号执行通知书、终结执行的请求。 ⇒
    裁定如下：撤销（2023）青0102执315号执行通知书中超出200元的部分。 ⇒
    裁定如下：终结（2023）青0102执315号案件对中山路8号房屋的执行。 ⇒
    裁定如下：变更岭北建设有限公司为（2023）青0102执315号案件的被执行人。 ⇒
    裁定如下：一、变更岭北建设有限公司为（2023）青0102执315号案件的被执行人；二、望川公司不再承担部分利息。 ⇒
    @ suit
    判决如下：撤销（2023）青0102执315号执行通知书。 ⇒
    @ enforcement
    # what is to be enforced is the sum for which a case was filed
    申请执行人云杉公司申请执行，要求被执行人望川公司给付案款人民币8600元，本院于2025年2月3日立案执行。 ⇒ 执行标的 8600
    根据生效法律文书，被执行人望川公司应向申请执行人云杉公司支付8600元，本院于2025年2月3日立案执行。 ⇒ 执行标的 8600
    申请执行人云杉公司请求强制执行的债权数额为8600元，本院于2025年2月3日立案。 ⇒ 执行标的 8600
    云杉公司与望川公司一案，本院作出的（2015）泉商初字第8号民事判决书已生效，依该裁判：被执行人望川公司应偿还云杉公司8600元。 ⇒ 执行标的 8600
    # what is to be enforced is the one sum that the creditor asks for, with interest or without
    云杉公司向本院申请强制执行，请求被执行人望川公司支付本金8600元及利息、罚息、违约金。 ⇒ 执行标的 8600
    云杉公司申请执行，要求被执行人偿还借款8600元。 ⇒ 执行标的 8600
    云杉公司申请执行，要求被执行人偿还借款8600元。同时要求被执行人支付违约金200元。 ⇒
    云杉公司申请执行，请求责令被执行人立即清偿货款8600元，并承担执行费用。 ⇒ 执行标的 8600
    云杉公司申请强制执行，请求被执行人望川公司支付本金8600元及利息90元。 ⇒
    云杉公司申请强制执行，请求被执行人望川公司支付部分本金8600元。 ⇒
    云杉公司申请强制执行，请求被执行人望川公司每月支付租金8600元。 ⇒
    云杉公司申请强制执行，请求被执行人望川公司支付以8600元为基数计算的利息。 ⇒
    云杉公司申请强制执行，请求被执行人望川公司支付本金8600元，后放弃其中部分。 ⇒
    云杉公司请求被执行人望川公司支付本金8600元。 ⇒
    云杉公司申请强制执行，请求被执行人望川公司支付8600元范围内的本金。 ⇒
    # a sum of the decision is not what is enforced where it may be a part, a fee or a rate
    依该裁判：被执行人望川公司应偿还云杉公司8600元及利息90元。 ⇒
    依该裁判：被执行人望川公司不应偿还云杉公司8600元。 ⇒
    依该裁判：被执行人望川公司应支付案件受理费8600元。 ⇒
    依该裁判：被执行人望川公司应支付以8600元为基数计算的利息。 ⇒
    依该裁判：被执行人望川公司应支付每月租金8600元。 ⇒
    依该裁判：被执行人望川公司应支付首期款8600元，余款于年底付清。 ⇒
    依该裁判：被执行人望川公司应支付货款8600元，已支付。 ⇒
    # what was taken and handed on came in, though the sentence says so behind the sum
    望川公司名下银行账户余额合计139220元，已予以扣划并发还申请执行人。 ⇒ 执行到位 139220
    # 失信 is a mark on the debtor
    2023年5月6日，本院决定将望川公司列入失信被执行人名单。 ⇒ 失信 ${debtor}
    本院对望川公司作出失信决定书并送达。 ⇒ 失信 ${debtor}
    因望川公司有履行能力而拒不履行，本院依法将其列为失信被执行人。 ⇒ 失信 ${debtor}
    被执行人望川公司未报告财产，本院对其采取纳入失信被执行人名单的惩戒措施。 ⇒ 失信 ${debtor}
    本院对望川公司及其法定代表人采取限制消费措施，并列入失信被执行人名单。 ⇒ 失信 ${debtor} | 限高 ${debtor}
    本院已对望川公司采取限制消费措施，并将其纳入失信被执行人名单。 ⇒ 失信 ${debtor} | 限高 ${debtor}
    望川公司经本院传唤未到庭。本院遂将其纳入失信被执行人名单。 ⇒ 失信 ${debtor}
    望川公司未履行。本院已将该公司纳入失信被执行人名单。 ⇒ 失信 ${debtor}
    @ review
    经查，望川公司目前仍在失信被执行人名单库中。 ⇒ 失信 ${debtor}
    本院认为，执行法院以望川公司违反财产报告制度为由，将其公布为失信被执行人并无不当。 ⇒ 失信 ${debtor}
    @ suit
    另查明，望川公司系失信被执行人。 ⇒ 失信 ${debtor}
    另查明，望川公司已被多家法院列为失信被执行人。 ⇒ 失信 ${debtor}
    # 失信 is no mark where it is denied, refused, not yet done, a threat, a condition, asked for, alleged, a law, a question or a warning
    本院未将望川公司纳入失信被执行人名单。 ⇒
    望川公司配合执行，本院暂不将其纳入失信被执行人名单。 ⇒
    望川公司无规避执行行为，本院不予将其纳入失信被执行人名单。 ⇒
    逾期不履行的，本院将依法将望川公司纳入失信被执行人名单。 ⇒
    如望川公司不履行，申请执行人可以申请将其纳入失信被执行人名单。 ⇒
    申请执行人可以申请将望川公司纳入失信被执行人名单。 ⇒
    申请执行人申请将望川公司纳入失信被执行人名单。 ⇒
    本院向望川公司发出纳入失信被执行人名单风险提示。 ⇒
    @ review
    经查，望川公司尚未被纳入失信被执行人名单。 ⇒
    《最高人民法院关于公布失信被执行人名单信息的若干规定》第一条规定，被执行人具有下列情形之一的，人民法院应当将其纳入失信被执行人名单。 ⇒
    依照《最高人民法院关于公布失信被执行人名单信息的若干规定》之规定，裁定如下：驳回异议。 ⇒
    本案争议焦点为望川公司是否应当被纳入失信被执行人名单。 ⇒
    @ suit
    经查，望川公司没有被列为失信被执行人。 ⇒
    云杉贸易有限公司诉称：望川公司已被列为失信被执行人，无力偿还。 ⇒
    原告称，望川公司欠款。望川公司已被列为失信被执行人。被告未答辩。 ⇒
    # 失信 is on whom it names, and on all only where it says so
    本院已将被执行人纳入失信被执行人名单。 ⇒ 失信 ${debtor}
    @ codebtors
    本院已将被执行人岭北公司纳入失信被执行人名单，望川公司正在履行。 ⇒ 失信 ${codebtor}
    本院已将被执行人纳入失信被执行人名单。 ⇒ 失信 ?被执行人
    本院已将二被执行人均纳入失信被执行人名单。 ⇒ 失信 ${debtor} ${codebtor}
    本院查询了全部财产，已将被执行人纳入失信被执行人名单。 ⇒ 失信 ?被执行人
    @ review
    经查，望川公司的法定代表人韩某被纳入失信被执行人名单。 ⇒ 失信 ?法定代表人韩某
    经查，案外人远山商贸有限公司已被纳入失信被执行人名单。 ⇒ 失信 ?远山商贸有限公司
    本院将望川公司纳入失信被执行人名单，远山公司也被纳入失信被执行人名单。 ⇒ 失信 ${debtor} | 失信 ?远山公司
    # 失信 that is deleted leaves 限高 in place
    本院已将望川公司从失信被执行人名单中删除，限制消费措施继续有效。 ⇒ 解除失信 ${debtor} | 限高 ${debtor}
    # 限高 is a mark on the debtor
    本院对被执行人望川公司发出限制消费令。 ⇒ 限高 ${debtor}
    本院已对被执行人望川公司采取限制消费措施。 ⇒ 限高 ${debtor}
    限制被执行人望川公司高消费。 ⇒ 限高 ${debtor}
    本院依法限制望川公司及其法定代表人韩某高消费。 ⇒ 限高 ${debtor}
    因望川公司未按执行通知履行义务，本院对其限制高消费。 ⇒ 限高 ${debtor}
    本院向望川公司送达了执行通知书，并对望川公司采取了限高措施。 ⇒ 限高 ${debtor}
    @ review
    经查，望川公司已被采取限制高消费措施。 ⇒ 限高 ${debtor}
    @ suit
    另查明，2023年5月6日，执行法院对望川公司作出限制消费令。 ⇒ 限高 ${debtor}
    # 限高 is no mark where it is put off, a threat, alleged, a law, asked for, or of another meaning
    本院暂不对望川公司采取限制消费措施。 ⇒
    望川公司履行义务后，可以申请解除限制消费措施。 ⇒
    逾期不履行的，本院将对望川公司采取限制消费措施。 ⇒
    限制消费期限届满自动解除。 ⇒
    申请执行人请求对望川公司限制高消费。 ⇒
    @ review
    依照《最高人民法院关于限制被执行人高消费及有关消费的若干规定》第一条，裁定如下：驳回异议。 ⇒
    @ suit
    被告辩称：望川公司已被限制高消费，无力支付。 ⇒
    原告系消费者，被告限制消费者的权利。 ⇒
    # 限高 is lifted by what a court did
    本院决定解除对望川公司的限制消费措施。 ⇒ 解除限高 ${debtor}
    望川公司已履行完毕，本院已对其解除限制消费措施。 ⇒ 执行完毕 ${debtor} | 解除限高 ${debtor}
    本院于2023年8月1日撤销对望川公司的限制消费令。 ⇒ 解除限高 ${debtor}
    望川公司的限制消费措施，本院已于8月解除。 ⇒ 解除限高 ${debtor}
    # 限高 is not lifted by what is asked for, refused or comes by itself
    本院驳回望川公司解除限制消费措施的申请。 ⇒
    望川公司申请解除限制消费措施。 ⇒
    限制消费措施逾期自行解除。 ⇒
    限制消费期满解除。 ⇒
    限制消费措施期限届满解除。 ⇒
    # a sum collected came in
    本案已执行到位81830元。 ⇒ 执行到位 81830
    执行中，本院已将望川公司账户存款予以扣划并发还81830元。 ⇒ 执行到位 81830 | 划拨 ${debtor}
    本院扣划望川公司银行存款81830元发放申请执行人。 ⇒ 执行到位 81830 | 划拨 ${debtor} 81830
    执行到位案款81830元已支付给申请执行人。 ⇒ 执行到位 81830
    本院拍卖成交后，将案款81830元发还申请执行人。 ⇒ 执行到位 81830
    本院在限额内扣划存款81830元发还申请执行人。 ⇒ 执行到位 81830 | 划拨 81830
    扣划存款81830元，并已发还申请执行人。 ⇒ 执行到位 81830 | 划拨 81830
    @ suit
    经查，（2022）青0102执31号案件执行到位81830元。 ⇒ 执行到位 81830
    # what is owed, alleged, a condition or still to be handed on did not come in
    望川公司应支付申请执行人81830元。 ⇒
    本案未执行到位81830元。 ⇒ 未执行到位 81830
    扣划的存款81830元待发放申请执行人。 ⇒
    如执行到位81830元，申请执行人应缴纳执行费。 ⇒
    民事判决书确认望川公司支付云杉贸易有限公司81830元。 ⇒
    限望川公司于三日内将扣划的案款81830元发还申请执行人。 ⇒
    @ suit
    原告诉称：（2022）青0102执31号案件执行到位81830元。 ⇒
    被告已支付货款81830元。 ⇒
    # what the creditor got of a distribution came in, not what is asked, planned, put off or got by another
    本院向中级人民法院申请参与分配，申请执行人于2022年12月分配得款81830元。 ⇒ 执行到位 81830
    本院申请参与分配，云杉贸易有限公司于2022年12月分配得款81830元。 ⇒ 执行到位 81830
    申请执行人参与分配，已分得案款81830元。 ⇒ 执行到位 81830
    申请执行人参与分配，实际获得分配款81830元。 ⇒ 执行到位 81830
    申请执行人申请参与分配债权81830元。 ⇒
    参与分配后，申请执行人预计可分得81830元。 ⇒
    申请执行人参与分配，应分得案款81830元。 ⇒
    申请执行人参与分配，未分得案款81830元。 ⇒
    另案债权人江海银行股份有限公司分配得款81830元。 ⇒
    申请执行人分得案款81830元，尚未发放。 ⇒
    # a sum that a settlement, a promise or a term lays down did not come in until it is said to be paid
    执行中，双方达成和解协议：望川公司自2022年4月起每月25日前支付80000元，至付清为止。 ⇒ 和解
    执行中，双方达成和解协议，约定望川公司一次性支付申请执行人案款80000元，其余债权放弃。 ⇒ 和解
    执行中，双方达成和解协议：1.望川公司支付申请执行人案款50000元；2.望川公司支付申请执行人案款30000元。 ⇒ 和解
    执行中，双方达成和解协议：⏎一、望川公司支付申请执行人案款50000元；⏎二、望川公司支付申请执行人案款30000元。 ⇒ 和解
    执行中，望川公司承诺于2023年1月20日前将案款500000元交至本院，余款每月支付100000元给申请执行人。 ⇒
    执行中，望川公司提出还款计划，支付申请执行人案款80000元。 ⇒
    执行中，望川公司愿意支付申请执行人案款80000元。 ⇒
    执行中，望川公司于2023年6月底前支付申请执行人案款80000元。 ⇒
    执行中，望川公司分三次支付申请执行人案款80000元。 ⇒
    执行中，本院每月提取望川公司租金收入3000元支付申请执行人。 ⇒ 提取 ${debtor} 3000
    执行中，双方达成和解协议，以望川公司的厂房作价80000元抵偿债务。 ⇒ 和解
    执行中，双方达成和解协议，剩余执行款80000元分期支付。 ⇒ 和解
    执行中，双方达成和解协议，望川公司当庭支付申请执行人案款50000元，余款每月支付案款10000元。 ⇒ 和解 | 执行到位 50000
    执行中，双方达成和解协议，望川公司支付申请执行人案款80000元，现已付清。 ⇒ 和解 | 执行到位 80000
    执行中，双方达成和解协议，望川公司支付申请执行人案款80000元，但望川公司已无力支付。 ⇒ 和解
    执行中，双方达成和解协议，望川公司支付申请执行人案款80000元，已支付10000元。 ⇒ 和解 | 执行到位 10000
    执行中，双方达成和解协议，以望川公司的设备作价80000元抵偿债务，设备已交付。 ⇒ 和解 | 执行到位 80000
    执行中，双方达成和解协议，本院将扣划的案款80000元发还申请执行人。 ⇒ 和解 | 执行到位 80000
    执行中，双方达成和解协议，本案执行到位80000元，剩余执行款20000元未履行。 ⇒ 和解 | 执行到位 80000 | 未执行到位 20000
    执行中，望川公司按和解协议支付申请执行人案款80000元。 ⇒ 执行到位 80000
    执行中，望川公司已按月支付申请执行人案款80000元。 ⇒ 执行到位 80000
    执行中，望川公司每月付款，累计已支付申请执行人案款80000元。 ⇒ 执行到位 80000
    执行中，双方达成和解协议。望川公司支付申请执行人案款80000元。 ⇒ 和解 | 执行到位 80000
    保证金80000元已支付给申请执行人，本案执行中无其他财产。 ⇒ 执行到位 80000
    # what was handed on is not added to what came in
    本案执行到位100元。扣除执行费后，案款98元已发放申请执行人。 ⇒ 执行到位 100
    # how it stands
    因被执行人未按期履行，本院立案执行，现本案已全部执行完毕。 ⇒ 执行完毕
    本院于2023年6月1日立案恢复执行。 ⇒ 恢复执行
    本院依申请执行人申请恢复执行。 ⇒ 恢复执行
    本案系（2022）青0102执31号案件恢复执行。 ⇒ 恢复执行
    @ review
    经查，本院于2022年3月1日裁定终结本次执行程序。 ⇒ 终本
    本院以（2022）青0102执31号执行裁定终结本次执行程序后，申请执行人申请恢复执行。 ⇒ 终本
    裁定如下：恢复（2022）青0102执31号案件的执行。 ⇒ 恢复执行
    @ suit
    另查明，（2022）青0102执31号案件已裁定终结本次执行程序。 ⇒ 终本
    经查，（2022）青0102执31号案件已执行完毕。 ⇒ 执行完毕
    # how it might stand, or is said to
    符合终结本次执行程序的条件。 ⇒
    申请执行人同意终结本次执行程序。 ⇒
    本案部分执行完毕。 ⇒
    待全部执行完毕后，解除查封。 ⇒
    申请执行人发现财产的，可以再次申请恢复执行。 ⇒
    如不履行，申请执行人可以申请恢复执行原判决。 ⇒
    驳回申请执行人恢复执行的申请。 ⇒
    本院将裁定终结本案执行程序。 ⇒
    @ review
    《规定》第五条规定，人民法院裁定终结本次执行程序后，应当公开。 ⇒
    @ suit
    被告辩称：（2022）青0102执31号案件已裁定终结本次执行程序。 ⇒
    合同已履行完毕。 ⇒
    # how it stands is of one debtor where it is for that one alone
    @ codebtors
    裁定如下：对被执行人岭北公司终结本次执行程序。 ⇒ 终本 ${codebtor}
    被执行人望川公司、岭北公司已自动履行完毕。 ⇒ 执行完毕
    裁定如下：终结本次执行程序，对被执行人岭北公司继续执行。 ⇒ 终本
  `),
)('%s: %s ⇒ %j', (_, text, facts, kind) => {
  expect(said(text, kind === '' ? 'enforcement' : (kind as Kind))).toEqual(facts)
})

describe('who is no debtor of the case', () => {
  const ordered = (text: string) => read(`裁定如下：${text}`, 'third')

  test.each([
    '冻结、划拨第三人岭北建设有限公司银行存款800000元。',
    '冻结、划拨担保人岭北公司的银行存款800000元。',
    '划拨协助执行义务人岭北公司名下账户内资金800000元。',
    '强制执行第三人岭北公司对被执行人望川置业有限公司所负到期债务800000元。',
  ])('is who a court takes its own money from: %s', (text) => {
    const taken = ordered(text).find(({ kind }) => kind === '划拨')
    expect(taken).toMatchObject({ isOrdered: true, amount: { amount: '800000' } })
    expect(taken?.against.flatMap(({ keys }) => keys)).toEqual([codebtor])
  })

  test.each([
    '冻结被执行人望川置业有限公司对第三人岭北公司的到期债权800000元。',
    '冻结第三人岭北公司应付被执行人望川置业有限公司的工程款800000元。',
    '冻结第三人岭北公司对被执行人望川置业有限公司所负到期债务800000元。',
    '冻结被执行人望川置业有限公司在第三人岭北公司的股权。',
    '提取第三人岭北公司处的工程款800000元。',
    '第三人岭北公司提出异议，不得强制执行第三人岭北公司对被执行人望川置业有限公司所负到期债务800000元。',
    '驳回申请执行人关于强制执行第三人岭北公司到期债务800000元的申请。',
  ])('only has to help, or is left alone: %s', (text) => {
    expect(ordered(text).flatMap(({ against }) => against.flatMap(({ keys }) => keys))).not.toContain(
      codebtor,
    )
  })

  test('owes nothing by what a creditor asks for', () => {
    const asked = '云杉贸易有限公司称应强制执行第三人岭北公司对望川置业有限公司所负到期债务800000元。'
    expect(said(asked, 'third')).toEqual([])
  })
})

test('a ruling on an objection of a non-party reports what is seized, in an enforcement only', () => {
  const objected = '案外人楚天公司对本院（2023）青0102执315号执行案件中查封的设备提出书面异议。'
  expect(read(objected, 'review')).toMatchObject([
    { kind: '查封', property: '设备', about: { key: '(2023)青0102执315号' } },
  ])
  expect(said(objected, 'suit')).toEqual([])
  expect(said('案外人楚天公司对本院的管辖提出异议。', 'review')).toEqual([])
})

test.each(
  rowsOf(`
    望川公司的库存货物以流拍价6800元抵偿本案部分债务。 ⇒ 6800 望川公司的库存货物
    望川公司所有的机器设备一套作价52000元，交付申请执行人云杉公司抵偿债务。 ⇒ 52000 望川公司的机器设备一套
    将望川公司名下房产作价人民币910000元，以物抵债给申请执行人云杉公司。 ⇒ 910000 望川公司的房产
    经两次拍卖流拍，申请执行人云杉公司同意以43000元接受被执行人望川公司的厂房抵债。 ⇒ 43000 望川公司的厂房
    扣划望川公司存款6800元抵偿债务，已执行到位6800元。 ⇒ 6800 -
    望川公司的厂房流拍，申请执行人云杉公司不同意以43000元接受抵债。 ⇒
    申请执行人云杉公司拒绝以43000元接受被执行人望川公司的厂房抵债。 ⇒
    望川公司名下车辆抵押担保债权43000元，本院未实际扣押到该车辆。 ⇒
  `),
)('what the creditor took in kind came in at its price, and what he refused did not: %s', (text, goods) => {
  const collected = read(text).filter(({ kind }) => kind === '执行到位')
  expect(collected.map(({ amount, property }) => `${amount?.amount} ${property ?? '-'}`)).toEqual(goods)
})

describe('a fact', () => {
  const other = '（2022）青0102执31号'
  test.each([
    [`经查，${other}案件将望川公司纳入失信被执行人名单。`, [other]],
    [`经查，${other}案件已裁定终结本次执行程序。望川公司被纳入失信被执行人名单。`, [other, null]],
    [`${other}案件已立案。但该案已裁定终结本次执行程序。`, [other]],
  ])(
    'is of the enforcement whose number its sentence names, or that 该案 stands for: %s',
    (text, numbers) => {
      const keys = numbers.map((one) => one && parseCaseNumber(one).key)
      expect(read(text, 'review').map(({ about }) => about?.key ?? null)).toEqual(keys)
    },
  )

  test('is of the case of the document where the sentence names that, or only the decision carried out', () => {
    const [mark] = read('依据（2020）青0102民初3号民事判决，本院将望川公司纳入失信被执行人名单。')
    expect(mark?.about).toBeNull()
  })

  test('has the day that its sentence gives, and none of another event', () => {
    expect(read('本院于2023年5月6日将望川公司纳入失信被执行人名单。')[0]?.happenedOn).toBe('2023-05-06')
    const decided = '2023年5月6日，本院作出失信决定书，将望川公司列入失信被执行人名单。'
    expect(read(decided)[0]?.happenedOn).toBe('2023-05-06')
    expect(read('本院2023年1月3日立案执行，将望川公司纳入失信被执行人名单。')[0]?.happenedOn).toBeNull()
  })

  test('is of who its sentence leads to, not of who the sentence before names', () => {
    const [first] = read(
      '被执行人岭北公司下落不明。2023年5月6日，本院作出失信决定书，将望川公司列入失信被执行人名单。',
      'codebtors',
    )
    expect(first?.against.map(({ text }) => text)).toEqual(['望川公司'])
  })
})

describe('what is said of property', () => {
  /** Facts on property as `kind property: conditions (mortgagee)`. */
  const property = (text: string, kind?: Kind): string[] =>
    read(text, kind).flatMap(({ kind: fact, property: thing, conditions, mortgagee }) =>
      thing === null
        ? []
        : [`${fact} ${thing}: ${conditions.join(', ')} ${mortgagee === null ? '' : `(${mortgagee})`}`.trim()],
    )

  test.each(
    rowsOf(`
      望川公司名下有不动产一处，已抵押给江海银行，本院暂无法处置。 ⇒ 财产 不动产一处: mortgaged, not disposable (江海银行)
      本院查封望川公司名下厂房。该房产已设定抵押，抵押权人为江海银行。 ⇒ 查封 厂房: mortgaged (江海银行)
      望川公司名下厂房已抵押给江海银行，该行已另案申请强制执行。 ⇒ 财产 厂房: mortgaged, claimed by mortgagee (江海银行)
      望川公司名下厂房已抵押给江海银行，申请执行人已另案起诉保证人。 ⇒ 财产 厂房: mortgaged (江海银行)
      望川公司名下设备参考价为235000元，未能成交。 ⇒ 财产 设备参考价为235000元: not sold
      望川公司名下厂房已抵押给江海银行，抵押权人已另案主张。 ⇒ 财产 厂房: mortgaged, claimed by mortgagee (江海银行)
      望川公司名下有汽车一辆，本院已查封档案，但车辆下落不明。 ⇒ 查封 汽车一辆: not in hand
      望川公司名下登记有车辆15辆，本院已办理查封手续，但未实际扣押到车辆。 ⇒ 查封 车辆15辆: not in hand
      望川公司名下车辆抵押担保债权43000元，本院未实际扣押到该车辆。 ⇒ 财产 车辆: not in hand
      望川公司持有楚天公司30%的股权，经核实无处置价值。 ⇒ 财产 楚天公司30%的股权: worthless
      望川公司名下房产已被其他法院查封，本院系轮候查封。 ⇒ 轮候查封 房产:
      本院依申请执行人提供的线索查封望川公司名下厂房。 ⇒ 查封 厂房:
      本院扣押望川公司车辆一辆，系轮候扣押。 ⇒ 扣押 车辆一辆:
      本院将望川公司名下厂房续行查封。 ⇒ 查封 厂房:
      望川公司名下厂房已设定最高额抵押，暂无法处置。 ⇒ 财产 厂房: mortgaged, not disposable
      本院续行查封望川公司名下厂房。但该房产已设定抵押。 ⇒ 查封 厂房: mortgaged
      本院查封并扣押望川公司车辆一辆。 ⇒ 查封 车辆一辆: | 扣押 车辆一辆:
      本院已将望川公司名下车辆查封并拍卖。 ⇒ 查封 车辆: | 拍卖 车辆:
      本院已将望川公司账户存款予以扣划并发还申请执行人。 ⇒ 划拨 账户存款:
      望川公司名下厂房未设定抵押。 ⇒
      望川公司名下厂房已抵押给江海银行，但未办理抵押登记。 ⇒
      望川公司名下厂房抵押给江海银行，该抵押合同无效。 ⇒
      望川公司名下无车辆，无法处置。 ⇒
      云杉公司称望川公司名下厂房已抵押给江海银行。 ⇒
      云杉贸易有限公司名下厂房已抵押给江海银行。 ⇒
      本院未能查找到望川公司的法定代表人。 ⇒
      本院对望川公司名下的存款、车辆进行查询，未发现可供执行的财产，暂无法处置。 ⇒
    `),
  )('%s ⇒ %j', (text, said) => {
    expect(property(text)).toEqual(said)
  })

  test('is not read of a suit', () => {
    const found = '望川公司名下有不动产一处，已抵押给江海银行，执行法院已裁定终结本次执行程序。'
    expect([property(found, 'suit'), said(found, 'suit')]).toEqual([[], ['终本']])
  })

  test('that is called 财产 where it is seized is what the non-party claims', () => {
    const objected = '案外人楚天公司对本院（2023）青0102执315号执行案件中查封的财产提出书面异议。'
    expect(property(`${objected}楚天公司称，被查封的设备系其所有。`, 'review')).toEqual([
      '查封 设备: claimed by other',
    ])
    expect(property(`${objected}楚天公司称，该财产系其所有。`, 'review')).toEqual([
      '查封 财产: claimed by other',
    ])
    expect(property(objected.replace('案外人楚天公司', '被执行人望川公司'), 'review')).toEqual(['查封 财产:'])
  })
})

test.each([
  ['双方当事人自行和解，约定分期履行，申请执行人撤回执行申请。', ['双方和解', '撤回执行申请']],
  ['双方已达成长期履行协议。', ['双方和解']],
  ['双方当事人未能和解，申请执行人撤回执行申请。', ['撤回执行申请']],
])('%s says why the enforcement ends', (text, reasons) => {
  const [end] = read(`${text}裁定如下：\n终结本案执行。`).filter(({ kind }) => kind === '终结执行')
  expect(end?.reasons).toEqual(reasons)
  expect(read(`${text}本院裁定终结本次执行程序。`, 'review').flatMap((one) => one.reasons)).toEqual([])
})

test.each([
  ['enforcement', ['被执行人下落不明', '双方和解']],
  ['codebtors', ['双方和解']],
] as const)(
  'of %s that one who is named cannot be found is a reason only where there is no other',
  (head, reasons) => {
    const text = '经查，被执行人望川公司下落不明，双方当事人自行和解。裁定如下：\n终结本案执行。'
    const [end] = read(text, head).filter(({ kind }) => kind === '终结执行')
    expect(end?.reasons).toEqual(reasons)
  },
)

describe('the day on which it was filed', () => {
  const filed = (text: string, kind?: Kind): string[] =>
    read(text, kind).flatMap(({ kind: fact, happenedOn, about }) =>
      fact === '立案' ? [`${happenedOn} ${about?.key ?? 'own'}`] : [],
    )

  test.each([
    '本院于2023年5月6日立案执行，立案标的1000元。',
    '云杉公司请求强制执行的债权数额为1000元，本院于2023年5月6日立案。',
    '2023年5月6日，本院依法立案执行。',
  ])('%s', (text) => {
    expect(filed(text)).toEqual(['2023-05-06 own'])
    const [found] = read(text).filter(({ kind }) => kind === '立案')
    expect(text.slice(found?.offset)).toMatch(/^立案/)
  })

  test.each([
    ['another year than its number has', '本院于2022年5月6日立案执行。'],
    ['a case that is resumed', '本院于2023年5月6日立案恢复执行。'],
    ['what is not named', '本院于2023年5月6日立案。'],
    ['a review', '执行中案外人提出异议，本院于2023年5月6日立案审查。'],
    ['a suit', '云杉公司申请执行前于2023年5月6日起诉立案。'],
    ['what may be filed', '如望川公司不履行，本院将于2023年5月6日立案执行。'],
  ])('is none of %s', (_, text) => {
    expect(filed(text)).toEqual([])
  })

  test('is of the case that its sentence names', () => {
    const text = '本院于2022年5月6日立案执行（2022）青0102执31号一案。'
    expect(filed(text)).toEqual(['2022-05-06 (2022)青0102执31号'])
  })
})

/** With each of the words for _ the form says the same of the debtor. */
test.each(
  rowsOf(`
      本院已将望川公司_。 ⇒ 失信 | 纳入失信名单 列入失信名单 列为失信人 录入失信名单 公布为失信被执行人 加入失信名单 载入失信名单 登记为失信被执行人 确定为失信被执行人 认定为失信被执行人
      经查，望川公司_。 ⇒ 失信 | 系失信被执行人 为失信被执行人 是失信被执行人 属失信被执行人 成为失信被执行人 在失信名单中 处于失信状态 被采取失信惩戒措施 | review
      本院已将望川公司_失信名单。 ⇒ 解除失信 | 屏蔽 删除 撤销 解除 移出 移除 撤下 退出
      本院已将望川公司从失信名单中_。 ⇒ 解除失信 | 屏蔽 删除 撤销 解除 移出 移除 撤下
      本院已对望川公司_。 ⇒ 限高 | 限制高消费 限制消费 禁止高消费 采取限高措施
      本院已_对望川公司的限制消费措施。 ⇒ 解除限高 | 解除 撤销 取消
      本院_将望川公司纳入失信被执行人名单。 ⇒ none | 未 没有 不 暂缓 拟 建议 要求 请求 可以 有权 应当
      _，本院将望川公司纳入失信被执行人名单。 ⇒ none | 如不履行 若不履行 倘不履行 逾期不履行的 一旦违约
      望川公司具有纳入失信被执行人名单的_。 ⇒ none | 申请 请求 主张 条件 情形 规定 理由 异议 风险
      执行中，_100元。 ⇒ 执行标的 100 | 申请执行标的 立案执行标的额 本案执行标的金额 执行总标的 案件标的 立案标的 申请标的 涉案标的 申请执行金额 申请强制执行款项 申请执行本金 请求执行债权金额为 申请执行的债权总额
      执行中，_100元。 ⇒ 执行到位 100 | 已执行到位 实际到位 共到账 全额到账 已受偿 获受偿 得到受偿 共执行回 已执行案款 共执行到款项 执行回款 执行案款到位 执行到案款 申请执行人已领取案款 申请人共收到案款 申请执行人实际受领 被执行人主动履行了 被执行人自动支付了 已实现债权 清偿债权
      执行中，_100元。 ⇒ 未执行到位 100 | 未执行 未受偿 未得到履行 未获清偿 未实际兑现 未到位 剩余标的 剩余债权 剩余执行款 剩余案款
      执行中，_100元未执行。 ⇒ 未执行到位 100 | 尚欠 尚有 尚余 尚剩 剩余 还有 余款 余额 下欠 其余 仍有 仍欠
      尚有100元_。 ⇒ 未执行到位 100 | 未执行 没有履行 未能受偿 未得到清偿 未到位 未偿还 未支付 未给付 未兑现 未实现
      案款100元_申请执行人。 ⇒ 执行到位 100 | 已发还 已发放 已划付 已过付 已转付 已汇付 已支付给 已给付 已交付 已兑付
      执行案款_申请执行人100元。 ⇒ 执行到位 100 | 发还 发放 划付 过付 转付 汇付 兑付 支付 给付 交付
      本院_终结本次执行程序。 ⇒ 终本 | 已 裁定 于5月 予以 | review
      本院_终结本次执行程序。 ⇒ none | 驳回 撤销 不能 不应 不得 不符合 不同意 拟 同意 要求 | review
      望川公司_。 ⇒ 执行完毕 | 已执行完毕 均执行完毕 全部履行完毕 现执行完毕 已全部履行 自动履行完毕 履行了全部给付义务
      双方_。 ⇒ 和解 | 达成和解 签订和解协议 自行和解 达成还款协议 签订分期履行协议 达成长期付款协议 执行和解
      双方_。 ⇒ none | 未能达成和解 不能达成和解 无法达成和解 不愿和解 没有达成和解 不同意和解 曾达成和解
  `),
)('%s: %j', (form, [fact = '', words = '', kind = 'enforcement']) => {
  for (const word of words.split(' ')) {
    const facts = read(form.replace('_', word), kind as Kind).map(
      ({ kind: one, isLifted, amount }) => `${isLifted ? '解除' : ''}${one} ${amount?.amount ?? ''}`,
    )
    expect([word, ...facts.map((one) => one.trim())]).toEqual(fact === 'none' ? [word] : [word, fact])
  }
})

test.each([
  [
    '查封原告云杉贸易有限公司名下中山路8号房屋。',
    '云杉贸易有限公司以其名下中山路8号房屋提供担保。',
    ['security'],
  ],
  ['查封原告云杉贸易有限公司提供担保的房屋。', '', ['security']],
  ['冻结原告云杉贸易有限公司银行存款8600元。', '望川公司已提供担保，申请保全。', []],
  ['查封被告望川公司名下中山路8号房屋。', '望川公司以其名下中山路8号房屋提供担保。', []],
  ['查封被告望川公司的房屋。', '云杉贸易有限公司以其名下中山路8号车位提供担保。', []],
])('that property is held as security is said by %j behind %j', (item, narrative, conditions) => {
  const text = `${narrative}裁定如下：\n${item}`
  const [held] = findEnforcement(text, operativePart(null, text), partiesIn(heads.suit), {
    isEnforcement: false,
    own: parseCaseNumber(own.suit),
  })
  expect([held?.against.length, held?.conditions]).toEqual([1, conditions])
})

test.each([
  ['申请恢复执行（2023）青0102执315号一案，执行标的8600元，已执行到位100元。', [null, null]],
  ['（2023）青0102执315号一案执行标的8600元，已执行到位100元。', ['315', '315']],
])(
  'sums of a resumed enforcement are those of its own case where a sentence resumes the other: %j',
  (text, of) => {
    const sums = read(text, 'resumed').filter(({ amount }) => amount !== null)
    expect(sums.map(({ about }) => about?.serials.join() ?? null)).toEqual(of)
  },
)

test.each([
  ['本院认为，异议成立。', ['异议成立']],
  ['丁置业对被执行人的到期债务已全部清偿，异议成立。', ['异议成立']],
])('a review ends an enforcement because of %j', (found, reasons) => {
  const [end] = read(`${found}裁定如下：\n撤销（2023）青0102执315号执行通知书。`, 'review')
  expect(end?.reasons).toEqual(reasons)
})

test.each([
  '撤销（2023）青0102执315号协助执行通知书。',
  '一、撤销（2023）青0102执315号执行通知书；\n二、由本院执行机构重新核算执行标的额。',
  '一、撤销（2023）青0102执315号执行通知书；\n二、由本院重新送达执行通知书。',
  '在（2023）青0102执315号案件中，望川公司不再承担支付迟延履行金的义务。',
  '在（2023）青0102执315号案件中，免除望川公司的开具发票义务。',
])('a review ends no enforcement by %j', (decided) => {
  expect(said(`本院认为，异议成立。裁定如下：\n${decided}`, 'review').join()).not.toContain('终结执行')
})

test.each(
  rowsOf(`
      执行通知书未依法送达望川公司 ⇒ 0
      执行法院未向望川公司送达执行通知书 ⇒ 0
      执行通知书的送达程序不符合法律规定 ⇒ 0
      执行通知书载明的金额与判决不一致 ⇒ 0
      作为执行依据的判决书未送达望川公司 ⇒ 1
      执行通知书发出时，判决书未送达望川公司 ⇒ 1
      未依法送达判决书即发出执行通知书 ⇒ 1
      执行通知书已依法送达，但债务已清偿 ⇒ 1
  `),
)('of a notice that is taken back because %j: ends %j', (found, [count]) => {
  const taken = `异议人称，执行通知书未送达。本院认为，${found}。裁定如下：\n撤销（2023）青0102执315号执行通知书。`
  expect(read(taken, 'review').filter(({ kind }) => kind === '终结执行')).toHaveLength(Number(count))
})

test.each(
  rowsOf(`
      无其他可供执行财产 ⇒ 无其他可供执行财产 没有其它可供执行财产 未发现其他可供执行的财产 未查到其余可执行财产 未查询到其他可处置财产 未查明其他能够执行的财产
      无可供执行财产 ⇒ 无可供执行财产 没有可供执行财产 未发现可供执行的财产 未查到可执行财产 未查询到可处置财产 未查明可供执行财产
      财产暂不能处置 ⇒ 暂不处置 暂时无法处置 无法变现 不能拍卖 不宜变卖 不便处理 不具备处置条件
      被执行人下落不明 ⇒ 被执行人下落不明 被执行人去向不明 查找不到被执行人 联系不到被执行人 无法查找被执行人 无法联系到被执行人
      未提供财产线索 ⇒ 申请执行人未提供财产线索 申请执行人不能提供线索 申请执行人无法提供财产
      申请执行人同意 ⇒ 申请执行人同意终结本次执行 申请执行人申请终结本次执行 申请执行人书面要求终结本次执行 申请执行人请求终结本次执行
      双方和解 ⇒ 双方达成和解 双方达成还款协议 当事人自行和解
      撤回执行申请 ⇒ 申请执行人撤回执行申请 申请执行人撤销申请执行 申请执行人撤回强制执行 申请执行人申请撤回本案 申请执行人申请撤销执行
      执行依据被撤销 ⇒ 据以执行的裁决书已被本院（2023）川01民特7号民事裁定撤销 执行依据已被撤销
      移送破产 ⇒ 本案移送破产审查 被执行人进入破产程序 法院受理其破产
  `),
)('%s is why an enforcement ends, by each of %j', (reason, [words = '']) => {
  for (const word of words.split(' ')) {
    const ends = read(`经查，${word}。裁定如下：\n终结本次执行程序。`).filter(({ kind }) => kind === '终本')
    expect([word, ...ends.flatMap(({ reasons }) => reasons)]).toEqual([word, reason])
  }
})
