import type { TemplateResult } from 'lit'
import { canBeAccepted } from '#contract/card/acceptedNetworks'
import type { SluiceCardForm } from '../../fields/card-form/card-form.ts'
import type { SluiceField } from '../../fields/field/field.ts'
import type { KnownNetwork } from '#contract/card/networks'
import type { FormContext } from './formContext.ts'
import type * as shared from './networksParts.ts'

/**
 * Defines `<sluice-networks>`, the element before a card form that shows the accepted networks and checks the number against them. This
 * script is loaded only by a form that restricts them.
 *
 * @param parts of the checkout's script, so that this one does not contain them again
 */
export const defineNetworks = ({
  LitElement,
  html,
  brandMark,
  digitsOf,
  networkFacts,
  CARD_FIELDS,
}: typeof shared): void => {
  class SluiceNetworks extends LitElement {
    static override properties = {
      accepted: { attribute: false },
      context: { attribute: false },
      isRefused: { state: true },
    }

    declare accepted: readonly KnownNetwork[]
    declare context: FormContext
    /** The number that is being typed belongs to another network. */
    declare isRefused: boolean

    protected override createRenderRoot() {
      return this
    }

    protected override render(): TemplateResult {
      const { accepted, context, isRefused } = this
      const { methods, declines } = context.texts.checkout
      const names = new Intl.ListFormat(context.locale).format(accepted.map((network) => networkFacts(network).title))
      return html`
        <div class="networks" role="img" aria-label="${methods.card}: ${names}">${accepted.map(brandMark)}</div>
        <p class="hidden" role="status">${isRefused ? declines.notAccepted : ''}</p>
      `
    }

    protected override firstUpdated(): void {
      const card = this.nextElementSibling as SluiceCardForm
      const { number } = CARD_FIELDS
      const isRefused = (text: string): boolean =>
        !canBeAccepted(this.accepted, digitsOf(text), card.chosenNetwork || null)
      card.numberKind = {
        ...number,
        check: (text, context) => (isRefused(text) ? 'notAccepted' : number.check(text, context)),
      }
      card.addEventListener('form-edit', () => this.#onEdit(card.querySelector('sluice-field')!))
    }

    /** Shows the error while the number is typed, and no other error in its place once it is gone. */
    #onEdit(number: SluiceField): void {
      const wasRefused = this.isRefused
      this.isRefused = number.currentError === 'notAccepted'
      if (this.isRefused) number.report()
      else if (wasRefused) number.shownError = null
    }
  }

  customElements.define('sluice-networks', SluiceNetworks)
}
