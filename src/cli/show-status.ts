import { setTimeout as sleep } from 'node:timers/promises'
import type { Activity, Dossier, Status } from '../app/dossier.ts'
import { ownerText, utc } from '../disk/lock.ts'
import type { Context } from './context.ts'
import { counted, labelled, runsTable, waitingText } from './text.ts'

const watchEveryMs = 1000

/** For a terminal: everything gone, back to its upper left. */
const clearedScreen = '\u001b[2J\u001b[H'

export const statusJson = ({ state, progress, schedule, runs }: Status) => ({
  running: state.owner ?? null,
  progress: progress ?? null,
  schedule: schedule ?? null,
  runs,
})

export function statusText(status: Status): string {
  const { state, progress, schedule, runs } = status
  return [
    ownerSentence(status),
    ...(schedule === undefined ? [] : [scheduleText(schedule)]),
    ...(progress === undefined ? [] : [progressText(progress, new Date())]),
    ...state.runs.filter(({ status }) => status === 'interrupted').map(cutOffSentence),
    runsTable(runs),
  ].join('\n')
}

/** Looks again each second, until no run is going on or the process is asked to stop. JSON is one object a line. */
export async function watch(
  dossier: Dossier,
  isJson: boolean,
  { out, draw, signal, isTerminal }: Context,
): Promise<void> {
  for (;;) {
    const now = await dossier.activity()
    const { state, running, progress } = now
    if (isJson) {
      const { run_id, job } = running ?? {}
      out(JSON.stringify({ running: state.owner ?? null, run_id, job, progress: progress ?? null }))
    } else {
      const text = progress === undefined ? '' : `\n${progressText(progress, new Date())}`
      if (isTerminal) draw(clearedScreen)
      out(`${ownerSentence(now)}${text}`)
    }
    if (state.owner === undefined || signal.aborted) return
    await sleep(watchEveryMs, undefined, { signal }).catch(() => undefined)
  }
}

function ownerSentence({ state: { owner }, running }: Activity): string {
  if (owner === undefined) return 'no run is going on'
  return running === undefined
    ? `the home is in use by ${ownerText(owner)}; it has begun no run, or not yet`
    : `run ${running.run_id} of ${running.job} is going on: ${ownerText(owner)}`
}

/** A schedule, with the next time of each job; a job that it does not name is running. */
const scheduleText = ({ owner, jobs }: NonNullable<Status['schedule']>): string =>
  [
    `a schedule is kept by ${ownerText(owner)}${jobs.length === 0 ? '' : ', and waits:'}`,
    ...jobs.map(({ job, next }) =>
      next === null ? `  ${job}: no time is left in its schedule` : `  ${job}: next at ${utc(next)} UTC`,
    ),
  ].join('\n')

const cutOffSentence = ({ run_id, job, started_at, lastSign }: Status['state']['runs'][number]): string =>
  `run ${run_id} of ${job} was interrupted: it began at ${utc(started_at)} UTC, the last sign of it is of ${utc(lastSign ?? started_at)} UTC, ` +
  'and its process is gone. What had landed is kept: run the job again, it goes on there and pays for nothing twice'

type Progress = NonNullable<Activity['progress']>

/** Where a run stands by what it wrote last, for a person in another terminal; one thing a line. */
export function progressText(progress: Progress, now: Date): string {
  const { phase, step, done, left, failed, cost, stuck, lastError } = progress
  const lines = [
    ['step', phase === 'calling' ? step : phase],
    ['calls', `${done} made, ${left} known to be left${failed > 0 ? `, ${failed} failed or refused` : ''}`],
    ['pace', paceText(progress)],
    ...(stuck === null || phase !== 'calling' ? [] : [['stuck', waitingText(stuck)]]),
    ['points', `${cost} spent${budgetText(progress)}`],
    ['ends', endText(progress, now)],
    ['last change', `${secondsSince(progress.updated_at, now)} s ago`],
    ...(lastError === null ? [] : [['last error', lastError]]),
  ]
  return labelled(
    lines.map(([name = '', text = '']) => [`  ${name}`, text]),
    14,
  )
}

const secondsSince = (iso: string, now: Date): number =>
  Math.max(0, Math.round((now.getTime() - Date.parse(iso)) / 1000))

const paceText = ({ rate, heldTo }: Progress): string =>
  `${rate.toFixed(1)} calls a second${heldTo === null ? '' : `, held to ${heldTo.toFixed(1)} because the service refused for speed`}`

function budgetText({ budgetLeft: { calls, cost } }: Progress): string {
  const left = [
    calls === null ? '' : counted(calls, 'call'),
    cost === null ? '' : counted(cost, 'point'),
  ].filter((text) => text !== '')
  return left.length === 0 ? '; the job sets no budget' : `; the budget leaves ${left.join(' and ')}`
}

/** By the rate so far; answers may ask for more. */
function endText({ phase, left, rate, stuck, updated_at }: Progress, now: Date): string {
  if (phase === 'exporting')
    return 'soon: the calls are made, the warehouse is published, exports are written'
  if (phase !== 'calling' || rate === 0) return 'not known yet'
  if (left === 0) return 'soon, unless the last answers ask for more'
  const others = left - (stuck?.calls ?? 0)
  if (others <= 0) return 'when what waits is answered or given up, unless answers ask for more'
  const seconds = Math.max(0, Math.round(others / rate) - secondsSince(updated_at, now))
  const at = new Date(now.getTime() + seconds * 1000).toISOString().slice(11, 19)
  return `in about ${seconds} s (${at} UTC), unless answers ask for more`
}
