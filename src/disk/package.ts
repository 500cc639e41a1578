import { fileURLToPath } from 'node:url'
import { mostBytes, readGivenText } from './given-file.ts'

/** Folder of the package: three levels above this file when built, in the program as in dist/src/; two in the repository. */
export const packageFolder = new URL(
  import.meta.url.includes('/dist/') ? '../../../' : '../../',
  import.meta.url,
)

export function version(): string {
  const file = fileURLToPath(new URL('package.json', packageFolder))
  return (JSON.parse(readGivenText(file, { mostBytes: mostBytes.job })) as { version: string }).version
}

/** File of a module that runs in a process or thread of its own: an input of rolldown.config.ts, by its path in src/. */
export const builtModule = (path: string): string =>
  fileURLToPath(new URL(`dist/program/${path}.js`, packageFolder))
