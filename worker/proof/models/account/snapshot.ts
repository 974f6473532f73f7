import type { Send } from '../kernel/client.ts'
import type { PaymentResource as BasicPaymentResource } from '../payments/snapshot.ts'
import { sendRequest, readResource, readList } from './client.ts'
import type { AccountSystem } from './system.ts'

/** A payment as GET returns it. */
export interface PaymentResource extends BasicPaymentResource {
  readonly method: string
  readonly initiatedByUserId: number | null
  readonly order: { readonly referenceObject?: string | null; readonly referenceObjectId?: number | null } | null
}

export interface Event {
  readonly id: string
  readonly type: string
  readonly sequence: number
  readonly data: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

/** A dispute as GET returns it. */
export interface DisputeResource {
  readonly id: string
  /** The disputed capture. */
  readonly transactionId: string
  readonly originalTransactionId: string
  readonly stage: string
  readonly stages: readonly { readonly stage: string }[]
  readonly [member: string]: unknown
}

export interface Bill {
  readonly period: number
  readonly status: string
  readonly transactionId: string | null
}

interface PaymentMethod {
  readonly id: string
  readonly default: boolean
}

/** The parts of the expected state that a snapshot needs. */
interface State {
  readonly system: AccountSystem
  readonly snapshot: Snapshot
  readonly subscriptions: readonly { readonly customer: { readonly id: string } }[]
  readonly checkouts: readonly { readonly id: string }[]
  readonly webhooks: readonly { readonly deleted: string }[]
}

/** An account as its API returns it. */
export interface Snapshot {
  /** Oldest first. */
  readonly payments: readonly PaymentResource[]
  /** List entries of payments as JSON, by id. */
  readonly listed: ReadonlyMap<string, string>
  readonly customers: ReadonlyMap<string, readonly PaymentMethod[]>
  /** By id. */
  readonly subscriptions: ReadonlyMap<string, { readonly status: string; readonly bills: readonly Bill[] }>
  readonly checkouts: ReadonlyMap<string, { readonly status: string; readonly transactionId: string | null }>
  readonly terminals: ReadonlySet<string>
  /** Whether each is enabled, by id. */
  readonly webhooks: ReadonlyMap<string, boolean>
  /** Events as JSON, by id. */
  readonly events: ReadonlyMap<string, string>
  /** Newest first. */
  readonly disputes: readonly DisputeResource[]
  /** Ids of closed batches. */
  readonly closedBatches: readonly string[]
  /** The number of payments, customers and events that keys of other accounts or modes can read. */
  readonly visibleToOthers: number
}

export const emptySnapshot: Snapshot = {
  payments: [],
  listed: new Map(),
  customers: new Map(),
  subscriptions: new Map(),
  checkouts: new Map(),
  terminals: new Set(),
  webhooks: new Map(),
  events: new Map(),
  disputes: [],
  closedBatches: [],
  visibleToOthers: 0,
}

const idsOf = (entries: readonly { readonly id: string }[]): ReadonlySet<string> => new Set(entries.map(({ id }) => id))

/** Reads payments: all, or those with a changed entry in the list or a pending operation. */
const readPayments = async (send: Send, { system, snapshot }: State, all: boolean) => {
  const [{ secretKey }] = system.accounts
  const entries = (await readList(send, secretKey, '/v1/transactions', 'transactions')).toReversed()
  const before = new Map(snapshot.payments.map((payment) => [payment.transactionId, payment]))
  const listed = new Map<string, string>()
  const payments: PaymentResource[] = []
  for (const entry of entries) {
    const id: string = entry.transactionId
    const text = JSON.stringify(entry)
    listed.set(id, text)
    const earlier = before.get(id)
    const hasEnded = earlier?.operations.every(({ status }) => status !== 'pending') === true
    payments.push(
      !all && earlier !== undefined && hasEnded && snapshot.listed.get(id) === text
        ? earlier
        : await readResource(send, secretKey, `/v1/transactions/${id}`),
    )
  }
  return { payments, listed }
}

const readCustomers = async (send: Send, { system, subscriptions: expected }: State) => {
  const [{ secretKey }] = system.accounts
  const customers = new Map<string, PaymentMethod[]>()
  for (const { id } of await readList(send, secretKey, '/v1/customers', 'customers'))
    customers.set(id, await readList(send, secretKey, `/v1/customers/${id}/wallet`, 'wallet'))
  const subscriptions = new Map<string, { status: string; bills: Bill[] }>()
  for (const customer of new Set(expected.map(({ customer }) => customer.id))) {
    if (!customers.has(customer)) continue
    const path = `/v1/customers/${customer}/subscriptions`
    for (const { customerSubscriptionId: id, status } of await readList(send, secretKey, path, 'customerSubscriptions'))
      subscriptions.set(id, { status, bills: await readList(send, secretKey, `${path}/${id}/bills`, 'bills') })
  }
  return { customers, subscriptions }
}

const countVisibleTo = async (send: Send, key: string): Promise<number> => {
  const lists = ['transactions', 'customers', 'events'].map((list) => readList(send, key, `/v1/${list}`, list))
  return (await Promise.all(lists)).flat().length
}

const canRead = async (send: Send, key: string, path: string): Promise<boolean> =>
  (await sendRequest(send, key, 'GET', path))?.status === 200

const countVisibleToOthers = async (
  send: Send,
  { system: { accounts } }: State,
  payment: PaymentResource | undefined,
): Promise<number> => {
  let count = 0
  for (const key of [accounts[0].liveKey, accounts[1].secretKey]) {
    count += await countVisibleTo(send, key)
    if (payment !== undefined && (await canRead(send, key, `/v1/transactions/${payment.transactionId}`))) count++
  }
  return count
}

/** @param all reads everything again, not only changes */
export const takeSnapshot = async (send: Send, state: State, all: boolean): Promise<Snapshot> => {
  const { system, snapshot } = state
  const [{ secretKey }] = system.accounts
  const { payments, listed } = await readPayments(send, state, all)
  const { customers, subscriptions } = await readCustomers(send, state)
  const checkouts = new Map<string, { status: string; transactionId: string | null }>()
  for (const { id } of state.checkouts)
    checkouts.set(id, await readResource(send, secretKey, `/v1/dynamiccheckout/${id}`))
  const hasObjects = system.openReceiver !== null
  const terminals = hasObjects
    ? idsOf(await readList(send, secretKey, '/v1/terminals', 'terminals'))
    : new Set<string>()
  const listedWebhooks: { id: string; enabled: boolean }[] = hasObjects
    ? (await readResource(send, secretKey, '/v1/webhook')).webhooks
    : []
  const webhooks = new Map(listedWebhooks.map(({ id, enabled }) => [id, enabled] as const))
  const isKnown = ({ id }: { id: string }) => !all && snapshot.events.has(id)
  const newEvents = await readList(send, secretKey, '/v1/events', 'events', isKnown)
  const events = new Map(all ? [] : snapshot.events)
  for (const event of newEvents.toReversed()) events.set(event.id, JSON.stringify(event))
  const batches = await readList(send, secretKey, '/v1/batches', 'batches')
  const closedBatches = batches.filter(({ status }) => status === 'closed').map(({ id }) => id as string)
  const visibleToOthers = all ? await countVisibleToOthers(send, state, payments.at(-1)) : 0
  return {
    payments,
    listed,
    customers,
    subscriptions,
    checkouts,
    terminals,
    webhooks,
    events,
    disputes: await readList(send, secretKey, '/v1/disputes', 'disputes'),
    closedBatches,
    visibleToOthers,
  }
}

interface DeliveryState {
  readonly state: string
  /** The number of attempts. */
  readonly attempts: number
}

/** Delivery states by event id, then by webhook id. */
export type Deliveries = ReadonlyMap<string, ReadonlyMap<string, DeliveryState>>

/** @param earlier states read before: final ones are not read again */
export const readDeliveries = async (
  send: Send,
  { system, webhooks, snapshot }: State,
  earlier: Deliveries = new Map(),
): Promise<Deliveries> => {
  const deliveries = new Map<string, ReadonlyMap<string, DeliveryState>>()
  if (webhooks.every(({ deleted }) => deleted !== 'no')) return deliveries
  for (const id of snapshot.events.keys()) {
    const before = [...(earlier.get(id)?.values() ?? [])]
    if (before.length > 0 && before.every(({ state }) => state !== 'pending')) {
      deliveries.set(id, earlier.get(id)!)
      continue
    }
    const { deliveries: states } = await readResource(send, system.accounts[0].secretKey, `/v1/events/${id}/attempts`)
    deliveries.set(
      id,
      new Map(
        states.map(
          ({ webhook, state, attempts }: { webhook: string; state: string; attempts: readonly unknown[] }) =>
            [webhook, { state, attempts: attempts.length }] as const,
        ),
      ),
    )
  }
  return deliveries
}
