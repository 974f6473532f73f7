import { beforeEach, describe, expect, test } from 'vitest'
import { bindings } from '../../testing/bindings.ts'
import { Database, sql } from './database.ts'
import {
  claimForOperation,
  claimKey,
  findClaimedKey,
  releaseKey,
  isKeyFree,
  selectClaimedKey,
  deleteExpiredKeys,
  storeResponse,
} from './idempotency.ts'
import type { IdempotentRequest } from './idempotency.ts'
import type { Owner } from './owner.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

const database = new Database(bindings.DB_00, { trips: 0, databaseMs: 0 })
let owner: Owner
beforeEach(() => {
  owner = { account: crypto.randomUUID(), mode: 'test' }
})

let requests = 0
const request = ({ at = 1000, ...more }: Partial<IdempotentRequest> = {}): IdempotentRequest => ({
  route: 'POST /v1/things',
  keyHash: 'k',
  fingerprint: 'f',
  requestId: `r${++requests}`,
  at,
  realTime: at,
  ...more,
})

// No card number starts with 9, so the leak scan does not take the ids for card numbers.
let ids = 91_000_000_000_000 + Math.floor(Math.random() * 1_000_000_000_000)

/** Inserts an operation as a payment does, if the key is free, and claims the key. Returns the operation's id or the key's row. */
const insertOperation = async (keyed: IdempotentRequest) => {
  const id = ++ids
  const free = isKeyFree(owner, keyed)
  const [, [row] = []] = await database.batch([
    ...selectClaimedKey(owner, keyed),
    sql(
      `INSERT INTO transactions (id, account, mode, status, method, currency, requested, initiatedBy, initial, created, updated)
       SELECT ?, ?, ?, 'pending', 'creditCard', 840, 1, 'customer', 'first', 0, 0 WHERE ${free.sql}`,
      id,
      owner.account,
      owner.mode,
      ...free.values,
    ),
    sql(
      `INSERT INTO operations (id, transactionId, account, mode, type, status, amount, storedRequestId, created, updated)
       SELECT id, id, account, mode, 'authorize', 'pending', 1, ?, 0, 0 FROM transactions WHERE id = ?`,
      keyed.requestId,
      id,
    ),
    claimForOperation(owner, keyed, id),
  ])
  return row ?? id
}
const approve = (id: unknown) =>
  database.batch([sql("UPDATE operations SET status = 'approved' WHERE id = ?", id as number)])

describe('idempotency key of an operation', () => {
  test('idempotency key of concurrent operations inserts one operation and returns its id to the others', async () => {
    const results = await Promise.all(Array.from({ length: 10 }, () => insertOperation(request())))
    const winner = results.find((result) => typeof result === 'number')
    expect(results.filter((result) => typeof result === 'object')).toHaveLength(9)
    for (const result of results)
      if (result !== winner) expect(result).toMatchObject({ operationId: winner, status: null })
    expect(await database.rows(sql('SELECT id FROM operations WHERE account = ?', owner.account))).toEqual([
      { id: winner },
    ])
  })

  test('idempotency key is not claimed if no operation was inserted', async () => {
    const keyed = request()
    await database.batch([claimForOperation(owner, keyed, ++ids)])
    expect((await database.batch(selectClaimedKey(owner, keyed)))[1]).toEqual([])
  })

  test('idempotency key of another operation fails the batch that claims it again', async () => {
    const first = request()
    const id = await insertOperation(first)
    await expect(database.batch([claimForOperation(owner, first, id as number)])).rejects.toThrow('UNIQUE')
  })

  test('idempotency key of an approved operation expires after 24 hours', async () => {
    const id = await insertOperation(request({ at: 0 }))
    await approve(id)
    expect(await insertOperation(request({ at: day - 1 }))).toMatchObject({ operationId: id })
    expect(await insertOperation(request({ at: day }))).toBeTypeOf('number')
  })

  test('idempotency key of an operation with an unknown outcome expires after 7 days', async () => {
    const id = await insertOperation(request({ at: 0 }))
    expect(await insertOperation(request({ at: 7 * day - 1 }))).toMatchObject({ operationId: id })
    expect(await insertOperation(request({ at: 7 * day }))).toBeTypeOf('number')
  })
})

const claim = (keyed: IdempotentRequest) => claimKey({ database, owner }, keyed)

describe('idempotency key of a response', () => {
  test('idempotency key is claimed once and then returns the stored response', async () => {
    const first = request()
    expect(await claim(first)).toBeNull()
    expect(await claim(request())).toMatchObject({ requestId: first.requestId, status: null, body: null })
    await storeResponse({ database, owner }, first, { status: 200, body: '{}' })
    expect(await claim(request())).toMatchObject({
      requestId: first.requestId,
      status: 200,
      body: '{}',
      fingerprint: 'f',
    })
  })

  test.each([
    ['key', { keyHash: 'other' }, {}],
    ['path', { route: 'POST /v1/others' }, {}],
    ['account', {}, { account: 'other' }],
    ['mode', {}, { mode: 'live' as const }],
  ])('idempotency key is independent of the key with another %s', async (_case, otherRequest, otherOwner) => {
    await claim(request())
    const otherScope = { ...owner, ...otherOwner, ...('account' in otherOwner && { account: crypto.randomUUID() }) }
    expect(await claimKey({ database, owner: otherScope }, request(otherRequest))).toBeNull()
  })

  test('released key can be claimed at once', async () => {
    const first = request()
    await claim(first)
    await releaseKey({ database, owner }, first)
    expect(await claim(request())).toBeNull()
  })

  test('idempotency key without a response can be claimed after a minute, and the first response is then not stored', async () => {
    const crashed = request({ at: 0 })
    await claim(crashed)
    expect(await claim(request({ at: minute - 1 }))).not.toBeNull()
    const next = request({ at: minute })
    expect(await claim(next)).toBeNull()
    await storeResponse({ database, owner }, crashed, { status: 200, body: '{}' })
    await releaseKey({ database, owner }, crashed)
    expect(await claim(request({ at: minute }))).toMatchObject({ requestId: next.requestId, status: null })
  })

  test('idempotency key returns its response for 24 hours', async () => {
    const first = request({ at: 0 })
    await claim(first)
    await storeResponse({ database, owner }, first, { status: 200, body: '{}' })
    expect(await claim(request({ at: day - 1 }))).toMatchObject({ status: 200 })
    expect(await claim(request({ at: day }))).toBeNull()
  })
})

test('deleteExpiredKeys deletes a limited number of keys at the end of the day after, and no key of a pending payment for 8 days', async () => {
  // Keys of other tests were claimed days later.
  await deleteExpiredKeys({ database }, 30 * day, 10_000)
  const [pending, approved] = [
    await insertOperation(request({ keyHash: 'a', at: 0 })),
    await insertOperation(request({ keyHash: 'b', at: 0 })),
  ]
  await approve(approved)
  for (const key of ['c', 'd']) await claimKey({ database, owner }, request({ keyHash: key, at: 0 }))
  await claimKey({ database, owner }, request({ keyHash: 'e', at: day }))
  expect(await deleteExpiredKeys({ database }, 2 * day - 1, 10)).toBe(0)
  expect(await deleteExpiredKeys({ database }, 2 * day, 2)).toBe(2)
  expect(await deleteExpiredKeys({ database }, 2 * day, 2)).toBe(1)
  const left = () => database.rows(sql('SELECT key, operationId FROM idempotency WHERE account = ?', owner.account))
  expect(await left()).toEqual([
    { key: 'a', operationId: pending },
    { key: 'e', operationId: null },
  ])
  expect(await deleteExpiredKeys({ database }, 8 * day, 10)).toBe(1)
  expect(await left()).toEqual([{ key: 'a', operationId: pending }])
  expect(await deleteExpiredKeys({ database }, 9 * day, 10)).toBe(1)
})

test('the key of a failed operation is free at once', async () => {
  const id = await insertOperation(request())
  await database.batch([sql("UPDATE operations SET status = 'failed' WHERE id = ?", id as number)])
  expect(await findClaimedKey({ database, owner }, request())).toBeNull()
  expect(await insertOperation(request())).toBeTypeOf('number')
})

test('a key counts across midnight, and for an account whose test clock stands elsewhere', async () => {
  const first = request({ at: 20 * day, realTime: 100 * day - 1 })
  await claim(first)
  await storeResponse({ database, owner }, first, { status: 200, body: '{}' })
  expect(await claim(request({ at: 20 * day + hour, realTime: 100 * day + hour }))).toMatchObject({ status: 200 })
  // Of two isolates whose clocks differ.
  expect(await claim(request({ at: 20 * day, realTime: 98 * day + day - 1 }))).toMatchObject({ status: 200 })
  expect(await claim(request({ at: 21 * day, realTime: 101 * day - 1 }))).toBeNull()
})
