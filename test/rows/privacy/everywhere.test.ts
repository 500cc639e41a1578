import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { beforeAll, describe, expect, test } from 'vitest'
import { openDossier } from '../../../src/app/dossier.ts'
import type { ExportRequest } from '../../../src/run/job/outputs.ts'
import { homeOf } from '../../readers/dossiers/world.ts'
import { temporaryFolder, whenAllOver } from '../../support/folder.ts'
import { enterprise, judgment, listed } from '../../support/records.ts'
import { writeCorpus } from '../../support/run.ts'

/** An individual household that is called as its owner is, and one whose name begins with the owner's. */
const [owner, shopkeeper] = ['诸葛明月', '欧阳静']
/** A person that the job gives by name and id, as if it were an enterprise. */
const typed = '高明'
const [card, phone] = ['110101199003074514', '13812345678']
const [account, passport] = ['6222021001123456789', 'E12345678']
const secrets = [owner, shopkeeper, typed, card, phone, account, passport]
const uscc = '92310115MA1K3ABCDJ'
const id = '5a1e0000c0de4d00a0000000000000e2'

const job = `pipeline: enterprise-due-diligence
title: ${owner}与${shopkeeper}的排查，电话${phone}
enterprises:
  - { name: ${owner}, uscc: ${uscc} }
  - { name: ${typed}, id: ${id} }
  - { name: ${shopkeeper}餐饮店 }
  - { name: 无此人 }
rate: { perSecond: unlimited }
exports: []
`
const setting = {} as { home: string; folder: string; runId: string }

const whenOver = whenAllOver()
beforeAll(async () => {
  const folder = await temporaryFolder(whenOver)
  const text = `原告：${typed}，公民身份号码${card}，电话${phone}/${phone}。\n被告：${owner}，护照${passport}。\n判决如下：\n一、被告${owner}于本判决生效之日起十日内支付原告${typed}货款100000元，汇入${account}。\n审判员　${shopkeeper}`
  const corpus = await writeCorpus(join(folder, 'corpus'), {
    enterprises: [
      {
        ...{ ...enterprise('e1', owner, uscc), 法定代表人: owner, 纳税人识别号: card },
        ...{ 联系电话: Number(phone), 其他: { [phone]: { 账号: Number(account) } } },
      },
      { ...enterprise(id, typed), 法定代表人: typed },
      { ...enterprise('e3', `${shopkeeper}餐饮店`), 法定代表人: shopkeeper },
    ],
    'enterprise-documents': ['e1', id].map((one) =>
      listed(one, 'd1', { 标题: `${typed}与${owner}买卖合同纠纷`, 起诉方: [typed], 应诉方: [owner] }),
    ),
    cases: [judgment('d1', { dsr: `原告：${typed}；被告：${owner}`, content: text })],
  })
  Object.assign(setting, await homeOf(corpus, folder, job, whenOver), { folder })
})

/** Which secrets are in what a reader gets of a folder: its names of files, its bytes, and what is packed in them. */
async function leaksOf(folder: string): Promise<string[]> {
  const leaks: string[] = []
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  expect(entries.length).toBeGreaterThan(2)
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name)
    const said = entry.isFile() ? [path, ...(await partsOf(path))].join('\n') : path
    const found = secrets.filter((one) => said.includes(one) || said.includes(encodeURIComponent(one)))
    leaks.push(...found.map((secret) => `${path.slice(folder.length)}: ${secret}`))
  }
  return leaks
}

async function partsOf(path: string): Promise<string[]> {
  const bytes = await readFile(path)
  if (/\.(xlsx|docx)$/.test(path)) return Object.values(unzipSync(bytes)).map((part) => strFromU8(part))
  return [bytes.toString('utf8')]
}

describe('persons that the job itself names', () => {
  const privacy = { persons: 'mask', identifiers: 'mask' } as const

  test('are in no byte of the dossiers, their index and manifest', async () => {
    const folder = join(setting.folder, 'reports')
    const purpose = `查${owner}，电话${phone}`
    const asked = { language: 'zh', purpose, formats: ['docx'], privacy, folder } as const
    await openDossier({ home: setting.home }).report(asked)
    expect(await leaksOf(folder)).toEqual([])
    const index = await readFile(join(folder, 'index.html'), 'utf8')
    expect(index).toContain(uscc)
    expect(index).toContain('诸葛某')
  })

  test('are in no byte of any export', async () => {
    const folder = join(setting.folder, 'exports')
    // What every format does with every column: test/readers/exports/privacy.test.ts.
    const tables = [
      ...['enterprises', 'enterprise_names', 'enterprise_history', 'document_parties', 'cases', 'calls'],
      ...['job_inputs', 'job_enterprises', 'runs', 'counterparties'],
    ]
    const exports: ExportRequest[] = [
      { format: 'jsonl', tables: 'all', privacy },
      { format: 'xlsx', tables, privacy },
    ]
    await openDossier({ home: setting.home }).export({ exports, folder })
    expect(await leaksOf(folder)).toEqual([])
    const extra = await readFile(join(folder, 'enterprises.jsonl'), 'utf8')
    expect(extra).toContain('****5678')
  })
})
