import { describe, expect, test } from 'vitest'
import { startConsole } from '../../testing/fixtures/consoleFixture.ts'
import { createMerchant, testClock } from '../../testing/merchant.ts'

const clock = testClock()
const { worker, join, confirm } = startConsole({ clock })

const errorOf = (response: { readonly status: number; readonly json: any }) => [
  response.status,
  response.json.errors?.[0].type,
]

/** A shop with a payment of 100, and a member who may refund up to 50. */
const setUp = async (role: 'support' | 'owner' = 'support', { currency = 840, value = 100 } = {}) => {
  const merchant = await createMerchant()
  const api = worker.as(merchant.secretKey)
  const { json } = await api('POST', '/v1/transactions/sale', {
    body: { payment: { token: 'test-visa-4242' }, amount: { value, currency } },
  })
  const member = await join(merchant.id, role, 5000)
  const id: string = json.transactionId
  const credit = (amount?: number) =>
    member.send('POST', '/v1/transactions/credit', {
      referenceTransactionId: id,
      ...(amount !== undefined && { amount: { value: amount } }),
    })
  const read = async () => (await api('GET', `/v1/transactions/${id}`)).json
  return { merchant, api, id, member, credit, read }
}

describe('a support member with a refund limit of 50', () => {
  test('refunds up to 50 of a payment in all, and not a cent more', async () => {
    const { credit, read } = await setUp()
    expect(errorOf(await credit(50.01))).toEqual([403, 'refund_limit_exceeded'])
    expect((await credit(30)).status).toBe(200)
    expect((await credit(20.01)).status).toBe(403)
    expect((await credit(20)).status).toBe(200)
    expect((await credit(0.01)).status).toBe(403)
    expect(await read()).toMatchObject({ amountCredited: 50 })
  })

  test('cannot pass the limit by refunds at once, or by refunding the rest', async () => {
    const { credit, read } = await setUp()
    expect((await credit()).status).toBe(403)
    const results = await Promise.all([credit(30), credit(30), credit(30)])
    expect(results.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await read()).toMatchObject({ amountCredited: 30 })
  })

  test('voids payments of up to 50', async () => {
    const { api, member } = await setUp()
    const authorize = async (value: number): Promise<string> =>
      (
        await api('POST', '/v1/transactions/authorize', {
          body: { payment: { token: 'test-visa-4242' }, amount: { value } },
        })
      ).json.transactionId
    const [small, large] = [await authorize(50), await authorize(50.01)]
    const voidOf = (transactionId: string) => member.send('POST', '/v1/transactions/void', { transactionId })
    expect((await voidOf(small)).status).toBe(200)
    expect((await voidOf(large)).status).toBe(403)
  })

  test('undoes a refund of any amount, which gives nothing back', async () => {
    const { api, id, member } = await setUp()
    const { json } = await api('POST', '/v1/transactions/credit', { body: { referenceTransactionId: id } })
    const { status } = await member.send('POST', '/v1/transactions/void', { transactionId: json.transactionId })
    expect(status).toBe(200)
  })

  test.each([
    [392, 5000, 50, 51],
    [414, 100, 50, 50.01],
  ])('has the limit in the units of currency %d', async (currency, value, most, more) => {
    const { credit } = await setUp('support', { currency, value })
    expect((await credit(more)).status).toBe(403)
    expect((await credit(most)).status).toBe(200)
  })

  test('captures, authorizes and credits without a payment nothing', async () => {
    const { member, merchant, api } = await setUp()
    await api('PUT', '/v1/account', { body: { unreferencedCredits: true } })
    const payment = { token: 'test-visa-4242' }
    const amount = { value: 10 }
    for (const [path, body] of [
      ['authorize', { payment, amount }],
      ['sale', { payment, amount }],
      ['credit', { payment, amount }],
      ['capture', { referenceTransactionId: '1', amount }],
    ] as const)
      expect([path, (await member.send('POST', `/v1/transactions/${path}`, body)).status]).toEqual([path, 403])
    expect(await merchant.rows('SELECT id FROM transactions WHERE account = ?', merchant.id)).toHaveLength(1)
  })
})

test('an owner with a limit of 50 confirms larger refunds with a passkey', async () => {
  const { credit, member, read } = await setUp('owner')
  clock.advance(300_000)
  expect((await credit(40)).status).toBe(200)
  expect((await credit(60)).status).toBe(403)
  expect((await confirm(member, member.authenticator)).status).toBe(200)
  expect((await credit(60)).status).toBe(200)
  expect(await read()).toMatchObject({ status: 'refunded', amountCredited: 100 })
})

test('a viewer refunds and voids nothing', async () => {
  const { merchant, id, read } = await setUp()
  const viewer = await join(merchant.id, 'viewer')
  for (const [path, body] of [
    ['credit', { referenceTransactionId: id, amount: { value: 1 } }],
    ['void', { transactionId: id }],
  ] as const)
    expect((await viewer.send('POST', `/v1/transactions/${path}`, body)).status).toBe(403)
  expect(await read()).toMatchObject({ status: 'captured', amountCredited: 0 })
})
