import { afterAll, expect, test, vi } from 'vitest'
import { cardPayment } from '../../testing/merchant.ts'
import { byCheck, createSettlementFixture, resetTestClocks } from './fixtures/settlementFixture.ts'

vi.spyOn(console, 'log').mockReturnValue()
vi.spyOn(console, 'error').mockReturnValue()
afterAll(() => vi.restoreAllMocks())
resetTestClocks()

test('a credit that the bank returns is no longer part of the refunded amount', async () => {
  const { setClock, pay, credit, getTransaction } = await createSettlementFixture()
  await setClock('2026-11-20T12:00:00Z')
  const [whole, half] = [await pay(cardPayment('4000000000005126')), await pay(cardPayment('4000000000005126'))]
  await credit(whole)
  await credit(half, 5)
  await credit(half, 1)
  await setClock('2026-11-21T01:00:00Z')
  expect((await getTransaction(whole)).status).toBe('refunded')
  await setClock('2026-11-22T01:00:00Z')
  expect(await getTransaction(whole)).toMatchObject({ status: 'settled', amountCredited: 0, amountSettled: 10.5 })
  expect(await getTransaction(half)).toMatchObject({ status: 'settled', amountCredited: 0 })
  expect((await getTransaction(whole)).operations).toMatchObject([{}, { status: 'settled' }, { status: 'returned' }])
})

test('an unreferenced credit that the bank returns has status returned', async () => {
  const { setClock, creditUnreferenced, getTransaction } = await createSettlementFixture()
  await setClock('2026-11-20T12:00:00Z')
  const [id, other] = [await creditUnreferenced(5, '4000000000005126'), await creditUnreferenced(5)]
  await setClock('2026-11-22T01:00:00Z')
  expect(await getTransaction(id)).toMatchObject({ status: 'returned', amountCredited: 0 })
  expect(await getTransaction(other)).toMatchObject({ status: 'refunded', amountCredited: 5 })
})

test('a check is returned on the second banking day after its batch', async () => {
  const { setClock, authorize, getTransaction, credit, call } = await createSettlementFixture()
  // A Friday.
  await setClock('2026-11-20T12:00:00Z')
  const [check, refunded] = [await authorize(byCheck('999000002')), await authorize(byCheck('999000001'))]
  await credit(refunded, 4)
  await setClock('2026-11-23T23:00:00Z')
  expect((await getTransaction(check)).status).toBe('settled')
  await setClock('2026-11-24T23:59:00Z')
  expect(await getTransaction(check)).toMatchObject({ status: 'returned', amountCaptured: 10.5 })
  expect((await getTransaction(check)).operations.at(-1)).toMatchObject({
    type: 'capture',
    status: 'returned',
    responseCode: 'R02',
  })
  expect(await getTransaction(refunded)).toMatchObject({ status: 'returned', amountCredited: 4 })
  const credited = await call('POST', '/v1/transactions/credit', { body: { referenceTransactionId: Number(check) } })
  expect(credited.json.errors).toMatchObject([{ type: 'invalid_state' }])
})

test('a disputed payment is marked and stays settled', async () => {
  const { setClock, pay, getTransaction, merchant } = await createSettlementFixture()
  await setClock('2026-11-20T12:00:00Z')
  const [id, other] = [await pay(cardPayment('4000000000000259')), await pay()]
  await setClock('2026-11-23T12:00:00Z')
  expect((await getTransaction(id)).status).toBe('settled')
  const disputed = await merchant.rows(
    'SELECT disputed FROM transactions WHERE id IN (?, ?) ORDER BY id = ?',
    Number(id),
    Number(other),
    Number(other),
  )
  expect(disputed).toEqual([{ disputed: expect.any(Number) }, { disputed: null }])
})
