import { Cron } from 'croner'
import { z } from 'zod'
import { type OperationName, operationNames } from '../../contract/operations.ts'
import { type FlagThresholdName, flagThresholds } from '../../rows/words/code-words.ts'
import { transports } from './choices.ts'
import { duration, freshness, key, optional, said, someOf } from './keys.ts'
import { exportRequest, reportRequest } from './outputs.ts'

const webhookKinds = ['generic', 'wecom', 'dingtalk', 'feishu'] as const
const notifyEvents = ['finished', 'gaps', 'failed', 'changes'] as const

const variable = z.string().regex(/^[A-Za-z_]\w*$/, { error: 'expected the name of an environment variable' })

const isHttp = (text: string): boolean => /^https?:\/\/\S+$/.test(text) && URL.canParse(text)
const address = z
  .string()
  .refine(isHttp, { error: 'expected an address that begins with https:// or http://' })

/** Where a message goes when a run has ended, and which ends send one (docs/scheduling.md). */
const webhook = z
  .strictObject({
    kind: key(
      'generic: JSON; wecom, dingtalk, feishu: the bots of 企业微信, 钉钉, 飞书',
      z.enum(webhookKinds).default('generic'),
    ),
    url: optional('address; anyone who has it can post, so urlEnv or urlFile is better', address),
    urlEnv: optional('environment variable that holds the address', variable),
    urlFile: optional('private file that holds the address', z.string().min(1)),
    secretEnv: optional('environment variable that holds the secret to sign with', variable),
    secretFile: optional('private file that holds that secret', z.string().min(1)),
    on: key(
      'finished: each run that came to its end; gaps: new or others, or a week old; failed: stopped early; changes',
      someOf(z.enum(notifyEvents)).default(['gaps', 'failed', 'changes']),
    ),
  })
  .refine(
    ({ url, urlEnv, urlFile }) => [url, urlEnv, urlFile].filter((one) => one !== undefined).length === 1,
    { error: 'expected exactly one of urlEnv, urlFile and url' },
  )
  .refine(({ secretEnv, secretFile }) => secretEnv === undefined || secretFile === undefined, {
    error: 'expected at most one of secretEnv and secretFile',
  })
  .refine(({ kind, secretEnv, secretFile }) => kind !== 'wecom' || (secretEnv ?? secretFile) === undefined, {
    error: 'a bot of wecom has no secret: its address alone is',
  })

export type Webhook = Readonly<z.infer<typeof webhook>>
export type NotifyEvent = (typeof notifyEvents)[number]

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
const schedule = z.strictObject({
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
const retention = z.strictObject({
  exports: days('exports and reports of the job’s runs; those of its last run stay'),
  logs: days('logs of the job’s runs; that of its last run stays'),
})

/** Building blocks of job files. Strict: a key that no code reads is a mistake in the file. */

const byOperation = <T extends z.ZodType>(value: T) =>
  z.strictObject(
    Object.fromEntries(operationNames.map((name) => [name, value.optional()])) as Record<
      OperationName,
      z.ZodOptional<T>
    >,
  )

const perSecond = key(
  'calls a second, retries included, or unlimited',
  z.union([z.literal('unlimited'), z.number().positive().max(10_000)], {
    error: 'expected a number of calls a second, or "unlimited"',
  }),
)

export const rate = z.strictObject({
  perSecond: perSecond.default(5),
  concurrency: key('calls under way at the same time', z.int().min(1).max(512).default(4)),
})

const toolName = key(
  'name of the tool that runs the operation',
  z.string().regex(/^\S+$/, { error: 'expected the name of a tool' }),
)

const spending = (over: string) => ({
  calls: optional(`calls ${over} may make at most, retries included`, z.int().min(1)),
  cost: optional(`points ${over} may spend at most`, z.number().positive()),
})

export const budget = z.strictObject({
  ...spending('a run'),
  perMonth: optional(
    'what all jobs of the home together may spend in a calendar month, Beijing time',
    z.strictObject(spending('all jobs of the home together in a calendar month, Beijing time,')),
  ),
  operations: optional(
    'what a run may spend on one operation; closes that one, the others go on',
    byOperation(z.strictObject(spending('a run on this operation'))),
  ),
})

const threshold = (name: FlagThresholdName) => {
  const { usual, meaning, least, isWhole } = flagThresholds[name]
  const number = isWhole ? z.int().min(least) : z.number().positive()
  return optional(`${meaning}; default ${usual}`, number)
}

const thresholds = z.strictObject(
  Object.fromEntries(
    (Object.keys(flagThresholds) as FlagThresholdName[]).map((name) => [name, threshold(name)]),
  ) as Record<FlagThresholdName, ReturnType<typeof threshold>>,
)

/** Keys that a job of any pipeline has. */
export const commonJob = {
  pipeline: key('name of the pipeline', z.string()),
  title: optional('title of the job, for reports', z.string()),
  budget: key('what a run may spend; never exceeded, retries included', budget.default({})),
  rate: key('how fast the service is asked', rate.prefault({})),
  timeout: key(
    'seconds of silence, 5 to 120, after which a call is given up; fewer where the service usually answers fast',
    z.int().min(5).max(120).default(60),
  ),
  costs: key(
    'points a call, by operation, where the usual weights are not those of your contract',
    byOperation(z.number().min(0)).default({}),
  ),
  freshness: key('freshness by step', z.record(z.string(), freshness).default({})),
  exports: key(
    'what is written from the warehouse when the run ends',
    z.array(exportRequest).default([{ format: 'csv' }, { format: 'parquet' }]),
  ),
  report: optional('dossiers of all enterprises; none without it', reportRequest),
  red_flags: optional('thresholds of the view red_flags', thresholds),
  absences: key(
    'messages by which your service says that there is nothing, beside those that dossier knows; exact, as dead_letters.message has them',
    z.array(said).default([]),
  ),
  transport: key('http, or mcp: the tool entries', z.enum(transports).default('http')),
  tools: key('tools that are not named as in the contract', byOperation(toolName).default({})),
  schedule: optional('when the job runs by itself: dossier schedule', schedule),
  after: optional(
    'a program, relative to the job file, that is run once when exports and dossiers are written',
    said,
  ),
  notify: key('webhooks that get a message when a run ends', z.array(webhook).max(20).default([])),
  retention: optional('what runs leave is kept this long', retention),
}

/** Settings that the engine reads from any job. */
export type JobSettings = Readonly<z.infer<z.ZodObject<typeof commonJob>>>

/** A job that can run: validated, with its identity. */
export interface Job<Settings extends JobSettings = JobSettings> {
  /** File name without its ending; of a job given as an object its title, else `job`. */
  readonly name: string
  /** What its paths are relative to: that of an object stands, for its paths, in the working folder. */
  readonly file: string
  /** Hash of what the job asks for: the same job resumes its run, one that asks for something else starts a new one. */
  readonly digest: string
  readonly settings: Settings
}
