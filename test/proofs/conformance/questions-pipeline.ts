import { z } from 'zod'
import { operations } from '../../../src/contract/operations.ts'
import { commonJob } from '../../../src/run/job/schema.ts'
import { definePipeline, type Pipeline, step } from '../../../src/run/pipeline.ts'
import type { Sql } from '../../../src/run/select.ts'
import { type Question, questions } from './questions.ts'

const quoted = (value: unknown): string =>
  `'${(typeof value === 'string' ? value : JSON.stringify(value)).replaceAll("'", "''")}'`

const literal = (value: unknown): string =>
  typeof value === 'number' || typeof value === 'boolean' ? String(value) : quoted(value)

const selectOf = (params: Question['params']): Sql => {
  const columns = Object.entries(params).map(([name, value]) => `${literal(value)} AS ${name}`)
  return { parts: [`SELECT ${columns.join(', ')}`] }
}

/** Asks every question that the service answers and the contract allows, each in a step of its own: what a mirror of the run was asked. */
export const questionsPipeline: Pipeline = definePipeline({
  name: 'questions',
  meaning: 'the questions of the conformance suite',
  job: z.strictObject(commonJob),
  inputs: async function* () {},
  variables: () => ({}),
  steps: questions
    .filter(({ outcome }) => outcome === 'hit' || outcome === 'empty')
    // A pipeline asks nothing that is out of bounds: those are answered from what the others brought.
    .filter(({ operation, params }) => operations[operation].params.safeParse(params).success)
    .map(({ operation, params }, at) =>
      step(`question-${at}`, operation, selectOf(params), { freshFor: 'run' }),
    ),
})
