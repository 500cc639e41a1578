/** How values stand in SQL: the one place that quotes. Stands beside the contract, where every stage may use it. */

export type SqlScalar = string | number | boolean | null

/** A value as a literal; text is quoted. */
export const literal = (value: SqlScalar): string =>
  value === null ? 'NULL' : typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value)

/** Values as literals, with commas between them: what stands in IN (…) or [ … ]. */
export const literals = (values: readonly SqlScalar[]): string => values.map(literal).join(', ')

/**
 * A file as a literal, by its very name, for functions that read: they take it for a pattern, in which `[*]` is a star.
 * COPY … TO and ATTACH take names as they are.
 */
export const fileLiteral = (path: string): string => literal(path.replaceAll(/[*?[]/g, '[$&]'))

export const fileLiterals = (paths: readonly string[]): string => paths.map(fileLiteral).join(', ')

/** The name of a table or a column, whatever characters it has. */
export const identifier = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** A moment, or its ISO 8601 text in UTC, as DuckDB reads it as a TIMESTAMP; not quoted. */
export const timestampOf = (time: Date | string): string =>
  (typeof time === 'string' ? time : time.toISOString()).replace('T', ' ').replace('Z', '')
