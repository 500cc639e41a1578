import { type Html, html, type Part } from './html.ts'

export interface Column {
  readonly label: string
  /** Numbers stand at the end of their cell; sentences are given room; short words and dates stay on one line. */
  readonly shape?: 'number' | 'sentence' | 'short'
}

export interface Row {
  readonly cells: readonly Part[]
  readonly id?: string
}

/**
 * A table whose header is repeated on each printed page. On a narrow screen `isStacked` sets the cells of a row below each
 * other, each with its label; any other table is moved sideways.
 */
export function table(
  columns: readonly Column[],
  rows: readonly Row[],
  options: { readonly caption?: Part; readonly isStacked?: boolean; readonly id?: string } = {},
): Html {
  const { caption, isStacked = false, id } = options
  const kinds = columns.map(({ shape }) => shape ?? 'text')
  return html`<div class="${isStacked ? 'stack' : 'scroll'}"${isStacked ? '' : html` tabindex="0"`}><table${id !== undefined && html` id="${id}"`}>
${caption !== undefined && html`<caption>${caption}</caption>`}
<thead><tr>${columns.map(({ label }, at) => html`<th scope="col" class="${kinds[at]}">${label}</th>`)}</tr></thead>
<tbody>
${rows.map(
  ({ cells, id }) =>
    html`<tr${id !== undefined && html` id="${id}"`}>${cells.map(
      (cell, at) =>
        html`<td class="${kinds[at]}"${isStacked && html` data-label="${columns[at]?.label ?? ''}"`}>${cell}</td>`,
    )}</tr>
`,
)}</tbody></table></div>`
}

/** Facts about one thing: a name and a value a row. */
export const factList = (facts: readonly (readonly [name: Part, value: Part])[]): Html =>
  html`<dl class="facts">${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`
