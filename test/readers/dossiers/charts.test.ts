import { expect, test } from 'vitest'
import { drawBars } from '../../../src/readers/dossiers/charts.ts'

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
