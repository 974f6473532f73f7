import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit'
import type { ViewedList } from '#contract/views/views'
import type { ConsoleContext } from '../shell/context.ts'
import './question-dialog.ts'
import type { Question } from './question-dialog.ts'
import { deleteView, plainQuery, readViews, type SavedView } from './savedViews.ts'
import { savedViewsTexts as texts } from './savedViewsTexts.ts'
import './view-dialog.ts'

/** A search that every account has. */
export type PresetView = {
  readonly text: string
  readonly query: string
  /** Whether it has a search of the person as well, which can be saved. */
  readonly isExtended?: boolean
}

/** The list above which the views are. */
export type ViewedSearch = {
  readonly list: ViewedList
  /** The search of the address, as it follows the question mark. */
  readonly query: string
  /** The path of the list. */
  readonly path: string
  readonly presets: readonly PresetView[]
}

type Open = { readonly kind: 'save' } | { readonly kind: 'rename' | 'remove'; readonly view: SavedView }

const isOther = (one: unknown, other: unknown): boolean => JSON.stringify(one) !== JSON.stringify(other)

/** Views of a list: frequent searches, and those that the team or the member has saved. Each is an address. */
export class SavedViews extends LitElement {
  static override properties = {
    context: { attribute: false },
    search: { attribute: false, hasChanged: isOther },
    views: { state: true },
    open: { state: true },
  }

  declare context: ConsoleContext
  declare search: ViewedSearch
  declare views: readonly SavedView[]
  declare open: Open | null

  #stopped = new AbortController()
  #opener: HTMLElement | null = null

  constructor() {
    super()
    this.views = []
    this.open = null
  }

  protected override createRenderRoot() {
    return this
  }

  /** A list that is shown again has the same element. */
  override connectedCallback(): void {
    super.connectedCallback()
    this.#stopped = new AbortController()
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.#stopped.abort()
  }

  protected override firstUpdated(): void {
    void this.#load()
  }

  protected override updated(changed: PropertyValues<this>): void {
    // In the next frame, whose layout it needs: here it would force one of its own.
    if (changed.has('views') || changed.has('search')) requestAnimationFrame(() => this.#showCurrent())
  }

  /** The tab of the current search may lie beside the visible ones. Only the row of tabs scrolls, not the page. */
  #showCurrent(): void {
    const tab = this.querySelector('[aria-current=true]')
    const row = tab?.closest('.views')
    if (!tab || !row) return
    const [shown, visible] = [tab.getBoundingClientRect(), row.getBoundingClientRect()]
    row.scrollLeft += Math.min(0, shown.left - visible.left) + Math.max(0, shown.right - visible.right)
  }

  /** Without them the list works all the same, so an error shows nothing. */
  async #load(): Promise<void> {
    const { context, search } = this
    if (!context.can('listViews')) return
    this.views = await readViews(context.api, search.list, this.#stopped.signal).catch(() => this.views)
  }

  #href(query: string): string {
    const { context, search } = this
    return context.href(query === '' ? search.path : `${search.path}?${query}`)
  }

  #show(open: Open): void {
    this.#opener = document.activeElement instanceof HTMLElement ? document.activeElement : null
    this.open = open
  }

  readonly #close = async (isDone: boolean): Promise<void> => {
    this.open = null
    if (isDone) await this.#load()
    await this.updateComplete
    const target = this.#opener?.isConnected ? this.#opener : this.querySelector<HTMLElement>('[aria-current=true]')
    target?.focus()
  }

  #question(view: SavedView): Question {
    const { title, shared, own, action, sending, cancel } = texts.question
    const run = async (): Promise<void> => {
      await deleteView(this.context.api, view.id)
      this.context.notify(texts.removed(view.name))
    }
    return { title: title(view.name), text: view.shared ? shared : own, action, sending, cancel, run }
  }

  #tab(text: string, query: string, isCurrent: boolean, note = ''): TemplateResult {
    return html`
      <a href=${this.#href(query)} aria-current=${isCurrent} title=${note || nothing}>${text}</a>
    `
  }

  #menu(view: SavedView): TemplateResult {
    const choose =
      (kind: 'rename' | 'remove') =>
      (event: Event): void => {
        const button = event.currentTarget as HTMLElement
        button.closest<HTMLElement>('[popover]')?.hidePopover()
        this.querySelector<HTMLElement>('[popovertarget=view-menu]')?.focus()
        this.#show({ kind, view })
      }
    return html`
      <button class="button plain" popovertarget="view-menu">${texts.manage}</button>
      <div class="menu view-menu" id="view-menu" popover>
        <p class="member-name">${view.name}</p>
        <p class="small muted">${view.shared ? texts.shared : texts.own}</p>
        <button class="button wide" @click=${choose('rename')}>${texts.rename}</button>
        <button class="button wide" @click=${choose('remove')}>${texts.remove}</button>
      </div>
    `
  }

  #action(current: SavedView | undefined, isPreset: boolean): unknown {
    const { context } = this
    if (current) {
      const mayChange = !current.shared || context.session.member.role !== 'viewer'
      return mayChange && context.can('updateView') ? this.#menu(current) : nothing
    }
    if (isPreset || !context.can('createView')) return nothing
    return html`
      <button class="button plain" aria-haspopup="dialog" @click=${() => this.#show({ kind: 'save' })}>
        ${texts.save}
      </button>
    `
  }

  #dialog(): unknown {
    const { open, context, search } = this
    if (!open) return nothing
    const done = (): void => void this.#close(true)
    const cancel = (): void => void this.#close(false)
    return open.kind === 'remove'
      ? html`
          <question-dialog .question=${this.#question(open.view)} @done=${done} @cancel=${cancel}></question-dialog>
        `
      : html`
          <view-dialog
            .context=${context}
            .search=${{ list: search.list, query: search.query }}
            .view=${open.kind === 'rename' ? open.view : null}
            @done=${done}
            @cancel=${cancel}
          ></view-dialog>
        `
  }

  protected override render(): TemplateResult {
    const { search, views } = this
    const query = plainQuery(search.query)
    const saved = views.find((view) => plainQuery(view.query) === query)
    const preset = search.presets.find((each) => plainQuery(each.query) === query)
    const isPreset = preset !== undefined && preset.isExtended !== true
    return html`
      <div class="views-row">
        <nav class="views" aria-label=${texts.label}>
          ${search.presets.map((each) => this.#tab(each.text, each.query, each === preset && (isPreset || !saved)))}
          ${views.map((view) =>
            this.#tab(view.name, view.query, !isPreset && view === saved, view.shared ? texts.shared : texts.own),
          )}
        </nav>
        ${this.#action(saved, isPreset)}
      </div>
      ${this.#dialog()}
    `
  }
}

customElements.define('saved-views', SavedViews)

declare global {
  interface HTMLElementTagNameMap {
    'saved-views': SavedViews
  }
}
