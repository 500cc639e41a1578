import { beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../../../src/calls/client/client.ts'
import type { Answer } from '../../../src/calls/client/exchange.ts'
import { classify } from '../../../src/contract/classify.ts'
import { operationNames, operations } from '../../../src/contract/operations.ts'
import { temporaryFolder, whenAllOver } from '../../support/folder.ts'
import { questions } from './questions.ts'
import { targets, ways } from './targets.ts'

test('every operation is asked for a hit, an absence and a refusal', () => {
  for (const name of operationNames) {
    const outcomes = questions.filter(({ operation }) => operation === name).map(({ outcome }) => outcome)
    expect([name, ...new Set(outcomes)]).toEqual(expect.arrayContaining([name, 'hit', 'empty', 'rejected']))
  }
})

describe.each(targets)('asked over HTTP and over the tools, $name', ({ start }) => {
  const clients = {} as Record<keyof typeof ways, Client>

  const whenOver = whenAllOver()
  beforeAll(async () => {
    const url = await start(await temporaryFolder(whenOver), whenOver)
    Object.assign(clients, { HTTP: ways.HTTP(url), tools: ways.tools(url) })
    whenOver(async () => {
      for (const client of Object.values(clients)) await client[Symbol.asyncDispose]()
    })
  })

  test.each(questions)('$operation answers $about the same', async ({ operation, params, outcome }) => {
    const overHttp = await clients.HTTP.call({ operation, params })
    const overTools = await clients.tools.call({ operation, params })
    expect(told(overTools)).toEqual(told(overHttp))
    expect(classify(operations[operation], overTools.httpStatus, overTools.value).outcome).toBe(outcome)
    // Members that the contract does not list count as well, and so does each digit.
    expect(String(overTools.body)).toBe(String(overHttp.body))
  })
})

/** All that an answer says, but for when it came. */
const told = ({ httpStatus, isJson, value }: Answer) => ({ httpStatus, isJson, value })
