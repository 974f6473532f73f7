import { defineElements } from './defineElements.ts'
import { SluiceCard } from './sluice-card.ts'

// The script that a gateway serves: forms come from where it came from.
SluiceCard.gateway = new URL(import.meta.url).origin
defineElements()
