import { Cron } from 'croner'
import { z } from 'zod'
import { duration, key } from './keys.ts'

/** What of cron is taken: five fields of numbers, names, lists, ranges and steps, which every scheduler reads alike. */
const plain =
  /^([\d*,/-]|(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mon|tue|wed|thu|fri|sat|sun)|\s)+$/i

const expectedCron =
  'five fields, minute hour day month weekday, as "30 2 * * *" or "0 3 * * mon-fri", that come up at some time'

/** Whether the expression is of that form and there is a next time. */
function isCron(text: string): boolean {
  if (!plain.test(text)) return false
  try {
    return new Cron(text, { mode: '5-part', timezone: 'UTC' }).nextRun() !== null
  } catch {
    return false
  }
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

const expectedZone = 'expected the name of a time zone, as Asia/Shanghai or UTC'

/** When a job runs by itself (docs/scheduling.md); `dossier schedule` keeps it. */
export const schedule = z.strictObject({
  cron: key(
    'minute hour day month weekday, as "30 2 * * *"',
    z.string().refine(isCron, { error: `expected ${expectedCron}` }),
  ),
  timeZone: key(
    'time zone of cron',
    z.string().refine(isTimeZone, { error: expectedZone }).default('Asia/Shanghai'),
  ),
})

const days = (meaning: string) => duration(['d'], meaning, '30d, 400d').optional()

/** How long what a run leaves beside the warehouse is kept (docs/operations.md). */
export const retention = z.strictObject({
  exports: days('exports and reports of the job’s runs; those of its last run stay'),
  logs: days('logs of the job’s runs; that of its last run stays'),
})
