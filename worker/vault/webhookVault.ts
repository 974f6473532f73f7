import { Secret } from '#contract/schema/secret'
import type { AccountKey } from './keys/accountKeys.ts'
import { openRecord, sealRecord } from './sealing/records.ts'
import type { SealedRecord } from './sealing/records.ts'

/** Seals and opens the secrets and custom headers of an account's webhooks. */
export interface WebhookVault {
  sealSecret(webhook: string, secret: Secret): Promise<SealedRecord>
  /** @throws CannotOpen */
  openSecret(webhook: string, sealed: SealedRecord): Promise<Secret>
  sealHeaders(webhook: string, headers: Readonly<Record<string, string>>): Promise<SealedRecord>
  /** @throws CannotOpen */
  openHeaders(webhook: string, sealed: SealedRecord): Promise<Readonly<Record<string, string>>>
}

/** @param accountKey loaded on first use */
export const createWebhookVault = (accountKey: () => Promise<AccountKey>): WebhookVault => ({
  sealSecret: async (webhook, secret) => sealRecord(await accountKey(), webhook, 'webhookSecret', secret),
  openSecret: async (webhook, sealed) => openRecord(await accountKey(), webhook, 'webhookSecret', sealed),
  sealHeaders: async (webhook, headers) =>
    sealRecord(await accountKey(), webhook, 'webhookHeaders', new Secret(JSON.stringify(headers))),
  openHeaders: async (webhook, sealed) =>
    JSON.parse((await openRecord(await accountKey(), webhook, 'webhookHeaders', sealed)).reveal()) as Record<
      string,
      string
    >,
})
