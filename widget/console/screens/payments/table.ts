import { html, nothing, type TemplateResult } from 'lit'
import { guard } from 'lit/directives/guard.js'
import { repeat } from 'lit/directives/repeat.js'
import { formatMoney } from '../../format/money.ts'
import { allColumns, cells, tableStyle, type Column } from './columns.ts'
import type { PaymentRow } from './list.ts'
import { paymentsTexts } from './texts.ts'

const texts = paymentsTexts.selection

/** The selected rows, and how they change. */
export type Selection = {
  readonly ids: ReadonlySet<string>
  /** Selects a row or not; with `isRange` all rows between it and the last one. */
  readonly toggle: (id: string, isRange: boolean) => void
  readonly toggleAll: () => void
  /** Whether all rows of the list are selected, also those that are not rendered yet. */
  readonly areAll: boolean
}

const box = (
  isChecked: boolean,
  name: string,
  toggle: (isRange: boolean) => void,
  visibleName: unknown = nothing,
): TemplateResult => html`
  <label class="select-box">
    <input
      type="checkbox"
      aria-label=${name}
      .checked=${isChecked}
      @click=${(event: MouseEvent) => toggle(event.shiftKey)}
    />
    ${visibleName}
  </label>
`

/** Every column has its place, so that one that is shown or not leaves the other cells as they are. */
const inPlaces = (columns: readonly Column[], cell: (column: Column) => TemplateResult): unknown[] =>
  allColumns.map((column) => (columns.includes(column) ? cell(column) : nothing))

const tableRow = (
  row: PaymentRow,
  columns: readonly Column[],
  isSelected: boolean,
  href: (id: string) => string,
  toggle: Selection['toggle'],
): TemplateResult => html`
  <tr role="row" class=${isSelected ? 'selected' : ''}>
    <td role="cell" class="select">
      ${box(isSelected, texts.row(formatMoney(row.amount, row.currency)), (isRange) =>
        toggle(row.transactionId, isRange),
      )}
    </td>
    ${inPlaces(
      columns,
      (column) => html`
        <td role="cell" class=${column}>${cells[column](row, href(row.transactionId))}</td>
      `,
    )}
  </tr>
`

// The roles are explicit: the rows are grids, and a table without its display has no roles in some browsers.
/** The rows as a table; on narrow screens as cards. Each can be selected. A row is rendered again only when something in it changes. */
export const paymentsTable = (
  rows: readonly PaymentRow[],
  columns: readonly Column[],
  href: (id: string) => string,
  { ids, toggle, toggleAll, areAll }: Selection,
): TemplateResult => html`
  <div class="table-scroll">
    <table
      class="rows payments list selectable"
      role="table"
      aria-label=${paymentsTexts.list}
      .style=${tableStyle(columns)}
    >
      <thead role="rowgroup">
        <tr role="row">
          <th role="columnheader" scope="col" class="select">
            <span class="hidden">${texts.column}</span>
            ${box(
              areAll,
              texts.all,
              toggleAll,
              html`
                <span class="narrow" aria-hidden="true">${texts.all}</span>
              `,
            )}
          </th>
          ${inPlaces(
            columns,
            (column) => html`
              <th role="columnheader" scope="col" class=${column}>${paymentsTexts.columns[column]}</th>
            `,
          )}
        </tr>
      </thead>
      <tbody role="rowgroup">
        ${repeat(
          rows,
          ({ transactionId }) => transactionId,
          (row) => {
            const isSelected = ids.has(row.transactionId)
            return guard([row, columns, isSelected], () => tableRow(row, columns, isSelected, href, toggle))
          },
        )}
      </tbody>
    </table>
  </div>
`
