import type {
  Bill,
  Customer,
  CustomerSubscription,
  Dispute,
  Event,
  SendReceiptAnswer,
  GetCustomerAnswer,
  GetTerminalAnswer,
  ListBillsAnswer,
  ListCustomerSubscriptionsAnswer,
  ListDisputesAnswer,
  ListEventsAnswer,
  ListWalletAnswer,
  Terminal,
  WalletEntry,
} from '../../../client/types.ts'
import type { ConsoleContext } from '../../shell/context.ts'
import type { Transaction } from './payment.ts'

/** What belongs to a payment, beside itself. A part is undefined if there is none, the role may not read it, or it cannot be read. */
export type Related = {
  readonly disputes?: readonly Dispute[] | undefined
  readonly checkout?: SendReceiptAnswer | undefined
  readonly customer?: Customer | undefined
  readonly wallet?: readonly WalletEntry[] | undefined
  readonly subscription?: CustomerSubscription | undefined
  readonly bills?: readonly Bill[] | undefined
  readonly terminal?: Terminal | undefined
  readonly events?: readonly Event[] | undefined
  /** Whether a part could not be read. */
  readonly isIncomplete: boolean
}

/** The subscription that a payment charged: its bills name it in their order. */
const billedSubscription = ({ order }: Transaction): string => {
  const metadata = order?.['metadata'] as { readonly subscription?: unknown } | null | undefined
  const isBill = String(order?.['referenceObject'] ?? '').startsWith('sub:')
  return isBill && typeof metadata?.subscription === 'string' ? metadata.subscription : ''
}

const mostBills = 5

/** Reads what belongs to a payment. A part that cannot be read does not hide the others. */
export const readRelated = async (
  payment: Transaction,
  { api, can }: ConsoleContext,
  signal: AbortSignal,
): Promise<Related> => {
  let isIncomplete = false
  const read = async <T>(
    operation: string,
    path: string,
    query?: Parameters<typeof api.get>[1],
  ): Promise<T | undefined> => {
    if (!can(operation)) return undefined
    try {
      return await api.get<T>(path, query, signal)
    } catch {
      isIncomplete ||= !signal.aborted
      return undefined
    }
  }
  const of = (name: string, id: string): string => `/v1/${name}/${encodeURIComponent(id)}`
  const { customer: customerId, terminal: terminalId } = payment.payment
  const id = payment.originalTransactionId
  const customerPath = of('customers', customerId ?? '')
  const checkoutRead = payment.checkout
    ? read<SendReceiptAnswer>('getCheckout', of('dynamiccheckout', payment.checkout))
    : undefined
  const subscriptionRead = async () => {
    if (customerId === null) return {}
    const subscriptionId = billedSubscription(payment) || (await checkoutRead)?.subscription
    if (!subscriptionId) return {}
    const path = `${customerPath}/subscriptions`
    const [list, bills] = await Promise.all([
      read<ListCustomerSubscriptionsAnswer>('listCustomerSubscriptions', path, { pageSize: 100 }),
      read<ListBillsAnswer>('listBills', `${path}/${encodeURIComponent(subscriptionId)}/bills`, {
        pageSize: mostBills,
      }),
    ])
    return {
      subscription: list?.customerSubscriptions?.find((each) => each.customerSubscriptionId === subscriptionId),
      bills: bills?.bills,
    }
  }
  const [disputes, events, checkout, customer, wallet, billing, terminal] = await Promise.all([
    payment.disputes.length > 0
      ? read<ListDisputesAnswer>('listDisputes', '/v1/disputes', { transactionId: id, pageSize: 100 })
      : undefined,
    read<ListEventsAnswer>('listEvents', '/v1/events', { transactionId: id, pageSize: 100 }),
    checkoutRead,
    customerId === null ? undefined : read<GetCustomerAnswer>('getCustomer', customerPath),
    customerId === null ? undefined : read<ListWalletAnswer>('listWallet', `${customerPath}/wallet`, { pageSize: 10 }),
    subscriptionRead(),
    terminalId === null ? undefined : read<GetTerminalAnswer>('getTerminal', of('terminals', terminalId)),
  ])
  return {
    disputes: disputes?.disputes,
    events: events?.events,
    checkout,
    customer: customer?.customers?.[0],
    wallet: wallet?.wallet,
    ...billing,
    terminal: terminal?.terminals?.[0],
    isIncomplete,
  }
}
