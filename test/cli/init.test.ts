import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { invocation } from '../../src/cli/text.ts'
import { cli } from '../support/cli.ts'
import { temporaryFolder } from '../support/folder.ts'

const uscc = '91110108MA0074PN30'

describe('init', () => {
  test.each([
    ['enterprise-due-diligence', ['甲公司', uscc, '"a": [b], # c'], 3],
    ['case-research', ['违约金: 过高 # 时', '- 建设工程'], 2],
    ['statute-watch', ['违约金', '劳动 合同', '中华人民共和国民法典第五百七十七条'], 3],
  ] as const)(
    'writes a %s job that is valid as it stands, from flags alone',
    async (pipeline, entries, count) => {
      const job = join(await temporaryFolder(), 'new.yaml')
      const flags = entries.map((entry) => `--entry=${entry}`)
      const { code, out, notes } = await cli(['init', job, '--pipeline', pipeline, ...flags])
      expect({ code, notes }).toEqual({ code: 0, notes: '' })
      expect(out).toContain(`npm run -s dossier -- plan ${job}`)
      const text = await readFile(job, 'utf8')
      expect(text).toMatch(
        new RegExp(`^# yaml-language-server: \\$schema=\\S+/docs/schemas/${pipeline}\\.json\n`),
      )
      expect((await cli(['validate', job])).out).toContain(`is valid: pipeline ${pipeline}, ${count} entries`)
    },
  )

  test.each([
    ['enterprise-due-diligence', '91110108MA0074PN31', 'not a unified social credit code'],
    ['enterprise-due-diligence', 'suppliers.xls', 'is the name of a file'],
    [
      'statute-watch',
      '民法典第条',
      'names no article of a law; expected one as 中华人民共和国民法典第五百七十七条',
    ],
    ['case-research', ' ', 'is empty'],
  ])(
    'of a %s job refuses the entry %j, with every other that is wrong, and writes nothing',
    async (pipeline, entry, why) => {
      const job = join(await temporaryFolder(), 'a.yaml')
      const entries = ['甲公司', entry, '甲公司'].map((one) => `--entry=${one}`)
      const { code, notes } = await cli(['init', job, '--pipeline', pipeline, ...entries])
      expect(code).toBe(2)
      expect(notes).toContain(`init: --entry ${JSON.stringify(entry.trim())} ${why}`)
      expect(notes).toContain('init: --entry "甲公司" was given already')
      await expect(readFile(job)).rejects.toThrow('ENOENT')
    },
  )

  test('writes a list as the file that it is', async () => {
    const job = join(await temporaryFolder(), 'a.yaml')
    await cli(['init', job, '--entry=suppliers.xlsx', '--entry=b.CSV'])
    expect((await readFile(job, 'utf8')).match(/- (?:file|name): \S+/g)).toEqual([
      '- file: "suppliers.xlsx"',
      '- file: "b.CSV"',
    ])
  })

  test('overwrites nothing', async () => {
    const folder = await temporaryFolder()
    const [job, environment] = [join(folder, 'a.yaml'), join(folder, '.env.example')]
    await writeFile(job, 'mine')
    const flags = ['--pipeline', 'case-research', '--entry', 'x']
    const refused = await cli(['init', job, ...flags])
    expect(refused).toMatchObject({ code: 2, notes: expect.stringContaining('exists and is left as it is') })
    expect(await readFile(job, 'utf8')).toBe('mine')
    await writeFile(environment, 'mine too')
    expect((await cli(['init', join(folder, 'b.yaml'), ...flags])).out).toContain(
      'exists and is left as it is',
    )
    expect(await readFile(environment, 'utf8')).toBe('mine too')
  })

  test('says what is missing, and never writes the key', async () => {
    const job = join(await temporaryFolder(), 'a.yaml')
    expect(await cli(['init', job])).toMatchObject({
      code: 2,
      notes: expect.stringContaining('missing required argument: entry; see dossier init --help'),
    })
    const flags = ['--pipeline', 'case-research', '--entry', 'x', '--entry', 'sk-secret-1']
    const { code, notes } = await cli(['init', job, ...flags], { DOSSIER_API_KEY: 'sk-secret-1' })
    expect(code).toBe(2)
    expect(notes).toContain('a job file never holds it')
    expect(notes).not.toContain('sk-secret-1')
  })
})

test.each([
  ['/home/a/repo', '/home/a/repo/', 'npm run -s dossier --'],
  ['/home/a/jobs', '/home/a/repo/', 'node /home/a/repo/dist/program/cli/main.js'],
  ['/home/a/jobs', '/home/a/my repo/', "node '/home/a/my repo/dist/program/cli/main.js'"],
  ['/home/a/app/jobs', '/home/a/app/node_modules/dossier/', 'npx dossier'],
  ['/home/a/app2', '/home/a/app/node_modules/dossier/', 'dossier'],
  ['/home/a', '/usr/lib/node_modules/dossier/', 'dossier'],
])('a person in %s with the program in %s is told to type %s', (cwd, installed, typed) => {
  expect(invocation(cwd, installed)).toBe(typed)
})
