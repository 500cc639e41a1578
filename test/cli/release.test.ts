import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

const { dependencies, devDependencies, bundleDependencies, scripts } = JSON.parse(read('package.json')) as {
  readonly dependencies: Readonly<Record<string, string>>
  readonly devDependencies: Readonly<Record<string, string>>
  readonly bundleDependencies: readonly string[]
  readonly scripts: Readonly<Record<string, string>>
}
const lock = (JSON.parse(read('package-lock.json')) as { packages: Record<string, Locked> }).packages

/** Packages of these names and what they need, by path in node_modules; all of them lie at its top. */
function closureOf(names: readonly string[]): string[] {
  const paths = new Set<string>()
  const add = (name: string): void => {
    const path = `node_modules/${name}`
    if (paths.has(path) || lock[path] === undefined) return
    paths.add(path)
    for (const needed of Object.keys({ ...lock[path].dependencies, ...lock[path].optionalDependencies }))
      add(needed)
  }
  for (const name of names) add(name)
  return [...paths]
}

/** What `npm ci --omit=dev` installs, by its path in node_modules. */
const shipped = Object.entries(lock).filter(([path, { dev }]) => path !== '' && dev !== true)

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

  test('has no script that is run while it is installed, and the package itself has none', () => {
    expect(shipped.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path)).toEqual([])
    // npm 11 warns of these in a package that is installed from a file.
    expect(Object.keys(scripts)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(pre|post)?(install|prepare)$/)]),
    )
  })

  test('is named by exact versions, which are those of the lock', () => {
    const others = Object.entries({ ...dependencies, ...devDependencies }).filter(
      ([name, version]) => lock[`node_modules/${name}`]?.version !== version,
    )
    expect(others).toEqual([])
  })

  test('is in the package, or can only be the version of the lock', () => {
    // A lock file of a dependency does not count for who installs it from a file, nor do its overrides.
    const apart = Object.keys(dependencies).filter((name) => !bundleDependencies.includes(name))
    const floating = closureOf(apart).flatMap((path) =>
      Object.entries({ ...lock[path]?.dependencies, ...lock[path]?.optionalDependencies })
        .filter(([, range]) => !/^\d/.test(range))
        .map(([name, range]) => `${path}: ${name} ${range}`),
    )
    expect(apart).toEqual(['@duckdb/node-api', 'echarts', 'playwright-core'])
    // Pure JavaScript that says which libc there is; DuckDB's native part is exact.
    expect(floating).toEqual(['node_modules/@duckdb/node-bindings: detect-libc ^2.1.2'])
  })

  test('has no address to be downloaded from in the lock', () => {
    expect(read('package-lock.json')).not.toContain('"resolved"')
  })

  test('is what the package says it needs, and every import of the product is among it', () => {
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

/** The whole takes npm half a minute, for the 12,000 files of dependencies: `npm run test:package` makes it. */
const isWhole = process.env.DOSSIER_TEST_PACKAGE === 'whole'

interface Packed {
  readonly files: readonly { readonly path: string; readonly size: number }[]
  readonly size: number
}

/** What npm packs of a folder. */
async function packed(folder: string): Promise<Packed> {
  const { stdout } = await promisify(execFile)('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: folder,
    maxBuffer: 2 ** 26,
  })
  const [told] = JSON.parse(stdout) as [Packed]
  return told
}

/** What npm packs of a copy of this folder that brings no dependencies along. */
async function packedAlone(): Promise<Packed> {
  const folder = await mkdtemp(join(tmpdir(), 'dossier-package-'))
  try {
    for (const name of readdirSync(root))
      if (!['node_modules', '.git', 'output'].includes(name))
        await cp(new URL(name, root), join(folder, name), { recursive: true })
    const { bundleDependencies: _, ...rest } = JSON.parse(read('package.json'))
    await writeFile(join(folder, 'package.json'), JSON.stringify(rest))
    return await packed(folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}

describe('the package', async () => {
  const whole = isWhole ? await packed(fileURLToPath(root)) : await packedAlone()
  const own = whole.files.filter(({ path }) => !path.startsWith('node_modules/'))
  const files = own.map(({ path }) => path)

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

  test('imports no source: a module that is loaded late bears the name that it has when built', () => {
    const modules = files.filter((path) => path.endsWith('.js'))
    const late = /import\(\s*['"]\.[^'"]*\.ts['"]/
    expect(modules.filter((path) => late.test(readFileSync(new URL(path, root), 'utf8')))).toEqual([])
  })

  test('holds nothing else: no test, no source, no map, no secret, no output', () => {
    const known =
      /^(dist\/(src|pipelines)\/.+\.(js|d\.ts)|dist\/src\/sample\/data\/.+\.json|docs\/.+\.(md|json)|jobs\/.+\.(yaml|csv)|(README(\.zh-CN)?|CHANGELOG)\.md|LICENSE|package\.json)$/
    expect(files.filter((path) => !known.test(path))).toEqual([])
    expect(own.reduce((bytes, { size }) => bytes + size, 0)).toBeLessThan(10 * 2 ** 20)
  })

  test.runIf(isWhole)(
    'brings its dependencies along in less than 16 MiB, none of them with a script or of development',
    () => {
      const brought = new Set(
        whole.files.flatMap(({ path }) => {
          const [, found] = /^(node_modules\/.*?)\/package\.json$/.exec(path) ?? []
          return found !== undefined && found in lock ? [found] : []
        }),
      )
      expect([...bundleDependencies].filter((name) => !brought.has(`node_modules/${name}`))).toEqual([])
      expect([...brought].filter((path) => lock[path]?.dev === true)).toEqual([])
      expect(whole.files.filter(({ path }) => path.includes('msgpackr-extract'))).toEqual([])
      expect(whole.size).toBeLessThan(16 * 2 ** 20)
    },
  )
})
