import { html, nothing, type TemplateResult } from 'lit'
import type { Dispute, ListDisputesAnswer } from '../../../client/types.ts'
import type { Query } from '../../api/api.ts'
import { formatMoney } from '../../format/money.ts'
import { formatDate } from '../../format/time.ts'
import { PagedScreen } from '../../parts/pagedScreen.ts'
import type { StateLabel } from '../../parts/paymentStates.ts'
import { label } from '../../parts/states.ts'
import { timeAgo } from '../../parts/time.ts'
import { filterIn, viewTabs } from '../../parts/viewTabs.ts'
import { paths } from '../../shell/routes.ts'
import { disputesTexts } from './texts.ts'

/** The stages by view. Without one the address shows those that one can respond to. */
const views = { pending: '', all: 'all', won: 'won', lost: 'lost,accepted' } as const

const looks: Readonly<Record<string, Omit<StateLabel, 'text'>>> = {
  warning: { tone: 'calm', shape: 'ring' },
  open: { tone: 'warn', shape: 'mark' },
  won: { tone: 'good', shape: 'full' },
  lost: { tone: 'bad', shape: 'cross' },
  accepted: { tone: 'quiet', shape: 'dash' },
}

const stageLabel = (stage: string): TemplateResult =>
  label({ text: disputesTexts.stages[stage] ?? stage, ...(looks[stage] ?? { tone: 'quiet', shape: 'ring' }) })

/** The list of disputes. Each row leads to its payment. */
export class DisputesScreen extends PagedScreen<Dispute> {
  protected override readonly texts = disputesTexts
  protected override readonly path = '/v1/disputes'

  get #stage(): string {
    return filterIn(this.route, 'stage')
  }

  protected override filters(): Query {
    const stage = this.#stage
    return stage === 'all' ? {} : { stage: stage || 'warning,open' }
  }

  protected override rowsIn(body: unknown): readonly Dispute[] {
    return (body as ListDisputesAnswer).disputes
  }

  protected override renderViews(): TemplateResult {
    return viewTabs({
      texts: disputesTexts.views,
      values: views,
      current: this.#stage,
      hrefOf: (stage) => this.context.href(paths.disputes(stage)),
    })
  }

  protected override renderRows(rows: readonly Dispute[]): TemplateResult {
    const { columns } = disputesTexts
    return html`
      <div class="table-scroll">
        <table class="rows payments list disputes" role="table" aria-label=${disputesTexts.title}>
          <thead role="rowgroup">
            <tr role="row">
              <th role="columnheader" scope="col" class="amount">${columns.amount}</th>
              <th role="columnheader" scope="col">${columns.stage}</th>
              <th role="columnheader" scope="col">${columns.reason}</th>
              <th role="columnheader" scope="col">${columns.due}</th>
              <th role="columnheader" scope="col" class="created">${columns.created}</th>
            </tr>
          </thead>
          <tbody role="rowgroup">
            ${rows.map(
              ({ originalTransactionId, amount, currency, stage, reason, evidenceDueBy, created }) => html`
                <tr role="row">
                  <td role="cell" class="amount">
                    <a class="row-link" href=${this.context.href(paths.payment(originalTransactionId))}>
                      <span class="hidden">${disputesTexts.openPayment}</span>
                      ${formatMoney(amount, currency)}
                    </a>
                  </td>
                  <td role="cell" class="status">${stageLabel(stage)}</td>
                  <td role="cell" class="order reason">${reason.text}</td>
                  <td role="cell" class="order" data-label=${columns.due}>
                    ${evidenceDueBy ? formatDate(new Date(evidenceDueBy)) : nothing}
                  </td>
                  <td role="cell" class="created">${timeAgo(created)}</td>
                </tr>
              `,
            )}
          </tbody>
        </table>
      </div>
    `
  }
}

customElements.define('disputes-screen', DisputesScreen)

export const createScreen = (): DisputesScreen => new DisputesScreen()
