import { expect, test } from 'vitest'
import { obstacleOf } from '../../src/calls/stop.ts'
import { type Stop, stops } from '../../src/calls/stops.ts'
import { createBudget } from '../../src/run/budget.ts'

/** What may stand in a Chinese sentence: names of settings, commands, views and units; the rest of the letters is English. */
const names =
  /DOSSIER_[A-Z_]+|dossier [a-z-]+( --[a-z-]+)*|--[a-z-]+|\b(rate|budget)\.[\w.]+|ulimit -[nv]|dead_letters|rh_\w+|HTTP|MB|E[A-Z]{2,}/g

const limits = createBudget({ budget: { calls: 0, perMonth: { cost: 0 } }, costs: {} } as never)
/** Values of all kinds; texts that we have in English only stand for what a Chinese sentence leaves out. */
const values = {
  ...{
    message: 'in English',
    error: 'in English',
    remedy: 'in English',
    owner: 'in English',
    why: 'in English',
  },
  ...{
    refusals: 3,
    forMs: 4000,
    httpStatus: 500,
    calls: 5,
    maximumAttempts: 3,
    elapsedMs: 6000,
    findings: 2,
  },
  ...{ baseUrl: '某地址', operation: 'rh_ft_search', step: '某步', params: {}, folder: '某处', home: '某处' },
  ...{
    free: 1,
    need: 2 << 20,
    left: 1,
    pid: 7,
    host: '某机',
    file: '某文件',
    id: '某号',
    runs: ['甲', '乙'],
  },
  ...{ answer: { code: 500, message: '程序处理异常' }, files: [{ file: '某文件' }], lines: 1 },
}
const of: Partial<Record<keyof typeof stops, unknown>> = {
  obstacle: { remedy: { en: 'x', zh: '请腾出空间' }, where: null },
  tooManyFailed: { what: { en: 'x', zh: '连续失败' }, last: 'in English', said: null },
  usedUp: [limits.inTheWay('rh_ft_search')],
  damagedWarehouse: { file: '某文件', said: 'in English' },
}

test.each(Object.keys(stops) as (keyof typeof stops)[])('%s has words in both languages', (kind) => {
  const { words } = (stops[kind] as (given: unknown) => Stop)(of[kind] ?? values)
  expect(words.zh.replaceAll(names, '')).toMatch(/^\P{Script=Latin}*\p{Script=Han}\P{Script=Latin}*$/u)
  expect(words.zh).not.toMatch(/undefined|NaN|null|\[object/)
  expect(words.en).toMatch(/^\S/)
})

test.each(['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'ENOTDIR', 'EMFILE', 'ENFILE', 'EIO', 'ENOMEM'])(
  'what to do about %s, too',
  (code) => {
    const stop = obstacleOf(Object.assign(new Error('in English'), { code, path: '/某处' }))
    expect(stop?.words.zh.replaceAll(names, '')).toMatch(/^\P{Script=Latin}+$/u)
  },
)
