import { expect, test } from 'vitest'
import { z } from 'zod'
import { commonJob } from '../../src/run/job/schema.ts'
import { definePipeline, type Pipeline, step } from '../../src/run/pipeline.ts'
import { sql } from '../../src/run/select.ts'

const select = sql`SELECT '违约金' AS keyword`
const search = step('search', 'rh_ft_search', select, { freshFor: 'run' })

const defined = (parts: Partial<Pick<Pipeline, 'steps' | 'checks'>>) => () =>
  definePipeline({
    name: 'own',
    meaning: 'a pipeline of one',
    job: z.strictObject(commonJob),
    inputs: async function* () {},
    variables: () => ({}),
    steps: [search],
    ...parts,
  })

test('a pipeline is itself once it is sound', () => {
  expect(defined({})()).toMatchObject({ name: 'own', steps: [{ name: 'search', operation: 'rh_ft_search' }] })
})

const early = step('early', 'rh_ft_search', select, { freshFor: 'run', after: 'search' })
const odd = { ...search, operation: 'rh_everything' as 'rh_ft_search' }
const soon = { ...search, freshFor: 'soon' as 'run' }
const check = { after: 'details', select: sql`SELECT 'x' AS message`, stops: () => true }

test.each<readonly [string, Parameters<typeof defined>[0], string]>([
  ['two steps of one name', { steps: [search, search] }, 'pipeline own: two steps are named search'],
  ['no time', { steps: [soon] }, 'step search is fresh for soon; expected forever, run or a duration'],
  ['a wait for a later step', { steps: [early, search] }, 'step early waits for search, which is no earlier'],
  ['no operation', { steps: [odd] }, 'step search calls rh_everything; expected one of case_vector_search,'],
  ['a check behind no step', { checks: [check] }, 'own: a check stands after details, which is no step'],
])('a pipeline with %s is refused', (_, parts, problem) => {
  expect(defined(parts)).toThrow(problem)
})
