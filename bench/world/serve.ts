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
  placeOf,
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

/** Answers as bytes: lists of all enterprises are rendered before the first request, full texts are filled in at each. */
type World = (url: string, body: string) => Buffer

interface Content {
  readonly enterprises: readonly EnterpriseTemplate[]
  readonly articles: readonly Article[]
}

const success = (data: string | Buffer): Buffer =>
  Buffer.concat([before, typeof data === 'string' ? Buffer.from(data) : data, after])
const before = Buffer.from('{"status":"success","code":200,"message":"请求成功","data":')
const after = Buffer.from('}')
const [comma, open, close] = [Buffer.from(','), Buffer.from('['), Buffer.from(']')]
const nothing = Buffer.from('{"status":"success","code":200,"message":"未查询到相关内容","data":null}')
const unknown = Buffer.from('{"status":"notFound","code":404,"message":"未找到","data":null}')

/** The operations that a job of the bench needs: lists, records of enterprises, full texts by id, articles by label. */
function worldOf(spec: WorldSpec, content: Content): World {
  const lists = Array.from({ length: spec.enterprises }, (_, enterprise) => pages(spec, content, enterprise))
  const numbers = new Map(lists.map((_, enterprise) => [nameOf(content, enterprise), enterprise]))
  const articles = articleSearch(content.articles)
  const answers: Readonly<Record<string, (query: URLSearchParams, body: string) => Buffer>> = {
    [operations.rh_enterpriseWritList.path]: (query) =>
      lists[enterpriseOf(query.get('id') ?? '')]?.[Number(query.get('pageNo') ?? 1) - 1] ?? unknown,
    [operations.rh_case_details.path]: (query) =>
      query.get('type') === 'ptal' ? fullText(spec, content, query.get('id') ?? '') : nothing,
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
function fillings(spec: WorldSpec, content: Content, enterprise: number, number: number): readonly Buffer[] {
  const { caseNumber } = documentOf(content, enterprise, number)
  const running = (enterprise === 0 ? 0 : (spec.giant ?? 0) + enterprise * spec.documents) + number + 1
  return [
    nameOf(content, enterprise),
    documentId(enterprise, number),
    caseNumber.replace(/\d+号$/u, `${running}号`),
  ].map((text) => Buffer.from(text))
}

/** All pages of an enterprise's list. What came since stands first. */
function pages(spec: WorldSpec, content: Content, enterprise: number): readonly Buffer[] {
  const [total, last] = [documentsOf(spec, enterprise), pagesOf(spec, enterprise)]
  const numbers = Array.from({ length: total }, (_, number) => number)
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
      .flatMap((number) => [
        comma,
        filled(documentOf(content, enterprise, number).row, fillings(spec, content, enterprise, number)),
      ])
    const start = Buffer.from(`${JSON.stringify(head).slice(0, -1)},"list":`)
    return success(Buffer.concat([start, open, ...rows.slice(1), close, after]))
  })
}

function fullText(spec: WorldSpec, content: Content, id: string): Buffer {
  const [enterprise, number] = placeOf(id)
  if (!(enterprise < spec.enterprises && number < documentsOf(spec, enterprise))) return nothing
  const { text } = documentOf(content, enterprise, number)
  return success(Buffer.concat([open, filled(text, fillings(spec, content, enterprise, number)), close]))
}

function record(content: Content, enterprise: number | undefined): Buffer | undefined {
  if (enterprise === undefined) return undefined
  const { record: template } = templateOf(content, enterprise)
  const fill = [nameOf(content, enterprise), enterpriseId(enterprise)].map((text) => Buffer.from(text))
  return success(Buffer.concat([open, filled(template, fill), close]))
}

/** Articles of the laws whose title has the given one, by their whole labels, at most `top_k` (contract 4.3). */
function articleSearch(articles: readonly Article[]): (body: string) => Buffer {
  const laws = grouped(articles, ({ law }) => law)
  return (body) => {
    const { keyword, fgmc, top_k } = JSON.parse(body) as { keyword: string; fgmc: string; top_k: number }
    const labels = new Set(keyword.split(' '))
    const found = [...laws]
      .filter(([law]) => law.includes(fgmc))
      .flatMap(([, of]) => of.filter(({ label }) => labels.has(label)))
    return success(
      `[${found
        .slice(0, top_k)
        .map(({ json }) => json)
        .join(',')}]`,
    )
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
  const body = world(asked.url, asked.body)
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
