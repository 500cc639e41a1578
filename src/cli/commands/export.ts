import type { Exported } from '../../app/dossier.ts'
import { RefusedError } from '../../app/errors.ts'
import { queryLimits } from '../../app/query.ts'
import { type ExportFormat, exportFormats, languages, onlyOf } from '../../run/job/choices.ts'
import type { ExportRequest, exportRequest } from '../../run/job/outputs.ts'
import {
  byDefault,
  choices,
  defineCommand,
  home,
  json,
  names,
  oneOf,
  text,
  type Values,
  wholeNumber,
} from '../command.ts'
import { opened } from '../context.ts'
import { exitCodes } from '../exit-codes.ts'
import { textTable } from '../text.ts'

const flags = {
  home,
  json,
  format: choices(exportFormats, ['csv', 'parquet'], 'formats'),
  tables: names(
    'tables or views, with spaces or commas between them, or all; default those that people ask for',
  ),
  sql: text('file with one SELECT, instead of tables'),
  columns: names('columns, in this order; default all'),
  where: text('SQL condition over the columns'),
  headers: oneOf(languages, 'of csv and xlsx: Chinese terms, or names of columns'),
  encoding: oneOf(['utf-8', 'gb18030'], 'of csv'),
  safety: oneOf(['excel', 'none'], 'of csv: what Excel would alter is guarded'),
  language: oneOf(languages, 'of what the export itself says'),
  partition: names('columns whose values part the rows into folders'),
  since: text('run: only what changed since what it exported as Parquet'),
  persons: oneOf(['keep', 'mask', 'alias'], 'natural persons; default keep'),
  identifiers: oneOf(
    ['mask', 'keep'],
    'numbers of identity cards, phones and accounts in texts; default mask',
  ),
  name: text('name of the file of several tables, or of the SELECT'),
  timeout: byDefault(
    wholeNumber(1, 86_400, 'seconds that a SELECT or filter may take to be read through'),
    queryLimits.timeoutSeconds,
  ),
  out: text('folder of its own, whose earlier export it replaces; default exports-by-hand of the last run'),
}

export const command = defineCommand({
  words: 'export',
  does: 'export the published warehouse',
  flags,
  examples: [['$0 export --format csv --tables enterprise_documents --out .', 'one table as CSV']],
  async run(args, context) {
    const dossier = await opened(args, context)
    const { exportRequest: schema } = await import('../../run/job/outputs.ts')
    const exported = await dossier.export({
      exports: args.format.map((format) => requestOf(format, args, schema)),
      folder: args.out,
      timeoutSeconds: args.timeout,
      signal: context.signal,
    })
    context.out(args.json ? JSON.stringify(exported.manifest, null, 2) : exportedText(exported))
    if (exported.replaced !== undefined) context.note(replacedText(exported.replaced, exported.folder))
    return exitCodes.complete
  },
})

function exportedText({ manifest, folder }: Exported): string {
  const rows = manifest.files.map(({ file, rows, bytes, sha256 }) => ({ file, rows, bytes, sha256 }))
  return `${textTable(rows, 64)}\n\n${folder}`
}

const replacedText = ({ exported_at, files }: Exported['manifest'], folder: string): string =>
  `replaced the export of ${exported_at.slice(0, 19)}Z in ${folder} (${files.length > 3 ? `${files.length} files` : files.map(({ file }) => file).join(', ')}); ` +
  'to keep both, give another folder: --out'

/** The entry of a job that says the same; what only people read says nothing to the other formats. @throws RefusedError */
function requestOf(
  format: ExportFormat,
  args: Values<typeof flags>,
  schema: typeof exportRequest,
): ExportRequest {
  const { tables, sql, columns, where: filter, partition, since, name, language, persons, identifiers } = args
  const forReaders = { headers: args.headers, encoding: args.encoding, safety: args.safety }
  const fitting = Object.entries(forReaders).filter(
    // Of several formats, each takes what it knows; of one alone, what it does not know is a mistake.
    ([key]) => args.format.length === 1 || onlyOf[key as keyof typeof onlyOf].includes(format),
  )
  const parsed = schema.safeParse({
    format,
    ...given({ sql, columns, filter, partition, since, name, language, ...Object.fromEntries(fitting) }),
    ...(tables === undefined ? {} : { tables: tables.length === 1 && tables[0] === 'all' ? 'all' : tables }),
    ...(persons === undefined && identifiers === undefined
      ? {}
      : { privacy: given({ persons, identifiers }) }),
  })
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new RefusedError(`export: --${issue?.path.join('.')}: ${issue?.message}`, { cause: parsed.error })
}

const given = (values: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
