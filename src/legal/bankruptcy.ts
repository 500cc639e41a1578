import { isConditional } from './assertions.ts'
import { type Mention, mentionFinder, type Named } from './named-persons.ts'
import type { OperativePart } from './operative-part.ts'
import type { Party } from './parties.ts'
import { excerpt, type Sentence, sentencesOf } from './text.ts'
import { courtSpeaks } from './voices.ts'

/** A step of a bankruptcy or liquidation. */
export type BankruptcyKind =
  | '受理'
  | '不予受理'
  | '撤回申请'
  | '驳回申请'
  | '指定管理人'
  | '宣告破产'
  | '批准重整计划'
  | '终止重整'
  | '认可和解协议'
  | '认可分配方案'
  | '确认债权'
  | '终结程序'

/** A step that a document takes or reports. */
export type BankruptcyStep = {
  readonly kind: BankruptcyKind
  /** Whether the operative part takes it; else the text reports it. */
  readonly isOrdered: boolean
  /** 破产清算, 重整, 和解, 强制清算 or 破产, as far as the sentence says. */
  readonly procedure: string | null
  readonly debtor: Named | null
  readonly applicants: readonly Named[]
  /** As written; null for other steps. */
  readonly administrator: string | null
  readonly evidence: string
  /** In UTF-16 units, in the text that the step was found in. */
  readonly offset: number
}

/** Raise it with every change of the rules: the tables are then rebuilt. */
export const bankruptcyRulesVersion = 2

const PROCEDURE = /破产清算|破产重整|破产和解|强制清算|重整|和解|破产|清算/
const STEPS: readonly { kind: BankruptcyKind; when: RegExp; unless?: RegExp }[] = [
  {
    kind: '不予受理',
    when: /不予受理/,
    unless: /不予受理[^。；]{0,20}(?:的裁定|裁定|上诉)|撤销[^。；]{0,80}不予受理/,
  },
  {
    kind: '驳回申请',
    when: /驳回[^。；]{0,80}(?:破产|重整|清算|和解)[^。；]{0,12}申请|驳回(?!管理人)[^。；，]{4,60}的申请(?=$|[，。；])/,
    unless: /不予受理|(?:复议|异议|回避|再审|上诉|保全)[^。；]{0,12}申请|是否|应否/,
  },
  {
    kind: '撤回申请',
    when: /(?:准许|准予)[^。；]{0,100}?撤回[^。；]{0,60}申请|按[^。；]{0,60}?撤回[^。；]{0,40}申请处理/,
    unless: /(?:复议|异议|回避|保全|再审|执行)申请|债权申报|不准|不予准/,
  },
  {
    kind: '受理',
    when: /受理(?!费|后|之日|前|案件)[^。；]{0,120}?(?:破产|重整|清算|和解)/,
    unless: /不予受理|是否受理|应否受理|驳回|撤回/,
  },
  {
    kind: '宣告破产',
    when: /宣告[^。；，]{0,60}?破产/,
    unless: /(?:请求|申请|可以|应当|应予|拟)[^。；]{0,20}宣告/,
  },
  {
    kind: '批准重整计划',
    when: /批准[^。；]{0,80}?重整计划/,
    unless: /(?:请求|申请|提请)[^。；]{0,30}批准|不予批准/,
  },
  { kind: '终止重整', when: /终止[^。；]{0,80}?重整程序/, unless: /请求|申请[^。；]{0,12}终止/ },
  { kind: '认可和解协议', when: /认可[^。；]{0,80}?和解协议/, unless: /请求|申请[^。；]{0,30}认可/ },
  { kind: '认可分配方案', when: /认可[^。；]{0,80}?分配方案/, unless: /请求|申请[^。；]{0,30}认可/ },
  {
    kind: '确认债权',
    when: /确认[^。；]{0,120}?(?:无异议)?债权/,
    unless: /请求|申请[^。；]{0,30}确认|无法确认/,
  },
  {
    kind: '终结程序',
    when: /终结[^。；，]{0,80}?(?:破产|重整|清算|和解)[^，。；]{0,4}程序/,
    unless: /请求|(?:申请|提请)[^。；]{0,30}终结/,
  },
]
const APPOINTED =
  /指定([^，。；]{2,60}?)(?:担任|作为|为)([^，。；]{0,60}?)(?:的)?(?:破产)?管理人|指定(?:管理人为|破产管理人为)([^，。；]{2,60})/
const ORGANISATION =
  /[^，。；、：（）对由将的申请人]{2,40}?(?:公司|厂|合作社|企业|集团|合伙（[^（）]{2,6}）|医院|学校)/g
/** Steps that a narrative may report; the others it only discusses. */
const REPORTED: ReadonlySet<BankruptcyKind> = new Set<BankruptcyKind>(['受理', '指定管理人', '宣告破产'])
const BY_COURT = /本院/

const BY_ANY_COURT = /裁定[^。；]{0,24}受理|(?:已|被|经)[^。；]{0,40}受理|宣告/
/** What a document that is of no bankruptcy itself may report of one. */
const TOLD: ReadonlySet<BankruptcyKind> = new Set<BankruptcyKind>(['受理', '宣告破产'])

/**
 * What a document of bankruptcy decides and reports; of another document (`isOwn` false) that its court reports one as opened. `part`
 * must have been found in `text`. Linear. Source: docs/decisions.md, Bankruptcy.
 */
export function findBankruptcy(
  text: string | null,
  part: OperativePart | null,
  parties: readonly Party[],
  isOwn = true,
): BankruptcyStep[] {
  const find = mentionFinder(parties)
  const debtors = parties.filter(({ position }) => /^(?:被申请人|债务人)$/.test(position ?? ''))
  const reader: Reader = { find, debtor: debtors.length === 1 ? (debtors[0] ?? null) : null }
  const end = part?.items[0]?.offset ?? text?.length ?? 0
  const head = text?.slice(0, end) ?? ''
  const ordered = part?.items.flatMap(({ text: item, offset }) => sentencesOf(item, offset)) ?? []
  if (!isOwn) return toldIn(head, ordered, reader)
  const reported = sentencesOf(head)
    .filter((one) => BY_COURT.test(one.text))
    .flatMap((one) => stepsOf(one, reader, false))
    .filter(({ kind }) => REPORTED.has(kind))
  const decided = ordered.flatMap((one) => stepsOf(one, reader, true))
  const kinds = new Set(decided.map(({ kind }) => kind))
  return [...onePerKind(reported.filter(({ kind }) => !kinds.has(kind))), ...decided]
}

type Reader = {
  readonly find: (sentence: string) => Mention[]
  /** The only one against whom the application is. */
  readonly debtor: Party | null
}

function toldIn(narrative: string, ordered: readonly Sentence[], reader: Reader): BankruptcyStep[] {
  if (!/破产|清算|重整/.test(narrative) && !ordered.some(({ text }) => /破产|清算|重整/.test(text))) return []
  const said = courtSpeaks(narrative)
  const told = [...sentencesOf(narrative).filter(({ offset }) => said(offset)), ...ordered]
  const steps = told
    .filter(({ text }) => BY_ANY_COURT.test(text) && !isConditional(text))
    .flatMap((one) => stepsOf(one, reader, false))
    .filter(({ kind, debtor }) => TOLD.has(kind) && debtor !== null)
  return onePerKind(steps)
}

const onePerKind = (steps: readonly BankruptcyStep[]): BankruptcyStep[] =>
  steps.filter(({ kind }, index) => steps.findIndex((one) => one.kind === kind) === index)

function stepsOf({ text, offset }: Sentence, reader: Reader, isOrdered: boolean): BankruptcyStep[] {
  const { find } = reader
  const steps = STEPS.flatMap(({ kind, when, unless }) => {
    const found = when.exec(text)
    if (found === null || unless?.test(text) === true) return []
    if (kind === '受理' && !isOrdered && !/(?:裁定|已|被)[^。；]{0,8}受理/.test(text)) return []
    const mentions = find(text)
    const debtor = APPLIED.has(kind)
      ? appliedAgainst(text, mentions, reader.debtor)
      : debtorIn(text, mentions, found)
    return [
      {
        kind,
        isOrdered,
        procedure: PROCEDURE.exec(text.slice(found.index))?.[0] ?? null,
        debtor,
        applicants: kind === '受理' ? applicantsIn(text, mentions, debtor) : [],
        administrator: null,
        evidence: excerpt(text, found.index),
        offset: offset + found.index,
      },
    ]
  })
  return [...steps, ...appointed(text, offset, find, isOrdered)]
}

function appointed(
  text: string,
  offset: number,
  find: (sentence: string) => Mention[],
  isOrdered: boolean,
): BankruptcyStep[] {
  const found = APPOINTED.exec(text)
  const administrator = (found?.[1] ?? found?.[3])?.trim()
  if (
    found === null ||
    administrator === undefined ||
    /(?:申请|请求|建议)[^，]{0,8}$/.test(text.slice(0, found.index))
  )
    return []
  const named = find(text).filter(({ isName, start }) => isName && start > found.index)
  const [of] = named.filter(({ text: name }) => !administrator.includes(name))
  return [
    {
      kind: '指定管理人',
      isOrdered,
      procedure: null,
      debtor: of === undefined ? strangerIn(found[2] ?? '') : { text: of.text, keys: of.keys },
      applicants: [],
      administrator,
      evidence: excerpt(text, found.index),
      offset: offset + found.index,
    },
  ]
}

/** Steps whose sentence may name the applicant alone. */
const APPLIED: ReadonlySet<BankruptcyKind> = new Set<BankruptcyKind>(['不予受理', '驳回申请', '撤回申请'])

/** 准许甲撤回对乙的破产清算申请; where it names the applicant alone, the one against whom the application is, else the applicant itself. */
function appliedAgainst(text: string, mentions: readonly Mention[], debtor: Party | null): Named | null {
  const named = mentions.filter(({ isName }) => isName)
  const asked = named.find(
    ({ start, end }) =>
      /申请(?:对)?$/.test(text.slice(0, start)) && /^[^，。；]{0,12}(?:破产|重整|清算)/.test(text.slice(end)),
  )
  if (asked !== undefined) return { text: asked.text, keys: asked.keys }
  const against = named.findLast(({ start }) => /(?:对|关于)(?:被申请人|债务人)?$/.test(text.slice(0, start)))
  if (against !== undefined) return { text: against.text, keys: against.keys }
  const stranger = /对(?:被申请人|债务人)?([^，。；对的]{3,40}?(?:公司|厂|合作社|企业|学校|医院))/.exec(
    text,
  )?.[1]
  if (stranger !== undefined) return { text: stranger, keys: [] }
  if (debtor !== null) return { text: debtor.name, keys: [debtor.key] }
  const self = named.at(-1)
  return self === undefined ? null : { text: self.text, keys: self.keys }
}

/** The debtor stands last before what is done to it: 受理甲对乙的破产清算申请, 宣告乙破产. */
function debtorIn(text: string, mentions: readonly Mention[], found: RegExpExecArray): Named | null {
  const words = PROCEDURE.exec(text.slice(found.index))
  const to = found.index + (words?.index ?? found[0].length)
  const named = mentions.findLast(({ isName, start, end }) => isName && start >= found.index && end <= to)
  if (named !== undefined) return { text: named.text, keys: named.keys }
  return strangerIn(text.slice(found.index, to))
}

const strangerIn = (text: string): Named | null => {
  const name = [...text.matchAll(ORGANISATION)]
    .at(-1)?.[0]
    .replace(/^(?:宣告|终结|受理|批准|终止|债务|被|指定|认可|确认)+/, '')
  return name === undefined || name.length < 4 ? null : { text: name, keys: [] }
}

const applicantsIn = (text: string, mentions: readonly Mention[], debtor: Named | null): Named[] =>
  mentions
    .filter(
      ({ isName, start, text: name }) =>
        isName &&
        name !== debtor?.text &&
        start < text.indexOf(debtor?.text ?? '') &&
        /(?:受理|申请人|债权人|、)$/.test(text.slice(0, start)),
    )
    .map(({ text: name, keys }) => ({ text: name, keys }))
