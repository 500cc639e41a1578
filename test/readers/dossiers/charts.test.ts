import { describe, expect, test } from 'vitest'
import { type BarChart, lyingBars, standingBars } from '../../../src/readers/dossiers/charts/bars.ts'
import { drawTimeline, type Timeline } from '../../../src/readers/dossiers/charts/timeline.ts'
import type { Html } from '../../../src/readers/dossiers/html.ts'
import { diceOf, testSeed } from '../../support/dice.ts'
import { echartsLyingBars, echartsStandingBars, echartsTimeline } from '../../support/echarts.ts'
import { sizeOf } from '../../support/forms.ts'

const drawing = ({ markup }: Html): string =>
  (/<svg role="img"[\s\S]*?<\/svg>/.exec(markup)?.[0] ?? '').replace(/ role="img" aria-label="[^"]*"/, '')

const seed = testSeed()
const charts = sizeOf('DOSSIER_TEST_CHARTS', { short: 20, long: 60 })
process.stdout.write(`charts: DOSSIER_TEST_SEED=${seed}\n`)

type Random = () => number
const upTo = (random: Random, most: number): number => Math.floor(random() * (most + 1))
const listOf = <T>(length: number, make: (at: number) => T): T[] =>
  Array.from({ length }, (_, at) => make(at))

const pieces = [
  '买卖合同纠纷',
  '上海',
  '（2020）京01民初12号',
  'Ltd. & Co',
  '<b>',
  '"',
  '\u202e',
  ' ',
  '……',
  'é',
  '𠮷',
  'i',
]
const nameOf = (random: Random): string =>
  listOf(1 + upTo(random, 6), () => pieces[upTo(random, pieces.length - 1)]).join('')

function barsOf(random: Random, categories: readonly string[]): BarChart {
  const most = [1, 2, 9, 40, 999, 90_000][upTo(random, 5)] ?? 1
  const series = listOf(1 + upTo(random, 4), (at) => ({
    name: `series ${at}`,
    colour: `#00000${at}`,
    counts: categories.map(() => (random() < 0.4 ? 0 : upTo(random, most))),
  }))
  return { title: 'title', categories, series }
}

const yearsFrom = (first: number, count: number): string[] => listOf(count, (at) => String(first + at))

function timelineOf(random: Random): Timeline {
  const stages = ['first instance', 'appeal', 'enforcement']
  const span = 1 + upTo(random, 40)
  const day = (): string =>
    new Date(Date.UTC(1985 + upTo(random, span), upTo(random, 11), 1 + upTo(random, 27)))
      .toISOString()
      .slice(0, 10)
  const tracks = listOf(1 + upTo(random, 11), () => ({
    name: random() < 0.1 ? '' : nameOf(random),
    points: listOf(1 + upTo(random, 4), () => ({ day: day(), stage: stages[upTo(random, 2)] ?? '' })),
  }))
  return {
    title: 'title',
    tracks,
    stages: stages.map((name, at) => ({ name, label: name, colour: `#00000${at}` })),
  }
}

describe('charts are drawn as ECharts draws them, to the byte', () => {
  test('bars that lie', () => {
    for (let at = 0; at < charts; at += 1) {
      const random = diceOf(seed, 'lying', at)
      const chart = barsOf(
        random,
        listOf(1 + upTo(random, 11), () => nameOf(random)),
      )
      expect(drawing(lyingBars(chart)), `chart ${at}`).toBe(echartsLyingBars(chart))
    }
  })

  test('bars that stand', () => {
    for (let at = 0; at < charts; at += 1) {
      const random = diceOf(seed, 'standing', at)
      const chart = barsOf(random, yearsFrom(1980 + upTo(random, 30), 1 + upTo(random, 40)))
      expect(drawing(standingBars(chart)), `chart ${at}`).toBe(echartsStandingBars(chart))
    }
  })

  test('timelines', () => {
    for (let at = 0; at < charts; at += 1) {
      const timeline = timelineOf(diceOf(seed, 'timeline', at))
      expect(drawing(drawTimeline(timeline)), `chart ${at}`).toBe(echartsTimeline(timeline))
    }
  })
})
