import { expect, test } from 'vitest'
import { drawBars } from '../../../src/readers/dossiers/charts.ts'

const kinds = ['won', 'lost', 'other']
const bar = (name: string, ...counts: readonly number[]) => ({
  name,
  parts: kinds.map((kind, at) => ({ name: kind, colour: `#${kind}`, count: counts[at] ?? 0 })),
})

test('bars are as long as their counts, in words and figures too, without kinds that have none', () => {
  const bars = [bar('sale', 3, 1), bar('lease', 0, 2), bar('none')]
  const { markup } = drawBars('By <cause>', bars)
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
  expect(drawBars('By <cause>', bars).markup).toBe(markup)
})
