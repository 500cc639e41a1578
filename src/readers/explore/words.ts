import { codeWords } from '../../rows/words/code-words.ts'
import {
  type InOneLanguage,
  inLanguage,
  type Language,
  type PairTable,
  sameInEnglish,
} from '../dossiers/words/pairs.ts'
import { questionWords } from './questions.ts'
import { readingWords } from './reading-words.ts'

const words = {
  code: ['zh-CN', 'en'],
  name: ['案卷浏览', 'Explore'],
  skip: ['跳到正文', 'Skip to content'],
  nav: {
    portfolio: ['企业组合', 'Portfolio'],
    search: ['全文检索', 'Search'],
    sql: ['SQL 查询', 'SQL'],
    basket: ['报告篮', 'Basket'],
  },
  published: [
    (run: string, at: string) => `数据：运行 ${run}，发布于 ${at}（北京时间）`,
    (run: string, at: string) => `Data: run ${run}, published ${at} (Beijing time)`,
  ],
  apply: ['应用', 'Apply'],
  clear: ['清除筛选', 'Clear filters'],
  all: ['全部', 'all'],
  none: ['没有符合条件的记录。', 'Nothing matches.'],
  noneHint: [
    '清除部分筛选条件，或换一个名称、统一社会信用代码再试。',
    'Clear some of the filters, or try another name or code.',
  ],
  more: ['下一页', 'Next page'],
  back: ['上一页', 'Previous page'],
  shown: [
    (first: number, last: number, all: number) => `第 ${first}–${last} 条，共 ${all} 条`,
    (first: number, last: number, all: number) => `${first}–${last} of ${all}`,
  ],
  remove: ['移除此筛选', 'remove this filter'],
  filters: ['筛选', 'Filters'],
  fault: {
    notFound: ['没有这一页', 'There is no such page'],
    notFoundHint: [
      '地址可能来自另一个数据库，或其内容已被删除。从企业组合重新开始。',
      'The address may be of another warehouse, or what it showed was removed. Start again from the portfolio.',
    ],
    failed: ['这一页无法显示', 'This page cannot be shown'],
    failedHint: [
      '重新载入；若仍然失败，运行 dossier doctor 检查数据库。',
      'Reload it; if it fails again, examine the warehouse: dossier doctor.',
    ],
    noRuns: ['还没有列出企业的运行', 'No run lists enterprises yet'],
    noRunsHint: [
      '先运行一个企业尽职调查任务：dossier run JOB。全文检索和 SQL 查询已可使用。',
      'Run an enterprise-due-diligence job first: dossier run JOB. Search and SQL work already.',
    ],
  },
  portfolio: {
    run: ['运行', 'Run'],
    query: ['名称、曾用名或统一社会信用代码', 'Name, former name or code'],
    enterprises: ['企业', 'Enterprises'],
    withHigh: ['有高级别红旗', 'with a high flag'],
    documents: ['涉诉文书', 'Documents'],
    defendant: ['作为被告的诉讼（起）', 'Disputes as defendant'],
    endedUnpaid: ['终本案件', 'Ended unpaid'],
    atStake: ['终本与执行中未了结金额（人民币元）', 'Still owed, open or ended unpaid (CNY)'],
    atStakeShort: ['未了结执行金额（元）', 'Still owed (CNY)'],
    latest: ['最近文书', 'Latest document'],
    changes: ['变化', 'Changes'],
    flags: ['红旗', 'Red flags'],
    status: ['经营状态', 'Status'],
    province: ['注册地', 'Region'],
    sort: ['排序', 'Sort by'],
    chart: [
      '终本与执行中案件的未了结金额，前十名（万元）',
      'Still owed in enforcement, first ten (10,000 CNY)',
    ],
    years: ['文书年度分布（按诉讼身份）', 'Documents by year and side'],
    formerly: [(name: string) => `曾用名 ${name}`, (name: string) => `formerly ${name}`],
    unmatched: ['名单中未匹配的企业', 'Entries without an enterprise'],
    unmatchedNote: [
      '以下名单条目没有对应的企业，不在上表中。未匹配不等于没有记录。',
      'These entries of the list have no enterprise and are not above. That they have no records does not follow.',
    ],
    given: ['名单所列', 'As listed'],
    candidates: ['候选', 'Candidates'],
    compare: ['比较所选（2–5 家）', 'Compare selected (2–5)'],
    unpaid: ['执行', 'Enforcement'],
    unpaidOf: {
      ended_unpaid: ['有终本案件', 'ended unpaid'],
      open: ['有执行中案件', 'open'],
    },
    changed: ['自上次以来', 'Since the last run'],
    changedOf: { yes: ['有变化', 'changed'] },
    flag: ['红旗', 'Red flag'],
    sorts: {
      risk: ['风险', 'risk'],
      stake: ['执行标的', 'at stake'],
      documents: ['文书数', 'documents'],
      latest: ['最近文书', 'latest'],
      name: ['名称', 'name'],
      given: ['名单顺序', 'order of the list'],
    },
  },
  enterprise: {
    tabs: {
      overview: ['概览', 'Overview'],
      cases: ['案件', 'Cases'],
      payments: ['金额', 'Sums'],
      counterparties: ['对手方', 'Counterparties'],
      registration: ['登记', 'Registration'],
      network: ['关系图', 'Network'],
    },
    flags: ['红旗', 'Red flags'],
    noFlags: [
      (searched: string) => `没有规则触发（${searched}）。`,
      (searched: string) => `No rule fires (${searched}).`,
    ],
    rule: [
      '红旗是有名称、有级别的规则，不合成评分。未触发只就所查到的记录而言。',
      'A red flag is a named rule with a level; there is no score. A rule that did not fire found nothing in these records; it proves nothing beyond them.',
    ],
    timeline: ['时间轴：案件与登记变更', 'Timeline: documents and changes of registration'],
    registrationLane: ['登记变更', 'registration'],
    enforcement: ['执行案件', 'Enforcement cases'],
    standing: ['失信、限高、查封冻结与破产', 'Marks, property held and bankruptcy'],
    noEnforcement: [
      (searched: string) => `未发现执行案件（${searched}）。`,
      (searched: string) => `No enforcement case was found (${searched}).`,
    ],
    incomplete: [
      (verdict: string) =>
        `注意：涉诉文书列表${verdict}。以下数字只反映已取得的文书，不得据此认为没有其他记录。`,
      (verdict: string) =>
        `Attention: the litigation list is ${verdict}. Figures are of the documents obtained; that there are no others does not follow.`,
    ],
    texts: [
      (held: number, all: number) => `列出 ${all} 份文书，其中 ${held} 份有全文`,
      (held: number, all: number) => `${all} documents listed, ${held} with full text`,
    ],
    rows: [(count: number) => `${count} 项`, (count: number) => `${count} row${count === 1 ? '' : 's'}`],
    minimum: ['最低金额（元）', 'Least sum (CNY)'],
    facets: {
      side: ['诉讼身份', 'Side'],
      stage: ['审判阶段', 'Stage'],
      result: ['对企业的结果', 'Result'],
      year: ['年份', 'Year'],
      court: ['法院', 'Court'],
      cause: ['案由', 'Cause'],
      text: ['全文', 'Full text'],
      family: ['争议', 'Dispute'],
      counterparty: ['对手方', 'Counterparty'],
    },
    largest: ['最大金额（元）', 'Largest sum (CNY)'],
    unknown: ['未载明', 'not stated'],
    separate: [
      '三项金额口径不同，不得相加。',
      'The three figures measure different things and must not be added up.',
    ],
    counted: ['计入', 'counts'],
    repeated: ['只列前 500 项。', 'Only the first 500 are listed.'],
    shareholders: ['股东', 'Shareholders'],
    members: ['主要人员', 'Members'],
    investments: ['对外投资', 'Investments'],
    registrationChanges: ['登记变更', 'Changes of registration'],
    risks: ['风险条目', 'Risk entries'],
    names: ['名称沿用', 'Names'],
    branches: ['分支机构', 'Branches'],
    others: ['本库其他企业', 'Other enterprises'],
    basis: ['依据', 'Basis'],
    sameName: ['只是同名', 'the same name only'],
    noRegistration: ['没有取得该企业的登记信息。', 'No registration of this enterprise is held.'],
  },
  ...readingWords,
  search: {
    query: ['全文中的词语', 'Words in the full texts'],
    hint: [
      '输入词语，在所有已取得的全文中检索；多个词以空格分开，须同时出现。',
      'Words to find in the full texts held; separate several by spaces: all must occur.',
    ],
    found: [
      (count: number) => `${count} 份文书`,
      (count: number) => `${count} document${count === 1 ? '' : 's'}`,
    ],
    atMost: [
      (count: number) => `至多 ${count} 份文书，最近的在前`,
      (count: number) => `At most ${count} documents, the latest first`,
    ],
    building: [
      (searched: number, all: number) =>
        `正在建立检索索引：已检索 ${searched} / ${all} 份全文，以下结果尚不完整。`,
      (searched: number, all: number) =>
        `The search index is being built: ${searched} of ${all} full texts are searched, so the results are incomplete.`,
    ],
    again: ['再次检索', 'Search again'],
    first: ['第一页', 'First page'],
    least: ['请输入至少两个字。', 'Give at least two characters.'],
  },
  sql: {
    statement: ['SELECT 语句', 'SELECT statement'],
    run: ['执行（Ctrl+Enter）', 'Run (Ctrl+Enter)'],
    shipped: ['常用问题', 'Questions'],
    rows: [
      (count: number, isCut: boolean) => (isCut ? `前 ${count} 行（还有更多；下载可得全部）` : `${count} 行`),
      (count: number, isCut: boolean) =>
        isCut
          ? `First ${count} rows (there are more; a download has all)`
          : `${count} row${count === 1 ? '' : 's'}`,
    ],
    chart: [
      (most: number) => `图（至多前 ${most} 行）`,
      (most: number) => `Chart (the first ${most} rows at most)`,
    ],
    rounded: ['（取整）', '(rounded)'],
    own: ['保存的问题', 'Saved questions'],
    noOwn: [
      '还没有保存的问题。执行一条语句，再为它起名保存。',
      'None yet. Run a statement, then save it under a name.',
    ],
    name: ['问题名称', 'Name of the question'],
    save: ['保存问题', 'Save the question'],
    forget: [(name: string) => `删除“${name}”`, (name: string) => `Remove “${name}”`],
    download: ['下载', 'Download'],
    dictionary: ['表与字段', 'Tables and columns'],
    hint: [
      '只读；独立进程，一分钟、1 GB 内存、前 500 行为限。',
      'Read only, in a process of its own: one minute, 1 GB of memory, the first 500 rows.',
    ],
    saved: [
      '地址栏中的地址即此查询，可收藏或转给他人。',
      'The address of this page is this query: keep it, or send it.',
    ],
  },
  basket: {
    title: ['报告篮', 'Basket'],
    empty: [
      '报告篮是空的。在企业或文书页面选择“加入报告”。',
      'The basket is empty. Choose “Add to the basket” on an enterprise or a document.',
    ],
    collect: ['加入报告', 'Add to the basket'],
    collectChosen: ['所选加入报告', 'Add selected to the basket'],
    select: [(name: string) => `选择 ${name}`, (name: string) => `select ${name}`],
    documents: ['文书', 'Documents'],
    rule: [
      '所选企业各一份报告；所选文书列在报告目录页之首，列有该文书的企业也各有一份报告。',
      'A dossier an enterprise. Documents stand first in the index, and each enterprise that lists one has a dossier, too.',
    ],
    remove: ['移除', 'Remove'],
    make: ['生成报告', 'Make dossiers'],
    made: ['报告已生成', 'Dossiers written'],
    folder: ['所在文件夹', 'Folder'],
    judgments: [
      (count: number) => `另有裁判文书页 ${count} 份`,
      (count: number) => `and ${count} page${count === 1 ? '' : 's'} of judgments`,
    ],
  },
  compare: {
    title: ['企业比较', 'Compare'],
    few: ['请选择两至五家企业。', 'Choose two to five enterprises.'],
  },
  network: {
    title: ['关系图', 'Network'],
    shareholder: ['股东', 'shareholder'],
    member: ['人员', 'member'],
    investment: ['投资', 'investment'],
    counterparty: ['对手方', 'counterparty'],
    co_defendant: ['共同被告', 'co-defendant'],
    sameName: [
      '虚线：只是同名，没有代码佐证是同一主体。',
      'Dashed: the same name only; nothing shows that it is the same subject.',
    ],
    shared: [
      '粗框：本库其他企业也与之相连。',
      'Bold: other enterprises of this warehouse are connected with it, too.',
    ],
    opens: [
      '“+”就地展开与之相连者，“−”收起；地址随之变化。',
      '+ shows who is connected with a node in place, − hides them; the address says which.',
    ],
    open: [(name: string) => `展开 ${name}`, (name: string) => `expand ${name}`],
    close: [(name: string) => `收起 ${name}`, (name: string) => `collapse ${name}`],
    closeAll: ['全部收起', 'Collapse all'],
    most: [
      (shown: number, all: number) => `${all} 个关系中显示前 ${shown} 个`,
      (shown: number, all: number) => `${shown} of ${all} relations`,
    ],
  },
  locked: {
    title: ['需要一次性地址', 'The one-time address is needed'],
    hint: [
      '请用 dossier explore 打印的完整地址打开；该地址只能使用一次。再次运行 dossier explore 可得新地址。',
      'Open the whole address that dossier explore printed; it works once. Run dossier explore again for a new one.',
    ],
  },
  textState: sameInEnglish(codeWords.textState),
  change: sameInEnglish(codeWords.changeKind),
  questions: questionWords,
} satisfies PairTable

/** The words of the pages in one language. */
export type Words = InOneLanguage<typeof words>

export const wordsIn = (language: Language): Words => inLanguage(words, language)
