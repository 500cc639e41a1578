import { codeWords } from '../../../rows/words/code-words.ts'
import { inEnglish, type PairTable } from './pairs.ts'

/** Red flags: their names, levels and why each matters. */
export const flags = {
  flagLevel: inEnglish(codeWords.flagLevel, { high: 'high', medium: 'medium', low: 'low' }),
  flag: inEnglish(codeWords.flag, {
    bankruptcy: 'its own bankruptcy or compulsory liquidation',
    revoked: 'licence revoked',
    deregistered: 'deregistered',
    dishonest: 'listed as dishonest',
    ended_unpaid: 'enforcement ended unpaid',
    restricted: 'consumption restricted',
    unpaid_against_capital: 'unsettled enforcement large against its registered capital',
    frozen_shares: 'shares in it frozen',
    frozen_holdings: 'shares that it holds frozen',
    sued_often: 'sued often within a year (by year of decision)',
    wages: 'labour debts (wages and the like)',
    penalties: 'environmental or tax penalties',
    irregular: 'irregular operation or serious breaches',
    guarantees: 'guarantees for others, pledges, joint or supplementary liability',
    representatives: 'legal representative changed often',
    addresses: 'address changed often',
  }),
  whyFlag: {
    bankruptcy: [
      '受理后须申报债权，审查中尚无须',
      'claims are filed from acceptance on, not while an application is under review',
    ],
    revoked: ['不得开展经营，应当清算', 'it may not trade and has to be wound up'],
    deregistered: ['主体资格已消灭', 'it no longer exists as a legal person'],
    dishonest: [
      '有履行能力而不履行，受联合惩戒',
      'it can pay and does not; other authorities sanction it too',
    ],
    ended_unpaid: [
      '债务仍在，可恢复执行',
      'property was not enough or could not be sold; the debt stands and enforcement may resume',
    ],
    restricted: [
      '未按执行通知履行，法定代表人等的消费受限',
      'it did not pay on notice; its representative is restricted too',
    ],
    unpaid_against_capital: ['清偿能力存疑', 'it may not be able to pay'],
    frozen_shares: ['股权可能被处置，控制权或有变动', 'the shares may be sold; control may change'],
    frozen_holdings: ['对外投资可能被处置', 'its holding may be sold; its own control is not at stake'],
    sued_often: ['履约或经营可能恶化', 'it may not keep its contracts'],
    wages: ['欠薪常先于停业，职工债权优先', 'unpaid wages often come before a closure, and have priority'],
    penalties: ['可能停产、补缴或失去资质', 'it may have to stop, pay arrears or lose permits'],
    irregular: [
      '地址失联或未报年报，招投标受限',
      'it cannot be reached or has not reported; tenders are closed to it',
    ],
    guarantees: ['或有负债', 'debts that may fall due'],
    representatives: ['或为规避责任', 'responsibility may be evaded'],
    addresses: ['送达与追偿困难', 'it may be hard to serve and to find'],
  },
  flags: {
    title: ['红旗', 'Red flags'],
    none: ['没有规则触发。', 'No rule fires.'],
    notFired: [
      (searched: string) => `未触发（${searched}）`,
      (searched: string) => `Did not fire (${searched})`,
    ],
    notKnown: [(lack: string) => `无法判断（${lack}）`, (lack: string) => `Cannot be known (${lack})`],
    ofYear: [
      (year: string, count: number) => `${year} 年裁判 ${count} 件`,
      (year: string, count: number) => `${count} decided in ${year}`,
    ],
    notSaidForWhom: [
      '有保证或担保纠纷判令其给付，是否为他人的债务未载明',
      'it was ordered to pay in a suit about a guarantee, and whether for a debt of another is not stated',
    ],
    noCapital: ['注册资本未载明', 'the registered capital is not stated'],
    why: ['为什么重要', 'Why it matters'],
    rows: ['依据数', 'Rows'],
    latest: ['依据中最近一项', 'Latest of the rows'],
    level: ['级别', 'Level'],
    registration: ['登记信息所载依据', 'Rows of the registration'],
    source: {
      enterprises: ['登记状态', 'status'],
      enterprise_risks: ['风险条目', 'risk entry'],
      enterprise_changes: ['工商变更', 'change of registration'],
    },
    rule: [
      '红旗是有名称、有级别的规则，不合成评分；每项的依据数可点到所依据的各行。未触发只就所查到的记录而言。',
      'A red flag is a named rule with a level; there is no score. Each number leads to its rows. A rule that did not fire found nothing in these records; it proves nothing beyond them.',
    ],
  },
} satisfies PairTable
