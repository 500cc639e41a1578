import { type Html, html } from '../dossiers/html.ts'
import { namesOfCases } from '../dossiers/judgment/readings.ts'
import { factList } from '../dossiers/tables.ts'
import { wordFor } from '../dossiers/words/words.ts'
import { rowsOf, type Scene, show, textOf, type View } from './scene.ts'

/** What is known of the answer to a call. */
export interface RawAnswer {
  /** Where the bytes are kept; null when they are gone. */
  readonly place: string | null
  /** Of the bytes as they are now. */
  readonly sha256Now: string | null
  readonly isMatch: boolean
  readonly body: Uint8Array | null
}

/** Fetches the answer to a call of a run; undefined when there was none. */
export type FetchRaw = (callKey: string, runId: string) => Promise<RawAnswer | undefined>

/** Characters of an answer that are shown: the largest has 16 MiB. */
const mostShown = 400_000

/** The call, time, hash and raw answer behind a row. */
export async function evidence(
  scene: Scene,
  [callKey = '', runId = '', ...rest]: readonly string[],
  fetchRaw: FetchRaw,
): Promise<View | undefined> {
  const [call] = await rowsOf(
    scene,
    `SELECT * FROM calls WHERE call_key = $callKey AND run_id = $runId ORDER BY outcome IN ('hit', 'empty') DESC, segment DESC, line DESC LIMIT 1`,
    { callKey, runId },
  )
  const raw = call === undefined || rest.length > 0 ? undefined : await fetchRaw(callKey, runId)
  if (call === undefined || raw === undefined) return undefined
  const { words, report } = scene
  const say = words.evidence
  const facts = [
    [say.operation, `${wordFor(report.operation, String(call.operation))} ${String(call.operation)}`],
    [say.asked, show(scene, call.params, 'json')],
    [report.columns.answer, wordFor(report.callOutcome, String(call.outcome))],
    [say.fetched, show(scene, call.fetched_at, 'label')],
    [say.bytes, Number(call.bytes ?? 0).toLocaleString('en')],
    [say.hash, html`<span class="code">${textOf(call.sha256)}</span>`],
    [say.hashNow, html`<span class="code">${raw.sha256Now}</span> ${verdict(scene, raw)}`],
    [report.columns.callKey, html`<span class="code">${callKey}</span>`],
    [words.portfolio.run, html`<span class="code">${runId}</span>`],
    [say.place, html`<span class="code">${raw.place} · ${String(call.segment)}:${String(call.line)}</span>`],
  ] as const
  const body = html`<h1>${say.title}</h1>${factList(facts)}<h2>${say.body}</h2><p class="note">${say.bodyNote}</p>${bodyOf(scene, raw, await namedIn(scene, callKey, runId))}`
  return { title: say.title, body }
}

/** Who is named in the rows that the answer became: names of two characters are looked for only where they are known to stand. */
async function namedIn(scene: Scene, callKey: string, runId: string): Promise<string[]> {
  const tables = ['document_parties', 'enterprise_members', 'enterprise_shareholders']
  const rows = await rowsOf(
    scene,
    `SELECT DISTINCT name FROM (${tables.map((table) => `SELECT name FROM ${table} WHERE call_key = $callKey AND run_id = $runId`).join(' UNION ALL ')}
       UNION ALL SELECT legal_representative FROM enterprises WHERE call_key = $callKey AND run_id = $runId
       UNION ALL SELECT n.name FROM (${namesOfCases('(library, case_id) IN (SELECT (library, case_id) FROM cases WHERE call_key = $callKey AND run_id = $runId)')}) AS n) WHERE name IS NOT NULL`,
    { callKey, runId },
  )
  return rows.map(({ name }) => String(name))
}

const verdict = ({ words }: Scene, { body, isMatch }: RawAnswer): Html =>
  body === null
    ? html`<strong class="flag high">${words.evidence.gone}</strong>`
    : isMatch
      ? html`<strong class="match">✓ ${words.evidence.match}</strong>`
      : html`<strong class="flag high">${words.evidence.mismatch}</strong>`

/** The answer, presented as what it is: JSON, else a text; indented for reading. */
function bodyOf({ words, present }: Scene, { body }: RawAnswer, persons: readonly string[]): Html {
  if (body === null) return html``
  const answer = Buffer.from(body).toString('utf8')
  const shown = indented(present(answer, 'mixed', persons))
  return html`<pre tabindex="0"><bdi>${shown.slice(0, mostShown)}</bdi></pre>${shown.length > mostShown && html`<p class="note">${words.evidence.cut(mostShown)}</p>`}`
}

/** JSON over several lines, digit for digit and byte for byte but for the white space between its parts. */
function indented(json: string): string {
  let depth = 0
  const line = (): string => `\n${'  '.repeat(depth)}`
  return json.replace(/"(?:[^"\\]|\\.)*"|[{}[\],:]/g, (part) => {
    if (part === '{' || part === '[') {
      depth += 1
      return `${part}${line()}`
    }
    if (part === '}' || part === ']') {
      depth = Math.max(0, depth - 1)
      return `${line()}${part}`
    }
    if (part === ',') return `,${line()}`
    return part === ':' ? ': ' : part
  })
}
