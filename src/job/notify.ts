import { z } from 'zod'

export const webhookKinds = ['generic', 'wecom', 'dingtalk', 'feishu'] as const
export const notifyEvents = ['finished', 'gaps', 'failed', 'changes'] as const

const variable = z.string().regex(/^[A-Za-z_]\w*$/, { error: 'expected the name of an environment variable' })

const isHttp = (text: string): boolean => /^https?:\/\/\S+$/.test(text) && URL.canParse(text)

/** Where a message goes when a run has ended, and which ends are told (issue 7). */
export const webhook = z
  .strictObject({
    kind: z
      .enum(webhookKinds)
      .default('generic')
      .meta({ description: 'generic: JSON; wecom, dingtalk, feishu: the bots of 企业微信, 钉钉, 飞书' }),
    url: z
      .string()
      .refine(isHttp, { error: 'expected an address that begins with https:// or http://' })
      .optional()
      .meta({ description: 'address; whoever has it can post, so urlEnv or urlFile is better' }),
    urlEnv: variable.optional().meta({ description: 'environment variable that holds the address' }),
    urlFile: z.string().min(1).optional().meta({ description: 'private file that holds the address' }),
    secretEnv: variable
      .optional()
      .meta({ description: 'environment variable that holds the secret to sign with' }),
    secretFile: z.string().min(1).optional().meta({ description: 'private file that holds that secret' }),
    on: z
      .array(z.enum(notifyEvents))
      .min(1)
      .default(['gaps', 'failed', 'changes'])
      .meta({ description: 'finished: each run that came to its end; gaps; failed: stopped early; changes' }),
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

export const notify = z
  .array(webhook)
  .max(20)
  .default([])
  .meta({ description: 'webhooks that are told how a run ended' })

export type Webhook = Readonly<z.infer<typeof webhook>>
export type NotifyEvent = (typeof notifyEvents)[number]
