import type { PairTable } from './pairs.ts'

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
    notStated: ['均未载明', 'not stated'],
    restated: ['已恢复执行，不重复计入', 'resumed: its sums do not count twice'],
    entries: [
      (ordinals: string) => `登记信息风险条目 ${ordinals}`,
      (ordinals: string) => `risk entries ${ordinals} of the registration`,
    ],
    rule: [
      '登记信息的风险条目与执行文书按案号合并，一案一行，两处来源均列出。终本指终结本次执行程序：未清偿，发现财产可恢复执行，不是结案。执行标的取登记信息，没有的取执行文书；执行到位与未执行到位只取登记信息所载，未载明的不推算。执保案件、执行异议和复议不计入金额；恢复执行（执恢）后，原案金额不重复计入。',
      'Entries of the registration and documents are joined by case number: a case is one row, with both sources. Ended unpaid (终本) is no settlement: the debt stands and the enforcement can be resumed. What is to be enforced comes from the registration, else from the documents; what was collected or is unpaid comes from the registration alone and is never worked out where it is not stated. Preservation, objections and reviews have no sums; those of a case that was resumed (执恢) do not count twice.',
    ],
    none: [
      '已列出的文书与登记信息中均没有执行案件、失信、限制高消费或股权冻结记录。',
      'Neither the documents listed nor the registration have an enforcement case, a dishonest listing, a restriction of consumption or frozen shares.',
    ],
    see: [
      (section: number) => `执行文书主文没有可计入的金额；执行标的见第 ${section} 节“执行与信用”。`,
      (section: number) =>
        `No sum in the operative part of an enforcement document counts; section ${section} has what is to be enforced.`,
    ],
  },
} satisfies PairTable
