import { z } from 'zod'
import { languages } from './languages.ts'

/** `report:` of a job: dossiers of all its enterprises, made after the exports. A job without it makes none. */
export const reportRequest = z.strictObject({
  language: z.enum(languages).default('zh').meta({ description: 'zh or en' }),
  purpose: z
    .string()
    .max(500)
    .default('')
    .meta({ description: 'what the reports are for, told on their cover' }),
  privacy: z
    .strictObject({
      persons: z
        .enum(['keep', 'mask', 'alias'])
        .default('keep')
        .meta({ description: 'natural persons: keep, mask (张某) or alias' }),
      identifiers: z
        .enum(['mask', 'keep'])
        .default('mask')
        .meta({ description: 'numbers of identity cards, phones and accounts in texts' }),
    })
    .prefault({}),
  pdf: z.boolean().default(false).meta({ description: 'also as PDF, through a Chromium of this machine' }),
})

export type ReportRequest = z.infer<typeof reportRequest>
