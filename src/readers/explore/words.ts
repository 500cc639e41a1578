import { codeWords } from '../../rows/words/code-words.ts'
import { inLanguage, type Language, type PairTable, s } from '../dossiers/words/pairs.ts'
import textJson from './texts.json' with { type: 'json' }

/** What pages say with values in it; all else that they say is in texts.json. */
const sentences = {
  published: (run: string, at: string) => [
    `数据：运行 ${run}，发布于 ${at}（北京时间）`,
    `Data: run ${run}, published ${at} (Beijing time)`,
  ],
  shown: (first: number, last: number, all: number) => [
    `第 ${first}–${last} 条，共 ${all} 条`,
    `${first}–${last} of ${all}`,
  ],
  formerly: (name: string) => [`曾用名 ${name}`, `formerly ${name}`],
  noFlags: (searched: string) => [`没有规则触发（${searched}）。`, `No rule fires (${searched}).`],
  noEnforcement: (searched: string) => [
    `未发现执行案件（${searched}）。`,
    `No enforcement case was found (${searched}).`,
  ],
  incompleteList: (verdict: string) => [
    `注意：涉诉文书列表${verdict}。以下数字只反映已取得的文书，不得据此认为没有其他记录。`,
    `Attention: the litigation list is ${verdict}. Figures are of the documents obtained; that there are no others does not follow.`,
  ],
  textsHeld: (held: number, all: number) => [
    `列出 ${all} 份文书，其中 ${held} 份有全文`,
    `${all} documents listed, ${held} with full text`,
  ],
  flagRows: (count: number) => [`${count} 项`, `${count} row${s(count)}`],
  cutAnswer: (shown: number) => [
    `只显示前 ${shown} 个字符；全部内容：dossier evidence`,
    `The first ${shown} characters; the whole: dossier evidence`,
  ],
  found: (count: number) => [`${count} 份文书`, `${count} document${s(count)}`],
  foundAtMost: (count: number) => [
    `至多 ${count} 份文书，最近的在前`,
    `At most ${count} documents, the latest first`,
  ],
  buildingIndex: (searched: number, all: number) => [
    `正在建立检索索引：已检索 ${searched} / ${all} 份全文，以下结果尚不完整。`,
    `The search index is being built: ${searched} of ${all} full texts are searched, so the results are incomplete.`,
  ],
  resultRows: (count: number, isCut: boolean) =>
    isCut
      ? [
          `前 ${count} 行（还有更多；下载可得全部）`,
          `First ${count} rows (there are more; a download has all)`,
        ]
      : [`${count} 行`, `${count} row${s(count)}`],
  chartOf: (most: number) => [`图（至多前 ${most} 行）`, `Chart (the first ${most} rows at most)`],
  forget: (name: string) => [`删除“${name}”`, `Remove “${name}”`],
  select: (name: string) => [`选择 ${name}`, `select ${name}`],
  judgmentPages: (count: number) => [
    `另有裁判文书页 ${count} 份`,
    `and ${count} page${s(count)} of judgments`,
  ],
  expand: (name: string) => [`展开 ${name}`, `expand ${name}`],
  collapse: (name: string) => [`收起 ${name}`, `collapse ${name}`],
  relationsShown: (shown: number, all: number) => [
    `${all} 个关系中显示前 ${shown} 个`,
    `${shown} of ${all} relations`,
  ],
} satisfies PairTable

/* Spread, so that the declarations of the package give their types without the file. */
const texts = { ...textJson }

/** Codes are English themselves. */
const codesIn = {
  zh: { textState: codeWords.textState, change: codeWords.changeKind },
  en: { textState: {}, change: {} },
}

/** The words of the pages in one language. */
export type Words = ReturnType<typeof wordsIn>

export const wordsIn = (language: Language) => ({
  ...inLanguage(texts, language),
  ...inLanguage(sentences, language),
  ...codesIn[language],
})
