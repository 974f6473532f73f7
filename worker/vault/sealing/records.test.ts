import { expect, it } from 'vitest'
import { randomBytes } from '#contract/encoding/bytes'
import { Secret } from '#contract/schema/secret'
import { newAccountKey } from '../fixtures.ts'
import { openRecord, sealRecord, unwrapDataKey, wrapDataKey } from './records.ts'
import { CannotOpen } from './seal.ts'

const account = await newAccountKey('account-1')
const check = new Secret('{"routing":"021000021","account":"000123456789"}')
const record = await sealRecord(account, 'record-1', 'check', check)

it('openRecord returns a sealed value', async () => {
  expect((await openRecord(account, 'record-1', 'check', record)).reveal()).toBe(check.reveal())
})

it('sealRecord uses a new data key for each record', async () => {
  const other = await sealRecord(account, 'record-1', 'check', check)
  await expect(openRecord(account, 'record-1', 'check', { ...record, wrappedKey: other.wrappedKey })).rejects.toThrow(
    CannotOpen,
  )
})

it('openRecord throws CannotOpen for another account, record or purpose', async () => {
  const otherAccount = await newAccountKey('account-2')
  const imposter = { ...account, accountId: 'account-2' }
  await expect(openRecord(otherAccount, 'record-1', 'check', record)).rejects.toThrow(CannotOpen)
  await expect(openRecord(imposter, 'record-1', 'check', record)).rejects.toThrow(CannotOpen)
  await expect(openRecord(account, 'record-2', 'check', record)).rejects.toThrow(CannotOpen)
  await expect(openRecord(account, 'record-1', 'pan', record)).rejects.toThrow(CannotOpen)
})

it('the value and the data key are each bound to the record', async () => {
  const raw = randomBytes(32)
  const wrappedKey1 = await wrapDataKey(account, 'record-1', 'check', raw)
  const wrappedKey2 = await wrapDataKey(account, 'record-2', 'check', raw)
  await expect(unwrapDataKey(account, 'record-2', 'check', wrappedKey1)).rejects.toThrow(CannotOpen)
  await expect(unwrapDataKey(account, 'record-1', 'pan', wrappedKey1)).rejects.toThrow(CannotOpen)
  await expect(openRecord(account, 'record-2', 'check', { ...record, wrappedKey: wrappedKey2 })).rejects.toThrow(
    CannotOpen,
  )
})

it('openRecord throws CannotOpen if value and data key are swapped', async () => {
  await expect(
    openRecord(account, 'record-1', 'check', { sealed: record.wrappedKey, wrappedKey: record.sealed }),
  ).rejects.toThrow(CannotOpen)
})

it('unwrapDataKey returns a key that is not extractable', async () => {
  const { key } = await unwrapDataKey(account, 'record-1', 'check', record.wrappedKey)
  expect(key.extractable).toBe(false)
  await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow()
})
