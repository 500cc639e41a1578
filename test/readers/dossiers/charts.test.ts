import { expect, test } from 'vitest'
import { drawBars, drawTimeline } from '../../../src/readers/dossiers/charts.ts'

const series = (name: string, counts: readonly number[]) => ({ name, colour: `#${name}`, counts })

test('bars are as long as their counts, in words and figures too, without kinds that have none', () => {
  const chart = {
    title: 'By <cause>',
    categories: ['sale', 'lease', 'none'],
    series: [series('won', [3, 0, 0]), series('lost', [1, 2, 0]), series('other', [0, 0, 0])],
  }
  const { markup } = drawBars(chart)
  expect(markup).toContain('aria-label="By &lt;cause&gt;: sale won 3, lost 1; lease lost 2; none "')
  const drawn = [...markup.matchAll(/<rect x="([\d.]+)" width="([\d.]+)" height="10" fill="(#\w+)"/g)].slice(
    2,
  )
  expect(drawn.map(([, ...rectangle]) => rectangle)).toEqual([
    ['0', '75', '#won'],
    ['75', '25', '#lost'],
    ['0', '50', '#lost'],
  ])
  expect([...markup.matchAll(/<\/svg><span>(\d+)<\/span>/g)].map(([, sum]) => sum)).toEqual(['4', '2', '0'])
  expect(markup).not.toContain('other')
  expect(drawBars(chart).markup).toBe(markup)
})

test('a time line goes from the first year to the last, with a mark a day that tells stages without colour', () => {
  const stages = ['first', 'appeal'].map((name) => ({ name, label: `the ${name}`, colour: '#000' }))
  const points = [
    { day: '2020-01-01', stage: 'first' },
    { day: '2021-12-31', stage: 'appeal' },
  ]
  const { markup } = drawTimeline({ title: 'Disputes', tracks: [{ name: '(2020) 1', points }], stages })
  expect(markup).toContain('aria-label="Disputes: (2020) 1 2020-01-01 the first, 2021-12-31 the appeal"')
  const [line, ...marks] = [
    ...markup.slice(markup.indexOf('class="bars"')).matchAll(/d="M([\d.]+) 5H([\d.]+)".*?linecap="(\w+)"/g),
  ].map(([, from, to, cap]) => [from, to, cap])
  expect(line).toEqual(['0', '99.7', 'butt'])
  expect(marks).toEqual([
    ['0', '0', 'round'],
    ['99.7', '99.7', 'square'],
  ])
  expect(markup).toContain('<span>2020</span><span>2022</span>')
})
