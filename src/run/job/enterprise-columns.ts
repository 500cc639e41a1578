import { isOrganisationCode, isUscc, normaliseUscc } from '../../legal/identifiers.ts'
import { foldWidth } from '../../legal/text.ts'
import { suggest } from '../../rows/words/suggest.ts'
import type { ListCell } from './list-rows.ts'

/** What a list says of an enterprise, and the headers under which people have it; the first is the key of a job. */
const headers = {
  name: [
    'name',
    '名称',
    '企业名称',
    '公司名称',
    '单位名称',
    '机构名称',
    '企业全称',
    '公司全称',
    '单位全称',
    '供应商',
    '供应商名称',
    '供应商全称',
    '供方名称',
    '客户名称',
    '客商名称',
    '商户名称',
    '承包商名称',
    '分包商名称',
    '往来单位',
    '往来单位名称',
    '纳税人名称',
    'companyname',
    'enterprisename',
    'suppliername',
    'vendorname',
    'company',
    'supplier',
    'vendor',
  ],
  uscc: [
    'uscc',
    '统一社会信用代码',
    '统一信用代码',
    '社会信用代码',
    '社会统一信用代码',
    '统一社会信用编码',
    '统一代码',
    '信用代码',
    '税号',
    '纳税人识别号',
    'creditcode',
    'unifiedsocialcreditcode',
  ],
  id: ['id', '企业id', 'enterpriseid'],
} as const

export type EnterpriseColumn = keyof typeof headers

export const enterpriseColumns = Object.keys(headers) as EnterpriseColumn[]

const columnsByHeader: ReadonlyMap<string, EnterpriseColumn> = new Map(
  enterpriseColumns.flatMap((column) => headers[column].map((header) => [header, column] as const)),
)

/** What a header stands for: width, case, blanks, marks and what is added in brackets do not count. */
export function columnOf(header: string): EnterpriseColumn | undefined {
  const plain = foldWidth(header)
    .toLowerCase()
    .replace(/\([^()]*\)/g, '')
    .replace(/[*:#_"']/g, '')
  return plain
    .split(/[/、|]/)
    .map((part) => columnsByHeader.get(part))
    .find((column) => column !== undefined)
}

/** The known column that a header was probably meant to be: a slip in a Latin name, which would leave its column out. */
export function slipOf(header: string, found: readonly EnterpriseColumn[]): string | undefined {
  const missing = enterpriseColumns.filter((column) => column !== 'id' && !found.includes(column))
  return /^[a-z]{3,}$/i.test(header) ? suggest(header, missing) : undefined
}

/** Words that stand where there is no code. */
const blanks: ReadonlySet<string> = new Set(['-', '--', '/', '无', '暂无', '空', 'n/a', 'na', 'null'])

export const isBlank = (text: string, column: EnterpriseColumn): boolean =>
  text === '' || (column !== 'name' && blanks.has(foldWidth(text).toLowerCase()))

/** Invisible marks, which no name has. */
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
