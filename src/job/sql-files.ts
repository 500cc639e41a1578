import { access } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { type Problem, whyUnreadable } from './problem.ts'
import type { JobSettings } from './schema.ts'
import type { YamlFile } from './yaml.ts'

/** SQL files that exports name and that cannot be read: found before the first call, not after the last. */
export async function missingSqlFiles(
  yaml: YamlFile,
  { exports }: Pick<JobSettings, 'exports'>,
): Promise<Problem[]> {
  const problems = await Promise.all(
    exports.flatMap(async ({ sql }, at): Promise<Problem[]> => {
      if (sql === undefined) return []
      const file = resolve(dirname(yaml.file), sql)
      const why = await access(file).then(() => undefined, whyUnreadable)
      if (why === undefined) return []
      const message = `exports.${at}.sql: ${file} ${why}; expected a file with one SELECT, beside the job`
      return [{ file: yaml.file, line: yaml.lineOf(['exports', at, 'sql']), message }]
    }),
  )
  return problems.flat()
}
