import type { ToldProgress } from '../engine/progress-file.ts'

/** Where a run stands by what it wrote last, for a person in another terminal; one thing a line. */
export function progressText(progress: ToldProgress, now: Date): string {
  const { phase, step, done, left, failed, cost, lastError } = progress
  const lines = [
    ['step', phase === 'calling' ? step : phase],
    ['calls', `${done} made, ${left} known to be left${failed > 0 ? `, ${failed} failed or refused` : ''}`],
    ['pace', paceText(progress)],
    ['points', `${cost} spent${budgetText(progress)}`],
    ['ends', endText(progress, now)],
    ['last change', `${secondsSince(progress.updated_at, now)} s ago`],
    ...(lastError === null ? [] : [['last error', lastError]]),
  ]
  return lines.map(([name = '', text = '']) => `  ${name.padEnd(12)} ${text}`).join('\n')
}

const secondsSince = (iso: string, now: Date): number =>
  Math.max(0, Math.round((now.getTime() - Date.parse(iso)) / 1000))

const paceText = ({ rate, heldTo }: ToldProgress): string =>
  `${rate.toFixed(1)} calls a second${heldTo === null ? '' : `, held to ${heldTo.toFixed(1)} because the service refused for speed`}`

function budgetText({ budgetLeft: { calls, cost } }: ToldProgress): string {
  const left = [calls === null ? '' : `${calls} calls`, cost === null ? '' : `${cost} points`].filter(
    (text) => text !== '',
  )
  return left.length === 0 ? '; the job sets no budget' : `; the budget leaves ${left.join(' and ')}`
}

/** By the rate so far; answers may ask for more. */
function endText({ phase, left, rate, updated_at }: ToldProgress, now: Date): string {
  if (phase === 'exporting')
    return 'soon: the calls are made, the warehouse is published, exports are written'
  if (phase !== 'calling' || rate === 0) return 'not known yet'
  if (left === 0) return 'soon, unless the last answers ask for more'
  const seconds = Math.max(0, Math.round(left / rate) - secondsSince(updated_at, now))
  const at = new Date(now.getTime() + seconds * 1000).toISOString().slice(11, 19)
  return `in about ${seconds} s (${at} UTC), unless answers ask for more`
}
