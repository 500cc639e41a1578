import { ExportError } from './export-error.ts'
import type { RelationInfo } from './relation.ts'

export type ExportFormat = 'csv' | 'parquet'

/** Tables or views to export in a format; all when none are named. */
export interface RequestedExport {
  readonly format: ExportFormat
  readonly tables?: readonly string[] | undefined
}

export interface PlannedFile {
  /** Its name in the folder of the export. */
  readonly file: string
  readonly format: ExportFormat
  readonly relation: RelationInfo
}

/**
 * The files that the requests come to, each once, in the order asked for.
 * Throws ExportError for a table that does not exist or whose name cannot be a file name.
 */
export function planFiles(
  requests: readonly RequestedExport[],
  relations: readonly RelationInfo[],
): readonly PlannedFile[] {
  const known = new Map(relations.map((relation) => [relation.name, relation]))
  const files = requests.flatMap(({ format, tables = [...known.keys()] }) =>
    tables.map((table) => plannedFile(table, format, known)),
  )
  return [...new Map(files.map((planned) => [planned.file, planned])).values()]
}

/** No separators, no leading dot, nothing invisible: a name that is safe as it stands. */
const fileName = /^[\p{L}\p{N}_][\p{L}\p{M}\p{N}_-]*$/u

function plannedFile(
  table: string,
  format: ExportFormat,
  known: ReadonlyMap<string, RelationInfo>,
): PlannedFile {
  const relation = known.get(table)
  if (relation === undefined) {
    const names = [...known.keys()].join(', ')
    throw new ExportError(
      `export: there is no table or view ${JSON.stringify(table)} to write as ${format}; expected one of ${names}`,
    )
  }
  if (!fileName.test(table)) {
    throw new ExportError(
      `export: the table name ${JSON.stringify(table)} cannot be a file name; ` +
        'expected letters, digits, "_" and "-" only, so export a view of that table',
    )
  }
  return { file: `${table}.${format}`, format, relation }
}
