import { z } from 'zod'
import { isSafeName, stemOfSql } from '../../disk/name-part.ts'
import { exportFormats, languages, onlyOf, printedParts, reportFormats } from './choices.ts'
import { identifiers, key, optional, persons, someOf } from './keys.ts'

/** Part of a path within the folder of the exports: it leads nowhere else. */
const namePart = (hint: string) =>
  z.string().refine(isSafeName, {
    error: `expected one name of letters, digits, "_", "-" and ".", of at most 200 bytes, ${hint}`,
  })
const text = z.string().min(1)
const names = someOf(text)

/** What a job exports, one entry a format: a selection of tables, or a SELECT of the user's own, and how it is written. */
export const exportRequest = z
  .strictObject({
    format: key(exportFormats.join(', '), z.enum(exportFormats)),
    name: optional(
      'name of the file of several tables, or of the SELECT; without its ending',
      namePart('without folder and ending'),
    ),
    folder: optional(
      'folder within the exports, for a second export of the same format',
      namePart('that stands within the exports of the run'),
    ),
    tables: optional(
      'tables or views, or all; default: those that people ask for',
      z.union([z.literal('all'), key('tables or views', names)], {
        error: 'expected a list of tables, or all',
      }),
    ),
    sql: optional('file with one SELECT, relative to the job file; instead of tables', text),
    columns: optional('columns, in this order; default all', names),
    filter: optional('SQL condition over the columns', text),
    headers: optional(
      'zh: Chinese terms; en: names of columns; default zh. Other formats have names of columns',
      z.enum(languages),
    ),
    language: optional('of what the export itself says; default zh', z.enum(languages)),
    safety: optional(
      'excel (default): no cell is taken for a formula or loses digits; reversible',
      z.enum(['excel', 'none']),
    ),
    privacy: z
      .strictObject({
        persons: optional('natural persons; default keep', persons),
        identifiers: optional(
          'numbers of identity cards, phones and accounts in texts; default mask',
          identifiers,
        ),
      })
      .optional(),
  })
  .superRefine((request, context) => {
    const refuse = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message })
    if (request.tables !== undefined && request.sql !== undefined)
      refuse('sql', 'expected tables or sql, not both')
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
  language: key('zh or en', z.enum(languages).default('zh')),
  purpose: key('what the reports are for; stands on their cover', z.string().max(500).default('')),
  privacy: z
    .strictObject({
      persons: key('natural persons: keep or mask (张某)', persons.default('keep')),
      identifiers: key(
        'numbers of identity cards, phones and accounts in texts',
        identifiers.default('mask'),
      ),
    })
    .prefault({}),
  judgments: key('a page for each judgment whose full text is held', z.boolean().default(true)),
  formats: key(
    'html, which is always written, pdf, through a Chromium of this machine, and docx',
    z.array(z.enum(reportFormats)).readonly().default(['html']),
  ),
  template: optional(
    'your .docx, relative to the job file, for Word files: its styles, margins, header and footer, and the dossier at its paragraph {{dossier}}',
    text,
  ),
  print: key(
    'what prints, PDF and Word have: brief (page one), body, or all with statistics and appendices',
    z.enum(printedParts).default('body'),
  ),
})
