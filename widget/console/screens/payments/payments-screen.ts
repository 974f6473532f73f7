import { html, nothing, type PropertyValues, type TemplateResult } from 'lit'
import { afterPaint } from '../../parts/afterPaint.ts'
import { errorPanel } from '../../parts/errorPanel.ts'
import { focusRow } from '../../parts/focusRow.ts'
import { icons } from '../../parts/icons.ts'
import '../../parts/saved-views.ts'
import type { ViewedSearch } from '../../parts/saved-views.ts'
import { queryIn } from '../../parts/savedViews.ts'
import { formatCount } from '../../format/money.ts'
import { paths } from '../../shell/routes.ts'
import { Screen } from '../../shell/screen.ts'
import { ItemsInParts } from '../../parts/itemsInParts.ts'
import { rowSkeleton } from '../../shell/skeleton.ts'
import { brokenOffNotice } from './brokenOffNotice.ts'
import { readPlan, removePlan, type Plan } from './bulkRefund.ts'
import { allColumns, readColumns, storeColumns, type Column } from './columns.ts'
import { CsvExport } from './csvExport.ts'
import { presets, withDays } from './datePresets.ts'
import { noMatches, noPayments } from './emptyList.ts'
import { readPage, type PaymentRow } from './list.ts'
import { columnMenu, dateMenu } from './menus.ts'
import { parseSearch, printSearch, searchQuery, transactionIdIn, type Problem, type Term } from './search.ts'
import { searchBox } from './searchBox.ts'
import { selectionBar, withToggled } from './selectionBar.ts'
import { paymentsTable } from './table.ts'
import { paymentsTexts } from './texts.ts'

/** Frequent searches, for people who do not know the filters. */
const views: readonly (readonly [name: keyof typeof paymentsTexts.views, search: string])[] = [
  ['all', ''],
  ['capturable', 'status:authorized,partially_captured'],
  ['declined', 'status:declined'],
  ['refunded', 'status:refunded,partially_refunded'],
  ['disputed', 'is:disputed'],
  ['attention', 'is:attention'],
]

/** A search as the address has it. */
const queryOf = (search: string): string => queryIn(paths.payments(search))

/** The list of payments: search, views, columns and export. The search is in the address. */
export class PaymentsScreen extends Screen {
  static override properties = {
    ...Screen.properties,
    terms: { state: true },
    problems: { state: true },
    rows: { state: true },
    cursor: { state: true },
    isLoading: { state: true },
    failure: { state: true },
    columns: { state: true },
    selected: { state: true },
    bulk: { state: true },
  }

  declare terms: readonly Term[]
  declare problems: readonly Problem[]
  /** Undefined until the first page. */
  declare rows: readonly PaymentRow[] | undefined
  declare cursor: string | null
  declare isLoading: boolean
  declare failure: unknown
  declare columns: readonly Column[]
  /** The ids of the selected rows. */
  declare selected: ReadonlySet<string>
  /** The open dialog of refunds: of the selection, or of refunds that were broken off. */
  declare bulk: { readonly rows: readonly PaymentRow[]; readonly plan: Plan | null } | null

  /** The row that was selected last. */
  #lastSelected = ''

  readonly #parts = new ItemsInParts<PaymentRow>(this)
  #loading: AbortController | undefined
  readonly #export = new CsvExport(this)

  constructor() {
    super()
    this.terms = []
    this.problems = []
    this.rows = undefined
    this.cursor = null
    this.isLoading = false
    this.failure = null
    this.columns = readColumns()
    this.selected = new Set()
    this.bulk = null
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.#loading?.abort()
  }

  override get isReusable(): boolean {
    return this.rows !== undefined && !this.isLoading
  }

  override focusSearch(): boolean {
    const input = this.#input
    input?.focus()
    return input !== null
  }

  get #input(): HTMLInputElement | null {
    return this.querySelector<HTMLInputElement>('.search-input')
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('route')) return
    this.context.setTitle(paymentsTexts.title)
    const { terms, problems } = parseSearch(this.route.query.get('search') ?? '')
    this.terms = terms
    this.problems = problems
    this.#reload()
  }

  protected override updated(changed: PropertyValues<this>): void {
    const input = this.#input
    // What could not be read stays in the box, to be corrected.
    if (changed.has('route') && input) input.value = this.problems.map(({ text }) => text).join(' ')
  }

  #reload(): void {
    this.rows = undefined
    this.cursor = null
    this.selected = new Set()
    void this.#load()
  }

  readonly #load = async (): Promise<void> => {
    this.#loading?.abort()
    const loading = new AbortController()
    this.#loading = loading
    this.isLoading = true
    this.failure = null
    try {
      const page = await readPage(this.context.api, searchQuery(this.terms), this.cursor, loading.signal)
      if (loading.signal.aborted) return
      this.rows = [...(this.rows ?? []), ...page.rows]
      this.cursor = page.cursor
    } catch (error) {
      if (loading.signal.aborted) return
      this.failure = error
    }
    this.isLoading = false
  }

  readonly #more = async (event?: Event): Promise<void> => {
    const pressed = event?.currentTarget ?? null
    const { length } = this.rows ?? []
    await this.#load()
    await this.updateComplete
    focusRow(this, length, pressed)
  }

  #search(terms: readonly Term[]): void {
    this.context.navigate(paths.payments(printSearch(terms)))
  }

  readonly #submit = (text: string): void => {
    const id = transactionIdIn(text)
    if (id !== undefined) return this.context.navigate(paths.payment(id))
    const { terms, problems } = parseSearch(`${printSearch(this.terms)} ${text}`)
    this.problems = problems
    if (problems.length > 0) return
    this.#input!.value = ''
    this.#search(terms)
  }

  readonly #remove = (term: Term): void => {
    this.#search(this.terms.filter((each) => each !== term))
    this.focusSearch()
  }

  readonly #toggleColumn = (column: Column): void => {
    const chosen = readColumns()
    const isShown = chosen.includes(column)
    storeColumns(allColumns.filter((each) => (each === column ? !isShown : chosen.includes(each))))
    afterPaint(() => {
      this.columns = readColumns()
    })
  }

  readonly #addressOf = (preset: keyof typeof presets): string =>
    this.context.href(paths.payments(printSearch(withDays(this.terms, presets[preset](new Date())))))

  readonly #exportLastMonth = (): void => {
    const search = printSearch(withDays(this.terms, presets.lastMonth(new Date())))
    void this.#export.toggle(parseSearch(search).terms)
  }

  readonly #toggle = (id: string, isRange: boolean): void => {
    this.selected = withToggled(this.rows ?? [], this.selected, id, { isRange, last: this.#lastSelected })
    this.#lastSelected = id
  }

  readonly #toggleAll = (): void => {
    const rows = this.rows ?? []
    this.selected =
      this.selected.size === rows.length ? new Set() : new Set(rows.map(({ transactionId }) => transactionId))
  }

  readonly #clearSelection = (): void => {
    this.selected = new Set()
    this.querySelector<HTMLElement>('thead input')?.focus()
  }

  async #openBulk(rows: readonly PaymentRow[], plan: Plan | null): Promise<void> {
    try {
      await import('./bulk-refund-dialog.ts')
      this.bulk = { rows, plan }
    } catch {
      this.context.notify(paymentsTexts.bulk.notLoaded)
    }
  }

  readonly #closeBulk = ({ detail: isSent }: CustomEvent<boolean>): void => {
    this.bulk = null
    if (isSent) this.#reload()
    else void this.updateComplete.then(() => this.querySelector<HTMLElement>('.selection button')?.focus())
  }

  #selectedRows(): readonly PaymentRow[] {
    return (this.rows ?? []).filter(({ transactionId }) => this.selected.has(transactionId))
  }

  #selection(): unknown {
    const rows = this.#selectedRows()
    if (rows.length === 0) return nothing
    return selectionBar(rows, {
      refund: this.context.can('creditTransaction') ? () => void this.#openBulk(rows, null) : null,
      exportRows: () => void this.#export.toggle(this.terms, this.selected),
      clear: this.#clearSelection,
    })
  }

  #brokenOff(): unknown {
    const plan = this.bulk ? null : readPlan(this.context.session, this.context.mode)
    if (!plan) return nothing
    const discard = (): void => {
      removePlan()
      this.requestUpdate()
    }
    return brokenOffNotice(plan, { open: () => void this.#openBulk([], plan), discard })
  }

  #views(): TemplateResult {
    const search: ViewedSearch = {
      list: 'payments',
      query: queryOf(printSearch(this.terms)),
      path: paths.payments(),
      presets: views.map(([name, search]) => ({ text: paymentsTexts.views[name], query: queryOf(search) })),
    }
    return html`
      <saved-views .context=${this.context} .search=${search}></saved-views>
    `
  }

  #empty(): TemplateResult {
    const { terms, cursor, context } = this
    if (terms.length === 0) return noPayments(context.mode)
    return noMatches(cursor === null ? context.href(paths.payments()) : null)
  }

  #list(): unknown {
    const { rows, failure } = this
    const shown = this.#parts.of(rows ?? [])
    if (!rows)
      return failure
        ? errorPanel(failure, () => void this.#more())
        : html`
            <p class="hidden" role="status">${paymentsTexts.loading}</p>
            <div class="list-skeleton selectable">${rowSkeleton(10)}</div>
          `
    return html`
      ${rows.length === 0 ? this.#empty() : this.#table(shown)}
      ${failure ? errorPanel(failure, () => void this.#more()) : this.#foot(rows)}
    `
  }

  #table(shown: readonly PaymentRow[]): TemplateResult {
    const areAll = this.selected.size === this.rows?.length
    const selection = { ids: this.selected, toggle: this.#toggle, toggleAll: this.#toggleAll, areAll }
    return paymentsTable(shown, this.columns, (id) => this.context.href(paths.payment(id)), selection)
  }

  #foot(rows: readonly PaymentRow[]): unknown {
    if (this.#parts.isFilling) return nothing
    const hasMore = this.cursor !== null
    const count = rows.length === 1 ? paymentsTexts.one : paymentsTexts.many(formatCount(rows.length))
    return html`
      <div class="list-foot">
        <p class="small muted" role="status">${rows.length > 0 ? paymentsTexts.shown(count, hasMore) : ''}</p>
        ${
          hasMore
            ? html`
                <button class="button" ?disabled=${this.isLoading} @click=${this.#more}>
                  ${rows.length > 0 ? paymentsTexts.more : paymentsTexts.searchOn}
                </button>
              `
            : nothing
        }
      </div>
    `
  }

  protected override render(): TemplateResult {
    const { rows: exported } = this.#export
    const { csv } = paymentsTexts
    return html`
      <div class="page-head">
        <h1>${paymentsTexts.title}</h1>
        ${
          exported === null
            ? nothing
            : html`
                <p class="small muted" role="status">${csv.running(formatCount(exported))}</p>
              `
        }
        ${dateMenu(this.#addressOf, this.#exportLastMonth)} ${columnMenu(this.columns, this.#toggleColumn)}
        <button class="button" @click=${() => void this.#export.toggle(this.terms)}>
          ${icons.download}
          <span>${exported === null ? csv.open : csv.stop}</span>
        </button>
      </div>
      ${searchBox(this.terms, this.problems, { submit: this.#submit, remove: this.#remove })} ${this.#views()}
      ${this.#brokenOff()} ${this.#list()} ${this.#selection()}
      ${
        this.bulk
          ? html`
              <bulk-refund-dialog
                .context=${this.context}
                .rows=${this.bulk.rows}
                .plan=${this.bulk.plan}
                @close=${this.#closeBulk}
              ></bulk-refund-dialog>
            `
          : nothing
      }
    `
  }
}

customElements.define('payments-screen', PaymentsScreen)

export const createScreen = (): PaymentsScreen => new PaymentsScreen()
