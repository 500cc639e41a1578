import { codeWords } from '../../../rows/words/code-words.ts'
import { inEnglish, type PairTable } from './pairs.ts'

/** What the page across the enterprises of a job says. */
export const portfolio = {
  portfolioLink: inEnglish(codeWords.portfolioLink, {
    shareholder: 'shareholder of one name',
    officer: 'officer of one name',
    address: 'one address',
    phone: 'one phone number',
    owner: 'holds shares in another',
  }),
  portfolioConcentration: inEnglish(codeWords.portfolioConcentration, {
    counterparty: 'counterparty',
    court: 'court',
  }),
  portfolio: {
    title: ['企业之间的关联', 'Links between the enterprises'],
    links: ['共同股东、人员、地址、电话与持股', 'Shared shareholders, officers, addresses, phones; holdings'],
    suits: ['名单内企业互诉', 'Who sues whom among them'],
    concentrations: ['共同对手方与法院（前 100 项）', 'Counterparties and courts in common (first 100)'],
    none: ['未发现。', 'None found.'],
    note: [
      '只就名单内已匹配的企业、已取得的登记信息与文书而言。自然人只按姓名比对，同名不等于同一人。',
      'Of the enterprises matched, the registrations and the documents that are held. Natural persons are compared by name: the same name may be another person.',
    ],
    kind: ['类型', 'Kind'],
    shared: ['共同事项', 'In common'],
    enterprises: ['企业', 'Enterprises'],
    plaintiff: ['原告方', 'Plaintiff'],
    defendant: ['被告方', 'Defendant'],
  },
} satisfies PairTable
