import type { Diagnosis } from '../../app/dossier.ts'
import { baseUrl, defineCommand, home, json, toggle, transport } from '../command.ts'
import { opened } from '../context.ts'
import { exitCodes } from '../exit-codes.ts'
import { textTable } from '../text.ts'

export const command = defineCommand({
  words: 'doctor',
  does: 'look over home and settings, and repair what can be repaired from raw; makes no call',
  flags: {
    home,
    json,
    baseUrl,
    transport,
    dryRun: toggle('only tell'),
    dropLost: toggle(
      'take calls whose raw answer is damaged out of the ledger: the next run asks for them again',
    ),
  },
  examples: [['$0 doctor', 'exit 1 when a problem is left']],
  async run(args, context) {
    const diagnoses = await (await opened(args, context)).doctor(args)
    context.out(args.json ? JSON.stringify(diagnoses, null, 2) : doctorText(diagnoses))
    return diagnoses.some(({ state }) => state === 'problem') ? exitCodes.failed : exitCodes.complete
  },
})

function doctorText(diagnoses: readonly Diagnosis[]): string {
  const table = textTable(
    diagnoses.map(({ check, state, found }) => ({ check, state, found })),
    120,
  )
  const todos = diagnoses.filter(({ todo }) => todo !== '').map(({ check, todo }) => `${check}: ${todo}`)
  return todos.length === 0 ? table : `${table}\n\nto do:\n${todos.join('\n')}`
}
