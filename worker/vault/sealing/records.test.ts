import { expect, it } from 'vitest'
import { randomBytes } from '#contract/encoding/bytes'
import { Secret } from '#contract/schema/secret'
import { freshAccountKey } from '../fixtures.ts'
import { openRecord, sealRecord, unwrapDataKey, wrapDataKey } from './records.ts'
import { CannotOpen } from './seal.ts'

const account = await freshAccountKey('account-1')
const check = new Secret('{"routing":"021000021","account":"000123456789"}')
const record = await sealRecord(account, 'record-1', 'check', check)

it('opens what it sealed', async () => {
  expect((await openRecord(account, 'record-1', 'check', record)).reveal()).toBe(check.reveal())
})

it('seals each record by a key of its own', async () => {
  const other = await sealRecord(account, 'record-1', 'check', check)
  await expect(openRecord(account, 'record-1', 'check', { ...record, wrappedKey: other.wrappedKey })).rejects.toThrow(
    CannotOpen,
  )
})

it('refuses another account, record or purpose', async () => {
  const stranger = await freshAccountKey('account-2')
  const imposter = { ...account, accountId: 'account-2' }
  await expect(openRecord(stranger, 'record-1', 'check', record)).rejects.toThrow(CannotOpen)
  await expect(openRecord(imposter, 'record-1', 'check', record)).rejects.toThrow(CannotOpen)
  await expect(openRecord(account, 'record-2', 'check', record)).rejects.toThrow(CannotOpen)
  await expect(openRecord(account, 'record-1', 'pan', record)).rejects.toThrow(CannotOpen)
})

it('binds value and key to the record, each on its own', async () => {
  const raw = randomBytes(32)
  const here = await wrapDataKey(account, 'record-1', 'check', raw)
  const there = await wrapDataKey(account, 'record-2', 'check', raw)
  await expect(unwrapDataKey(account, 'record-2', 'check', here)).rejects.toThrow(CannotOpen)
  await expect(unwrapDataKey(account, 'record-1', 'pan', here)).rejects.toThrow(CannotOpen)
  await expect(openRecord(account, 'record-2', 'check', { ...record, wrappedKey: there })).rejects.toThrow(CannotOpen)
})

it('does not take the value for the key', async () => {
  await expect(
    openRecord(account, 'record-1', 'check', { sealed: record.wrappedKey, wrappedKey: record.sealed }),
  ).rejects.toThrow(CannotOpen)
})

it('unwraps to a key that cannot be exported', async () => {
  const { key } = await unwrapDataKey(account, 'record-1', 'check', record.wrappedKey)
  expect(key.extractable).toBe(false)
  await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow()
})
