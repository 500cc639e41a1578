/** The body is no JSON text in UTF-8; Fastify answers with the status. */
export class BadBodyError extends Error {
  override readonly name = 'BadBodyError'
  readonly statusCode = 400
}

/** The contract's parameters are two deep; what is much deeper cannot be written again, to the access log for one. */
const mostDepth = 64

/** Parses a request body; no bytes at all is undefined (contract 4.3 rule 2). A BOM is passed over. @throws BadBodyError */
export function parseJsonBody(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined
  if (depthOf(bytes) > mostDepth) throw new BadBodyError(`expected a JSON body at most ${mostDepth} deep`)
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (cause) {
    throw new BadBodyError('expected a JSON body in UTF-8', { cause })
  }
}

const [quote, backslash] = [0x22, 0x5c]
const opening: ReadonlySet<number> = new Set(Buffer.from('[{'))
const closing: ReadonlySet<number> = new Set(Buffer.from(']}'))

/** How deep the brackets outside of strings go; right for JSON, and some number for anything else. */
function depthOf(bytes: Buffer): number {
  let depth = 0
  let deepest = 0
  let isInString = false
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0
    if (isInString && byte === backslash) at += 1
    else if (byte === quote) isInString = !isInString
    else if (!isInString && opening.has(byte)) deepest = Math.max(deepest, ++depth)
    else if (!isInString && closing.has(byte)) depth -= 1
  }
  return deepest
}
