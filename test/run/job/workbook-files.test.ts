import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { problemsOf } from '../../support/problems.ts'
import { type TestSheet, workbook } from './workbook.ts'
import { inputsOf, jobOver } from './written.ts'

const text = (value: string): string => `<c t="inlineStr"><is><t>${value}</t></is></c>`
const number = (value: string): string => `<c><v>${value}</v></c>`
const row = (...cells: string[]): string => `<row>${cells.join('')}</row>`
const sheetOf = (...rows: string[]): TestSheet => ({ name: '名单', rows: rows.join('') })

const jobOf = (bytes: Uint8Array, entry = '{ file: list.xlsx }'): Promise<string> =>
  jobOver(entry, { 'list.xlsx': bytes })

/** Name, code, id and source of each row. */
const listed = async (bytes: Uint8Array, sheet?: string) =>
  (await inputsOf([{ file: 'list.xlsx', sheet }], await jobOf(bytes))).map((input) => [
    ...[input.given_name, input.given_uscc, input.given_id, input.source],
  ])

const told = async (bytes: Uint8Array, entry?: string) => await problemsOf(await jobOf(bytes, entry))

describe('a workbook of enterprises', () => {
  test('gives rows of shared, rich, inline and calculated texts with sheet and row', async () => {
    const strings =
      '<si><t>供应商名称</t></si><si><t>统一社会信用代码</t></si>' +
      '<si><r><t>甲</t></r><r><rPr><b/></rPr><t xml:space="preserve">公司 &amp; 子 </t></r><rPh sb="0" eb="1"><t>jia</t></rPh></si>'
    const bytes = workbook(
      [
        sheetOf(
          row(text('2026年供应商名单')),
          '<row r="4"><c r="B4" t="s"><v>0</v></c><c r="D4" t="s"><v>1</v></c></row>',
          '<row r="5"><c r="B5" t="s"><v>2</v></c><c r="C5"><v>1</v></c><c r="D5" t="inlineStr"><is><t>91110108MA0074PN30</t></is></c></row>',
          '<row r="6"><c r="B6" s="1"/><c r="D6"/></row>',
          '<row r="9"><c r="B9" t="str"><f>A1&amp;"x"</f><v>乙_x000A_公司</v></c></row>',
        ),
      ],
      { strings },
    )
    expect(await listed(bytes)).toEqual([
      ['甲公司 & 子', '91110108MA0074PN30', null, 'list.xlsx:名单:5'],
      ['乙\n公司', null, null, 'list.xlsx:名单:9'],
    ])
  })

  test('is read from its first sheet that is not hidden, or from the one that is named', async () => {
    const bytes = workbook([
      { name: '隐藏', rows: row(text('name')) + row(text('丙厂')), state: 'hidden' },
      { name: '一', rows: row(text('name')) + row(text('甲厂')) },
      { name: '二', rows: row(text('name')) + row(text('乙厂')) },
    ])
    expect((await listed(bytes)).map(([name]) => name)).toEqual(['甲厂'])
    expect((await listed(bytes, '二')).map(([name]) => name)).toEqual(['乙厂'])
    expect(await told(bytes, '{ file: list.xlsx, sheet: 三 }')).toEqual([
      'list.xlsx: has no sheet "三"; expected one of 隐藏, 一, 二',
    ])
  })

  test('says where to name another sheet when the first has no list', async () => {
    const list = { name: '名单', rows: row(text('公司名称')) + row(text('甲厂')) }
    for (const rows of [row(text('填表说明')), '', row(text('name'))])
      expect((await told(workbook([{ name: '说明', rows }, list])))[0]).toMatch(
        /; if the list is on another sheet, name it under sheet:$/,
      )
  })

  test.each([
    ['a number or a date', number('45292'), 'is a value, no name', '45292'],
    ['a truth value', '<c t="b"><v>1</v></c>', 'is a value, no name', 'TRUE'],
  ])('refuses a name that is %s', async (_, cell, why, found) => {
    expect(await told(workbook([sheetOf(row(text('公司')), row(cell))]))).toEqual([
      `list.xlsx:名单:2: name: ${why}; expected the name of an enterprise; found "${found}"`,
    ])
  })

  test('may have elements with a prefix', async () => {
    const sheet =
      '<x:worksheet xmlns:x="y"><x:sheetData><x:row><x:c t="inlineStr"><x:is><x:t>name</x:t></x:is></x:c></x:row><x:row><x:c t="str"><x:v>甲厂</x:v></x:c></x:row></x:sheetData></x:worksheet>'
    const bytes = workbook([sheetOf()], { parts: { 'xl/worksheets/sheet0.xml': sheet } })
    expect((await listed(bytes)).map(([name]) => name)).toEqual(['甲厂'])
  })

  test('gives a code that stands as a number when no digit can be lost', async () => {
    // 915001057428739865 is no double; its check characters are right. What Excel makes of it ends in noughts.
    const rows = [row(text('税号')), row(number('915001057428739865'))]
    expect((await listed(workbook([sheetOf(...rows)])))[0]?.[1] ?? 'refused').toBe('915001057428739865')
  })

  test.each(['9.1500105742873901E+17', '9.15001E+17', '915001057428739328', '915001057428739000'])(
    'refuses a code that stands as the number %s',
    async (digits) => {
      expect(await told(workbook([sheetOf(row(text('税号')), row(number(digits)))]))).toEqual([
        `list.xlsx:名单:2: uscc: a spreadsheet made a number of it (${digits}) and its last digits may be lost; ` +
          'expected it as text: format the column as text, then enter it again',
      ])
    },
  )

  test('gives an id that stands as a number by its digits', async () => {
    expect((await listed(workbook([sheetOf(row(text('企业ID')), row(number('1.2345E4')))])))[0]?.[2]).toBe(
      '12345',
    )
  })

  test.each(
    Object.entries({
      '<c t="e"><v>#N/A</v></c>': 'the cell holds the error #N/A',
      '<c><f>A1</f></c>':
        'the cell holds a formula without its value; open the workbook in Excel and save it',
    }),
  )('tells a row with the cell %s', async (cell, problem) => {
    expect(await told(workbook([sheetOf(row(text('name')), row(cell))]))).toEqual([
      `list.xlsx:名单:2: name: ${problem}`,
    ])
  })

  test('tells a row whose code is wrong', async () => {
    const rows = [row(text('name'), text('税号')), row(text('甲厂'), text('91330000123456789X'))]
    expect((await told(workbook([sheetOf(...rows)])))[0]).toMatch(
      /^list\.xlsx:名单:2: uscc: not a unified social credit code/,
    )
  })
})

describe('a hostile or wrong workbook', () => {
  const sound = 'open it in Excel and save it as .xlsx'

  const withSheet = (xml: string) => workbook([sheetOf()], { parts: { 'xl/worksheets/sheet0.xml': xml } })
  const compound = (rest: Uint8Array) => Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), rest])
  const entities =
    '<!DOCTYPE w [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><worksheet><sheetData><row><c t="inlineStr"><is><t>&b;</t></is></c></row></sheetData></worksheet>'

  /** The whole of what is told, or for what another library words, its beginning. */
  const hostile: Readonly<Record<string, readonly [make: () => Uint8Array, problem: string | RegExp]>> = {
    'a ZIP of something else': [
      () => zipSync({ a: strToU8('x') }),
      'is a ZIP but no workbook of Excel; save it as .xlsx',
    ],
    'a ZIP that was cut off': [
      () => workbook([sheetOf()]).subarray(0, 300),
      /^is no sound workbook \(End of central/,
    ],
    'a part that inflates without measure': [
      () => withSheet(' '.repeat(2 ** 27 + 1)),
      'inflates to more than 128 MiB (xl/worksheets/sheet0.xml); expected a smaller list: part it into several files',
    ],
    'entities that expand': [
      () => withSheet(entities),
      `is no sound workbook (xl/worksheets/sheet0.xml declares a document type); ${sound}`,
    ],
    'XML that is not closed': [
      () => withSheet('<worksheet><sheetData>'),
      /^is no sound workbook \(.*unclosed tag/,
    ],
    'a cell beyond the last column': [
      () => workbook([sheetOf('<row r="1"><c r="ZZZZ1" t="str"><v>x</v></c></row>')]),
      `is no sound workbook (a cell stands at ZZZZ1); ${sound}`,
    ],
    'a text that is missing': [
      () => workbook([sheetOf('<row><c t="s"><v>7</v></c></row>')]),
      `is no sound workbook (a cell holds shared text 7, which is missing); ${sound}`,
    ],
    'a cell without an end': [
      () => workbook([sheetOf(row(text('name')), row(text('x'.repeat(70_000))))]),
      'has a cell of more than 65536 characters; expected a shorter one',
    ],
    'an encrypted workbook': [
      () => compound(Buffer.from('EncryptedPackage', 'utf16le')),
      'is encrypted; save it without a password',
    ],
    'a workbook of Excel 97': [
      () => compound(Buffer.alloc(512)),
      'is a workbook of Excel 97 to 2003 (.xls); save it as .xlsx',
    ],
  }

  test.each(Object.entries(hostile))('is refused with what to do: %s', async (_, [make, problem]) => {
    const [shown = ''] = (await told(make())).map((line) => line.replace(/^list\.xlsx: /, ''))
    if (typeof problem === 'string') expect(shown).toBe(problem)
    else expect(shown).toMatch(problem)
  })

  test('is refused when a part holds more than it declares', async () => {
    const bytes = Buffer.from(workbook([sheetOf(row(text('name')), ...Array(5000).fill(row(text('甲厂'))))]))
    // The size of the sheet in the central directory, where it is said how much a reader has to expect.
    const entry = bytes.lastIndexOf('xl/worksheets/sheet0.xml') - 46
    bytes.writeUInt32LE(100, entry + 24)
    expect((await told(bytes))[0]).toMatch(/^list\.xlsx: is no sound workbook \(too many bytes in the stream/)
  })

  test('one cell in the last row and column takes no room', async () => {
    const bytes = workbook([
      sheetOf(
        row(text('name')),
        '<row r="1048576"><c r="A1048576" t="str"><v>甲厂</v></c><c r="XFD1048576"><v>1</v></c></row>',
      ),
    ])
    expect(await listed(bytes)).toEqual([['甲厂', null, null, 'list.xlsx:名单:1048576']])
  })

  test('a sheet of a text is refused', async () => {
    expect(await told(strToU8('name\n甲厂\n'), '{ file: list.xlsx, sheet: 一 }')).toEqual([
      'list.xlsx: is text and has no sheets; expected a workbook (.xlsx), or no sheet:',
    ])
  })
})
