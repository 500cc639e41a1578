import { readFileSync } from 'node:fs'

/** Folder of the package: two levels above src/ when built, one above it in the repository. */
export const packageFolder = new URL(
  import.meta.url.includes('/dist/') ? '../../../' : '../../',
  import.meta.url,
)

/** Version of this package. */
export const version = (): string =>
  (JSON.parse(readFileSync(new URL('package.json', packageFolder), 'utf8')) as { version: string }).version
