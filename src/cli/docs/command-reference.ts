import { helpOf } from '../cli.ts'

const opening = `# Commands

Generated from the command line itself by \`npm run docs\`; \`dossier COMMAND --help\` prints the same. Exit codes and the
variables of the environment stand in the [README](../README.md).
`

const completion = `## completion

Prints a script that completes commands, flags and their values in bash or zsh, whichever \`$SHELL\` names:

\`\`\`sh
dossier completion >> ~/.bashrc   # or ~/.zshrc; then open a new terminal
\`\`\`
`

/** Every command with its arguments, flags and examples, as Markdown: what docs/cli.md holds. */
export async function commandReference(): Promise<string> {
  const overview = await helpOf([])
  const sections = await Promise.all(
    commandsIn(overview).map(async (name) => section(name, await helpOf([name]))),
  )
  return [opening, block(overview), completion, ...sections].join('\n')
}

export const commandsIn = (help: string): string[] =>
  [...help.matchAll(/^ {2}dossier ([a-z-]+)/gm)].map(([, name = '']) => name)

const section = (name: string, help: string): string => `## ${name}\n\n${block(help)}`

const block = (text: string): string => `\`\`\`text\n${text.trim()}\n\`\`\`\n`
