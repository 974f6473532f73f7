import { beforeEach, describe, expect, test } from 'vitest'
import { encryptCard } from '../../../../widget/encrypt/encryptCard.ts'
import { inMemoryAcquirer } from '../../../proof/acquirer/memory.ts'
import { card, createMerchant, startWorker, testClock } from '../../../testing/merchant.ts'
import type { Call, Merchant } from '../../../testing/merchant.ts'

/** Age and single use of encrypted cards. */

const minuteMs = 60_000
const clock = testClock()
const acquirer = inMemoryAcquirer({ now: clock.now })
const worker = startWorker({ clock, processor: acquirer.processor })
let merchant: Merchant
let call: Call
beforeEach(async () => {
  merchant = await createMerchant()
  call = worker.as(merchant.secretKey)
})

const encrypt = async (ageMs = 0): Promise<string> =>
  encryptCard(card(), (await call('GET', '/v1/encryptionkeys')).json, clock.now() - ageMs)
const authorize = (creditCardEncrypted: string, key?: string) =>
  call('POST', '/v1/transactions/authorize', {
    body: { payment: { creditCardEncrypted }, amount: { value: 10.5 } },
    headers: key === undefined ? {} : { 'idempotency-key': key },
  })
const paid = () => acquirer.ledger.entries().length
const used = { errors: [{ type: 'encrypted_card_used', message: { field: 'payment.creditCardEncrypted' } }] }

const hashes = () => merchant.rows('SELECT messageId FROM usedEncryptedCards WHERE account = ?', merchant.id)

describe('single use of an encrypted card', () => {
  test('an encrypted card pays once: another authorize returns 400 encrypted_card_used and sends nothing', async () => {
    const jwe = await encrypt()
    expect((await authorize(jwe)).json.responseCode).toBe('00')
    const before = paid()
    for (const again of [await authorize(jwe), await authorize(jwe, 'another-key')]) {
      expect(again.status).toBe(400)
      expect(again.json).toMatchObject(used)
    }
    expect(paid()).toBe(before)
  })

  test('twenty authorizes at once with one encrypted card, each with its own idempotency key, pay once', async () => {
    const jwe = await encrypt()
    const before = paid()
    const responses = await Promise.all(Array.from({ length: 20 }, (_, at) => authorize(jwe, `key-${at}`)))
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const { json } of responses.filter(({ status }) => status !== 200)) expect(json).toMatchObject(used)
    expect(paid()).toBe(before + 1)
  })

  test('an encrypted card repeated with the same Idempotency-Key returns the first response, even after its age', async () => {
    const jwe = await encrypt()
    const first = await authorize(jwe, 'order-1')
    const again = await authorize(jwe, 'order-1')
    clock.advance(60 * minuteMs)
    const later = await authorize(jwe, 'order-1')
    for (const response of [again, later]) {
      expect(response.headers.get('idempotent-replayed')).toBe('true')
      expect(response.text).toBe(first.text)
    }
  })

  test('an expired encrypted card under the key of another request returns 422 idempotency_mismatch', async () => {
    await authorize(await encrypt(), 'order-2')
    const stale = await authorize(await encrypt(60 * minuteMs), 'order-2')
    expect([stale.status, stale.json.errors[0].type]).toEqual([422, 'idempotency_mismatch'])
  })

  test('a declined encrypted card is used up', async () => {
    const keySet = (await call('GET', '/v1/encryptionkeys')).json
    const jwe = await encryptCard(card('4242424242424241'), keySet, clock.now())
    expect((await authorize(jwe)).json.responseCode).toBe('14')
    expect((await authorize(jwe)).json).toMatchObject(used)
  })

  test('a rejected authorize does not use up its encrypted card', async () => {
    const jwe = await encrypt()
    const unknown = await call('POST', '/v1/transactions/authorize', {
      body: { payment: { creditCardEncrypted: jwe }, amount: { value: 1 }, referenceTransactionId: 12_345_678_901_234 },
    })
    expect(unknown.json.errors[0].type).toBe('reference_not_found')
    expect((await authorize(jwe)).json.responseCode).toBe('00')
  })

  test('an encrypted card in a refund of its payment is used up', async () => {
    const { transactionId } = (await authorize(await encrypt())).json
    await call('POST', '/v1/transactions/capture', { body: { transactionId } })
    const jwe = await encrypt()
    const refund = (value: number) =>
      call('POST', '/v1/transactions/credit', {
        body: {
          payment: { creditCardEncrypted: jwe },
          amount: { value },
          referenceTransactionId: Number(transactionId),
        },
      })
    expect((await refund(1)).json.responseCode).toBe('00')
    expect((await refund(1)).status).toBe(400)
    expect((await authorize(jwe)).json).toMatchObject(used)
  })

  test('another spelling of the wrapped key does not make a used encrypted card usable', async () => {
    const jwe = await encrypt()
    await authorize(jwe)
    const [header, , ...sealed] = jwe.split('.')
    const other = (await encrypt()).split('.')[1]
    expect((await authorize([header, other, ...sealed].join('.'))).status).toBe(400)
  })

  test.each([900, 0])(
    'the hash of a used encrypted card is kept while its key decrypts, with a maximum age of %i',
    async (maxAge) => {
      await call('PUT', '/v1/account', { body: { encryptedCardMaxAgeSeconds: maxAge } })
      const jwe = await encrypt()
      await authorize(jwe)
      // The account's test clock does not age it.
      await call('POST', '/v1/testclock/advance', { body: { seconds: 300 * 86_400 } })
      clock.advance(59 * 86_400_000)
      await worker.sweep()
      expect(await hashes()).toHaveLength(1)
      clock.advance(2 * 86_400_000)
      await worker.sweep()
      expect(await hashes()).toEqual([])
      expect((await authorize(jwe)).json.errors[0].type).toBe('format_invalid')
    },
  )

  test('no column stores an encrypted card', async () => {
    const jwe = await encrypt()
    await authorize(jwe)
    const [row] = await merchant.rows('SELECT * FROM usedEncryptedCards WHERE account = ?', merchant.id)
    expect(row!['messageId']).toMatch(/^[0-9A-Za-z_-]{43}$/)
    for (const part of jwe.split('.')) expect(JSON.stringify(row)).not.toContain(part)
  })
})

describe('age of an encrypted card', () => {
  test.each([
    ['now', 0, null],
    ['14 minutes ago', 14 * minuteMs, null],
    ['16 minutes ago', 16 * minuteMs, 'encrypted_card_expired'],
    ['100 days ago', 100 * 24 * 60 * minuteMs, 'encrypted_card_expired'],
    ['4 minutes ahead', -4 * minuteMs, null],
    ['6 minutes ahead', -6 * minuteMs, 'encrypted_card_expired'],
  ])('an encrypted card dated %s: %#', async (_when, ageMs, error) => {
    const { json } = await authorize(await encrypt(ageMs))
    expect(json.errors?.[0].type ?? null).toBe(error)
    if (error !== null)
      expect(json.errors[0].message).toMatchObject({
        field: 'payment.creditCardEncrypted',
        details: { maxAgeSeconds: 900 },
      })
  })

  test('an encrypted card is aged by real time, not by the test clock', async () => {
    await call('POST', '/v1/testclock/advance', { body: { seconds: 86_400 } })
    expect((await authorize(await encrypt())).json.responseCode).toBe('00')
    expect((await authorize(await encrypt(-86_400_000))).json.errors[0].type).toBe('encrypted_card_expired')
  })

  test('an encrypted card without iat returns 400 format_invalid', async () => {
    expect((await authorize(await encryptWithoutTime())).json.errors[0].type).toBe('format_invalid')
  })

  test('with encryptedCardMaxAgeSeconds 0 an encrypted card without iat or of any age pays once', async () => {
    await call('PUT', '/v1/account', { body: { encryptedCardMaxAgeSeconds: 0 } })
    for (const jwe of [await encryptWithoutTime(), await encrypt(50 * 86_400_000)]) {
      expect((await authorize(jwe)).json.responseCode).toBe('00')
      expect((await authorize(jwe)).json).toMatchObject(used)
    }
  })

  test('with encryptedCardMaxAgeSeconds 60 an encrypted card expires after a minute', async () => {
    await call('PUT', '/v1/account', { body: { encryptedCardMaxAgeSeconds: 60 } })
    expect((await authorize(await encrypt(50_000))).json.responseCode).toBe('00')
    expect((await authorize(await encrypt(70_000))).json.errors[0].message.details).toEqual({ maxAgeSeconds: 60 })
  })
})

/** An encrypted card by a client that does not date it. */
const encryptWithoutTime = async (): Promise<string> => {
  const { keys } = (await call('GET', '/v1/encryptionkeys')).json
  const { CompactEncrypt } = await import('jose/jwe/compact/encrypt')
  const algorithm = { name: 'RSA-OAEP', hash: 'SHA-256' }
  const { kty, n, e, kid } = keys[0]
  const key = await crypto.subtle.importKey('jwk', { kty, n, e }, algorithm, false, ['encrypt'])
  return new CompactEncrypt(new TextEncoder().encode(JSON.stringify(card())))
    .setProtectedHeader({ alg: 'RSA-OAEP-256', enc: 'A256GCM', kid })
    .encrypt(key)
}
