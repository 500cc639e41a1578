import { lawBaseName } from '../../../legal/laws.ts'
import { pairsIn } from './pairs.ts'

/** Laws by the name that follows 中华人民共和国; regulations and interpretations by their full title. */
const named = pairsIn(`
宪法=Constitution
民法典=Civil Code
民法通则=General Principles of the Civil Law
民法总则=General Provisions of the Civil Law
合同法=Contract Law
经济合同法=Economic Contract Law
物权法=Property Law
侵权责任法=Tort Liability Law
婚姻法=Marriage Law
继承法=Succession Law
收养法=Adoption Law
担保法=Security Law
公司法=Company Law
合伙企业法=Partnership Enterprise Law
个人独资企业法=Sole Proprietorship Enterprise Law
企业破产法=Enterprise Bankruptcy Law
企业破产法（试行）=Enterprise Bankruptcy Law (Trial)
外商投资法=Foreign Investment Law
中外合资经营企业法=Sino-Foreign Equity Joint Venture Law
中外合作经营企业法=Sino-Foreign Cooperative Joint Venture Law
外资企业法=Wholly Foreign-Owned Enterprise Law
企业国有资产法=Law on State-Owned Assets of Enterprises
农民专业合作社法=Law on Farmers' Specialised Cooperatives
民营经济促进法=Private Economy Promotion Law
证券法=Securities Law
证券投资基金法=Securities Investment Fund Law
期货和衍生品法=Futures and Derivatives Law
票据法=Negotiable Instruments Law
保险法=Insurance Law
信托法=Trust Law
海商法=Maritime Law
商业银行法=Commercial Bank Law
中国人民银行法=Law on the People's Bank of China
银行业监督管理法=Banking Supervision Law
反洗钱法=Anti-Money Laundering Law
拍卖法=Auction Law
招标投标法=Bidding Law
政府采购法=Government Procurement Law
电子商务法=E-Commerce Law
电子签名法=Electronic Signature Law
专利法=Patent Law
商标法=Trademark Law
著作权法=Copyright Law
反垄断法=Anti-Monopoly Law
反不正当竞争法=Anti-Unfair Competition Law
消费者权益保护法=Consumer Rights Protection Law
产品质量法=Product Quality Law
食品安全法=Food Safety Law
药品管理法=Drug Administration Law
广告法=Advertising Law
价格法=Pricing Law
旅游法=Tourism Law
会计法=Accounting Law
税收征收管理法=Tax Collection Administration Law
企业所得税法=Enterprise Income Tax Law
个人所得税法=Individual Income Tax Law
增值税法=Value-Added Tax Law
海关法=Customs Law
对外贸易法=Foreign Trade Law
劳动法=Labour Law
劳动合同法=Labour Contract Law
劳动争议调解仲裁法=Labour Dispute Mediation and Arbitration Law
就业促进法=Employment Promotion Law
社会保险法=Social Insurance Law
工会法=Trade Union Law
安全生产法=Work Safety Law
职业病防治法=Occupational Disease Prevention and Control Law
民事诉讼法=Civil Procedure Law
刑事诉讼法=Criminal Procedure Law
行政诉讼法=Administrative Litigation Law
海事诉讼特别程序法=Special Maritime Procedure Law
仲裁法=Arbitration Law
人民调解法=People's Mediation Law
公证法=Notarisation Law
律师法=Lawyers Law
涉外民事关系法律适用法=Law on the Application of Law to Foreign-Related Civil Relations
国家赔偿法=State Compensation Law
行政处罚法=Administrative Penalty Law
行政许可法=Administrative Licensing Law
行政强制法=Administrative Compulsion Law
行政复议法=Administrative Reconsideration Law
立法法=Legislation Law
人民法院组织法=Organic Law of the People's Courts
刑法=Criminal Law
治安管理处罚法=Public Security Administration Penalties Law
道路交通安全法=Road Traffic Safety Law
消防法=Fire Protection Law
网络安全法=Cybersecurity Law
数据安全法=Data Security Law
个人信息保护法=Personal Information Protection Law
土地管理法=Land Administration Law
城市房地产管理法=Urban Real Estate Administration Law
农村土地承包法=Rural Land Contracting Law
城乡规划法=Urban and Rural Planning Law
建筑法=Construction Law
环境保护法=Environmental Protection Law
水污染防治法=Water Pollution Prevention and Control Law
大气污染防治法=Air Pollution Prevention and Control Law
土壤污染防治法=Soil Pollution Prevention and Control Law
固体废物污染环境防治法=Law on Prevention and Control of Environmental Pollution by Solid Waste
环境影响评价法=Environmental Impact Assessment Law
矿产资源法=Mineral Resources Law
电力法=Electric Power Law
民用航空法=Civil Aviation Law
邮政法=Postal Law
种子法=Seed Law
教育法=Education Law
政府信息公开条例=Regulations on Government Information Disclosure
市场主体登记管理条例=Regulations on Registration of Market Entities
公司登记管理条例=Regulations on Company Registration
工伤保险条例=Regulations on Work Injury Insurance
物业管理条例=Property Management Regulations
建设工程质量管理条例=Regulations on Quality of Construction Projects
国有土地上房屋征收与补偿条例=Regulations on Expropriation of and Compensation for Houses on State-Owned Land
保障农民工工资支付条例=Regulations on Payment of Wages to Migrant Workers
机动车交通事故责任强制保险条例=Regulations on Compulsory Motor Vehicle Traffic Accident Liability Insurance
优化营商环境条例=Regulations on Optimising the Business Environment
职工带薪年休假条例=Regulations on Paid Annual Leave of Employees
住房公积金管理条例=Regulations on Housing Provident Funds
企业信息公示暂行条例=Interim Regulations on Enterprise Information Disclosure
不动产登记暂行条例=Interim Regulations on Real Estate Registration
工资支付暂行规定=Interim Provisions on Payment of Wages
诉讼费用交纳办法=Measures on Payment of Litigation Costs
全国法院民商事审判工作会议纪要=Minutes of the National Courts' Civil and Commercial Trial Work Conference
最高人民法院关于适用《中华人民共和国民法典》合同编通则若干问题的解释=SPC Interpretation on the General Provisions of the Contracts Book of the Civil Code
最高人民法院关于适用《中华人民共和国民法典》总则编若干问题的解释=SPC Interpretation on the General Part of the Civil Code
最高人民法院关于适用《中华人民共和国民法典》物权编的解释（一）=SPC Interpretation on the Property Book of the Civil Code (I)
最高人民法院关于适用《中华人民共和国民法典》婚姻家庭编的解释（一）=SPC Interpretation on the Marriage and Family Book of the Civil Code (I)
最高人民法院关于适用《中华人民共和国民法典》婚姻家庭编的解释（二）=SPC Interpretation on the Marriage and Family Book of the Civil Code (II)
最高人民法院关于适用《中华人民共和国民法典》继承编的解释（一）=SPC Interpretation on the Succession Book of the Civil Code (I)
最高人民法院关于适用《中华人民共和国民法典》侵权责任编的解释（一）=SPC Interpretation on the Tort Liability Book of the Civil Code (I)
最高人民法院关于适用《中华人民共和国民法典》有关担保制度的解释=SPC Interpretation on the Security System of the Civil Code
最高人民法院关于适用《中华人民共和国民法典》时间效力的若干规定=SPC Provisions on the Temporal Effect of the Civil Code
最高人民法院关于适用《中华人民共和国公司法》时间效力的若干规定=SPC Provisions on the Temporal Effect of the Company Law
最高人民法院关于民事诉讼证据的若干规定=SPC Provisions on Evidence in Civil Proceedings
最高人民法院关于审理民间借贷案件适用法律若干问题的规定=SPC Provisions on Private Lending Cases
最高人民法院关于审理买卖合同纠纷案件适用法律问题的解释=SPC Interpretation on Sale Contract Disputes
最高人民法院关于审理建设工程施工合同纠纷案件适用法律问题的解释=SPC Interpretation on Construction Works Contract Disputes
最高人民法院关于审理建设工程施工合同纠纷案件适用法律问题的解释（一）=SPC Interpretation on Construction Works Contract Disputes (I)
最高人民法院关于审理建设工程施工合同纠纷案件适用法律问题的解释（二）=SPC Interpretation on Construction Works Contract Disputes (II)
最高人民法院关于审理商品房买卖合同纠纷案件适用法律若干问题的解释=SPC Interpretation on Commercial Housing Sale Contract Disputes
最高人民法院关于审理城镇房屋租赁合同纠纷案件具体应用法律若干问题的解释=SPC Interpretation on Urban House Lease Contract Disputes
最高人民法院关于审理融资租赁合同纠纷案件适用法律问题的解释=SPC Interpretation on Financial Lease Contract Disputes
最高人民法院关于审理物业服务纠纷案件适用法律若干问题的解释=SPC Interpretation on Property Management Service Disputes
最高人民法院关于审理劳动争议案件适用法律问题的解释（一）=SPC Interpretation on Labour Disputes (I)
最高人民法院关于审理劳动争议案件适用法律问题的解释（二）=SPC Interpretation on Labour Disputes (II)
最高人民法院关于审理人身损害赔偿案件适用法律若干问题的解释=SPC Interpretation on Personal Injury Compensation Cases
最高人民法院关于确定民事侵权精神损害赔偿责任若干问题的解释=SPC Interpretation on Compensation for Mental Distress in Tort
最高人民法院关于审理道路交通事故损害赔偿案件适用法律若干问题的解释=SPC Interpretation on Road Traffic Accident Compensation Cases
最高人民法院关于审理食品药品纠纷案件适用法律若干问题的规定=SPC Provisions on Food and Drug Disputes
最高人民法院关于审理民事案件适用诉讼时效制度若干问题的规定=SPC Provisions on Limitation of Actions in Civil Cases
最高人民法院关于人民法院执行工作若干问题的规定（试行）=SPC Provisions on Enforcement Work (Trial)
最高人民法院关于适用《中华人民共和国民事诉讼法》执行程序若干问题的解释=SPC Interpretation on Enforcement Procedure under the Civil Procedure Law
最高人民法院关于人民法院办理执行异议和复议案件若干问题的规定=SPC Provisions on Objections and Reconsideration in Enforcement
最高人民法院关于民事执行中变更、追加当事人若干问题的规定=SPC Provisions on Changing and Adding Parties in Civil Enforcement
最高人民法院关于人民法院民事执行中查封、扣押、冻结财产的规定=SPC Provisions on Sealing, Seizing and Freezing Property in Civil Enforcement
最高人民法院关于限制被执行人高消费及有关消费的若干规定=SPC Provisions on Restricting High Consumption of Persons Subject to Enforcement
最高人民法院关于公布失信被执行人名单信息的若干规定=SPC Provisions on Publishing the List of Dishonest Persons Subject to Enforcement
最高人民法院关于人民法院办理财产保全案件若干问题的规定=SPC Provisions on Property Preservation Cases
最高人民法院关于执行程序中计算迟延履行期间的债务利息适用法律若干问题的解释=SPC Interpretation on Interest for Delayed Performance in Enforcement
最高人民法院关于严格规范终结本次执行程序的规定（试行）=SPC Provisions on Termination of the Present Enforcement Proceedings (Trial)
最高人民法院关于审理商标民事纠纷案件适用法律若干问题的解释=SPC Interpretation on Civil Trademark Disputes
最高人民法院关于审理著作权民事纠纷案件适用法律若干问题的解释=SPC Interpretation on Civil Copyright Disputes
最高人民法院关于审理侵害信息网络传播权民事纠纷案件适用法律若干问题的规定=SPC Provisions on Infringement of the Right of Communication through Information Networks
最高人民法院关于审理专利纠纷案件适用法律问题的若干规定=SPC Provisions on Patent Disputes
最高人民法院关于审理侵犯专利权纠纷案件应用法律若干问题的解释=SPC Interpretation on Patent Infringement Disputes
最高人民法院关于审理侵犯专利权纠纷案件应用法律若干问题的解释（二）=SPC Interpretation on Patent Infringement Disputes (II)
最高人民法院关于审理侵害知识产权民事案件适用惩罚性赔偿的解释=SPC Interpretation on Punitive Damages in Intellectual Property Cases
最高人民法院关于审理侵犯商业秘密民事案件适用法律若干问题的规定=SPC Provisions on Civil Trade Secret Cases
最高人民法院关于审理票据纠纷案件若干问题的规定=SPC Provisions on Negotiable Instruments Disputes
最高人民法院关于审理独立保函纠纷案件若干问题的规定=SPC Provisions on Independent Guarantee Disputes
最高人民法院关于审理证券市场虚假陈述侵权民事赔偿案件的若干规定=SPC Provisions on Civil Compensation for Securities Misrepresentation
最高人民法院关于审理行政协议案件若干问题的规定=SPC Provisions on Administrative Agreement Cases
最高人民法院关于审理工伤保险行政案件若干问题的规定=SPC Provisions on Administrative Cases on Work Injury Insurance
`)

const state = /^中华人民共和国/
const ordinals = ['一', '二', '三', '四', '五']
const romans = ['I', 'II', 'III', 'IV', 'V']
const kinds: Readonly<Record<string, string>> = {
  解释: 'Interpretation',
  规定: 'Provisions',
  实施条例: 'Implementing Regulations of',
  实施细则: 'Implementing Rules of',
}

/** An interpretation of a whole law; what it interprets a part of stands in the table. */
const interpretation = /^最高人民法院关于适用《([^《》]+)》(?:若干问题)?的(解释|规定)(?:（([一二三四五])）)?$/
const implementation = /^(.+法)(实施条例|实施细则)$/

/**
 * The usual English title of a law, regulation or interpretation, whatever version its name states; null where there is
 * none. An interpretation of a law, or rules that implement it, are named after the law.
 */
export function lawInEnglish(name: string): string | null {
  const base = lawBaseName(name)
  const short = base.replace(state, '')
  const [, interpreted = '', kind = '', ordinal] = interpretation.exec(base) ?? []
  const [, implemented = '', rules = ''] = implementation.exec(short) ?? []
  const ofInterpreted = named.get(interpreted.replace(state, ''))
  const ofImplemented = named.get(implemented)
  if (ofInterpreted !== undefined) {
    const part = ordinal === undefined ? '' : ` (${romans[ordinals.indexOf(ordinal)]})`
    return `SPC ${kinds[kind]} on the Application of the ${ofInterpreted}${part}`
  }
  if (ofImplemented !== undefined) return `${kinds[rules]} the ${ofImplemented}`
  return named.get(short) ?? null
}
