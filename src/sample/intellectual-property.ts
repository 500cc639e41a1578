import { type Day, isoDate, today } from './days.ts'
import { chance, integer, pick, type Random } from './random.ts'
import type { Subject } from './subject.ts'

/** 商标, 软件著作权, 专利, 作品著作权, and 知识产权 that mixes the first three (contract 2.9). */
export function intellectualProperty(random: Random, subject: Subject, founded: Day) {
  const several = (most: number): readonly number[] =>
    chance(random, 0.4) ? Array.from({ length: integer(random, 1, most) }, (_, i) => i) : []
  const day = (): Day => integer(random, founded, today - 400)
  const trademarks = several(4).map(() => trademark(random, subject, day()))
  const softwares = several(3).map((i) => software(random, subject, day(), i))
  const patents = several(4).map(() => patent(random, day()))
  return {
    商标: trademarks,
    软件著作权: softwares,
    专利: patents,
    知识产权: [...trademarks, ...softwares, ...patents],
    作品著作权: several(1).map(() => ({
      作品名称: `${subject.party.short}标识`,
      登记日期: isoDate(day()),
      登记号: `国作登字-${integer(random, 2018, 2025)}-F-${digits(random, 8)}`,
    })),
  }
}

const trademark = (random: Random, { party }: Subject, applied: Day) => ({
  名称: party.short.replace('公司', ''),
  申请日期: isoDate(applied),
  状态: pick(random, ['已注册', '已注册', '等待实质审查', '驳回复审']),
  开始日期: isoDate(applied + 390),
  结束日期: isoDate(applied + 390 + 3652),
})

const software = (random: Random, { party }: Subject, approved: Day, index: number) => ({
  批准日期: isoDate(approved),
  全称: `${party.short}${pick(random, ['业务管理', '数据分析', '供应链协同', '移动办公'])}系统`,
  简称: '',
  登记号: `${isoDate(approved).slice(0, 4)}SR${digits(random, 7)}`,
  版本号: `V${index + 1}.0`,
  ...(chance(random, 0.3) && { 分类号: '30200-0000' }),
})

const patent = (random: Random, published: Day) => ({
  申请公布日: isoDate(published),
  专利名称: `一种${pick(random, ['输送装置', '检测方法', '连接结构', '控制系统', '包装设备'])}`,
  申请号: `CN${isoDate(published).slice(0, 4)}1${digits(random, 7)}.${integer(random, 0, 9)}`,
  申请公布号: `CN1${digits(random, 8)}A`,
})

const digits = (random: Random, count: number): string =>
  String(Math.floor(random() * 10 ** count)).padStart(count, '0')
