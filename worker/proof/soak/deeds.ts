import { shopperAt } from '../../testing/shopper.ts'
import { ask } from './client.ts'
import type { Heard } from './client.ts'
import { cardOf } from './cards.ts'
import type { Deed, Part, Source, Which } from './steps.ts'
import type { Send } from './underTest.ts'
import { holds } from './violation.ts'
import { pick, there } from './world.ts'
import type { Customer, Sent, Subscription, Thing, World } from './world.ts'

/** What each deed does over the API, and what it lets the world remember. */

const minute = 60_000
const hour = 60 * minute
/** Events are kept for a month, and all that is told is looked at in the end. */
const longest = 12 * 24 * hour

type Doing = (send: Send) => Promise<void>

/** Chooses what a deed is about before anything of its step is under way; null where there is nothing. */
type Does<Kind extends Deed['deed']> = (deed: Extract<Deed, { deed: Kind }>, world: World) => Doing | null

const call = (send: Send, { under }: World, method: string, path: string, body?: object): Promise<Heard> =>
  ask(send, { key: under.keys.own, method, path, ...(body && { body }) })

/** Asks that a thing goes, and remembers what was heard. */
const end = async (send: Send, world: World, thing: Thing, path: string): Promise<boolean> => {
  const before = thing.gone
  if (before === 'no') thing.gone = 'maybe'
  const heard = await call(send, world, 'DELETE', path)
  if (heard?.status === 200) thing.gone = 'yes'
  else if (heard !== null && before === 'no' && thing.gone === 'maybe') thing.gone = 'no'
  return heard?.status === 200
}

/** Codes of what was never sent, whose key is free again, and of what nobody knows yet. */
const notFinal = new Set(['92', '68'])

export const sendMoney = async (send: Send, world: World, sent: Sent): Promise<void> => {
  const { verb, body, tag } = sent
  const heard = await ask(send, {
    key: world.under.keys.own,
    method: 'POST',
    path: `/v1/transactions/${verb}`,
    body,
    idempotencyKey: `soak-${tag}`,
  })
  if (heard === null || heard.status !== 200) return
  const { transactionId: id, responseCode: code, amount } = heard.json
  if (code === '92') return
  const told = () => `${JSON.stringify(sent)} was answered ${JSON.stringify(heard.json)}`
  holds(sent.id === null || sent.id === id, 'a repetition gets the first answer', told)
  sent.id = id
  if (notFinal.has(code)) return
  holds(
    sent.answer === null || (sent.answer.code === code && sent.answer.amount === amount),
    'a repetition gets the first answer',
    told,
  )
  sent.answer = { code, amount }
}

/** A key lives for a day of the account's clock. */
const isAlive = (sent: Sent, { passing }: World): boolean => passing - sent.at < 20 * hour

interface Asking {
  readonly verb: Sent['verb']
  readonly body: object
  /** The payment that it asks for something of. */
  readonly payment?: string | null
}

/** Notes a request that is about to be sent. */
export const noteSent = (world: World, { verb, body, payment = null }: Asking): Sent => {
  const tag = world.sent.length + 1
  const at = world.passed
  const sent: Sent = { tag, verb, body: { ...body, initiatedByUserId: tag }, payment, at, id: null, answer: null }
  world.sent.push(sent)
  return sent
}

const money = (world: World, { twice, ...asking }: Asking & { readonly twice: boolean }): Doing => {
  const sent = noteSent(world, asking)
  const times = twice && isAlive(sent, world) ? 2 : 1
  return async (send) => {
    await Promise.all(Array.from({ length: times }, () => sendMoney(send, world, sent)))
  }
}

/** Where money comes from; null where there is no such thing. */
const sources: Readonly<Record<Source, (which: Which, world: World) => object | null>> = {
  card: (which) => ({ creditCard: cardOf(which) }),
  token: () => ({ token: 'test-visa-4242' }),
  cash: () => ({ cash: true }),
  stored: (which, { customers }) => {
    const customer = pick(
      there(customers).filter(({ cards }) => there(cards).length > 0),
      which,
    )
    return customer === undefined ? null : { stored: { customer: customer.id } }
  },
  reader: (which, { readers }) => {
    const reader = pick(there(readers), which)
    return reader === undefined ? null : { terminal: { id: reader.id } }
  },
}

const amountOf = (part: Part, left: number): object => {
  if (part === 'all') return {}
  return { amount: (part === 'tooMuch' ? left + 1 : Math.max(1, Math.floor(left / 2))) / 100 }
}

const cents = (amount: number): number => Math.round(amount * 100)

/** What may change a customer's default: it is not known any more before something is heard. */
const touching = (customer: Customer, doing: Doing): Doing => {
  customer.theDefault = null
  customer.touched++
  return doing
}

const addCard = async (send: Send, world: World, customer: Customer, makeDefault: boolean): Promise<void> => {
  const path = `/v1/customers/${customer.id}/wallet`
  const heard = await call(send, world, 'POST', path, { token: 'test-visa-4242', default: makeDefault })
  if (heard?.status === 200) customer.cards.push({ id: heard.json.wallet[0].id, gone: 'no' })
}

const pathOf = ({ id, customer }: Subscription): string => `/v1/customers/${customer.id}/subscriptions/${id}`

const change =
  (body: object) =>
  ({ which }: { readonly which: Which }, world: World): Doing | null => {
    const subscription = pick(there(world.subscriptions), which)
    if (subscription === undefined) return null
    return async (send) => void (await call(send, world, 'PUT', pathOf(subscription), body))
  }

/** Of customers, those that somebody may still have. */
const customerOf = (which: Which, { customers }: World): Customer | undefined => pick(there(customers), which)

const webhooksAtMost = 3

type All = { readonly [Kind in Deed['deed']]: Does<Kind> }

const does: All = {
  pay: ({ by, which, amount, twice }, world) => {
    const payment = sources[by](which, world)
    if (payment === null) return null
    return money(world, { verb: 'authorize', body: { payment, amount: { value: amount / 100 } }, twice })
  },

  capture: ({ which, part, twice }, world) => {
    const payment = pick(world.seen.payments, which)
    if (payment === undefined) return null
    const body = { transactionId: payment.transactionId, ...amountOf(part, cents(payment.amountCapturable)) }
    return money(world, { verb: 'capture', body, payment: payment.transactionId, twice })
  },

  credit: ({ which, part, twice }, world) => {
    const payment = pick(world.seen.payments, which)
    if (payment === undefined) return null
    const { amount } = amountOf(part, cents(payment.amountCaptured - payment.amountCredited)) as { amount?: number }
    const body = {
      referenceTransactionId: Number(payment.transactionId),
      ...(amount === undefined ? {} : { amount: { value: amount } }),
    }
    return money(world, { verb: 'credit', body, payment: payment.transactionId, twice })
  },

  void: ({ which, twice }, world) => {
    const payment = pick(world.seen.payments, which)
    if (payment === undefined) return null
    const { transactionId } = payment
    return money(world, { verb: 'void', body: { transactionId }, payment: transactionId, twice })
  },

  again: ({ which }, world) => {
    const sent = pick(world.sent, which)
    if (sent === undefined || !isAlive(sent, world)) return null
    return (send) => sendMoney(send, world, sent)
  },

  customer: (_deed, world) => async (send) => {
    const heard = await call(send, world, 'POST', '/v1/customers', {})
    if (heard?.status === 200)
      world.customers.push({ id: heard.json.customers[0].id, gone: 'no', cards: [], theDefault: null, touched: 0 })
  },

  removeCustomer: ({ which }, world) => {
    const customer = customerOf(which, world)
    if (customer === undefined) return null
    return async (send) => {
      await end(send, world, customer, `/v1/customers/${customer.id}`)
      // Their subscriptions go with them.
      for (const one of world.subscriptions) if (one.customer === customer && one.gone === 'no') one.gone = 'maybe'
    }
  },

  card: ({ which, makeDefault }, world) => {
    const customer = customerOf(which, world)
    return customer === undefined ? null : touching(customer, (send) => addCard(send, world, customer, makeDefault))
  },

  makeDefault: ({ which }, world) => {
    const customer = customerOf(which, world)
    const card = customer && pick(there(customer.cards), which)
    if (customer === undefined || card === undefined) return null
    return touching(customer, async (send) => {
      const path = `/v1/customers/${customer.id}/wallet/${card.id}`
      const heard = await call(send, world, 'PUT', path, { default: true })
      if (heard?.status === 200 && customer.touched === 1) customer.theDefault = card.id
    })
  },

  removeCard: ({ which }, world) => {
    const customer = customerOf(which, world)
    const card = customer && pick(there(customer.cards), which)
    if (customer === undefined || card === undefined) return null
    const path = `/v1/customers/${customer.id}/wallet/${card.id}`
    return touching(customer, async (send) => void (await end(send, world, card, path)))
  },

  enrol: ({ which, days }, world) => {
    const customer = customerOf(which, world)
    if (customer === undefined) return null
    return async (send) => {
      if (!world.plans.has(days)) {
        const plan = { label: `Every ${days} days`, cycle: { unit: 'day', interval: days }, amount: { value: 12 } }
        const made = await call(send, world, 'POST', '/v1/subscriptions', plan)
        if (made?.status === 200) world.plans.set(days, made.json.subscriptions[0].id)
      }
      const plan = world.plans.get(days)
      if (plan === undefined) return
      const heard = await call(send, world, 'POST', `/v1/customers/${customer.id}/subscriptions`, { plan })
      if (heard?.status !== 200) return
      const id = heard.json.customerSubscriptions[0].customerSubscriptionId
      world.subscriptions.push({ id, customer, gone: customer.gone === 'no' ? 'no' : 'maybe', charges: null })
    }
  },

  pause: change({ status: 'paused' }),
  resume: change({ status: 'active' }),

  cancel: ({ which }, world) => {
    const subscription = pick(there(world.subscriptions), which)
    if (subscription === undefined) return null
    return async (send) => void (await end(send, world, subscription, pathOf(subscription)))
  },

  checkout: (_deed, world) => async (send) => {
    const heard = await call(send, world, 'POST', '/v1/dynamiccheckout', { total: 26.25, sendReceipt: false })
    if (heard?.status === 200) world.checkouts.push({ id: heard.json.id, gone: 'no', paid: null })
  },

  payCheckout: ({ which, save, clicks }, world) => {
    const checkout = pick(there(world.checkouts), which)
    if (checkout === undefined) return null
    return async (send) => {
      const shopper = shopperAt({ fetch: send })
      try {
        const nonce = (await shopper.open(checkout.id)).data?.nonce
        if (nonce === undefined) return
        const more = { payment: { creditCard: cardOf(which) }, answers: { save } }
        const paying = Array.from({ length: clicks }, () => shopper.pay(checkout.id, nonce, more))
        for (const tried of await Promise.allSettled(paying)) {
          if (tried.status === 'rejected' || tried.value.json.status !== 'completed') continue
          const { transactionId } = tried.value.json
          const was = checkout.paid
          holds(was === null || was === transactionId, 'a checkout is charged once', () => `${was}, ${transactionId}`)
          checkout.paid = transactionId
        }
      } catch (thrown) {
        // A window that hears nothing.
        if ((thrown as Error).name === 'Violation') throw thrown
      }
    }
  },

  cancelCheckout: ({ which }, world) => {
    const checkout = pick(there(world.checkouts), which)
    if (checkout === undefined) return null
    return async (send) => void (await end(send, world, checkout, `/v1/dynamiccheckout/${checkout.id}`))
  },

  reader: (_deed, world) => {
    if (world.under.openInbox === null) return null
    return async (send) => {
      const body = { registrationCode: 'SIM001', nickname: 'Till' }
      const heard = await call(send, world, 'POST', '/v1/terminals', body)
      if (heard?.status === 200) world.readers.push({ id: heard.json.terminals[0].id, gone: 'no' })
    }
  },

  removeReader: ({ which }, world) => {
    const reader = pick(there(world.readers), which)
    if (reader === undefined) return null
    return async (send) => void (await end(send, world, reader, `/v1/terminals/${reader.id}`))
  },

  webhook: (_deed, world) => {
    const { openInbox } = world.under
    if (openInbox === null || there(world.webhooks).length >= webhooksAtMost) return null
    return async (send) => {
      const inbox = await openInbox()
      const body = { url: inbox.url, enabled: true, subscribedEvents: null }
      const heard = await call(send, world, 'POST', '/v1/webhook', body)
      if (heard?.status !== 200) return
      inbox.register(heard.json.webhook)
      world.webhooks.push({ id: heard.json.webhook.id, gone: 'no', inbox, before: null, silentSince: null })
    }
  },

  removeWebhook: ({ which }, world) => {
    const webhook = pick(there(world.webhooks), which)
    if (webhook === undefined) return null
    return async (send) => void (await end(send, world, webhook, `/v1/webhook/${webhook.id}`))
  },

  switchWebhook: ({ which, enabled }, world) => {
    const webhook = pick(there(world.webhooks), which)
    if (webhook === undefined) return null
    return async (send) => {
      webhook.silentSince = null
      await call(send, world, 'PUT', `/v1/webhook/${webhook.id}`, { enabled })
      webhook.before = null
    }
  },

  receive: ({ which, status }, world) => {
    const webhook = pick(there(world.webhooks), which)
    return webhook === undefined ? null : async () => webhook.inbox.answer(status)
  },

  closeBatch: (_deed, world) => async (send) => void (await call(send, world, 'POST', '/v1/batches/close')),

  pass: ({ minutes }, world) => {
    if (world.passed + minutes * minute > longest) return null
    return async (send) => void (await call(send, world, 'POST', '/v1/testclock/advance', { seconds: minutes * 60 }))
  },
}

export const doingOf = (deed: Deed, world: World): Doing | null =>
  (does[deed.deed] as (deed: Deed, world: World) => Doing | null)(deed, world)
