import type { EnterpriseDetail, ListedDocument } from '../../contract/records.ts'
import { placeOf } from './courts.ts'
import { chineseDate, type Day, dayOf, isoDate, today } from './figures.ts'
import {
  companyName,
  officeAddress,
  organisationCode,
  personName,
  registrationNumber,
  type Subject,
} from './parties.ts'
import { chance, integer, pick, type Random, randomStream } from './random.ts'
import type { Document } from './suits.ts'
import { nameWords } from './words.ts'

/** Litigation and risk entries in a record; the whole is in the document list. */
const shown = 50

/** The detail record of contract 2.9, with every module. */
export function enterpriseDetail(
  seed: number,
  subject: Subject,
  documents: readonly Document[],
  listed: readonly ListedDocument[],
): EnterpriseDetail {
  const random = randomStream('detail', seed, subject.index)
  const founded = integer(random, dayOf(1998, 1, 1), dayOf(2021, 1, 1))
  const others = otherNames(random, subject)
  const { risks: ownRisks = [], changes: ownChanges = [] } = subject.fixed ?? {}
  const debts = documents.filter((document) => isDebtor(document, subject)).slice(0, shown)
  const risks = [...debts.map(risk), ...ownRisks]
  return {
    企业ID: subject.id,
    企业名称: subject.party.name,
    ...others,
    ...registration(random, subject, founded),
    ...members(random, subject),
    ...shareholders(random, founded),
    变更: [
      ...changes(random, subject, founded),
      ...renaming(seed, subject, others.曾用名, founded),
      ...ownChanges,
    ],
    ...intellectualProperty(random, subject, founded),
    ...(listed.length > 0 && { 涉诉: listed.slice(0, shown).map((item) => litigation(item, subject)) }),
    ...(risks.length > 0 && { 风险: risks }),
    分支机构: branches(random, subject),
    对外投资: investments(random, subject),
  }
}

function otherNames(random: Random, { fixed, party }: Subject): { 曾用名?: string; 股票简称?: string } {
  const former = chance(random, 0.12) ? `${party.name.slice(0, 4)}商行` : undefined
  const stock =
    party.name.endsWith('股份有限公司') && chance(random, 0.3) ? party.short.replace('公司', '') : undefined
  const 曾用名 = fixed === undefined ? former : fixed.formerName
  const 股票简称 = fixed === undefined ? stock : fixed.stockName
  return { ...(曾用名 !== undefined && { 曾用名 }), ...(股票简称 !== undefined && { 股票简称 }) }
}

function registration(random: Random, { party, uscc, home, industry, scope, fixed }: Subject, founded: Day) {
  const drawn = {
    法定代表人: party.head,
    工商注册号: registrationNumber(random, home.region),
    注册资本: `${pick(random, [50, 100, 200, 500, 1000, 2000, 5000, 10_000])}万元人民币`,
    组织机构代码: organisationCode(uscc),
    统一社会信用代码: uscc,
    纳税人识别号: uscc,
    企业类型: enterpriseType(party.name),
    行业: industry,
    成立日期: chineseDate(founded),
    营业期限: chance(random, 0.5)
      ? `${chineseDate(founded)}至无固定期限`
      : `${chineseDate(founded)}至${chineseDate(founded + 365 * 30)}`,
    核准日期: chineseDate(integer(random, dayOf(2021, 1, 2), today)),
    登记机关: `${placeOf(home)}市场监督管理局`,
    注册地址: party.address,
    经营状态: pick(random, ['存续', '存续', '存续', '开业', '在业', '注销', '吊销，未注销']),
    经营范围: `${scope}。（依法须经批准的项目，经相关部门批准后方可开展经营活动）`,
  }
  const { capital = drawn.注册资本, status = drawn.经营状态 } = fixed ?? {}
  return { ...drawn, 注册资本: capital, 经营状态: status }
}

function enterpriseType(name: string): string {
  if (name.endsWith('分公司')) return '有限责任公司分公司'
  if (name.endsWith('股份有限公司')) return '股份有限公司（非上市、自然人投资或控股）'
  return '有限责任公司（自然人投资或控股）'
}

function members(random: Random, { party }: Subject) {
  const held = nameWords().positions.map(
    (position, i) => [position, i === 0 ? party.head : personName(random)] as const,
  )
  return { 核心成员: held.map(([, name]) => name).join(','), ...Object.fromEntries(held) }
}

function shareholders(random: Random, founded: Day) {
  const count = integer(random, 1, 4)
  const share = Math.floor(10_000 / count) / 100
  const details = Array.from({ length: count }, (_, i) => ({
    名称: personName(random),
    股东类型: '自然人股东',
    认缴出资额: `${integer(random, 1, 50) * 10}万元人民币`,
    实缴出资额: chance(random, 0.4) ? '' : `${integer(random, 1, 10) * 10}万元人民币`,
    出资比例: i === 0 ? Math.round((100 - share * (count - 1)) * 100) / 100 : share,
    ...(chance(random, 0.7) && { 参股日期: isoDate(founded) }),
  }))
  return { 股东: details.map(({ 名称 }) => 名称).join(','), 股东详情: details }
}

const changes = (random: Random, { party }: Subject, founded: Day) =>
  Array.from({ length: integer(random, 0, 5) }, () => {
    const item = pick(random, ['法定代表人变更', '注册资本变更', '住所变更', '经营范围变更'])
    const isPerson = item.startsWith('法定')
    return {
      变更项: item,
      变更前: isPerson ? personName(random) : '（原登记事项）',
      变更后: isPerson ? party.head : '（现登记事项）',
      变更时间: isoDate(integer(random, founded, today)),
    }
  })

/** The change of a former name to the present one, dated from a stream of its own: the rest is as without it. */
function renaming(seed: number, { index, party }: Subject, former: string | undefined, founded: Day) {
  const day = integer(randomStream('renamed', seed, index), founded + 1, today)
  const change = { 变更项: '名称变更', 变更前: former, 变更后: party.name, 变更时间: isoDate(day) }
  return former === undefined ? [] : [change]
}

function litigation(item: ListedDocument, { party }: Subject) {
  const has = (names: readonly string[] | null | undefined): boolean => names?.includes(party.name) ?? false
  const position = has(item.起诉方) ? '起诉方' : has(item.第三方) ? '第三方' : '应诉方'
  return { 案号: item.案号, 案由: item.案由, 文书id: item.文书id, 诉讼地位: position }
}

/** Enforcement against the enterprise is its risk; preservation and objections are none. */
const isDebtor = ({ outcome, suit }: Document, { party }: Subject): boolean =>
  ['执', '执恢'].includes(outcome.code) && suit.defendants.some(({ name }) => name === party.name)

const risk = ({ outcome, number, court, filed, suit }: Document) => ({
  风险类型:
    outcome.key === 'dishonest' ? '失信被执行人' : outcome.key === 'restricted' ? '限制高消费' : '被执行人',
  案号: number,
  执行法院: court.name,
  立案时间: isoDate(filed),
  执行标的: String(suit.amount / 100),
})

const branches = (random: Random, { party, home }: Subject) =>
  chance(random, 0.2) && !party.name.endsWith('分公司')
    ? [
        {
          名称: `${party.name}${home.district}分公司`,
          负责人: personName(random),
          地址: officeAddress(random, home),
        },
      ]
    : []

const investments = (random: Random, { home }: Subject) =>
  Array.from({ length: integer(random, 0, 2) }, () => ({
    名称: companyName(random, home.city).name,
    出资比例: integer(random, 5, 100),
  }))

/** 商标, 软件著作权, 专利, 作品著作权, and 知识产权 that mixes the first three (contract 2.9). */
function intellectualProperty(random: Random, subject: Subject, founded: Day) {
  const several = (most: number): readonly number[] =>
    chance(random, 0.4) ? Array.from({ length: integer(random, 1, most) }, (_, i) => i) : []
  const day = (): Day => integer(random, founded, today - 400)
  const trademarks = several(4).map(() => trademark(random, subject, day()))
  const softwares = several(3).map((i) => software(random, subject, day(), i))
  const patents = several(4).map(() => patent(random, day()))
  return {
    商标: trademarks,
    软件著作权: softwares,
    专利: patents,
    知识产权: [...trademarks, ...softwares, ...patents],
    作品著作权: several(1).map(() => ({
      作品名称: `${subject.party.short}标识`,
      登记日期: isoDate(day()),
      登记号: `国作登字-${integer(random, 2018, 2025)}-F-${digits(random, 8)}`,
    })),
  }
}

const trademark = (random: Random, { party }: Subject, applied: Day) => ({
  名称: party.short.replace('公司', ''),
  申请日期: isoDate(applied),
  状态: pick(random, ['已注册', '已注册', '等待实质审查', '驳回复审']),
  开始日期: isoDate(applied + 390),
  结束日期: isoDate(applied + 390 + 3652),
})

const software = (random: Random, { party }: Subject, approved: Day, index: number) => ({
  批准日期: isoDate(approved),
  全称: `${party.short}${pick(random, ['业务管理', '数据分析', '供应链协同', '移动办公'])}系统`,
  简称: '',
  登记号: `${isoDate(approved).slice(0, 4)}SR${digits(random, 7)}`,
  版本号: `V${index + 1}.0`,
  ...(chance(random, 0.3) && { 分类号: '30200-0000' }),
})

const patent = (random: Random, published: Day) => ({
  申请公布日: isoDate(published),
  专利名称: `一种${pick(random, ['输送装置', '检测方法', '连接结构', '控制系统', '包装设备'])}`,
  申请号: `CN${isoDate(published).slice(0, 4)}1${digits(random, 7)}.${integer(random, 0, 9)}`,
  申请公布号: `CN1${digits(random, 8)}A`,
})

const digits = (random: Random, count: number): string =>
  String(Math.floor(random() * 10 ** count)).padStart(count, '0')
