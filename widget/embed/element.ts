import { defineElements } from './defineElements.ts'

export {
  type SluiceCardEventMap,
  SluiceCancelEvent,
  SluiceChangeEvent,
  type SluiceCheckoutEventMap,
  SluiceCloseEvent,
  SluiceCompleteEvent,
  SluiceDeclineEvent,
  SluiceErrorEvent,
  SluiceReadyEvent,
} from './events.ts'
export type { SluiceToken } from './tokenValue.ts'
export { SluiceCard } from './sluice-card.ts'
export { SluiceCheckout } from './sluice-checkout.ts'

// A server has no custom element registry.
if (globalThis.customElements) defineElements()
