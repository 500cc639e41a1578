import { expect, test } from 'vitest'
import { emptyWarehouse } from '../support/tables.ts'
import { type Fact, insert, linesIn, type Row } from './litigation-world.ts'

/* What connects the enterprises of a run. 甲 (e1), 乙 (e2) and 丙 (e3) are those of r1; 甲 and 丁 (e4) are those of r2; 戊 (e5) is in none. */

const names = ['甲公司', '乙公司', '丙公司', '丁公司', '戊公司']
const registered: Readonly<Record<string, Row>> = {
  e1: { address: '北京市海淀区1号', legal_representative: '赵六', extra: { 联系电话: '010-1' } },
  e2: { address: '北京市 海淀区1号', legal_representative: '周某', extra: { 联系电话: '010-1' } },
  e3: { address: '', legal_representative: '周某', extra: { 联系电话: '010-3' } },
  e4: { address: '', legal_representative: '钱七' },
  e5: { address: '北京市海淀区1号', legal_representative: '赵六' },
}
const holder = (enterprise_id: string, ordinal: number, name: string): Fact => [
  'enterprise_shareholders',
  { enterprise_id, ordinal, name, name_key: name },
]
const member = (enterprise_id: string, ordinal: number, name: string): Fact => [
  'enterprise_members',
  { enterprise_id, ordinal, name },
]
/** A document on the lists of these enterprises: who sues, and who is sued. */
const document = (
  document_id: string,
  listed: Row,
  plaintiffs: string[],
  defendants: string[],
  more: Row = {},
) => [
  ...Object.entries(listed).map(
    ([enterprise_id, role]): Fact => [
      'subject_documents',
      { ...{ enterprise_id, document_id, role, stage: 'first instance', family_key: document_id }, ...more },
    ],
  ),
  ...Object.entries({ plaintiff: plaintiffs, defendant: defendants }).flatMap(([side, of]) =>
    of.map(
      (name, at): Fact => [
        'document_parties',
        { document_id, side, ordinal: at + 1, name, name_key: name.replace(' ', '') },
      ],
    ),
  ),
]
const both = { e1: 'plaintiff', e2: 'defendant' }
const against = (enterprise: string) => ({ [enterprise]: 'defendant' })
const by = (enterprise: string) => ({ [enterprise]: 'plaintiff' })

const facts: readonly Fact[] = [
  ...Object.entries(registered).map(
    ([enterprise_id, row], at): Fact => [
      'enterprises',
      { enterprise_id, name: names[at], name_key: names[at], ...row },
    ],
  ),
  ...['r1 e1', 'r1 e1', 'r1 e2', 'r1 e3', 'r2 e1', 'r2 e4'].map((input, at): Fact => {
    const [run_id, given_id] = input.split(' ')
    return ['job_inputs', { run_id, given_id, ordinal: at + 1, kind: 'enterprise' }]
  }),
  // 甲 and 丙 had one name: it is neither's.
  ...['e1', 'e3'].map(
    (enterprise_id): Fact => [
      'enterprise_names',
      { enterprise_id, kind: 'former', name: '旧公司', name_key: '旧公司' },
    ],
  ),
  ...[holder('e1', 1, '孙八'), holder('e2', 1, '孙八'), holder('e1', 2, '甲公司'), holder('e3', 1, '甲公司')],
  ...[
    holder('e3', 2, '甲公司'),
    holder('e2', 2, '旧公司'),
    holder('e2', 3, '丁公司'),
    holder('e5', 1, '甲公司'),
  ],
  ...[member('e1', 1, '赵 六'), member('e2', 1, '赵六'), member('e3', 1, '')],
  ...document('d1', both, ['甲公司'], ['乙公司'], { decided_on: '2023-05-06' }),
  ...document('d2', both, ['甲公司'], ['乙公司'], {
    decided_on: '2023-09-30',
    family_key: 'd1',
    stage: 'enforcement',
  }),
  ...document('d3', { ...against('e1'), ...by('e2') }, ['乙公司'], ['甲公司'], { stage: 'appeal' }),
  ...document('d4', against('e1'), ['甲公司'], ['甲公司']),
  ...document('d5', against('e1'), ['丁公司', '己公司'], ['甲公司'], { court: '一院' }),
  ...document('d6', against('e2'), ['己 公司'], ['乙公司', '己公司'], { court: '一院' }),
  ...document('d7', against('e2'), ['己公司', '李某'], ['乙公司']),
  ...document('d8', against('e3'), ['李某'], ['丙公司', '己公司'], { court: '二院' }),
  ...document('d9', by('e3'), ['庚公司'], ['丙公司', '旧公司'], { court: '二院' }),
  ...document('d10', by('e4'), ['丁公司'], ['辛公司'], { court: '二院' }),
  ...document('d11', by('e1'), ['甲公司'], ['辛公司']),
]

test.each<[rule: string, sql: string, ...lines: string[]]>([
  [
    'what registrations share is a link, however it is written, and so is a holding; a masked or empty name is none, nor what one has alone',
    'run_id, kind, coalesce(name, place), enterprises, enterprise_ids, enterprise_names FROM portfolio_links_history ORDER BY ALL',
    'r1 | address | 北京市 海淀区1号 | 2 | e1, e2 | 甲公司, 乙公司',
    'r1 | officer | 赵 六 | 2 | e1, e2 | 甲公司, 乙公司',
    'r1 | owner | 甲公司 | 2 | e1, e3 | 甲公司, 丙公司',
    'r1 | phone | 010-1 | 2 | e1, e2 | 甲公司, 乙公司',
    'r1 | shareholder | 孙八 | 2 | e1, e2 | 甲公司, 乙公司',
    'r1 | shareholder | 甲公司 | 2 | e1, e3 | 甲公司, 丙公司',
  ],
  [
    'an address and a phone are places, the others names',
    "kind FROM portfolio_links_history WHERE (place IS NULL) <> (kind IN ('owner', 'officer', 'shareholder'))",
  ],
  [
    'who sues whom or enforces is told of those of one run, an appeal aside',
    '* EXCLUDE (job) FROM portfolio_suits_history ORDER BY ALL',
    'r1 | e1 | 甲公司 | e2 | 乙公司 | 2 | 1 | 2023-05-06 | 2023-09-30 | d1, d2',
    'r2 | e4 | 丁公司 | e1 | 甲公司 | 1 | 1 | - | - | d5',
  ],
  [
    'a counterparty of several, or a court, is a concentration; who stands beside one of them, or is masked, is none, nor is its own name',
    'run_id, kind, name, enterprises, documents, enterprise_ids, enterprise_names, documents_each FROM portfolio_concentrations_history ORDER BY ALL',
    'r1 | counterparty | 己 公司 | 2 | 3 | e1, e2 | 甲公司, 乙公司 | 1, 2',
    'r1 | court | 一院 | 2 | 2 | e1, e2 | 甲公司, 乙公司 | 1, 1',
    'r2 | counterparty | 辛公司 | 2 | 2 | e1, e4 | 甲公司, 丁公司 | 1, 1',
  ],
])('%s', async (_, sql, ...lines) => {
  await using database = await emptyWarehouse()
  for (const [table, row] of facts) await insert(database, table, row)
  expect(await linesIn(database, `SELECT ${sql}`)).toEqual(lines)
})
