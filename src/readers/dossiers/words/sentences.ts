import { type PairTable, s } from './pairs.ts'

/** What pages say by a rule; all else is in texts.json. */
export const sentences = {
  sum: (currency: string, amount: string) => [
    currency === 'CNY' ? `人民币 ${amount} 元` : `${currency === '' ? '币种未载明' : currency} ${amount}`,
    `${currency === '' ? 'currency not stated' : currency} ${amount}`,
  ],
  standing: {
    orUntil: (day: string, isOver: boolean) => [
      `，期限未载明，按法定最长期限依财产而定（存款一年、动产二年、其他三年），最迟${isOver ? '已于' : '至'} ${day}${isOver ? ' 届满，是否续封未见' : ''}`,
      `, by the longest term of the law a year for money, two for movables, three for the rest: ${isOver ? 'the last ended on' : 'until'} ${day}${isOver ? '; whether it was renewed is not known' : ' at the latest'}`,
    ],
    until: (day: string, isStated: boolean, isOver: boolean) => [
      `，${isStated ? '' : '期限未载明，按法定最长期限'}${isOver ? '已于' : '至'} ${day}${isOver ? ' 届满，是否续封未见' : ''}`,
      `, ${isStated ? '' : 'by the longest term of the law '}${isOver ? 'ended on' : 'until'} ${day}${isOver ? '; whether it was renewed is not known' : ''}`,
    ],
    silence: (others: number) => [
      `，此后未见该程序的文书${others === 0 ? '' : `，另有涉及企业的文书 ${others} 份，程序现况待核实`}`,
      `, no later document of this procedure is known${others === 0 ? '' : `; ${others} other document${s(others)} of the enterprise followed: whether it still runs is to be checked`}`,
    ],
  },
  searched: {
    texts: (documents: number, texts: number, isWhole: boolean) => [
      `文书 ${documents} 份${isWhole ? '' : '（列表未完整读取）'}，${texts === 0 && documents > 0 ? '未取得全文' : `其中全文 ${texts} 份`}`,
      `${documents} document${s(documents)}${isWhole ? '' : ' (the list was not read whole)'}, ${texts === 0 && documents > 0 ? 'no full text' : `${texts} full text${s(texts)}`}`,
    ],
  },
} satisfies PairTable
