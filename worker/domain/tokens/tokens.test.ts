import type { DomainFixture } from '../../testing/fixtures/domainFixture.ts'
import { describe, expect, test } from 'vitest'
import { createToken as createEndpoint } from '#contract/tokens/tokens'
import { findKey } from '../../store/apiKeys/apiKeys.ts'
import { customerFixture } from '../../testing/fixtures/customerFixture.ts'
import type { CustomerFixture } from '../../testing/fixtures/customerFixture.ts'
import { card } from '../../testing/requestDefaults.ts'
import { createRequestServices } from '../../testing/fixtures/requestServicesOf.ts'
import { thrownErrors, parseInput } from '../../testing/domainCalls.ts'
import { hashApiKey } from '../apiKeys/format.ts'
import { advanceTestClock } from '../testClock/change.ts'
import { clearTokens, clearTokensOfShard } from './clearExpired.ts'
import { createToken } from './create.ts'
import { listEncryptionKeys } from './listEncryptionKeys.ts'
import { testCard, testTokens } from './testTokens.ts'

const minute = 60_000
const input = (body: object) => parseInput(createEndpoint, body)
const check = { accountNumber: '000123456789', routingNumber: '110000000', accountType: 'checking', name: 'Ada' }

const tokenRows = ({ merchant }: CustomerFixture) =>
  merchant.rows('SELECT * FROM tokens WHERE account = ? ORDER BY created', merchant.id)

/** The services of a browser's request with the publishable key from an IP address. */
const browserServices = async ({ gateway, database, merchant }: CustomerFixture, address: string) => {
  const key = await findKey({ database }, await hashApiKey(merchant.publishableKey))
  return createRequestServices(gateway, { key: key!, database, address })
}

describe('card token', () => {
  test('a card token returns network, masked number, expiry and an end in 15 minutes, and its row contains no card number in clear', async () => {
    const fixture = await customerFixture()
    const before = fixture.clock.now()
    const response = await createToken(input({ creditCard: card('5555555555554444') }), fixture.services())
    expect(response).toEqual({
      token: expect.stringMatching(/^[A-Za-z0-9_-]{40,}$/),
      network: 'mastercard',
      accountNumber: '************4444',
      expiry: '1230',
      expiresAt: expect.any(String),
      errors: null,
    })
    const lifetime = Date.parse(response.expiresAt) - before
    expect(lifetime).toBeGreaterThanOrEqual(15 * minute)
    expect(lifetime).toBeLessThan(16 * minute)
    const [row] = await tokenRows(fixture)
    expect(row).toMatchObject({
      method: 'creditCard',
      network: 'mastercard',
      last4: '4444',
      digits: 16,
      expiry: '1230',
      source: null,
      preferredNetwork: null,
      key: fixture.merchant.secretKeyId,
      sealedPan: expect.any(String),
      sealedCvv: expect.any(String),
    })
    expect(row!['expires'] - row!['created']).toBe(15 * minute)
    expect(JSON.stringify(row)).not.toContain('5555555555554444')
    expect(JSON.stringify(row)).not.toContain(response.token)
  })

  test('two tokens of one card differ and have the same fingerprint, another card has another fingerprint', async () => {
    const fixture = await customerFixture()
    const tokens = [
      await fixture.newToken(),
      await fixture.newToken(),
      await fixture.newToken({ creditCard: card('4111111111111111') }),
    ]
    expect(new Set(tokens).size).toBe(3)
    // Found by id, since all three may have the same creation time.
    const rows = await tokenRows(fixture)
    const [first, second, other] = tokens.map((token) => rows.find(({ id }) => id === token.slice(0, 22)))
    expect(first!['fingerprint']).toBe(second!['fingerprint'])
    expect(first!['fingerprint']).not.toBe(other!['fingerprint'])
    expect(first!['sealedPan']).not.toBe(second!['sealedPan'])
  })

  test('an invalid card number and a past expiry are rejected together', async () => {
    const { services } = await customerFixture()
    const wrong = card('4242424242424241', { expires: '0120' })
    expect(await thrownErrors(createToken(input({ creditCard: wrong }), services()))).toEqual([
      { type: 'card_number_invalid', field: 'creditCard.accountNumber' },
      { type: 'expiry_past', field: 'creditCard.expires' },
    ])
    expect(await thrownErrors(createToken(input({ creditCard: card('4242424242424241') }), services()))).toEqual([
      { type: 'card_number_invalid', field: 'creditCard.accountNumber' },
    ])
  })

  test('a card is accepted until the end of its expiry month', async () => {
    const { services, clock } = await customerFixture()
    const expiryIn = (months: number) => {
      const date = new Date(clock.now())
      const [month, year] = [date.getUTCMonth() + months, date.getUTCFullYear()]
      const [of, at] = [((month % 12) + 12) % 12, year + Math.floor(month / 12)]
      return `${String(of + 1).padStart(2, '0')}${String(at % 100).padStart(2, '0')}`
    }
    const tokenize = (expires: string) => createToken(input({ creditCard: card(undefined, { expires }) }), services())
    expect((await tokenize(expiryIn(0))).errors).toBeNull()
    expect(await thrownErrors(tokenize(expiryIn(-2)))).toEqual([{ type: 'expiry_past', field: 'creditCard.expires' }])
  })

  test.each([
    ['4000002500001001', 'cartesBancaires', null],
    ['4242424242424242', 'visa', null],
    ['4242424242424242', 'amex', 'enum_invalid'],
    ['378282246310005', 'cartesBancaires', 'enum_invalid'],
  ])('card %s with preferredNetwork %s has the error %s', async (number, preferredNetwork, error) => {
    const fixture = await customerFixture()
    const creditCard = number.startsWith('37') ? card(number, { verificationValue: '1234' }) : card(number)
    const creation = createToken(input({ creditCard, preferredNetwork }), fixture.services())
    if (error !== null) {
      expect(await thrownErrors(creation)).toEqual([{ type: error, field: 'preferredNetwork' }])
      expect(await tokenRows(fixture)).toEqual([])
    } else {
      await creation
      expect(await tokenRows(fixture)).toMatchObject([{ preferredNetwork }])
    }
  })

  test('a token from a browser stores a hash of the IP address, except for test cards in test mode', async () => {
    const fixture = await customerFixture()
    const number = '4539578763621486'
    const tokenize = async (address: string, accountNumber: string) =>
      createToken(input({ creditCard: card(accountNumber) }), await browserServices(fixture, address))
    await tokenize('192.0.2.1', number)
    fixture.clock.advance(1000)
    await tokenize('192.0.2.1', number)
    fixture.clock.advance(1000)
    await tokenize('192.0.2.2', number)
    fixture.clock.advance(1000)
    await tokenize('192.0.2.1', '4242424242424242')
    const sources = (await tokenRows(fixture)).map(({ source }) => source)
    expect(sources).toEqual([expect.any(String), sources[0], expect.any(String), null])
    expect(sources[2]).not.toBe(sources[0])
    expect(sources.join()).not.toContain('192.0.2')
  })

  test('a token of a test card in live mode stores a hash of the IP address', async () => {
    const fixture = await customerFixture({ mode: 'live' })
    await createToken(input({ creditCard: card() }), await browserServices(fixture, '192.0.2.1'))
    expect(await tokenRows(fixture)).toMatchObject([{ source: expect.any(String) }])
  })
})

describe('bank account token', () => {
  test('a bank account token returns a masked number without expiry, and its row has the sealed identity data', async () => {
    const fixture = await customerFixture()
    const withIdentity = { ...check, verification: { dob: '1990-01-31', ssn: '123456789' } }
    expect(await createToken(input({ check: withIdentity }), fixture.services())).toMatchObject({
      network: 'ach',
      accountNumber: '********6789',
      expiry: '',
      errors: null,
    })
    fixture.clock.advance(1)
    await createToken(input({ check }), fixture.services())
    expect(await tokenRows(fixture)).toMatchObject([
      { method: 'check', network: 'ach', last4: '6789', digits: 12, cardRange: null, sealedCvv: expect.any(String) },
      { method: 'check', source: null },
    ])
  })

  test('one account number at two banks has two fingerprints', async () => {
    const fixture = await customerFixture()
    for (const routingNumber of ['110000000', '021000021', '110000000'])
      await fixture.newToken({ check: { ...check, routingNumber } })
    const fingerprints = (await tokenRows(fixture)).map(({ fingerprint }) => fingerprint)
    expect(new Set(fingerprints).size).toBe(2)
  })

  test('an invalid routing number is rejected with routing_number_invalid', async () => {
    const { services } = await customerFixture()
    expect(
      await thrownErrors(createToken(input({ check: { ...check, routingNumber: '110000001' } }), services())),
    ).toEqual([{ type: 'routing_number_invalid', field: 'check.routingNumber' }])
  })
})

/** Clears and deletes what has expired, by the account's clock and by the ids of tokens. */
const clearExpired = async ({
  sweepServices,
  shardServices,
}: Pick<DomainFixture, 'sweepServices' | 'shardServices'>) => {
  const byClock = await clearTokens(sweepServices())
  const byIds = await clearTokensOfShard(shardServices())
  return { ...byIds, tokensCleared: byClock.tokensCleared + byIds.tokensCleared }
}

describe('expired tokens', () => {
  test('a token is recognized as used or expired for a day, and deleted afterwards', async () => {
    const fixture = await customerFixture()
    const { newToken, newCustomer, addEntry, clock } = fixture
    const customer = await newCustomer()
    const [used, expired] = [await newToken(), await newToken()]
    await addEntry(customer, used)
    const errorsOf = async (token: string) => (await thrownErrors(addEntry(customer, token)))[0]?.type
    clock.advance(24 * 60 * minute - 1000)
    await clearExpired(fixture)
    expect([await errorsOf(used), await errorsOf(expired)]).toEqual(['token_used', 'token_expired'])
    clock.advance(2 * 1000)
    await clearExpired(fixture)
    expect(await tokenRows(fixture)).toEqual([])
    expect([await errorsOf(used), await errorsOf(expired)]).toEqual(['token_not_found', 'token_not_found'])
  })

  test('an advance of the test clock clears the tokens that expire on the way', async () => {
    const fixture = await customerFixture()
    const { newToken, services } = fixture
    await newToken()
    await advanceTestClock({ seconds: 16 * 60 }, services())
    expect(await tokenRows(fixture)).toMatchObject([{ sealedPan: null, sealedCvv: null, expires: 0 }])
  })

  test('the sweep deletes the sealed values of expired tokens permanently', async () => {
    const fixture = await customerFixture()
    const { newToken, newCustomer, addEntry, clock } = fixture
    const customer = await newCustomer()
    const token = await newToken()
    clock.advance(10 * minute)
    const fresh = await newToken()
    await clearExpired(fixture)
    expect(await tokenRows(fixture)).toMatchObject([
      { sealedPan: expect.any(String) },
      { sealedPan: expect.any(String) },
    ])
    clock.advance(6 * minute)
    await clearExpired(fixture)
    expect(await clearExpired(fixture)).toEqual({ tokensCleared: 0, tokensDeleted: 0 })
    expect(await tokenRows(fixture)).toMatchObject([
      { sealedPan: null, sealedCvv: null, expires: 0 },
      { sealedPan: expect.any(String) },
    ])
    // The test clock can go back.
    clock.advance(-10 * minute)
    expect(await thrownErrors(addEntry(customer, token))).toEqual([{ type: 'token_expired', field: 'token' }])
    expect((await addEntry(customer, fresh)).errors).toBeNull()
  })
})

describe('encryption keys of an account', () => {
  test('concurrent first requests for encryption keys return one key pair', async () => {
    const { services, merchant } = await customerFixture()
    const lists = await Promise.all(Array.from({ length: 3 }, () => listEncryptionKeys(services())))
    expect(lists[0]).toMatchObject({ keys: [{ kty: 'RSA' }], errors: null })
    for (const list of [...lists, await listEncryptionKeys(services())]) expect(list).toEqual(lists[0])
    expect(await merchant.rows('SELECT mode FROM cardKeys WHERE account = ?', merchant.id)).toEqual([{ mode: 'test' }])
  })
})

describe('fixed tokens of test mode', () => {
  test.each([
    ['test-visa-4242', '4242424242424242'],
    ['test-mastercard-4444', '5555555555554444'],
    ['test-declined-0002', '4000000000000002'],
    ['test-insufficient-9995', '4000000000009995'],
  ])('test token %s is card %s with an expiry in two years', (token, number) => {
    const found = testCard(token, Date.UTC(2027, 5, 1))!
    expect([found.number.reveal(), found.cvv.reveal()]).toEqual([number, '123'])
    expect(found).toMatchObject({ expiry: '1229', nameOnCard: null, postalCode: null, entry: 'ecom' })
    expect(testTokens).toContain(token)
  })

  test('a text that is no test token returns null', () => {
    for (const text of ['test-visa', 'constructor', '']) expect(testCard(text, 0)).toBeNull()
    expect(testCard('test-visa-4242', Date.UTC(2098, 0, 1))!.expiry).toBe('1200')
  })
})
