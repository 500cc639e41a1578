import { expect, test } from 'vitest'
import { classify } from '../../src/contract/classify.ts'
import { operations } from '../../src/contract/operations.ts'
import { toolServers } from '../../src/contract/tools.ts'

test('section 4.7: three entries with two tools, one and three', () => {
  const said = toolServers.map(({ server, path, tools }) => [server, path, ...tools.map(({ name }) => name)])
  expect(said).toEqual([
    ['svc-case', '/mcp/case/stream', 'svc_case_vector_search', 'svc_rh_case_details'],
    ['svc-law', '/mcp/law/stream', 'svc_rh_ft_search'],
    [
      ...['svc-company', '/mcp/company/stream', 'svc_rh_enterpriseWritList'],
      ...['svc_rh_enterpriseSearch', 'svc_rh_company_info'],
    ],
  ])
  for (const { name, operation } of toolServers.flatMap(({ tools }) => tools))
    expect(name).toBe(`svc_${operation}`)
})

const error = (code: unknown, message: unknown) => ({ jsonrpc: '2.0', error: { code, message } })
const failedTool = (text: string) => ({ content: [{ type: 'text', text }], isError: true })

test.each([
  [error(-32602, 'Tool svc_x not found'), 'failed', 'unknown-code'],
  [error(-32602, 'Unknown tool: svc_x'), 'failed', 'unknown-code'],
  [error(-32602, 'Invalid arguments: keyword is required'), 'rejected', null],
  [error(-32601, 'Method not found'), 'failed', 'unknown-code'],
  [error(-32600, 'Invalid Request'), 'failed', 'unknown-code'],
  [error(-32700, 'Parse error'), 'failed', 'unknown-code'],
  [error(-32603, 'Internal error'), 'failed', 'service'],
  [error(-32001, 'Request timed out'), 'failed', 'service'],
  [error(-32000, 'Server error'), 'failed', 'service'],
  [error(503, 'upstream'), 'failed', 'service'],
  [error(401, 'x'), 'unauthorised', null],
  [error(402, 'x'), 'failed', 'quota'],
  [error(429, 'x'), 'failed', 'rate'],
  [error(-32000, 'Rate limit exceeded'), 'failed', 'rate'],
  [error(-32000, '余额不足'), 'failed', 'quota'],
  [error('none', 7), 'failed', 'unknown-code'],
  [failedTool('MCP error -32602: Tool svc_x not found'), 'failed', 'unknown-code'],
  [failedTool('MCP error -32602: Input validation error'), 'rejected', null],
  [failedTool('Error executing tool: connection refused'), 'failed', 'service'],
  [failedTool('请求过于频繁，请稍后再试'), 'failed', 'rate'],
])('%j is %s, %s', (body, outcome, failure) => {
  for (const operation of [operations.rh_ft_search, operations.case_vector_search])
    expect(classify(operation, 200, body)).toMatchObject({ outcome, failure })
})

test('an error of the tool protocol is told with its code and words', () => {
  expect(classify(operations.rh_ft_search, 200, error(-32603, 'Internal error'))).toEqual({
    outcome: 'failed',
    failure: 'service',
    code: -32603,
    message: 'Internal error',
  })
})

test.each([
  [500, 'failed', 'service'],
  [400, 'rejected', null],
  [401, 'unauthorised', null],
  [307, 'failed', 'redirect'],
  [429, 'failed', 'rate'],
])('the status that it came with goes first: HTTP %d', (httpStatus, outcome, failure) => {
  expect(classify(operations.rh_ft_search, httpStatus, error(-32602, 'Invalid arguments'))).toMatchObject({
    outcome,
    failure,
  })
})
