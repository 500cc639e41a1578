import { buffer } from 'node:stream/consumers'
import { type Entry, fromBufferPromise } from 'yauzl'
import { GivenFileError, mebibyte, mostBytes, readGivenFile, sizeText } from '../../disk/given-file.ts'

const placeholder = '{{dossier}}'

export const expectedTemplate = `expected a .docx file with a paragraph ${placeholder}, where the dossier goes`

const mostInflated = 64 * mebibyte

/**
 * A .docx file (ISO/IEC 29500) that dossiers are put into, with the ids of its styles by their names in small letters: names are the same
 * in every language of Word, ids are not. @throws GivenFileError
 */
export async function readWordTemplate(file: string) {
  const bytes = readGivenFile(file, { mostBytes: mostBytes.template })
  const { text, styles } = await partsOf(bytes).catch((cause) => {
    throw cause instanceof GivenFileError ? cause : new GivenFileError('is no .docx file', { cause })
  })
  if (text === undefined || styles === undefined) throw new GivenFileError('is no .docx file')
  // Word may part a word into several runs.
  if (!text.replace(/<[^>]*>/g, '').includes(placeholder))
    throw new GivenFileError(`has no paragraph ${placeholder}`)
  const named = styles.matchAll(/<w:style [^>]*?w:styleId="([^"]*)"[^>]*>\s*<w:name w:val="([^"]*)"/g)
  return { bytes, styles: new Map([...named].map(([, id = '', name = '']) => [name.toLowerCase(), id])) }
}

/** Inflates every part once: yauzl ends one that holds more than it declares, so what reads them again has the same bound. */
async function partsOf(bytes: Buffer) {
  const zip = await fromBufferPromise(bytes)
  const parts = new Map<string, string>()
  const entries: Entry[] = []
  for await (const entry of zip.eachEntry()) entries.push(entry)
  if (entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0) > mostInflated)
    throw new GivenFileError(`inflates to more than ${sizeText(mostInflated)}`)
  for (const entry of entries)
    parts.set(entry.fileName, (await buffer(await zip.openReadStreamPromise(entry))).toString())
  return { text: parts.get('word/document.xml'), styles: parts.get('word/styles.xml') }
}
