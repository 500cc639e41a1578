import { execFile } from 'node:child_process'
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import { temporaryFolder } from '../support/folder.ts'
import { longForm } from '../support/forms.ts'
import { dependencyPackages, packageRoot, packTarball } from '../support/package.ts'

const run = promisify(execFile)
/** The program that docs/library.md shows, and the pipeline of docs/pipelines.md. */
const [program, pipeline] = await Promise.all(
  ['docs/library.md', 'docs/pipelines.md'].map(async (page) => {
    const text = await readFile(new URL(page, packageRoot), 'utf8')
    return /```ts\n([^`]*(?:`(?!``)[^`]*)*)```/.exec(text)?.[1] ?? ''
  }),
)

const root = fileURLToPath(packageRoot)

/** A new project that has the tarball and what an installer adds to it. */
async function freshProject(): Promise<string> {
  const project = await temporaryFolder()
  const link = async (name: string) => {
    const path = join(project, 'node_modules', name)
    await mkdir(dirname(path), { recursive: true })
    await symlink(join(root, 'node_modules', name), path)
  }
  await Promise.all([...dependencyPackages(), '@types/node', 'undici-types'].map(link))
  const own = join(project, 'node_modules', 'dossier')
  await mkdir(own)
  await run('tar', ['xzf', await packTarball(project), '--strip-components=1', '-C', own])
  await writeFile(join(project, 'package.json'), JSON.stringify({ type: 'module', private: true }))
  const compilerOptions = {
    target: 'ES2022',
    module: 'NodeNext',
    lib: ['ES2023'],
    types: ['node'],
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
  }
  await writeFile(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
  return project
}

longForm(
  'the program of docs/library.md validates, plans, runs, queries and exports the sample, in a project of its own',
  async () => {
    expect(program?.trim().split('\n').length).toBeLessThanOrEqual(25)
    const project = await freshProject()
    await writeFile(join(project, 'program.ts'), program ?? '')
    await writeFile(join(project, 'first-pages.ts'), pipeline ?? '')
    // A wrong argument has to be an error: types that do not resolve would take any.
    const wrong = "import { openDossier } from 'dossier'\nopenDossier({ home: 1 })\n"
    await writeFile(join(project, 'wrong.ts'), wrong)
    const typescript = join(root, 'node_modules/typescript/bin/tsc')
    const { stdout: errors = '' } = await run(process.execPath, [typescript, '-p', project]).catch(
      (error: { stdout: string }) => error,
    )
    expect(errors.trim().split('\n')).toEqual([expect.stringMatching(/^.*wrong\.ts\(2,15\): error TS2322/)])

    const { DOSSIER_API_KEY: _, DOSSIER_HOME: __, ...env } = process.env
    const { stdout } = await run(process.execPath, [join(project, 'program.js')], { cwd: project, env })
    const lines = stdout.trim().split('\n')
    expect(lines[0]).toBe('3 questions, 3 calls to make now')
    expect(lines.some((line) => /^\S+: \d+ calls made, \d+ known to be left$/.test(line))).toBe(true)
    expect(lines.at(-1)).toMatch(/^(complete|gaps) [1-9]\d* hits case_hits\.csv/)
    expect(await readFile(join(project, 'csv/case_hits.csv'), 'utf8')).toMatch(/^\ufeff?[^\n]+\n[^\n]+/)
  },
  300_000,
)
