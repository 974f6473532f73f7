import { describe, expect, test } from 'vitest'
import { createCustomer as createEndpoint, updateCustomer as updateEndpoint } from '#contract/customers/customers'
import { customerFixture } from '../../testing/fixtures/customerFixture.ts'
import { thrownErrors, parseInput } from '../../testing/domainCalls.ts'
import { createCustomer } from './create.ts'
import { deleteCustomer } from './delete.ts'
import { getCustomer } from './get.ts'
import { listCustomers } from './list.ts'
import { updateCustomer } from './update.ts'

const page = { pageNumber: 1, pageSize: 10, cursor: null }
const unknownId = '01890000-0000-7000-8000-000000000000'
const customerNotFound = [{ type: 'not_found', details: { resource: 'customer' } }]
const newCustomer = (body: object) => parseInput(createEndpoint, body)
const change = (body: object) => parseInput(updateEndpoint, body)

const emptyAddress = { name: '', line1: '', line2: '', city: '', state: '', postalCode: '', country: '' }
const ada = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  company: 'Analytical Engines',
  merchantIdentifier: 'C-1',
  phoneNumber: '+44 20 7946 0000',
  emailAddress: 'ada@example.com',
  shippingAddress: { ...emptyAddress, name: 'Ada', city: 'London' },
  metadata: { tier: 'gold' },
}

describe('customers', () => {
  test('a new customer is returned with all its members and announced with customer.created', async () => {
    const { services, events } = await customerFixture()
    const { customers, errors } = await createCustomer(newCustomer(ada), services())
    expect(errors).toBeNull()
    expect(customers).toEqual([{ id: expect.any(String), ...ada }])
    expect(await getCustomer(customers[0]!.id, services())).toEqual({ customers, errors: null })
    expect(await events()).toMatchObject([
      { type: 'customer.created', resource: customers[0]!.id, requestId: expect.any(String) },
    ])
  })

  test('missing, empty and null members of a new customer are returned as empty texts', async () => {
    const { services } = await customerFixture()
    const empty = {
      firstName: '',
      lastName: '',
      company: '',
      merchantIdentifier: '',
      phoneNumber: '',
      emailAddress: '',
      shippingAddress: emptyAddress,
      metadata: {},
    }
    for (const body of [{}, { firstName: null, merchantIdentifier: '', metadata: null }])
      expect((await createCustomer(newCustomer(body), services())).customers[0]).toMatchObject(empty)
  })

  test('of five concurrent customers with one merchantIdentifier one is created, the others are rejected with already_exists', async () => {
    const { services, events, merchant } = await customerFixture()
    const attempts = await Promise.allSettled(
      Array.from({ length: 5 }, () => createCustomer(newCustomer({ merchantIdentifier: 'C-1' }), services())),
    )
    const created = attempts.flatMap((one) => (one.status === 'fulfilled' ? one.value.customers : []))
    const errors = attempts.flatMap((one) => (one.status === 'rejected' ? one.reason.items : []))
    expect(created).toHaveLength(1)
    expect(errors).toEqual(
      Array.from({ length: 4 }, () => ({
        type: 'already_exists',
        field: 'merchantIdentifier',
        details: { id: created[0]!.id },
      })),
    )
    expect(await events()).toHaveLength(1)
    expect(
      await merchant.rows("SELECT total FROM counters WHERE account = ? AND name = 'customers'", merchant.id),
    ).toEqual([{ total: 1 }])
  })

  test('reading, updating or deleting a customer of another account or mode returns not_found', async () => {
    const { newCustomer: create } = await customerFixture()
    const id = await create()
    const { services: others } = await customerFixture()
    const { services: live } = await customerFixture({ mode: 'live' })
    for (const services of [others, live]) {
      expect(await thrownErrors(getCustomer(id, services()))).toEqual(customerNotFound)
      expect(await thrownErrors(updateCustomer(id, change({ firstName: 'Eve' }), services()))).toEqual(customerNotFound)
      expect(await thrownErrors(deleteCustomer(id, services()))).toEqual(customerNotFound)
    }
  })

  test('a customer update changes only its members, and null or an empty text clears a member', async () => {
    const { services, newCustomer: create, eventTypes, clock, merchant } = await customerFixture()
    const id = await create(ada)
    clock.advance(60_000)
    const { customers } = await updateCustomer(
      id,
      change({ firstName: 'Augusta', company: '', merchantIdentifier: null, shippingAddress: { city: 'Paris' } }),
      services(),
    )
    const updated = {
      ...ada,
      id,
      firstName: 'Augusta',
      company: '',
      merchantIdentifier: '',
      shippingAddress: { ...emptyAddress, city: 'Paris' },
    }
    expect(customers).toEqual([updated])
    expect((await getCustomer(id, services())).customers).toEqual([updated])
    expect(await eventTypes(id)).toEqual(['customer.created', 'customer.updated'])
    const [row] = await merchant.rows('SELECT updated - created AS later FROM customers WHERE id = ?', id)
    expect(row!['later']).toBeGreaterThanOrEqual(60_000)
    expect(row!['later']).toBeLessThan(120_000)
  })

  test('a customer update that changes no value sends no event', async () => {
    const { services, newCustomer: create, eventTypes } = await customerFixture()
    const id = await create(ada)
    for (const body of [{}, { firstName: 'Ada', metadata: { tier: 'gold' } }])
      expect((await updateCustomer(id, change(body), services())).customers).toEqual([{ id, ...ada }])
    expect(await eventTypes(id)).toEqual(['customer.created'])
  })

  test('a customer update to the merchantIdentifier of another customer is rejected with already_exists', async () => {
    const { services, newCustomer: create, eventTypes } = await customerFixture()
    const [first, second] = [await create({ merchantIdentifier: 'C-1' }), await create({ firstName: 'Bob' })]
    expect(
      await thrownErrors(updateCustomer(second, change({ firstName: 'Rob', merchantIdentifier: 'C-1' }), services())),
    ).toEqual([{ type: 'already_exists', field: 'merchantIdentifier', details: { id: first } }])
    expect((await getCustomer(second, services())).customers[0]).toMatchObject({
      firstName: 'Bob',
      merchantIdentifier: '',
    })
    expect(await eventTypes(second)).toEqual(['customer.created'])
    // The customer's own merchantIdentifier is accepted.
    expect((await updateCustomer(first, change({ merchantIdentifier: 'C-1' }), services())).customers[0]).toMatchObject(
      { merchantIdentifier: 'C-1' },
    )
  })

  test('of three concurrent customer updates to one merchantIdentifier one succeeds', async () => {
    const { services, newCustomer: create, merchant } = await customerFixture()
    const ids = [await create(), await create(), await create()]
    const attempts = await Promise.allSettled(
      ids.map((id) => updateCustomer(id, change({ merchantIdentifier: 'C-9' }), services())),
    )
    expect(attempts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected'])
    expect(
      await merchant.rows("SELECT id FROM customers WHERE account = ? AND merchantIdentifier = 'C-9'", merchant.id),
    ).toHaveLength(1)
  })

  test('updating or reading an unknown customer returns not_found', async () => {
    const { services } = await customerFixture()
    expect(await thrownErrors(updateCustomer(unknownId, change({ firstName: 'Ada' }), services()))).toEqual(
      customerNotFound,
    )
    expect(await thrownErrors(getCustomer(unknownId, services()))).toEqual(customerNotFound)
  })

  test('the customer list has the newest customer first, continues after a cursor and omits deleted customers', async () => {
    const { services, newCustomer: create, clock } = await customerFixture()
    const ids: string[] = []
    for (let count = 0; count < 4; count++) {
      ids.unshift(await create())
      clock.advance(1000)
    }
    await deleteCustomer(ids[1]!, services())
    const listed = async (paging: Parameters<typeof listCustomers>[0]) => {
      const { customers, headers } = await listCustomers(paging, services())
      return [customers.map(({ id }) => id), headers['x-total-count']]
    }
    expect(await listed(page)).toEqual([[ids[0], ids[2], ids[3]], '3'])
    expect(await listed({ ...page, pageSize: 2, cursor: ids[0]! })).toEqual([[ids[2], ids[3]], '3'])
    expect(await listed({ ...page, pageNumber: 2, pageSize: 2 })).toEqual([[ids[3]], '3'])
    expect((await listCustomers({ ...page, pageSize: 2 }, services())).headers['link']).toContain(
      `pageNumber=2&pageSize=2&cursor=${ids[2]}>; rel="next"`,
    )
    expect(await thrownErrors(listCustomers({ ...page, cursor: unknownId }, services()))).toEqual([
      { type: 'query_invalid', field: 'cursor' },
    ])
  })

  test('deleting a customer frees its merchantIdentifier and destroys its payment methods', async () => {
    const { services, newCustomer: create, newEntry, events, auditEntries: notes, merchant } = await customerFixture()
    const id = await create({ merchantIdentifier: 'C-1' })
    const entries = [await newEntry(id), await newEntry(id, '5555555555554444')]
    expect(await deleteCustomer(id, services())).toEqual({ errors: null })
    expect(await thrownErrors(getCustomer(id, services()))).toEqual(customerNotFound)
    expect(
      await merchant.rows(
        'SELECT isDefault, sealedPan, wrappedPanKey FROM walletEntries WHERE customer = ? AND deleted IS NOT NULL',
        id,
      ),
    ).toEqual(entries.map(() => ({ isDefault: 0, sealedPan: null, wrappedPanKey: null })))
    const [{ stored } = {}] = await merchant.rows('SELECT stored FROM customers WHERE id = ?', id)
    expect(stored).toBe(0)
    const last = (await events()).slice(-3)
    expect(last.map(({ type }) => type)).toEqual(['wallet.deleted', 'wallet.deleted', 'customer.deleted'])
    expect(
      last
        .slice(0, 2)
        .map(({ resource }) => resource)
        .sort(),
    ).toEqual(entries.sort())
    expect((await notes()).at(-1)).toEqual([
      'customer.deleted',
      merchant.secretKeyId,
      { customer: id, changes: { deleted: { old: null, new: expect.any(Number) } } },
    ])
    expect((await createCustomer(newCustomer({ merchantIdentifier: 'C-1' }), services())).customers[0]!.id).not.toBe(id)
  })

  test('of two concurrent deletions of a customer one succeeds, and the other returns not_found', async () => {
    const { services, newCustomer: create, eventTypes, auditEntries: notes, merchant } = await customerFixture()
    const id = await create()
    const attempts = await Promise.allSettled([deleteCustomer(id, services()), deleteCustomer(id, services())])
    expect(attempts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await thrownErrors(deleteCustomer(id, services()))).toEqual(customerNotFound)
    expect(await eventTypes(id)).toEqual(['customer.created', 'customer.deleted'])
    expect(await notes()).toHaveLength(1)
    expect(
      await merchant.rows("SELECT total FROM counters WHERE account = ? AND name = 'customers'", merchant.id),
    ).toEqual([{ total: 0 }])
  })
})
