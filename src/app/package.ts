import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Folder of the package: two levels above src/ when built, one above it in the repository. */
export const packageFolder = new URL(
  import.meta.url.includes('/dist/') ? '../../../' : '../../',
  import.meta.url,
)

/** Version of this package. */
export const version = (): string =>
  (JSON.parse(readFileSync(new URL('package.json', packageFolder), 'utf8')) as { version: string }).version

/** File of a module that runs in a process or thread of its own. Node runs no TypeScript, so it is the built one. */
export const builtModule = (path: string): string =>
  fileURLToPath(new URL(`dist/src/${path}.js`, packageFolder))
