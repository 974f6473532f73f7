import { expect, test } from 'vitest'
import { bindings } from '../../../testing/bindings.ts'
import type { BatchOutcome } from '../../../testing/database/brokenDatabase.ts'
import { faultyDatabase } from '../../../testing/database/brokenDatabase.ts'
import { tokenPayment, card, createMerchant, startWorker } from '../../../testing/merchant.ts'
import type { ApiResponse, Call, Merchant } from '../../../testing/merchant.ts'
import { nextMillisecond } from '../../../testing/nextMillisecond.ts'
import { listErrors } from '../../../testing/fixtures/walletFixture.ts'
import { openPan } from '../../../vault/cards/cards.ts'
import { openBankAccount } from '../../../vault/cards/checks.ts'
import { AccountKeyring } from '../../../vault/keys/accountKeyring.ts'

const worker = startWorker()
const merchant = await createMerchant()
const call = worker.as(merchant.secretKey)
const live = worker.as((await merchant.issue('sk', { mode: 'live' })).key)
const otherAccount = worker.as((await createMerchant()).secretKey)

const check = { accountNumber: '000123456789', routingNumber: '021000021', name: 'Ada Lovelace' }
const identity = { dob: '1815-12-10', ssn: '123456789' }

const create = (body: object = {}, by: Call = call) => by('POST', '/v1/customers', { body })
const newCustomer = async (body?: object, by?: Call): Promise<string> => (await create(body, by)).json.customers[0].id
const tokenize = async (body: object = { creditCard: card() }, by: Call = call): Promise<string> =>
  (await by('POST', '/v1/tokens', { body })).json.token
const add = (customer: string, token: string, more: object = {}, by: Call = call) =>
  by('POST', `/v1/customers/${customer}/wallet`, { body: { token, ...more } })
const newEntry = async (customer: string, more: object = {}) =>
  (await add(customer, await tokenize(), more)).json.wallet[0] as { id: string; default: boolean }
const listWallet = (customer: string, query = '', by: Call = call) =>
  by('GET', `/v1/customers/${customer}/wallet${query}`)
const pay = (token: string) => call('POST', '/v1/transactions/authorize', { body: tokenPayment(token) })

/** All rows that a rejected request must not change. */
const accountRows = ({ id, rows }: Merchant = merchant) =>
  Promise.all(
    ['customers', 'walletEntries', 'tokens', 'counters', 'audit'].map((table) =>
      rows(`SELECT * FROM ${table} WHERE account = ?`, id),
    ),
  )

const entryRow = async (id: string) => (await merchant.rows('SELECT * FROM walletEntries WHERE id = ?', id))[0]!
const tokenRow = async (token: string) =>
  (await merchant.rows('SELECT * FROM tokens WHERE id = ?', token.slice(0, 22)))[0]
const defaultIds = async (customer: string) =>
  (await merchant.rows('SELECT id FROM walletEntries WHERE customer = ? AND isDefault = 1', customer)).map(
    ({ id }) => id,
  )
const countEntries = async (customer: string) => {
  const [{ stored } = {}] = await merchant.rows('SELECT stored FROM customers WHERE id = ?', customer)
  const entries = await merchant.rows('SELECT id FROM walletEntries WHERE customer = ?', customer)
  expect(stored).toBe(entries.length)
  return entries.length
}
const emptyAddress = { name: '', line1: '', line2: '', city: '', state: '', postalCode: '', country: '' }
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/
const unknownId = '019a9f3c-5b7e-7c41-a2d6-8f0b1c3e5a79'

test('adding a card to a wallet returns the masked card with its address, as the list of the wallet does', async () => {
  const customer = await newCustomer()
  const before = Date.now()
  const token = await tokenize({ creditCard: card('378282246310005', { verificationValue: '1234' }) })
  const response = await add(customer, token, { address: { line1: '1 Main St', country: 'US' } })
  expect(response.status).toBe(200)
  expect(response.json).toEqual({
    requestId: response.headers.get('x-request-id'),
    wallet: [
      {
        id: expect.stringMatching(uuid),
        network: 'amex',
        accountNumber: '***********0005',
        expiry: '1230',
        default: true,
        created: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        address: { ...emptyAddress, line1: '1 Main St', country: 'US' },
      },
    ],
    errors: null,
  })
  expect(Date.parse(response.json.wallet[0].created)).toBeGreaterThanOrEqual(before)
  const listed = await listWallet(customer)
  expect(listed.json).toEqual({ ...response.json, requestId: listed.headers.get('x-request-id') })
})

test('adding the token of a bank account adds a masked bank account', async () => {
  const customer = await newCustomer()
  const response = await add(customer, await tokenize({ check: { ...check, verification: identity } }))
  expect(response.json.wallet).toMatchObject([
    { network: 'ach', accountNumber: '********6789', expiry: '', default: true, address: emptyAddress },
  ])
  expect(await entryRow(response.json.wallet[0].id)).toMatchObject({ method: 'check', network: 'ach' })
})

test('the row of a wallet entry decrypts to the card of the token; no row holds a security code or identity', async () => {
  const customer = await newCustomer()
  const tokens = {
    card: await tokenize({ creditCard: card(undefined, { nameOnCard: 'José', postalCode: '46201' }) }),
    check: await tokenize({ check: { ...check, verification: identity } }),
    fixed: 'test-mastercard-4444',
  }
  const rowOf = async (token: string) => {
    const { cardId, sealedPan, wrappedPanKey } = await entryRow((await add(customer, token)).json.wallet[0].id)
    return { cardId, sealedPan, wrappedPanKey }
  }
  const [key] = await merchant.rows("SELECT * FROM accountKeys WHERE account = ? AND mode = 'test'", merchant.id)
  const account = await new AccountKeyring(bindings.ROOT_KEYS!).of({
    name: `${merchant.id}/test`,
    stored: { wrappedKey: key!['wrappedKey'], rootVersion: key!['rootVersion'] },
    insertIfAbsent: () => expect.fail('the account has a key'),
  })
  const opened = await openPan(account, await rowOf(tokens.card))
  expect({ ...opened, number: opened.number.reveal() }).toEqual({
    number: '4242424242424242',
    expiry: '1230',
    nameOnCard: 'José',
    postalCode: '46201',
  })
  const openedCheck = await openBankAccount(account, await rowOf(tokens.check))
  expect({ ...openedCheck, accountNumber: openedCheck.accountNumber.reveal() }).toEqual({
    ...check,
    accountType: 'checking',
    checkNumber: null,
  })
  expect((await openPan(account, await rowOf(tokens.fixed))).number.reveal()).toBe('5555555555554444')
  for (const token of [tokens.card, tokens.check]) expect(await tokenRow(token)).toBeUndefined()
  const { results } = await merchant.database.prepare("SELECT name FROM pragma_table_info('walletEntries')").all()
  expect(results.map(({ name }) => name).filter((name) => /cvv|ssn|identity/i.test(String(name)))).toEqual([])
})

test.each([
  ['test-visa-4242', 'visa', '************4242'],
  ['test-mastercard-4444', 'mastercard', '************4444'],
  ['test-declined-0002', 'visa', '************0002'],
  ['test-insufficient-9995', 'visa', '************9995'],
])(
  'the fixed token %s can be added repeatedly in test mode, and returns 400 token_not_found in live mode',
  async (token, network, accountNumber) => {
    const customer = await newCustomer()
    for (const isDefault of [true, false])
      expect((await add(customer, token)).json.wallet).toMatchObject([{ network, accountNumber, default: isDefault }])
    expect(listErrors(await add(await newCustomer({}, live), token, {}, live))).toEqual([['token_not_found', 'token']])
  },
)

test.each([undefined, null, false, true])(
  'the first wallet entry with default %s becomes the default',
  async (requested) => {
    expect(await newEntry(await newCustomer(), { default: requested })).toMatchObject({ default: true })
  },
)

test.each([
  [undefined, false],
  [null, false],
  [false, false],
  [true, true],
])(
  'a second wallet entry with default %s is the default: %s; the audit has each change of the default with its key',
  async (requested, isDefault) => {
    const customer = await newCustomer()
    const first = await newEntry(customer)
    await nextMillisecond()
    const second = await newEntry(customer, { default: requested })
    expect(second.default).toBe(isDefault)
    expect(await defaultIds(customer)).toEqual([isDefault ? second.id : first.id])
    expect((await listWallet(customer)).json.wallet.map((entry: any) => [entry.id, entry.default])).toEqual([
      [second.id, isDefault],
      [first.id, !isDefault],
    ])
    const notes = await merchant.rows(
      "SELECT key, detail FROM audit WHERE action = 'wallet.default' AND detail ->> 'customer' = ? ORDER BY id",
      customer,
    )
    expect(notes.map(({ detail }) => JSON.parse(detail).wallet)).toEqual(isDefault ? [first.id, second.id] : [first.id])
    expect(notes[0]?.['key']).toBe(merchant.secretKeyId)
  },
)

test.each([false, true])(
  'ten wallet entries added at once with default %s have exactly one default',
  async (requested) => {
    const customer = await newCustomer()
    const tokens = await Promise.all(Array.from({ length: 10 }, () => tokenize()))
    const responses = await Promise.all(tokens.map((token) => add(customer, token, { default: requested })))
    expect(responses.map(({ status }) => status)).toEqual(tokens.map(() => 200))
    expect(await defaultIds(customer)).toHaveLength(1)
    expect(await countEntries(customer)).toBe(10)
    // With true, each entry was the default when it was added; the last one still is.
    expect(responses.filter(({ json }) => json.wallet[0].default)).toHaveLength(requested ? 10 : 1)
  },
)

test('a new default of one customer does not change the default of another', async () => {
  const [one, other] = [await newCustomer(), await newCustomer()]
  const first = await newEntry(one)
  await newEntry(other, { default: true })
  expect(await defaultIds(one)).toEqual([first.id])
})

test('a token that was added to a wallet or paid with returns 400 token_used', async () => {
  const customer = await newCustomer()
  const [stored, paid] = [await tokenize(), await tokenize()]
  expect((await add(customer, stored)).status).toBe(200)
  expect((await pay(paid)).json.responseCode).toBe('00')
  for (const token of [stored, paid]) expect(await tokenRow(token)).toBeUndefined()
  const before = await accountRows()
  expect(listErrors(await pay(stored))).toEqual([['token_used', 'payment.token']])
  for (const token of [stored, paid]) {
    const response = await add(customer, token, { default: true })
    expect(response.status).toBe(400)
    expect(listErrors(response)).toEqual([['token_used', 'token']])
    expect(response.json.wallet).toBeNull()
  }
  expect(await accountRows()).toEqual(before)
})

test('of five payments and five additions with one token at once, one succeeds and nine return 400 token_used', async () => {
  const [one, other] = [await newCustomer(), await newCustomer()]
  for (const token of [await tokenize(), await tokenize(), await tokenize()]) {
    const responses = await Promise.all(
      [0, 1, 2, 3, 4].flatMap((at) => [pay(token), add(at % 2 === 0 ? one : other, token, { default: at > 2 })]),
    )
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const response of responses.filter(({ status }) => status !== 200)) {
      expect(response.status).toBe(400)
      expect(listErrors(response)[0]?.[0]).toBe('token_used')
    }
    const entries = await merchant.rows('SELECT id FROM walletEntries WHERE cardId = ?', token.slice(0, 22))
    const payments = await merchant.rows('SELECT id FROM transactions WHERE cardId = ?', token.slice(0, 22))
    expect(entries.length + payments.length).toBe(1)
  }
  await countEntries(one)
  await countEntries(other)
})

const invalidTokens: Readonly<Record<string, (token: string) => string>> = {
  'a wrong second half': (token) => token.slice(0, 22) + token.slice(22).split('').toReversed().join(''),
  'a wrong first half': (token) => token.slice(0, 22).split('').toReversed().join('') + token.slice(22),
  'one letter less': (token) => token.slice(0, 43),
  'no letter of the token': () => 'a'.repeat(44),
  'the name of a member of every object': () => 'toString',
}

type Rejection = [
  input: string,
  status: number,
  type: string,
  field: string | null,
  attempt: (token: string, customer: string) => Promise<ApiResponse>,
]

test.each<Rejection>([
  ...Object.entries(invalidTokens).map(([what, change]): Rejection => [
    `a token with ${what}`,
    400,
    'token_not_found',
    'token',
    (token, customer) => add(customer, change(token)),
  ]),
  [
    'the token of another account',
    400,
    'token_not_found',
    'token',
    async (token) => add(await newCustomer({}, otherAccount), token, {}, otherAccount),
  ],
  [
    'the token of the other mode',
    400,
    'token_not_found',
    'token',
    async (token) => add(await newCustomer({}, live), token, {}, live),
  ],
  ['an unknown customer', 404, 'not_found', null, (token) => add(unknownId, token)],
  [
    'a customer of another account',
    404,
    'not_found',
    null,
    async (token) => add(await newCustomer({}, otherAccount), token),
  ],
  ['a customer of the other mode', 404, 'not_found', null, async (token) => add(await newCustomer({}, live), token)],
  ['a text as default', 400, 'type_invalid', 'default', (token, customer) => add(customer, token, { default: 'yes' })],
  [
    'an address with too long a state',
    400,
    'length_invalid',
    'address.state',
    (token, customer) => add(customer, token, { address: { state: 'x'.repeat(51) } }),
  ],
])(
  'adding to a wallet with %s returns %i %s and leaves the token unused',
  async (_input, status, type, field, attempt) => {
    const [token, customer] = [await tokenize(), await newCustomer()]
    const response = await attempt(token, customer)
    expect(response.status).toBe(status)
    expect(listErrors(response)).toEqual([[type, field]])
    expect(response.json.wallet).toBeNull()
    expect(await countEntries(customer)).toBe(0)
    expect((await add(customer, token)).status).toBe(200)
  },
)

test('a token can be added to a wallet for 15 minutes, and then returns 400 token_expired', async () => {
  const now = Date.now()
  let ahead = 0
  const timed = startWorker({ clock: { now: () => now + ahead } }).as(merchant.secretKey)
  const customer = await newCustomer()
  const [last, late] = [await tokenize(undefined, timed), await tokenize(undefined, timed)]
  ahead = 15 * 60_000 - 1
  expect((await add(customer, last, {}, timed)).status).toBe(200)
  ahead = 15 * 60_000
  expect(listErrors(await add(customer, late, {}, timed))).toEqual([['token_expired', 'token']])
  expect(await countEntries(customer)).toBe(1)
})

test.each<[BatchOutcome, number, number]>([
  ['fails before', 0, 200],
  ['fails after', 1, 400],
])(
  'adding to a wallet is atomic and returns 503 when the database %s the write',
  async (fate, stored, repeatedStatus) => {
    const [token, customer] = [await tokenize(), await newCustomer()]
    const { d1 } = faultyDatabase(bindings.DB_00, (batch) => (batch > 1 ? fate : 'runs'))
    const broken = startWorker({}, { DB_00: d1 }).as(merchant.secretKey)
    expect((await add(customer, token, {}, broken)).status).toBe(503)
    expect(await countEntries(customer)).toBe(stored)
    expect((await defaultIds(customer)).length).toBe(stored)
    expect((await add(customer, token)).status).toBe(repeatedStatus)
  },
)
