import { expect, test } from 'vitest'
import { createConnectionVault } from './connectionVault.ts'
import { newAccountKey } from './fixtures.ts'
import { CannotOpen } from './sealing/seal.ts'
import { createWebhookVault } from './webhookVault.ts'

const key = await newAccountKey('account-1/test')
const vault = createConnectionVault(async () => key)
const secrets = { apiKey: 'k-7f3a', pin: '1234' }

test('secret settings of a connection are sealed together, and the sealed value has neither names nor values', async () => {
  const sealed = await vault.sealSecrets('connection-1', secrets)
  expect(await vault.openSecrets('connection-1', sealed)).toEqual(secrets)
  expect(JSON.stringify(sealed)).not.toMatch(/k-7f3a|apiKey|pin/)
})

test('sealed settings do not open for another connection, account, mode or purpose', async () => {
  const sealed = await vault.sealSecrets('connection-1', secrets)
  await expect(vault.openSecrets('connection-2', sealed)).rejects.toThrow(CannotOpen)
  await expect(createWebhookVault(async () => key).openSecret('connection-1', sealed)).rejects.toThrow(CannotOpen)
  for (const holder of ['account-2/test', 'account-1/live']) {
    const other = await newAccountKey(holder)
    const opening = createConnectionVault(async () => other).openSecrets('connection-1', sealed)
    await expect(opening).rejects.toThrow(CannotOpen)
  }
})
