import type { SqlRow } from '../../warehouse/database.ts'
import { escapeHtml, type Html, html, trusted } from '../dossiers/html.ts'
import { numberOf, textOf } from '../dossiers/shown.ts'
import { filled } from '../dossiers/words/words.ts'
import { listOf } from './listing.ts'
import { enterpriseAt, link, type Scene, type Subject } from './scene.ts'

/** Kinds by the side on which they are drawn. */
const sides = [
  ['shareholder', 'member'],
  ['investment', 'co_defendant', 'counterparty'],
] as const

type Kind = (typeof sides)[number][number]

/**
 * Who is connected with whom, of all enterprises: what a code or an id tells is `other_id`, else it is a name; `others` counts the
 * other enterprises that are connected with the same name. A name has a number, because names of persons do not belong in addresses.
 */
const relations = `
WITH relation AS MATERIALIZED (SELECT enterprise_id, kind, any_value(name) AS name, name_key, dense_rank() OVER (ORDER BY name_key) AS name_number,
  any_value(other_id) AS other_id, max(weight) AS weight FROM (
  SELECT enterprise_id, 'shareholder' AS kind, name, name_key, NULL AS other_id, share_percent AS weight FROM enterprise_shareholders
  UNION ALL SELECT enterprise_id, 'member', name, name, NULL, NULL FROM enterprise_members
  UNION ALL SELECT i.enterprise_id, 'investment', i.name, i.name_key, coalesce(i.invested_id, e.enterprise_id), i.share_percent
    FROM enterprise_investments AS i LEFT JOIN (SELECT uscc, any_value(enterprise_id) AS enterprise_id FROM enterprises WHERE uscc IS NOT NULL GROUP BY uscc) AS e USING (uscc)
  UNION ALL SELECT enterprise_id, 'counterparty', name, name_key, NULL, disputes FROM counterparties
  UNION ALL SELECT s.enterprise_id, 'co_defendant', min(p.name), p.name_key, NULL, count(DISTINCT hash(s.family_key))
    FROM subject_documents AS s JOIN document_parties AS p USING (document_id)
    WHERE s.role = 'defendant' AND p.side = 'defendant'
      AND NOT EXISTS (FROM enterprise_names AS n WHERE n.enterprise_id = s.enterprise_id AND n.name_key = p.name_key AND n.kind <> 'short')
    GROUP BY s.enterprise_id, p.name_key)
WHERE name_key IS NOT NULL GROUP BY enterprise_id, kind, name_key)
SELECT r.*, e.enterprise_id AS named_id, o.others, k.enterprise_id IS NOT NULL AS is_held FROM relation AS r
  LEFT JOIN (SELECT name_key, any_value(enterprise_id) AS enterprise_id FROM enterprises GROUP BY name_key) AS e ON e.name_key = r.name_key AND e.enterprise_id <> r.enterprise_id
  LEFT JOIN (SELECT name_key, count(DISTINCT enterprise_id) - 1 AS others FROM relation GROUP BY name_key) AS o ON o.name_key = r.name_key
  LEFT JOIN explored.subjects AS k ON k.enterprise_id = r.other_id
  ORDER BY r.enterprise_id`

/** Relations of $id, the kinds in their order. */
const ofEnterprise = (table: string): string => `
  SELECT * FROM ${table} WHERE enterprise_id = $id
  ORDER BY list_position(['${sides.flat().join("', '")}'], kind), others DESC, weight DESC NULLS LAST, name_key`

/** Enterprises that are connected with the name of $number, as rows of the same columns; that they are, a name alone says. */
const ofName = (table: string): string => `
  SELECT r.kind, s.name, NULL AS name_number, NULL AS other_id, s.enterprise_id AS named_id, 0 AS others, false AS is_held, r.weight
  FROM ${table} AS r JOIN explored.subjects AS s USING (enterprise_id)
  WHERE r.name_number = TRY_CAST($number AS BIGINT) AND s.name IS NOT NULL ORDER BY s.name, s.enterprise_id, r.kind`

/** Nodes of a kind that are drawn around the middle, and around an open node; the table has the others, as far as it goes. */
const [mostDrawn, mostBeside, mostListed] = [9, 6, 300]
/** How far out nodes can be opened, and how many of a drawing. */
const [deepest, mostOpen] = [3, 12]

/** 关系图: shareholders, members, investments, co-defendants and counterparties; an address opens nodes in place. */
export async function network(scene: Scene, { id, name, persons }: Subject): Promise<Html> {
  const { words, report, params } = scene
  const table = await scene.tableOf('relations', relations)
  const rows = await scene.rows(`${ofEnterprise(table)} LIMIT ${mostListed}`, { id })
  if (rows.length === 0) return html`<p>${report.none}</p>`
  const opened = new Set(params.getAll('open').slice(0, mostOpen))
  const around = { table, root: id, opened, path: [`e${id}`], persons }
  const drawn = (kinds: readonly Kind[]): Promise<Node[]> => {
    const some = kinds.flatMap((kind) => rows.filter((row) => row.kind === kind).slice(0, mostDrawn))
    return Promise.all(some.map((row) => nodeOf(scene, row, around)))
  }
  const both = [await drawn(sides[0]), await drawn(sides[1])] as const
  const say = words.network
  const close = opened.size > 0 && html` ${link(enterpriseAt(id, 'network'), say.closeAll, 'button')}`
  return html`<div class="scroll" tabindex="0">${drawing(scene, scene.plain(name, 'party', persons), both)}</div>
<p class="note">${say.sameName} ${say.shared} ${say.opens} ${filled(words.relationsShown, both.flat().length, rows.length)}${close}</p>
${list(scene, rows, persons)}`
}

/** What a node is drawn within. */
interface Around {
  readonly table: string
  /** The enterprise in the middle. */
  readonly root: string
  readonly opened: ReadonlySet<string>
  /** The keys between the middle and the node: none of them opens again. */
  readonly path: readonly string[]
  readonly persons: readonly string[]
}

/** What a row says of whom it names. */
function readRow(row: SqlRow) {
  const held = row.is_held === true ? textOf(row.other_id) : null
  // A name that a court hid (某公司) is the same in many texts, and tells nothing of who it is.
  const isNamed = !String(row.name).includes('某')
  const named = isNamed ? textOf(row.named_id) : null
  const others = isNamed ? numberOf(row.others) : 0
  return {
    to: held ?? named,
    isSameNameOnly: held === null && (named !== null || others > 0),
    isShared: others > 0,
  }
}

async function nodeOf(scene: Scene, row: SqlRow, around: Around): Promise<Node> {
  const { to, isSameNameOnly, isShared } = readRow(row)
  const { path, opened } = around
  const key = to !== null ? `e${to}` : isShared ? `n${String(row.name_number)}` : undefined
  const isOpenable = key !== undefined && !path.includes(key) && path.length <= deepest
  const isOpen = isOpenable && opened.has(key)
  return {
    label: scene.plain(row.name, ...holding(row, around.persons)),
    detail: detailOf(scene, row),
    to: to === null ? undefined : enterpriseAt(to, 'network'),
    opening: isOpenable ? openingOf(around, key, isOpen) : undefined,
    isSameNameOnly,
    isShared,
    others: isOpen ? await beside(scene, key, { ...around, path: [...path, key] }) : [],
  }
}

/** What the name of a row is, and who may be named in it. */
const holding = ({ kind, name }: SqlRow, persons: readonly string[]) =>
  [kind === 'member' ? 'person' : 'party', [...persons, String(name)]] as const

/** Those who are connected with an open node, without what led to it. */
async function beside(scene: Scene, key: string, around: Around): Promise<Node[]> {
  const { table, path } = around
  const rows = key.startsWith('e')
    ? await scene.rows(`${ofEnterprise(table)} LIMIT ${mostListed}`, { id: key.slice(1) })
    : await scene.rows(`${ofName(table)} LIMIT ${mostListed}`, { number: key.slice(1) })
  const isBack = (row: SqlRow): boolean =>
    path.includes(`e${readRow(row).to}`) || path.includes(`n${String(row.name_number)}`)
  const shown = rows.filter((one) => !isBack(one)).slice(0, mostBeside)
  return await Promise.all(shown.map((row) => nodeOf(scene, row, around)))
}

/** The address that opens a node beside those that are open, or closes it; it leads to the node itself. */
function openingOf({ root, opened }: Around, key: string, isOpen: boolean): Node['opening'] {
  const keys = [...opened].filter((one) => one !== key)
  const query = [...keys, ...(isOpen ? [] : [key])].map((one) => `open=${encodeURIComponent(one)}`).join('&')
  return { key, to: `${enterpriseAt(root, 'network')}?${query}#${encodeURIComponent(key)}`, isOpen }
}

function detailOf({ words }: Scene, { kind, weight }: SqlRow): string {
  const isCount = kind === 'counterparty' || kind === 'co_defendant'
  const shown = weight === null ? '' : isCount ? ` × ${numberOf(weight)}` : ` ${numberOf(weight)}%`
  return `${words.network[String(kind) as Kind]}${shown}`
}

function list(scene: Scene, rows: readonly SqlRow[], persons: readonly string[]): Html {
  const { words, report } = scene
  const nameOf = (row: SqlRow): Html => {
    const { to } = readRow(row)
    const name = scene.show(row.name, ...holding(row, persons))
    return to === null ? name : link(enterpriseAt(to), name)
  }
  return listOf(
    [
      [report.columns.item, nameOf],
      [words.enterprise.tabs.network, (row) => detailOf(scene, row)],
      [words.network.others, (row) => numberOf(row.others), 'number'],
      [report.basis, (row) => readRow(row).isSameNameOnly && words.network.sameNameOnly],
    ],
    rows,
  )
}

/** Who is connected with an enterprise, as it is drawn. */
interface Node {
  readonly label: string
  readonly detail: string
  readonly to: string | undefined
  /** What shows or hides those who are connected with it: its address, and whether they are shown. */
  readonly opening: { readonly key: string; readonly to: string; readonly isOpen: boolean } | undefined
  readonly isSameNameOnly: boolean
  readonly isShared: boolean
  readonly others: readonly Node[]
}

const [rowHeight, boxWidth, boxHeight, centreWidth, gap, margin] = [52, 270, 42, 260, 82, 14]
const step = boxWidth + gap
/** Characters that fit in a box, and in the middle. */
const [longest, longestTitle] = [19, 18]

const withOthers = (nodes: readonly Node[]): Node[] =>
  nodes.flatMap((node) => [node, ...withOthers(node.others)])

const rowsOf = ({ others }: Node): number => Math.max(1, sumOf(others.map(rowsOf)))
const depthOf = (nodes: readonly Node[]): number =>
  nodes.length === 0 ? 0 : 1 + Math.max(...nodes.map(({ others }) => depthOf(others)))
const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0)

/** Where a box begins, and the point that its line starts from. */
interface Place {
  readonly node: Node
  readonly left: number
  readonly y: number
  readonly from: { readonly x: number; readonly y: number }
  readonly isLeft: boolean
}

/** An enterprise in the middle, nodes on its left and on its right; those of an open node stand beside it, further out. */
function drawing(scene: Scene, title: string, sides: readonly [readonly Node[], readonly Node[]]): Html {
  const depths = sides.map((nodes) => Math.max(1, depthOf(nodes)))
  const [leftDepth = 1, rightDepth = 1] = depths
  const width = 2 * margin + (leftDepth + rightDepth) * step + centreWidth
  const height = Math.max(3, ...sides.map((nodes) => sumOf(nodes.map(rowsOf)))) * rowHeight + 16
  const centre = { x: margin + leftDepth * step, y: height / 2 }
  const places = sides.flatMap((nodes, side) =>
    placed(nodes, centre.y, {
      left: side === 0 ? centre.x - step : centre.x + centreWidth + gap,
      from: { x: side === 0 ? centre.x : centre.x + centreWidth, y: centre.y },
      isLeft: side === 0,
    }),
  )
  // Lines first: none crosses a box.
  const parts = [...places.map(lineTo), ...places.map((place) => boxOf(scene, place))]
  const inWords = withOthers(sides.flat())
    .map(({ label, detail }) => `${label} ${detail}`)
    .join('; ')
  return trusted(
    `<svg class="graph wide-${leftDepth + rightDepth}" viewBox="0 0 ${width} ${height}" role="group" aria-label="${escapeHtml(`${title}: ${inWords}`)}">${parts.join('')}<rect class="centre" x="${centre.x}" y="${centre.y - 27}" width="${centreWidth}" height="54" rx="6"></rect>${textAt(clipped(title, longestTitle), centre.x + centreWidth / 2, centre.y)}</svg>`,
  )
}

/** Nodes below each other around a height, each followed by those beside it. */
function placed(nodes: readonly Node[], middle: number, column: Omit<Place, 'y' | 'node'>): Place[] {
  let top = middle - (sumOf(nodes.map(rowsOf)) * rowHeight) / 2
  return nodes.flatMap((node) => {
    const y = top + (rowsOf(node) * rowHeight) / 2
    top += rowsOf(node) * rowHeight
    const { left, isLeft } = column
    const next = {
      left: isLeft ? left - step : left + step,
      from: { x: isLeft ? left : left + boxWidth, y },
      isLeft,
    }
    return [{ ...column, y, node }, ...placed(node.others, y, next)]
  })
}

const lineTo = ({ node, left, y, from, isLeft }: Place): string =>
  `<line x1="${from.x}" y1="${from.y}" x2="${isLeft ? left + boxWidth : left}" y2="${y}"${node.isSameNameOnly ? ' class="loose"' : ''}></line>`

function boxOf(scene: Scene, { node, left, y, isLeft }: Place): string {
  const { label, detail, to, isSameNameOnly, isShared } = node
  const kinds = ['node', isSameNameOnly ? 'loose' : '', isShared ? 'shared' : ''].filter(Boolean).join(' ')
  const box = `<rect class="${kinds}" x="${left}" y="${y - boxHeight / 2}" width="${boxWidth}" height="${boxHeight}" rx="5"></rect>${textAt(clipped(label, longest), left + boxWidth / 2, y - 9)}${textAt(detail, left + boxWidth / 2, y + 10)}`
  const linked = to === undefined ? box : `<a href="${escapeHtml(to)}">${box}</a>`
  return `${linked}${openerOf(scene, node, isLeft ? left : left + boxWidth, y)}`
}

function openerOf({ words }: Scene, { label, opening }: Node, x: number, y: number): string {
  if (opening === undefined) return ''
  const { key, to, isOpen } = opening
  const name = isOpen ? words.say('collapse', label) : words.say('expand', label)
  return `<a class="opener" id="${escapeHtml(key)}" href="${escapeHtml(to)}" aria-label="${escapeHtml(name)}"><circle cx="${x}" cy="${y}" r="11"></circle>${textAt(isOpen ? '−' : '+', x, y)}</a>`
}

const textAt = (text: string, x: number, y: number): string =>
  `<text x="${x}" y="${y}" text-anchor="middle" dominant-baseline="central">${escapeHtml(text)}</text>`

const clipped = (text: string, most: number): string =>
  [...text].length > most ? `${[...text].slice(0, most - 1).join('')}…` : text
