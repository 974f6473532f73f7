import { mostExported } from '#contract/customerData'
import { listTransactions as listEndpoint } from '#contract/transactionList'
import type { RequestServices } from '../../app/compose.ts'
import type { CustomerData } from '../../store/customers/personalData.ts'
import { requireScopes } from '../apiKeys/scopes.ts'
import { shownCheckout } from '../checkouts/shown.ts'
import { notFound } from '../notFound.ts'
import { shownCustomer, shownEntry } from '../customers/shown.ts'
import { shownBill, shownSubscription } from '../subscriptions/shown.ts'
import { exportedPayments } from './exportedPayments.ts'

/** Whoever may read customers alone learns nothing here of their payments and subscriptions. */
const scopesBeside = ['transactions:read', 'subscriptions:read'] as const

/**
 * Everything that is held about a customer, also about one that was deleted and not yet erased. Not the events of the last days: they are
 * copies of these rows, for those who are told of each change, and go with them when the customer is erased.
 *
 * Refusals: not_found (404), scope_missing (403).
 */
export const exportCustomer = async (id: string, services: RequestServices) => {
  const { customerData, caller, clock } = services
  const data = await customerData.read(id)
  if (data === null) throw notFound('customer')
  requireScopes(scopesBeside, caller)
  const { transactions, cursor } = await exportedPayments(id, mostExported.transactions, services)
  return {
    ...shown(data, clock.now()),
    transactions,
    moreTransactions: cursor === null ? null : `${listEndpoint.path}?${new URLSearchParams({ customer: id, cursor })}`,
    errors: null,
  }
}

const time = (ms: number): string => new Date(ms).toISOString()
const timeOrNull = (ms: number | null): string | null => (ms === null ? null : time(ms))

const shown = ({ customer, entries, subscriptions, bills, checkouts, notes }: CustomerData, nowMs: number) => {
  const billsOf = Map.groupBy(bills, ({ subscription }) => subscription)
  return {
    customer: {
      ...shownCustomer(customer),
      created: time(customer.created),
      updated: time(customer.updated),
      deleted: timeOrNull(customer.deleted),
    },
    wallet: entries.map((entry) => ({ ...shownEntry(entry), deleted: timeOrNull(entry.deleted) })),
    subscriptions: subscriptions.map((subscription) => ({
      ...shownSubscription(subscription, nowMs),
      bills: (billsOf.get(subscription.id) ?? []).map(shownBill),
    })),
    checkouts: checkouts.map((found) => {
      const { errors: _none, ...members } = shownCheckout(found, nowMs)
      return { ...members, prefill: found.checkout.offer.prefill }
    }),
    notes: notes.map(({ at, action, requestId, detail }) => ({ created: time(at), action, requestId, detail })),
  }
}
