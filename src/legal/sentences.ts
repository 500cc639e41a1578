import { type Amount, findAmounts, isGiven, onlySum, placed } from './amounts.ts'
import { upTo } from './bounds.ts'
import { group, type Mention, type Named, type Passage, readerOf } from './mentions.ts'
import { parseNumeral } from './numerals.ts'
import type { OperativeItem, OperativePart } from './operative-part.ts'
import type { Party } from './parties.ts'
import { isAccused } from './payments.ts'
import { excerpt, firstKind, type Place, placeIn, type Sentence, sentencesOf } from './text.ts'

/** What a criminal judgment decides for an accused. */
export type CriminalSentence = Place & {
  /** 罪名: one crime; 决定执行: what is carried out for several; the others of `MONEY`: what happens to money and things. */
  readonly kind: '罪名' | '决定执行' | '无罪' | keyof typeof MONEY
  readonly item: number
  readonly accused: readonly Named[]
  /** Whether the accused is a unit (被告单位). */
  readonly isUnit: boolean
  /** As written, joined by 、 where one sentence is for several; null for other kinds. */
  readonly crime: string | null
  /** 有期徒刑, 拘役, 管制 or of `GRAVE`; null where only a fine is imposed. */
  readonly penalty: string | null
  readonly months: number | null
  readonly probationMonths: number | null
  readonly fine: Amount | null
  /** 剥夺政治权利, as written: 二年, 终身. */
  readonly deprivation: string | null
  readonly amount: Amount | null
}

const START =
  /(?:(?:单独|各|均|分别)?犯(?![^，。；]{0,4}罪所得)([^，。；（）]{2,60}?罪)(?=[，,、；。（]|判处|免|处|，)|决定(?:合并)?执行|(?:宣告)[^，。；]{0,20}无罪|(?<!可能)无罪(?=[；。]|$))/g
const NUMERAL = '[一二两三四五六七八九十\\d]{1,3}'
const LENGTH = `(?:(${NUMERAL})年)?(?:零|又)?(?:(${NUMERAL})个?月)?`
const PENALTY = new RegExp(`(?<!折抵)(?:判处|执行|处)?(有期徒刑|拘役|管制)${LENGTH}`)
const GRAVE = {
  死刑缓期执行: /死刑，?(?:缓期|缓刑)[^，。；]{0,6}执行/,
  死刑: /(?:判处|处|执行)死刑/,
  无期徒刑: /无期徒刑/,
  免予刑事处罚: /免予刑事处罚|免除(?:刑事)?处罚/,
} as const
const PROBATION = new RegExp(`缓刑(?!考验)${LENGTH}`)
const FINE = /罚金/
const DEPRIVED = /剥夺政治权利(终身|[一二三四五六七八九十\d]{1,2}年(?:零?[一二三四五六七八九十\d]{1,2}个月)?)/
const MONEY = {
  退赔: /责令[^。；]{0,80}?退赔|(?:继续|共同)退赔/,
  追缴: /(?<!已|被)追缴/,
  没收: /没收(?!其?个人)/,
  发还: /(?:发还|返还)(?:给)?(?=[^。；]{0,12}(?:被害|受害|失主|单位|人))/,
} as const
const MOST = 200
const NEAR = 400

/** What a criminal judgment decides, crime by crime. Linear. Source: docs/decisions.md, Criminal judgments. */
export function findSentences(part: OperativePart, parties: readonly Party[]): CriminalSentence[] {
  const found: CriminalSentence[] = []
  let accused: readonly Named[] = []
  for (const item of part.items.map(readerOf(parties).passage)) {
    const { text } = item
    if (/^[^，。；]{0,12}(?:驳回|维持|撤销)/.test(text)) continue
    const starts = upTo(MOST, 'case_sentences', [...text.matchAll(START)])
    for (const [index, start] of starts.entries()) {
      const last = starts[index - 1]
      const own = accusedBefore(item, start.index, last === undefined ? 0 : last.index + last[0].length)
      if (own.length > 0) accused = own
      const segment = text.slice(start.index, starts[index + 1]?.index).slice(0, NEAR)
      found.push({
        ...decidedBy(start, segment, item.offset),
        item: item.of.item,
        accused,
        isUnit: isUnit(text, accused, parties),
        ...placeIn(item, start.index),
      })
    }
    found.push(...moneyIn(item, starts.at(-1)?.index ?? 0))
  }
  return upTo(MOST, 'case_sentences', found)
}

function accusedBefore(item: Passage, at: number, from: number): readonly Named[] {
  const before = item.mentions.filter(({ start, end }) => start >= from && end <= at)
  const role = before.findLast((one) => !one.isName && isAccused(item.text, one))
  const names = before.filter(({ isName }) => isName)
  const first = names.find(({ start }) => start >= (role?.end ?? 0)) ?? names[0] ?? role
  return first === undefined ? [] : group(item, first)
}

const isUnit = (text: string, accused: readonly Named[], parties: readonly Party[]): boolean =>
  accused.length > 0 &&
  accused.every(({ text: name, keys }) => {
    const meant = (key: string) =>
      parties.some((one) => one.key === key && one.position?.endsWith('被告单位') === true)
    return keys.length > 0 ? keys.every(meant) : text.includes(`被告单位${name}`)
  })

const nothing = {
  crime: null,
  penalty: null,
  months: null,
  probationMonths: null,
  fine: null,
  deprivation: null,
  amount: null,
} as const

type Decided = Pick<CriminalSentence, 'kind' | keyof typeof nothing>

function decidedBy(start: RegExpExecArray, segment: string, offset: number): Decided {
  const crime = start[1]?.replace(/^了/, '') ?? null
  const own = segment.slice(0, /（?(?:刑期|缓刑考验)/.exec(segment)?.index)
  const penalty = PENALTY.exec(own)
  const grave = firstKind(GRAVE, own)?.kind
  const probation = PROBATION.exec(own)
  return {
    ...nothing,
    kind: crime !== null ? '罪名' : start[0].startsWith('决定') ? '决定执行' : '无罪',
    crime,
    penalty: grave ?? penalty?.[1] ?? null,
    months: grave === undefined && penalty !== null ? monthsOf(penalty[2], penalty[3]) : null,
    probationMonths: probation === null ? null : monthsOf(probation[1], probation[2]),
    fine: fineIn(own, offset + start.index),
    deprivation: DEPRIVED.exec(own)?.[1] ?? null,
  }
}

function monthsOf(years = '零', months = '零'): number | null {
  const [year, month] = [parseNumeral(years), parseNumeral(months)]
  return year === undefined || month === undefined || year + month === 0 ? null : year * 12 + month
}

function fineIn(segment: string, offset: number): Amount | null {
  const at = segment.search(FINE)
  const [sum] = at < 0 ? [] : findAmounts(segment.slice(at, at + 40))
  return sum === undefined || !isGiven(sum) || sum.offset > 12 ? null : placed(sum, offset + at)
}

/** 责令退赔, 追缴, 没收 and 发还 of an item, with the only sum of the sentence. */
function moneyIn(item: Passage<OperativeItem>, from: number): CriminalSentence[] {
  const { text, offset, mentions } = item
  const sentences = sentencesOf({ text: text.slice(from), offset: from })
  const rows = sentences.flatMap(deedsOf).flatMap(({ offset: start, text: sentence }) => {
    const { kind, found } = firstKind(MONEY, sentence) ?? {}
    const at = found?.index ?? 0
    if (kind === undefined || FINE.test(sentence.slice(0, at))) return []
    const isMeant = (one: Mention): boolean =>
      one.start >= start && one.end <= start + sentence.length && isAccused(text, one)
    const who = mentions.find(isMeant)
    return {
      ...nothing,
      kind,
      item: item.of.item,
      accused: who === undefined ? [] : group(item, who),
      isUnit: who !== undefined && /被告单位$/.test(text.slice(Math.max(0, who.start - 4), who.start)),
      amount: onlySum(findAmounts(sentence), offset + start),
      evidence: excerpt(sentence.replace(/[，,]$/, ''), at),
      offset: offset + start + at,
    }
  })
  return rows.slice(0, MOST)
}

const isDeed = (text: string): boolean => firstKind(MONEY, text) !== null

/** A sentence that does several such things says each in clauses of its own: 手机予以没收，现金100元发还被害人. */
function deedsOf({ text, offset }: Sentence): Sentence[] {
  const deeds: Sentence[] = []
  let at = 0
  for (const clause of text.split(/(?<=[，,])/)) {
    const last = deeds.at(-1)
    if (last === undefined || (isDeed(clause) && isDeed(last.text)))
      deeds.push({ text: clause, offset: offset + at })
    else deeds[deeds.length - 1] = { ...last, text: last.text + clause }
    at += clause.length
  }
  return deeds
}
