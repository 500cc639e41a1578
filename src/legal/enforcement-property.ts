import { clauseAt, isNegated } from './assertions.ts'
import { asNamed, type Passage } from './mentions.ts'
import { anyOf, kindsOf } from './text.ts'

/** Why property brings a creditor nothing; `not in hand`: the court does not have it. */
export type Condition = keyof typeof CONDITIONS

export type Described = {
  readonly conditions: readonly Condition[]
  readonly mortgagee: string | null
}
export const undescribed: Described = { conditions: [], mortgagee: null }

const CONDITIONS = {
  mortgaged:
    /(?:已|均|设定|设立|设有|存在|办理)(?:被|经|设定|设立|办理|了|有){0,2}(?:最高额)?抵押(?!权?(?:已|的?注销))|抵押(?:给|于|予)|抵押权人(?=为|系|是|[^，。；]{2,30}(?:银行|公司))/,
  'not in hand':
    /(?:未|没有|无法)(?:能|曾|被|实际|予以|依法|有效){0,3}(?:扣押|控制|扣留|查扣|扣到|查找|找到)(?!到?[^，。；]{0,4}(?:被执行人|人员|法定代表人|其本人))|(?:车辆?|设备|动产|实物)(?:现)?(?:去向|下落)不明/,
  worthless: /(?:无|没有|不具备?)(?:实际|现实|可|拍卖|处置|变现){0,2}价值/,
  'not disposable': /(?:暂时?(?:不|无法)|无法|不(?:能|宜|便|具备)[^，。；]{0,8})(?:处置|处理|变现|拍卖|变卖)/,
} as const
const ANY = anyOf(CONDITIONS)
const MORTGAGEE =
  /抵押(?:登记)?(?:给|于|予)(?:了)?([^，。；（]{2,40}?)(?=[，。；（]|用于|作为|担保|$)|抵押权人(?:为|系|是|：)?([^，。；（]{2,40}?)(?=[，。；（]|已|另|申请|$)/
/** What a party says of it, and what only would be so. */
const NOT_FOUND = /称|主张|认为|(?:^|，)(?:如|若)|^\s*另案/

/** What is said of property from an offset of its sentence up to the next, and in a sentence behind it that goes on about it. */
export function describedIn(text: string, from: number, to: number, next: string): Described {
  if (NOT_FOUND.test(text.slice(0, to))) return undescribed
  const words =
    text.slice(from, to) +
    (to === text.length && /^\s*(?:但|因)?(?:该|上述|前述|以上)/.test(next) ? `，${next}` : '')
  const conditions = ANY.test(words)
    ? kindsOf(CONDITIONS).filter((one) => isSaidOf(words, CONDITIONS[one]))
    : []
  const found = conditions.includes('mortgaged') ? MORTGAGEE.exec(words) : null
  return { conditions, mortgagee: found?.[1] ?? found?.[2] ?? null }
}

function isSaidOf(words: string, condition: RegExp): boolean {
  const found = condition.exec(words)
  return found !== null && !isNegated(words.slice(clauseAt(words, found.index), found.index))
}

const OWNED =
  /^(?:名下|所有|持有)(?:登记有|查有|的|有)?([^，。；]{2,60}?)(?=，|已|均|未|经|设[定立有]|存在|无|$)/
const NONE = /^(?:无|没有|未)|查询|查控|调查/

/** Property of a debtor that a sentence only finds, because it says why nothing comes of it: 甲公司名下有房产一处，已抵押给某银行. */
export function propertyFound({ text, mentions }: Passage, next: string, creditors: ReadonlySet<string>) {
  if (!ANY.test(text) && !ANY.test(next)) return []
  return mentions.flatMap((owner) => {
    const [, property = ''] = OWNED.exec(text.slice(owner.end)) ?? []
    if (property === '' || NONE.test(property) || owner.keys.some((key) => creditors.has(key))) return []
    const described = describedIn(text, owner.end, text.length, next)
    if (described.conditions.length === 0) return []
    const against = [asNamed(owner)]
    return [{ kind: '财产' as const, against, property, offset: owner.start, ...described }]
  })
}

const GIVEN = /^(?:名下|所有|持有)?(?:的)?([^，。；的\d]{1,30}?)(?:以|按|作价|折价|抵价|抵[债偿顶])/
/** Property of a debtor that the creditor takes in payment, with whose it is: 接受甲公司的厂房抵债; null where the sentence names none. */
export function propertyGiven({ text, mentions }: Passage, creditors: ReadonlySet<string>): string | null {
  if (!/抵[债偿顶]/.test(text)) return null
  const given = mentions.flatMap((owner) => {
    const isDebtor = owner.isName && !owner.keys.some((key) => creditors.has(key))
    const [, thing] = (isDebtor && GIVEN.exec(text.slice(owner.end))) || []
    return thing === undefined ? [] : [`${owner.text}的${thing}`]
  })
  return given[0] ?? null
}
