import { spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { legible } from '../../src/cli/legible.ts'
import { anyText } from '../support/any-text.ts'
import { enterprise, judgment, listed } from '../support/records.ts'
import { serveCorpus, writeCorpus } from '../support/run.ts'
import { setUp, smallJob } from './setting.ts'

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => String.fromCharCode(from + at))

/** What a terminal obeys: C0 but tab and line end, DEL, C1, and what changes the direction of writing. */
const obeyed = [
  ...range(0x00, 0x1f).filter((character) => !'\t\n'.includes(character)),
  ...range(0x7f, 0x9f),
  '\u061c',
  ...range(0x200e, 0x200f),
  ...range(0x202a, 0x202e),
  ...range(0x2066, 0x2069),
]
const escapeOf = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
const hostile = `甲${obeyed.join('x')}乙`
const writtenOut = `甲${obeyed.map(escapeOf).join('x')}乙`
const isObeyed = new RegExp(`[${obeyed.map(escapeOf).join('')}]`)

test('no text brings a terminal what it obeys, and as JSON each means what it meant', () => {
  const character = fc.oneof(fc.constantFrom(...obeyed, '\\', '"'), anyText({ maxLength: 1 }))
  fc.assert(
    fc.property(
      fc.array(character).map((all) => all.join('')),
      (text) => {
        expect(legible(text)).not.toMatch(isObeyed)
        expect(JSON.parse(legible(JSON.stringify(text)))).toBe(text)
      },
    ),
  )
})

test('what a terminal obeys is written out wherever a list, a job, an answer, a file or an argument brings it', async () => {
  const { dossier, folder, home } = await setUp()
  const corpus = await writeCorpus(join(folder, 'hostile'), {
    enterprises: [enterprise('e1', hostile), enterprise('e2', `${hostile}丙`)],
    'enterprise-documents': [listed('e1', 'd1', { 标题: hostile })],
    cases: [judgment('d1', { title: hostile })],
  })
  const { url } = await serveCorpus(corpus, {})
  const file = join(folder, 'job.yaml')
  const enterprises = [{ id: 'e1' }, { name: `没有${hostile}` }]
  const rate = { perSecond: 'unlimited' }
  const job = { pipeline: 'enterprise-due-diligence', title: hostile, enterprises, exports: [], rate }
  await writeFile(file, JSON.stringify(job))
  const env = { DOSSIER_BASE_URL: url }
  const said: Record<string, string> = {}
  const told = async (args: readonly string[], other = {}) => {
    const { out, notes } = await dossier(args, { ...env, ...other })
    said[args.join(' ').slice(0, 60)] = `${out}\n${notes}`
    return out
  }
  const asked = ['query', 'SELECT title, x FROM enterprise_documents, (SELECT 1 AS x)']
  for (const args of [['run', file], ['runs', 'latest'], ['logs'], ['status'], asked]) await told(args)
  const [{ call_key: key }] = JSON.parse(
    await told(['query', "SELECT call_key FROM calls WHERE operation = 'rh_case_details'", '--json']),
  )
  const json = await told(['query', 'SELECT title FROM enterprise_documents', '--json'])
  // No argument, file or YAML text holds a NUL.
  const given = hostile.replaceAll('\0', '')
  await told(['query', `SELECT '${given}' FRM`])
  await told(['validate', join(folder, `${given}.yaml`)])
  await told(['validate', file, `--${given}`])
  // A terminal of its own: to another reader go the bytes as they came.
  const command = `'${process.execPath}' dist/program/cli/main.js evidence ${key} --raw --home '${home}'`
  const typed = spawnSync('script', ['-qec', command, '/dev/null'], { encoding: 'utf8' })
  said.evidence = typed.stdout.replaceAll('\r\n', '\n')
  expect(said.evidence).toContain(escapeOf('\u202e'))
  await writeFile(file, `${smallJob}${JSON.stringify(hostile)}: 1\n`)
  await told(['validate', file])
  await writeFile(file, `${smallJob}title: '${given}'\n`)
  await told(['validate', file])

  expect(
    Object.entries(said)
      .filter(([, text]) => isObeyed.test(text))
      .map(([args]) => args),
  ).toEqual([])
  expect(said[`run ${file}`.slice(0, 60)]).toContain(writtenOut)
  expect(said['runs latest']).toContain(writtenOut)
  expect(JSON.parse(json)).toEqual([{ title: hostile }])
})
