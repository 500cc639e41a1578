import { z } from 'zod'

/*
 * Record shapes (docs/contract.md, Records). Loose: members that the contract does not list are kept. Every member
 * but the identifying one may be missing or null, because the contract omits fields without a value.
 */

const text = (meaning: string) => z.string().nullish().meta({ description: meaning })
const id = (meaning: string) => z.string().meta({ description: meaning })
/** Documented as a string, seen as an array of strings, or the reverse: both are accepted. */
const textOrTexts = (meaning: string) =>
  z
    .union([z.string(), z.array(z.string())])
    .nullish()
    .meta({ description: meaning })
const texts = (meaning: string) => z.array(z.string()).nullish().meta({ description: meaning })
const number = (meaning: string) => z.number().nullish().meta({ description: meaning })
const list = <T extends z.ZodType>(item: T, meaning: string) =>
  z.array(item).nullish().meta({ description: meaning })

/** Case search hit, with the members that are seen but not in its field table. */
export const caseHit = z.looseObject({
  scid: z.union([z.string(), z.looseObject({})]).meta({ description: 'data id of the case' }),
  title: text('title'),
  ay: textOrTexts('cause-of-action codes of the case'),
  ah: text('case number'),
  wszl: text('document kind'),
  ajlb: text('case category'),
  spcx: text('trial procedure'),
  jand: number('year of case closing'),
  jaDate: number('closing date, yyyyMMdd'),
  cj: text('court level'),
  content: text('curated case content'),
  xzqh_p: text('province'),
  xzqh_c: text('city-level region'),
  score: number('similarity score'),
  type: number('not described'),
  jbdw: text('handling court'),
  para_name: text('not described'),
  authority: text('not described'),
  db: text('source library'),
  anyou: textOrTexts('cause-of-action names'),
})

const caseIdentity = {
  id: id('case id'),
  ah: text('case number'),
  title: text('title'),
  jbdw: text('handling court'),
  ajlb: text('case category'),
  spcx: text('trial procedure'),
  wszl: text('document kind'),
  ay: textOrTexts('cause of action'),
  cprq: text('judgment date'),
  xzqh_p: text('province-level region'),
  xzqh_c: text('city-level region'),
  content: text('full text'),
  url: text('detail path'),
}

/** Case detail record of the ordinary library, type=ptal. */
export const ordinaryCase = z.looseObject({
  type: text('fixed value 普通案例'),
  ...caseIdentity,
  ajlx: text('case type'),
  yyft: textOrTexts('cited statute articles'),
  ajjbqk_zj: text('basic facts: evidence paragraph'),
  ajjbqk_bh: text('basic facts: defence paragraph'),
  ajjbqk_zk: text('basic facts: accusation paragraph'),
  ajjbqk_bssl: text('basic facts: this-instance hearing paragraph'),
  dsr: text('parties section'),
  ssjl: text('litigation record section'),
  ajjbqk: text('basic-facts section'),
  fxgc: text('analysis section'),
  pjjg: text('judgment-result section'),
  cmss: text('established-facts section'),
  ww: text('document tail'),
})

/** Case detail record of the authoritative library, type=qwal. */
export const authoritativeCase = z.looseObject({ type: text('fixed value 权威案例'), ...caseIdentity })

export const statuteArticle = z.looseObject({
  id: id('article document id, <fgid>_<tid>'),
  _score: number('search relevance score'),
  ftmc: text('regulation name followed by article label'),
  title: text('same text as ftmc'),
  fgid: text('regulation id'),
  tid: text('article number (digits)'),
  url: text('detail path'),
  content: text('article text'),
  fgmc: text('regulation name'),
  ft_num: text('article label'),
  llm_content: text("' - ' + regulation name in book-title marks + article label + '##' + article text"),
  sxx: text('validity status of the regulation'),
  dy: text('region of the regulation'),
  xljb_1: text('effect level, first level'),
  xljb_2: text('effect level, second level'),
  ssrq: text('implementation date, yyyy-MM-dd'),
  fbrq: text('publication date, yyyy-MM-dd'),
  fbbm: text('publishing department'),
  fwzh: text('document number of the regulation'),
})

export const enterpriseCandidate = z.looseObject({
  id: id('enterprise id'),
  企业名称: text('enterprise name'),
  统一社会信用代码: text('unified social credit code; may be an empty string'),
})

export const listedDocument = z.looseObject({
  文书id: id('document id'),
  标题: text('title'),
  案号: text('case number'),
  时间: text('date, yyyy-MM-dd'),
  案由: text('cause of action'),
  审判程序: text('trial procedure'),
  文书种类: text('document kind'),
  起诉方: texts('plaintiffs'),
  应诉方: texts('defendants'),
  第三方: texts('third parties; may be empty'),
  裁判结果: text('judgment result'),
})

/** Data of the litigation document list: one page. */
export const documentPage = z.looseObject({
  id: id('enterprise id'),
  name: text('enterprise name'),
  total: z.number().meta({ description: 'total count' }),
  pageNo: z.number().meta({ description: 'current page number' }),
  pageSize: z.number().meta({ description: 'number of items per page in this result' }),
  hasMore: z.boolean().meta({ description: 'whether a next page exists' }),
  list: z.array(listedDocument).meta({ description: 'items of the current page' }),
})

const shareholder = z.looseObject({
  名称: text('shareholder name'),
  股东类型: text('kind of shareholder'),
  认缴出资额: text('subscribed capital; may be empty'),
  实缴出资额: text('paid-in capital; may be empty'),
  出资比例: number('share of the capital'),
  参股日期: text('date of participation'),
})
const change = z.looseObject({
  变更项: text('what changed'),
  变更前: text('before'),
  变更后: text('after'),
  变更时间: text('when'),
})
const trademark = z.looseObject({
  名称: text('name'),
  申请日期: text('application date'),
  状态: text('status'),
  开始日期: text('start date'),
  结束日期: text('end date'),
})
const softwareCopyright = z.looseObject({
  批准日期: text('approval date'),
  全称: text('full name'),
  简称: text('short name'),
  登记号: text('registration number'),
  版本号: text('version'),
  分类号: text('classification'),
})
const patent = z.looseObject({
  申请公布日: text('publication date, yyyy-MM-dd'),
  专利名称: text('patent name'),
  申请号: text('application number'),
  申请公布号: text('publication number'),
})

/** Enterprise detail record. Position keys (董事, 监事 …) are dynamic and arrive as loose members. */
export const enterpriseDetail = z.looseObject({
  企业ID: id('enterprise id'),
  企业名称: text('enterprise name'),
  法定代表人: text('legal representative'),
  工商注册号: text('registration number'),
  注册资本: text('registered capital'),
  组织机构代码: text('organisation code'),
  统一社会信用代码: text('unified social credit code'),
  纳税人识别号: text('taxpayer identification number'),
  企业类型: text('enterprise type'),
  行业: text('industry'),
  成立日期: text('date of establishment'),
  营业期限: text('term of operation'),
  核准日期: text('date of approval'),
  登记机关: text('registration authority'),
  注册地址: text('registered address'),
  经营状态: text('operating status'),
  经营范围: text('scope of business'),
  核心成员: text('core members, comma-separated'),
  股东: text('shareholders, comma-separated'),
  股东详情: list(shareholder, 'shareholder details'),
  变更: list(change, 'changes of registration'),
  商标: list(trademark, 'trademarks'),
  软件著作权: list(softwareCopyright, 'software copyrights'),
  专利: list(patent, 'patents'),
  知识产权: list(z.looseObject({}), 'mixed trademark, software copyright and patent items'),
  涉诉: list(z.looseObject({}), 'litigation; only when it exists'),
  风险: z.unknown().optional().meta({ description: 'risk; only when it exists; sub-fields not shown' }),
  分支机构: z.unknown().optional().meta({ description: 'branches; sub-fields not shown' }),
  对外投资: z.unknown().optional().meta({ description: 'outward investments; sub-fields not shown' }),
  作品著作权: z.unknown().optional().meta({ description: 'work copyrights; sub-fields not shown' }),
})

export type CaseHit = z.infer<typeof caseHit>
export type OrdinaryCase = z.infer<typeof ordinaryCase>
export type AuthoritativeCase = z.infer<typeof authoritativeCase>
export type StatuteArticle = z.infer<typeof statuteArticle>
export type EnterpriseCandidate = z.infer<typeof enterpriseCandidate>
export type DocumentPage = z.infer<typeof documentPage>
export type ListedDocument = z.infer<typeof listedDocument>
export type EnterpriseDetail = z.infer<typeof enterpriseDetail>

/** Text of a success in envelope B. The contract names it only as "the Chinese word for request succeeded". */
export const successMessage = '请求成功'

/** A business code: a number by contract, met as a string of digits in the wild. */
const code = z.union([z.number(), z.string().regex(/^\d+$/).transform(Number)])

/** Envelope A: case semantic search only. */
export const envelopeA = <Hit extends z.ZodType>(hit: Hit) =>
  z.looseObject({
    msg: z.string().nullish(),
    code,
    answer: z.string().nullish(),
    extra: z.looseObject({ wenshu: z.array(hit).nullish() }).nullish(),
    messageId: z.string().nullish(),
    style: z.string().nullish(),
    request_id: z.string().nullish(),
  })

/** Envelope B: every other operation. */
export const envelopeB = <Data extends z.ZodType>(data: Data) =>
  z.looseObject({
    status: z.enum(['success', 'failed', 'notFound']),
    code: code.nullish(),
    message: z.string().nullish(),
    data: data.nullish(),
  })
