import type { PairTable } from '../dossiers/words/pairs.ts'

/** What the pages of a judgment and of its evidence say. */
export const readingWords = {
  judgment: {
    family: ['同一争议的其他文书', 'Other documents of the dispute'],
    familyNone: ['库内没有同一争议的其他文书。', 'The warehouse holds no other document of this dispute.'],
    evidence: ['证据', 'Evidence'],
    evidenceList: ['列表所载', 'What the list says'],
    evidenceText: ['全文所载', 'What the full text says'],
    openEvidence: ['查看原始返回', 'Open the raw answer'],
    subjects: ['涉及的企业', 'Enterprises'],
    withheld: [
      '服务只返回了不公开的原因，没有全文。',
      'The record only gives the reason why the text is not published.',
    ],
    listed: [
      '库内没有这份文书的全文，以下只是涉诉列表所载。',
      'The full text is not held; this is what the litigation list says.',
    ],
  },
  evidence: {
    title: ['原始返回', 'Raw answer'],
    call: ['调用', 'Call'],
    asked: ['查询参数', 'Asked for'],
    operation: ['接口', 'Operation'],
    fetched: ['获取时间（UTC）', 'Fetched (UTC)'],
    bytes: ['字节数', 'Bytes'],
    hash: ['SHA-256（台账）', 'SHA-256 (ledger)'],
    hashNow: ['SHA-256（现在重算）', 'SHA-256 (computed now)'],
    place: ['所在', 'Where it is kept'],
    match: ['一致：与取得时逐字节相同', 'Match: byte for byte what was answered'],
    mismatch: ['不一致：运行 dossier verify', 'They differ: run dossier verify'],
    gone: ['原始返回不在了：运行 dossier doctor', 'The raw answer is gone: run dossier doctor'],
    body: ['返回内容', 'Answer'],
    bodyNote: [
      '为便于阅读重新排版；按隐私设置显示。哈希按原始字节计算。',
      'Indented for reading and presented by the privacy settings. The hash is of the raw bytes.',
    ],
    cut: [
      (shown: number) => `只显示前 ${shown} 个字符；全部内容：dossier evidence`,
      (shown: number) => `The first ${shown} characters; the whole: dossier evidence`,
    ],
  },
} satisfies PairTable
