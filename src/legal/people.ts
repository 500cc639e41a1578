import type { Party } from './parties.ts'
import { POSITION } from './positions.ts'

/** The capacity of a person who takes part in a case without being a party. */
export type PersonRole =
  | '法定代表人'
  | '负责人'
  | '经营者'
  | '法定代理人'
  | '诉讼代表人'
  | '委托诉讼代理人'
  | '辩护人'
  | '审判长'
  | '审判员'
  | '人民陪审员'
  | '执行员'
  | '法官助理'
  | '书记员'

/** A person who acts for a party, or who judges or writes for the court. */
export type CasePerson = {
  readonly role: PersonRole
  readonly name: string
  /** Firm or other body that a lawyer belongs to; null where the text names none. */
  readonly firm: string | null
  readonly isLawyer: boolean
  /** Key of the party acted for: the last introduced before; null for the court's, and where there are several. */
  readonly partyKey: string | null
  /** In UTF-16 units, in content. */
  readonly offset: number
  readonly evidence: string
}

/** Raise it with every change of the rules: the tables are then rebuilt. */
export const peopleRulesVersion = 3

const HEAD = 6000
const NEAR = 80
const MOST_PARTIES = 50
/** What stands between a position and its name: brackets, a colon, blanks, other names of a list. */
const BETWEEN = /^(?:[（(][^（()）]{1,60}[)）])?\s?[：:]?\s?(?:[^，。；：:\n]{1,40}、)*$/
const TAIL = 3000
/** Where the record of the proceedings begins: representatives stand before it. */
const RECORD = /一案(?:中|现|已|后)?[，,。]|纠纷案[，,。]|起诉书|指控/
const ACTING: readonly (readonly [PersonRole, string])[] = [
  ['法定代表人', '法定代表人'],
  ['诉讼代表人', '诉讼代表人'],
  ['法定代理人', '法定代理人'],
  ['经营者', '(?:经营者|业主|投资人)'],
  ['负责人', '(?:主要)?负责人'],
  ['委托诉讼代理人', '(?:共同)?(?:特别授权)?(?:委托(?:诉讼)?|诉讼)代理人'],
  ['辩护人', '(?:指定)?辩护人'],
]
const PERSON = '[一-龥]{1,3}(?:某{1,3}[甲乙丙丁\\d]?)?|[一-龥·]{2,20}'
const INTRODUCED = new RegExp(
  `(?:^|[。；;\\n]|\\d号)\\s{0,6}(?:[^。；：:，,\\n]{0,14}?)(?:${ACTING.map(([, shape]) => `(${shape})`).join('|')})(?:（[^（）\\n]{1,20}）|\\([^()\\n]{1,20}\\))?\\s?[：:]?\\s?([^。；;\\n]{2,160})`,
  'g',
)
const SEVERAL =
  /(?:以上|上述|[两二三四五六七八九]|共同)[^。：:]{0,8}(?:原告|被告|上诉人|被上诉人|申请人|被申请人)?[^。：:]{0,4}(?:代理人|辩护人)/
const NAME = new RegExp(`^(?:${PERSON})$`)
const FIRM = /([一-龥（）()]{2,40}?(?:律师事务所|法律服务所|法律援助中心))/
/** 实习律师 and 律师助理 are none. */
const AT_FIRM = /^(?:的)?(?:专职|执业|主任|合伙人)?律师(?!助理)/

const COURT: readonly (readonly [PersonRole, string])[] = [
  ['审判长', '审\\s*判\\s*长'],
  ['人民陪审员', '人\\s*民\\s*陪\\s*审\\s*员'],
  ['审判员', '(?:代\\s*理\\s*|助\\s*理\\s*)?审\\s*判\\s*员'],
  ['执行员', '(?:代\\s*理\\s*)?执\\s*行\\s*[员长]'],
  ['法官助理', '法\\s*官\\s*助\\s*理'],
  ['书记员', '(?:代\\s*|代\\s*理\\s*)?书\\s*记\\s*员'],
]
const SIGNED = new RegExp(`(?:${COURT.map(([, shape]) => `(${shape})`).join('|')})[ \\u3000：:]*`, 'g')
const DAY = /[一二][〇○零◯OoＯ一二三四五六七八九]{3}\s?年/
const SIGNATURE = /^([一-龥·](?:[ \u3000]*[一-龥·]){1,19}?)(?=\s*(?:$|\n|[（(]|附|本件|速录))/

/**
 * Who takes part without being a party: representatives and lawyers of the head, and who signs at the end of a text. Two or
 * three characters where the text runs on without line ends: what is not certainly a name is left out. Pure and linear.
 * Source: docs/domain.md, People.
 */
export function findPeople(content: string, parties: readonly Party[]): CasePerson[] {
  return [...actingIn(content.slice(0, HEAD), parties), ...signedIn(content)]
}

/** Where a party is introduced: its name right behind its position. */
function headOf(
  head: string,
  { name, key, position }: Party,
): { readonly key: string; readonly at: number }[] {
  for (let at = head.indexOf(name); at >= 0; at = head.indexOf(name, at + name.length)) {
    const before = head.slice(Math.max(0, at - NEAR), at)
    const from = position === null ? -1 : before.lastIndexOf(position)
    if (from >= 0 && BETWEEN.test(before.slice(from + (position?.length ?? 0)))) return [{ key, at }]
  }
  return []
}

function actingIn(text: string, parties: readonly Party[]): CasePerson[] {
  const head = text.slice(0, RECORD.exec(text)?.index ?? 0)
  const heads = parties.slice(0, MOST_PARTIES).flatMap((party) => headOf(head, party))
  return [...head.matchAll(INTRODUCED)].flatMap((match) => {
    const role = ACTING[match.slice(1, ACTING.length + 1).findIndex((group) => group !== undefined)]?.[0]
    const rest = match[ACTING.length + 1] ?? ''
    if (role === undefined) return []
    const before = heads.filter(({ at }) => at < match.index + 1).sort((a, b) => b.at - a.at)[0]
    const isShared = SEVERAL.test(match[0].slice(0, -rest.length)) || isListed(head, before?.at)
    const partyKey = isShared ? null : (before?.key ?? null)
    const isAgent = role === '委托诉讼代理人' || role === '辩护人'
    const firm = isAgent ? (FIRM.exec(rest.slice(rest.search(/[，,]/) + 1))?.[1] ?? null) : null
    return namesOf(rest).map((name) => ({
      role,
      name,
      firm,
      isLawyer: firm !== null && AT_FIRM.test(rest.slice(rest.indexOf(firm) + firm.length)),
      partyKey,
      offset: match.index + match[0].indexOf(rest) + rest.indexOf(name),
      evidence: match[0].replace(/^[。；;\s]+/, ''),
    }))
  })
}

/** After 原告甲、乙 the text does not say whose agent follows. */
const isListed = (head: string, at: number | undefined): boolean =>
  at !== undefined && head.charAt(at - 1) === '、'

const HAS_POSITION = new RegExp(POSITION)
/** 王某系该公司员工, 张律师: words, not names. 李均 and 张师 are names: a single character ends only a longer run of words. */
const WORDS = /(?:公司|律师|代理|职务|员工)$|^.{4,}[该系均处员]$|^(?:该|系|均|同|详见|身份)/
const isName = (name: string): boolean =>
  NAME.test(name) && !HAS_POSITION.test(name) && !WORDS.test(name.replace(/某+[甲乙丙丁\d]?$/, ''))

/** The names before the first comma: one, or several joined by 、. */
function namesOf(rest: string): string[] {
  const [first = ''] = rest.split(/[，,（(：:]/)
  return first
    .trim()
    .split('、')
    .map((name) => name.trim())
    .filter(isName)
}

/** The names between who signs and the next title or the date; each stands alone. */
function signedIn(content: string): CasePerson[] {
  const from = Math.max(0, content.length - TAIL)
  const tail = content.slice(from)
  const titles = [...tail.matchAll(SIGNED)]
  return titles.flatMap((match, index) => {
    const role = COURT[match.slice(1, COURT.length + 1).findIndex((group) => group !== undefined)]?.[0]
    const start = match.index + match[0].length
    const next = titles[index + 1]?.index ?? tail.length
    const rest = tail.slice(start, Math.min(next, start + 24))
    const day = DAY.exec(rest)?.index
    const isBounded = next - start <= 24 || day !== undefined
    const name = SIGNATURE.exec(isBounded && day !== undefined ? rest.slice(0, day) : rest)?.[1]
    const plain = name?.replace(/\s/g, '') ?? ''
    // Only a name in another tongue is longer: 阿卜杜拉·买买提.
    if (role === undefined || plain.length < 2 || (plain.length > 4 && !plain.includes('·'))) return []
    if (HAS_POSITION.test(plain)) return []
    return [
      {
        role,
        name: plain,
        firm: null,
        isLawyer: false,
        partyKey: null,
        offset: from + start,
        evidence: `${match[0].trim()}${name}`,
      },
    ]
  })
}
