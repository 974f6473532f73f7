import { html, type TemplateResult } from 'lit'
import type { ListAllCustomerSubscriptionsAnswer, SubscriptionWithCustomer } from '../../../client/types.ts'
import type { Query } from '../../api/api.ts'
import { formatMoney } from '../../format/money.ts'
import { formatDate } from '../../format/time.ts'
import { customerName } from '../../parts/customerName.ts'
import { PagedScreen } from '../../parts/pagedScreen.ts'
import { subscriptionLabel } from '../../parts/subscriptionStates.ts'
import { filterIn, viewTabs } from '../../parts/viewTabs.ts'
import { paths } from '../../shell/routes.ts'
import { subscriptionsTexts } from './texts.ts'

/** The statuses by view. */
const views = {
  all: '',
  pastDue: 'past_due',
  unpaid: 'unpaid',
  active: 'active',
  pending: 'pending',
  paused: 'paused',
  ended: 'completed,canceled',
} as const

/** The next bill, retry or end of a pause; empty without one. */
const nextText = ({ status, nextCharge, resumesAt }: SubscriptionWithCustomer): string => {
  const at = resumesAt ?? nextCharge
  if (at === null) return ''
  const { next, bill } = subscriptionsTexts
  return (next[status] ?? bill)(formatDate(new Date(at)))
}

/** The list of subscriptions. Each row leads to the payments of its customer. */
export class SubscriptionsScreen extends PagedScreen<SubscriptionWithCustomer> {
  protected override readonly texts = subscriptionsTexts
  protected override readonly path = '/v1/customersubscriptions'

  get #status(): string {
    return filterIn(this.route, 'status')
  }

  protected override filters(): Query {
    return this.#status === '' ? {} : { status: this.#status }
  }

  protected override rowsIn(body: unknown): readonly SubscriptionWithCustomer[] {
    return (body as ListAllCustomerSubscriptionsAnswer).customerSubscriptions
  }

  protected override renderViews(): TemplateResult {
    return viewTabs({
      texts: subscriptionsTexts.views,
      values: views,
      current: this.#status,
      hrefOf: (status) => this.context.href(paths.subscriptions(status)),
    })
  }

  #row(row: SubscriptionWithCustomer): TemplateResult {
    const { columns } = subscriptionsTexts
    return html`
      <tr role="row">
        <td role="cell" class="amount">
          <a class="row-link" href=${this.context.href(paths.payments(`customer:${row.customerId}`))}>
            <span class="hidden">${subscriptionsTexts.openPayments}</span>
            ${formatMoney(row.totalAmount, row.currency)}
          </a>
        </td>
        <td role="cell" class="status">${subscriptionLabel(row.status)}</td>
        <td role="cell" class="customer">${customerName(row.customer)}</td>
        <td role="cell" class="order">${row.label}</td>
        <td role="cell" class="order">${nextText(row)}</td>
        <td role="cell" class="order" data-label=${columns.start}>${formatDate(new Date(row.startDate))}</td>
      </tr>
    `
  }

  protected override renderRows(rows: readonly SubscriptionWithCustomer[]): TemplateResult {
    const { columns } = subscriptionsTexts
    return html`
      <div class="table-scroll">
        <table class="rows payments list subscriptions" role="table" aria-label=${subscriptionsTexts.title}>
          <thead role="rowgroup">
            <tr role="row">
              <th role="columnheader" scope="col" class="amount">${columns.amount}</th>
              <th role="columnheader" scope="col">${columns.status}</th>
              <th role="columnheader" scope="col">${columns.customer}</th>
              <th role="columnheader" scope="col">${columns.plan}</th>
              <th role="columnheader" scope="col">${columns.next}</th>
              <th role="columnheader" scope="col">${columns.start}</th>
            </tr>
          </thead>
          <tbody role="rowgroup">${rows.map((row) => this.#row(row))}</tbody>
        </table>
      </div>
    `
  }
}

customElements.define('subscriptions-screen', SubscriptionsScreen)

export const createScreen = (): SubscriptionsScreen => new SubscriptionsScreen()
