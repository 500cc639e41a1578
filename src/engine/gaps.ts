import type { Reader } from '../warehouse/database.ts'
import { listScansOfRun } from '../warehouse/views/list-scans.ts'
import type { Found } from './found.ts'
import type { Pipeline } from './pipeline.ts'

/** How many lists that are incomplete are told of by name. */
const mostNamed = 3

/** What a reader of the result must know is missing, one sentence a kind; none when the run is complete. */
export async function gapsOf(
  database: Reader,
  runId: string,
  found: Found,
  { steps }: Pick<Pipeline, 'steps'>,
): Promise<string[]> {
  // A pipeline that reads no lists owes none.
  const readsLists = steps.some(({ operation }) => operation === 'rh_enterpriseWritList')
  const { not_found = 0, ambiguous = 0, pending = 0 } = found.enterprises
  const { incomplete = 0, unstable = 0 } = found.lists
  const unread = incomplete + unstable
  const told = unread === 0 ? '' : await someUnread(database, runId, unread)
  const kinds: readonly [number, string][] = [
    [not_found, 'enterprises not found: # (job_enterprises.status = not_found)'],
    [ambiguous, 'ambiguous enterprises: #; give their uscc or id (job_enterprises.candidates)'],
    [pending, 'enterprises not matched yet: # (job_enterprises.status = pending)'],
    [unread, `litigation lists incomplete: # (${told}); see list_scans.reason`],
    [readsLists ? found.unscanned : 0, 'enterprises whose litigation list was not read: #'],
    [found.unanswered, 'searches without an answer: # (job_searches.status = pending)'],
    [found.noArticle, 'articles of the job that the service does not have: # (article_lookups)'],
    [found.documents.notFound, 'listed documents whose full text is in neither library: #'],
    [
      found.failed,
      'failed or refused calls: # (dead_letters); a resumed run asks for the failed ones again, dossier retry-failed JOB for those of a run that has ended',
    ],
  ]
  return kinds.filter(([count]) => count > 0).map(([count, text]) => text.replace('#', String(count)))
}

/** The first of the lists that are incomplete, with what was seen of them. */
async function someUnread(database: Reader, runId: string, unread: number): Promise<string> {
  const lists = await database.rows(
    `SELECT coalesce(nullif(enterprise_name, ''), enterprise_id, subject) || ' ' || distinct_documents || ' of '
       || coalesce(declared_total::VARCHAR, 'an untold number') AS told
     FROM (${listScansOfRun(runId)}) WHERE verdict IN ('incomplete', 'unstable') ORDER BY subject LIMIT ${mostNamed}`,
  )
  return [...lists.map(({ told }) => String(told)), ...(unread > mostNamed ? ['…'] : [])].join(', ')
}
