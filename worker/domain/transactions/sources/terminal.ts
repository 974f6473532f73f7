import { customerInitiated } from './source.ts'
import type { Source } from './source.ts'

/** A card that the shopper presents at a terminal after the payment has started there. */
export const terminalSource = (terminal: string): Source => ({
  from: { kind: 'terminal', terminal },
  credential: customerInitiated,
  open: null,
})
