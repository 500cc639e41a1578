import type { Reader } from './database.ts'

/** How many changes of each kind a run found. */
export async function changesByKind(
  reader: Reader,
  runId: string,
): Promise<Readonly<Record<string, number>>> {
  const rows = await reader.rows(
    'SELECT kind, count(*)::INTEGER AS changes FROM changes WHERE run_id = $runId GROUP BY kind ORDER BY kind',
    { runId },
  )
  return Object.fromEntries(rows.map(({ kind, changes }) => [String(kind), Number(changes)]))
}
