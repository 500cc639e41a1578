import { baseUrl, defineCommand, home, job, json, metricsFile, toggle, transport } from '../command.ts'
import { printRun } from '../print-run.ts'

export const command = defineCommand({
  words: 'run <job>',
  does: 'run a job: calls, warehouse, exports',
  places: { job },
  flags: {
    home,
    json,
    baseUrl,
    transport,
    metricsFile,
    resume: toggle('go on with an unfinished run; --no-resume starts again', true),
    sameBudget: toggle('a run that goes on gets no new budget, only what it left of its own'),
    preflight: toggle('look first whether the disk has room; --no-preflight does not', true),
  },
  examples: [['$0 run jobs/sample-due-diligence.yaml', 'run a job, or resume its unfinished run']],
  run: ({ job, metricsFile, resume, sameBudget, preflight, ...args }, context) =>
    printRun(args, context, (dossier, events) =>
      dossier.run(job, { ...events, metricsFile, resume, sameBudget, preflight }),
    ),
})
