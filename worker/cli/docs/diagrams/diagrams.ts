import { checkoutStates } from './checkoutStates.ts'
import { paymentStates } from './paymentStates.ts'
import type { Diagram } from './render.ts'
import { terminalSessionStates } from './terminalSessionStates.ts'

/** The diagrams of docs/diagrams by file name, with their titles. */
export const diagrams: Readonly<Record<string, readonly [title: string, diagram: Diagram]>> = {
  'payment-states': ['States of a payment', paymentStates],
  'checkout-states': ['States of a checkout', checkoutStates],
  'terminal-session-states': ['States of a terminal session', terminalSessionStates],
}
