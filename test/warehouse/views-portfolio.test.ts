import { expect, test } from 'vitest'
import { linesBeside } from './scenes.ts'

/* What connects the enterprises of a run. 甲 (e1), 乙 (e2) and 丙 (e3) are those of r1; 甲 and 丁 (e4) are those of r2; 戊 (e5) is in none. */

const phone = (number: string) => `extra={"联系电话":"${number}"}`
/** A document on the lists of these enterprises, `e1<` as plaintiff and `e1>` as defendant: who sues | who is sued, and what else it says. */
const document = (id: string, listed: string, parties: string, more = '') => [
  ...listed.split(' ').map((one) => {
    const role = one.endsWith('<') ? 'plaintiff' : 'defendant'
    return `subject_documents enterprise_id=${one.slice(0, 2)} document_id=${id} role=${role} stage=first~instance family_key=${id} ${more}`
  }),
  ...parties.split(' | ').flatMap((names, side) =>
    names.split(' ').map((name, at) => {
      const of = `document_parties document_id=${id} side=${['plaintiff', 'defendant'][side]} ordinal=${at}`
      return `${of} name=${name} name_key=${name.replace('~', '')}`
    }),
  ),
]
const facts = [
  ...['甲', '乙', '丙', '丁', '戊'].map((name, at) => {
    const address = ['北京市海淀区1号', '北京市~海淀区1号', '', '', '北京市海淀区1号'][at]
    const person = ['赵六', '周某', '周某', '钱七', '赵六'][at]
    const of = `enterprises enterprise_id=e${at + 1} name=${name}公司 name_key=${name}公司`
    return `${of} address=${address} legal_representative=${person} ${phone(['010-1', '010-1', '010-3', '', ''][at] ?? '')}`
  }),
  ...['r1 e1', 'r1 e1', 'r1 e2', 'r1 e3', 'r2 e1', 'r2 e4'].map(
    (input, at) => `job_inputs run_id=${input.replace(' ', ' given_id=')} ordinal=${at} kind=enterprise`,
  ),
  // 甲 and 丙 had one name: it is neither's.
  ...['e1', 'e3'].map((id) => `enterprise_names enterprise_id=${id} kind=former name=旧公司 name_key=旧公司`),
  ...'e1 孙八, e2 孙八, e1 甲公司, e3 甲公司, e3 甲公司, e2 旧公司, e2 丁公司, e5 甲公司'
    .split(', ')
    .map((holding, at) => {
      const [id, name] = holding.split(' ')
      return `enterprise_shareholders enterprise_id=${id} ordinal=${at} name=${name} name_key=${name}`
    }),
  ...['e1 name=赵~六', 'e2 name=赵六', 'e3 name='].map(
    (one) => `enterprise_members ordinal=1 enterprise_id=${one}`,
  ),
  ...document('d1', 'e1< e2>', '甲公司 | 乙公司', 'decided_on=2023-05-06'),
  ...document('d2', 'e1< e2>', '甲公司 | 乙公司', 'decided_on=2023-09-30 family_key=d1 stage=enforcement'),
  ...document('d3', 'e2< e1>', '乙公司 | 甲公司', 'stage=appeal'),
  ...document('d4', 'e1>', '甲公司 | 甲公司'),
  ...document('d5', 'e1>', '丁公司 己公司 | 甲公司', 'court=一院'),
  ...document('d6', 'e2>', '己~公司 | 乙公司 己公司', 'court=一院'),
  ...document('d7', 'e2>', '己公司 李某 | 乙公司'),
  ...document('d8', 'e3>', '李某 | 丙公司 己公司', 'court=二院'),
  ...document('d9', 'e3<', '庚公司 | 丙公司 旧公司', 'court=二院'),
  ...document('d10', 'e4<', '丁公司 | 辛公司', 'court=二院'),
  ...document('d11', 'e1<', '甲公司 | 辛公司'),
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
    'who sues whom or enforces is said of those of one run, an appeal aside',
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
  expect(await linesBeside(`SELECT ${sql}`, ...facts)).toEqual(lines)
})
