import { expect, test } from 'vitest'
import { bindings } from '../../../testing/bindings.ts'
import type { Fate } from '../../../testing/database/brokenDatabase.ts'
import { brokenDatabase } from '../../../testing/database/brokenDatabase.ts'
import { byToken, card, createMerchant, startWorker } from '../../../testing/merchant.ts'
import type { Answered, Call, Merchant } from '../../../testing/merchant.ts'
import { nextMillisecond } from '../../../testing/nextMillisecond.ts'
import { errorsOf } from '../../../testing/fixtures/walletFixture.ts'
import { openPan } from '../../../vault/cards/cards.ts'
import { openBankAccount } from '../../../vault/cards/checks.ts'
import { AccountKeyring } from '../../../vault/keys/accountKeyring.ts'

const worker = startWorker()
const merchant = await createMerchant()
const call = worker.as(merchant.secretKey)
const live = worker.as((await merchant.issue('sk', { mode: 'live' })).key)
const stranger = worker.as((await createMerchant()).secretKey)

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
const pay = (token: string) => call('POST', '/v1/transactions/authorize', { body: byToken(token) })

/** All that a refused request must leave as it is. */
const accountRows = ({ id, rows }: Merchant = merchant) =>
  Promise.all(
    ['customers', 'walletEntries', 'tokens', 'counters', 'audit'].map((table) =>
      rows(`SELECT * FROM ${table} WHERE account = ?`, id),
    ),
  )

const entryRow = async (id: string) => (await merchant.rows('SELECT * FROM walletEntries WHERE id = ?', id))[0]!
const tokenRow = async (token: string) =>
  (await merchant.rows('SELECT * FROM tokens WHERE id = ?', token.slice(0, 22)))[0]!
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

test('is shown masked, in the answer and in the list, with what was said of its address', async () => {
  const customer = await newCustomer()
  const before = Date.now()
  const token = await tokenize({ creditCard: card('378282246310005', { verificationValue: '1234' }) })
  const answer = await add(customer, token, { address: { line1: '1 Main St', country: 'US' } })
  expect(answer.status).toBe(200)
  expect(answer.json).toEqual({
    requestId: answer.headers.get('x-request-id'),
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
  expect(Date.parse(answer.json.wallet[0].created)).toBeGreaterThanOrEqual(before)
  const listed = await listWallet(customer)
  expect(listed.json).toEqual({ ...answer.json, requestId: listed.headers.get('x-request-id') })
})

test('is a bank account where the token was one', async () => {
  const customer = await newCustomer()
  const answer = await add(customer, await tokenize({ check: { ...check, verification: identity } }))
  expect(answer.json.wallet).toMatchObject([
    { network: 'ach', accountNumber: '********6789', expiry: '', default: true, address: emptyAddress },
  ])
  expect(await entryRow(answer.json.wallet[0].id)).toMatchObject({ method: 'check', network: 'ach' })
})

test('opens from its row alone to what the token held, and no row holds what may not be kept', async () => {
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
    keepFirst: () => expect.fail('the account has a key'),
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
  for (const token of [tokens.card, tokens.check])
    expect(await tokenRow(token)).toMatchObject({ sealedPan: null, sealedCvv: null, spentBy: 0 })
  const { results } = await merchant.database.prepare("SELECT name FROM pragma_table_info('walletEntries')").all()
  expect(results.map(({ name }) => name).filter((name) => /cvv|ssn|identity/i.test(String(name)))).toEqual([])
})

test.each([
  ['test-visa-4242', 'visa', '************4242'],
  ['test-mastercard-4444', 'mastercard', '************4444'],
  ['test-declined-0002', 'visa', '************0002'],
  ['test-insufficient-9995', 'visa', '************9995'],
])('may come from %s as often as one likes, in test mode', async (token, network, accountNumber) => {
  const customer = await newCustomer()
  for (const isDefault of [true, false])
    expect((await add(customer, token)).json.wallet).toMatchObject([{ network, accountNumber, default: isDefault }])
  expect(errorsOf(await add(await newCustomer({}, live), token, {}, live))).toEqual([['token_not_found', 'token']])
})

test.each([undefined, null, false, true])('the first of a customer, where %s was said', async (said) => {
  expect(await newEntry(await newCustomer(), { default: said })).toMatchObject({ default: true })
})

test.each([
  [undefined, false],
  [null, false],
  [false, false],
  [true, true],
])('a later one that said %s: %s, and the audit says who changed it', async (said, isDefault) => {
  const customer = await newCustomer()
  const first = await newEntry(customer)
  await nextMillisecond()
  const second = await newEntry(customer, { default: said })
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
})

test.each([false, true])('of ten that are stored at once with default %s', async (said) => {
  const customer = await newCustomer()
  const tokens = await Promise.all(Array.from({ length: 10 }, () => tokenize()))
  const answers = await Promise.all(tokens.map((token) => add(customer, token, { default: said })))
  expect(answers.map(({ status }) => status)).toEqual(tokens.map(() => 200))
  expect(await defaultIds(customer)).toHaveLength(1)
  expect(await countEntries(customer)).toBe(10)
  // With true each of them was the default when it was stored, and the last one is.
  expect(answers.filter(({ json }) => json.wallet[0].default)).toHaveLength(said ? 10 : 1)
})

test('of each customer for itself', async () => {
  const [one, other] = [await newCustomer(), await newCustomer()]
  const first = await newEntry(one)
  await newEntry(other, { default: true })
  expect(await defaultIds(one)).toEqual([first.id])
})

test('which then neither pays nor is stored again, and one that paid is not stored', async () => {
  const customer = await newCustomer()
  const [stored, paid] = [await tokenize(), await tokenize()]
  const entry = (await add(customer, stored)).json.wallet[0]
  expect(await tokenRow(stored)).toMatchObject({ sealedPan: null, sealedCvv: null, spentInto: entry.id })
  expect((await pay(paid)).json.responseCode).toBe('00')
  const before = await accountRows()
  expect(errorsOf(await pay(stored))).toEqual([['token_used', 'payment.token']])
  for (const token of [stored, paid]) {
    const answer = await add(customer, token, { default: true })
    expect(answer.status).toBe(400)
    expect(errorsOf(answer)).toEqual([['token_used', 'token']])
    expect(answer.json.wallet).toBeNull()
  }
  expect(await accountRows()).toEqual(before)
})

test('for one of ten at the same time, five of them payments', async () => {
  const [one, other] = [await newCustomer(), await newCustomer()]
  for (const token of [await tokenize(), await tokenize(), await tokenize()]) {
    const answers = await Promise.all(
      [0, 1, 2, 3, 4].flatMap((at) => [pay(token), add(at % 2 === 0 ? one : other, token, { default: at > 2 })]),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      expect(answer.status).toBe(400)
      expect(errorsOf(answer)[0]?.[0]).toBe('token_used')
    }
    const entries = await merchant.rows('SELECT id FROM walletEntries WHERE cardId = ?', token.slice(0, 22))
    const payments = await merchant.rows('SELECT id FROM transactions WHERE cardId = ?', token.slice(0, 22))
    expect(entries.length + payments.length).toBe(1)
  }
  await countEntries(one)
  await countEntries(other)
})

const changed: Readonly<Record<string, (token: string) => string>> = {
  'another second half': (token) => token.slice(0, 22) + token.slice(22).split('').toReversed().join(''),
  'another first half': (token) => token.slice(0, 22).split('').toReversed().join('') + token.slice(22),
  'a letter less': (token) => token.slice(0, 43),
  'nothing of it': () => 'a'.repeat(44),
  'the name of a member that every object has': () => 'toString',
}

test.each<[string, (token: string, customer: string) => Promise<Answered>, number, string, string | null]>([
  ...Object.entries(changed).map(
    ([what, change]) =>
      [
        `with ${what}`,
        (token: string, customer: string) => add(customer, change(token)),
        400,
        'token_not_found',
        'token',
      ] as [string, (token: string, customer: string) => Promise<Answered>, number, string, string],
  ),
  ['for a customer that is not there', (token) => add(unknownId, token), 404, 'not_found', null],
  [
    'by another account, for a customer of its own',
    async (token) => add(await newCustomer({}, stranger), token, {}, stranger),
    400,
    'token_not_found',
    'token',
  ],
  [
    'in the other mode, for a customer of that mode',
    async (token) => add(await newCustomer({}, live), token, {}, live),
    400,
    'token_not_found',
    'token',
  ],
  [
    'for a customer of another account',
    async (token) => add(await newCustomer({}, stranger), token),
    404,
    'not_found',
    null,
  ],
  [
    'for a customer of the other mode',
    async (token) => add(await newCustomer({}, live), token),
    404,
    'not_found',
    null,
  ],
  [
    'with a default of text',
    (token, customer) => add(customer, token, { default: 'yes' }),
    400,
    'type_invalid',
    'default',
  ],
  [
    'with an address that is none',
    (token, customer) => add(customer, token, { address: { state: 'x'.repeat(51) } }),
    400,
    'length_invalid',
    'address.state',
  ],
])('not where it is refused: %s', async (_what, attempt, status, type, field) => {
  const [token, customer] = [await tokenize(), await newCustomer()]
  const answer = await attempt(token, customer)
  expect(answer.status).toBe(status)
  expect(errorsOf(answer)).toEqual([[type, field]])
  expect(answer.json.wallet).toBeNull()
  expect(await countEntries(customer)).toBe(0)
  expect((await add(customer, token)).status).toBe(200)
})

test('until its fifteen minutes are over, and not a millisecond longer', async () => {
  const now = Date.now()
  let ahead = 0
  const timed = startWorker({ clock: { now: () => now + ahead } }).as(merchant.secretKey)
  const customer = await newCustomer()
  const [last, late] = [await tokenize(undefined, timed), await tokenize(undefined, timed)]
  ahead = 15 * 60_000 - 1
  expect((await add(customer, last, {}, timed)).status).toBe(200)
  ahead = 15 * 60_000
  expect(errorsOf(await add(customer, late, {}, timed))).toEqual([['token_expired', 'token']])
  expect(await countEntries(customer)).toBe(1)
})

test.each<[Fate, number, number]>([
  ['fails before', 0, 200],
  ['fails after', 1, 400],
])('wholly or not at all, where the database %s it', async (fate, stored, again) => {
  const [token, customer] = [await tokenize(), await newCustomer()]
  const { d1 } = brokenDatabase(bindings.DB_00, (batch) => (batch > 1 ? fate : 'runs'))
  const broken = startWorker({}, { DB_00: d1 }).as(merchant.secretKey)
  expect((await add(customer, token, {}, broken)).status).toBe(503)
  expect(await countEntries(customer)).toBe(stored)
  expect((await defaultIds(customer)).length).toBe(stored)
  expect((await add(customer, token)).status).toBe(again)
})
