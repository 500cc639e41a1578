import type { AmountRole } from '../../../legal/amount-roles.ts'
import { parseCapital } from '../../../legal/capital.ts'
import { parseDate } from '../../../legal/dates.ts'
import { lawBaseName } from '../../../legal/laws.ts'
import { parseNumeral } from '../../../legal/numerals.ts'
import { formatAmount } from '../money.ts'
import causes from './causes.json' with { type: 'json' }
import { courtInEnglish, provinces, provincesInFull } from './courts.ts'
import laws from './laws.json' with { type: 'json' }
import terms from './terms.json' with { type: 'json' }

/** Causes of action as the Supreme People's Court names them, criminal charges among them. */
const namedCauses = new Map(Object.entries(causes))

/** Endings that records leave out: 买卖合同 for 买卖合同纠纷, 职务侵占 for 职务侵占罪. */
const leftOut = ['', '纠纷', '罪']

/** The usual English name of a cause of action; null where there is none, because a cause in pinyin says nothing. */
export const causeInEnglish = (cause: string): string | null =>
  leftOut.map((ending) => namedCauses.get(cause + ending)).find((name) => name !== undefined) ?? null

/** Laws by the name that follows 中华人民共和国; regulations and interpretations by their full title. */
const namedLaws = new Map(Object.entries(laws))

const republic = /^中华人民共和国/
const ordinals = ['一', '二', '三', '四', '五']
const romans = ['I', 'II', 'III', 'IV', 'V']
const kindsOfRules: Readonly<Record<string, string>> = {
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
  const short = base.replace(republic, '')
  const [, interpreted = '', kind = '', ordinal] = interpretation.exec(base) ?? []
  const [, implemented = '', rules = ''] = implementation.exec(short) ?? []
  const ofInterpreted = namedLaws.get(interpreted.replace(republic, ''))
  const ofImplemented = namedLaws.get(implemented)
  if (ofInterpreted !== undefined) {
    const part = ordinal === undefined ? '' : ` (${romans[ordinals.indexOf(ordinal)]})`
    return `SPC ${kindsOfRules[kind]} on the Application of the ${ofInterpreted}${part}`
  }
  if (ofImplemented !== undefined) return `${kindsOfRules[rules]} the ${ofImplemented}`
  return namedLaws.get(short) ?? null
}

/** What courts hold, by words that name it. */
const property: readonly (readonly [RegExp, string])[] = [
  [/存款|账户|资金|现金|余额/, 'bank deposits'],
  [/车/, 'vehicles'],
  [/厂房/, 'factory buildings'],
  [/(?<!厂)房|楼|不动产/, 'real estate'],
  [/土地使用权/, 'land use rights'],
  [/土地(?!使用权)|(?<!土地)使用权/, 'land'],
  [/设备|机器|机械/, 'equipment'],
  [/货(?!车)|库存|产品/, 'goods'],
  [/应收|债权|工程款/, 'receivables'],
  [/工资|收入/, 'income'],
  [/商标|专利|著作权/, 'intellectual property'],
]
const shares =
  /(?:(?:被执行人|被申请人|股东)?([^，。；]{2,40}?)所?持有的?)?(?:在)?([^，。；]{2,40}?(?:公司|企业|合伙))?的?(\d+(?:\.\d+)?[%％])?的?(?:股权|股份(?!(?:有限|责任|合作)*公司))/

/** Property in English: of shares how many, whose and in whom, of other things their kinds. */
export function propertyInEnglish(chinese: string): string {
  const [found, holder, company, percent] =
    shares.exec(chinese.replace(/^.*?(?:冻结|查封)(?=.)/, '').replace(/^以?其所?持有的?/, '')) ?? []
  if (found !== undefined)
    return `${percent ?? ''} shares${company === undefined ? '' : ` in ${company}`}${holder === undefined ? '' : `, held by ${holder}`}`.trim()
  const [, secured] = /抵押担保的?债权(\d+(?:\.\d+)?)元/.exec(chinese) ?? []
  const mortgage = secured === undefined ? '' : `, mortgaged for CNY ${formatAmount(secured)}`
  const things = chinese
    .replace(/[^，。；、的]*(?:公司|合伙企业)|抵押(?:担保)?的?债权/g, '')
    .split(/[，。；、]|以及|[及和与]/)
  const kinds = property.flatMap(([words, name]) => {
    const of = things.filter((thing) => words.test(thing))
    return [...new Set(of.map((thing) => `${name}${countIn(thing)}`))]
  })
  return `${kinds.join(', ') || 'property'}${mortgage}`
}

/** Who punishes, for what and how, by words that name it. */
const sanctions: readonly (readonly [RegExp, string])[] = [
  [/税务/, 'tax authority'],
  [/市场监督|工商/, 'market regulator'],
  [/生态环境|环保/, 'environmental authority'],
  [/城市管理|城管|综合执法/, 'urban management'],
  [/应急管理|安全生产|安监/, 'work safety authority'],
  [/消防/, 'fire authority'],
  [/海关/, 'customs'],
  [/人力资源|社会保障/, 'labour authority'],
  [/交通|公路/, 'transport authority'],
  [/住房|住建|建设局/, 'construction authority'],
  [/自然资源|国土/, 'land authority'],
  [/公安/, 'police'],
  [/偷税|逃税/, 'tax evasion'],
  [/少缴/, 'underpaid tax'],
  [/欠税|欠缴/, 'unpaid tax'],
  [/大气污染/, 'air pollution'],
  [/(?<!大气)污染/, 'pollution'],
  [/占道|占用道路/, 'blocking a public way'],
  [/广告/, 'advertising'],
  [/罚款/, 'fine'],
  [/没收/, 'confiscation'],
  [/警告/, 'warning'],
  [/责令[^，。；]{0,8}(?:改正|整改)/, 'order to rectify'],
  [/停产|停业/, 'order to suspend business'],
]

/** A list of words: 执行董事兼总经理、财务负责人. */
const between = /[、,，]|兼(?=[^任])/

/** A text on a penalty, or an authority by its full name, which stays behind its English. */
const punishing = /处罚|罚款|没收|警告|.{5}[局厅委队关]$/

/** What a piece of an entry of the registration says: its words, or who punished, for what and how; null of any other text. */
function entryInEnglish(chinese: string): string | null {
  const words = chinese
    .split(between)
    .map((word) => englishTerms[word] ?? causeInEnglish(word)?.replace(/^./, (first) => first.toLowerCase()))
  if (words.every((word) => word !== undefined)) return words.join(', ')
  const isPunished = punishing.test(chinese)
  const named = isPunished ? sanctions.flatMap(([words, name]) => (words.test(chinese) ? [name] : [])) : []
  const ofShares = /股[权份].{0,12}(?:出质|质押)|冻结.+股[权份]/.test(chinese)
  return (
    [...new Set(named)].join(', ') ||
    courtInEnglish(chinese) ||
    (ofShares ? propertyInEnglish(chinese) : null)
  )
}

const period = /^自?(\d{4}.+?)\s*(?:至|到)\s*(\d{4}.+|\D+)$/

/** A sum or a period of the registration, which its English says whole; null of any other text. */
function figureInEnglish(chinese: string): string | null {
  const { amount, currency } = parseCapital(chinese)
  if (amount !== null && currency !== null) return `${currency} ${formatAmount(amount)}`
  const [, from = '', to = ''] = period.exec(chinese) ?? []
  const [first, last] = [parseDate(from)?.date, parseDate(to)?.date ?? englishTerms[to]]
  return first === undefined || last === undefined ? null : `${first} to ${last}`
}

const numeral = '(?<![第\\d一二三四五六七八九十百两])(\\d{1,4}|[一二两三四五六七八九十百]{1,5})'
const units: Readonly<Record<string, string>> = { 批: 'lot', 套: 'set' }
/** How many of a thing: 房产2套, 两处房产; 3栋 before a house is its address. */
const counted = [
  new RegExp(`[一-龥](?:共计?|合计|各)?${numeral}([套处辆台部艘件批宗])$`),
  new RegExp(`[房屋产楼](?:共计?|合计|各)?${numeral}([栋幢])$`),
  new RegExp(`^${numeral}([套处辆台部艘件批])`),
]

/** How many they are, in brackets; of what comes in lots or sets, of these. */
function countIn(thing: string): string {
  const [, number = '', unit = ''] =
    counted.map((shape) => shape.exec(thing)).find((one) => one !== null) ?? []
  const count = /^\d/.test(number) ? Number(number) : parseNumeral(number)
  if (number === '' || count === undefined) return ''
  const name = unit === '套' && /房|楼|不动产/.test(thing) ? undefined : units[unit]
  return ` (${count}${name === undefined ? '' : ` ${name}${count === 1 ? '' : 's'}`})`
}

/** Names of a kind that are remembered: few are met, and the same ones again and again. */
const mostRemembered = 10_000

function remembered(nameOf: (chinese: string) => string | null): (chinese: string) => string | null {
  const known = new Map<string, string | null>()
  return (chinese) => {
    const before = known.get(chinese)
    if (before !== undefined) return before
    const name = nameOf(chinese)
    if (known.size < mostRemembered) known.set(chinese, name)
    return name
  }
}

/** What things are called in English; null where no usual name is known. */
export type Names = Readonly<Record<keyof typeof englishNames, (chinese: string) => string | null>>

export const englishNames = {
  cause: causeInEnglish,
  court: remembered(courtInEnglish),
  law: remembered(lawInEnglish),
  property: propertyInEnglish,
  entry: entryInEnglish,
  figure: figureInEnglish,
}

/** Values of closed lists that are Chinese words themselves; one that is none of these stays as the source writes it. */
export const englishTerms: Readonly<Record<string, string>> = {
  ...(terms satisfies Readonly<Record<AmountRole, string>>),
  ...Object.fromEntries([...provinces, ...provincesInFull]),
}
