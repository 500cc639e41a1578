import { z } from 'zod'

/** Formats by the name that jobs call them; export/writers.ts has a writer of each. */
export const exportFormats = ['csv', 'parquet', 'jsonl'] as const

export type ExportFormat = (typeof exportFormats)[number]

const listOf = (meaning: string) => z.array(z.string().min(1)).min(1).meta({ description: meaning })

/** What a job exports, one entry a format: a selection of tables, or a SELECT of the user's own, and how it is written. */
export const exportRequest = z
  .strictObject({
    format: z.enum(exportFormats).meta({ description: exportFormats.join(', ') }),
    name: z
      .string()
      .min(1)
      .optional()
      .meta({ description: 'name of the file of several tables, or of the SELECT; without its ending' }),
    folder: z
      .string()
      .min(1)
      .optional()
      .meta({ description: 'folder within the exports, for a second export of the same format' }),
    tables: z
      .union([z.literal('all'), listOf('tables or views')], { error: 'expected a list of tables, or all' })
      .optional()
      .meta({ description: 'tables or views, or all; default: those that people ask for' }),
    sql: z
      .string()
      .min(1)
      .optional()
      .meta({ description: 'file with one SELECT, relative to the job file; instead of tables' }),
    columns: listOf('columns, in this order; default all').optional(),
    filter: z.string().min(1).optional().meta({ description: 'SQL condition over the columns' }),
    headers: z
      .enum(['zh', 'en', 'names'])
      .optional()
      .meta({ description: 'zh or en terms, or names of columns; default zh for csv and xlsx, else names' }),
    language: z.enum(['zh', 'en']).default('zh').meta({ description: 'of what the export itself says' }),
    partition: listOf('columns whose values part the rows into folders').optional(),
    delta: z.boolean().default(false).meta({ description: 'what changed since the previous run of this job' }),
    since: z
      .string()
      .min(1)
      .optional()
      .meta({ description: 'run: what changed since what that run exported as Parquet' }),
    encoding: z.enum(['utf-8', 'gb18030']).default('utf-8').meta({ description: 'of csv' }),
    safety: z
      .enum(['excel', 'none'])
      .default('excel')
      .meta({ description: 'excel: no cell is taken for a formula or loses digits; reversible' }),
    privacy: z
      .strictObject({
        persons: z.enum(['keep', 'mask', 'alias']).default('keep').meta({ description: 'natural persons' }),
        identifiers: z
          .enum(['mask', 'keep'])
          .default('mask')
          .meta({ description: 'numbers of identity cards, phones and accounts in texts' }),
      })
      .prefault({}),
  })
  .refine(({ tables, sql }) => tables === undefined || sql === undefined, {
    error: 'expected tables or sql, not both',
    path: ['sql'],
  })
  .refine(({ delta, since }) => !delta || since === undefined, {
    error: 'expected delta (since the previous run) or since, not both',
    path: ['since'],
  })

export type ExportRequest = z.infer<typeof exportRequest>
/** As it is written in a job file: what has a default may be missing. */
export type ExportRequestInput = z.input<typeof exportRequest>
