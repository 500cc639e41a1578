import type { JsonObject } from '../contract/answer.ts'
import { enterpriseNameKey } from '../legal/enterprise-names.ts'
import { foldWidth } from '../legal/text.ts'
import type { TableRow } from '../warehouse/tables/index.ts'
import { namesIn, objectsOf } from './module-items.ts'
import { identifierOf, saysNothing, textOf } from './values.ts'

type Kind = 'current' | 'former' | 'short'

interface Found {
  readonly kind: Kind
  readonly name: string
  readonly origin: string
}

/** Members outside the contract that hold other names. They stay unlisted: what they hold is a guess by their name. */
const otherNames = {
  former: ['曾用名'],
  short: ['股票简称', '证券简称', '简称'],
} as const

/** A change of the name of somebody else: 股东名称变更, 分支机构名称. */
const ofAnother = /股东|发起人|投资人|出资|合伙人|分支机构|分公司|隶属|主管|登记机关|产品|商标/

/**
 * The names of an enterprise: the present one, those before it by its changes (变更) and by 曾用名, then its short
 * names. A name that another row has in another width is not there again.
 */
export function nameRows(record: JsonObject): Omit<TableRow<'enterprise_names'>, 'enterprise_id'>[] {
  const rows = new Map<string, Found & { readonly name_key: string }>()
  for (const found of [...currentName(record), ...changedNames(record), ...unlistedNames(record)]) {
    const name_key = enterpriseNameKey(found.name)
    if (name_key !== '' && !saysNothing(found.name) && !rows.has(name_key))
      rows.set(name_key, { ...found, name_key })
  }
  return [...rows.values()].map((row, index) => ({ ordinal: index + 1, ...row }))
}

function currentName({ 企业名称 }: JsonObject): Found[] {
  const name = textOf(企业名称)
  return name === null ? [] : [{ kind: 'current', name, origin: '企业名称' }]
}

const changedNames = ({ 变更 }: JsonObject): Found[] =>
  objectsOf(变更)
    .filter(({ 变更项 }) => isOwnName(foldWidth(textOf(变更项) ?? '')))
    .flatMap((change) =>
      ['变更前', '变更后'].flatMap((member) => {
        const name = typeof change[member] === 'string' ? identifierOf(change[member]) : null
        return name === null ? [] : [{ kind: 'former' as const, name, origin: `变更.${member}` }]
      }),
    )

const isOwnName = (item: string): boolean => item.includes('名称') && !ofAnother.test(item)

const unlistedNames = (record: JsonObject): Found[] =>
  (['former', 'short'] as const).flatMap((kind) =>
    otherNames[kind].flatMap((origin) =>
      textsIn(record[origin])
        .flatMap(namesIn)
        .map((name) => ({ kind, name, origin })),
    ),
  )

const textsIn = (value: unknown): string[] =>
  (Array.isArray(value) ? value.flat(Number.POSITIVE_INFINITY) : [value]).filter(
    (item) => typeof item === 'string',
  )
