import { demoAccount } from '../worker/cli/demoAccount.ts'
import { startGateway, type Gateway } from '../worker/cli/gateway.ts'
import { findFreePort } from '../worker/cli/ports.ts'
import { inRepository } from '../worker/cli/repository.ts'
import { announced, completion } from '../worker/proof/acquirer/moments.ts'
import { startAcquirer, type Acquirer } from '../worker/proof/acquirer/server.ts'
import { gatewayOrigin } from '../worker/testing/given.ts'
import { shopperAt } from '../worker/testing/shopper.ts'
import { expect, test } from './fixtures.ts'
import { GatewayClient } from './gatewayClient.ts'
import { CheckoutMaker } from './pages/checkoutPage.ts'
import { makeState } from './servers.ts'

/** A gateway on a database of its own that was killed in the middle of two payments, and runs again. */
type Crash = {
  /** It lives on, with its own ledger of what the gateway asked. */
  acquirer: Acquirer
  client: GatewayClient
  gateway: Gateway
  /** Kills the gateway when it next hears the acquirer's answer, or is at another such moment, during this work, and starts it again. */
  killDuring(work: (client: GatewayClient, gateway: Gateway) => Promise<unknown>, at?: typeof completion): Promise<void>
  /** The payment that was through before, by its id. */
  paid: string
  /** The payment that the acquirer was still thinking about. */
  unanswered: string
  /** The payment whose approval the gateway had heard and not yet written down. */
  unwritten: string
}

const authorize = (client: GatewayClient) =>
  client.call('POST', '/v1/transactions/authorize', {
    payment: { creditCard: { accountNumber: '4242424242424242', expires: '1230', verificationValue: '123' } },
    amount: { value: 10.05 },
  })

const nothing = async (_op: string): Promise<void> => {}

/** @returns the crash, and what ends all that was started for it */
const crashTwice = async (): Promise<{ crash: Crash; end: () => Promise<void> }> => {
  const { state, envFile, remove } = await makeState()
  // Runs each time the gateway has heard the acquirer's answer and not yet done anything with it.
  let answered = nothing
  const acquirer = await startAcquirer({ onAnswered: (op) => answered(op) })
  const start = async () =>
    startGateway(
      { config: inRepository('worker/testing/wrangler.jsonc'), state },
      { port: await findFreePort(), envFile, vars: { ACQUIRER_URL: acquirer.url }, onOutput: () => {} },
    )

  const before = await start()
  const client = new GatewayClient(before.url)
  expect((await authorize(client)).status).toBe(200)
  acquirer.faultPlan.add({ fault: { kind: 'silent' }, on: 'authorize' })
  const cut = expect(authorize(client)).rejects.toThrow()
  await expect.poll(() => acquirer.ledger.entries().length).toBe(2)
  answered = before.worker.kill
  await expect(authorize(client)).rejects.toThrow()
  await cut
  answered = nothing
  const [paid = '', unanswered = '', unwritten = ''] = acquirer.ledger.entries().map(({ op }) => op)

  const gateway = await start()
  const crash: Crash = {
    acquirer,
    client: new GatewayClient(gateway.url),
    gateway,
    paid,
    unanswered,
    unwritten,
    killDuring: async (work, at) => {
      const running = crash.gateway
      const dead = new Promise<void>((resolve) => {
        answered = async (op) => {
          if (at === undefined ? op === announced : op !== at) return
          answered = nothing
          await running.worker.kill()
          resolve()
        }
      })
      await work(crash.client, running).catch(() => undefined)
      await dead
      crash.gateway = await start()
      crash.client = new GatewayClient(crash.gateway.url)
    },
  }
  const end = async () => {
    await crash.gateway.worker.kill()
    await acquirer.close()
    await remove()
  }
  return { crash, end }
}

// One crash for all. Not a fixture of the worker, for which Playwright would end this worker and its browser, and start another of each.
test.describe.configure({ mode: 'default', timeout: 60_000 })
let crash: Crash
let end: (() => Promise<void>) | undefined
test.beforeAll(async () => {
  test.setTimeout(120_000)
  ;({ crash, end } = await crashTwice())
})
test.afterAll(() => end?.())

/** What the acquirer's ledger and the gateway say of an operation: what is in one must be in the other. */
const compareBooks = async ({ acquirer, client }: Crash, id: string) => ({
  acquirer: acquirer.ledger.entries().find(({ op }) => op === id)?.state,
  gateway: (await client.readTransaction(id)).status,
})

const whenSweptTo = (status: string, { client, gateway }: Crash, id: string) =>
  expect
    .poll(
      async () => {
        await gateway.sweep()
        return (await client.readTransaction(id)).status
      },
      { timeout: 30_000, intervals: [500] },
    )
    .toBe(status)

test('an approval that the gateway heard and could not write down is found and reversed', async () => {
  const { acquirer, client, paid, unwritten } = crash
  expect(acquirer.ledger.entries().at(-1)).toMatchObject({ op: unwritten, state: 'approved', answered: true })
  expect((await client.readTransaction(unwritten)).status).toBe('pending')
  await whenSweptTo('reversed', crash, unwritten)
  expect(await compareBooks(crash, unwritten)).toEqual({ acquirer: 'reversed', gateway: 'reversed' })
  expect(await compareBooks(crash, paid)).toEqual({ acquirer: 'approved', gateway: 'authorized' })
})

test('Worker killed between send and answer (crash injection): on restart the janitor reverses it.', async () => {
  const { acquirer, unanswered, unwritten } = crash
  await whenSweptTo('reversed', crash, unanswered)
  expect(await compareBooks(crash, unanswered)).toEqual({ acquirer: 'reversed', gateway: 'reversed' })

  // Of all that was asked, the payment before the crash alone stands.
  await whenSweptTo('reversed', crash, unwritten)
  expect(acquirer.ledger.entries()).toHaveLength(3)
  expect(acquirer.ledger.totals(demoAccount.id, 840).authorized).toBe(1005n)
})

const whenSwept = (read: () => unknown, sweep: () => Promise<unknown>) =>
  expect.poll(async () => (await sweep(), read()), { timeout: 30_000, intervals: [500] })

test('a charge of a subscription that was approved and could not be written down is undone, and made once more', async () => {
  const { acquirer } = crash
  const before = acquirer.ledger.entries().length
  const call = async (path: string, body: object) => {
    const { status, body: answer } = await crash.client.call('POST', path, body)
    expect(status, path).toBe(200)
    return answer as Record<string, Record<string, string>[]>
  }
  const plan = await call('/v1/subscriptions', { label: 'Coffee', cycle: { unit: 'month' }, amount: { value: 12 } })
  const customer = (await call('/v1/customers', {}))['customers']![0]!['id']!
  await call(`/v1/customers/${customer}/wallet`, { token: 'test-visa-4242' })
  const path = `/v1/customers/${customer}/subscriptions`
  const taken = await call(path, { plan: plan['subscriptions']![0]!['id'] })
  const id = taken['customerSubscriptions']![0]!['customerSubscriptionId']!

  await crash.killDuring((_client, gateway) => gateway.sweep())
  const bills = async () => (await crash.client.call('GET', `${path}/${id}/bills`)).body as { bills: object[] }
  expect(await bills()).toMatchObject({ bills: [{ status: 'open' }] })
  const states = () =>
    acquirer.ledger
      .entries()
      .slice(before)
      .map(({ state }) => state)
  // The approval that nobody could write down is undone before anything else is asked.
  await whenSwept(states, crash.gateway.sweep).toEqual(['reversed'])
  await whenSwept(bills, () => call('/v1/testclock/advance', { seconds: 300 })).toMatchObject({
    bills: [{ status: 'paid', attempts: 2 }],
  })
  expect(states()).toEqual(['reversed', 'approved'])
})

/** A shopper at the checkouts of a gateway that may be another tomorrow. */
const shopperOf = ({ client }: Pick<Crash, 'client'>) =>
  shopperAt({ fetch: (request) => fetch(new Request(request.url.replace(gatewayOrigin, client.url), request)) })

/** The acquirer's states of what was asked of it since. */
const statesSince = ({ acquirer }: Crash, begin: number) =>
  acquirer.ledger
    .entries()
    .slice(begin)
    .map(({ state }) => state)

test('a checkout whose approval could not be written down is undone, open again, and then paid once', async () => {
  const begin = crash.acquirer.ledger.entries().length
  const { id } = await new CheckoutMaker(crash.client.url).make()
  const { nonce } = (await shopperOf(crash).open(id)).data!
  await crash.killDuring(() => shopperOf(crash).pay(id, nonce))

  const ask = async () => (await shopperOf(crash).ask(id, nonce)).json.status
  expect(await ask()).toBe('processing')
  await whenSwept(ask, crash.gateway.sweep).toBe('open')
  expect(statesSince(crash, begin)).toEqual(['reversed'])
  expect((await shopperOf(crash).openAndPay(id)).json.status).toBe('completed')
  expect(statesSince(crash, begin)).toEqual(['reversed', 'approved'])
})

test('a checkout whose payment was written down and nothing that follows from it is completed by the sweep', async () => {
  const begin = crash.acquirer.ledger.entries().length
  const { id } = await new CheckoutMaker(crash.client.url).make()
  const { nonce } = (await shopperOf(crash).open(id)).data!
  await crash.killDuring(() => shopperOf(crash).pay(id, nonce), completion)

  const maker = new CheckoutMaker(crash.client.url)
  // The shopper hears that they have paid, who asks or sends it again; nothing is asked of the acquirer.
  expect((await shopperOf(crash).pay(id, nonce)).json.status).toBe('completed')
  const { transactionId, customer } = await maker.read(id)
  expect(customer).toBeNull()
  const whose = async () => (await maker.read(id)).customer
  await whenSwept(whose, () => maker.call('POST', '/v1/testclock/advance', { seconds: 90 })).not.toBeNull()
  expect(await maker.transaction(transactionId)).toMatchObject({
    status: 'captured',
    payment: { customer: await whose() },
  })
  expect(statesSince(crash, begin)).toEqual(['approved'])
})
