import { createExecutionContext, waitOnExecutionContext } from '#runtime'
import { describe, expect, test } from 'vitest'
import { createIds } from '../domain/ids.ts'
import type { Ids } from '../domain/ids.ts'
import { createWorker } from '../app/worker.ts'
import { bindings } from '../testing/bindings.ts'
import { faultyDatabase } from '../testing/database/brokenDatabase.ts'
import { cardPayment, createMerchant, gatewayOrigin, startWorker } from '../testing/merchant.ts'
import { loggableId, redactedStack } from './log.ts'

const merchant = await createMerchant()
const pan = '4242424242424242'

const members = [
  'account',
  'clientRequestId',
  'd1',
  'database',
  'errors',
  'exception',
  'ignoredMembers',
  'key',
  'method',
  'ms',
  'replayOf',
  'requestId',
  'route',
  'status',
  'warnings',
]

describe('log lines', () => {
  test.each([
    ['POST', '/v1/transactions/authorize', 'authorizeTransaction', 200],
    ['GET', '/v1/transactions/1', 'getTransaction', 404],
    ['GET', '/v1/customers', 'listCustomers', 200],
    ['GET', '/v1/terminals/12345678', 'getTerminal', 404],
    ['POST', '/v1/webhook', 'createWebhook', 400],
    ['GET', '/v1/nothing', 'route_not_found', 404],
    ['GET', '/v1/tokens', 'method_not_allowed', 405],
  ])('%s %s logs one line with the documented members only', async (method, path, route, status) => {
    const worker = startWorker()
    const answer = await worker.as(merchant.secretKey)(method, path, method === 'POST' ? { body: cardPayment() } : {})
    expect(worker.log).toHaveLength(1)
    const [line] = worker.log
    expect(Object.keys(line!).sort()).toEqual(members)
    expect(line).toMatchObject({
      route,
      method,
      status,
      requestId: answer.headers.get('x-request-id'),
      key: merchant.secretKeyId,
      account: merchant.id,
      d1: answer.d1,
      exception: null,
    })
    expect(answer.status).toBe(status)
  })

  test.each([
    ['4242424242424242', []],
    ['4000003900000510', []],
    ['4929000000006', ['card_outside_test_list']],
  ])('card %s in test mode logs warnings %o without its digits', async (number, warnings) => {
    const worker = startWorker()
    const body = cardPayment(number)
    await worker.as(merchant.secretKey)('POST', '/v1/transactions/authorize', { body })
    expect(worker.log[0]?.warnings).toEqual(warnings)
    expect(JSON.stringify(worker.log)).not.toContain(number)
  })

  test('a log line is printed as JSON by default', async () => {
    const lines: unknown[] = []
    const original = console.log
    console.log = (line: unknown) => lines.push(line)
    try {
      const context = createExecutionContext()
      const request = new Request(`${gatewayOrigin}/v1/account`, { headers: { 'x-api-key': merchant.secretKey } })
      await createWorker().fetch!(request as Request<unknown, IncomingRequestCfProperties>, bindings, context)
      await waitOnExecutionContext(context)
    } finally {
      console.log = original
    }
    expect(lines).toHaveLength(1)
    expect(JSON.parse(String(lines[0]))).toMatchObject({ route: 'getAccount', status: 200 })
  })

  test('a log line contains nothing of body, path or query', async () => {
    const worker = startWorker()
    const call = worker.as(merchant.secretKey)
    await call('POST', `/v1/transactions/authorize?card=${pan}`, { body: cardPayment(pan) })
    await call('POST', '/v1/transactions/authorize', { body: cardPayment('4000000000009995') })
    await call('POST', '/v1/transactions/authorize', { body: { ...cardPayment(pan), [pan]: pan } })
    await call('POST', '/v1/transactions/authorize', { body: `{"a":${pan}${pan}` })
    await call('GET', `/v1/transactions/${pan}`)
    await call('GET', `/v1/nothing/${pan}`)
    expect(worker.log).toHaveLength(6)
    for (const part of ['424242', '00009995', merchant.secretKey.slice(20)])
      expect(JSON.stringify(worker.log)).not.toContain(part)
  })
})

describe('x-request-id of a client', () => {
  test('a client request id is logged and not returned as the requestId', async () => {
    const worker = startWorker()
    const answer = await worker.as(merchant.secretKey)('GET', '/v1/account', {
      headers: { 'x-request-id': 'order-77' },
    })
    expect(worker.log[0]).toMatchObject({ clientRequestId: 'order-77' })
    expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f]{32}$/)
    expect(answer.json.requestId).not.toBe('order-77')
  })

  test.each([
    ['order-77', true],
    ['01890a5d.ac96:774b_bcce', true],
    ['a'.repeat(64), true],
    ['a'.repeat(65), false],
    ['', false],
    ['with space', false],
    ['{"json":1}', false],
    ['é', false],
    [pan, false],
    ['4242-4242-4242-4242', false],
    ['x4242.4242:4242_4242', false],
  ])('client request id %j: logged %s', (text, logged) => {
    expect(loggableId(text)).toBe(logged ? text : null)
  })
})

describe('exceptions', () => {
  const failing: Ids = {
    ...createIds({ clock: Date.now }),
    transactionId: () => {
      throw new Error(`The acquirer did not like ${pan}, said by ${merchant.secretKey}`)
    },
  }

  test('an exception returns 500 without its message and logs its stack', async () => {
    const worker = startWorker({ ids: failing })
    const answer = await worker.as(merchant.secretKey)('POST', '/v1/transactions/authorize', { body: cardPayment(pan) })
    expect(answer.status).toBe(500)
    expect(answer.json).toMatchObject({ errors: [{ type: 'internal_error', message: { field: null, details: null } }] })
    expect(answer.json.requestId).toBe(answer.headers.get('x-request-id'))
    expect(worker.log).toHaveLength(1)
    expect(worker.log[0]).toMatchObject({ status: 500, errors: ['internal_error'] })
    expect(worker.log[0]?.exception).toMatch(/^Error at /)
    for (const text of [answer.text, JSON.stringify(worker.log)]) {
      expect(text).not.toContain('424242')
      expect(text).not.toContain('acquirer did not')
      expect(text).not.toContain('sluice_sk')
    }
  })

  test('a database exception returns 500 without its message in every error format', async () => {
    const broken = {
      prepare: () => {
        throw new Error(`SQLITE_ERROR near "${pan}"`)
      },
    } as unknown as D1Database
    const worker = startWorker({}, { DB_00: broken })
    const call = worker.as(merchant.secretKey)
    for (const answer of [
      await call('POST', '/v1/transactions/authorize', { body: cardPayment() }),
      await call('GET', '/v1/transactions/1'),
      await call('GET', '/v1/account'),
      await call('GET', '/v1/nothing'),
    ]) {
      expect(answer.status).toBe(500)
      expect(answer.headers.get('x-request-id')).toBe(answer.json.requestId)
      expect(answer.text).not.toMatch(/SQLITE|424242/)
    }
    expect(worker.log).toHaveLength(4)
    expect(JSON.stringify(worker.log)).not.toMatch(/SQLITE|424242/)
  })

  test.each([
    ['D1_ERROR: Network connection lost.', 503, '2', 'away'],
    ['Network connection lost.', 503, '2', 'away'],
    ['D1_ERROR: D1 DB is overloaded. Too many requests queued.', 503, '5', 'overloaded'],
    ['D1_ERROR: database is locked: SQLITE_BUSY', 503, '5', 'overloaded'],
    ['D1_ERROR: D1 DB reset because its code was updated.', 503, '2', 'reset'],
    ['D1_ERROR: Exceeded maximum DB size.', 503, '300', 'full'],
    ['D1_ERROR: Too many API requests by single worker invocation.', 503, '30', 'limit'],
    ['D1_ERROR: Something new.', 503, '5', 'unknown'],
    ['D1_ERROR: no such table: accounts: SQLITE_ERROR', 500, null, null],
  ])('database error "%s" returns %i with Retry-After %s and logs the kind %s', async (message, status, wait, kind) => {
    const broken = {
      prepare: () => {
        throw new Error(message)
      },
    } as unknown as D1Database
    const worker = startWorker({}, { DB_00: broken })
    const answer = await worker.as(merchant.secretKey)('GET', '/v1/account')
    expect(answer.status).toBe(status)
    expect(answer.json.errors[0].type).toBe(status === 503 ? 'unavailable' : 'internal_error')
    expect(answer.headers.get('retry-after')).toBe(wait)
    expect(worker.log[0]!.database).toBe(kind)
  })

  test('a request that repeats a read while the database is away logs the kind and succeeds', async () => {
    const { d1 } = faultyDatabase(bindings.DB_00, (call) => (call < 3 ? 'fails before' : 'runs'))
    const worker = startWorker({}, { DB_00: d1 })
    expect((await worker.as(merchant.secretKey)('GET', '/v1/account')).status).toBe(200)
    expect(worker.log[0]).toMatchObject({ status: 200, database: 'away', errors: [], exception: null })
  })

  test.each([
    [new TypeError('4242'), /^TypeError at /],
    ['4242', /^string$/],
    [null, /^object$/],
    [Object.assign(new Error('4242\n    at 4242'), { name: 'D1_ERROR' }), /^D1_ERROR at /],
    [new RangeError(''), /^RangeError at /],
  ])('redactedStack returns name and stack without the message: case %#', (thrown, expected) => {
    expect(redactedStack(thrown)).toMatch(expected)
    expect(redactedStack(thrown)).not.toContain('4242')
  })
})
