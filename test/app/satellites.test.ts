import { execFile } from 'node:child_process'
import { cp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import { setUpNew } from '../cli/setting.ts'
import { temporaryFolder } from '../support/folder.ts'
import { longForm } from '../support/forms.ts'
import { packageRoot } from '../support/package.ts'
import { apiKey } from '../support/run.ts'

const run = promisify(execFile)
const built = fileURLToPath(new URL('dist/', packageRoot))

/** Capabilities beside the core, each loaded when it is asked for. */
const satellites = [
  ...['calls/tools', 'standins/sample', 'standins/service'],
  ...['readers/explore', 'app/notify', 'app/schedule'],
]

/** What tsc made of the core: src/ and pipelines/ without these, with the packages beside it. */
async function coreWithout(folders: readonly string[]): Promise<string> {
  const copy = await temporaryFolder()
  await Promise.all([
    cp(join(built, 'src'), join(copy, 'dist/src'), { recursive: true }),
    cp(join(built, 'pipelines'), join(copy, 'dist/pipelines'), { recursive: true }),
    cp(fileURLToPath(new URL('package.json', packageRoot)), join(copy, 'package.json')),
    symlink(fileURLToPath(new URL('node_modules', packageRoot)), join(copy, 'node_modules')),
  ])
  // One that is not there fails: it was renamed.
  for (const folder of folders) await rm(join(copy, 'dist/src', folder), { recursive: true })
  // The processes and threads of the program are bundles of their own.
  await symlink(join(built, 'program'), join(copy, 'dist/program'))
  return copy
}

longForm(
  'a run, its dossiers, its exports, a query and an audit need no satellite: all of them may be deleted',
  async () => {
    const { file, home, service } = await setUpNew()
    const copy = await coreWithout(satellites)
    await writeFile(file, (await readFile(file, 'utf8')).replace('exports: []', 'report: {}'))
    await writeFile(
      join(copy, 'program.js'),
      `import { openDossier } from './dist/src/app/dossier.js'
const [home, baseUrl, job] = process.argv.slice(2)
const dossier = openDossier({ home, baseUrl, key: process.env.KEY })
const { summary, exports, report } = await dossier.run(job)
const { rows } = await dossier.query('SELECT count(*) AS documents FROM enterprise_documents')
const { damage } = await dossier.verify()
const refused = await dossier.serve({ corpus: 'none' }).catch(({ name, message }) => name + ': ' + message)
console.log(JSON.stringify({ status: summary.run.status, isWritten: exports !== null && report !== null, rows, damage, refused }))
`,
    )
    const { stdout } = await run(process.execPath, ['program.js', home, service.url, file], {
      cwd: copy,
      env: { ...process.env, KEY: apiKey },
    })
    expect(JSON.parse(stdout)).toEqual({
      status: 'complete',
      isWritten: true,
      rows: [{ documents: 2 }],
      damage: 0,
      refused: expect.stringMatching(
        /^RefusedError: dossier: standins\/service\/[a-z/-]+ is not part of this installation$/,
      ),
    })
  },
)
