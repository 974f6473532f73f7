import { defineElements } from './defineElements.ts'

export {
  type SluiceCardEventMap,
  SluiceChangeEvent,
  type SluiceCheckoutEventMap,
  SluiceCloseEvent,
  SluiceCompleteEvent,
  SluiceDeclineEvent,
  SluiceErrorEvent,
  SluiceReadyEvent,
} from './events.ts'
export type { SluiceToken } from './heldToken.ts'
export { SluiceCard } from './sluice-card.ts'
export { SluiceCheckout } from './sluice-checkout.ts'

// On a server there is nothing to define them in.
if (globalThis.customElements) defineElements()
