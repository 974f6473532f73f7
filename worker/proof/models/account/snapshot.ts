import type { Send } from '../kernel/client.ts'
import type { Shown as ShownPayment } from '../payments/snapshot.ts'
import { ask, read, readList } from './client.ts'
import type { AccountSystem } from './system.ts'

/** A payment as GET shows it. */
export interface Shown extends ShownPayment {
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

export interface Bill {
  readonly period: number
  readonly status: string
  readonly transactionId: string | null
}

interface Method {
  readonly id: string
  readonly default: boolean
}

/** What a snapshot is taken of, and what is known of it. */
interface State {
  readonly system: AccountSystem
  readonly snapshot: Snapshot
  readonly subscriptions: readonly { readonly customer: { readonly id: string } }[]
  readonly checkouts: readonly { readonly id: string }[]
  readonly webhooks: readonly { readonly gone: string }[]
}

/** An account as its API shows it. */
export interface Snapshot {
  /** Oldest first. */
  readonly payments: readonly Shown[]
  /** The list's entry of each, by its id. */
  readonly listed: ReadonlyMap<string, string>
  readonly customers: ReadonlyMap<string, readonly Method[]>
  /** By their ids. */
  readonly subscriptions: ReadonlyMap<string, { readonly status: string; readonly bills: readonly Bill[] }>
  readonly checkouts: ReadonlyMap<string, { readonly status: string; readonly transactionId: string | null }>
  readonly readers: ReadonlySet<string>
  /** Whether each is enabled, by its id. */
  readonly webhooks: ReadonlyMap<string, boolean>
  /** By their ids, as text. */
  readonly events: ReadonlyMap<string, string>
  /** The ids of batches that have closed. */
  readonly closed: readonly string[]
  /** Payments, customers and events that foreign keys see. */
  readonly seenByOthers: number
}

export const emptySnapshot: Snapshot = {
  payments: [],
  listed: new Map(),
  customers: new Map(),
  subscriptions: new Map(),
  checkouts: new Map(),
  readers: new Set(),
  webhooks: new Map(),
  events: new Map(),
  closed: [],
  seenByOthers: 0,
}

const idsOf = (entries: readonly { readonly id: string }[]): ReadonlySet<string> => new Set(entries.map(({ id }) => id))

/** Reads payments: all, or those with a changed entry in the list or a pending operation. */
const readPayments = async (send: Send, { system, snapshot }: State, all: boolean) => {
  const [{ secretKey: own }] = system.accounts
  const entries = (await readList(send, own, '/v1/transactions', 'transactions')).toReversed()
  const before = new Map(snapshot.payments.map((payment) => [payment.transactionId, payment]))
  const listed = new Map<string, string>()
  const payments: Shown[] = []
  for (const entry of entries) {
    const id: string = entry.transactionId
    const text = JSON.stringify(entry)
    listed.set(id, text)
    const known = before.get(id)
    const isAtRest = known?.operations.every(({ status }) => status !== 'pending') === true
    payments.push(
      !all && known !== undefined && isAtRest && snapshot.listed.get(id) === text
        ? known
        : await read(send, own, `/v1/transactions/${id}`),
    )
  }
  return { payments, listed }
}

const readVault = async (send: Send, { system, subscriptions: known }: State) => {
  const [{ secretKey: own }] = system.accounts
  const customers = new Map<string, Method[]>()
  for (const { id } of await readList(send, own, '/v1/customers', 'customers'))
    customers.set(id, await readList(send, own, `/v1/customers/${id}/wallet`, 'wallet'))
  const subscriptions = new Map<string, { status: string; bills: Bill[] }>()
  for (const customer of new Set(known.map((one) => one.customer.id))) {
    if (!customers.has(customer)) continue
    const path = `/v1/customers/${customer}/subscriptions`
    for (const { customerSubscriptionId: id, status } of await readList(send, own, path, 'customerSubscriptions'))
      subscriptions.set(id, { status, bills: await readList(send, own, `${path}/${id}/bills`, 'bills') })
  }
  return { customers, subscriptions }
}

const seenBy = async (send: Send, key: string): Promise<number> => {
  const lists = ['transactions', 'customers', 'events'].map((list) => readList(send, key, `/v1/${list}`, list))
  return (await Promise.all(lists)).flat().length
}

/** Whether a foreign key reads it by its id. */
const isReadBy = async (send: Send, key: string, path: string): Promise<boolean> =>
  (await ask(send, key, 'GET', path))?.status === 200

const others = async (send: Send, { system: { accounts } }: State, payment: Shown | undefined): Promise<number> => {
  let count = 0
  for (const key of [accounts[0].liveKey, accounts[1].secretKey]) {
    count += await seenBy(send, key)
    if (payment !== undefined && (await isReadBy(send, key, `/v1/transactions/${payment.transactionId}`))) count++
  }
  return count
}

/** @param all looks at everything, and not only at what has changed */
export const takeSnapshot = async (send: Send, state: State, all: boolean): Promise<Snapshot> => {
  const { system, snapshot } = state
  const [{ secretKey: own }] = system.accounts
  const { payments, listed } = await readPayments(send, state, all)
  const { customers, subscriptions } = await readVault(send, state)
  const checkouts = new Map<string, { status: string; transactionId: string | null }>()
  for (const { id } of state.checkouts) checkouts.set(id, await read(send, own, `/v1/dynamiccheckout/${id}`))
  const hasObjects = system.openInbox !== null
  const readers = hasObjects ? idsOf(await readList(send, own, '/v1/terminals', 'terminals')) : new Set<string>()
  const hooks: { id: string; enabled: boolean }[] = hasObjects ? (await read(send, own, '/v1/webhook')).webhooks : []
  const webhooks = new Map(hooks.map(({ id, enabled }) => [id, enabled] as const))
  const isKnown = ({ id }: { id: string }) => !all && snapshot.events.has(id)
  const fresh = await readList(send, own, '/v1/events', 'events', isKnown)
  const events = new Map(all ? [] : snapshot.events)
  for (const event of fresh.toReversed()) events.set(event.id, JSON.stringify(event))
  const batches = await readList(send, own, '/v1/batches', 'batches')
  const closed = batches.filter(({ status }) => status === 'closed').map(({ id }) => id as string)
  const seenByOthers = all ? await others(send, state, payments.at(-1)) : 0
  return { payments, listed, customers, subscriptions, checkouts, readers, webhooks, events, closed, seenByOthers }
}

interface Standing {
  readonly state: string
  /** How often it was tried. */
  readonly tries: number
}

/** How each event stands with each webhook, by the event's id, then by the webhook's. */
export type Deliveries = ReadonlyMap<string, ReadonlyMap<string, Standing>>

/** @param known what was read before: what has ended is not read again */
export const readDeliveries = async (
  send: Send,
  { system, webhooks, snapshot }: State,
  known: Deliveries = new Map(),
): Promise<Deliveries> => {
  const deliveries = new Map<string, ReadonlyMap<string, Standing>>()
  if (webhooks.every(({ gone }) => gone !== 'no')) return deliveries
  for (const id of snapshot.events.keys()) {
    const before = [...(known.get(id)?.values() ?? [])]
    if (before.length > 0 && before.every(({ state }) => state !== 'pending')) {
      deliveries.set(id, known.get(id)!)
      continue
    }
    const told = await read(send, system.accounts[0].secretKey, `/v1/events/${id}/attempts`)
    deliveries.set(
      id,
      new Map(
        told.deliveries.map(
          ({ webhook, state, attempts }: { webhook: string; state: string; attempts: readonly unknown[] }) =>
            [webhook, { state, tries: attempts.length }] as const,
        ),
      ),
    )
  }
  return deliveries
}
