import { join } from 'node:path'
import { literal } from '../../contract/sql.ts'
import { type Exporter, fileByFile } from './exporter.ts'
import { manifestColumns } from './labels.ts'
import { aliasOf, isNestedType, type RelationColumn } from './relation.ts'
import { writeText } from './text-file.ts'

/** One JSON object a row, its members named as the columns: what programs read. */
export const jsonlExporter: Exporter = {
  scope: 'relation',
  ending: '.jsonl',
  isForReaders: false,
  open: fileByFile(async (source, { folder, stem, reader }) => {
    const file = `${stem}.jsonl`
    const members = source.columns.map(
      (column, index) =>
        `${literal(`${JSON.stringify(column.header)}:`)} || ${jsonValue(column, aliasOf(index))}`,
    )
    const line = `'{' || ${members.join(" || ',' || ")} || '}' || chr(10)`
    const written = await writeText(reader, source, {
      path: join(folder, file),
      encoding: 'utf-8',
      head: '',
      line,
    })
    return { file, table: source.name, ...written, columns: manifestColumns(source) }
  }),
}

/** Whole numbers that every reader of JSON keeps to the last digit. */
const safeInteger = '9007199254740991'
/** Digits that a double keeps. */
const safeDigits = 15

/** A value as JSON. Numbers that a reader's doubles would alter are texts; dates and times are ISO 8601, UTC. */
function jsonValue({ type }: RelationColumn, value: string): string {
  const json = jsonOf(type, value)
  return `coalesce(${json}, 'null')`
}

function jsonOf(type: string, value: string): string {
  if (type === 'JSON') return `${value}::VARCHAR`
  if (isNestedType(type)) return `to_json(${value})::VARCHAR`
  if (type === 'BOOLEAN') return `${value}::VARCHAR`
  if (/^U?(?:TINY|SMALL)?INT(?:EGER)?$|^UINTEGER$/.test(type)) return `${value}::VARCHAR`
  if (/INT$/.test(type)) return safeNumber(value, `abs(${value}::DOUBLE) <= ${safeInteger}`)
  if (/^DECIMAL/.test(type))
    return safeNumber(
      value,
      `length(ltrim(regexp_replace(${value}::VARCHAR, '[-.]', '', 'g'), '0')) <= ${safeDigits}`,
    )
  if (/^(?:DOUBLE|FLOAT)$/.test(type)) return safeNumber(value, `isfinite(${value})`)
  if (/^TIMESTAMP(?:_[SMN]+)?$/.test(type))
    return `'"' || strftime(${value}::TIMESTAMP, '%Y-%m-%dT%H:%M:%S.%fZ') || '"'`
  return `to_json(${value}::VARCHAR)::VARCHAR`
}

const safeNumber = (value: string, isSafe: string): string =>
  `CASE WHEN ${isSafe} THEN ${value}::VARCHAR ELSE '"' || ${value}::VARCHAR || '"' END`
