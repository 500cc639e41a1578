const token = /"(?:[^"\\]|\\.)*"|[[\]{},:]|[^\s[\]{},:"]+/g

/**
 * JSON on lines of its own, two spaces a level, each number and string as it is written: parsing it would cost the digits of
 * numbers beyond 2^53. Undefined when the text is no JSON.
 */
export function prettyJson(text: string, indent = ''): string | undefined {
  try {
    JSON.parse(text)
  } catch {
    return undefined
  }
  const tokens = text.match(token) ?? []
  let pretty = ''
  let margin = `\n${indent}`
  for (const [index, it] of tokens.entries()) {
    const isEmpty = /[[{]/.test(tokens[index - 1] ?? '') && it.length === 1 && /[\]}]/.test(it)
    if (it === '{' || it === '[') {
      margin += '  '
      pretty += /^[\]}]$/.test(tokens[index + 1] ?? '') ? it : it + margin
    } else if (it === '}' || it === ']') {
      margin = margin.slice(0, -2)
      pretty += isEmpty ? it : margin + it
    } else if (it === ',') pretty += `,${margin}`
    else pretty += it === ':' ? ': ' : it
  }
  return pretty
}
