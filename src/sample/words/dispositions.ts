/*
 * What each outcome says: the grounds in the court's opinion, and the operative part. Further slots: {原全}
 * {被全} the parties' full names, {付} the amount ordered, {款} what it is called, {院} {下院} {下号} {下文} the
 * court, and the court, number and kind of the decision below, {诉全} {应全} the original parties, {号} the document's own number, {限} days.
 */
export interface Disposition {
  readonly grounds: readonly string[]
  readonly orders: readonly (readonly string[])[]
}

const payment = '{被全}于本判决生效之日起{限}日内支付{原全}{款}{付}'
const interest =
  '{被全}于本判决生效之日起{限}日内支付{原全}利息（以{付}为基数，自{日}起按照全国银行间同业拆借中心公布的一年期贷款市场报价利率计算至实际付清之日止）'

export const dispositions: Readonly<Record<string, Disposition>> = {
  granted: {
    grounds: ['综上所述，{原}的诉讼请求有事实和法律依据，本院予以支持。'],
    orders: [
      [payment],
      [payment, interest],
      [
        '{被全}于本判决发生法律效力之日起{限}日内向{原全}给付{款}{付}',
        '{被全}于本判决发生法律效力之日起{限}日内向{原全}支付律师费{额}',
      ],
      ['{被全}于本判决生效之日起{限}日内赔偿{原全}损失{付}'],
    ],
  },
  partlyGranted: {
    grounds: ['综上所述，{原}的诉讼请求，合理部分本院予以支持，超出部分不予支持。'],
    orders: [
      [payment, '驳回{原全}的其他诉讼请求'],
      [payment, interest, '驳回{原全}的其他诉讼请求'],
      ['{被全}于本判决生效之日起{限}日内给付{原全}{款}{付}及违约金{额}', '驳回{原全}的其余诉讼请求'],
    ],
  },
  dismissed: {
    grounds: ['综上所述，{原}的诉讼请求缺乏事实和法律依据，本院不予支持。'],
    orders: [['驳回{原全}的全部诉讼请求'], ['驳回{原全}的诉讼请求']],
  },
  withdrawn: {
    grounds: ['{原}自愿申请撤回起诉，系对自己诉讼权利的处分，不违反法律规定，不损害他人合法权益，应予准许。'],
    orders: [['准许{原全}撤回起诉'], ['准许原告{原全}撤诉']],
  },
  deemedWithdrawn: {
    grounds: [
      '{原}在收到预交案件受理费通知后，未在规定期限内预交，亦未申请缓交、减交、免交。',
      '{原}经传票传唤，无正当理由拒不到庭，应按撤诉处理。',
    ],
    orders: [['本案按{原全}撤回起诉处理'], ['本案按{原全}撤诉处理']],
  },
  rejected: {
    grounds: [
      '起诉必须符合法定条件。{原}的起诉不属于人民法院受理民事诉讼的范围，应予驳回。',
      '{原}与本案没有直接利害关系，其起诉不符合法定条件，依法应予驳回。',
    ],
    orders: [['驳回{原全}的起诉']],
  },
  inadmissible: {
    grounds: ['{原}的起诉违反一事不再理原则，不符合起诉条件。'],
    orders: [['对{原全}的起诉，本院不予受理']],
  },
  transferred: {
    grounds: ['因合同纠纷提起的诉讼，由被告住所地或者合同履行地人民法院管辖，本院对本案没有管辖权。'],
    orders: [['本案移送{他院}处理']],
  },
  jurisdictionRefused: {
    grounds: [
      '{被}在提交答辩状期间对管辖权提出异议。经审查，双方在合同中约定由本院管辖，该约定合法有效，管辖权异议不能成立。',
    ],
    orders: [['驳回{被全}对本案管辖权提出的异议']],
  },
  preservation: {
    grounds: ['{原}于{日}向本院申请财产保全，并已提供担保。经审查，申请符合法律规定。'],
    orders: [
      ['冻结被申请人{被全}名下银行存款{总}或者查封、扣押其他等值财产'],
      ['查封、扣押、冻结被申请人{被全}价值{总}的财产'],
    ],
  },
  correction: {
    grounds: ['本院于{日}作出的{号}法律文书中存在笔误，应予补正。'],
    orders: [['{号}民事判决书中“{额}”补正为“{付}”'], ['{号}法律文书中第{数}页“{人}”补正为“{人}”']],
  },
  mediated: {
    grounds: ['本案审理过程中，经本院主持调解，双方当事人自愿达成协议，不违反法律规定，本院予以确认。'],
    orders: [['{被全}于{后日}前支付{原全}{款}{付}', '双方就本案再无其他争议']],
  },
  excusal: {
    grounds: ['{被}申请审判员{人}回避。经审查，申请理由不属于法定回避情形。'],
    orders: [['驳回{被全}的回避申请']],
  },
  upheld: {
    grounds: ['综上所述，{原}的上诉请求不能成立，应予驳回；一审判决认定事实清楚，适用法律正确，应予维持。'],
    orders: [['驳回上诉，维持原判']],
  },
  reversed: {
    grounds: ['综上所述，{原}的上诉请求部分成立，一审判决认定事实有误，本院依法予以改判。'],
    orders: [
      [
        '撤销{下院}{下号}{下文}',
        '{应全}于本判决生效之日起{限}日内支付{诉全}{款}{付}',
        '驳回{诉全}的其他诉讼请求',
      ],
      [
        '维持{下院}{下号}{下文}第一项',
        '变更{下院}{下号}{下文}第二项为：{应全}于本判决生效之日起{限}日内支付{诉全}{款}{付}',
      ],
      ['撤销{下院}{下号}{下文}', '驳回{诉全}的全部诉讼请求'],
    ],
  },
  appealWithdrawn: {
    grounds: ['{原}在本院审理期间申请撤回上诉，不违反法律规定，应予准许。'],
    orders: [['准许{原全}撤回上诉。一审判决自本裁定书送达之日起发生法律效力']],
  },
  appealDeemedWithdrawn: {
    grounds: ['{原}未在指定期限内预交二审案件受理费，依法应按自动撤回上诉处理。'],
    orders: [['本案按上诉人{原全}自动撤回上诉处理。一审判决自本裁定书送达之日起发生法律效力']],
  },
  remanded: {
    grounds: ['原审判决认定基本事实不清，为查明事实，应发回重审。'],
    orders: [['撤销{下院}{下号}{下文}', '本案发回{下院}重审']],
  },
  jurisdictionUpheld: {
    grounds: ['{原}不服管辖权异议裁定提起上诉。经审查，原审法院对本案有管辖权，上诉理由不能成立。'],
    orders: [['驳回上诉，维持原裁定']],
  },
  retrialRefused: {
    grounds: ['{原}的再审申请不符合法律规定的再审情形。原审判决认定事实清楚，适用法律并无不当。'],
    orders: [['驳回{原全}的再审申请']],
  },
  retrialOrdered: {
    grounds: ['{原}的再审申请符合法律规定的再审情形，本案应予再审。'],
    orders: [
      ['本案由本院提审', '再审期间，中止原判决的执行'],
      ['指令{下院}再审本案', '再审期间，中止原判决的执行'],
    ],
  },
  retrialUpheld: {
    grounds: ['综上，{原}的再审请求不能成立，原判决认定事实清楚，适用法律正确，应予维持。'],
    orders: [['维持{下院}{下号}{下文}']],
  },
  retrialReversed: {
    grounds: ['综上，原判决适用法律错误，应予纠正，{原}的再审请求部分成立。'],
    orders: [['撤销{下院}{下号}{下文}', '{应全}于本判决生效之日起{限}日内支付{诉全}{款}{付}']],
  },
  suspended: {
    grounds: ['{被}暂无可供执行的财产，申请执行人亦不能提供其他财产线索，本案符合终结本次执行程序的条件。'],
    orders: [['终结本次执行程序'], ['终结{号}案件的本次执行程序']],
  },
  suspendedAgain: {
    grounds: ['本案恢复执行后，{被}仍无其他可供执行的财产，申请执行人同意终结本次执行程序。'],
    orders: [['终结本次执行程序']],
  },
  ended: {
    grounds: [
      '申请执行人{原}向本院申请撤销执行申请，符合终结执行的法定情形。',
      '双方当事人达成和解协议，申请执行人{原}申请撤回执行申请。',
    ],
    orders: [['终结{下号}{下文}的执行'], ['终结本案的执行']],
  },
  frozen: {
    grounds: ['{被}未履行生效法律文书确定的义务，应当依法强制执行其财产。'],
    orders: [
      ['冻结、划拨被执行人{被全}的银行存款{总}'],
      ['查封被执行人{被全}名下位于{地}的不动产，查封期限为三年'],
    ],
  },
  frozenFirst: {
    grounds: ['本院已作出财产保全裁定，应当依法执行。'],
    orders: [['冻结被申请人{被全}的银行存款{总}，期限一年']],
  },
  objectionRefused: {
    grounds: ['异议人{被}所提异议缺乏事实和法律依据，执行行为并无不当。'],
    orders: [['驳回异议人{被全}的异议请求']],
  },
  notice: {
    grounds: ['{原}申请执行{被}一案，本院已立案执行。'],
    orders: [['责令{被全}自本通知书送达之日起立即履行生效法律文书确定的义务，支付{总}并负担执行费']],
  },
  dishonest: {
    grounds: ['{被}有履行能力而拒不履行生效法律文书确定的义务。'],
    orders: [['将{被全}纳入失信被执行人名单']],
  },
  restricted: {
    grounds: ['{被}未按执行通知书指定的期间履行给付义务。'],
    orders: [['对{被全}采取限制消费措施']],
  },
  preActionFreeze: {
    grounds: ['申请人{原}因情况紧急，向本院申请诉前财产保全，并提供了担保，申请符合法律规定。'],
    orders: [
      ['冻结被申请人{被全}名下银行存款{总}', '申请人应当在人民法院采取保全措施后三十日内依法提起诉讼'],
    ],
  },
  jurisdictionAssigned: {
    grounds: ['两地人民法院对管辖权发生争议，报请本院指定管辖。'],
    orders: [['本案由{他院}审理']],
  },
  bankruptcyAccepted: {
    grounds: ['{被}不能清偿到期债务，且明显缺乏清偿能力，具备破产原因。'],
    orders: [['受理{原全}对{被全}的破产清算申请']],
  },
  bankruptcyRefused: {
    grounds: ['现有证据不足以证明{被}明显缺乏清偿能力，申请不符合受理条件。'],
    orders: [['不予受理{原全}对{被全}的破产清算申请']],
  },
  paymentOrder: {
    grounds: ['申请人{原}于{日}向本院申请支付令，要求{被}给付{总}。经审查，申请符合法律规定。'],
    orders: [['被申请人{被全}应当自收到本支付令之日起十五日内，给付申请人{原全}{款}{付}']],
  },
  administrator: {
    grounds: ['本院已裁定受理对{被}的破产清算申请。'],
    orders: [['指定律师事务所担任{被全}管理人']],
  },
}

/** Operative parts of disputes that are not over what the defendant owes, by who sues whom, then by outcome. */
export type SpecialOrders = Readonly<Record<string, readonly (readonly string[])[]>>

/** An employer sues not to pay: where it loses, the plaintiff is ordered to pay the defendant. */
export const employerOrders: SpecialOrders = {
  granted: [['{原全}无需支付{被全}{款}{付}']],
  partlyGranted: [
    ['{原全}于本判决生效之日起{限}日内支付{被全}{款}{付}', '驳回{原全}的其他诉讼请求'],
    [
      '{原全}于本判决生效之日起{限}日内支付{被全}{款}{付}',
      '{原全}无需支付{被全}未休年休假工资差额{额}',
      '驳回{原全}的其他诉讼请求',
    ],
  ],
  mediated: [['{原全}于{后日}前支付{被全}{款}{付}', '双方就本案再无其他争议']],
  reversed: [
    [
      '撤销{下院}{下号}{下文}',
      '{诉全}于本判决生效之日起{限}日内支付{应全}{款}{付}',
      '驳回{诉全}的其他诉讼请求',
    ],
  ],
  retrialReversed: [['撤销{下院}{下号}{下文}', '{诉全}于本判决生效之日起{限}日内支付{应全}{款}{付}']],
}

/** An authority is sued over what it decided. */
export const administrativeOrders: SpecialOrders = {
  granted: [['撤销被告{被全}于{日}作出的{字}号行政决定']],
  partlyGranted: [['撤销被告{被全}于{日}作出的{字}号行政决定', '驳回原告{原全}的其他诉讼请求']],
  dismissed: [['驳回原告{原全}的诉讼请求']],
}
