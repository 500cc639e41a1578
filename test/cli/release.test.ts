import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { isBuiltin } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import {
  apartDependencies,
  closureOf,
  isWholePackage,
  type Locked,
  lock,
  manifest,
  type Packed,
  packageRoot,
  packed,
  readInPackage,
} from '../support/package.ts'

const { dependencies, devDependencies, bundleDependencies, scripts } = manifest

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

/** The packages whose code is in the program, as THIRD-PARTY.txt lists them; the name with its version. */
const inProgram = readInPackage('dist/program/THIRD-PARTY.txt')
  .split(/^=== (?=\S+ \d)/m)
  .slice(1)
  .map((part) => {
    const [, name = '', license = ''] = /^(\S+ \S+) \((.+)\)$/m.exec(part) ?? []
    return { name, license, notice: part.slice(part.indexOf('\n')) }
  })

/** As the lock says; else as the package itself does. */
function licenseOf(path: string, { license }: Locked): string {
  if (license !== undefined) return license
  const file = new URL(`${path}/package.json`, packageRoot)
  if (!existsSync(file)) return 'unknown'
  const own = (JSON.parse(readFileSync(file, 'utf8')) as { license?: string | { type: string } }).license
  return (typeof own === 'object' ? own.type : own) ?? 'unknown'
}

describe('what is installed with it', () => {
  test('bears a licence of the list', () => {
    expect(shipped.length).toBeGreaterThan(10)
    const others = shipped.flatMap(([path, locked]) => {
      const license = licenseOf(path, locked)
      return isAllowed(license) ? [] : [`${path}: ${license}`]
    })
    expect(others).toEqual([])
  })

  test('in the program itself bears a licence of the list, is of the lock, and has its notices in the package', () => {
    expect(inProgram.length).toBeGreaterThan(100)
    const locked = Object.entries(lock).map(
      ([path, { version }]) => `${path.split('node_modules/').at(-1)} ${version}`,
    )
    expect(inProgram.filter(({ name }) => !locked.includes(name))).toEqual([])
    expect(inProgram.filter(({ license }) => !isAllowed(license))).toEqual([])
    const withoutText = inProgram.filter(({ notice }) => !/copyright|licen[cs]e/i.test(notice))
    // They state their licence and author in package.json alone, as THIRD-PARTY.txt repeats them.
    expect(withoutText.map(({ name }) => name)).toEqual(['abstract-logging 2.0.1', 'saxes 6.0.0'])
    expect(withoutText.filter(({ notice }) => !/\nby \S/.test(notice))).toEqual([])
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
    const apart = apartDependencies()
    const floating = closureOf(apart).flatMap((path) =>
      Object.entries({ ...lock[path]?.dependencies, ...lock[path]?.optionalDependencies })
        .filter(([, range]) => !/^\d/.test(range))
        .map(([name, range]) => `${path}: ${name} ${range}`),
    )
    expect(apart).toEqual(['@duckdb/node-bindings', 'playwright-core'])
    // Pure JavaScript that says which libc there is; DuckDB's native part is exact.
    expect(floating).toEqual(['node_modules/@duckdb/node-bindings: detect-libc ^2.1.2'])
  })

  test('has no address to be downloaded from in the lock', () => {
    expect(readInPackage('package-lock.json')).not.toContain('"resolved"')
  })

  test('is what the package says it needs, and every import of the program and of the sources is among it', () => {
    const program = readdirSync(new URL('dist/program/', packageRoot), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.js'))
      .map((name) => readInPackage(`dist/program/${name}`))
    const imported = program.flatMap((text) =>
      [
        ...text.matchAll(/^(?:import|export)\b.* from "([^"]+)"|^import "([^"]+)"|\bimport\("([^"]+)"\)/gm),
      ].flatMap(([, ...found]) =>
        found.filter((one) => one !== undefined && !one.startsWith('.') && !isBuiltin(one)),
      ),
    )
    // A package that looks for another by `eval('require')` would find none.
    expect(program.filter((text) => /\beval\(["']/.test(text))).toEqual([])
    expect([...new Set(imported)].sort()).toEqual(['jiti', 'playwright-core', 'tinypool'])

    const sources = ['src', 'pipelines'].flatMap((folder) =>
      readdirSync(new URL(`${folder}/`, packageRoot), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.ts'))
        .map((name) => readInPackage(`${folder}/${name}`)),
    )
    const named = sources.flatMap((text) =>
      [
        ...text.matchAll(/(?:from |import\(|createRequire\S+\()'((?:@[^/']+\/)?[a-z][^/':]*)(?:\/[^']*)?'/g),
      ].map(([, name = '']) => name),
    )
    const brought = inProgram.map(({ name }) => name.replace(/ .*/, ''))
    const lacking = new Set(named.filter((name) => !(name in dependencies) && !brought.includes(name)))
    expect([...lacking].filter((name) => name !== 'dossier')).toEqual([])
  })
})

/** What npm packs of a copy of this folder that brings no dependencies along. */
async function packedAlone(): Promise<Packed> {
  const folder = await mkdtemp(join(tmpdir(), 'dossier-package-'))
  try {
    for (const name of readdirSync(packageRoot))
      if (!['node_modules', '.git', 'output'].includes(name))
        await cp(new URL(name, packageRoot), join(folder, name), { recursive: true })
    const { bundleDependencies: _, ...rest } = JSON.parse(readInPackage('package.json'))
    await writeFile(join(folder, 'package.json'), JSON.stringify(rest))
    return await packed(folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}

describe('the package', async () => {
  const whole = isWholePackage ? await packed(fileURLToPath(packageRoot)) : await packedAlone()
  const own = whole.files.filter(({ path }) => !path.startsWith('node_modules/'))
  const files = own.map(({ path }) => path)

  test('holds the program, its types for pipelines, docs, schemas and sample jobs', () => {
    expect(files).toEqual(
      expect.arrayContaining([
        'package.json',
        'README.md',
        'LICENSE',
        'CHANGELOG.md',
        'dist/program/cli/main.js',
        'dist/program/app/dossier.js',
        'dist/program/app/query-process.js',
        'dist/program/run/stage-thread.js',
        'dist/program/pipelines/kit.js',
        'dist/program/THIRD-PARTY.txt',
        'dist/src/app/dossier.d.ts',
        'dist/pipelines/kit.d.ts',
        'docs/cli.md',
        'docs/schemas/enterprise-due-diligence.json',
        'jobs/sample-due-diligence.yaml',
        'jobs/suppliers.csv',
      ]),
    )
    // Every page of docs/ and every job, so that links and schemas lead somewhere.
    for (const folder of ['docs', 'jobs'])
      for (const name of readdirSync(new URL(`${folder}/`, packageRoot))) {
        if (name.endsWith('.md') || name.endsWith('.yaml')) expect(files).toContain(`${folder}/${name}`)
      }
  })

  test('imports no source: a module that is loaded late bears the name that it has when built', () => {
    const modules = files.filter((path) => path.endsWith('.js'))
    const late = /import\(\s*['"]\.[^'"]*\.ts['"]/
    expect(modules.filter((path) => late.test(readFileSync(new URL(path, packageRoot), 'utf8')))).toEqual([])
  })

  test('holds nothing else: no test, no source, no secret, no output', () => {
    const known =
      /^(dist\/program\/(app|cli|run|pipelines|chunks)\/[\w-]+\.js(\.map)?|dist\/program\/THIRD-PARTY\.txt|dist\/(src|pipelines)\/.+\.d\.ts|dist\/program\/chunks\/data\/.+\.(json|duckdb\.br)|docs\/.+\.(md|json|ipynb|webp)|jobs\/.+\.(yaml|csv)|(README(\.zh-CN)?|CHANGELOG|CONTRIBUTING)\.md|LICENSE|package\.json)$/
    expect(files.filter((path) => !known.test(path))).toEqual([])
    // A map gives the lines of src/, and not their text.
    const maps = files.filter((path) => path.endsWith('.map'))
    expect(maps.filter((path) => readInPackage(path).includes('"sourcesContent"'))).toEqual([])
    expect(own.reduce((bytes, { size }) => bytes + size, 0)).toBeLessThan(20 * 2 ** 20)
  })

  test('imports no TypeScript: the compiler leaves the ending of some dynamic imports as it is', () => {
    const left = files
      .filter((path) => path.endsWith('.js'))
      .flatMap((path) =>
        [...readInPackage(path).matchAll(/import\('\.[^']*\.ts'\)/g)].map(([found]) => `${path}: ${found}`),
      )
    expect(left).toEqual([])
  })

  test.runIf(isWholePackage)(
    'brings its dependencies along in less than 6 MiB and 2,000 files, none of them with a script or of development',
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
      expect(whole.size).toBeLessThan(6 * 2 ** 20)
      expect(whole.files.length).toBeLessThan(2000)
    },
  )
})
