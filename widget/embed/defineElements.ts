import { SluiceCard } from './sluice-card.ts'
import { SluiceCheckout } from './sluice-checkout.ts'

/** Defines both elements, the card last. Two scripts on one page (one from npm, one by its tag) share the first one's. */
export const defineElements = (): void => {
  if (!customElements.get('sluice-checkout')) customElements.define('sluice-checkout', SluiceCheckout)
  if (!customElements.get('sluice-card')) customElements.define('sluice-card', SluiceCard)
}
