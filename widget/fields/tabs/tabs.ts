import { html, LitElement, nothing, type TemplateResult } from 'lit'

/** One of the ways to go on: what it is called in the program and on the page, and its picture. */
export type Tab = { readonly value: string; readonly label: string; readonly icon?: TemplateResult }

/** The shopper chose a tab. */
export class TabSelectEvent extends Event {
  readonly selected: string

  constructor(selected: string) {
    super('select')
    this.selected = selected
  }
}

/** Which way a key moves among tabs that are written from left to right. */
const STEPS: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 }
/** Which tab a key goes to, counted from the start or the end. */
const ENDS: Record<string, number> = { Home: 0, End: -1 }

/**
 * Tabs over panels of the page's, such as card and bank account. An arrow key goes to the next one and selects it, around the
 * end; Tab goes into the panel.
 *
 * The page gives the panel of a tab the id `{value}-panel`, `role=tabpanel` and `aria-labelledby="{value}-tab"`, and hides
 * those that are not selected.
 *
 * @fires select - after the shopper selected another tab
 */
export class SluiceTabs extends LitElement {
  static override properties = {
    label: {},
    tabs: { attribute: false },
    selected: {},
    disabled: { type: Boolean },
    locked: { type: Boolean },
  }

  /** What a screen reader calls the tabs together. */
  declare label: string
  declare tabs: readonly Tab[]
  /** The value of the selected tab. */
  declare selected: string
  declare disabled: boolean
  /** Stays as it is for a moment, while the form is being sent, and keeps the focus. */
  declare locked: boolean

  constructor() {
    super()
    this.label = ''
    this.tabs = []
    this.selected = ''
    this.disabled = false
    this.locked = false
  }

  protected override createRenderRoot() {
    return this
  }

  /** Puts focus on the selected tab. */
  override focus(): void {
    this.querySelector<HTMLElement>('[aria-selected=true]')?.focus()
  }

  protected override render(): TemplateResult {
    return html`
      <div role="tablist" aria-label=${this.label} @keydown=${this.#onKeydown}>
        ${this.tabs.map(({ value, label, icon }) => {
          const selected = value === this.selected
          return html`
            <button
              type="button"
              role="tab"
              id="${value}-tab"
              aria-controls="${value}-panel"
              aria-selected=${selected}
              tabindex=${selected ? 0 : -1}
              ?disabled=${this.disabled}
              @click=${() => this.#select(value)}
            >
              ${icon ?? nothing}
              <span>${label}</span>
            </button>
          `
        })}
      </div>
    `
  }

  #select(value: string): void {
    if (this.locked || value === this.selected) return
    this.selected = value
    this.dispatchEvent(new TabSelectEvent(value))
  }

  #onKeydown(event: KeyboardEvent): void {
    const { key } = event
    const forward = getComputedStyle(this).direction === 'rtl' ? -1 : 1
    const now = this.tabs.findIndex(({ value }) => value === this.selected)
    const place = key in STEPS ? now + STEPS[key]! * forward : ENDS[key]
    if (place === undefined) return
    event.preventDefault()
    const { length } = this.tabs
    const { value } = this.tabs[(place + length) % length]!
    this.#select(value)
    void this.updateComplete.then(() => this.focus())
  }
}

customElements.define('sluice-tabs', SluiceTabs)

declare global {
  interface HTMLElementTagNameMap {
    'sluice-tabs': SluiceTabs
  }
}
