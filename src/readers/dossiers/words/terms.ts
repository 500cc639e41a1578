import type { AmountRole } from '../../../legal/amount-roles.ts'
import type { Pair } from './pairs.ts'

/** Closed lists of the source that are Chinese words themselves, in English. */
const sums: Readonly<Record<AmountRole, string>> = {
  本金: 'principal',
  利息: 'interest',
  违约金: 'contractual penalty',
  赔偿: 'damages',
  款项: 'payment due',
  劳动报酬: 'wages',
  保证金: 'deposit',
  案件受理费: 'court fee',
  保全费: 'preservation fee',
  律师费: 'legal fees',
  执行费: 'enforcement fee',
  其他费用: 'other costs',
  基数: 'base of interest',
  限额: 'limit',
  单价: 'unit price',
  已付: 'already paid',
  合计: 'total',
  标的: 'subject matter',
  罚款: 'fine',
}

const procedures = {
  一审: 'first instance',
  二审: 'appeal',
  再审: 'retrial',
  再审审查: 'review for retrial',
  抗诉再审审查: 'review for retrial on protest',
  执行: 'enforcement',
  破产: 'bankruptcy',
  督促: 'payment order',
  非诉保全: 'preservation before suit',
  管辖: 'jurisdiction',
}

const kinds = {
  判决书: 'judgment',
  裁定书: 'ruling',
  调解书: 'mediation',
  决定书: 'decision',
  通知书: 'notice',
  支付令: 'payment order',
}

const courts = {
  最高人民法院: "Supreme People's Court",
  最高: 'supreme',
  高级: 'high',
  中级: 'intermediate',
  基层: 'basic',
  专门: 'special',
}

const categories = {
  民事案件: 'civil',
  刑事案件: 'criminal',
  行政案件: 'administrative',
  执行案件: 'enforcement',
  管辖案件: 'jurisdiction',
  非诉保全审查案件: 'preservation without suit',
  强制清算与破产案件: 'liquidation and bankruptcy',
}

const positions = {
  原告: 'plaintiff',
  被告: 'defendant',
  第三人: 'third party',
  上诉人: 'appellant',
  被上诉人: 'appellee',
  申请人: 'applicant',
  被申请人: 'respondent',
  再审申请人: 'applicant for retrial',
  申请执行人: 'applicant for enforcement',
  被执行人: 'enforced against',
  一审第三人: 'third party below',
  原审第三人: 'third party below',
  原审原告: 'plaintiff below',
  原审被告: 'defendant below',
  法定代表人: 'legal representative',
  委托诉讼代理人: 'representative in court',
  审判长: 'presiding judge',
  审判员: 'judge',
  人民陪审员: 'lay assessor',
  书记员: 'clerk',
}

/** Why an enforcement ended. */
const reasons = {
  无可供执行财产: 'no property that can be enforced against',
  无其他可供执行财产: 'no other property that can be enforced against',
  财产暂不能处置: 'property that cannot be sold for now',
  被执行人下落不明: 'whereabouts of the debtor unknown',
  未提供财产线索: 'no property named by the creditor',
  申请执行人同意: 'the creditor agreed',
  双方和解: 'settlement',
  撤回执行申请: 'the creditor withdrew',
  执行完毕: 'paid in full',
  移送破产: 'referred to bankruptcy',
}

/** Of registrations. */
const statuses = {
  存续: 'in business',
  在业: 'in business',
  开业: 'in business',
  '存续（在营、开业、在册）': 'in business',
  停业: 'business suspended',
  迁出: 'registered elsewhere now',
  清算: 'in liquidation',
  注销: 'deregistered',
  吊销: 'licence revoked',
  '吊销，未注销': 'licence revoked, not deregistered',
  '吊销，已注销': 'licence revoked, deregistered',
}

/** Provinces and what ranks with them: as lists shorten them, what their full names add, and English. */
const provinceNames = [
  ['北京', '市', 'Beijing'],
  ['天津', '市', 'Tianjin'],
  ['河北', '省', 'Hebei'],
  ['山西', '省', 'Shanxi'],
  ['内蒙古', '自治区', 'Inner Mongolia'],
  ['辽宁', '省', 'Liaoning'],
  ['吉林', '省', 'Jilin'],
  ['黑龙江', '省', 'Heilongjiang'],
  ['上海', '市', 'Shanghai'],
  ['江苏', '省', 'Jiangsu'],
  ['浙江', '省', 'Zhejiang'],
  ['安徽', '省', 'Anhui'],
  ['福建', '省', 'Fujian'],
  ['江西', '省', 'Jiangxi'],
  ['山东', '省', 'Shandong'],
  ['河南', '省', 'Henan'],
  ['湖北', '省', 'Hubei'],
  ['湖南', '省', 'Hunan'],
  ['广东', '省', 'Guangdong'],
  ['广西', '壮族自治区', 'Guangxi'],
  ['海南', '省', 'Hainan'],
  ['重庆', '市', 'Chongqing'],
  ['四川', '省', 'Sichuan'],
  ['贵州', '省', 'Guizhou'],
  ['云南', '省', 'Yunnan'],
  ['西藏', '自治区', 'Tibet'],
  ['陕西', '省', 'Shaanxi'],
  ['甘肃', '省', 'Gansu'],
  ['青海', '省', 'Qinghai'],
  ['宁夏', '回族自治区', 'Ningxia'],
  ['新疆', '维吾尔自治区', 'Xinjiang'],
  ['台湾', '省', 'Taiwan'],
  ['香港', '特别行政区', 'Hong Kong'],
  ['澳门', '特别行政区', 'Macao'],
] as const

export const provinces: Readonly<Record<string, string>> = Object.fromEntries(
  provinceNames.map(([short, , english]) => [short, english]),
)

export const provincesInFull: Readonly<Record<string, string>> = {
  ...Object.fromEntries(provinceNames.map(([short, rank, english]) => [short + rank, english])),
  新疆生产建设兵团: 'Xinjiang Production and Construction Corps',
}

const inEnglish = {
  ...sums,
  ...procedures,
  ...kinds,
  ...courts,
  ...reasons,
  ...categories,
  ...positions,
  ...statuses,
  ...provinces,
  ...provincesInFull,
}

/** What values that are Chinese words are called; a value that is none of these stays as the source writes it. */
export const terms: { readonly term: Readonly<Record<string, Pair<string>>> } = {
  term: Object.fromEntries(
    Object.entries(inEnglish).map(([chinese, english]) => [chinese, [chinese, english]]),
  ),
}
