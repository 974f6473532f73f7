import { describe, expect, test } from 'vitest'
import { updateWalletEntry as updateEndpoint } from '#contract/customers/customers'
import { customerFixture } from '../../testing/fixtures/customerFixture.ts'
import type { CustomerFixture } from '../../testing/fixtures/customerFixture.ts'
import { card } from '../../testing/requestDefaults.ts'
import { thrownErrors, parseInput } from '../../testing/domainCalls.ts'
import { deleteCustomer } from './delete.ts'
import { deleteWalletEntry } from './deleteWalletEntry.ts'
import { listWallet } from './listWallet.ts'
import { updateWalletEntry } from './updateWalletEntry.ts'

const page = { pageNumber: 1, pageSize: 10, cursor: null }
const unknownId = '01890000-0000-7000-8000-000000000000'
const notFound = (resource: string) => [{ type: 'not_found', details: { resource } }]
const emptyAddress = { name: '', line1: '', line2: '', city: '', state: '', postalCode: '', country: '' }
const check = { accountNumber: '000123456789', routingNumber: '110000000', accountType: 'checking', name: 'Ada' }

const setDefault = ({ services }: CustomerFixture, customer: string, wallet: string, value: boolean | null = true) =>
  updateWalletEntry({ customer, wallet }, parseInput(updateEndpoint, { default: value }), services())

describe('saved payment methods', () => {
  test('saving a token returns an entry with masked number, network and expiry, and uses the token', async () => {
    const { newCustomer, newToken, addEntry, events, merchant } = await customerFixture()
    const customer = await newCustomer()
    const token = await newToken({ creditCard: card('378282246310005', { verificationValue: '1234' }) })
    const { wallet, errors } = await addEntry(customer, token, { address: { postalCode: '46201' } })
    expect(errors).toBeNull()
    expect(wallet).toEqual([
      {
        id: expect.any(String),
        network: 'amex',
        accountNumber: '***********0005',
        expiry: '1230',
        default: true,
        created: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/),
        address: { ...emptyAddress, postalCode: '46201' },
      },
    ])
    expect(await thrownErrors(addEntry(customer, token))).toEqual([{ type: 'token_used', field: 'token' }])
    expect(await merchant.rows('SELECT id FROM tokens WHERE account = ?', merchant.id)).toEqual([])
    expect((await events()).map(({ type }) => type)).toEqual(['customer.created', 'wallet.created'])
  })

  test('saving a bank account returns an entry without expiry that is charged as a check', async () => {
    const { newCustomer, newToken, addEntry, merchant } = await customerFixture()
    const customer = await newCustomer()
    const { wallet } = await addEntry(customer, await newToken({ check }))
    expect(wallet[0]).toMatchObject({ network: 'ach', accountNumber: '********6789', expiry: '', default: true })
    expect(await merchant.rows('SELECT method FROM walletEntries WHERE id = ?', wallet[0]!.id)).toEqual([
      { method: 'check' },
    ])
  })

  test('saving an expired token is rejected with token_expired, an unknown or malformed token with token_not_found', async () => {
    const { newCustomer, newToken, addEntry, clock, wallet } = await customerFixture()
    const customer = await newCustomer()
    const token = await newToken()
    clock.advance(15 * 60_000)
    expect(await thrownErrors(addEntry(customer, token))).toEqual([{ type: 'token_expired', field: 'token' }])
    const other = await customerFixture()
    for (const text of ['no-token', await other.newToken()])
      expect(await thrownErrors(addEntry(customer, text))).toEqual([{ type: 'token_not_found', field: 'token' }])
    expect(await wallet(customer)).toEqual({ entries: [], defaults: [], stored: 0 })
  })

  test('saving a token for an unknown or deleted customer returns not_found and does not use the token', async () => {
    const { newCustomer, newToken, addEntry, services } = await customerFixture()
    const [deleted, customer] = [await newCustomer(), await newCustomer()]
    await deleteCustomer(deleted, services())
    const token = await newToken()
    for (const id of [unknownId, deleted]) {
      expect(await thrownErrors(addEntry(id, token))).toEqual(notFound('customer'))
      expect(await thrownErrors(addEntry(id, 'test-visa-4242'))).toEqual(notFound('customer'))
    }
    expect((await addEntry(customer, token)).errors).toBeNull()
  })

  test('of four concurrent requests to save one token one succeeds, the others are rejected with token_used', async () => {
    const { newCustomer, newToken, addEntry, wallet } = await customerFixture()
    const customers = [await newCustomer(), await newCustomer()]
    const token = await newToken()
    const attempts = await Promise.allSettled([...customers, ...customers].map((customer) => addEntry(customer, token)))
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(attempts.flatMap((one) => (one.status === 'rejected' ? one.reason.items : []))).toEqual(
      Array.from({ length: 3 }, () => ({ type: 'token_used', field: 'token' })),
    )
    const stored = await Promise.all(customers.map(async (id) => (await wallet(id)).stored))
    expect(stored.toSorted()).toEqual([0, 1])
  })

  test('a fixed test token can be saved repeatedly in test mode, and returns token_not_found in live mode', async () => {
    const { newCustomer, addEntry } = await customerFixture()
    const customer = await newCustomer()
    for (let times = 0; times < 2; times++)
      expect((await addEntry(customer, 'test-mastercard-4444')).wallet[0]).toMatchObject({
        network: 'mastercard',
        accountNumber: '************4444',
        default: times === 0,
      })
    const live = await customerFixture({ mode: 'live' })
    expect(await thrownErrors(live.addEntry(await live.newCustomer(), 'test-mastercard-4444'))).toEqual([
      { type: 'token_not_found', field: 'token' },
    ])
  })
})

describe('default of a wallet', () => {
  test('the first wallet entry becomes the default, and a later entry does with default true', async () => {
    const { newCustomer, newEntry, wallet, eventTypes, auditEntries: notes, merchant } = await customerFixture()
    const customer = await newCustomer()
    const first = await newEntry(customer)
    const second = await newEntry(customer)
    expect(await wallet(customer)).toEqual({ entries: [first, second], defaults: [first], stored: 2 })
    const third = await newEntry(customer, undefined, { default: true })
    expect(await wallet(customer)).toEqual({ entries: [first, second, third], defaults: [third], stored: 3 })
    expect([await eventTypes(first), await eventTypes(second), await eventTypes(third)]).toEqual([
      ['wallet.created'],
      ['wallet.created'],
      ['wallet.created', 'wallet.default_changed'],
    ])
    const becomesDefault = (old: string | null, id: string) => [
      'wallet.default',
      merchant.secretKeyId,
      { customer, wallet: id, changes: { default: { old, new: id } } },
    ]
    expect(await notes()).toEqual([becomesDefault(null, first), becomesDefault(first, third)])
  })

  test('ten concurrent first wallet entries leave one default', async () => {
    const { newCustomer, addEntry, wallet } = await customerFixture()
    const customer = await newCustomer()
    const added = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        addEntry(customer, 'test-visa-4242', index % 2 === 0 ? { default: true } : {}),
      ),
    )
    const { entries, defaults, stored } = await wallet(customer)
    expect(entries.toSorted()).toEqual(added.map(({ wallet: [entry] }) => entry!.id).toSorted())
    expect([stored, defaults.length]).toEqual([10, 1])
  })

  test('making a wallet entry the default twice announces and audits one change', async () => {
    const fixture = await customerFixture()
    const { newCustomer, newEntry, wallet, eventTypes, auditEntries: notes } = fixture
    const customer = await newCustomer()
    const [first, second] = [await newEntry(customer), await newEntry(customer)]
    for (let times = 0; times < 2; times++)
      expect((await setDefault(fixture, customer, second)).wallet).toMatchObject([{ id: second, default: true }])
    expect((await wallet(customer)).defaults).toEqual([second])
    expect(await eventTypes(second)).toEqual(['wallet.created', 'wallet.default_changed'])
    expect(await eventTypes(first)).toEqual(['wallet.created'])
    expect((await notes()).map(([action, , detail]) => [action, detail])).toEqual([
      ['wallet.default', { customer, wallet: first, changes: { default: { old: null, new: first } } }],
      ['wallet.default', { customer, wallet: second, changes: { default: { old: first, new: second } } }],
    ])
  })

  test('concurrent changes of the default wallet entry leave one default', async () => {
    const fixture = await customerFixture()
    const customer = await fixture.newCustomer()
    const entries: string[] = []
    for (let count = 0; count < 4; count++) entries.push(await fixture.newEntry(customer))
    await Promise.all([...entries, ...entries].map((id) => setDefault(fixture, customer, id)))
    const { defaults, stored } = await fixture.wallet(customer)
    expect([defaults.length, stored]).toEqual([1, 4])
  })

  test('default false is rejected with default_wallet_required for the default, and changes nothing for another wallet entry', async () => {
    const fixture = await customerFixture()
    const customer = await fixture.newCustomer()
    const [first, second] = [await fixture.newEntry(customer), await fixture.newEntry(customer)]
    expect(await thrownErrors(setDefault(fixture, customer, first, false))).toEqual([
      { type: 'default_wallet_required', field: 'default' },
    ])
    for (const value of [false, null])
      expect((await setDefault(fixture, customer, second, value)).wallet).toMatchObject([
        { id: second, default: false },
      ])
    expect((await setDefault(fixture, customer, first, null)).wallet).toMatchObject([{ id: first, default: true }])
    expect((await fixture.wallet(customer)).defaults).toEqual([first])
  })

  test('making a wallet entry of another customer the default returns not_found', async () => {
    const fixture = await customerFixture()
    const [customer, other] = [await fixture.newCustomer(), await fixture.newCustomer()]
    const [own, foreign] = [await fixture.newEntry(customer), await fixture.newEntry(other)]
    expect(await thrownErrors(setDefault(fixture, customer, foreign))).toEqual(notFound('wallet entry'))
    expect(await thrownErrors(setDefault(fixture, customer, foreign, false))).toEqual(notFound('wallet entry'))
    expect(await thrownErrors(setDefault(fixture, unknownId, own))).toEqual(notFound('customer'))
    expect((await fixture.wallet(customer)).defaults).toEqual([own])
  })
})

describe('deletion of a wallet entry', () => {
  test('deleting the default wallet entry makes the newest remaining entry the default', async () => {
    const {
      newCustomer,
      newEntry,
      services,
      wallet,
      eventTypes,
      auditEntries: notes,
      merchant,
    } = await customerFixture()
    const customer = await newCustomer()
    const [first, second, third] = [await newEntry(customer), await newEntry(customer), await newEntry(customer)]
    expect(await deleteWalletEntry({ customer, wallet: first }, services())).toEqual({ errors: null })
    expect(await wallet(customer)).toEqual({ entries: [second, third], defaults: [third], stored: 2 })
    expect(await eventTypes(first)).toEqual(['wallet.created', 'wallet.deleted'])
    expect(await eventTypes(third)).toEqual(['wallet.created', 'wallet.default_changed'])
    expect((await notes()).slice(1)).toEqual([
      [
        'wallet.deleted',
        merchant.secretKeyId,
        {
          customer,
          wallet: first,
          changes: { deleted: { old: null, new: expect.any(Number) }, default: { old: true, new: false } },
        },
      ],
      [
        'wallet.default',
        merchant.secretKeyId,
        { customer, wallet: third, changes: { default: { old: first, new: third } } },
      ],
    ])
    expect(
      await merchant.rows(
        'SELECT isDefault, sealedPan, wrappedPanKey FROM walletEntries WHERE id = ? AND deleted IS NOT NULL',
        first,
      ),
    ).toEqual([{ isDefault: 0, sealedPan: null, wrappedPanKey: null }])
  })

  test('deleting another wallet entry keeps the default', async () => {
    const { newCustomer, newEntry, services, wallet, eventTypes } = await customerFixture()
    const customer = await newCustomer()
    const [first, second, third] = [await newEntry(customer), await newEntry(customer), await newEntry(customer)]
    await deleteWalletEntry({ customer, wallet: second }, services())
    expect(await wallet(customer)).toEqual({ entries: [first, third], defaults: [first], stored: 2 })
    expect(await eventTypes(third)).toEqual(['wallet.created'])
  })

  test('deleting a deleted wallet entry, or one of another or an unknown customer, returns not_found', async () => {
    const { newCustomer, newEntry, services, wallet } = await customerFixture()
    const [customer, other] = [await newCustomer(), await newCustomer()]
    const [first, foreign] = [await newEntry(customer), await newEntry(other)]
    await deleteWalletEntry({ customer, wallet: first }, services())
    for (const id of [first, foreign])
      expect(await thrownErrors(deleteWalletEntry({ customer, wallet: id }, services()))).toEqual(
        notFound('wallet entry'),
      )
    expect(await thrownErrors(deleteWalletEntry({ customer: unknownId, wallet: foreign }, services()))).toEqual(
      notFound('customer'),
    )
    expect(await wallet(customer)).toEqual({ entries: [], defaults: [], stored: 0 })
    expect((await wallet(other)).stored).toBe(1)
  })

  test('concurrent deletions of all wallet entries leave an empty wallet', async () => {
    const { newCustomer, newEntry, services, wallet } = await customerFixture()
    const customer = await newCustomer()
    const entries = [await newEntry(customer), await newEntry(customer), await newEntry(customer)]
    const attempts = await Promise.allSettled(
      [...entries, ...entries].map((id) => deleteWalletEntry({ customer, wallet: id }, services())),
    )
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    expect(await wallet(customer)).toEqual({ entries: [], defaults: [], stored: 0 })
  })
})

describe('wallet list', () => {
  test('the wallet list has the newest entry first and continues after a cursor', async () => {
    const { newCustomer, newEntry, services } = await customerFixture()
    const customer = await newCustomer()
    const [first, second, third] = [await newEntry(customer), await newEntry(customer), await newEntry(customer)]
    await deleteWalletEntry({ customer, wallet: second }, services())
    const { wallet, headers, errors } = await listWallet(customer, page, services())
    expect([wallet.map(({ id }) => id), headers['x-total-count'], errors]).toEqual([[third, first], '2', null])
    // The id of a deleted entry is a valid cursor.
    const after = await listWallet(customer, { ...page, cursor: second }, services())
    expect(after.wallet).toMatchObject([{ id: first, default: true, accountNumber: '************4242' }])
    expect(after.headers['link']).toContain(`/v1/customers/${customer}/wallet?`)
  })

  test('listing the wallet of an unknown customer returns not_found, a cursor of another wallet query_invalid', async () => {
    const { newCustomer, newEntry, services } = await customerFixture()
    const [customer, other] = [await newCustomer(), await newCustomer()]
    const foreign = await newEntry(other)
    expect(await thrownErrors(listWallet(unknownId, page, services()))).toEqual(notFound('customer'))
    expect(await thrownErrors(listWallet(customer, { ...page, cursor: foreign }, services()))).toEqual([
      { type: 'query_invalid', field: 'cursor' },
    ])
  })
})
