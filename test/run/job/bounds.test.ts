import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { testSeed } from '../../support/dice.ts'
import { drawn, sizeOf } from '../../support/forms.ts'
import { workbook } from './workbook.ts'
import { jobFile } from './written.ts'

const seed = testSeed()

const sheetOf = (rows: string): Uint8Array => workbook([{ name: 'a', rows }])

const listing = (sheets: string): Uint8Array =>
  workbook([], { parts: { 'xl/workbook.xml': `<workbook>${sheets}</workbook>` } })

/** As large as a part may be. */
const filled = (piece: string): string => piece.repeat(Math.floor((2 ** 27 - 100) / piece.length))

const lists: Readonly<Record<string, readonly [make: () => Uint8Array | string, refusal: string]>> = {
  'elements within each other': [() => sheetOf(filled('<a>')), '64 elements within each other'],
  'attributes of one element': [
    () => sheetOf(`<c ${filled('a="" ')}/>`.slice(0, 2 ** 27 - 100)),
    '64 attributes',
  ],
  'elements beside each other': [() => sheetOf(filled('<a/>')), 'elements (xl/worksheets/sheet0.xml)'],
  'rows of one cell in the last column': [
    () =>
      sheetOf(
        `<row><c t="str"><v>name</v></c></row>${'<row><c t="str"><v>甲公司</v></c><c r="XFD1"><v>1</v></c></row>'.repeat(100_000)}`,
      ),
    'places for cells',
  ],
  'bytes without a tag': [() => sheetOf(filled(' x')), 'bytes without a tag'],
  sheets: [() => listing('<sheet name="a" r:id="r0"/>'.repeat(2_000_000)), '1000 elements "sheet"'],
  'short lines': [() => `name\n${'ab\n'.repeat(20_000_000)}`, '1048576 lines'],
  'rows beyond 100,000': [() => `name\n${'甲公司\n'.repeat(1_000_000)}`, 'lists more than 100000 rows'],
  'blank lines': [() => '\n'.repeat(60 << 20), '1048576 lines'],
  'blank rows': [() => `name\n${',,,,\n'.repeat(1_000_000)}`, 'more than 20000 blank rows'],
  'cells of each row': [
    () => `name\n${`甲公司${',x'.repeat(30_000)}\n`.repeat(900)}`,
    'as many cells as the header',
  ],
  'quotes on one line': [() => `name\n${'""'.repeat(30 << 20)}`, 'a row is longer than 65536 characters'],
  'lines within quotes': [() => `name\n${'"a\nb"\n'.repeat(500_000)}`, 'lists more than 100000 rows'],
  'commas on one line': [() => `name\n${','.repeat(60 << 20)}`, 'a row is longer than 65536 characters'],
}

/** What a list is made of when it is drawn. */
const pieces = [
  ...[',', '""', '\t', ';;\n', '甲', ' \n', '"a\n', "'", '甲公司,乙\n', '<c/>', '<a><b>', '</row><row>'],
]
/** A piece within a sheet: as markup, or the text of a cell. */
const xml = (piece: string): string => (piece.startsWith('<') ? piece : `<c t="str"><v>${piece}</v></c>`)

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
  const args = ['--input-type=module', '-e', reader, await jobFile(job, { list })]
  const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 60_000 })
  return JSON.parse(stdout) as { message: string; seconds: number; mebibytes: number }
}

const overList = 'pipeline: enterprise-due-diligence\nenterprises: [{ file: list }]\n'

describe('whatever a list or a job says, it is refused within three seconds and 300 MB', {
  timeout: 120_000,
}, () => {
  const isBounded = (told: Awaited<ReturnType<typeof read>>, refusal: string): void => {
    expect(told.message).not.toBe('')
    expect(told.message).toContain(refusal)
    expect(told.seconds).toBeLessThan(3)
    expect(told.mebibytes).toBeLessThan(300)
  }

  test.each(drawn(Object.entries(lists), 1))('a list of %s', async (_, [make, refusal]) => {
    isBounded(await read(overList, make()), refusal)
  })

  const nested = 'more than 100 lists or mappings within each other'
  const signs = 'more than 100 signs (- ? : & ! *) without a value between them'
  const items = 'more than 50000 items of lists; put enterprises into a file'
  const jobs: Readonly<Record<string, readonly [text: string, refusal: string]>> = {
    keys: [Array.from({ length: 90_000 }, (_, at) => `k${at}: 1\n`).join(''), 'at most 1000'],
    anchors: [Array.from({ length: 50_000 }, (_, at) => `k${at}: &a${at} 1\n`).join(''), 'at most 1000'],
    brackets: [`a: ${'['.repeat(1_040_000)}`, nested],
    'lists within each other': ['- '.repeat(520_000), nested],
    'anchors of one value': ['&a '.repeat(300_000), signs],
    colons: [`a: ${': '.repeat(500_000)}`, signs],
    'tags on lines': ['!a\n'.repeat(340_000), signs],
    'items of a list': [`a:\n${'- 1\n'.repeat(260_000)}`, items],
    'items of a list in brackets': [`a: [${'1,'.repeat(520_000)}]`, items],
  }

  test.each(drawn(Object.entries(jobs), 1))('a job of many %s', async (_, [text, refusal]) => {
    isBounded(await read(text), refusal)
  })

  test.each(
    fc.sample(fc.tuple(fc.constantFrom(...pieces), fc.integer({ min: 21, max: 25 }), fc.boolean()), {
      numRuns: sizeOf('DOSSIER_TEST_LISTS', { short: 1, long: 10 }),
      seed,
    }),
  )(
    `a list of %j repeated to 2^%i characters, of a text or a sheet (%s), seed ${seed}`,
    async (piece, power, isSheet) => {
      const text = piece.repeat(2 ** power / piece.length)
      const list = isSheet
        ? sheetOf(`<row>${xml(piece).repeat(2 ** power / xml(piece).length)}`)
        : `name\n${text}`
      isBounded(await read(overList, list), 'list')
    },
  )
})
