import { SluiceCard } from './sluice-card.ts'

export { type SluiceCardEventMap, SluiceChangeEvent, SluiceErrorEvent, SluiceReadyEvent } from './events.ts'
export type { SluiceToken } from './heldToken.ts'
export { SluiceCard }

// On a server there is nothing to define it in. Two scripts on one page (this one and one by its tag) share the first one's.
if (globalThis.customElements && !customElements.get('sluice-card')) customElements.define('sluice-card', SluiceCard)
