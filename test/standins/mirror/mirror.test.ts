import { cp, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { classify } from '../../../src/contract/classify.ts'
import { type OperationName, operations } from '../../../src/contract/operations.ts'
import type { JsonObject } from '../../../src/contract/values.ts'
import { homeAt } from '../../../src/run/home/home.ts'
import { publishFile } from '../../../src/warehouse/warehouse.ts'
import { cli } from '../../support/cli.ts'
import { temporaryFolder, whenAllOver } from '../../support/folder.ts'
import { serveMirror } from '../../support/mirror.ts'
import { article, civilCode, enterprise, judgment, listed } from '../../support/records.ts'
import { apiKey, runHere, serveCorpus, writeCorpus } from '../../support/run.ts'
import { giveEmptyTables } from '../../support/tables.ts'
import { asking } from '../service/served.ts'

const uscc = '91110108MA0074PN30'
const [first, second] = ['甲建设工程有限公司', '乙贸易有限公司']
const documents = Array.from({ length: 32 }, (_, n) => `d${n + 1}`)
const precise = { 金额: 12.5, 编号: ['1', null], 说明: { 甲: true } }
const files = {
  enterprises: [
    { ...enterprise('e1', first, uscc), 曾用名: '甲工程队', 扩展: precise },
    enterprise('e2', second),
    enterprise('e3', '丙未采集有限公司', '91110108MA0000003N'),
  ],
  'enterprise-documents': documents.map((id) => listed('e1', id)),
  // The last is in neither library.
  cases: documents.slice(0, -1).map((id, n) =>
    judgment(id, {
      扩展: precise,
      content: `出卖人主张逾期付款违约金，买受人认为第${n}期货款的质量不合格。依照《中华人民共和国民法典》第五百七十七条的规定，判决如下。`,
    }),
  ),
  statutes: [...civilCode, article('a2', '中华人民共和国劳动法', 3, '第三条')],
}
const job = `pipeline: enterprise-due-diligence
enterprises: [{ name: ${first} }, { name: ${second} }, { name: 没有这家公司 }]
rate: { perSecond: unlimited }
exports: []
`

let home = ''
let source = ''
let mirror = ''
const whenOver = whenAllOver()
beforeAll(async () => {
  const folder = await temporaryFolder(whenOver)
  home = join(folder, 'home')
  source = (await serveCorpus(await writeCorpus(join(folder, 'corpus'), files), {}, whenOver)).url
  await runHere({ home, job, url: source })
  mirror = (await serveMirror(home, whenOver)).url
}, 300_000)

test('its description has the status of what was not collected', async () => {
  const response = await fetch(`${mirror}/openapi.json`, { headers: { 'x-api-key': apiKey } })
  const { paths } = (await response.json()) as {
    paths: Record<string, Record<string, { responses: object }>>
  }
  for (const item of Object.values(paths))
    for (const { responses } of Object.values(item)) expect(Object.keys(responses)).toContain('424')
})

/** An answer as it came over HTTP, and how a mirror says that it came by it. */
async function ask(url: string, name: OperationName, params: object) {
  const [path, init] = asking(name, params)
  const response = await fetch(url + path, { ...init, headers: { ...init.headers, 'x-api-key': apiKey } })
  const { status, headers } = response
  const text = await response.text()
  return { status, origin: headers.get('x-dossier-mirror'), text, body: JSON.parse(text) as JsonObject }
}

/** What the mirror and the source answer. */
async function both(name: OperationName, params: object) {
  return { mirrored: await ask(mirror, name, params), given: await ask(source, name, params) }
}

const notCollected = { status: 424, origin: null }
const outcomeOf = (name: OperationName, { status, body }: { status: number; body: unknown }) =>
  classify(operations[name], status, body)

describe('a question that was asked', () => {
  test.each<[OperationName, object]>([
    ['rh_enterpriseSearch', { name: first }],
    ['rh_enterpriseSearch', { name: '没有这家公司' }],
    ['rh_company_info', { name: first, num: 2 }],
    ['rh_enterpriseWritList', { id: 'e1', pageNo: 2 }],
    ['rh_enterpriseWritList', { id: 'e1' }],
    ['rh_case_details', { id: 'd7', type: 'ptal' }],
    ['rh_case_details', { id: 'd32', type: 'qwal' }],
  ])('%s %o is answered with the very bytes of the source', async (name, params) => {
    const { mirrored, given } = await both(name, params)
    expect(mirrored).toEqual({ ...given, origin: 'recorded' })
  })

  test('a verified absence stays one', async () => {
    const answer = await ask(mirror, 'rh_case_details', { id: 'd32', type: 'ptal' })
    expect(outcomeOf('rh_case_details', answer)).toMatchObject({
      outcome: 'empty',
      message: '未查询到相关内容',
    })
  })
})

/** How much an article is worth depends on what other articles there are. */
const unscored = (text: string): unknown =>
  JSON.parse(text, (name, value) => (name === '_score' ? undefined : value))

describe('a question that was never asked', () => {
  test.each<[OperationName, object]>([
    ['rh_case_details', { ah: '(2023)京0105民初7号', type: 'ptal' }],
    ['rh_company_info', { name: first, num: 7 }],
    ['rh_enterpriseSearch', { name: '工程' }],
    ['rh_enterpriseWritList', { tyshxydm: uscc, pageNo: 2 }],
    ['rh_enterpriseWritList', { id: 'e1', pageNo: 9 }],
    ['rh_ft_search', { keyword: '第五百七十七条', fgmc: '民法典' }],
    ['case_vector_search', { query: '买受人逾期付款违约金', return_num: 3 }],
    ['case_vector_search', { query: '货款 质量', wenshu_filter: { cj: '基层', ja_start: '2020-01-01' } }],
  ])(
    '%s %o is answered from the records held, member by member as the source would',
    async (name, params) => {
      const { mirrored, given } = await both(name, params)
      const origin = name === 'case_vector_search' ? 'similarity' : 'held'
      expect({ origin: mirrored.origin, body: unscored(mirrored.text) }).toEqual({
        origin,
        body: unscored(given.text),
      })
    },
  )

  test.each<[OperationName, object]>([
    ['rh_case_details', { id: 'unknown', type: 'ptal' }],
    ['rh_case_details', { id: 'd7', type: 'qwal' }],
    ['rh_company_info', { name: '丙未采集有限公司' }],
    ['rh_enterpriseSearch', { name: '丙未采集' }],
    ['rh_enterpriseWritList', { id: 'e3' }],
    ['rh_ft_search', { keyword: '第三条', fgmc: '劳动法' }],
    ['rh_ft_search', { keyword: '第五百七十七条 第三条', search_mode: 'OR' }],
    ['case_vector_search', { query: '外星' }],
  ])('%s %o of which nothing is held is not collected: a failure, never an absence', async (name, params) => {
    const answer = await ask(mirror, name, params)
    expect(answer).toMatchObject(notCollected)
    expect(outcomeOf(name, answer)).toMatchObject({ outcome: 'failed', failure: 'unknown-code', code: 424 })
    // The tools have no status of their own.
    expect(outcomeOf(name, { ...answer, status: 200 })).toMatchObject({
      outcome: 'failed',
      failure: 'unknown-code',
    })
  })

  test.each<[OperationName, object]>([
    ['rh_case_details', { type: 'ptal' }],
    ['rh_case_details', { id: 'd7', type: 'other' }],
    ['rh_ft_search', {}],
    ['rh_ft_search', { keyword: ' ' }],
    ['rh_company_info', { name: '' }],
    ['rh_enterpriseSearch', {}],
    ['rh_enterpriseWritList', { pageNo: 1 }],
    ['case_vector_search', { return_num: 3 }],
  ])('%s %o is refused as the source refuses it', async (name, params) => {
    const { mirrored, given } = await both(name, params)
    expect(mirrored).toEqual(given)
  })
})

/** A home as the run of all tests left it, to be changed. */
async function copyOfHome(): Promise<string> {
  const own = join(await temporaryFolder(), 'home')
  await cp(home, own, { recursive: true, verbatimSymlinks: true })
  return own
}

describe('what changes while it is served', () => {
  test('what is published later is served from then on', async () => {
    const own = await copyOfHome()
    const { state, published } = homeAt(own)
    await giveEmptyTables(published)
    const { url, told } = await serveMirror(own)
    const asked = () => ask(url, 'rh_case_details', { id: 'd7', type: 'ptal' })
    expect(await asked()).toMatchObject(notCollected)
    await publishFile(state.warehouse, published)
    await expect.poll(async () => (await asked()).origin, { timeout: 120_000 }).toBe('recorded')
    expect(told).toEqual([])
  }, 300_000)

  test('while something is being forgotten nothing is served, and 503 says so', async () => {
    const own = await copyOfHome()
    const { url } = await serveMirror(own)
    const { tombstones } = homeAt(own).state
    const told = (purging: object | null) =>
      writeFile(`${tombstones}.new`, JSON.stringify({ version: 1, tombstones: [], purging })).then(() =>
        rename(`${tombstones}.new`, tombstones),
      )
    const status = async () => (await ask(url, 'rh_case_details', { id: 'd7', type: 'ptal' })).status
    expect(await status()).toBe(200)
    await told({ callKeys: [] })
    expect(await status()).toBe(503)
    await told(null)
    await expect.poll(status, { timeout: 120_000 }).toBe(200)
  }, 300_000)

  test('what was forgotten does not come back', async () => {
    const own = await copyOfHome()
    const { url } = await serveMirror(own)
    const forgotten = await cli(['forget', '--enterprise', 'e1', '--yes'], { DOSSIER_HOME: own })
    expect(forgotten).toMatchObject({ code: 0 })
    const asked: [OperationName, object][] = [
      ['rh_company_info', { name: first, num: 2 }],
      ['rh_company_info', { name: first }],
      ['rh_enterpriseSearch', { name: '工程' }],
      ['rh_enterpriseWritList', { id: 'e1' }],
      ['rh_enterpriseWritList', { tyshxydm: uscc }],
      ['rh_case_details', { id: 'd7', type: 'ptal' }],
      ['case_vector_search', { query: '买受人逾期付款违约金' }],
    ]
    const texts: string[] = []
    for (const [name, params] of asked) {
      await expect.poll(async () => (await ask(url, name, params)).status, { timeout: 120_000 }).toBe(424)
      texts.push((await ask(url, name, params)).text)
    }
    expect(texts.filter((text) => text.includes(first) || text.includes(uscc))).toEqual([])
    expect((await ask(url, 'rh_company_info', { name: second })).origin).toBe('recorded')
  }, 300_000)
})
