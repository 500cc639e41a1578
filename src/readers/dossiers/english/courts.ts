import { pinyin } from 'pinyin-pro'
import places from './places.json' with { type: 'json' }

const mapOf = (names: Readonly<Record<string, string>>): ReadonlyMap<string, string> =>
  new Map(Object.entries(names))

/** Provinces and what ranks with them, each behind its digits (GB/T 2260): as lists shorten them, and in full. */
export const provinces: ReadonlyMap<string, string> = new Map(
  places.provinces.map(([, short = '', , english = '']) => [short, english]),
)
export const provincesInFull: ReadonlyMap<string, string> = new Map([
  ...places.provinces.map(([, short = '', rank = '', english = '']) => [short + rank, english] as const),
  ['新疆生产建设兵团', 'Xinjiang Production and Construction Corps'],
])
/** Places whose usual name is not their pinyin, or whose characters are read in another way there. */
const unusual = mapOf(places.unusual)
const peoples = mapOf(places.peoples)
/** Peoples that are called by their pinyin. */
const peoplesInPinyin =
  '土家|布依|景颇|哈尼|傈僳|拉祜|纳西|普米|仡佬|仫佬|毛南|东乡|回|苗|侗|彝|壮|瑶|畲|黎|傣|白|羌|土|佤|怒|水'
/** Courts that are not named by their place and kind. */
const named = mapOf(places.courts)

/** Characters that are read in one way in names of places, whatever they are elsewhere. */
const readings: Readonly<Record<string, string>> = { 都: 'du', 曾: 'zeng' }

const vowel = /^[aoe]/

const placeInEnglish = (name: string): string => provinces.get(name) ?? unusual.get(name) ?? inPinyin(name)

function inPinyin(name: string): string {
  const syllables = pinyin(name, { toneType: 'none', type: 'array' }).map(
    (syllable, at) => readings[name.charAt(at)] ?? syllable,
  )
  const written = syllables.map((one, at) => (at > 0 && vowel.test(one) ? `'${one}` : one)).join('')
  return written.charAt(0).toUpperCase() + written.slice(1)
}

/** Courts of a place by how their names end. A number before it, or within a railway court's, is said as No. 1. */
const kinds = [
  [/(?:第(?<number>[一二三四五六]))?中级人民法院$/, "Intermediate People's Court"],
  [/高级人民法院$/, "High People's Court"],
  [/(?:第(?<number>[一二三四五六]))?人民法院$/, "People's Court"],
  [/海事法院$/, 'Maritime Court'],
  [/知识产权法院$/, 'Intellectual Property Court'],
  [/金融法院$/, 'Financial Court'],
  [/互联网法院$/, 'Internet Court'],
  [/铁路运输(?:第(?<number>[一二三]))?中级法院$/, 'Railway Transport Intermediate Court'],
  [/铁路运输(?:第(?<number>[一二三]))?(?:基层)?法院$/, 'Railway Transport Court'],
] as const

/** Areas that are no district, county or city, and words that belong to a sentence: no rule names their courts. */
const outsideRule =
  /开发|工业|高新|经济|技术|合作区|示范|保税|贸易|园区|矿区|神农架|兵团|农垦|法院|某|原告|被告|所在|不服|[^一-龥]/

const anyPeople = [...peoples.keys(), peoplesInPinyin].join('|')
const autonomous = new RegExp(`^(.{2,6}?)((?:(?:${anyPeople})族?)+)自治([州县])$`)
const eachPeople = new RegExp(anyPeople, 'g')

/** Characters of the longest name of a city, district or county that is not autonomous. */
const longestName = 5

/** A unit by its last characters; what stands before is its name. */
const endings = [
  ['新区', ' New Area'],
  ['地区', ' Prefecture'],
  ['区', ' District'],
  ['县', ' County'],
  ['盟', ' League'],
  ['市', ''],
] as const

interface Unit {
  readonly name: string
  /** Nanshan District, Dehong Dai and Jingpo Autonomous Prefecture */
  readonly whole: string
}

function unitOf(chinese: string): Unit | null {
  const [, own, people = '', rank] = autonomous.exec(chinese) ?? []
  if (own !== undefined) {
    const name = placeInEnglish(own)
    return { name, whole: `${name} ${listed(people)} Autonomous ${rank === '州' ? 'Prefecture' : 'County'}` }
  }
  const [ending, english] = endings.find(([ending]) => chinese.endsWith(ending)) ?? ['', '']
  const plain = chinese.slice(0, -ending.length)
  if (plain === '' || plain.length > longestName || /自治|族/.test(plain) || hasProvince(plain)) return null
  // A name of one character is read with its rank: Shexian County, Chengqu District.
  const name = placeInEnglish(plain.length === 1 ? chinese : plain)
  return { name, whole: `${name}${english}` }
}

/** Hui; Dai and Jingpo; Lahu, Wa, Blang and Dai. */
function listed(chinese: string): string {
  const all = [...chinese.matchAll(eachPeople)].map(([people]) => peoples.get(people) ?? inPinyin(people))
  const last = all.pop() ?? ''
  return all.length === 0 ? last : `${all.join(', ')} and ${last}`
}

/** Whether a province stands before the name without its 省: 河北雄安. */
const hasProvince = (name: string): boolean =>
  [...provinces.keys()].some((short) => name.startsWith(short) && name.length > short.length + 1)

/** A city or prefecture, then a district, county or city within it; either may be missing. */
const withinProvince = /^(?<above>.{1,}?(?:市|自治州|地区|盟))?(?<below>.{1,}[区县市])?$/

function courtAt(place: string, kind: string): string | null {
  const full = [...provincesInFull.keys()].find((full) => place.startsWith(full)) ?? ''
  const province = provincesInFull.get(full)
  const rest = place.slice(full.length)
  if (rest === '') return province === undefined ? null : `${province} ${kind}`
  const { above, below } = withinProvince.exec(rest)?.groups ?? {}
  const units = [below, above].flatMap((part) => (part === undefined ? [] : [unitOf(part)]))
  const [own, ...around] = units.flatMap((unit) => unit ?? [])
  if (own === undefined || units.includes(null)) return null
  return [`${own.whole} ${kind}`, ...around.map(({ name }) => name), province].filter(Boolean).join(', ')
}

/** A special court, named after its city: 广州知识产权法院. */
const specialCourt = (place: string, kind: string): string | null =>
  place.length < 2 || place.length > 4 || /[省区县盟]$/.test(place)
    ? null
    : `${placeInEnglish(place.replace(/市$/, ''))} ${kind}`

/**
 * The English name of a court, made of its place and its kind: Nanshan District People's Court, Shenzhen, Guangdong. Null where
 * its name does not have this form.
 */
export function courtInEnglish(court: string): string | null {
  const known = named.get(court)
  if (known !== undefined) return known
  for (const [form, english] of kinds) {
    const found = form.exec(court)
    if (found === null) continue
    const number = '一二三四五六'.indexOf(found.groups?.number ?? '-') + 1
    const kind = number === 0 ? english : `No. ${number} ${english}`
    const place = court.slice(0, found.index)
    if (outsideRule.test(place)) return null
    return english.includes('People') ? courtAt(place, kind) : specialCourt(place, kind)
  }
  return null
}
