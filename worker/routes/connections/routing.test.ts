import { afterAll, describe, expect, test } from 'vitest'
import { bindings } from '../../testing/bindings.ts'
import { interceptD1 } from '../../testing/database/interceptD1.ts'
import { connectionFixture, insertConnection } from '../../testing/fixtures/connectionFixture.ts'
import { card, cardPayment, countRows, createMerchant, tokenPayment } from '../../testing/merchant.ts'

// Later tests of the worker find no due operations of these connections, whose processors exist here only.
afterAll(async () => {
  await bindings.DB_00.prepare('UPDATE operations SET due = NULL').run()
})

const mastercard = '5555555555554444'
const visa = '4242424242424242'

describe('routing of new payments', () => {
  test('a payment goes to the connection of the first matching rule, and shows it', async () => {
    const { call, ids, first, second, route } = await connectionFixture()
    await route({ currencies: [978], connection: ids.first }, { methods: ['creditCard'], connection: ids.second })
    const pay = async (currency: number) =>
      (
        await call('POST', '/v1/transactions/authorize', {
          body: cardPayment(visa, { amount: { value: 5, currency } }),
        })
      ).json.transactionId as string
    const [euros, dollars] = [await pay(978), await pay(840)]
    expect([first.ledger.find(euros), first.ledger.find(dollars)]).toMatchObject([{ state: 'approved' }, undefined])
    expect([second.ledger.find(euros), second.ledger.find(dollars)]).toMatchObject([undefined, { state: 'approved' }])
    expect((await call('GET', `/v1/transactions/${euros}`)).json).toMatchObject({ connection: ids.first })
    expect((await call('GET', `/v1/transactions/${dollars}`)).json).toMatchObject({ connection: ids.second })
  })

  test('a token and a stored card are routed by the network of their row', async () => {
    const { call, ids, first, second, route } = await connectionFixture()
    await route({ networks: ['mastercard'], connection: ids.first }, { connection: ids.second })
    const customer: string = (await call('POST', '/v1/customers', { body: {} })).json.customers[0].id
    const tokenize = async (number: string): Promise<string> =>
      (await call('POST', '/v1/tokens', { body: { creditCard: card(number) } })).json.token
    for (const [number, acquirer, other] of [
      [mastercard, first, second],
      [visa, second, first],
    ] as const) {
      const byToken = (await call('POST', '/v1/transactions/authorize', { body: tokenPayment(await tokenize(number)) }))
        .json
      const stored = await call('POST', `/v1/customers/${customer}/wallet`, { body: { token: await tokenize(number) } })
      const wallet = stored.json.wallet.find(
        (entry: any) => entry.network === (number === visa ? 'visa' : 'mastercard'),
      )
      const payment = { stored: { customer, wallet: wallet.id } }
      const byWallet = (await call('POST', '/v1/transactions/authorize', { body: { payment, amount: { value: 1 } } }))
        .json
      for (const { transactionId } of [byToken, byWallet]) {
        expect(acquirer.ledger.find(transactionId)).toMatchObject({ state: 'approved' })
        expect(other.ledger.find(transactionId)).toBeUndefined()
      }
    }
  })

  test('without a matching rule the built-in simulator takes the payment', async () => {
    const { call, ids, route } = await connectionFixture()
    await route({ methods: ['check'], connection: ids.first })
    const { json } = await call('POST', '/v1/transactions/authorize', { body: cardPayment() })
    expect((await call('GET', `/v1/transactions/${json.transactionId}`)).json).toMatchObject({
      connection: 'simulator',
      status: 'authorized',
    })
  })

  test('a capture, credit, void and reversal go to the connection of the payment, also after the rules change and it is disabled', async () => {
    const { call, clock, worker, merchant, ids, first, second, route } = await connectionFixture()
    await route({ connection: ids.first })
    const authorize = async () =>
      (await call('POST', '/v1/transactions/authorize', { body: cardPayment() })).json.transactionId as string
    const [paid, voided] = [await authorize(), await authorize()]
    first.faultPlan.add({ fault: { kind: 'dropAfter' }, on: 'authorize' })
    first.faultPlan.add({ fault: { kind: 'busy' }, on: 'reverse' })
    const lost = await authorize()
    await route({ connection: ids.second })
    await merchant.run('UPDATE connections SET disabled = 1 WHERE id = ?', ids.first)
    expect((await call('POST', '/v1/transactions/capture', { body: { transactionId: paid } })).json).toMatchObject({
      responseCode: '00',
    })
    const credited = await call('POST', '/v1/transactions/credit', { body: { referenceTransactionId: paid } })
    expect(credited.json).toMatchObject({ responseCode: '00' })
    await call('POST', '/v1/transactions/void', { body: { transactionId: voided } })
    clock.advance(120_000)
    await worker.sweep()
    expect(first.ledger.find(lost)).toMatchObject({ state: 'reversed' })
    expect(first.ledger.find(voided)).toMatchObject({ state: 'voided' })
    expect(first.ledger.find(credited.json.transactionId)).toMatchObject({ state: 'approved' })
    expect(second.ledger.entries()).toEqual([])
  })

  test('a disabled connection takes no new payment', async () => {
    const { call, merchant, ids, first, second, route } = await connectionFixture()
    await route({ connection: ids.first }, { connection: ids.second })
    await merchant.run('UPDATE connections SET disabled = 1 WHERE id = ?', ids.first)
    const { transactionId } = (await call('POST', '/v1/transactions/authorize', { body: cardPayment() })).json
    expect(first.ledger.entries()).toEqual([])
    expect(second.ledger.find(transactionId)).toMatchObject({ state: 'approved' })
  })

  test('a live payment goes to a live connection, and without one is declined with G08', async () => {
    const { merchant, worker, first } = await connectionFixture({ merchant: { mode: 'live' } })
    const call = worker.as(merchant.secretKey)
    const authorize = async () => (await call('POST', '/v1/transactions/authorize', { body: cardPayment() })).json
    expect(await authorize()).toMatchObject({ responseCode: 'G08' })
    const live = await insertConnection(merchant, 'first', { mode: 'live' })
    expect((await call('PUT', '/v1/account', { body: { routing: [{ connection: live }] } })).status).toBe(200)
    const paid = await authorize()
    expect(paid).toMatchObject({ responseCode: '00' })
    expect(first.ledger.find(paid.transactionId)).toMatchObject({ state: 'approved' })
  })

  test('authorize over a connection takes two database round trips with a cached key', async () => {
    const { call, ids, route } = await connectionFixture({}, { keyCacheMs: { test: 10_000, live: 10_000 } })
    await route({ networks: ['mastercard'], connection: ids.first }, { connection: ids.second })
    const authorizeByToken = async () => {
      const { token } = (await call('POST', '/v1/tokens', { body: { creditCard: card() } })).json
      return call('POST', '/v1/transactions/authorize', { body: tokenPayment(token) })
    }
    await authorizeByToken()
    expect((await authorizeByToken()).d1).toBe(2)
  })

  test('only the first payment over a connection marks it as used', async () => {
    const marks: string[] = []
    const database = interceptD1(bindings.DB_00, {
      before: ({ sql }) => marks.push(...sql.filter((statement) => statement.includes('connections SET used'))),
    })
    const { call, ids, merchant, route } = await connectionFixture({}, {}, { DB_00: database })
    await route({ connection: ids.first })
    const pay = () => call('POST', '/v1/transactions/authorize', { body: cardPayment() })
    await pay()
    await pay()
    expect(marks).toHaveLength(1)
    expect(await merchant.rows('SELECT used FROM connections WHERE id = ?', ids.first)).toEqual([{ used: 1 }])
  })
})

describe('rules', () => {
  test('a rule that names a connection of another account, of another mode or of none returns 400 connection_not_found', async () => {
    const { merchant, ids, route } = await connectionFixture()
    const other = await insertConnection(await createMerchant(), 'first')
    const live = await insertConnection(merchant, 'first', { mode: 'live' })
    const response = await route(
      { connection: ids.first },
      { connection: other },
      { connection: live },
      { connection: 'cn-00000000' },
    )
    expect(response.status).toBe(400)
    expect(response.json.errors.map(({ type, message }: any) => [type, message.field])).toEqual(
      [1, 2, 3].map((index) => ['connection_not_found', `routing[${index}].connection`]),
    )
  })
})

/** A merchant whose payments all go to a connection with these capabilities. */
const only = async (can: object) => {
  const fixture = await connectionFixture({ first: { can } })
  await fixture.route({ connection: fixture.ids.first })
  const authorize = async (amount: object = { value: 10 }) =>
    fixture.call('POST', '/v1/transactions/authorize', { body: cardPayment(visa, { amount }) })
  return { ...fixture, authorize }
}
const refusal = (connection: string, operation: string) => ({
  errors: [{ type: 'not_supported_by_processor', message: { details: { connection, operation } } }],
})

describe('operations that the processor of a connection does not support', () => {
  test.each([
    ['a currency', { currencies: [978] }, { value: 10 }, 'currencies'],
    ['cards', { methods: ['check'] }, { value: 10 }, 'methods'],
  ] as const)('authorize of %s returns 409 and stores nothing', async (_name, can, amount, operation) => {
    const { authorize, ids, merchant, first } = await only(can)
    const response = await authorize(amount)
    expect(response.status).toBe(409)
    expect(response.json).toMatchObject(refusal(ids.first, operation))
    expect(await countRows(merchant)).toMatchObject({ transactions: 0, operations: 0 })
    expect(first.ledger.entries()).toEqual([])
  })

  test('authorize by a token of an unsupported method returns 409 and leaves the token unused', async () => {
    const { call, ids, route, merchant } = await only({ methods: ['check'] })
    const { token } = (await call('POST', '/v1/tokens', { body: { creditCard: card() } })).json
    const response = await call('POST', '/v1/transactions/authorize', { body: tokenPayment(token) })
    expect([response.status, response.json]).toMatchObject([409, refusal(ids.first, 'methods')])
    expect(await countRows(merchant)).toMatchObject({ transactions: 0 })
    await route({ connection: ids.second })
    expect((await call('POST', '/v1/transactions/authorize', { body: tokenPayment(token) })).json).toMatchObject({
      responseCode: '00',
    })
  })

  test('an unreferenced credit returns 409', async () => {
    const { call, ids } = await only({ unreferencedCredit: false })
    const body = { payment: { creditCard: card() }, amount: { value: 3 } }
    expect((await call('POST', '/v1/transactions/credit', { body })).json).toMatchObject(
      refusal(ids.first, 'unreferencedCredit'),
    )
  })

  test('a void of one capture returns 409, and a void of the payment is sent', async () => {
    const { authorize, call, ids } = await only({ voidsOneCapture: false })
    const { transactionId } = (await authorize()).json
    const captured = (await call('POST', '/v1/transactions/capture', { body: { transactionId, amount: 4 } })).json
    const refused = await call('POST', '/v1/transactions/void', { body: { transactionId: captured.transactionId } })
    expect([refused.status, refused.json]).toMatchObject([409, refusal(ids.first, 'voidsOneCapture')])
    expect((await call('POST', '/v1/transactions/void', { body: { transactionId } })).json).toMatchObject({
      responseCode: '00',
    })
  })

  test('a final capture of a part returns 409 if the rest cannot be released, and of the rest is sent', async () => {
    const { authorize, call, ids } = await only({ givesBackRest: false })
    const { transactionId } = (await authorize()).json
    const capture = (amount: number) =>
      call('POST', '/v1/transactions/capture', { body: { transactionId, amount, final: true } })
    expect((await capture(4)).json).toMatchObject(refusal(ids.first, 'givesBackRest'))
    expect((await capture(10)).json).toMatchObject({ responseCode: '00' })
  })

  test('with one capture for a hold, a partial capture ends it and a second one returns 409', async () => {
    const { authorize, call, ids } = await only({ captures: 'one' })
    const { transactionId } = (await authorize()).json
    const capture = () => call('POST', '/v1/transactions/capture', { body: { transactionId, amount: 4 } })
    expect((await capture()).json).toMatchObject({ responseCode: '00' })
    expect((await capture()).json).toMatchObject(refusal(ids.first, 'captures'))
    expect((await call('GET', `/v1/transactions/${transactionId}`)).json).toMatchObject({
      status: 'captured',
      amountCaptured: 4,
      amountCapturable: 0,
    })
  })

  test('a card that is not a documented test card of the processor is declined in test mode and not sent', async () => {
    const { call, ids, route, first } = await connectionFixture({ first: { testCards: [visa] } })
    await route({ connection: ids.first })
    const pay = async (number: string) =>
      (await call('POST', '/v1/transactions/authorize', { body: cardPayment(number) })).json
    const refused = await pay(mastercard)
    expect(refused).toMatchObject({ responseCode: '14' })
    expect(first.ledger.find(refused.transactionId)).toBeUndefined()
    expect(await pay(visa)).toMatchObject({ responseCode: '00' })
  })
})
