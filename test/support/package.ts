import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

export const packageRoot = new URL('../../', import.meta.url)

export interface Locked {
  readonly version: string
  readonly license?: string
  readonly dev?: boolean
  readonly optional?: boolean
  readonly hasInstallScript?: boolean
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

export interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>
  readonly devDependencies: Readonly<Record<string, string>>
  readonly exports: Readonly<Record<string, { readonly types: string; readonly default: string }>>
  readonly scripts: Readonly<Record<string, string>>
}

export const readInPackage = (path: string): string => readFileSync(new URL(path, packageRoot), 'utf8')

export const manifest = JSON.parse(readInPackage('package.json')) as Manifest
export const lock = (JSON.parse(readInPackage('package-lock.json')) as { packages: Record<string, Locked> })
  .packages

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

/** What an installer adds to the tarball: the dependencies, with what they need. */
export const dependencyPackages = (): string[] =>
  closureOf(Object.keys(manifest.dependencies)).map((path) => path.slice('node_modules/'.length))

export interface Packed {
  readonly filename: string
  readonly files: readonly { readonly path: string; readonly size: number }[]
  readonly size: number
}

/** What npm packs of this folder, which is built. */
export async function packed(flags: readonly string[] = ['--dry-run']): Promise<Packed> {
  const args = ['pack', '--json', '--ignore-scripts', ...flags]
  const { stdout } = await promisify(execFile)('npm', args, {
    cwd: fileURLToPath(packageRoot),
    maxBuffer: 2 ** 26,
  })
  const [only] = JSON.parse(stdout) as [Packed]
  return only
}

/** Packs it into a folder; returns the tarball's path. */
export async function packTarball(into: string): Promise<string> {
  const { filename } = await packed(['--pack-destination', into])
  return join(into, filename)
}
