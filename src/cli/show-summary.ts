import type { RunSummary } from '../engine/summary.ts'

/** A run's summary for a person. */
export function summaryText({
  run,
  elapsedMs,
  calls,
  enterprises,
  lists,
  searches,
  documents,
  citations,
  changes,
  slowest,
  gaps,
  left,
}: RunSummary): string {
  const openCitations = citations.total - citations.joined - citations.notFound
  const lines = [
    ['run', `${run.run_id} ${run.status}${run.title === null ? '' : ` · ${run.title}`}`],
    ['calls', `${calls.made} in ${(elapsedMs / 1000).toFixed(1)} s, ${calls.cost} points`],
    ...calls.byOperation.map((row) => [
      '',
      `${row.operation}: ${row.calls} calls, ${row.hit} hit, ${row.empty} empty, ${row.failed} failed`,
    ]),
    ...told('fresh', freshText(calls.fresh)),
    ...told('estimate', estimateText(run, calls.made)),
    ...told('slowest', slowestText(slowest)),
    ...told('enterprises', counts(enterprises)),
    ...told('forgotten', forgottenText(enterprises.forgotten)),
    ...told('lists', counts(lists)),
    ...(searches.total > 0
      ? [['searches', `${searches.total}, ${searches.answered} answered, ${searches.hits} hits`]]
      : []),
    ...told(
      'documents',
      documents.listed === 0
        ? ''
        : `${documents.listed} listed, ${documents.withFullText} with full text, ${documents.notFound} in neither library` +
            (documents.notLookedUp > 0 ? `, ${documents.notLookedUp} not looked up` : ''),
    ),
    ...told(
      'citations',
      citations.total === 0
        ? ''
        : `${citations.total}, ${citations.joined} joined to their article, ${citations.notFound} recorded as not found` +
            (openCitations > 0 ? `, ${openCitations} not looked up` : ''),
    ),
    ...told('changes', counts(changes)),
    ...gaps.map((gap, index) => [index === 0 ? 'gaps' : '', gap]),
    ...left.map(({ step, needed, cost }, index) => [
      index === 0 ? 'left undone' : '',
      `${step}: ${needed} ${needed === 1 ? 'call' : 'calls'}, ${cost} points`,
    ]),
    // The reason of a run with gaps is its gaps.
    ...(run.reason !== null && run.status !== 'gaps' ? [[run.status, run.reason]] : []),
  ]
  return lines.map(([name = '', text = '']) => `${name.padEnd(12)} ${text}`).join('\n')
}

/** What was known before the first call, and so was not called. */
const freshText = (fresh: number | null): string =>
  fresh === null || fresh === 0 ? '' : `${fresh} known already: not called`

const slowestText = (slowest: RunSummary['slowest']): string =>
  slowest === null
    ? ''
    : `${slowest.operation}: ${slowest.p95Ms} ms at the 95th percentile, ${slowest.medianMs} ms in the median`

/** What the run was expected to need before its first call, beside what it made. */
function estimateText(
  { estimated_calls, estimated_cost, is_estimate_whole }: RunSummary['run'],
  made: number,
): string {
  if (estimated_calls === null) return ''
  return (
    `${is_estimate_whole ? 'about' : 'at least'} ${estimated_calls} calls for ${estimated_cost} points were expected before the first; ` +
    `${made} were made`
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

/** A line, unless there is nothing to tell: jobs of questions have no enterprises. */
const told = (name: string, text: string): string[][] => (text === '' ? [] : [[name, text]])
