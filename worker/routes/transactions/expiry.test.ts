import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { bindings } from '../../testing/bindings.ts'
import { readEvents } from '../../testing/events.ts'
import { cardPayment } from '../../testing/merchant.ts'
import { createAuthorizedPayment, sevenDaysMs } from './fixtures/authorizedPayment.ts'

vi.spyOn(console, 'log').mockReturnValue()
afterAll(() => vi.restoreAllMocks())

// A sweep processes the whole shard, so transactions of earlier tests must not be due.
beforeEach(async () => {
  await bindings.DB_00.prepare('UPDATE operations SET due = NULL').run()
  await bindings.DB_00.prepare('UPDATE transactions SET expires = NULL').run()
})

test('an authorization expires after 7 days and is reversed, and capture and void return 409 authorization_expired', async () => {
  const payment = await createAuthorizedPayment()
  expect(await payment.expires()).toBe(payment.start + sevenDaysMs)
  payment.setClock(payment.start + sevenDaysMs - 1)
  await payment.worker.sweep()
  expect((await payment.getTransaction()).status).toBe('authorized')
  payment.setClock(payment.start + sevenDaysMs)
  await payment.worker.sweep()
  expect(await payment.getTransaction()).toMatchObject({
    status: 'expired',
    amountAuthorized: 10,
    amountCapturable: 0,
    operations: [
      { type: 'authorize', status: 'approved' },
      { type: 'reversal', status: 'approved', amount: 10 },
    ],
  })
  expect(payment.ledger.find(payment.id)).toMatchObject({ reversals: 1 })
  const late = await payment.capture()
  expect([late.status, late.json.errors[0].type]).toEqual([409, 'authorization_expired'])
  expect((await payment.void()).json.errors[0].type).toBe('authorization_expired')
})

test('expiry of a partially captured authorization keeps the captured amount and reverses the rest', async () => {
  const payment = await createAuthorizedPayment()
  await payment.capture(4)
  payment.setClock(payment.start + sevenDaysMs)
  await payment.worker.sweep()
  const { status, ...rest } = await payment.getTransaction()
  // The batch of the day closes in the same sweep or in the next.
  expect(['captured', 'settled']).toContain(status)
  expect(rest).toMatchObject({ amountCaptured: 4, amountCapturable: 0 })
  expect(rest.operations.at(-1)).toMatchObject({ type: 'reversal', amount: 6, status: 'approved' })
  const capture = payment.ledger.entries().find(({ type }) => type === 'capture')
  expect(capture).toMatchObject({ state: 'approved', effects: 1 })
  await payment.worker.sweep()
  // The expiry of the rest has no event, and takes no number of one.
  const events = await readEvents(payment.merchant)
  expect(events.flatMap(({ type, sequence }) => (type === 'batch.closed' ? [] : [[type, sequence]]))).toEqual([
    ['transaction.authorized', 1],
    ['transaction.captured', 2],
    ['transaction.settled', 3],
  ])
})

test('reversal of an expired authorization is repeated until the processor accepts it', async () => {
  const payment = await createAuthorizedPayment()
  payment.faultPlan.add({ fault: { kind: 'busy' }, on: 'reverse', times: 2 })
  payment.setClock(payment.start + sevenDaysMs)
  await payment.worker.sweep()
  expect((await payment.getTransaction()).operations.at(-1)).toMatchObject({ type: 'reversal', status: 'pending' })
  for (const minutes of [1, 2]) {
    payment.setClock(payment.start + sevenDaysMs + minutes * 60_000)
    await payment.worker.sweep()
  }
  expect((await payment.getTransaction()).operations.at(-1)).toMatchObject({ type: 'reversal', status: 'approved' })
  expect(payment.ledger.find(payment.id)?.reversals).toBe(1)
})

test('an authorization with a pending capture does not expire', async () => {
  const payment = await createAuthorizedPayment()
  payment.setClock(payment.start + sevenDaysMs - 1)
  payment.faultPlan.add({ fault: { kind: 'dropAfter' }, on: 'capture' })
  expect((await payment.capture(4)).status).toBe(504)
  payment.setClock(payment.start + sevenDaysMs)
  await payment.worker.sweep()
  expect((await payment.getTransaction()).status).toBe('authorized')
  payment.setClock(payment.start + sevenDaysMs + 60_000)
  await payment.worker.sweep()
  await payment.worker.sweep()
  expect(await payment.getTransaction()).toMatchObject({ amountCaptured: 4, amountCapturable: 0 })
})

test('a fully captured authorization does not expire', async () => {
  const payment = await createAuthorizedPayment()
  await payment.capture()
  payment.setClock(payment.start + sevenDaysMs + 1000)
  await payment.worker.sweep()
  expect((await payment.getTransaction()).operations.map(({ type }: any) => type)).toEqual(['authorize', 'capture'])
})

test('a sweep expires sixty authorizations, and releases their holds', async () => {
  const payment = await createAuthorizedPayment()
  const call = payment.worker.as(payment.merchant.secretKey)
  const body = cardPayment(undefined, { amount: { value: 1 } })
  for (let n = 0; n < 59; n++) await call('POST', '/v1/transactions/authorize', { body })
  payment.setClock(payment.start + sevenDaysMs + 60_000)
  const count = async (status: string) =>
    (
      await payment.merchant.rows(
        'SELECT count(*) AS n FROM transactions WHERE account = ? AND status = ?',
        payment.merchant.id,
        status,
      )
    )[0]?.['n']
  await payment.worker.sweep()
  expect(await count('expired')).toBe(60)
  expect(payment.ledger.entries().filter(({ reversals }) => reversals === 1)).toHaveLength(60)
})
