import { chineseDate, writtenDate } from './figures.ts'
import { type ArticleRef, citationClause } from './laws.ts'
import { type Party, personName } from './parties.ts'
import { chance, integer, pick, type Random } from './random.ts'
import { dispositionOf, verbs } from './result.ts'
import { basicOf, instanceScene, namesOf, render } from './scene.ts'
import type { Document } from './suits.ts'
import { nameWords, stories } from './words.ts'

/** 民 事 判 决 书, under the court's name and above the number. */
export const heading = (document: Document): string =>
  `${document.court.name}\n${[...(branchOf(document) + document.kind)].join(' ')}\n${document.number}`

/** The parties section, `dsr`. */
export function partiesSection(document: Document, random: Random): string {
  const { claimants, respondents } = instanceScene(document, random)
  const roles = rolesOf(document)
  const introduce = (role: string) => (party: Party) => introduction(random, role, party, document)
  return [
    ...claimants.map(introduce(roles.claimant)),
    ...respondents.map(introduce(roles.respondent)),
    ...document.suit.thirds.map(introduce(roles.third)),
  ].join('\n')
}

function introduction(random: Random, role: string, party: Party, document: Document): string {
  const lawyer = chance(random, document.outcome.stage === 'enforcement' ? 0.2 : 0.6)
    ? `\n委托诉讼代理人：${personName(random)}，${basicOf(document.court).city.replace(/市$/, '')}${pick(random, nameWords().lawFirms)}律师事务所律师。`
    : ''
  if (party.kind === 'person') {
    return `${role}：${party.name}，${pick(random, ['男', '女'])}，${party.born}年${integer(random, 1, 12)}月${integer(random, 1, 28)}日出生，汉族，住${party.address}。${lawyer}`
  }
  const code = party.code === undefined ? '' : `，统一社会信用代码${party.code}`
  const head = party.kind === 'authority' ? ['负责人', '局长'] : ['法定代表人', titleOfHead(party)]
  return `${role}：${party.name}，住所地${party.address}${code}。\n${head[0]}：${party.head}，${head[1]}。${lawyer}`
}

const headTitles = ['董事长', '执行董事', '总经理', '经理']

/** The same for the same person, in every document. */
const titleOfHead = ({ head }: Party): string =>
  headTitles[head.charCodeAt(head.length - 1) % headTitles.length] ?? ''

/** The litigation record, `ssjl`: it names the decision below, if there is one. */
export function recordSection(document: Document, random: Random): string {
  const { outcome, suit, filed } = document
  const { claimants, respondents } = instanceScene(document, random)
  const roles = rolesOf(document)
  const matter = `${roles.claimant}${namesOf(claimants)}与${roles.respondent}${namesOf(respondents)}${thirdsOf(document, roles)}${suit.cause.name}一案`
  const cause = suit.cause.name
  const challenged = `${roles.claimant}${namesOf(claimants)}因与${roles.respondent}${namesOf(respondents)}${thirdsOf(document, roles)}${cause}一案，不服`
  const began = chineseDate(filed)
  const below = render('{下院}{下号}{下文}', instanceScene(document, random))
  switch (outcome.stage) {
    case 'first':
      return `${matter}，本院于${began}立案后，${firstHearing(document, random)}`
    case 'second':
      return `${challenged}${below}，向本院提起上诉。本院于${began}立案后，依法组成合议庭${pick(random, ['公开开庭', '不开庭'])}进行了审理。本案现已审理终结。`
    case 'retrial':
      return `${challenged}${below}，向本院申请再审。本院于${began}立案，依法组成合议庭进行了审查，现已审查终结。`
    case 'enforcement':
      return `${bare(roles.claimant)}${namesOf(claimants)}与${bare(roles.respondent)}${namesOf(respondents)}${suit.cause.name}一案，${below}已经发生法律效力。${bare(roles.claimant)}向本院申请强制执行，本院于${began}立案执行，案号为${document.number}。`
    case 'other':
      return `${matter}，本院于${began}立案。本院依法进行了审查，现已审查终结。`
  }
}

const thirdsOf = ({ suit }: Document, { third }: ReturnType<typeof rolesOf>): string =>
  suit.thirds.length === 0 ? '' : `、${third}${namesOf(suit.thirds)}`

function firstHearing({ kind, suit }: Document, random: Random): string {
  if (kind !== '判决书') return `依法进行审理。`
  const form = pick(random, [
    '依法适用简易程序，公开开庭进行了审理',
    '依法适用普通程序，公开开庭进行了审理',
    '依法组成合议庭，公开开庭进行了审理',
  ])
  const absent = chance(random, 0.3)
    ? `被告${namesOf(suit.defendants)}经本院传票传唤，无正当理由拒不到庭参加诉讼。`
    : '双方当事人的委托诉讼代理人到庭参加诉讼。'
  return `${form}。${absent}本案现已审理终结。`
}

/** The end of the analysis: grounds, the law, and what follows from it. */
export function conclusion(document: Document, random: Random, refs: readonly ArticleRef[]): string {
  const grounds = render(pick(random, dispositionOf(document).grounds), instanceScene(document, random))
  const law = citationClause(random, refs, document.decided)
  const verb = verbs[document.kind]
  return `${grounds}${pick(random, ['依照', '依据', '根据'])}${law}${pick(random, ['之规定', '的规定', '规定'])}，${verb}如下：`
}

/** The tail, `ww`: who decided, the day in characters, the clerk. */
export function tailSection(document: Document, random: Random): string {
  const panel = document.outcome.stage === 'second' || chance(random, 0.4)
  const judges = panel
    ? `审判长　${personName(random)}\n审判员　${personName(random)}\n${pick(random, ['审判员', '人民陪审员'])}　${personName(random)}`
    : `审判员　${personName(random)}`
  return `${judges}\n${writtenDate(document.decided)}\n书记员　${personName(random)}`
}

/** What the parties are called in a document. */
function rolesOf({ outcome, claimant: side }: Document) {
  const [own, other] = side === 'plaintiffs' ? ['原告', '被告'] : ['被告', '原告']
  const applied = ['申请人', '被申请人', '第三人'] as const
  const [claimant, respondent, third] = {
    first: ['原告', '被告', '第三人'] as const,
    second: [`上诉人（原审${own}）`, `被上诉人（原审${other}）`, '原审第三人'] as const,
    retrial: [
      ...([`再审申请人（一审${own}、二审上诉人）`, `被申请人（一审${other}、二审被上诉人）`] as const),
      '一审第三人',
    ] as const,
    enforcement: outcome.code === '执保' ? applied : (['申请执行人', '被执行人', '第三人'] as const),
    other: applied,
  }[outcome.stage]
  return { claimant, respondent, third }
}

/** The role without what it was before: 上诉人. */
const bare = (role: string): string => role.replace(/（.*$/, '')

const proceduresByCode: Readonly<Record<string, string>> = {
  民申: '再审审查',
  财保: '非诉保全',
  民辖: '管辖',
  破申: '破产',
  破: '破产',
  民督: '督促',
}
const proceduresByStage = {
  first: '一审',
  second: '二审',
  retrial: '再审',
  enforcement: '执行',
  other: '其他',
}

/** Value of `spcx` and 审判程序. */
export const procedureOf = ({ outcome }: Document): string =>
  proceduresByCode[outcome.code] ?? proceduresByStage[outcome.stage]

/** 民事, 行政 or 执行: what comes before 判决书 in a heading. */
export function branchOf({ outcome, suit }: Document): string {
  if (outcome.stage === 'enforcement') return '执行'
  return suit.cause.family === 'administrative' ? '行政' : '民事'
}

/** Value of `ajlb`: one of the contract's case categories. */
export function categoryOf(document: Document): string {
  const { code, stage } = document.outcome
  if (stage === 'enforcement') return '执行案件'
  if (code === '财保') return '非诉保全审查案件'
  if (code.startsWith('民辖')) return '管辖案件'
  if (code.startsWith('破')) return '强制清算与破产案件'
  return document.suit.cause.family === 'administrative' ? '行政案件' : '民事案件'
}

export const storyOf = ({ suit }: Document) => stories()[suit.cause.family]
