import type { Parties, Party } from './parties.ts'
import { HAS_POSITION } from './positions.ts'
import { groupsOf, kindOfGroup, matchesOf, type Place } from './text.ts'

export type CasePerson = Place & {
  readonly role: keyof typeof ACTING | keyof typeof COURT
  readonly name: string
  readonly firm: string | null
  /** Key of the party acted for: the last introduced before; null for the court's, and where there are several. */
  readonly partyKey: string | null
}

const [HEAD, NEAR] = [6000, 80]
/** What stands between a position and its name: another position, brackets, a colon, blanks, other names of a list. */
const BETWEEN =
  /^(?:[暨兼][一-龥]{2,14})?(?:[（(][^（()）]{1,60}[)）])?\s?[：:]?\s?(?:[^，。；：:\n]{1,40}、)*$/
const TAIL = 3000
/** Where the record of the proceedings begins: representatives stand before it. */
const RECORD = /一案(?:中|现|已|后)?[，,。]|纠纷案[，,。]|起诉书|指控/
const ACTING = {
  法定代表人: '法定代表人',
  诉讼代表人: '诉讼代表人',
  法定代理人: '法定代理人',
  经营者: '(?:经营者|业主|投资人)',
  负责人: '(?:主要)?负责人',
  委托诉讼代理人: '(?:共同)?(?:特别授权)?(?:委托(?:诉讼)?|诉讼)代理人',
  辩护人: '(?:指定)?辩护人',
} as const
const INTRODUCED = new RegExp(
  `(?:^|[。；;\\n]|\\d号)\\s{0,6}(?:[^。；：:，,\\n]{0,14}?)(?:${groupsOf(ACTING)})(?:（[^（）\\n]{1,20}）|\\([^()\\n]{1,20}\\))?\\s?[：:]?\\s?([^。；;\\n]{2,160})`,
  'g',
)
const SEVERAL =
  /(?:以上|上述|[两二三四五六七八九]|共同)[^。：:]{0,8}(?:原告|被告|上诉人|被上诉人|申请人|被申请人)?[^。：:]{0,4}(?:代理人|辩护人)/
const NAME = /^(?:[一-龥]{1,3}(?:某{1,3}[甲乙丙丁\d]?)?|[一-龥·]{2,20})$/
const FIRM = /([一-龥（）()]{2,40}?(?:律师事务所|法律服务所|法律援助中心))/

const COURT = {
  审判长: '审\\s*判\\s*长',
  人民陪审员: '人\\s*民\\s*陪\\s*审\\s*员',
  审判员: '(?:代\\s*理\\s*|助\\s*理\\s*)?审\\s*判\\s*员',
  执行员: '(?:代\\s*理\\s*)?执\\s*行\\s*[员长]',
  法官助理: '法\\s*官\\s*助\\s*理',
  书记员: '(?:代\\s*|代\\s*理\\s*)?书\\s*记\\s*员',
} as const
const SIGNED = new RegExp(`(?:${groupsOf(COURT)})[ \\u3000：:]*`, 'g')
const SIGNATURE = /^([一-龥·](?:[ \u3000]*[一-龥·]){1,19}?)(?=\s*(?:$|\n|[（(]|附|本件|速录))/

/** Who acts for a party, and who signs; only certain names. Linear. Source: docs/domain.md, People. */
export const findPeople = (content: string, parties: Parties): CasePerson[] => [
  ...actingIn(content.slice(0, HEAD), parties),
  ...signedIn(content),
]

/** Where a party is introduced: its name right behind its position. */
function introductionOf(head: string, { name, key, position }: Party): { key: string; at: number }[] {
  if (position === null) return []
  for (let at = head.indexOf(name); at >= 0; at = head.indexOf(name, at + name.length)) {
    const before = head.slice(Math.max(0, at - NEAR), at)
    const from = before.lastIndexOf(position)
    if (from >= 0 && BETWEEN.test(before.slice(from + position.length))) return [{ key, at }]
  }
  return []
}

function actingIn(text: string, parties: Parties): CasePerson[] {
  const head = text.slice(0, RECORD.exec(text)?.index ?? 0)
  const introduced = parties.flatMap((party) => introductionOf(head, party))
  introduced.sort((a, b) => b.at - a.at)
  return matchesOf(head, INTRODUCED).flatMap((match) => {
    const { index, 0: whole } = match
    const role = kindOfGroup(ACTING, match)
    const rest = match.at(-1) ?? ''
    if (role === null) return []
    const before = introduced.find(({ at }) => at <= index)
    // After 原告甲、乙 the text does not say whose agent follows.
    const isListed = before !== undefined && head.charAt(before.at - 1) === '、'
    const isShared = SEVERAL.test(whole.slice(0, -rest.length)) || isListed
    const isAgent = role === '委托诉讼代理人' || role === '辩护人'
    const firm = isAgent ? (FIRM.exec(rest.slice(rest.search(/[，,]/) + 1))?.[1] ?? null) : null
    return namesOf(rest).map((name) => ({
      role,
      name,
      firm,
      partyKey: isShared ? null : (before?.key ?? null),
      offset: index + whole.indexOf(rest) + rest.indexOf(name),
      evidence: whole.replace(/^[。；;\s]+/, ''),
    }))
  })
}

/** 王某系该公司员工, 张律师: words, not names. 李均 and 张师 are names: a single character ends only a longer run of words. */
const WORDS = /(?:公司|律师|代理|职务|员工)$|^.{4,}[该系均处员]$|^(?:该|系|均|同|详见|身份)/
const isName = (name: string): boolean =>
  NAME.test(name) && !HAS_POSITION.test(name) && !WORDS.test(name.replace(/某+[甲乙丙丁\d]?$/, ''))

const namesOf = (rest: string): string[] =>
  (rest.split(/[，,（(：:]/)[0] ?? '')
    .split('、')
    .map((name) => name.trim())
    .filter(isName)

/** The names between who signs and the next title or the date; each stands alone. */
function signedIn(content: string): CasePerson[] {
  const from = Math.max(0, content.length - TAIL)
  const tail = content.slice(from)
  const titles = matchesOf(tail, SIGNED)
  return titles.flatMap((match, index) => {
    const role = kindOfGroup(COURT, match)
    const start = match.index + match[0].length
    const next = titles[index + 1]?.index ?? tail.length
    const rest = tail.slice(start, Math.min(next, start + 24))
    const signed =
      SIGNATURE.exec(rest.slice(0, /[一二][〇○零◯OoＯ一二三四五六七八九]{3}\s?年/.exec(rest)?.index))?.[1] ??
      ''
    const name = signed.replace(/\s/g, '')
    // Only a name in another tongue is longer: 阿卜杜拉·买买提.
    const isLong = name.length > 4 && !name.includes('·')
    if (role === null || name.length < 2 || isLong || HAS_POSITION.test(name)) return []
    const evidence = `${match[0].trim()}${signed}`
    return { role, name, firm: null, partyKey: null, offset: from + start, evidence }
  })
}
