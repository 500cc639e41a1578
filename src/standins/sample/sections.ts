import { chineseDate, courtFee, numeral, writtenDate, yearOf } from './figures.ts'
import { type ArticleRef, citationClause } from './laws.ts'
import { type Party, personName } from './parties.ts'
import { chance, integer, pick, type Random, randomStream } from './random.ts'
import { basicOf, instanceScene, namesOf, render } from './scene.ts'
import { type Document, isEmployersSuit } from './suits.ts'
import { type Disposition, dispositions, nameWords, stories } from './words.ts'

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

/** What the court does in each kind of document: 判决如下. */
const verbs = {
  判决书: '判决',
  裁定书: '裁定',
  调解书: '协议',
  决定书: '决定',
  通知书: '通知',
  支付令: '命令',
}

/** The result section, `pjjg`: the operative part, delayed interest, fees, and the way to appeal. */
export function resultSection(document: Document, random: Random): string {
  const lines = [ordersOf(document, '\n')]
  if (document.kind === '判决书' && lines[0]?.includes('日内')) lines.push(delayedInterest(document))
  if (document.kind === '判决书' || charged.has(document.outcome.key)) lines.push(fees(document, random))
  lines.push(appeal(document))
  return lines.join('\n')
}

/** Rulings and other documents that settle a fee; judgments always do. */
const charged = new Set(
  'withdrawn deemedWithdrawn appealWithdrawn appealDeemedWithdrawn mediated paymentOrder preservation preActionFreeze'.split(
    ' ',
  ),
)

function delayedInterest({ decided }: Document): string {
  const year = yearOf(decided)
  const article = year < 2022 ? 253 : year < 2024 ? 260 : 264
  return `如果未按本判决指定的期间履行给付金钱义务，应当依照《中华人民共和国民事诉讼法》第${numeral(article)}条规定，加倍支付迟延履行期间的债务利息。`
}

function fees(document: Document, random: Random): string {
  const { suit, outcome } = document
  const name = outcome.stage === 'second' ? '二审案件受理费' : '案件受理费'
  const fee = suit.cause.family === 'labour' ? 10 : courtFee(suit.amount)
  const { claimants, respondents } = instanceScene(document, random)
  if (outcome.code === '财保' || outcome.key === 'preservation') {
    return `案件申请费${Math.min(5000, fee)}元，由${namesOf(claimants)}负担。`
  }
  if (outcome.key === 'partlyGranted') {
    const own = Math.round(fee * random() * 50) / 100
    const rest = Math.round((fee - own) * 100) / 100
    return `${name}${fee}元，由${namesOf(claimants)}负担${own}元，由${namesOf(respondents)}负担${rest}元。`
  }
  if (outcome.key === 'withdrawn')
    return `${name}${fee}元，减半收取计${fee / 2}元，由${namesOf(claimants)}负担。`
  const payer = outcome.key === 'granted' ? respondents : claimants
  const preservation =
    outcome.key === 'granted' && chance(random, 0.3) ? `，保全费${Math.min(5000, fee)}元` : ''
  return `${name}${fee}元${preservation}，由${namesOf(payer)}负担。`
}

function appeal({ kind, outcome, court }: Document): string {
  const noun = verbs[kind]
  if (kind === '调解书')
    return '上述协议，符合法律规定，本院予以确认。本调解书经双方当事人签收后，即具有法律效力。'
  if (outcome.stage === 'second' || outcome.code === '民再') return `本${noun}为终审${noun}。`
  if (outcome.stage === 'first' && kind === '判决书') {
    return `如不服本判决，可以在判决书送达之日起十五日内，向本院递交上诉状，并按照对方当事人的人数提出副本，上诉于${court.above?.name ?? court.name}。`
  }
  if (outcome.key === 'rejected' || outcome.key === 'inadmissible' || outcome.key === 'jurisdictionRefused') {
    return `如不服本裁定，可以在裁定书送达之日起十日内，向本院递交上诉状，上诉于${court.above?.name ?? court.name}。`
  }
  if (outcome.key === 'preservation' || outcome.code === '财保') {
    return '本裁定立即开始执行。如不服本裁定，可以自收到裁定书之日起五日内向本院申请复议一次。'
  }
  return kind === '裁定书' ? '本裁定送达后即发生法律效力。' : `本${kind}送达后即发生效力。`
}

function dispositionOf({ outcome }: Document): Disposition {
  const disposition = dispositions().dispositions[outcome.key]
  if (disposition === undefined) throw new Error(`sample: no disposition for the outcome ${outcome.key}`)
  return disposition
}

/** The operative part, the same wherever it is repeated: 一、…；二、…。 */
export function ordersOf(document: Document, separator = ''): string {
  const scene = instanceScene(document, randomStream('orders', document.key))
  const orders = pick(scene.random, choicesOf(document)).map((order) => render(order, scene))
  if (orders.length === 1) return `${orders[0] ?? ''}。`
  return `${orders.map((order, i) => `${numeral(i + 1)}、${order}`).join(`；${separator}`)}。`
}

/** No appellant asks for the own claim to be dismissed. */
function choicesOf(document: Document): Disposition['orders'] {
  const special = specialOrders(document)?.[document.outcome.key]
  if (special !== undefined) return special
  const { orders } = dispositionOf(document)
  if (document.claimant === 'defendants') return orders
  return orders.filter((lines) => !lines.some((line) => line.includes('驳回{诉全}的全部')))
}

function specialOrders({ suit }: Document) {
  if (suit.cause.family === 'administrative') return dispositions().administrativeOrders
  return isEmployersSuit(suit) ? dispositions().employerOrders : undefined
}
