import { describe, expect, test } from 'vitest'
import type { PlainCard } from '../../../widget/encrypt/encryptCard.ts'
import { encryptCard } from '../../../widget/encrypt/encryptCard.ts'
import { inMemoryAcquirer } from '../../proof/acquirer/memory.ts'
import type { Answered, Call } from '../../testing/merchant.ts'
import { byCard, card, createMerchant, rowsOf, startWorker } from '../../testing/merchant.ts'

/** Cards that a page encrypted: the keys that it encrypts to, and the payments that come of them. */

const acquirer = inMemoryAcquirer()
const worker = startWorker({ processor: acquirer.processor })
const merchant = await createMerchant()
const asServer = worker.as(merchant.secretKey)
const asPage = worker.as(merchant.publishableKey)

const keysOf = async (call: Call) => (await call('GET', '/v1/encryptionkeys')).json
const encrypted = async (plain: PlainCard = card(), call = asPage): Promise<string> =>
  encryptCard(plain, await keysOf(call))
const pay = (creditCardEncrypted: string, more: object = {}, call = asServer): Promise<Answered> =>
  call('POST', '/v1/transactions/authorize', {
    body: { payment: { creditCardEncrypted }, amount: { value: 10.5 }, ...more },
  })

describe('the keys', () => {
  test('are a JWK set of one public key, the same for page and server and each time', async () => {
    const { keys } = await keysOf(asPage)
    expect(keys).toEqual([
      {
        kty: 'RSA',
        kid: expect.stringMatching(/^[0-9A-Za-z_-]{43}$/),
        use: 'enc',
        alg: 'RSA-OAEP-256',
        n: expect.any(String),
        e: 'AQAB',
      },
    ])
    expect((await keysOf(asServer)).keys).toEqual(keys)
    expect((await keysOf(startWorker().as(merchant.publishableKey))).keys).toEqual(keys)
  })

  test('may be read by the pages that the account names, and by no other', async () => {
    const shop = 'https://shop.example'
    const live = await createMerchant({ mode: 'live', settings: { allowedOrigins: { test: [], live: [shop] } } })
    const from = (origin: string) =>
      worker.as(live.publishableKey)('GET', '/v1/encryptionkeys', { headers: { origin } })
    const answer = await from(shop)
    expect(answer.headers.get('access-control-allow-origin')).toBe(shop)
    expect(answer.json.keys).toHaveLength(1)
    const stranger = await from('https://other.example')
    expect(stranger.status).toBe(403)
    expect(stranger.text).not.toContain('"keys"')
  })

  test('are others for another account, and others again for live mode', async () => {
    const other = await createMerchant()
    const live = (await merchant.issue('sk', { mode: 'live' })).key
    const kids = await Promise.all(
      [merchant.secretKey, other.secretKey, live].map(async (key) => (await keysOf(worker.as(key))).keys[0].kid),
    )
    expect(new Set(kids).size).toBe(3)
  })

  test('are made once, though ten ask for the first one at once', async () => {
    const fresh = await createMerchant()
    const call = worker.as(fresh.publishableKey)
    const answers = await Promise.all(Array.from({ length: 10 }, () => keysOf(call)))
    expect(new Set(answers.map(({ keys }) => keys[0].kid)).size).toBe(1)
    expect(await fresh.rows('SELECT mode FROM encryptionKeys WHERE account = ?', fresh.id)).toEqual([{ mode: 'test' }])
    const paid = await pay(await encrypted(card(), call), {}, worker.as(fresh.secretKey))
    expect(paid.json.responseCode).toBe('00')
  })

  test('are never answered from a row that somebody exchanged', async () => {
    const victim = await createMerchant()
    const thief = await createMerchant()
    const [call, other] = [victim, thief].map(({ publishableKey }) => worker.as(publishableKey)) as [Call, Call]
    await keysOf(call)
    const { keys } = await keysOf(other)
    await victim.run('UPDATE encryptionKeys SET publicKey = ? WHERE account = ?', JSON.stringify(keys[0]), victim.id)
    const answer = await startWorker().as(victim.publishableKey)('GET', '/v1/encryptionkeys')
    expect(answer.status).toBe(500)
    expect(answer.text).not.toContain(keys[0].n)
  })
})

/** An answer without what is another's each time. */
const comparable = ({
  requestId: _r,
  transactionId: _t,
  authCode: _a,
  latency: _l,
  ...rest
}: Record<string, unknown>) => rest

describe('a payment by an encrypted card', () => {
  test('is what it is by the card itself, but for the entry', async () => {
    const plain = card('5555555555554444', { nameOnCard: 'MARKER', postalCode: '46201' })
    const more = { order: { billTo: { line1: '1 Main St' }, metadata: { cart: '7' } } }
    const [typed, sealed] = [
      await asServer('POST', '/v1/transactions/authorize', {
        body: { ...byCard(), payment: { creditCard: plain }, ...more },
      }),
      await pay(await encrypted(plain), more),
    ]
    expect(sealed.json.responseCode).toBe('00')
    expect(comparable(sealed.json)).toEqual(comparable(typed.json))

    const [typedRead, sealedRead] = await Promise.all(
      [typed, sealed].map(async ({ json }) => (await asServer('GET', `/v1/transactions/${json.transactionId}`)).json),
    )
    const { networkTransactionId: _theirs, ...shown } = typedRead.payment
    expect(sealedRead.payment).toMatchObject(shown)
    expect(sealedRead.payment).toMatchObject({ network: 'mastercard', accountNumber: '************4444' })
  })

  test('is stored as a card, of which there is one fingerprint however it came', async () => {
    const [typed, sealed] = [
      await asServer('POST', '/v1/transactions/authorize', { body: byCard() }),
      await pay(await encrypted()),
    ]
    const rows = await merchant.rows(
      'SELECT method, fingerprint, last4 FROM transactions WHERE id IN (?, ?)',
      Number(typed.json.transactionId),
      Number(sealed.json.transactionId),
    )
    expect(rows[0]).toMatchObject({ method: 'creditCard', last4: '4242' })
    expect(rows[1]).toEqual(rows[0])
  })

  test('reaches the processor as one of the shopper’s own browser', async () => {
    const entries: string[] = []
    const { processor } = inMemoryAcquirer()
    const listening = startWorker({
      processor: {
        ...processor,
        authorize: (op, ref) => {
          if (op.instrument.kind === 'card') entries.push(op.instrument.entry)
          return processor.authorize(op, ref)
        },
      },
    })
    await pay(await encrypted(), {}, listening.as(merchant.secretKey))
    await listening.as(merchant.secretKey)('POST', '/v1/transactions/authorize', { body: byCard() })
    expect(entries).toEqual(['ecom', 'manual'])
  })

  test('is declined as any other', async () => {
    const call = startWorker().as(merchant.secretKey)
    expect((await pay(await encrypted(card('4000000000009995')), {}, call)).json.responseCode).toBe('51')
    expect((await pay(await encrypted(card('4242424242424241')), {}, call)).json.responseCode).toBe('14')
    const expired = await pay(await encrypted(card(undefined, { expires: '0120' })), {}, call)
    expect(expired.json.responseCode).toBe('54')
  })

  test('carries a CVV where there is one', async () => {
    const { verificationValue: _cvv, ...without } = card()
    expect((await pay(await encrypted())).json.cvv.code).toBe('M')
    expect((await pay(await encrypted(without))).json.cvv.code).toBe('P')
  })
})

/** All of them refused by one answer, whatever is wrong: of each kind one here, and all that we know of beside the vault. */
const refused: Readonly<Record<string, () => string | Promise<string>>> = {
  'nothing at all': () => '',
  'five parts that are nothing': () => 'a.b.c.d.e',
  'a text beyond 8 KiB': () => 'x'.repeat(8193),
  'a card in clear': () => JSON.stringify(card()),
  'a token whose tag was changed': async () => {
    const token = await encrypted()
    return token.replace(/.{22}$/, 'A'.repeat(22))
  },
  'a token to the key of another account': async () =>
    encrypted(card(), worker.as((await createMerchant()).publishableKey)),
  'a token to the key of live mode': async () =>
    encrypted(card(), worker.as((await merchant.issue('sk', { mode: 'live' })).key)),
  'a token whose kid is unknown': async () => {
    const { keys } = await keysOf(asPage)
    return encryptCard(card(), { keys: [{ ...keys[0], kid: 'unknown' }] })
  },
  'a card with a fault': () => encrypted(card(undefined, { expires: '1330' })),
  'a card with two faults': () => encrypted({ accountNumber: '4242', expires: '1' }),
}

describe('what is no encrypted card is refused', () => {
  test.each(Object.entries(refused))('%s', async (_what, made) => {
    const token = await made()
    const before = await rowsOf(merchant)
    const sent = acquirer.ledger.entries().length
    const { status, json } = await pay(token)
    expect(status).toBe(400)
    expect(json.errors).toEqual([
      {
        type: 'format_invalid',
        message: {
          text: 'payment.creditCardEncrypted must have the format compact JWE of a credit card.',
          field: 'payment.creditCardEncrypted',
          code: 'format_invalid',
          docs: 'https://pay.test/errors#format_invalid',
          details: { format: 'compact JWE of a credit card' },
        },
      },
    ])
    expect(await rowsOf(merchant)).toEqual(before)
    expect(acquirer.ledger.entries()).toHaveLength(sent)
  })

  test('by an account that has no key yet, too', async () => {
    const fresh = await createMerchant()
    const answer = await pay(await encrypted(), {}, worker.as(fresh.secretKey))
    expect(answer.json.errors).toMatchObject([{ type: 'format_invalid' }])
  })

  test('anything but text', async () => {
    const answer = await asServer('POST', '/v1/transactions/authorize', {
      body: { payment: { creditCardEncrypted: { protected: 'x' } }, amount: { value: 1 } },
    })
    expect(answer.json.errors).toMatchObject([
      { type: 'type_invalid', message: { field: 'payment.creditCardEncrypted' } },
    ])
  })
})
