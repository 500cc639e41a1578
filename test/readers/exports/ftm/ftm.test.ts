import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { isUscc } from '../../../../src/legal/identifiers.ts'
import { homeAt } from '../../../../src/run/home/home.ts'
import { Database } from '../../../../src/warehouse/database.ts'
import { relationsToExport } from '../../../../src/warehouse/schema.ts'
import { temporaryFolder, whenAllOver } from '../../../support/folder.ts'
import { sampleHome } from '../../../support/sample-home.ts'
import { exported, type Rows, warehouseOf } from '../warehouse.ts'

interface Line {
  readonly id: string
  readonly schema: string
  readonly properties: Readonly<Record<string, readonly string[]>>
}

interface ModelProperty {
  readonly type: string
  readonly range?: string
  readonly maxLength?: number
}

interface ModelSchema {
  readonly extends: readonly string[]
  readonly required?: readonly string[]
  readonly properties: Readonly<Record<string, ModelProperty>>
}

/** The model as OpenSanctions publishes it. */
const model = createRequire(import.meta.url)('@opensanctions/followthemoney/dist/defaultModel.json') as {
  readonly schemata: Readonly<Record<string, ModelSchema>>
}

/** A schema with all that it extends. */
const lineage = (name: string): readonly string[] => [
  name,
  ...(model.schemata[name]?.extends ?? []).flatMap(lineage),
]
const propertyOf = (schema: string, name: string): ModelProperty | undefined =>
  lineage(schema)
    .map((one) => model.schemata[one]?.properties[name])
    .find((property) => property !== undefined)
const requiredOf = (schema: string): readonly string[] =>
  lineage(schema).flatMap((one) => model.schemata[one]?.required ?? [])

/** What is wrong with entities by the model, and by their references. */
function faultsOf(lines: readonly Line[]): string[] {
  const schemas = new Map(lines.map(({ id, schema }) => [id, schema]))
  const faultOf = (schema: string, name: string, value: string): string | undefined => {
    const property = propertyOf(schema, name)
    if (property === undefined) return `${schema} has no ${name}`
    if (value.trim() === '' || value.length > (property.maxLength ?? 0)) return `${schema}.${name}: ${value}`
    if (property.type === 'date' && Number.isNaN(Date.parse(value)))
      return `${schema}.${name} is no date: ${value}`
    if (name === 'uscCode' && !isUscc(value)) return `${schema}.${name} is no code: ${value}`
    if (property.type !== 'entity') return undefined
    const other = schemas.get(value)
    if (other === undefined) return `${schema}.${name} refers to nobody: ${value}`
    return lineage(other).includes(property.range ?? '') ? undefined : `${schema}.${name} is a ${other}`
  }
  return lines.flatMap(({ id, schema, properties }) => [
    ...requiredOf(schema)
      .filter((name) => (properties[name]?.length ?? 0) === 0)
      .map((name) => `${schema} ${id} lacks ${name}`),
    ...Object.entries(properties).flatMap(([name, values]) =>
      values.flatMap((value) => faultOf(schema, name, value) ?? []),
    ),
  ])
}

async function entitiesOf(
  path: string,
  folder: string,
  persons: 'keep' | 'mask' | 'alias' = 'keep',
): Promise<Line[]> {
  await using reader = await Database.open(path, { readOnly: true })
  const requests = [{ format: 'ftm' as const, privacy: { persons, identifiers: 'mask' as const } }]
  await exported({ reader, folder: join(folder, persons), relations: relationsToExport(), requests })
  const text = await readFile(join(folder, persons, 'entities.ftm.json'), 'utf8')
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)
}

const uscc = '91110108MA0074PN30'
const listed = (id: string, number: string) => ({
  enterprise_id: 'e1',
  document_id: id,
  title: `${id}号文书`,
  case_number: number,
  case_number_key: number,
  decided_on: '2023-05-06',
  cause: '买卖合同纠纷',
  role: 'defendant',
  result: '张三于判决生效后十日内支付货款，电话13800138000。',
})
const party = (document_id: string, side: string, name: string, ordinal = 1) => ({
  document_id,
  side,
  ordinal,
  name,
  name_key: name,
})

/** 甲, known by its code, owes 张三 in two disputes; one 张三 is its shareholder and supervisor; it holds 丙. */
const small: Rows = {
  enterprises: [
    {
      enterprise_id: 'e1',
      name: '甲建设有限公司',
      name_key: '甲建设有限公司',
      uscc,
      legal_representative: '李四',
      established_on: '2015-03-02',
      registered_capital: '5000万元人民币',
    },
  ],
  enterprise_names: [
    { enterprise_id: 'e1', ordinal: 1, name: '旧名有限公司', name_key: '旧名有限公司', kind: 'former' },
  ],
  enterprise_members: [
    { enterprise_id: 'e1', position: '监事', ordinal: 1, name: '张三' },
    { enterprise_id: 'e1', position: '核心成员', ordinal: 1, name: '张三' },
  ],
  enterprise_shareholders: [
    { enterprise_id: 'e1', ordinal: 1, name: '张三', name_key: '张三', share_percent: 60 },
    { enterprise_id: 'e1', ordinal: 2, name: '张五', name_key: '张五', share_percent: 12.5 },
  ],
  enterprise_investments: [
    {
      enterprise_id: 'e1',
      ordinal: 1,
      name: '丙商贸有限公司',
      name_key: '丙商贸有限公司',
      share_percent: 100,
    },
  ],
  enterprise_documents: [listed('d1', '(2023)京0105民初1号'), listed('d2', '(2023)沪0105民初2号')],
  document_parties: [
    party('d1', 'plaintiff', '张三'),
    party('d1', 'defendant', '甲建设有限公司'),
    party('d2', 'plaintiff', '张三'),
    party('d2', 'plaintiff', '张六', 2),
    party('d2', 'defendant', '旧名有限公司'),
    party('d2', 'third_party', '丙商贸有限公司'),
  ],
}

const setting = {} as { path: string; folder: string /** Its entities, persons as they are. */; kept: Line[] }

const whenOver = whenAllOver()
beforeAll(async () => {
  const made = await warehouseOf(small, whenOver)
  Object.assign(setting, made, { kept: await entitiesOf(made.path, made.folder) })
})

const named = (lines: readonly Line[], name: string): Line[] =>
  lines.filter(({ schema, properties }) => schema !== 'CourtCase' && properties.name?.includes(name))

describe('entities of a sample run', { timeout: 120_000 }, () => {
  test('are what the model says, each once, sorted, and refer to one another only, however persons are shown', async () => {
    const folder = await temporaryFolder()
    const { home } = await sampleHome()
    const { published } = homeAt(home)
    const kept = await entitiesOf(published, folder)
    for (const lines of [
      kept,
      await entitiesOf(published, folder, 'mask'),
      await entitiesOf(published, folder, 'alias'),
    ]) {
      expect(faultsOf(lines)).toEqual([])
      const ids = lines.map(({ id }) => id)
      expect(ids).toEqual([...new Set(ids)].sort())
      expect(lines.length).toBe(kept.length)
    }
    expect(new Set(kept.map(({ schema }) => schema))).toEqual(
      new Set([
        ...['Company', 'Person', 'Ownership', 'Directorship'],
        ...['CourtCase', 'CourtCaseParty', 'Document', 'Documentation', 'Debt'],
      ]),
    )
    await using database = await Database.open(published, { readOnly: true })
    const [counted] = await database.rows(
      'SELECT count(DISTINCT case_key)::INTEGER AS cases FROM subject_documents',
    )
    expect(kept.filter(({ schema }) => schema === 'CourtCase')).toHaveLength(Number(counted?.cases))
    expect(await entitiesOf(published, join(folder, 'again'))).toEqual(kept)
  })
})

describe('an organisation', () => {
  test('is one entity in the register and in litigation, under its code and any name that is its alone', async () => {
    const lines = setting.kept
    expect(faultsOf(lines)).toEqual([])
    const [subject, ...others] = named(lines, '甲建设有限公司')
    expect(others).toEqual([])
    expect(subject).toMatchObject({
      schema: 'Company',
      properties: {
        uscCode: [uscc],
        incorporationDate: ['2015-03-02'],
        capital: ['5000万元人民币'],
        jurisdiction: ['cn'],
      },
    })
    const inCases = lines.filter(({ properties }) => properties.party?.[0] === subject?.id)
    expect(inCases).toHaveLength(2)
    expect(named(lines, '丙商贸有限公司')).toHaveLength(1)
  })

  test('of a name that two have had is neither of them', async () => {
    const { path, folder } = await warehouseOf({
      ...small,
      enterprise_candidates: [
        { query: '旧名', ordinal: 1, enterprise_id: 'e9', name: '旧名有限公司', name_key: '旧名有限公司' },
      ],
    })
    const lines = await entitiesOf(path, folder)
    const [subject] = named(lines, '甲建设有限公司')
    const holders = named(lines, '旧名有限公司')
    expect(holders.filter(({ id }) => id !== subject?.id)).toHaveLength(1)
  })
})

describe('what a reader of a case could take wrongly', () => {
  const number = '(2023)京0105民初1号'
  /** The case of the first document with another outcome, and flags of the registration. */
  const linesWith = async (document: object, more: Rows = {}) => {
    const documents = [{ ...listed('d1', number), ...document }]
    const { path, folder } = await warehouseOf({ ...small, enterprise_documents: documents, ...more })
    const lines = await entitiesOf(path, folder)
    expect(faultsOf(lines)).toEqual([])
    return lines
  }
  const ofSchema = (lines: readonly Line[], schema: string) => lines.filter((line) => line.schema === schema)

  test('a document closes its case by what it says, or leaves it open', async () => {
    const closes: readonly (readonly [outcome: string | null, closed: readonly string[] | undefined])[] = [
      ['granted', ['2023-05-06']],
      ['mediated', ['2023-05-06']],
      ['seized', undefined],
      ['jurisdiction', undefined],
      [null, undefined],
      ['enforcement_suspended', undefined],
    ]
    const numbers = closes.map((_, at) => `(2023)京0105民初${at + 1}号`)
    const documents = closes.map(([outcome], at) => ({ ...listed(`d${at + 1}`, numbers[at] ?? ''), outcome }))
    const lines = await linesWith({}, { enterprise_documents: documents })
    const told = ofSchema(lines, 'CourtCase').map(({ properties }) => [
      properties.caseNumber?.[0],
      properties.closeDate,
    ])
    expect(new Map(told as [string, unknown][])).toEqual(
      new Map(closes.map(([, closed], at) => [numbers[at] ?? '', closed])),
    )
    expect(told).toHaveLength(closes.length)
  })

  test('a full text that no list holds is a case beside those of the list, of the same library, too', async () => {
    const text = (case_id: string, case_number: string) => ({
      ...{ library: 'ptal', case_id, case_number, case_number_key: case_number },
    })
    const other = '(2023)京0105民初9号'
    const lines = await linesWith({}, { cases: [text('d1', number), text('x9', other)] })
    const numbers = ofSchema(lines, 'CourtCase').map(({ properties }) => properties.caseNumber)
    expect(numbers.sort()).toEqual([[number], [other]])
  })

  test('a judgment is a document of its case, and proves the sum that it orders', async () => {
    const lines = await linesWith(
      { outcome: 'granted', number_category: '民事案件', number_procedure: '一审' },
      {
        document_amounts: [
          {
            document_id: 'd1',
            ordinal: 1,
            item: 1,
            role: '本金',
            amount: '120000.00',
            currency: 'CNY',
            is_ordered: true,
            payer_keys: ['甲建设有限公司'],
          },
        ],
      },
    )
    const [document, ...others] = ofSchema(lines, 'Document')
    expect(others).toEqual([])
    expect(document?.properties).toMatchObject({
      title: ['d1号文书'],
      date: ['2023-05-06'],
      language: ['zho'],
    })
    const [courtCase] = ofSchema(lines, 'CourtCase')
    expect(ofSchema(lines, 'Documentation').map(({ properties }) => properties)).toMatchObject([
      { document: [document?.id], entity: [courtCase?.id] },
    ])
    const [subject] = named(lines, '甲建设有限公司')
    expect(ofSchema(lines, 'Debt').map(({ properties }) => properties)).toEqual([
      {
        debtor: [subject?.id],
        amount: ['120000.00'],
        currency: ['CNY'],
        description: ['本金'],
        recordId: [number],
        startDate: ['2023-05-06'],
        proof: [document?.id],
      },
    ])
  })

  test('red flags are topics of the model where it has them, and of the enterprise alone', async () => {
    const risk = (ordinal: number, kind: string) => ({ enterprise_id: 'e1', ordinal, kind })
    const lines = await linesWith(
      {},
      {
        enterprise_risks: [
          risk(1, '经营异常'),
          { ...risk(2, '失信被执行人'), case_number_key: '(2024)京0105执1号' },
          risk(3, '股权冻结'),
        ],
      },
    )
    const told = lines.flatMap(({ properties }) =>
      properties.topics ? [[properties.name?.[0], properties.topics]] : [],
    )
    expect(told).toEqual([['甲建设有限公司', ['debarment', 'reg.warn']]])
  })
})

describe('a natural person', () => {
  test('is the same within an enterprise or a dispute, and nobody else of that name', async () => {
    const lines = setting.kept
    const persons = named(lines, '张三').map(({ id }) => id)
    expect(persons).toHaveLength(3)
    const owners = lines.flatMap(({ schema, properties }) =>
      schema === 'Ownership' ? (properties.owner ?? []) : [],
    )
    const directors = lines.filter(({ schema }) => schema === 'Directorship')
    const supervisor = directors.find(({ properties }) => properties.role?.includes('监事'))?.properties
      .director?.[0]
    expect(owners).toContain(supervisor)
    expect(directors.map(({ properties }) => properties.role?.[0]).sort()).toEqual(['法定代表人', '监事'])
  })

  test.each([
    ['mask', /^.某$/],
    ['alias', /^自然人-[0-9a-f]{12}$/],
  ] as const)(
    'stands as asked for (%s) everywhere, and stays as many as they were',
    async (persons, shape) => {
      const { path, folder, kept } = setting
      const lines = await entitiesOf(path, folder, persons)
      expect(JSON.stringify(lines)).not.toMatch(/张三|张五|张六|李四|13800138000/)
      const names = lines
        .filter(({ schema }) => schema === 'Person')
        .flatMap(({ properties }) => properties.name ?? [])
      expect(names.filter((name) => !shape.test(name))).toEqual([])
      expect(lines.length).toBe(kept.length)
      expect(faultsOf(lines)).toEqual([])
    },
  )
})
