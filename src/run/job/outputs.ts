import { z } from 'zod'
import { isSafeName, stemOfSql } from '../../disk/name-part.ts'
import { exportFormats, languages, onlyOf, printedParts, reportFormats } from './choices.ts'

const word = (meaning: string) => z.string().min(1).meta({ description: meaning })
/** Part of a path within the folder of the exports: it leads nowhere else. */
const namePart = (meaning: string, hint: string) =>
  z
    .string()
    .refine(isSafeName, {
      error: `expected one name of letters, digits, "_", "-" and ".", of at most 200 bytes, ${hint}`,
    })
    .meta({ description: meaning })
const listOf = (meaning: string) => z.array(z.string().min(1)).min(1).meta({ description: meaning })

/** What a job exports, one entry a format: a selection of tables, or a SELECT of the user's own, and how it is written. */
export const exportRequest = z
  .strictObject({
    format: z.enum(exportFormats).meta({ description: exportFormats.join(', ') }),
    name: namePart(
      'name of the file of several tables, or of the SELECT; without its ending',
      'without folder and ending',
    ).optional(),
    folder: namePart(
      'folder within the exports, for a second export of the same format',
      'that stands within the exports of the run',
    ).optional(),
    tables: z
      .union([z.literal('all'), listOf('tables or views')], { error: 'expected a list of tables, or all' })
      .optional()
      .meta({ description: 'tables or views, or all; default: those that people ask for' }),
    sql: word('file with one SELECT, relative to the job file; instead of tables').optional(),
    columns: listOf('columns, in this order; default all').optional(),
    filter: word('SQL condition over the columns').optional(),
    headers: z.enum(languages).optional().meta({
      description: 'zh: Chinese terms; en: names of columns; default zh. Other formats have names of columns',
    }),
    language: z
      .enum(languages)
      .optional()
      .meta({ description: 'of what the export itself says; default zh' }),
    partition: listOf('columns whose values part the rows into folders').optional(),
    delta: z.boolean().optional().meta({ description: 'what changed since the previous run of this job' }),
    since: word('run: what changed since what it exported as Parquet').optional(),
    encoding: z.enum(['utf-8', 'gb18030']).optional().meta({ description: 'default utf-8' }),
    safety: z
      .enum(['excel', 'none'])
      .optional()
      .meta({ description: 'excel (default): no cell is taken for a formula or loses digits; reversible' }),
    privacy: z
      .strictObject({
        persons: z
          .enum(['keep', 'mask', 'alias'])
          .optional()
          .meta({ description: 'natural persons; default keep' }),
        identifiers: z
          .enum(['mask', 'keep'])
          .optional()
          .meta({ description: 'numbers of identity cards, phones and accounts in texts; default mask' }),
      })
      .optional(),
  })
  .superRefine((request, context) => {
    const refuse = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message })
    if (request.tables !== undefined && request.sql !== undefined)
      refuse('sql', 'expected tables or sql, not both')
    if (request.delta === true && request.since !== undefined)
      refuse('since', 'expected delta (since the previous run) or since, not both')
    if (request.sql !== undefined && request.name === undefined && !isSafeName(stemOfSql(request.sql)))
      refuse(
        'sql',
        'the name of this file cannot name the export; expected name: beside it, of letters and digits',
      )
    for (const [key, formats] of Object.entries(onlyOf))
      if (request[key as keyof typeof onlyOf] !== undefined && !formats.includes(request.format))
        refuse(key, `expected with ${formats.join(', ')} only`)
  })

export type ExportRequest = z.infer<typeof exportRequest>

/** `report:` of a job: dossiers of all its enterprises, made after the exports. A job without it makes none. */
export const reportRequest = z.strictObject({
  language: z.enum(languages).default('zh').meta({ description: 'zh or en' }),
  purpose: z
    .string()
    .max(500)
    .default('')
    .meta({ description: 'what the reports are for; stands on their cover' }),
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
  judgments: z
    .boolean()
    .default(true)
    .meta({ description: 'a page for each judgment whose full text is held' }),
  formats: z.array(z.enum(reportFormats)).readonly().default(['html']).meta({
    description: 'html, which is always written, pdf, through a Chromium of this machine, and docx',
  }),
  template: word(
    'your .docx, relative to the job file, for Word files: its styles, margins, header and footer, and the dossier at its paragraph {{dossier}}',
  ).optional(),
  print: z.enum(printedParts).default('body').meta({
    description:
      'what prints, PDF and Word have: brief (page one), body, or all with statistics and appendices',
  }),
})
