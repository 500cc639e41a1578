import { parseNumeral } from './numerals.ts'

/** A rate as a text states it. */
export type Rate = {
  readonly text: string
  /** What it follows: the loan prime rate, the central bank's loan or deposit rate, the contract; null for a figure. */
  readonly benchmark: 'LPR' | '贷款基准利率' | '存款利率' | '约定利率' | null
  /** Times the benchmark: 1 where the text adds nothing, 1.5 for 上浮50%; null where that is not certain. */
  readonly multiple: number | null
  /** In per cent of the base a `period`; null beside a benchmark. */
  readonly percent: number | null
  readonly period: 'year' | 'month' | 'day' | null
}

const NUMBER = '(\\d{1,3}(?:\\.\\d{1,6})?)'
const PERIODS = { 年: 'year', 月: 'month', 日: 'day', 天: 'day' } as const
const SHAPES = [
  new RegExp(
    `(?:每|按)?(年|月|日|天)(?:化)?(?:利率|利息|息)?(?:的)?(?:标准)?(?:为|按|按照)?\\s?${NUMBER}\\s?([%％‰])`,
  ),
  new RegExp(`${NUMBER}\\s?([%％‰])\\s?[/／]\\s?(年|月|日|天)`),
  /(?:每|按)?(年|月|日|天)(?:利率|利息|息)?(?:的)?(?:标准)?(?:为|按|按照)?\s?(百|千|万)分之([一二三四五六七八九十]{1,3}|\d{1,2}(?:\.\d{1,2})?)/,
  /(月)(?:利率|利息|息)(?:为|按)?\s?([一二三四五六七八九]|\d(?:\.\d{1,2})?)分/,
] as const
const BENCHMARKS: readonly (readonly [Exclude<Rate['benchmark'], null>, RegExp])[] = [
  ['LPR', /(?:贷款市场报价利率|LPR)(?:[（(][^（）()]{1,20}[)）])?/i],
  ['存款利率', /(?:(?:中国)?人民)?(?:银行|同期)[^，。；（）]{0,24}存款(?:基准)?利率/],
  [
    '贷款基准利率',
    /(?:(?:中国)?人民)?(?:银行|同期)[^，。；（）]{0,30}(?:贷款|借款)(?:的)?(?:基准)?利率|基准利率/,
  ],
  ['约定利率', /约定的?[^，。；（）]{0,16}(?:利率|标准|方式)|合同利率/],
]
const TIMES = /^[^，。；（）]{0,8}?(\d{1,2}(?:\.\d{1,2})?|[一二两三四五六七八九])(?:\.\d)?倍/
const RAISED = /^[^，。；（）]{0,10}?(?:上浮|加计|加收|加付|增加)\s?(\d{1,3})\s?[%％]/
const CHANGED = /[%％倍成折]|分之|一半|下浮|加点|基点|减/

/** The rate that a passage states first; null where it states none. Linear. */
export function findRate(passage: string): Rate | null {
  const benchmark = benchmarkIn(passage)
  const figure = figureIn(passage)
  if (benchmark === null) return figure?.rate ?? null
  return figure !== null && figure.at < benchmark.at ? figure.rate : benchmark.rate
}

type Found = { readonly rate: Rate; readonly at: number }

function benchmarkIn(passage: string): Found | null {
  for (const [benchmark, shape] of BENCHMARKS) {
    const found = shape.exec(passage)
    if (found === null) continue
    const behind = passage.slice(found.index + found[0].length, found.index + found[0].length + 30)
    const [words, multiple] = multipleOf(behind)
    return {
      rate: { text: found[0] + words, benchmark, multiple, percent: null, period: null },
      at: found.index,
    }
  }
  return null
}

function multipleOf(behind: string): readonly [words: string, multiple: number | null] {
  const times = TIMES.exec(behind)
  const count = times?.[1] === undefined ? undefined : numberOf(times[1])
  if (times !== null && count !== undefined) return [times[0], count]
  const raised = RAISED.exec(behind)
  if (raised?.[1] !== undefined) return [raised[0], (100 + Number(raised[1])) / 100]
  return ['', CHANGED.test(behind) ? null : 1]
}

const numberOf = (text: string): number | undefined =>
  /^\d/.test(text) ? Number(text) : parseNumeral(text.replace('两', '二'))

function figureIn(passage: string): Found | null {
  const [first, second, third, fourth] = SHAPES.map((shape) => shape.exec(passage))
  if (first != null) return figure(first, first[1], Number(first[2]) * (first[3] === '‰' ? 0.1 : 1))
  if (second != null) return figure(second, second[3], Number(second[1]) * (second[2] === '‰' ? 0.1 : 1))
  const share = third?.[3] === undefined ? undefined : numberOf(third[3])
  if (third != null && share !== undefined)
    return figure(third, third[1], share / { 百: 1, 千: 10, 万: 100 }[third[2] as '百' | '千' | '万'])
  const parts = fourth?.[2] === undefined ? undefined : numberOf(fourth[2])
  return fourth != null && parts !== undefined ? figure(fourth, fourth[1], parts) : null
}

/** Six decimals are more than any rate has: they only undo what binary fractions add. */
const figure = (found: RegExpExecArray, period: string | undefined, percent: number): Found => ({
  rate: {
    text: found[0],
    benchmark: null,
    multiple: null,
    percent: Number(percent.toFixed(6)),
    period: PERIODS[period as keyof typeof PERIODS] ?? null,
  },
  at: found.index,
})
