import { expect, test } from 'vitest'
import { newAccountKey } from './fixtures.ts'
import { CannotOpen } from './sealing/seal.ts'
import { createWebhookVault } from './webhookVault.ts'
import type { HostBoundHeaders } from './webhookVault.ts'

const key = await newAccountKey('account-1/test')
const vault = createWebhookVault(async () => key)
const headers: HostBoundHeaders = { hosts: ['shop.example'], headers: { authorization: 'Bearer 7', hosts: 'x' } }

test('headers are sealed with their hosts, and the sealed value contains neither', async () => {
  const own = await vault.sealHeaders('webhook-1', headers)
  const defaults = await vault.sealDefaultHeaders(headers)
  expect(await vault.openHeaders('webhook-1', own, 'other.example')).toEqual(headers)
  expect(await vault.openDefaultHeaders(defaults)).toEqual(headers)
  expect(JSON.stringify([own, defaults])).not.toMatch(/Bearer|shop/)
})

test('sealed headers do not open for another webhook, account or mode, or as default headers', async () => {
  const own = await vault.sealHeaders('webhook-1', headers)
  const defaults = await vault.sealDefaultHeaders(headers)
  const others = await Promise.all(['account-2/test', 'account-1/live'].map(newAccountKey))
  await expect(vault.openHeaders('webhook-2', own, 'shop.example')).rejects.toThrow(CannotOpen)
  await expect(vault.openDefaultHeaders(own)).rejects.toThrow(CannotOpen)
  await expect(vault.openHeaders('account', defaults, 'shop.example')).rejects.toThrow(CannotOpen)
  for (const other of others)
    await expect(createWebhookVault(async () => other).openDefaultHeaders(defaults)).rejects.toThrow(CannotOpen)
})

test('headers that were sealed without hosts are bound to the host of their webhook', async () => {
  const before = { authorization: 'Bearer 7', hosts: 'x' }
  const sealed = await vault.sealHeaders('webhook-1', before as unknown as HostBoundHeaders)
  expect(await vault.openHeaders('webhook-1', sealed, 'shop.example')).toEqual({
    hosts: ['shop.example'],
    headers: before,
  })
})
