import { SluiceCard } from './sluice-card.ts'
import { SluiceCheckout } from './sluice-checkout.ts'

/** Defines both elements, the card last. If two scripts are on a page (from npm and by tag), the first one defines them. */
export const defineElements = (): void => {
  if (!customElements.get('sluice-checkout')) customElements.define('sluice-checkout', SluiceCheckout)
  if (!customElements.get('sluice-card')) customElements.define('sluice-card', SluiceCard)
}
