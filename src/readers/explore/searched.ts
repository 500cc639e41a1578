import { numberOf, rowsOf, type Scene, type Subject } from './scene.ts'

/** What was read for a statement that something was not found of an enterprise, as dossiers say it. */
export async function searchedIn(scene: Scene, { id, row }: Subject): Promise<string> {
  const { searched: say } = scene.report
  const [held = {}] = await rowsOf(
    scene,
    `SELECT (SELECT count(*) FROM enterprises WHERE enterprise_id = $id) AS registrations,
       (SELECT count(*) FROM enterprise_risks WHERE enterprise_id = $id) AS entries,
       (SELECT verdict FROM explored.verdicts WHERE enterprise_id = $id) AS verdict,
       (SELECT count(*) FROM list_pages WHERE enterprise_id = $id) AS pages`,
    { id },
  )
  const isWhole = ['complete', 'unchanged'].includes(String(held.verdict))
  return say.looked(
    numberOf(held.registrations) > 0 ? say.entries(numberOf(held.entries)) : say.noEntries,
    numberOf(held.pages) > 0
      ? say.texts(numberOf(row.documents), numberOf(row.full_texts), isWhole)
      : say.noList,
  )
}
