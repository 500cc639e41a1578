import { notDeregistered } from '../../../rows/words/code-words.ts'
import type { Dossier, Section } from '../dossier.ts'
import { between, type Html, html, joined, type Part } from '../html.ts'
import { figureTo, itemLink } from '../references.ts'
import { hasWords, heldIn, type RegisterName, registerNames } from '../registers.ts'
import { noRegistration, nothingBox } from '../searched.ts'
import { proceedings } from '../standing.ts'
import { type Column, type Fact, factList, listing } from '../tables.ts'
import { filled, wordFor } from '../words/words.ts'

/** 主体资格: who it is in a few lines; its lists stand in 登记明细. */
export const identity: Section = (dossier) =>
  dossier.held.registration.length === 0
    ? nothingBox(dossier, noRegistration(dossier))
    : html`${factList(shortFacts(dossier), 'tight')}${factList([
        ...listed(dossier, 'shareholders', 4),
        ...listed(dossier, 'members', 1),
        ...facts(dossier, ['address', 'business_scope'], 'prose'),
      ])}`

const further = ['operating_term', 'approved_on', 'registration_authority', 'registration_number'] as const

export const registration: Section = (dossier) =>
  dossier.held.registration.length === 0
    ? noRegistration(dossier)
    : html`${factList(facts(dossier, further))}${registerNames.map((name) => register(dossier, name))}`

type FieldName = Exclude<keyof Dossier['words']['registration'], 'established'>

const facts = (
  { held, words, show, showWords }: Dossier,
  names: readonly FieldName[],
  holds: 'label' | 'prose' | 'person' = 'label',
): Fact[] =>
  names.map((name) => {
    const value = held.registration[0]?.[name] ?? null
    const hasOwn = hasWords.test(name) && value !== null
    return [words.registration[name], hasOwn ? showWords('entry', value) : show(value, holds)]
  })

function shortFacts(dossier: Dossier): Fact[] {
  const { held, words, show } = dossier
  const [row] = held.registration
  if (row === undefined) return []
  const { registration: fields } = words
  return [
    [html`${fields.name} ${callLink(dossier, row.call_key)}`, show(row.name, 'party')],
    ...facts(dossier, ['legal_representative'], 'person'),
    [fields.registered_capital, capitalOf(dossier)],
    [fields.enterprise_type, inTerms(dossier, row.enterprise_type)],
    [fields.industry, inTerms(dossier, row.industry)],
    [fields.established, show(row.established_on ?? row.established_text, 'label')],
  ]
}

export const capitalOf = ({ held, show, showWords }: Dossier): Html => {
  const given = held.registration[0]?.registered_capital
  return given ? showWords('entry', given) : show(null, 'label')
}

/** A type or an industry; in English word by word: 有限责任公司（自然人投资或控股）. */
function inTerms({ words, show }: Dossier, given: string | null): Html {
  if (words.code !== 'en' || given === null) return show(given, 'label')
  const wordByWord = given.replace(/[^（()）、]+/g, (part) => wordFor(words.term, part))
  const inEnglish = wordByWord.replace(/、/g, words.comma).replace(/[（(]/g, ' (').replace(/）/g, ')')
  return show(words.term[given] ?? inEnglish, 'label')
}

export const emptyRegisters = ({ held, words }: Dossier): string[] =>
  held.registration.length === 0
    ? []
    : registerNames.filter((name) => held.lists[name].length === 0).map((name) => words.registers[name].title)

const mostNames = 6

function listed(
  { held, words, show, showWords }: Dossier,
  name: 'shareholders' | 'members',
  at: number,
): Fact[] {
  const rows = held.lists[name]
  if (rows.length === 0) return []
  const [[, holds] = []] = heldIn(name)
  const names = rows
    .slice(0, mostNames)
    .map(({ cells }) => html`${show(cells[0] ?? null, holds ?? 'party')} ${showWords('entry', cells[at])}`)
  const more = rows.length > mostNames && '…'
  const count = figureTo(registerId(name), rows.length)
  return [[words.registers[name].title, html`${count}${words.colon}${joined(names, words.comma)}${more}`]]
}

function callLink({ calls }: Dossier, key: string): Html {
  const call = calls.find(({ row }) => row.call_key === key)
  return call === undefined ? html`<span class="code">${key}</span>` : itemLink(call.item)
}

export const registerId = (name: RegisterName): string => `register-${name}`

/** Lists that print with the body: the heads stand in 主体资格, rights of intellectual property in the appendices. */
const isPrinted: ReadonlySet<RegisterName> = new Set([
  'shareholders',
  'changes',
  'investments',
  'branches',
  'risks',
])

function register(dossier: Dossier, name: RegisterName): Html {
  const { held, words, show, showName, showWords } = dossier
  const rows = held.lists[name]
  const [first] = rows
  if (first === undefined) return html``
  const { title, head } = words.registers[name]
  const kinds = heldIn(name)
  const cell = (value: string | null, at: number): Part => {
    if (value === null || value === '') return ''
    const [column = '', holds = 'prose'] = kinds[at] ?? []
    if (name === 'names' && column === 'kind') return wordFor(words.nameKind, value)
    if (hasWords.test(column)) return showWords('entry', value)
    return column === 'court' ? showName(column, value) : show(value, holds)
  }
  const columns = head.map(
    (label, at): Column<(typeof rows)[number]> => [label, ({ cells }) => cell(cells[at] ?? null, at)],
  )
  const list = html`<h3>${title}${words.colon}${rows.length} ${callLink(dossier, first.call_key)}</h3>${listing(columns, rows, { id: registerId(name) })}`
  return isPrinted.has(name) ? list : html`<div class="in-all">${list}</div>`
}

const isOneName = (cell: string | null | undefined): cell is string =>
  cell != null && /^[\p{Script=Han}·]{2,12}$/u.test(cell)

/** When the last change of the registration made this person its legal representative, and who was it before. */
export function tookOffice({ held, words, show, say }: Dossier, name: string): Part {
  const { standing } = words
  const changes = held.lists.changes
    .flatMap(({ cells: [day, item, before, after] }) =>
      day != null && /^(?!.*(?:联系|证件|住所)).*(?:法定代表人|^负责人)/.test(item ?? '')
        ? [{ day, before, after }]
        : [],
    )
    .sort((a, b) => a.day.localeCompare(b.day))
  const days = changes.flatMap(({ day, after }) => (after?.includes(name) ? [day] : []))
  const shown = changes.map(({ day, before, after }) =>
    isOneName(before) && isOneName(after)
      ? between(say.changedFrom, [show(before, 'person'), show(after, 'person'), day])
      : html`${day}`,
  )
  const all = shown.length > 1 && between(say.changedBefore, [joined(shown, standing.list)])
  return days.length > 0 && between(say.sinceChange, [days.at(-1), all])
}

const isNotDeregistered = new RegExp(notDeregistered)
/** Statuses of enterprises that trade. */
const isUsual = /^(?:存续|续存|在业|在营|开业|正常|登记成立|成立|迁入|仍注册)(?!.*(?:异常|停业|歇业|迁出))/

/** What its status means by law, for who deals with it: whether it exists, what it may do, who acts for it. */
export function lawOf({ held, words, rowsOf }: Dossier): Part {
  const { law: say } = words.brief
  const status = held.registration[0]?.status ?? ''
  const all = rowsOf(proceedings)
  const isRun = all.some(
    ({ is_current: is, stage, procedure }) =>
      is && procedure !== 'winding_up' && (stage === 'accepted' || stage === 'declared'),
  )
  const bankrupt = (isRun || status.includes('破产')) && say.bankrupt
  if (status.includes('注销') && !isNotDeregistered.test(status)) return html`${bankrupt}${say.deregistered}`
  if (bankrupt) return bankrupt
  const isOver =
    all.some(({ stage, procedure }) => stage === 'ended' && procedure !== 'winding_up') &&
    !all.some(({ stage }) => stage === 'reorganised' || stage === 'composed')
  const over = isOver && say.ended
  const [dissolved] = /吊销|责令关闭|撤销/.exec(status.replace(/撤销(?:吊销|迁出|注销|除名)/, '')) ?? []
  if (dissolved !== undefined) return html`${over}${filled(say.revoked, wordFor(words.term, dissolved))}`
  if (status.includes('清算')) return html`${over}${say.liquidating}`
  return html`${over}${status !== '' && !isUsual.test(status) && say.unusual}`
}

/** An entry and the documents of its case may write its number with brackets of either width. */
export const caseKeyOf = (number: string | null | undefined): string =>
  number?.replace('（', '(').replace('）', ')') ?? ''
