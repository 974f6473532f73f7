import { cardData } from './cardData.ts'
import { checkoutStates } from './checkoutStates.ts'
import { keyKinds } from './keyKinds.ts'
import { paymentStates } from './paymentStates.ts'
import type { Diagram } from './render.ts'
import { subscriptionStates } from './subscriptionStates.ts'
import { oneRequest } from './oneRequest.ts'
import { terminalSessionStates } from './terminalSessionStates.ts'
import { workerRooms } from './workerRooms.ts'

/** The diagrams of docs/diagrams by file name, with their titles. */
export const diagrams: Readonly<Record<string, readonly [title: string, diagram: Diagram]>> = {
  'payment-states': ['States of a payment', paymentStates],
  'card-data': ['The path of a card number', cardData],
  'key-kinds': ['Who may do what', keyKinds],
  'checkout-states': ['States of a checkout', checkoutStates],
  'subscription-states': ['States of a subscription', subscriptionStates],
  'terminal-session-states': ['States of a terminal session', terminalSessionStates],
  'worker-rooms': ['Folders of the worker, and what each may import', workerRooms],
  'one-request': ['An authorize from the wire to the row', oneRequest],
}
