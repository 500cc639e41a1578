import type { Outcome } from './outcomes.ts'
import { ruleVersions } from './rule-versions.ts'

/** A rule fires when its pattern is found, what it excludes is not, and the document is of its kinds. */
type Shapes<Shape> = {
  readonly when: Shape
  readonly unless?: Shape
  readonly also?: Shape
  /** To be found, or not to be found, in what the document grants: its text without the sentences that refuse (驳回…). */
  readonly grants?: Shape
  readonly grantsNot?: Shape
  /** Kinds of document it is for; any when absent, and any document whose kind is not known. */
  readonly kinds?: Shape
  /** The same, but an unknown kind does not do. */
  readonly knownKinds?: Shape
  /** Categories it is for; here an unknown one does not do. */
  readonly categories?: Shape
  /** Procedures it is for, likewise. */
  readonly procedures?: Shape
}
/** The name of a rule, which stands in `outcome_rule` behind the version, is its outcome, unless it gives another. */
type Rule = Shapes<string> & { readonly outcome?: Outcome }
export type OutcomeRule = Shapes<RegExp> & { readonly outcome: Outcome; readonly name: string }

const giving = (outcome: Outcome, shapes: Shapes<string>): Rule => ({ ...shapes, outcome })

const RULING = '裁定|决定|通知'
/** In patterns … stands for what a sentence may have between two words. */
const WITHIN = '[^。；]{0,120}?'
const PAYMENT =
  '(?<!无需|无须|毋需|毋须|不需|不再|不予|免予|免除|不(?:承担|负)[^，。；]{0,8}|[不未已欠])(?:支付|给付|付清|偿还|返还|归还|退还|退回|退赔|清偿|偿付|赔付|补缴|补交|[交缴]纳|赔偿(?!责任|金(?!某)|请求|申请|义务|[复决委])|补偿(?!款|金))'
const RELIEF =
  '确认|解除|撤销|停止|赔礼道歉|恢复|继续履行|履行|消除影响|排除妨|拆除|协助|配合|办理|过户|登记|交付|腾退|腾空|迁出|搬离|修复|更换|无需|无须|优先受偿|准予离婚|归[^。；]{1,40}所有|继承|(?<!(?:不[应再]?(?:承担|负)|免除|免于|无)[^，。；]{0,16})责任|责令|违法|公开|解散|重新作出|变更[^。；]{0,60}(?:处罚|罚款)|(?:处罚|罚款)[^。；]{0,60}变更|抚养|宣告|行为能力|不得(?:对[^。；]{0,80})?(?:强制)?执行|(?<!不)(?:准许|许可)(?:对[^。；]{0,80})?(?:继续|强制)?执行'
const CLAIMS = '驳回…(?:(?<!反诉(?:的)?)诉讼请求|(?<![反申])诉[求请])'
const OTHERS = '(?:其他|其余|其它|剩余|余下|超出|多余)[^。；]{0,8}(?:请求|诉请|诉求)'
export const THE_REST = `驳回[^。；]{0,120}?${OTHERS}|${OTHERS}[^。；]{0,4}不予支持`
const ACQUITS = '宣告[^。；]{0,30}无罪|被告(?:人|单位)[^。；]{0,40}无罪'
const CONVICTS = '犯[^。；]{1,60}罪|判处(?:有期|无期|罚金|拘役|管制|死刑)'
const EMPLOYED = '确认(?=原告[^。；\\n]{0,120}劳动关系)(?![^。；\\n]*不存在)'
const ITEM = '[（(]?[一二三四五六七八九十\\d]{1,3}[)）、．.]{1,2}'
/** An application granted in part: the rest of it, or one of its items, is refused. */
const REFUSED_IN_PART =
  '驳回[^。；]{0,120}?(?:其他|其余|其它|剩余)[^。；]{0,8}申请|不准予?(?:强制)?执行|不予(?:准许|承认)'
/** Not behind what is only possible, asked for or comes by itself: 可以申请解除查封, 期满自行解除冻结. Behind the word, where few places are looked at. */
const decides = (word: string, notBehind = ''): string =>
  `(?:${word})(?<!(?:可(?!供)|申请(?!执行|人)|请求|自行|自动|逾期|届满|期满|到期|视为|(?:^|[，。；])(?:如|若)${notBehind})[^。；，]{0,24}(?:${word}))`
const SEIZED =
  '保全措施(?![^。；]{0,12}解除)|保全(?=被申请人|被告)|查封|冻结|扣押|划拨|扣划|扣留|提取|拍卖|变卖|以物抵债|抵偿'
const SEIZES = decides(SEIZED, '|解除|驳回|协助')
const LIFTS = `${decides('解除', '|驳回')}…(?:查封|冻结|扣押|保全)|(?:查封|冻结|扣押|保全(?:措施)?)(?:，?(?:予以|依法|均)){1,2}解除`
/** 驳回 of anything but an application: beside that, what is granted decides. */
const REFUSED_SUIT = '驳回(?![^。；\\n]{0,120}(?:申请|(?<!诉讼)请求|异议))'
/** Some sentence decides, and refuses nothing: 驳回甲的纠正申请 is not all of the document. */
const GRANTS_SOME =
  '(?:^|[\\n。；])(?![^。；\\n]*(?:驳回|不予(?!执行)|不准|不成立|维持))[^。；\\n]*(?:准[许予]|撤销|解除|删除|移除|屏蔽|中止|变更|追加|确认|认定|宣告|指定|不予执行|禁止|责令|停止|承认|认可)'
/** A decision below, not an act that is sued over or a contract. */
const BELOW =
  '(?:原审|一审|二审|原判|[该述](?:民事|刑事|行政)?(?:判决|裁定)|原裁定|原决定|法院|本院(?![^。；]{0,40}分配方案)|号[^。；]{0,12}(?:判决|裁定|调解书|赔偿(?:复议)?决定))'

/** In a document of a review: the ruling on an objection, by the code of its number. */
const ON_OBJECTION = '(?:执异[^。；]{0,40}(?:裁定|决定)|异议裁定)'

const UPHELD = `撤销…${BELOW}|变更…裁定[^。；]{0,12}第[^。；]{1,8}项|异议…(?<!不能?)成立|中止对…执行`
/** Not behind what only a default would bring about: 逾期不履行的，将采取限制出境…措施. */
const IF_UNPAID = '(?<!(?:逾期|仍|拒)不履行[^。；]{0,80})'
/** Not behind what takes it back: 撤销对乙公司纳入失信被执行人名单的决定. */
const LISTED = `(?<!(?:撤销|解除|不予|不再)[^。；]{0,60})${IF_UNPAID}(?:纳入|列入)[^。；]{0,20}失信`
const RESTRICTED = `${IF_UNPAID}(?:限制(?:你[^。；]{0,60})?(?:高)?消费|(?<!不再|取消|停止|暂停|不得|解除)限制[^，。；]{1,30}高消费|限制出境)(?![^。；]{0,6}继续有效)`
const FINED = `${IF_UNPAID}(?<!可以[^。；]{0,40})(?:罚款(?!数额|金额)|司法?拘留|拘留\\s?[一二三四五六七八九十\\d])`
const ENFORCING = '(?:申请执行人|被执行人|当事人|权利人)'
/** 变更甲公司为本院（2019）…号案件的申请执行人 changes no decision, nor does 变更…号民事判决的申请执行人为甲公司. */
const PARTY_REPLACED = `变更[^。；：]{1,60}为[^。；：]{0,60}(?:案件?的?|号[^。；：，]{0,12}的)${ENFORCING}(?=[，。；\\n]|$)|变更[^。；：]{0,60}${ENFORCING}为`
const PARTY_CHANGED = `(?<!不予?)(?:变更|追加)…为…(?:${ENFORCING}|被告|原告|第三人)|(?<!不予?)变更[^。；：]{0,60}${ENFORCING}为|${ENFORCING}[^。；：]{0,60}(?<!不予?)变更为`

/** In the order of docs/decisions.md, Outcomes, with forms from practice between: the first rule that fires counts. */
const RULES: Readonly<Record<string, Rule>> = {
  correction: { when: '补正|更正为|笔误|[”"]应当?(?:改?为|是)', kinds: RULING },
  appeal_withdrawn: { when: '撤回(?:本案的?)?上诉|按上诉人[^。；]{0,40}撤诉', unless: '驳回' },
  // Who appeals and does not appear gives up the appeal: Civil Procedure Law, articles 146 and 181. A suit that is given up there takes the decision below away.
  appeal_given_up: giving('appeal_withdrawn', {
    when: '按[^。；]{0,40}撤诉|按(?:自动)?撤回[^。；]{0,8}处理',
    unless: '驳回|撤销|撤回[^。；]{0,20}起诉|反诉|自诉|被上诉人|不再发生|(?:原审|一审)原告[^。；]{0,40}撤诉',
    procedures: '二审',
  }),
  retrial_withdrawn: giving('application_withdrawn', {
    when: '撤回[^，。；]{0,80}?(?:(?<!执行(?:的)?)申请(?!执?行?人)|申诉|异议)|按…撤回…申请处理',
    unless: '终结…执行|驳回',
  }),
  request_for_enforcement_withdrawn: giving('application_withdrawn', {
    when: '撤回…执行',
    categories: '行政',
  }),
  withdrawn: { when: '撤诉|撤回…(?:起诉|自诉|诉讼)|撤回…反诉', unless: `${PAYMENT}|驳回` },
  rejected_on_appeal: giving('set_aside', {
    when: '驳回…起诉',
    also: `撤销…${BELOW}`,
    unless: '维持|第[^。；]{1,12}项',
    grantsNot: PAYMENT,
  }),
  rejected: { when: '驳回…(?:起诉|自诉(?!人))(?!请求)', unless: `${PAYMENT}|撤销…${BELOW}` },
  bankruptcy_refused: { when: '(?:不予受理|驳回)…(?:破产|重整|清算|和解)…申请' },
  bankruptcy_not_accepted: giving('bankruptcy_refused', {
    when: '申请…不予受理|不予受理…申请',
    categories: '破产',
  }),
  inadmissible: { when: '不予受理|不予立案' },
  bankruptcy_accepted_and_sent: giving('bankruptcy_accepted', {
    when: '受理…(?:破产|重整|和解|清算)…申请',
    also: '移送|指定|交由|由[^。；]{1,60}法院',
    unless: '撤销|指令|发回|驳回|不予受理|撤回',
    kinds: RULING,
  }),
  preservation_refused: giving('procedural', {
    when: '(?:驳回|不予准许|不准予?)[^。；]{0,80}保全(?:的)?(?:申请|请求)|保全申请[^。；]{0,20}(?:不予准许|予以驳回)',
    unless: '复议|异议',
    grantsNot: `${SEIZES}|${LIFTS}`,
    kinds: RULING,
    categories: '民事|行政|刑事',
  }),
  jurisdiction_appeal: giving('jurisdiction', { when: '驳回|撤销|维持', categories: '管辖' }),
  transferred: { when: '(?<!随案|未)移送…(?:处理|审理|管辖|法院|公安)', unless: '再审' },
  heard_elsewhere: giving('transferred', {
    when: '(?:由|指定)[^。；]{1,60}法院(?:管辖|审理|立案)',
    unless: '再审|撤销',
  }),
  enforced_elsewhere: giving('transferred', {
    when: '(?:由|指定)[^，。；]{1,40}法院(?:提级|集中|继续)?执行(?=[，。；\\n]|$)',
    unless: `驳回|异议|复议|撤销|终结|终本|中止|${SEIZED}`,
    kinds: RULING,
    categories: '执行',
  }),
  jurisdiction: { when: '管辖权?[^。；]{0,10}异议|异议[^。；]{0,10}管辖' },
  application_partly_granted: giving('partly_granted', {
    when: REFUSED_IN_PART,
    grants: '(?<!不)(?:准予|准许)[^。；]{0,80}(?:执行|拍卖|变卖)|优先受偿|(?<!不予)承认',
    unless: '撤回',
    kinds: RULING,
  }),
  enforcement_allowed: giving('application_granted', {
    when: '(?<!不)准[予许](?:(?!撤回)[^。；]){0,80}(?:强制|(?<=准[予许]))执行',
    kinds: RULING,
  }),
  property_transferred: {
    when: '归(?:买受人|竞买人|申请执行人)?[^。；，]{1,40}所有|所有权[^。；]{0,80}转移|(?:作价|抵价|以物抵债|抵偿)[^。；]{0,80}(?:交付|归|给|抵偿)[^。；]{0,20}申请执行人|交付申请执行人[^。；]{1,40}抵(?:偿|债)',
    unless: '驳回|撤销|异议',
    kinds: RULING,
    categories: '执行|破产',
  },
  objection_partly_upheld: giving('partly_granted', {
    when: '驳回…异议',
    also: GRANTS_SOME,
    grants: UPHELD,
    unless: `${ON_OBJECTION}|复议|失信|限制(?:高)?消费|发回|法院…重新审[查理]`,
    kinds: RULING,
    categories: '执行',
  }),
  objection_reversed: giving('reversed', {
    when: `撤销…${ON_OBJECTION}`,
    unless: `发回|重新审[查理]|维持|号[^。；]{0,20}第[^。；]{1,12}项|${THE_REST}`,
    kinds: RULING,
    categories: '执行',
  }),
  objection_upheld: {
    when: UPHELD,
    unless: `${ON_OBJECTION}|驳回…异议|失信|限制(?:高)?消费|发回|法院…重新审[查理]`,
    kinds: RULING,
    categories: '执行',
  },
  seizure_lifted: {
    when: LIFTS,
    // An enforcement that ends lifts what it had seized.
    unless: `${ON_OBJECTION}|终结…执行|结案|撤回…执行申请|撤回强制执行`,
    grants: LIFTS,
    kinds: RULING,
  },
  seized: {
    when: SEIZES,
    unless: `终结|结案|${REFUSED_SUIT}|撤销|优先受偿|中止|异议`,
    grants: SEIZES,
    kinds: RULING,
  },
  enforcement_suspended: { when: '终结…本次执行|本次执行程序终结' },
  enforcement_ended: {
    when: '终结…执行|执行终结|执行完毕|予以?结案|撤回…执行申请|撤回强制执行',
    unless: '驳回',
  },
  compensation_partly: giving('partly_granted', {
    when: `${THE_REST}|驳回[^。；]{0,120}?(?:其他|其余|其它)[^。；]{0,8}申请|维持`,
    grants: PAYMENT,
    unless: '变更',
    categories: '赔偿',
  }),
  compensation: giving('granted', {
    when: `${PAYMENT}|(?<!不)(?:给予|发放)`,
    unless: '变更|驳回|不予支持',
    categories: '赔偿',
  }),
  upheld: {
    when: '驳回…(?:上诉|抗诉)|维持原(?:判|裁|审|决定)|维持(?:一审|二审|原审)(?:判决|裁定)',
    unless: '撤销|变更|改判|发回',
  },
  retrial_upheld: giving('upheld', { when: `维持…(?:${BELOW}|异议裁定)`, unless: '撤销|变更|改判' }),
  bankruptcy_to_be_accepted: giving('bankruptcy_accepted', {
    when: '指令…受理…(?:破产|重整|和解|清算)[^。；]{0,8}申请',
  }),
  remanded: {
    when: '发回…(?:重审|审理|审查|审判)|指令…(?:审理|立案|受理|审查)|由[^。；]{1,60}法院…(?:立案|受理|审理|重新审[查理])',
    unless: '再审|维持…第…项',
  },
  // A suit over an enforcement: its judgment makes someone a debtor there, or says that it may not.
  debtor_added: giving('granted', {
    when: '(?:追加|变更)…为…被执行人',
    grants: '(?:追加|变更)…为…被执行人',
    unless: THE_REST,
    kinds: '判决',
    procedures: '一审',
  }),
  first_restored: giving('reversed', {
    when: '撤销…(?:终|二审)…(?:判决|裁定)[，；。\\n]*(?:[（(]?[二2][)）、.．]{1,2})?维持…(?:初|一审)…(?:判决|裁定)',
    unless: '第[^。；]{1,12}项|变更|改判|部分|发回',
  }),
  partly_reversed: {
    when: `(?:撤销|变更|改判)…${BELOW}|变更[^。；]{0,20}第[^。；]{1,12}项|撤销(?:主文)?第[^。；]{1,12}项|号[^。；]{0,16}第[^。；]{1,12}项[^。；]{0,8}(?:变更|改判)`,
    also: '维持|变更|(?<!本)(?:判决?|裁定|撤销)(?:主文)?[的中]?第[一二三四五六七八九十、\\d]{1,8}项|(?:判决|裁定)[^。；，]{0,40}部分',
    unless: `收监|${PARTY_REPLACED}`,
  },
  acquitted_again: giving('acquitted', { when: ACQUITS, unless: CONVICTS, also: `撤销…${BELOW}|改判` }),
  reversed: { when: `撤销…${BELOW}|改判`, unless: '收监' },
  acquitted: { when: ACQUITS, unless: CONVICTS },
  convicted: { when: CONVICTS, unless: '减刑|假释' },
  mediated: { when: '\\S', unless: '撤诉|撤回起诉', knownKinds: '调解' },
  payment_order: { when: PAYMENT, unless: RESTRICTED, knownKinds: '令' },
  instrument_void: giving('application_granted', { when: '宣告…(?:票|存单|提单|仓单)…无效' }),
  divorce_refused: giving('dismissed', { when: '不准予?…离婚' }),
  dismissed_and_ordered: giving('dismissed', {
    when: CLAIMS,
    unless: THE_REST,
    grants: PAYMENT,
    grantsNot: `(?:^|\\n)(?!\\s*(?:${ITEM})?(?:(?:限|由|责令)?(?:本诉)?原告|${EMPLOYED}))[^\\n]*(?:${PAYMENT}|${RELIEF})|(?!${EMPLOYED})确认|反诉`,
  }),
  dismissed: { when: CLAIMS, unless: THE_REST, grantsNot: `${PAYMENT}|${RELIEF}` },
  partly_granted: { when: `${THE_REST}|${CLAIMS}` },
  freed: giving('partly_granted', { when: `(?:^|\\n)(?:${ITEM})?原告…${PAYMENT}`, also: '原告…无[需须]' }),
  payment: giving('granted', {
    when: PAYMENT,
    unless: '责令[^。；]{0,60}履行',
    grants: PAYMENT,
    kinds: '判决',
  }),
  retrial_refused: { when: '驳回…(?:再审申请|申诉|再审请求)' },
  retrial_ordered: {
    when: '提审|指令…再审|由[^。；]{1,40}再审|进行再审|再审(?:本|此)案|本案[^。；]{0,10}再审',
  },
  bankruptcy_ended: { when: '终结…(?:破产|重整|清算)' },
  declared_bankrupt: giving('bankruptcy_step', { when: '宣告…破产' }),
  bankruptcy_accepted: { when: '受理…(?:破产|重整|和解|清算)' },
  bankruptcy_application_accepted: giving('bankruptcy_accepted', {
    when: '受理[^。；，\\n]{4,60}的申请(?=$|[。；\\n])',
    unless: '不(?:予|应)?受理|[是应]否|驳回|撤回|(?:复议|异议|再审)',
    categories: '破产',
  }),
  bankruptcy_step: { when: '管理人|重整计划|债权|破产财产|和解协议|实质合并', categories: '破产' },
  dishonest: giving('listed_dishonest', { when: LISTED, grants: LISTED }),
  restricted: giving('consumption_restricted', {
    when: RESTRICTED,
    unless: `解除|${REFUSED_SUIT}|撤销|不予`,
    grants: RESTRICTED,
  }),
  enforcement_unheard: giving('enforcement_refused', {
    when: '驳回…(?:强制)?执行的?申请',
    unless: '恢复|追加|变更|异议|复议|撤[销回]|法院执行|不予|暂缓|中止|停止|终结|先予|限制|部分',
    kinds: RULING,
    categories: '执行',
  }),
  enforcement_refused_in_part: giving('partly_granted', {
    when: '不予执行[^。；]{2,80}(?:第[一二三四五六七八九十\\d、至]{1,9}项|部分|裁决书?(?:主文)?中)|(?:第[一二三四五六七八九十\\d、至]{1,9}项|部分|裁决书?(?:主文)?中[^。；]{2,60})[^。；]{0,12}不予执行',
    grants: '不予执行',
    categories: '执行',
  }),
  enforcement_refused: { when: '不予执行|不准予?强制执行|不准予执行', unless: '驳回' },
  fined: { when: FINED, unless: `${REFUSED_SUIT}|撤销`, grants: FINED, kinds: RULING },
  party_changed: { when: PARTY_CHANGED, grants: PARTY_CHANGED },
  stayed: { when: '中止…(?:诉讼|审理|执行|审查)|本案中止', grants: '中止' },
  ended: { when: '终结…(?:诉讼|审理|审查|程序)|诉讼终结' },
  report_of_property: giving('procedural', {
    when: '责令…报告[^。；]{0,40}财产',
    unless: '履行下列|支付|给付',
  }),
  notice_of_duties: giving('enforcement_ordered', { when: PAYMENT, knownKinds: '通知', categories: '执行' }),
  enforcement_ordered: {
    when: '责令…(?:履行|支付|给付|腾退|交付|报告)|强制执行[^。；]{0,40}(?:财产|标的)',
    kinds: '^(?!.*判决)',
  },
  resumed: giving('enforcement_ordered', { when: '恢复…执行', unless: '驳回|不予|撤销', categories: '执行' }),
  recusal: giving('procedural', { when: '回避' }),
  rest_refused: giving('partly_granted', { when: '驳回…(?:申请|请求|异议)', also: GRANTS_SOME }),
  objection_refused: { when: '驳回…(?:异议|复议)|异议[^。；]{0,10}不(?:能)?成立' },
  application_refused: { when: '驳回…(?:申请|请求)|不予(?:准许|批准|支持|减刑|假释|救助|变更|追加)|不准许?' },
  application_granted: {
    when: '准予|准许|许可|(?:确认|协议)[^。；]{0,120}?[有无]效|禁止|(?<!不予)(?:承认|认可)[^。；]{0,80}(?:判决|裁[决定]|调解)|予以(?:承认|认可|执行|支持|减刑|假释)|减去(?:有期徒刑|拘役|管制)[一二三四五六七八九十\\d]|减为…(?:有期|无期)徒刑|宣告|认定|指定[^。；]{1,40}为|撤销…仲裁…裁决',
    kinds: RULING,
  },
  procedural_step: giving('procedural', {
    when: '转为(?:普通|简易)程序|适用(?:普通|简易)程序|延期|缓交|减交|免交|合并审理|公告',
    kinds: RULING,
  }),
  relief: giving('granted', { when: RELIEF, unless: '驳回', kinds: '判决' }),
}

function compiled(name: string, { outcome = name as Outcome, ...patterns }: Rule): OutcomeRule {
  const shapes = Object.entries(patterns).map(([field, pattern]) => [
    field,
    new RegExp(pattern.replaceAll('…', WITHIN)),
  ])
  return { outcome, name, ...(Object.fromEntries(shapes) as Shapes<RegExp>) }
}

export const outcomeRules = {
  version: ruleVersions.outcomes,
  rules: Object.entries(RULES).map(([name, rule]) => compiled(name, rule)),
} as const
