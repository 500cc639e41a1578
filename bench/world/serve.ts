import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { operations } from '../../src/contract/operations.ts'
import { grouped } from '../../src/standins/service/corpus/records.ts'
import {
  type Asked,
  documentId,
  documentsOf,
  enterpriseId,
  enterpriseOf,
  pagesOf,
  type Request,
  type WorldSpec,
} from './spec.ts'
import {
  type Article,
  articlesIn,
  type DocumentTemplate,
  type EnterpriseTemplate,
  enterpriseTemplates,
  filled,
} from './templates.ts'

/** Bodies of answers: lists of all enterprises are rendered before the first request, full texts are filled in at each. */
type World = (url: string, body: string) => string

interface Content {
  readonly enterprises: readonly EnterpriseTemplate[]
  readonly articles: readonly Article[]
}

const success = (data: string): string =>
  `{"status":"success","code":200,"message":"请求成功","data":${data}}`
const nothing = '{"status":"success","code":200,"message":"未查询到相关内容","data":null}'
const unknown = '{"status":"notFound","code":404,"message":"未找到","data":null}'

/** The operations that a job of the bench needs: lists, records of enterprises, full texts by id, articles by label. */
function worldOf(spec: WorldSpec, content: Content): World {
  const lists = numbersTo(spec.enterprises).map((enterprise) => pages(spec, content, enterprise))
  const numbers = new Map(lists.map((_, enterprise) => [nameOf(content, enterprise), enterprise]))
  const places = placesOf(spec)
  const articles = articleSearch(content.articles)
  const answers: Readonly<Record<string, (query: URLSearchParams, body: string) => string>> = {
    [operations.rh_enterpriseWritList.path]: (query) =>
      lists[enterpriseOf(query.get('id') ?? '')]?.[Number(query.get('pageNo') ?? 1) - 1] ?? unknown,
    [operations.rh_case_details.path]: (query) =>
      query.get('type') === 'ptal' ? fullText(spec, content, places.get(query.get('id') ?? '')) : nothing,
    [operations.rh_company_info.path]: (query) =>
      record(content, numbers.get(query.get('name') ?? '')) ?? unknown,
    [operations.rh_ft_search.path]: (_, body) => articles(body),
  }
  return (url, body) => {
    const [path = '', query = ''] = url.split('?', 2)
    const answer = answers[path]
    if (answer === undefined) throw new Error(`bench: the world knows no ${path}`)
    return answer(new URLSearchParams(query), body)
  }
}

const templateOf = ({ enterprises }: Content, enterprise: number): EnterpriseTemplate =>
  present(enterprises[enterprise % enterprises.length], 'an enterprise with documents in the sample corpus')

const documentOf = (content: Content, enterprise: number, number: number): DocumentTemplate => {
  const { documents } = templateOf(content, enterprise)
  return present(documents[number % documents.length], 'a document of the sample corpus')
}

/** Enterprises of one template are distinguished by a word before the name. */
const nameOf = (content: Content, enterprise: number): string =>
  [...String(enterprise)].map((digit) => '甲乙丙丁戊己庚辛壬癸'[Number(digit)]).join('') +
  templateOf(content, enterprise).name

/** Numbers of cases are those of the templates but for their last digits, which are the document's own. */
function fillings(spec: WorldSpec, content: Content, enterprise: number, number: number): readonly string[] {
  const { caseNumber } = documentOf(content, enterprise, number)
  const running = (enterprise === 0 ? 0 : (spec.giant ?? 0) + enterprise * spec.documents) + number + 1
  return [
    nameOf(content, enterprise),
    documentId(enterprise, number),
    caseNumber.replace(/\d+号$/u, `${running}号`),
  ]
}

/** All pages of an enterprise's list. What came since stands first. */
function pages(spec: WorldSpec, content: Content, enterprise: number): readonly string[] {
  const [total, last] = [documentsOf(spec, enterprise), pagesOf(spec, enterprise)]
  const numbers = numbersTo(total)
  if (enterprise < (spec.added ?? 0)) numbers.unshift(...numbers.splice(-1))
  return Array.from({ length: last }, (_, index) => {
    const head = {
      id: enterpriseId(enterprise),
      name: nameOf(content, enterprise),
      total,
      pageNo: index + 1,
      pageSize: spec.pageSize,
      hasMore: index + 1 < last,
    }
    const rows = numbers
      .slice(index * spec.pageSize, (index + 1) * spec.pageSize)
      .map((number) =>
        filled(documentOf(content, enterprise, number).row, fillings(spec, content, enterprise, number)),
      )
    return success(`${JSON.stringify(head).slice(0, -1)},"list":[${rows.join(',')}]}`)
  })
}

/** Enterprise and number of each document, by its id. */
const placesOf = (spec: WorldSpec): ReadonlyMap<string, Place> =>
  new Map(
    numbersTo(spec.enterprises).flatMap((enterprise) =>
      numbersTo(documentsOf(spec, enterprise)).map((number) => [
        documentId(enterprise, number),
        [enterprise, number],
      ]),
    ),
  )

type Place = readonly [enterprise: number, number: number]

const numbersTo = (count: number): number[] => Array.from({ length: count }, (_, number) => number)

function fullText(spec: WorldSpec, content: Content, place: Place | undefined): string {
  if (place === undefined) return nothing
  const [enterprise, number] = place
  const { text } = documentOf(content, enterprise, number)
  return success(`[${filled(text, fillings(spec, content, enterprise, number))}]`)
}

function record(content: Content, enterprise: number | undefined): string | undefined {
  if (enterprise === undefined) return undefined
  const fill = [nameOf(content, enterprise), enterpriseId(enterprise)]
  return success(`[${filled(templateOf(content, enterprise).record, fill)}]`)
}

/** Articles of the laws whose title has the given one, by their whole labels, at most `top_k` (contract 4.3). */
function articleSearch(articles: readonly Article[]): (body: string) => string {
  const laws = grouped(articles, ({ law }) => law)
  return (body) => {
    const { keyword, fgmc, top_k } = JSON.parse(body) as { keyword: string; fgmc: string; top_k: number }
    const labels = new Set(keyword.split(' '))
    const found = [...laws]
      .filter(([law]) => law.includes(fgmc))
      .flatMap(([, of]) => of.filter(({ label }) => labels.has(label)))
    const texts = found.slice(0, top_k).map(({ json }) => json)
    return success(`[${texts.join(',')}]`)
  }
}

function present<T>(value: T | undefined, expected: string): T {
  if (value === undefined) throw new Error(`bench: expected ${expected}`)
  return value
}

/*
 * The service under test, which costs as little as it can: bodies are rendered before the first request or filled into
 * templates. Arguments: folder of a sample corpus, the world as JSON. Prints DOSSIER_BASE_URL=. GET /asked gives what was
 * asked since it was last asked for; no other path outside the contract is known.
 */
const [corpus = '', spec = ''] = process.argv.slice(2)
const [enterprises, articles] = await Promise.all([enterpriseTemplates(corpus), articlesIn(corpus)])
const world = worldOf(JSON.parse(spec) as WorldSpec, { enterprises, articles })

let requests: Request[] = []
let [bytes, firstAt, lastAt] = [0, 0, 0]

const server = createServer(async (request, response) => {
  if (request.url === '/asked') {
    response.end(JSON.stringify({ requests, bytes, spanMs: lastAt - firstAt } satisfies Asked))
    ;[requests, bytes, firstAt, lastAt] = [[], 0, 0, 0]
    return
  }
  if (firstAt === 0) firstAt = performance.now()
  const asked = await read(request)
  requests.push(asked)
  const body = Buffer.from(world(asked.url, asked.body))
  bytes += body.length
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': body.length,
  })
  response.end(body)
  lastAt = performance.now()
})
// An idle connection is not closed while a run works on what it has.
server.keepAliveTimeout = 600_000

async function read(request: IncomingMessage): Promise<Request> {
  const { method = '', url = '' } = request
  return { method, url, body: method === 'POST' ? await text(request) : '' }
}

server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  process.stdout.write(`DOSSIER_BASE_URL=http://127.0.0.1:${port}\n`)
})
process.once('SIGTERM', () => process.exit(0))
