import { expect, test } from 'vitest'
import { published } from '../support/run.ts'
import { searchFolder } from '../support/search-home.ts'
import { startToolServer } from '../support/tool-server.ts'
import { setUp } from './setting.ts'

const token = 'canary-token-5f1e'
const found = { status: 'success', code: 200, message: '请求成功', data: [{ id: 'a1_577', fgid: 'a1' }] }
const job = `pipeline: statute-watch
searches: [{ keywords: [违约金] }]
rate: { perSecond: unlimited }
exports: []
`

test('run --transport mcp calls the tools, by the name that the job gives one, with key and token, and keeps neither', async () => {
  const server = await startToolServer({
    call: () => ({ content: [{ type: 'text', text: JSON.stringify(found) }] }),
  })
  const { dossier, file, home } = await setUp(`${job}tools: { rh_ft_search: laws }\n`)
  const env = { DOSSIER_BASE_URL: server.url, DOSSIER_BEARER_TOKEN: token }
  const { out, notes } = await dossier(['run', file, '--transport', 'mcp'], env)
  expect(out + notes).not.toContain(token)
  expect(server.sent('tools/call')[0]?.message).toMatchObject({ params: { name: 'laws' } })
  for (const { headers } of server.received)
    expect([headers['x-api-key'], headers.authorization]).toEqual(['test-key', `Bearer ${token}`])
  expect(await published(home, "SELECT outcome FROM calls WHERE step = 'search'")).toEqual([
    { outcome: 'hit' },
  ])
  expect(await searchFolder(home, [token])).toEqual([])
})

test('a token with white space in it is refused, and not told', async () => {
  const { dossier, file } = await setUp(job)
  const { code, notes } = await dossier(['run', file, '--transport', 'mcp'], {
    DOSSIER_BEARER_TOKEN: `${token} x`,
  })
  expect([code, notes.includes(token)]).toEqual([5, false])
  expect(notes).toMatch(/DOSSIER_BEARER_TOKEN holds white space .*expected the token and nothing else/)
})

test('doctor --transport mcp lists what each entry offers, and says what to do where a tool is called something else', async () => {
  const server = await startToolServer({ call: () => ({}), tools: ['svc_rh_ft_search', 'cases'] })
  const { dossier } = await setUp(job)
  const { out } = await dossier(['doctor', '--transport', 'mcp', '--json'], { DOSSIER_BASE_URL: server.url })
  const diagnoses = JSON.parse(out) as { check: string }[]
  expect(diagnoses.filter(({ check }) => check.startsWith('svc-'))).toEqual([
    {
      check: 'svc-case',
      state: 'problem',
      found:
        '/mcp/case/stream has no svc_case_vector_search, svc_rh_case_details, but svc_rh_ft_search, cases',
      todo: 'say in the job what it is called: tools: { case_vector_search: NAME, rh_case_details: NAME }',
    },
    { check: 'svc-law', state: 'ok', found: '/mcp/law/stream has svc_rh_ft_search', todo: '' },
    expect.objectContaining({ check: 'svc-company', state: 'problem' }),
  ])
  expect([server.sent('tools/call').length, server.sessions()]).toEqual([0, 0])
})
