import { describe, expect, test } from 'vitest'
import { nmiFetch } from '../../proof/nmi/fetch.ts'
import { createNmi } from '../../proof/nmi/nmi.ts'
import { subscriptionFixture } from '../../testing/fixtures/subscriptionFixture.ts'
import { createMerchant, startWorker, testClock } from '../../testing/merchant.ts'

/** No test card, which a live account declines. */
const visa = '4539578763621486'
const bankAccount = { accountNumber: '000123456789', routingNumber: '021000021', name: 'Ada Lovelace' }
const minute = 60_000

/** A merchant in a mode whose payments go to NMI's stand-in, by a connection that was added over the API. */
const setUp = async (
  mode: 'test' | 'live',
  {
    securityKey = `${mode === 'live' ? 'live' : 'sandbox'}-${crypto.randomUUID()}`,
    ...more
  }: Readonly<Record<string, unknown>> & {
    readonly securityKey?: string
  } = {},
) => {
  const clock = testClock()
  const standIn = createNmi({ now: clock.now, duplicateSeconds: 1200 })
  const merchant = await createMerchant({ mode })
  const worker = startWorker({ clock, fetch: (request) => nmiFetch(standIn)(request) })
  const call = worker.as(merchant.secretKey)
  const settings = { host: 'https://gateway.example', securityKey, ...more }
  const added = await call('POST', '/v1/connections', { body: { processor: 'nmi', label: 'Shop', settings } })
  const connection: string = added.json.connection.id
  const check = async () => (await call('POST', `/v1/connections/${connection}/check`)).json
  await call('PUT', '/v1/account', { body: { routing: [{ connection }], unreferencedCredits: true } })
  const send = async (path: string, body: object, headers = {}) =>
    (await call('POST', `/v1/transactions/${path}`, { body, headers })).json
  return {
    clock,
    standIn,
    merchant,
    worker,
    call,
    connection,
    check,
    send,
    authorize: (more: object = {}, headers = {}) =>
      send(
        'authorize',
        { amount: { value: 20 }, payment: { creditCard: { accountNumber: visa, expires: '1230' } }, ...more },
        headers,
      ),
    get: async (id: string) => (await call('GET', `/v1/transactions/${id}`)).json,
    /** Half an hour after the other, with the background work of each. @param hours how long */
    passTime: async (hours: number) => {
      for (let passed = 0; passed < hours * 60; passed += 30) {
        clock.advance(30 * minute)
        await worker.sweep()
      }
    },
    ledger: () => standIn.ledger.transactionsOf(securityKey),
    sums: () => standIn.ledger.sums(securityKey, 'USD'),
  }
}

const nothing = { authorized: 0n, captured: 0n, credited: 0n, released: 0n, held: 0n }

describe('live mode over NMI', () => {
  test('a connection is checked without moving money, and refused in the other mode', async () => {
    const live = await setUp('live')
    expect(await live.check()).toMatchObject({ check: { result: 'ok' }, connection: { status: 'ok' } })
    const wrong = await setUp('live', { securityKey: `sandbox-${crypto.randomUUID()}` })
    expect((await wrong.check()).check).toMatchObject({ result: 'failed', reason: 'mode' })
    const unknown = await setUp('live', { securityKey: `invalid-${crypto.randomUUID()}` })
    expect((await unknown.check()).check).toMatchObject({ result: 'failed', reason: 'credentials' })
    for (const { sums } of [live, wrong, unknown]) expect(sums()).toEqual(nothing)
  })

  test('a card is authorized, captured in part and refunded, and both books agree', async () => {
    const { authorize, send, get, sums } = await setUp('live', { creditsUnsettled: true })
    const { transactionId, approved, authCode } = await authorize()
    expect([approved, authCode]).toEqual([true, expect.stringMatching(/^\d{6}$/)])
    expect(await send('capture', { transactionId, amount: 15 })).toMatchObject({ approved: true })
    expect(await send('credit', { referenceTransactionId: Number(transactionId), amount: { value: 5 } })).toMatchObject(
      {
        approved: true,
      },
    )
    expect(await get(transactionId)).toMatchObject({ amountCaptured: 15, amountCredited: 5 })
    expect(sums()).toEqual({ authorized: 2000n, captured: 1500n, credited: 500n, released: 500n, held: 0n })
  })

  test('a second capture is refused before it is sent, and a void takes back the whole payment', async () => {
    const { authorize, send, ledger, sums } = await setUp('live')
    const { transactionId } = await authorize()
    await send('capture', { transactionId, amount: 15 })
    const actions = ledger().flatMap((entry) => entry.actions).length
    expect((await send('capture', { transactionId, amount: 5 })).errors).toHaveLength(1)
    expect(ledger().flatMap((entry) => entry.actions)).toHaveLength(actions)
    expect(await send('void', { transactionId })).toMatchObject({ approved: true })
    expect(sums()).toEqual(nothing)
  })

  test('a refund before the settlement is refused before it is sent, unless the account takes it', async () => {
    const { authorize, send, ledger } = await setUp('live')
    const { transactionId } = await authorize()
    await send('capture', { transactionId })
    const refused = await send('credit', { referenceTransactionId: Number(transactionId) })
    expect(refused.errors).toMatchObject([
      { type: 'not_supported_by_processor', message: { details: { operation: 'creditsUnsettled' } } },
    ])
    expect(ledger()).toHaveLength(1)
  })

  test('NMI settles at night, the gateway follows its report, and the payment can be refunded then', async () => {
    const { authorize, send, get, passTime, sums } = await setUp('live')
    const { transactionId } = await authorize()
    await send('capture', { transactionId })
    await passTime(30)
    expect(await get(transactionId)).toMatchObject({ status: 'settled', amountSettled: 20 })
    expect((await send('void', { transactionId })).errors).toMatchObject([{ type: 'already_settled' }])
    const refund = { referenceTransactionId: Number(transactionId), amount: { value: 8 } }
    expect(await send('credit', refund)).toMatchObject({ approved: true })
    expect(sums()).toMatchObject({ captured: 2000n, credited: 800n })
  })

  test('a bank debit that the bank returns days later is returned here, with its code', async () => {
    const { authorize, get, passTime } = await setUp('live')
    const returning = { ...bankAccount, accountNumber: '999000001' }
    const { transactionId, approved } = await authorize({ payment: { check: returning } })
    expect(approved).toBe(true)
    await passTime(30)
    expect(await get(transactionId)).toMatchObject({ status: 'settled' })
    await passTime(72)
    expect(await get(transactionId)).toMatchObject({ status: 'returned', returns: [{ code: 'R01' }] })
  })

  test('a bank account is debited at once, and money is paid out without a payment', async () => {
    const { authorize, send, sums } = await setUp('live')
    expect(await authorize({ payment: { check: bankAccount } })).toMatchObject({ approved: true })
    const payout = { amount: { value: 7 }, payment: { creditCard: { accountNumber: visa, expires: '1230' } } }
    expect(await send('credit', payout)).toMatchObject({ approved: true })
    expect(sums()).toMatchObject({ captured: 2000n, credited: 700n })
  })

  test('bills of a subscription name its first payment by the processor’s own id', async () => {
    const { clock, merchant, worker, call, send, ledger } = await setUp('live')
    const { makePlan, addCard } = subscriptionFixture(merchant, call)
    const customer: string = (await call('POST', '/v1/customers', { body: {} })).json.customers[0].id
    await addCard(customer, visa)
    await send('authorize', { amount: { value: 20 }, payment: { stored: { customer, initial: 'first' } } })
    await call('POST', `/v1/customers/${customer}/subscriptions`, { body: { plan: await makePlan({ unit: 'day' }) } })
    clock.advance(25 * 60 * minute)
    await worker.sweep()
    const [first, ...bills] = ledger()
    expect(first!.facts).toMatchObject({ initiated_by: 'customer', stored_credential_indicator: 'stored' })
    expect(bills.length).toBeGreaterThan(0)
    for (const bill of bills)
      expect(bill).toMatchObject({
        facts: {
          initiated_by: 'merchant',
          stored_credential_indicator: 'used',
          billing_method: 'recurring',
          initial_transaction_id: first!.id,
        },
      })
  })
})

describe('repeats at NMI', () => {
  test('a second purchase of the same card and amount within a minute is no duplicate', async () => {
    const { authorize, clock, sums } = await setUp('live')
    expect(await authorize()).toMatchObject({ approved: true })
    clock.advance(30_000)
    expect(await authorize()).toMatchObject({ approved: true })
    expect(sums()).toMatchObject({ authorized: 4000n })
  })

  test('a request that is repeated with its key after a lost answer is charged at most once', async () => {
    const { authorize, standIn, clock, worker, ledger, sums, get } = await setUp('live')
    standIn.faults.add({ on: 'auth', fault: { kind: 'dropAfter', visibleAfterMs: 10 * minute } })
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const lost = await authorize({}, headers)
    const repeated = await authorize({}, headers)
    expect([lost.approved, repeated.transactionId]).toEqual([false, lost.transactionId])
    for (let passed = 0; passed < 120; passed += 5) {
      clock.advance(5 * minute)
      await worker.sweep()
    }
    expect(ledger()).toHaveLength(1)
    expect(sums()).toEqual(nothing)
    expect(await get(lost.transactionId)).toMatchObject({ status: 'reversed' })
  })
})

describe('test mode over NMI', () => {
  test('the sandbox takes its documented test cards, and no other number leaves the gateway', async () => {
    const { authorize, check, ledger } = await setUp('test')
    expect((await check()).check.result).toBe('ok')
    const checks = ledger().length
    const paid = await authorize({ payment: { creditCard: { accountNumber: '4111111111111111', expires: '1230' } } })
    expect(paid).toMatchObject({ approved: true, authCode: '123456' })
    expect(await authorize()).toMatchObject({ approved: false, responseCode: '14' })
    expect(ledger()).toHaveLength(checks + 1)
  })
})
