import { type Amount, findAmounts } from './amounts.ts'
import { courtSpeaks, isSaid } from './assertions.ts'
import { upTo } from './bounds.ts'
import { marksOf as imposedIn } from './enforcement-marks.ts'
import { asNamed, type Mention, type Named, type Passage, readerOf } from './mentions.ts'
import type { Parties } from './parties.ts'
import { anyOf, firstKind, kindsOf, type Place, placeIn } from './text.ts'

/** A sentence that names a mark, whether or not it was imposed, or a finding of a court about the debtor. */
export type NamedMark = Place & {
  readonly matter: Matter
  /** In what way, the first of `MANNERS` that fits. */
  readonly manner: keyof typeof MANNERS | 'found' | 'some_debtor' | 'named'
  readonly against: readonly Named[]
  /** Of a payment that was not credited, and of a preservation that was refused, the first sum of its sentence. */
  readonly paid: Amount | null
}

const MATTERS = {
  dishonest: /失信/,
  restricted: /限制[^。；，]{0,12}消费|限高/,
  closed: /(?:停止|停业|歇业|已?无人|不再|未在[^，。；]{0,12})(?:经营|办公)|停业|歇业|人去楼空/,
  unreached: /未能?(?:查?找|联系)[到上]?[^，。；]{0,40}法定代表人(?!.{0,4}财产)|法定代表人(?:下落不明|失联)/,
  insolvent: /资产[^，。；]{0,8}(?:不足以清偿|(?:小于|低于)[^，。；]{0,4}负债)|资不抵债/,
  unable: /明显缺乏清偿能力/,
  unpaid_capital:
    /(?:注册资本|出资)[^，。；人]{0,8}(?:实缴不足|未(?:足额|全部|全面|完全|实际|按期|如期)?(?:实缴|缴纳|缴足|到位|履行))/,
  bankruptcy: /(?:移送|申请)[^，。；]{0,60}破产/,
  uncredited: /不予(?:采信|采纳|认定|确认|认可)/,
  claim_of_other: /对[^，。；]{0,60}债权[^，。；]{0,4}由[^，。；]{0,4}管理人[^，。；]{0,6}(?:主张|追收|行使)/,
  preservation: /(?:请求|申请)[^。；]{0,60}?(?:冻结|查封|扣押|保全)[^。；]{0,40}?\d/,
  unencumbered: /(?:未|没有|无)(?:设定|设立|办理)?[^，。；]{0,4}抵押/,
  mortgaged: /已(?:经|被)?(?:设定|设立|办理)?抵押/,
  missing: /(?:现|目前|已|均|至今)?(?:下落|去向)不明/,
} as const
type Matter = keyof typeof MATTERS
type Court = 'enforcement' | 'bankruptcy'

const MANNERS = {
  refused: /不予?(?:准许|支持|纳入|采取)|未予|不符合|未(?:将|对|被|采取)|暂不|暂缓/,
  quoted: /《|规定[，,：:]|“/,
  asserted: /称[^，。；]*(?:早?已|系|被)/,
  warned: /可(?:以|再次|再|依法)?(?:申请|请求|将|对)|告知|逾期|如|将(?:依法|会|被(?!执行人))/,
  asked: /(?:申请|请求|要求|诉请)[^人执，。；]{0,4}(?:将|对|把|法院|本院|依法|采取|纳入)/,
} as const

const ANCHOR = anyOf(MATTERS)
/** What only the finding of a court makes a fact, and of which court. */
const FINDINGS: Readonly<Partial<Record<Matter, Court>>> = {
  ...{ closed: 'enforcement', unreached: 'enforcement', missing: 'enforcement', unencumbered: 'enforcement' },
  ...{ insolvent: 'bankruptcy', unable: 'bankruptcy', unpaid_capital: 'bankruptcy' },
}
/** What an enforcement court says of a bankruptcy that was not opened, of a payment that it does not take off, and of a mortgage that a party alleges. */
const ASIDE: Readonly<Partial<Record<Matter, (text: string) => NamedMark['manner'] | null>>> = {
  bankruptcy: (text) => (/不同意|未同意/.test(text) ? 'refused' : /告知/.test(text) ? 'warned' : 'named'),
  claim_of_other: () => 'named',
  uncredited: (text) => (SAID_BY_PARTY.test(text) && PAID.test(text) ? 'refused' : null),
  mortgaged: (text) => (SAID_BY_PARTY.test(text) ? 'asserted' : null),
}
const PAID = /(?:已|代)[^，。；]{0,40}(?:支付|给付|偿还|清偿|付清)/
const PLACE = /住所|注册地|登记地|经营地|经营场所|地址|现场|实地/
const SAID_BY_PARTY = /[^简统合又名号]称|主张/
/** What is to be proved, or what a law says of any debtor, is found of none. */
const NOT_FOUND = /证[明实据]|是否|为由|或者|应当|不存在|不属于|尚未|(?:并|亦|也)(?:非|不)/
/** 驳回某公司的财产保全申请: what it asked for stands in the narrative. */
const PRESERVATION_REFUSED = /(?:驳回|不予准许)[^，。；]{0,60}保全(?:的)?申请|不予(?:财产|诉前)?保全/
/** 已抵押给某银行，但未办理抵押登记: what was agreed is no property free of mortgages. */
const AGREED = /抵押(?:给|予|于|合同|权人)/
/** 现有证据尚不足以证明其资不抵债. */
const UNPROVED = /(?:不足以|未能?|无法|不能)(?:充分)?证明/
const MOST = 100

/** What a text names, and its court finds. Linear. Source: docs/decisions.md, Enforcement in full texts. */
export function findNamedMarks(content: string, parties: Parties, court: Court | null): NamedMark[] {
  if (!ANCHOR.test(content)) return []
  const debtors = new Set(parties.flatMap(({ side, key }) => (side === 'defendant' ? [key] : [])))
  const isDebtor = ({ keys }: Mention): boolean => keys.some((key) => debtors.has(key))
  const isCourt = courtSpeaks(content)
  const isUnheld = PRESERVATION_REFUSED.test(content)
  const creditors = new Set(parties.flatMap(({ position, key }) => (position === '申请执行人' ? [key] : [])))
  /** 对被执行人采取限制消费措施, where there are several: it was done, but the text does not say to whom. */
  const isOnSomeDebtor = (sentence: Passage, matter: Matter): boolean =>
    court === 'enforcement' &&
    debtors.size > 1 &&
    imposedIn(sentence, { creditors, before: [], keysOf: () => [] }).some(
      ({ kind, isLifted, against }) =>
        (kind === '失信' ? 'dishonest' : 'restricted') === matter &&
        !isLifted &&
        against.some(({ text, keys }) => keys.length === 0 && text.endsWith('被执行人')),
    )
  const marksOf = (sentence: Passage): NamedMark[] => {
    const { text, mentions, offset } = sentence
    const named = mentions.filter((one) => one.isName && isDebtor(one)).map(asNamed)
    const isOfDebtor = mentions.some(isDebtor) || /债务人|该公司/.test(text)
    const isOfParty = SAID_BY_PARTY.test(text)
    /** Of several debtors a finding is about those that it names. */
    const isClear = debtors.size < 2 || named.length > 0
    const mannerOf = (matter: Matter, at: number): NamedMark['manner'] | null => {
      const [finder, aside] = [FINDINGS[matter], ASIDE[matter]]
      if (matter === 'preservation') return isUnheld ? 'refused' : null
      if (aside !== undefined) return court === 'enforcement' && isOfDebtor ? aside(text) : null
      if (finder === undefined) {
        const isImposed = !isOfParty && isOnSomeDebtor(sentence, matter) && isCourt(offset + at)
        return isImposed ? 'some_debtor' : (firstKind(MANNERS, text)?.kind ?? 'named')
      }
      if (finder !== court) return null
      const isOfCourt = isOfDebtor && isCourt(offset + at)
      const isSaidOfIt = isOfCourt && isSaid(text, at) && !NOT_FOUND.test(text)
      const isAgreed = matter === 'unencumbered' && AGREED.test(text)
      const isFound = (matter === 'closed' ? PLACE.test(text) : isSaidOfIt) && !isAgreed
      if (isFound && isClear && !isOfParty) return 'found'
      // What who applies for a bankruptcy says of the debtor is only its word.
      if (court === 'bankruptcy' && isOfDebtor && isOfParty) return 'asserted'
      return finder === 'bankruptcy' && isOfCourt && UNPROVED.test(text) ? 'refused' : null
    }
    return kindsOf(MATTERS).flatMap((matter): NamedMark[] => {
      const { index: at = -1, 0: said = '' } = MATTERS[matter].exec(text) ?? {}
      const inside = mentions.filter(({ start, end }) => at < start && end < at + said.length)
      const before = mentions.filter(({ end }) => end === at)
      const meant = matter === 'claim_of_other' ? inside : matter === 'missing' ? before : null
      const whom = meant?.filter(isDebtor).map(asNamed)
      const manner = at < 0 || whom?.length === 0 ? null : mannerOf(matter, at)
      const hasSum = matter === 'uncredited' || matter === 'preservation'
      const paid = hasSum ? (findAmounts(text)[0] ?? null) : null
      const against = whom ?? named
      return manner === null ? [] : [{ matter, manner, against, paid, ...placeIn(sentence, at) }]
    })
  }
  const sentences = readerOf(parties).sentences({ offset: 0, text: content })
  const own = sentences.filter(({ text }) => ANCHOR.test(text) && !text.trim().startsWith('另案'))
  return upTo(MOST, 'case_mentions', own.flatMap(marksOf))
}
