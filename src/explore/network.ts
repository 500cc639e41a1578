import { escapeHtml, type Html, html, trusted } from '../report/html.ts'
import { table } from '../report/tables.ts'
import type { SqlRow } from '../warehouse/database.ts'
import {
  enterpriseAt,
  link,
  numberOf,
  plain,
  rowsOf,
  type Scene,
  type Subject,
  show,
  textOf,
} from './scene.ts'

/** Who is connected with whom, of all enterprises, once a publication: what a code or an id tells is `known`, else it is a name. */
const relations = `
CREATE TABLE IF NOT EXISTS explored.relations AS
SELECT enterprise_id, kind, any_value(name) AS name, name_key, any_value(other_id) AS other_id, max(weight) AS weight FROM (
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
WHERE name_key IS NOT NULL GROUP BY enterprise_id, kind, name_key`

type Kind = 'shareholder' | 'member' | 'investment' | 'counterparty' | 'co_defendant'

/** Kinds by the side on which they are drawn. */
const sides: readonly (readonly Kind[])[] = [
  ['shareholder', 'member'],
  ['investment', 'co_defendant', 'counterparty'],
]

/** Nodes of a kind that are drawn; the table has the others, as far as it goes. */
const mostDrawn = 9
const mostListed = 300

interface Node {
  readonly kind: Kind
  readonly label: string
  readonly detail: string
  /** The enterprise that it is, or that only has the same name. */
  readonly to: string | undefined
  readonly isSameNameOnly: boolean
  readonly isShared: boolean
}

/** 关系图: shareholders, members, investments, co-defendants and counterparties; what is only a same name is drawn as such. */
export async function network(scene: Scene, { id, name, persons }: Subject): Promise<Html> {
  const { words, report } = scene
  await scene.reader.run(relations)
  const rows = await rowsOf(
    scene,
    `SELECT r.*, e.enterprise_id AS named_id, o.others, k.enterprise_id IS NOT NULL AS is_held FROM explored.relations AS r
     LEFT JOIN (SELECT name_key, any_value(enterprise_id) AS enterprise_id FROM enterprises GROUP BY name_key) AS e ON e.name_key = r.name_key AND e.enterprise_id <> r.enterprise_id
     LEFT JOIN (SELECT name_key, count(DISTINCT enterprise_id) - 1 AS others FROM explored.relations GROUP BY name_key) AS o ON o.name_key = r.name_key
     LEFT JOIN explored.subjects AS k ON k.enterprise_id = r.other_id
     WHERE r.enterprise_id = $id ORDER BY list_position(['shareholder', 'member', 'investment', 'co_defendant', 'counterparty'], r.kind), o.others DESC, r.weight DESC NULLS LAST, r.name_key LIMIT ${mostListed}`,
    { id },
  )
  if (rows.length === 0) return html`<p>${report.none}</p>`
  const nodes = rows.map((row) => nodeOf(scene, row, persons))
  const drawn = sides.map((kinds) =>
    kinds.flatMap((kind) => nodes.filter((node) => node.kind === kind).slice(0, mostDrawn)),
  )
  return html`<div class="scroll" tabindex="0">${drawing(scene, plain(scene, name, 'party', persons), drawn)}</div>
<p class="note">${words.network.sameName} ${words.network.shared} ${words.network.most(drawn.flat().length, rows.length)}</p>
${list(scene, nodes, rows, persons)}`
}

function nodeOf(scene: Scene, row: SqlRow, persons: readonly string[]): Node {
  const kind = String(row.kind) as Kind
  const held = row.is_held === true ? textOf(row.other_id) : null
  // A name that a court hid (某公司) is the same in many texts, and tells nothing of who it is.
  const isNamed = !String(row.name).includes('某')
  const named = isNamed ? textOf(row.named_id) : null
  const weight =
    row.weight === null
      ? ''
      : kind === 'counterparty' || kind === 'co_defendant'
        ? ` × ${numberOf(row.weight)}`
        : ` ${numberOf(row.weight)}%`
  const others = isNamed ? numberOf(row.others) : 0
  return {
    kind,
    label: plain(scene, row.name, kind === 'member' ? 'person' : 'party', [...persons, String(row.name)]),
    detail: `${scene.words.network[kind]}${weight}`,
    to: held ?? named ?? undefined,
    isSameNameOnly: held === null && (named !== null || others > 0),
    isShared: others > 0,
  }
}

const [width, rowHeight, boxWidth, boxHeight] = [980, 52, 270, 42]

/** The enterprise in the middle, who holds and leads it on the left, what it holds and whom it disputes with on the right. */
function drawing(scene: Scene, title: string, drawn: readonly (readonly Node[])[]): Html {
  const height = Math.max(3, ...drawn.map((side) => side.length)) * rowHeight + 16
  const middle = height / 2
  const lefts = [8, width - boxWidth - 8]
  const centre = (width - 260) / 2
  const parts = drawn.flatMap((side, at) =>
    side.map((node, row) => {
      const y = middle + (row - (side.length - 1) / 2) * rowHeight
      const left = lefts[at] ?? 0
      const [from, to] = at === 0 ? [left + boxWidth, centre] : [left, centre + 260]
      return `<line x1="${from}" y1="${y}" x2="${to}" y2="${middle}"${node.isSameNameOnly ? ' class="loose"' : ''}></line>${boxOf(scene, node, left, y)}`
    }),
  )
  const inWords = drawn
    .flat()
    .map(({ label, detail }) => `${label} ${detail}`)
    .join('; ')
  return trusted(
    `<svg class="graph" viewBox="0 0 ${width} ${height}" role="group" aria-label="${escapeHtml(`${title}: ${inWords}`)}">${parts.join('')}<rect class="centre" x="${centre}" y="${middle - 27}" width="260" height="54" rx="6"></rect>${textAt(clipped(title, 18), width / 2, middle)}</svg>`,
  )
}

function boxOf(
  scene: Scene,
  { label, detail, to, isSameNameOnly, isShared }: Node,
  left: number,
  y: number,
): string {
  const kinds = ['node', isSameNameOnly ? 'loose' : '', isShared ? 'shared' : ''].filter(Boolean).join(' ')
  const box = `<rect class="${kinds}" x="${left}" y="${y - boxHeight / 2}" width="${boxWidth}" height="${boxHeight}" rx="5"></rect>${textAt(clipped(label, 19), left + boxWidth / 2, y - 9)}${textAt(detail, left + boxWidth / 2, y + 10)}`
  const href = to === undefined ? undefined : scene.href(enterpriseAt(to, 'network'))
  return href === undefined ? box : `<a href="${escapeHtml(href)}">${box}</a>`
}

const textAt = (text: string, x: number, y: number): string =>
  `<text x="${x}" y="${y}" text-anchor="middle" dominant-baseline="central">${escapeHtml(text)}</text>`

const clipped = (text: string, most: number): string =>
  [...text].length > most ? `${[...text].slice(0, most - 1).join('')}…` : text

function list(
  scene: Scene,
  nodes: readonly Node[],
  rows: readonly SqlRow[],
  persons: readonly string[],
): Html {
  const { words, report } = scene
  return table(
    [
      { label: report.columns.item },
      { label: words.enterprise.tabs.network },
      { label: words.enterprise.others, shape: 'number' },
      { label: words.enterprise.basis },
    ],
    nodes.map(({ kind, detail, to, isSameNameOnly }, at) => {
      const row = rows[at] ?? {}
      const name = show(scene, row.name, kind === 'member' ? 'person' : 'party', [
        ...persons,
        String(row.name),
      ])
      return {
        cells: [
          to === undefined ? name : link(scene, enterpriseAt(to), name),
          detail,
          numberOf(row.others),
          isSameNameOnly ? words.enterprise.sameName : '',
        ],
      }
    }),
    { isStacked: true },
  )
}
