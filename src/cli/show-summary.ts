import { gapText } from '../rows/words/gaps.ts'
import type { RunSummary } from '../run/summary.ts'
import type { SqlRow } from '../warehouse/database.ts'
import { counted, labelled } from './text.ts'

/** A run's summary for a person. */
export function summaryText(summary: RunSummary): string {
  const { run, calls, enterprises, searches, documents, citations, gaps, left } = summary
  const openCitations = citations.total - citations.joined - citations.notFound
  const lines = [
    ['run', `${run.run_id} ${run.status}${run.title === null ? '' : ` · ${run.title}`}`],
    ['calls', callsText(calls, summary.elapsedMs)],
    ...calls.byOperation.map((row) => ['', operationText(row)]),
    [
      'fresh',
      calls.fresh
        ? `${calls.fresh} of ${counted(calls.asked ?? calls.fresh, 'call')} asked for at the start were known: not made again, without cost`
        : '',
    ],
    ['estimate', estimateText(run, callsOf(calls.byOperation))],
    ['slowest', slowestText(summary.slowest)],
    ['enterprises', counts(enterprises)],
    ['forgotten', forgottenText(enterprises.forgotten)],
    ['lists', listsText(summary.lists)],
    [
      'searches',
      searches.total === 0 ? '' : `${searches.total}, ${searches.answered} answered, ${searches.hits} hits`,
    ],
    [
      'documents',
      documents.listed === 0
        ? ''
        : `${documents.listed} listed, ${documents.withFullText} with full text` +
          (documents.partial > 0 ? `, ${documents.partial} in part` : '') +
          (documents.withheld > 0 ? `, ${documents.withheld} withheld` : '') +
          `, ${documents.notFound} in neither library` +
          (documents.notLookedUp > 0 ? `, ${documents.notLookedUp} not looked up` : ''),
    ],
    [
      'citations',
      citations.total === 0
        ? ''
        : `${citations.total}, ${citations.joined} joined to their article, ${citations.notFound} recorded as not found` +
          (openCitations > 0 ? `, ${openCitations} not looked up` : ''),
    ],
    ['changes', counts(summary.changes)],
    ...gaps.map((gap, index) => [index === 0 ? 'gaps' : '', gapText(gap, 'en')]),
    ...left.map(({ step, needed, cost }, index) => [
      index === 0 ? 'left undone' : '',
      `${step}: ${counted(needed, 'call')}, ${counted(cost, 'point')}`,
    ]),
    // The reason of a run with gaps is its gaps.
    ...(run.reason !== null && run.status !== 'gaps' ? [[run.status, run.reason]] : []),
  ]
  // Jobs of questions have no enterprises: what there is nothing to say of has no line.
  return labelled(lines.filter(([, text]) => text !== ''))
}

function callsText({ made, cost, byOperation }: RunSummary['calls'], elapsedMs: number): string {
  const calls = callsOf(byOperation)
  return (
    `${counted(calls, 'call')}${triesText(calls, made)}${made > calls ? ' (the budget counts tries)' : ''}, ` +
    `${(elapsedMs / 1000).toFixed(1)} s, ${counted(cost, 'point')}`
  )
}

/**
 * A call is one question; a try is one request for it that was sent, each possibly billed. A call that failed may be asked again, and
 * is another then.
 */
const triesText = (calls: number, tries: number): string =>
  tries > 0 ? ` in ${counted(tries, 'try', 'tries')}` : calls > 0 ? ', no request sent' : ''

function operationText(row: SqlRow): string {
  const [calls, tries] = [callsOf([row]), Number(row.calls)]
  return (
    `${row.operation}: ${counted(calls, 'call')}${tries === calls ? '' : triesText(calls, tries)}: ` +
    `${row.hit} hit, ${row.empty} empty, ${row.failed} failed or refused`
  )
}

const callsOf = (rows: readonly SqlRow[]): number =>
  rows.reduce((sum, { hit, empty, failed }) => sum + Number(hit) + Number(empty) + Number(failed), 0)

const listWords: Readonly<Record<string, string>> = {
  complete: 'read to the end',
  unchanged: 'unchanged since last read to the end',
  unstable: 'changed while being read',
  not_found: 'of enterprises that the service does not know',
  incomplete: 'not read to the end',
}

function listsText(lists: RunSummary['lists']): string {
  const all = Object.values(lists).reduce((sum, count) => sum + count, 0)
  const parts = Object.entries(lists).map(([verdict, count]) => `${count} ${listWords[verdict] ?? verdict}`)
  return all === 0 ? '' : `${counted(all, 'litigation list')}: ${parts.join(', ')}`
}

const slowestText = (slowest: RunSummary['slowest']): string =>
  slowest === null
    ? ''
    : `${slowest.operation}: ${slowest.p95Ms} ms at the 95th percentile, ${slowest.medianMs} ms in the median`

/** What the run was expected to need before its first call, beside what it made. */
function estimateText(
  { estimated_calls, estimated_cost, is_estimate_whole }: RunSummary['run'],
  calls: number,
): string {
  if (estimated_calls === null) return ''
  return (
    `${is_estimate_whole ? 'about' : 'at least'} ${counted(estimated_calls, 'call')} for ${counted(Number(estimated_cost), 'point')} expected before the first, ` +
    `${calls} made`
  )
}

/** Not a gap: nothing is owed, and the next run could do nothing about it. */
const forgottenText = (entries = 0): string =>
  entries === 0
    ? ''
    : `${entries} of the job's entries not asked for: they name what was forgotten (dossier forget --list)`

const counts = (by: Readonly<Record<string, number>>): string =>
  Object.entries(by)
    .map(([name, count]) => `${count} ${name.replaceAll('_', ' ')}`)
    .join(', ')
