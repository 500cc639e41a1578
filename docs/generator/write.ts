import { mkdir, writeFile } from 'node:fs/promises'
import { packageFolder } from '../../src/disk/package.ts'
import { writtenDocs } from './written.ts'

/* `npm run docs`: writes what docs/ says of the program, from the program. */
const docs = new URL('docs/', packageFolder)
await mkdir(new URL('schemas/', docs), { recursive: true })
for (const [path, text] of await writtenDocs(docs)) await writeFile(new URL(path, docs), text)
