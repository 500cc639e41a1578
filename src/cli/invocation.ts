import { fileURLToPath } from 'node:url'
import { packageFolder } from './version.ts'

/**
 * How a person who stands in `cwd` starts this program again: by npx where it is installed in a project, by its name where it is installed
 * for all, by npm in its own repository.
 */
export function invocation(cwd: string, installed = fileURLToPath(packageFolder)): string {
  if (!/[\\/]node_modules[\\/]/.test(installed)) return 'npm run -s dossier --'
  const [project = ''] = installed.split(/[\\/]node_modules[\\/]/)
  return cwd === project || cwd.startsWith(`${project}/`) ? 'npx dossier' : 'dossier'
}
