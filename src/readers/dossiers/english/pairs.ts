/** Chinese names with their English ones, of lines `中文=English`. */
export const pairsIn = (...tables: readonly string[]): ReadonlyMap<string, string> =>
  new Map(
    tables.flatMap((table) =>
      table
        .trim()
        .split('\n')
        .map((line): [string, string] => [
          line.slice(0, line.indexOf('=')),
          line.slice(line.indexOf('=') + 1),
        ]),
    ),
  )
