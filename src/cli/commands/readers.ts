import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import type { Exported, Relation, Reported } from '../../app/dossier.ts'
import { given, RefusedError } from '../../app/errors.ts'
import { queryLimits } from '../../app/query.ts'
import {
  type ExportFormat,
  exportFormats,
  languages,
  onlyOf,
  printedParts,
  reportFormats,
} from '../../run/job/choices.ts'
import type { ExportRequest, exportRequest } from '../../run/job/outputs.ts'
import {
  byDefault,
  defineCommand,
  home,
  identifiers,
  json,
  names,
  oneOf,
  optionalArgument,
  persons,
  privacy,
  several,
  text,
  toggle,
  type Values,
  wholeNumber,
} from '../command.ts'
import { endSoon, exitCodes, opened, print } from '../context.ts'
import { textTable } from '../text.ts'

export const tables = defineCommand({
  words: 'tables [name]',
  does: 'the tables and views, or the columns of one',
  places: { name: optionalArgument('table or view') },
  flags: { json },
  examples: [['$0 tables enterprise_documents', 'columns with type, Chinese term and source']],
  async run({ name, json }, context) {
    const relations = await (await opened({}, context)).tables(name)
    const rows = name === undefined ? relations.map(listed) : relations.flatMap(({ columns }) => columns)
    print(context, json, rows, () => textTable(rows, 100))
  },
})

const listed = ({ name, kind, columns, term, meaning }: Relation) => ({
  name,
  kind,
  columns: columns.length,
  term,
  meaning,
})

const flags = {
  home,
  json,
  format: byDefault(several(oneOf(exportFormats, 'formats')), ['csv', 'parquet']),
  tables: names(
    'tables or views, with spaces or commas between them, or all; default those that people ask for',
  ),
  sql: text('file with one SELECT, instead of tables'),
  columns: names('columns, in this order; default all'),
  where: text('SQL condition over the columns'),
  headers: oneOf(languages, `of ${onlyOf.headers.join(' and ')}: Chinese terms, or names of columns`),
  safety: oneOf(['excel', 'none'], 'of csv: what Excel would alter is guarded'),
  language: oneOf(languages, 'of what the export itself says'),
  persons: oneOf(['keep', 'mask'], 'natural persons; default keep'),
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

export const exportCommand = defineCommand({
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
    print(context, args.json, exported.manifest, () => exportedText(exported))
    if (exported.replaced !== undefined) context.note(replacedText(exported.replaced, exported.folder))
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
  const { tables, sql, columns, where: filter, name, language, persons, identifiers } = args
  const forReaders = { headers: args.headers, safety: args.safety }
  const fitting = Object.entries(forReaders).filter(
    // Of several formats, each takes what it knows; of one alone, what it does not know is a mistake.
    ([key]) => args.format.length === 1 || onlyOf[key as keyof typeof onlyOf].includes(format),
  )
  const parsed = schema.safeParse({
    format,
    ...given({ sql, columns, filter, name, language, ...Object.fromEntries(fitting) }),
    ...(tables === undefined ? {} : { tables: tables.length === 1 && tables[0] === 'all' ? 'all' : tables }),
    ...(persons === undefined && identifiers === undefined
      ? {}
      : { privacy: given({ persons, identifiers }) }),
  })
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new RefusedError(`export: --${issue?.path.join('.')}: ${issue?.message}`, { cause: parsed.error })
}

const asBefore = "default that of the run's dossiers"

export const report = defineCommand({
  words: 'report',
  does: 'write a dossier per enterprise, and an index, out of the published warehouse',
  flags: {
    home,
    json,
    run: text('run id; default the last run that lists enterprises'),
    enterprise: several(text('names, codes or ids; default all of the run')),
    lang: oneOf(languages, `language; ${asBefore}, or zh`),
    purpose: text(`what it is for; stands on the cover; ${asBefore}`),
    persons: persons(`; ${asBefore}, or keep`),
    identifiers: identifiers(`; ${asBefore}, or mask`),
    print: byDefault(
      oneOf(printedParts, 'what prints, PDF and Word have: page one, the body, or all with appendices'),
      'body',
    ),
    format: several(
      oneOf(
        reportFormats,
        `formats; the pages are written in any case, PDF is made through a Chromium; ${asBefore}, or html`,
      ),
    ),
    template: text('your .docx for Word files, with a paragraph {{dossier}}'),
    chromium: text('program of a Chromium, Chrome or Edge (DOSSIER_CHROMIUM, default the first found)'),
    out: text("folder; default the run's reports"),
  },
  examples: [
    ['$0 report --enterprise 91110108MA0074PN30 --format docx', 'one dossier, for a browser and for Word'],
  ],
  async run(args, context) {
    const { purpose, persons, identifiers, template, chromium, out } = args
    const reported = await (await opened(args, context)).report({
      ...{ runId: args.run, enterprises: args.enterprise, language: args.lang, purpose },
      ...{ privacy: { persons, identifiers }, print: args.print, formats: args.format, template, chromium },
      folder: out === undefined ? undefined : resolve(out),
      signal: context.signal,
    })
    print(context, args.json, reported.manifest, () => reportText(reported))
    if (reported.withoutPdf === undefined) return undefined
    context.note(reported.withoutPdf)
    return exitCodes.blocked
  },
})

function reportText({ folder, manifest }: Reported): string {
  const pages = manifest.files.filter(({ case_id }) => case_id === null)
  const rows = pages.map(({ file, bytes, sha256 }) => ({ file, bytes, sha256 }))
  const judgments = manifest.files.length - pages.length
  const more = judgments === 0 ? '' : `\nand ${judgments} pages of judgments`
  return `${textTable(rows, 80)}${more}\n\n${resolve(join(folder, 'index.html'))}`
}

export const explore = defineCommand({
  words: 'explore',
  does: 'show the published warehouse in a browser on this machine, down to the sentence',
  flags: {
    home,
    port: byDefault(wholeNumber(0, 65_535, 'port on 127.0.0.1; 0 picks a free one'), 0),
    lang: byDefault(oneOf(languages, 'language'), 'zh'),
    ...privacy,
    open: toggle('open the browser; --no-open prints the address alone', true),
  },
  examples: [['$0 explore --no-open', 'prints an address that opens once, and serves until Ctrl-C']],
  async run({ port, lang, persons, identifiers, open, ...args }, context) {
    const { out, note, signal, isTerminal } = context
    using _ending = endSoon(signal)
    const dossier = await opened(args, context)
    const options = { port, language: lang, privacy: { persons, identifiers } }
    await using exploring = await dossier.explore(options)
    out(exploring.url)
    note('serving this machine alone until Ctrl-C; the address opens once, in one browser')
    if (open && isTerminal) openBrowser(exploring.url)
    if (!signal.aborted) await once(signal, 'abort')
  },
})

/** What opens an address, by system; the address is printed where there is none. */
function openBrowser(url: string): void {
  const [program, ...args] =
    process.platform === 'darwin'
      ? ['open', url]
      : process.platform === 'win32'
        ? ['rundll32', 'url.dll,FileProtocolHandler', url]
        : ['xdg-open', url]
  spawn(program ?? '', args, { stdio: 'ignore', detached: true })
    .on('error', () => undefined)
    .unref()
}
