import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { openDossier } from '../../../src/app/dossier.ts'
import { whenAllOver } from '../../support/folder.ts'
import { enterprise, judgment, listed } from '../../support/records.ts'
import { worldOf } from './world.ts'

/** Of two characters, which are no known names anywhere: only who they stand beside tells that they are persons. */
const party = '高明'
const partyOfText = '安康'
const head = '黄金'
const successor = '欧阳静'
const persons = [party, partyOfText, head, successor]
const card = '110101199003074514'
const phone = '13812345678'

/** A sentence in which the 600th character stands within the number. */
const long = `${'甲'.repeat(590)}${card}${'乙'.repeat(40)}，应向${party}支付货款100000元。`

const setting = {} as { home: string; folder: string }

const whenOver = whenAllOver()
beforeAll(async () => {
  const records = {
    enterprises: [
      {
        ...enterprise('e1', '示例商贸有限公司'),
        法定代表人: head,
        变更: [
          { 变更日期: '2020-01-01', 变更项: '法定代表人变更', 变更前: successor, 变更后: head },
          { 变更日期: '2019-01-01', 变更项: '联系方式', 变更前: `电话${phone}`, 变更后: `${head}，${phone}` },
        ],
      },
    ],
    'enterprise-documents': [
      listed('e1', 'd1', {
        标题: `${party}与示例商贸有限公司买卖合同纠纷一审民事判决书`,
        起诉方: [party],
        应诉方: ['示例商贸有限公司'],
        裁判结果: `一、示例商贸有限公司于判决生效后十日内向${party}支付货款100000元，${head}承担连带责任`,
      }),
      listed('e1', 'd2', { 起诉方: [party], 应诉方: ['示例商贸有限公司'], 裁判结果: `判决如下：${long}` }),
    ],
    cases: [
      judgment('d1', {
        dsr: `原告：${party}；被告：示例商贸有限公司；第三人：${partyOfText}`,
        content: `原告：${party}，男，公民身份号码${card}。\n被告：示例商贸有限公司。\n第三人：${partyOfText}，联系电话${phone}。\n判决如下：\n一、被告示例商贸有限公司于本判决生效之日起十日内支付原告${party}货款100000元，${partyOfText}协助。\n审判员　张三丰`,
      }),
    ],
  }
  Object.assign(setting, await worldOf(records, { enterprises: [{ name: '示例商贸有限公司' }] }, whenOver))
})

/** All that the pages and the manifest of a report say, and how its files are called. */
async function said(privacy: { persons: 'keep' | 'mask'; identifiers: 'mask' | 'keep' }) {
  const folder = join(setting.folder, privacy.persons, privacy.identifiers)
  const asked = { language: 'zh', purpose: '', formats: ['html'], privacy, folder } as const
  const { manifest } = await openDossier({ home: setting.home }).report(asked)
  const files = manifest.files.map(({ file }) => file)
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))
  return [...files, JSON.stringify(manifest), ...texts].join('\n')
}

describe('a report', () => {
  test('names no person of a document or an enterprise', async () => {
    const text = await said({ persons: 'mask', identifiers: 'mask' })
    expect(persons.filter((name) => text.includes(name))).toEqual([])
    expect(text).toContain('高某与示例商贸有限公司')
    // The page of the judgment is among the texts.
    expect(text).toContain('class="fulltext"')
  })

  test('has no part of a number that a cut goes through', async () => {
    const text = await said({ persons: 'keep', identifiers: 'mask' })
    expect([text.includes(card.slice(0, 8)), text.includes(phone)]).toEqual([false, false])
    expect(text).toContain('****4514')
    expect(persons.filter((name) => !text.includes(name))).toEqual([])
  })

  test('holds both where it is asked to', async () => {
    const text = await said({ persons: 'keep', identifiers: 'keep' })
    expect(text).toContain(phone)
  })
})
