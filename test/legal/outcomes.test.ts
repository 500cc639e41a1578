import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { operativePart } from '../../src/legal/operative-part.ts'
import { outcomeRules } from '../../src/legal/outcome-rules.ts'
import { outcomeForSide, outcomeNames, stayGround } from '../../src/legal/outcomes.ts'
import { classifyOutcome, partyOutcomes } from '../../src/legal/results.ts'
import { partiesIn, rowsOf, rulesOf, sumsOf, textsOf } from './reading.ts'

const classify = (text: string, kind: string | null = null, category: string | null = null) =>
  classifyOutcome(operativePart(text, null), { kind, category, procedure: null })

const judgment = '判决书'
const ruling = '裁定书'

test.each(
  rowsOf(`
    二审 本案按撤诉处理。一审判决自本裁定书送达之日起发生法律效力。 ⇒ appeal_withdrawn
    二审 本案按自动撤诉处理。 ⇒ appeal_withdrawn
    二审 按上诉人甲公司自动撤诉处理。 ⇒ appeal_withdrawn
    二审 准许被上诉人乙公司撤诉。一审判决不再发生法律效力。 ⇒ withdrawn
    二审 准许乙公司撤诉。 ⇒ withdrawn
    二审 本案按自动撤回处理。 ⇒ appeal_withdrawn
    二审 一、撤销某法院（2021）粤0304民初1号民事判决；⏎二、准许乙公司撤诉。 ⇒ withdrawn
    二审 准许原审原告乙公司撤诉。 ⇒ withdrawn
    二审 准许乙公司撤回对甲公司的起诉，按撤诉处理。 ⇒ withdrawn
    一审 本案按撤诉处理。 ⇒ withdrawn
    再审 本案按撤诉处理。 ⇒ withdrawn
  `),
)(
  'who gives up an appeal leaves the decision below, who gives up the suit takes it away: %s',
  (line, [outcome]) => {
    const [procedure = '', text = ''] = line.split(' ')
    const facts = { kind: ruling, category: '民事案件', procedure }
    expect(classifyOutcome(operativePart(text, null), facts)?.outcome).toBe(outcome)
  },
)

test.each(
  rowsOf(`
    追加被告甲公司为某执行案件的被执行人。 ⇒ 判决书 | granted
    不得追加甲公司为某执行案件的被执行人。 ⇒ 判决书 | granted
    一、撤销某法院（2024）豫0105执异9号执行裁定；⏎二、不得追加甲公司为被执行人。 ⇒ 判决书 | granted
    追加甲公司为被执行人；驳回原告的其他诉讼请求。 ⇒ 判决书 | partly_granted
    驳回原告乙公司追加甲公司为被执行人的诉讼请求。 ⇒ 判决书 | dismissed
    追加甲公司为某执行案件的被执行人。 ⇒ 裁定书 | party_changed
    追加丁公司为本案被告。 ⇒ 裁定书 | party_changed
  `),
)(
  'a judgment that adds a debtor to an enforcement decides its suit, a ruling changes the parties: %s',
  (text, [kind = '', outcome]) => {
    const facts = { kind, category: '民事案件', procedure: '一审' }
    expect(classifyOutcome(operativePart(text, null), facts)?.outcome).toBe(outcome)
  },
)

test.each(
  rowsOf(`
    驳回申请执行人乙公司的执行申请。 ⇒ enforcement_refused
    驳回乙公司的强制执行申请。 ⇒ enforcement_refused
    驳回乙公司恢复执行的申请。 ⇒ application_refused
    驳回申请执行人乙公司追加甲公司为被执行人的申请。 ⇒ application_refused
    驳回申请执行人乙公司的申请。 ⇒ application_refused
    驳回被执行人甲公司不予执行的申请。 ⇒ application_refused
    驳回被执行人甲公司暂缓执行的申请。 ⇒ application_refused
    驳回甲公司先予执行的申请。 ⇒ application_refused
    本案由某市某区人民法院执行。 ⇒ transferred
    指定某市某区人民法院执行。 ⇒ transferred
    本案由某市中级人民法院提级执行。 ⇒ transferred
    驳回乙公司要求由某市某区人民法院执行的申请。 ⇒ application_refused
    提取工程款9元，由丙公司汇入某市某区人民法院执行款专户。 ⇒ seized
    终结本次执行程序，案款由某市某区人民法院执行局发放。 ⇒ enforcement_suspended
  `),
)(
  'an application for enforcement is refused or sent to another court, not another in an enforcement: %s',
  (text, [outcome]) => {
    expect(classify(text, ruling, '执行案件')?.outcome).toBe(outcome)
  },
)

test.each(
  rulesOf(`
    # an order without 裁定如下 decides in one sentence
    @ 通知书 执行案件
    执行通知书⏎（2023）粤0304执1号⏎甲公司：⏎责令你单位履行下列义务：⏎一、向乙支付货款100元；⏎二、负担执行费5元。⏎特此通知。 ⇒ enforcement_ordered
    结案通知书⏎（2023）粤0304执1号⏎本案已全部执行完毕。根据规定，本案以执行完毕方式结案。解除对甲公司账户的冻结。⏎本案执行费5元，由甲公司负担。⏎特此通知。 ⇒ enforcement_ended
    通知书⏎（2023）粤0304执1号⏎甲：⏎本院已立案执行。请协助冻结乙的存款。⏎特此通知。 ⇒ none
    执行通知书⏎（2023）粤0304执1号⏎甲公司：⏎该判决书确定你单位应履行的义务为：⏎一、向乙支付货款100元；⏎二、负担执行费5元。⏎因你单位未履行，通知你单位立即履行。 ⇒ enforcement_ordered
    @ 决定书 执行案件
    执行决定书⏎（2023）粤0304执1号⏎甲拒不履行，本院决定将甲纳入失信被执行人名单。 ⇒ listed_dishonest
    决定书⏎（2023）粤0304执1号⏎甲公司：⏎因你单位拒不履行，决定将你单位纳入失信被执行人名单。 ⇒ listed_dishonest
    限制消费令⏎甲：⏎本院依照规定对你采取限制消费措施。你履行完毕后，可以申请解除限制消费措施。⏎此令 ⇒ consumption_restricted
    @ 决定书 其他案件
    决定书⏎（2023）粤0304司惩1号⏎甲公司：⏎某局查明甲公司违法，决定对甲公司罚款100元。 ⇒ none
    罚款决定书⏎（2023）粤0304司惩1号⏎依照规定，本院决定：⏎对甲罚款100元。 ⇒ fined
    @ 支付令 民事案件
    支付令⏎（2024）粤0304民督1号⏎乙申请支付令，要求甲公司给付报酬。被申请人甲公司应当自收到本支付令之日起十五日内，给付申请人乙报酬100元；逾期不提出异议的，可以申请执行。 ⇒ payment_order
    @ 报告财产令 执行案件
    报告财产令⏎甲：⏎责令你在收到此令后五日内，如实向本院报告当前财产情况。拒绝报告的，本院将予以罚款。⏎此令 ⇒ procedural
    @ 令 执行案件
    限制消费令⏎甲：⏎本院依照规定限制你单位及你单位法定代表人高消费。⏎此令 ⇒ consumption_restricted
    @ 公告 强制清算与破产案件
    公　告⏎（2021）粤03破1号⏎本院根据甲公司的申请于2021年3月1日裁定受理乙公司破产清算一案。债权人应于5月1日前申报债权。⏎特此公告 ⇒ bankruptcy_accepted
    @ 决定书 强制清算与破产案件
    决定书⏎（2021）粤03破1号⏎本院于2021年3月1日裁定受理乙公司破产清算一案。依照规定，指定丙事务所担任乙公司管理人。 ⇒ bankruptcy_step
    @ 公告 民事案件
    公　告⏎本院定于6月1日开庭审理甲公司与乙公司买卖合同纠纷一案。 ⇒ none
  `),
)('%s: %s ⇒ %j', (_, content, [outcome], of) => {
  const [kind = '', category = ''] = of.split(' ')
  const part = operativePart(null, `某市人民法院\n${content}`)
  const found = classifyOutcome(part, { kind, category, procedure: null })
  expect(found === null ? 'none' : found.outcome).toBe(outcome)
})

describe('an outcome that no such procedure can have is none, and the rule names the procedure', () => {
  test.each<[string, string, string[], string[]]>([
    ['驳回上诉，维持原判。', 'upheld', ['民事一审', '执行', '执行异议'], ['二审', '执行复议']],
    ['撤销一审判决。', 'reversed', ['民事一审', '执行', '执行异议'], ['二审', '再审']],
    ['变更执行通知书第一项。', 'partly_reversed', ['民事一审', '执行', '执行异议'], ['执行复议']],
    ['发回某法院重审。', 'remanded', ['民事一审'], ['二审']],
    ['一、撤销一审裁定；\n二、驳回甲的起诉。', 'set_aside', ['民事一审'], ['二审']],
    ['准许甲撤回上诉。', 'appeal_withdrawn', ['民事一审'], ['二审']],
    ['驳回甲的再审申请。', 'retrial_refused', ['民事一审', '执行'], ['再审审查']],
    ['解除合同。', 'granted', ['二审', '再审', '执行复议'], ['民事一审', '再审审查']],
    ['一、解除合同；\n二、驳回甲的其他请求。', 'partly_granted', ['二审', '再审'], ['民事一审', '执行']],
    ['驳回甲的诉讼请求。', 'dismissed', ['二审', '再审', '执行'], ['民事一审']],
    ['被告人甲犯盗窃罪。', 'convicted', ['二审', '执行'], ['刑事一审']],
    ['被告人甲无罪。', 'acquitted', ['执行'], ['二审']],
    ['准许甲撤回起诉。', 'withdrawn', ['执行'], ['民事一审', '二审']],
    ['驳回甲的起诉。', 'rejected', ['执行'], ['民事一审', '二审']],
  ])('%s (%s) in %j, but in %j', (text, outcome, impossible, possible) => {
    const read = (procedure: string) => {
      const found = classifyOutcome(operativePart(text, null), { kind: null, category: null, procedure })
      return [found?.outcome, found?.rule.replace(/^.*\//, '')]
    }
    for (const one of impossible) expect(read(one)).toEqual([null, one])
    for (const one of possible) expect(read(one)[0]).toBe(outcome)
  })
})

test.each([
  // Blanks in its heading, and the signature in the same line.
  [
    '判 决 如 下：驳回上诉，维持原判。审判长　赵某附相关法条：（一）维持原判；（二）撤销原判，发回重审。',
    '判决书',
    'upheld',
  ],
  // One line without blanks.
  [
    '某法院限 制 消 费 令（2020）粤0304执2号甲：本院依照规定，对你采取限制消费措施，限制你乘坐飞机。',
    '其他',
    'consumption_restricted',
  ],
])('a decision is found in the full text however it is set: %s', (content, kind, outcome) => {
  const category = kind === '其他' ? '执行案件' : null
  expect(classifyOutcome(operativePart(null, content), { kind, category, procedure: null })?.outcome).toBe(
    outcome,
  )
})

describe('the same words mean another thing in another kind of case', () => {
  const below = '撤销某法院（2019）粤03民终1号民事判决；⏎二、维持某法院（2018）粤0304民初1号民事判决'
  test.each(
    rowsOf(`
      一、${below}。 ⇒ 民事案件 | reversed
      一、${below}第一项。 ⇒ 民事案件 | partly_reversed
      （一）${below.replace('二、', '（二）')}。 ⇒ 民事案件 | reversed
      一、维持该判决第一项；⏎二、撤销第二项；⏎三、甲支付乙5元；⏎四、驳回乙的其他请求。 ⇒ 民事案件 | partly_reversed
      一、维持该判决对甲的定罪部分；⏎二、撤销该判决对甲的量刑部分；⏎三、甲犯盗窃罪。 ⇒ 刑事案件 | partly_reversed
      一、撤销某检察院赔偿决定；⏎二、支付甲5元；⏎三、驳回甲的其他赔偿请求。 ⇒ 国家赔偿与司法救助案件 | partly_granted
      给予申请人甲司法救助金5元。 ⇒ 国家赔偿与司法救助案件 | granted
      准许某局撤回强制执行申请。 ⇒ 行政案件 | application_withdrawn
      准许甲撤回撤销仲裁裁决的申请。 ⇒ 民事案件 | application_withdrawn
      甲与乙经某委员会达成的调解协议有效。 ⇒ 民事案件 | application_granted
      准许自诉人甲撤回自诉。 ⇒ 刑事案件 | withdrawn
      某判决书第三页“甲”应为“乙”。 ⇒ 民事案件 | correction
      中止（2022）粤0304民初1号民事判决的执行。 ⇒ 执行案件 | stayed
      中止对乙名下房屋的执行。 ⇒ 执行案件 | objection_upheld
      一、撤销某法院（2021）粤0304执异1号执行裁定；⏎二、本案发回某法院重新审查。 ⇒ 执行案件 | remanded
      一、撤销某法院（2021）粤0304刑初1号刑事判决；⏎二、发回某法院重新审判。 ⇒ 刑事案件 | remanded
      一、追加丙为被执行人；⏎二、驳回甲追加丁为被执行人的申请。 ⇒ 执行案件 | party_changed
      一、确认甲公司等5家债权人的债权；⏎二、宣告乙公司破产。 ⇒ 强制清算与破产案件 | bankruptcy_step
      被告人钱某无罪。⏎驳回自诉人李某的附带民事诉讼请求。 ⇒ 刑事案件 | acquitted
      一、撤销某法院（2021）粤0304刑初1号刑事判决；⏎二、原审被告单位甲公司无罪。 ⇒ 刑事案件 | acquitted
      一、撤销某法院（2021）粤0304刑初1号刑事判决；⏎二、原审被告人甲犯盗窃罪，判处拘役；⏎三、原审被告人乙无罪。 ⇒ 刑事案件 | reversed
      一、被告人甲犯盗窃罪，判处拘役四个月；⏎二、被告人乙无罪。 ⇒ 刑事案件 | convicted
      一、撤销某法院（2021）粤0304执异1号执行裁定；⏎二、由某区人民法院对甲的异议重新审查。 ⇒ 执行案件 | remanded
      一、撤销某法院（2021）粤0304民初1号民事裁定；⏎二、本案由某区人民法院立案受理。 ⇒ 民事案件 | remanded
      本案由某区人民法院立案受理。 ⇒ 民事案件 | transferred
      一、撤销某法院（2021）粤0304破申1号裁定；⏎二、指令某区人民法院受理甲对乙公司的破产清算申请。 ⇒ 强制清算与破产案件 | bankruptcy_accepted
    `),
  )('%s', (text, [category, outcome]) => {
    expect(classify(text, ruling, category)?.outcome).toBe(outcome)
  })
})

/** Kind and category of a document, sentences without their full stop ⇒ what each of them decides. */
const forms = rowsOf(`
  判决书 民事案件 确认合同无效 解除合同 乙停止侵害 乙向甲赔礼道歉 乙恢复原状 乙继续履行合同 乙消除影响 乙排除妨害 乙拆除围墙 乙协助甲迁户 乙配合甲验收 乙办理手续 乙将房屋过户给甲 乙将车辆登记至甲名下 乙交付房屋 乙腾退房屋 乙腾空房屋 乙迁出房屋 乙搬离房屋 乙修复屋顶 乙更换零件 甲无需支付工资 甲无须支付工资 甲对拍卖款优先受偿 准予离婚 房屋归甲所有 遗产由甲继承 乙承担违约责任 小禾由甲抚养 宣告丙失踪 丙为无民事行为能力人 不得对房屋强制执行 不得执行房屋 准许对房屋继续执行 许可执行车辆 解散乙公司 ⇒ granted
  判决书 行政案件 撤销某局决定 确认某局强拆违法 责令某局履行职责 某局重新作出处理 某局公开信息 变更某局处罚为警告 将某局罚款变更为5元 ⇒ granted
  判决书 民事案件 乙给付甲5元 乙付清甲5元 乙偿还甲5元 乙返还甲5元 乙归还甲5元 乙退还甲5元 乙退回甲5元 乙退赔甲5元 乙清偿甲5元 乙偿付甲5元 乙赔付甲5元 乙补缴社保5元 乙补交社保5元 乙交纳租金5元 乙缴纳租金5元 乙赔偿甲5元 乙补偿甲5元 乙赔偿金某5元 ⇒ granted
  判决书 民事案件 毋需支付 毋须支付 不需支付 乙不再支付5元 乙不予支付5元 乙免予支付5元 乙免除支付5元 乙不承担或者支付5元 乙不负支付义务 乙不支付5元 乙未支付5元 乙已支付5元 乙欠支付5元 乙不应承担责任 乙不再承担责任 乙免除责任 乙免于承担责任 乙无责任 ⇒ none
  裁定书 执行案件 查封房屋 冻结存款 扣押车辆 划拨存款 扣划存款 扣留收入 提取收入 拍卖房屋 变卖车辆 采取保全措施 保全被申请人财产 保全被告财产 查封可供执行的房屋 依申请执行人的申请，冻结存款 ⇒ seized
  裁定书 执行案件 甲可以申请查封房屋 请求查封房屋 自行查封房屋 自动查封房屋 逾期查封房屋 期限届满查封 期满查封 到期查封 视为查封 如乙公司违约查封房屋 若违约查封房屋 协助查封房屋 ⇒ none
  裁定书 执行案件 终结本案执行 本案执行终结 本案执行完毕 本案予以结案 准许甲撤回对乙的执行申请 准许甲撤回强制执行 ⇒ enforcement_ended
  裁定书 民事案件 准予变更登记 准许甲的请求 许可甲查阅账簿 确认协议有效 确认调解无效 禁止乙骚扰甲 承认某法院判决 认可某仲裁裁决 予以承认 予以认可 予以执行 予以支持 认定房屋无主 指定丙为监护人 撤销某仲裁委裁决 宣告丙死亡 ⇒ application_granted
  裁定书 刑事案件 减去有期徒刑六个月 减去拘役一个月 减去管制二个月 减为有期徒刑二十年 减为无期徒刑 予以减刑 予以假释 ⇒ application_granted
  裁定书 民事案件 驳回甲的保全申请 不予准许甲的保全申请 不准甲的保全申请 不准予甲的保全请求 ⇒ procedural
  裁定书 民事案件 本案转为普通程序 本案转为简易程序 本案适用普通程序 本案适用简易程序 延期审理 两案合并审理 刊登公告 ⇒ procedural
  裁定书 民事案件 不予准许 不予批准 不予支持 不予减刑 不予假释 不予救助 不予变更 不予追加 不准许 驳回甲的申请 驳回甲的请求 ⇒ application_refused
  裁定书 民事案件 移送某法院处理 移送某法院审理 移送某法院管辖 移送公安机关 由某法院管辖 由某法院审理 指定某法院立案 ⇒ transferred
  裁定书 民事案件 撤销一审判决，发回重审 撤销一审判决，发回某院审理 撤销原裁定，指令某院审理 撤销原裁定，指令某院立案 撤销原裁定，指令某院受理 撤销原裁定，由某法院重新审理 ⇒ remanded
  裁定书 民事案件 判决书中“甲”补正为“乙” “甲”更正为“乙” 因笔误应予改正 “甲”应改为“乙” “甲”应当是“乙” ⇒ correction
  裁定书 民事案件 准许甲撤诉 准许甲撤回起诉 准许甲撤回反诉 准许甲撤回对乙的诉讼 按撤诉处理 ⇒ withdrawn
  裁定书 民事案件 准许甲撤回申请 准许甲撤回申诉 准许甲撤回异议 按甲撤回再审申请处理 ⇒ application_withdrawn
  裁定书 民事案件 驳回甲的再审申请 驳回甲的申诉 驳回甲的再审请求 ⇒ retrial_refused
  裁定书 民事案件 本案由本院提审 指令某院再审 本案由某院再审 本案进行再审 再审本案 再审此案 本案另行组成合议庭再审 ⇒ retrial_ordered
  判决书 民事案件 驳回上诉 驳回抗诉 维持原判 维持原裁 维持原审 维持原决定 维持一审判决 维持二审裁定 ⇒ upheld
  判决书 民事案件 撤销一审判决 撤销二审判决 撤销原审判决 撤销原判 撤销该判决 撤销上述民事判决 撤销原裁定 撤销原决定 撤销某法院判决 撤销本院判决 改判如下 ⇒ reversed
  裁定书 民事案件 中止诉讼 中止审理 中止执行 中止审查 本案中止 ⇒ stayed
  裁定书 民事案件 终结诉讼 终结审理 终结审查 终结督促程序 本案诉讼终结 ⇒ ended
  决定书 其他案件 对甲罚款5元 对甲司法拘留 对甲拘留十五日 对甲司拘留五日 ⇒ fined
  决定书 其他案件 可以对甲罚款5元 甲逾期不履行将罚款5元 甲仍不履行将罚款5元 甲拒不履行将罚款5元 罚款数额为5元以下 罚款金额为5元以下 ⇒ none
  决定书 执行案件 将甲纳入失信名单 将甲列入失信名单 ⇒ listed_dishonest
  决定书 执行案件 撤销将甲纳入失信名单 解除将甲纳入失信名单 不予纳入失信名单 不再纳入失信名单 逾期不履行将纳入失信名单 不再限制甲高消费 暂停限制甲高消费 ⇒ none
  决定书 执行案件 限制甲高消费 限制消费 限制高消费 限制你单位高消费 限制出境 ⇒ consumption_restricted
  裁定书 执行案件 变更甲为申请执行人 追加甲为被执行人 变更甲为第三人 追加甲为被告 追加甲为原告 变更申请执行人为甲 申请执行人由乙变更为甲 变更权利人为甲 ⇒ party_changed
  裁定书 强制清算与破产案件 不予受理甲的破产申请 驳回甲的重整申请 驳回甲的清算申请 驳回甲的和解申请 不予受理申请 对申请不予受理 ⇒ bankruptcy_refused
  裁定书 强制清算与破产案件 受理甲的破产申请 受理甲的重整申请 受理甲的和解申请 受理甲的清算申请 受理甲的重整申请，由某法院审理 受理甲的重整申请，交由某院审理 受理申请人甲公司的申请 ⇒ bankruptcy_accepted
  裁定书 强制清算与破产案件 听证审查是否受理申请人甲公司的申请 ⇒ none
  裁定书 强制清算与破产案件 更换管理人 批准重整计划 确认债权 分配破产财产 认可和解协议 实质合并 宣告甲破产 ⇒ bankruptcy_step
  裁定书 强制清算与破产案件 终结甲的破产程序 终结甲的重整程序 终结甲的清算程序 ⇒ bankruptcy_ended
  裁定书 执行案件 房屋归买受人所有 房屋归竞买人丁所有 房屋归申请执行人甲所有 房屋所有权自即日转移 房屋作价5元交付申请执行人 房屋抵价5元归申请执行人 以物抵债给申请执行人 交付申请执行人甲抵偿债务 ⇒ property_transferred
  判决书 刑事案件 甲犯盗窃罪 甲判处有期徒刑 甲判处无期徒刑 甲判处罚金 甲判处拘役 甲判处管制 甲判处死刑 ⇒ convicted
  判决书 刑事案件 宣告甲无罪 被告人甲无罪 被告单位甲无罪 ⇒ acquitted
  裁定书 民事案件 驳回甲的起诉 驳回甲的自诉 ⇒ rejected
  裁定书 民事案件 不予受理 不予立案 ⇒ inadmissible
  裁定书 执行案件 不予执行某裁决 不准强制执行某决定 不准予强制执行某决定 不准予执行某决定 ⇒ enforcement_refused
  通知书 执行案件 责令甲履行义务 责令甲支付5元 责令甲给付5元 责令甲腾退房屋 责令甲交付车辆 责令甲报告情况 强制执行甲的财产 强制执行标的 ⇒ enforcement_ordered
  裁定书 民事案件 驳回甲的管辖异议 驳回甲的管辖权异议 甲的异议涉及管辖 ⇒ jurisdiction
`)
test.each(
  forms.flatMap(([line, [outcome = '']]) => {
    const [kind = '', category = '', ...texts] = line.split(' ')
    return texts.map((text) => [text, kind, category, outcome] as const)
  }),
)('%s (%s, %s): %s', (text, kind, category, outcome) => {
  expect(classify(`${text}。`, kind, category)?.outcome ?? 'none').toBe(outcome)
})

describe('how a document disposes of its case', () => {
  const first = '某市人民法院（2020）粤01民初1号民事判决'
  test.each(
    rowsOf(`
      （2020）粤01民初1号民事判决书中“100元”补正为“1000元”。 ⇒ 裁定书 | correction
      准许甲公司撤回上诉。一审判决自本裁定书送达之日起发生法律效力。 ⇒ 裁定书 | appeal_withdrawn
      本案按上诉人甲公司自动撤回上诉处理。 ⇒ 裁定书 | appeal_withdrawn
      本案按上诉人甲公司自动撤诉处理。 ⇒ 裁定书 | appeal_withdrawn
      一、撤销某法院一审民事判决；二、准许原审原告乙公司撤回起诉。 ⇒ 裁定书 | withdrawn
      准许甲公司撤回本案的上诉。 ⇒ 裁定书 | appeal_withdrawn
      一、撤销某市人民法院（2020）粤01民初1号民事裁定；⏎二、驳回甲公司的起诉。 ⇒ 裁定书 | set_aside
      一、撤销某市人民法院（2020）粤01民初1号民事判决；⏎二、乙公司支付甲公司100元；⏎三、驳回甲公司对丙公司的起诉。 ⇒ 判决书 | reversed
      一、维持某市人民法院（2020）粤01民初1号民事判决第一项；⏎二、撤销该判决第二项；⏎三、驳回甲公司对丙公司的起诉。 ⇒ 判决书 | partly_reversed
      解除对被申请人乙公司银行存款的冻结。 ⇒ 裁定书 | seizure_lifted
      准予强制执行某市生态环境局作出的行政处罚决定。 ⇒ 裁定书 | application_granted
      将某局行政处罚决定中罚款500元变更为罚款100元。 ⇒ 判决书 | granted
      变更某局行政处罚决定中的罚款为100元；驳回原告的其他诉讼请求。 ⇒ 判决书 | partly_granted
      驳回原告变更行政处罚决定的诉讼请求。 ⇒ 判决书 | dismissed
      准予执行某局处罚决定中罚款5元的内容，由本院执行。 ⇒ 裁定书 | application_granted
      驳回申请人丙银行的其他申请。准许拍卖乙公司名下房屋，丙银行优先受偿。 ⇒ 裁定书 | partly_granted
      终结（2020）粤01执1号案件的本次执行程序。 ⇒ 裁定书 | enforcement_suspended
      终结${first}的执行。 ⇒ 裁定书 | enforcement_ended
      一、终结（2020）粤01民初1号民事判决的执行；二、解除对乙公司存款的冻结。 ⇒ 裁定书 | enforcement_ended
      维持某市人民法院（2020）粤01民终1号民事判决。 ⇒ 判决书 | upheld
      一、撤销${first}；⏎二、驳回甲公司的全部诉讼请求。 ⇒ 判决书 | reversed
      一、撤销${first}；⏎二、乙公司支付甲公司100元；⏎三、丙对本判决第二项承担连带责任；⏎四、驳回甲公司的其他诉讼请求。 ⇒ 判决书 | reversed
      一、撤销原判第二项；⏎二、乙公司支付甲公司100元；⏎三、驳回甲公司的其他诉讼请求。 ⇒ 判决书 | partly_reversed
      撤销某法院（2020）粤01民初1号民事判决中关于利息的部分，乙公司支付甲公司利息1元。 ⇒ 判决书 | partly_reversed
      一、宣告票面金额为100元的汇票无效；⏎二、甲公司有权向支付人请求支付。 ⇒ 判决书 | application_granted
      一、宣告甲与乙的婚姻无效；⏎二、乙返还汇票。 ⇒ 判决书 | granted
      一、维持${first}第一项；⏎二、变更第二项为：乙公司支付甲公司100元。 ⇒ 判决书 | partly_reversed
      一、撤销${first}；⏎二、本案发回某市人民法院重审。 ⇒ 裁定书 | remanded
      驳回甲公司的全部诉讼请求。 ⇒ 判决书 | dismissed
      驳回甲公司的起诉请求。 ⇒ 判决书 | dismissed
      驳回甲公司的诉讼请求，不准许执行车辆。 ⇒ 判决书 | dismissed
      一、解除对乙公司存款的冻结；⏎二、其他保全措施同时解除。 ⇒ 裁定书 | seizure_lifted
      准许甲公司撤回本案上诉。 ⇒ 裁定书 | appeal_withdrawn
      不准原告甲与被告乙离婚。 ⇒ 判决书 | dismissed
      驳回甲公司要求乙公司支付货款100元的诉讼请求。 ⇒ 判决书 | dismissed
      一、乙公司支付甲公司100元；⏎二、驳回甲公司的其他诉讼请求。 ⇒ 判决书 | partly_granted
      一、乙公司支付甲公司100元；⏎二、驳回甲公司对丙公司的诉讼请求。 ⇒ 判决书 | partly_granted
      一、乙公司支付甲公司100元；⏎二、驳回乙公司的反诉请求。 ⇒ 判决书 | granted
      一、原告甲公司支付被告张某补助金100元；⏎二、原告甲公司无需支付被告张某护理费9元。 ⇒ 判决书 | partly_granted
      一、乙公司于某日前支付甲公司100元；⏎二、双方再无其他争议。 ⇒ 调解书 | mediated
      一、本案由本院提审；⏎二、再审期间，中止原判决的执行。 ⇒ 裁定书 | retrial_ordered
      一、指令某省高级人民法院再审本案；⏎二、再审期间，中止原判决的执行。 ⇒ 裁定书 | retrial_ordered
      不予受理甲公司对乙公司的破产清算申请。 ⇒ 裁定书 | bankruptcy_refused
      一、受理甲公司对乙公司的破产清算申请；⏎二、本案移送某区人民法院审理。 ⇒ 裁定书 | bankruptcy_accepted
      受理甲公司对乙公司的破产清算申请，指定某区人民法院审理。 ⇒ 裁定书 | bankruptcy_accepted
      甲公司对乙公司的破产清算申请移送某区人民法院审理。 ⇒ 裁定书 | transferred
      冻结乙公司银存款100元，期限一年，逾期自行解除冻结。 ⇒ 裁定书 | seized
      查封乙公司名下房屋。履行义务后可以申请解除查封。 ⇒ 裁定书 | seized
      解除对乙公司房屋的查封。 ⇒ 裁定书 | seizure_lifted
      依甲公司的申请，解除对乙公司房屋的查封。 ⇒ 裁定书 | seizure_lifted
      对乙公司房屋的查封，依法予以解除。 ⇒ 裁定书 | seizure_lifted
      对乙公司采取的保全措施予以解除。 ⇒ 裁定书 | seizure_lifted
      对乙公司房屋的保全，均予以解除。 ⇒ 裁定书 | seizure_lifted
      一、驳回本诉原告的诉讼请求；⏎二、本诉原告支付本诉被告5元。 ⇒ 判决书 | dismissed
      被申请人乙公司应当自收到本支付令之日起十五日内，给付申请人甲公司100元。 ⇒ 支付令 | payment_order
      限乙公司给付甲公司100元。 ⇒ 令 | payment_order
      驳回复议申请，维持异议裁定。 ⇒ 裁定书 | upheld
      驳回异议人乙公司的异议请求。 ⇒ 裁定书 | objection_refused
      变更丙公司为本院（2019）粤05执恢6号案件的申请执行人。 ⇒ 裁定书 | party_changed
      变更丙公司为（2018）粤05民初6号民事判决的申请执行人。 ⇒ 裁定书 | party_changed
      变更（2018）粤05民初6号民事判决的申请执行人为丙公司。 ⇒ 裁定书 | party_changed
      不予变更丙公司为申请执行人。 ⇒ 裁定书 | application_refused
      变更本院（2018）粤05民初6号判决第一项为丙支付申请执行人100元。 ⇒ 裁定书 | partly_reversed
      变更某法院（2019）粤05执异6号裁定第二项为：追加丙公司为被执行人。 ⇒ 裁定书 | partly_reversed
      本院撤销对乙公司纳入失信被执行人名单的决定。 ⇒ 决定书 | none
      驳回林某对审判员王某的回避申请。 ⇒ 决定书 | procedural
      逾期不履行的，可以根据情节予以罚款、拘留；罚款数额为10元以下。 ⇒ 通知书 | none
      对甲采取限制消费措施，不得有下列行为：（一）支付高额保费。 ⇒ 令 | consumption_restricted
      一、承认某仲裁裁决第1项；⏎二、不予承认第2项。 ⇒ 裁定书 | partly_granted
      乙公司逾期不履行的，本院将依法采取限制出境、纳入失信名单等措施。 ⇒ 通知书 | none
      此前采取的限制消费措施继续有效。 ⇒ 通知书 | none
      责令乙公司立即履行义务，支付100元。 ⇒ 通知书 | enforcement_ordered
      一、甲犯盗窃罪，判处拘役四个月；⏎二、随案移送的手机由某市公安局依法处理。 ⇒ 判决书 | convicted
      一、撤销（2020）粤01民初1号民事判决第二项；⏎二、租金部分发回某区人民法院重审；⏎三、维持第一项。 ⇒ 判决书 | partly_reversed
      撤销（2020）粤01民终1号民事判决，维持（2019）粤0101民初1号民事判决。 ⇒ 判决书 | reversed
      一、不得执行某路1号的房屋；⏎二、驳回甲公司对丙公司的诉讼请求。 ⇒ 判决书 | partly_granted
      一、乙公司承担赔偿责任；⏎二、丙公司不承担责任。 ⇒ 判决书 | granted
      驳回甲公司的诉讼请求，乙公司不承担清偿责任。 ⇒ 判决书 | dismissed
    `),
  )('%s %j', (text, [kind, outcome]) => {
    expect(classify(text, kind)?.outcome ?? 'none').toBe(outcome)
  })

  test('what a name says decides nothing, and who sued stands under its name', () => {
    const section = '原告：望川置业有限公司。\n被告：不予受理货运代理有限公司。'
    const parties = partiesIn(section)
    const outcomeOf = (text: string, category: string | null) =>
      classifyOutcome(operativePart(text, null), { kind: null, category, procedure: null }, parties)?.outcome
    const accepted = '受理望川置业有限公司对不予受理货运代理有限公司的破产清算申请。'
    expect(outcomeOf(accepted, '强制清算与破产案件')).toBe('bankruptcy_accepted')
    const refused = '驳回望川置业有限公司的诉讼请求。'
    const paying = (name: string): string => `一、${name}支付工资100元；\n二、${refused}`
    expect(outcomeOf(paying('望川置业有限公司'), null)).toBe('dismissed')
    expect(outcomeOf(paying('不予受理货运代理有限公司'), null)).toBe('partly_granted')
    const bound = (words: string): string =>
      `一、确认望川置业有限公司与乙${words}劳动关系；\n二、${paying('望川置业有限公司').slice(2)}`
    expect(outcomeOf(bound('存在'), null)).toBe('dismissed')
    expect(outcomeOf(bound('不存在'), null)).toBe('partly_granted')
  })

  test('who sued may stand under a short name', () => {
    const section = '原告：望川置业有限公司（以下简称望川公司）。\n被告：乙公司。\n被告：望川公司分公司。'
    const parties = partiesIn(section)
    const outcomeOf = (payer: string) => {
      const part = operativePart(`一、驳回望川公司的全部诉讼请求；\n二、${payer}支付租金100元。`, null)
      return classifyOutcome(part, { kind: null, category: null, procedure: null }, parties)?.outcome
    }
    expect([outcomeOf('望川公司'), outcomeOf('乙公司')]).toEqual(['dismissed', 'partly_granted'])
    // The longest name counts: a branch of who sued did not sue.
    expect(outcomeOf('望川公司分公司')).toBe('partly_granted')
  })

  test('the rule and its sentence stand beside the outcome', () => {
    expect(classify('一、乙公司支付甲公司100元；\n二、驳回甲公司的其他诉讼请求。', judgment)).toEqual({
      outcome: 'partly_granted',
      rule: `${outcomeRules.version}:partly_granted`,
      evidence: '二、驳回甲公司的其他诉讼请求',
    })
    const long = classify(`乙公司${'及某厂'.repeat(200)}支付甲公司${'某款'.repeat(100)}100元。`, judgment)
    expect(long?.evidence).toMatch(/^….*及某厂支付甲公司某款.*…$/)
  })
})

test.each(
  rulesOf(`
    # what is only possible decides nothing
    @ 裁定书 -
    履行义务后可以申请解除查封。 ⇒ none
    期限届满自行解除冻结。 ⇒ none
    # sentences behind the decision that inform of what may follow decide nothing
    @ 裁定书 执行案件
    终结某仲裁委员会（2019）某仲字第1号裁决书的执行。因撤销申请而终结执行后，申请执行人再次申请执行的，人民法院应当受理。 ⇒ enforcement_ended
    # fees that follow without a number, and what else follows the items, are no part of the decision
    @ 裁定书 -
    本案按原告甲公司撤回起诉处理。⏎已预交的案件受理费100元，减半收取50元，余款50元由本院退还。 ⇒ withdrawn
    准许甲撤回起诉，案件受理费50元由甲负担。 ⇒ withdrawn
    @ 判决书 -
    驳回上诉，维持原判。⏎案件受理费100元，由甲公司负担，准许撤回起诉。 ⇒ upheld
    # a decision on state compensation grants, refuses or upholds
    @ 决定书 国家赔偿与司法救助案件
    一、维持某厅复议决定第一项；⏎二、某局向赵某支付抚慰金5元；⏎三、驳回赵某的其他赔偿申请。 ⇒ partly_granted
    维持某厅（2020）公赔复决字3号刑事赔偿复议决定。 ⇒ upheld
    一、由赔偿义务机关某局赔偿赵某8元；⏎二、为赵某恢复名誉。 ⇒ granted
    驳回赵某的国家赔偿申请。 ⇒ application_refused
    # an enforcement that is resumed goes on, unless that is refused or was wrong
    @ 裁定书 执行案件
    恢复某高院（2016）某民终281号民事判决书的执行。 ⇒ enforcement_ordered
    驳回甲公司恢复执行的申请。 ⇒ application_refused
    终结本次执行程序。发现财产的，可以申请恢复执行。 ⇒ enforcement_suspended
    # an appeal over jurisdiction decides jurisdiction alone
    @ 裁定书 管辖案件
    驳回上诉，维持原裁定。 ⇒ jurisdiction
    @ 裁定书 民事案件
    驳回上诉，维持原裁定。 ⇒ upheld
    # a ruling of an enforcement court that sets aside its own is an objection upheld
    @ 裁定书 执行案件
    撤销本院（2020）粤01执1号执行裁定。 ⇒ objection_upheld
    一、变更本院（2020）粤01执1号执行裁定第一项为查封二层；⏎二、驳回其他异议请求。 ⇒ partly_granted
    # property that is handed over in an enforcement decides, not that its seizure is lifted
    @ 裁定书 执行案件
    一、房屋归买受人丁某所有；⏎二、解除对上述房屋的查封。 ⇒ property_transferred
    一、将上述冷库作价100元，交付申请执行人甲公司抵偿债务；⏎二、解除查封。 ⇒ property_transferred
    # a review of the ruling on an objection
    @ 裁定书 执行案件
    撤销江北区人民法院（2020）粤01执异9号执行裁定。 ⇒ reversed
    一、撤销江北区人民法院（2020）粤01执异9号执行裁定；⏎二、解除对存款的冻结。 ⇒ reversed
    一、撤销江北区人民法院（2020）粤01执异9号执行裁定；⏎二、驳回乙公司的异议请求。 ⇒ reversed
    一、撤销江北区人民法院（2020）粤01执异9号执行裁定第二项；⏎二、驳回林某的其他复议请求。 ⇒ partly_reversed
    一、撤销江北区人民法院（2020）粤01执异9号执行裁定；⏎二、由江北区人民法院重新审查。 ⇒ remanded
    驳回林某的复议申请，维持江北区人民法院（2020）粤01执异9号执行裁定。 ⇒ upheld
    # an item that refuses the rest decides nothing over what is granted
    @ 裁定书 民事案件
    一、冻结乙公司存款100元；⏎二、驳回林某的其他申请。 ⇒ seized
    一、查封乙公司的房屋；⏎二、驳回林某的其余财产保全申请。 ⇒ seized
    驳回林某查封乙公司房屋的财产保全申请。 ⇒ procedural
    对林某冻结乙公司存款的保全申请，本院不予准许。 ⇒ procedural
    一、解除对乙公司存款的冻结；⏎二、驳回林某的其他申请。 ⇒ seizure_lifted
    一、撤销江北仲裁委员会第3号裁决第二项；⏎二、驳回林某的其他申请。 ⇒ partly_granted
    撤销江北仲裁委员会第3号裁决。 ⇒ application_granted
    驳回林某撤销江北仲裁委员会第3号裁决的申请。 ⇒ application_refused
    一、禁止乙威胁林某；⏎二、驳回林某的其他申请。 ⇒ partly_granted
    一、对乙公司罚款100元；⏎二、驳回林某的其他申请。 ⇒ fined
    驳回林某对乙公司罚款的申请。 ⇒ application_refused
    @ 裁定书 执行案件
    驳回乙公司解除对其存款冻结的申请。 ⇒ application_refused
    一、不予执行江北仲裁委员会第3号裁决第二项；⏎二、驳回林某的其他申请。 ⇒ partly_granted
    不予执行江北仲裁委员会（2023）江仲裁字第3号裁决书主文第一、二项。 ⇒ partly_granted
    对江北仲裁委员会（2023）江仲裁字第3号裁决第二项不予执行。 ⇒ partly_granted
    不予执行江北仲裁委员会（2023）江仲裁字第3号裁决中乙公司向林某支付5元的内容。 ⇒ partly_granted
    驳回乙公司不予执行江北仲裁委员会第3号裁决第二项的申请。 ⇒ application_refused
    不予执行江北仲裁委员会（2023）江仲裁字第3号裁决。 ⇒ enforcement_refused
    一、中止对车辆的执行；⏎二、驳回林某对房屋的异议。 ⇒ partly_granted
    驳回林某要求中止对车辆执行的异议。 ⇒ objection_refused
    林某的异议请求不成立。 ⇒ objection_refused
    林某的异议请求不能成立。 ⇒ objection_refused
    一、将乙公司从失信被执行人名单中删除；⏎二、驳回丁的纠正申请。 ⇒ partly_granted
    一、将乙公司纳入失信被执行人名单；⏎二、驳回林某的其他申请。 ⇒ listed_dishonest
    驳回林某将乙公司纳入失信被执行人名单的申请。 ⇒ application_refused
    一、对乙公司采取限制消费措施；⏎二、驳回林某的其他申请。 ⇒ consumption_restricted
    # what no rule recognises decides nothing
    @ 判决书 -
    ⇒ none
    天气晴朗。 ⇒ none
    略 ⇒ none
    乙公司对甲公司的损失不承担责任。 ⇒ none
    乙公司不负连带清偿责任。 ⇒ none
  `),
)('%s: %s ⇒ %j', (_, text, [outcome], of) => {
  const [kind = '', category] = of.split(' ')
  const found = classify(text, kind, category === '-' ? null : category)
  expect(found === null ? 'none' : found.outcome).toBe(outcome)
})

test.each([['一、解除对乙公司账户的冻结；\n二、查封乙公司名下房屋。', ruling, 'seizure_lifted/seized']])(
  'where two rules contradict each other there is no outcome, and both are named: %s',
  (text, kind, rule) => {
    expect(classify(text, kind)).toMatchObject({ outcome: null, rule: `${outcomeRules.version}:${rule}` })
  },
)

test.each([
  ['准许上诉人乙公司撤回上诉。', 'procedural'],
  ['按上诉人乙公司自动撤回上诉处理。', 'procedural'],
  ['准许上诉人甲公司、乙公司撤回上诉。', 'appeal_withdrawn'],
  ['准许各上诉人撤回上诉。', 'appeal_withdrawn'],
])('where one of two who appeal gives it up the other waits: %s', (text, outcome) => {
  const parties = partiesIn('上诉人（原审被告）：甲公司。\n上诉人（原审原告）：乙公司。')
  const facts = { kind: ruling, category: '民事案件', procedure: '二审' }
  expect(classifyOutcome(operativePart(text, null), facts, parties)?.outcome).toBe(outcome)
})

describe('what a decision is for each party, and by which rule', () => {
  const heads = {
    suit: '原告：乙公司。\n被告：甲公司。\n被告：丙公司。\n第三人：于某。',
    appeal: '上诉人（原审被告）：甲公司。\n被上诉人（原审原告）：乙公司。\n被上诉人（原审被告）：丙公司。',
    'appeals of both':
      '上诉人（原审被告）：甲公司。\n上诉人（原审原告）：乙公司。\n被上诉人（原审被告）：丙公司。',
    branches:
      '原告：乙公司。\n被告：甲建设有限公司。\n被告：甲建设有限公司北京分公司。\n被告：甲建设有限公司工程有限公司。',
    'appeal of who is not known': '被上诉人（原审被告）：甲公司。',
    trial: '公诉机关：江北区人民检察院。\n被告单位：甲公司。\n被告人：于某。\n附带民事诉讼被告：丙公司。',
    review: '复议申请人（利害关系人）：丙厂。\n申请执行人：林某。\n被执行人：乙公司。',
    'appeal against a conviction': '上诉人（原审被告人）：于某。\n原审被告单位：甲公司。',
  }

  test.each(
    rulesOf(`
      # what a decision is for each party, and by which rule
      @ suit
      一、甲公司支付乙公司100元；⏎⏎二、驳回乙公司的其他诉讼请求。 ⇒ partly by side | partly by side | won by not held liable | null by null
      一、甲公司支付乙公司100元；⏎二、江某公司支付乙公司20元；⏎三、驳回乙公司的其他诉讼请求。 ⇒ partly by side | partly by side | partly by side | null by null
      一、甲公司支付乙公司100元；⏎二、返还乙公司20元；⏎三、驳回乙公司的其他诉讼请求。 ⇒ partly by side | partly by side | partly by side | null by null
      一、甲公司支付乙公司100元；⏎二、三被告协助办理过户；⏎三、驳回乙公司的其他诉讼请求。 ⇒ partly by side | partly by side | partly by side | null by null
      一、甲公司支付乙公司100元；⏎二、以拍卖所得价款9元优先受偿；⏎三、驳回乙公司的其他诉讼请求。 ⇒ partly by side | partly by side | won by not held liable | null by null
      一、甲公司支付乙公司100元；⏎二、丙公司协助办理过户；⏎三、驳回乙公司的其他诉讼请求。 ⇒ partly by side | partly by side | partly by side | null by null
      甲公司支付乙公司100元。 ⇒ won by side | lost by side | null by null | null by null
      一、甲公司支付乙公司100元；⏎二、丙公司不承担责任。 ⇒ won by side | lost by side | won by refused against it | null by null
      # one of two who appeal gives its appeal up: no side has won or lost
      @ appeals of both
      准许上诉人乙公司撤回上诉。 ⇒ neutral by side | neutral by side | neutral by side
      # who is sued beside those against whom a suit is withdrawn is sued still
      @ suit
      准许原告乙公司撤回对被告丙公司的起诉。 ⇒ null by still sued | null by still sued | neutral by side | null by still sued
      准许原告乙公司撤回对甲公司、丙公司的起诉。 ⇒ neutral by side | neutral by side | neutral by side | null by null
      准许原告乙公司撤回起诉。 ⇒ neutral by side | neutral by side | neutral by side | null by null
      准许原告乙公司撤回对丁公司的起诉。 ⇒ neutral by side | neutral by side | neutral by side | null by null
      # what a decision is for each party, and by which rule
      @ appeal
      驳回上诉，维持原判。 ⇒ lost by side | won by side | null by side of the appellant
      一、撤销一审判决；⏎二、甲公司支付乙公司100元；⏎三、驳回乙公司对丙公司的诉讼请求。 ⇒ won by side | lost by side | null by side of the appellant
      一、撤销一审判决；⏎二、甲公司支付乙公司100元；⏎三、驳回乙公司的其他诉讼请求。 ⇒ partly by rest refused | partly by rest refused | null by side of the appellant
      一、维持一审判决第一项；⏎二、变更第二项为：甲公司支付乙公司20元；⏎三、驳回其他诉讼请求。 ⇒ partly by side | partly by side | null by side of the appellant
      一、撤销一审判决中宣告乙公司无罪的部分；⏎二、乙公司犯污染环境罪，判处罚金100元。 ⇒ partly by side | partly by side | null by side of the appellant
      一、撤销一审判决；⏎二、甲公司无罪。 ⇒ won by acquitted | lost by side | null by side of the appellant
      @ appeals of both
      一、准许上诉人乙公司撤回上诉；⏎二、驳回甲公司的上诉，维持原判。 ⇒ lost by side | null by nothing for it | won by side
      @ trial
      一、被告单位甲公司犯污染环境罪，判处罚金100元；⏎二、被告人于某犯污染环境罪，判处拘役一个月；⏎三、丙公司赔偿乙公司9元。 ⇒ neutral by side | lost by side | lost by side | neutral by nothing for it
      被告人于某犯污染环境罪。 ⇒ neutral by side | null by nothing for it | lost by side | neutral by nothing for it
      一、被告单位甲公司犯污染环境罪，判处罚金100元，被告人于某无罪。 ⇒ neutral by side | lost by side | won by acquitted | neutral by nothing for it
      一、被告单位甲公司犯污染环境罪，判处罚金100元；⏎二、宣告甲公司原法定代表人于某无罪。 ⇒ neutral by side | lost by side | won by acquitted | neutral by nothing for it
      一、被告单位甲公司无罪；⏎二、被告人于某犯污染环境罪，判处拘役一个月。 ⇒ neutral by side | won by acquitted | lost by side | neutral by nothing for it
      # an appeal decides for each accused by the words that name it, also where it upholds an item; not by what it sets aside
      @ appeal against a conviction
      一、维持一审判决第一项，即被告单位甲公司犯污染环境罪，判处罚金100元；⏎二、撤销一审判决第二项，即被告人于某犯污染环境罪，判处拘役一个月；⏎三、于某无罪。 ⇒ won by acquitted | lost by convicted
      一、撤销一审判决；⏎二、于某无罪；⏎三、原审被告单位甲公司犯污染环境罪，判处罚金100元。 ⇒ won by acquitted | lost by convicted
      一、撤销一审判决；⏎二、于某无罪。 ⇒ won by acquitted | null by null
      一、撤销一审判决第一项，即被告单位甲公司犯污染环境罪，判处罚金100元；⏎二、甲公司无罪；⏎三、维持一审判决第二项。 ⇒ partly by side | won by acquitted
      驳回上诉，维持原判。 ⇒ lost by side | null by null
      @ appeal of who is not known
      驳回上诉，维持原判。 ⇒ won by side
      @ review
      撤销江北区人民法院（2020）粤01执异9号执行裁定。 ⇒ won by side | null by nothing for it | null by nothing for it
      # by law it answers for its branch (Civil Code, article 74), unless the claim against it is refused; not for a company of a like name
      @ branches
      一、甲建设有限公司北京分公司支付乙公司货款100元；⏎三、驳回乙公司的其他诉讼请求。 ⇒ partly by side | partly by side | partly by side | won by not held liable
      一、甲建设有限公司北京分公司支付乙公司货款100元；⏎二、驳回乙公司对甲建设有限公司的诉讼请求。 ⇒ partly by side | won by refused against it | partly by side | won by not held liable
      一、甲建设有限公司工程有限公司支付乙公司货款100元；⏎三、驳回乙公司的其他诉讼请求。 ⇒ partly by side | won by not held liable | won by not held liable | partly by side
    `),
  )('%s: %s ⇒ %j', (_, text, expected, head) => {
    const parties = partiesIn(heads[head as keyof typeof heads])
    const part = operativePart(text, null)
    const [kind, category] =
      head === 'review' ? [ruling, '执行案件'] : [judgment, head === 'trial' ? '刑事案件' : null]
    const outcome = classifyOutcome(part, { kind, category, procedure: null }, parties)
    const results = partyOutcomes(parties, outcome, part, sumsOf(text, parties))
    expect(results.map(({ result, rule }) => `${result} by ${rule}`)).toEqual(expected)
  })
})

test('the rules give every outcome that is listed, and no other', () => {
  expect(new Set(outcomeRules.rules.map(({ outcome }) => outcome))).toEqual(new Set(outcomeNames))
})

describe('what an outcome means for a side', () => {
  test.each([
    ['granted', 'plaintiff', 'won'],
    ['granted', 'defendant', 'lost'],
    ['dismissed', 'defendant', 'won'],
    ['partly_granted', 'defendant', 'partly'],
    ['upheld', 'plaintiff', 'lost'],
    ['upheld', 'defendant', 'won'],
    ['reversed', 'plaintiff', 'won'],
    ['withdrawn', 'plaintiff', 'neutral'],
    ['correction', 'plaintiff', null],
    ['set_aside', 'defendant', null],
  ] as const)('%s, %s: %s', (outcome, side, result) => {
    expect(outcomeForSide[outcome][side]).toBe(result)
  })

  test('what one side won the other lost, save where the other asked for nothing', () => {
    const opposite = { won: 'lost', lost: 'won', partly: 'partly', neutral: 'neutral' } as const
    for (const [name, { plaintiff, defendant }] of Object.entries(outcomeForSide)) {
      const asksNothing = ['convicted', 'acquitted', 'retrial_refused'].includes(name)
      if (!asksNothing) expect(defendant).toBe(plaintiff === null ? null : opposite[plaintiff])
    }
  })
})

test.each([
  ['本案须以另一案的审理结果为依据，而另一案尚未审结。', 'other_case'],
  ['本案的处理需以（2026）粤0304民初9号案件的裁判结果为依据。', 'other_case'],
  ['某市中级人民法院已裁定受理乙公司的破产清算申请。', 'bankruptcy'],
  ['诉讼中被告死亡，需要等待其继承人表明是否参加诉讼。', 'death'],
  ['另案尚未审结。', 'other_case'],
  ['被告丧失民事行为能力，尚未确定法定代理人。', 'capacity'],
  ['被告已经终止，尚未确定权利义务承受人。', 'dissolved'],
  ['当事人因不可抗拒的事由不能参加诉讼。', 'force_majeure'],
  ['被告因事故死亡，原告要求赔偿。', null],
  ['原告请求中止，称本案须以另一案的审理结果为依据。', null],
  ['被告死亡，需等待继承人参加诉讼；本案又须以另一案的审理结果为依据。', null],
  ['本案情况复杂。', null],
])('of a stay the ground is what its court says: %s %s', (content, ground) => {
  expect(stayGround(`${content}\n裁定如下：\n本案中止诉讼。`)).toBe(ground)
})

test('no text makes it throw, and the evidence stands in the text', () => {
  const texts = textsOf(40, '驳回 撤销 维持 支付 一、 ； 。 诉讼请求 起诉 法院 号民事判决 甲', '\n')
  fc.assert(
    fc.property(texts, (text) => {
      const evidence = classify(text)?.evidence.replace(/^…|…$/g, '')
      expect(evidence === undefined || text.includes(evidence)).toBe(true)
    }),
    { numRuns: 1500 },
  )
})
