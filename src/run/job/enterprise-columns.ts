import { isOrganisationCode, isUscc, normaliseUscc } from '../../contract/identifiers.ts'
import { isRegistered } from '../../legal/names.ts'
import { foldWidth } from '../../legal/text.ts'
import { suggest } from '../../rows/words/suggest.ts'
import type { ListCell } from './list-rows.ts'

/** What a list says of an enterprise, and the headers under which people have it; the first is the key of a job. */
const headers = {
  name: [
    ...['name', '名称', '企业名称', '公司名称', '单位名称', '机构名称', '企业全称', '公司全称', '单位全称'],
    ...['供应商', '供应商名称', '供应商全称', '供方名称', '客户名称', '客商名称', '商户名称', '承包商名称'],
    ...['分包商名称', '往来单位', '往来单位名称', '纳税人名称', '企业名', '公司名', '单位名', '客户全称'],
    ...['厂商名称', '主体名称', 'companyname', 'enterprisename', 'suppliername', 'vendorname'],
    ...['customername', 'company', 'supplier', 'vendor'],
  ],
  uscc: [
    ...['uscc', '统一社会信用代码', '统一信用代码', '社会信用代码', '社会统一信用代码', '统一社会信用编码'],
    ...['统一代码', '信用代码', '税号', '纳税人识别号', 'creditcode', 'unifiedsocialcreditcode'],
  ],
  id: ['id', '企业id', 'enterpriseid'],
} as const

/** Headers over names that beside another may be anything: 单位 is a unit as well. They count in a row that has no other for the name. */
const looseHeaders = [
  ...['公司', '单位', '企业', '客户', '供方', '厂商', '商户', '承包商', '分包商', '交易对手'],
  ...['customer', 'client'],
]

export type EnterpriseColumn = keyof typeof headers

/** Headers that a job names itself. */
export type OwnHeaders = Readonly<Partial<Record<EnterpriseColumn, string | undefined>>>

export const enterpriseColumns = Object.keys(headers) as EnterpriseColumn[]

const columnsByHeader: ReadonlyMap<string, EnterpriseColumn> = new Map(
  enterpriseColumns.flatMap((column) => headers[column].map((header) => [header, column] as const)),
)
const looseColumns = new Map(looseHeaders.map((header) => [header, 'name' as const]))

/** What the headers of a row stand for: width, case, blanks, marks and what is added in brackets do not count. */
export function columnsIn(row: readonly string[], own: OwnHeaders): (EnterpriseColumn | undefined)[] {
  const columns = row.map((header) => ownColumn(header, own) ?? columnOf(header, columnsByHeader, own))
  return columns.includes('name')
    ? columns
    : columns.map((column, at) => column ?? columnOf(row[at] ?? '', looseColumns, own))
}

const ownColumn = (header: string, own: OwnHeaders): EnterpriseColumn | undefined =>
  enterpriseColumns.find(
    (column) => own[column] !== undefined && foldWidth(own[column]) === foldWidth(header),
  )

/** What a header usually stands for, unless the job names another for it. */
function columnOf(
  header: string,
  known: ReadonlyMap<string, EnterpriseColumn>,
  own: OwnHeaders,
): EnterpriseColumn | undefined {
  const plain = plainHeader(foldWidth(header).replace(/\([^()]*\)/g, ''))
  return plain
    .split(/[/、|]/)
    .map((part) => known.get(part))
    .find((column) => column !== undefined && own[column] === undefined)
}

const plainHeader = (folded: string): string => folded.toLowerCase().replace(/[*:#_"']/g, '')

/** The known column that a header was probably meant to be: a slip in a Latin name, which would leave its column out. */
export function slipOf(header: string, found: readonly EnterpriseColumn[]): string | undefined {
  const missing = enterpriseColumns.filter((column) => column !== 'id' && !found.includes(column))
  return /^[a-z]{3,}$/i.test(header) ? suggest(header, missing) : undefined
}

/** Words that stand where there is nothing. */
const blanks: ReadonlySet<string> = new Set(['', '-', '--', '/', '无', '暂无', '空', 'n/a', 'na', 'null'])

export const isBlank = (text: string): boolean => blanks.has(foldWidth(text).toLowerCase())

const fileName = /\.(?:xls[xmb]?|csv|tsv|txt|ods|json|ya?ml|docx?|pdf|zip)$/i
const month =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)'
/** Texts without white space that have letters and yet are a date, a sum or what a formula left. */
const values = [
  /^\d+年(?:\d+月)?(?:\d+[日号])?[\d:时分秒]*$/,
  /^\d+-\d+-\d+t[\d:.]+(?:z|[+-][\d:]+)?$/i,
  new RegExp(`^(?:\\d{1,2}[-/]?${month}[-/,]?(?:\\d{2,4})?|${month}(?:-\\d{2,4}|\\d{1,2},?\\d{4}))$`, 'i'),
  /^[¥$€]?[\d.,]+[十百千万亿]*(?:元|人民币|rmb|cny|usd)?$/i,
  /^#(?:n\/a|ref!|value!|name\?|div\/0!|null!|num!)$/i,
]
/** What stands in columns of tables where a row says yes or no. */
const tableWords = new Set(['true', 'false', 'yes', 'no'])
/** Texts without white space that stand below a table, or in place of a name: a label with its colon, a page, an address. */
const remarks = [
  /^\p{sc=Han}{1,8}:/u,
  /^(?:共|第)\d+[家户个条行页]/,
  /^\S+@\S+\.\p{L}+$|^https?:\/\//iu,
  /^\(?(?:以[下上]空白|此[行页]空白|空白|待定|待补充|同上|不详|未知)\)?$/,
]
const totals = new Set(['合计', '总计', '小计', '共计'])

/** Whether a cell is the word of a line of totals. */
export const isTotal = (text: string): boolean => totals.has(foldWidth(text))

/** Why a text cannot be the name of an enterprise; undefined when it can (docs/job-files.md). */
export function nameFault(text: string): string | undefined {
  const folded = foldWidth(text)
  const word = plainHeader(folded)
  if (fileName.test(folded))
    return 'is the name of a file; expected the name of an enterprise: a list stands under file: (.xlsx or .csv)'
  if (columnsByHeader.has(word) || looseColumns.has(word)) return `is a heading; ${expectedName}`
  if (countNames(text) > 1)
    return `holds ${countNames(text)} names; expected the name of one enterprise: give each a row of its own`
  if (totals.has(word)) return 'looks like a total line; remove it'
  if (remarks.some((remark) => remark.test(folded)))
    return `is a remark, no name; ${expectedName}, or no such row`
  if (values.some((value) => value.test(folded)) || tableWords.has(word))
    return `is a value, no name; ${expectedName}`
  if ((folded.match(/\p{L}/gu) ?? []).length < 2) return `has fewer than two letters; ${expectedName}`
  return undefined
}

/** How many names a text holds: one that ends in its form, and more behind a mark or a line break, are several. */
function countNames(text: string): number {
  const parts = text.split(/[、；;，,／/|｜\n\r]/).filter((part) => part.trim() !== '')
  return parts.slice(0, -1).some(isRegistered) ? parts.length : 1
}

const expectedName = 'expected the name of an enterprise'

const invisible = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060\ufeff]/g

const lostDigits = (text: string): string =>
  `a spreadsheet made a number of it (${text}) and its last digits may be lost; ` +
  'expected it as text: format the column as text, then enter it again'

/** What a cell says: a code or an id as it was before a spreadsheet took it for a number, or why that is unknown. */
export function cellValue(
  { text, isNumber, fault }: ListCell,
  column: EnterpriseColumn,
): { readonly text: string } | { readonly fault: string } {
  if (fault !== undefined) return { fault }
  if (column === 'name') return { text: text.replace(invisible, '').trim() }
  const isWritten = column === 'uscc' && scientific.test(foldWidth(text))
  if (!isNumber && !isWritten) return { text }
  const digits = digitsOf(foldWidth(text))
  if (digits === undefined || !hasAllDigits(digits, column)) return { fault: lostDigits(text) }
  return { text: digits }
}

const scientific = /^(\d)(?:\.(\d+))?e\+?(\d{1,2})$/i

/** All digits of a number, where as many are written; a whole number alone. */
function digitsOf(text: string): string | undefined {
  if (/^\d+$/.test(text)) return text
  const [, first = '', rest = '', exponent = ''] = scientific.exec(text) ?? []
  return first !== '' && rest.length === Number(exponent) ? first + rest : undefined
}

/**
 * Whether no digit can have been lost. A spreadsheet keeps 15, and a program that passed the number on has rounded it to one
 * that a double holds: one that no double holds was never rounded, and its check characters say the rest.
 */
function hasAllDigits(digits: string, column: EnterpriseColumn): boolean {
  if (Number.isSafeInteger(Number(digits))) return true
  const code = normaliseUscc(digits)
  return (
    BigInt(Number(digits)) !== BigInt(digits) &&
    (column !== 'uscc' || (isUscc(code) && isOrganisationCode(code.slice(8, 17))))
  )
}
