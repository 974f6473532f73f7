import { errorItem } from '#contract/errors/toErrorItem'
import type { DecodedEvent, EventOf } from '../../store/events/decodeEvent.ts'
import { toBatch } from '../batches/toApi.ts'
import { shownFacts } from '../checkouts/toApi.ts'
import { shownCustomer, shownEntry } from '../customers/toApi.ts'
import { shownSubscription } from '../subscriptions/toApi.ts'
import { shownTerminal } from '../terminals/toApi.ts'
import { toTransaction } from '../transactions/toApi.ts'

/** The resource of an event as a read of it returned then. */
export const toEventResource = (event: DecodedEvent): unknown => {
  switch (event.of) {
    case 'transaction':
      return toEventTransaction(event.snapshot)
    case 'batch':
      return toBatch(event.snapshot)
    case 'customer':
      return shownCustomer(event.snapshot)
    case 'wallet':
      return { ...shownEntry(event.snapshot), customer: event.snapshot.customer }
    case 'subscription':
      return { ...shownSubscription(event.snapshot, event.at), customer: event.snapshot.customer }
    case 'checkout':
      // Only a canceled checkout has a reason, and its cancelation is no event.
      return shownFacts({ ...event.snapshot, reason: null })
    case 'terminal':
      return toEventTerminal(event.snapshot)
  }
}

/**
 * A transaction as `GET /v1/transactions/{id}` of the operation that the event is about returned it then, except:
 *
 * - `requestId` is that of the request for the operation
 * - `docs` of an error is a path, since the gateway's host is not known here
 * - of more than fifty operations the first one and the newest ones are listed
 * - an order of more than 8 KiB is left out: `order` and `metadata` are null
 */
const toEventTransaction = ({ transaction, operation, operations }: EventOf<'transaction'>['snapshot']) => {
  const { errors, ...members } = toTransaction(transaction, operation, operations)
  return {
    requestId: operation.requestId,
    ...members,
    errors: errors?.map((fault) => errorItem(fault, '')) ?? null,
  }
}

/** A terminal, with its session in events of one. */
const toEventTerminal = ({ status, session, ...terminal }: EventOf<'terminal'>['snapshot']) => ({
  ...shownTerminal(terminal, status),
  ...(session && { session }),
})
