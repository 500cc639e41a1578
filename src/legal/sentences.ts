import { type Amount, findAmounts } from './amounts.ts'
import { group, type Mention, mentionFinder, type Named } from './named-persons.ts'
import { parseNumeral } from './numerals.ts'
import type { OperativePart } from './operative-part.ts'
import type { Party } from './parties.ts'
import { excerpt } from './text.ts'

/** 罪名: one crime of an accused; 决定执行: what is carried out for several; 无罪; the others: what happens to money and things. */
export type SentenceKind = '罪名' | '决定执行' | '无罪' | '退赔' | '追缴' | '没收' | '发还'

/** What a criminal judgment decides for an accused. */
export type CriminalSentence = {
  readonly kind: SentenceKind
  readonly item: number
  readonly accused: readonly Named[]
  /** Whether the accused is a unit (被告单位). */
  readonly isUnit: boolean
  /** As written, joined by 、 where one sentence is for several; null for other kinds. */
  readonly crime: string | null
  /** 有期徒刑, 拘役, 管制, 无期徒刑, 死刑, 死刑缓期执行, 免予刑事处罚; null where only a fine is imposed. */
  readonly penalty: string | null
  readonly months: number | null
  readonly probationMonths: number | null
  readonly fine: Amount | null
  /** 剥夺政治权利, as written: 二年, 终身. */
  readonly deprivation: string | null
  /** Sum to be refunded, recovered, confiscated or returned. */
  readonly amount: Amount | null
  readonly evidence: string
  /** In UTF-16 units, in the text that the operative part was found in. */
  readonly offset: number
}

/** Raise it with every change of the rules: the tables are then rebuilt. */
export const sentenceRulesVersion = 1

const START =
  /(?:(?:单独|各|均|分别)?犯(?![^，。；]{0,4}罪所得)([^，。；（）]{2,60}?罪)(?=[，,、；。（]|判处|免|处|，)|决定(?:合并)?执行|(?:宣告)[^，。；]{0,20}无罪|(?<!可能)无罪(?=[；。]|$))/g
const NUMERAL = '[一二两三四五六七八九十\\d]{1,3}'
const LENGTH = `(?:(${NUMERAL})年)?(?:零|又)?(?:(${NUMERAL})个?月)?`
const PENALTY = new RegExp(`(?<!折抵)(?:判处|执行|处)?(有期徒刑|拘役|管制)${LENGTH}`)
const GRAVE: readonly (readonly [string, RegExp])[] = [
  ['死刑缓期执行', /死刑，?(?:缓期|缓刑)[^，。；]{0,6}执行/],
  ['死刑', /(?:判处|处|执行)死刑/],
  ['无期徒刑', /无期徒刑/],
  ['免予刑事处罚', /免予刑事处罚|免除(?:刑事)?处罚/],
]
const PROBATION = new RegExp(`缓刑(?!考验)${LENGTH}`)
const FINE = /罚金/
const DEPRIVED = /剥夺政治权利(终身|[一二三四五六七八九十\d]{1,2}年(?:零?[一二三四五六七八九十\d]{1,2}个月)?)/
const MONEY: readonly (readonly [SentenceKind, RegExp])[] = [
  ['退赔', /责令[^。；]{0,80}?退赔|(?:继续|共同)退赔/],
  ['追缴', /(?<!已|被)追缴/],
  ['没收', /没收(?!其?个人)/],
  ['发还', /(?:发还|返还)(?:给)?(?=[^。；]{0,12}(?:被害|受害|失主|单位|人))/],
]
const ACCUSED = /^(?:(?:各|[二两三四五六七八九])?(?:原审)?(?:上诉人)?被告(?:人|单位)|罪犯)$/
const MOST = 200
const NEAR = 400

/** What a criminal judgment decides, crime by crime. Linear. Source: docs/decisions.md, Criminal judgments. */
export function findSentences(part: OperativePart, parties: readonly Party[]): CriminalSentence[] {
  const find = mentionFinder(parties)
  const found: CriminalSentence[] = []
  let accused: readonly Named[] = []
  for (const { item, text, offset } of part.items) {
    if (/^[^，。；]{0,12}(?:驳回|维持|撤销)/.test(text)) continue
    const mentions = find(text)
    const starts = [...text.matchAll(START)].slice(0, MOST)
    for (const [index, start] of starts.entries()) {
      const from = starts[index - 1]
      const own = accusedBefore(
        text,
        mentions,
        start.index,
        from === undefined ? 0 : from.index + from[0].length,
      )
      if (own.length > 0) accused = own
      const segment = text.slice(
        start.index,
        Math.min(starts[index + 1]?.index ?? text.length, start.index + NEAR),
      )
      found.push({
        ...sentenceOf(start, segment, offset),
        item,
        accused,
        isUnit: isUnit(text, accused, parties),
        evidence: excerpt(text, start.index),
        offset: offset + start.index,
      })
    }
    const end = starts.at(-1)
    found.push(...moneyIn(text, mentions, offset, item, end === undefined ? 0 : end.index))
  }
  return found.slice(0, MOST)
}

/** The last accused named before a place, with those joined to it. */
function accusedBefore(
  text: string,
  mentions: readonly Mention[],
  at: number,
  from: number,
): readonly Named[] {
  const before = mentions.filter(({ start, end }) => start >= from && end <= at)
  const role = before.findLast(({ isName, text: one }) => !isName && ACCUSED.test(one))
  const name =
    before.find(({ isName, start }) => isName && start >= (role?.end ?? 0)) ??
    before.find(({ isName }) => isName)
  const first = name ?? role
  return first === undefined ? [] : group(text, mentions, first)
}

const isUnit = (text: string, accused: readonly Named[], parties: readonly Party[]): boolean =>
  accused.length > 0 &&
  accused.every(({ text: name, keys }) =>
    keys.length > 0
      ? keys.every((key) =>
          parties.some((one) => one.key === key && one.position?.endsWith('被告单位') === true),
        )
      : text.includes(`被告单位${name}`),
  )

type Decided = Omit<CriminalSentence, 'item' | 'accused' | 'isUnit' | 'evidence' | 'offset'>

function sentenceOf(start: RegExpExecArray, segment: string, offset: number): Decided {
  const crime = start[1]?.replace(/^了/, '') ?? null
  const kind = crime !== null ? '罪名' : start[0].startsWith('决定') ? '决定执行' : '无罪'
  const own = segment.slice(0, /（?(?:刑期|缓刑考验)/.exec(segment)?.index)
  const penalty = PENALTY.exec(own)
  const grave = GRAVE.find(([, shape]) => shape.test(own))?.[0]
  const probation = PROBATION.exec(own)
  return {
    kind,
    crime,
    penalty: grave ?? penalty?.[1] ?? null,
    months: grave === undefined && penalty !== null ? monthsOf(penalty[2], penalty[3]) : null,
    probationMonths: probation === null ? null : monthsOf(probation[1], probation[2]),
    fine: fineIn(own, offset + start.index),
    deprivation: DEPRIVED.exec(own)?.[1] ?? null,
    amount: null,
  }
}

function monthsOf(years: string | undefined, months: string | undefined): number | null {
  const [year, month] = [years, months].map((one) =>
    one === undefined ? 0 : parseNumeral(one.replace('两', '二')),
  )
  return year === undefined || month === undefined || year + month === 0 ? null : year * 12 + month
}

function fineIn(segment: string, offset: number): Amount | null {
  const at = FINE.exec(segment)?.index
  if (at === undefined) return null
  const [sum] = findAmounts(segment.slice(at, at + 40))
  return sum === undefined || sum.amount === null || sum.offset > 12
    ? null
    : { ...sum, offset: offset + at + sum.offset }
}

const nothing = {
  crime: null,
  penalty: null,
  months: null,
  probationMonths: null,
  fine: null,
  deprivation: null,
} as const

/** 责令退赔, 追缴, 没收 and 发还 of an item, with the only sum of the sentence. */
function moneyIn(
  text: string,
  mentions: readonly Mention[],
  offset: number,
  item: number,
  from: number,
): CriminalSentence[] {
  const rows: CriminalSentence[] = []
  const sentences = /[^。；]{1,1000}/g
  sentences.lastIndex = from
  for (let match = sentences.exec(text); match !== null && rows.length < MOST; match = sentences.exec(text)) {
    const [sentence] = match
    const [kind, shape] = MONEY.find(([, one]) => one.test(sentence)) ?? []
    const at = shape?.exec(sentence)?.index
    if (kind === undefined || at === undefined || FINE.test(sentence.slice(0, at))) continue
    const sums = findAmounts(sentence)
    const [sum] = sums.length === 1 ? sums : []
    const who = mentions.find(
      (one) => one.start >= match.index && one.end <= match.index + sentence.length && isAccused(text, one),
    )
    rows.push({
      ...nothing,
      kind,
      item,
      accused: who === undefined ? [] : group(text, mentions, who),
      isUnit: who !== undefined && /被告单位$/.test(text.slice(Math.max(0, who.start - 4), who.start)),
      amount:
        sum === undefined || sum.amount === null
          ? null
          : { ...sum, offset: offset + match.index + sum.offset },
      evidence: excerpt(sentence, at),
      offset: offset + match.index + at,
    })
  }
  return rows
}

const isAccused = (text: string, { isName, start, text: name }: Mention): boolean =>
  isName ? /被告(?:人|单位)$/.test(text.slice(Math.max(0, start - 4), start)) : ACCUSED.test(name)
