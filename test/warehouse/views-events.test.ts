import { type Fact, type Row, subject, type Told, toldOf } from './litigation-world.ts'
import { against, asking, type Into, inList, inText, type Scene, stage, statement } from './scenes.ts'

const states = stage()
const [own, other] = ['(2024)京0105执11号', '(2024)京0106执22号']
/** An enforcement against the subject that ended unpaid, by its list alone where it has no library. */
const enforced = (id: string, number: string, more: Partial<Told> = {}): Told =>
  toldOf([id, number, '2024-06-01', '庚材料有限公司', subject, 'enforcement_suspended'], more)

const of = (number_key: string): Row => ({ number_key })
const named = against(subject)

const told = 'kind, case_key, document_id, stated_in'
const events = (documents: readonly Told[], ...facts: readonly Fact[]): Scene =>
  asking(told, 'stated_events', 'stated_in DESC, document_id')(...documents, ...facts)
const outcome = (id: string, number: string) => `ended_unpaid | ${number} | ${id} | subject_documents`

const [held, byList] = [enforced('x1', own), enforced('x1', own, { library: null })]
states(
  'an outcome is an event where neither the text nor the list of its document says the same',
  [events([held]), [outcome('x1', own)]],
  [events([held], inText('终本')), [`ended_unpaid | ${own} | x1 | case_enforcement`]],
  [events([byList], inList('终本')), [`ended_unpaid | ${own} | x1 | document_events`]],
  [events([held], inText('终结执行')), [outcome('x1', own), `ended | ${own} | x1 | case_enforcement`]],
  [
    events([held, enforced('x2', other)], inText('终本')),
    [outcome('x2', other), `ended_unpaid | ${own} | x1 | case_enforcement`],
  ],
)

const seizedElsewhere = inText('查封', { ...named, case_id: 'x2' })
states('what a text finds of whom it names stands in the document of that text', [
  events([held, enforced('x2', other)], inText('冻结', named), seizedElsewhere),
  [
    ...[outcome('x1', own), outcome('x2', other)],
    ...[`frozen | ${own} | x1 | case_enforcement`, `seized | ${other} | x2 | case_enforcement`],
  ],
])

const beside = outcome('x1', own)
const joined = [held, enforced('x2', other, { origin: own, outcome: null })]
states(
  'what a document finds of the case of another dispute concerns who it names, and who it says that of',
  [events([held], inText('冻结', of(other))), [beside]],
  [events([held], inText('冻结')), [beside, `frozen | ${own} | x1 | case_enforcement`]],
  [events(joined, inText('冻结', of(other))), [beside, `frozen | ${other} | x1 | case_enforcement`]],
  [
    events([held], inText('冻结', { ...of(other), ...named })),
    [beside, `frozen | ${other} | x1 | case_enforcement`],
  ],
  [events([held], statement('撤销', other)), [beside, `set_aside | ${other} | x1 | case_statements`]],
  [events([byList], inList('冻结', of(other))), [beside]],
)

const [origin, elsewhere] = ['(2023)京0105民初1号', '(2023)京0106民初2号']
/** What the list says of a case of another dispute than that which the text names as the origin. */
const ofElsewhere = (word: string) => events([enforced('x1', own, { origin })], inList(word, of(elsewhere)))
states(
  'that a decision is in force, carried out, lapsed or filed is an event of its case, whichever dispute that is of',
  ...(['生效 in_force', '执行依据 carried_out', '失效 lapsed', '立案 filed'] as const).map((one) => {
    const [word = '', kind] = one.split(' ')
    return [ofElsewhere(word), [beside, `${kind} | ${elsewhere} | x1 | document_events`]] as const
  }),
  [ofElsewhere('变更'), [beside]],
)

/** The subject objects to an enforcement, in this position. */
const objecting = (position: string): Scene => ({
  sql: `SELECT kind, role FROM stated_events WHERE enterprise_id = 'e1'`,
  tell: async (into: Into) => {
    await events(
      [toldOf(['x1', own, '2024-06-01', subject, '庚材料有限公司', 'other'])],
      inText('冻结'),
    ).tell(into)
    await into.run(`UPDATE case_parties SET position = '${position}' WHERE case_id = 'x1' AND ordinal = 1`)
  },
})
states(
  'who objects to an enforcement is on the side that its position says',
  [objecting('异议人（被执行人）'), ['frozen | defendant']],
  [objecting('异议人（申请执行人）'), ['frozen | plaintiff']],
  [objecting('异议人（案外人）'), ['frozen | plaintiff']],
)

const frozen = (property: string, happened_on: string, more: Row = {}) =>
  inText('查封', { ...named, property, happened_on, ...more })
const lifting = (property: string, happened_on: string): Scene =>
  asking('property, state', 'frozen_property')(
    held,
    frozen('车辆', '2025-06-01', { term_until: '2027-01-01' }),
    frozen(property, happened_on, { is_lifted: true }),
  )
states(
  'a lift ends the measures before it on what it names, and no other',
  [lifting('车辆', '2025-06-01'), ['车辆 | lifted']],
  [lifting('车辆', '2025-05-31'), ['车辆 | in force']],
  [lifting('房屋', '2025-07-01'), ['车辆 | in force']],
)
