import type { Dossier, Section } from '../dossier.ts'
import { type Html, html } from '../html.ts'
import { itemLink } from '../references.ts'
import { type RegisterName, registerNames, registers } from '../registers.ts'
import { noRegistration } from '../searched.ts'
import { factList, table } from '../tables.ts'
import { wordFor } from '../words/words.ts'

/** What says who the enterprise is: its names, who holds it and who runs it. */
const identifying: readonly RegisterName[] = ['names', 'shareholders', 'members']

/** 主体资格. */
export const identity: Section = { write: writeIdentity }

function writeIdentity(dossier: Dossier): Html {
  if (dossier.held.registration.length === 0) return notHeld(dossier)
  return html`${facts(dossier)}${identifying.map((name) => register(dossier, name))}`
}

const notHeld = (dossier: Dossier): Html =>
  html`<p>${dossier.words.searched.noProfile}</p>${noRegistration(dossier)}`

/** 登记明细: the other lists of the registration, and in one line those that are empty. */
export const registration: Section = { write: writeRegistration }

function writeRegistration(dossier: Dossier): Html {
  const { held, words } = dossier
  if (held.registration.length === 0) return notHeld(dossier)
  const empty = registerNames.filter((name) => held.lists[name].length === 0)
  const others = registerNames.filter((name) => !identifying.includes(name))
  return html`${others.map((name) => register(dossier, name))}
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
          ? value === null
            ? null
            : wordFor(words.nameKind, value)
          : value === null || value === ''
            ? ''
            : show(value, kinds[at]?.[1] ?? 'prose'),
      ),
    })),
    { id: registerId(name) },
  )}`
}
