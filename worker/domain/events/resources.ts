import { toErrorItem } from '#contract/errors/toErrorItem'
import type { DecodedEvent, ResourceEvent } from '../../store/events/decodeEvent.ts'
import { toBatch } from '../batches/toApi.ts'
import { toCheckoutResource } from '../checkouts/toApi.ts'
import { toDispute } from '../disputes/toApi.ts'
import { toCustomer, toWalletEntry } from '../customers/toApi.ts'
import { toSubscription } from '../subscriptions/toApi.ts'
import { toTerminal } from '../terminals/toApi.ts'
import { toTransaction } from '../transactions/toApi.ts'

/** The resource of an event as the API returned it at that time. */
export const toEventResource = (event: DecodedEvent): unknown => {
  switch (event.of) {
    case 'transaction':
      return toEventTransaction(event.snapshot)
    case 'batch':
      return toBatch(event.snapshot)
    case 'dispute':
      return toDispute(event.snapshot)
    case 'customer':
      return toCustomer(event.snapshot)
    case 'wallet':
      return { ...toWalletEntry(event.snapshot), customer: event.snapshot.customer }
    case 'subscription':
      return { ...toSubscription(event.snapshot, event.at), customer: event.snapshot.customer }
    case 'checkout':
      // Only a canceled checkout has a reason, and no event is sent for a cancelation.
      return toCheckoutResource({ ...event.snapshot, reason: null })
    case 'terminal':
      return toEventTerminal(event.snapshot)
  }
}

/**
 * A transaction as `GET /v1/transactions/{id}` returned it for the event's operation at that time, except:
 *
 * - `requestId` is that of the operation's request
 * - `docs` of an error is a path, since the gateway's host is not available here
 * - of more than fifty operations, the first and the newest ones are listed
 * - an order of more than 8 KiB is omitted: `order` and `metadata` are null
 */
const toEventTransaction = ({
  transaction,
  operation,
  operations,
  attention,
}: ResourceEvent<'transaction'>['snapshot']) => {
  const { errors, ...members } = toTransaction(transaction, operation, operations, attention)
  return {
    requestId: operation.requestId,
    ...members,
    errors: errors?.map((error) => toErrorItem(error, '')) ?? null,
  }
}

/** A terminal. Session events also contain the session. */
const toEventTerminal = ({ status, session, ...terminal }: ResourceEvent<'terminal'>['snapshot']) => ({
  ...toTerminal(terminal, status),
  ...(session && { session }),
})
