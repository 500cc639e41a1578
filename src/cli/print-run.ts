import type { Dossier, DossierOptions, FinishedRun, RetryOptions } from '../app/dossier.ts'
import { type Context, opened } from './context.ts'
import { type ExitCode, exitCodeOfRun, exitCodes } from './exit-codes.ts'

type RunArgs = Pick<DossierOptions, 'home' | 'baseUrl' | 'transport'> & { readonly json: boolean }

/** Runs a job through the library: its progress as it goes on, its summary at its end. */
export async function printRun(
  args: RunArgs,
  context: Context,
  run: (dossier: Dossier, events: RetryOptions) => Promise<FinishedRun | undefined>,
): Promise<ExitCode> {
  const { createProgressView } = await import('./show-progress.ts')
  const { summaryText } = await import('./show-summary.ts')
  const view = createProgressView(context)
  const dossier = await opened(args, context)
  context.signal.addEventListener('abort', () =>
    view.note('stopping: calls under way are brought home; interrupt once more to stop at once'),
  )
  try {
    const finished = await run(dossier, {
      signal: context.signal,
      onBegin: ({ runId, job, isResumed, baseUrl }) =>
        view.note(`${isResumed ? 'resuming' : 'starting'} run ${runId} of ${job} at ${baseUrl}`),
      onProgress: view.show,
      onFinding: view.note,
      onEnd: (ended) => {
        view.end()
        context.out(args.json ? JSON.stringify(ended.summary, null, 2) : summaryText(ended.summary))
        if (!args.json) context.out(placesText(ended))
      },
    })
    return finished === undefined ? exitCodes.complete : exitCodeOfRun(finished.summary.run.status)
  } finally {
    view.end()
  }
}

/** Where to look. */
const placesText = ({ warehouse, exports, report }: FinishedRun): string =>
  Object.entries({ warehouse, exports, reports: report })
    .filter(([, path]) => path !== null)
    .map(([name, path]) => `${name.padEnd(12)} ${path}`)
    .join('\n')
