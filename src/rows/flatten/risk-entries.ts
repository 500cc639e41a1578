import { isBlank, isObject, type JsonObject, textOf } from '../../contract/values.ts'
import { foldWidth } from '../../legal/text.ts'
import { readers } from './columns.ts'
import { contentOf, withDetails } from './module-items.ts'
import { saysNothing } from './values.ts'

/* 风险 and modules like it, whose members the contract does not show: whatever has content is an entry. */

export interface RiskEntry {
  /** The member that it stands under, where its module is an object of kinds, or is not 风险. */
  readonly under: string | null
  readonly item: JsonObject
  readonly record: unknown
}

/** What an entry is that does not say its kind, by the names of its members. */
const signs: readonly (readonly [names: RegExp, kind: string])[] = [
  [/处罚/, '行政处罚'],
  [/失信/, '失信被执行人'],
  [/限制?高?消费|限高|限消/, '限制高消费'],
  [/终本/, '终本案件'],
  [/经营异常/, '经营异常'],
  [/严重违法/, '严重违法'],
  [/欠税/, '欠税公告'],
  [/冻结/, '冻结'],
  [/出质|质权|质押/, '出质'],
  [/抵押/, '抵押'],
  [/拍卖/, '司法拍卖'],
  [/清算/, '清算信息'],
  [/列入|移[出除]/, '列入名单'],
]

/** Modules outside the contract that are of the same matter as 风险. */
const ofRisk = new RegExp(
  `${signs.map(([names]) => names.source).join('|')}|被执行|执行案件|执行信息|限制出境|违法|税务|破产|担保|减资|注销|吊销|歇业|查封|司法协助|黑名单`,
)

/** What only an entry has as the name of a member: an object of kinds counts or lists, under names of risks. */
const ofEntry =
  /(?:机关|单位|法院|内容|日期|时间|文号|文书号|编号|数额|金额|余额|权人|质人|押人|原因|结果|事实|情形|期限|依据|状态|标的)$/

/** Members of an envelope that may hold its list. */
const envelopeLists: ReadonlySet<string> = new Set(['lst', 'list', 'items', 'rows', 'records'])

/** Words by which a register says that there is none. */
const none =
  /^(?:否|没有|false|未(?:发现|见|被?列入)|(?:暂?无|没有|未见)(?:相关)?(?:记录|信息|数据)|0+[条项次个件]?)$/
const isNone = (value: unknown): boolean =>
  isBlank(value) ||
  saysNothing(value) ||
  (isObject(value) ? Object.values(value).every(isNone) : none.test(foldWidth(textOf(value) ?? '')))

/** The entries of 风险, and those of other members that the contract does not list, each once. */
export function riskEntries(record: JsonObject): RiskEntry[] {
  const own = withDetails(record, '风险', entriesOf)
  const known = new Set(own.map(({ item }) => contentOf(item)))
  const others = Object.entries(record)
    .filter(([name]) => ofRisk.test(name) && !readers.enterprises.names.has(name))
    .flatMap(([name, value]) => entriesUnder(name, value))
  return [...own, ...others.filter(({ item }) => !known.has(contentOf(item)))]
}

/** A list of entries, one entry, a text, or an object of any of these by kind of risk; 0 counts none. */
const entriesOf = (value: unknown): RiskEntry[] =>
  isObject(value) && listIn(value) === undefined && isOfKinds(value)
    ? Object.entries(value).flatMap(([kind, held]) => entriesUnder(kind, held))
    : entriesUnder(null, value)

function entriesUnder(under: string | null, value: unknown): RiskEntry[] {
  if (Array.isArray(value)) return value.flatMap((item) => entriesUnder(under, item))
  if (isNone(value)) return []
  if (!isObject(value)) return [{ under, item: { 内容: textOf(value) }, record: null }]
  const list = listIn(value)
  if (list !== undefined) return entriesUnder(under, list)
  return isOfLists(value)
    ? Object.entries(value).flatMap(([kind, held]) =>
        entriesUnder(under === null || ofRisk.test(kind) ? kind : under, held),
      )
    : [{ under, item: value, record: value }]
}

/** The list in an envelope: an object that beside it has counts and the like, nothing of an entry and no other list. */
function listIn(value: JsonObject): unknown {
  const list = Object.entries(value).find(
    ([name, held]) => envelopeLists.has(name) && Array.isArray(held),
  )?.[1]
  const isBesides = ([name, held]: [string, unknown]) =>
    held === list || (!isKnown(name) && !ofEntry.test(name) && (isNone(held) || typeof held !== 'object'))
  return Object.entries(value).every(isBesides) ? list : undefined
}

const isKnown = (name: string): boolean => readers.enterprise_risks.names.has(name)

function isOfKinds(value: JsonObject): boolean {
  const names = Object.keys(value)
  const isOneEntry =
    names.some(isKnown) || names.filter((name) => ofEntry.test(name)).length * 2 > names.length
  return !isOneEntry || isOfLists(value)
}

const isOfLists = (value: JsonObject): boolean =>
  Object.entries(value).every(([name, held]) => !isKnown(name) && (isNone(held) || typeof held === 'object'))

/** The members of an entry that say something, those apart that only number it or who it is about. */
const saying = (members: JsonObject): [name: string, text: string][] =>
  Object.entries(members).flatMap(([name, value]): [string, string][] =>
    isNone(value) || /(?:代码|识别号|注册号|id)$/i.test(name) ? [] : [[name, textOf(value) ?? '']],
  )

/** The kind that members of an entry show which says none. */
export const kindBySigns = (item: JsonObject): string | null => {
  const names = saying(item).map(([name]) => name)
  return signs.find(([sign]) => names.some((name) => sign.test(name)))?.[1] ?? null
}

/** What an entry says in members that no column holds: 处罚机关：某局，处罚内容：罚款. */
export const restOf = (members: JsonObject | null): string | null =>
  textOf(
    saying(members ?? {})
      .map(([name, text]) => `${name}：${text}`)
      .join('，'),
  )

/** That an entry was removed, where it gives a day of that: 移出日期, 注销日期. */
export const removalIn = (members: JsonObject | null): string | null => {
  const removed = saying(members ?? {}).map(
    ([name, text]) =>
      /\d/.test(text) && /^(移[出除]|解除|解冻|注销|撤销)(?!.*公告).*(?:日期|时间)$/.exec(name)?.[1],
  )
  const word = removed.find((one) => typeof one === 'string')
  return word ? `已${word}` : null
}
