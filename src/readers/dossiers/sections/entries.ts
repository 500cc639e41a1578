import { type Flag, removedStatus } from '../../../rows/words/code-words.ts'
import type { Dossier } from '../dossier.ts'
import { type Html, html, joined, type Part } from '../html.ts'
import { count, groupsBy, query, text } from '../rows.ts'
import { filled, wordFor } from '../words/words.ts'
import { casesEnforced } from './enforcement.ts'
import { around } from './phrases.ts'
import { caseKeyOf } from './registration.ts'

/* Page one on the entries of the registration: what it enters, and what that may mean where no rule reads it. */

/** Lists of the registration outside the contract that are no entries of risk; a name is asked for as a pointer. */
const otherModules = query({ name: text, entries: count.nullable() }, (among) => {
  const at = "'/' || replace(replace(name, '~', '~0'), '/', '~1')"
  return `
    SELECT enterprise_id, name, json_array_length(extra, ${at}) AS entries
    FROM (SELECT enterprise_id, extra, unnest(json_keys(extra)) AS name FROM enterprises WHERE ${among} AND extra IS NOT NULL)
    WHERE json_type(extra, ${at}) IN ('ARRAY', 'OBJECT') AND (enterprise_id, name) NOT IN (SELECT (enterprise_id, kind) FROM enterprise_risks WHERE kind IS NOT NULL)
    ORDER BY enterprise_id, name`
})

const isRemoved = new RegExp(removedStatus)

/** The status stands first, or the text begins with one: 已移出；未按规定公示年度报告. */
const mostOfStatus = 12

/** The entries, each with its status and its text in clauses. */
const entriesOf = ({ held }: Dossier) =>
  held.lists.risks.map(({ cells: [kind, number, court, day, , text] }) => {
    const [first = '', ...rest] = (text ?? '').split('；')
    const status = kind != null && first.length <= mostOfStatus ? first : ''
    return {
      ...{ kind, number: number ?? null, court, day, status, said: text ?? '' },
      clauses: [first, ...rest].filter((clause) => clause !== ''),
      isGone: isRemoved.test(status) || kind?.includes('历史') === true,
    }
  })

type Entry = ReturnType<typeof entriesOf>[number]

const authority = /[局厅委署队关院]|政府|银行/

/** What an entry that no rule reads may mean by its kind, or its text where it has none, unless it says otherwise. */
const mayMean: readonly (readonly [flags: readonly Flag[], kind: RegExp, unless?: RegExp])[] = [
  [['bankruptcy'], /^(?!.*(?:破产|强制)).*清算/],
  [['revoked'], /吊销|责令关闭/],
  [['deregistered'], /注销/],
  [['seized', 'enforced'], /拍卖|变卖|查封|扣押/],
  [['frozen_shares', 'frozen_holdings', 'seized'], /^(?!.*股权).*(?:冻结|司法协助)/, /股权|股份/],
  [['guarantees'], /抵押|质押|出质|担保/, /出质人：|以其|持有|股东/],
  [['penalties'], /处罚/, authority],
  [['irregular'], /列入名单/],
]

/** The kinds of entries, or a status of liquidation, by which this flag may be true though no rule fires. */
export function mayBeEntered(dossier: Dossier, flag: Flag): string[] {
  const { subject, words, held } = dossier
  const status = held.registration[0]?.status ?? ''
  const isLiquidated = flag === 'bankruptcy' && /清算|破产/.test(status)
  const kinds = entriesOf(dossier).flatMap(({ kind, court, said, isGone }) => {
    const about = kind ?? said
    const isMeant = mayMean.some(
      ([flags, shape, unless]) =>
        flags.includes(flag) && shape.test(about) && unless?.test(`${court ?? ''}${said}`) !== true,
    )
    const isForIt = said.includes(`权人：${subject.name}`)
    return isMeant && !isGone && !isForIt ? [wordFor(words.term, kind ?? words.columns.value)] : []
  })
  return [...new Set([...(isLiquidated ? [wordFor(words.term, status)] : []), ...kinds])]
}

const mostEntries = 3
const mostCharacters = 60

/** How the enforcement of an entry stands by what else is held. */
function stateOf(dossier: Dossier, number: string | null | undefined): string[] {
  const { words, say } = dossier
  const cases = casesEnforced(dossier)
  const found = cases.find(({ row }) => row.case_key === caseKeyOf(number))
  if (found === undefined) return []
  const { resumed_by: resumed, state, document_ids: documents } = found.row
  const now = cases.find(({ row }) => row.case_key === resumed)?.row.state
  const stands = now === undefined ? '' : filled(words.inBrackets, wordFor(words.enforcementState, now))
  const said =
    resumed === null ? wordFor(words.enforcementState, state) : filled(say.resumedAs, `${resumed}${stands}`)
  // A register that was not brought up to date confirms nothing.
  return [documents.length > 0 ? filled(say.ofTexts, said) : said]
}

/** What an entry says, in its words: its case or day, its status, and its text. */
function saidIn(dossier: Dossier, { kind, number, day, clauses, isGone }: Entry): Part[] {
  const { show, showWords, say } = dossier
  const when = number ?? (day && filled(say.enteredOn, day))
  const texts = clauses.slice(0, 2).map((part) => showWords('entry', part, undefined, mostCharacters))
  const isOfMarket = /严重违法|经营异常/.test(kind ?? '')
  return [
    ...(isOfMarket ? [say.notTheCourts] : []),
    ...(when ? [show(when, 'prose')] : []),
    ...texts,
    ...(isOfMarket && !isGone ? [say.notRemoved] : []),
    ...stateOf(dossier, number),
  ]
}

/** What the registration enters: a few entries in their words, more by kind; and what else it lists. */
export function entered(dossier: Dossier): Html {
  const { words, show, say, rowsOf, inBrackets } = dossier
  const all = entriesOf(dossier).map((entry) => ({ ...entry, parts: saidIn(dossier, entry) }))
  const name = (kind: string | null | undefined): Html =>
    show(wordFor(words.term, kind ?? say.noKind), 'label')
  const ofKind = (kind: string | null | undefined, of: typeof all): Html => {
    const [only, another] = of
    if (another === undefined && only?.number === null) return html`${name(kind)}${inBrackets(only.parts)}`
    const gone = of.filter(({ isGone }) => isGone).length
    const isFew = of.length <= 2 && of.every(({ number }) => number !== null)
    if (!isFew || all.length > 2 * mostEntries)
      return html`${name(kind)} ${of.length}${gone > 0 && filled(say.ofThemGone, gone)}`
    const each = of.map(({ parts }) => joined(parts, words.comma))
    return html`${name(kind)}${inBrackets(each, words.semicolon)}`
  }
  const shown =
    all.length > mostEntries
      ? [...groupsBy(all, ({ kind }) => kind)].map(([kind, of]) => ofKind(kind, of))
      : all.map(({ kind, parts }) => html`${name(kind)}${inBrackets(parts)}`)
  const others = rowsOf(otherModules).map(
    ({ name: module, entries }) => html`${name(module)}${entries !== null && ` ${entries}`}`,
  )
  return html`${around(say.entries, shown, words.semicolon)}${around(say.otherModules, others, words.standing.list)}`
}
