import { type Relation, tables } from '../../src/app/tables.ts'
import { outcomeMeanings, sayingMeanings, sayings } from '../../src/contract/classify.ts'
import {
  caseCategories,
  caseLibraries,
  caseProvinces,
  courtLevels,
  documentKinds,
  effectLevels,
  libraryNames,
  statuteRegions,
  validities,
} from '../../src/contract/enumerations.ts'
import { classMeanings, failures } from '../../src/contract/failure.ts'
import { maximumAnswerBytes, maximumDepth, maximumValues } from '../../src/contract/json.ts'
import { apiKeyHeader, type Limit, type Operation } from '../../src/contract/operation.ts'
import { maximumCaseRecords } from '../../src/contract/operations/cases.ts'
import { defaultPageSize } from '../../src/contract/operations/enterprises.ts'
import { operations } from '../../src/contract/operations.ts'
import * as records from '../../src/contract/records.ts'
import { toolServers } from '../../src/contract/tools.ts'
import { table } from './dictionary.ts'
import { type Member, membersOf, parametersOf, schemaOf, typeOf } from './members.ts'

const opening = `# Contract

The research service as dossier calls it: operations, parameters, records, codes and limits. Generated from \`src/contract/\` by
\`npm run docs\`. The members and codes are the service's own; the columns are those of [tables.md](tables.md).
`

/** The contract as Markdown: what docs/contract.md holds. */
export function contractMarkdown(): string {
  const relations = tables()
  return [
    opening,
    ...access(),
    ...operationList(),
    ...recordList(relations),
    ...enumerationList(),
    ...codes(),
    ...limits(),
  ].join('\n')
}

const access = (): string[] => [
  '## Access',
  '',
  `Every request carries the key in the header \`${apiKeyHeader}\`. dossier follows no redirect: the key would travel along.`,
  '',
  '## Tools',
  '',
  'The same operations are tools of three entries, over the Model Context Protocol (streamable HTTP).',
  '',
  ...table(
    ['server', 'entry', 'tool', 'operation'],
    toolServers.flatMap(({ server, path, tools }) =>
      tools.map(({ name, operation }) => [server, `\`${path}\``, `\`${name}\``, link(operation)]),
    ),
  ),
]

const link = (operation: string): string => `[${operation}](#${operation.toLowerCase()})`

const operationList = (): string[] => [
  '## Operations',
  '',
  ...table(
    ['operation', '中文', 'request', 'envelope'],
    Object.values(operations).map(({ name, title, method, path, envelope }) => [
      link(name),
      title,
      `${method} \`${path}\``,
      envelope,
    ]),
  ),
  ...Object.values<Operation>(operations).flatMap(operationSection),
]

function operationSection(op: Operation): string[] {
  return [
    `### ${op.name}`,
    '',
    `${op.title}. ${op.description} Codes of a success: ${op.successCodes.join(', ')}.`,
    '',
    ...table(
      ['parameter', 'type', 'default', 'out of bounds', 'meaning'],
      parametersOf(schemaOf(op.params)).map(({ name, schema, isNeeded }) => [
        `\`${name}\``,
        typeOf(schema),
        name in op.defaults ? String(op.defaults[name]) : isNeeded ? 'needed' : '',
        bounds(op.limits[name]),
        schema.description ?? '',
      ]),
    ),
    ...(op.rejections.length === 0
      ? []
      : [
          'Refusals of parameters:',
          '',
          ...op.rejections.map(
            ({ code, message }) => `- code ${code ?? 'any'}, message \`${message.source}\``,
          ),
          '',
        ]),
  ]
}

/** What the service works with instead of a value below or above the bounds. */
function bounds(limit: Limit | undefined): string {
  if (limit === undefined) return ''
  const { minimum, maximum, below, above } = limit
  const most = maximum === Number.MAX_SAFE_INTEGER ? '' : `; above ${maximum}: ${above}`
  return `below ${minimum}: ${below}${most}`
}

/** The records, where they stand in an answer, and the tables that hold them. */
const kinds = [
  { name: 'Case hit', of: records.caseHit, path: 'extra.wenshu[]', held: /^case_(hits|searches)$/ },
  {
    name: 'Case, ordinary library',
    of: records.ordinaryCase,
    path: 'data[]',
    held: /^case(s$|_(?!hits|searches|lookups))/,
  },
  {
    name: 'Case, authoritative library',
    of: records.authoritativeCase,
    path: 'data[]',
    held: /^case(s$|_(?!hits|searches|lookups))/,
  },
  {
    name: 'Article',
    of: records.statuteArticle,
    path: 'data[]',
    held: /^(articles|article_hits|regulations)$/,
  },
  {
    name: 'Enterprise candidate',
    of: records.enterpriseCandidate,
    path: 'data[]',
    held: /^enterprise_candidates$/,
  },
  {
    name: 'List page',
    of: records.documentPage,
    path: 'data',
    held: /^(list_pages|enterprise_documents|document_parties|document_amounts|document_events)$/,
  },
  {
    name: 'Enterprise',
    of: records.enterpriseDetail,
    path: 'data[]',
    held: /^enterprise(s$|_(?!candidates|searches|documents))/,
  },
] as const

const recordList = (relations: readonly Relation[]): string[] => [
  '## Envelopes',
  '',
  'Envelope A (case search): `msg`, `code`, `answer`, `messageId`, `style`, `request_id`, and `extra.wenshu` with the hits. Envelope B (every',
  'other operation): `status` (`success`, `failed` or `notFound`), `code`, `message` and `data`. Members beside these are retained, too.',
  '',
  '## Records',
  '',
  'Every member may be missing or null but the identifying one. A member that is not listed here goes to `extra` of its row, and the view',
  '[drift](tables.md#drift) shows it.',
  '',
  ...kinds.flatMap((kind) => [
    `### ${kind.name}`,
    '',
    `At \`${kind.path}\`.`,
    '',
    ...table(
      ['member', 'type', 'column', 'meaning'],
      membersOf(schemaOf(kind.of), kind.path).map((member) => [
        `\`${member.path.slice(kind.path.length + 1)}\``,
        typeOf(member.schema),
        columnsOf(
          relations.filter(({ name }) => kind.held.test(name)),
          member,
        ),
        member.schema.description ?? '',
      ]),
    ),
  ]),
]

/** The columns that hold a member. Of a table that holds a whole object, its name; of many tables, the first. */
function columnsOf(relations: readonly Relation[], { path, schema }: Member): string {
  const isObject = typeOf(schema).includes('object')
  const held = relations.flatMap(({ name, kind, columns }) => {
    const own = kind === 'table' ? columns.filter(({ source }) => pathsIn(source).includes(path)) : []
    const shown =
      own.length > 3 || (isObject && own.length > 0) ? [name] : own.map(({ column }) => `${name}.${column}`)
    return shown.map((text) => `[${text}](tables.md#${name})`)
  })
  return held.length > 4 ? `${held[0]} …` : held.join(', ')
}

/** The paths of a source, as `data[].yyft · content`: each after the first may be a sibling of it. */
function pathsIn(source: string): string[] {
  const [first = '', ...others] = source.split(' · ')
  const above = first.slice(0, first.lastIndexOf('.'))
  const item = first.replace(/\[\]$/, '')
  return [first, item, ...others, ...others.map((name) => `${above}.${name}`)]
}

/** Values by code, where a code stands for them. */
const enumerations: Readonly<Record<string, readonly string[] | Readonly<Record<string, string>>>> = {
  'case categories': caseCategories,
  'court levels': courtLevels,
  'document kinds': documentKinds,
  'provinces of cases': caseProvinces,
  'case libraries': caseLibraries,
  'names of case libraries': libraryNames,
  'regions of statutes': statuteRegions,
  'effect levels': effectLevels,
  validities,
}

const enumerationList = (): string[] => [
  '## Enumerations',
  '',
  ...table(
    ['list', 'values'],
    Object.entries(enumerations).map(([name, values]) => [name, listOf(values)]),
  ),
]

const listOf = (values: (typeof enumerations)[string]): string =>
  (Array.isArray(values)
    ? values
    : Object.entries(values).map(([code, value]) => `\`${code}\` ${value}`)
  ).join('、')

const codes = (): string[] => [
  '## Codes and messages',
  '',
  'What an answer is worth. The message is believed before the status, and an answer counts only if it answers the question.',
  '',
  ...table(
    ['outcome', 'meaning'],
    Object.entries(outcomeMeanings).map(([name, meaning]) => [`\`${name}\``, meaning]),
  ),
  'A failed call has a kind, and the kind a class.',
  '',
  ...table(
    ['failure', 'class', 'when'],
    Object.entries(failures).map(([name, kind]) => [`\`${name}\``, `\`${kind.class}\``, kind.meaning]),
  ),
  ...table(
    ['class', 'what the run does'],
    Object.entries(classMeanings).map(([name, meaning]) => [`\`${name}\``, meaning]),
  ),
  'What a message says, by its words. The first that fits counts.',
  '',
  ...sayings.flatMap(([name, pattern]) => [
    `- \`${name}\`: ${sayingMeanings[name]}`,
    '',
    `  \`\`${pattern.source}\`\``,
  ]),
  '',
]

const limits = (): string[] => [
  '## Limits',
  '',
  ...table(
    ['limit', 'value'],
    [
      ['bytes of an answer, as sent and decompressed', `${maximumAnswerBytes / 2 ** 20} MiB`],
      ['levels of objects and lists in an answer', String(maximumDepth)],
      ['members and items in an answer', String(maximumValues)],
      ['records of one lookup of a case', String(maximumCaseRecords)],
      ['documents of a list page, unless the page says otherwise', String(defaultPageSize)],
    ],
  ),
]
