/** The body is no JSON text in UTF-8; Fastify answers with the status. */
export class BadBodyError extends Error {
  override readonly name = 'BadBodyError'
  readonly statusCode = 400
}

/** Parses a request body; no bytes at all is undefined (contract 4.3 rule 2). A BOM is passed over. */
export function parseJsonBody(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (cause) {
    throw new BadBodyError('expected a JSON body in UTF-8', { cause })
  }
}
