import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../support/folder.ts'
import { drawn, oneForm } from '../../support/forms.ts'

const relation = (type: string, target: string): string =>
  `<Relationships><Relationship Id="r0" Type="x/${type}" Target="${target}"/></Relationships>`

/** A workbook whose sheet, or list of sheets, is this XML. */
const workbook = (sheet: string, sheets = '<sheet name="a" r:id="r0"/>'): Uint8Array =>
  zipSync({
    '_rels/.rels': strToU8(relation('officeDocument', 'xl/workbook.xml')),
    'xl/workbook.xml': strToU8(`<workbook><sheets>${sheets}</sheets></workbook>`),
    'xl/_rels/workbook.xml.rels': strToU8(relation('worksheet', 'sheet.xml')),
    'xl/sheet.xml': strToU8(`<worksheet><sheetData>${sheet}</sheetData></worksheet>`),
  })

/** As large as a part may be. */
const filled = (piece: string): string => piece.repeat(Math.floor((2 ** 27 - 100) / piece.length))

const lists: Readonly<Record<string, readonly [make: () => Uint8Array | string, refusal: string]>> = {
  'elements within each other': [() => workbook(filled('<a>')), '64 elements within each other'],
  'attributes of one element': [
    () => workbook(`<c ${filled('a="" ')}/>`.slice(0, 2 ** 27 - 100)),
    '64 attributes',
  ],
  'elements beside each other': [() => workbook(filled('<a/>')), 'elements (xl/sheet.xml)'],
  'rows of one cell in the last column': [
    () =>
      workbook(
        `<row><c t="str"><v>name</v></c></row>${'<row><c t="str"><v>甲公司</v></c><c r="XFD1"><v>1</v></c></row>'.repeat(100_000)}`,
      ),
    'places for cells',
  ],
  'bytes without a tag': [() => workbook(filled(' x')), 'bytes without a tag'],
  sheets: [() => workbook('', '<sheet name="a" r:id="r0"/>'.repeat(2_000_000)), '1000 elements "sheet"'],
  'short lines': [() => `name\n${'ab\n'.repeat(20_000_000)}`, '1048576 lines'],
  'rows beyond 100,000': [() => `name\n${'甲公司\n'.repeat(1_000_000)}`, 'lists more than 100000 rows'],
  'blank lines': [() => '\n'.repeat(60 << 20), '1048576 lines'],
  'commas on one line': [() => `name\n${','.repeat(60 << 20)}`, 'a row is longer than 65536 characters'],
}

/** Reads a job and its lists with what was built, and prints what was refused, with its own time of processor and its memory (Linux). */
const reader = `
const { readJob } = await import('DIST/src/run/job/read-job.js')
const { pipelines } = await import('DIST/src/app/job.js')
const { readFileSync } = await import('node:fs')
const most = () => Number(/VmHWM:\\s+(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1]) / 1024
const [base, began] = [most(), process.cpuUsage()]
let message = ''
try {
  const { job, pipeline } = await readJob(process.argv[1], pipelines)
  for await (const _ of pipeline.inputs(job));
} catch (error) {
  message = error.message
}
const { user, system } = process.cpuUsage(began)
console.log(JSON.stringify({ message: message.slice(-300), seconds: (user + system) / 1e6, mebibytes: most() - base }))
`.replaceAll('DIST', new URL('../../../dist', import.meta.url).href)

/** What a process of its own says that reads a job. */
async function read(job: string, list: Uint8Array | string = '') {
  const folder = await temporaryFolder()
  await writeFile(join(folder, 'list'), list)
  await writeFile(join(folder, 'job.yaml'), job)
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '-e', reader, join(folder, 'job.yaml')],
    {
      timeout: 60_000,
    },
  )
  return JSON.parse(stdout) as { message: string; seconds: number; mebibytes: number }
}

describe('whatever a list or a job says, it is refused within three seconds and 300 MB', {
  timeout: 120_000,
}, () => {
  const isBounded = (told: Awaited<ReturnType<typeof read>>, refusal: string): void => {
    expect(told.message).not.toBe('')
    expect(told.message).toContain(refusal)
    expect(told.seconds).toBeLessThan(3)
    expect(told.mebibytes).toBeLessThan(300)
  }

  test.each(drawn(Object.entries(lists), 3))('a list of %s', async (_, [make, refusal]) => {
    isBounded(
      await read('pipeline: enterprise-due-diligence\nenterprises: [{ file: list }]\n', make()),
      refusal,
    )
  })

  oneForm('a job of 90,000 keys', async () => {
    const keys = Array.from({ length: 90_000 }, (_, at) => `k${at}: 1\n`)
    isBounded(await read(keys.join('')), 'has 90000 keys; expected at most 1000')
  })
})
