import { html, type TemplateResult } from 'lit'
import { formatMoney } from '../../format/money.ts'
import { sourceName } from '../../parts/source.ts'
import { stateLabel } from '../../parts/states.ts'
import { timeAgo } from '../../parts/time.ts'
import { checkoutTexts } from './texts.ts'

const texts = checkoutTexts.payments

/** A payment in the list of the API, as far as it is shown here. */
export type Attempt = {
  readonly transactionId: string
  readonly amount: number
  readonly currency: number
  readonly status: string
  readonly network: string | null
  readonly accountNumber: string | null
  readonly method: string
  readonly created: string
}

/** The payments of a link, declined ones too. @param href the address of a payment */
export const attempts = (rows: readonly Attempt[], href: (id: string) => string): TemplateResult => html`
  <section class="panel" aria-labelledby="payments-title">
    <h2 id="payments-title">${texts.title}</h2>
    ${
      rows.length === 0
        ? html`
            <p class="small muted">${texts.none}</p>
          `
        : html`
            <table class="rows payments" role="table" aria-labelledby="payments-title">
              <thead role="rowgroup">
                <tr role="row">
                  ${(['amount', 'status', 'source', 'created'] as const).map(
                    (column) => html`
                      <th role="columnheader" scope="col" class=${column}>${texts.columns[column]}</th>
                    `,
                  )}
                </tr>
              </thead>
              <tbody role="rowgroup">
                ${rows.map(
                  (row) => html`
                    <tr role="row">
                      <td role="cell" class="amount">
                        <a class="row-link" href=${href(row.transactionId)}>
                          <span class="hidden">${texts.open}</span>
                          ${formatMoney(row.amount, row.currency)}
                        </a>
                      </td>
                      <td role="cell" class="status">${stateLabel(row.status)}</td>
                      <td role="cell" class="source">${sourceName(row)}</td>
                      <td role="cell" class="created">${timeAgo(row.created)}</td>
                    </tr>
                  `,
                )}
              </tbody>
            </table>
          `
    }
  </section>
`
