/** A mutant, and whether a test failed with it. */
export interface Result {
  readonly file: string
  readonly line: number
  readonly change: string
  readonly isKilled: boolean
}

const shareOf = (killed: number, all: number): string => `${((100 * killed) / all).toFixed(1)}%`

/** A line a file and one of all; then each survivor with its place. */
export function tableOf(results: readonly Result[]): string {
  const row = (name: string, of: readonly Result[]): string => {
    const killed = of.filter(({ isKilled }) => isKilled).length
    return `| ${name} | ${killed} | ${of.length - killed} | ${shareOf(killed, of.length)} |`
  }
  const files = [...new Set(results.map(({ file }) => file))].sort()
  const survivors = results.filter(({ isKilled }) => !isKilled)
  return [
    '| file | killed | survived | score |\n| --- | --- | --- | --- |',
    ...files.map((name) =>
      row(
        name,
        results.filter(({ file }) => file === name),
      ),
    ),
    ...(results.length === 0 ? [] : [row('all', results)]),
    '',
    ...survivors.map(({ file, line, change }) => `${file}:${line}  ${change}`).sort(),
    '',
  ].join('\n')
}
