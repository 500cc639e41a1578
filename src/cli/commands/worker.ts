import { baseUrl, byDefault, defineCommand, home, text, wholeNumber } from '../command.ts'
import { opened } from '../context.ts'
import { exitCodes } from '../exit-codes.ts'

export const command = defineCommand({
  words: 'worker',
  does: 'make the calls of runs with executor: redis, from anywhere; until it is stopped',
  flags: {
    home,
    baseUrl,
    shared: text('folder that the runs share (DOSSIER_SHARED, default .state/shared in the home)'),
    concurrency: byDefault(wholeNumber(1, 512, 'calls under way at the same time'), 8),
  },
  examples: [
    [
      '$0 worker --shared /mnt/dossier --concurrency 32',
      'meets runs at DOSSIER_REDIS_URL; see docs/scale.md',
    ],
  ],
  async run({ shared, concurrency, ...args }, context) {
    await (await opened(args, context)).work({ shared, concurrency, signal: context.signal })
    return exitCodes.complete
  },
})
