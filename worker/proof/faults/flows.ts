import { runInDurableObject } from 'cloudflare:test'
import { takesIdempotencyKey } from '#contract/endpoint'
import { endpoints } from '#contract/endpoints'
import { terminalObjectName } from '../../terminals/objectNames.ts'
import type { StoredSession } from '../../terminals/stored/storedSession.ts'
import { bindings } from '../../testing/bindings.ts'
import { pairDevice } from '../../testing/device.ts'
import { card } from '../../testing/requestDefaults.ts'
import { bankAccount } from '../../testing/fixtures/checkoutApiFixture.ts'
import { pause, startDevice } from './deviceSimulator.ts'
import { assertInvariant } from '../models/kernel/model.ts'
import type { DueJob } from '../../store/sql/dueJobs.ts'
import type { Shop } from './merchantClient.ts'
import { shard } from './fixture.ts'

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

/** A subscription that begins after so much time. */
const enrolled = async (shop: Shop, inMs: number) => {
  const { customer } = await shop.stored()
  const plan = await shop.plan()
  const startDate = new Date(shop.clock.now() + inMs).toISOString()
  const path = `${customers}/${customer}/subscriptions`
  const { customerSubscriptions } = await shop.ask('POST', path, { plan, startDate })
  return { customer, plan, path: `${path}/${customerSubscriptions[0].customerSubscriptionId}` }
}

const paidByStored = async (shop: Shop) => {
  const stored = await shop.stored()
  await shop.pay(() => ({ payment: { stored }, amount: { value: 10.5 } }))
  return stored
}

/** An event, and the webhook that has received it. */
const delivered = async (shop: Shop) => {
  const { merchant } = shop
  const customer = await shop.customer()
  await shop.world.outside.rests()
  const [event] = await merchant.rows('SELECT id FROM events WHERE account = ? AND resource = ?', merchant.id, customer)
  const [webhook] = await merchant.rows('SELECT id FROM webhooks WHERE account = ?', merchant.id)
  return { event: event!['id'] as string, webhook: webhook!['id'] as string }
}

/** What stands before a flow, by the name that its row has for it: an id, or values by their names. */
const given = {
  nothing,
  authorized: (shop) => shop.authorized(),
  captured: (shop) => shop.captured(),
  customer: (shop) => shop.customer(),
  stored: (shop) => shop.stored(),
  paid: paidByStored,
  token: async (shop) => ({ customer: await shop.customer(), token: await shop.token() }),
  'stored, token': async (shop) => ({ ...(await shop.stored()), token: await shop.token() }),
  'stored twice': async (shop) => {
    const stored = await shop.stored()
    return { ...stored, other: await shop.store(stored.customer) }
  },
  plan: (shop) => shop.plan(),
  enrolled: (shop) => enrolled(shop, 30 * day),
  paused: async (shop) => {
    const subscription = await enrolled(shop, 30 * day)
    await shop.ask('PUT', subscription.path, { status: 'paused' })
    return subscription
  },
  checkout: (shop) => shop.checkout(),
  terminal: (shop) => shop.terminal(),
  webhook: delivered,
  'silent webhook': (shop) => shop.listen({ subscribedEvents: [] }),
  apiKey: async (shop) => (await shop.ask('POST', '/v1/apikeys', { kind: 'secret', name: 'Reports' })).apiKey.id,
  'clock ahead': (shop) => shop.ask('POST', '/v1/testclock/advance', { seconds: 3_600 }, { isKeyed: false }),
} satisfies Readonly<Record<string, (shop: Shop) => Promise<unknown>>>

/** A template with what was given: `{id}`, or a value by its name; `{+7}` is the time in so many hours. */
const filled = (template: string, values: unknown, now: number): string =>
  template.replaceAll(/\{([a-z]+|[+-]\d+)\}/gi, (_match, name: string) => {
    if (/\d/.test(name)) return new Date(now + Number(name) * hour).toISOString()
    return String(name === 'id' ? values : (values as Record<string, unknown>)[name])
  })

/** A flow for each row: name, endpoint, what is given, request, and the error by which a repetition learns that it was done. */
const requests = (rows: string): readonly Flow[] =>
  rows
    .trim()
    .split('\n')
    .map((row) => {
      const [name = '', endpoint = '', before = '', request = '', isDone = ''] = row
        .split(' | ')
        .map((one) => one.trim())
      const isKeyed = takesIdempotencyKey(endpoints.find(({ name: one }) => one === endpoint)!)
      return flow(name, [endpoint], given[before as keyof typeof given], (shop, values) => {
        const [method = '', path = '', ...body] = filled(request, values, shop.clock.now()).split(' ')
        const json: unknown = body.length === 0 ? undefined : JSON.parse(body.join(' '))
        return shop.ask(method, path, json, { isKeyed, ...(isDone !== '' && { isDone }) })
      })
    })

/** A payment, or what follows one, for each row: name, endpoint, what is given, verb and body. */
const transactions = (rows: string): readonly Flow[] =>
  rows
    .trim()
    .split('\n')
    .map((row) => {
      const [name = '', endpoint = '', before = '', verb = '', body = ''] = row.split(' | ').map((one) => one.trim())
      return flow(name, [endpoint], given[before as keyof typeof given], (shop, values) =>
        shop.pay(() => JSON.parse(filled(body, values, shop.clock.now())) as object, verb),
      )
    })

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
  flow('authorize by bank account', [authorize], nothing, (shop) =>
    shop.pay(() => ({ payment: { check: bankAccount }, amount: { value: 10.5 } })),
  ),
  flow('credit without a payment', ['creditTransaction'], nothing, (shop) => shop.pay(() => shop.byCard(), 'credit')),
  ...transactions(`
    authorize by a stored method | authorizeTransaction | stored     | authorize | {"payment":{"stored":{"customer":"{customer}","wallet":"{wallet}"}},"amount":{"value":10.5}}
    authorize in cash            | authorizeTransaction | nothing    | authorize | {"payment":{"cash":true},"amount":{"value":10.5}}
    capture                      | captureTransaction   | authorized | capture   | {"transactionId":"{id}"}
    void an authorization        | voidTransaction      | authorized | void      | {"transactionId":"{id}"}
    void a captured payment      | voidTransaction      | captured   | void      | {"transactionId":"{id}"}
    credit a part of a payment   | creditTransaction    | captured   | credit    | {"referenceTransactionId":{id},"amount":{"value":4}}
  `),
  ...(
    [
      ['declined', { kind: 'decline', code: '51' }, '51'],
      ['approved in part', { kind: 'partial' }, '10'],
    ] as const
  ).map(([how, fault, code]) =>
    flow(
      `authorize that is ${how}`,
      [authorize],
      async ({ world }) => world.acquirer.faultPlan.add({ fault, on: 'authorize', times: 9 }),
      (shop) => shop.pay(() => shop.byCard(), 'authorize', code),
    ),
  ),
  ...(['dropBefore', 'dropAfter'] as const).map((kind) =>
    flow(
      `authorize whose connection breaks: ${kind}`,
      [authorize],
      async ({ world }) => world.acquirer.faultPlan.add({ fault: { kind }, on: 'authorize' }),
      (shop) => shop.pay(() => shop.byCard()),
    ),
  ),
  flow(
    'authorize that is approved, and undone by a rule',
    [authorize],
    (shop) => shop.ask('PUT', '/v1/account', { cvvReject: ['M'] }),
    (shop) =>
      shop.pay(
        () => shop.byCard({ payment: { creditCard: card(undefined, { verificationValue: '123' }) } }),
        'authorize',
        'G05',
      ),
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
]

const subscriptions: readonly Flow[] = [
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
      assertInvariant(rows.length === told.length, 'a reader and its account agree on whether it is paired', () =>
        JSON.stringify({ rows, told }),
      )
      if (told.length === 0) continue
      shop.readers.add(terminalObjectName(shard, told[0].id))
      await device.isReader(told[0].id)
      return
    }
  } finally {
    await device.stop()
  }
}

/** The payment that waits for a card at a reader; null while none does. */
const waitingAt = (terminal: string): Promise<string | null> =>
  runInDurableObject(bindings.TERMINALS.getByName(terminalObjectName(shard, terminal)), (_reader, { storage }) => {
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
    shop.readers.add(terminalObjectName(shard, terminals[0].id))
  }),
  flow(
    'pay at a simulated reader',
    [authorize],
    (shop) => shop.terminal(),
    (shop, id) => shop.pay(() => ({ payment: { terminal: { id } }, amount: { value: 12.5 } })),
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

/** What is asked once, and done. */
const asked: readonly Flow[] = requests(`
  close the batch                           | closeBatch                 | captured       | POST /v1/batches/close
  make a token                              | createToken                | nothing        | POST /v1/tokens {"creditCard":{"accountNumber":"4242424242424242","expires":"1230"}}
  make a customer, and tell of it           | createCustomer             | nothing        | POST /v1/customers {"firstName":"Ada"}
  make a customer with a number             | createCustomer             | nothing        | POST /v1/customers {"firstName":"Ada","merchantIdentifier":"7"} | already_exists
  change a customer                         | updateCustomer             | customer       | PUT /v1/customers/{id} {"firstName":"Grace"}
  delete a customer                         | deleteCustomer             | stored         | DELETE /v1/customers/{customer} | not_found
  erase a customer                          | eraseCustomer              | paid           | POST /v1/customers/{customer}/erase
  store a first payment method              | addWalletEntry             | token          | POST /v1/customers/{customer}/wallet {"token":"{token}"} | token_used
  store a payment method as the default     | addWalletEntry             | stored, token  | POST /v1/customers/{customer}/wallet {"token":"{token}","default":true} | token_used
  make another payment method the default   | updateWalletEntry          | stored twice   | PUT /v1/customers/{customer}/wallet/{other} {"default":true}
  delete the default payment method         | deleteWalletEntry          | stored twice   | DELETE /v1/customers/{customer}/wallet/{wallet} | not_found
  make a plan                               | createSubscription         | nothing        | POST /v1/subscriptions {"label":"Coffee","cycle":{"unit":"month"},"amount":{"value":10}} | already_exists
  delete a plan                             | deleteSubscription         | plan           | DELETE /v1/subscriptions/{id} | not_found
  change the price of a subscription        | updateCustomerSubscription | enrolled       | PUT {path} {"amount":{"total":20}}
  pause a subscription                      | updateCustomerSubscription | enrolled       | PUT {path} {"status":"paused"}
  resume a subscription                     | updateCustomerSubscription | paused         | PUT {path} {"status":"active"}
  make a checkout                           | createCheckout             | nothing        | POST /v1/dynamiccheckout {"total":5}
  cancel a checkout                         | cancelCheckout             | checkout       | DELETE /v1/dynamiccheckout/{id} | already_canceled
  delete a reader                           | deleteTerminal             | terminal       | DELETE /v1/terminals/{id} | not_found
  cancel what waits at a reader             | cancelTerminal             | terminal       | POST /v1/terminals/{id}/cancel
  take a simulated reader off the network   | simulateTerminal           | terminal       | POST /v1/terminals/{id}/simulate {"action":"offline"}
  register a webhook                        | createWebhook              | nothing        | POST /v1/webhook {"url":"https://second.receivers.net/","enabled":true,"subscribedEvents":[]}
  change a webhook                          | updateWebhook              | webhook        | PUT /v1/webhook/{webhook} {"headers":{"x-shop":"7"}}
  replace the secret of a webhook           | rotateWebhookSecret        | webhook        | POST /v1/webhook/{webhook}/rotate
  send a test to a webhook                  | testWebhook                | webhook        | POST /v1/webhook/{webhook}/test
  deliver the events of a time once more    | replayWebhook              | webhook        | POST /v1/webhook/{webhook}/replay {"since":"{-1}"}
  deliver an event once more                | replayEvent                | webhook        | POST /v1/events/{event}/replay {}
  delete a webhook                          | deleteWebhook              | silent webhook | DELETE /v1/webhook/{id} | not_found
  issue an API key                          | issueApiKey                | nothing        | POST /v1/apikeys {"kind":"secret","name":"Reports"}
  replace an API key                        | rotateApiKey               | apiKey         | POST /v1/apikeys/{id}/rotate {}
  revoke an API key                         | revokeApiKey               | apiKey         | DELETE /v1/apikeys/{id} | invalid_state
  change the settings of an account         | updateAccount              | nothing        | PUT /v1/account {"tipAtSale":true,"name":"Mugs"}
  set the test clock, and what is due then  | setTestClock               | captured       | POST /v1/testclock {"now":"{+48}"}
  advance the test clock by nothing         | advanceTestClock           | nothing        | POST /v1/testclock/advance {"seconds":0}
  let the test clock show the real time     | resetTestClock             | clock ahead    | DELETE /v1/testclock
`)

/** What time does, each with something to do. */
const jobs: readonly Flow[] = [
  job('expiry', async (shop) => {
    await shop.authorized()
    await shop.merchant.run('UPDATE transactions SET expires = ? WHERE account = ?', shop.clock.now(), shop.merchant.id)
  }),
  job('unfinished', async (shop) => {
    const { faultPlan } = shop.world.acquirer
    faultPlan.add({ fault: { kind: 'dropAfter' }, on: 'authorize' })
    faultPlan.add({ fault: { kind: 'busy' }, on: 'reverse' })
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
  job('dueReturns', async (shop) => {
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
export const flows: readonly Flow[] = [...payments, ...subscriptions, ...checkouts, ...readers, ...asked, ...jobs].map(
  withStorage,
)
