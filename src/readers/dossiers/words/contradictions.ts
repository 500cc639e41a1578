import { codeWords } from '../../../rows/words/code-words.ts'
import { inEnglish, type PairTable } from './pairs.ts'

/** Sources that contradict each other about an enterprise. */
export const contradictions = {
  contradiction: inEnglish(codeWords.contradiction, {
    legal_representative: 'the legal representative is not the one of the last change',
    name: 'the name is not the one of the last change',
    address: 'the address is not the one of the last change',
    deregistered: 'documents dated after its deregistration have it as a party',
    established:
      'documents dated before it was established have it as a party: whether they mean it is to be checked',
    shareholder_capital: 'one shareholder subscribed more than the registered capital',
    total_capital: 'the shareholders did not subscribe the registered capital',
    share_percents: 'shares are not those of the sums subscribed',
    paid_in: 'a shareholder paid in more than it subscribed',
    approval: 'changes of the registration follow its last approval',
    list_total: 'the list declares another total than it lists',
    list_name: 'the litigation list has another name than the registration',
  }),
  contradictions: {
    title: ['信息矛盾（待核实）', 'Sources that contradict each other (to be checked)'],
    note: [
      '下列来源说法不一，本报告不作取舍；引用前请向登记机关或法院核实。只是写法不同的不列入。',
      'These sources do not agree, and this report takes neither side: check with the registry or the court. What is only written otherwise is not listed.',
    ],
    latest: ['最近一份：', 'the latest: '],
    source: {
      enterprises: ['登记信息', 'registration'],
      enterprise_changes: ['工商变更', 'change of registration'],
      enterprise_shareholders: ['股东认缴', 'subscribed by shareholders'],
      shares: ['登记出资比例', 'registered shares'],
      paid: ['实缴', 'paid in'],
      subject_documents: ['涉诉文书', 'documents'],
      list_pages: ['涉诉文书列表', 'litigation list'],
      list_scans: ['本次核对列出', 'listed in this scan'],
    },
  },
} satisfies PairTable
