import { expect, test } from 'vitest'
import { bindings } from '../../testing/bindings.ts'
import { Database, sql } from '../sql/database.ts'
import type { Owner } from '../sql/owner.ts'
import {
  deleteExpiredUsedCards,
  deleteExpiredWalletMessages,
  isTakenBy,
  lookUpMessage,
  takeMessage,
} from './usedMessages.ts'
import type { TakenMessage } from './usedMessages.ts'

const database = new Database(bindings.DB_00, { trips: 0, databaseMs: 0 })
const hour = 3_600_000

const createOwner = (mode: Owner['mode'] = 'test'): Owner => ({ account: crypto.randomUUID(), mode })
const message: TakenMessage = { kind: 'walletPayload', messageId: 'm-é', expires: 10 * hour }

/** Claims a message as a payment's batch does. Returns whether it is claimed for this taker, and its earlier taker. */
const take = async (owner: Owner, taker: string, taken = message, may = sql('TRUE')) => {
  const mine = isTakenBy(owner, taken, taker)
  const [before = [], , [now] = []] = await database.batch([
    lookUpMessage(owner, taken),
    takeMessage(owner, taken, taker, may),
    sql(`SELECT ${mine.sql} AS mine`, ...mine.values),
  ])
  return { mine: now?.['mine'] === 1, before: before.map(({ takenBy }) => takenBy) }
}

test('wallet message is claimed once', async () => {
  const owner = createOwner()
  expect(await take(owner, '1')).toEqual({ mine: true, before: [] })
  expect(await take(owner, '2')).toEqual({ mine: false, before: ['1'] })
  expect(await take(owner, '2', { kind: 'walletPayload', messageId: 'm-e', expires: 1 })).toEqual({
    mine: true,
    before: [],
  })
})

test('one of concurrent claims gets the wallet message', async () => {
  const owner = createOwner()
  const claims = await Promise.all(Array.from({ length: 8 }, (_, index) => take(owner, String(index))))
  expect(claims.filter(({ mine }) => mine)).toHaveLength(1)
})

test('wallet messages of different accounts and modes are independent', async () => {
  const owner = createOwner()
  await take(owner, '1')
  expect(await take({ ...owner, mode: 'live' }, '1')).toEqual({ mine: true, before: [] })
  expect(await take(createOwner(), '1')).toEqual({ mine: true, before: [] })
})

test('wallet message is not claimed if no payment is inserted', async () => {
  const owner = createOwner()
  expect(await take(owner, '1', message, sql('? = 2', 1))).toEqual({ mine: false, before: [] })
  expect(await take(owner, '2', message, sql('? = 1', 1))).toEqual({ mine: true, before: [] })
})

test('wallet message is deleted an hour after its expiry, a limited number at a time', async () => {
  const owner = createOwner()
  const scope = { owner }
  for (const name of ['a', 'b', 'c'])
    await take(owner, '1', { kind: 'walletPayload', messageId: name, expires: 10 * hour })
  await take(owner, '1', { kind: 'walletPayload', messageId: 'later', expires: 11 * hour })
  expect(await deleteExpiredWalletMessages({ database, ...scope }, 11 * hour - 1, 10)).toBe(0)
  expect(await deleteExpiredWalletMessages({ database, ...scope }, 11 * hour, 2)).toBe(2)
  expect(await deleteExpiredWalletMessages({ database, ...scope }, 11 * hour, 2)).toBe(1)
  expect(await take(owner, '2', { kind: 'walletPayload', messageId: 'later', expires: 11 * hour })).toMatchObject({
    mine: false,
  })
})

test('expired messages of an account and mode are deleted, and those of no other', async () => {
  const [live, test] = [createOwner('live'), createOwner()]
  for (const owner of [live, test]) await take(owner, '1', { kind: 'walletPayload', messageId: 'x', expires: 1 })
  await deleteExpiredWalletMessages({ database, owner: live }, 2 * hour, 1000)
  expect(await take(live, '2', { kind: 'walletPayload', messageId: 'x', expires: 1 })).toMatchObject({ mine: true })
  expect(await take(test, '2', { kind: 'walletPayload', messageId: 'x', expires: 1 })).toMatchObject({ mine: false })
})

test('messages of both kinds with one id are independent', async () => {
  const owner = createOwner()
  await take(owner, '1')
  expect(await take(owner, '2', { ...message, kind: 'encryptedCard' })).toEqual({ mine: true, before: [] })
})

test('used card is deleted an hour after the end of its key by real time, not by the test clock of its account', async () => {
  const ahead = createOwner()
  await database.batch([
    sql(
      "INSERT INTO accounts (id, settings, created, updated, testClockOffset) VALUES (?, '{}', 0, 0, 1)",
      ahead.account,
    ),
  ])
  const card = { kind: 'encryptedCard', messageId: 'x', expires: 10 * hour } as const
  await take(ahead, '1', card)
  await deleteExpiredUsedCards({ database }, 11 * hour - 1, 1000)
  expect(await take(ahead, '2', card)).toMatchObject({ mine: false })
  await deleteExpiredUsedCards({ database }, 11 * hour, 1000)
  expect(await take(ahead, '2', card)).toMatchObject({ mine: true })
})
