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

test('two steps of one name are refused', () => {
  expect(defined({ steps: [search, search] })).toThrow('pipeline own: two steps are named search')
})

test('a step that waits for a later one, or for none, is refused', () => {
  const early = step('early', 'rh_ft_search', select, { freshFor: 'run', after: 'search' })
  expect(defined({ steps: [early, search] })).toThrow('step early waits for search, which is no earlier step')
})

test('a step without an operation of the service is refused', () => {
  const odd = { ...search, operation: 'rh_everything' as 'rh_ft_search' }
  expect(defined({ steps: [odd] })).toThrow(
    'step search calls rh_everything; expected one of case_vector_search,',
  )
})

test('a check behind no step is refused', () => {
  const check = { after: 'details', select: sql`SELECT 'x' AS message`, stops: () => true }
  expect(defined({ checks: [check] })).toThrow('pipeline own: a check stands after details, which is no step')
})
