import * as fc from 'fast-check'
import { shopperAt } from '../../../testing/shopper.ts'
import type { Answer, Send } from '../kernel/client.ts'
import { Command, command, holds, mix, Violation } from '../kernel/model.ts'
import type { Drawn, Values } from '../kernel/model.ts'
import { cardOf } from '../../soak/cards.ts'
import { ask } from './client.ts'
import { pick, there } from './model.ts'
import type { Checkout, Customer, Sent, State, Subscription, Thing, Webhook } from './model.ts'

/** What is done over the API, and what the expected state keeps of it. Several deeds of one command run at once. */

const minute = 60_000
const hour = 60 * minute
/** Events are kept for a month, and all of them are read in the end. */
const longest = 12 * 24 * hour

type Doing = (send: Send) => Promise<void>

/** Chooses its subject before the command begins; null where there is none. */
export type Deed = Command<[State], Doing | null>

const call = (send: Send, { system }: State, method: string, path: string, body?: object): Promise<Answer | null> =>
  ask(send, system.accounts[0].secretKey, method, path, body)

/** Deletes a resource. */
const end = async (send: Send, state: State, thing: Thing, path: string): Promise<void> => {
  const before = thing.gone
  if (before === 'no') thing.gone = 'maybe'
  thing.deletes = (thing.deletes ?? 0) + 1
  const answer = await call(send, state, 'DELETE', path)
  if (answer?.status === 200) thing.gone = 'yes'
  else if (answer !== null && before === 'no' && thing.gone === 'maybe' && thing.deletes === 1) thing.gone = 'no'
  if (answer !== null) thing.deletes--
}

export const sendMoney = async (send: Send, state: State, sent: Sent): Promise<void> => {
  const { verb, body, tag } = sent
  const key = state.system.accounts[0].secretKey
  const answer = await ask(send, key, 'POST', `/v1/transactions/${verb}`, body, `account-${tag}`)
  if (answer === null || answer.status !== 200) return
  const { transactionId: id, responseCode: code, amount } = answer.json
  // Never sent: its key is free again.
  if (code === '92') return
  const detail = () => `${JSON.stringify(sent)} was answered ${answer.text}`
  holds(sent.id === null || sent.id === id, 'a repetition gets the first answer', detail)
  sent.id = id
  // Its outcome is unknown.
  if (code === '68') return
  holds(
    sent.answer === null || (sent.answer.code === code && sent.answer.amount === amount),
    'a repetition gets the first answer',
    detail,
  )
  sent.answer = { code, amount }
}

/** A key lives for a day of the account's clock. */
const isAlive = (sent: Sent, { passing }: State): boolean => passing - sent.at < 20 * hour

interface Asking {
  readonly verb: Sent['verb']
  readonly body: object
  /** The payment that it modifies. */
  readonly payment?: string | null
}

/** Records a request that is about to be sent. */
export const noteSent = (state: State, { verb, body, payment = null }: Asking): Sent => {
  const tag = state.sent.length + 1
  const at = state.passed
  const sent: Sent = { tag, verb, body: { ...body, initiatedByUserId: tag }, payment, at, id: null, answer: null }
  state.sent.push(sent)
  return sent
}

const money = (state: State, asking: Asking, twice: boolean): Doing => {
  const sent = noteSent(state, asking)
  const times = twice && isAlive(sent, state) ? 2 : 1
  return async (send) => {
    await Promise.all(Array.from({ length: times }, () => sendMoney(send, state, sent)))
  }
}

type Source = 'card' | 'token' | 'stored' | 'cash' | 'reader'

/** Where the money comes from; null where the account has no such source. */
const sources: Readonly<Record<Source, (which: number, state: State) => object | null>> = {
  card: (which) => ({ creditCard: cardOf(which) }),
  token: () => ({ token: 'test-visa-4242' }),
  cash: () => ({ cash: true }),
  stored: (which, { customers }) => {
    const withCards = there(customers).filter(({ cards }) => there(cards).length > 0)
    const customer = pick(withCards, which)
    return customer === undefined ? null : { stored: { customer: customer.id } }
  },
  reader: (which, { readers }) => {
    const reader = pick(there(readers), which)
    return reader === undefined ? null : { terminal: { id: reader.id } }
  },
}

type Part = 'all' | 'half' | 'tooMuch'

const amountOf = (part: Part, left: number): number | null =>
  part === 'all' ? null : (part === 'tooMuch' ? left + 1 : Math.max(1, Math.floor(left / 2))) / 100

const cents = (amount: number): number => Math.round(amount * 100)

const which = fc.constantFrom(0, 0, 0, 1, 2, 3)
const twice = fc.constantFrom(false, false, false, true)
const part = fc.constantFrom<Part>('all', 'all', 'half', 'half', 'tooMuch')

/** A deed that has a subject, such as a payment; nothing without one. */
const about = <T, D extends Drawn>(
  name: string,
  of: (state: State) => readonly T[],
  drawn: D,
  does: (subject: T, state: State, data: Values<D>) => Doing | null,
) =>
  command(name, { ...drawn, which }, (data, state: State): Doing | null => {
    const subject = pick(of(state), data.which as number)
    return subject === undefined ? null : does(subject, state, data as Values<D>)
  })

const payments = ({ snapshot }: State) => snapshot.payments
const customers = (state: State): Customer[] => there(state.customers)
const subscriptions = (state: State): Subscription[] => there(state.subscriptions)
const checkouts = (state: State): Checkout[] => there(state.checkouts)
const readers = (state: State): Thing[] => there(state.readers)
const webhooks = (state: State): Webhook[] => there(state.webhooks)

export const pay = command(
  'pay',
  {
    by: fc.constantFrom<Source>('card', 'card', 'token', 'stored', 'stored', 'cash', 'reader', 'reader'),
    which,
    amount: fc.integer({ min: 2, max: 9999 }),
    twice,
  },
  ({ by, which, amount, twice }, state: State) => {
    const payment = sources[by](which, state)
    const body = { payment, amount: { value: amount / 100 } }
    return payment === null ? null : money(state, { verb: 'authorize', body }, twice)
  },
)

const capture = about('capture', payments, { part, twice }, (payment, state, { part, twice }) => {
  const { transactionId } = payment
  const amount = amountOf(part, cents(payment.amountCapturable))
  const body = { transactionId, ...(amount !== null && { amount }) }
  return money(state, { verb: 'capture', body, payment: transactionId }, twice)
})

const credit = about('credit', payments, { part, twice }, (payment, state, { part, twice }) => {
  const { transactionId } = payment
  const value = amountOf(part, cents(payment.amountCaptured - payment.amountCredited))
  const body = { referenceTransactionId: Number(transactionId), ...(value !== null && { amount: { value } }) }
  return money(state, { verb: 'credit', body, payment: transactionId }, twice)
})

const voidOne = about('void', payments, { twice }, ({ transactionId }, state, { twice }) =>
  money(state, { verb: 'void', body: { transactionId }, payment: transactionId }, twice),
)

/** Repeats a request under its key. */
const again = about(
  'again',
  ({ sent }) => sent,
  {},
  (sent, state) => (isAlive(sent, state) ? (send) => sendMoney(send, state, sent) : null),
)

export const createCustomer = command('createCustomer', {}, (_data, state: State): Doing => async (send) => {
  const answer = await call(send, state, 'POST', '/v1/customers', {})
  if (answer?.status === 200)
    state.customers.push({ id: answer.json.customers[0].id, gone: 'no', cards: [], theDefault: null, touched: 0 })
})

const deleteCustomer = about('deleteCustomer', customers, {}, (customer, state) => async (send) => {
  await end(send, state, customer, `/v1/customers/${customer.id}`)
  // Their subscriptions go with them.
  for (const one of state.subscriptions) if (one.customer === customer && one.gone === 'no') one.gone = 'maybe'
})

/** A deed that may change a customer's default, which is unknown until a response names it. */
const touching = (customer: Customer, doing: Doing): Doing => {
  customer.theDefault = null
  customer.touched++
  return doing
}

const walletOf = ({ id }: Customer): string => `/v1/customers/${id}/wallet`

export const addCard = about('addCard', customers, { makeDefault: fc.boolean() }, (customer, state, { makeDefault }) =>
  touching(customer, async (send) => {
    const body = { token: 'test-visa-4242', default: makeDefault }
    const answer = await call(send, state, 'POST', walletOf(customer), body)
    if (answer?.status === 200) customer.cards.push({ id: answer.json.wallet[0].id, gone: 'no' })
  }),
)

const card = fc.constantFrom(0, 0, 1)

const makeDefault = about('makeDefault', customers, { card }, (customer, state, data) => {
  const card = pick(there(customer.cards), data.card)
  if (card === undefined) return null
  return touching(customer, async (send) => {
    const answer = await call(send, state, 'PUT', `${walletOf(customer)}/${card.id}`, { default: true })
    if (answer?.status === 200 && customer.touched === 1) customer.theDefault = card.id
  })
})

const deleteCard = about('deleteCard', customers, { card }, (customer, state, data) => {
  const card = pick(there(customer.cards), data.card)
  if (card === undefined) return null
  return touching(customer, (send) => end(send, state, card, `${walletOf(customer)}/${card.id}`))
})

export const enrol = about(
  'enrol',
  customers,
  { days: fc.constantFrom(1, 1, 2, 7) },
  (customer, state, { days }) =>
    async (send) => {
      if (!state.plans.has(days)) {
        const plan = { label: `Every ${days} days`, cycle: { unit: 'day', interval: days }, amount: { value: 12 } }
        const made = await call(send, state, 'POST', '/v1/subscriptions', plan)
        if (made?.status === 200) state.plans.set(days, made.json.subscriptions[0].id)
      }
      const plan = state.plans.get(days)
      if (plan === undefined) return
      const answer = await call(send, state, 'POST', `/v1/customers/${customer.id}/subscriptions`, { plan })
      if (answer?.status !== 200) return
      const id = answer.json.customerSubscriptions[0].customerSubscriptionId
      state.subscriptions.push({ id, customer, gone: customer.gone === 'no' ? 'no' : 'maybe', charges: null })
    },
)

const pathOf = ({ id, customer }: Subscription): string => `/v1/customers/${customer.id}/subscriptions/${id}`

const changeSubscription = about(
  'changeSubscription',
  subscriptions,
  { status: fc.constantFrom('paused', 'active') },
  (one, state, { status }) =>
    async (send) =>
      void (await call(send, state, 'PUT', pathOf(one), { status })),
)

export const cancel = about('cancel', subscriptions, {}, (one, state) => (send) => end(send, state, one, pathOf(one)))

export const createCheckout = command('createCheckout', {}, (_data, state: State): Doing => async (send) => {
  const answer = await call(send, state, 'POST', '/v1/dynamiccheckout', { total: 26.25, sendReceipt: false })
  if (answer?.status === 200) state.checkouts.push({ id: answer.json.id, gone: 'no', paid: null })
})

export const payCheckout = about(
  'payCheckout',
  checkouts,
  { save: fc.boolean(), clicks: fc.constantFrom(1, 1, 2) },
  (checkout, _state, { save, clicks }) =>
    async (send) => {
      const shopper = shopperAt({ fetch: send })
      try {
        const nonce = (await shopper.open(checkout.id)).data?.nonce
        if (nonce === undefined) return
        const more = { payment: { creditCard: cardOf(clicks) }, answers: { save } }
        const paying = Array.from({ length: clicks }, () => shopper.pay(checkout.id, nonce, more))
        for (const attempt of await Promise.allSettled(paying)) {
          if (attempt.status === 'rejected' || attempt.value.json.status !== 'completed') continue
          const { transactionId } = attempt.value.json
          const was = checkout.paid
          holds(was === null || was === transactionId, 'a checkout is charged once', () => `${was}, ${transactionId}`)
          checkout.paid = transactionId
        }
      } catch (thrown) {
        // The window gets no response.
        if (thrown instanceof Violation) throw thrown
      }
    },
)

const cancelCheckout = about(
  'cancelCheckout',
  checkouts,
  {},
  (checkout, state) => (send) => end(send, state, checkout, `/v1/dynamiccheckout/${checkout.id}`),
)

export const createReader = command('createReader', {}, (_data, state: State): Doing | null => {
  if (state.system.openInbox === null) return null
  return async (send) => {
    const body = { registrationCode: 'SIM001', nickname: 'Till' }
    const answer = await call(send, state, 'POST', '/v1/terminals', body)
    if (answer?.status === 200) state.readers.push({ id: answer.json.terminals[0].id, gone: 'no' })
  }
})

const deleteReader = about(
  'deleteReader',
  readers,
  {},
  (reader, state) => (send) => end(send, state, reader, `/v1/terminals/${reader.id}`),
)

const webhooksAtMost = 3

export const createWebhook = command('createWebhook', {}, (_data, state: State): Doing | null => {
  const { openInbox } = state.system
  if (openInbox === null || webhooks(state).length >= webhooksAtMost) return null
  return async (send) => {
    const inbox = await openInbox()
    const body = { url: inbox.url, enabled: true, subscribedEvents: null }
    const answer = await call(send, state, 'POST', '/v1/webhook', body)
    if (answer?.status !== 200) return
    inbox.register(answer.json.webhook)
    state.webhooks.push({ id: answer.json.webhook.id, gone: 'no', inbox, before: null, silentSince: null })
  }
})

export const deleteWebhook = about(
  'deleteWebhook',
  webhooks,
  {},
  (webhook, state) => (send) => end(send, state, webhook, `/v1/webhook/${webhook.id}`),
)

const switchWebhook = about(
  'switchWebhook',
  webhooks,
  { enabled: fc.boolean() },
  (webhook, state, { enabled }) =>
    async (send) => {
      webhook.silentSince = null
      await call(send, state, 'PUT', `/v1/webhook/${webhook.id}`, { enabled })
      webhook.before = null
    },
)

/** Sets the status of a webhook's receiver. */
export const receive = about(
  'receive',
  webhooks,
  { status: fc.constantFrom<number[]>(204, 204, 200, 500, 503, 301) },
  ({ inbox }, _state, { status }) =>
    async () =>
      inbox.answer(status),
)

const closeBatch = command(
  'closeBatch',
  {},
  (_data, state: State): Doing =>
    async (send) =>
      void (await call(send, state, 'POST', '/v1/batches/close')),
)

/** Advances the account's test clock: minutes recover pending work, hours retry a delivery, days bill and settle. */
export const pass = command(
  'pass',
  { minutes: fc.constantFrom(1, 2, 10, 60, 60, 700, 1440, 1440, 2900) },
  ({ minutes }, state: State): Doing | null => {
    if (state.passed + minutes * minute > longest) return null
    return async (send) => void (await call(send, state, 'POST', '/v1/testclock/advance', { seconds: minutes * 60 }))
  },
)

export const minutesOf = (deed: Deed): number => ('minutes' in deed.data ? Number(deed.data.minutes) : 0)

const anyOf = (...deeds: readonly { readonly arbitrary: fc.Arbitrary<Deed> }[]) => ({
  arbitrary: fc.oneof(...deeds.map(({ arbitrary }) => arbitrary)),
})

export const deed: fc.Arbitrary<Deed> = mix(
  [14, anyOf(pay, capture, capture, credit, voidOne, again)],
  [7, anyOf(createCustomer, addCard, addCard, makeDefault, deleteCard, enrol, changeSubscription, cancel)],
  [6, anyOf(createCheckout, payCheckout, cancelCheckout, createReader, createWebhook, receive)],
  [2, anyOf(deleteCustomer, deleteReader, deleteWebhook, switchWebhook, closeBatch)],
  [4, pass],
)
