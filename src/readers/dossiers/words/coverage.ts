import { codeWords } from '../../../rows/words/code-words.ts'
import { inEnglish, type PairTable, s } from './pairs.ts'

/** What was searched, what it lacks, and what has changed. */
export const coverage = {
  coverage: {
    declared: ['服务返回总数', 'Total that the list declares'],
    listed: ['本次核对列出（去重）', 'Listed in this scan, each once'],
    held: ['库内文书（历次运行合计）', 'Documents held, of all runs'],
    fullTexts: ['其中有全文', 'Full text held'],
    withheld: ['其中仅载明不公开理由', 'Only the reason why it is not published'],
    absent: ['两库均无全文', 'Full text in neither library'],
    notLookedUp: ['未查询全文', 'Full text not looked up'],
    citations: ['全文中已识别的法条引用', 'Citations of statutes recognised in full texts'],
    joined: ['其中已对应条文', 'Citations joined to their article'],
    verdict: ['核对结论', 'Verdict'],
    reason: ['原因', 'Reason'],
    runEnded: ['运行提前结束的原因（原文）', 'Why the run ended early'],
    pages: ['读取页数', 'Pages read'],
    sweeps: ['读取次数', 'Times read'],
    basedOn: ['依据此前完整核对的运行', 'Rests on the complete scan of run'],
    asOf: ['列表末页取得时间', 'Last page of the list fetched'],
    callsTitle: ['为该企业作出的调用', 'Calls made for this enterprise'],
    callsNote: [
      '各次运行合计；同一问题已有答案的不重复调用。法条检索一次服务多家企业，不按企业分列。逐次调用见附录 C，文书全文的调用见附录 A。',
      'Of all runs; a question that was answered is not asked again. One statute search serves many enterprises and is not counted here. Appendix C lists the calls, appendix A those for full texts. ',
    ],
    gap: ['列表缺口', 'Gap in the list'],
    readWhole: [
      (declared: number, listed: number) => `列表已读完：返回 ${declared} 份，取得 ${listed} 份`,
      (declared: number, listed: number) => `The list was read whole: ${declared} declared, ${listed} listed`,
    ],
    unchanged: [
      (declared: number) => `列表自上次完整核对以来未变：返回 ${declared} 份`,
      (declared: number) => `The list is as it was when it was last read whole: ${declared} declared`,
    ],
    unlisted: [
      ['文书另引用 ', ' 个未列入该列表的案号'],
      ['case numbers of the same disputes that documents cite and this list does not have: ', ''],
    ],
    stop: ['。', '.'],
    unlistedTitle: [
      '文书所引、未列入该列表的案号（同一争议）',
      'Case numbers of the same disputes that documents cite and the list does not have',
    ],
    unlistedNote: [
      '列表只列服务收录的文书：所引案号可能未公开、未收录，企业也可能不是其当事人；读完列表不等于案件齐全。',
      'A list has only what the service holds: these cases may be unpublished or not held, and the enterprise may be no party there. A list read whole is not every case.',
    ],
    citedRelation: inEnglish(codeWords.citedRelation, {
      earlier: 'earlier',
      later: 'later',
      same: 'same instance',
    }),
    citedBy: ['引用文书', 'Cited by'],
    relation: ['与引用文书', 'To what cites it'],
    missing: [
      (count: number) => `返回总数比列出文书多 ${count} 份`,
      (count: number) => `${count} more declared than listed`,
    ],
    surplus: [
      (count: number) => `列出文书比返回总数多 ${count} 份`,
      (count: number) => `${count} more listed than declared`,
    ],
    because: {
      totalChanged: ['读取期间返回总数有变化', 'the declared total changed while the list was read'],
      listChanged: ['读取期间列表有变化', 'the list changed while it was read'],
      seen: [
        (listed: number, declared: number) => `声明 ${declared} 份，列出 ${listed} 份`,
        (listed: number, declared: number) => `${listed} of ${declared} declared documents were listed`,
      ],
      unconfirmed: ['末页之后未复核首页', 'page 1 was not read again after the last page'],
      pages: [
        (read: number, all: number) => `已读 ${read} 页，共 ${all} 页`,
        (read: number, all: number) => `${read} of ${all} pages were read`,
      ],
      refused: [
        (said: string) => `服务没有给出其中一页（${said}）`,
        (said: string) => `the service did not give one of its pages (${said})`,
      ],
    },
    /** The list itself gave no reason to read on, or contradicts itself. */
    ended: {
      absent: [
        (page: number) => `第 ${page} 页答复为未找到`,
        (page: number) => `page ${page} was answered as not found`,
      ],
      repeats: [
        (page: number, earlier: number) => `第 ${page} 页与第 ${earlier} 页相同`,
        (page: number, earlier: number) => `page ${page} is the same as page ${earlier}`,
      ],
      barren: [
        (first: number, second: number) => `第 ${first}、${second} 页没有新文书`,
        (first: number, second: number) => `pages ${first} and ${second} had no new document`,
      ],
      early: [
        (last: number, there: number) => `第 ${last} 页称为末页，但有第 ${there} 页`,
        (last: number, there: number) => `page ${last} says that it is the last, and page ${there} was there`,
      ],
      mute: [
        (page: number) => `第 ${page} 页未说明是否还有下一页`,
        (page: number) => `page ${page} does not say whether another follows`,
      ],
      endless: [() => '超出返回总数后列表仍在继续', () => 'the list goes on beyond its total'],
    },
  },
  searched: {
    list: [
      (how: string, calls: number, from: string, to: string) =>
        `已查询：以${how}查询“涉诉文书列表”接口 ${calls} 次（${from} 至 ${to}，北京时间）。`,
      (how: string, calls: number, from: string, to: string) =>
        `Searched: the litigation list by ${how}, ${calls} call${s(calls)} (${from} to ${to}, Beijing time).`,
    ],
    profile: [
      (how: string, calls: number, from: string, to: string) =>
        `已查询：以${how}查询“企业详情”接口 ${calls} 次（${from} 至 ${to}，北京时间）。`,
      (how: string, calls: number, from: string, to: string) =>
        `Searched: the enterprise details by ${how}, ${calls} call${s(calls)} (${from} to ${to}, Beijing time).`,
    ],
    notAsked: [
      (operation: string) => `库内没有对“${operation}”接口的成功调用：未查询不等于没有记录。`,
      (operation: string) =>
        `No successful call of "${operation}" is held: what was not asked may well exist.`,
    ],
    declared: [
      (total: number) => `服务返回总数 ${total}。`,
      (total: number) => `The list declares a total of ${total}.`,
    ],
    incomplete: [
      '列表未完整读取，不能据此认为没有记录。',
      'The list was not read whole: that there is no record does not follow.',
    ],
    noneOfKind: [
      (documents: number) => `已列出的 ${documents} 份文书中没有此类记录。`,
      (documents: number) => `None of the ${documents} documents listed is of this kind.`,
    ],
    fullTexts: [
      (held: number, all: number) => `已检视全文 ${held} 份（共列出 ${all} 份文书）。`,
      (held: number, all: number) => `Full texts looked through: ${held} of ${all} documents listed.`,
    ],
    looked: [
      (entries: string, documents: string) => `已查：${entries}；${documents}`,
      (entries: string, documents: string) => `searched: ${entries}; ${documents}`,
    ],
    entries: [
      (count: number) => `登记风险条目 ${count} 条`,
      (count: number) => `${count} risk entr${count === 1 ? 'y' : 'ies'} of the registration`,
    ],
    registration: [
      (entries: number, changes: number) => `只查登记信息：风险条目 ${entries} 条，变更 ${changes} 条`,
      (entries: number, changes: number) =>
        `searched in the registration alone: ${entries} risk entr${entries === 1 ? 'y' : 'ies'}, ${changes} change${s(changes)}`,
    ],
    noEntries: ['登记信息未取得', 'the registration is not held'],
    texts: [
      (documents: number, texts: number, isWhole: boolean) =>
        `文书 ${documents} 份${isWhole ? '' : '（列表未完整读取）'}，${texts === 0 && documents > 0 ? '未取得全文' : `其中全文 ${texts} 份`}`,
      (documents: number, texts: number, isWhole: boolean) =>
        `${documents} document${s(documents)}${isWhole ? '' : ' (the list was not read whole)'}, ${texts === 0 && documents > 0 ? 'no full text' : `${texts} full text${s(texts)}`}`,
    ],
    noList: ['涉诉文书列表未取得', 'the litigation list is not held'],
    id: ['企业 ID', 'enterprise id'],
    uscc: ['统一社会信用代码', 'unified social credit code'],
    name: ['名称', 'name'],
    noProfile: ['企业详情未取得。', 'The enterprise details are not held.'],
  },
  changes: {
    first: [
      '这是首次核对该企业，没有可以比较的运行。',
      'This is the first scan of the enterprise: there is no run to compare with.',
    ],
    none: [
      (run: string) => `与运行 ${run} 相比，未发现变化。`,
      (run: string) => `Nothing has changed since run ${run}.`,
    ],
    against: [
      (run: string) => `与上次核对的运行 ${run} 相比：`,
      (run: string) => `Compared with run ${run}, which looked at it last:`,
    ],
    kind: inEnglish(codeWords.changeKind, {
      red_flag: 'new red flag',
      red_flag_ended: 'red flag ended',
      new_document: 'new document',
      registration: 'registration',
      shareholder_joined: 'shareholder joined',
      shareholder_left: 'shareholder left',
      shareholder_changed: 'stake changed',
      statute_validity: 'validity of a law',
      new_version: 'new version of a law',
      new_hit: 'new hit of a search',
    }),
    nothing: ['（无）', '(none)'],
    field: {
      name: ['企业名称', 'name'],
      uscc: ['统一社会信用代码', 'unified social credit code'],
      legal_representative: ['法定代表人', 'legal representative'],
      registered_capital: ['注册资本', 'registered capital'],
      status: ['登记状态', 'status'],
      address: ['注册地址', 'address'],
      business_scope: ['经营范围', 'scope of business'],
      enterprise_type: ['企业类型', 'type'],
      industry: ['行业', 'industry'],
      operating_term: ['营业期限', 'term of operation'],
      registration_authority: ['登记机关', 'registration authority'],
      registration_number: ['注册号', 'registration number'],
      validity: ['时效性', 'validity'],
      regulation_id: ['法规版本', 'version'],
      red_flags: ['红旗', 'red flags'],
    },
  },
} satisfies PairTable
