import type { Holds } from '../../warehouse/table.ts'
import { type Dossier, documentsById, type StatuteChange } from '../dossier.ts'
import { type Html, html, type Part } from '../html.ts'
import { itemLink } from '../references.ts'
import { type RegisterName, registerNames, registers } from '../registers.ts'
import type { ChangeRow } from '../rows.ts'
import { noRegistration } from '../searched.ts'
import { factList, table } from '../tables.ts'

/** Where the table of changes stands. */
export const changesId = 'changes'

/** Rows of section 15. */
export const changeCount = (dossier: Dossier): number =>
  dossier.held.changes.length + statutesOf(dossier).length

/** 15 自上次以来的变化. */
export function changes(dossier: Dossier): Html {
  const { held, words } = dossier
  const statutes = statutesOf(dossier)
  const earlier = held.changes[0]?.earlier_run_id ?? held.earlier[0]?.earlier_run_id
  if (earlier == null && statutes.length === 0) return html`<p>${words.changes.first}</p>`
  const rows = [...held.changes.map(changeCells(dossier)), ...statutes.map(statuteCells(dossier))]
  if (rows.length === 0) return html`<p>${words.changes.none(earlier ?? '')}</p>`
  const { columns } = words
  return html`<p>${words.changes.against(comparedWith(held.changes, statutes).join(words.comma))}</p>${table(
    [
      { label: columns.change, shape: 'short' },
      { label: columns.item },
      { label: columns.before, shape: 'sentence' },
      { label: columns.after, shape: 'sentence' },
    ],
    rows.map((cells) => ({ cells })),
    { id: changesId, isStacked: true },
  )}`
}

/** Runs that the changes are told against: each subject was last looked at by one of its own. */
const comparedWith = (changes: readonly ChangeRow[], statutes: readonly StatuteChange[]): string[] =>
  [
    ...new Set([
      ...changes.flatMap(({ earlier_run_id }) => earlier_run_id ?? []),
      ...statutes.flatMap(({ earlierRunId }) => earlierRunId ?? []),
    ]),
  ].sort()

/** Changes of laws that the dossier's documents cite. */
const statutesOf = ({ held, statuteChanges }: Dossier): StatuteChange[] =>
  [...new Set(held.articles.flatMap(({ regulation_id }) => regulation_id ?? []))].flatMap(
    (id) => statuteChanges.get(id) ?? [],
  )

const changeCells =
  (dossier: Dossier) =>
  (change: ChangeRow): Part[] => {
    const { words, show } = dossier
    const kind = words.changes.kind[change.kind] ?? change.kind
    if (change.kind === 'new_document') {
      const document = documentsById(dossier).get(change.after ?? '')
      const named =
        document === undefined
          ? show(change.after, 'label')
          : show(document.row.title, 'prose', document.row.persons)
      return [
        kind,
        document === undefined ? '' : show(document.row.case_number, 'label'),
        words.changes.nothing,
        html`${named} ${document && itemLink(document.item)}`,
      ]
    }
    const isHolder = change.kind.startsWith('shareholder')
    const field = isHolder
      ? show(change.field, 'party')
      : (words.changes.field[change.field ?? ''] ?? change.field)
    const side = (value: string | null) =>
      value === null
        ? words.changes.nothing
        : isHolder
          ? stakes(dossier, value)
          : show(value, holdsOf(change.field))
    return [kind, field, side(change.before), side(change.after)]
  }

const holdsOf = (field: string | null): Holds => (field === 'legal_representative' ? 'person' : 'mixed')

/** Stakes are JSON objects side by side, as the view has them: their values, without the holder's name. */
function stakes({ show }: Dossier, text: string): Html {
  const values = [...text.matchAll(/"(\w+)":(?:"((?:[^"\\]|\\.)*)"|([\d.]+))/g)].flatMap(
    ([, key, inner, number]) =>
      key === 'name' || key === undefined
        ? []
        : [inner ?? (key.includes('percent') ? `${number}%` : (number ?? ''))],
  )
  return show(values.join(' · '), 'prose')
}

const statuteCells =
  ({ words, show }: Dossier) =>
  ({ kind, name, before, after }: StatuteChange): Part[] => [
    words.changes.kind[kind] ?? kind,
    show(name, 'label'),
    before === null ? words.changes.nothing : show(before, 'label'),
    show(after, 'label'),
  ]

/** 16 企业登记、股东、变更、知识产权. */
export function registration(dossier: Dossier): Html {
  const { held, words } = dossier
  if (held.registration.length === 0)
    return html`<p>${words.searched.noProfile}</p>${noRegistration(dossier)}`
  const empty = registerNames.filter((name) => held.lists[name].length === 0)
  return html`${facts(dossier)}${registerNames.map((name) => register(dossier, name))}
${empty.length > 0 && html`<h3>${words.none}</h3><p>${empty.map((name) => words.registers[name].title).join(words.comma)}</p>${noRegistration(dossier)}`}`
}

function facts(dossier: Dossier): Html {
  const { held, words, show } = dossier
  const [row] = held.registration
  if (row === undefined) return html``
  const { fields } = words.registration
  const plain = ['registered_capital', 'enterprise_type', 'industry'] as const
  const later = ['operating_term', 'approved_on', 'registration_authority', 'registration_number'] as const
  const source = callLink(dossier, row.call_key)
  return html`<h3>${words.registration.title} ${source}</h3>${factList([
    [fields.name, show(row.name, 'party')],
    [fields.uscc, show(row.uscc, 'label')],
    [fields.status, show(row.status, 'label')],
    [fields.legal_representative, show(row.legal_representative, 'person')],
    ...plain.map((name) => [fields[name], show(row[name], 'label')] as const),
    [fields.established, show(row.established_on ?? row.established_text, 'label')],
    ...later.map((name) => [fields[name], show(row[name], 'label')] as const),
    [fields.address, show(row.address, 'prose')],
    [fields.business_scope, show(row.business_scope, 'prose')],
  ])}`
}

/** The call that a registration was read from. */
function callLink({ calls }: Dossier, key: string): Html {
  const call = calls.find(({ row }) => row.call_key === key)
  return call === undefined ? html`<span class="code">${key}</span>` : itemLink(call.item)
}

/** Where the table of a register stands. */
export const registerId = (name: RegisterName): string => `register-${name}`

function register(dossier: Dossier, name: RegisterName): Html {
  const { held, words, show } = dossier
  const rows = held.lists[name]
  const [first] = rows
  if (first === undefined) return html``
  const { title, head } = words.registers[name]
  const { cells: kinds } = registers[name]
  return html`<h3>${title}${words.colon}${rows.length} ${callLink(dossier, first.call_key)}</h3>${table(
    head.map((label) => ({ label })),
    rows.map(({ cells }) => ({
      cells: cells.map((value, at) =>
        name === 'names' && at === 1
          ? (words.nameKind[value ?? ''] ?? value)
          : value === null || value === ''
            ? ''
            : show(value, kinds[at]?.[1] ?? 'prose'),
      ),
    })),
    { id: registerId(name) },
  )}`
}

/** 17 边界与声明. */
export function limits({ words, privacy, run }: Dossier): Html {
  const told = [
    ...words.limits,
    words.limitsDatabase(run.lastRunId),
    words.privacy[privacy.persons],
    ...(privacy.identifiers === 'mask' ? [words.privacy.identifiers] : []),
    words.privacy.unseen,
  ]
  return html`<ol class="limits">${told.map((text) => html`<li>${text}</li>`)}</ol>`
}
