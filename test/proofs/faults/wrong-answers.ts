import { onTestFinished } from 'vitest'
import type { OperationName } from '../../../src/contract/operations.ts'
import { isObject, type JsonObject } from '../../../src/contract/values.ts'
import { type Answers, corpusAnswers } from '../../../src/standins/service/answers.ts'
import { serveAnswers } from '../../../src/standins/service/service.ts'
import { diceOf } from '../../support/dice.ts'
import type { Whenever } from '../../support/folder.ts'
import { apiKey } from '../../support/run.ts'

/** A question, the right answer to it, and the means to make a wrong one. */
interface Question {
  readonly operation: OperationName
  readonly params: JsonObject
  readonly right: JsonObject
  /** Answers that other questions of the same operation had, newest first. */
  readonly others: readonly JsonObject[]
  /** What the service answered last, whatever it was asked. */
  readonly last: JsonObject | undefined
}

/** A way to answer something else, and no transport would notice; null where the question gives no occasion. */
export interface WrongAnswer {
  readonly kind: string
  readonly answer: (question: Question) => JsonObject | null
}

const details = 'rh_case_details'
const list = 'rh_enterpriseWritList'
const statutes = 'rh_ft_search'

const recordsIn = ({ data }: JsonObject): readonly JsonObject[] => (Array.isArray(data) ? data : [])
const pageIn = ({ data }: JsonObject): JsonObject | null =>
  isObject(data) && Array.isArray(data.list) ? data : null
const itemsIn = (page: JsonObject): readonly JsonObject[] => page.list as readonly JsonObject[]

/** Of one operation, made of the right answer's records. */
const ofRecords =
  (operation: OperationName, make: (records: readonly JsonObject[], question: Question) => unknown) =>
  (question: Question): JsonObject | null => {
    const records = recordsIn(question.right)
    if (question.operation !== operation || records.length === 0) return null
    const data = make(records, question)
    return data === null ? null : { ...question.right, data }
  }

/** Of the list, made of the right page. */
const ofPage =
  (make: (page: JsonObject, question: Question) => JsonObject | null) =>
  (question: Question): JsonObject | null => {
    const page = question.operation === list ? pageIn(question.right) : null
    const data = page === null ? null : make(page, question)
    return data === null ? null : { ...question.right, data }
  }

/** Another question's answer that holds something. */
const otherWith = ({ others, right }: Question, isFit: (other: JsonObject) => boolean): JsonObject | null =>
  others.find((other) => isFit(other) && JSON.stringify(other) !== JSON.stringify(right)) ?? null

/** The record of another case, enterprise or article, whatever was asked. */
const another =
  (operation: OperationName): WrongAnswer['answer'] =>
  (question) =>
    question.operation === operation
      ? otherWith(question, (other) => recordsIn(other).length > 0 && isForeign(question, other))
      : null

/** Whether an answer holds nothing that was asked for: names that are alike, and articles that others cite, may be both. */
function isForeign({ operation, params }: Question, other: JsonObject): boolean {
  const text = JSON.stringify(other.data)
  if (operation === statutes)
    return !String(params.keyword)
      .split(' ')
      .some((word) => text.includes(word))
  return !text.includes(String(params.name ?? params.id ?? params.ah))
}

const says = (message: string): WrongAnswer => ({
  kind: `null with ${message || 'no message'}`,
  answer: ({ operation, right }) =>
    operation === 'case_vector_search'
      ? { ...right, msg: message, extra: { wenshu: null } }
      : { status: 'success', code: 200, message, data: null },
})

let tenRecords: readonly JsonObject[] = []

/** What a service can answer instead of the answer. Each is HTTP 200 and a whole envelope. */
export const wrongAnswers: readonly WrongAnswer[] = [
  { kind: 'the record of another case', answer: another(details) },
  { kind: 'candidates of another name', answer: another('rh_enterpriseSearch') },
  { kind: 'details of another enterprise', answer: another('rh_company_info') },
  { kind: 'articles of another question', answer: another(statutes) },
  {
    kind: 'the list of another enterprise',
    answer: (question) =>
      question.operation === list && question.params.id !== undefined
        ? otherWith(question, (other) => pageIn(other) !== null && pageIn(other)?.id !== question.params.id)
        : null,
  },
  {
    kind: 'the empty list of another enterprise',
    answer: ofPage((page, { params }) =>
      params.id === undefined ? null : { ...page, id: 'another', total: 0, hasMore: false, list: [] },
    ),
  },
  {
    kind: 'documents of an enterprise without id',
    answer: ofPage(({ id: _, ...page }, { params }) =>
      params.id === undefined || itemsIn(page).length === 0 ? null : page,
    ),
  },
  { kind: 'another page', answer: ofPage((page) => ({ ...page, pageNo: Number(page.pageNo) + 1 })) },
  {
    kind: 'more documents than a page has',
    answer: ofPage((page) =>
      itemsIn(page).length === 0
        ? null
        : { ...page, list: [...itemsIn(page), ...Array(Number(page.pageSize)).fill({ 文书id: 'more' })] },
    ),
  },
  {
    kind: 'the answer before, late',
    answer: ({ operation, params, last, right }) => {
      // A list by code that is late is found out by the enterprise's record only; an absence, by the connection: see below.
      const isTold = operation !== list || params.id !== undefined
      const holds = last !== undefined && (recordsIn(last).length > 0 || pageIn(last) !== null)
      return isTold && holds && JSON.stringify(last) !== JSON.stringify(right) ? last : null
    },
  },
  {
    kind: 'the same ten records',
    answer: ofRecords(details, (records, { others }) => {
      if (tenRecords.length < 10) tenRecords = [...others.flatMap(recordsIn), ...records].slice(0, 10)
      return tenRecords.length === 10 ? tenRecords : null
    }),
  },
  {
    kind: 'the record and another',
    answer: ofRecords(details, (records) => [
      ...records,
      { ...records[0], id: 'more', ah: '（2001）京01民终1号' },
    ]),
  },
  {
    kind: 'a record without its id and number',
    answer: ofRecords(details, (records) => records.map(({ id: _, ah: __, ...rest }) => rest)),
  },
  {
    kind: 'a record of the other library',
    answer: ofRecords(details, (records, { params }) =>
      records.map((record) => ({ ...record, type: params.type === 'ptal' ? '权威案例' : '普通案例' })),
    ),
  },
  {
    kind: 'an empty list where the contract has none',
    answer: ({ operation, right }) =>
      operation === details ? { ...right, message: '请求成功', data: [] } : null,
  },
  {
    kind: 'articles of another law',
    answer: ofRecords(statutes, (records, { params }) =>
      params.fgmc === undefined
        ? null
        : records.map((record) => ({ ...record, fgmc: '某市环境保护办法', ftmc: '' })),
    ),
  },
  {
    kind: 'other articles of the law',
    answer: ofRecords(statutes, (records, { params }) =>
      params.fgmc === undefined
        ? null
        : records.map((record, at) => ({
            ...record,
            tid: String(9000 + at),
            ft_num: '第九千条',
            ftmc: `${record.fgmc}第九千条`,
            content: '另一条的条文。',
          })),
    ),
  },
  {
    kind: 'more articles than asked for',
    answer: ofRecords(statutes, (records) => Array.from({ length: 51 }, () => records[0])),
  },
  {
    kind: 'more candidates than asked for',
    answer: ofRecords('rh_enterpriseSearch', (records) => Array.from({ length: 11 }, () => records[0])),
  },
  {
    kind: 'success without data',
    answer: ({ operation, right: { data: _, extra: __, ...rest } }) => ({
      ...rest,
      ...(operation !== 'case_vector_search' && { status: 'success', code: 200, message: '请求成功' }),
    }),
  },
  {
    kind: 'records beside a message that speaks of speed',
    answer: ({ operation, right }) =>
      operation === 'case_vector_search' || recordsIn(right).length === 0
        ? null
        : { ...right, message: '系统繁忙' },
  },
  {
    kind: 'not found, because the service failed',
    answer: ({ operation }) =>
      operation === 'case_vector_search'
        ? null
        : { status: 'notFound', code: 404, message: '系统异常，请重试', data: null },
  },
  ...['系统繁忙', '程序处理异常', '查询失败，未查询到相关内容', '请求成功', '数据准备就绪', ''].map(says),
]

/** Messages that have every call of the run wait or doubt the key: met one at a time. */
export const loudAnswers: readonly WrongAnswer[] = [
  '访问过于频繁，请稍后再试',
  '今日调用次数已达上限',
  '请先登录',
].map(says)

export interface WrongService {
  readonly url: string
  readonly wrong: () => number
  /** The kinds of which a wrong answer was, so far. */
  readonly met: () => ReadonlySet<string>
  /** Answers rightly from now on. */
  heal(): void
}

/**
 * A service on a corpus, over HTTP and tools, that answers some questions wrongly, by seed. Of these, half are answered wrongly
 * however often they are asked, the others once. Of the kinds that a question gives an occasion to, it takes the one that was
 * least often taken.
 */
export async function serveWrongly(
  corpus: string,
  options: {
    readonly kinds: readonly WrongAnswer[]
    /** Share of an operation's questions that are answered wrongly, 0 to 1. */
    readonly share: (operation: OperationName) => number
    readonly seed: number | string
  },
  whenOver: Whenever = onTestFinished,
): Promise<WrongService> {
  const honest = await corpusAnswers(corpus)
  const others = new Map<OperationName, JsonObject[]>()
  const wronged = new Set<string>()
  const times = new Map<string, number>()
  let last: JsonObject | undefined
  let isWell = false
  const counts = { wrong: 0 }
  const timesOf = (kind: string) => times.get(kind) ?? 0
  const answers: Answers = {
    async answer(operation, params) {
      const reply = await honest.answer(operation, params)
      if (isWell) return reply
      const right = JSON.parse(String(reply.body)) as JsonObject
      const before = others.get(operation) ?? []
      const question = { operation, params, right, others: before, last }
      last = right
      others.set(operation, [right, ...before].slice(0, 20))
      const what = JSON.stringify([operation, params])
      const random = diceOf(0, options.seed, what)
      // The first question that gives an occasion is answered wrongly whatever the dice say.
      if (random() >= options.share(operation) && counts.wrong > 0) return reply
      const isOnce = random() < 0.5
      if (isOnce && wronged.has(what)) return reply
      const kinds = options.kinds.toSorted((a, b) => timesOf(a.kind) - timesOf(b.kind))
      for (const { kind, answer } of kinds) {
        const wrong = answer(question)
        if (wrong === null) continue
        counts.wrong += 1
        wronged.add(what)
        times.set(kind, timesOf(kind) + 1)
        return { code: 200, body: JSON.stringify(wrong) }
      }
      return reply
    },
  }
  const service = await serveAnswers(answers, { apiKey })
  whenOver(() => service.close())
  return {
    url: service.url,
    wrong: () => counts.wrong,
    met: () => new Set(times.keys()),
    heal() {
      isWell = true
    },
  }
}
