import { identifier, literal } from '../contract/sql.ts'
import type { MakePresent } from '../privacy/make-present.ts'
import type { Present, PrivacyOptions, Shown } from '../privacy/present.ts'
import type { Holds } from '../warehouse/column.ts'
import type { Definer, Reader } from '../warehouse/database.ts'
import { ExportError } from './export-error.ts'
import { type NamedPersons, namedPersons } from './named-persons.ts'
import { holdsText, isNestedType, type RelationColumn, type RelationInfo } from './relation.ts'
import { columnOf } from './sql.ts'

/** How often something else stands in the place of a person or an identifier. */
export interface Alterations {
  readonly persons_altered: number
  readonly identifiers_masked: number
}

/** Persons and identifiers of an export, as pieces of SQL: every format gets what it reads already presented. */
export interface Presentation {
  /** What stands for a column of the relation read as `source`. @throws ExportError when its type cannot be presented */
  column(relation: RelationInfo, column: RelationColumn): string
  /** What must be joined to `source` for that. */
  joins(relation: RelationInfo): string
  /** What was altered since this was last asked. */
  taken(): Alterations
}

export async function presentation(
  reader: Reader & Definer,
  relations: readonly RelationInfo[],
  options: PrivacyOptions,
  makePresent: MakePresent,
): Promise<Presentation> {
  const isKept = options.persons === 'keep'
  const persons = isKept ? undefined : await namedPersons(reader, relations)
  const present = await makePresent(options, async () => (await persons?.names()) ?? [])
  const taken = { persons: 0, identifiers: 0 }
  const counted = ({ text, ...counts }: Shown): string => {
    taken.persons += counts.persons
    taken.identifiers += counts.identifiers
    return text
  }
  const show = reader.define(3, (value, holds, names) =>
    value === null ? null : counted(present.show(value, holds as Holds, splitNames(names))),
  )
  const showList = reader.define(3, (value, holds, names) =>
    value === null ? null : counted(present.showList(value, holds as Holds, splitNames(names))),
  )
  return {
    column: (relation, column) => presented(relation, column, { show, showList, present, persons }),
    joins: (relation) => persons?.joins(relation) ?? '',
    taken: () => {
      const { persons: persons_altered, identifiers: identifiers_masked } = taken
      Object.assign(taken, { persons: 0, identifiers: 0 })
      return { persons_altered, identifiers_masked }
    },
  }
}

/** Of what is presented already, and read again. */
export const alreadyPresented: Presentation = {
  column: (_, { name }) => columnOf(name),
  joins: () => '',
  taken: () => ({ persons_altered: 0, identifiers_masked: 0 }),
}

const splitNames = (names: string | null): string[] =>
  names === null || names === '' ? [] : names.split('\n')

interface With {
  readonly show: string
  readonly showList: string
  readonly present: Present
  readonly persons: NamedPersons | undefined
}

/** What a column holds that does not say it: its type tells that it may be JSON, else it may be anything. */
const holdsOf = ({ type, holds }: RelationColumn): Holds => holds ?? (type === 'JSON' ? 'json' : 'mixed')

/** Columns in which nothing is looked for but names. */
const namesOnly: readonly Holds[] = ['person', 'party']

function presented(
  relation: RelationInfo,
  column: RelationColumn,
  { show, showList, present: { options, identifierHint }, persons }: With,
): string {
  const value = columnOf(column.name)
  const holds = holdsOf(column)
  const looksForPersons = options.persons !== 'keep'
  const looksForIdentifiers = options.identifiers === 'mask' && !namesOnly.includes(holds)
  if (!holdsText(column.type) || holds === 'label' || !(looksForPersons || looksForIdentifiers)) return value
  const given = [literal(holds), persons?.of(relation) ?? 'NULL'].join(', ')
  const [text, shown] = textAndShown(
    relation,
    column,
    value,
    (json) => `${showList}(${json}, ${given})`,
    (plain) => `${show}(${plain}, ${given})`,
  )
  return looksForPersons
    ? `CASE WHEN ${value} IS NOT NULL THEN ${shown} END`
    : `CASE WHEN regexp_matches(${text}, ${literal(hintFor(holds, identifierHint))}) THEN ${shown} ELSE ${value} END`
}

/** Few texts may hold an identifier: the others do not go through JavaScript. In JSON digits may stand as escapes. */
const hintFor = (holds: Holds, hint: string): string =>
  holds === 'json' || holds === 'mixed' ? `${hint}|\\\\u` : hint

type Call = (argument: string) => string

/** The text that a value is looked at by, and the value presented, of the type it had. */
function textAndShown(
  { name }: RelationInfo,
  column: RelationColumn,
  value: string,
  list: Call,
  plain: Call,
): [string, string] {
  if (column.type === 'VARCHAR[]') {
    const text = `to_json(${value})::VARCHAR`
    return [text, `from_json(${list(text)}, '["VARCHAR"]')`]
  }
  if (!isNestedType(column.type))
    return [`${value}::VARCHAR`, `${plain(`${value}::VARCHAR`)}::${column.type}`]
  throw new ExportError(
    `export: column ${identifier(column.name)} of ${name} is of type ${column.type}, in which persons and identifiers cannot be ` +
      'masked; expected text, a list of texts or JSON, so cast it, as in to_json(…), or set privacy to keep both',
  )
}
