import { expect, test } from 'vitest'
import { card, check, openNmi, type Values } from './nmi.fixture.ts'

const add = { customer_vault: 'add_customer' }

test('add_customer without a type stores a customer and moves no money', async () => {
  const { transact, ledger } = openNmi()
  const response = await transact({ ...add, ...card, orderid: 'a' })
  expect(response).toMatchObject({
    response: '1',
    responsetext: 'Customer Added',
    authcode: '',
    transactionid: '',
    orderid: 'a',
  })
  expect(response.customer_vault_id).toMatch(/^\d+$/)
  expect(Object.keys(response).at(-1)).toBe('customer_vault_id')
  expect(ledger.all()).toEqual([])
})

test.each<[string, Values]>([
  ['card', card],
  ['check', check],
])('a stored %s pays by its customer_vault_id', async (_, source) => {
  const { transact, query } = openNmi()
  const { customer_vault_id = '' } = await transact({ ...add, ...source, firstname: 'Ada', city: 'London' })
  for (const type of ['sale', 'credit'])
    expect(await transact({ type, amount: '2.00', customer_vault_id })).toMatchObject({
      response: '1',
      customer_vault_id,
    })
  await transact({ type: 'sale', amount: '3.00', customer_vault_id, city: 'Paris', orderid: 'a' })
  expect(await query({ order_id: 'a' })).toMatchObject([{ members: { first_name: 'Ada', city: 'Paris' } }])
})

test.each(['sale', 'auth', 'validate'])('add_customer with an approved %s stores its card', async (type) => {
  const { transact } = openNmi()
  const amount = type === 'validate' ? '' : '2.00'
  const { customer_vault_id = '', ...response } = await transact({ type, amount, ...add, ...card })
  expect(response).toMatchObject({ response: '1', responsetext: 'SUCCESS' })
  expect(await transact({ type: 'sale', amount: '2.00', customer_vault_id })).toMatchObject({ response: '1' })
})

test('add_customer with a declined sale stores nothing', async () => {
  const { sale, transact } = openNmi()
  const given = { customer_vault_id: 'ada' }
  expect(await sale({ amount: '0.50', ...add, ...given })).toMatchObject({ response: '2' })
  expect(await sale({ amount: '0.50', ...add })).not.toHaveProperty('customer_vault_id')
  expect(await transact({ type: 'sale', amount: '2.00', ...given })).toMatchObject({ response: '3' })
})

test('add_customer with an invalid card is rejected without a customer_vault_id', async () => {
  const response = await openNmi().transact({ ...add, ...card, ccexp: '0910' })
  expect(response.responsetext).toMatch(/^Invalid Credit Card/)
  expect(response).not.toHaveProperty('customer_vault_id')
})

test('add_customer with the id of a stored customer is rejected before any payment', async () => {
  const { sale, ledger } = openNmi()
  const given = { ...add, customer_vault_id: 'ada' }
  expect(await sale(given)).toMatchObject({ response: '1', customer_vault_id: 'ada' })
  expect((await sale(given)).responsetext).toMatch(/^Duplicate Customer Vault Id REFID:/)
  expect(ledger.all()).toHaveLength(1)
})

test('update_customer replaces what it names', async () => {
  const { transact, query } = openNmi()
  const { customer_vault_id = '' } = await transact({ ...add, ...card, firstname: 'Ada', city: 'London' })
  const update = { customer_vault: 'update_customer', customer_vault_id, city: 'Paris' }
  expect(await transact(update)).toMatchObject({
    response: '1',
    responsetext: 'Customer Update Successful',
    customer_vault_id,
  })
  await transact({ ...update, ccnumber: '6222222222222225', ccexp: '0130' })
  await transact({ type: 'sale', amount: '2.00', customer_vault_id })
  const members = { first_name: 'Ada', city: 'Paris', cc_number: '6xxxxxxxxxxx2225', cc_exp: '0130' }
  expect(await query()).toMatchObject([{ members }])
})

test('delete_customer removes a customer', async () => {
  const { transact } = openNmi()
  const { customer_vault_id = '' } = await transact({ ...add, ...card })
  const deleted = await transact({ customer_vault: 'delete_customer', customer_vault_id })
  expect(deleted).toMatchObject({ response: '1', responsetext: 'Customer Deleted' })
  expect(deleted).not.toHaveProperty('customer_vault_id')
  const requests: Values[] = [
    { type: 'sale', amount: '2.00' },
    { customer_vault: 'update_customer' },
    { customer_vault: 'delete_customer' },
  ]
  for (const values of requests) {
    const rejected = await transact({ ...values, customer_vault_id })
    expect(rejected.responsetext).toMatch(/^Invalid Customer Vault Id REFID:\d+$/)
    expect(rejected).toMatchObject({ response: '3', response_code: '300', customer_vault_id })
  }
})
