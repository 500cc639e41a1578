import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { claimedAmounts } from '../../src/legal/claims.ts'
import { operativePart } from '../../src/legal/operative-part.ts'
import { findParties } from '../../src/legal/parties.ts'
import { none, partiesIn, rowsOf, sumsOf, textsOf } from './reading.ts'

const parties = partiesIn(
  '原告：乙建材（集团）有限公司（以下简称乙公司）。\n被告：甲公司。\n被告：丙公司。\n第三人：于某。',
)
const read = (judgment: string) => sumsOf(judgment, parties)
/** amount: payers → payees of what is ordered. */
const ordered = (judgment: string) =>
  read(judgment)
    .filter(({ isOrdered }) => isOrdered)
    .map(({ amount, payers, payees }) => {
      const names = (named: typeof payers) =>
        named.map(({ text, keys }) => (keys.length > 0 ? text : `${text}?`)).join('、')
      return `${amount}: ${names(payers)} → ${names(payees)}`.trim()
    })

test('a sentence behind an ending that informs of what is still owed orders nothing', () => {
  const informed = '终结本次执行程序后，被执行人应当继续履行生效法律文书确定的义务，依法应当支付100元。'
  expect(ordered(`终结本次执行程序。\n${informed}`)).toEqual([])
})

test('a notice to debtors lists what they owe, and not what the court hands out', () => {
  const section =
    '申请执行人：乙公司，住所地某市。\n被执行人：甲公司，住所地某市。\n被执行人：丙公司，住所地某市。'
  const payersOf = (notice: string) =>
    sumsOf(notice, partiesIn(section)).map(({ payers }) => payers.map(({ text }) => text))
  expect(payersOf('准予强制执行乙公司某罚字〔2023〕1号处罚决定中的罚款30元。')).toEqual([
    ['甲公司', '丙公司'],
  ])
  expect(payersOf('一、共同向申请执行人支付货款100元；\n二、将扣划的20元支付给乙公司。')).toEqual([
    ['甲公司', '丙公司'],
    [],
  ])
})

test('each of several creditors whom one sentence addresses is paid its own sum, and a second debtor is none of them', () => {
  const section =
    '原告：张某，男，住某市。\n原告：李某，男，住某市。\n被告：甲公司，住所地某市。\n被告：丙公司，住所地某市。'
  const paid = (judgment: string) =>
    sumsOf(judgment, partiesIn(section)).map((sum) => [sum.amount, sum.payers[0]?.text, sum.payees[0]?.text])
  expect(paid('甲公司向原告张某支付100元、原告李某支付200元。')).toEqual([
    ['100', '甲公司', '张某'],
    ['200', '甲公司', '李某'],
  ])
  expect(paid('甲公司向原告张某支付100元、被告丙公司支付200元。')[0]).toEqual(['100', '甲公司', undefined])
  expect(paid('甲公司赔偿100元给原告张某，赔偿200元给原告李某。')).toEqual([
    ['100', '甲公司', '张某'],
    ['200', '甲公司', '李某'],
  ])
})

test('the digit of a masked name is none of a sum', () => {
  const section = '原告：张某1，男，住某市。\n被告：甲公司，住所地某市。'
  const sums = sumsOf('甲公司支付张某1100元；甲公司赔偿张某1 20元。', partiesIn(section))
  expect(sums.map(({ amount }) => amount)).toEqual(['100', '20'])
})

describe('who is ordered to pay whom', () => {
  test.each(
    rowsOf(`
      甲公司于本判决生效之日起十日内支付乙公司货款100元。 ⇒ 100: 甲公司 → 乙公司
      被告甲公司于本判决生效之日起十日内支付原告乙建材(集团)有限公司货款100元。 ⇒ 100: 甲公司 → 乙建材（集团）有限公司
      甲公司于本判决发生法律效力之日起十日内向乙公司给付货款100元。 ⇒ 100: 甲公司 → 乙公司
      甲公司、丙公司于本判决生效之日起十日内共同偿还乙公司借款本金100元及利息20元。 ⇒ 100: 甲公司、丙公司 → 乙公司 | 20: 甲公司、丙公司 → 乙公司
      被告于本判决生效之日起十日内返还原告100元。 ⇒ 100: 被告 → 原告
      被告甲公司应将货款100元支付给乙公司。 ⇒ 100: 甲公司 → 乙公司
      甲公司退还乙公司货款100元，并赔偿损失300元。 ⇒ 100: 甲公司 → 乙公司 | 300: 甲公司 → 乙公司
      确认甲公司与乙公司签订的合同于某日解除，丙公司返还乙公司100元。 ⇒ 100: 丙公司 → 乙公司
      甲公司在交强险责任限额内赔偿于某损失100元，丙公司赔偿于某损失50元。 ⇒ 100: 甲公司 → 于某 | 50: 丙公司 → 于某
      变更某市人民法院（2020）粤01民初1号民事判决第二项为：甲公司于本判决生效之日起十日内支付乙公司租金100元。 ⇒ 100: 甲公司 → 乙公司
      被申请人甲公司应当自收到本支付令之日起十五日内，给付申请人乙公司货款100元。 ⇒ 100: 甲公司 → 乙公司
      甲公司支付下列款项：乙公司100元、于某20元。 ⇒ 100: 甲公司 → 乙公司 | 20: 甲公司 → 于某
      甲公司应支付乙公司下列款项：（一）货款100元；（二）驳回其他请求。 ⇒ 100: 甲公司 → 乙公司
      甲公司支付乙公司租金100元，押金20元不予退还。 ⇒ 100: 甲公司 → 乙公司
      甲公司支付乙公司100元（含已支付的20元，还应支付80元）。 ⇒ 80: 甲公司 → 乙公司
      江某公司于本判决生效之日起十日内支付乙公司货款100元。 ⇒ 100: 江某公司? → 乙公司
      被告江某公司于本判决生效之日起十日内支付原告乙公司货款100元。 ⇒ 100: 江某公司? → 乙公司
      某家具公司支付许某货款100元。 ⇒ 100: 某家具公司? → 许某?
      某木业公司与某物流公司连带支付冯某运费100元。 ⇒ 100: 某木业公司?、某物流公司? → 冯某?
      江北信达网络股份有限公司向林某支付违约金100元。 ⇒ 100: 江北信达网络股份有限公司? → 林某?
      甲公司欠乙公司货款100元，于2020年1月1日前付清。 ⇒ 100: 甲公司 → 乙公司
      甲公司在商业三者险限额内赔偿于某100元，在保险责任限额内赔偿50元。 ⇒ 100: 甲公司 → 于某 | 50: 甲公司 → 于某
      各被告于本判决生效之日起十日内连带支付原告100元。 ⇒ 100: 各被告 → 原告
      二被告共同偿还原告借款本金100元。 ⇒ 100: 二被告 → 原告
      三被告共同偿还原告借款本金100元。 ⇒ 100: 三被告? → 原告
      限甲公司于本判决生效之日起十日内支付乙公司货款100元（已支付30元）。 ⇒ 100: 甲公司 → 乙公司
      责令甲公司自本通知书送达之日起立即履行义务，支付100元。 ⇒ 100: 甲公司 →
      甲公司将其名下价值500元的房屋过户给乙公司，乙公司同时支付剩余房款80元。 ⇒ 80: 乙公司 →
      甲公司协助乙公司办理价值300元房屋的过户手续，乙公司支付甲公司尾款20元。 ⇒ 20: 乙公司 → 甲公司
      乙公司交付货物（价值40元），甲公司于收货后十日内支付货款40元。 ⇒ 40: 甲公司 →
      甲公司支付转让款50元，同时乙公司将其股权（对应出资额100元）变更登记至甲公司名下。 ⇒ 50: 甲公司 →
      甲公司支付乙公司货款100元，逾期交付违约金5元。 ⇒ 100: 甲公司 → 乙公司 | 5: 甲公司 → 乙公司
      甲公司支付乙公司货款100元，还应支付律师费5元。 ⇒ 100: 甲公司 → 乙公司 | 5: 甲公司 → 乙公司
      甲公司支付乙公司货款100元，丙公司对其中30元承担连带责任。 ⇒ 100: 甲公司 → 乙公司
      甲公司支付乙公司货款100元，丙公司对上述100元债务承担连带清偿责任。 ⇒ 100: 甲公司、丙公司 → 乙公司
      甲公司返还乙公司存款100元。 ⇒ 100: 甲公司 → 乙公司
      被告甲公司于本判决生效之日起十日内，向原告乙公司支付租金100元。 ⇒ 100: 甲公司 → 乙公司
      甲公司返还乙公司设备（价值50元），如不能返还则赔偿50元。 ⇒ 50: 甲公司 → 乙公司
      乙公司的损失100元，由甲公司赔偿。 ⇒ 100: 甲公司 → 乙公司
      乙公司已产生的医疗费，由甲公司支付30元。 ⇒ 30: 甲公司 → 乙公司
      甲公司支付乙公司扣除质保金后的工程款100元。 ⇒ 100: 甲公司 → 乙公司
      货款100元由甲公司返还乙公司。 ⇒ 100: 甲公司 → 乙公司
      甲公司欠乙公司货款100元，分三期支付，于某日前付清。 ⇒ 100: 甲公司 → 乙公司
      甲公司返还乙公司设备，如不能返还，则赔偿乙公司50元。 ⇒ 50: 甲公司 → 乙公司
      甲公司支付乙公司30元，如未按期支付，则甲公司支付乙公司45元。 ⇒ 30: 甲公司 → 乙公司
      甲公司支付乙公司赔偿款20元；甲公司一旦逾期，需另支付违约金3元。 ⇒ 20: 甲公司 → 乙公司
      赔偿义务机关甲公司支付赔偿请求人乙公司赔偿金100元。 ⇒ 100: 甲公司 → 乙公司
      责令甲公司退赔被害人周某、吴某各12元。 ⇒ 12: 甲公司 → 周某?、吴某?
      责令甲公司分别退赔被害人周某12元，被害人吴某15元，被害单位9元。 ⇒ 12: 甲公司 → 周某? | 15: 甲公司 → 吴某? | 9: 甲公司 →
      责令甲公司退赔被害人周某1人民币12元、吴某2人民币15元；责令甲公司退赔被害单位江北云岭茶庄人民币9元。 ⇒ 12: 甲公司 → 周某1? | 15: 甲公司 → 吴某2? | 9: 甲公司 → 江北云岭茶庄?
      责令甲公司退赔被害人周某12元。 ⇒ 12: 甲公司 → 周某?
      责令甲公司退赔被害人周某芬人民币12元；责令甲公司退赔被害人吴三丰经济损失15元。 ⇒ 12: 甲公司 → 周某芬? | 15: 甲公司 → 吴三丰?
      将违法所得人民币12元，责令甲公司退赔被害人周某芬。 ⇒ 12: 甲公司 → 周某芬?
      责令甲公司退赔被害人周×1人民币12元、吴×2人民币15元。 ⇒ 12: 甲公司 → 周×1? | 15: 甲公司 → 吴×2?
      甲公司赔偿1,200元给乙公司。 ⇒ 1200: 甲公司 → 乙公司
      甲公司支付给许某货款100元。 ⇒ 100: 甲公司 → 许某?
      甲公司向许某支付抚养费12元。 ⇒ 12: 甲公司 → 许某?
      甲公司尚欠乙公司100元，于五月前付清，如未按期付清，则另支付违约金5元。 ⇒ 100: 甲公司 → 乙公司
      货款人民币100元，甲公司于五月前付清。 ⇒ 100: 甲公司 →
      江某公司需向乙公司支付货款100元。 ⇒ 100: 江某公司? → 乙公司
      江某公司与甲公司共同支付乙公司100元。 ⇒ 100: 江某公司?、甲公司 → 乙公司
      于本判决生效之日起十日内甲公司支付乙公司100元。 ⇒ 100: 甲公司 → 乙公司
      甲公司赔偿下列人（含于某5.00）：姓名 金额（元） 于某 100.00⏎合计金额100.00元 ⇒ 100: 甲公司 → 于某
      责令甲公司退赔云江市某风力电站12元。 ⇒ 12: 甲公司 → 云江市某风力电站?
      责令甲公司退赔某养殖场经济损失人民币12元。 ⇒ 12: 甲公司 → 某养殖场?
      责令甲公司退赔云江市某风力发电项目12元。 ⇒ 12: 甲公司 →
      变更某市人民法院（2020）粤01民初1号民事判决第一项“甲公司支付乙公司货款100元”为“甲公司支付乙公司货款80元”。 ⇒ 80: 甲公司 → 乙公司
      撤销某市人民法院（2020）粤01民初1号民事判决第二项，即：“甲公司支付乙公司货款100元”；甲公司支付乙公司80元。 ⇒ 80: 甲公司 → 乙公司
      退缴在案的赃款100元发还被害人周某，不足部分责令甲公司退赔周某20元。 ⇒ 20: 甲公司 → 周某?
      甲公司自某日起每月支付乙公司抚养费12元，至某人年满十八周岁止。 ⇒ 12: 甲公司 → 乙公司
      小禾由乙公司抚养，丙公司每月支付抚养费12元。 ⇒ 12: 丙公司 → 乙公司
      小禾随乙公司共同生活，丙公司每月负担抚养费12元。 ⇒ 12: 丙公司 → 乙公司
      小禾由乙公司抚养，丙公司返还押金12元。 ⇒ 12: 丙公司 →
      被告每年支付原告抚养费12元。 ⇒ 12: 被告 → 原告
      甲公司支付乙公司此前的抚养费每月12元，共计24元。 ⇒ 24: 甲公司 → 乙公司
      甲公司分五期支付乙公司货款100元，每期20元。 ⇒ 100: 甲公司 → 乙公司
      被告江北财产保险股份有限公司在交强险限额内赔偿乙公司100元。 ⇒ 100: 江北财产保险股份有限公司? → 乙公司
      变更某决定“对于某罚款100元”为“对于某罚款30元”。 ⇒ 30: 于某 →
      准予强制执行某决定第二项，即于某罚款100元及加处罚款100元。 ⇒ 100: 于某 → | 100: 于某 →
      甲公司于某日前将扣押的押金100元返还乙公司。 ⇒ 100: 甲公司 → 乙公司
      甲公司支付乙公司30元，如按期付清，乙公司放弃剩余货款45元。 ⇒ 30: 甲公司 → 乙公司
      由甲公司偿还乙公司贷款100元。 ⇒ 100: 甲公司 → 乙公司
      甲公司尚欠乙公司贷款100元，由甲公司于某日前付清。 ⇒ 100: 甲公司 → 乙公司
      双方确认尚欠货款100元，由甲公司于某日前付清。 ⇒ 100: 甲公司 →
      甲公司赔偿乙公司设备损失100元、水产损失20元。 ⇒ 100: 甲公司 → 乙公司 | 20: 甲公司 → 乙公司
      甲公司支付乙公司各项损失100元，丙公司对此承担连带责任。 ⇒ 100: 甲公司、丙公司 → 乙公司
      一、甲公司支付乙公司货款30元；⏎二、乙公司支付甲公司违约金10元；⏎三、上述第一、二项抵销后，甲公司支付乙公司20元，丙公司对该款承担连带责任。 ⇒ 20: 甲公司、丙公司 → 乙公司
      一、甲公司偿还乙公司本金100元、利息20元，合计120元；⏎二、丙公司对上述款项120元承担连带清偿责任。 ⇒ 100: 甲公司、丙公司 → 乙公司 | 20: 甲公司、丙公司 → 乙公司
      一、甲公司偿还乙公司本金100元、利息20元；⏎二、丙公司对上述款项90元承担连带清偿责任。 ⇒ 100: 甲公司 → 乙公司 | 20: 甲公司 → 乙公司
    `),
  )('%s', (judgment, expected) => {
    expect(ordered(judgment)).toEqual(expected)
  })

  test.each([
    '甲公司应于三日内退还乙公司履约保函（金额100元）。',
    '丙公司在未出资100元本息范围内对甲公司不能清偿的债务承担补充赔偿责任。',
    '甲公司支付乙公司利息，按LPR计算，但不超过100元。',
    '甲公司于付款前向乙公司开具100元的增值税发票。',
    '驳回乙公司关于确认合同无效，甲公司返还货款100元的诉讼请求。',
    '准许乙公司撤回要求甲公司支付100元的请求。',
    '对乙公司主张的利息不予支持，对甲公司支付货款100元的请求亦不予支持。',
    '丙公司承担责任后，有权向甲公司追偿其支付的100元。',
    '乙公司对拍卖所得价款优先受偿，用于清偿货款100元。',
    '驳回原告乙公司要求被告甲公司支付货款100元的诉讼请求。',
    '扣押在案的现金100元，由扣押机关依法发还被害人周某。',
    '赃款100元由某市公安局返还被害人周某。',
    '甲公司退缴的违法所得100元发还被害人周某。',
    '暂扣于本院的赔偿款100元支付给被害人家属。',
    '将扣押的现金100元返还被害人周某。',
    '追缴被告人甲公司违法所得100元返还被害人周某。',
    '如甲公司任何一期未按时足额支付，则乙公司可就全部款项申请执行，甲公司另行支付违约金100元。',
    '若甲公司不履行，应向乙公司支付补偿款100元。',
    '乙公司有权要求甲公司支付违约金100元。',
    '甲公司无需支付乙公司工资100元。',
    '甲公司无需向乙公司支付工资100元。',
    '冻结被申请人甲公司名下银行存款100元。',
    '查封、扣押、冻结被申请人甲公司价值100元的财产。',
    '案件受理费100元，由甲公司负担。',
    '确认乙公司对甲公司享有债权100元。',
    '乙公司在100元范围内对涉案房屋拍卖所得价款优先受偿。',
    '甲公司自某日起按每月100元支付乙公司租金。',
    '某判决书第五页“甲公司支付乙公司100元”，补正为“甲公司支付乙公司120元”。',
    '双方确认甲公司尚欠货款100元，其中20元已于2019年5月20日支付。',
    '甲公司支付乙公司利息（以100元为基数，自某日起计算至实际付清之日止）。',
    '维持某市人民法院（2020）粤01民初1号民事判决第一项即甲公司支付乙公司100元。',
    '房屋归甲公司所有，剩余按揭贷款100元由甲公司偿还。',
    '甲公司支付乙公司利息，以100元（大写：壹佰元整）为基数计算。',
    '房屋归甲公司所有，剩余按揭贷款100元，由甲公司继续归还。',
    '由甲公司偿还剩余车贷100元。',
    '向周某所借的借款100元由甲公司自行偿还。',
    '双方共同向周某所借的100元，由甲公司负责偿还。',
    '没收被告人甲公司违法所得100元、丙公司违法所得50元，上缴国库。',
    '维持某市人民法院（2020）粤01刑初1号刑事判决第二项，即被告人甲公司犯逃税罪，判处罚金100元。',
  ])('%s orders no sum', (judgment) => {
    expect(ordered(judgment)).toEqual([])
  })

  test.each(
    rowsOf(`
      甲公司_乙公司货款100元。 ⇒ 100: 甲公司 → 乙公司 | 支付 给付 付清 付还 偿还 返还 归还 退还 退回 退赔 清偿 偿付 赔付 付给 补缴 补交 缴纳 交纳 上缴 补足 发还 结清 赔偿 补偿
      甲公司_乙公司小禾的抚养费100元。 ⇒ 100: 甲公司 → 乙公司 | 负担 承担
      甲公司_支付乙公司货款100元。 ⇒ none | 无需 无须 毋需 毋须 不需 不需要 无需要 不再 不予 停止 免予 免除 拒绝 不能 未能 无法 不足 不足以 不 未 已 欠 免 不承担 豁免 减免
      _甲公司支付乙公司货款100元。 ⇒ none | 驳回 准许 冻结 查封 扣押 扣划 划拨 拍卖 变卖 维持 撤销 确认 乙公司享有 乙公司放弃 乙公司有权要求 乙公司有权主张 乙公司有权申请
      现金100元_，由某公安局返还被害人。 ⇒ none | 随案移送 扣押在案 冻结在案 缴获在案 暂扣于本院 暂存于本院
      _的100元返还乙公司。 ⇒ none | 在案的现金 在案的赃款 在案的违法所得 退缴 已退赔 已退出 缴获 没收被告人违法所得
      100元由_返还乙公司。 ⇒ none | 扣押机关 某公安局 某分局 某法院 某检察院 某支队 某大队 某派出所 本院 该局 该院
      甲公司支付乙公司100元，_另支付5元。 ⇒ 100: 甲公司 → 乙公司 | 如未按期支付， 若甲公司未付款， 倘甲公司不履行， 一旦逾期， 任何一期未付， 任意一期未还款， 逾期则 否则 如未足额还款， 如甲公司违约， 再次违反的， 仍不付清的， 若不归还，
      于某犯盗窃罪，_100元。 ⇒ 100: 于某 → | 判处罚金 并处罚金 单处罚金 各处罚金 处以罚款 科以罚金 罚罚金 没收个人财产 没收其个人部分财产 并处罚金人民币 并处罚金共计
      甲公司支付乙公司货款100元，_50元。 ⇒ 50: 甲公司 → 乙公司 | 扣除已付的50元，还应支付 扣减50元后，尚欠 抵扣50元，余额 已支付50元，余款 已付50元，剩余 减去50元，差额
      甲公司应付乙公司30元，乙公司应付甲公司10元，_甲公司支付乙公司20元。 ⇒ 20: 甲公司 → 乙公司 | 两项相抵后， 互抵后， 品迭后， 上述款项抵销后， 两项抵消后， 双方抵扣后， 两项折抵后， 上述款项冲抵后， 二者相互抵销之后，
      甲公司支付乙公司利息，_100元。 ⇒ none | 以本金为 按每日 不超过
      由甲公司_100元。 ⇒ none | 偿还按揭贷款 偿还房贷 偿还车贷 负责归还贷款 继续归还债务
      _冻结被执行人甲公司的存款100元。 ⇒ none | 解除
    `),
  )('%s, with each of these words for _: %j', (form, [sums = '', words = '']) => {
    for (const word of words.split(' '))
      expect([word, ...ordered(form.replace('_', word))]).toEqual(sums === 'none' ? [word] : [word, sums])
  })

  test('who answers jointly pays too, for the items named', () => {
    const judgment =
      '一、甲公司于本判决生效之日起十日内支付乙公司货款100元；\n二、甲公司于本判决生效之日起十日内支付乙公司律师费5元；\n三、丙公司对上述第一项债务承担连带清偿责任；\n四、驳回乙公司的其他诉讼请求。'
    expect(ordered(judgment)).toEqual(['100: 甲公司、丙公司 → 乙公司', '5: 甲公司 → 乙公司'])
  })

  test('who answers jointly pays too where the item spares it another debt, but not where it denies the liability', () => {
    const first = '一、甲公司支付乙公司货款100元；\n二、'
    expect(ordered(`${first}丙公司对上述债务承担连带清偿责任，对利息不承担责任。`)).toEqual([
      '100: 甲公司、丙公司 → 乙公司',
    ])
    expect(ordered(`${first}丙公司对上述债务不承担连带清偿责任。`)).toEqual(['100: 甲公司 → 乙公司'])
    expect(ordered(`${first}如甲公司未按期付款，则丙公司承担连带清偿责任。`)).toEqual([
      '100: 甲公司 → 乙公司',
    ])
  })

  test('who answers for the sum of its own item does not pay those of the items before', () => {
    const judgment =
      '一、甲公司赔偿乙公司各项损失100元；\n二、于某赔偿乙公司各项损失20元，丙公司对此承担连带赔偿责任。'
    expect(ordered(judgment)).toEqual(['100: 甲公司 → 乙公司', '20: 于某、丙公司 → 乙公司'])
  })

  test('an item may begin behind a remark in brackets, which names no payer', () => {
    const judgment =
      '一、被告人甲公司犯逃税罪，判处罚金100元。（罚金限十日内缴纳。）二、暂存于本院的退赔款20元，发还被害人周某。'
    expect(ordered(judgment)).toEqual(['100: 甲公司 →'])
  })

  test('a payee that is no party keeps its whole name, branch and hidden characters included', () => {
    expect(ordered('责令甲公司退赔被害单位某市某某煤业有限公司人民币100元。')).toEqual([
      '100: 甲公司 → 某市某某煤业有限公司?',
    ])
    expect(ordered('责令甲公司退赔某某银行某市分行人民币100元。')).toEqual([
      '100: 甲公司 → 某某银行某市分行?',
    ])
    expect(ordered('甲公司赔偿金某某后续治疗费100元。')).toEqual(['100: 甲公司 → 金某某?'])
    const section = '原告：金小禾，女。\n被告：甲公司。'
    const [sum] = sumsOf('甲公司赔偿金小禾保险损失100元。', partiesIn(section))
    expect([sum?.isOrdered, sum?.payees[0]?.keys]).toEqual([true, ['金小禾']])
  })

  test.each(
    rowsOf(`
      甲公司向原告支付货款100元、向丙公司支付货款20元。 ⇒ 100: 甲公司 → 原告 | 20: 甲公司 → 丙公司
      责令甲公司退赔某县某农机有限公司100元，退赔樊振河20元。 ⇒ 100: 甲公司 → 某县某农机有限公司? | 20: 甲公司 → 樊振河?
      乙公司自愿减免20元，由甲公司支付80元。 ⇒ 80: 甲公司 → 乙公司
      责令甲公司退赔被害人李琼芬其余损失人民币30元。 ⇒ 30: 甲公司 → 李琼芬?
      一、甲公司给付乙公司30元、给付于某20元；⏎二、丙公司对上述应给付于某的款项承担连带清偿责任。 ⇒ 30: 甲公司 → 乙公司 | 20: 甲公司、丙公司 → 于某
      一、甲公司支付乙公司30元，分两期付清；⏎二、丙公司仅对上述第二期款项承担连带清偿责任。 ⇒ 30: 甲公司 → 乙公司
      甲公司尚欠原告乙公司报酬30元、第三人于某报酬20元，共计50元，由甲公司分两期支付。 ⇒ 30: 甲公司 → 乙公司 | 20: 甲公司 → 于某
      甲公司应付乙公司货款30元，乙公司应付甲公司赔偿款10元，上述款项相互抵销后，甲公司应支付乙公司货款20元。 ⇒ 20: 甲公司 → 乙公司
      一、甲公司应付的租金30元与乙公司应返还的押金10元相抵后，甲公司支付乙公司20元；⏎二、丙公司对上述第一项相抵后应付的20元承担连带责任。 ⇒ 20: 甲公司、丙公司 → 乙公司
      甲公司此前给付的50元，归乙公司所有，不再返还。 ⇒
      甲公司赔偿乙公司损失185元，品除已支付的62元，还应支付123元。 ⇒ 123: 甲公司 → 乙公司
      甲公司支付乙公司抵扣押金后尚欠的租金30元。 ⇒ 30: 甲公司 → 乙公司
      驳回乙公司关于强制执行加处罚款30元的申请。 ⇒
      押金冲抵后，甲公司尚欠乙公司租金43元，由甲公司按以下方式支付：6月30日前支付13元，9月30日前支付30元。 ⇒ 43: 甲公司 → 乙公司
      责令甲公司、丙公司共同退赔于某30元；责令甲公司退赔乙公司20元，丙公司在5元范围内承担退赔责任。 ⇒ 30: 甲公司、丙公司 → 于某 | 20: 甲公司 → 乙公司
      一、甲公司支付乙公司60元；⏎二、上述60元由甲公司分两期支付：6月30日前支付20元，9月30日前支付40元。 ⇒ 60: 甲公司 → 乙公司
      甲公司、丙公司于十日内各支付乙公司30元。 ⇒ 30: 甲公司 → 乙公司 | 30: 丙公司 → 乙公司
      甲公司、丙公司于十日内各向乙公司赔偿损失30元。 ⇒ 30: 甲公司 → 乙公司 | 30: 丙公司 → 乙公司
      甲公司、丙公司各自向乙公司支付50元。 ⇒ 50: 甲公司 → 乙公司 | 50: 丙公司 → 乙公司
      货款100元由甲公司、丙公司各支付50元。 ⇒ 50: 甲公司 → | 50: 丙公司 →
      甲公司、丙公司分别向乙公司支付100元、20元。 ⇒ 100: 甲公司 → 乙公司 | 20: 丙公司 → 乙公司
      货款100元、20元由甲公司、丙公司分别支付乙公司。 ⇒ 100: 甲公司、丙公司 → 乙公司 | 20: 甲公司、丙公司 → 乙公司
      甲公司向乙公司、于某各支付30元。 ⇒ 30: 甲公司 → 乙公司、于某
      变更某市人民法院（2020）粤01民初1号民事判决第二项“驳回乙公司的诉讼请求”为“甲公司支付乙公司100元”。 ⇒ 100: 甲公司 → 乙公司
      被告人甲公司犯逃税罪，判处罚金100元，责令退赔乙公司20元。 ⇒ 100: 甲公司 → | 20: 甲公司 → 乙公司
      被告人甲公司犯逃税罪，判处罚金100元；责令甲公司退赔乙公司20元；犯行贿罪，判处罚金50元；决定执行拘役二个月，并处罚金150元。 ⇒ 20: 甲公司 → 乙公司 | 150: 甲公司 →
      扣押在案的30元，由扣押机关发还被害人，其余的损失20元，责令甲公司退赔。 ⇒ 20: 甲公司 →
      扣押在案的30元发还被害人，剩余的损失20元责令甲公司退赔。 ⇒ 20: 甲公司 →
      甲公司赔偿乙公司各项损失（含抚慰金，已扣减先行支付的款项）共计100元。 ⇒ 100: 甲公司 → 乙公司
    `),
  )('each sum has who is paid by its own words: %s', (judgment, sums) => {
    expect(ordered(judgment)).toEqual(sums)
  })

  test.each([
    ['，丙公司的赔偿责任以60元为限', '甲公司'],
    ['，其中丙公司在60元范围内承担责任', '甲公司'],
    ['，丙公司的赔偿责任以200元为限', '甲公司、丙公司'],
  ])('who pays together with another up to less than the sum does not pay all of it: %s', (limit, payers) => {
    expect(ordered(`甲公司、丙公司共同赔偿乙公司100元${limit}。`)).toEqual([`100: ${payers} → 乙公司`])
  })

  const [alone, both] = ['甲公司', '甲公司、丙公司']
  test.each([
    ['丙公司对上述债务在50元范围内承担连带清偿责任', alone, alone],
    ['丙公司在最高额110元范围内对上述债务承担连带清偿责任', both, both],
    ['丙公司在最高额100元限度内对上述债务承担连带清偿责任', alone, alone],
    ['丙公司在100元限额内对第（一）项债务承担连带保证责任', both, alone],
    ['丙公司在最高额200元、于某在50元范围内承担连带责任', alone, alone],
    ['丙公司在欠付工程款200元范围内对上述债务承担支付责任', alone, alone],
    ['丙公司在最高额200元范围内承担补充责任', alone, alone],
    ['丙公司对本判决第一、二项债务与甲公司共同承担还款责任', both, both],
    ['丙公司对第二项至第二项债务承担连带责任', alone, both],
    ['丙公司在最高债权额500元内对上述第一项至第二项债务承担连带责任', both, both],
    ['变更某号民事判决第三项为：丙公司对原判决第一项及本判决第二项债务承担连带责任', both, both],
    ['丙公司对上述债务承担连带清偿责任，于某以夫妻共同财产为限对丙公司的保证债务承担清偿责任', both, both],
    ['丙公司对上述第一项债务承担连带责任，于某对上述第一项债务在最高限额20元内承担连带责任', both, alone],
    ['丙公司对上述第一项债务及该款相应的利息、第二项债务承担连带清偿责任', both, both],
  ])(
    'who answers jointly for all of it pays, who is liable for a part does not: %s',
    (item, first, second) => {
      const judgment = `一、甲公司支付乙公司货款100元；\n二、甲公司支付乙公司律师费10元；\n三、${item}。`
      expect(ordered(judgment)).toEqual([`100: ${first} → 乙公司`, `10: ${second} → 乙公司`])
    },
  )

  test.each(
    rowsOf(`
      维持某号民事判决第一项、第三项，即甲公司赔偿乙公司100元，乙公司返还丙公司20元。 ⇒
      撤销原判决第一项，即甲公司支付乙公司100元，改判甲公司支付乙公司80元。 ⇒ 80: 甲公司 → 乙公司
      撤销协议，甲公司返还乙公司差价，即100元。 ⇒ 100: 甲公司 → 乙公司
      维持某项约定，甲公司即日支付乙公司100元。 ⇒ 100: 甲公司 → 乙公司
    `),
  )('what a decision quotes of that below is not ordered again: %s', (judgment, sums) => {
    expect(ordered(judgment)).toEqual(sums)
  })

  test.each(
    rowsOf(`
      甲公司赔偿乙公司医疗费100元、误工费20元，共计120元。 ⇒ 100 | 20
      甲公司支付乙公司120元（其中货款100元、利息20元）。 ⇒ 120
      甲公司应于某日前分期支付乙公司120元：某月支付100元，余款20元于次月付清。 ⇒ 120
      甲公司于某月支付乙公司100元，于次月支付20元。 ⇒ 100 | 20
      甲公司赔偿乙公司各项损失共计120元。 ⇒ 120
      甲公司赔偿乙公司下列损失：医疗费100元；误工费20元。 ⇒ 100 | 20
      甲公司支付乙公司人民币壹佰元整（¥100.00）。 ⇒ 100
      甲公司赔偿损失50元，扣除已垫付的20元，还应赔偿30元。 ⇒ 30
      甲公司支付律师费5元，返还货款50元，扣除20元，余款30元于十日内付清。 ⇒ 5 | 30
      甲公司赔偿乙公司100元的70%，即70元。 ⇒ 70
      甲公司支付乙公司货款100元（已支付20元，尚欠80元）。 ⇒ 80
      甲公司赔偿乙公司各项损失150元（包括医疗费100元、交通费50元）。 ⇒ 150
      甲公司支付乙公司工程款100元（含质保金5元）。 ⇒ 100
      甲公司欠乙公司货款100元，已支付50元，余款50元于某日前付清。 ⇒ 50
      甲公司欠乙公司货款100元，于一月支付50元，余款50元于二月支付。 ⇒ 100
      甲公司支付乙公司货款100元，该款于三月支付30元，于四月支付70元。 ⇒ 100
      甲公司支付乙公司120元，一月支付100元，余款20元于二月支付。 ⇒ 120
      甲公司应于某日前分期支付乙公司120元：一月支付100元，余款于次月付清。 ⇒ 120
      甲公司归还乙公司120元，于2021年3月1日前归还60元，于2021年6月底前归还60元。 ⇒ 120
      甲公司于2021年3月1日前归还乙公司100元，于2021年6月底前归还60元。 ⇒ 100 | 60
      甲公司尚欠乙公司货款120元，乙公司放弃其中的20元，余款100元由甲公司于某日前付清。 ⇒ 100
      甲公司支付乙公司120元（其中100元为货款），乙公司放弃违约金20元。 ⇒ 120
      一、甲公司返还乙公司30元；⏎二、乙公司赔偿甲公司10元；⏎三、上述款项相抵后，甲公司还应返还乙公司20元。 ⇒ 20
      甲公司返还乙公司30元；乙公司赔偿甲公司10元；相抵后甲公司还应返还乙公司20元。 ⇒ 20
      一、甲公司返还乙公司30元；⏎二、乙公司赔偿甲公司10元；⏎三、上述一、二项相互抵销后，甲公司还应返还乙公司20元。 ⇒ 20
      一、甲公司支付乙公司货款30元；⏎二、乙公司支付甲公司违约金10元；⏎三、以上两项抵扣后，甲公司支付乙公司20元。 ⇒ 20
      一、甲公司支付乙公司货款30元；⏎二、乙公司支付甲公司违约金10元，与第一项折抵后，甲公司支付乙公司20元。 ⇒ 20
      一、甲公司支付乙公司货款30元；⏎二、甲公司返还乙公司押金10元，抵扣后返还7元。 ⇒ 30 | 7
      甲公司尚欠的租金30元与乙公司应退还的押金10元抵销后，甲公司应于本判决生效之日起十日内向厦门某某商业管理有限公司支付租金20元。 ⇒ 20
      一、甲公司应支付乙公司30元，乙公司应赔偿甲公司10元，两项相抵后，甲公司支付乙公司20元；⏎二、丙公司对上述第一项相抵后的20元承担连带责任。 ⇒ 20
    `),
  )('%s: no sum is ordered twice', (judgment, amounts) => {
    expect(
      read(judgment)
        .filter(({ isOrdered }) => isOrdered)
        .map(({ amount }) => amount),
    ).toEqual(amounts)
  })

  test.each([
    ['冻结、划拨被执行人甲公司的银行存款100元。', ['甲公司']],
    ['扣划被执行人甲公司、丙公司名下存款，以100元为限。', ['甲公司', '丙公司']],
    ['提取被执行人江某公司在乙公司的收入100元。', ['江某公司']],
    ['冻结被申请人甲公司的银行存款100元。', []],
    ['解除对被执行人甲公司账户的冻结，金额100元。', []],
  ])('%s: no payment is ordered, and the row names whose money is taken', (judgment, names) => {
    expect(
      read(judgment).map(({ isOrdered, payers }) => [isOrdered, payers.map(({ text }) => text)]),
    ).toEqual([[false, names]])
  })

  test.each([
    ['甲公司支付乙公司壹万元（¥12000）。', null, 'words and figures differ', ['乙公司']],
    ['甲公司支付乙公司壹万元（¥10000）。', '10000', undefined, ['乙公司']],
    ['甲公司支付乙公司壹万元（含利息2000元）。', '10000', undefined, ['乙公司']],
    ['甲公司向乙公司支付丙公司的货款100元。', '100', 'payees differ', []],
    ['甲公司向乙公司支付货款100元。', '100', undefined, ['乙公司']],
    ['解除甲公司与乙公司的合同，返还乙公司货款100元。', '100', 'payers differ', ['乙公司']],
  ])('what is read in two ways is left out, with the reason: %s', (judgment, amount, reason, names) => {
    const [sum] = read(judgment)
    expect([sum?.amount, sum?.reason, sum?.payees.map(({ text }) => text)]).toEqual([amount, reason, names])
    expect(sum?.payers.length).toBe(reason === 'payers differ' ? 0 : 1)
  })

  test('a party that is named in the position of the other side is not certain', () => {
    expect(ordered('被告甲公司支付原告乙公司100元。')).toEqual(['100: 甲公司 → 乙公司'])
    expect(ordered('原告甲公司支付被告乙公司100元。')).toEqual(['100: 甲公司? → 乙公司?'])
  })

  test.each([
    ['乙公司的货款100元由甲公司支付。', '100: 甲公司 →'],
    ['乙公司支付的货款100元由甲公司返还。', '100: 甲公司 →'],
    ['甲公司退还由乙公司支付的货款100元。', '100: 甲公司 → 乙公司'],
    ['甲公司将由乙公司保管的押金100元返还。', '100: 甲公司 →'],
  ])('%s: who stands behind 由 before the verb that orders pays', (judgment, sum) => {
    expect(ordered(judgment)).toEqual([sum])
  })

  test('support is counted by the month, however far before it 每月 stands', () => {
    expect(read('甲公司每月支付乙建材（集团）有限公司婚生女小禾抚养费12元。')[0]?.role).toBe('单价')
    expect(read('甲公司每月给付一次，乙建材（集团）有限公司的货款12元。')[0]?.role).toBe('款项')
  })

  test('fees after the last item belong to no item', () => {
    const judgment =
      '一、甲公司支付乙公司100元；\n二、驳回乙公司的其他诉讼请求。\n案件受理费50元，由甲公司负担。\n如不服本判决，可以上诉。'
    expect(
      read(judgment).map(({ amount, item, role, isOrdered }) => [amount, item, role, isOrdered]),
    ).toEqual([
      ['100', 1, null, true],
      ['50', null, '案件受理费', false],
    ])
  })
})

describe('where the operative part stands', () => {
  const partOf = (...sources: Parameters<typeof operativePart>) => {
    const part = operativePart(...sources)
    return part === null ? null : [part.source, part.items.map(({ text }) => text)]
  }

  test.each(
    rowsOf(`
      一审法院判决如下：一、甲赔款。二、驳回。⏎本院认为应改判，判决如下：⏎驳回上诉，维持原判。⏎审判长　某某 ⇒ 驳回上诉，维持原判。
      裁判结果⏎某市人民法院于某日作出（2020）粤01民初1号民事判决：1.甲支付乙15元；2.驳回其他请求。乙不服，提起上诉。⏎裁判理由⏎略 ⇒ 1.甲支付乙15元； | 2.驳回其他请求。
      裁判结果⏎一审法院判决：驳回张某的诉讼请求。张某不服，提起上诉。二审法院改判：甲支付张某5元。⏎案例分析 ⇒ 甲支付张某5元。
    `),
  )('%s', (content, items) => {
    expect(partOf(null, content)).toEqual(['content', items])
  })

  test('of several decisions that an edited case lists, the one with its own number counts', () => {
    const content =
      '裁判结果\n某法院于某日作出（2020）粤01民初1号民事判决：甲支付乙15元。某高院于某日作出（2021）粤民终2号民事判决：驳回上诉，维持原判。'
    expect(partOf(null, content, '(2020)粤01民初1号')).toEqual(['content', ['甲支付乙15元。']])
    expect(partOf(null, content)).toEqual(['content', ['驳回上诉，维持原判。']])
  })

  test('the judgment section comes first', () => {
    expect(partOf('准许撤诉。', '判决如下：驳回。')).toEqual(['judgment', ['准许撤诉。']])
  })

  test.each([null, '', '只有事实，没有裁判。'])('%j has none', (content) => {
    expect(operativePart(null, content)).toBeNull()
  })
})

describe('whom an order names', () => {
  const payeesOf = (text: string, section: string) =>
    sumsOf(text, partiesIn(section)).map(({ amount, payees }) => [amount, payees.map((payee) => payee.text)])

  test.each([
    ['被告一支付原告100元', ['云江有限公司'], ['乙公司']],
    ['第二被告支付原告100元', ['蓝某某'], ['乙公司']],
    ['被告二蓝某某支付原告100元', ['蓝某某'], ['乙公司']],
    ['原告支付被告二（反诉原告）蓝某某100元', ['乙公司'], ['蓝某某']],
    ['被告三支付原告100元', [], ['乙公司']],
    ['被告一次性支付原告100元', ['云江有限公司', '蓝某某'], ['乙公司']],
    ['被告二人支付原告100元', ['云江有限公司', '蓝某某'], ['乙公司']],
    ['被告双方支付原告100元', ['云江有限公司', '蓝某某'], ['乙公司']],
  ])('of several in a position, one may be meant by number: %s', (text, payers, payees) => {
    const section = '原告：乙公司。\n被告一：云江有限公司。\n被告二：蓝某某。'
    const [sum] = sumsOf(`${text}。`, partiesIn(section))
    const keysOf = (side: 'payers' | 'payees') => sum?.[side].flatMap(({ keys }) => keys)
    expect([keysOf('payers'), keysOf('payees')]).toEqual([payers, payees])
  })

  test('a name behind a position that no party has is a payee', () => {
    expect(payeesOf('甲公司向申请执行人苗凤山支付货款100元。', '被执行人：甲公司。')).toEqual([
      ['100', ['苗凤山']],
    ])
    expect(payeesOf('甲公司向申请执行人支付货款100元。', '被执行人：甲公司。')).toEqual([
      ['100', ['申请执行人']],
    ])
  })

  test('each sum of a list goes to the victim before it, who is no party', () => {
    const text = '责令被告人谭某退赔被害人吴某经济损失38.5万元、廖某经济损失21万元、利息5元。'
    expect(payeesOf(text, '被告人谭某，男。')).toEqual([
      ['385000', ['吴某']],
      ['210000', ['廖某']],
      ['5', ['吴某']],
    ])
  })

  test.each([
    ['马某、牛某经济损失人民币9000元', ['马某', '牛某']],
    ['马某、牛某、吴某的经济损失共计9000元', ['马某', '牛某', '吴某']],
    ['经济损失9000元', ['被害人']],
  ])('a loss is no part of the names of victims: %s', (victims, names) => {
    expect(payeesOf(`责令被告人谭某退赔被害人${victims}。`, '被告人谭某，男。')).toEqual([['9000', names]])
  })

  test('those who put money into a scheme are paid as a whole', () => {
    const text = '责令被告人谭某退赔集资参与人损失9000元。'
    expect(payeesOf(text, '被告人谭某，男。')).toEqual([['9000', ['集资参与人']]])
  })

  test('each of several that are fined in one sentence pays its own fine', () => {
    const section = '被罚款人：云江有限公司。\n被罚款人：谭某，男。'
    const fines = (text: string) =>
      sumsOf(text, partiesIn(section))
        .filter(({ isOrdered }) => isOrdered)
        .map(({ amount, payers }) => [amount, ...payers.map((payer) => payer.text)])
    expect(fines('对云江有限公司罚款五万元，对谭某罚款一万元。')).toEqual([
      ['50000', '云江有限公司'],
      ['10000', '谭某'],
    ])
    expect(fines('对云江有限公司、谭某各罚款一万元。')).toEqual([['10000', '云江有限公司', '谭某']])
  })

  test('a fine against which an earlier payment is set off is imposed as a whole', () => {
    const text =
      '被告人谭某犯污染环境罪，判处罚金人民币五万元（已缴纳的行政罚款人民币三万元予以折抵，余款二万元限判决生效后十日内缴纳）。'
    const sums = sumsOf(text, partiesIn('被告人谭某，男。'))
    expect(sums.filter(({ isOrdered }) => isOrdered).map(({ amount }) => amount)).toEqual(['50000'])
  })

  test('a fine whose time to pay is set stands there a second time', () => {
    const text =
      '被告人谭某犯盗窃罪，判处拘役二个月，并处罚金人民币3000元。上述罚金3000元限判决生效后十日内缴纳。'
    const sums = sumsOf(text, partiesIn('被告人谭某，男。'))
    expect(sums.map(({ isOrdered }) => isOrdered)).toEqual([true, false])
  })

  test('a verb of paying that is a name orders nothing', () => {
    const text = '被告偿某于本判决生效后十日内返还原告付清借款本金272000元。'
    expect(payeesOf(text, '原告：付清，男。\n被告：偿某，男。')).toEqual([['272000', ['付清']]])
    expect(payeesOf('偿某、向山共同支付100元。', '被告：偿某，男。\n被告：向山，男。')).toEqual([['100', []]])
  })
})

describe('what was asked for', () => {
  test.each(
    rowsOf(`
      竺某上诉请求：撤销一审判决，改判甲公司支付赔偿金225,000元。 ⇒ claim 225000 | recited 9
      竺某上诉提出：原判有误；请求改判甲公司赔偿12元。 ⇒ claim 12 | recited 9
      竺某称，同意抗诉意见，请求撤销原审判决，改判甲公司退还5元。 ⇒ claim 5 | recited 9
      竺某申请再审称，判决有误，请求撤销原判决，再审改判甲公司支付3元。 ⇒ claim 3 | recited 9
      竺某亦曾上诉，请求改判甲公司支付3元，因其未预交上诉费，本院对其上诉按撤回上诉处理。 ⇒ recited 9
      竺某申请再审称，判决有误。依据某法第二百条，请求撤销原判，改判甲公司退还6元。 ⇒ claim 6 | recited 9
      竺某申请再审称，判决有误。请求：1.撤销一、二审判决；2.改判甲公司支付8元。 ⇒ claim 8 | recited 9
      竺某申请再审称，1.判决有误。2.请求撤销一、二审判决，改判甲公司支付8元。 ⇒ claim 8 | recited 9
      甲公司辩称，竺某违约。故请求改判竺某退还6元。 ⇒ recited 9
      竺某再审请求：1.撤销二审判决第一项即支付7元的判决；2.改判甲公司支付8元。 ⇒ claim 8 | recited 9
      甲公司上诉请求：改判甲公司支付赔偿金1,000元。 ⇒ recited 9
      竺某上诉请求：改判甲公司支付违约金7元。事实和理由：一审以过高为由调整为2元，但甲公司从未请求调低。 ⇒ claim 7 | recited 9
      竺某上诉请求：改判甲公司支付工程款7元。庭审中，竺某将上诉请求中的工程款变更为6元。 ⇒ claim 6 | recited 9
      竺某上诉请求：改判甲公司支付违约金7元。调查时，竺某将违约金变更为6元。 ⇒ claim 6 | recited 9
      甲公司辩称，竺某请求改判其支付6元没有依据。 ⇒ recited 9
      竺某的上诉请求部分成立，甲公司应支付4元。 ⇒ recited 9
    `),
  )('what an appeal asks for is a claim of who sued: %s', (appeal, sums) => {
    const section = '上诉人（原审原告）：竺某，女。\n上诉人（原审被告）：甲公司。'
    const parties = partiesIn(section)
    const content = `${appeal}\n竺某向一审法院起诉请求：判令甲公司支付9元。\n判决如下：略。`
    const claims = claimedAmounts(content, parties, true)
    expect(claims.map(({ part, amount }) => `${part} ${amount}`)).toEqual(sums)
    if (sums.length > 1) expect(claims[0]?.payees.flatMap(({ keys }) => keys)).toEqual(['竺某'])
  })

  test.each(
    rowsOf(`
      宣判后，甲公司不服，上诉请求：撤销原判，改判竺某返还其押金5元。 ⇒ 5
      甲公司上诉请求：改判竺某赔偿甲公司损失7元。 ⇒ 7
      甲公司上诉请求：改判甲公司支付竺某9元。 ⇒
      甲公司上诉请求：变更第三项，由竺某向其支付整改费7元。 ⇒ 7
      甲公司上诉请求：改判竺某赔偿损失7元。庭审中，甲公司将该项请求变更为6元。 ⇒ 6
      甲公司上诉请求：改判甲公司无需支付违约金，并支持其一审反诉请求，即竺某赔偿返工费5元；对第一项，甲公司愿按9元结清。 ⇒ 5
      甲公司上诉请求：改判其少付9元。 ⇒
      竺某上诉请求判令甲公司赔偿损失共计12元。 ⇒ 12
      竺某上诉请求：改判甲公司退还3元。甲公司上诉请求：支持其反诉请求即判令竺某支付尾款4元。 ⇒ 3 | 4
      竺某上诉请求：改判甲公司退还3元。竺某的上诉请求依法判令甲公司退还3元，不能成立。 ⇒ 3
    `),
  )('of who was sued and had countersued, what another is to pay: %s', (appeal, sums) => {
    const section = '上诉人（原审原告、反诉被告）：竺某，女。\n上诉人（原审被告、反诉原告）：甲公司。'
    const named = partiesIn(section)
    expect(claimedAmounts(appeal, named, true).map(({ amount }) => amount)).toEqual(sums)
  })

  test('what a payment order that ends had told the debtor to pay was asked for', () => {
    const content =
      '终结督促程序裁定书\n申请人乙公司与被申请人甲公司支付令一案，本院于2024年8月14日发出（2024）豫0105民督4号支付令，限令被申请人甲公司给付100元。裁定如下：终结本案的督促程序。'
    const section = '申请人：乙公司。\n被申请人：甲公司。'
    const named = partiesIn(section)
    expect(claimedAmounts(content, named).map(({ amount }) => amount)).toEqual(['100'])
  })

  test('a colon may stand before what a court is asked to order', () => {
    const content = '原告乙公司诉称，甲公司欠款。请求：判令甲公司赔偿各项损失100元。'
    expect(claimedAmounts(content, []).map(({ amount }) => amount)).toEqual(['100'])
  })

  test('each request has its number; what it is worked out from is no claim', () => {
    const content =
      '乙公司向本院提出诉讼请求：1.判令甲公司支付货款100元及利息（以100元为基数计算）；2.甲公司支付律师费5元（2元/时×2.5时）；3.诉讼费由甲公司负担。事实和理由：欠款200元。'
    expect(
      claimedAmounts(content, []).map(({ amount, item, role, isOrdered }) => [amount, item, role, isOrdered]),
    ).toEqual([
      ['100', 1, '款项', false],
      ['5', 2, '律师费', false],
    ])
  })

  const asked = '原告诉讼请求：1.判令甲公司支付货款100元；2.支付违约金12元。'
  test.each(
    rowsOf(`
      庭审中，原告变更第1项请求的本金为90元。 ⇒ 12 | 90
      庭审中，原告明确诉讼请求为：甲公司支付货款80元。 ⇒ 80
      庭审中，原告变更诉讼请求为：1.支付货款90元；2.支付利息8元。 ⇒ 90 | 8
      审理中，原告将违约金增加至15元。 ⇒ 100 | 15
      审理中，原告增加诉讼请求：判令甲公司支付律师费5元。 ⇒ 100 | 12 | 5
      审理中，原告增加请求：判令甲公司支付律师费5元。 ⇒ 100 | 12 | 5
      庭审中，原告放弃对违约金的请求。 ⇒ 100
      庭审中，原告当庭撤回上述第二项请求。 ⇒ 100
      庭审中，原告将货款变更为90元、违约金变更为8元。 ⇒ 90 | 8
      庭审中，原告将上述违约金的数额减少为8元。 ⇒ 100 | 8
      庭审中，原告放弃主张利息。 ⇒ 100 | 12
      双方将合同货款变更为70元。 ⇒ 100 | 12
      后原告申请将第一项的货款变更为70元。 ⇒ 12 | 70
      双方约定将第一项的货款变更为70元。 ⇒ 100 | 12
      庭审中，原告将要求甲公司支付货款的数额变更为90元。 ⇒ 12 | 90
      审理中，原告撤回第2项请求，第3项相应变更为丙公司对第1项承担连带责任。 ⇒ 100
      庭审中，原告明确并变更诉讼请求为：1.甲公司支付货款70元；2.甲公司支付律师费8元。 ⇒ 70 | 8
      诉讼中，原告变更并最终明确诉讼请求为：一、甲公司支付货款70元；二、甲公司支付律师费8元。 ⇒ 70 | 8
      庭审中，原告将第一项的货款减少为90元，将第二项的违约金调整为8元。 ⇒ 90 | 8
      庭审中，原告将货款变更为90元，并将违约金变更为8元。 ⇒ 90 | 8
    `),
  )('a claim counts as it is in the end: %s', (later, amounts) => {
    expect(claimedAmounts(`${asked}${later}`, []).map(({ amount }) => amount)).toEqual(amounts)
  })

  test.each(
    rowsOf(`
      乙公司_甲公司支付货款100元。 ⇒ 100 | 提出诉讼请求： 提出如下起诉请求： 诉讼请求如下： 起诉请求为 本诉请求： 一审请求： 诉请判令 请求判令 恳请判决 诉求判令 要求判令 请求本院判令 请求贵院依法判令 请求人民法院判决 请求法院裁决 请求依法裁定 诉请： 恳请： 诉求： 诉请被告
      _请求判令乙公司支付5元。 ⇒ none | 甲公司辩称， 甲公司答辩， 另案中， 甲公司另行起诉， 乙公司曾申请仲裁， 仲裁时，
      原告诉讼请求：甲公司支付货款100元。_甲公司欠款9元。 ⇒ 100 | 事实和理由： 事实与理由： 事实及理由：
      原告诉讼请求：判令乙公司_100元。 ⇒ none | 无需支付 无须给付 毋需支付 不需支付 不应支付 不予支付 不再支付 不承担 不赔偿 不返还 不偿还 无需向甲公司支付
      原告诉讼请求：甲公司支付工资100元_。 ⇒ 100 | （含加班费20元） （包含加班费20元） ，其中加班费20元 ，明细加班费20元 ，包括加班费20元 ，分别为加班费20元 ，具体为加班费20元 ，计算方式20元
      原告诉讼请求：_100元。 ⇒ none | 诉讼标的额 诉讼标的金额为 标的总额共计 最高债权额 愿按 变更处罚为罚款 将罚款降为
      原告诉讼请求：押金100元_。 ⇒ none | 归原告所有 不予退还 不予返还 另行主张
      原告诉讼请求：1.支付货款100元；2.支付违约金12元。庭审中，原告将违约金_为8元。 ⇒ 100 8 | 变更 调整 减少 增加 降低 缩减
      原告诉讼请求：1.支付货款100元；2.支付违约金12元。庭审中，原告_违约金的请求。 ⇒ 100 | 撤回 放弃 不再主张 放弃对 撤回了 放弃关于
      原告诉讼请求：1.支付货款100元；2.支付违约金12元。审理中，原告_：支付律师费5元。 ⇒ 100 12 5 | 增加诉讼请求 追加诉讼请求 补充诉讼请求 增加一项诉讼请求 追加两项请求 增加诉请
      原告诉讼请求：1.支付货款100元；2.支付违约金12元。_将违约金变更为8元。 ⇒ 100 12 | 双方 甲公司辩称，原告 经查明，双方
    `),
  )('%s asks with each word for _: %j', (form, [sums = '', words = '']) => {
    for (const word of words.split(' ')) {
      const found = claimedAmounts(form.replace('_', word), parties).map(({ amount }) => amount)
      expect([word, found.join(' ') || 'none']).toEqual([word, sums])
    }
  })

  test('of what one request lists, a change is of the sum behind its word', () => {
    const listed = '原告诉讼请求：判令甲公司赔偿医疗费100元、误工费48元、抚慰金20元。'
    const later = '审理中，原告放弃了对抚慰金的请求，并将误工费请求变更为36元。'
    expect(claimedAmounts(listed + later, []).map(({ amount }) => amount)).toEqual(['100', '36'])
  })

  test.each(
    rowsOf(`
      甲公司、丙公司赔偿损失200元，各承担50%即100元。 ⇒ 200
      甲公司赔偿180元，丙公司在交强险责任限额122元内先行赔偿。 ⇒ 180
      1.甲公司支付货款100元；2.丙公司对上述100元承担连带责任。 ⇒ 100
      甲公司支付货款100元、违约金12元，诉讼标的额为112元。 ⇒ 100 | 12
      1.甲公司支付租金100元；2.履约押金47元不予退还。 ⇒ 100
      1.甲公司支付合理开支25元（含律师费20元、公证费5元）。 ⇒ 25
      1.支付利息31元（暂计至2022年12月31日，其中利息9元、罚息22元）；2.押金30元归原告所有，不予退还。 ⇒ 31
      甲公司赔偿60元，鉴定意见作出后变更诉讼请求为：甲公司赔偿85元。 ⇒ 85
      甲公司赔偿236元，而非调解时的141元。 ⇒ 236
      1.甲公司支付货款100元；2.甲公司赔偿窝工损失45元。庭审中原告当庭撤回了窝工损失一项请求。 ⇒ 100
      甲公司返还合伙款100元；庭审中变更为：一、甲公司返还合伙款90元；二、支付利息。 ⇒ 90
      1.甲公司支付货款100元；2.丙公司返还货款100元。 ⇒ 100 | 100
      1.撤销处罚决定，或者变更罚款数额为50元；2.返还多缴的罚款20元。 ⇒ 20
      1.支付工程款100元，对质保金20元表示待质保期满后另行主张。 ⇒ 100
      1.偿还借款100元及利息；2.偿还借款20元。庭审中，原告放弃第1项请求中的利息。 ⇒ 100 | 20
      1.将罚款数额降低至50元。 ⇒
      1.偿还本金100元及利息、罚息、复利合计12元，并支付律师费5元。 ⇒ 100 | 12 | 5
      1.偿还本金100元、利息12元，以上合计112元。 ⇒ 100 | 12
      1.赔偿损失100元；审理中放弃误工费20元，请求变更为80元。 ⇒ 80
      支付租金100元、押金20元，扣除保证金30元后为90元。 ⇒ 90
      1.撤销调解书第二项，即“甲公司给付9元”；2.丙公司对其中5元本息、乙对其余款项承担责任。 ⇒
      1.支付违约金90元（按每日3元计算30天）；2.每月支付抚养费按每月12元。 ⇒ 90 | 12
    `),
  )('a share, a limit and what is told twice are no claims: %s', (requests, amounts) => {
    expect(claimedAmounts(`原告诉讼请求：${requests}`, []).map(({ amount }) => amount)).toEqual(amounts)
  })

  test('what another asked for is no claim, and a private prosecutor asks', () => {
    expect(claimedAmounts('原告请求解除合同。甲公司辩称，原告曾请求判令其支付5元。', [])).toEqual([])
    const prosecuted = '自诉人李某诉称，请求依法追究钱某的刑事责任，并赔偿经济损失12元。钱某辩称无罪。'
    expect(claimedAmounts(prosecuted, []).map(({ amount }) => amount)).toEqual(['12'])
  })

  test('who was sued may ask, too, and it is certain who does', () => {
    const counterclaim = '甲公司向本院提出反诉请求：1.判令乙公司返还定金3元；2.赔偿损失5元。'
    const read = (content: string) =>
      claimedAmounts(content, parties).map(({ amount, part }) => `${part} ${amount}`)
    expect(read(`乙公司提出诉讼请求：判令甲公司支付货款100元。${counterclaim}`)).toEqual([
      'claim 100',
      'counterclaim 3',
      'counterclaim 5',
    ])
    const suit = '乙公司提出诉讼请求：判令甲公司支付货款100元。\n'
    for (const words of [
      '甲公司辩称：不同意。并反诉请求：1.判令乙公司返还定金3元。',
      '甲公司提起反诉，请求：1.返还定金3元。',
      '货已交。甲公司辩称，不同意。货不合格。并反诉请求：返还定金3元。',
      '反诉原告甲公司诉称：乙公司违约。请求判令反诉被告返还定金3元。',
      '甲公司反诉称，货物不合格，请求判令：1.反诉被告返还定金3元。',
      '甲公司辩称，货物不合格，同时提出反诉，要求原告返还定金3元。',
    ])
      expect(read(suit + words), words).toEqual(['claim 100', 'counterclaim 3'])
    expect(read(`原告提出诉讼请求：判令被告支付货款100元。对方反诉请求：返还定金3元。`)).toEqual([
      'claim 100',
    ])
  })

  test.each(
    rowsOf(`
      第三人于某提出诉讼请求：判令甲公司给付分成款7元。 ⇒ 100 | 7
      被告丙公司向本院提出诉讼请求：判令乙公司返还预付款7元。 ⇒ 100 | 7
      乙公司在庭审中请求判令甲公司支付货款100元。 ⇒ 100
      第三人于某述称，其已付7元，无其他意见。 ⇒ 100
      庭审后请求判令甲公司给付分成款7元。 ⇒ 100
    `),
  )('each of several who ask has its claims, once, where it is certain who asks: %s', (other, amounts) => {
    const content = `乙公司提出诉讼请求：判令甲公司支付货款100元。\n${other}\n判决如下：略。`
    expect(claimedAmounts(content, parties).map(({ amount }) => amount)).toEqual(amounts)
  })

  test('what an agreement gives up was asked for all the same', () => {
    const content =
      '原告提出诉讼请求：支付违约金20元。双方自愿达成如下协议：一、原告放弃违约金20元的诉讼请求。'
    expect(claimedAmounts(content, []).map(({ amount }) => amount)).toEqual(['20'])
  })

  const debtor = '被申请人：乙，男，住某市。⏎'
  const sale = `申请人：甲公司，住所地某市。⏎${debtor}`
  test.each(
    rowsOf(`
      ${sale}请求：裁定拍卖抵押房产，对所得价款在本金100元、利息12元的范围内优先受偿。 ⇒ 100 | 12
      ${sale}授信额度200元，尚欠本金100元、利息12元。请求准许拍卖房屋，在上述欠款及律师费5元范围内优先受偿。 ⇒ 100 | 12 | 5
      ${sale}申请事项：1.拍卖抵押物，在最高额200元内优先受偿本金100元。 ⇒ 100
      申请执行人某局，住所地某市。⏎请求强制执行：1.罚款70元；2.加处罚款70元。 ⇒ 70 | 70
      申请执行人某局，住所地某市。⏎请求本院：1.强制执行罚款70元；2.强制执行加处罚款70元。 ⇒ 70 | 70
      申请执行人某局，住所地某市。⏎申请执行人申请执行：罚款70元。 ⇒ 70
      赔偿请求人：林某，男，住某市。⏎要求公开道歉，某局曾付5元。 ⇒
      申请执行人某局，住所地某市。⏎申请内容：罚款70元。 ⇒ 70
      ${sale}请求本院发出支付令，督促乙给付费用18元、违约金3元。 ⇒ 18 | 3
      ${sale}申请支付令一案，申请人甲公司请求乙给付货款18元。 ⇒ 18
      ${sale}申请人要求被申请人乙给付货款18元，被申请人丙在10元范围内承担连带责任。 ⇒ 18
      ${sale}甲公司申请支付令一案，本院发出支付令，限乙给付费用18元。 ⇒
      异议人：甲公司，住所地某市。⏎${debtor}请求在50元范围内优先受偿。 ⇒
    `),
  )('an application asks for what it is about: %s', (text, amounts) => {
    const content = `某法院\n裁定书\n（2021）粤0304民特1号\n${text}裁定如下：略。`
    const named = findParties({ ...none, content })
    expect(claimedAmounts(content, named).map(({ amount }) => amount)).toEqual(amounts)
  })

  test('an appeal recites the claims of the first instance', () => {
    const recited = claimedAmounts('乙公司向一审法院起诉请求：判令甲公司支付100元。', [], true)
    expect(recited.map(({ part }) => part)).toEqual(['recited'])
  })

  test('what goes on with the words of a plaintiff is what that one asks for', () => {
    const parties = partiesIn('原告：竺某，女。\n被告：甲公司。')
    const said = '原告竺某诉称，甲公司欠款未付。故诉至法院，请求判令甲公司支付100元，案件受理费5元由其负担。'
    const claims = claimedAmounts(said, parties)
    expect(claims.map(({ amount, payees }) => [amount, payees.flatMap(({ keys }) => keys)])).toEqual([
      ['100', ['竺某']],
    ])
  })

  test.each(['被告反诉请求判令原告支付5元。'.replace('请求判令', '提出：'), '原告请求法院解除合同。', ''])(
    '%j asks for no sum',
    (content) => {
      expect(claimedAmounts(content, [])).toEqual([])
    },
  )
})

test('nothing is invented: sums stand where they say, payers are named in the text, and nothing makes it throw', () => {
  const words =
    '甲公司 乙公司 被告 支付 返还 100元 5万元 ， ； 。 一、 二、 驳回 其中 共计 （ ） 对上述第一项 承担连带清偿责任 变更 第一项为： 于本判决 向 判决如下：'
  fc.assert(
    fc.property(textsOf(40, words, '\n'), (text) => {
      for (const { offset, text: written, payers, payees } of read(text)) {
        expect(text.slice(offset, offset + written.length)).toBe(written)
        for (const { text: name } of [...payers, ...payees]) expect(text.includes(name)).toBe(true)
      }
      for (const { offset, text: written } of claimedAmounts(text, []))
        expect(text.slice(offset, offset + written.length)).toBe(written)
    }),
    { numRuns: 1500 },
  )
})
