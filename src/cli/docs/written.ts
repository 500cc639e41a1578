import { readFile } from 'node:fs/promises'
import { relationNames } from '../../warehouse/schema.ts'
import { dictionaryMarkdown } from '../dictionary.ts'
import { commandReference } from './command-reference.ts'
import { jobKeysMarkdown } from './job-keys.ts'
import { jobSchemas } from './schemas.ts'

const begin = '<!-- keys: written by `npm run docs` -->'
const end = '<!-- end of keys -->'

/** Every file below docs/ that is made from the program, by its path there. `docs` is the folder as a URL. */
export async function writtenDocs(docs: URL): Promise<ReadonlyMap<string, string>> {
  return new Map([
    ['tables.md', dictionaryMarkdown(relationNames())],
    ['cli.md', await commandReference()],
    ['job-files.md', between(await readFile(new URL('job-files.md', docs), 'utf8'), jobKeysMarkdown())],
    ...[...jobSchemas()].map(
      ([name, schema]) => [`schemas/${name}.json`, `${JSON.stringify(schema, null, 2)}\n`] as const,
    ),
  ])
}

/** What a person wrote, with what stands between the marks made anew. */
function between(text: string, made: string): string {
  const [before, rest] = text.split(begin)
  const after = rest?.split(end)[1]
  if (after === undefined) throw new Error(`docs/job-files.md: expected ${begin} and ${end}`)
  return `${before}${begin}\n\n${made}\n\n${end}${after}`
}
