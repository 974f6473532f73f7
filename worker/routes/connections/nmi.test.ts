import { describe, expect, test } from 'vitest'
import { subscriptionFixture } from '../../testing/fixtures/subscriptionFixture.ts'
import { bankAccount, minute, nmiFixture, visa } from './nmi.fixture.ts'

const nothing = { authorized: 0n, captured: 0n, credited: 0n, released: 0n, held: 0n }

describe('live mode over NMI', () => {
  test('a connection is checked without moving money, and refused in the other mode', async () => {
    const live = await nmiFixture('live')
    expect(await live.check()).toMatchObject({ check: { result: 'ok' }, connection: { status: 'ok' } })
    const wrong = await nmiFixture('live', { securityKey: `sandbox-${crypto.randomUUID()}` })
    expect((await wrong.check()).check).toMatchObject({ result: 'failed', reason: 'mode' })
    const unknown = await nmiFixture('live', { securityKey: `invalid-${crypto.randomUUID()}` })
    expect((await unknown.check()).check).toMatchObject({ result: 'failed', reason: 'credentials' })
    for (const { sums } of [live, wrong, unknown]) expect(sums()).toEqual(nothing)
  })

  test('a card is authorized, captured in part and refunded, and both books agree', async () => {
    const { authorize, send, get, sums } = await nmiFixture('live', { creditsUnsettled: true })
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
    const { authorize, send, ledger, sums } = await nmiFixture('live')
    const { transactionId } = await authorize()
    await send('capture', { transactionId, amount: 15 })
    const actions = ledger().flatMap((entry) => entry.actions).length
    expect((await send('capture', { transactionId, amount: 5 })).errors).toHaveLength(1)
    expect(ledger().flatMap((entry) => entry.actions)).toHaveLength(actions)
    expect(await send('void', { transactionId })).toMatchObject({ approved: true })
    expect(sums()).toEqual(nothing)
  })

  test('a refund before the settlement is refused before it is sent, unless the account takes it', async () => {
    const { authorize, send, ledger } = await nmiFixture('live')
    const { transactionId } = await authorize()
    await send('capture', { transactionId })
    const refused = await send('credit', { referenceTransactionId: Number(transactionId) })
    expect(refused.errors).toMatchObject([
      { type: 'not_supported_by_processor', message: { details: { operation: 'creditsUnsettled' } } },
    ])
    expect(ledger()).toHaveLength(1)
  })

  test('NMI settles at night, the gateway follows its report, and the payment can be refunded then', async () => {
    const { authorize, send, get, passTime, sums } = await nmiFixture('live')
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
    const { authorize, get, passTime } = await nmiFixture('live')
    const returning = { ...bankAccount, accountNumber: '999000001' }
    const { transactionId, approved } = await authorize({ payment: { check: returning } })
    expect(approved).toBe(true)
    await passTime(30)
    expect(await get(transactionId)).toMatchObject({ status: 'settled' })
    await passTime(72)
    expect(await get(transactionId)).toMatchObject({ status: 'returned', returns: [{ code: 'R01' }] })
  })

  test('a bank account is debited at once, and money is paid out without a payment', async () => {
    const { authorize, send, sums } = await nmiFixture('live')
    expect(await authorize({ payment: { check: bankAccount } })).toMatchObject({ approved: true })
    const payout = { amount: { value: 7 }, payment: { creditCard: { accountNumber: visa, expires: '1230' } } }
    expect(await send('credit', payout)).toMatchObject({ approved: true })
    expect(sums()).toMatchObject({ captured: 2000n, credited: 700n })
  })

  test('bills of a subscription name its first payment by the processor’s own id', async () => {
    const { clock, merchant, worker, call, send, ledger } = await nmiFixture('live')
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
    const { authorize, clock, sums } = await nmiFixture('live')
    expect(await authorize()).toMatchObject({ approved: true })
    clock.advance(30_000)
    expect(await authorize()).toMatchObject({ approved: true })
    expect(sums()).toMatchObject({ authorized: 4000n })
  })

  test('a request that is repeated with its key after a lost answer is charged at most once', async () => {
    const { authorize, standIn, clock, worker, ledger, sums, get } = await nmiFixture('live')
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
    const { authorize, check, ledger } = await nmiFixture('test')
    expect((await check()).check.result).toBe('ok')
    const checks = ledger().length
    const paid = await authorize({ payment: { creditCard: { accountNumber: '4111111111111111', expires: '1230' } } })
    expect(paid).toMatchObject({ approved: true, authCode: '123456' })
    expect(await authorize()).toMatchObject({ approved: false, responseCode: '14' })
    expect(ledger()).toHaveLength(checks + 1)
  })
})
