import { expect, test } from 'vitest'
import { check, dayMs, openNmi, type Values } from './nmi.fixture.ts'

const rejection = (text: string, transactionid = '') => ({
  response: '3',
  response_code: '300',
  responsetext: expect.stringMatching(new RegExp(`^${text} REFID:\\d+$`)),
  transactionid,
})

const notAnAuth = 'A capture requires that the existing transaction be an AUTH'
const notVoidable = 'Only transactions pending settlement can be voided'
const notRefundable = 'Refund requires a settled transaction'

test.each(['capture', 'void', 'refund'])('%s of an unknown transaction is rejected', async (type) => {
  const { transact } = openNmi()
  for (const transactionid of ['', '0', 'badauth'])
    expect(await transact({ type, transactionid, amount: '1.00' })).toMatchObject(
      rejection('Invalid Transaction ID specified'),
    )
})

test('capture keeps the transaction id and order id of its authorization and releases the rest', async () => {
  const { authorize, transact, condition, ledger } = openNmi()
  const { transactionid = '' } = await authorize({ orderid: 'a' })
  expect(await condition(transactionid)).toBe('pending')
  expect(await transact({ type: 'capture', transactionid, amount: '6.00', orderid: 'b' })).toMatchObject({
    response: '1',
    responsetext: 'SUCCESS',
    authcode: '123456',
    transactionid,
    orderid: 'a',
    type: 'capture',
    response_code: '100',
  })
  expect(await condition(transactionid)).toBe('pendingsettlement')
  expect(ledger.sums('sandbox-key', 'USD')).toEqual({
    authorized: 1000n,
    captured: 600n,
    credited: 0n,
    released: 400n,
    held: 0n,
  })
})

test('capture without an amount captures the whole authorization', async () => {
  const { authorize, transact, ledger } = openNmi()
  const { transactionid = '' } = await authorize()
  expect(await transact({ type: 'capture', transactionid })).toMatchObject({ response: '1' })
  expect(ledger.sums('sandbox-key', 'USD')).toMatchObject({ captured: 1000n })
})

test('capture above the authorized amount is rejected, and a later capture succeeds', async () => {
  const { authorize, transact } = openNmi()
  const { transactionid = '' } = await authorize()
  const text = 'The specified amount of 10.01 exceeds the authorization amount of 10.00'
  expect(await transact({ type: 'capture', transactionid, amount: '10.01' })).toMatchObject(
    rejection(text, transactionid),
  )
  expect(await transact({ type: 'capture', transactionid, amount: '0' })).toMatchObject(
    rejection('Invalid amount', transactionid),
  )
  expect(await transact({ type: 'capture', transactionid, amount: '0.50' })).toMatchObject({ response: '1' })
})

test('a second capture, and the capture of a sale or of a voided authorization, are rejected', async () => {
  const { authorize, sale, transact } = openNmi()
  const capture = (transactionid = '') => transact({ type: 'capture', transactionid, amount: '1.00' })
  const [captured, voided, sold] = [await authorize(), await authorize(), await sale()].map((one) => one.transactionid)
  await capture(captured)
  await transact({ type: 'void', transactionid: voided! })
  for (const id of [captured, voided, sold]) expect(await capture(id)).toMatchObject(rejection(notAnAuth, id))
})

test.each<[string, Values]>([
  ['authorization', { type: 'auth' }],
  ['sale', {}],
  ['credit', { type: 'credit' }],
  ['check', check],
])('void of an unsettled %s cancels it once', async (_, values) => {
  const { sale, transact, condition, ledger } = openNmi()
  const { transactionid = '', authcode } = await sale({ orderid: 'a', ...values })
  expect(await transact({ type: 'void', transactionid })).toMatchObject({
    response: '1',
    responsetext: 'Transaction Void Successful',
    authcode,
    transactionid,
    orderid: 'a',
    type: 'void',
    response_code: '100',
  })
  expect(await condition(transactionid)).toBe('canceled')
  expect(Object.values(ledger.sums('sandbox-key', 'USD'))).toEqual([0n, 0n, 0n, 0n, 0n])
  expect(await transact({ type: 'void', transactionid })).toMatchObject(rejection(notVoidable, transactionid))
})

test('void of a captured authorization voids the capture', async () => {
  const { authorize, transact, ledger } = openNmi()
  const { transactionid = '' } = await authorize()
  await transact({ type: 'capture', transactionid, amount: '6.00' })
  expect(await transact({ type: 'void', transactionid })).toMatchObject({ response: '1' })
  expect(Object.values(ledger.sums('sandbox-key', 'USD'))).toEqual([0n, 0n, 0n, 0n, 0n])
})

test('void of a settled, declined, validated or refunded transaction is rejected', async () => {
  const { sale, transact, clock } = openNmi()
  const settled = await sale()
  clock.advance(dayMs)
  const declined = await sale({ amount: '0.50' })
  const validated = await sale({ type: 'validate', amount: '' })
  const refunded = await sale()
  await transact({ type: 'refund', transactionid: refunded.transactionid! })
  for (const { transactionid = '' } of [settled, declined, validated, refunded])
    expect(await transact({ type: 'void', transactionid })).toMatchObject(rejection(notVoidable, transactionid))
})

test('refund makes a transaction of its own, by default of the whole amount', async () => {
  const { sale, transact, query, ledger } = openNmi()
  const { transactionid = '' } = await sale({ orderid: 'a', firstname: 'Ada' })
  const refunded = await transact({ type: 'refund', transactionid, orderid: 'r' })
  expect(refunded).toMatchObject({ response: '1', responsetext: 'SUCCESS', authcode: '', orderid: 'r', type: 'refund' })
  expect(refunded.transactionid).not.toBe(transactionid)
  expect(await query({ order_id: 'r' })).toMatchObject([
    {
      members: { condition: 'pendingsettlement', first_name: 'Ada' },
      actions: [{ action_type: 'refund', amount: '10.00' }],
    },
  ])
  expect(ledger.sums('sandbox-key', 'USD')).toMatchObject({ captured: 1000n, credited: 1000n })
})

test('refunds never exceed the captured amount, and a voided refund can be made again', async () => {
  const { authorize, transact } = openNmi()
  const { transactionid = '' } = await authorize()
  await transact({ type: 'capture', transactionid, amount: '6.00' })
  const refund = (amount: string) => transact({ type: 'refund', transactionid, amount })
  const tooMuch = rejection('Refund amount may not exceed the transaction balance')
  expect(await refund('6.01')).toMatchObject(tooMuch)
  const first = await refund('4.00')
  expect(await refund('2.01')).toMatchObject(tooMuch)
  expect(await refund('0.40')).toMatchObject({ response: '1', orderid: '' })
  await transact({ type: 'void', transactionid: first.transactionid! })
  expect(await refund('5.60')).toMatchObject({ response: '1' })
  expect(await refund('0.01')).toMatchObject(tooMuch)
  expect(await refund('0.00')).toMatchObject(rejection('Invalid amount'))
})

test('refund of an authorization, a void, a decline, a credit or a refund is rejected', async () => {
  const { authorize, sale, transact } = openNmi()
  const [voided, refunded] = [await sale(), await sale()]
  await transact({ type: 'void', transactionid: voided.transactionid! })
  const refund = (transactionid = '') => transact({ type: 'refund', transactionid, amount: '1.00' })
  const others = [await authorize(), voided, await sale({ amount: '0.50' }), await sale({ type: 'credit' })]
  for (const { transactionid } of [...others, await refund(refunded.transactionid)])
    expect(await refund(transactionid)).toMatchObject(rejection(notRefundable))
})

test('refunds of unsettled transactions are rejected by the rule settledOnly until settlement', async () => {
  const { sale, transact, clock } = openNmi({ refunds: 'settledOnly' })
  const { transactionid = '' } = await sale()
  expect(await transact({ type: 'refund', transactionid })).toMatchObject(rejection(notRefundable))
  clock.advance(dayMs)
  expect(await transact({ type: 'refund', transactionid })).toMatchObject({ response: '1' })
})

test.each(['', 'creditcard', 'check'])('modifications of cards and checks accept payment=%s', async (payment) => {
  const { sale, transact } = openNmi()
  for (const { transactionid = '' } of [await sale(), await sale(check)]) {
    expect(await transact({ type: 'refund', transactionid, payment, amount: '1.00' })).toMatchObject({ response: '1' })
  }
})
