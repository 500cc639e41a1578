import laws from './laws.json' with { type: 'json' }
import { foldBrackets, foldWidth, grouped, pairOf } from './text.ts'

const STATE = '中华人民共和国'
/** Judicial interpretations and regulations of the State Council by their official titles, with the names they are cited under. */
const INTERPRETATIONS = Object.entries(laws.interpretations)
const LONGEST = 200

/** （2021修订） （2018年第二次修正） （1999年10月31日修正本）; never （1988年）, which names an amendment. */
const VERSION =
  /（(?:\d{4}年?(?:\d{1,2}月)?(?:\d{1,2}日)?)?(?:第?[一二三四五六七八九十\d]{1,2}次)?(?:修正|修订|修改)(?:版|本|文本)?）$/
const NOT_A_STATUTE = /(?:办|方|做|说|写|看|用|算|书|想|手|技|魔|执|司|合|违|非|依|守|普)法$/
const NOT_NATIONAL =
  /^(?:关于|本|该|此|同|其|中华民国|国际|.{1,4}国(?!家)|香港|澳门|台湾|欧盟|.{1,8}[省市州县])/

/** How a name is looked up: width, marks and brackets folded; the state, the court and 司法 say nothing. */
function lookupKey(name: string): string {
  return foldWidth(name)
    .replace(/[《》〈〉<>()“”"'‘’]/g, '')
    .replace(/中华人民共和国|最高人民法院|最高法院|最高院|最高法/g, '')
    .replace(/(?<!公)司法(?=解释)/g, '')
}

const titled = (title: string, ...names: readonly string[]): [string, string][] =>
  names.map((name) => [lookupKey(name), title])
const TITLES: ReadonlyMap<string, string> = new Map([
  ...INTERPRETATIONS.flatMap(([title, abbreviations]) => titled(title, title, ...abbreviations)),
  ...Object.entries(laws.abbreviations).flatMap(([name, short]) => titled(STATE + short, name)),
  ...laws.national.flatMap((short) => titled(STATE + foldBrackets(short), short)),
])

/** Every name of the tables as a text may write it, for the search in running text. */
export function knownLawNames(): string[] {
  const interpretations = INTERPRETATIONS.flatMap(([title, abbreviations]) => [
    title.replace(/^最高人民法院/, ''),
    ...abbreviations,
  ])
  return [...laws.national, ...Object.keys(laws.abbreviations), ...interpretations.flatMap(spellings)]
}

function spellings(name: string): string[] {
  const [, stem = name, ordinal] = /^(.*(?:解释|规定))（?([一二三四五六七])）?$/.exec(name) ?? []
  const stems = /(?<!(?<!公)司法)解释$/.test(stem) ? [stem, stem.replace(/解释$/, '司法解释')] : [stem]
  if (ordinal === undefined) return stems
  return stems.flatMap((one) => [one + ordinal, `${one}（${ordinal}）`, `${one}(${ordinal})`])
}

/** The full title of a name the tables know, else undefined. */
export const knownLaw = (name: string): string | undefined => TITLES.get(lookupKey(name))

/** A base name maps to itself; an unknown name is tidied, nothing is guessed. Source: docs/domain.md, Names of laws. */
export function lawBaseName(name: string): string {
  if (name.length > LONGEST) return name.trim()
  const tidy = tidied(name)
  // 关于适用《…》解释 has dropped its 的.
  const withOf = tidy.replace(/(》(?:若干问题)?)解释/, '$1的解释')
  return TITLES.get(lookupKey(tidy)) ?? TITLES.get(lookupKey(withOf)) ?? nationalName(tidy)
}

function tidied(name: string): string {
  let title = foldBrackets(foldWidth(name))
    .replace(/[〈<]/g, '《')
    .replace(/[〉>]/g, '》')
    .replace(/,/g, '，')
    .replace(/最高人民法院、?最高人民检察院/, '最高人民法院、最高人民检察院')
  for (let before = ''; before !== title; ) {
    before = title
    title = withoutMarks(title)
      .replace(VERSION, '')
      .replace(/(?<!立)法法$/, '法')
  }
  return title.replace(/《([^《》]{2,30})》/g, (inner, law: string) => {
    const full = TITLES.get(lookupKey(law))
    return full?.startsWith(STATE) ? `《${full}》` : inner
  })
}

/** Takes 《》 off when they enclose the whole title, or when one of them is missing. */
function withoutMarks(title: string): string {
  if (pairOf(title, 0, ['《', '》']) === title.length - 1) return title.slice(1, -1)
  if (title.startsWith('《') && !title.includes('》')) return title.slice(1)
  return title.endsWith('》') && !title.includes('《') ? title.slice(0, -1) : title
}

function nationalName(title: string): string {
  if (title.startsWith(STATE)) return title
  const [, older] = /^(?:我国|现行|修[订正]后的?|[新旧原])(.+)$/.exec(title) ?? []
  const known = older === undefined ? undefined : TITLES.get(lookupKey(older))
  if (known !== undefined) return known
  const [, parent = ''] = /^(.+法)实施(?:条例|细则)$/.exec(title) ?? []
  if (laws.national.includes(parent) || /^[宪刑]法修正案（/.test(title)) return STATE + title
  const isNational =
    /^[一-龥]{3,20}法典?$/.test(title) && !NOT_A_STATUTE.test(title) && !NOT_NATIONAL.test(title)
  return isNational ? STATE + title : title
}

const NAMES_BY_ENDING: ReadonlyMap<string, readonly string[]> = grouped(
  knownLawNames()
    .sort((a, b) => b.length - a.length)
    .map((name) => [name.slice(-2), name] as const),
)

/** Where the longest known name that ends at `end` begins, 中华人民共和国 before it included; -1 when none does. */
export function startOfKnownName(text: string, end: number): number {
  const candidates = NAMES_BY_ENDING.get(text.slice(end - 2, end)) ?? []
  const name = candidates.find((candidate) => text.endsWith(candidate, end))
  if (name === undefined) return -1
  const start = end - name.length
  return text.endsWith(STATE, start) ? start - STATE.length : start
}

/** First day out of force of laws that ended as a whole, as far as known. Source: docs/domain.md, Versions of law. */
export const repealedOn: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(laws.repealed).flatMap(([day, names]) => names.map((name) => [STATE + name, day])),
)
