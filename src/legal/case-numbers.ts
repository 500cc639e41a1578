import { noteBound } from './bounds.ts'
import { COURT_INITIALS } from './courts.ts'
import { formatNumeral, parseNumeral } from './numerals.ts'
import { foldWidth, matchesOf } from './text.ts'

/** A joined case number rarely covers more than some tens of cases; beyond this it is a slip of the pen. */
const MOST_SERIALS = 1000

const RANGE = /^(\d{1,9})(?:-(\d{1,9}))?$/

/** Reads 18775-18776, 18775-76, 3827、3828. Another smaller second number (123-1) is that of a further ruling, 之一. */
function parseSerials(text: string): Pick<CaseNumber, 'serials' | 'sub'> | null {
  const [, only = '', further = ''] = RANGE.exec(text) ?? []
  const sub = subOf(only, further)
  if (sub !== null) return { serials: [Number(only)], sub }
  const found = new Set<number>()
  for (const part of text.split(/[、,，;；和及]/)) {
    const [, from = '', to = from] = RANGE.exec(part) ?? []
    const [first, last] = [Number(from), lastOf(from, to)]
    if (from === '' || last < first || last - first >= MOST_SERIALS) return null
    for (let serial = first; serial <= last; serial++) found.add(serial)
  }
  const serials = [...found].sort((a, b) => a - b)
  return serials.length > MOST_SERIALS ? null : { serials, sub: null }
}

function lastOf(first: string, last: string): number {
  if (Number(last) >= Number(first) || last.length >= first.length) return Number(last)
  return Number(first.slice(0, first.length - last.length) + last)
}

function subOf(first: string, last: string): number | null {
  const sub = Number(last)
  const isContinuation = last.length >= 2 && lastOf(first, last) > Number(first)
  return isContinuation || sub >= Number(first) || sub < 1 || sub > 99 ? null : sub
}

/** The one spelling of serial numbers: ascending, runs as `first-last`, otherwise joined by 、. */
function formatSerials(serials: readonly number[]): string {
  const runs: [number, number][] = []
  for (const serial of serials) {
    const run = runs.at(-1)
    if (run && serial === run[1] + 1) run[1] = serial
    else runs.push([serial, serial])
  }
  return runs.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`)).join('、')
}

/** A case number (案号) in its three forms and its parts. `serials` is ascending; at most 1,000. */
export type CaseNumber = {
  readonly given: string
  /** One spelling of it: `(2016)粤0304民初18775号之一`. Masked or malformed: the text, width folded. */
  readonly canonical: string
  /** `canonical` without 之N, to join on; '' unless parsed, so that a masked number never joins. */
  readonly key: string
  readonly status: 'parsed' | 'masked' | 'malformed'
  /** `new`: numbering in force since 2016 (court codes with digits); `old`: …字第…号. */
  readonly form: 'new' | 'old' | null
  readonly year: number | null
  readonly courtCode: string | null
  readonly typeCode: string | null
  readonly serials: readonly number[]
  /** The N of 之N: a further ruling in the same case. */
  readonly sub: number | null
}

type Parts = Pick<CaseNumber, 'form' | 'year' | 'courtCode' | 'typeCode' | 'serials' | 'sub'>

const LONGEST = 120
const SERIALS = '(\\d+(?:[、,;和及-]\\d+)*)'
const SUB = '(?:之([一二三四五六七八九十百]{1,4}|\\d{1,3}))?$'
const YEAR = '^\\((\\d{4})\\)'
/** With a court code of digits 字第 is a slip; without digits it marks the old numbering. */
const NEW = new RegExp(
  `${YEAR}(?:([${COURT_INITIALS}]\\d{2}(?:\\d{2})?)([一-龥]{1,5}?)字?第?|(最高法|[${COURT_INITIALS}])([一-龥]{1,5}?)(?<![字第]))${SERIALS}号?${SUB}`,
)
const OLD = new RegExp(`${YEAR}([一-龥()]{1,12}?)字?第?${SERIALS}号?${SUB}`)
const OLD_LETTERS =
  /^(.*?)((?:[民刑行商知经海劳少家环][一二三四五六七八九十]?(?:\([一-龥]{1,3}\))?|赔|破|执[民商刑行]?)[初终申再监抗提重辖保特督催撤更减执异复恢审赔核]{0,3})$/
const MASKS = '[×✕✖╳xX*某△▲□■●◇?#…]'
const EACH_MASK = new RegExp(MASKS, 'g')
const MASK_RUN = new RegExp(`${MASKS}+`, 'g')
const MASKED_YEAR = /^\([^()]{3,6}\)(?=.)/
const NOTHING: Parts = { form: null, year: null, courtCode: null, typeCode: null, serials: [], sub: null }

/** `masked`: digits hidden by ×, 某 …; `malformed`: any other text. Source: docs/domain.md, Case numbers. */
export function parseCaseNumber(text: string): CaseNumber {
  const isLong = text.length > LONGEST
  const folded = isLong ? text.trim() : foldCaseNumber(text)
  const parts = isLong ? null : partsOf(folded)
  if (parts !== null) {
    const canonical = formatParts(parts)
    return { given: text, canonical, key: formatParts({ ...parts, sub: null }), status: 'parsed', ...parts }
  }
  const none = { given: text, canonical: folded, key: '' }
  const isMasked = folded.search(EACH_MASK) >= 0 && MASKED_YEAR.test(folded)
  if (!isMasked) return { ...none, status: 'malformed', ...NOTHING }
  return { ...none, canonical: folded.replace(MASK_RUN, '×××'), status: 'masked', ...maskedParts(folded) }
}

function foldCaseNumber(text: string): string {
  const folded = foldWidth(text).replace(/[~～至]/g, '-')
  const simplified = folded.replace(IS_TRADITIONAL, (character) => TRADITIONAL[character] ?? character)
  const joined = simplified.replace(/号+(?=[、和及]\d+号)/g, '')
  return joined.replace(/^\(([〇○零一二三四五六七八九]{4})\)/, (whole, year: string) => {
    const value = parseNumeral(year)
    return value === undefined ? whole : `(${value})`
  })
}

const TRADITIONAL: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ...'粵粤滬沪遼辽蘇苏贛赣魯鲁瓊琼雲云貴贵陝陕寧宁內内閩闽號号執执終终監监審审復复異异財财勞劳鐵铁軍军',
  ].flatMap((character, index, all) => (index % 2 === 0 ? [[character, all[index + 1] ?? '']] : [])),
)
const IS_TRADITIONAL = new RegExp(`[${Object.keys(TRADITIONAL).join('')}]`, 'g')

function partsOf(folded: string): Parts | null {
  const now = NEW.exec(folded)
  if (now) return withSerials('new', [now[1], now[2] ?? now[4], now[3] ?? now[5], now[6], now[7]])
  const [, year, letters = '', serials, sub] = OLD.exec(folded) ?? []
  if (year === undefined) return null
  const [, court, type = letters] = OLD_LETTERS.exec(letters) ?? []
  return withSerials('old', [year, court || undefined, type, serials, sub])
}

function withSerials(form: 'new' | 'old', given: readonly (string | undefined)[]): Parts | null {
  const [yearText, courtCode = null, typeCode = null, serialText = '', subText] = given
  const year = Number(yearText)
  const read = parseSerials(serialText)
  const sub = subText === undefined ? (read?.sub ?? null) : (parseNumeral(subText) ?? 0)
  const isTwice = subText !== undefined && read?.sub !== null
  if (read === null || isTwice || sub === 0 || year < 1949 || year > 2099) return null
  return { form, year, courtCode, typeCode, serials: read.serials, sub }
}

function formatParts(parts: Parts): string {
  const letters = `${parts.courtCode ?? ''}${parts.typeCode ?? ''}`
  const sub = parts.sub === null ? '' : `之${formatNumeral(parts.sub)}`
  const mark = parts.form === 'old' ? '字第' : ''
  return `(${parts.year})${letters}${mark}${formatSerials(parts.serials)}号${sub}`
}

/** What can still be read of a masked number: its digits are hidden, so never the serials. */
function maskedParts(folded: string): Parts {
  const year = /^\(\d{4}\)/.test(folded) ? Number(folded.slice(1, 5)) : null
  const shown = folded.replace(MASKED_YEAR, (given) => (year === null ? '(1999)' : given))
  const { form, courtCode, typeCode } = partsOf(shown.replace(EACH_MASK, '1')) ?? NOTHING
  const visible = (letters: string | null) => (letters !== null && folded.includes(letters) ? letters : null)
  const letters = { courtCode: visible(courtCode), typeCode: visible(typeCode) }
  return { ...NOTHING, form, year: form === null ? null : year, ...letters }
}

export type FoundCaseNumber = { readonly offset: number; readonly text: string; readonly number: CaseNumber }

const SHAPE =
  /[（(〔[【]\s?[0-9０-９×xX*〇○零一二三四五六七八九]{4}\s?[）)〕\]】][^。；;，：:“”《》\n\r]{2,60}?[号號](?:\s?之(?:[一二三四五六七八九十]{1,3}|\d{1,2}))?/g

/** In a running text, of the old form only what names a court and a type of the table: a prosecutor's or a notary's number has 字第 too. */
const isOfCourt = ({ form, courtCode, typeCode }: CaseNumber): boolean =>
  form === 'new' || (courtCode !== null && !/[仲证]/.test(courtCode) && caseType(typeCode) !== undefined)
/** Of an award or a notarial deed, which an enforcement carries out: （2020）沪仲案字第4418号, （2020）宁裁字第4号. */
export const isOfTitle = ({ form, courtCode, typeCode }: CaseNumber): boolean =>
  form === 'old' && /仲|证|^[^民刑行商执]{0,4}裁$/.test(`${courtCode ?? ''}${typeCode ?? ''}`)

/** The case numbers of a running text; 法释〔2020〕26号 is none. Linear. Source: docs/domain.md, Case numbers. */
export function findCaseNumbers(text: string, isMeant = isOfCourt): FoundCaseNumber[] {
  const found: FoundCaseNumber[] = []
  for (const match of matchesOf(text, SHAPE)) {
    const number = parseCaseNumber(match[0])
    if (number.status === 'masked' || (number.status === 'parsed' && isMeant(number)))
      found.push({ offset: match.index, text: match[0], number }, ...sharingHead(text, match))
  }
  return found
}

const YEAR_BEHIND =
  /((?:(?![会院处出据按照的])[一-龥]){1,8}[仲证裁](?:(?![会院处出据按照的])[一-龥]){0,4})([（(〔[【]\d{4}[）)〕\]】])(第?\d{1,6}号)/g

const IS_YEAR_BEHIND = /[仲证裁][一-龥]{0,4}[（(〔[【]\d{4}/

/** Numbers of awards and notarial deeds, also with the year behind their letters: 津仲裁字〔2021〕第2280号. */
export const findTitles = (text: string): FoundCaseNumber[] => [
  ...findCaseNumbers(text, isOfTitle),
  ...(IS_YEAR_BEHIND.test(text) ? matchesOf(text, YEAR_BEHIND) : []).map(
    ({ index: offset, 0: given, 1: letters, 2: year, 3: serial }) => {
      return { offset, text: given, number: parseCaseNumber(`${year}${letters}${serial}`) }
    },
  ),
]

const ANOTHER = /[、和及](\d{1,6}[号號])(?![楼房室院库柜])/gy
const MOST_SHARING = 20

/** （2020）粤0304民初1037号、1038号: two numbers, of which the second leaves its head out. */
function sharingHead(text: string, { index: offset, 0: first }: RegExpExecArray): FoundCaseNumber[] {
  const others: FoundCaseNumber[] = []
  const head = first.replace(/\d+[号號]$/, '')
  for (const { index, 0: next, 1: serial } of matchesOf(text, ANOTHER, offset + first.length)) {
    const number = parseCaseNumber(`${head}${serial}`)
    const shared = { offset, text: text.slice(offset, index + next.length), number }
    if (number.status === 'parsed' && others.push(shared) === MOST_SHARING) break
  }
  if (others.length === MOST_SHARING) noteBound('case_references')
  return others
}

/** `category`: of docs/contract.md, Enumerations. */
type CaseType = { readonly category: string; readonly procedure: string }

/** Category: procedure=type codes. Source: 最高人民法院关于人民法院案件案号的若干规定, annex 1; docs/domain.md, Case numbers. */
const TABLE = `
管辖案件: 管辖=辖 民辖 刑辖 行辖 管辖上诉=民辖终 行辖终 管辖监督=民辖监 刑辖监 行辖监
刑事案件: 一审=刑初 二审=刑终 复核=刑核 刑复 再审审查=刑申 刑监 再审=刑再 刑提 抗诉再审审查=刑抗 刑罚变更=刑更 刑减 刑执 刑罚变更监督=刑更监
  刑罚变更备案=刑更备 停止执行死刑=刑止 强制医疗=刑医 强制医疗复议=刑医复 强制医疗监督=刑医监 违法所得没收=刑没 违法所得没收二审=刑没终 其他=刑他
民事案件: 一审=民初 知初 商初 海初 经初 劳初 少民初 家初 环初 二审=民终 知终 商终 海终 经终 劳终 少民终 家终 环终 再审审查=民申 民监 知申 商申 抗诉再审审查=民抗 再审=民再 民提 民重 知再 商再 第三人撤销之诉=民撤 特别程序=民特
  特别程序监督=民特监 督促程序=民督 督促程序监督=民督监 公示催告=民催 保全=民保 其他=民他
行政案件: 一审=行初 行赔初 二审=行终 行赔终 再审审查=行申 行监 行赔申 行赔监 抗诉再审审查=行抗 行赔抗 再审=行再 行提 行赔再
  非诉行政行为执行审查=行审 行执 非诉行政行为执行审查复议=行审复 其他=行他 行赔他 行赔
国家赔偿与司法救助案件: 国家赔偿=法赔 委赔 司赔 赔 国家赔偿监督=委赔监 法赔监 赔监 国家赔偿重新审理=委赔提 委赔再 司法救助=司救刑 司救民 司救行 司救执 司救赔 司救访
  司救他 其他=法赔他 委赔他
国际司法协助案件: 外国裁判承认=协外认 仲裁裁决承认=协外仲 司法协助=协外送 协外调 协外引 协外移 协请送 协请调 协请引 协请移 协他
  区际裁判认可=认台 认港 认澳 认台复 认港复 认澳复 认复 区际司法协助=送台 送港 送澳 调台 调港 调澳 请台送 请港送 请澳送 请台调 请港调 请澳调 移赃台 接赃台
非诉保全审查案件: 财产保全=财保 诉前保 行为保全=行保 行为保全复议=行保复 证据保全=证保 人身安全保护=民保令 人保令
执行案件: 执行=执 执字 执民 执商 执刑 执行 恢复执行=执恢 财产保全执行=执保 执行异议=执异 执行复议=执复 执复议 执行监督=执监 执申 执行协调=执协 执请 其他=执他
强制清算与破产案件: 破产申请审查=破申 破产=破 破产上诉=破终 破产监督=破监 强制清算申请审查=清申 强制清算=强清 强制清算上诉=清终 强制清算监督=清监 其他=破他 清他
其他案件: 司法制裁=司惩 司法制裁复议=司惩复 诉前调解=诉前调 民诉前调 民调 其他=他 请 监 信访 法他
`

const TYPES: ReadonlyMap<string, CaseType> = new Map(
  TABLE.trim()
    .split(/\n(?! )/)
    .flatMap((line) => {
      const [category = '', entries = ''] = line.trim().split(': ')
      let procedure = ''
      return entries.split(/\s+/).map((entry): [string, CaseType] => {
        const [code = '', begun = procedure] = entry.split('=').reverse()
        procedure = begun
        return [code, { category, procedure }]
      })
    }),
)

/** Chamber numbers (民四初, 民三(知)终), the instance of a retrial (民再终) and words of special jurisdiction (知民终) say nothing of the procedure. */
const CHAMBER = /(?<=[民刑行商经])[一二三四五六七八九十]+|\([一-龥]{1,3}\)|(?<=再)[初终]$/g
const SPECIAL_JURISDICTION = /^[知商海铁少家环劳]+(?=[民刑行执])/

/** Of a type code (民辖终; before 2016 民四初); undefined where the court's table lacks it. */
export function caseType(typeCode: string | null): CaseType | undefined {
  if (typeCode === null) return undefined
  const plain = typeCode.replace(CHAMBER, '')
  return TYPES.get(typeCode) ?? TYPES.get(plain) ?? TYPES.get(plain.replace(SPECIAL_JURISDICTION, ''))
}

/** What one case has in common however its number is written, a hidden one too; null for no number. */
export const idOf = (number: CaseNumber | null): string | null => number && (number.key || number.canonical)

const typeOf = (number: CaseNumber | null) => caseType(number?.typeCode ?? null)
export const categoryOf = (number: CaseNumber | null): string => typeOf(number)?.category ?? ''
export const procedureOf = (number: CaseNumber | null): string => typeOf(number)?.procedure ?? ''

export const othersIn = (passage: string, own: CaseNumber | null): FoundCaseNumber[] =>
  /[号號]/.test(passage) ? findCaseNumbers(passage).filter(({ number }) => idOf(number) !== idOf(own)) : []
