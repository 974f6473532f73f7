import { html, type TemplateResult } from 'lit'
import type { ListBatchesAnswer } from '../../../client/types.ts'
import type { Query } from '../../api/api.ts'
import { formatMoney } from '../../format/money.ts'
import { shortTime } from '../../format/time.ts'
import { PagedScreen } from '../../parts/pagedScreen.ts'
import { label } from '../../parts/states.ts'
import { paths } from '../../shell/routes.ts'
import { settlementsTexts } from './texts.ts'

type Batch = ListBatchesAnswer['batches'][number]
type Total = Batch['totals'][number]

/** An amount of each currency, one below the other. */
const amounts = ({ totals }: Batch, amountOf: (total: Total) => number): TemplateResult[] =>
  totals.map(
    (total) => html`
      <span class="of-currency">${formatMoney(amountOf(total), total.currency)}</span>
    `,
  )

/** The list of settlements. Each row leads to the payments that it settled. */
export class SettlementsScreen extends PagedScreen<Batch> {
  protected override readonly texts = settlementsTexts
  protected override readonly path = '/v1/batches'

  protected override filters(): Query {
    return {}
  }

  protected override rowsIn(body: unknown): readonly Batch[] {
    return (body as ListBatchesAnswer).batches
  }

  protected override renderRows(rows: readonly Batch[]): TemplateResult {
    const { columns, states } = settlementsTexts
    return html`
      <div class="table-scroll">
        <table class="rows payments list settlements" role="table" aria-label=${settlementsTexts.title}>
          <thead role="rowgroup">
            <tr role="row">
              <th role="columnheader" scope="col">${columns.cutoff}</th>
              <th role="columnheader" scope="col">${columns.status}</th>
              <th role="columnheader" scope="col" class="captured">${columns.captures}</th>
              <th role="columnheader" scope="col" class="credited">${columns.credits}</th>
              <th role="columnheader" scope="col" class="captured">${columns.net}</th>
            </tr>
          </thead>
          <tbody role="rowgroup">
            ${rows.map(
              (batch) => html`
                <tr role="row">
                  <td role="cell">
                    <a class="row-link" href=${this.context.href(paths.payments(`batch:${batch.id}`))}>
                      <span class="hidden">${settlementsTexts.open}</span>
                      ${shortTime(new Date(batch.cutoff))}
                    </a>
                  </td>
                  <td role="cell" class="status">
                    ${label({
                      text: states[batch.status] ?? batch.status,
                      ...(batch.status === 'closed'
                        ? { tone: 'good', shape: 'full' }
                        : { tone: 'quiet', shape: 'dots' }),
                    })}
                  </td>
                  <td role="cell" class="captured" data-label=${columns.captures}>
                    ${amounts(batch, ({ captures }) => captures.amount)}
                  </td>
                  <td role="cell" class="credited" data-label=${columns.credits}>
                    ${amounts(batch, ({ credits }) => credits.amount)}
                  </td>
                  <td role="cell" class="captured net" data-label=${columns.net}>
                    ${amounts(batch, ({ net }) => net)}
                  </td>
                </tr>
              `,
            )}
          </tbody>
        </table>
      </div>
    `
  }
}

customElements.define('settlements-screen', SettlementsScreen)

export const createScreen = (): SettlementsScreen => new SettlementsScreen()
