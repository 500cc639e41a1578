import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { grouped } from '../../src/standins/service/corpus/records.ts'

/** What one document of the sample corpus is rendered from. Gaps are filled with the enterprise's name, the id, the case number. */
export interface DocumentTemplate {
  readonly caseNumber: string
  readonly row: Spliced
  readonly text: Spliced
}

/** An enterprise of the sample corpus with its documents, newest first. */
export interface EnterpriseTemplate {
  readonly name: string
  readonly record: Spliced
  readonly documents: readonly DocumentTemplate[]
}

/** A line of the corpus: members by name, and its text. */
interface Line {
  readonly record: Readonly<Record<string, unknown>>
  readonly json: string
}

/** The enterprises that have documents, with those documents that the ordinary library has, each once. */
export async function enterpriseTemplates(corpus: string): Promise<readonly EnterpriseTemplate[]> {
  const texts = new Map((await linesIn(corpus, 'cases')).map((text) => [String(text.record.id), text]))
  const rows = grouped(await linesIn(corpus, 'enterprise-documents'), ({ record }) =>
    String(record.enterprise_id),
  )
  return (await linesIn(corpus, 'enterprises')).flatMap((enterprise) => {
    const name = String(enterprise.record.企业名称)
    const id = String(enterprise.record.企业ID)
    const listed = new Map((rows.get(id) ?? []).map((row) => [String(row.record.文书id), row.record]))
    const documents = [...listed].flatMap(([document, row]) => {
      const text = texts.get(document)
      return text === undefined ? [] : [documentTemplate(name, document, row, text)]
    })
    return documents.length === 0
      ? []
      : [{ name, record: spliced(withoutCode(enterprise), [name, id]), documents }]
  })
}

function documentTemplate(name: string, id: string, row: Line['record'], text: Line): DocumentTemplate {
  const caseNumber = String(text.record.ah)
  const { enterprise_id: _, ...listed } = row
  return {
    caseNumber,
    row: spliced(JSON.stringify(listed), [name, id, caseNumber]),
    text: spliced(text.json, [name, id, caseNumber]),
  }
}

/** Two enterprises of one template must not have one credit code; a candidate may have none (contract 2.7). */
function withoutCode({ record }: Line): string {
  const { 统一社会信用代码: _, 纳税人识别号: __, ...rest } = record
  return JSON.stringify(rest)
}

export interface Article {
  readonly law: string
  readonly label: string
  readonly json: string
}

export const articlesIn = async (corpus: string): Promise<readonly Article[]> =>
  (await linesIn(corpus, 'statutes')).map(({ record, json }) => ({
    law: String(record.fgmc),
    label: String(record.ft_num),
    json,
  }))

async function linesIn(corpus: string, name: string): Promise<readonly Line[]> {
  const text = await readFile(join(corpus, `${name}.ndjson`), 'utf8')
  return text
    .trimEnd()
    .split('\n')
    .map((json) => ({ record: JSON.parse(json) as Line['record'], json }))
}

/** Pieces of a text, and between them the numbers of the fillings that go there: a body is rendered without being written as JSON again. */
type Spliced = readonly (string | number)[]

/** Cuts a text wherever one of `needles` stands; the needle's place in the list is the filling's. */
function spliced(text: string, needles: readonly string[]): Spliced {
  const sought = needles.map((needle) => needle.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)).join('|')
  return text
    .split(new RegExp(`(${sought})`, 'u'))
    .map((piece, at) => (at % 2 === 0 ? piece : needles.indexOf(piece)))
}

/** The text with its gaps filled. */
export const filled = (pieces: Spliced, fillings: readonly string[]): string =>
  pieces.map((piece) => (typeof piece === 'string' ? piece : fillings[piece])).join('')
