import type { PairTable } from './pairs.ts'

/** What the sections of litigation say. */
export const litigation = {
  summary: {
    incomplete: [
      (verdict: string, reason: string) =>
        `注意：涉诉文书列表${verdict}${reason === '' ? '' : `（${reason}）`}。本报告各项数字只反映已取得的文书，不得据此认为没有其他记录。`,
      (verdict: string, reason: string) =>
        `Attention: the litigation list is ${verdict}${reason === '' ? '' : ` (${reason})`}. All figures are of the documents that were obtained; that there are no others does not follow.`,
    ],
    unscanned: [
      (run: string, why: string) =>
        `注意：运行 ${run} 没有核对过该企业的涉诉文书列表${why === '' ? '' : `（${why}）`}。本报告各项数字只反映此前已取得的文书。`,
      (run: string, why: string) =>
        `Attention: run ${run} did not scan the litigation list of this enterprise${why === '' ? '' : ` (${why})`}. All figures are of documents that were obtained before.`,
    ],
    notLookedUp: [
      [
        '其中 ',
        ' 份文书未查询全文（不在任务的日期范围内，或预算不足）：其裁判结果与金额据列表所载的裁判结果识别（标“据列表”，单独合计），法条、请求金额与上诉情况只来自已取得的全文。',
      ],
      [
        'Documents whose full text was not looked up: ',
        ' (outside the dates of the job, or beyond its budget). Their outcomes and sums come from the result that the list states (marked "from the list", added up apart); statutes, claims and appeals come from full texts alone.',
      ],
    ],
    documents: [
      [
        '列出文书 ',
        ' 份，涉及案件 ',
        ' 件（按案号），争议 ',
        ' 起（同一争议的关联案件计一起）。文书不等于案件。',
      ],
      [
        'Documents listed: ',
        '; cases by number: ',
        '; disputes by case family: ',
        '. Documents are not cases. ',
      ],
    ],
    period: [
      ['文书日期自 ', ' 至 ', '。'],
      [' Dated from ', ' to ', '.'],
    ],
    likely: [
      ['其中 ', ' 起可能与其他争议为同一争议，合并计为 ', ' 起。'],
      [' Of the disputes, ', ' are likely one with another: joined they are ', '. '],
    ],
    asDefendant: ['作为被告的诉讼（起）', 'Disputes in which it was sued'],
    asPlaintiff: ['作为原告的诉讼（起）', 'Disputes in which it sued'],
    sideUnknown: ['起诉一方未载明的诉讼（起）', 'Disputes of which who sued is not stated'],
    openCases: ['待裁判案件（件）', 'Cases that wait for a decision'],
    silentCases: [
      '未见裁判、是否仍在审不明的案件（最近文书已逾三年，件）',
      'Cases without a decision, silent for three years: whether they still wait is not known',
    ],
    enforcement: ['作为被执行人的案件（件）', 'Enforcement cases against it'],
    byState: {
      ended_unpaid: ['终本案件（未执行到位，件）', 'Enforcement ended unpaid (终本), cases'],
      open: ['执行中（未见终结）案件（件）', 'Open enforcement against it, cases'],
      unknown: [
        '未见终结、最近文书已逾三年的执行案件（件）',
        'Enforcement without an end, silent for three years, cases',
      ],
      ended: ['终结执行、是否清偿未载明的案件（件）', 'Enforcement ended, paid or not is not stated, cases'],
      paid: ['执行完毕的案件（件）', 'Enforcement paid in full, cases'],
    },
    resumed: ['已由恢复执行案件承接的原案（件）', 'Cases that an enforcement resumed, cases'],
    enforcing: ['作为申请执行人的案件（件）', 'Cases that it enforces'],
    atStake: ['终本与执行中案件的未了结金额', 'Still owed in cases open or ended unpaid'],
    risks: ['登记信息所载风险条目（条）', 'Risk entries in its registration'],
    lost: ['败诉的争议（起）', 'Disputes lost'],
    lostInPart: ['部分败诉的争议（起）', 'Disputes lost in part'],
    won: ['胜诉的争议（起）', 'Disputes won'],
    wonInPart: ['部分胜诉的争议（起）', 'Disputes won in part'],
    partly: ['部分支持、起诉一方未载明的争议（起）', 'Disputes granted in part, who sued is not stated'],
    notOnMerits: [
      '被驳回起诉、未作实体裁判的争议（起）',
      'Disputes whose suit was rejected without a decision on the merits',
    ],
    winnerUnknown: [
      '只见后审、执行文书或支付令、胜负未计的争议（起）',
      'Disputes of which only a later instance, an enforcement or a payment order is held: not counted as won or lost',
    ],
    appealFailed: ['其中企业（原审被告）上诉被驳回', 'of these, its appeal as the original defendant failed'],
    ofCapital: [
      (percent: string) => `，占注册资本 ${percent}%`,
      (percent: string) => `, ${percent}% of its registered capital`,
    ],
    repeat: ['有多宗争议的对手方（名）', 'Counterparties of several disputes'],
    outOfForce: ['所引法条中已变动或失效的（条）', 'Cited articles that are changed or out of force'],
    forceUnknown: [
      '所引法条中现行对应条文未确定的（条）',
      'Cited articles of which today’s text or number is not known',
    ],
    changed: ['自上次以来的变化（项）', 'Changes since the last run'],
    ordered: ['判令给付', 'Ordered to pay'],
    claimed: ['待裁判案件中的请求', 'Claimed in open cases'],
    awarded: ['应收：判令他人给付', 'Owed to it: ordered to be paid to it'],
    statedIn: [
      (documents: number) => `（载于 ${documents} 份文书）`,
      (documents: number) => ` (stated in ${documents} document${documents === 1 ? '' : 's'})`,
    ],
    paymentOrders: [
      '其中支付令（未见异议，是否生效待核实）',
      'of which payment orders without a known objection, to be checked',
    ],
    largest: ['判令给付中最大一笔', 'Largest sum ordered'],
    doubtful: ['判令给付而未计入、待核实（笔）', 'Ordered, yet not counted: to be checked (sums)'],
    sums: [
      ['（', ' 笔）'],
      [' (sums: ', ')'],
    ],
    section: [(number: number) => `第 ${number} 节`, (number: number) => `section ${number}`],
    separate: [
      (section: number) => `各项金额口径不同，不得相加（见第 ${section} 节）。`,
      (section: number) =>
        `The figures measure different things and must not be added up (section ${section}). `,
    ],
    derived: [
      '服务不提供被执行人名单：执行情况由执行类文书（执、执恢、执保等）和登记信息的风险条目推出。',
      'The service has no list of persons subject to enforcement: enforcement is derived from enforcement documents (执, 执恢, 执保) and the risk entries of the registration.',
    ],
  },
  tables: {
    overview: ['诉讼身份 × 案件类别 × 审判阶段', 'By side, category and stage'],
    byYearAndStage: ['按年度与审判阶段', 'By year and stage'],
    byYearAndRole: ['按年度与诉讼身份', 'By year and side'],
    byCause: ['按案由', 'By cause of action'],
    byCourt: ['按法院', 'By court'],
    byProvince: ['按地域', 'By region'],
    byLevel: ['按法院层级', 'By court level'],
    byProcedure: ['按审判程序', 'By procedure'],
    byKind: ['按文书种类', 'By kind of document'],
    byOutcome: ['按结案方式', 'By outcome'],
    byCounterparty: ['按对手方的争议数', 'By counterparty'],
    applied: ['裁判时适用、现已变动的条文', 'Articles applied that are another text now'],
    families: ['经过多个程序的关联案件', 'Case families of several stages'],
    unit: ['文书数（份）', 'documents'],
    disputes: ['争议数（宗）', 'disputes'],
    rest: [
      ['另有 ', ' 项未列入本表，见附录 D。'],
      ['', ' more are not in this table but in appendix D.'],
    ],
    restOf: ['未列入表中的项', 'Not in the table'],
    topOnly: [(count: number) => `图中只列前 ${count} 项。`, (count: number) => `first ${count}`],
  },
  notes: {
    overview: [
      '待裁判案件：等待实体裁判的诉讼案件；执行、保全、破产案件不在其列，文书已逾三年或结果未识别的，既不算已裁判，也不算待裁判。同一案件可出现在多行。',
      'Cases that wait: suits that wait for a decision on the merits. Enforcement, preservation and bankruptcy are none; a suit that was silent for three years, or whose outcome is not recognised, is in neither column. A case may stand in several rows.',
    ],
    roles: [
      '诉讼身份指本审级的身份：上诉人、申请人、申请执行人为原告方，被上诉人、被申请人、被执行人为被告方。',
      'Sides are those of the instance: appellants and applicants stand on the plaintiff side, appellees, respondents and those enforced against on the defendant side.',
    ],
    courts: [
      '未取得全文的文书没有法院名称；地域与层级取自全文，否则取自案号中的法院代字。',
      'A document without its full text has no name of a court; region and level come from the full text, else from the court code of the case number.',
    ],
    outcomes: [
      '结案方式由编号的规则从裁判主文识别（规则与依据原文见附录 A）。对企业的结果由结案方式和诉讼身份得出；部分支持、部分改判，起诉一方记为部分胜诉，应诉一方记为部分败诉；第三人不适用。',
      'Outcomes are recognised in the operative part by numbered rules (rule and sentence are in appendix A). What one means for the enterprise follows from outcome and side; granted or reversed in part is won in part by who sued and lost in part by who was sued; to third parties it does not apply.',
    ],
    major: [
      '规则 1：按单笔金额（人民币）从大到小取前 20 起争议；金额取判令给付、应收、请求与执行案件的执行标的中最大的一笔，诉讼费用、计息基数、合计数除外。无金额的争议不列入。金额不是该争议的合计。',
      'Rule 1: the 20 disputes with the largest single sum in yuan, whether ordered, owed to it, claimed, or what an enforcement case is for; costs, bases of interest and totals aside. Disputes without a sum are not listed. The sum is not the total of the dispute.',
    ],
    counterparties: [
      '对手方指对立一方的当事人；同一方的当事人与第三人不是对手方。争议按关联案件计。',
      'Counterparties are parties on the opposing side; parties on the same side and third parties are none. Disputes are case families.',
    ],
    families: [
      '一审、二审、再审、执行按全文所引的案号归为一族；未取得全文的文书自成一族。本表只列两份以上文书的关联案件。',
      'First instance, appeal, retrial and enforcement are joined by the case numbers that full texts cite; a document without its full text is a family of its own. Families of two documents and more are listed.',
    ],
    singleFamilies: ['只有一份文书的关联案件（宗）', 'Families of one document'],
    applied: [
      '按施行日期取裁判日有效的版本；与现行同号条文比对文字，条号移位的给出现行条号（以库内条文为限）。未列入的，裁判时适用的条文现仍相同，或版本不明。引用前请核对正式文本。',
      'The version in force on the day of the judgment, by implementation dates, is compared with the text that has its number now; an article that moved has its number of today, as far as that is held. Articles not listed are the same now, or their version is not known. Check the official text before relying on it.',
    ],
    articles: [
      '“所用条文现行有效”比对各文书裁判日有效的版本与现行同号条文：条号移作他用、条文修改或法律失效的，为否；部分文书如此或版本、原文不足以比对的，逐项列明份数。“裁判时有效”指裁判日期落在任一已收录版本施行期间的文书数；均不能判断的不填。',
      'Each document is judged by the version in force on its day, compared with the text that has that number today: a number that stands for something else, a changed text or an ended law is "no"; where that is so of some documents, or the versions held do not tell, their numbers are given. The last column counts documents dated from when any held version was in force, and is empty where that is known of none.',
    ],
  },
  amounts: {
    ordered: {
      title: ['一、判令企业给付的金额（判赔）', '1. Sums that the enterprise was ordered to pay'],
      rule: [
        '规则：企业为被告方一方的给付义务人，且裁判主文判令其给付；被后来的裁判撤销或发回的、企业胜诉的、撤诉或驳回的、只涉保全的、诉讼费用与计息基数均不计入。连续计算的利息没有确定数额，不在其中；连带责任人各负全额。“未见上诉”只表示库内没有上诉文书。',
        'Rule: the enterprise is the payer and the operative part orders it to pay. What was later reversed or remanded, won by the enterprise, withdrawn, dismissed, or concerns preservation only, court fees and bases of interest do not count. Interest that runs on has no exact sum and is not in it; joint debtors each owe the whole. "No appeal held" says only that the warehouse holds none.',
      ],
    },
    enforced: {
      title: ['二、执行文书载明的金额', '2. Sums that enforcement documents state'],
      rule: [
        '规则：执行文书主文所载、由企业给付或从企业财产中划拨、提取的金额；只冻结、查封的，执保文书的，以及限额不计入；一个关联案件只取最后一份写明此类金额的执行文书。金额是应执行的，不等于已执行到位。服务不提供被执行人名单，本项由执行文书推出。',
        'Rule: sums in the operative part of enforcement documents that the enterprise has to pay, or that are to be taken from it (划拨, 提取). What is only frozen or seized, preservation (执保) and limits do not count; of a family only the last document that states such a sum does. It is what is to be enforced, not what was collected. The service has no list of persons subject to enforcement: this figure is derived from documents.',
      ],
    },
    claimed: {
      title: [
        '三、向企业请求的金额（只计待裁判案件）',
        '3. Sums claimed from it: those of cases that wait for a decision',
      ],
      rule: [
        '规则：一审文书所载、向企业请求给付的金额，且案件等待实体裁判（库内三年内的文书）；已裁判案件的请求不计入，也不是在审请求。',
        'Rule: sums claimed from the enterprise in first instance, while the case waits for a decision on the merits by documents of the last three years; claims of cases that were decided do not count.',
      ],
    },
    awarded: {
      title: ['四、判令他人向企业给付的金额（应收）', '4. Sums that others were ordered to pay to it'],
      rule: [
        '规则：裁判主文判令他人向企业给付的金额，撤销、发回、部分改判及诉讼费用的口径与判赔相同。是否收到，见“执行与信用”中企业作为申请执行人的执行标的与执行到位；未载明的不推算。',
        'Rule: sums that the operative part orders others to pay to the enterprise; what later instances and costs do to them is as in the first figure. What came in is stated under enforcement, where it enforces; what is not stated is not worked out.',
      ],
    },
    separate: [
      '各项金额口径不同，分别列示，不得相加或抵销；不同币种不折算。',
      'Figures of different meaning, each for itself, never to be added up or set off; currencies are not converted. ',
    ],
    total: { 'full text': ['合计', 'Total'], list: ['据列表合计', 'Total from the list'] },
    none: [
      (searched: string) => `无计入的金额（${searched}）。`,
      (searched: string) => `No sum counts (${searched}).`,
    ],
    noneClaimed: [
      (searched: string) => `近三年无企业被诉的待裁判案件（${searched}）。`,
      (searched: string) =>
        `No case of the last three years in which it is sued waits for a decision (${searched}).`,
    ],
    noClaimStated: ['待裁判案件未载明请求金额。', 'The cases that wait for a decision state no sum.'],
    enforcedFor: [
      '作为申请执行人的执行案件（与上列应收未必同一债务）',
      'Cases that it enforces (not necessarily for these debts)',
    ],
    counted: ['计入的金额', 'Sums that count'],
    counts: ['计入', 'counts'],
    measure: {
      ordered: ['判令给付', 'ordered'],
      enforced: ['执行', 'enforced'],
      claimed: ['请求', 'claimed'],
      awarded: ['应收', 'owed to it'],
    },
    claimedByIt: [
      '企业自身在待裁判案件中请求的金额',
      'Sums that it claims itself in cases that wait for a decision',
    ],
    ownClaim: ['企业的请求', 'claimed by it'],
    uncounted: ['未计入的金额（按原因）', 'Sums that do not count, by reason'],
    restsOn: [
      (held: number, all: number) =>
        `${all} 份文书中 ${held} 份的金额据全文；其余据列表所载的裁判结果，标“据列表”并单独合计，是否上诉、改判未能核对。`,
      (held: number, all: number) =>
        `Sums of ${held} of ${all} documents come from their full texts; those of the others from the result that the list states: marked, added up apart, and not checked against appeals.`,
    ],
  },
} satisfies PairTable
