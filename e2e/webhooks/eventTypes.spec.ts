import { eventKinds } from '#contract/events/events'
import type { WebhookEvent } from '../../widget/client/index.ts'
import { expect, test } from '../support/fixtures.ts'
import { makeState } from '../support/servers.ts'
import { DeliveringGateway, unlimited } from './gateway.ts'
import type { Receiver } from './receiver.ts'
import { payment } from './paymentRequest.ts'

/** From what a merchant does to what its server gets, which verifies it by the library of Standard Webhooks and by ours. */
test.describe.configure({ mode: 'default' })

let gateway: DeliveringGateway
let removeState: () => Promise<void>

test.beforeAll(async () => {
  const { state, envFile, remove } = await makeState()
  removeState = remove
  gateway = new DeliveringGateway({ config: unlimited, state, envFile })
  await gateway.open()
})
test.afterAll(async () => {
  await gateway?.close()
  await removeState?.()
})

const post = (path: string, body: object = {}) => gateway.call('POST', path, body)
const authorize = () => post('/v1/transactions/authorize', payment)
const capture = async () => post('/v1/transactions/capture', { transactionId: (await authorize()).transactionId })

/** What has happened, as the answer of the request that did it says: the event, what it shows, and the request. */
interface Cause {
  readonly requestId: string
  readonly type: string
  readonly data: object
}

const ofPayment = (type: string, answer: { requestId: string; transactionId: string }, shown: object): Cause => ({
  requestId: answer.requestId,
  type,
  data: { transaction: { transactionId: answer.transactionId, ...shown } },
})

/** For each kind, by its number, what brings it about. */
const causes: readonly (() => Promise<readonly Cause[]>)[] = [
  async () => [ofPayment('transaction.authorized', await authorize(), { status: 'authorized', amount: 10.05 })],
  async () => [ofPayment('transaction.captured', await capture(), { status: 'captured', amountCaptured: 10.05 })],
  async () => {
    const { transactionId } = await authorize()
    const voided = await post('/v1/transactions/void', { transactionId })
    return [ofPayment('transaction.voided', voided, { status: 'voided', amountCapturable: 0 })]
  },
  async () => {
    const { transactionId } = await authorize()
    await post('/v1/transactions/capture', { transactionId })
    const credited = await post('/v1/transactions/credit', {
      referenceTransactionId: Number(transactionId),
      amount: { value: 4 },
    })
    return [ofPayment('transaction.credited', credited, { originalTransactionId: transactionId, amountCredited: 4 })]
  },
  async () => {
    const captured = await capture()
    const { requestId, batch } = await post('/v1/batches/close')
    return [
      { ...ofPayment('transaction.settled', captured, { amountSettled: 10.05 }), requestId },
      { requestId, type: 'batch.closed', data: { batch: { id: batch.id } } },
    ]
  },
  async () => {
    const customer = await post('/v1/customers')
    const { id } = customer.customers[0]
    const stored = await post(`/v1/customers/${id}/wallet`, { token: 'test-visa-4242' })
    const plan = await post('/v1/subscriptions', { label: 'Coffee', cycle: { unit: 'month' }, amount: { value: 12 } })
    const taken = await post(`/v1/customers/${id}/subscriptions`, { plan: plan.subscriptions[0].id })
    return [
      { requestId: customer.requestId, type: 'customer.created', data: { customer: { id } } },
      { requestId: stored.requestId, type: 'wallet.created', data: { wallet: { customer: id } } },
      { requestId: taken.requestId, type: 'subscription.created', data: { subscription: { customer: id } } },
    ]
  },
  async () => {
    const checkout = await post('/v1/dynamiccheckout', { total: 26.25 })
    const terminal = await post('/v1/terminals', { registrationCode: 'SIM001', nickname: 'Till 1' })
    const { id } = terminal.terminals[0]
    return [
      {
        requestId: checkout.requestId,
        type: 'checkout.created',
        data: { checkout: { id: checkout.id, total: 26.25 } },
      },
      { requestId: terminal.requestId, type: 'terminal.registered', data: { terminal: { id, nickname: 'Till 1' } } },
    ]
  },
]

/** What names a resource in an answer. */
type Named = Readonly<Record<string, { readonly id?: string; readonly transactionId?: string } | undefined>>

/** Whether an event is of the resource that is meant: a batch settles what other tests have captured, too. */
const isOf = (event: WebhookEvent, cause: Cause): boolean => {
  const shown = event.data as Named
  return Object.entries(cause.data as Named).every(
    ([resource, meant]) =>
      (meant?.id === undefined || meant.id === shown[resource]?.id) &&
      (meant?.transactionId === undefined || meant.transactionId === shown[resource]?.transactionId),
  )
}

const heardOf = ({ events }: Receiver, cause: Cause): WebhookEvent | undefined =>
  [...events.values()].find(
    (event) => event.requestId === cause.requestId && event.type === cause.type && isOf(event, cause),
  )

for (const [kind, name] of eventKinds.entries())
  test(`tells of kind ${kind}, ${name}, whoever is subscribed to it, and of no other`, async () => {
    const receiver = await gateway.receive({ subscribedEvents: [kind] })
    const happened = await causes[kind]!()
    for (const cause of happened) {
      await expect.poll(() => heardOf(receiver, cause), cause.type).toMatchObject({ ...cause, kind, live: false })
      const event = heardOf(receiver, cause)!
      expect(await gateway.call('GET', `/v1/events/${event.id}`)).toMatchObject({ event })
    }
    expect(receiver.faults).toEqual([])
    expect(new Set([...receiver.events.values()].map((event) => event.kind))).toEqual(new Set([kind]))
  })
