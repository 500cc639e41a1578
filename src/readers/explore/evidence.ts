import { type Html, html } from '../dossiers/html.ts'
import { namesOfCases } from '../dossiers/judgment/case-rows.ts'
import { textOf } from '../dossiers/shown.ts'
import { factList } from '../dossiers/tables.ts'
import { filled, wordFor } from '../dossiers/words/words.ts'
import type { Page, RawAnswer, Scene } from './scene.ts'

/** Characters of an answer that are shown: the largest has 16 MiB. */
const mostShown = 400_000

const code = (text: unknown): Html => html`<span class="code">${textOf(text)}</span>`

/** The call, time, hash and raw answer behind a row. */
export async function evidence(scene: Scene, callKey = '', runId = ''): Promise<Page | undefined> {
  const { words, report, rows, show, fetchRaw } = scene
  const [call] = await rows(
    `SELECT * FROM calls WHERE call_key = $callKey AND run_id = $runId ORDER BY outcome IN ('hit', 'empty') DESC, segment DESC, line DESC LIMIT 1`,
    { callKey, runId },
  )
  const raw = call && (await fetchRaw(callKey, runId))
  if (call === undefined || raw === undefined) return undefined
  const say = words.evidence
  const facts = factList([
    [
      report.columns.operation,
      `${wordFor(report.operation, String(call.operation))} ${String(call.operation)}`,
    ],
    [report.columns.asked, show(call.params, 'json')],
    [report.columns.answer, wordFor(report.callOutcome, String(call.outcome))],
    [say.fetched, show(call.fetched_at, 'label')],
    [say.bytes, Number(call.bytes ?? 0).toLocaleString('en')],
    [say.hash, code(call.sha256)],
    [say.hashNow, html`${code(raw.sha256Now)} ${verdict(scene, raw)}`],
    [report.columns.callKey, code(callKey)],
    [words.portfolio.run, code(runId)],
    [say.place, code(`${raw.place ?? ''} · ${String(call.segment)}:${String(call.line)}`)],
  ])
  const answer = bodyOf(scene, raw, await namedIn(scene, callKey, runId))
  const body = html`<h1>${say.title}</h1>${facts}<h2>${say.body}</h2><p class="note">${say.bodyNote}</p>${answer}`
  return { title: say.title, body }
}

/** Who is named in the rows that the answer became: names of two characters are looked for only where they are known to stand. */
async function namedIn(scene: Scene, callKey: string, runId: string): Promise<string[]> {
  const isOfCall = 'call_key = $callKey AND run_id = $runId'
  const tables = ['document_parties', 'enterprise_members', 'enterprise_shareholders']
  const rows = await scene.rows(
    `SELECT DISTINCT name FROM (${tables.map((table) => `SELECT name FROM ${table} WHERE ${isOfCall}`).join(' UNION ALL ')}
       UNION ALL SELECT legal_representative FROM enterprises WHERE ${isOfCall}
       UNION ALL SELECT n.name FROM (${namesOfCases(`(library, case_id) IN (SELECT (library, case_id) FROM cases WHERE ${isOfCall})`)}) AS n) WHERE name IS NOT NULL`,
    { callKey, runId },
  )
  return rows.map(({ name }) => String(name))
}

function verdict({ words: { evidence: say } }: Scene, { body, isMatch }: RawAnswer): Html {
  if (body !== null && isMatch) return html`<strong class="match">✓ ${say.match}</strong>`
  return html`<strong class="flag high">${body === null ? say.gone : say.mismatch}</strong>`
}

/** The answer, presented as what it is: JSON, else a text; indented for reading. */
function bodyOf({ words, present }: Scene, { body }: RawAnswer, persons: readonly string[]): Html {
  if (body === null) return html``
  const answer = Buffer.from(body).toString('utf8')
  const shown = indented(present(answer, 'mixed', persons))
  return html`<pre tabindex="0"><bdi>${shown.slice(0, mostShown)}</bdi></pre>${shown.length > mostShown && html`<p class="note">${filled(words.cutAnswer, mostShown)}</p>`}`
}

/** JSON over several lines, digit for digit and byte for byte but for the white space between its parts. */
function indented(json: string): string {
  let depth = 0
  const line = (): string => `\n${'  '.repeat(depth)}`
  return json.replace(/"(?:[^"\\]|\\.)*"|[{}[\],:]/g, (part) => {
    if (part === '{' || part === '[') depth += 1
    if (part === '}' || part === ']') depth = Math.max(0, depth - 1)
    if (part === ':') return ': '
    if (part === '}' || part === ']') return `${line()}${part}`
    return part.startsWith('"') ? part : `${part}${line()}`
  })
}
