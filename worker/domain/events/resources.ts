import type { EventResource } from '#contract/events'
import type { EventRow } from '../../store/events/events.ts'
import { shownBatch } from './batch.ts'
import { shownCheckoutOf } from './checkout.ts'
import { shownCustomerOf } from './customer.ts'
import { shownSubscriptionOf } from './subscription.ts'
import { shownTerminalOf } from './terminal.ts'
import { shownTransaction } from './transaction.ts'
import { shownWalletOf } from './wallet.ts'

/** What an event shows of its resource: what a read of it answered at that moment. Drawn from the rows as they were then. */
export const shownResources: Readonly<Record<EventResource, (event: EventRow) => unknown>> = {
  transaction: shownTransaction,
  batch: shownBatch,
  customer: shownCustomerOf,
  wallet: shownWalletOf,
  subscription: shownSubscriptionOf,
  checkout: shownCheckoutOf,
  terminal: shownTerminalOf,
}
