import type { AuthoritativeCase, ListedDocument, OrdinaryCase } from '../../contract/records.ts'
import { type CaseText, heard } from './case-text.ts'
import { numberVariant } from './courts.ts'
import { chineseDate, isoDate } from './figures.ts'
import type { Party } from './parties.ts'
import { chance, hexId, integer, type Random, randomStream } from './random.ts'
import { instanceScene } from './scene.ts'
import { branchOf, categoryOf, ordersOf, procedureOf } from './sections.ts'
import type { Document } from './suits.ts'

/** Share of documents with a name or a number in another width. */
const variants = 0.03

/** The list item of contract 2.8. */
export function listedDocument(document: Document): ListedDocument {
  const random = randomStream('listed', document.key)
  const { claimants, respondents } = instanceScene(document, random)
  const respell = chance(random, variants) ? nameVariant : (name: string) => name
  const names = (parties: readonly Party[]): string[] => parties.map(({ name }) => respell(name))
  return {
    文书id: document.id,
    标题: titleOf(document),
    案号: spelled(random, document),
    时间: isoDate(document.decided),
    案由: document.suit.cause.name,
    审判程序: procedureOf(document),
    文书种类: document.kind,
    起诉方: names(claimants),
    应诉方: names(respondents),
    第三方: names(document.suit.thirds),
    裁判结果: ordersOf(document),
  }
}

/** The ordinary case of contract 2.4; a document that is found by number only has another id there. */
export function ordinaryCase(document: Document, text: CaseText): OrdinaryCase {
  const random = randomStream('case', document.key)
  const cause = document.suit.cause.name
  const ay = chance(random, 0.5) ? [cause] : cause
  const id = document.presence === 'number' ? hexId(random) : document.id
  const { parties: dsr, record: ssjl, facts, analysis: fxgc, result: pjjg, tail } = text
  const parts = heard(facts)
  return {
    type: '普通案例',
    ...identity(document, random, id, ay),
    ajlx:
      document.outcome.stage === 'enforcement'
        ? '执行实施案件'
        : `${branchOf(document)}${procedureOf(document)}案件`,
    yyft: citedArticles(random, text.cited),
    content: text.content,
    ...(facts.evidence !== '' && { ajjbqk_zj: facts.evidence }),
    ...(facts.defence !== '' && { ajjbqk_bh: facts.defence }),
    ...(facts.accusation !== '' && { ajjbqk_zk: facts.accusation }),
    ...(facts.hearing !== '' && { ajjbqk_bssl: facts.hearing }),
    dsr,
    ssjl,
    ...(parts.length > 0 && { ajjbqk: parts.join('\n') }),
    fxgc,
    pjjg,
    ...(facts.hearing !== '' && chance(random, 0.2) && { cmss: facts.hearing }),
    ...(chance(random, 0.9) && { ww: tail }),
    url: `/caseDetail/case/${id}`,
  }
}

/** The authoritative case of contract 2.5: edited, so it opens with what it teaches. */
export function authoritativeCase(document: Document, text: CaseText): AuthoritativeCase {
  const random = randomStream('case', document.key)
  const { id, suit } = document
  const facts = [text.facts.accusation, text.facts.hearing].filter((part) => part !== '').join('\n')
  const content = `裁判要旨\n${suit.cause.name}案件中，应当结合合同约定与履行情况综合认定当事人的责任。\n基本案情\n${text.record}\n${facts}\n裁判结果\n${document.court.name}于${chineseDate(document.decided)}作出${document.number}${branchOf(document)}${document.kind}：${ordersOf(document)}\n裁判理由\n${text.analysis}`
  return {
    type: '权威案例',
    ...identity(document, random, id, suit.cause.name),
    content,
    url: `/caseDetail/qwcase/${id}`,
  }
}

const identity = (document: Document, random: Random, id: string, ay: string | string[]) => ({
  id,
  ah: spelled(random, document),
  title: titleOf(document),
  jbdw: document.court.name,
  ajlb: categoryOf(document),
  spcx: procedureOf(document),
  wszl: document.kind,
  ay,
  cprq: chineseDate(document.decided),
  xzqh_p: document.court.province,
  xzqh_c: document.court.city,
})

/** 甲公司与乙公司等买卖合同纠纷一审民事判决书 */
function titleOf(document: Document): string {
  const { plaintiffs, defendants, cause } = document.suit
  const side = (parties: readonly Party[]): string =>
    `${parties[0]?.name ?? ''}${parties.length > 1 ? '等' : ''}`
  return `${side(plaintiffs)}与${side(defendants)}${cause.name}${stepOf(document)}${branchOf(document)}${document.kind}`
}

/** The procedure in a title; 首次执行执行裁定书 is how they are written. */
function stepOf(document: Document): string {
  if (document.outcome.stage !== 'enforcement') return procedureOf(document)
  return document.outcome.code === '执恢' ? '恢复执行' : '首次执行'
}

/** Usually as it is; a document found by number only keeps it, so that it is found. */
const spelled = (random: Random, { number, presence }: Document): string =>
  chance(random, variants / 2) && presence !== 'number' ? numberVariant(random, number) : number

/** Brackets of the other width, or a stray space. */
function nameVariant(name: string): string {
  if (name.includes('（')) return name.replaceAll('（', '(').replaceAll('）', ')')
  return name.length > 5 ? `${name.slice(0, -4)} ${name.slice(-4)}` : name
}

/** An array as a rule; sometimes one text, sometimes nothing. */
function citedArticles(random: Random, cited: readonly string[]): string | string[] | null {
  const draw = integer(random, 1, 100)
  if (draw <= 3) return null
  return draw <= 15 ? cited.join('、') : [...cited]
}
