/** Width of a text on a terminal: Chinese characters take two columns. */
const widthOf = (text: string): number =>
  [...text].reduce(
    (width, character) => width + (/[ᄀ-ᅟ⺀-꓏가-힣豈-﫿︰-﹏＀-｠￠-￦]/u.test(character) ? 2 : 1),
    0,
  )

const cellText = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  // Control characters would be the terminal's to obey.
  return text.replaceAll(/[\s\p{Cc}]+/gu, ' ')
}

const cut = (text: string, most: number): string =>
  [...text].length > most ? `${[...text].slice(0, most - 1).join('')}…` : text

/** Rows as aligned text, the first row's members as header; cells are cut at `mostCharacters`. */
export function textTable(rows: readonly Readonly<Record<string, unknown>>[], mostCharacters = 60): string {
  const names = Object.keys(rows[0] ?? {})
  const cells = rows.map((row) => names.map((name) => cut(cellText(row[name]), mostCharacters)))
  const widths = names.map((name, index) =>
    Math.max(widthOf(name), ...cells.map((row) => widthOf(row[index] ?? ''))),
  )
  const isNumber = names.map((name) => rows.every((row) => typeof row[name] === 'number'))
  const line = (texts: readonly string[]): string =>
    texts
      .map((text, index) => {
        const fill = ' '.repeat(Math.max(0, (widths[index] ?? 0) - widthOf(text)))
        return isNumber[index] ? fill + text : text + fill
      })
      .join('  ')
      .trimEnd()
  return [line(names), line(widths.map((width) => '─'.repeat(width))), ...cells.map(line)].join('\n')
}
