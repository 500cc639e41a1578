/** What a reader of the result must know is missing, of one kind. */
export interface Gap {
  readonly kind: keyof typeof sentences
  readonly count: number
  /** The first three entries or lists, in the order of the job; none for kinds that concern no enterprise. */
  readonly named: readonly Named[]
  /** MD5 over all that is missing: a gap with another digest is another gap. */
  readonly digest: string
}

interface Named {
  /** As the job or the service names it. */
  readonly name: string
  /** Documents of an incomplete list that were seen, and what it declares; else null, as is what it does not declare. */
  readonly seen: number | null
  readonly declared: number | null
}

type Sentence = (count: number, names: string) => string

interface Words {
  readonly en: Sentence
  readonly zh: Sentence
  /** Table, or column, that has them one by one. */
  readonly see?: string
}

/** By kind, in the order of reports. */
const sentences = {
  not_found: {
    en: (count, names) => `enterprises not found: ${count} (${names})`,
    zh: (count, names) => `查无此企业：${count} 家（${names}）`,
    see: 'job_enterprises.status',
  },
  ambiguous: {
    en: (count, names) => `ambiguous enterprises: ${count} (${names}); give their uscc or id`,
    zh: (count, names) => `名称有歧义的企业：${count} 家（${names}），请写明统一社会信用代码或企业 ID`,
    see: 'job_enterprises.candidates',
  },
  pending: {
    en: (count, names) => `enterprises not matched yet: ${count} (${names})`,
    zh: (count, names) => `尚未匹配的企业：${count} 家（${names}）`,
    see: 'job_enterprises.status',
  },
  incomplete_lists: {
    en: (count, names) => `litigation lists incomplete: ${count} (${names})`,
    zh: (count, names) => `没有读完整的涉诉文书列表：${count} 份（${names}）`,
    see: 'list_scans.reason',
  },
  unread_lists: {
    en: (count, names) => `enterprises whose litigation list was not read: ${count} (${names})`,
    zh: (count, names) => `没有读取涉诉文书列表的企业：${count} 家（${names}）`,
  },
  searches: {
    en: (count) => `searches without an answer: ${count}`,
    zh: (count) => `没有得到应答的检索：${count} 次`,
    see: 'job_searches.status',
  },
  articles: {
    en: (count) => `articles of the job that the service does not have: ${count}`,
    zh: (count) => `任务列出而服务没有的法条：${count} 条`,
    see: 'article_lookups',
  },
  documents: {
    en: (count) => `listed documents whose full text is in neither library: ${count}`,
    zh: (count) => `两个文书库中都没有全文的文书：${count} 份`,
    see: 'subject_documents.text_state',
  },
  calls: {
    en: (count) =>
      `failed or refused calls: ${count}; a resumed run asks for the failed ones again, dossier retry-failed JOB for those of a run that has ended`,
    zh: (count) =>
      `失败或被拒绝的调用：${count} 次，续跑时会重试失败的调用；运行已经结束的，请执行 dossier retry-failed JOB`,
    see: 'dead_letters',
  },
  after: {
    en: (_, names) =>
      `the program that comes after the run failed: ${names}; see dossier logs. Nothing is lost`,
    zh: (_, names) => `运行结束后执行的程序失败：${names}，见 dossier logs。结果没有丢失`,
  },
} as const satisfies Readonly<Record<string, Words>>

export const gapKinds = Object.keys(sentences) as Gap['kind'][]

/** A gap for a person, by default with where the warehouse has more. A run of an earlier version left the English sentence itself. */
export function gapText(gap: Gap | string, language: 'en' | 'zh', hasHint = true): string {
  if (typeof gap === 'string') return gap
  const isChinese = language === 'zh'
  const names = gap.named.map(({ name, seen, declared }) => {
    if (seen === null) return name
    // All were seen, but the list may have changed meanwhile.
    if (seen === declared)
      return isChinese ? `${name} ${seen} 份都已列出，但未能复核` : `${name} all ${seen} seen, not confirmed`
    return isChinese
      ? `${name} 已读 ${seen}/${declared ?? '未载明'}`
      : `${name} ${seen} of ${declared ?? 'an unknown number'}`
  })
  const all = gap.count > names.length ? [...names, '…'] : names
  const { see, ...words }: Words = sentences[gap.kind]
  const hint = see === undefined || !hasHint ? '' : `${isChinese ? '，见' : '; see'} ${see}`
  return words[language](gap.count, all.join(isChinese ? '、' : ', ')) + hint
}
