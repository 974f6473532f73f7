import { expect, test } from 'vitest'
import { pairingAddress } from '#contract/terminals/device'
import { cardMessage, logInDevice, pairDevice } from '../../testing/device.ts'
import { readEvents } from '../../testing/events.ts'
import { subscriptionFixture } from '../../testing/fixtures/subscriptionFixture.ts'
import { card } from '../../testing/requestDefaults.ts'
import { createShopper } from '../../testing/shopper.ts'
import { bankAccount, nmiFixture, visa } from './nmi.fixture.ts'

type Fixture = Awaited<ReturnType<typeof nmiFixture>>

const creditCard = card(visa)

/** Pays 11.00 by a token that a page makes with the publishable key, as the card form does. */
const payByCardForm = async ({ call, merchant, send }: Fixture): Promise<string> => {
  const { key } = await merchant.issue('pk')
  expect(key).toMatch(/^sluice_pk_live_/)
  const { token } = (await call('POST', '/v1/tokens', { key, body: { creditCard } })).json
  const { approved, transactionId } = await send('sale', { payment: { token }, amount: { value: 11 } })
  expect(approved).toBe(true)
  return transactionId
}

/** Pays 12.00 on the hosted checkout. */
const payByCheckout = async ({ call, worker }: Fixture): Promise<string> => {
  const { id } = (await call('POST', '/v1/dynamiccheckout', { body: { total: 12 } })).json
  const { json } = await createShopper(worker).openAndPay(id, { payment: { creditCard } })
  expect(json.status).toBe('completed')
  return json.transactionId
}

/** Pays 13.00 at a device that is paired in live mode. */
const payAtTerminal = async ({ call, worker, send }: Fixture): Promise<string> => {
  const device = await pairDevice(worker.fetch, call, {}, pairingAddress('live'))
  const { line, welcome } = await logInDevice(worker.fetch, device)
  const paying = send('sale', { payment: { terminal: { id: device.terminal } }, amount: { value: 13 } })
  const payment = await line.next('payment')
  line.send({ type: 'received', session: payment.session })
  line.send(await cardMessage(payment, welcome, { card: creditCard }))
  await line.next('processing')
  expect(await line.next('result')).toMatchObject({ state: 'completed', responseCode: '00' })
  const { approved, transactionId } = await paying
  expect(approved).toBe(true)
  return transactionId
}

/** Pays 14.00 by a stored card, and subscribes it to a plan of 10.00, whose first bill is due at once. */
const subscribe = async ({ call, merchant, send }: Fixture): Promise<string> => {
  const { makePlan, addCard } = subscriptionFixture(merchant, call)
  const customer: string = (await call('POST', '/v1/customers', { body: {} })).json.customers[0].id
  await addCard(customer, visa)
  await send('sale', { amount: { value: 14 }, payment: { stored: { customer, initial: 'first' } } })
  await call('POST', `/v1/customers/${customer}/subscriptions`, { body: { plan: await makePlan({ unit: 'month' }) } })
  return customer
}

test('live mode over NMI: payments of every kind are settled, refunded, returned and disputed, and both books agree', async () => {
  const fixture = await nmiFixture('live')
  const { merchant, connection, check, call, get, send, passTime, ledger, sums, reconcile } = fixture
  expect(merchant.secretKey).toMatch(/^sluice_sk_live_/)
  expect(await check()).toMatchObject({ check: { result: 'ok' }, connection: { mode: 'live', status: 'ok' } })

  const paid = [await payByCardForm(fixture), await payByCheckout(fixture), await payAtTerminal(fixture)] as const
  const [byForm, byCheckout, atTerminal] = paid
  const customer = await subscribe(fixture)
  const check16 = { check: { ...bankAccount, accountNumber: '999000001' } }
  const { transactionId: debit } = await send('sale', { payment: check16, amount: { value: 16 } })

  await passTime(30)
  for (const id of [...paid, debit]) expect(await get(id)).toMatchObject({ status: 'settled', connection })
  const billed = (await call('GET', `/v1/transactions?customer=${customer}`)).json.transactions
  expect(billed).toMatchObject([
    { status: 'settled', amountSettled: 10 },
    { status: 'settled', amountSettled: 14 },
  ])

  const refund = { referenceTransactionId: Number(atTerminal), amount: { value: 3 } }
  expect(await send('credit', refund)).toMatchObject({ approved: true })
  const sent = ledger().length
  const body = { transactionId: byCheckout, caseId: 'CB-20418', stage: 'open', reason: { code: '13.1' } }
  const { dispute } = (await call('POST', '/v1/disputes', { body })).json
  expect(dispute).toMatchObject({ connection, stage: 'open', amount: 12, amountWithdrawn: 12 })
  expect(ledger()).toHaveLength(sent)

  await passTime(72)
  expect(await get(debit)).toMatchObject({ status: 'returned', returns: [{ code: 'R01' }] })
  expect(await get(atTerminal)).toMatchObject({ amountSettled: 13, amountCredited: 3 })
  // A dispute changes neither status nor amounts: the withdrawal is a sum of its own.
  expect(await get(byCheckout)).toMatchObject({
    status: 'settled',
    amountSettled: 12,
    amountCredited: 0,
    disputes: [{ id: dispute.id, stage: 'open', amountWithdrawn: 12 }],
  })
  expect(await get(byForm)).toMatchObject({ status: 'settled', disputes: [] })
  const lost = await call('POST', '/v1/disputes', { body: { ...body, stage: 'lost' } })
  expect(lost.json.dispute).toMatchObject({ id: dispute.id, stage: 'lost', amountWithdrawn: 12 })
  const types = (await readEvents(merchant)).map(({ type }) => type).filter((type) => type.includes('dispute'))
  expect(types).toEqual(['dispute.created', 'transaction.disputed', 'dispute.closed'])

  const { batches } = (await call('GET', '/v1/batches')).json
  expect(batches.map(({ totals }: { readonly totals: readonly { readonly net: number }[] }) => totals[0]!.net)).toEqual(
    [-3, 76],
  )
  expect(ledger().every(({ mode }) => mode === 'live')).toBe(true)
  expect(sums()).toMatchObject({ credited: 300n })
  expect(await reconcile()).toEqual({ differences: [], repairs: [] })
})
