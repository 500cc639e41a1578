import { codeWords } from '../../../rows/words/code-words.ts'
import { inEnglish, type PairTable } from './pairs.ts'

/** What the section of enforcement and credit says. */
export const enforcement = {
  enforcement: {
    against: ['作为被执行人', 'Enforced against'],
    byIt: ['作为申请执行人', 'Enforcing'],
    marks: {
      is_dishonest: ['失信被执行人', 'listed as dishonest (失信)'],
      is_restricted: ['限制高消费', 'consumption restricted (限高)'],
      is_share_frozen: ['股权冻结', 'shares frozen'],
    },
    cases: ['执行案件', 'Enforcement cases'],
    /** How many of the cases state the sum. */
    stated: [
      ['（载明 ', ' 件）'],
      [' (stated in ', ')'],
    ],
    /** The same, and of how many it is what they say is unpaid. */
    owed: [
      ['（载明 ', ' 件，其中 ', ' 件已知未执行到位，其余按执行标的）'],
      [
        ' (stated in ',
        ', of which ',
        ' with what is known to be unpaid, the others with what is to be enforced)',
      ],
    ],
    owedAll: [
      ['（', ' 件均已知未执行到位）'],
      [' (', ', all with what is known to be unpaid)'],
    ],
    besides: ['另有', 'besides: '],
    unseen: [
      (cases: number) => `（其中 ${cases} 件所审查的执行未单独列出、未计入）`,
      (cases: number) =>
        ` (of these, ${cases} review an enforcement that is not listed by itself and not counted)`,
    ],
    noReason: ['原因未载明', 'no reason stated'],
    notStated: ['均未载明', 'not stated'],
    notCounted: ['载明而不计入', 'stated, not counted'],
    resumed: ['已恢复执行（金额由恢复案件承接）', 'resumed: its sums stand in the case that resumed it'],
    resumedBy: [(number: string) => `恢复案件 ${number}`, (number: string) => `resumed as ${number}`],
    entries: [
      (ordinals: string) => `登记信息风险条目 ${ordinals}`,
      (ordinals: string) => `risk entries ${ordinals} of the registration`,
    ],
    rule: [
      '登记信息的风险条目与执行文书按案号合并，一案一行，两处来源均列出。终本指终结本次执行程序：未清偿，发现财产可恢复执行，不是结案。执行标的、执行到位与未执行到位取登记信息，没有的取文书全文与列表所载；只载明标的与到位的，未到位为其差额；都未载明的不推算。未了结金额：载明未执行到位的按未执行到位，其余按执行标的。执保案件、执行异议和复议不计入金额；恢复执行（执恢）后，原案金额不重复计入；最近文书已逾三年而未见终结的，不作执行中。',
      'Entries of the registration and documents are joined by case number: a case is one row, with both sources. Ended unpaid (终本) is no settlement: the debt stands and the enforcement can be resumed. What is to be enforced, collected and unpaid comes from the registration, else from full texts and lists; what is unpaid is the difference where only the other two are stated, and is never worked out otherwise. What is still owed is what is unpaid where that is stated, else what is to be enforced. Preservation, objections and reviews have no sums; those of a case that was resumed (执恢) do not count twice; a case without an end in three years is not called open.',
    ],
    none: [
      (searched: string) => `未发现执行案件、失信、限制高消费、查封冻结或自身破产（${searched}）。`,
      (searched: string) =>
        `No enforcement case, dishonest listing, restriction of consumption, freeze or bankruptcy of its own was found (${searched}).`,
    ],
    see: [
      (section: number) => `执行文书主文没有可计入的金额；执行标的见第 ${section} 节“执行与信用”。`,
      (section: number) =>
        `No sum in the operative part of an enforcement document counts; section ${section} has what is to be enforced.`,
    ],
  },
  bankruptcyStage: inEnglish(codeWords.bankruptcyStage, {
    applied: 'under review',
    withdrawn: 'withdrawn',
    refused: 'refused',
    accepted: 'accepted',
    dismissed: 'dismissed after acceptance',
    reorganised: 'reorganised',
    declared: 'declared bankrupt',
    ended: 'ended',
  }),
  measureState: inEnglish(codeWords.measureState, {
    'in force': 'in force',
    waiting: 'waiting',
    lifted: 'lifted',
    expired: 'expired',
  }),
  measure: {
    frozen: [codeWords.event.frozen, 'frozen'],
    seized: [codeWords.event.seized, 'seized'],
    detained: [codeWords.event.detained, 'detained'],
    waiting: [codeWords.event.waiting, 'waiting behind another court'],
    shares_frozen: [codeWords.event.shares_frozen, 'shares frozen'],
  },
  /** Marks, property held and bankruptcies, as they stand. */
  standing: {
    marks: ['失信与限高', 'Marks of enforcement'],
    property: ['保全与冻结', 'Property held by courts'],
    bankruptcies: ['破产与清算', 'Bankruptcy and liquidation'],
    measure: ['措施', 'Measure'],
    limit: ['限额', 'Up to'],
    from: ['起始', 'From'],
    to: ['届满', 'Until'],
    byLaw: ['未载明期限，按法定最长期限', 'no term stated: the longest of the law'],
    stage: ['阶段', 'Stage'],
    ground: [
      ['（依据 ', '）'],
      [' (', ')'],
    ],
    comma: ['，', ', '],
    list: ['、', ', '],
    or: ['或', ' or '],
    whichNotSaid: ['（采取了哪一种未载明）', ' (which of them is not stated)'],
    since: [(day: string) => `自 ${day} 起`, (day: string) => `since ${day}`],
    sinceAtLatest: [(day: string) => `至迟自 ${day} 起`, (day: string) => `since ${day} at the latest`],
    entered: [
      (day: string) => `登记信息所载，条目日期 ${day}（非列入日）`,
      (day: string) => `in the registration, in an entry of ${day}, which is not the day of the mark`,
    ],
    noDay: ['起始日未载明', 'since when is not stated'],
    notLifted: ['，未见移除', ', no removal seen'],
    liftedOnce: ['，已移除', ', removed'],
    liftedOn: [(day: string) => `，已于 ${day} 移除`, (day: string) => `, removed on ${day}`],
    lifted: [(mark: string) => `${mark}（已移除）`, (mark: string) => `${mark}, removed`],
    term: [
      (day: string) => `；期限二年（有履行能力而拒不履行的除外），至 ${day}`,
      (day: string) => `; for two years, but of who can pay and does not, until ${day}`,
    ],
    termAtLatest: [
      (day: string) => `；期限二年（有履行能力而拒不履行的除外），至迟至 ${day}`,
      (day: string) => `; for two years, but of who can pay and does not, until ${day} at the latest`,
    ],
    termOver: [
      (day: string) => `；期限二年（有履行能力而拒不履行的除外），已于 ${day} 届满，是否移除未见`,
      (day: string) =>
        `; its two years, but of who can pay and does not, ended on ${day}; a removal was not seen`,
    ],
    caseEnded: [
      '；该案已终结执行，依规定应予删除，是否删除未见',
      '; its case was ended, on which it has to be removed: whether it was is not known',
    ],
    orUntil: [
      (day: string, isOver: boolean) =>
        `，期限未载明，按法定最长期限依财产而定（存款一年、动产二年、其他三年），最迟${isOver ? '已于' : '至'} ${day}${isOver ? ' 届满，是否续封未见' : ''}`,
      (day: string, isOver: boolean) =>
        `, by the longest term of the law a year for money, two for movables, three for the rest: ${isOver ? 'the last ended on' : 'until'} ${day}${isOver ? '; whether it was renewed is not known' : ' at the latest'}`,
    ],
    until: [
      (day: string, isStated: boolean, isOver: boolean) =>
        `，${isStated ? '' : '期限未载明，按法定最长期限'}${isOver ? '已于' : '至'} ${day}${isOver ? ' 届满，是否续封未见' : ''}`,
      (day: string, isStated: boolean, isOver: boolean) =>
        `, ${isStated ? '' : 'by the longest term of the law '}${isOver ? 'ended on' : 'until'} ${day}${isOver ? '; whether it was renewed is not known' : ''}`,
    ],
    held: ['保全与冻结（有效或轮候，项）', 'Property frozen or seized now (measures)'],
    largest: ['其中一项：', 'one of them: '],
    upTo: [(sums: string) => `限额 ${sums}`, (sums: string) => `up to ${sums}`],
    expired: ['查封冻结期限已届满，是否续封未见（项）', 'Measures whose term ended; renewal not known'],
    bankruptcy: ['破产', 'bankruptcy'],
    liquidation: ['强制清算', 'compulsory liquidation'],
    stages: {
      applied: [
        (kind: string) => `对其的${kind}申请审查中，尚未受理`,
        (kind: string) => `an application for its ${kind} is under review, not accepted`,
      ],
      accepted: [
        (kind: string) => `受理对其的${kind}申请`,
        (kind: string) => `an application for its ${kind} was accepted`,
      ],
      reorganised: [() => '批准重整计划或认可和解协议', () => 'a reorganisation or composition was approved'],
      declared: [() => '宣告破产', () => 'declared bankrupt'],
      ended: [(kind: string) => `终结${kind}程序`, (kind: string) => `the ${kind} was ended`],
      dismissed: [
        (kind: string) => `受理后驳回对其的${kind}申请`,
        (kind: string) => `an application for its ${kind} was dismissed after acceptance`,
      ],
      refused: [
        (kind: string) => `不予受理对其的${kind}申请`,
        (kind: string) => `an application for its ${kind} was refused`,
      ],
      withdrawn: [
        (kind: string) => `对其的${kind}申请已撤回`,
        (kind: string) => `an application for its ${kind} was withdrawn`,
      ],
    },
    endedAfter: [
      (day: string) => `宣告破产（${day}）后终结破产程序`,
      (day: string) => `the bankruptcy was ended after the declaration of ${day}`,
    ],
    silence: [
      (others: number) =>
        `，此后未见该程序的文书${others === 0 ? '' : `，另有涉及企业的文书 ${others} 份，程序现况待核实`}`,
      (others: number) =>
        `, no later document of this procedure is known${others === 0 ? '' : `; ${others} other document${others === 1 ? '' : 's'} of the enterprise followed: whether it still runs is to be checked`}`,
    ],
    bankruptcyOver: [
      '破产、清算申请（未受理、撤回、驳回或终结）',
      'Applications for bankruptcy that came to nothing, or ended',
    ],
  },
} satisfies PairTable
