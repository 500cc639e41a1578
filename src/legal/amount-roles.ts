/** What a sum is, by the words around it. */
export type AmountRole =
  | '本金'
  | '利息'
  | '违约金'
  | '赔偿'
  | '款项'
  | '劳动报酬'
  | '保证金'
  | '案件受理费'
  | '保全费'
  | '律师费'
  | '执行费'
  | '其他费用'
  | '基数'
  | '限额'
  | '单价'
  | '已付'
  | '合计'
  | '标的'
  | '罚款'

/** What is handed over, drawn up or transferred: a sum beside it says what it is worth. */
const THINGS = '发票|保函|汇票|支票|存单|保单|房屋|房产|不动产|车辆|货物|设备|股权|股份|股票|财产'

/** What stands after a sum, and decides before anything else does. */
const AFTER: readonly (readonly [AmountRole, RegExp])[] = [
  ['基数', /^(?:整|正)?(?:的[^，。；]{0,12})?(?:作)?为(?:计算|计息)?(?:基数|本金|基准)/],
  [
    '基数',
    /^[×xX*]\s?\d|^的\s?(?:\d{1,3}(?:\.\d{1,4})?\s?(?:[%％‰倍]|[/／]\d)|百分之|[一二三四五六七八九十]{1,3}(?:成|倍|分之)|一半)/,
  ],
  ['单价', /^(?:[/／]|每|(?:的)?(?:标准|价格|单价))/],
  [
    '限额',
    /^(?:的)?(?:范围|限额|额度|限度)?(?:以)?内(?:[^，。；]{0,12})?(?:承担|优先受偿|赔偿|清偿)|^为限|^(?:的)?(?:最高|责任)?(?:限额|范围)|^[^，。；（()）在]{0,40}?范围(?:之)?内|^[^，。；（()）并及]{0,12}(?:承担|负)[^，。；]{0,8}(?:连带|共同|补充)[^，。；]{0,8}责任/,
  ],
  ['标的', new RegExp(`^的[^，。；]{0,16}?(?:${THINGS})(?![^，。；]{0,4}[款金费价租损])`)],
]

/**
 * What stands right before a sum, likewise; each to be found in the words since the sum before it. A sum already paid is
 * named where it is deducted: 返还已支付的购房款 is not one. A total is one of sums before it.
 */
const BEFORE: readonly (readonly [AmountRole, RegExp])[] = [
  ['单价', /(?:每|按)(?:个)?(?:年|月|日|天|季度|平方米|人|次|吨|件|亩|小时)[^，。；]{0,14}$/],
  [
    '已付',
    /(?:扣除|扣减|核减|减去|抵扣|抵[销消]|[冲折]抵|[（(，]已(?:经)?(?:实际)?(?:支付|给付|偿还|履行|付|还)|其中已(?:支付|给付|付))(?:(?!后)[^，。；]){0,24}$/,
  ],
  ['基数', /(?:以|按照?)[^，。；（(]{0,24}(?:本金|基数)(?:为|人民币)?$/],
  [
    '已付',
    /[，,（(](?:其|[^，。；的（(]{0,8})已(?:经)?(?:实际)?(?:支付|垫付|给付|赔付|付款|偿还)[^，。；的]{0,12}$/,
  ],
  ['已付', /(?:支付|给付|付|转账|汇款?)给[^，。；]{1,20}的$/],
  ['限额', /(?:最高额?|责任限额|保险金额|限额|额度)(?:为|人民币)?$/],
  ['限额', /(?:不得?(?:超过|高于|多于|超出|低于|少于)|不足|超过|超出|至少|最低|最高|最多)(?:为|人民币)?$/],
  ['限额', /未[^，。；]{0,8}(?:出资|实缴)(?:额|款|本金)?(?:为|人民币)?$/],
  [
    '标的',
    /(?:对应(?:的)?|认缴(?:的)?|所占|持有的?)(?:认缴|实缴)?(?:出资额?|注册资本|价值|金额)(?:为|人民币)?$/,
  ],
  ['标的', new RegExp(`(?:${THINGS})[（(][^（()）]{0,20}$`)],
  ['合计', /(?:以上|上述)?(?:[一二两三四五六七八九十]项)?(?:共计|合计|总计|总额)(?:为|人民币|：)?$/],
]

/** Names of what is owed or charged, longest kinds first; of several before a sum the nearest counts. */
const NOUNS: readonly (readonly [AmountRole, string])[] = [
  ['案件受理费', '(?:一审|二审|反诉|本诉|再审)?案件受理费|案件申请费|诉讼费用?|受理费|减半收取|申请费'],
  ['保全费', '(?:财产|证据|诉讼)?保全(?:申请|受理)?费|诉讼保全费'],
  ['律师费', '律师(?:代理)?费用?|代理费|律师服务费'],
  ['执行费', '(?:申请)?执行费|执行申请费'],
  [
    '其他费用',
    '鉴定费用?|公告费|评估费|保全(?:保险|担保|责任险)费|保函费|差旅费|公证费|拍卖费|邮寄费|翻译费',
  ],
  ['违约金', '违约金|滞纳金|罚息违约金'],
  ['利息', '利息|罚息|复利|迟延履行金|资金占用(?:费|损失|利息)'],
  [
    '劳动报酬',
    '工资(?:差额)?|劳动报酬|加班费|经济补偿金?|劳务(?:费|报酬)|年休假[^，。；、]{0,8}工资|奖金|二倍工资(?:差额)?|提成|补助金|抚恤金|生活费',
  ],
  ['保证金', '保证金|定金|押金|订金|质保金'],
  [
    '赔偿',
    '赔偿(?:金|款|费)?|损失(?:费)?|损害|医疗费|误工费|护理费|营养费|交通费|残疾[^，。；、]{0,6}金|死亡赔偿金|丧葬费|精神[^，。；、]{0,8}(?:金|费)|维修费|合理(?:费用|开支)|经济损失',
  ],
  ['罚款', '罚金|罚款|违法所得'],
  [
    '标的',
    '(?<!(?:返还|支付|兑付|偿还|归还|给付|赔偿)[^，。；]{0,20})存款|标的(?:额|款|金额)?|(?<!赔偿[^，。；]{0,12})(?:价值|市值|作价|评估价)|限额内的?财产|财产保全',
  ],
  ['本金', '本金'],
  [
    '款项',
    '(?:货|工程|购房|购车|购货|借|贷|价|房|尾|欠|余|退|保理|保险|转让|投资|股权转让|代偿|垫付|预付|承包|加工|合同|服务|进度|结算|拆迁|补偿|收购)款|款项|租金|保险金|价款|物业(?:管理)?(?:服务)?费|服务费|运费|占有使用费|使用费|报酬|加工费|管理费|承包金|补偿款?|购置税|税款|佣金|代偿|补偿费',
  ],
]

const NOUN = new RegExp(NOUNS.map(([role, shape]) => `(?<${role}>${shape})`).join('|'), 'g')
const RIGHT_AFTER = new RegExp(
  `^(?:的|整的?)?(?:${NOUNS.map(([role, shape]) => `(?<${role}>${shape})`).join('|')})`,
)
const COURT_FEE = /(?:案件受理费|案件申请费|诉讼费|受理费|申请费)/
const NEAREST = 48
const AHEAD = 30

/**
 * The role of the sum at `start`–`end` of a sentence, from the words between the sum before it and itself, and from those
 * right after it; null when none of them says. Source: domain rule, section 3.
 */
export function amountRole(
  sentence: string,
  start: number,
  end: number,
  previousEnd: number,
): AmountRole | null {
  const before = sentence.slice(Math.max(previousEnd, start - NEAREST), start)
  const after = sentence.slice(end, end + AHEAD)
  const decisive =
    AFTER.find(([, shape]) => shape.test(after)) ?? BEFORE.find(([, shape]) => shape.test(before))
  const isTotal = decisive?.[0] === '合计'
  if (decisive !== undefined && (!isTotal || previousEnd > 0)) return decisive[0]
  return nearestNoun(before) ?? nounAfter(after) ?? feeOfSentence(sentence, start)
}

function nearestNoun(before: string): AmountRole | null {
  let nearest: AmountRole | null = null
  for (const match of before.matchAll(NOUN)) nearest = roleOf(match.groups) ?? nearest
  return nearest ?? (ANY_SUM.test(before) ? '款项' : null)
}

/** 会员费, 集资款: some charge or sum, right before the figure. */
const ANY_SUM = /[费款](?:用)?(?:人民币|共|共计|合计|为|计|：)?$/

const nounAfter = (after: string): AmountRole | null => roleOf(RIGHT_AFTER.exec(after)?.groups)

function roleOf(groups: Readonly<Record<string, string | undefined>> | undefined): AmountRole | null {
  for (const [role] of NOUNS) if (groups?.[role] !== undefined) return role
  return null
}

/** 案件受理费100元，由原告负担40元，由被告负担60元: the shares are court fees too. */
const feeOfSentence = (sentence: string, start: number): AmountRole | null =>
  COURT_FEE.test(sentence.slice(0, start)) ? '案件受理费' : null
