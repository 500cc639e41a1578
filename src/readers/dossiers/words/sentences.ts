import { type PairTable, s } from './pairs.ts'

const counts = (all: readonly (readonly [count: number, shown: string])[]): string[] =>
  all.filter(([count]) => count > 0).map(([, shown]) => shown)

/** What pages say by a rule: plurals, conditions, and what is no markup; all else is in texts.json, in pieces around its values. */
export const sentences = {
  title: (name: string) => [`${name} 涉诉尽职调查报告`, `${name}: litigation due diligence`],
  sum: (currency: string, amount: string) => [
    currency === 'CNY' ? `人民币 ${amount} 元` : `${currency === '' ? '币种未载明' : currency} ${amount}`,
    `${currency === '' ? 'currency not stated' : currency} ${amount}`,
  ],
  resultOf: {
    /** Of a result by the side that it is for. */
    by: (result: string, role: string) => [`${result}（${role}）`, `${result} (${role})`],
  },
  /** How many documents applied a text that stands today, that does not, and of how many it is not known. */
  textToday: (unchanged: number, changed: number, open: number) => [
    counts([
      [unchanged, `${unchanged} 份条文未变`],
      [changed, `${changed} 份条文已变动或失效`],
      [open, `${open} 份不明`],
    ]).join('，'),
    counts([
      [unchanged, `${unchanged} unchanged`],
      [changed, `${changed} changed or out of force`],
      [open, `${open} not known`],
    ]).join(', '),
  ],
  summary: {
    incomplete: (verdict: string, reason: string) => [
      `注意：涉诉文书列表${verdict}${reason === '' ? '' : `（${reason}）`}。本报告各项数字只反映已取得的文书，不得据此认为没有其他记录。`,
      `Attention: the litigation list is ${verdict}${reason === '' ? '' : ` (${reason})`}. All figures are of the documents that were obtained; that there are no others does not follow.`,
    ],
    unscanned: (run: string, why: string) => [
      `注意：运行 ${run} 没有核对过该企业的涉诉文书列表${why === '' ? '' : `（${why}）`}。本报告各项数字只反映此前已取得的文书。`,
      `Attention: run ${run} did not scan the litigation list of this enterprise${why === '' ? '' : ` (${why})`}. All figures are of documents that were obtained before.`,
    ],
    statedIn: (documents: number) => [
      `（载于 ${documents} 份文书）`,
      ` (stated in ${documents} document${s(documents)})`,
    ],
  },
  tables: {
    topOnly: (count: number) => [`图中只列前 ${count} 项。`, `first ${count}`],
  },
  amounts: {
    restsOn: (held: number, all: number) => [
      `${all} 份文书中 ${held} 份的金额据全文；其余据列表所载的裁判结果，标“据列表”并单独合计，是否上诉、改判未能核对。`,
      `Sums of ${held} of ${all} documents come from their full texts; those of the others from the result that the list states: marked, added up apart, and not checked against appeals.`,
    ],
  },
  enforcement: {
    unseen: (cases: number) => [
      `（其中 ${cases} 件所审查的执行未单独列出、未计入）`,
      ` (of these, ${cases} review an enforcement that is not listed by itself and not counted)`,
    ],
  },
  standing: {
    lifted: (mark: string) => [`${mark}（已移除）`, `${mark}, removed`],
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
  flags: {
    notFired: (searched: string) => [`未触发（${searched}）`, `Did not fire (${searched})`],
    notKnown: (lack: string) => [`无法判断（${lack}）`, `Cannot be known (${lack})`],
    ofYear: (year: string, count: number) => [`${year} 年裁判 ${count} 件`, `${count} decided in ${year}`],
  },
  coverage: {
    readWhole: (declared: number, listed: number) => [
      `列表已读完：返回 ${declared} 份，取得 ${listed} 份`,
      `The list was read whole: ${declared} declared, ${listed} listed`,
    ],
    unchanged: (declared: number) => [
      `列表自上次完整核对以来未变：返回 ${declared} 份`,
      `The list is as it was when it was last read whole: ${declared} declared`,
    ],
    missing: (count: number) => [`返回总数比列出文书多 ${count} 份`, `${count} more declared than listed`],
    surplus: (count: number) => [`列出文书比返回总数多 ${count} 份`, `${count} more listed than declared`],
    because: {
      seen: (listed: number, declared: number) => [
        `声明 ${declared} 份，列出 ${listed} 份`,
        `${listed} of ${declared} declared documents were listed`,
      ],
      pages: (read: number, all: number) => [
        `已读 ${read} 页，共 ${all} 页`,
        `${read} of ${all} pages were read`,
      ],
      refused: (said: string) => [
        `服务没有给出其中一页（${said}）`,
        `the service did not give one of its pages (${said})`,
      ],
    },
    ended: {
      absent: (page: number) => [`第 ${page} 页答复为未找到`, `page ${page} was answered as not found`],
      repeats: (page: number, earlier: number) => [
        `第 ${page} 页与第 ${earlier} 页相同`,
        `page ${page} is the same as page ${earlier}`,
      ],
      barren: (first: number, second: number) => [
        `第 ${first}、${second} 页没有新文书`,
        `pages ${first} and ${second} had no new document`,
      ],
      early: (last: number, there: number) => [
        `第 ${last} 页称为末页，但有第 ${there} 页`,
        `page ${last} says that it is the last, and page ${there} was there`,
      ],
      mute: (page: number) => [
        `第 ${page} 页未说明是否还有下一页`,
        `page ${page} does not say whether another follows`,
      ],
      endless: () => ['超出返回总数后列表仍在继续', 'the list goes on beyond its total'],
    },
  },
  searched: {
    list: (how: string, calls: number, from: string, to: string) => [
      `已查询：以${how}查询“涉诉文书列表”接口 ${calls} 次（${from} 至 ${to}，北京时间）。`,
      `Searched: the litigation list by ${how}, ${calls} call${s(calls)} (${from} to ${to}, Beijing time).`,
    ],
    profile: (how: string, calls: number, from: string, to: string) => [
      `已查询：以${how}查询“企业详情”接口 ${calls} 次（${from} 至 ${to}，北京时间）。`,
      `Searched: the enterprise details by ${how}, ${calls} call${s(calls)} (${from} to ${to}, Beijing time).`,
    ],
    looked: (entries: string, documents: string) => [
      `已查：${entries}；${documents}`,
      `searched: ${entries}; ${documents}`,
    ],
    entries: (count: number) => [
      `登记风险条目 ${count} 条`,
      `${count} risk entr${count === 1 ? 'y' : 'ies'} of the registration`,
    ],
    registration: (entries: number, changes: number) => [
      `只查登记信息：风险条目 ${entries} 条，变更 ${changes} 条`,
      `searched in the registration alone: ${entries} risk entr${entries === 1 ? 'y' : 'ies'}, ${changes} change${s(changes)}`,
    ],
    texts: (documents: number, texts: number, isWhole: boolean) => [
      `文书 ${documents} 份${isWhole ? '' : '（列表未完整读取）'}，${texts === 0 && documents > 0 ? '未取得全文' : `其中全文 ${texts} 份`}`,
      `${documents} document${s(documents)}${isWhole ? '' : ' (the list was not read whole)'}, ${texts === 0 && documents > 0 ? 'no full text' : `${texts} full text${s(texts)}`}`,
    ],
  },
  limitsDatabase: (run: string) => [
    `文书等数据为数据库最近一次运行（${run}）之后的全部库存；列表核对与变化以留档编号的运行为准。`,
    `Documents are all that the warehouse holds since its last run (${run}); the scan of the list and the changes are those of the run on the cover.`,
  ],
  index: {
    otherFlags: (count: number) => [`另 ${count} 项`, `${count} other${s(count)}`],
    count: (dossiers: number, entries: number) => [
      `报告 ${dossiers} 份，名单 ${entries} 条。`,
      `${dossiers} report${s(dossiers)}, ${entries} entr${entries === 1 ? 'y' : 'ies'}.`,
    ],
  },
} satisfies PairTable
