import { codeWords } from '../../../words/code-words.ts'

/** What values of the warehouse are called, in Chinese. */
export const values = {
  role: codeWords.role,
  stage: codeWords.stage,
  result: codeWords.result,
  outcome: codeWords.outcome,
  verdict: codeWords.verdict,
  stop: {
    budget: '预算用尽，运行提前结束',
    stopped: '运行被中止',
    blocked: '运行受阻，需人工处理',
    failed: '运行失败',
    unauthorised: '服务拒绝了密钥，运行提前结束',
    running: '运行尚未结束',
    abandoned: '运行已放弃',
  },
  status: codeWords.status,
  operation: codeWords.operation,
  callOutcome: codeWords.callOutcome,
  effectiveness: codeWords.effectiveness,
  uncounted: codeWords.uncounted,
  nameKind: codeWords.nameKind,
}
