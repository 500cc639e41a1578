import { dayBefore, isConditional, othersSpeak } from './assertions.ts'
import { DAY, dayOf } from './dates.ts'
import { asNamed, type Mention, type Named, type Passage, readerOf } from './mentions.ts'
import { enterpriseNameKey, isRegistered } from './names.ts'
import { narrativeOf, type OperativePart } from './operative-part.ts'
import type { Parties, Party } from './parties.ts'
import { matchesOf, type Place, placeIn } from './text.ts'

/** A step of a bankruptcy or liquidation that a document takes or reports. */
export type BankruptcyStep = Place & {
  readonly kind: (typeof STEPS)[number][0] | '指定管理人'
  readonly isOrdered: boolean
  /** ISO day of a step that is reported, where its sentence has it. */
  readonly happenedOn: string | null
  /** 破产清算, 重整, 和解, 强制清算 or 破产, as far as the sentence says. */
  readonly procedure: string | null
  readonly debtor: Named | null
  readonly administrator: string | null
}

const PROCEDURE = /破产清算|破产重整|破产和解|强制清算|重整|和解|破产|清算/
/** Steps by the words that take them, and those under which none is taken. */
const STEPS = [
  ['不予受理', /不予受理/, /不予受理[^。；]{0,20}(?:的裁定|裁定|上诉)|撤销[^。；]{0,80}不予受理/],
  [
    '驳回申请',
    /驳回[^。；]{0,80}(?:破产|重整|清算|和解)[^。；]{0,12}申请|驳回(?!管理人)[^。；，]{4,60}的申请(?=$|[，。；])/,
    /不予受理|(?:复议|异议|回避|再审|上诉|保全)[^。；]{0,12}申请|是否|应否|[更撤]换|会议|决议|债权(?!人)/,
  ],
  [
    '撤回申请',
    /(?:准许|准予)[^。；]{0,100}?撤回[^。；]{0,60}申请|按[^。；]{0,60}?撤回[^。；]{0,40}申请处理/,
    /(?:复议|异议|回避|保全|再审|执行)申请|债权申报|不准|不予准/,
  ],
  [
    '受理',
    /受理(?!费|后|之日|前|案件)(?:[^。；]{0,120}?(?:破产|重整|清算|和解)|[^。；，]{4,60}的申请(?=$|[，。；]))/,
    /不(?:予|应)?受理|[是应]否受理|驳回|撤回|(?:复议|异议|回避|再审)[^。；]{0,4}申请/,
  ],
  ['宣告破产', /宣告[^。；，]{0,60}?破产/, /(?:请求|申请|可以|应当|应予|拟)[^。；]{0,20}宣告/],
  ['批准重整计划', /批准[^。；]{0,80}?重整计划/, /(?:请求|申请|提请)[^。；]{0,30}批准|不予批准/],
  ['终止重整', /终止[^。；]{0,80}?重整程序/, /请求|申请[^。；]{0,12}终止/],
  ['认可和解协议', /认可[^。；]{0,80}?和解协议/, /请求|申请[^。；]{0,30}认可/],
  ['认可分配方案', /认可[^。；]{0,80}?分配方案/, /请求|申请[^。；]{0,30}认可/],
  ['确认债权', /确认[^。；]{0,120}?(?:无异议)?债权/, /请求|申请[^。；]{0,30}确认|无法确认/],
  [
    '终结程序',
    /终结[^。；，]{0,80}?(?:破产|重整|清算|和解)[^，。；]{0,4}程序/,
    /请求|(?:申请|提请)[^。；]{0,30}终结/,
  ],
] as const
const APPOINTED =
  /指定([^，。；]{2,60}?)(?:担任|作为|为)([^，。；]{0,60}?)(?:的)?(?:破产)?管理人|指定(?:管理人为|破产管理人为)([^，。；]{2,60})/
const ORGANISATION =
  /[^，。；、：（）对由将的申请人]{2,40}?(?:公司|厂|合作社|企业|集团|合伙（[^（）]{2,6}）|医院|学校)/g
type Kinds = ReadonlySet<BankruptcyStep['kind']>
const REPORTED: Kinds = new Set(['受理', '指定管理人', '宣告破产'])
const OF_OTHERS: Kinds = new Set(['受理', '宣告破产'])
/** Without a word of these a sentence takes neither step: most documents are not read further. */
const OPENS = /受理|宣告/
/** Steps whose sentence may name the applicant alone. */
const APPLIED: Kinds = new Set(['不予受理', '驳回申请', '撤回申请'])
/** That a court finds no ground of a bankruptcy, and not who opposes it. */
const GROUNDLESS =
  /(?:^|[，。；])(?![^，。；]{0,30}(?:主张|认为|称))[^，。；]{0,40}(?:不|未|尚未|没有)[^，。；]{0,8}(?:符合|具备|具有|存在|达到|出现)[^，。；]{0,30}(?:第二条|破产(?:清算)?的?(?:原因|条件|情形|界限))/

/** What a document of bankruptcy decides and reports; of another (`isOwn` false) what its court reports as opened. docs/decisions.md, Bankruptcy. */
export function findBankruptcy(
  text: string | null,
  part: OperativePart | null,
  parties: Parties,
  isOwn = true,
): BankruptcyStep[] {
  const read = readerOf(parties).sentences
  const narrative = narrativeOf(text, part)
  const ordered = part?.items.flatMap(read) ?? []
  const against = parties.filter(({ position }) => /^(?:被申请人|债务人)$/.test(position ?? ''))
  const [debtor = against.length === 0 ? 'applicant' : null] = against.length === 1 ? against : []
  if (isOwn) {
    const said = read(narrative).filter((one) => /本院/.test(one.text))
    const reported = said.flatMap((one) => stepsOf(one, debtor, false))
    const accepted = reported.find(({ kind }) => kind === '受理')
    const isOpen = accepted !== undefined && !GROUNDLESS.test(narrative.text.split('本院认为').at(-1) ?? '')
    const decided = ordered
      .flatMap((one) => stepsOf(one, debtor, true))
      .filter((one) => !(isOpen && isOfAnother(one, accepted)))
    const kinds = new Set(decided.map(({ kind }) => kind))
    const others = reported.filter(({ kind }) => REPORTED.has(kind) && !kinds.has(kind))
    return [...onePerKind(others), ...decided]
  }
  const isOfOther = othersSpeak(narrative.text)
  const steps = [...read(narrative), ...ordered]
    .filter(({ text: words }) => OPENS.test(words) && !isConditional(words))
    .flatMap((one) => stepsOf(one, debtor, false))
    .filter(({ offset }) => !isOfOther(offset))
  return onePerKind(steps.filter((one) => OF_OTHERS.has(one.kind) && one.debtor !== null))
}

/** In a procedure that was opened, an application may be for another administrator, or for a reorganisation in a liquidation: its refusal ends nothing. */
const isOfAnother = ({ kind, procedure }: BankruptcyStep, accepted: BankruptcyStep): boolean =>
  (kind === '驳回申请' && procedure === null) ||
  (APPLIED.has(kind) && /^(?:重整|和解)$/.test(procedure ?? '') && accepted.procedure === '破产清算')

/** 于2025年6月18日作出（2025）湘01破申4号民事裁定，受理…: the day of the ruling is the day of the step. */
const RULED = new RegExp(
  `(${DAY})[，,]?[^，。；日]{0,30}作出[^，。；]{0,40}(?:裁定|决定)书?[，,]?(?:裁定|决定)?$`,
)
const reportedOn = (text: string, at: number): string | null =>
  dayOf(RULED.exec(text.slice(0, at))?.[1]) ?? dayBefore(text, at)

/** A notice names the day of what it makes known: 本院于2019年10月9日裁定宣告…破产; no other clause or day may stand between. */
const OWN_RULING = new RegExp(`本院(?:已|依法)?于(${DAY})[^，。；日]{0,8}(?:裁定|决定)[^，。；日]*$`)

/** The one against whom an application is; none where several are, the applicant where no one is. */
type Debtor = Party | 'applicant' | null

const onePerKind = (facts: readonly BankruptcyStep[]): BankruptcyStep[] =>
  facts.filter(({ kind }, index) => facts.findIndex((one) => one.kind === kind) === index)

function stepsOf(sentence: Passage, debtor: Debtor, isOrdered: boolean): BankruptcyStep[] {
  const { text } = sentence
  const steps = STEPS.flatMap(([kind, when, unless]) => {
    const found = when.exec(text)
    if (found === null || unless.test(text)) return []
    if (kind === '受理' && !isOrdered && !/(?:裁定|已|被)[^。；]{0,8}受理/.test(text)) return []
    const procedure = PROCEDURE.exec(text.slice(found.index))?.[0] ?? null
    const isApplied = APPLIED.has(kind) || (kind === '受理' && procedure === null)
    const whose = isApplied ? appliedAgainst(sentence, debtor) : debtorIn(sentence, found)
    return { kind, at: found.index, procedure, debtor: whose, administrator: null }
  })
  return [...steps, ...appointed(sentence)].map(({ kind, at, ...step }) => {
    const happenedOn = isOrdered ? dayOf(OWN_RULING.exec(text.slice(0, at))?.[1]) : reportedOn(text, at)
    return { kind, isOrdered, happenedOn, ...step, ...placeIn(sentence, at) }
  })
}

function appointed(sentence: Passage) {
  const found = APPOINTED.exec(sentence.text)
  const administrator = (found?.[1] ?? found?.[3])?.trim()
  if (found === null || administrator === undefined) return []
  const { index: at, 2: whose = '' } = found
  // 预重整 has one before a reorganisation is accepted, if it is.
  if (/(?:申请|请求|建议)[^，]{0,8}$/.test(sentence.text.slice(0, at)) || /临时|预重整/.test(whose)) return []
  const of = namesOf(sentence).find(({ start, text }) => start > at && !administrator.includes(text))
  const debtor = of === undefined ? strangerIn(whose) : asNamed(of)
  return [{ kind: '指定管理人' as const, at, procedure: null, debtor, administrator }]
}

const namesOf = ({ mentions }: Passage): Mention[] => mentions.filter(({ isName }) => isName)

/** 准许甲撤回对乙的破产清算申请; where it names the applicant alone, the one against whom the application is, else the applicant itself. */
function appliedAgainst(sentence: Passage, debtor: Debtor): Named | null {
  const { text } = sentence
  const named = namesOf(sentence)
  const asked = named.find(
    ({ start, end }) =>
      /申请(?:对)?$/.test(text.slice(0, start)) && /^[^，。；]{0,12}(?:破产|重整|清算)/.test(text.slice(end)),
  )
  const against = named.findLast(({ start }) => /(?:对|关于)(?:被申请人|债务人)?$/.test(text.slice(0, start)))
  const meant = asked ?? against
  if (meant !== undefined) return asNamed(meant)
  const stranger = STRANGER.exec(text)?.[1]
  if (stranger !== undefined) return { text: stranger, keys: [] }
  if (debtor !== 'applicant') return debtor && { text: debtor.name, keys: [debtor.key] }
  // 驳回甲的申请 may be of a creditor, who contests a list of claims.
  const self = PROCEDURE.test(text) || !text.includes('驳回') ? named.at(-1) : undefined
  return self === undefined ? null : asNamed(self)
}
const STRANGER = /对(?:被申请人|债务人)?([^，。；对的]{3,40}?(?:公司|厂|合作社|企业|学校|医院))/

/** The debtor stands last before what is done to it: 受理甲对乙的破产清算申请, 宣告乙破产. */
function debtorIn(sentence: Passage, { index, 0: words }: RegExpExecArray): Named | null {
  const { text } = sentence
  const to = index + (PROCEDURE.exec(text.slice(index))?.index ?? words.length)
  const named = namesOf(sentence).findLast(({ start, end }) => start >= index && end <= to)
  // 受理甲对乙的破产清算申请, where only the applicant is a party.
  const behind = strangerIn(text.slice(named?.end ?? index, to))
  const debtor = named ?? sentence.mentions.findLast((one) => isPassive(text, one, index))
  return behind ?? (debtor === undefined ? null : asNamed(debtor))
}

/** 甲已被某法院裁定宣告破产: of the passive the debtor stands right before. */
const PASSIVE =
  /^(?:（[^（）]{0,30}）)?(?:现|已经?|业已?|均|于[\d年月日]{8,11})*(?:被|经|由)[^，。；]{0,40}(?:裁定|决定)?$/
const isPassive = (text: string, { end, keys }: Mention, to: number): boolean =>
  keys.length === 1 && end <= to && to - end <= 80 && PASSIVE.test(text.slice(end, to))

const strangerIn = (text: string): Named | null => {
  const name = matchesOf(text.replace(/（[^（）]{0,6}简?称[^（）]*）/g, ''), ORGANISATION)
    .at(-1)?.[0]
    .replace(/^(?:宣告|终结|受理|批准|终止|债务|被|指定|认可|确认)+/, '')
  // A bankrupt may stand in the head by its administrator alone.
  return name === undefined || name.length < 4
    ? null
    : { text: name, keys: isRegistered(name) ? [enterpriseNameKey(name)] : [] }
}
