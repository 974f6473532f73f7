import { runInDurableObject } from 'cloudflare:test'
import { readerName } from '../../terminals/names.ts'
import type { StoredSession } from '../../terminals/stored/storedSession.ts'
import { bindings } from '../../testing/bindings.ts'
import { pairDevice } from '../../testing/device.ts'
import { card } from '../../testing/given.ts'
import { bank } from '../../testing/checkoutShop.ts'
import { pause, startDevice } from './device.ts'
import { keeps } from './promise.ts'
import type { DueJob } from '../../store/sql/dueJobs.ts'
import type { Shop } from './shop.ts'
import { shard } from './world.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** One thing that somebody wants of the gateway, or that time does. */
export interface Flow {
  readonly name: string
  /** Names of endpoints, and of jobs of the sweep after the word "job". */
  readonly covers: readonly string[]
  /** The account was never asked for anything, and nobody listens to it. */
  readonly isBare?: true
  /** What its objects ask of their storage fails as well: where objects are what it is about. */
  readonly hasStorage?: true
  /** What stands before, while nothing fails. */
  prepare?(shop: Shop): Promise<any>
  /** What is wanted. Any one call of it fails; what was asked for must be done by its end. */
  act(shop: Shop, given: any): Promise<unknown>
}

const flow = <Given>(
  name: string,
  covers: readonly string[],
  prepare: (shop: Shop) => Promise<Given>,
  act: (shop: Shop, given: Given) => Promise<unknown>,
): Flow => ({ name, covers, prepare, act })

const nothing = async (): Promise<null> => null

/** A job of the cron alone, with what it finds to do. */
const job = (name: DueJob, prepare: (shop: Shop) => Promise<unknown>): Flow => ({
  name: `the sweep: ${name}`,
  covers: [`job ${name}`],
  prepare,
  act: async ({ world }) => world.job(name),
})

const authorize = 'authorizeTransaction'
const customers = '/v1/customers'

const payments: readonly Flow[] = [
  {
    name: 'authorize, the first request of an account',
    covers: [authorize],
    isBare: true,
    act: (shop) => shop.pay(() => shop.byCard()),
  },
  flow('authorize by card', [authorize], nothing, (shop) => shop.pay(() => shop.byCard())),
  flow('authorize by token', [authorize, 'createToken'], nothing, (shop) =>
    shop.pay(async () => ({ payment: { token: await shop.token() }, amount: { value: 10.5 } })),
  ),
  flow(
    'authorize by a stored method',
    [authorize],
    (shop) => shop.stored(),
    (shop, stored) => shop.pay(() => ({ payment: { stored }, amount: { value: 10.5 } })),
  ),
  flow('authorize by bank account', [authorize], nothing, (shop) =>
    shop.pay(() => ({ payment: { check: bank }, amount: { value: 10.5 } })),
  ),
  flow('authorize in cash', [authorize], nothing, (shop) =>
    shop.pay(() => ({ payment: { cash: true }, amount: { value: 10.5 } })),
  ),
  flow(
    'authorize that is declined',
    [authorize],
    async ({ world }) =>
      world.acquirer.orders.give({ fault: { kind: 'decline', code: '51' }, on: 'authorize', times: 9 }),
    (shop) => shop.pay(() => shop.byCard(), 'authorize', '51'),
  ),
  flow(
    'capture',
    ['captureTransaction'],
    (shop) => shop.authorized(),
    (shop, transactionId) => shop.pay(() => ({ transactionId }), 'capture'),
  ),
  flow(
    'capture a part, and no more',
    ['captureTransaction'],
    (shop) => shop.authorized(),
    async (shop, transactionId) => {
      await shop.pay(() => ({ transactionId, amount: 4 }), 'capture')
      await shop.pay(() => ({ transactionId, amount: 2, final: true }), 'capture')
    },
  ),
  flow(
    'void an authorization',
    ['voidTransaction'],
    (shop) => shop.authorized(),
    (shop, transactionId) => shop.pay(() => ({ transactionId }), 'void'),
  ),
  flow(
    'void a captured payment',
    ['voidTransaction'],
    (shop) => shop.captured(),
    (shop, transactionId) => shop.pay(() => ({ transactionId }), 'void'),
  ),
  flow(
    'credit a part of a payment',
    ['creditTransaction'],
    (shop) => shop.captured(),
    (shop, id) => shop.pay(() => ({ referenceTransactionId: Number(id), amount: { value: 4 } }), 'credit'),
  ),
  flow('credit without a payment', ['creditTransaction'], nothing, (shop) => shop.pay(() => shop.byCard(), 'credit')),
  flow(
    'close the batch',
    ['closeBatch'],
    (shop) => shop.captured(),
    (shop) => shop.ask('POST', '/v1/batches/close'),
  ),
]

const people: readonly Flow[] = [
  flow('make a token', ['createToken'], nothing, (shop) => shop.token()),
  flow('make a customer, and tell of it', ['createCustomer', 'delivery'], nothing, (shop) =>
    shop.ask('POST', customers, { firstName: 'Ada' }),
  ),
  flow('make a customer with a number', ['createCustomer'], nothing, (shop) =>
    shop.ask('POST', customers, { firstName: 'Ada', merchantIdentifier: '7' }, { isDone: 'already_exists' }),
  ),
  flow(
    'change a customer',
    ['updateCustomer'],
    (shop) => shop.customer(),
    (shop, id) => shop.ask('PUT', `${customers}/${id}`, { firstName: 'Grace' }),
  ),
  flow(
    'delete a customer',
    ['deleteCustomer'],
    (shop) => shop.stored(),
    (shop, { customer }) => shop.ask('DELETE', `${customers}/${customer}`, undefined, { isDone: 'not_found' }),
  ),
  flow(
    'erase a customer',
    ['eraseCustomer'],
    async (shop) => {
      const stored = await shop.stored()
      await shop.pay(() => ({ payment: { stored }, amount: { value: 10.5 } }))
      return stored
    },
    (shop, { customer }) => shop.ask('POST', `${customers}/${customer}/erase`),
  ),
  flow(
    'store a first payment method',
    ['addWalletEntry'],
    async (shop) => ({ customer: await shop.customer(), token: await shop.token() }),
    (shop, { customer, token }) =>
      shop.ask('POST', `${customers}/${customer}/wallet`, { token }, { isDone: 'token_used' }),
  ),
  flow(
    'store a payment method as the default',
    ['addWalletEntry'],
    async (shop) => ({ ...(await shop.stored()), token: await shop.token() }),
    (shop, { customer, token }) =>
      shop.ask('POST', `${customers}/${customer}/wallet`, { token, default: true }, { isDone: 'token_used' }),
  ),
  flow(
    'make another payment method the default',
    ['updateWalletEntry'],
    async (shop) => {
      const { customer } = await shop.stored()
      return { customer, other: await shop.store(customer) }
    },
    (shop, { customer, other }) => shop.ask('PUT', `${customers}/${customer}/wallet/${other}`, { default: true }),
  ),
  flow(
    'delete the default payment method',
    ['deleteWalletEntry'],
    async (shop) => {
      const stored = await shop.stored()
      await shop.store(stored.customer)
      return stored
    },
    (shop, { customer, wallet }) =>
      shop.ask('DELETE', `${customers}/${customer}/wallet/${wallet}`, undefined, { isDone: 'not_found' }),
  ),
]

/** A subscription that begins after so much time. */
const enrolled = async (shop: Shop, inMs: number) => {
  const { customer } = await shop.stored()
  const plan = await shop.plan()
  const startDate = new Date(shop.clock.now() + inMs).toISOString()
  const path = `${customers}/${customer}/subscriptions`
  const { customerSubscriptions } = await shop.ask('POST', path, { plan, startDate })
  return { customer, plan, path: `${path}/${customerSubscriptions[0].customerSubscriptionId}` }
}

const subscriptions: readonly Flow[] = [
  flow('make a plan', ['createSubscription'], nothing, (shop) =>
    shop.ask(
      'POST',
      '/v1/subscriptions',
      { label: 'Coffee', cycle: { unit: 'month' }, amount: { value: 10 } },
      { isDone: 'already_exists' },
    ),
  ),
  flow(
    'delete a plan',
    ['deleteSubscription'],
    (shop) => shop.plan(),
    (shop, id) => shop.ask('DELETE', `/v1/subscriptions/${id}`, undefined, { isDone: 'not_found' }),
  ),
  flow(
    'subscribe, and be charged',
    ['createCustomerSubscription', 'job subscriptions'],
    async (shop) => ({ ...(await shop.stored()), plan: await shop.plan() }),
    async (shop, { customer, plan }) => {
      await shop.ask('POST', `${customers}/${customer}/subscriptions`, { plan })
      await shop.world.job('subscriptions')
    },
  ),
  flow(
    'change the price of a subscription',
    ['updateCustomerSubscription'],
    (shop) => enrolled(shop, 30 * day),
    (shop, { path }) => shop.ask('PUT', path, { amount: { total: 20 } }),
  ),
  flow(
    'pause a subscription',
    ['updateCustomerSubscription'],
    (shop) => enrolled(shop, 30 * day),
    (shop, { path }) => shop.ask('PUT', path, { status: 'paused' }),
  ),
  flow(
    'resume a subscription',
    ['updateCustomerSubscription'],
    async (shop) => {
      const given = await enrolled(shop, 30 * day)
      await shop.ask('PUT', given.path, { status: 'paused' })
      return given
    },
    (shop, { path }) => shop.ask('PUT', path, { status: 'active' }),
  ),
  flow(
    'cancel a subscription, which is charged no more',
    ['cancelCustomerSubscription'],
    (shop) => enrolled(shop, day),
    async (shop, { path }) => {
      await shop.ask('DELETE', path, undefined, { isDone: 'already_canceled' })
      await shop.pass(2 * day)
    },
  ),
]

/** A shopper pays a checkout, and tries again under a new name as long as a try came to nothing. */
const paidByShopper = async (shop: Shop, id: string, more: object = {}): Promise<void> => {
  const { shopper } = shop
  for (let tries = 0; tries < 9; tries++) {
    const page = await shopper.open(id)
    const nonce = page.data?.nonce
    const isClosed = page.status === 200 && nonce === undefined
    const answer = nonce ? await shopper.pay(id, nonce, more) : null
    if (isClosed || answer?.json.status === 'completed') return
    // Nobody could tell: the page asks how its try stands.
    await shop.pass(minute)
    const { json } = await shop.send({ method: 'GET', path: `/v1/dynamiccheckout/${id}`, body: undefined, key: null })
    if (json.status === 'completed') return
  }
  throw new Error('The checkout could not be paid.')
}

const checkouts: readonly Flow[] = [
  flow('make a checkout', ['createCheckout'], nothing, (shop) => shop.ask('POST', '/v1/dynamiccheckout', { total: 5 })),
  flow(
    'cancel a checkout',
    ['cancelCheckout'],
    (shop) => shop.checkout(),
    (shop, id) => shop.ask('DELETE', `/v1/dynamiccheckout/${id}`, undefined, { isDone: 'already_canceled' }),
  ),
  flow(
    'pay a checkout',
    ['the hosted page'],
    (shop) => shop.checkout({ total: 5, oneTimePayment: true }),
    (shop, id) => paidByShopper(shop, id),
  ),
  flow(
    'pay a checkout, and store the card',
    ['the hosted page'],
    (shop) => shop.checkout({ total: 5 }),
    (shop, id) => paidByShopper(shop, id, { answers: { save: true, email: 'ann@mail.example' } }),
  ),
]

/** A reader behind a socket. */
const connected = async (shop: Shop, kind: { readonly waits?: true } = {}) => {
  const { world, merchant } = shop
  const call = async (method: string, path: string, { body }: { body?: unknown } = {}) =>
    shop.send({ method, path, body, key: null })
  const paired = await pairDevice(world.fetch, call as never)
  shop.readers.add(paired.reader)
  return { merchant, terminal: paired.terminal, device: startDevice(world, { paired, ...kind }) }
}

/**
 * Somebody types in what a device shows, and once more what it shows then as long as that is refused. In the end the account has this one
 * reader; after a refusal it has none, and its reader a code.
 */
const registered = async (shop: Shop, kind: { readonly losesWord?: number } = {}) => {
  const device = startDevice(shop.world, kind)
  try {
    for (let code = await device.code(); ; code = await device.code(code)) {
      const body = { registrationCode: code, nickname: 'Till 1' }
      const answer = await shop.ask('POST', '/v1/terminals', body, { mayRefuse: 'registration_code_invalid' })
      const { merchant } = shop
      const rows = await merchant.rows('SELECT id FROM terminals WHERE account = ? AND deleted IS NULL', merchant.id)
      const told = answer.terminals ?? []
      keeps(rows.length === told.length, 'a reader and its account agree on whether it is paired', () =>
        JSON.stringify({ rows, told }),
      )
      if (told.length === 0) continue
      shop.readers.add(readerName(shard, told[0].id))
      await device.isReader(told[0].id)
      return
    }
  } finally {
    await device.stop()
  }
}

/** The payment that waits for a card at a reader; null while none does. */
const waitingAt = (terminal: string): Promise<string | null> =>
  runInDurableObject(bindings.READERS.getByName(readerName(shard, terminal)), (_reader, { storage }) => {
    const session = storage.kv.get<StoredSession>('session')
    return session?.state === 'awaiting_card' ? session.id : null
  })

/**
 * A payment that waits at a reader for a card, and what is done about it meanwhile: once to each, where the first one was undone.
 *
 * @param code by which it ends
 */
const whileOneWaits = async (
  shop: Shop,
  terminal: string,
  code: string,
  act: (transactionId: string) => Promise<unknown>,
): Promise<void> => {
  const is = { over: false }
  const paying = shop
    .pay(() => ({ payment: { terminal: { id: terminal } }, amount: { value: 12.5 } }), 'authorize', code)
    .finally(() => (is.over = true))
  paying.catch(() => undefined)
  const met = new Set<string>()
  while (!is.over) {
    const id = await waitingAt(terminal)
    if (id === null || met.has(id)) await pause()
    else
      await act(id).catch(async (thrown: unknown) => {
        // Whoever was to stop it went away: it ends by itself.
        while (!is.over) await shop.tick()
        throw thrown
      })
    if (id !== null) met.add(id)
  }
  await paying
}

const readers: readonly Flow[] = [
  flow('register a reader by its code', ['createTerminal', 'the device protocol'], nothing, (shop) => registered(shop)),
  flow('register a reader that is cut off with its key', ['createTerminal', 'the device protocol'], nothing, (shop) =>
    registered(shop, { losesWord: 1 }),
  ),
  flow('register a simulated reader', ['createTerminal'], nothing, async (shop) => {
    const body = { registrationCode: 'SIM001', nickname: 'Till 1' }
    const { terminals } = await shop.ask('POST', '/v1/terminals', body)
    shop.readers.add(readerName(shard, terminals[0].id))
  }),
  flow(
    'delete a reader',
    ['deleteTerminal'],
    (shop) => shop.terminal(),
    (shop, id) => shop.ask('DELETE', `/v1/terminals/${id}`, undefined, { isDone: 'not_found' }),
  ),
  flow(
    'pay at a simulated reader',
    [authorize],
    (shop) => shop.terminal(),
    (shop, id) => shop.pay(() => ({ payment: { terminal: { id } }, amount: { value: 12.5 } })),
  ),
  flow(
    'cancel whatever waits at a reader',
    ['cancelTerminal'],
    (shop) => shop.terminal(),
    (shop, id) => shop.ask('POST', `/v1/terminals/${id}/cancel`),
  ),
  flow(
    'take a simulated reader off the network',
    ['simulateTerminal'],
    (shop) => shop.terminal(),
    (shop, id) => shop.ask('POST', `/v1/terminals/${id}/simulate`, { action: 'offline' }),
  ),
  flow(
    'cancel a payment that waits at a reader',
    ['cancelTerminal'],
    (shop) => shop.terminal('SIM005'),
    (shop, id) => whileOneWaits(shop, id, 'G15', () => shop.ask('POST', `/v1/terminals/${id}/cancel`)),
  ),
  ...(
    [
      ['present a card', 'present', '00'],
      ['cancel', 'cancel', 'G13'],
    ] as const
  ).map(([what, action, code]) =>
    flow(
      `${what} at a simulated reader, where a payment waits`,
      ['simulateTerminal'],
      (shop) => shop.terminal('SIM005'),
      (shop, id) =>
        whileOneWaits(shop, id, code, () =>
          shop.ask('POST', `/v1/terminals/${id}/simulate`, { action }, { isDone: 'invalid_state' }),
        ),
    ),
  ),
  flow(
    'delete a reader at which a payment waits',
    ['deleteTerminal'],
    (shop) => shop.terminal('SIM005'),
    (shop, id) =>
      whileOneWaits(shop, id, 'G14', () =>
        shop.ask('DELETE', `/v1/terminals/${id}`, undefined, { isDone: 'not_found' }),
      ),
  ),
  flow(
    'void a payment that waits at a reader, over its socket',
    ['voidTransaction', 'the device protocol'],
    (shop) => connected(shop, { waits: true }),
    async (shop, { terminal, device }) => {
      try {
        await whileOneWaits(shop, terminal, 'G15', (transactionId) => shop.pay(() => ({ transactionId }), 'void'))
      } finally {
        await device.stop()
      }
    },
  ),
  flow(
    'pay at a reader, over its socket',
    [authorize, 'the device protocol'],
    (shop) => connected(shop),
    async (shop, { terminal, device }) => {
      try {
        await shop.pay(() => ({ payment: { terminal: { id: terminal } }, amount: { value: 12.5 } }))
      } finally {
        await device.stop()
      }
    },
  ),
]

/** An event, and the webhook that has heard of it. */
const told = async (shop: Shop) => {
  const id = await shop.customer()
  await shop.world.outside.rests()
  const [event] = await shop.merchant.rows(
    'SELECT id FROM events WHERE account = ? AND resource = ?',
    shop.merchant.id,
    id,
  )
  const [webhook] = await shop.merchant.rows('SELECT id FROM webhooks WHERE account = ?', shop.merchant.id)
  return { event: event!['id'] as string, webhook: webhook!['id'] as string }
}
const itsWebhook = async (shop: Shop): Promise<string> =>
  (await shop.merchant.rows('SELECT id FROM webhooks WHERE account = ?', shop.merchant.id))[0]!['id'] as string

const webhooks: readonly Flow[] = [
  flow('register a webhook', ['createWebhook'], nothing, (shop) =>
    shop.ask('POST', '/v1/webhook', { url: 'https://second.receivers.net/', enabled: true, subscribedEvents: [] }),
  ),
  flow('change a webhook', ['updateWebhook'], itsWebhook, (shop, id) =>
    shop.ask('PUT', `/v1/webhook/${id}`, { headers: { 'x-shop': '7' } }),
  ),
  flow('replace the secret of a webhook', ['rotateWebhookSecret'], itsWebhook, (shop, id) =>
    shop.ask('POST', `/v1/webhook/${id}/rotate`),
  ),
  flow('send a test to a webhook', ['testWebhook'], itsWebhook, (shop, id) =>
    shop.ask('POST', `/v1/webhook/${id}/test`),
  ),
  flow('deliver the events of a time once more', ['replayWebhook'], told, (shop, { webhook }) =>
    shop.ask('POST', `/v1/webhook/${webhook}/replay`, { since: new Date(shop.clock.now() - hour).toISOString() }),
  ),
  flow('deliver an event once more', ['replayEvent'], told, (shop, { event }) =>
    shop.ask('POST', `/v1/events/${event}/replay`, {}),
  ),
  flow(
    'delete a webhook',
    ['deleteWebhook'],
    (shop) => shop.listen({ subscribedEvents: [] }),
    (shop, id) => shop.ask('DELETE', `/v1/webhook/${id}`, undefined, { isDone: 'not_found' }),
  ),
]

const issued = async (shop: Shop): Promise<string> =>
  (await shop.ask('POST', '/v1/apikeys', { kind: 'secret', name: 'Reports' })).apiKey.id

const account: readonly Flow[] = [
  flow('issue an API key', ['issueApiKey'], nothing, issued),
  flow('replace an API key', ['rotateApiKey'], issued, (shop, id) => shop.ask('POST', `/v1/apikeys/${id}/rotate`, {})),
  flow('revoke an API key', ['revokeApiKey'], issued, (shop, id) =>
    shop.ask('DELETE', `/v1/apikeys/${id}`, undefined, { isDone: 'invalid_state' }),
  ),
  flow('change the settings of an account', ['updateAccount'], nothing, (shop) =>
    shop.ask('PUT', '/v1/account', { tipAtSale: true, name: 'Mugs' }),
  ),
  flow(
    'set the test clock, and what is due then',
    ['setTestClock'],
    (shop) => shop.captured(),
    (shop) =>
      shop.ask(
        'POST',
        '/v1/testclock',
        { now: new Date(shop.clock.now() + 2 * day).toISOString() },
        { isKeyed: false },
      ),
  ),
  flow('advance the test clock by nothing', ['advanceTestClock'], nothing, (shop) =>
    shop.ask('POST', '/v1/testclock/advance', { seconds: 0 }, { isKeyed: false }),
  ),
  flow(
    'let the test clock show the real time',
    ['resetTestClock'],
    (shop) => shop.ask('POST', '/v1/testclock/advance', { seconds: 3_600 }, { isKeyed: false }),
    (shop) => shop.ask('DELETE', '/v1/testclock', undefined, { isKeyed: false }),
  ),
]

/** What time does, each with something to do. */
const jobs: readonly Flow[] = [
  job('expiry', async (shop) => {
    await shop.authorized()
    await shop.merchant.run('UPDATE transactions SET expires = ? WHERE account = ?', shop.clock.now(), shop.merchant.id)
  }),
  job('unfinished', async (shop) => {
    const { orders } = shop.world.acquirer
    orders.give({ fault: { kind: 'dropAfter' }, on: 'authorize' })
    orders.give({ fault: { kind: 'busy' }, on: 'reverse' })
    await shop.ask('POST', '/v1/transactions/authorize', shop.byCard())
    shop.clock.advance(61_000)
  }),
  job('checkouts', async (shop) => {
    const id = await shop.checkout({ total: 5 })
    await shop.world.outside.whileFailing('INSERT INTO customers', () => shop.shopper.openAndPay(id))
    shop.clock.advance(61_000)
  }),
  job('expiredCheckouts', async (shop) => {
    await shop.checkout()
    await shop.merchant.run(
      'UPDATE checkouts SET expires = ?1, announceExpiry = ?1 WHERE account = ?2',
      shop.clock.now(),
      shop.merchant.id,
    )
  }),
  job('subscriptions', (shop) => enrolled(shop, 0)),
  job('batches', async (shop) => {
    await shop.captured()
    shop.clock.advance(day)
    // Once, since it takes a first look to know when its day ends.
    await shop.world.job('batches')
  }),
  job('foreseen', async (shop) => {
    await shop.captured()
    await shop.ask('POST', '/v1/batches/close')
    await shop.merchant.run(
      `UPDATE operations SET foreseen = '{"event":"disputed"}', foreseenAt = ? WHERE account = ? AND type = 'capture'`,
      shop.clock.now(),
      shop.merchant.id,
    )
  }),
  job('tokens', async (shop) => {
    await shop.token()
    shop.clock.advance(hour)
  }),
  job('keys', async (shop) => {
    await shop.customer()
    shop.clock.advance(25 * hour)
  }),
  job('walletMessages', (shop) =>
    shop.merchant.run(
      `INSERT INTO walletMessages (account, mode, messageId, takenBy, expires) VALUES (?, 'test', 'one', 'token', 0)`,
      shop.merchant.id,
    ),
  ),
  job('unpaidCheckouts', async (shop) => {
    await shop.checkout()
    await shop.merchant.run('UPDATE checkouts SET forget = ? WHERE account = ?', shop.clock.now(), shop.merchant.id)
  }),
  job('events', async (shop) => {
    await shop.customer()
    await shop.customer()
    await shop.world.outside.rests()
    shop.clock.advance(31 * day)
    // The newest event of a shard is never forgotten, and whose that is hangs on the flows before.
    await shop.customer()
  }),
  job('webhooks', (shop) => shop.world.outside.whileFailing('wake', () => shop.customer())),
  {
    name: 'the sweep of an account with a clock of its own: webhooks',
    covers: ['job webhooks'],
    prepare: async (shop) => {
      await shop.ask('POST', '/v1/testclock/advance', { seconds: 3_600 }, { isKeyed: false })
      await shop.world.outside.whileFailing('wake', () => shop.customer())
    },
    act: (shop) => shop.sweep(),
  },
  job('accountKeys', async (shop) => {
    await shop.merchant.run('DELETE FROM webhooks WHERE account = ?', shop.merchant.id)
    await shop.merchant.run('DELETE FROM accountKeys WHERE account = ?', shop.merchant.id)
    const body = { creditCard: card() }
    await shop.send({ method: 'POST', path: '/v1/tokens', body, key: null }, shop.world.fetchBefore)
  }),
  job('erasures', async (shop) => {
    const stored = await shop.stored()
    await shop.pay(() => ({ payment: { stored }, amount: { value: 10.5 } }))
    const path = `${customers}/${stored.customer}/erase`
    await shop.world.outside.whileFailing('UPDATE transactions SET', () =>
      shop.send({ method: 'POST', path, body: undefined, key: null }),
    )
  }),
  {
    name: 'the whole sweep of a minute',
    covers: [],
    prepare: async (shop) => {
      await shop.authorized()
      await shop.captured()
      await shop.merchant.run(
        'UPDATE transactions SET expires = ? WHERE account = ?',
        shop.clock.now(),
        shop.merchant.id,
      )
      await enrolled(shop, 0)
    },
    act: (shop) => shop.sweep(),
  },
]

/** Where objects keep more than they are asked for in passing. */
export const storing: ReadonlySet<string> = new Set([
  'make a customer, and tell of it',
  'delete a webhook',
  'deliver the events of a time once more',
  'deliver an event once more',
  'register a reader by its code',
  'delete a reader',
  'pay at a simulated reader',
  'pay at a reader, over its socket',
  'void a payment that waits at a reader, over its socket',
])

const withStorage = (one: Flow): Flow => (storing.has(one.name) ? { ...one, hasStorage: true } : one)

/** Everything that anybody may want of the gateway. */
export const flows: readonly Flow[] = [
  ...payments,
  ...people,
  ...subscriptions,
  ...checkouts,
  ...readers,
  ...webhooks,
  ...account,
  ...jobs,
].map(withStorage)
