import { baseUrl, defineCommand, home, job, json, metricsFile, transport } from '../command.ts'
import { printRun } from '../print-run.ts'

export const command = defineCommand({
  words: 'retry-failed <job>',
  does: 'ask again for the calls that failed or were refused in the last run of a job, and what follows from them',
  places: { job },
  flags: { home, json, baseUrl, transport, metricsFile },
  examples: [
    ['$0 retry-failed jobs/sample-due-diligence.yaml', 'see the view dead_letters; pays for nothing else'],
  ],
  run: ({ job, metricsFile, ...args }, context) =>
    printRun(args, context, (dossier, events) => dossier.retryFailed(job, { ...events, metricsFile })),
})
