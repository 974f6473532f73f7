import { describe, expect, test } from 'vitest'
import { fromBase64, toHex, utf8 } from '#contract/encoding/bytes'
import { cardFrame, logIn, pairDevice } from '../../testing/device.ts'
import { card, createMerchant, startWorker } from '../../testing/merchant.ts'

/** What shoppers draw at a reader: for the merchant alone, and only of what was approved. */

const { as, fetch } = startWorker()
const merchant = await createMerchant()
const call = as(merchant.secretKey)
const device = await pairDevice(fetch, call)
const { line, welcome } = await logIn(fetch, device)

const drawn = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABAQAAAAA3bvkkAAAACklEQVR42mP4DwABAQEAG7buVgAAAABJRU5ErkJggg=='

/** A payment that the shopper signs, and the rows that its table has of it while the outcome is open or afterwards. */
const signed = async (accountNumber = '4242424242424242', signature: string | null = drawn) => {
  const paying = call('POST', '/v1/transactions/authorize', {
    body: { payment: { terminal: { id: device.terminal, promptSignature: true } }, amount: { value: 12.5 } },
  })
  const payment = await line.next('payment')
  for (const type of ['received', 'presented']) line.send({ type, session: payment.session })
  line.send(await cardFrame(payment, welcome, { card: card(accountNumber), signature }))
  await line.next('processing')
  await line.next('result')
  return (await paying).json
}

const read = (id: string, by = call) => by('GET', `/v1/transactions/${id}/signature`)
const rowsOf = (transactionId: string) =>
  merchant.rows('SELECT * FROM signatures WHERE transactionId = ?', Number(transactionId))

describe('the signature of a payment', () => {
  test('is read after the approval, by the id of any of its operations', async () => {
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

  test('is sealed in its table, for its own payment', async () => {
    const [one, other] = [await signed(), await signed()]
    const [row] = await rowsOf(one.transactionId)
    const [another] = await rowsOf(other.transactionId)
    expect(row).toMatchObject({ account: merchant.id, mode: 'test' })
    expect(row!['sealed']).not.toBe(another!['sealed'])
    const bytes = fromBase64(drawn)!
    const stored = JSON.stringify([row, another])
    for (const form of [drawn, drawn.slice(4, 24), btoa(drawn).slice(4, 24), toHex(bytes), toHex(utf8(drawn))])
      expect(stored.toLowerCase()).not.toContain(form.toLowerCase())
    // Opens for nobody else: put beside another payment it is of no use.
    await merchant.run(
      'UPDATE signatures SET sealed = ?, wrappedKey = ? WHERE transactionId = ?',
      row!['sealed'],
      row!['wrappedKey'],
      Number(other.transactionId),
    )
    const swapped = await read(other.transactionId)
    expect([swapped.status, swapped.text.includes(drawn)]).toEqual([500, false])
  })

  test('is forgotten where the card was declined', async () => {
    const { transactionId, responseCode } = await signed('4000000000009995')
    expect(responseCode).toBe('51')
    expect(await rowsOf(transactionId)).toEqual([])
    expect((await read(transactionId)).status).toBe(404)
  })

  test('is not there where nobody drew one, or the payment was at no reader', async () => {
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

  test('is for no other account, and not for the own one in its other mode', async () => {
    const { transactionId } = await signed()
    const live = as((await merchant.issue('sk', { mode: 'live' })).key)
    for (const outsider of [live, as((await createMerchant()).secretKey)])
      expect((await read(transactionId, outsider)).status).toBe(404)
    expect((await read(transactionId)).status).toBe(200)
  })
})
