import { describe, expect, test } from 'vitest'
import { fromBase64, toHex, utf8 } from '#contract/encoding/bytes'
import { cardMessage, logInDevice, pairDevice } from '../../testing/device.ts'
import { card, createMerchant, startWorker } from '../../testing/merchant.ts'

const { as, fetch } = startWorker()
const merchant = await createMerchant()
const call = as(merchant.secretKey)
const device = await pairDevice(fetch, call)
const { line, welcome } = await logInDevice(fetch, device)

const drawn = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABAQAAAAA3bvkkAAAACklEQVR42mP4DwABAQEAG7buVgAAAABJRU5ErkJggg=='

/** A payment at a terminal that the shopper signs. */
const signed = async (accountNumber = '4242424242424242', signature: string | null = drawn) => {
  const paying = call('POST', '/v1/transactions/authorize', {
    body: { payment: { terminal: { id: device.terminal, promptSignature: true } }, amount: { value: 12.5 } },
  })
  const payment = await line.next('payment')
  for (const type of ['received', 'presented']) line.send({ type, session: payment.session })
  line.send(await cardMessage(payment, welcome, { card: card(accountNumber), signature }))
  await line.next('processing')
  await line.next('result')
  return (await paying).json
}

const read = (id: string, by = call) => by('GET', `/v1/transactions/${id}/signature`)
const rowsOf = (transactionId: string) =>
  merchant.rows('SELECT * FROM signatures WHERE transactionId = ?', Number(transactionId))

describe('GET /v1/transactions/{id}/signature', () => {
  test('the signature of an approved payment is returned by the id of any of its operations', async () => {
    const before = Date.now()
    const { transactionId } = await signed()
    const captured = await call('POST', '/v1/transactions/capture', { body: { transactionId } })
    for (const id of [transactionId, captured.json.transactionId]) {
      const { status, json } = await read(id)
      expect([status, json]).toEqual([
        200,
        {
          requestId: expect.any(String),
          signature: { type: 'image/png', data: drawn, created: expect.stringMatching(/^\d{4}-.*Z$/) },
          errors: null,
        },
      ])
      expect(Date.parse(json.signature.created)).toBeGreaterThanOrEqual(before)
    }
  })

  test('a signature is sealed for its own payment; a swapped row returns 500', async () => {
    const [one, other] = [await signed(), await signed()]
    const [row] = await rowsOf(one.transactionId)
    const [another] = await rowsOf(other.transactionId)
    expect(row).toMatchObject({ account: merchant.id, mode: 'test' })
    expect(row!['sealed']).not.toBe(another!['sealed'])
    const bytes = fromBase64(drawn)!
    const stored = JSON.stringify([row, another])
    for (const form of [drawn, drawn.slice(4, 24), btoa(drawn).slice(4, 24), toHex(bytes), toHex(utf8(drawn))])
      expect(stored.toLowerCase()).not.toContain(form.toLowerCase())
    // The sealed signature of one payment cannot be opened for another.
    await merchant.run(
      'UPDATE signatures SET sealed = ?, wrappedKey = ? WHERE transactionId = ?',
      row!['sealed'],
      row!['wrappedKey'],
      Number(other.transactionId),
    )
    const swapped = await read(other.transactionId)
    expect([swapped.status, swapped.text.includes(drawn)]).toEqual([500, false])
  })

  test('the signature of a declined payment is deleted and returns 404', async () => {
    const { transactionId, responseCode } = await signed('4000000000009995')
    expect(responseCode).toBe('51')
    expect(await rowsOf(transactionId)).toEqual([])
    expect((await read(transactionId)).status).toBe(404)
  })

  test('the signature of an unsigned, an online or an unknown payment returns 404 not_found', async () => {
    const unsigned = await signed(undefined, null)
    const online = await call('POST', '/v1/transactions/authorize', {
      body: { payment: { creditCard: card() }, amount: { value: 1 } },
    })
    for (const id of [unsigned.transactionId, online.json.transactionId, '91119118634486', '0', '9'.repeat(19)]) {
      const { status, json } = await read(id)
      expect([status, json.signature, json.errors[0].type, json.errors[0].message.details]).toEqual([
        404,
        null,
        'not_found',
        { resource: 'signature' },
      ])
    }
  })

  test('the signature of a foreign or other-mode payment returns 404', async () => {
    const { transactionId } = await signed()
    const live = as((await merchant.issue('sk', { mode: 'live' })).key)
    for (const outsider of [live, as((await createMerchant()).secretKey)])
      expect((await read(transactionId, outsider)).status).toBe(404)
    expect((await read(transactionId)).status).toBe(200)
  })
})
