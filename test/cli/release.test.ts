import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { describe, expect, test } from 'vitest'
import { type Locked, lock, manifest, packageRoot, packed, readInPackage } from '../support/package.ts'

const { dependencies, devDependencies, scripts } = manifest

/** What `npm ci --omit=dev` installs, by its path in node_modules. */
const shipped = Object.entries(lock).filter(([path, { dev }]) => path !== '' && dev !== true)

/** Licences that ask for no more than their notice. Another one is a decision, not an accident. */
const allowed = [
  ...['MIT', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'BlueOak-1.0.0', '0BSD', 'Unlicense'],
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

const namesInProgram = inProgram.map(({ name }) => name.replace(/ .*/, ''))

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
    expect(namesInProgram).toEqual(
      expect.arrayContaining(['bottleneck', 'csv-stringify', 'p-queue', 'undici', 'yargs', 'zod']),
    )
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

  test('is named by ranges that the lock keeps to, what only builds and tests by exact versions', () => {
    const ranges = Object.entries(dependencies).filter(
      ([name, range]) => !/^[~^]/.test(range) || lock[`node_modules/${name}`]?.version !== range.slice(1),
    )
    const tools = Object.entries(devDependencies).filter(
      ([name, version]) => lock[`node_modules/${name}`]?.version !== version,
    )
    expect([...ranges, ...tools]).toEqual([])
  })

  test('has no address to be downloaded from in the lock', () => {
    expect(readInPackage('package-lock.json')).not.toContain('"resolved"')
  })

  test('is what the package says it needs, and every import of the program and of the sources is among it', () => {
    const built = /^(?:import|export)\b.* from "([^"]+)"|^import "([^"]+)"|\bimport\("([^"]+)"\)/gm
    const program = textsIn('dist/program', '.js', '.d.ts')
    // A package that looks for another by `eval('require')` would find none.
    expect(program.filter((text) => /\beval\(["']/.test(text))).toEqual([])
    expect(packagesIn(program, built).sort()).toEqual(['jiti', 'playwright-core', 'tinypool'])
    const library = packagesIn(textsIn('dist/library', '.js', '.d.ts'), built)
    expect(library.filter((name) => !(name in dependencies))).toEqual([])
    // What another package needs of it: DuckDB's own native part.
    const unused = Object.keys(dependencies).filter((name) => !library.includes(name))
    expect(unused).toEqual(['@duckdb/node-bindings'])

    const written = /(?:from |import\(|createRequire\S+\()'((?:@[^/']+\/)?[a-z][^/':]*)(?:\/[^']*)?'/g
    const sources = packagesIn([...textsIn('src', '.ts'), ...textsIn('pipelines', '.ts')], written)
    const known = [...Object.keys(dependencies), ...namesInProgram, 'dossier']
    expect(sources.filter((name) => !known.includes(name))).toEqual([])
  })
})

const textsIn = (folder: string, ...ends: readonly string[]): string[] =>
  readdirSync(new URL(`${folder}/`, packageRoot), { recursive: true, encoding: 'utf8' })
    .filter((name) => ends.some((end) => name.endsWith(end)))
    .map((name) => readInPackage(`${folder}/${name}`))

/** The packages that texts import, by what an import looks like. */
function packagesIn(texts: readonly string[], imported: RegExp): string[] {
  const found = texts.flatMap((text) => [...text.matchAll(imported)].flatMap(([, ...names]) => names))
  const others = found.filter((one) => one !== undefined && !one.startsWith('.') && !isBuiltin(one))
  return [...new Set(others.map((one) => /^(?:@[^/]+\/)?[^/]+/.exec(one ?? '')?.[0] ?? ''))]
}

describe('the package', async () => {
  const { files: own, size } = await packed()
  const files = own.map(({ path }) => path)

  test('holds the program, its types for pipelines, docs, schemas and sample jobs', () => {
    expect(files).toEqual(
      expect.arrayContaining([
        'package.json',
        'README.md',
        'LICENSE',
        'CHANGELOG.md',
        'dist/program/cli/main.js',
        'dist/program/app/query-process.js',
        'dist/program/run/stage-thread.js',
        'dist/program/THIRD-PARTY.txt',
        'dist/library/THIRD-PARTY.txt',
        ...Object.values(manifest.exports).flatMap(({ types, default: program }) =>
          [types, program].map((path) => path.slice(2)),
        ),
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
    const compiled = readdirSync(new URL('dist/src/', packageRoot), { recursive: true, encoding: 'utf8' })
    const modules = [...files, ...compiled.map((path) => `dist/src/${path}`)].filter((path) =>
      path.endsWith('.js'),
    )
    const late = /import\(\s*['"]\.[^'"]*\.ts['"]/
    expect(modules.filter((path) => late.test(readFileSync(new URL(path, packageRoot), 'utf8')))).toEqual([])
  })

  test('holds nothing else: no test, no source, no secret, no output', () => {
    const known =
      /^(dist\/(program|library)\/((app|cli|run|readers\/dossiers|pipelines|chunks)\/[\w-]+\.js(\.map)?|THIRD-PARTY\.txt|chunks\/data\/.+\.(json|csv))|dist\/library\/(app\/dossier|pipelines\/kit)\.d\.ts|docs\/.+\.(md|json|yml|ipynb|webp)|jobs\/.+\.(yaml|csv)|(README(\.zh-CN)?|CHANGELOG|CONTRIBUTING)\.md|LICENSE|package\.json)$/
    expect(files.filter((path) => !known.test(path))).toEqual([])
    // A map gives the lines of src/, and not their text.
    const maps = files.filter((path) => path.endsWith('.map'))
    expect(maps.filter((path) => readInPackage(path).includes('"sourcesContent"'))).toEqual([])
    expect(own.reduce((bytes, file) => bytes + file.size, 0)).toBeLessThan(28 * 2 ** 20)
  })

  test('is a tarball of less than 6 MiB', () => {
    expect(size).toBeLessThan(6 * 2 ** 20)
  })
})
