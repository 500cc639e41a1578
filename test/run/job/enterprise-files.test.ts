import { describe, expect, test } from 'vitest'
import type { Tell } from '../../../src/run/job/enterprises.ts'
import { problemsOf } from '../../support/problems.ts'
import { inputsOf, jobOver } from './written.ts'

const wrongCode =
  'uscc: not a unified social credit code (18 characters with a check digit, GB 32100-2015); found "91330000123456789X"'
const none = 'expected a name, uscc or id; found none'
const unequal = 'expected as many cells as the header has; quote a cell with commas'
const noHeader =
  'no column is known in the first 10 rows; expected a header with name, uscc or id, or 企业名称, 统一社会信用代码, or columns: { name: … } in the job'
const lostDigits = (text: string) =>
  `a spreadsheet made a number of it (${text}) and its last digits may be lost; expected it as text: format the column as text, then enter it again`
const nothing = 'lists no enterprise; expected a header of name, uscc or id, and a row for each enterprise'
const quoting = 'expected a cell with commas or quotes in quotes, its quotes doubled'

const jobOf = (content: string | Uint8Array, columns = ''): Promise<string> =>
  jobOver(`{ file: list.csv${columns} }`, { 'list.csv': content })

const listed = async (content: string | Uint8Array, tell?: Tell) =>
  await inputsOf([{ file: 'list.csv' }], await jobOf(content), tell)

describe('a file of enterprises that is not sound', () => {
  test('names the header that the job wants, and what it was probably meant to be', async () => {
    const list = '合格供方名录,,\n\n序号,供方全称,联系人\n1,AA,李\n'
    expect(await problemsOf(await jobOf(list, ', columns: { name: 供方简称 }'))).toEqual([
      'list.csv:1: no column is headed "供方简称" in the first 10 rows, as columns: in the job says; did you mean "供方全称"?',
    ])
  })

  test.each(
    Object.entries({
      'name,usc\nAA,\n': '1: unknown column "usc"; expected name, uscc or id; did you mean "uscc"?',
      '\n\nnmae\nAA\n': `3: ${noHeader}; found nmae; did you mean "name"?`,
      'name,id,name\nAA,1,BB\n':
        '1: two columns hold the name: "name" and "name"; expected one, or columns: { name: … } in the job',
      '公司名称,供应商名称\nAA,BB\n':
        '1: two columns hold the name: "公司名称" and "供应商名称"; expected one, or columns: { name: … } in the job',
      '序号,name,uscc\n1,AA,\n2,,\n': `3: ${none}`,
      '序号,name,uscc\n1,AA,\n小计,,\n': `3: ${none}; the row is a "小计": delete it`,
      '合格供方名录,\n序号,供方大名\n1,AA\n': `1: ${noHeader}; found 序号, 供方大名`,
      'uscc\n9.11101E+17\n': `2: uscc: ${lostDigits('9.11101E+17')}`,
      'name,uscc\nAA,91330000123456789X\n': `2: ${wrongCode}`,
      'name,no\n\nAA,1\n\n,2\n': `5: ${none}`,
      'name,no\r\nAA,1\r\n,2\r\n': `3: ${none}`,
      'name,no\n"AA\nB",1\n,2\n': `4: ${none}`,
      'name,no\r\n"AA\r\nB",1\r\n,2\r\n': `4: ${none}`,
      'name,uscc\nAA,\n"BB\nC",91330000123456789X\n': `3: ${wrongCode}`,
      'name,uscc,id\nAA,,\nBB,\nCC,,\n': `3: ${unequal}`,
      'name,uscc\nAA,B Ltd,\n': `2: ${unequal}`,
      'name\n"AA\nB"\nCC\n"DD\nE\n': `5: a quote is opened and never closed; ${quoting}`,
      'name\nAA\n"BB"CC\n': `3: a closing quote is followed by more text; ${quoting}`,
      'name\nAA\nB"CC"\n': `3: a quote stands within a cell that has none around it; ${quoting}`,
      'uscc,承包商全称\n,AA\n,BB\n':
        '1: no row up to line 3 gives a value for uscc; expected one in each row, or columns: { name: 承包商全称 } in the job; not read: 承包商全称',
      '': `1: ${nothing}`,
      'name,uscc\n\n': `1: ${nothing}`,
    }),
  )('is told with the line: %j', async (content, problem) => {
    expect(await problemsOf(await jobOf(content))).toEqual([`list.csv:${problem}`])
  })

  test('is told each of its bad rows', async () => {
    expect(await problemsOf(await jobOf('序号,name,uscc\n1,,91330000123456789X\n2,,\n3,AA,\n4,,\n'))).toEqual(
      [`list.csv:2: ${wrongCode}`, `list.csv:3: ${none}`, `list.csv:5: ${none}`],
    )
  })

  test('is given up after 20 problems', async () => {
    expect(await problemsOf(await jobOf(`name\nAA\n${'1\n'.repeat(100)}`))).toHaveLength(20)
  })

  test.each([
    ['bytes that no encoding has', Buffer.from([0x6e, 0xff, 0xff])],
    ['bytes that are no text', Buffer.from([0x6e, 0x61, 0x6d, 0x65, 0x0a, 0xff, 0xff, 0x0a])],
  ])('is refused when it holds %s', async (_, content) => {
    expect(await problemsOf(await jobOf(content))).toEqual([
      'list.csv: is neither text in UTF-8 or GB18030 nor a workbook (.xlsx); save it as one of them',
    ])
  })

  test('is told when it is not there', async () => {
    expect(await problemsOf(await jobOver('{ file: list.csv }'))).toEqual([
      'list.csv: does not exist; expected a workbook (.xlsx) or a CSV file',
    ])
  })
})

describe('a text that is no name of an enterprise', () => {
  const value = 'is a value, no name; expected the name of an enterprise'
  const heading = 'is a heading; expected the name of an enterprise'
  const few = 'has fewer than two letters; expected the name of an enterprise'
  const file =
    'is the name of a file; expected the name of an enterprise: a list stands under file: (.xlsx or .csv)'
  const refused: Readonly<Record<string, readonly string[]>> = {
    [few]: ['2024-01-01', '2024/1/1 10:00', '1.2E+10', '50%', '甲', 'A1', '***'],
    [value]: [
      ...['2024年1月', '2024年1月1日 10时5分', '2024-01-01T00:00:00Z', '5-Jan-24', 'May-24', 'Jan 5, 2024'],
    ].concat(['45292', '１２３', '1,234.50', '¥100元', '12.5万元', 'TRUE', 'no', '#N/A']),
    'looks like a total line; remove it': ['合计', '小计:'],
    'is a remark, no name; expected the name of an enterprise, or no such row': [
      ...['制表人：张三', '备注：以上名单仅供参考', '第1页 共2页', '共16家', '（以下空白）', '待定'],
      ...['a@example.com', 'https://example.com'],
    ],
    'holds 2 names; expected the name of one enterprise: give each a row of its own': [
      ...['甲有限公司、乙有限公司', '甲有限公司；乙公司', '甲（有限合伙） / 乙', '甲厂,乙事务所'],
      '甲（北京）有限公司\n乙有限公司',
    ],
    [heading]: ['公司', '企业名称', '*单位名称：', 'Company Name', '供应商'],
    [file]: ['suppliers.xlsx', '名单.csv', '资料/供应商.PDF'],
  }

  test.each(Object.entries(refused))('is refused with its row, because it %s', async (why, texts) => {
    const rows = texts.map((text) => `"${text}"\n`)
    expect(await problemsOf(await jobOf(`名称\n${'甲公司\n'.repeat(9)}${rows.join('')}`))).toEqual(
      texts.map((text, at) => `list.csv:${at + 11}: name: ${why}; found ${JSON.stringify(text)}`),
    )
  })

  test('is refused in the job itself', async () => {
    const entries = [{ name: '45292' }, { name: '3M中国有限公司' }]
    expect(await problemsOf({ pipeline: 'enterprise-due-diligence', enterprises: entries })).toEqual([
      `job: enterprises.0.name: ${value}; found "45292"`,
    ])
  })

  test('is not what has digits, Latin letters, few characters or the words of a date', async () => {
    const names = [
      ...['3M中国有限公司', '58同城', '21世纪', '2024年度展览有限公司', '7天酒店', '甲店', '张三', 'IBM'],
    ].concat([
      ...['甲、乙矿业有限公司', '甲/乙有限公司', '甲有限公司；', 'Mars 360', 'Booking.com'],
      ...['True Corporation', 'May Department Stores', 'N.V. Philips'],
    ])
    const inputs = await listed(`名称\n${names.join('\n')}\n`)
    expect(inputs.map(({ given_name }) => given_name)).toEqual(names)
  })
})

describe('the header of a name', () => {
  test.each([
    ...['企业名称', '公司名称', '公司', '单位名称', '单位', '供应商', '供应商名称', '客户名称', '客户'],
    ...['名称', 'Name', 'company'],
  ])('may be %s', async (header) => {
    expect((await listed(`${header}\n甲公司\n`)).map(({ given_name }) => given_name)).toEqual(['甲公司'])
  })

  test('is no name where the table repeats it, and no row above it is lost', async () => {
    expect(await problemsOf(await jobOf('名称,税号\n甲公司,\n名称,税号\n乙公司,\n'))).toEqual([
      'list.csv:3: name: is a heading; expected the name of an enterprise; found "名称"',
      expect.stringMatching(/^list\.csv:3: uscc: not a unified/),
    ])
  })

  test('is the better one where 单位 is a unit', async () => {
    const [input] = await listed('供应商名称,采购额,单位\n甲公司,3,万元\n')
    expect(input?.given_name).toBe('甲公司')
  })

  test('may be one of the job, beside usual ones', async () => {
    const columns = { name: '我方公司名', uscc: '证号' }
    const job = await jobOf('企业名称;我方公司名;证号\n某集团;甲公司;91110108MA0074PN30\n')
    expect(await inputsOf([{ file: 'list.csv', columns }], job)).toMatchObject([
      { given_name: '甲公司', given_uscc: '91110108MA0074PN30' },
    ])
  })

  test('of the job that is not there is told with the nearest one', async () => {
    const problems = await problemsOf(await jobOf('税号,我方公司\n,\n', ', columns: { name: 我方公司名 }'))
    expect(problems).toEqual([
      'list.csv:1: no column is headed "我方公司名", as columns: in the job says; did you mean "我方公司"?',
    ])
  })
})

describe('a sound file of enterprises', () => {
  test('gives each row with its file and line', async () => {
    const nobody = { given_name: null, given_uscc: null, given_id: null, name_key: null, uscc_key: null }
    const row = { kind: 'enterprise', params: null, ...nobody }
    const [name, code] = ['示例（上海）公司', '91110108MA0074PN30']
    expect(await listed('name,uscc,id\n示例（上海）公司,,\n\n,91110108MA0074PN30,\n,,e1\n')).toEqual([
      { ...row, given_name: name, name_key: '示例(上海)公司', source: 'list.csv:2' },
      { ...row, given_uscc: code, uscc_key: code, source: 'list.csv:4' },
      { ...row, given_id: 'e1', source: 'list.csv:5' },
    ])
  })

  test.each([
    ['a byte order mark', '\uFEFFname\n甲公司\n'],
    [
      'GB18030, as Excel saves it',
      Buffer.from([0x6e, 0x61, 0x6d, 0x65, 0x0a, 0xbc, 0xd7, 0xb9, 0xab, 0xcb, 0xbe]),
    ],
    ['CRLF', 'name\r\n甲公司\r\n'],
    ['no line end after the last row', 'name\n甲公司'],
    ['blanks around its cells', ' Name ,uscc\n 甲公司 , \n'],
    ['columns in capitals', 'NAME,USCC\n甲公司,\n'],
    ['quotes around every cell', '"name","uscc"\n"甲公司",""\n'],
    ['blank lines before and after', '\n\nname\n甲公司\n\n\n'],
    ['semicolons', '企业名称;备注\n甲公司;"a;b"\n'],
    ['tabs', '企业名称\t备注\n甲公司\ta,b\n'],
    ['titles above its header', '2026年供应商名单,\n制表单位：采购部,\n供应商名称,电话\n甲公司,1\n'],
    ['a form above its header', '单位名称：,某集团\n序号,公司名称\n1,甲公司\n'],
    ['marks and brackets in its header', '*企业名称（必填）\n甲公司\n'],
    ['two names in one header', '单位名称/姓名\n甲公司\n'],
    ['full-width letters in its header', 'ＮＡＭＥ\n甲公司\n'],
    ['UTF-16 with a mark', Buffer.from('\uFEFF名称\n甲公司\n', 'utf16le')],
    ['rows of blanks', '名称,税号\n,\n甲公司,\n 　, \n,\n'],
    ['marks that nobody sees', '名称\n\u200b甲公司\u3000\n'],
    ['words for no code', '名称,税号\n甲公司,无\n'],
  ])('may have %s', async (_, content) => {
    const inputs = await listed(content)
    expect(inputs.map(({ given_name, given_uscc }) => [given_name, given_uscc])).toEqual([['甲公司', null]])
  })

  test('may have commas, quotes and line ends in quoted cells', async () => {
    const inputs = await listed('name,id\n"甲,乙厂",1\n"丙厂""丁厂""",2\n"戊\n己厂",3\n庚厂,4\n')
    expect(inputs.map(({ given_name, source }) => [given_name, source])).toEqual([
      ['甲,乙厂', 'list.csv:2'],
      ['丙厂"丁厂"', 'list.csv:3'],
      ['戊\n己厂', 'list.csv:4'],
      ['庚厂', 'list.csv:6'],
    ])
  })

  test('reads rows that stand twice once, and tells which', async () => {
    const told: string[] = []
    const rows = '甲（集团）公司,\n乙厂,\n甲(集团)公司,\n甲(集团)公司,91110108MA0074PN30\n乙厂,\n'
    const inputs = await listed(`name,uscc\n${rows}`, (remark) => told.push(remark))
    expect(inputs.map(({ source }) => source)).toEqual(['list.csv:2', 'list.csv:3', 'list.csv:5'])
    expect(told).toEqual([
      expect.stringMatching(
        /^\/.*list\.csv: 2 rows repeat an earlier one, which alone is read: 4 \(as 2\), 6 \(as 3\)$/,
      ),
    ])
  })

  test.each([
    ['an apostrophe', "'91110108MA0074PN30"],
    ['a formula that is text', '"=""91110108MA0074PN30"""'],
    ['a tab behind it', '"91110108MA0074PN30\t"'],
  ])('may guard its codes by %s', async (_, cell) => {
    expect((await listed(`信用代码\n${cell}\n`)).map(({ uscc_key }) => uscc_key)).toEqual([
      '91110108MA0074PN30',
    ])
  })

  test('names the columns that are not read', async () => {
    const told: string[] = []
    await listed('序号,名称,电话\n1,甲厂,2\n', (remark) => told.push(remark))
    expect(told).toEqual([expect.stringMatching(/^\/.*list\.csv: columns that are not read: 序号, 电话$/)])
  })

  test('gives a code in one spelling beside the one given', async () => {
    const [input] = await listed('uscc\n９１１１０１０８ma0074pn30\n')
    expect(input).toMatchObject({ given_uscc: '９１１１０１０８ma0074pn30', uscc_key: '91110108MA0074PN30' })
  })
})

test('entries and files come in the order of the job, each with its source', async () => {
  const job = await jobOf('name\n乙厂\n')
  const inputs = await inputsOf([{ name: '甲厂' }, { file: 'list.csv' }, { id: 'e3' }], job)
  expect(inputs.map(({ given_name, given_id, source }) => [given_name ?? given_id, source])).toEqual([
    ['甲厂', 'job.yaml'],
    ['乙厂', 'list.csv:2'],
    ['e3', 'job.yaml'],
  ])
})
