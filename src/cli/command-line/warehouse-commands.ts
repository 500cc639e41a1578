import type { Argv } from 'yargs'
import { exportFormats, languages } from '../../job/choices.ts'

import type { Wire } from '../context.ts'
import { queryLimits } from '../query.ts'
import { examples, memory, separated, text, wholeNumber, withHome, withJson } from './flags.ts'

/** What is read out of the published warehouse. */
export const warehouseCommands = (argv: Argv, to: Wire): Argv =>
  argv
    .command(
      'query <sql>',
      'run one SELECT over the published warehouse',
      (argv) =>
        withJson(withHome(argv))
          .positional('sql', { type: 'string', demandOption: true, describe: 'one SELECT' })
          .option('limit', {
            ...wholeNumber('limit', 1, 1_000_000),
            default: 100,
            describe: 'rows at the most',
          })
          .option('max-bytes', {
            ...wholeNumber('max-bytes', 1, 2 ** 30),
            default: 64 * 2 ** 20,
            describe: 'bytes of the result at the most, as JSON',
          })
          .option('memory', {
            ...memory('memory'),
            default: queryLimits.memory,
            describe: 'memory at the most',
          })
          .option('timeout', {
            ...wholeNumber('timeout', 1, 86_400),
            default: queryLimits.timeoutSeconds,
            describe: 'seconds at the most',
          })
          .epilogue(
            examples([
              '$0 query "SELECT cause, count(*) FROM enterprise_documents GROUP BY ALL"',
              'documents by cause',
            ]),
          ),
      to(async () => (await import('../commands/query.ts')).query),
    )
    .command(
      'tables [name]',
      'the tables and views, or the columns of one',
      (argv) =>
        withJson(argv)
          .positional('name', { type: 'string', describe: 'table or view' })
          .option('markdown', { type: 'boolean', default: false, describe: 'as Markdown: docs/tables.md' })
          .epilogue(
            examples(['$0 tables enterprise_documents', 'columns with type, Chinese term and source']),
          ),
      to(async () => (await import('../commands/tables.ts')).tables),
    )
    .command(
      'export',
      'export the published warehouse',
      (argv) =>
        withJson(withHome(argv))
          .option('format', {
            type: 'array',
            choices: exportFormats,
            default: ['csv', 'parquet'] as const,
            describe: 'formats',
          })
          .option('tables', {
            type: 'array',
            string: true,
            coerce: separated,
            describe:
              'tables or views, with spaces or commas between them, or all; default those that people ask for',
          })
          .option('sql', { ...text, describe: 'file with one SELECT, instead of tables' })
          .option('columns', {
            type: 'array',
            string: true,
            coerce: separated,
            describe: 'columns, in this order; default all',
          })
          .option('where', { ...text, describe: 'SQL condition over the columns' })
          .option('headers', {
            ...text,
            choices: languages,
            describe: 'of csv and xlsx: Chinese terms, or names of columns',
          })
          .option('encoding', { ...text, choices: ['utf-8', 'gb18030'], describe: 'of csv' })
          .option('safety', {
            ...text,
            choices: ['excel', 'none'],
            describe: 'of csv: what Excel would alter is guarded',
          })
          .option('language', { ...text, choices: languages, describe: 'of what the export itself says' })
          .option('partition', {
            type: 'array',
            string: true,
            coerce: separated,
            describe: 'columns whose values part the rows into folders',
          })
          .option('since', { ...text, describe: 'run: only what changed since what it exported as Parquet' })
          .option('persons', {
            ...text,
            choices: ['keep', 'mask', 'alias'],
            describe: 'natural persons; default keep',
          })
          .option('identifiers', {
            ...text,
            choices: ['mask', 'keep'],
            describe: 'numbers of identity cards, phones and accounts in texts; default mask',
          })
          .option('name', { ...text, describe: 'name of the file of several tables, or of the SELECT' })
          .option('timeout', {
            ...wholeNumber('timeout', 1, 86_400),
            default: queryLimits.timeoutSeconds,
            describe: 'seconds that a SELECT or filter may take to be read through',
          })
          .option('out', {
            ...text,
            describe:
              'folder of its own, whose earlier export it replaces; default exports-by-hand of the last run',
          })
          .epilogue(
            examples(['$0 export --format csv --tables enterprise_documents --out .', 'one table as CSV']),
          ),
      to(async () => (await import('../commands/export.ts')).exportTables),
    )
    .command(
      'report',
      'write a dossier an enterprise, and an index, out of the published warehouse',
      (argv) =>
        withJson(withHome(argv))
          .option('run', { ...text, describe: 'run id; default the last run that lists enterprises' })
          .option('enterprise', {
            type: 'array',
            string: true,
            requiresArg: true,
            describe: 'names, codes or ids; default all of the run',
          })
          .option('lang', { ...text, choices: languages, default: 'zh' as const, describe: 'language' })
          .option('purpose', { ...text, describe: 'what it is for, told on the cover' })
          .option('persons', {
            ...text,
            choices: ['keep', 'mask', 'alias'] as const,
            default: 'keep' as const,
            describe: 'natural persons: as they are, 张某, or an alias',
          })
          .option('identifiers', {
            ...text,
            choices: ['mask', 'keep'] as const,
            default: 'mask' as const,
            describe: 'numbers of identity cards, phones and accounts in texts',
          })
          .option('pdf', { type: 'boolean', default: false, describe: 'also as PDF, through a Chromium' })
          .option('chromium', {
            ...text,
            describe: 'program of a Chromium, Chrome or Edge (DOSSIER_CHROMIUM, default the first found)',
          })
          .option('out', { ...text, describe: "folder; default the run's reports" })
          .epilogue(
            examples(['$0 report --enterprise 91110108MA0074PN30 --pdf', 'one dossier, as HTML and PDF']),
          ),
      to(async () => (await import('../commands/report.ts')).report),
    )
