import { codeWords } from '../../../src/rows/words/code-words.ts'
import { rowsOf, sectionOf, textOf } from '../../readers/dossiers/pages.ts'
import { families } from './families.ts'
import { endedUnpaidCounts, flags, unsettledSums } from './flags.ts'
import {
  bankruptcies,
  disputeOf,
  type Expected,
  enforcements,
  expecting,
  facts,
  isOrderUnseen,
  type Known,
  sumsOwed,
} from './knowable.ts'
import { type Said, saidOf } from './statements.ts'
import { money } from './world.ts'

/** What a page says: flags that fire, flags that it says do not, and figures. */

interface PageStatement {
  readonly said: (page: string, known: Known) => Said
  readonly expected: (known: Known) => Expected
}

const codeOf = new Map<string, string>(Object.entries(codeWords.flag).map(([code, name]) => [name, code]))
const said = (names: readonly string[]): Said => saidOf(names.map((name) => codeOf.get(name) ?? name))

/** Flags that the page says do not fire: none of them may be one that does. */
function quiet(page: string): Said {
  const lists = [...sectionOf(page, 'summary').matchAll(/未触发(?:（[^）]*）)?：([^<]*)/g)]
  const names = lists.map(([, list = '']) => `、${list}、`).join('')
  return said([...codeOf.keys()].filter((name) => names.includes(`、${name}、`)))
}

/** Each flag that nothing left raises is said not to fire; that it guarantees nothing, or has nothing to pay, may be left open where an order is not seen, or is one to answer for others. */
const quietOf = (known: Known): Expected => {
  const { must, may: weighed } = flags(known)
  const answers = facts(known, 'ordered').some(({ sums }) => sums.some(({ as }) => as === 'guarantee'))
  const may = new Set([
    ...[...weighed, ...(isOrderUnseen(known) ? ['guarantees', 'judged'] : [])],
    ...(answers ? ['judged'] : []),
  ])
  const none = [...codeOf.values()].filter((code) => !must.has(code) && !may.has(code))
  return expecting(none, may)
}

/** The figures of the sections that page one sums up. */
function figures(page: string): Said {
  const states = rowsOf(sectionOf(page, 'enforcement'), '作为被执行人')
  const totals = sectionOf(page, 'amounts').matchAll(/data-figure="ordered(?:-list)?">([\s\S]*?)<\/p>/g)
  return new Map([
    [
      'figures',
      {
        'cases ended unpaid': states.find((row) => row.执行状态 === '终本（未执行完毕）')?.案件 ?? null,
        'ordered in all': yuanIn([...totals].map(([, total = '']) => textOf(total))),
      },
    ],
  ])
}

const figuresOfSections = (known: Known): Expected => {
  const { must, may } = figuresOf(known)
  const { 'still to be paid': _ofPageOne, ...fields } = must.get('figures') ?? {}
  return expecting([['figures', fields]], may)
}

function figuresOf(known: Known): Expected {
  const owed = sumsOwed(known).filter(({ payers }) => payers.includes(known.life.name))
  const total = money(owed.reduce((sum, { amount }) => sum + amount, 0))
  const { certain, most } = unsettledSums(known)
  const fields = {
    'cases ended unpaid': endedUnpaidCounts(known).map((count) => (count === 0 ? null : String(count))),
    ...(certain === most && { 'still to be paid': [certain === 0 ? null : money(certain)] }),
    ...(owed.every(({ isCertain }) => isCertain) && { 'ordered in all': [owed.length === 0 ? null : total] }),
  }
  return expecting([['figures', fields]])
}

/** Sums in yuan, added up; null where there is none. */
function yuanIn(said: readonly string[]): string | null {
  const sums = said.flatMap((words) =>
    [...words.matchAll(/人民币 ([\d,]+\.\d\d) 元/g)].map(([, sum = '']) => Number(sum.replaceAll(',', ''))),
  )
  return sums.length > 0 ? money(sums.reduce((a, b) => a + b, 0)) : null
}

/** The sums that sentences of the bottom line state. */
const sumsIn = (brief: string, ...openings: readonly string[]): string | null =>
  yuanIn(brief.split('。').filter((sentence) => openings.some((opening) => sentence.includes(opening))))

/** The figures of the bottom line, each from its own sentence. */
function bottomLine(page: string): Said {
  const brief = textOf(sectionOf(page, 'brief').split('<h3>')[0] ?? '')
  return new Map([
    [
      'figures',
      {
        'cases ended unpaid': /终本（未执行完毕） (\d+)/.exec(brief)?.[1] ?? null,
        // What the decisions behind an enforcement without a sum order is no figure of it.
        'still to be paid': sumsIn(brief.replace(/所涉裁判、调解判令[^。]*/, ''), '案件的未了结金额'),
        'ordered and not enforced': sumsIn(
          brief,
          '亦未见清偿的裁判、调解给付',
          '已作出、是否生效未见的裁判、支付令给付',
        ),
      },
    ],
  ])
}

/** Each debt once: what is ordered in disputes of which no enforcement is known; where an enforcement may be joined or not, nothing. */
function figuresOfBottomLine(known: Known): Expected {
  const { 'ordered in all': _ofSections, ...fields } = figuresOf(known).must.get('figures') ?? {}
  const own = sumsOwed(known).filter(({ payers }) => payers.includes(known.life.name))
  const enforced = enforcements(known).filter(({ role }) => role === 'defendant')
  const [groups, listed] = [families(known), new Set(known.docs.map(({ of }) => of.key))]
  const isOf = (key: string, other: string) => disputeOf(known, key) === disputeOf(known, other)
  const isJoined = (key: string) =>
    enforced.every(
      (one) =>
        !isOf(one.key, key) ||
        (listed.has(one.key) && groups.some((group) => group.includes(one.key) && group.includes(key))),
    )
  const rest = own.filter(({ key }) => !enforced.some((one) => isOf(one.key, key)))
  const isKnown = own.every(({ key, isCertain }) => isCertain && isJoined(key))
  const total = rest.length === 0 ? null : money(rest.reduce((sum, { amount }) => sum + amount, 0))
  return expecting([['figures', { ...fields, ...(isKnown && { 'ordered and not enforced': [total] }) }]])
}

/** Disputes that were sent back, and of which no later document is left, by the day: that they wait is not known. */
function sentBack({ docs }: Known): Expected {
  const days = docs
    .filter(({ result }) => result.words.includes('重审'))
    .map(({ on, dispute }) => ({
      on,
      isLast: docs.every((doc) => doc.dispute !== dispute || doc.on <= on),
    }))
  const of = (isLast: boolean) => days.flatMap((day) => (day.isLast === isLast ? [day.on] : []))
  return expecting(
    of(true).map((on) => [on, { state: ['not known'] }]),
    of(false),
  )
}

/** What matters say of disputes that were sent back. */
function sentBackSaid(page: string): Said {
  const matters = sectionOf(page, 'brief').split('<li>').map(textOf)
  return new Map(
    matters.flatMap((line) => {
      const [, on] = /(\d{4}-\d\d-\d\d) 发回重审，其后的裁判未见/.exec(line) ?? []
      return on === undefined
        ? []
        : [[on, { state: line.includes('待裁判') ? 'open' : 'not known' }] as const]
    }),
  )
}

const marksOf = ['dishonest', 'restricted'] as const

function marksSaid(page: string): Said {
  const brief = textOf(sectionOf(page, 'brief'))
  return saidOf(marksOf.filter((mark) => brief.includes(`${codeWords.flag[mark]}：未见移除的`)))
}

const marksToSay = (known: Known): Expected => {
  const { must, may } = flags(known)
  const isMark = (name: string): boolean => marksOf.some((mark) => mark === name)
  return expecting(
    [...must].filter(([name]) => isMark(name)),
    [...may].filter(isMark),
  )
}

/** Whether all of a life was left: what is said of all that it may owe has to hold then. */
const isWhole = ({ life, docs, held, told }: Known): boolean =>
  docs.length === life.docs.length && held.size === docs.length && isEveryEntryTold(life, told)

const isEveryEntryTold = ({ entries }: Known['life'], told: Known['told']): boolean =>
  entries.every(({ says }) => says.every((fact) => told.some((one) => one.fact === fact)))

/** The bound of all that it may owe, beside the truth: it has to cover that, and not by more than what was decided. */
function bound(page: string, { life: { owes } }: Known): Said {
  const brief = textOf(sectionOf(page, 'brief').split('<h3>')[0] ?? '')
  const [sentence = ''] = /可能欠付[^。]*/.exec(brief) ?? []
  const most = Number(/至多 人民币 ([\d,.]+) 元/.exec(sentence)?.[1]?.replaceAll(',', '') ?? 0)
  const unstated = Number(/另 (\d+) 起|可能欠付的 (\d+) /.exec(sentence)?.slice(1).find(Boolean) ?? 0)
  const lacks = unstated > owes.undecided ? Number.POSITIVE_INFINITY : 0
  const [, behind = '0'] = /所涉裁判、调解判令 人民币 ([\d,.]+) 元/.exec(brief) ?? []
  const fields: Readonly<Record<(typeof alwaysBound | typeof wholeBound)[number], boolean>> = {
    'orders behind enforcement are of its debts': Number(behind.replaceAll(',', '')) <= owes.ever,
    'counts each debt once': most <= owes.ever,
    'covers what is owed': most + lacks >= owes.least,
    'is not beyond it': most <= owes.most,
    'names what is undecided': unstated >= owes.undecided,
  }
  return new Map([['bound', fields]])
}

const alwaysBound = ['counts each debt once', 'orders behind enforcement are of its debts'] as const
const wholeBound = ['covers what is owed', 'is not beyond it', 'names what is undecided'] as const

const boundHolds = (known: Known): Expected => {
  const names = [...alwaysBound, ...(isWhole(known) ? wholeBound : [])]
  return expecting([['bound', Object.fromEntries(names.map((name) => [name, [true]]))]])
}

/** Matters of page one that say of a suit of its own that it is asked to pay: there is none, unless they say that the other side asks. */
function turnedClaims(page: string): Said {
  const name = textOf(/<h1>.*?<\/h1>/s.exec(page)?.[0] ?? '')
  const matters = sectionOf(page, 'brief').split('<li>').map(textOf)
  const turned = matters.filter(
    (line) =>
      line.startsWith(`${name} 对 `) &&
      line.includes('请求企业给付') &&
      !line.includes('（企业起诉，所列为对方的请求）'),
  )
  return saidOf(turned)
}

/** Chinese that the English page one has beside names, case numbers, and what stands in brackets behind its English. */
function chinese(page: string, { docs, life }: Known): Said {
  const { 法定代表人: head, 变更: changes = [] } = life.record as {
    法定代表人?: string
    变更?: Record<string, string>[]
  }
  const names = [
    ...docs.flatMap(({ plaintiffs, defendants, thirds }) => [...plaintiffs, ...defendants, ...thirds]),
    ...[life.name, head, ...changes.flatMap(Object.values<string>)],
  ]
  const brief = textOf(sectionOf(page, 'brief').replace(/<span class="chinese">.*?<\/span>/gs, ''))
    .replace(/[（(]\d{4}[）)]\p{Script=Han}[^号]*号/gu, '')
    .replace(/(?<=held by )\p{Script=Han}+|\p{Script=Han}+公司/gu, '')
  const left = names
    .flatMap((name) => name ?? [])
    .toSorted((a, b) => b.length - a.length)
    .reduce((text, name) => text.replaceAll(name, ''), brief)
  return saidOf(left.match(/\p{Script=Han}+/gu) ?? [])
}

/** Names of these words that page one has. */
const named =
  (words: Readonly<Record<string, string>>) =>
  (page: string): Said =>
    saidOf(Object.keys(words).filter((name) => page.includes(words[name] ?? name)))

const laws = {
  revoked: '吊销后、注销前主体仍存续',
  deregistered: '注销后主体终止',
  bankrupt: '程序进行期间由管理人代表',
}

function lawOf(known: Known): Expected {
  const status = String(known.life.record.经营状态)
  const [[, { stage = [] } = {}] = []] = bankruptcies(known).must
  const isRun = stage.includes('accepted') || stage.includes('declared')
  const ofStatus =
    status === '注销' ? 'deregistered' : status.startsWith('吊销') && !isRun ? 'revoked' : undefined
  const law = [...(isRun ? ['bankrupt'] : []), ...(ofStatus === undefined ? [] : [ofStatus])]
  return expecting(law)
}

const lacks = {
  insolvent: '法院认定其资产不足以清偿债务',
  unable: '法院认定其明显缺乏清偿能力',
  unpaid_capital: '法院认定其注册资本未实缴到位',
}

const lacksFound = (known: Known): Expected => expecting(facts(known, 'found').map(({ lack }) => lack))

const asides = {
  bankruptcy: '执行文书仅载明',
  uncredited: '所称付款未获法院采信',
  unencumbered: '文书称未设抵押的财产',
  mortgaged: '当事人称已抵押',
}

/** Of a bankruptcy it says more where there was one; payments stand with their dispute, of which it has nine. */
function asidesTold(known: Known): Expected {
  const told = new Set(facts(known, 'aside').map(({ matter }) => matter))
  const hasBankruptcy = facts(known, 'bankruptcy').length > 0
  const isShort = new Set(known.docs.map(({ dispute }) => dispute)).size <= mostDisputes
  const must = [...told].filter(
    (matter) => !(matter === 'bankruptcy' && hasBankruptcy) && !(matter === 'uncredited' && !isShort),
  )
  return expecting(must, told)
}
const mostDisputes = 5

/** Statements of the English page. */
export const englishStatements: Readonly<Record<string, PageStatement>> = {
  'english: Chinese words': { said: chinese, expected: () => expecting([]) },
}

export const pageStatements: Readonly<Record<string, PageStatement>> = {
  'page: flags': {
    said: (page) => said(rowsOf(sectionOf(page, 'summary'), '红旗').map(({ 红旗 }) => 红旗 ?? '')),
    expected: flags,
  },
  'page: not found': { said: quiet, expected: quietOf },
  'page: figures': { said: figures, expected: figuresOfSections },
  'bottom line: figures': { said: bottomLine, expected: figuresOfBottomLine },
  'matters: sent back': { said: sentBackSaid, expected: sentBack },
  'bottom line: marks': { said: marksSaid, expected: marksToSay },
  'bottom line: bound': { said: bound, expected: boundHolds },
  'bottom line: law': { said: named(laws), expected: lawOf },
  'bottom line: findings': { said: named(lacks), expected: lacksFound },
  'bottom line: beside the debt': { said: named(asides), expected: asidesTold },
  'matters: claims': { said: turnedClaims, expected: () => expecting([]) },
}
