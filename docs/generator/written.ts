import { readFile } from 'node:fs/promises'
import { tables } from '../../src/app/tables.ts'
import { helpOf } from '../../src/cli/cli.ts'
import { nameOf } from '../../src/cli/command.ts'
import { commands } from '../../src/cli/commands.ts'
import { contractMarkdown } from './contract.ts'
import { dictionaryMarkdown, joinsDiagram } from './dictionary.ts'
import { jobKeysMarkdown, jobSchemas } from './job-keys.ts'

/** Every file below docs/ that is made from the program, by its path there. `docs` is the folder as a URL. */
export async function writtenDocs(docs: URL): Promise<ReadonlyMap<string, string>> {
  return new Map([
    ['tables.md', dictionaryMarkdown(tables())],
    ['contract.md', contractMarkdown()],
    ['cli.md', await commandReference()],
    ['job-keys.md', jobKeysMarkdown()],
    ['analyst-guide.md', await withPart(docs, 'analyst-guide.md', 'diagram', joinsDiagram(tables()))],
    ...[...jobSchemas()].map(
      ([name, schema]) => [`schemas/${name}.json`, `${JSON.stringify(schema, null, 2)}\n`] as const,
    ),
  ])
}

/** A page written by hand, with the part between its marks replaced. */
async function withPart(docs: URL, page: string, part: string, made: string): Promise<string> {
  return replacePart(await readFile(new URL(page, docs), 'utf8'), part, made)
}

/** The text with what stands between the marks of a part replaced. @throws Error where it lacks the marks */
function replacePart(text: string, part: string, made: string): string {
  const marks = new RegExp(`(<!-- ${part}: [^>]*-->\n).*(<!-- end of ${part} -->)`, 's')
  if (!marks.test(text)) throw new Error(`docs: expected <!-- ${part}: … --> and <!-- end of ${part} -->`)
  return text.replace(marks, (_, begin, end) => `${begin}\n${made}\n\n${end}`)
}

const opening = `# Commands

Generated from the command line itself by \`npm run docs\`; \`dossier COMMAND --help\` prints the same. Exit codes and the
variables of the environment stand in [operations.md](operations.md#settings).
`

/** Every command with its arguments, flags and examples, as Markdown: what docs/cli.md holds. */
async function commandReference(): Promise<string> {
  const names = commands.map(nameOf)
  const sections = await Promise.all(names.map(async (name) => section(name, await helpOf([name]))))
  return [opening, block(await helpOf([])), ...sections].join('\n')
}

const section = (name: string, help: string): string => `## ${name}\n\n${block(help)}`

const block = (text: string): string => `\`\`\`text\n${text.trim()}\n\`\`\`\n`
