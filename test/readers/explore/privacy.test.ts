import { beforeAll, describe, expect, test } from 'vitest'
import type { ExploreOptions } from '../../../src/app/explore.ts'
import { whenAllOver } from '../../support/folder.ts'
import { enterprise, judgment, listed } from '../../support/records.ts'
import { worldOf } from '../dossiers/world.ts'
import { crawled, exploring, reading } from './serving.ts'

/** Every page, and the list of cases by each filter alone: those behind them narrow it by two. */
const most = 26

/** Of two characters: only who they stand beside tells that they are persons. */
const [party, other, head] = ['高明', '安康', '黄金'] as const
/** A party by the list alone: the text does not say what it is. */
const listedAlone = '白云'
const persons = [party, other, head, listedAlone]
const card = '110101199003074514'
const phone = '13812345678'

const order = `一、被告示例商贸有限公司于本判决生效之日起十日内支付原告${party}货款100000元；\n二、驳回原告${party}的其他诉讼请求。`

describe('persons and identifiers on the pages', () => {
  const whenOver = whenAllOver()
  let home: string

  beforeAll(async () => {
    const records = {
      enterprises: [{ ...enterprise('e1', '示例商贸有限公司'), 法定代表人: head }],
      'enterprise-documents': [
        listed('e1', 'd1', {
          标题: `${party}与示例商贸有限公司买卖合同纠纷一审民事判决书`,
          起诉方: [party],
          应诉方: ['示例商贸有限公司', listedAlone],
          裁判结果: order,
        }),
      ],
      cases: [
        judgment('d1', {
          dsr: `原告：${party}；被告：示例商贸有限公司；第三人：${other}`,
          title: `${party}与示例商贸有限公司买卖合同纠纷一审民事判决书`,
          content: `原告：${party}，男，公民身份号码${card}。\n被告：示例商贸有限公司。\n第三人：${other}，联系电话${phone}。\n${listedAlone}到庭。\n判决如下：\n${order}\n审判员　张三丰`,
          pjjg: order,
        }),
      ],
    }
    const job = { enterprises: [{ name: '示例商贸有限公司' }] }
    home = (await worldOf(records, job, whenOver)).home
  })

  /** The pages of explore, and which of them hold which of the texts. */
  const searched = async (options: ExploreOptions, sought: readonly string[]) => {
    const get = await reading(await exploring(home, options, whenOver))
    const pages = await crawled(get, most)
    const found = [...pages].flatMap(([path, page]) =>
      sought.filter((text) => page.includes(text)).map((text) => `${path} holds ${text}`),
    )
    return { get, paths: [...pages.keys()], found }
  }

  test('identifiers are masked on every page by default', async () => {
    const { paths, found } = await searched({}, [card, phone])
    expect(found).toEqual([])
    expect(paths.filter((path) => path.startsWith('/evidence/')).length).toBeGreaterThan(1)
  })

  test('with persons: mask none is named, and marks stay where they belong', async () => {
    const { get, found } = await searched({ privacy: { persons: 'mask' } }, persons)
    expect(found).toEqual([])
    const { text } = await get('/document/d1')
    const mark = /<a class="mark amount" id="amount-1"[^>]*>([^<]*)<\/a>/.exec(text)?.[1]
    expect(mark).toBe('100000元')
    expect(text).toMatch(/class="mark party"[^>]*>高某</)
  })
})
