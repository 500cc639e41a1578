import { z } from 'zod'
import { codeWords } from '../../../rows/words/code-words.ts'
import { type Dossier, documentsById } from '../dossier.ts'
import { groupsBy } from '../groups.ts'
import type { Query } from '../holdings.ts'
import { type Html, html, note } from '../html.ts'
import { type Item, refer } from '../references.ts'
import { text } from '../rows.ts'
import { isListRead, isRegistrationRead, registrationSearched, searchedIn } from '../searched.ts'
import { table } from '../tables.ts'
import { wordFor } from '../words/words.ts'
import { casesEnforced } from './enforcement.ts'

/** Flags in the order of their rules. */
const flagNames = Object.keys(codeWords.flag) as (keyof typeof codeWords.flag)[]

const flagRow = z.object({
  enterprise_id: z.string(),
  flag: z.enum(flagNames),
  level: z.enum(['high', 'medium', 'low']),
  source: z.string(),
  row_key: z.string(),
  happened_on: text,
  detail: text,
})

type FlagRow = z.infer<typeof flagRow>

export const redFlags: Query<FlagRow> = {
  row: flagRow,
  sql: (among) => `
    SELECT enterprise_id, flag, level, source, row_key, happened_on, detail FROM red_flags WHERE ${among}
    ORDER BY enterprise_id, rank, happened_on DESC NULLS LAST, source, row_key`,
}

/** A row that a flag rests on, with its number in the appendix, the enforcement cases or the table below the flags. */
interface Hit {
  readonly row: FlagRow
  readonly item: Item
}

function hitsOf(dossier: Dossier): Hit[] {
  const byId = documentsById(dossier)
  const byCase = new Map(casesEnforced(dossier).map(({ row, item }) => [row.case_key, item]))
  let own = 0
  return dossier.held.rows(redFlags).map((row) => {
    const known =
      row.source === 'subject_documents'
        ? byId.get(row.row_key)?.item
        : row.source === 'enforcement_cases'
          ? byCase.get(row.row_key)
          : undefined
    if (known !== undefined) return { row, item: known }
    own += 1
    return { row, item: { kind: 'F', number: own } }
  })
}

/** Flags that fire, of the highest level first, each with the rows that it fires on. */
export function flagTable(dossier: Dossier): Html {
  const { words, show } = dossier
  const { flags: say } = words
  const hits = hitsOf(dossier)
  const fired = groupsBy(hits, ({ row }) => row.flag)
  const rows = [...fired].map(([name, found]) => {
    const { figures, mark } = refer(`${say.title}${words.colon}${words.flag[name]}`, [
      [say.rows, found.map(({ item }) => ({ items: [item] }))],
    ])
    const [latest] = found
    return {
      cells: [
        html`<span class="level ${latest?.row.level ?? ''}">${words.flagLevel[latest?.row.level ?? 'low']}</span>`,
        html`<strong>${words.flag[name]}</strong>`,
        words.whyFlag[name],
        ...figures,
        html`${name === 'sued_often' && `${byYear(found, say.ofYear).join(words.comma)}${words.semicolon}`}${latest?.row.happened_on != null && html`${show(latest.row.happened_on, 'label')} `}${show(latest?.row.detail ?? null, 'mixed')}`,
        mark,
      ],
    }
  })
  const heads = [
    { label: say.level, shape: 'short' as const },
    { label: say.title },
    { label: say.why, shape: 'sentence' as const },
    { label: say.rows, shape: 'number' as const },
    { label: say.latest },
    { label: words.basis },
  ]
  return rows.length === 0
    ? html`<p><strong>${say.none}</strong></p>`
    : table(heads, rows, { caption: say.title, isStacked: true })
}

/** How many of each year, the latest first. */
const byYear = (found: readonly Hit[], say: (year: string, count: number) => string): string[] =>
  [...groupsBy(found, ({ row }) => row.happened_on?.slice(0, 4) ?? '')].map(([year, of]) =>
    say(year, of.length),
  )

/** Sums that it was ordered to pay in a suit about a guarantee: whether it owes them for another is not said. */
const maybeGuaranteed = (dossier: Dossier): boolean => {
  const byId = documentsById(dossier)
  return dossier.payments.some(
    ({ row }) =>
      row.view === 'ordered' &&
      row.is_counted &&
      /保证合同|担保/.test(byId.get(row.document_id)?.row.cause ?? ''),
  )
}

/** What flags rest on that stands in the registration, which flags do not fire, and what that means. */
export function flagBasis(dossier: Dossier): Html {
  const { words } = dossier
  const hits = hitsOf(dossier)
  const fired = new Set(hits.map(({ row }) => row.flag))
  const quiet = groupsBy(
    flagNames.filter((name) => !fired.has(name)),
    (name) => {
      const lack = lackOf(dossier, name)
      if (lack !== '') return words.flags.notKnown(lack)
      return words.flags.notFired(
        isOfRegistration(name) ? registrationSearched(dossier) : searchedIn(dossier),
      )
    },
  )
  const said = [...quiet].map(([basis, names]) =>
    note(`${basis}${words.colon}${names.map((name) => words.flag[name]).join(words.comma)}`),
  )
  return html`${ownTable(dossier, hits, words.columns.date)}${said}${note(words.flags.rule)}`
}

/** What says that a flag does not fire: the registration, the list, or both. */
const sources: Readonly<
  Record<(typeof flagNames)[number], readonly ('registration' | 'list' | 'capital')[]>
> = {
  bankruptcy: ['list'],
  revoked: ['registration'],
  deregistered: ['registration'],
  dishonest: ['registration', 'list'],
  ended_unpaid: ['list'],
  restricted: ['registration', 'list'],
  unpaid_against_capital: ['list', 'capital'],
  frozen_shares: ['registration', 'list'],
  frozen_holdings: ['registration', 'list'],
  sued_often: ['list'],
  wages: ['list'],
  penalties: ['registration'],
  irregular: ['registration'],
  guarantees: ['list'],
  representatives: ['registration'],
  addresses: ['registration'],
}

/** Whether the registration alone could say so: no text is searched for it. */
const isOfRegistration = (name: (typeof flagNames)[number]): boolean =>
  sources[name].every((source) => source === 'registration')

/** Which of the sources of a flag was not read, so that its silence says nothing; empty when all were. */
function lackOf(dossier: Dossier, name: (typeof flagNames)[number]): string {
  const { words, held } = dossier
  const lacks = {
    registration: !isRegistrationRead(dossier) && words.searched.noEntries,
    list: !isListRead(dossier) && words.searched.noList,
    capital:
      !held.registration.some(({ registered_amount }) => registered_amount !== null) && words.flags.noCapital,
  }
  const lack = sources[name].flatMap((source) => lacks[source] || [])
  return [
    ...lack,
    ...(name === 'guarantees' && maybeGuaranteed(dossier) ? [words.flags.notSaidForWhom] : []),
  ].join(words.comma)
}

/** What flags rest on that stands in the registration. */
function ownTable({ words, show }: Dossier, hits: readonly Hit[], day: string): Html {
  const own = hits.filter(({ item }) => item.kind === 'F')
  if (own.length === 0) return html``
  const { flags: say, columns } = words
  return table(
    [
      { label: columns.number, shape: 'short' },
      { label: say.title },
      { label: columns.sources, shape: 'short' },
      { label: day, shape: 'short' },
      { label: columns.value, shape: 'sentence' },
    ],
    own.map(({ row, item }) => ({
      id: `F${item.number}`,
      cells: [
        `F${item.number}`,
        words.flag[row.flag],
        wordFor(say.source, row.source),
        row.happened_on === null ? '' : show(row.happened_on, 'label'),
        show(row.detail, 'mixed'),
      ],
    })),
    { caption: say.registration, isStacked: true },
  )
}

/** Names of the flags of the highest level that fire, and how many others do. */
export function flagsFired({ held }: Dossier): {
  readonly high: readonly FlagRow['flag'][]
  readonly others: number
} {
  const levels = new Map(held.rows(redFlags).map(({ flag, level }) => [flag, level]))
  const high = [...levels].filter(([, level]) => level === 'high').map(([flag]) => flag)
  return { high, others: levels.size - high.length }
}
