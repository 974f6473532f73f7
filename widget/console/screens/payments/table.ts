import { html, type TemplateResult } from 'lit'
import { repeat } from 'lit/directives/repeat.js'
import { cells, type Column } from './columns.ts'
import type { PaymentRow } from './list.ts'
import { paymentsTexts } from './texts.ts'

// The roles are explicit: on narrow screens the rows are grids, and a table without its display has no roles in some browsers.
/** The rows as a table; on narrow screens as cards. */
export const paymentsTable = (
  rows: readonly PaymentRow[],
  columns: readonly Column[],
  href: (id: string) => string,
): TemplateResult => html`
  <div class="table-scroll">
    <table class="rows payments" role="table" aria-label=${paymentsTexts.list}>
      <thead role="rowgroup">
        <tr role="row">
          ${columns.map(
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
          (row) => html`
            <tr role="row">
              ${columns.map(
                (column) => html`
                  <td role="cell" class=${column}>${cells[column](row, href(row.transactionId))}</td>
                `,
              )}
            </tr>
          `,
        )}
      </tbody>
    </table>
  </div>
`
