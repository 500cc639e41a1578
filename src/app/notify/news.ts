import { codeWords } from '../../rows/words/code-words.ts'
import type { NotifyEvent } from '../../run/job/schema.ts'
import type { FlagChange } from '../../warehouse/flag-history.ts'
import type { RunStatus } from '../../warehouse/runs.ts'

/** What a webhook is sent of a run that ended, or that could not begin. */
export interface RunNews {
  readonly job: string
  readonly title: string | null
  /** Null when the run could not begin. */
  readonly runId: string | null
  readonly status: RunStatus
  /** Why it did not end complete, for a person; null when it did. */
  readonly reason: string | null
  /** ISO 8601, UTC. */
  readonly startedAt: string | null
  readonly finishedAt: string | null
  readonly elapsedMs: number | null
  readonly calls: number
  /** Points. */
  readonly cost: number
  /** What is missing from a run that came to its end. */
  readonly gaps: readonly string[]
  /** Rows of the view `changes` that the run found, by kind. */
  readonly changes: Readonly<Record<string, number>>
  /** Red flags that fired or ended since the job's run before. */
  readonly flags: readonly FlagChange[]
}

/** The events of a run's end that a webhook may ask for. A run that stopped early reports its changes once it is done. */
export function eventsOf({ status, changes }: RunNews): NotifyEvent[] {
  if (status !== 'complete' && status !== 'gaps') return ['failed']
  const hasChanges = Object.values(changes).some((count) => count > 0)
  return ['finished', ...(status === 'gaps' ? [status] : []), ...(hasChanges ? ['changes' as const] : [])]
}

const statuses: Readonly<Record<RunStatus, string>> = {
  complete: '完成',
  gaps: '完成，有缺口',
  stopped: '提前停止，可续跑',
  blocked: '受阻，需人工处理',
  failed: '失败',
  unauthorised: '密钥缺失或被拒绝',
  running: '未正常结束',
  abandoned: '已被后一次运行取代',
}

export const headline = ({ title, job, status }: RunNews): string => `${title ?? job}：${statuses[status]}`

/** The news as lines for a person, the most important first, so that what does not fit is cut off at the end. */
export function newsLines(news: RunNews): string[] {
  const { status, reason, changes, flags, gaps, calls, cost, elapsedMs, runId } = news
  const counted = Object.entries(changes).filter(([, count]) => count > 0)
  const changed = counted.map(([kind, count]) => `${wordOfChange[kind] ?? kind} ${count}`).join('，')
  return [
    ...(status === 'gaps' || reason === null ? [] : [`原因：${reason}`]),
    ...(changed === '' ? [] : [`变化：${changed}`]),
    ...firstFew(flags.map(flagLine), '另有红旗变化'),
    ...firstFew(
      gaps.map((gap) => `缺口：${gap}`),
      '另有缺口',
    ),
    `调用 ${calls} 次，${cost} 点${elapsedMs === null ? '' : `，用时 ${Math.round(elapsedMs / 1000)} 秒`}`,
    runId === null ? '运行未能开始' : `运行 ${runId}`,
  ]
}

/** At most ten one by one; the rest is counted. */
const firstFew = (lines: readonly string[], more: string): string[] =>
  lines.length > 10 ? [...lines.slice(0, 10), `${more} ${lines.length - 10} 项`] : [...lines]

const flagLine = ({ enterprise, flag, hasFired }: FlagChange): string =>
  `${hasFired ? '新增红旗' : '红旗消除'}：${enterprise}，${wordOfFlag[flag] ?? flag}`

const wordOfFlag: Readonly<Record<string, string>> = codeWords.flag
const wordOfChange: Readonly<Record<string, string>> = codeWords.changeKind

/** At most so many bytes as `sizeOf` counts them, by default of UTF-8; no character is cut in two, and a cut is marked. */
export function within(
  text: string,
  mostBytes: number,
  sizeOf: (part: string) => number = Buffer.byteLength,
): string {
  if (sizeOf(text) <= mostBytes) return text
  const mark = '…'
  let bytes = sizeOf(mark)
  let kept = ''
  for (const character of text) {
    bytes += sizeOf(character)
    if (bytes > mostBytes) break
    kept += character
  }
  return `${kept}${mark}`
}

/** Bytes of a text that is sent as JSON, where some characters take more. */
export const sizeInJson = (part: string): number => Buffer.byteLength(JSON.stringify(part)) - 2

/** For Markdown: a name or an error is text: it formats nothing and mentions no user. */
export const plain = (text: string): string =>
  text
    .replaceAll(/[\\`*_[\]<>#|~]/g, (character) => `\\${character}`)
    .replaceAll(/[\r\n]+/g, ' ')
    .replaceAll('@', '＠')
