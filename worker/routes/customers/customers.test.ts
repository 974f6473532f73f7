import { describe, expect, test } from 'vitest'
import { bindings } from '../../testing/bindings.ts'
import { brokenDatabase } from '../../testing/database/brokenDatabase.ts'
import type { Fate } from '../../testing/database/brokenDatabase.ts'
import type { Answered, Call, Merchant } from '../../testing/merchant.ts'
import { byToken, card, createMerchant, startWorker } from '../../testing/merchant.ts'
import { nextMillisecond } from '../../testing/nextMillisecond.ts'
import { AccountKeyring } from '../../vault/keys/accountKeyring.ts'
import { openPan } from '../../vault/cards/cards.ts'
import { openBankAccount } from '../../vault/cards/checks.ts'

/** Customers of the vault, and how a payment method is stored with one. */

const worker = startWorker()
const merchant = await createMerchant()
const call = worker.as(merchant.secretKey)
const live = worker.as((await merchant.issue('sk', { mode: 'live' })).key)
const stranger = worker.as((await createMerchant()).secretKey)

const check = { accountNumber: '000123456789', routingNumber: '021000021', name: 'Ada Lovelace' }
const identity = { dob: '1815-12-10', ssn: '123456789' }

const create = (body: object = {}, by: Call = call) => by('POST', '/v1/customers', { body })
const created = async (body?: object, by?: Call): Promise<string> => (await create(body, by)).json.customers[0].id
const read = (id: string, by: Call = call) => by('GET', `/v1/customers/${id}`)
const tokenize = async (body: object = { creditCard: card() }, by: Call = call): Promise<string> =>
  (await by('POST', '/v1/tokens', { body })).json.token
const add = (customer: string, token: string, more: object = {}, by: Call = call) =>
  by('POST', `/v1/customers/${customer}/wallet`, { body: { token, ...more } })
const added = async (customer: string, more: object = {}) =>
  (await add(customer, await tokenize(), more)).json.wallet[0] as { id: string; default: boolean }
const wallet = (customer: string, query = '', by: Call = call) => by('GET', `/v1/customers/${customer}/wallet${query}`)
const pay = (token: string) => call('POST', '/v1/transactions/authorize', { body: byToken(token) })

const types = (answer: Answered) =>
  answer.json.errors.map(({ type, message }: any) => [type, message.field] as [string, string | null])

/** All that a refused request must leave as it is. */
const rowsOf = ({ id, rows }: Merchant = merchant) =>
  Promise.all(
    ['customers', 'walletEntries', 'tokens', 'counters', 'audit'].map((table) =>
      rows(`SELECT * FROM ${table} WHERE account = ?`, id),
    ),
  )

const entryRow = async (id: string) => (await merchant.rows('SELECT * FROM walletEntries WHERE id = ?', id))[0]!
const tokenRow = async (token: string) =>
  (await merchant.rows('SELECT * FROM tokens WHERE id = ?', token.slice(0, 22)))[0]!
const defaultsOf = async (customer: string) =>
  (await merchant.rows('SELECT id FROM walletEntries WHERE customer = ? AND isDefault = 1', customer)).map(
    ({ id }) => id,
  )
const storedWith = async (customer: string) => {
  const [{ stored } = {}] = await merchant.rows('SELECT stored FROM customers WHERE id = ?', customer)
  const entries = await merchant.rows('SELECT id FROM walletEntries WHERE customer = ?', customer)
  expect(stored).toBe(entries.length)
  return entries.length
}

const long = (length: number) => 'x'.repeat(length)
const nothing = { name: '', line1: '', line2: '', city: '', state: '', postalCode: '', country: '' }
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/
const unknown = '019a9f3c-5b7e-7c41-a2d6-8f0b1c3e5a79'

describe('a customer', () => {
  const everything = {
    firstName: 'José',
    lastName: 'Ñandú 王小明',
    company: 'Ñ & Sons',
    merchantIdentifier: 'C-1001',
    phoneNumber: '+49 30 123456',
    emailAddress: 'jose@shop.example',
    shippingAddress: { name: 'José', line1: '1 Main St', city: 'Ulm', postalCode: '89073', country: 'DE' },
    metadata: { tier: 'gold', 'a key': '' },
  }
  const bare = {
    firstName: '',
    lastName: '',
    company: '',
    merchantIdentifier: '',
    phoneNumber: '',
    emailAddress: '',
    shippingAddress: nothing,
    metadata: {},
  }
  const nulls = Object.fromEntries(Object.keys(bare).map((name) => [name, null]))

  test.each([
    ['nothing', {}, bare],
    ['everything', everything, { ...everything, shippingAddress: { ...nothing, ...everything.shippingAddress } }],
    ['null for everything', nulls, bare],
    ['what was read of another', bare, bare],
  ])('of whom %s is said is read as it was made', async (_what, said, shown) => {
    const answer = await create(said)
    expect(answer.status).toBe(200)
    expect(answer.json).toEqual({
      requestId: answer.headers.get('x-request-id'),
      customers: [{ id: expect.stringMatching(uuid), ...shown }],
      errors: null,
    })
    const again = await read(answer.json.customers[0].id)
    expect(again.status).toBe(200)
    expect(again.json).toEqual({ ...answer.json, requestId: again.headers.get('x-request-id') })
  })

  test('has a merchantIdentifier that no other customer of the account and mode has', async () => {
    const merchantIdentifier = 'unique'
    const first = await created({ merchantIdentifier })
    const before = await rowsOf()
    const answer = await create({ merchantIdentifier, firstName: 'Other' })
    expect(answer.status).toBe(409)
    expect(answer.json.customers).toBeNull()
    expect(answer.json.errors).toMatchObject([
      { type: 'already_exists', message: { field: 'merchantIdentifier', details: { id: first } } },
    ])
    expect(await rowsOf()).toEqual(before)
    for (const by of [live, stranger]) expect((await create({ merchantIdentifier }, by)).status).toBe(200)
    await call('DELETE', `/v1/customers/${first}`)
    expect((await create({ merchantIdentifier })).status).toBe(200)
  })

  test('is one of ten that are made at once with one merchantIdentifier, and counted once', async () => {
    const own = await createMerchant()
    const by = worker.as(own.secretKey)
    const answers = await Promise.all(Array.from({ length: 10 }, () => create({ merchantIdentifier: 'raced' }, by)))
    const made = answers.filter(({ status }) => status === 200)
    expect(made).toHaveLength(1)
    for (const answer of answers.filter((one) => one !== made[0])) {
      expect(answer.status).toBe(409)
      expect(answer.json.errors[0].message.details.id).toBe(made[0]?.json.customers[0].id)
    }
    await Promise.all(Array.from({ length: 3 }, () => create({}, by)))
    expect(await own.rows('SELECT * FROM counters WHERE account = ?', own.id)).toEqual([
      { account: own.id, mode: 'test', name: 'customers', total: 4 },
    ])
    expect(await own.rows('SELECT id FROM customers WHERE account = ?', own.id)).toHaveLength(4)
  })

  test.each<[object, ...(readonly [string, string])[]]>([
    [
      { firstName: long(101), lastName: 5, metadata: { key: 5 } },
      ['length_invalid', 'firstName'],
      ['type_invalid', 'lastName'],
      ['type_invalid', 'metadata.key'],
    ],
    [{ company: long(101) }, ['length_invalid', 'company']],
    [{ merchantIdentifier: long(101) }, ['length_invalid', 'merchantIdentifier']],
    [{ phoneNumber: long(51) }, ['length_invalid', 'phoneNumber']],
    [{ emailAddress: long(255) }, ['length_invalid', 'emailAddress']],
    [{ shippingAddress: 'Ulm' }, ['type_invalid', 'shippingAddress']],
    [{ shippingAddress: { country: 'Germany' } }, ['format_invalid', 'shippingAddress.country']],
    [{ metadata: { [long(41)]: '' } }, ['length_invalid', `metadata.${long(40)}`]],
  ])('is refused by the paths of all that is wrong (%#)', async (body, ...wrong) => {
    const before = await rowsOf()
    const answer = await create(body)
    expect(answer.status).toBe(400)
    expect(types(answer)).toEqual(wrong)
    expect(answer.json.customers).toBeNull()
    expect(await rowsOf()).toEqual(before)
  })
})

describe('a payment method that is stored', () => {
  test('is shown masked, in the answer and in the list, with what was said of its address', async () => {
    const customer = await created()
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
          address: { ...nothing, line1: '1 Main St', country: 'US' },
        },
      ],
      errors: null,
    })
    expect(Date.parse(answer.json.wallet[0].created)).toBeGreaterThanOrEqual(before)
    const listed = await wallet(customer)
    expect(listed.json).toEqual({ ...answer.json, requestId: listed.headers.get('x-request-id') })
  })

  test('is a bank account where the token was one', async () => {
    const customer = await created()
    const answer = await add(customer, await tokenize({ check: { ...check, verification: identity } }))
    expect(answer.json.wallet).toMatchObject([
      { network: 'ach', accountNumber: '********6789', expiry: '', default: true, address: nothing },
    ])
    expect(await entryRow(answer.json.wallet[0].id)).toMatchObject({ method: 'check', network: 'ach' })
  })

  test('opens from its row alone to what the token held, and no row holds what may not be kept', async () => {
    const customer = await created()
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
    const customer = await created()
    for (const isDefault of [true, false])
      expect((await add(customer, token)).json.wallet).toMatchObject([{ network, accountNumber, default: isDefault }])
    expect(types(await add(await created({}, live), token, {}, live))).toEqual([['token_not_found', 'token']])
  })
})

describe('one payment method is the default', () => {
  test.each([undefined, null, false, true])('the first of a customer, where %s was said', async (said) => {
    expect(await added(await created(), { default: said })).toMatchObject({ default: true })
  })

  test.each([
    [undefined, false],
    [null, false],
    [false, false],
    [true, true],
  ])('a later one that said %s: %s, and the audit says who changed it', async (said, isDefault) => {
    const customer = await created()
    const first = await added(customer)
    await nextMillisecond()
    const second = await added(customer, { default: said })
    expect(second.default).toBe(isDefault)
    expect(await defaultsOf(customer)).toEqual([isDefault ? second.id : first.id])
    expect((await wallet(customer)).json.wallet.map((entry: any) => [entry.id, entry.default])).toEqual([
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
    const customer = await created()
    const tokens = await Promise.all(Array.from({ length: 10 }, () => tokenize()))
    const answers = await Promise.all(tokens.map((token) => add(customer, token, { default: said })))
    expect(answers.map(({ status }) => status)).toEqual(tokens.map(() => 200))
    expect(await defaultsOf(customer)).toHaveLength(1)
    expect(await storedWith(customer)).toBe(10)
    // With true each of them was the default when it was stored, and the last one is.
    expect(answers.filter(({ json }) => json.wallet[0].default)).toHaveLength(said ? 10 : 1)
  })

  test('of each customer for itself', async () => {
    const [one, other] = [await created(), await created()]
    const first = await added(one)
    await added(other, { default: true })
    expect(await defaultsOf(one)).toEqual([first.id])
  })
})

describe('storing spends the token', () => {
  test('which then neither pays nor is stored again, and one that paid is not stored', async () => {
    const customer = await created()
    const [stored, paid] = [await tokenize(), await tokenize()]
    const entry = (await add(customer, stored)).json.wallet[0]
    expect(await tokenRow(stored)).toMatchObject({ sealedPan: null, sealedCvv: null, spentInto: entry.id })
    expect((await pay(paid)).json.responseCode).toBe('00')
    const before = await rowsOf()
    expect(types(await pay(stored))).toEqual([['token_used', 'payment.token']])
    for (const token of [stored, paid]) {
      const answer = await add(customer, token, { default: true })
      expect(answer.status).toBe(400)
      expect(types(answer)).toEqual([['token_used', 'token']])
      expect(answer.json.wallet).toBeNull()
    }
    expect(await rowsOf()).toEqual(before)
  })

  test('for one of ten at the same time, five of them payments', async () => {
    const [one, other] = [await created(), await created()]
    for (const token of [await tokenize(), await tokenize(), await tokenize()]) {
      const answers = await Promise.all(
        [0, 1, 2, 3, 4].flatMap((at) => [pay(token), add(at % 2 === 0 ? one : other, token, { default: at > 2 })]),
      )
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      for (const answer of answers.filter(({ status }) => status !== 200)) {
        expect(answer.status).toBe(400)
        expect(types(answer)[0]?.[0]).toBe('token_used')
      }
      const entries = await merchant.rows('SELECT id FROM walletEntries WHERE cardId = ?', token.slice(0, 22))
      const payments = await merchant.rows('SELECT id FROM transactions WHERE cardId = ?', token.slice(0, 22))
      expect(entries.length + payments.length).toBe(1)
    }
    await storedWith(one)
    await storedWith(other)
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
    ['for a customer that is not there', (token) => add(unknown, token), 404, 'not_found', null],
    [
      'by another account, for a customer of its own',
      async (token) => add(await created({}, stranger), token, {}, stranger),
      400,
      'token_not_found',
      'token',
    ],
    [
      'in the other mode, for a customer of that mode',
      async (token) => add(await created({}, live), token, {}, live),
      400,
      'token_not_found',
      'token',
    ],
    [
      'for a customer of another account',
      async (token) => add(await created({}, stranger), token),
      404,
      'not_found',
      null,
    ],
    ['for a customer of the other mode', async (token) => add(await created({}, live), token), 404, 'not_found', null],
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
    const [token, customer] = [await tokenize(), await created()]
    const answer = await attempt(token, customer)
    expect(answer.status).toBe(status)
    expect(types(answer)).toEqual([[type, field]])
    expect(answer.json.wallet).toBeNull()
    expect(await storedWith(customer)).toBe(0)
    expect((await add(customer, token)).status).toBe(200)
  })

  test('until its fifteen minutes are over, and not a millisecond longer', async () => {
    const now = Date.now()
    let ahead = 0
    const timed = startWorker({ clock: { now: () => now + ahead } }).as(merchant.secretKey)
    const customer = await created()
    const [last, late] = [await tokenize(undefined, timed), await tokenize(undefined, timed)]
    ahead = 15 * 60_000 - 1
    expect((await add(customer, last, {}, timed)).status).toBe(200)
    ahead = 15 * 60_000
    expect(types(await add(customer, late, {}, timed))).toEqual([['token_expired', 'token']])
    expect(await storedWith(customer)).toBe(1)
  })

  test.each<[Fate, number, number]>([
    ['fails before', 0, 200],
    ['fails after', 1, 400],
  ])('wholly or not at all, where the database %s it', async (fate, stored, again) => {
    const [token, customer] = [await tokenize(), await created()]
    const { d1 } = brokenDatabase(bindings.DB_00, (batch) => (batch > 1 ? fate : 'runs'))
    const broken = startWorker({}, { DB_00: d1 }).as(merchant.secretKey)
    expect((await add(customer, token, {}, broken)).status).toBe(503)
    expect(await storedWith(customer)).toBe(stored)
    expect((await defaultsOf(customer)).length).toBe(stored)
    expect((await add(customer, token)).status).toBe(again)
  })
})

const linksOf = (answer: Answered): Record<string, string> =>
  Object.fromEntries(
    [...(answer.headers.get('link') ?? '').matchAll(/<([^>]+)>; rel="(\w+)"/g)].map(([, url, rel]) => [rel, url]),
  )
const ids = (answer: Answered): string[] => answer.json.wallet.map(({ id }: any) => id)

/** A customer with five entries, made two a millisecond, and their ids, newest first. */
const withFive = async () => {
  const started = Date.now()
  let step = 0
  const stepping = startWorker({ clock: { now: () => started + Math.floor(step / 2) } }).as(merchant.secretKey)
  const customer = await created()
  for (; step < 5; step++) expect((await add(customer, 'test-visa-4242', {}, stepping)).status).toBe(200)
  const all = await merchant.rows(
    'SELECT id FROM walletEntries WHERE customer = ? ORDER BY created DESC, id DESC',
    customer,
  )
  return { customer, all: all.map(({ id }) => id as string) }
}

describe('the list of a wallet', () => {
  test('is empty at first, and has a first page', async () => {
    const customer = await created()
    const answer = await wallet(customer)
    expect(answer.status).toBe(200)
    expect(answer.json).toEqual({ requestId: answer.headers.get('x-request-id'), wallet: [], errors: null })
    expect(answer.headers.get('x-total-count')).toBe('0')
    expect(linksOf(answer)).toEqual({ first: `/v1/customers/${customer}/wallet?pageNumber=1&pageSize=100` })
  })

  test('goes page by page, by numbers as by links, newest first', async () => {
    const { customer, all } = await withFive()
    let url = `/v1/customers/${customer}/wallet?pageSize=2`
    for (const [at, page] of [all.slice(0, 2), all.slice(2, 4), all.slice(4)].entries()) {
      const answer: Answered = await call('GET', url)
      expect(ids(answer)).toEqual(page)
      expect(answer.headers.get('x-total-count')).toBe('5')
      const byNumber = await wallet(customer, `?page=${at + 1}&limit=2`)
      expect(ids(byNumber)).toEqual(page)
      expect(linksOf(byNumber)).toEqual(linksOf(answer))
      const { prev, next, first } = linksOf(answer)
      expect(first).toContain('pageNumber=1&')
      expect(prev?.includes(`pageNumber=${at}&`)).toBe(at === 0 ? undefined : true)
      url = next ?? ''
    }
    expect(url).toBe('')
    expect(linksOf(await wallet(customer, '?pageSize=5'))).not.toHaveProperty('next')
  })

  test('goes on by its link where the page ended, whatever was stored or deleted since', async () => {
    const { customer, all } = await withFive()
    const { next } = linksOf(await wallet(customer, '?pageSize=2'))
    // Two came and one went: pages by numbers would begin elsewhere now.
    await added(customer)
    await added(customer)
    expect((await call('DELETE', `/v1/customers/${customer}/wallet/${all[1]}`)).status).toBe(200)
    expect(ids(await call('GET', next!))).toEqual(all.slice(2, 4))
    expect(ids(await wallet(customer))).not.toContain(all[1])
  })

  test('has nothing on pages beyond the last', async () => {
    const { customer } = await withFive()
    for (const query of ['?pageNumber=2', '?pageNumber=4&pageSize=2', '?pageNumber=2147483647&pageSize=100']) {
      const answer = await wallet(customer, query)
      expect(answer.status).toBe(200)
      expect(ids(answer)).toEqual([])
      expect(answer.headers.get('x-total-count')).toBe('5')
    }
  })

  test('takes no cursor but its own', async () => {
    const { customer, all } = await withFive()
    const [foreign] = (await withFive()).all
    const elsewhere = (await add(await created({}, stranger), 'test-visa-4242', {}, stranger)).json.wallet[0].id
    expect(ids(await wallet(customer, `?cursor=${all[3]}`))).toEqual([all[4]])
    const bytes = new Set<string>()
    for (const cursor of [foreign, elsewhere, unknown]) {
      const answer = await wallet(customer, `?cursor=${cursor}`)
      expect(answer.status).toBe(400)
      expect(answer.json.type).toContain('/problems/query-invalid')
      bytes.add(answer.text.replace(answer.json.requestId, ''))
    }
    expect(bytes.size).toBe(1)
  })
})

const nobodys = async (): Promise<Readonly<Record<string, string>>> => ({
  'of another account': await created({}, stranger),
  'of the other mode': await created({}, live),
  'that nobody made': unknown,
})

describe('whose customer it is', () => {
  test.each<[string, (id: string) => Promise<Answered>]>([
    ['reads', (id) => read(id)],
    ['lists', (id) => wallet(id)],
    ['stores', (id) => add(id, 'test-visa-4242')],
  ])('is not told to who %s: unknown, foreign and of the other mode are one answer', async (_what, ask) => {
    const answers = new Set<string>()
    for (const [what, id] of Object.entries(await nobodys())) {
      const answer = await ask(id)
      expect(answer.status, what).toBe(404)
      answers.add(answer.text.replace(answer.json.requestId, '').replace(id, ''))
    }
    expect(answers.size).toBe(1)
  })

  test('is told in the manner of each operation', async () => {
    const problem = await wallet(unknown)
    expect(problem.json).toMatchObject({
      status: 404,
      title: 'Customer not found',
      detail: 'No such customer.',
      instance: `/v1/customers/${unknown}/wallet`,
    })
    expect(problem.json).not.toHaveProperty('errors')
    for (const [answer, member] of [
      [await read(unknown), 'customers'],
      [await add(unknown, 'test-visa-4242'), 'wallet'],
    ] as const)
      expect(answer.json).toMatchObject({
        [member]: null,
        errors: [{ type: 'not_found', message: { text: 'No such customer.', field: null } }],
      })
    for (const answer of [await read('short'), await add('not_an_id', 'test-visa-4242')])
      expect(types(answer)).toEqual([['id_invalid', 'Customer']])
    expect((await wallet('short')).json).toMatchObject({ status: 400, title: 'Id invalid' })
  })
})

test('each operation is one round trip beside that of the key', async () => {
  await tokenize()
  const made = await create()
  const [{ id: customer }] = made.json.customers
  const stored = await add(customer, await tokenize())
  const answers = [made, await read(customer), stored, await add(customer, 'test-visa-4242'), await wallet(customer)]
  expect(answers.map(({ status, d1 }) => [status, d1])).toEqual(answers.map(() => [200, 2]))
})

test('no number and no security code stands in a row, an answer or a line of the log', async () => {
  const own = await createMerchant()
  const by = worker.as(own.secretKey)
  const customer = await created({}, by)
  const secrets = ['4539148803436467', '73915', '000987650004321', '987654329']
  const [number = '', cvv = '', account = '', ssn = ''] = secrets
  const from = worker.log.length
  const answers = []
  for (const body of [
    { creditCard: card(number, { verificationValue: cvv.slice(0, 4) }) },
    { check: { ...check, accountNumber: account, verification: { ssn } } },
  ]) {
    const token = await tokenize(body, by)
    answers.push(await add(customer, token, {}, by), await add(customer, token, {}, by))
  }
  answers.push(await wallet(customer, '', by), await read(customer, by))
  const seen = JSON.stringify([
    await rowsOf(own),
    answers.map(({ text, headers }) => [text, [...headers]]),
    worker.log.slice(from),
  ])
  // What is looked through is what was stored.
  for (const shown of [number.slice(-4), account.slice(-4), '"token_used"']) expect(seen).toContain(shown)
  for (const secret of [number, account, ssn, number.slice(0, -4), account.slice(0, -4)])
    expect(seen).not.toContain(secret)
  const cells = (await rowsOf(own)).flat().flatMap((row) => Object.values(row))
  for (const cell of cells) expect([cvv.slice(0, 4), Number(cvv.slice(0, 4))]).not.toContain(cell)
})
