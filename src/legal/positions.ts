import type { Side } from './outcomes.ts'
import { matchesOf } from './text.ts'

/** Positions of parties in an instance by the side they stand on. Sources: docs/domain.md, Parties; 诉讼文书样式. */
const POSITIONS: Readonly<Record<Side, string>> = {
  plaintiff: `原告 反诉原告 本诉原告 上诉人 上诉单位 再审申请人 申请再审人 申诉人 申请执行人 申请人 异议人 复议申请人 申请复议人
    赔偿请求人 公诉机关 抗诉机关 起诉人 公益诉讼起诉人 公益诉讼人 附带民事公益诉讼起诉人 自诉人 附带民事诉讼原告人 附带民事诉讼原告
    附带民事诉讼上诉人 申请保全人 保全申请人 原告人 执行异议人 异议申请人 反诉人 债权申报人 移送执行机关`,
  defendant: `被告 反诉被告 本诉被告 被上诉人 被申请人 再审被申请人 被申请再审人 被申诉人 被执行人 被申请执行人 被告人 被告单位
    赔偿义务机关 附带民事诉讼被告人 附带民事诉讼被告 附带民事诉讼被上诉人 附带民事公益诉讼被告 被异议人 被申请保全人 被保全人 被起诉人
    被反诉人 被复议人 被处罚人 被罚款人 被罚款单位 被处罚单位 被拘留人 罪犯 被强制医疗人`,
  third_party:
    '第三人 案外人 买受人 竞买人 利害关系人 被害人 被害单位 协助执行人 协助执行义务人 有独立请求权的第三人 无独立请求权的第三人',
}

const sidesOf = (table: Readonly<Partial<Record<Side, string>>>): [string, Side][] =>
  Object.entries(table).flatMap(([side, names]) =>
    names.split(/\s+/).map((name): [string, Side] => [name, side as Side]),
  )
const SIDES: ReadonlyMap<string, Side> = new Map(sidesOf(POSITIONS))
/** Words that are positions only where a head introduces who has them: a text speaks of 担保人 and 管理人 otherwise too. */
const HEAD_SIDES: ReadonlyMap<string, Side> = new Map(
  sidesOf({ defendant: '债务人', third_party: '担保人 保证人 执行机关 复议机关 管理人' }),
)
/** 第三人民医院 is no third party. */
const NAMES = [...SIDES.keys()]
  .sort((a, b) => b.length - a.length)
  .map((name) => (name.endsWith('第三人') ? `${name}(?!民)` : name))
  .join('|')
const EARLIER = '(?:原审|一审|二审|再审|原一审|原二审|终审|原(?=公诉|抗诉|上诉|被上诉|被告|申请|被申请|附带))'

/** For use in a regular expression: a position, with what it was before in front of it (原审被告) or without. */
export const POSITION = `${EARLIER}?(?:${NAMES})`

export const HAS_POSITION = new RegExp(POSITION)

/** For use in a regular expression: positions of one party (一审被告、二审被上诉人; 原告暨反诉被告). */
export const POSITION_LIST = `${POSITION}(?:(?:、|暨|兼|及)${POSITION}){0,4}`

/** For use in a regular expression: a position of heads alone, at the beginning of a line or before a colon. */
const HEAD_NAMES = [...HEAD_SIDES.keys()].join('|')
export const HEAD_POSITION = `(?:${HEAD_NAMES})(?=\\s?[：:])|(?<=^\\s{0,8})(?:${HEAD_NAMES})`

const EACH_POSITION = new RegExp(`(${EARLIER})?(${NAMES})`, 'g')

/** The side in this instance: 上诉人 is plaintiff. Of earlier instances alone only a third party stays one. */
export function sideOf(position: string): Side | undefined {
  let earlier = HEAD_SIDES.get(position)
  for (const [whole, , name = ''] of matchesOf(position, EACH_POSITION)) {
    const own = SIDES.get(whole)
    if (own !== undefined) return own
    const before = SIDES.get(name)
    if (before === 'third_party') earlier = before
  }
  return earlier
}

/** What one was in a counterclaim, or in an appeal before a retrial, is not what one was when it began. */
const NOT_FIRST = /^(?:反诉|本诉|上诉|被上诉|再审|被申请|申请再审)/

/** Of the first such position in 一审原告、反诉被告、二审上诉人. */
function firstSideOf(positions: string): Side | undefined {
  const names = matchesOf(positions, EACH_POSITION).map(([, , name = '']) => name)
  return SIDES.get(names.find((name) => !NOT_FIRST.test(name)) ?? '')
}

const ONLY_EARLIER = new RegExp(`^(?:${EARLIER})`)

/** The side in the first instance: by an earlier position that stands alone (原审被告 that did not appeal), else by those in brackets. */
export function originalSideOf(position: string, original: string | null): Side | null {
  const isAlone = !SIDES.has(position) && ONLY_EARLIER.test(position)
  return (isAlone ? firstSideOf(position) : undefined) ?? firstSideOf(original ?? '') ?? null
}
