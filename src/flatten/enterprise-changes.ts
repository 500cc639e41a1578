import type { JsonObject } from '../contract/answer.ts'
import type { TableRow } from '../warehouse/tables/index.ts'
import { members } from './members.ts'
import { objectsOf } from './module-items.ts'
import { dateOf } from './values.ts'

const change = members({ item: '变更项', before: '变更前', after: '变更后', changed_text: '变更时间' })

/** Changes of the registration (contract 2.9: 变更). */
export const changeRows = (record: JsonObject): Omit<TableRow<'enterprise_changes'>, 'enterprise_id'>[] =>
  objectsOf(record.变更).map((item, index) => {
    const columns = change.read(item)
    return {
      ordinal: index + 1,
      ...columns,
      changed_on: dateOf(columns.changed_text),
      extra: change.extra(item),
    }
  })
