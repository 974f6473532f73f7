import { defineElements } from './defineElements.ts'
import { SluiceCard } from './sluice-card.ts'

// The script that a gateway serves: elements use its origin by default.
SluiceCard.gateway = new URL(import.meta.url).origin
defineElements()
