import { SluiceCard } from './sluice-card.ts'

// The script that a gateway serves: forms come from where it came from.
SluiceCard.gateway = new URL(import.meta.url).origin
// Two scripts on one page (one from npm, one by its tag) share the first one's element.
if (!customElements.get('sluice-card')) customElements.define('sluice-card', SluiceCard)
