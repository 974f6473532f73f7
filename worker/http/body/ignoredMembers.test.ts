import { describe, expect, test } from 'vitest'
import { closedObjects, memberPath, misspelled, withBody } from '#contract/bodyMembers.fixtures'
import { bodyWith } from '#contract/requestBodies.fixtures'
import { clientOfBothModes } from '../../testing/fixtures/teamFixture.ts'
import { cardPayment, createMerchant, startWorker } from '../../testing/merchant.ts'

const worker = startWorker()
const ignoring = await createMerchant({
  own: { test: { unknownMembers: 'ignore' }, live: { unknownMembers: 'ignore' } },
})
const refusing = await createMerchant()
const call = await clientOfBothModes(worker, ignoring)

const post = (path: string, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  call('POST', `/v1/${path}`, { body, headers })

const ignoredBy = ({ headers }: { readonly headers: Headers }) => headers.get('sluice-ignored')

/** A payment with unknown members, those of an order in both orders. */
const withUnknownMembers = (reversed = false) => {
  const unknown = Object.fromEntries(
    [['sku', '1'] as const, ['channel', 'web'] as const].toSorted(() => (reversed ? -1 : 1)),
  )
  return cardPayment(undefined, { order: { ...unknown, lines: [{ quantity: 1, weight: 2 }], billTo: { zip: '1' } } })
}
const unknownPaths = 'order.billTo.zip, order.channel, order.lines[0].weight, order.sku'

describe('account setting unknownMembers', () => {
  test('a request with unknown members is accepted without them, and Sluice-Ignored names each', async () => {
    const { transactionId } = (await post('transactions/authorize', cardPayment())).json
    const captured = await post('transactions/capture', { transactionId, ammount: 5 })
    expect([captured.status, captured.json.amount, ignoredBy(captured)]).toEqual([200, 10.5, 'ammount'])

    const authorized = await post('transactions/authorize', withUnknownMembers())
    expect([authorized.json.responseCode, ignoredBy(authorized)]).toEqual(['00', unknownPaths])
    expect(worker.log.at(-1)?.ignoredMembers).toEqual(unknownPaths.split(', '))
    const { order } = (await call('GET', `/v1/transactions/${authorized.json.transactionId}`)).json
    expect(order).not.toHaveProperty('sku')
  })

  test('a change of the setting applies to the next request, in its mode alone', async () => {
    const merchant = await createMerchant()
    const live = worker.as((await merchant.issue('sk', { mode: 'live' })).key)
    const own = worker.as(merchant.secretKey)
    const customer = { body: { firstNam: 'Ann' } }
    expect((await own('POST', '/v1/customers', customer)).status).toBe(400)
    expect((await own('PUT', '/v1/account', { body: { unknownMembers: 'ignore' } })).status).toBe(200)
    expect(ignoredBy(await own('POST', '/v1/customers', customer))).toBe('firstNam')
    expect((await live('POST', '/v1/customers', customer)).json.errors).toMatchObject([{ type: 'unknown_member' }])
    expect((await own('PUT', '/v1/account', { body: { unknownMembers: 'refuse' } })).status).toBe(200)
    expect((await own('POST', '/v1/customers', customer)).status).toBe(400)
  })

  test.each(withBody)('$name ignores a misspelled member at each level of its body, and names it', async (endpoint) => {
    const path = endpoint.path.replaceAll(/\{\w+\}/g, '12345678')
    for (const { path: level, memberNames, closed } of closedObjects.filter(
      ({ operation }) => operation === endpoint.name,
    )) {
      const field = memberPath(level, misspelled(memberNames[0]!))
      const response = await call(endpoint.method, path, { body: bodyWith(endpoint.name, field, 1) })
      const types = response.text === '' ? [] : (response.json.errors ?? []).map(({ type }: { type: string }) => type)
      if (closed === 'always')
        expect([response.status, types, ignoredBy(response)]).toEqual([400, ['unknown_member'], null])
      else {
        expect(types, field).not.toContain('unknown_member')
        expect(ignoredBy(response), field).toBe(field)
      }
    }
  })

  test('the top level of authorize and sale alone rejects unknown members with either setting', () => {
    const always = closedObjects.filter(({ closed }) => closed === 'always')
    expect(always.map(({ operation, path }) => operation + path)).toEqual(['authorizeTransaction', 'saleTransaction'])
  })

  test('a request that is rejected for other reasons names its ignored members, too', async () => {
    const response = await post('transactions/authorize', {
      ...withUnknownMembers(),
      amount: { value: 0, curency: 978 },
    })
    expect(response.json.errors).toMatchObject([{ type: 'out_of_range' }])
    expect([response.status, ignoredBy(response)]).toEqual([400, `amount.curency, ${unknownPaths}`])
  })

  test('a request without unknown members has no Sluice-Ignored header', async () => {
    expect(ignoredBy(await post('customers', { firstName: 'Ann' }))).toBeNull()
    expect(ignoredBy(await call('GET', '/v1/customers'))).toBeNull()
  })
})

// Names of letters, since digits are masked.
const nameOf = (at: number) => `x${[...String(at)].map((digit) => 'abcdefghij'[Number(digit)]).join('')}`
/** The names in the header of a request with this many unknown members. */
const named = async (count: number) => {
  const body = Object.fromEntries(Array.from({ length: count }, (_, at) => [nameOf(at), 1]))
  return ignoredBy(await post('customers', body))?.split(', ') ?? []
}

/** The round trips of a repeated authorize. */
const trips = async (key: string, body: object) => {
  const send = () => worker.as(key)('POST', '/v1/transactions/authorize', { body })
  await send()
  return (await send()).d1
}

describe('Sluice-Ignored', () => {
  test('a name is masked and percent-encoded', async () => {
    const response = await post('customers', { '4242424242424242': 1, 'größe, x': 1, 'x"': 1, 'a\r\nb': 1 })
    expect(response.status).toBe(200)
    expect(ignoredBy(response)).toBe('****************, a%0D%0Ab, gr%C3%B6%C3%9Fe%2C%20x, x%22')
  })

  test('at most 20 members are named, and a list that goes on ends in three dots', async () => {
    expect([(await named(20)).length, (await named(20)).at(-1)]).toEqual([20, 'xj'])
    expect([(await named(3000)).length, (await named(3000)).at(-1)]).toEqual([21, '...'])
  })

  test.each([
    ['transactions/authorize', withUnknownMembers(), withUnknownMembers(true), unknownPaths],
    ['customers', { firstNam: 'Ann', zip: '1' }, { zip: '1', firstNam: 'Ann' }, 'firstNam, zip'],
  ])('a repeated request to %s gets the first response with its Sluice-Ignored', async (path, first, again, names) => {
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const original = await post(path, first, headers)
    const repeated = await post(path, again, headers)
    expect([original.status, ignoredBy(original)]).toEqual([200, names])
    expect([repeated.text, ignoredBy(repeated)]).toEqual([original.text, names])
    expect([original, repeated].map((response) => response.headers.get('idempotent-replayed'))).toEqual([null, 'true'])
  })

  test('a repeated request with other unknown members returns 422 idempotency_mismatch', async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() }
    await post('customers', { firstNam: 'Ann' }, headers)
    const { status, json } = await post('customers', { firstNam: 'Bob' }, headers)
    expect([status, json.errors]).toMatchObject([422, [{ type: 'idempotency_mismatch' }]])
  })

  test('the setting costs no round trip', async () => {
    expect(await trips(ignoring.secretKey, withUnknownMembers())).toBe(await trips(refusing.secretKey, cardPayment()))
  })
})
