import * as fc from 'fast-check'
import { createShopper } from '../../../testing/shopper.ts'
import type { ApiResponse, Send } from '../kernel/client.ts'
import { Command, command, weighted } from '../kernel/model.ts'
import { assertInvariant, InvariantViolation } from '../kernel/invariant.ts'
import type { Arbitraries, Values } from '../kernel/model.ts'
import { soakCard } from '../../soak/cards.ts'
import { sendRequest } from './client.ts'
import { pick, existing } from './model.ts'
import type { Checkout, Customer, SentRequest, State, Subscription, TrackedResource, Webhook } from './model.ts'

/** Requests over the API, and their effects on the expected state. Several commands may run concurrently. */

const minute = 60_000
const hour = 60 * minute
/** Shorter than the retention of events, since all of them are read at the end. */
const maxClockOffset = 12 * 24 * hour

type Execution = (send: Send) => Promise<void>

/** Chooses its resource before the execution starts; null without one. */
export type AccountCommand = Command<[State], Execution | null>

const call = (
  send: Send,
  { system }: State,
  method: string,
  path: string,
  body?: object,
): Promise<ApiResponse | null> => sendRequest(send, system.accounts[0].secretKey, method, path, body)

/** Deletes a resource. */
const deleteResource = async (send: Send, state: State, resource: TrackedResource, path: string): Promise<void> => {
  const before = resource.deleted
  if (before === 'no') resource.deleted = 'maybe'
  resource.pendingDeletes = (resource.pendingDeletes ?? 0) + 1
  const response = await call(send, state, 'DELETE', path)
  if (response?.status === 200) resource.deleted = 'yes'
  else if (response !== null && before === 'no' && resource.deleted === 'maybe' && resource.pendingDeletes === 1)
    resource.deleted = 'no'
  if (response !== null) resource.pendingDeletes--
}

export const sendTransactionRequest = async (send: Send, state: State, sent: SentRequest): Promise<void> => {
  const { verb, body, tag } = sent
  const key = state.system.accounts[0].secretKey
  const response = await sendRequest(send, key, 'POST', `/v1/transactions/${verb}`, body, `account-${tag}`)
  if (response === null || response.status !== 200) return
  const { transactionId: id, responseCode: code, amount } = response.json
  // Never sent to the processor: the key is free again.
  if (code === '92') return
  const detail = () => `${JSON.stringify(sent)} got response ${response.text}`
  assertInvariant(sent.id === null || sent.id === id, 'a repeated request gets the first response', detail)
  sent.id = id
  // The outcome is unknown, or comes later.
  if (code === '68' || code === '09') return
  assertInvariant(
    sent.finalResponse === null || (sent.finalResponse.code === code && sent.finalResponse.amount === amount),
    'a repeated request gets the first response',
    detail,
  )
  sent.finalResponse = { code, amount }
}

/** A key is valid for a day of the account's clock. */
const isKeyValid = (sent: SentRequest, { clockOffsetAfter }: State): boolean => clockOffsetAfter - sent.at < 20 * hour

interface TransactionRequest {
  readonly verb: SentRequest['verb']
  readonly body: object
  /** The payment that it modifies. */
  readonly payment?: string | null
}

/** Records a request before it is sent. */
export const recordRequest = (state: State, { verb, body, payment = null }: TransactionRequest): SentRequest => {
  const tag = state.sent.length + 1
  const at = state.clockOffset
  const sent: SentRequest = {
    tag,
    verb,
    body: { ...body, initiatedByUserId: tag },
    payment,
    at,
    id: null,
    finalResponse: null,
  }
  state.sent.push(sent)
  return sent
}

const transactionRequest = (state: State, content: TransactionRequest, twice: boolean): Execution => {
  const sent = recordRequest(state, content)
  const times = twice && isKeyValid(sent, state) ? 2 : 1
  return async (send) => {
    await Promise.all(Array.from({ length: times }, () => sendTransactionRequest(send, state, sent)))
  }
}

type Source = 'card' | 'token' | 'stored' | 'cash' | 'terminal'

/** The `payment` of an authorize by source; null if the account has no such source. */
const sources: Readonly<Record<Source, (which: number, state: State) => object | null>> = {
  card: (which) => ({ creditCard: soakCard(which) }),
  token: () => ({ token: 'test-visa-4242' }),
  cash: () => ({ cash: true }),
  stored: (which, { customers }) => {
    const withCards = existing(customers).filter(({ cards }) => existing(cards).length > 0)
    const customer = pick(withCards, which)
    return customer === undefined ? null : { stored: { customer: customer.id } }
  },
  terminal: (which, { terminals }) => {
    const terminal = pick(existing(terminals), which)
    return terminal === undefined ? null : { terminal: { id: terminal.id } }
  },
}

type Part = 'all' | 'half' | 'tooMuch'

const amountOf = (part: Part, available: number): number | null =>
  part === 'all' ? null : (part === 'tooMuch' ? available + 1 : Math.max(1, Math.floor(available / 2))) / 100

const toMinorUnits = (amount: number): number => Math.round(amount * 100)

const which = fc.constantFrom(0, 0, 0, 1, 2, 3)
const twice = fc.constantFrom(false, false, false, true)
const part = fc.constantFrom<Part>('all', 'all', 'half', 'half', 'tooMuch')

/** A command on an existing resource, such as a payment; does nothing without one. */
const commandOn = <T, D extends Arbitraries>(
  name: string,
  candidates: (state: State) => readonly T[],
  arbitraries: D,
  execute: (resource: T, state: State, data: Values<D>) => Execution | null,
) =>
  command(name, { ...arbitraries, which }, (data, state: State): Execution | null => {
    const resource = pick(candidates(state), data.which as number)
    return resource === undefined ? null : execute(resource, state, data as Values<D>)
  })

const payments = ({ snapshot }: State) => snapshot.payments
const customers = (state: State): Customer[] => existing(state.customers)
const subscriptions = (state: State): Subscription[] => existing(state.subscriptions)
const checkouts = (state: State): Checkout[] => existing(state.checkouts)
const terminals = (state: State): TrackedResource[] => existing(state.terminals)
const webhooks = (state: State): Webhook[] => existing(state.webhooks)

export const pay = command(
  'pay',
  {
    source: fc.constantFrom<Source>('card', 'card', 'token', 'stored', 'stored', 'cash', 'terminal', 'terminal'),
    which,
    amount: fc.integer({ min: 2, max: 9999 }),
    twice,
  },
  ({ source, which, amount, twice }, state: State) => {
    const payment = sources[source](which, state)
    const body = { payment, amount: { value: amount / 100 } }
    return payment === null ? null : transactionRequest(state, { verb: 'authorize', body }, twice)
  },
)

const capture = commandOn('capture', payments, { part, twice }, (payment, state, { part, twice }) => {
  const { transactionId } = payment
  const amount = amountOf(part, toMinorUnits(payment.amountCapturable))
  const body = { transactionId, ...(amount !== null && { amount }) }
  return transactionRequest(state, { verb: 'capture', body, payment: transactionId }, twice)
})

const credit = commandOn('credit', payments, { part, twice }, (payment, state, { part, twice }) => {
  const { transactionId } = payment
  const value = amountOf(part, toMinorUnits(payment.amountCaptured - payment.amountCredited))
  const body = { referenceTransactionId: Number(transactionId), ...(value !== null && { amount: { value } }) }
  return transactionRequest(state, { verb: 'credit', body, payment: transactionId }, twice)
})

const voidPayment = commandOn('void', payments, { twice }, ({ transactionId }, state, { twice }) =>
  transactionRequest(state, { verb: 'void', body: { transactionId }, payment: transactionId }, twice),
)

/** Repeats a request with its key. */
const repeat = commandOn(
  'repeat',
  ({ sent }) => sent,
  {},
  (sent, state) => (isKeyValid(sent, state) ? (send) => sendTransactionRequest(send, state, sent) : null),
)

export const createCustomer = command('createCustomer', {}, (_data, state: State): Execution => async (send) => {
  const response = await call(send, state, 'POST', '/v1/customers', {})
  if (response?.status === 200)
    state.customers.push({
      id: response.json.customers[0].id,
      deleted: 'no',
      cards: [],
      defaultCard: null,
      defaultChanges: 0,
    })
})

const deleteCustomer = commandOn('deleteCustomer', customers, {}, (customer, state) => async (send) => {
  await deleteResource(send, state, customer, `/v1/customers/${customer.id}`)
  // Deleting a customer cancels their subscriptions.
  for (const subscription of state.subscriptions)
    if (subscription.customer === customer && subscription.deleted === 'no') subscription.deleted = 'maybe'
})

/** Marks a customer's default payment method as unknown, since the execution may change it. */
const changingDefault = (customer: Customer, execution: Execution): Execution => {
  customer.defaultCard = null
  customer.defaultChanges++
  return execution
}

const walletPath = ({ id }: Customer): string => `/v1/customers/${id}/wallet`

export const addCard = commandOn(
  'addCard',
  customers,
  { makeDefault: fc.boolean() },
  (customer, state, { makeDefault }) =>
    changingDefault(customer, async (send) => {
      const body = { token: 'test-visa-4242', default: makeDefault }
      const response = await call(send, state, 'POST', walletPath(customer), body)
      if (response?.status === 200) customer.cards.push({ id: response.json.wallet[0].id, deleted: 'no' })
    }),
)

const card = fc.constantFrom(0, 0, 1)

const makeDefault = commandOn('makeDefault', customers, { card }, (customer, state, data) => {
  const card = pick(existing(customer.cards), data.card)
  if (card === undefined) return null
  return changingDefault(customer, async (send) => {
    const response = await call(send, state, 'PUT', `${walletPath(customer)}/${card.id}`, { default: true })
    if (response?.status === 200 && customer.defaultChanges === 1) customer.defaultCard = card.id
  })
})

const deleteCard = commandOn('deleteCard', customers, { card }, (customer, state, data) => {
  const card = pick(existing(customer.cards), data.card)
  if (card === undefined) return null
  return changingDefault(customer, (send) => deleteResource(send, state, card, `${walletPath(customer)}/${card.id}`))
})

export const subscribe = commandOn(
  'subscribe',
  customers,
  { days: fc.constantFrom(1, 1, 2, 7) },
  (customer, state, { days }) =>
    async (send) => {
      if (!state.plans.has(days)) {
        const plan = { label: `Every ${days} days`, cycle: { unit: 'day', interval: days }, amount: { value: 12 } }
        const created = await call(send, state, 'POST', '/v1/subscriptions', plan)
        if (created?.status === 200) state.plans.set(days, created.json.subscriptions[0].id)
      }
      const plan = state.plans.get(days)
      if (plan === undefined) return
      const response = await call(send, state, 'POST', `/v1/customers/${customer.id}/subscriptions`, { plan })
      if (response?.status !== 200) return
      const id = response.json.customerSubscriptions[0].customerSubscriptionId
      state.subscriptions.push({
        id,
        customer,
        deleted: customer.deleted === 'no' ? 'no' : 'maybe',
        chargesAtCancel: null,
      })
    },
)

const subscriptionPath = ({ id, customer }: Subscription): string => `/v1/customers/${customer.id}/subscriptions/${id}`

const changeSubscription = commandOn(
  'changeSubscription',
  subscriptions,
  { status: fc.constantFrom('paused', 'active') },
  (subscription, state, { status }) =>
    async (send) =>
      void (await call(send, state, 'PUT', subscriptionPath(subscription), { status })),
)

export const cancel = commandOn(
  'cancel',
  subscriptions,
  {},
  (subscription, state) => (send) => deleteResource(send, state, subscription, subscriptionPath(subscription)),
)

export const createCheckout = command('createCheckout', {}, (_data, state: State): Execution => async (send) => {
  const response = await call(send, state, 'POST', '/v1/dynamiccheckout', { total: 26.25, sendReceipt: false })
  if (response?.status === 200) state.checkouts.push({ id: response.json.id, deleted: 'no', paid: null })
})

export const payCheckout = commandOn(
  'payCheckout',
  checkouts,
  { save: fc.boolean(), clicks: fc.constantFrom(1, 1, 2) },
  (checkout, _state, { save, clicks }) =>
    async (send) => {
      const shopper = createShopper({ fetch: send })
      try {
        const nonce = (await shopper.open(checkout.id)).data?.nonce
        if (nonce === undefined) return
        const more = { payment: { creditCard: soakCard(clicks) }, answers: { save } }
        const attempts = Array.from({ length: clicks }, () => shopper.pay(checkout.id, nonce, more))
        for (const attempt of await Promise.allSettled(attempts)) {
          if (attempt.status === 'rejected' || attempt.value.json.status !== 'completed') continue
          const { transactionId } = attempt.value.json
          const before = checkout.paid
          assertInvariant(
            before === null || before === transactionId,
            'a checkout is charged once',
            () => `${before}, ${transactionId}`,
          )
          checkout.paid = transactionId
        }
      } catch (thrown) {
        // The response is lost.
        if (thrown instanceof InvariantViolation) throw thrown
      }
    },
)

const cancelCheckout = commandOn(
  'cancelCheckout',
  checkouts,
  {},
  (checkout, state) => (send) => deleteResource(send, state, checkout, `/v1/dynamiccheckout/${checkout.id}`),
)

export const createTerminal = command('createTerminal', {}, (_data, state: State): Execution | null => {
  if (state.system.openReceiver === null) return null
  return async (send) => {
    const body = { registrationCode: 'SIM001', nickname: 'Terminal' }
    const response = await call(send, state, 'POST', '/v1/terminals', body)
    if (response?.status === 200) state.terminals.push({ id: response.json.terminals[0].id, deleted: 'no' })
  }
})

const deleteTerminal = commandOn(
  'deleteTerminal',
  terminals,
  {},
  (terminal, state) => (send) => deleteResource(send, state, terminal, `/v1/terminals/${terminal.id}`),
)

const maxWebhooks = 3

export const createWebhook = command('createWebhook', {}, (_data, state: State): Execution | null => {
  const { openReceiver } = state.system
  if (openReceiver === null || webhooks(state).length >= maxWebhooks) return null
  return async (send) => {
    const receiver = await openReceiver()
    const body = { url: receiver.url, enabled: true, subscribedEvents: null }
    const response = await call(send, state, 'POST', '/v1/webhook', body)
    if (response?.status !== 200) return
    receiver.register(response.json.webhook)
    state.webhooks.push({
      id: response.json.webhook.id,
      deleted: 'no',
      receiver,
      eventsBefore: null,
      deliveriesWhenDisabled: null,
    })
  }
})

export const deleteWebhook = commandOn(
  'deleteWebhook',
  webhooks,
  {},
  (webhook, state) => (send) => deleteResource(send, state, webhook, `/v1/webhook/${webhook.id}`),
)

const setWebhookEnabled = commandOn(
  'setWebhookEnabled',
  webhooks,
  { enabled: fc.boolean() },
  (webhook, state, { enabled }) =>
    async (send) => {
      webhook.deliveriesWhenDisabled = null
      await call(send, state, 'PUT', `/v1/webhook/${webhook.id}`, { enabled })
      webhook.eventsBefore = null
    },
)

/** Sets the response status of a webhook receiver. */
export const setReceiverStatus = commandOn(
  'setReceiverStatus',
  webhooks,
  { status: fc.constantFrom<number[]>(204, 204, 200, 500, 503, 301) },
  ({ receiver }, _state, { status }) =>
    async () =>
      receiver.respondWith(status),
)

const closeBatch = command(
  'closeBatch',
  {},
  (_data, state: State): Execution =>
    async (send) =>
      void (await call(send, state, 'POST', '/v1/batches/close')),
)

/** Advances the account's test clock: by minutes for recovery, hours for delivery retries, days for billing and settlement. */
export const advanceClock = command(
  'advanceClock',
  { minutes: fc.constantFrom(1, 2, 10, 60, 60, 700, 1440, 1440, 2900) },
  ({ minutes }, state: State): Execution | null => {
    if (state.clockOffset + minutes * minute > maxClockOffset) return null
    return async (send) => void (await call(send, state, 'POST', '/v1/testclock/advance', { seconds: minutes * 60 }))
  },
)

export const minutesOf = ({ data }: AccountCommand): number => ('minutes' in data ? Number(data.minutes) : 0)

const anyOf = (...commands: readonly { readonly arbitrary: fc.Arbitrary<AccountCommand> }[]) => ({
  arbitrary: fc.oneof(...commands.map(({ arbitrary }) => arbitrary)),
})

export const anyCommand: fc.Arbitrary<AccountCommand> = weighted(
  [14, anyOf(pay, capture, capture, credit, voidPayment, repeat)],
  [7, anyOf(createCustomer, addCard, addCard, makeDefault, deleteCard, subscribe, changeSubscription, cancel)],
  [6, anyOf(createCheckout, payCheckout, cancelCheckout, createTerminal, createWebhook, setReceiverStatus)],
  [2, anyOf(deleteCustomer, deleteTerminal, deleteWebhook, setWebhookEnabled, closeBatch)],
  [4, advanceClock],
)
