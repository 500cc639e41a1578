import { homeAt } from '../../engine/home/home.ts'
import { rebuildHome } from '../../engine/home/rebuild.ts'
import type { Command } from '../context.ts'
import { createRunLog, systemEffects } from '../effects.ts'
import { exitCodes } from '../exit-codes.ts'

import { homeSetting } from '../settings.ts'
import { textTable } from '../text.ts'

export interface RebuildArgs {
  readonly home?: string | undefined
  readonly json: boolean
}

/** Builds all tables anew from the raw answers and publishes them. */
export const rebuild: Command<RebuildArgs> = async ({ home: flag, json }, { env, out, note }) => {
  const home = homeAt(homeSetting(flag, env))
  const { tables, elapsedMs } = await rebuildHome({
    home,
    effects: systemEffects(createRunLog().log),
    mayLose: false,
    onDamage: note,
  })
  if (json) out(JSON.stringify({ tables, elapsedMs }, null, 2))
  else {
    const rows = Object.entries(tables).map(([table, count]) => ({ table, rows: count }))
    if (rows.length > 0) out(textTable(rows))
    out(
      `\n${rows.length} tables built anew from raw and published in ${(elapsedMs / 1000).toFixed(1)} s; no call was made`,
    )
  }
  return exitCodes.complete
}
