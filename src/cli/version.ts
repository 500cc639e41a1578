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

/**
 * How a person who stands in `cwd` starts this program again: by npx where it is installed in a project, by its name where it is installed
 * for all, by npm in its own repository.
 */
export function invocation(cwd: string, installed = fileURLToPath(packageFolder)): string {
  if (!/[\\/]node_modules[\\/]/.test(installed)) return 'npm run -s dossier --'
  const [project = ''] = installed.split(/[\\/]node_modules[\\/]/)
  return cwd === project || cwd.startsWith(`${project}/`) ? 'npx dossier' : 'dossier'
}
