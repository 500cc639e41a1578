import { isUscc, normaliseUscc } from '../../contract/identifiers.ts'
import { literal, literals } from '../../contract/sql.ts'
import { enterpriseNameKey } from '../../legal/names.ts'
import { maskText } from '../../rows/privacy/mask.ts'
import type { Tombstone } from '../../rows/privacy/tombstones.ts'
import type { Reader } from '../../warehouse/database.ts'
import { RefusedError } from '../errors.ts'

/** What a tombstone recognises. */
export type Subject = Pick<Tombstone, 'kind' | 'names' | 'alone' | 'ids' | 'codes'>

/** Shorter names of enterprises, such as those of stocks, are words that stand in other names too. */
const shortestName = 4

/** Everything that names an enterprise, wherever it was read. */
const named = `
  SELECT enterprise_id, name, uscc AS code FROM enterprises
  UNION ALL SELECT enterprise_id, NULL, unnest([registration_number, taxpayer_number, organisation_code]) FROM enterprises
  UNION ALL SELECT enterprise_id, name, uscc FROM enterprise_candidates
  UNION ALL SELECT enterprise_id, enterprise_name, subject_uscc FROM list_pages WHERE is_found
  UNION ALL SELECT enterprise_id, name, NULL FROM enterprise_names
  UNION ALL SELECT enterprise_id, registration->>'name', registration->>'uscc' FROM enterprise_history`

/**
 * The enterprise with this id, code or name, and all its other names. An enterprise that the home does not hold has only what
 * was given. `also`: further names, to be masked as given.
 * @throws RefusedError with the candidates when several enterprises held have the name
 */
export async function enterpriseOf(
  database: Reader,
  given: string,
  also: readonly string[] = [],
): Promise<Subject> {
  const key = enterpriseNameKey(given)
  if (key === '') throw new RefusedError('forget: expected an id, a code or a name; found nothing')
  const ids = await idsOf(database, given, key)
  if (ids.length > 1) throw new RefusedError(await ambiguous(database, given, ids))
  const [id] = ids
  const { names, alone, ...subject } =
    id === undefined ? subjectGiven(given) : await subjectHeld(database, id)
  return { ...subject, names: [...new Set([...names, ...also.map(longEnough)])], alone }
}

/** A person is known by name alone. @throws RefusedError */
export const personOf = (given: string, also: readonly string[] = []): Subject => ({
  kind: 'person',
  names: [given, ...also].map(longEnough),
  alone: [],
  ids: [],
  codes: [],
})

function longEnough(given: string): string {
  if (enterpriseNameKey(given).length >= 2) return given.trim()
  throw new RefusedError(
    `forget: "${given}" is too short for a name: a single character stands in too many other words; ` +
      'expected the whole name, as the documents write it',
  )
}

async function idsOf(database: Reader, given: string, key: string): Promise<string[]> {
  const rows = await database.rows(`SELECT DISTINCT enterprise_id, name, code FROM (${named})`)
  const code = normaliseUscc(given)
  const isMeant = ({ enterprise_id, name, code: held }: (typeof rows)[number]) =>
    enterprise_id === given.trim() ||
    (held !== null && normaliseUscc(String(held)) === code) ||
    (name !== null && enterpriseNameKey(String(name)) === key)
  const meant = rows.filter(isMeant).map(({ enterprise_id }) => enterprise_id)
  return [...new Set(meant.filter((id) => id !== null && id !== maskText).map(String))].sort()
}

async function ambiguous(database: Reader, given: string, ids: readonly string[]): Promise<string> {
  const rows = await database.rows(
    `SELECT enterprise_id AS id, any_value(name) AS name, any_value(code) FILTER (length(code) = 18) AS code
     FROM (${named}) WHERE enterprise_id IN (${literals(ids)}) GROUP BY enterprise_id ORDER BY 1`,
  )
  const candidates = rows.map(({ id, name, code }) => `\n  - ${id} # ${name ?? ''} ${code ?? ''}`.trimEnd())
  return `forget: ${given} may be ${ids.length} enterprises; give the id of the one to forget:${candidates.join('')}`
}

const subjectGiven = (given: string): Subject => ({
  kind: 'enterprise',
  ...namesOf(isUscc(given) ? [] : [given.trim()]),
  ids: [],
  codes: isUscc(given) ? [normaliseUscc(given)] : [],
})

async function subjectHeld(database: Reader, id: string): Promise<Subject> {
  const held = await database.rows(
    `SELECT DISTINCT name, code FROM (${named}) WHERE enterprise_id = ${literal(id)}`,
  )
  const asked = await database.rows(
    `SELECT DISTINCT given_name AS name FROM job_enterprises_history
     WHERE enterprise_id = ${literal(id)} AND given_name IS NOT NULL`,
  )
  const { names, alone } = namesOf(await withShortForms(database, textsOf(held, 'name')))
  // What a job called it may be a part of many names: it means this enterprise where it stands alone.
  const called = textsOf(asked, 'name').filter((name) => !names.includes(name))
  return {
    kind: 'enterprise',
    names,
    alone: [...new Set([...alone, ...called])].sort(),
    ids: [id],
    codes: textsOf(held, 'code'),
  }
}

/** Names with the short forms that full texts declare for them: 以下简称示例科技公司. */
async function withShortForms(database: Reader, names: readonly string[]): Promise<string[]> {
  const keys = names.map(enterpriseNameKey)
  if (keys.length === 0) return []
  const rows = await database.rows(
    `SELECT DISTINCT unnest(aliases) AS name FROM case_parties WHERE name_key IN (${literals(keys)})`,
  )
  const forms = textsOf(rows, 'name').filter((form) => names.some((name) => isShortForm(form, name)))
  return [...new Set([...names, ...forms])]
}

/** Made of the name's own characters, from its first two on: 承包人 or 科技公司 may mean anybody. */
function isShortForm(form: string, name: string): boolean {
  const [short, long] = [enterpriseNameKey(form), enterpriseNameKey(name)]
  if (short.slice(0, 2) !== long.slice(0, 2)) return false
  let at = 0
  for (const character of short) {
    at = long.indexOf(character, at) + 1
    if (at === 0) return false
  }
  return true
}

function namesOf(all: readonly string[]): Pick<Subject, 'names' | 'alone'> {
  const isLong = (name: string) => enterpriseNameKey(name).length >= shortestName
  return { names: all.filter(isLong), alone: all.filter((name) => !isLong(name)) }
}

const textsOf = (rows: readonly Readonly<Record<string, unknown>>[], column: string): string[] =>
  [...new Set(rows.map((row) => row[column]))]
    .filter((text) => typeof text === 'string')
    .filter((text) => text.trim() !== '' && !text.includes(maskText))
    .sort()
