import { exportLimits } from '#contract/customers/customerData'
import { listTransactions as listEndpoint } from '#contract/transactions/transactionList'
import type { CustomerData } from '../../store/customers/personalData.ts'
import type { PersonalDataStore } from '../../store/customers/personalDataStore.ts'
import type { Clock } from '../clock.ts'
import { toCheckout } from '../checkouts/toApi.ts'
import { notFound } from '../notFound.ts'
import { toCustomer, toWalletEntry } from '../customers/toApi.ts'
import { toBill, toSubscription } from '../subscriptions/toApi.ts'
import { exportedPayments } from './exportedPayments.ts'
import type { ExportedPaymentsNeeds } from './exportedPayments.ts'

type Needs = ExportedPaymentsNeeds & {
  readonly clock: Clock
  readonly customerData: Pick<PersonalDataStore, 'read' | 'readOrders'>
}

/**
 * Exports all data of a customer, also of a deleted one. Events are omitted: they copy these rows and are erased with them.
 *
 * Error: not_found (404).
 */
export const exportCustomer = async (id: string, needs: Needs) => {
  const { customerData, clock } = needs
  const data = await customerData.read(id)
  if (data === null) throw notFound('customer')
  const { transactions, cursor } = await exportedPayments(id, exportLimits.transactions, needs)
  return {
    ...toExport(data, clock.now()),
    transactions,
    moreTransactions: cursor === null ? null : `${listEndpoint.path}?${new URLSearchParams({ customer: id, cursor })}`,
    errors: null,
  }
}

const time = (ms: number): string => new Date(ms).toISOString()
const timeOrNull = (ms: number | null): string | null => (ms === null ? null : time(ms))

const toExport = ({ customer, entries, subscriptions, bills, checkouts, notes }: CustomerData, nowMs: number) => {
  const billsOf = Map.groupBy(bills, ({ subscription }) => subscription)
  return {
    customer: {
      ...toCustomer(customer),
      created: time(customer.created),
      updated: time(customer.updated),
      deleted: timeOrNull(customer.deleted),
    },
    wallet: entries.map((entry) => ({ ...toWalletEntry(entry), deleted: timeOrNull(entry.deleted) })),
    subscriptions: subscriptions.map((subscription) => ({
      ...toSubscription(subscription, nowMs),
      bills: (billsOf.get(subscription.id) ?? []).map(toBill),
    })),
    checkouts: checkouts.map((checkout) => {
      return { ...toCheckout(checkout, nowMs), prefill: checkout.checkout.offer.prefill }
    }),
    notes: notes.map(({ at, action, requestId, detail }) => ({ created: time(at), action, requestId, detail })),
  }
}
