import { Secret } from '#contract/schema/secret'
import type { AccountKey } from './keys/accountKeys.ts'
import { openRecord, sealRecord } from './sealing/records.ts'
import type { SealedRecord } from './sealing/records.ts'

/** Secret settings by name. */
export type ConnectionSecrets = Readonly<Record<string, string>>

/** Seals and opens the secret settings of an account's connections. */
export interface ConnectionVault {
  sealSecrets(connection: string, secrets: ConnectionSecrets): Promise<SealedRecord>
  /** @throws CannotOpen */
  openSecrets(connection: string, sealed: SealedRecord): Promise<ConnectionSecrets>
}

/** @param accountKey loaded on first use */
export const createConnectionVault = (accountKey: () => Promise<AccountKey>): ConnectionVault => ({
  sealSecrets: async (connection, secrets) =>
    sealRecord(await accountKey(), connection, 'connectionSecrets', new Secret(JSON.stringify(secrets))),
  openSecrets: async (connection, sealed) =>
    JSON.parse(
      (await openRecord(await accountKey(), connection, 'connectionSecrets', sealed)).reveal(),
    ) as ConnectionSecrets,
})
