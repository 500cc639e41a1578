import { meant } from '../words/suggest.ts'
import type { ExportRequest } from './export-request.ts'
import type { Problem } from './problem.ts'
import type { JobSettings } from './schema.ts'
import type { YamlFile } from './yaml.ts'

/** Names that a job may use and that its schema does not know. */
export interface KnownNames {
  /** Steps of the pipeline; any name is taken when they are not given. */
  readonly steps?: readonly string[] | undefined
  /** Tables and views that can be exported; any name is taken when they are not given. */
  readonly tables?: readonly string[] | undefined
}

/** Steps and tables that a job names and nobody knows: found before the first call, not after the last. */
export function unknownNames(
  yaml: YamlFile,
  settings: Pick<JobSettings, 'freshness' | 'exports'>,
  { steps, tables }: KnownNames,
): Problem[] {
  const unknown = (name: string, path: readonly PropertyKey[], kind: string, known: readonly string[]) =>
    known.includes(name)
      ? []
      : [{ file: yaml.file, line: yaml.lineOf(path), message: complaint(name, path, kind, known) }]
  return [
    ...Object.keys(settings.freshness).flatMap((name) =>
      unknown(name, ['freshness', name], 'step', steps ?? [name]),
    ),
    ...settings.exports.flatMap((request, at) =>
      namedTables(request).flatMap((name, index) =>
        unknown(name, ['exports', at, 'tables', index], 'table or view', tables ?? [name]),
      ),
    ),
  ]
}

const namedTables = ({ tables }: Pick<ExportRequest, 'tables'>): readonly string[] =>
  tables === 'all' ? [] : (tables ?? [])

function complaint(
  name: string,
  path: readonly PropertyKey[],
  kind: string,
  known: readonly string[],
): string {
  return `${path.slice(0, -1).map(String).join('.')}: there is no ${kind} "${name}"; ${meant(name, known)}`
}
