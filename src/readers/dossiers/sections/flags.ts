import { z } from 'zod'
import { type Flag, flagNames, redFlags } from '../../../rows/words/code-words.ts'
import type { Dossier, Listed } from '../dossier.ts'
import { type Html, html, note, type Part } from '../html.ts'
import { each, type Item } from '../references.ts'
import { code, groupsBy, type RowOf, text, viewQuery } from '../rows.ts'
import { isListRead, isRegistrationRead, registrationSearched, searchedIn } from '../searched.ts'
import { standingOf } from '../standing.ts'
import { figureTable, itemTable } from '../tables.ts'
import { filled, wordFor } from '../words/words.ts'
import { disputesOf, hasUnseenOrder, isUnstated } from './debts.ts'
import { sidesById } from './decided.ts'
import { casesEnforced } from './enforcement.ts'
import { mayBeEntered } from './entries.ts'
import { lifeOf } from './lives.ts'
import { mentions, remarks } from './natures.ts'
import { hasUnseenAgreement, hasUnseenAward, isDebtorOfUnlisted, signsOfBankruptcy } from './unseen.ts'

const flagHits = viewQuery('red_flags', 'rank, happened_on DESC NULLS LAST, source, row_key', {
  flag: z.enum(flagNames),
  level: code('flagLevel'),
  source: z.string(),
  row_key: z.string(),
  happened_on: text,
  detail: text,
})

type FlagRow = RowOf<typeof flagHits>

/** A row that a flag rests on, with its number in the appendix, the enforcement cases or the table below the flags. */
interface Hit {
  readonly row: FlagRow
  readonly item: Item
}

function hitsOf(dossier: Dossier): Hit[] {
  const byCase = new Map(casesEnforced(dossier).map(({ row, item }) => [row.case_key, item]))
  let own = 0
  return dossier.rowsOf(flagHits).map((row) => {
    const known =
      row.source === 'subject_documents'
        ? dossier.listed([row.row_key])[0]?.item
        : row.source === 'enforcement_cases'
          ? byCase.get(row.row_key)
          : undefined
    if (known !== undefined) return { row, item: known }
    own += 1
    return { row, item: { kind: 'F', number: own } }
  })
}

export function flagTable(dossier: Dossier): Html {
  const { words } = dossier
  const { flags: say } = words
  const fired = [...groupsBy(hitsOf(dossier), ({ row }) => row.flag)]
  if (fired.length === 0) return html`<p><strong>${say.none}</strong></p>`
  const levelOf = (found: readonly Hit[]) => found[0]?.row.level ?? 'low'
  const level = (found: readonly Hit[]): Html =>
    html`<span class="level ${levelOf(found)}">${words.flagLevel[levelOf(found)]}</span>`
  return figureTable(
    dossier,
    {
      title: say.title,
      caption: say.title,
      isStacked: true,
      labelOf: ([name]) => words.flag[name],
      columns: [
        [say.level, ([, found]) => level(found), 'short'],
        [say.title, ([name]) => html`<strong>${words.flag[name]}</strong>`],
        [say.why, ([name]) => words.whyFlag[name], 'sentence'],
        [say.rows, ([, found]) => each(found), 'counted'],
        [say.latest, ([, found]) => latestText(dossier, found)],
      ],
    },
    fired,
  )
}

/** What the latest row of a flag says; of suits how many each year has, the latest first. */
function latestText(dossier: Dossier, found: readonly Hit[]): Html {
  const { words, show } = dossier
  const [latest] = found
  if (latest === undefined) return html``
  const { flag, happened_on: day } = latest.row
  const years = [...groupsBy(found, ({ row }) => row.happened_on?.slice(0, 4) ?? '')].map(([year, of]) =>
    filled(words.flags.ofYear, year, of.length),
  )
  return html`${flag === 'sued_often' && `${years.join(words.comma)}${words.semicolon}`}${day !== null && html`${show(day, 'label')} `}${detailOf(dossier, latest)}`
}

/** What a row says, in English with what its kind and its cause are called. */
const detailOf = ({ showWords, plain }: Dossier, { row: { detail } }: Hit): Part =>
  detail !== null && showWords('entry', plain(detail, 'mixed'))

/** Sums that it was ordered to pay in a suit about a guarantee: whether it owes them for another is not said. */
const maybeGuaranteed = ({ payments, listed }: Dossier): boolean =>
  payments.some(
    ({ row }) =>
      row.view === 'ordered' &&
      row.is_counted &&
      listed([row.document_id]).some((document) => /保证合同|担保/.test(document.row.cause ?? '')),
  )

export function flagBasis(dossier: Dossier): Html {
  const { words } = dossier
  const hits = hitsOf(dossier)
  const fired = new Set(hits.map(({ row }) => row.flag))
  const quiet = groupsBy(
    flagNames.filter((name) => !fired.has(name)),
    (name) => {
      const lack = lackOf(dossier, name)
      if (lack !== '') return filled(words.flags.notKnown, lack)
      return filled(
        words.flags.notFired,
        isOfRegistration(name) ? registrationSearched(dossier) : searchedIn(dossier),
      )
    },
  )
  const said = [...quiet].map(([basis, names]) =>
    note(`${basis}${words.colon}${names.map((name) => words.flag[name]).join(words.comma)}`),
  )
  return html`${ownTable(dossier, hits)}${said}${note(words.flags.rule)}`
}

/** Whether a decision in force may order it to pay a sum that no text states, of which nothing is enforced. */
const hasUnseenSum = (dossier: Dossier): boolean =>
  disputesOf(dossier).some(
    (dispute) =>
      isUnstated(dispute) &&
      dispute.cases.length === 0 &&
      dispute.families.some(({ state }) => state === 'in force') &&
      !dispute.sums.some(({ row }) => row.view === 'ordered' && row.is_counted),
  )

/** Whether a decision that orders it to pay was revoked on the suit of a third party, and it is not seen that this is in force. */
const isRevokedAtFirst = (dossier: Dossier): boolean =>
  dossier.payments.some(
    ({ row }) =>
      row.view === 'ordered' &&
      row.effectiveness === 'not known' &&
      lifeOf(dossier, row.family_key).some((one) => one.row.case_key.includes('民撤')),
  )

/** Whether a document has such a remark, and such an authority as a party. */
const hasAuthority = (dossier: Dossier, remark: string, authority: RegExp): boolean =>
  dossier.rowsOf(remarks).some(({ kind, document_id: id }) => {
    const { plaintiffs = [], defendants = [] } = sidesById(dossier).get(id) ?? {}
    return kind === remark && [...plaintiffs, ...defendants].some((name) => authority.test(name))
  })

/** Who decides on penalties for the environment and for taxes. */
const ofPenalties = /(?:生态环境|环境保护|环保|税务)[^公司]*局/

/** Whether the last decision of a suit that it brought against such an authority over a penalty leaves the penalty. */
const hasLostToAuthority = (dossier: Dossier): boolean => hasAuthority(dossier, 'penalty_stands', ofPenalties)

/** Whether a court lets such an authority enforce what may be a penalty, or changes one. */
const hasPenaltyBefore = (dossier: Dossier): boolean =>
  ['granted_to_authority', 'penalty_changed'].some((remark) => hasAuthority(dossier, remark, ofPenalties))

/** Whether a court lets the authority for labour enforce what may be that it pays wages. */
const hasWagesByAuthority = (dossier: Dossier): boolean =>
  hasAuthority(dossier, 'granted_to_authority', /人力资源|劳动/)

/** Behind its name in what a creditor is paid from: its own thing; and before its name: a thing of another that has to do with it. */
const [ownThing, ofAnother] = [
  /^(?:（[^（）]{0,30}）)?(?:名下|所有|提供|抵押|质押|持有|位于|的)/,
  /(?:对|在|向|持有的?)(?:被告|第三人)?$/,
]

/** Whether a suit against it pays a creditor first out of what it owns, and orders it to pay nothing; the price of works on its land is no debt that it secures. */
const isPaidFromItsProperty = ({ rowsOf, listed, payments, subject }: Dossier): boolean =>
  rowsOf(remarks).some(({ kind, evidence, document_id: id, family_key: family }) => {
    const [before = '', ...behind] = kind === 'priority' ? (evidence ?? '').split(subject.name) : []
    const isItsOwn = behind.some((words) => ownThing.test(words)) && !ofAnother.test(before)
    return (
      isItsOwn &&
      listed([id]).some(({ row }) => row.role === 'defendant' && !/建设工程/.test(row.cause ?? '')) &&
      !payments.some(({ row }) => row.view === 'ordered' && row.family_key === family)
    )
  })

/** Whether it may be accused in a criminal case whose end for it is not seen: only an appeal, say, or the enforcement of a fine is held. */
const hasUnseenVerdict = ({ documents }: Dossier): boolean =>
  [...groupsBy(documents, ({ row }) => row.family_key)].some(
    ([, of]) =>
      of.some(({ row }) => isAccused(row)) &&
      (isLeftOpen(of) ||
        !of.some(
          ({ row: { outcome, subject_outcome: result } }) =>
            outcome === 'acquitted' ||
            outcome === 'withdrawn' ||
            (outcome === 'convicted' && result === 'neutral') ||
            (outcome !== 'upheld' && result === 'won'),
        )),
  )

/** Whether the last that is decided of it is that it is tried again, or changes what was decided before, not in its favour. */
function isLeftOpen(of: readonly Listed[]): boolean {
  const decided = of.filter(({ row }) => row.outcome !== null)
  const [last] = decided.sort((a, b) => (b.row.decided_on ?? '').localeCompare(a.row.decided_on ?? ''))
  const { outcome = null, subject_outcome: result = null } = last?.row ?? {}
  const isChanged = (outcome === 'reversed' || outcome === 'partly_reversed') && result !== 'won'
  return outcome === 'remanded' || outcome === 'retrial_ordered' || isChanged
}

const isAccused = ({ category, family_key: family, role, stage }: Listed['row']): boolean =>
  (category === '刑事案件' || family.includes('刑')) &&
  (role === 'defendant' || (role === 'plaintiff' && (stage === 'appeal' || stage === 'retrial')))

/** Whether the registration alone could say so: no text is searched for it. */
const isOfRegistration = (name: Flag): boolean =>
  redFlags[name].searched.every((source) => source === 'registration')

/** Which of the sources of a flag was not read, so that its silence says nothing; empty when all were. */
function lackOf(dossier: Dossier, name: Flag): string {
  const { words, held, rowsOf } = dossier
  const lacks = {
    registration: !isRegistrationRead(dossier) && words.searched.noEntries,
    list: !isListRead(dossier) && words.searched.noList,
    capital:
      !held.registration.some(({ registered_amount }) => registered_amount !== null) && words.flags.noCapital,
  }
  const lack = redFlags[name].searched.flatMap((source) => lacks[source] || [])
  const entries = mayBeEntered(dossier, name)
  const isOwn = name === 'frozen_shares'
  const isFreezeOver =
    (isOwn || name === 'frozen_holdings') &&
    standingOf(dossier).property.some(({ row }) => row.is_own_equity === isOwn && row.state === 'expired')
  return [
    ...lack,
    ...(entries.length > 0 ? [filled(words.flags.entered, entries.join(words.standing.list))] : []),
    ...(isFreezeOver ? [words.flags.freezeOver] : []),
    ...(name === 'guarantees' && maybeGuaranteed(dossier) ? [words.flags.notSaidForWhom] : []),
    ...(name === 'guarantees' && hasUnseenOrder(dossier) ? [words.flags.unseenOrder] : []),
    ...(name === 'guarantees' && isPaidFromItsProperty(dossier) ? [words.flags.paidFromProperty] : []),
    ...(name === 'penalties' && hasLostToAuthority(dossier) ? [words.flags.lostToAuthority] : []),
    ...(name === 'penalties' && hasPenaltyBefore(dossier) ? [words.flags.penaltyBefore] : []),
    ...(name === 'wages' && hasWagesByAuthority(dossier) ? [words.flags.wagesByAuthority] : []),
    ...(name === 'wages' && hasUnseenAward(dossier) ? [words.flags.unseenAward] : []),
    ...((name === 'judged' && hasUnseenSum(dossier)) ||
    ((name === 'judged' || name === 'wages') && hasUnseenAgreement(dossier))
      ? [words.flags.unseenSum]
      : []),
    ...((name === 'enforced' || name === 'ended_unpaid') &&
    isDebtorOfUnlisted(dossier, 'added_as_debtor', 'debtor_in_review')
      ? [words.flags.unlistedEnforcement]
      : []),
    ...((name === 'enforced' || name === 'ended_unpaid') && isDebtorOfUnlisted(dossier, 'branch_enforced')
      ? [words.flags.branchEnforced]
      : []),
    ...(rowsOf(mentions).some(({ matter, manner }) => matter === name && manner === 'some_debtor')
      ? [words.flags.imposedOnSome]
      : []),
    ...(name === 'judged' && isRevokedAtFirst(dossier) ? [words.flags.revokedAtFirst] : []),
    ...(name === 'bankruptcy' && signsOfBankruptcy(dossier).length > 0 ? [words.flags.signOfBankruptcy] : []),
    ...(name === 'convicted' && hasUnseenVerdict(dossier) ? [words.flags.unseenVerdict] : []),
  ].join(words.comma)
}

function ownTable(dossier: Dossier, hits: readonly Hit[]): Html {
  const own = hits.filter(({ item }) => item.kind === 'F')
  const { words, show } = dossier
  const { flags: say, columns } = words
  return itemTable(
    dossier,
    'red_flags',
    [
      [say.title, ({ row }) => words.flag[row.flag]],
      [columns.sources, ({ row }) => wordFor(say.source, row.source), 'short'],
      [columns.date, ({ row }) => row.happened_on && show(row.happened_on, 'label'), 'short'],
      [columns.value, (one) => detailOf(dossier, one), 'sentence'],
    ],
    own,
    say.registration,
  )
}

export function flagsFired({ rowsOf }: Dossier): {
  readonly high: readonly FlagRow['flag'][]
  readonly others: number
} {
  const levels = new Map(rowsOf(flagHits).map(({ flag, level }) => [flag, level]))
  const high = [...levels].filter(([, level]) => level === 'high').map(([flag]) => flag)
  return { high, others: levels.size - high.length }
}
