import { dirname, resolve } from 'node:path'
import { GivenFileError, mostBytes, readGivenText } from '../disk/given-file.ts'
import type { Problem } from './problem.ts'
import type { JobSettings } from './schema.ts'
import type { YamlFile } from './yaml.ts'

/** SQL files that exports name and that cannot be read: found before the first call, not after the last. */
export function unreadableSqlFiles(yaml: YamlFile, { exports }: Pick<JobSettings, 'exports'>): Problem[] {
  return exports.flatMap(({ sql }, at): Problem[] => {
    if (sql === undefined) return []
    const file = resolve(dirname(yaml.file), sql)
    const why = whyUnreadable(file)
    if (why === undefined) return []
    const message = `exports.${at}.sql: ${file} ${why}; expected a file with one SELECT, beside the job`
    return [{ file: yaml.file, line: yaml.lineOf(['exports', at, 'sql']), message }]
  })
}

function whyUnreadable(file: string): string | undefined {
  try {
    readGivenText(file, { mostBytes: mostBytes.sql })
    return undefined
  } catch (error) {
    if (error instanceof GivenFileError) return error.message
    throw error
  }
}
