import type { Side } from './outcomes.ts'

/** Positions of parties in an instance by the side they stand on. Sources: domain rule, section 3; 诉讼文书样式. */
const POSITIONS: Readonly<Record<Side, string>> = {
  plaintiff: `原告 反诉原告 本诉原告 上诉人 再审申请人 申请再审人 申诉人 申请执行人 申请人 异议人 复议申请人 申请复议人 赔偿请求人
    公诉机关 抗诉机关 起诉人 自诉人 附带民事诉讼原告人 附带民事诉讼原告 申请保全人 原告人 执行异议人 异议申请人`,
  defendant: `被告 反诉被告 本诉被告 被上诉人 被申请人 再审被申请人 被申请再审人 被申诉人 被执行人 被申请执行人 被告人 赔偿义务机关
    附带民事诉讼被告人 附带民事诉讼被告 被异议人 被申请保全人 被起诉人 罪犯`,
  third_party: '第三人 案外人 利害关系人 被害人 协助执行人 有独立请求权的第三人 无独立请求权的第三人',
}

const SIDES: ReadonlyMap<string, Side> = new Map(
  Object.entries(POSITIONS).flatMap(([side, names]) =>
    names.split(/\s+/).map((name): [string, Side] => [name, side as Side]),
  ),
)
const NAMES = [...SIDES.keys()].sort((a, b) => b.length - a.length).join('|')
const EARLIER = '(?:原审|一审|二审|再审|原一审|原二审|终审)'

/** For use in a regular expression: a position, with what it was before in front of it (原审被告) or without. */
export const POSITION = `${EARLIER}?(?:${NAMES})`

/**
 * The side of a position in this instance: 上诉人 is plaintiff. Undefined for a position of an earlier instance alone
 * (原审被告), save a third party's, who stays one, and for no position.
 */
export function sideOf(position: string): Side | undefined {
  const own = SIDES.get(position)
  if (own !== undefined) return own
  const earlier = SIDES.get(position.replace(new RegExp(`^${EARLIER}`), ''))
  return earlier === 'third_party' ? earlier : undefined
}

const EARLIER_POSITION = new RegExp(`(${EARLIER})?(${NAMES})`, 'g')
/** What one was in a counterclaim, or in an appeal before a retrial, is not what one was when it began. */
const NOT_FIRST = /^(?:反诉|本诉|上诉人|被上诉人|再审|被申请|申请再审)/

/** The side in the first instance: of 原审被告, and of the first such position in 一审原告、反诉被告、二审上诉人. */
export function originalSideOf(positions: string): Side | undefined {
  for (const [, , name = ''] of positions.matchAll(EARLIER_POSITION)) {
    if (!NOT_FIRST.test(name)) return SIDES.get(name)
  }
  return undefined
}
