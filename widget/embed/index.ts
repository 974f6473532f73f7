import { SluiceCard } from './sluice-card.ts'

export { SluiceChangeEvent, SluiceErrorEvent, SluiceReadyEvent } from './events.ts'
export { SluiceCard, type SluiceCardEventMap, type SluiceToken } from './sluice-card.ts'

// Two scripts on one page (one from npm, one by its tag) share the first one's element.
if (globalThis.customElements && !customElements.get('sluice-card')) customElements.define('sluice-card', SluiceCard)
