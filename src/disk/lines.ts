import type { FileHandle } from 'node:fs/promises'

const newline = 0x0a

/**
 * The lines of a file, in UTF-8, without what ends them: line feeds alone do, which `readline` does not keep to. Bounded by the
 * longest line. The file stays open.
 */
export async function* linesOf(file: FileHandle): AsyncGenerator<string> {
  let begun: Buffer[] = []
  for await (const bytes of file.createReadStream({ start: 0, autoClose: false, highWaterMark: 1 << 20 })) {
    const chunk = bytes as Buffer
    let from = 0
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, from)) {
      begun.push(chunk.subarray(from, end))
      yield Buffer.concat(begun).toString('utf8')
      begun = []
      from = end + 1
    }
    if (from < chunk.length) begun.push(chunk.subarray(from))
  }
  if (begun.length > 0) yield Buffer.concat(begun).toString('utf8')
}
