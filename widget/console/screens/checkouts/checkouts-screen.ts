import { html, nothing, type TemplateResult } from 'lit'
import type { ListCheckoutsAnswer, ListCheckoutsEntry } from '../../../client/types.ts'
import type { Query } from '../../api/api.ts'
import { formatMoney } from '../../format/money.ts'
import { checkoutLabel } from '../../parts/checkoutStates.ts'
import { icons } from '../../parts/icons.ts'
import { PagedScreen } from '../../parts/pagedScreen.ts'
import '../../parts/saved-views.ts'
import type { ViewedSearch } from '../../parts/saved-views.ts'
import { queryIn } from '../../parts/savedViews.ts'
import { timeAgo } from '../../parts/time.ts'
import { paths } from '../../shell/routes.ts'
import { checkoutsTexts as texts } from './texts.ts'

/** The statuses by view. */
const views = {
  all: '',
  open: 'open,processing',
  paid: 'completed',
  expired: 'expired',
  canceled: 'canceled',
} as const

/** The filter that a search is: an email address has an at sign. */
const searchFilter = (search: string): Query =>
  search === '' ? {} : search.includes('@') ? { email: search } : { invoiceNumber: search }

/** The list of payment links and checkouts. */
export class CheckoutsScreen extends PagedScreen<ListCheckoutsEntry> {
  protected override readonly texts = texts
  protected override readonly path = '/v1/dynamiccheckout'

  get #status(): string {
    return this.route.query.get('status') ?? ''
  }

  get #searched(): string {
    return this.route.query.get('search')?.trim().slice(0, 320) ?? ''
  }

  protected override filters(): Query {
    return { ...(this.#status && { status: this.#status }), ...searchFilter(this.#searched) }
  }

  protected override rowsIn(body: unknown): readonly ListCheckoutsEntry[] {
    return (body as ListCheckoutsAnswer).checkouts
  }

  override focusSearch(): boolean {
    const input = this.querySelector<HTMLInputElement>('.search-input')
    input?.select()
    return input !== null
  }

  readonly #search = (event: Event): void => {
    event.preventDefault()
    const search = this.querySelector<HTMLInputElement>('.search-input')!.value.trim()
    this.context.navigate(paths.checkouts({ status: this.#status, search }))
  }

  protected override renderActions(): unknown {
    if (!this.context.can('createCheckout')) return nothing
    return html`
      <a class="button primary" href=${this.context.href(paths.newLink)}>
        ${icons.plus}
        <span>${texts.new}</span>
      </a>
    `
  }

  protected override renderEmpty(): TemplateResult {
    const isFiltered = this.#status !== '' || this.#searched !== ''
    const { title, text } = isFiltered ? texts.noMatch : texts.empty
    return html`
      <div class="empty">
        <h2>${title}</h2>
        <p class="muted">${text}</p>
        ${
          isFiltered
            ? html`
                <a class="button" href=${this.context.href(paths.checkouts())}>${texts.search.clear}</a>
              `
            : this.renderActions()
        }
      </div>
    `
  }

  #viewed(): ViewedSearch {
    const search = this.#searched
    return {
      list: 'checkouts',
      path: paths.checkouts(),
      query: queryIn(paths.checkouts({ status: this.#status, search })),
      presets: Object.entries(views).map(([name, status]) => ({
        text: texts.views[name as keyof typeof views],
        query: queryIn(paths.checkouts({ status, search })),
        isExtended: search !== '',
      })),
    }
  }

  protected override renderViews(): TemplateResult {
    const search = this.#searched
    return html`
      <form class="search link-search" role="search" @submit=${this.#search}>
        <div class="search-box">
          ${icons.search}
          <input
            class="search-input"
            aria-label=${texts.search.label}
            placeholder=${texts.search.placeholder}
            .value=${search}
            autocomplete="off"
            autocapitalize="off"
            spellcheck="false"
            enterkeyhint="search"
            maxlength="320"
          />
          <button class="button plain">${texts.search.submit}</button>
        </div>
      </form>
      <saved-views .context=${this.context} .search=${this.#viewed()}></saved-views>
    `
  }

  #row({ id, total, currency, customerInfo, invoiceNumber, transactionId, created, ...state }: ListCheckoutsEntry) {
    return html`
      <tr role="row">
        <td role="cell" class="amount">
          <a class="row-link" href=${this.context.href(paths.checkout(id))}>
            <span class="hidden">${texts.open}</span>
            ${formatMoney(total, currency)}
          </a>
        </td>
        <td role="cell" class="status">${checkoutLabel(state)}</td>
        <td role="cell" class="order">${invoiceNumber ?? nothing}</td>
        <td role="cell" class="customer">${customerInfo?.email || customerInfo?.name || nothing}</td>
        <td role="cell" class="order">
          ${
            transactionId
              ? html`
                  <a class="cell-link" href=${this.context.href(paths.payment(transactionId))}>${texts.payment}</a>
                `
              : nothing
          }
        </td>
        <td role="cell" class="created">${timeAgo(created)}</td>
      </tr>
    `
  }

  protected override renderRows(rows: readonly ListCheckoutsEntry[]): TemplateResult {
    const { columns } = texts
    return html`
      <div class="table-scroll">
        <table class="rows payments list links" role="table" aria-label=${texts.title}>
          <thead role="rowgroup">
            <tr role="row">
              ${(['amount', 'status', 'order', 'customer', 'payment', 'created'] as const).map(
                (column) => html`
                  <th role="columnheader" scope="col" class=${column}>${columns[column]}</th>
                `,
              )}
            </tr>
          </thead>
          <tbody role="rowgroup">${rows.map((row) => this.#row(row))}</tbody>
        </table>
      </div>
    `
  }
}

customElements.define('checkouts-screen', CheckoutsScreen)

export const createScreen = (): CheckoutsScreen => new CheckoutsScreen()
