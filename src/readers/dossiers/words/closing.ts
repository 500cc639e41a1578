import { type PairTable, s } from './pairs.ts'

/** Limits, appendices and the index of a batch. */
export const closing = {
  limits: [
    [
      '本报告的一切数字均由所列文书按有名称、有版本的规则得出，不作估计；规则不能识别的，记为未识别。',
      '文书不等于案件：一个案号可有多份文书；公开的文书也不等于全部案件。',
      '以调解结案的案件、涉及国家秘密、未成年人、离婚等的案件，通常不公开文书；裁判文书的公开有时间差。',
      '新近公开的文书常对当事人匿名，匿名的当事人无法与企业对应，可能不在列表之中。',
      '服务不提供被执行人、失信被执行人名单。执行情况由执行类文书（执、执恢、执保等案号）和企业详情的风险条目推出，可能早于或晚于实际状态。',
      '判令给付、执行、在审请求、应收各项金额分别计算，不得相加；没有全文的文书，金额据列表所载的裁判结果，单独合计；连续计算的利息没有确定数额。',
      '“未见上诉”“待裁判”等只就库内文书而言；库内没有的文书，不能证明不存在。',
      '列表逐页读取，没有单一的时点：若读取期间总数与首页都没有变，列表内部的变动不可见。',
      '关联案件依全文所引案号归并；未取得全文或案号被遮盖的文书自成一族。',
      '法条时效以服务给出的时效性与施行日期为准，引用前请核对正式文本。',
      '案由、法院、诉讼身份等按原文记载；同名企业的区分以所匹配的企业 ID 为准。',
      '本报告供专业人员参考，不构成法律意见。',
    ],
    [
      'Every figure is worked out from the documents listed by a named, versioned rule; nothing is estimated, and what no rule recognises is said to be not recognised.',
      'Documents are not cases: a case number may have several documents, and published documents are not all cases.',
      'Cases that ended by mediation, or concern state secrets, minors or divorce, are normally not published; publication takes time.',
      'Documents published of late often anonymise parties: these cannot be matched to the enterprise and may be missing from its list.',
      'The service has no list of persons subject to enforcement nor of dishonest ones. Enforcement is derived from enforcement documents (case numbers of 执, 执恢, 执保) and the risk entries of the enterprise details, and may run ahead of or behind the actual state.',
      'Sums ordered, in enforcement, claimed and owed to it are worked out apart and must not be added up; without a full text they come from the result that the list states and are added up apart; interest that runs on has no exact sum.',
      '"No appeal held" and "waits for a decision" describe the documents held; other documents may exist.',
      'A list is read page by page, at no single moment: a change inside it that leaves total and first page as they were cannot be seen.',
      'Case families are joined by the case numbers that full texts cite; a document without its full text, or whose number is masked, is a family of its own.',
      'Validity of statutes is what the service gives, with its dates; check the official text before relying on it.',
      'Causes, courts and sides are as documents state them; enterprises of one name are distinguished by the id that was matched.',
      'This report is for professional readers and is no legal opinion.',
    ],
  ],
  limitsDatabase: [
    (run: string) =>
      `文书等数据为数据库最近一次运行（${run}）之后的全部库存；列表核对与变化以留档编号的运行为准。`,
    (run: string) =>
      `Documents are all that the warehouse holds since its last run (${run}); the scan of the list and the changes are those of the run on the cover.`,
  ],
  privacy: {
    keep: ['自然人姓名按原文列示。', 'Names of natural persons stand as they came.'],
    mask: ['自然人姓名已遮盖。', 'Names of natural persons are masked.'],
    alias: ['自然人姓名已用固定化名代替。', 'Names of natural persons are replaced by constant aliases.'],
    identifiers: ['证件号、电话与账号已遮盖。', 'Identity, phone and account numbers are masked.'],
    unseen: [
      '不可见字符与控制字符以 ⟦U+编号⟧ 写出。',
      'Characters that cannot be seen are written as ⟦U+code⟧.',
    ],
  },
  appendices: {
    documents: ['附录 A 文书', 'Appendix A: documents'],
    documentsNote: [
      '按日期从近到远。“列表”“全文”后为调用哈希，可用 dossier evidence 加该值取得服务的原始答复及其 SHA-256。',
      'The latest first. Behind "list" and "full text" stands the call hash: dossier evidence with it gives the raw answer and its SHA-256.',
    ],
    payments: ['附录 B 金额', 'Appendix B: sums of money'],
    paymentsNote: [
      '逐笔列示计入与未计入的金额，附原文。',
      'Every sum, whether it counts or not, with its sentence.',
    ],
    calls: ['附录 C 查询记录', 'Appendix C: calls'],
    callsNote: [
      '不含逐份文书全文的调用（见附录 A）。时间为北京时间。',
      'Without those for single full texts (appendix A). Beijing time.',
    ],
    rows: ['附录 D 数据依据索引', 'Appendix D: figures and the rows behind them'],
    rowsNote: [
      '正文中 [编号] 所指。D 为附录 A 的文书，P 为附录 B 的金额，C 为附录 C 的调用，E、S 为“执行与信用”各表的行，F 为红旗所据的登记信息。',
      'What [number] in the text stands for. D are documents of appendix A, P sums of appendix B, C calls of appendix C, E and S rows of the section of enforcement, F what flags rest on in the registration.',
    ],
    list: ['列表', 'list'],
    text: ['全文', 'full text'],
    rule: ['规则', 'rule'],
    cut: [
      (rest: number, key: string) => `（后略 ${rest} 字，见 dossier evidence ${key}）`,
      (rest: number, key: string) => ` (${rest} more characters: dossier evidence ${key})`,
    ],
  },
  index: {
    title: ['涉诉尽职调查报告 · 目录页', 'Litigation due diligence: index'],
    picked: ['所选文书', 'Documents that were picked'],
    order: ['排序', 'Order'],
    only: ['只看', 'Show only'],
    filters: {
      flagged: ['有红旗', 'with red flags'],
      unpaid: ['有终本', 'with enforcement ended unpaid'],
      incomplete: ['未匹配或列表不完整', 'not matched, or list not whole'],
    },
    orders: {
      given: ['导入顺序', 'as imported'],
      name: ['名称', 'name'],
      flags: ['红旗', 'red flags'],
      documents: ['文书数', 'documents'],
      defendant: ['作为被告的诉讼数', 'disputes as defendant'],
      endedUnpaid: ['终本案件数', 'enforcement ended unpaid'],
      atStake: ['未了结执行金额（人民币）', 'still owed in enforcement (CNY)'],
      ordered: ['判令给付（人民币）', 'ordered to pay (CNY)'],
      changes: ['变化数', 'changes'],
    },
    head: {
      given: ['原文件导入名称', 'Name as imported'],
      matched: ['系统匹配企业名称', 'Enterprise matched'],
      status: ['登记状态', 'Status'],
      flags: ['红旗', 'Red flags'],
      documents: ['文书', 'Documents'],
      defendant: ['作为被告的诉讼', 'Disputes as defendant'],
      enforcement: ['被执行案件', 'Enforcement against it'],
      endedUnpaid: ['其中终本', 'Ended unpaid'],
      atStake: ['未了结执行金额（人民币）', 'Still owed in enforcement (CNY)'],
      unpaid: ['其中已知未执行到位（人民币）', 'Of which known unpaid (CNY)'],
      ordered: ['判令给付（人民币）', 'Ordered to pay (CNY)'],
      orderedListed: ['判令给付，据列表（人民币）', 'Ordered, from the list (CNY)'],
      changes: ['变化', 'Changes'],
      verdict: ['列表核对', 'List'],
    },
    verdict: {
      complete: ['完整', 'complete'],
      unchanged: ['完整（未变）', 'complete (unchanged)'],
      incomplete: ['不完整', 'incomplete'],
      unstable: ['不稳定', 'unstable'],
      not_found: ['未收录', 'not known'],
      unscanned: ['未核对', 'not scanned'],
    },
    otherFlags: [(count: number) => `另 ${count} 项`, (count: number) => `${count} other${s(count)}`],
    candidates: ['候选', 'candidates'],
    note: [
      (section: number) => `文书不等于案件；金额口径见各报告第 ${section} 节。`,
      (section: number) =>
        `Documents are not cases; what the sums mean stands in section ${section} of each report.`,
    ],
    count: [
      (dossiers: number, entries: number) => `报告 ${dossiers} 份，名单 ${entries} 条。`,
      (dossiers: number, entries: number) =>
        `${dossiers} report${s(dossiers)}, ${entries} entr${entries === 1 ? 'y' : 'ies'}.`,
    ],
  },
} satisfies PairTable
