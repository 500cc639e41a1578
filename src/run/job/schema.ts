import { z } from 'zod'
import { type OperationName, operationNames } from '../../contract/operations.ts'
import { type FlagThresholdName, flagThresholds } from '../../rows/tables/flag-thresholds.ts'
import { executors, transports } from './choices.ts'
import { exportRequest, reportRequest } from './outputs.ts'
import { retention, schedule } from './schedule.ts'

const webhookKinds = ['generic', 'wecom', 'dingtalk', 'feishu'] as const
const notifyEvents = ['finished', 'gaps', 'failed', 'changes'] as const

const variable = z.string().regex(/^[A-Za-z_]\w*$/, { error: 'expected the name of an environment variable' })

const isHttp = (text: string): boolean => /^https?:\/\/\S+$/.test(text) && URL.canParse(text)

/** Where a message goes when a run has ended, and which ends send one (docs/scheduling.md). */
const webhook = z
  .strictObject({
    kind: z
      .enum(webhookKinds)
      .default('generic')
      .meta({ description: 'generic: JSON; wecom, dingtalk, feishu: the bots of 企业微信, 钉钉, 飞书' }),
    url: z
      .string()
      .refine(isHttp, { error: 'expected an address that begins with https:// or http://' })
      .optional()
      .meta({ description: 'address; anyone who has it can post, so urlEnv or urlFile is better' }),
    urlEnv: variable.optional().meta({ description: 'environment variable that holds the address' }),
    urlFile: z.string().min(1).optional().meta({ description: 'private file that holds the address' }),
    secretEnv: variable
      .optional()
      .meta({ description: 'environment variable that holds the secret to sign with' }),
    secretFile: z.string().min(1).optional().meta({ description: 'private file that holds that secret' }),
    on: z.array(z.enum(notifyEvents)).min(1).default(['gaps', 'failed', 'changes']).meta({
      description:
        'finished: each run that came to its end; gaps: new or others, or a week old; failed: stopped early; changes',
    }),
  })
  .refine(
    ({ url, urlEnv, urlFile }) => [url, urlEnv, urlFile].filter((one) => one !== undefined).length === 1,
    {
      error: 'expected exactly one of urlEnv, urlFile and url',
    },
  )
  .refine(({ secretEnv, secretFile }) => secretEnv === undefined || secretFile === undefined, {
    error: 'expected at most one of secretEnv and secretFile',
  })
  .refine(({ kind, secretEnv, secretFile }) => kind !== 'wecom' || (secretEnv ?? secretFile) === undefined, {
    error: 'a bot of wecom has no secret: its address alone is',
  })

const notify = z
  .array(webhook)
  .max(20)
  .default([])
  .meta({ description: 'webhooks that get a message when a run ends' })

export type Webhook = Readonly<z.infer<typeof webhook>>
export type NotifyEvent = (typeof notifyEvents)[number]

/** Building blocks of job files. Strict: a key that no code reads is a mistake in the file. */

const count = (meaning: string) => z.int().min(1).meta({ description: meaning })
const positive = (meaning: string) => z.number().positive().meta({ description: meaning })

const byOperation = <T extends z.ZodType>(value: T) =>
  z.strictObject(
    Object.fromEntries(operationNames.map((name) => [name, value.optional()])) as Record<
      OperationName,
      z.ZodOptional<T>
    >,
  )

const expectedFreshness = 'expected "forever", "run" or a duration such as 12h or 7d'

/** How long an answer counts as known: `forever`, `run` (this run, also when it is resumed), or a duration. */
export const freshness = z
  .string({ error: expectedFreshness })
  .regex(/^(forever|run|[1-9]\d{0,4}[mhd])$/, { error: expectedFreshness })
  .meta({ description: 'forever, run, or a duration: 30m, 12h, 7d' })

export type Freshness = z.infer<typeof freshness>

const perSecond = z
  .union([z.literal('unlimited'), z.number().positive().max(10_000)], {
    error: 'expected a number of calls a second, or "unlimited"',
  })
  .meta({ description: 'calls a second, retries included, or unlimited' })

export const rate = z.strictObject({
  perSecond: perSecond.default(5),
  concurrency: z.int().min(1).max(512).default(4).meta({ description: 'calls under way at the same time' }),
})

const toolName = z
  .string()
  .regex(/^\S+$/, { error: 'expected the name of a tool' })
  .meta({ description: 'name of the tool that runs the operation' })

const spending = (over: string) => ({
  calls: count(`calls ${over} may make at most, retries included`).optional(),
  cost: positive(`points ${over} may spend at most`).optional(),
})

export const budget = z.strictObject({
  ...spending('a run'),
  perMonth: z
    .strictObject(spending('all jobs of the home together in a calendar month, Beijing time,'))
    .optional()
    .meta({ description: 'what all jobs of the home together may spend in a calendar month, Beijing time' }),
  operations: byOperation(z.strictObject(spending('a run on this operation')))
    .optional()
    .meta({ description: 'what a run may spend on one operation; closes that one, the others go on' }),
})

/** Points a call, as such services usually weigh them (domain notes 1); every weight can be set. */
export const defaultCosts: Readonly<Record<OperationName, number>> = {
  case_vector_search: 10,
  rh_case_details: 5,
  rh_ft_search: 10,
  rh_enterpriseWritList: 10,
  rh_enterpriseSearch: 1,
  rh_company_info: 10,
}

const threshold = (name: FlagThresholdName) => {
  const { usual, meaning, least, isWhole } = flagThresholds[name]
  const number = isWhole ? z.int().min(least) : z.number().positive()
  return number.optional().meta({ description: `${meaning}; default ${usual}` })
}

const thresholds = z.strictObject(
  Object.fromEntries(
    (Object.keys(flagThresholds) as FlagThresholdName[]).map((name) => [name, threshold(name)]),
  ) as Record<FlagThresholdName, ReturnType<typeof threshold>>,
)

/** Keys that a job of any pipeline has. */
export const commonJob = {
  pipeline: z.string().meta({ description: 'name of the pipeline' }),
  title: z.string().optional().meta({ description: 'title of the job, for reports' }),
  budget: budget.default({}).meta({ description: 'what a run may spend; never exceeded, retries included' }),
  rate: rate.prefault({}).meta({ description: 'how fast the service is asked' }),
  timeout: z.int().min(5).max(120).default(60).meta({
    description:
      'seconds of silence, 5 to 120, after which a call is given up; fewer where the service usually answers fast',
  }),
  costs: byOperation(z.number().min(0)).default({}).meta({
    description: 'points a call, by operation, where the usual weights are not those of your contract',
  }),
  freshness: z.record(z.string(), freshness).default({}).meta({ description: 'freshness by step' }),
  exports: z
    .array(exportRequest)
    .default([{ format: 'csv' }, { format: 'parquet' }])
    .meta({ description: 'what is written from the warehouse when the run ends' }),
  report: reportRequest.optional().meta({ description: 'dossiers of all enterprises; none without it' }),
  red_flags: thresholds.optional().meta({ description: 'thresholds of the view red_flags' }),
  absences: z.array(z.string().trim().min(1)).default([]).meta({
    description:
      'messages by which your service says that there is nothing, beside those that dossier knows; exact, as dead_letters.message has them',
  }),
  transport: z.enum(transports).default('http').meta({ description: 'http, or mcp: the tool entries' }),
  executor: z.enum(executors).default('in-process').meta({
    description: 'who makes the calls: in-process, or redis: workers at DOSSIER_REDIS_URL',
  }),
  tools: byOperation(toolName)
    .default({})
    .meta({ description: 'tools that are not named as in the contract' }),
  schedule: schedule.optional().meta({ description: 'when the job runs by itself: dossier schedule' }),
  after: z.string().trim().min(1).optional().meta({
    description:
      'a program, relative to the job file, that is run once when exports and dossiers are written',
  }),
  notify,
  retention: retention.optional().meta({ description: 'what runs leave is kept this long' }),
}

/** Settings that the engine reads from any job. */
export type JobSettings = Readonly<z.infer<z.ZodObject<typeof commonJob>>>

export const strictDate = z.iso
  .date({ error: 'expected a date as yyyy-MM-dd' })
  .meta({ description: 'date, yyyy-MM-dd' })

/** Whether two dates of a job, either of which may be missing, are in order; ISO dates sort as text. */
export const inOrder = (from: string | undefined, to: string | undefined): boolean =>
  from === undefined || to === undefined || from <= to
