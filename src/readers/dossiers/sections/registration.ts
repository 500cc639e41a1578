import type { Dossier, Nothing, Section } from '../dossier.ts'
import { type Html, html, type Part } from '../html.ts'
import { figureTo, itemLink } from '../references.ts'
import { type RegisterCell, type RegisterName, registerNames, registers } from '../registers.ts'
import { noRegistration, nothingBox } from '../searched.ts'
import { factList, table } from '../tables.ts'
import { wordFor } from '../words/words.ts'

/** 主体资格: who it is in a few lines; its lists stand in 登记明细. */
export const identity: Section = { write: writeIdentity }

function writeIdentity(dossier: Dossier): Html {
  return dossier.held.registration.length === 0
    ? nothingBox(dossier, noRegistration(dossier))
    : facts(dossier)
}

/** 登记明细: the lists of the registration. */
export const registration: Section = { write: writeRegistration }

function writeRegistration(dossier: Dossier): Html | Nothing {
  return dossier.held.registration.length === 0
    ? noRegistration(dossier)
    : html`${furtherFacts(dossier)}${registerNames.map((name) => register(dossier, name))}`
}

const further = ['operating_term', 'approved_on', 'registration_authority', 'registration_number'] as const

const furtherFacts = ({ held, words, show }: Dossier): Html =>
  factList(
    further.map((name) => [
      words.registration.fields[name],
      show(held.registration[0]?.[name] ?? null, 'label'),
    ]),
  )

/** Lists of the registration that are empty. */
export const emptyRegisters = ({ held, words }: Dossier): string[] =>
  held.registration.length === 0
    ? []
    : registerNames.filter((name) => held.lists[name].length === 0).map((name) => words.registers[name].title)

function facts(dossier: Dossier): Html {
  const { held, words, show } = dossier
  const [row] = held.registration
  if (row === undefined) return html``
  const { fields } = words.registration
  const plain = ['registered_capital', 'enterprise_type', 'industry'] as const
  return html`${factList(
    [
      [html`${fields.name} ${callLink(dossier, row.call_key)}`, show(row.name, 'party')],
      [fields.legal_representative, show(row.legal_representative, 'person')],
      ...plain.map((name) => [fields[name], show(row[name], 'label')] as const),
      [fields.established, show(row.established_on ?? row.established_text, 'label')],
    ],
    'tight',
  )}${factList([
    ...listed(dossier, 'shareholders', 'party'),
    ...listed(dossier, 'members', 'person'),
    [fields.address, show(row.address, 'prose')],
    [fields.business_scope, show(row.business_scope, 'prose')],
  ])}`
}

/** Names of a list that a line has room for. */
const mostNames = 6

/** The first names of a list with what follows them there, and how many there are, with the way to them. */
function listed(
  { held, words, show }: Dossier,
  name: 'shareholders' | 'members',
  holds: 'party' | 'person',
): (readonly [Part, Part])[] {
  const rows = held.lists[name]
  if (rows.length === 0) return []
  const at = name === 'shareholders' ? 4 : 1
  const names = rows
    .slice(0, mostNames)
    .map(
      ({ cells }, index) =>
        html`${index > 0 && words.comma}${show(cells[0] ?? null, holds)} ${show(cells[at] ?? null, 'label')}`,
    )
  const more = rows.length > mostNames && '…'
  return [
    [
      words.registers[name].title,
      html`${figureTo(registerId(name), rows.length)}${words.colon}${names}${more}`,
    ],
  ]
}

/** The call that a registration was read from. */
function callLink({ calls }: Dossier, key: string): Html {
  const call = calls.find(({ row }) => row.call_key === key)
  return call === undefined ? html`<span class="code">${key}</span>` : itemLink(call.item)
}

const cell = ({ show, showName }: Dossier, value: string, kind: RegisterCell | undefined): Html =>
  kind?.[2] === undefined ? show(value, kind?.[1] ?? 'prose') : showName(kind[2], value)

/** Where the table of a register stands. */
export const registerId = (name: RegisterName): string => `register-${name}`

function register(dossier: Dossier, name: RegisterName): Html {
  const { held, words } = dossier
  const rows = held.lists[name]
  const [first] = rows
  if (first === undefined) return html``
  const { title, head } = words.registers[name]
  const kinds: readonly RegisterCell[] = registers[name].cells
  return html`<h3>${title}${words.colon}${rows.length} ${callLink(dossier, first.call_key)}</h3>${table(
    head.map((label) => ({ label })),
    rows.map(({ cells }) => ({
      cells: cells.map((value, at) =>
        name === 'names' && at === 1
          ? value === null
            ? null
            : wordFor(words.nameKind, value)
          : value === null || value === ''
            ? ''
            : cell(dossier, value, kinds[at]),
      ),
    })),
    { id: registerId(name) },
  )}`
}
