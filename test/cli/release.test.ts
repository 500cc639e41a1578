import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'

const root = new URL('../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')

interface Locked {
  readonly version: string
  readonly license?: string
  readonly dev?: boolean
  readonly optional?: boolean
  readonly hasInstallScript?: boolean
}

/** What `npm ci --omit=dev` installs, by its path in node_modules. */
const shipped = Object.entries(
  (JSON.parse(read('package-lock.json')) as { packages: Record<string, Locked> }).packages,
).filter(([path, { dev }]) => path !== '' && dev !== true)

/** Licences that ask for no more than their notice. Another one is a decision, not an accident. */
const allowed = [
  'MIT',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
  '0BSD',
  'Unlicense',
  'Python-2.0',
]

/** Whether an expression of SPDX leaves us a licence that is allowed. */
const isAllowed = (license: string): boolean =>
  license
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((one) => one.split(' AND ').every((name) => allowed.includes(name.trim())))

/** As the lock says; else as the package itself does. */
function licenseOf(path: string, { license }: Locked): string {
  if (license !== undefined) return license
  const file = new URL(`${path}/package.json`, root)
  if (!existsSync(file)) return 'unknown'
  const own = (JSON.parse(readFileSync(file, 'utf8')) as { license?: string | { type: string } }).license
  return (typeof own === 'object' ? own.type : own) ?? 'unknown'
}

describe('what is installed with it', () => {
  test('bears a licence of the list', () => {
    expect(shipped.length).toBeGreaterThan(50)
    const others = shipped.flatMap(([path, locked]) => {
      const license = licenseOf(path, locked)
      return isAllowed(license) ? [] : [`${path}: ${license}`]
    })
    expect(others).toEqual([])
  })

  test('needs no script that is run while it is installed', () => {
    // What is optional makes things faster where it can be had, and is left out where it cannot.
    const needed = shipped.filter(([, { hasInstallScript, optional }]) => hasInstallScript && !optional)
    expect(needed.map(([path]) => path)).toEqual([])
  })

  test('is what the package says it needs, and every import of the product is among it', () => {
    const { dependencies } = JSON.parse(read('package.json')) as { dependencies: Record<string, string> }
    const sources = ['src', 'pipelines'].flatMap((folder) =>
      readdirSync(new URL(`${folder}/`, root), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.ts'))
        .map((name) => read(`${folder}/${name}`)),
    )
    const named = sources.flatMap((text) =>
      [
        ...text.matchAll(/(?:from |import\(|createRequire\S+\()'((?:@[^/']+\/)?[a-z][^/':]*)(?:\/[^']*)?'/g),
      ].map(([, name = '']) => name),
    )
    const lacking = new Set(named.filter((name) => !(name in dependencies)))
    expect([...lacking].filter((name) => name !== 'dossier')).toEqual([])
  })
})

describe('the package', async () => {
  const { stdout } = await promisify(execFile)('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: fileURLToPath(root),
    maxBuffer: 2 ** 26,
  })
  const [packed] = JSON.parse(stdout) as [{ files: { path: string }[]; unpackedSize: number }]
  const files = packed.files.map(({ path }) => path)

  test('holds the program, its types for pipelines, docs, schemas and sample jobs', () => {
    expect(files).toEqual(
      expect.arrayContaining([
        'package.json',
        'README.md',
        'LICENSE',
        'CHANGELOG.md',
        'dist/src/cli/main.js',
        'dist/src/cli/query-process.js',
        'dist/pipelines/kit.js',
        'dist/pipelines/kit.d.ts',
        'docs/cli.md',
        'docs/schemas/enterprise-due-diligence.json',
        'jobs/sample-due-diligence.yaml',
        'jobs/suppliers.csv',
      ]),
    )
    // Every page of docs/ and every job, so that links and schemas lead somewhere.
    for (const folder of ['docs', 'jobs'])
      for (const name of readdirSync(new URL(`${folder}/`, root))) {
        if (name.endsWith('.md') || name.endsWith('.yaml')) expect(files).toContain(`${folder}/${name}`)
      }
  })

  test('holds nothing else: no test, no source, no map, no secret, no output', () => {
    const known =
      /^(dist\/(src|pipelines)\/.+\.(js|d\.ts)|docs\/.+\.(md|json)|jobs\/.+\.(yaml|csv)|(README(\.zh-CN)?|CHANGELOG)\.md|LICENSE|package\.json)$/
    expect(files.filter((path) => !known.test(path))).toEqual([])
    expect(packed.unpackedSize).toBeLessThan(10 * 2 ** 20)
  })
})
