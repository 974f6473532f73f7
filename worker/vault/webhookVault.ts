import { Secret } from '#contract/schema/secret'
import type { AccountKey } from './keys/accountKeys.ts'
import { openRecord, sealRecord } from './sealing/records.ts'
import type { SealedRecord } from './sealing/records.ts'

/** Headers of webhooks, and the hosts that they may be sent to. They are sealed together, so that neither can be changed alone. */
export interface HostBoundHeaders {
  /** Canonical host names, without ports. */
  readonly hosts: readonly string[]
  readonly headers: Readonly<Record<string, string>>
}

/** Seals and opens the secrets and custom headers of an account's webhooks. */
export interface WebhookVault {
  sealSecret(webhook: string, secret: Secret): Promise<SealedRecord>
  /** @throws CannotOpen */
  openSecret(webhook: string, sealed: SealedRecord): Promise<Secret>
  sealHeaders(webhook: string, headers: HostBoundHeaders): Promise<SealedRecord>
  /**
   * @param host of the webhook: headers that were sealed without hosts are bound to it
   * @throws CannotOpen
   */
  openHeaders(webhook: string, sealed: SealedRecord, host: string): Promise<HostBoundHeaders>
  /** Seals the headers of webhooks without headers of their own. */
  sealDefaultHeaders(headers: HostBoundHeaders): Promise<SealedRecord>
  /** @throws CannotOpen */
  openDefaultHeaders(sealed: SealedRecord): Promise<HostBoundHeaders>
}

/** The record of what an account has once per mode. */
const accountRecord = 'account'

const toSecret = (headers: HostBoundHeaders): Secret => new Secret(JSON.stringify(headers))

const isBound = (opened: HostBoundHeaders | HostBoundHeaders['headers']): opened is HostBoundHeaders =>
  Array.isArray(opened['hosts'])

/** @param accountKey loaded on first use */
export const createWebhookVault = (accountKey: () => Promise<AccountKey>): WebhookVault => ({
  sealSecret: async (webhook, secret) => sealRecord(await accountKey(), webhook, 'webhookSecret', secret),
  openSecret: async (webhook, sealed) => openRecord(await accountKey(), webhook, 'webhookSecret', sealed),
  sealHeaders: async (webhook, headers) => sealRecord(await accountKey(), webhook, 'webhookHeaders', toSecret(headers)),
  openHeaders: async (webhook, sealed, host) => {
    const text = (await openRecord(await accountKey(), webhook, 'webhookHeaders', sealed)).reveal()
    const opened = JSON.parse(text) as HostBoundHeaders | HostBoundHeaders['headers']
    return isBound(opened) ? opened : { hosts: [host], headers: opened }
  },
  sealDefaultHeaders: async (headers) =>
    sealRecord(await accountKey(), accountRecord, 'webhookDefaults', toSecret(headers)),
  openDefaultHeaders: async (sealed) =>
    JSON.parse(
      (await openRecord(await accountKey(), accountRecord, 'webhookDefaults', sealed)).reveal(),
    ) as HostBoundHeaders,
})
