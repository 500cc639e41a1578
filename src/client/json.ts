/** A body's JSON value; `value` is undefined when the bytes are not JSON in UTF-8, or nested beyond any answer. */
export interface Json {
  readonly isJson: boolean
  readonly value: unknown
}

const notJson: Json = { isJson: false, value: undefined }
const decoder = new TextDecoder('utf-8', { fatal: true })

/** Levels of objects and arrays; deeper ones break whoever has to write the value out again. */
const maximumDepth = 64

/** Parses strictly: bad UTF-8 is not JSON, because replacing it would change the text silently. */
export function parseJson(body: Uint8Array): Json {
  try {
    const value: unknown = JSON.parse(decoder.decode(body))
    return isDeeperThan(maximumDepth, value) ? notJson : { isJson: true, value }
  } catch {
    return notJson
  }
}

const isDeeperThan = (levels: number, value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((inner) => isDeeperThan(levels - 1, inner)))
