import { byDefault, defineCommand, needed, text, wholeNumber } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'

export const command = defineCommand({
  words: 'sample',
  does: 'write a synthetic corpus',
  flags: {
    out: needed(text('folder')),
    seed: byDefault(wholeNumber(0, 2 ** 32 - 1, 'the same seed gives the same bytes'), 1),
    enterprises: byDefault(wholeNumber(1, 1_000_000, 'number of enterprises'), 40),
  },
  examples: [['$0 sample --out corpus --seed 7 --enterprises 200', 'a corpus of 200 enterprises']],
  async run(args, { out }) {
    const { writeSample } = await import('../../app/dossier.ts')
    out(JSON.stringify(await writeSample(args), null, 2))
    return exitCodes.complete
  },
})
