import { defineCommand, job } from '../command.ts'
import { opened } from '../context.ts'
import { exitCodes } from '../exit-codes.ts'
import { counted } from '../text.ts'

export const command = defineCommand({
  words: 'validate <job>',
  does: 'check a job and the files it lists; makes no call',
  places: { job },
  flags: {},
  examples: [['$0 validate jobs/sample-due-diligence.yaml', 'file, line and what was expected']],
  async run(args, context) {
    const { file, pipeline, entries } = await (await opened({}, context)).validate(args.job)
    context.out(`${file} is valid: pipeline ${pipeline}, ${counted(entries, 'entry', 'entries')}`)
    return exitCodes.complete
  },
})
