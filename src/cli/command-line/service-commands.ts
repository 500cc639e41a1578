import type { Argv } from 'yargs'
import type { Wire } from '../context.ts'
import { examples, metricsPort, text, wholeNumber, withHome } from './flags.ts'

/** The embedded service and its corpus. */
export const serviceCommands = (argv: Argv, to: Wire): Argv =>
  argv
    .command(
      'serve',
      'serve a corpus, or what a warehouse collected, as the legal research service would',
      (argv) =>
        withHome(argv)
          .option('corpus', { ...text, describe: 'folder of NDJSON files' })
          .option('warehouse', {
            type: 'string',
            describe: "a published warehouse, its raw answers beside it; without FILE the home's own",
          })
          .option('port', {
            ...wholeNumber('port', 0, 65_535),
            default: 0,
            describe: 'port on 127.0.0.1; 0 picks a free one',
          })
          .option('access-log', { ...text, describe: 'file for one JSON line a request' })
          .option('metrics', metricsPort)
          .option('allow-host', {
            ...text,
            array: true,
            describe: 'host:port that requests may name besides 127.0.0.1 and localhost, as behind a proxy',
          })
          .option('allow-origin', {
            ...text,
            array: true,
            describe: 'origin of a web page that may send requests, as https://example.com',
          })
          .epilogue(
            examples(
              ['$0 serve --corpus corpus --port 8080', 'key: DOSSIER_API_KEY, or one it makes and prints'],
              ['$0 serve --warehouse', 'what was collected, without a call'],
            ),
          ),
      to(async () => (await import('../commands/serve.ts')).serve),
    )
    .command(
      'sample',
      'write a synthetic corpus',
      (argv) =>
        argv
          .option('out', { ...text, demandOption: true, describe: 'folder' })
          .option('seed', {
            ...wholeNumber('seed', 0, 2 ** 32 - 1),
            default: 1,
            describe: 'the same seed gives the same bytes',
          })
          .option('enterprises', {
            ...wholeNumber('enterprises', 1, 1_000_000),
            default: 40,
            describe: 'number of enterprises',
          })
          .epilogue(
            examples(['$0 sample --out corpus --seed 7 --enterprises 200', 'a corpus of 200 enterprises']),
          ),
      to(async () => (await import('../commands/sample.ts')).sample),
    )
    .command(
      'demo',
      'run the sample jobs on a sample corpus, served by a process of its own',
      (argv) => withHome(argv).epilogue(examples(['$0 demo', 'what `npm start` does'])),
      to(async () => (await import('../commands/demo.ts')).demo),
    )
