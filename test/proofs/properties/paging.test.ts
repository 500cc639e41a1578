import { createServer, type ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { dice, testSeed } from '../../support/dice.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { sizeOf } from '../../support/forms.ts'
import { listening } from '../../support/listening.ts'
import { published, runHere } from '../../support/run.ts'
import { type Fault, kinds, ListHistory, type Page } from './list-history.ts'

/*
 * Paging histories (issue 4, hazards "Paging"): lists that change, lie and fail while they are read, by a run that is stopped
 * and resumed, against what those lists truly held.
 *
 * Answers asked for by list, at most, with T the largest total and S the smallest page size that were declared:
 * first-page 3 × (⌈T / S⌉ + 2) + 1, every-page 4 × (⌈T / S⌉ + 2).
 */

/** Histories in all, half of them for each mode of confirmation. */
const histories = sizeOf('DOSSIER_TEST_HISTORIES', { short: 10, long: 120 })
const seed = testSeed()
/** Lists of one run. */
const batch = 1000

type Confirm = 'first-page' | 'every-page'

interface Verdict {
  readonly verdict: string
  readonly reason: string | null
  readonly sweeps: number
  readonly distinct: number
  /** What the sweep that the verdict is about listed. */
  readonly swept: ReadonlySet<string>
  /** What the warehouse holds of the list. */
  readonly held: ReadonlySet<string>
}

interface Lived {
  readonly history: ListHistory
  readonly verdict: Verdict
}

const answerWith = (response: ServerResponse, status: number, body: object): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

const found = (data: Page) => ({ status: 'success', code: 200, message: '请求成功', data })
const notFound = { status: 'notFound', code: 404, message: '未找到', data: null }

function fail(response: ServerResponse, fault: Fault): void {
  if (fault === 'reset') response.destroy()
  else if (fault === 429) response.writeHead(429, { 'retry-after': '1' }).end()
  else answerWith(response, 500, { status: 'failed', code: 500, message: '程序处理异常', data: null })
}

async function serve(lists: ReadonlyMap<string, ListHistory>): Promise<string> {
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://localhost')
    const list = lists.get(searchParams.get('id') ?? '')
    if (list === undefined) return answerWith(response, 200, notFound)
    const fault = list.request()
    if (fault !== null) return fail(response, fault)
    const page = list.page(Number(searchParams.get('pageNo') ?? 1))
    answerWith(response, 200, page === null ? notFound : found(page))
  })
  return await listening(server)
}

/** Runs a job over these lists, stopped at random moments and resumed, and reads what the warehouse says of each. */
async function live(lists: readonly ListHistory[], confirm: Confirm, random: () => number): Promise<Lived[]> {
  const home = await temporaryFolder()
  const url = await serve(new Map(lists.map((list) => [list.id, list])))
  // Nothing but lists: every document is older than the job asks full texts for.
  const job = `pipeline: enterprise-due-diligence
enterprises: [${lists.map(({ id }) => `{ id: ${id} }`).join(', ')}]
litigation: { since: 2999-01-01, confirm: ${confirm} }
rate: { perSecond: unlimited, concurrency: 64 }
`
  for (let stops = Math.floor(random() * 3); ; stops -= 1) {
    const stopping = new AbortController()
    const after = stops > 0 ? random() * lists.length * 8 : Number.POSITIVE_INFINITY
    const onProgress = ({ done }: { done: number }) => done >= after && stopping.abort()
    // Retries wait for nothing.
    const options = { signal: stopping.signal, onProgress, random: () => 0 }
    const { run } = await runHere({ home, job, url, ...options })
    if (run.status !== 'stopped') {
      expect(['complete', 'gaps']).toContain(run.status)
      break
    }
  }
  const verdicts = await verdictsIn(home)
  return lists.map((history) => ({ history, verdict: verdicts.get(history.id) ?? unread }))
}

const unread: Verdict = {
  verdict: 'unread',
  reason: null,
  sweeps: 0,
  distinct: 0,
  swept: new Set(),
  held: new Set(),
}

async function verdictsIn(home: string): Promise<Map<string, Verdict>> {
  const rows = await published(
    home,
    `SELECT split_part(s.subject, ':', 2) AS id, s.verdict, s.reason, s.sweeps, s.distinct_documents AS "distinct",
       (SELECT string_agg(i, ' ') FROM (SELECT unnest(document_ids) AS i FROM list_pages AS p
        WHERE p.scan_run_id = s.run_id AND p.subject = s.subject AND p.sweep = s.sweeps)) AS swept,
       (SELECT string_agg(document_id, ' ') FROM enterprise_documents AS d WHERE d.enterprise_id = s.enterprise_id) AS held
     FROM list_scans_history AS s`,
  )
  const setOf = (text: unknown) =>
    new Set(
      String(text ?? '')
        .split(' ')
        .filter(Boolean),
    )
  return new Map(
    rows.map((row) => [
      String(row.id),
      { ...(row as unknown as Verdict), swept: setOf(row.swept), held: setOf(row.held) },
    ]),
  )
}

/** Whether the list was, at one of the moments when it was asked, just what the sweep listed. */
const wasOnce = ({ history, verdict }: Lived): boolean =>
  history.states.some(
    (state) => state.length === verdict.swept.size && state.every((document) => verdict.swept.has(document)),
  )

/**
 * Whether `complete` is said of a list of which something that was there all the time is not held, or that was another than
 * the sweep saw: had another size when it was last asked, and where every page was asked for again, was never just that. (A
 * total that lies may hide what changed behind the moment that every page vouches for.)
 */
const isFalse = (lived: Lived, confirm: Confirm): boolean => {
  const { history, verdict } = lived
  if (verdict.verdict !== 'complete') return false
  if (![...history.throughout].every((document) => verdict.held.has(document))) return true
  return confirm === 'every-page' ? !wasOnce(lived) : verdict.distinct !== history.documents.length
}

const mostAnswers = ({ largestTotal, smallestSize }: ListHistory, confirm: Confirm): number => {
  const pages = Math.ceil(largestTotal / smallestSize) + 2
  return confirm === 'first-page' ? 3 * pages + 1 : 4 * pages
}

/** What a list that stands still and tells the truth costs. */
const quietAnswers = ({ documents, smallestSize }: ListHistory, confirm: Confirm): number => {
  const pages = Math.max(1, Math.ceil(documents.length / smallestSize))
  if (pages === 1) return 1
  return confirm === 'first-page' ? pages + 1 : 2 * pages - 1
}

const named = ({ history, verdict }: Lived) => ({
  id: history.id,
  kind: history.kind,
  lie: history.lie,
  verdict: verdict.verdict,
  reason: verdict.reason,
  sweeps: verdict.sweeps,
  answers: history.delivered,
})

function tally(lived: readonly Lived[]): string {
  return kinds
    .map((kind) => {
      const those = lived.filter(({ history }) => history.kind === kind)
      const complete = those.filter(({ verdict }) => verdict.verdict === 'complete').length
      const hidden = those.filter(({ history }) => history.hasHiddenChange).length
      return `${kind} ${those.length} (${complete} complete, ${hidden} with a hidden change)`
    })
    .join(', ')
}

test.each(['first-page', 'every-page'] as const)(
  `confirm: %s never calls a list complete that is not, within the bound, ${histories / 2} histories, seed ${seed}`,
  { timeout: 3_600_000 },
  async (confirm) => {
    const random = dice(seed)
    const lived: Lived[] = []
    for (let from = 0; from < histories / 2; from += batch) {
      const count = Math.min(batch, Math.ceil(histories / 2) - from)
      const lists = Array.from({ length: count }, (_, k) => new ListHistory(`e${from + k}`, seed + from + k))
      lived.push(...(await live(lists, confirm, random)))
    }
    const wrong = lived.filter((one) => isFalse(one, confirm))
    const slipped = wrong.filter(({ history }) => confirm === 'first-page' && history.hasHiddenChange)
    const answers = lived.reduce((sum, { history }) => sum + history.delivered, 0)
    const allowed = lived.reduce((sum, { history }) => sum + mostAnswers(history, confirm), 0)
    process.stdout.write(
      `confirm: ${confirm}, seed ${seed}: ${lived.length} histories: ${tally(lived)}; ` +
        `false complete: ${wrong.length - slipped.length}; through hidden changes: ${slipped.length}; ` +
        `${answers} answers of at most ${allowed}\n`,
    )
    expect(wrong.filter((one) => !slipped.includes(one)).map(named)).toEqual([])
    expect(
      lived.filter(({ history }) => history.delivered > mostAnswers(history, confirm)).map(named),
    ).toEqual([])
    const quiet = lived.filter(({ history }) => history.kind === 'still')
    expect(
      quiet
        .filter(
          ({ history, verdict }) =>
            verdict.verdict !== 'complete' || history.delivered !== quietAnswers(history, confirm),
        )
        .map(named),
    ).toEqual([])
  },
)
