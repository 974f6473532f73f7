import { eventKinds } from '#contract/events/events'
import type { WebhookEvent } from '../../widget/client/index.ts'
import { expect, test } from '../support/fixtures.ts'
import { createState } from '../support/servers.ts'
import { WebhookGateway, unlimitedWorker } from './gateway.ts'
import type { Receiver } from './receiver.ts'
import { paymentRequest } from './paymentRequest.ts'

/** Deliveries are verified by the Standard Webhooks library and by verifyWebhook. */
test.describe.configure({ mode: 'default' })

let gateway: WebhookGateway
let removeState: () => Promise<void>

test.beforeAll(async () => {
  const { state, envFile, remove } = await createState()
  removeState = remove
  gateway = new WebhookGateway({ config: unlimitedWorker, state, envFile })
  await gateway.open()
})
test.afterAll(async () => {
  await gateway?.close()
  await removeState?.()
})

const post = (path: string, body: object = {}) => gateway.call('POST', path, body)
const authorize = () => post('/v1/transactions/authorize', paymentRequest)
const capture = async () => post('/v1/transactions/capture', { transactionId: (await authorize()).transactionId })

/** An expected event, with the id of the request that caused it. */
interface Cause {
  readonly requestId: string
  readonly type: string
  readonly data: object
}

const transactionCause = (
  type: string,
  response: { requestId: string; transactionId: string },
  members: object,
): Cause => ({
  requestId: response.requestId,
  type,
  data: { transaction: { transactionId: response.transactionId, ...members } },
})

/** Requests that cause events, by event kind. */
const causes: readonly (() => Promise<readonly Cause[]>)[] = [
  async () => [transactionCause('transaction.authorized', await authorize(), { status: 'authorized', amount: 10.05 })],
  async () => [
    transactionCause('transaction.captured', await capture(), { status: 'captured', amountCaptured: 10.05 }),
  ],
  async () => {
    const { transactionId } = await authorize()
    const voided = await post('/v1/transactions/void', { transactionId })
    return [transactionCause('transaction.voided', voided, { status: 'voided', amountCapturable: 0 })]
  },
  async () => {
    const { transactionId } = await authorize()
    await post('/v1/transactions/capture', { transactionId })
    const credited = await post('/v1/transactions/credit', {
      referenceTransactionId: Number(transactionId),
      amount: { value: 4 },
    })
    return [
      transactionCause('transaction.credited', credited, { originalTransactionId: transactionId, amountCredited: 4 }),
    ]
  },
  async () => {
    const captured = await capture()
    const { requestId, batch } = await post('/v1/batches/close')
    return [
      { ...transactionCause('transaction.settled', captured, { amountSettled: 10.05 }), requestId },
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

/** Ids of resources in an event’s data. */
type Named = Readonly<Record<string, { readonly id?: string; readonly transactionId?: string } | undefined>>

/** Whether an event is about the expected resource: closing a batch settles captures of other tests, too. */
const isAbout = (event: WebhookEvent, cause: Cause): boolean => {
  const actual = event.data as Named
  return Object.entries(cause.data as Named).every(
    ([resource, expected]) =>
      (expected?.id === undefined || expected.id === actual[resource]?.id) &&
      (expected?.transactionId === undefined || expected.transactionId === actual[resource]?.transactionId),
  )
}

const findEvent = ({ events }: Receiver, cause: Cause): WebhookEvent | undefined =>
  [...events.values()].find(
    (event) => event.requestId === cause.requestId && event.type === cause.type && isAbout(event, cause),
  )

for (const [kind, name] of eventKinds.entries())
  test(`webhooks: a subscription to kind ${kind} (${name}) receives its events and no others`, async () => {
    const receiver = await gateway.addReceiver({ subscribedEvents: [kind] })
    const expectedEvents = await causes[kind]!()
    for (const cause of expectedEvents) {
      await expect.poll(() => findEvent(receiver, cause), cause.type).toMatchObject({ ...cause, kind, live: false })
      const event = findEvent(receiver, cause)!
      expect(await gateway.call('GET', `/v1/events/${event.id}`)).toMatchObject({ event })
    }
    expect(receiver.errors).toEqual([])
    expect(new Set([...receiver.events.values()].map((event) => event.kind))).toEqual(new Set([kind]))
  })
