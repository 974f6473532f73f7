import { beforeEach, describe, expect, test } from 'vitest'
import { bindings } from '../../testing/bindings.ts'
import { Database, sql } from './database.ts'
import {
  claimForOperation,
  claimKey,
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
const request = (more: Partial<IdempotentRequest> = {}): IdempotentRequest => ({
  route: 'POST /v1/things',
  key: 'k',
  fingerprint: 'f',
  requestId: `r${++requests}`,
  at: 1000,
  ...more,
})

// From where no network's numbers begin: an id that looked like a card would be one to the scan for leaks.
let ids = 91_000_000_000_000 + Math.floor(Math.random() * 1_000_000_000_000)

/** As a payment opens: the key is looked up, the operation is written if it is free, and claims it. Answers its id, or the key's row. */
const open = async (asked: IdempotentRequest) => {
  const id = ++ids
  const free = isKeyFree(owner, asked)
  const [, [row] = []] = await database.batch([
    ...selectClaimedKey(owner, asked),
    sql(
      `INSERT INTO transactions (id, account, mode, status, method, currency, requested, initiatedBy, initial, created, updated)
       SELECT ?, ?, ?, 'pending', 'creditCard', 840, 1, 'customer', 'first', 0, 0 WHERE ${free.sql}`,
      id,
      owner.account,
      owner.mode,
      ...free.values,
    ),
    sql(
      `INSERT INTO operations (id, transactionId, account, mode, type, status, amount, requestId, created, updated)
       SELECT id, id, account, mode, 'authorize', 'pending', 1, ?, 0, 0 FROM transactions WHERE id = ?`,
      asked.requestId,
      id,
    ),
    claimForOperation(owner, asked, id),
  ])
  return row ?? id
}
const settle = (id: unknown) =>
  database.batch([sql("UPDATE operations SET status = 'approved' WHERE id = ?", id as number)])

describe('a key of an operation', () => {
  test('lets one of many rivals write its operation, and tells the others which', async () => {
    const results = await Promise.all(Array.from({ length: 10 }, () => open(request())))
    const winner = results.find((result) => typeof result === 'number')
    expect(results.filter((result) => typeof result === 'object')).toHaveLength(9)
    for (const result of results)
      if (result !== winner) expect(result).toMatchObject({ operationId: winner, status: null })
    expect(await database.rows(sql('SELECT id FROM operations WHERE account = ?', owner.account))).toEqual([
      { id: winner },
    ])
  })

  test('claims nothing where no operation was written', async () => {
    const asked = request()
    await database.batch([claimForOperation(owner, asked, ++ids)])
    expect((await database.batch(selectClaimedKey(owner, asked)))[1]).toEqual([])
  })

  test('fails the batch that writes a second operation under it', async () => {
    const first = request()
    const id = await open(first)
    await expect(database.batch([claimForOperation(owner, first, id as number)])).rejects.toThrow('UNIQUE')
  })

  test('is forgotten after 24 hours, and a repetition is then a new payment', async () => {
    const id = await open(request({ at: 0 }))
    await settle(id)
    expect(await open(request({ at: day - 1 }))).toMatchObject({ operationId: id })
    expect(await open(request({ at: day }))).toBeTypeOf('number')
  })

  test('is remembered while its outcome is unknown, for 7 days at most', async () => {
    const id = await open(request({ at: 0 }))
    expect(await open(request({ at: 7 * day - 1 }))).toMatchObject({ operationId: id })
    expect(await open(request({ at: 7 * day }))).toBeTypeOf('number')
  })
})

const claim = (asked: IdempotentRequest) => claimKey({ database, owner }, asked)

describe('a key of an answer', () => {
  test('is claimed once, then says what it stands for', async () => {
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
    ['key', { key: 'other' }, {}],
    ['path', { route: 'POST /v1/others' }, {}],
    ['account', {}, { account: 'other' }],
    ['mode', {}, { mode: 'live' as const }],
  ])('is independent of the same with another %s', async (_what, otherRequest, otherOwner) => {
    await claim(request())
    const there = { ...owner, ...otherOwner, ...('account' in otherOwner && { account: crypto.randomUUID() }) }
    expect(await claimKey({ database, owner: there }, request(otherRequest))).toBeNull()
  })

  test('is free again at once when its request gives it back', async () => {
    const first = request()
    await claim(first)
    await releaseKey({ database, owner }, first)
    expect(await claim(request())).toBeNull()
  })

  test('is free again a minute after its request died, whose late answer is then not saved', async () => {
    const dead = request({ at: 0 })
    await claim(dead)
    expect(await claim(request({ at: minute - 1 }))).not.toBeNull()
    const next = request({ at: minute })
    expect(await claim(next)).toBeNull()
    await storeResponse({ database, owner }, dead, { status: 200, body: '{}' })
    await releaseKey({ database, owner }, dead)
    expect(await claim(request({ at: minute }))).toMatchObject({ requestId: next.requestId, status: null })
  })

  test('keeps its answer for 24 hours', async () => {
    const first = request({ at: 0 })
    await claim(first)
    await storeResponse({ database, owner }, first, { status: 200, body: '{}' })
    expect(await claim(request({ at: day - 1 }))).toMatchObject({ status: 200 })
    expect(await claim(request({ at: day }))).toBeNull()
  })
})

test('purging takes what is over, a bounded number at a time, and no key of a payment that is under way', async () => {
  // Other tests' keys are years ahead of these.
  await deleteExpiredKeys({ database, of: 'shard' }, 8 * day, 10_000)
  const [pending, settled] = [await open(request({ key: 'a', at: 0 })), await open(request({ key: 'b', at: 0 }))]
  await settle(settled)
  for (const key of ['c', 'd']) await claimKey({ database, owner }, request({ key, at: 0 }))
  await claimKey({ database, owner }, request({ key: 'e', at: day }))
  expect(await deleteExpiredKeys({ database, of: 'shard' }, day, 2)).toBe(2)
  expect(await deleteExpiredKeys({ database, of: 'shard' }, day, 2)).toBe(1)
  const left = await database.rows(sql('SELECT key, operationId FROM idempotency WHERE account = ?', owner.account))
  expect(left).toEqual([
    { key: 'a', operationId: pending },
    { key: 'e', operationId: null },
  ])
})
