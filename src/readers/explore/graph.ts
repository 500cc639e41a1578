import { escapeHtml, type Html, trusted } from '../dossiers/html.ts'
import type { Scene } from './scene.ts'

/** Who is connected with an enterprise, as it is drawn. */
export interface Node {
  readonly label: string
  readonly detail: string
  /** The address that the box leads to. */
  readonly to: string | undefined
  /** What shows or hides those who are connected with it: its address, and whether they are shown. */
  readonly opening: { readonly key: string; readonly to: string; readonly isOpen: boolean } | undefined
  readonly isSameNameOnly: boolean
  readonly isShared: boolean
  /** Those who are connected with it, where it is open. */
  readonly others: readonly Node[]
}

const [rowHeight, boxWidth, boxHeight, centreWidth, gap, margin] = [52, 270, 42, 260, 82, 14]
const step = boxWidth + gap
/** Characters that fit in a box, and in the middle. */
const [longest, longestTitle] = [19, 18]

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
export function drawing(
  scene: Scene,
  title: string,
  sides: readonly [readonly Node[], readonly Node[]],
): Html {
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
  const inWords = sides
    .flat()
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
  const name = isOpen ? words.collapse(label) : words.expand(label)
  return `<a class="opener" id="${escapeHtml(key)}" href="${escapeHtml(to)}" aria-label="${escapeHtml(name)}"><circle cx="${x}" cy="${y}" r="11"></circle>${textAt(isOpen ? '−' : '+', x, y)}</a>`
}

const textAt = (text: string, x: number, y: number): string =>
  `<text x="${x}" y="${y}" text-anchor="middle" dominant-baseline="central">${escapeHtml(text)}</text>`

const clipped = (text: string, most: number): string =>
  [...text].length > most ? `${[...text].slice(0, most - 1).join('')}…` : text
