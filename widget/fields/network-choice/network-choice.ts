import { html, LitElement } from 'lit'
import { type KnownNetwork, networkFacts } from '#contract/card/networks'
import '../brand-mark/brand-mark.ts'

/**
 * The choice between the networks of a co-badged card: a radio group of their marks, as high as the field at whose end it
 * stands. Nothing is chosen beforehand. It renders into the light DOM; the page brings `network-choice.styles.ts`.
 *
 * @fires input - the native event of the radio that was chosen; its value is the network
 */
export class SluiceNetworkChoice extends LitElement {
  static override properties = {
    networks: { attribute: false },
    chosen: { attribute: false },
    label: { attribute: false },
    disabled: { type: Boolean },
    locked: { type: Boolean },
  }

  declare networks: readonly KnownNetwork[]
  /** The network that was chosen, or an empty text. */
  declare chosen: KnownNetwork | ''
  /** What a screen reader calls the group. */
  declare label: string
  declare disabled: boolean
  /** Stays as it is for a moment, while the form is being sent. Not disabled, which would take the focus away. */
  declare locked: boolean

  protected override createRenderRoot() {
    return this
  }

  protected override render() {
    return html`
      <fieldset role="radiogroup" aria-label=${this.label} aria-disabled=${this.locked} ?disabled=${this.disabled}>
        ${this.networks.map(
          (network) => html`
            <span>
              <input
                type="radio"
                name="network"
                value=${network}
                aria-label=${networkFacts(network).title}
                .checked=${this.chosen === network}
                @click=${this.#onClick}
              />
              <sluice-brand-mark network=${network}></sluice-brand-mark>
            </span>
          `,
        )}
      </fieldset>
    `
  }

  // An arrow key clicks as well.
  #onClick(event: Event): void {
    if (this.locked) event.preventDefault()
  }
}

customElements.define('sluice-network-choice', SluiceNetworkChoice)

declare global {
  interface HTMLElementTagNameMap {
    'sluice-network-choice': SluiceNetworkChoice
  }
}
