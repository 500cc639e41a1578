import { foldWidth } from './text.ts'

const DOTS = /[•‧∙⋅・]/g

/** One key for all spellings. Brackets stay: 甲(集团)公司 and 甲集团公司 are different names. Blank gives ''. */
export function enterpriseNameKey(name: string): string {
  const folded = foldWidth(name)
  const key = folded.toLowerCase().replace(DOTS, '·')
  return key === folded ? folded : foldWidth(key)
}

/** A name as registers have it, in full: it ends in its form. */
const REGISTERED = /(公司|合伙\)?|合作社|联社|事务所|厂)$/

export const isRegistered = (name: string): boolean => REGISTERED.test(enterpriseNameKey(name))

/** The name of an enterprise, and behind it that of its branch; a pattern that SQL reads too. */
export const BRANCH =
  '^(.+(?:公司|集团|银行|合作社|厂))(.*(?:分公司|支公司|分行|支行|分理处|分店|店|分部|营业部|经营部|项目部|门市部|分厂|办事处))$'
const IS_BRANCH = new RegExp(BRANCH)

/** The key of the enterprise whose branch has this name key. */
export const headOf = (key: string): string | undefined => IS_BRANCH.exec(key)?.[1]

const LAST_BRACKETS = /^(.{2,})[（(]((?:[^（()）]|[（(][^（()）]*[)）])+)[)）]$/u
const isHan = (text: string): boolean => /\p{Script=Han}{2}/u.test(text)
const isLatin = (text: string): boolean => /\p{Script=Latin}{3}/u.test(text) && !isHan(text)

/** A name without the same name in the other script behind it: Norvelt GmbH（诺维特有限公司）, 诺维特有限公司（Norvelt GmbH）. */
export function withoutGloss(name: string): string {
  const [, own = '', gloss = ''] = LAST_BRACKETS.exec(name) ?? []
  return isGloss(own, gloss) ? own.trim() : name
}

/** Whether a text can be a name in the other script: Chinese for a Latin one, Latin for a Chinese one. */
export const isGloss = (name: string, text: string): boolean =>
  isLatin(name) ? isHan(text) : isHan(name) && isLatin(text)

/* Persons by the shape of a name alone: better a shop that is masked than a person who is not. */

/** Family names of two characters; the others are one. */
const doubleSurname =
  /^(?:欧阳|太史|端木|上官|司马|东方|独孤|南宫|万俟|闻人|夏侯|诸葛|尉迟|公羊|赫连|澹台|皇甫|宗政|濮阳|公冶|太叔|申屠|公孙|慕容|仲孙|钟离|长孙|宇文|司徒|鲜于|司空|闾丘|子车|亓官|司寇|巫马|公西|颛孙|壤驷|公良|漆雕|乐正|宰父|谷梁|拓跋|夹谷|轩辕|令狐|段干|百里|呼延|东郭|南门|羊舌|微生|梁丘|左丘|东门|西门|第五)./s

/** Family names of one character: those of the Hundred Family Names, and the common ones that it lacks. */
const surname =
  /^[赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦尤许何吕施张孔曹严华金魏陶姜戚谢邹喻柏水窦章云苏潘葛奚范彭郎鲁韦昌马苗凤花方俞任袁柳酆鲍史唐费廉岑薛雷贺倪汤滕殷罗毕郝邬安常乐于时傅皮卞齐康伍余元卜顾孟平黄和穆萧尹姚邵湛汪祁毛禹狄米贝明臧计伏成戴谈宋茅庞熊纪舒屈项祝董梁杜阮蓝闵席季麻强贾路娄危江童颜郭梅盛林刁钟徐邱骆高夏蔡田樊胡凌霍虞万支柯昝管卢莫经房裘缪干解应宗丁宣贲邓郁单杭洪包诸左石崔吉钮龚程嵇邢滑裴陆荣翁荀羊於惠甄曲家封芮羿储靳汲邴糜松井段富巫乌焦巴弓牧隗山谷车侯宓蓬全郗班仰秋仲伊宫宁仇栾暴甘钭厉戎祖武符刘景詹束龙叶幸司韶郜黎蓟薄印宿白怀蒲邰从鄂索咸籍赖卓蔺屠蒙池乔阴鬱胥能苍双闻莘党翟谭贡劳逄姬申扶堵冉宰郦雍郤璩桑桂濮牛寿通边扈燕冀郏浦尚农温别庄晏柴瞿阎充慕连茹习宦艾鱼容向古易慎戈廖庾终暨居衡步都耿满弘匡国文寇广禄阙东欧殳沃利蔚越夔隆师巩厍聂晁勾敖融冷訾辛阚那简饶空曾毋沙乜养鞠须丰巢关蒯相查后荆红游竺权逯盖益桓公仉督肖闫付代涂覃苟柴揭粟佟隋门亢原战仝撒海岳帅缑有琴梁笪佘佴赏墨哈谯年爱阳言福代付仇区展苑冶邸刑郄豆钦肇岩拜折随初沐鹿底敬光]/

/** How names of organisations end, and places and offices that begin like a family name. */
const organisation =
  /(?:公司|集团|企业|工厂|厂|商店|店|商行|行|部|社|中心|学院|医院|法院|检察院|研究院|设计院|院|局|委员会|管委会|委|办|会|所|馆|站|学校|大学|中学|小学|幼儿园|校|村|村委|居委|组|场|园|堂|队|处|厅|署|府|联盟|基金|银行|支行|分行|信用社|合伙|合作社|事务所|工作室|经营部|门市部|超市|酒店|宾馆|饭店|餐厅|药房|诊所|市|县|区|镇|乡|街道|省)$/
const latinOrganisation =
  /\b(?:co|ltd|inc|llc|corp|corporation|company|limited|gmbh|plc|ag|sa|bv|group|bank|fund|trust|lp|llp|holdings?|international|university|institute)\b/i

/** 王某, 李某某, 张××, 赵*, 钱某甲, 周先生: names that are already hidden. */
const hidden = /^\p{Script=Han}{1,2}(?:某|[×xX*＊○〇])[\p{Script=Han}×xX*＊○〇\d]{0,3}$|^[某×*＊○]/u
const han = /^\p{Script=Han}+$/u
/** 阿卜杜拉·买买提, 让·雅克: names in another tongue, written in Chinese. */
const dotted = /^\p{Script=Han}+(?:·\p{Script=Han}+)+$/u
const latin = /^\p{Script=Latin}[\p{Script=Latin}.'’-]*(?: \p{Script=Latin}[\p{Script=Latin}.'’-]*){1,3}$/u

/** How many characters of a name are its family name; 0 when it has none that is known. */
export function surnameLength(name: string): number {
  if (doubleSurname.test(name)) return 2
  return surname.test(name) ? 1 : 0
}

/** Whether a name is hidden already, so that there is nothing left to hide. */
export const isHidden = (name: string): boolean => hidden.test(name)

export const foldedName = (name: string): string =>
  /\p{Script=Latin}/u.test(name)
    ? name.normalize('NFKC').trim().replace(/\s+/g, ' ')
    : foldWidth(name).replace(DOTS, '·')

/** A name without differences of width, where it can be a person's; else ''. */
function personal(name: string): string {
  const folded = foldedName(name)
  const isOther = folded.length < 2 || folded.length > 40
  return isOther || organisation.test(folded) || latinOrganisation.test(folded) ? '' : folded
}

const isForeign = (name: string): boolean => dotted.test(name) || latin.test(name)

/** Whether the name of a party, a shareholder or a litigant can only be that of a natural person. */
export function isNaturalPerson(name: string): boolean {
  const folded = personal(name)
  return isForeign(folded) || (han.test(folded) && folded.length <= 4 && surnameLength(folded) > 0)
}

/** Whether what stands where only persons are named, such as a legal representative, is one: anything but an organisation. */
export function isPersonHere(name: string): boolean {
  const folded = personal(name)
  return isForeign(folded) || /^\p{Script=Latin}+$/u.test(folded) || (han.test(folded) && folded.length <= 6)
}
