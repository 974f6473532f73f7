import { beforeEach, describe, expect, test } from 'vitest'
import { inMemoryAcquirer } from '../../proof/acquirer/memory.ts'
import { cardPayment, createMerchant, startWorker, testClock } from '../../testing/merchant.ts'
import type { Call } from '../../testing/merchant.ts'

const clock = testClock()
const acquirer = inMemoryAcquirer({ now: clock.now })
const worker = startWorker({ processor: acquirer.processor, clock })
let call: Call
beforeEach(async () => {
  acquirer.faultPlan.clear()
  call = worker.as((await createMerchant()).secretKey)
})

const post = (operation: string, body: object, key?: string) =>
  call('POST', `/v1/transactions/${operation}`, { body, headers: key === undefined ? {} : { 'idempotency-key': key } })
const read = async (id: string) => (await call('GET', `/v1/transactions/${id}`)).json
const eventTypes = async (): Promise<string[]> =>
  (await call('GET', '/v1/events')).json.events.map(({ type }: { type: string }) => type).toReversed()
/** A response without the members that differ each time. */
const comparable = ({
  requestId: _r,
  transactionId: _t,
  authCode: _a,
  latency: _l,
  ...rest
}: Record<string, unknown>) => rest

describe('sale', () => {
  test('sale returns the response of authorize and captures the amount by one message', async () => {
    const body = cardPayment(undefined, { order: { metadata: { cart: '7' } }, initiatedByUserId: 5 })
    const authorized = await post('authorize', body)
    const before = acquirer.ledger.entries().length
    const { status, json } = await post('sale', body)
    expect(status).toBe(200)
    expect(comparable(json)).toEqual(comparable(authorized.json))
    expect(acquirer.ledger.entries()).toHaveLength(before + 1)
    expect(await read(json.transactionId)).toMatchObject({
      status: 'captured',
      amountAuthorized: 10.5,
      amountCaptured: 10.5,
      amountCapturable: 0,
      expires: null,
      operations: [{ type: 'authorize' }, { type: 'capture', status: 'approved', amount: 10.5 }],
    })
  })

  test('sale sends an authorized event, then a captured event', async () => {
    await post('sale', cardPayment())
    expect(await eventTypes()).toEqual(['transaction.authorized', 'transaction.captured'])
  })

  test('a partially approved sale is captured for the approved amount', async () => {
    acquirer.faultPlan.add({ fault: { kind: 'partial' }, on: 'authorize' })
    const { json } = await post('sale', cardPayment())
    expect(json).toMatchObject({ responseCode: '10', amount: 5.25 })
    expect(await read(json.transactionId)).toMatchObject({
      status: 'captured',
      amountAuthorized: 5.25,
      amountCaptured: 5.25,
      amountCapturable: 0,
    })
  })

  test('a declined sale captures nothing', async () => {
    acquirer.faultPlan.add({ fault: { kind: 'decline', code: '51' }, on: 'authorize' })
    const { json } = await post('sale', cardPayment())
    expect(json).toMatchObject({ responseCode: '51', errors: [{ type: 'card_declined' }] })
    expect(await read(json.transactionId)).toMatchObject({ status: 'declined', amountCaptured: 0 })
    expect(await eventTypes()).toEqual(['transaction.declined'])
  })

  test('a sale with a lost response returns 68 and is reversed', async () => {
    acquirer.faultPlan.add({ fault: { kind: 'dropAfter' }, on: 'authorize' })
    const { status, json } = await post('sale', cardPayment(), 'order-1')
    expect([status, json.responseCode]).toEqual([200, '68'])
    expect(await read(json.transactionId)).toMatchObject({ status: 'reversed', amountCaptured: 0 })
    expect((await post('sale', cardPayment(), 'order-1')).json).toMatchObject({ responseCode: '68' })
  })

  test('a sale that never reached the processor returns 92, and its idempotency key is free again', async () => {
    acquirer.faultPlan.add({ fault: { kind: 'busy' }, on: 'authorize' })
    expect((await post('sale', cardPayment(), 'order-2')).json.responseCode).toBe('92')
    expect((await post('sale', cardPayment(), 'order-2')).json.responseCode).toBe('00')
  })

  test('fifty sales at once with one idempotency key charge once', async () => {
    const before = acquirer.ledger.entries().length
    const responses = await Promise.all(Array.from({ length: 50 }, () => post('sale', cardPayment(), 'order-3')))
    expect(acquirer.ledger.entries()).toHaveLength(before + 1)
    const again = await post('sale', cardPayment(), 'order-3')
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    for (const { status, json, text } of responses)
      if (status === 200) expect(text).toBe(again.text)
      else expect([status, json.errors[0].type]).toEqual([409, 'idempotency_in_progress'])
  })

  test('an idempotency key of an authorize is independent of the same key of a sale', async () => {
    const authorized = await post('authorize', cardPayment(), 'order-4')
    const sold = await post('sale', cardPayment(), 'order-4')
    expect(sold.headers.has('idempotent-replayed')).toBe(false)
    expect(sold.json.transactionId).not.toBe(authorized.json.transactionId)
  })

  test.each([
    ['cash', { cash: true }],
    ['a bank account', { check: { accountNumber: '000123456789', routingNumber: '021000021' } }],
  ])('sale by %s is captured once', async (_method, payment) => {
    const { json } = await post('sale', { payment, amount: { value: 10.5 } })
    expect(await read(json.transactionId)).toMatchObject({
      status: 'captured',
      amountCaptured: 10.5,
      operations: [{ type: 'authorize' }, { type: 'capture' }],
    })
  })

  test('sale rejects an unknown top-level member, like authorize', async () => {
    const { status, json } = await post('sale', { ...cardPayment(), capture: false })
    expect([status, json.errors[0].type]).toEqual([400, 'unknown_member'])
  })

  test('sale without an API key returns 401 with an envelope', async () => {
    const { status, json } = await call('POST', '/v1/transactions/sale', { key: null, body: cardPayment() })
    expect([status, json.errors[0].type]).toEqual([401, 'key_missing'])
  })

  test('GET /v1/transactions/sale returns 405', async () => {
    expect((await call('GET', '/v1/transactions/sale')).status).toBe(405)
  })
})

const sold = async (): Promise<string> => (await post('sale', cardPayment())).json.transactionId
const captureOf = async (id: string): Promise<string> => (await read(id)).operations[1].transactionId

describe('operations after a sale', () => {
  test('void of a sale or of its capture voids the whole payment, at the processor too', async () => {
    for (const named of [async (id: string) => id, captureOf]) {
      const id = await sold()
      expect((await post('void', { transactionId: await named(id) })).json.responseCode).toBe('00')
      expect(await read(id)).toMatchObject({ status: 'voided', amountCaptured: 0, amountCapturable: 0 })
      expect(acquirer.ledger.find(id)).toMatchObject({ state: 'voided' })
      const again = await post('capture', { transactionId: id })
      expect([again.status, again.json.errors[0].type]).toEqual([409, 'already_voided'])
    }
  })

  test('capture of a sale returns 409 already_captured', async () => {
    const { status, json } = await post('capture', { transactionId: await sold() })
    expect([status, json.errors[0].type]).toEqual([409, 'already_captured'])
  })

  test('a sale is credited in parts up to its amount', async () => {
    const referenceTransactionId = Number(await sold())
    for (const value of [4, 6.5])
      expect((await post('credit', { referenceTransactionId, amount: { value } })).json.responseCode).toBe('00')
    expect(await read(String(referenceTransactionId))).toMatchObject({ status: 'refunded', amountCredited: 10.5 })
  })

  test('a sale settles with the next batch', async () => {
    const id = await sold()
    expect((await call('POST', '/v1/batches/close')).status).toBe(200)
    expect(await read(id)).toMatchObject({ status: 'settled', amountSettled: 10.5 })
  })
})
