import { html, LitElement, nothing, type TemplateResult } from 'lit'

/** A tab: its value, label and optional icon. */
export type Tab = { readonly value: string; readonly label: string; readonly icon?: TemplateResult }

/** The shopper chose a tab. */
export class TabSelectEvent extends Event {
  readonly selected: string

  constructor(selected: string) {
    super('select')
    this.selected = selected
  }
}

/** Direction of an arrow key in left-to-right text. */
const STEPS: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 }
/** Index of the tab that a key selects; negative from the end. */
const ENDS: Record<string, number> = { Home: 0, End: -1 }

/**
 * Tabs for panels of the page, such as card and bank account. An arrow key selects the next tab and wraps around; Tab moves
 * the focus into the panel.
 *
 * The page gives each tab's panel the id `{value}-panel`, `role=tabpanel` and `aria-labelledby="{value}-tab"`, and hides
 * unselected panels.
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

  /** Accessible name of the tab list. */
  declare label: string
  declare tabs: readonly Tab[]
  /** The value of the selected tab. */
  declare selected: string
  declare disabled: boolean
  /** Read-only while the form is being sent, but keeps the focus. */
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

  /** Focuses the selected tab. */
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
    const current = this.tabs.findIndex(({ value }) => value === this.selected)
    const index = key in STEPS ? current + STEPS[key]! * forward : ENDS[key]
    if (index === undefined) return
    event.preventDefault()
    const { length } = this.tabs
    const { value } = this.tabs[(index + length) % length]!
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
