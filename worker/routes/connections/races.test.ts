import { afterAll, expect, test } from 'vitest'
import { bindings } from '../../testing/bindings.ts'
import { interceptD1 } from '../../testing/database/interceptD1.ts'
import { connectionFixture, insertConnection } from '../../testing/fixtures/connectionFixture.ts'
import { listErrors } from '../../testing/fixtures/walletFixture.ts'
import { card, cardPayment, countRows, tokenPayment } from '../../testing/merchant.ts'

/**
 * Connections and rules travel with a cached key. Here another isolate changes them in the moment before a batch, which a request with
 * outdated rules is about to run.
 */

// Later tests of the worker find no due operations of these connections, whose processors exist here only.
afterAll(async () => {
  await bindings.DB_00.prepare('UPDATE operations SET due = NULL').run()
})

const insertsPayment = 'INSERT INTO transactions'

type Options = Parameters<typeof connectionFixture>[0]

/** Two isolates of one gateway. `before` runs something in the other one, once, before the next batch with a statement. */
const racingFixture = async (options: Options = {}) => {
  const planned: { statement: string; when: 'before' | 'after'; run: () => Promise<unknown> }[] = []
  const runPlanned = async (sql: readonly string[], when: 'before' | 'after') => {
    const at = planned.findIndex((plan) => plan.when === when && sql.some((text) => text.includes(plan.statement)))
    if (at >= 0) await planned.splice(at, 1)[0]!.run()
  }
  const DB_00 = interceptD1(bindings.DB_00, {
    before: ({ sql }) => runPlanned(sql, 'before'),
    after: ({ sql }) => runPlanned(sql, 'after'),
  })
  const fixture = await connectionFixture(options, { keyCacheMs: { test: 60_000, live: 60_000 } }, { DB_00 })
  const { merchant, call } = fixture
  const plan = (when: 'before' | 'after') => (statement: string, run: () => Promise<unknown>) =>
    void planned.push({ statement, when, run })
  return {
    ...fixture,
    /** The API through the other isolate. */
    elsewhere: fixture.otherIsolate().as(merchant.secretKey),
    before: plan('before'),
    after: plan('after'),
    pay: (body: object = cardPayment(), headers: Record<string, string> = {}) =>
      call('POST', '/v1/transactions/authorize', { body, headers }),
    /** Payments whose connection has no row. */
    lost: () =>
      merchant.rows(
        `SELECT id FROM transactions WHERE account = ? AND connection IS NOT NULL
           AND connection NOT IN (SELECT id FROM connections)`,
        merchant.id,
      ),
  }
}

type Racing = Awaited<ReturnType<typeof racingFixture>>

const closings: [string, (racing: Racing) => () => Promise<unknown>][] = [
  [
    'deleted',
    ({ elsewhere, ids }) =>
      async () => {
        const routing = [{ connection: ids.second }]
        expect((await elsewhere('PUT', '/v1/account', { body: { routing } })).status).toBe(200)
        expect((await elsewhere('DELETE', `/v1/connections/${ids.first}`)).status).toBe(200)
      },
  ],
  [
    'disabled',
    ({ elsewhere, ids }) =>
      async () => {
        const { status } = await elsewhere('PUT', `/v1/connections/${ids.first}`, { body: { disabled: true } })
        expect(status).toBe(200)
      },
  ],
]

test.each(closings)('a payment whose connection is %s before its insert is routed anew, once', async (_what, close) => {
  const racing = await racingFixture()
  const { before, pay, route, ids, first, second, merchant, lost } = racing
  await route({ connection: ids.first }, { connection: ids.second })
  before(insertsPayment, close(racing))
  const key = { 'idempotency-key': 'one' }
  const paid = await pay(cardPayment(), key)
  expect([paid.status, paid.json.responseCode]).toEqual([200, '00'])
  expect(first.ledger.entries()).toEqual([])
  expect(second.ledger.find(paid.json.transactionId)).toMatchObject({ state: 'approved' })
  expect((await pay(cardPayment(), key)).text).toBe(paid.text)
  expect([await countRows(merchant), await lost()]).toMatchObject([{ transactions: 1, operations: 1 }, []])
})

test.each(closings)(
  'a payment by a token whose connection is %s before its insert is routed anew and uses the token once',
  async (_what, close) => {
    const racing = await racingFixture()
    const { call, before, pay, route, ids, first, second } = racing
    await route({ networks: ['visa'], connection: ids.first }, { connection: ids.second })
    const { token } = (await call('POST', '/v1/tokens', { body: { creditCard: card() } })).json
    before(insertsPayment, close(racing))
    const paid = await pay(tokenPayment(token))
    expect([paid.status, paid.json.responseCode]).toEqual([200, '00'])
    expect(first.ledger.entries()).toEqual([])
    expect(second.ledger.find(paid.json.transactionId)).toMatchObject({ state: 'approved' })
    const again = await pay(tokenPayment(token))
    expect(listErrors(again)).toEqual([['token_used', 'payment.token']])
  },
)

test('a payment that is routed anew reaches a connection that is newer than the cached rules', async () => {
  const { before, elsewhere, pay, route, ids, merchant, second } = await racingFixture()
  await route({ connection: ids.first })
  let newer = ''
  before(insertsPayment, async () => {
    newer = await insertConnection(merchant, 'second')
    await elsewhere('PUT', '/v1/account', { body: { routing: [{ connection: newer }] } })
    await elsewhere('DELETE', `/v1/connections/${ids.first}`)
  })
  const { transactionId } = (await pay()).json
  expect(second.ledger.find(transactionId)).toMatchObject({ state: 'approved' })
  expect((await elsewhere('GET', `/v1/transactions/${transactionId}`)).json.connection).toBe(newer)
})

test('a live payment whose only connection is disabled before its insert is declined with G08', async () => {
  const { before, elsewhere, pay, merchant, first, route } = await racingFixture({ merchant: { mode: 'live' } })
  const live = await insertConnection(merchant, 'first', { mode: 'live' })
  await route({ connection: live })
  before(insertsPayment, () => elsewhere('PUT', `/v1/connections/${live}`, { body: { disabled: true } }))
  expect((await pay()).json).toMatchObject({ responseCode: 'G08' })
  expect(first.ledger.entries()).toEqual([])
})

test('a payment whose connections close again and again returns 409 operation_in_progress, stores nothing and leaves its key free', async () => {
  const { before, elsewhere, pay, route, ids, merchant, first, second } = await racingFixture()
  const toggle = (id: string, disabled: boolean) => elsewhere('PUT', `/v1/connections/${id}`, { body: { disabled } })
  await route({ connection: ids.first }, { connection: ids.second })
  for (let attempt = 0; attempt < 5; attempt++) {
    const [open, closed] = attempt % 2 === 0 ? [ids.first, ids.second] : [ids.second, ids.first]
    before(insertsPayment, async () => {
      await toggle(open, true)
      await toggle(closed, false)
    })
  }
  const refused = await pay(cardPayment(), { 'idempotency-key': 'busy' })
  expect([refused.status, listErrors(refused)]).toEqual([409, [['operation_in_progress', null]]])
  expect(await countRows(merchant)).toMatchObject({ transactions: 0, operations: 0 })
  expect([first.ledger.entries(), second.ledger.entries()]).toEqual([[], []])
  const paid = await pay(cardPayment(), { 'idempotency-key': 'busy' })
  expect(paid.json).toMatchObject({ responseCode: '00' })
})

test('a connection that got its first payment in the meantime is not deleted', async () => {
  const { call, before, elsewhere, after, pay, route, ids, lost } = await racingFixture()
  await route({ connection: ids.first })
  const remove = (by: typeof call) => by('DELETE', `/v1/connections/${ids.first}`)
  const unroute = () => elsewhere('PUT', '/v1/account', { body: { routing: [] } })
  // The payment is inserted, and its processor not called yet.
  after(insertsPayment, async () => {
    await unroute()
    expect(listErrors(await remove(elsewhere))).toEqual([['connection_in_use', null]])
  })
  const paid = await pay()
  expect(paid.json).toMatchObject({ responseCode: '00' })
  // The deletion has begun, and the payment is inserted before its batch.
  await route({ connection: ids.second })
  before('DELETE FROM connections', async () => {
    await elsewhere('POST', '/v1/transactions/authorize', { body: cardPayment() })
    await unroute()
  })
  const refused = await call('DELETE', `/v1/connections/${ids.second}`)
  expect([refused.status, listErrors(refused)]).toEqual([409, [['connection_in_use', null]]])
  expect(await lost()).toEqual([])
})

test('a rule whose connection is deleted before it is stored returns 400 connection_not_found and changes nothing', async () => {
  const { call, before, elsewhere, route, ids, merchant } = await racingFixture()
  await route({ currencies: [978], connection: ids.second })
  before('UPDATE accounts SET settings', async () => {
    expect((await elsewhere('DELETE', `/v1/connections/${ids.first}`)).status).toBe(200)
  })
  const body = { routing: [{ connection: ids.second }, { connection: ids.first }], duplicateWindowSeconds: 7 }
  const refused = await call('PUT', '/v1/account', { body })
  expect([refused.status, listErrors(refused)]).toEqual([400, [['connection_not_found', 'routing[1].connection']]])
  const { account } = (await elsewhere('GET', '/v1/account')).json
  expect(account.routing).toMatchObject([{ currencies: [978], connection: ids.second }])
  expect(account.duplicateWindowSeconds).not.toBe(7)
  const audited = await merchant.rows(
    "SELECT detail FROM audit WHERE account = ? AND action = 'account.updated'",
    merchant.id,
  )
  expect(audited).toHaveLength(1)
})

test('a connection that a rule names in the meantime is not deleted', async () => {
  const { call, before, elsewhere, ids } = await racingFixture()
  before('DELETE FROM connections', async () => {
    const routed = await elsewhere('PUT', '/v1/account', { body: { routing: [{ connection: ids.first }] } })
    expect(routed.status).toBe(200)
  })
  const refused = await call('DELETE', `/v1/connections/${ids.first}`)
  expect([refused.status, listErrors(refused)]).toEqual([409, [['connection_in_use', null]]])
  expect(refused.text).toContain('"by":"routing"')
})

test('a rule may name a connection that is newer than the cached record of the key', async () => {
  const { call, merchant, route } = await racingFixture()
  await call('GET', '/v1/account')
  const newer = await insertConnection(merchant, 'first')
  expect((await route({ connection: newer })).status).toBe(200)
})

test('a capture over a connection that is newer than the cached record of the key keeps to its capabilities', async () => {
  const { call, elsewhere, merchant, first } = await racingFixture({ first: { can: { captures: 'one' } } })
  await merchant.run('DELETE FROM connections WHERE account = ?', merchant.id)
  await call('GET', '/v1/account')
  const newer = await insertConnection(merchant, 'first')
  await elsewhere('PUT', '/v1/account', { body: { routing: [{ connection: newer }] } })
  const authorized = await elsewhere('POST', '/v1/transactions/authorize', { body: cardPayment() })
  const { transactionId } = authorized.json
  const capture = () => call('POST', '/v1/transactions/capture', { body: { transactionId, amount: 4 } })
  const captured = await capture()
  expect(captured.json).toMatchObject({ responseCode: '00' })
  expect(first.ledger.find(captured.json.transactionId)).toMatchObject({ state: 'approved' })
  // The one capture has ended the hold.
  const again = await capture()
  expect(again.status).toBe(409)
  expect((await elsewhere('GET', `/v1/transactions/${transactionId}`)).json).toMatchObject({
    status: 'captured',
    amountCaptured: 4,
    amountCapturable: 0,
  })
})
