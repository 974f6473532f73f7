import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { card, createMerchant, startWorker } from '../../testing/merchant.ts'
import type { Merchant } from '../../testing/merchant.ts'
import { resetTestClocks } from '../../testing/resetTestClocks.ts'
import { subscriptionFixture } from '../../testing/fixtures/subscriptionFixture.ts'

const hour = 3_600_000
const day = 24 * hour

beforeAll(() => {
  vi.spyOn(console, 'log').mockReturnValue()
  // Delays of webhook retries are random by up to a tenth.
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
})
afterAll(async () => {
  vi.restoreAllMocks()
  await resetTestClocks()
})

/** In the future, so that no alarm of a Durable Object fires by itself. */
const start = Date.UTC(2030, 2, 10, 12)

/** A receiver per host, which rejects the first attempts of each event. Records the time of each attempt by the account's clock. */
const startReceivers = () => {
  const byHost = new Map<
    string,
    { readonly merchant: Merchant; readonly failures: number; readonly attempts: string[] }
  >()
  const seen = new Map<string, number>()
  const fetch = async (request: Request): Promise<Response> => {
    const { merchant, failures, attempts } = byHost.get(new URL(request.url).host)!
    const event = (await request.json()) as { id: string; type: string; createdAt?: string }
    const [clock] = await merchant.rows(
      'SELECT coalesce(testClockMoment, ? + testClockOffset) AS now FROM accounts WHERE id = ?',
      start,
      merchant.id,
    )
    const attempt = (seen.get(event.id) ?? 0) + 1
    seen.set(event.id, attempt)
    attempts.push(`${new Date(clock!['now']).toISOString()} ${event.type} attempt ${attempt}`)
    return new Response(null, { status: attempt > failures ? 204 : 500 })
  }
  return { byHost, fetch }
}

const receivers = startReceivers()
const worker = startWorker({ clock: { now: () => start }, fetch: receivers.fetch })

/** Cards that are approved, declined in ways that are retried and not, declined from the second charge on, returned and disputed. */
const cards = [
  '4242424242424242',
  '4000000000000341',
  '4000000000009995',
  '4000000000009987',
  '4000003900000965',
  '4000003900099991',
  '4000000000000259',
  '4000000000003055',
  '4000000000005126',
]

const subscriptionArbitrary = fc.record({
  card: fc.constantFrom(...cards),
  cycle: fc.record({ unit: fc.constantFrom('day', 'week', 'month'), interval: fc.integer({ min: 1, max: 9 }) }),
  value: fc.constantFrom(10, 10.51, 10.05, 10.96),
  startsIn: fc.integer({ min: 1, max: 40 }),
  installments: fc.nat({ max: 3 }),
})

const paymentArbitrary = fc.record({
  card: fc.constantFrom(
    '4242424242424242',
    '4000000000000259',
    '4000000000003006',
    '4000000000003030',
    '4000000000003048',
    '4000000000003055',
    '4000000000005126',
  ),
  further: fc.constantFrom('hold', 'capture', 'capture half', 'credit'),
})

const historyArbitrary = fc.record({
  timeZone: fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York', 'Pacific/Apia'),
  retryDays: fc.constantFrom([1, 3, 5, 7], [1], []),
  subscriptions: fc.array(subscriptionArbitrary, { minLength: 1, maxLength: 3 }),
  payments: fc.array(paymentArbitrary, { maxLength: 3 }),
  returnedCheck: fc.boolean(),
  checkout: fc.boolean(),
  failures: fc.constantFrom(0, 1, 4, 20),
})
type History = typeof historyArbitrary extends fc.Arbitrary<infer T> ? T : never

/** An account with a history until `start`. */
const begin = async (history: History) => {
  const { timeZone, retryDays, subscriptions, payments, returnedCheck, checkout, failures } = history
  const merchant = await createMerchant({ settings: { timeZone, subscriptionRetryDays: retryDays } })
  const call = worker.as(merchant.secretKey)
  const { ok, makePlan, subscribe } = subscriptionFixture(merchant, call)
  const host = `r${crypto.randomUUID()}.receivers.net`
  const attempts: string[] = []
  receivers.byHost.set(host, { merchant, failures, attempts })
  await ok('POST', '/v1/webhook', {
    body: { url: `https://${host}/`, enabled: true, subscribedEvents: null },
  })
  for (const each of subscriptions) {
    const plan = await makePlan(each.cycle, { amount: { value: each.value }, installments: each.installments })
    const startDate = new Date(start + each.startsIn * day).toISOString().slice(0, 10)
    await subscribe(plan, { startDate }, each.card)
  }
  for (const payment of payments) {
    const body = { payment: { creditCard: card(payment.card) }, amount: { value: 20 } }
    const { transactionId } = await ok('POST', '/v1/transactions/authorize', { body })
    if (payment.further === 'hold') continue
    const amount = payment.further === 'capture half' ? 10 : 20
    await ok('POST', '/v1/transactions/capture', { body: { transactionId, amount } })
    if (payment.further === 'credit')
      await ok('POST', '/v1/transactions/credit', {
        body: { referenceTransactionId: Number(transactionId), amount: { value: 5 } },
      })
  }
  const check = { accountNumber: '999000001', routingNumber: '021000021', name: 'Ann Lee' }
  if (returnedCheck)
    await ok('POST', '/v1/transactions/authorize', { body: { payment: { check }, amount: { value: 30 } } })
  if (checkout) await ok('POST', '/v1/dynamiccheckout', { body: { total: 12 } })
  await expect.poll(() => attempts.length, { timeout: 10_000, interval: 2 }).toBeGreaterThan(0)
  return { merchant, call, attempts }
}

type Account = Awaited<ReturnType<typeof begin>>

/** Advances the clock and follows the cursor. Returns the number of requests. */
const advance = async ({ call }: Account, seconds: number): Promise<number> => {
  let { json } = await call('POST', '/v1/testclock/advance', { body: { seconds } })
  let requests = 1
  for (; !json.complete && requests < 200; requests++) {
    expect([json.errors, typeof json.cursor]).toEqual([null, 'string'])
    json = (await call('POST', '/v1/testclock/advance', { body: { cursor: json.cursor } })).json
  }
  expect(json).toMatchObject({ complete: true, cursor: null, errors: null })
  return requests
}

const tables = [
  'transactions',
  'disputes',
  'operations',
  'subscriptions',
  'bills',
  'batches',
  'unsettled',
  'plans',
  'customers',
  'walletEntries',
  'tokens',
  'idempotency',
  'checkouts',
  'counters',
  'webhooks',
  'events',
]

/** Columns with ids, and those that are derived from ids or secrets. */
const derived =
  /^(id|account|key|url|requestId|storedRequestId|cause|resource|processorRef|storedRef|authCode|networkTransactionId|cardId|cardRange|orderData|batchId|fingerprint|label|secretHash|swept|seen|since|position|randomBits)$|^(sealed|wrapped)/

/** Ids in texts. */
const ids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}|[0-9A-Za-z]{20,}|\b\d{14,19}\b/g
/** Members of events' snapshots that are derived from ids. */
const derivedMembers =
  /"(authCode|b|id|networkTransactionId|processorRef|cardId|cardRange|fingerprint|label|requestId)":("[^"]*"|\d+)/g
/** Ids of operations in snapshots, as their distance from the id of the payment. */
const relativeIds = /\[-?\d+,(?=")/g

const dump = async ({ merchant, attempts }: Account): Promise<string[]> => {
  const lines = ['deliveries', ...attempts]
  for (const table of tables) {
    const rows = await merchant.rows(`SELECT * FROM ${table} WHERE account = ?`, merchant.id)
    const texts = rows
      .toSorted((one, other) => (one['position'] ?? 0) - (other['position'] ?? 0))
      .map((row) => {
        const kept = Object.entries(row).filter(([column]) => !derived.test(column))
        const text = kept.map(([column, value]) => `${column}=${String(value)}`).join(' ')
        return `${table} ${text.replaceAll(derivedMembers, '"$1":#').replaceAll(relativeIds, '[#,').replaceAll(ids, '#')}`
      })
    // Events have an order. Rows of other tables are sorted, since their ids are random.
    lines.push(...(table === 'events' ? texts : texts.toSorted()))
  }
  const rest = 'SELECT batchTotals.* FROM batchTotals JOIN batches ON batches.id = batch WHERE account = ?'
  for (const { batch: _batch, ...totals } of await merchant.rows(rest, merchant.id)) lines.push(JSON.stringify(totals))
  return lines
}

/** The first line in which two dumps differ; null if they are equal. */
const firstDifference = (one: readonly string[], other: readonly string[]) => {
  const at = Array.from({ length: Math.max(one.length, other.length) }, (_, index) => index).find(
    (index) => one[index] !== other[index],
  )
  return at === undefined ? null : [one[at], other[at]]
}

test('one advance of the test clock by 95 days leaves the rows, events and deliveries of 95 advances by a day', async () => {
  await fc.assert(
    fc.asyncProperty(historyArbitrary, async (history) => {
      const [atOnce, daily] = [await begin(history), await begin(history)]
      await advance(atOnce, (95 * day) / 1000)
      for (let count = 0; count < 95; count++) await advance(daily, day / 1000)
      expect(firstDifference(await dump(atOnce), await dump(daily))).toBeNull()
    }),
    { numRuns: Number(process.env['SLUICE_HISTORIES'] ?? 2), seed: 7, endOnFailure: true },
  )
}, 240_000)
