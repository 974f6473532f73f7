import { vaultKeyStore } from '../store/accounts/vaultKeyStore.ts'
import type { OutdatedKey, RewrappedKey, StoredAccountKey } from '../store/accounts/vaultKeys.ts'
import type { OwnerScope } from '../store/sql/scope.ts'
import type { AccountKey } from '../vault/keys/accountKeys.ts'
import { createCardVault } from '../vault/cards/cardVault.ts'
import { createConnectionVault } from '../vault/connectionVault.ts'
import { createEncryptedCardVault } from '../vault/cards/encryptedCardVault.ts'
import { createTerminalVault } from '../vault/terminalVault.ts'
import { idempotencyKeyHash, requestFingerprint } from '../vault/cards/requestFingerprint.ts'
import { createWebhookVault } from '../vault/webhookVault.ts'
import type { Gateway } from './gateway.ts'

/** The name that binds keys to an account and mode, which each have their own keys. */
export const keyHolderName = ({ account, mode }: OwnerScope['owner']): string => `${account}/${mode}`

/** The vaults of one account in one mode. The account's key is unwrapped at first use. */
export const accountVaults = (gateway: Gateway, scope: OwnerScope, storedKey: StoredAccountKey | null) => {
  const keys = vaultKeyStore(scope)
  const name = keyHolderName(scope.owner)
  const isCached = gateway.keyCacheMs[scope.owner.mode] > 0
  let unwrapped: Promise<AccountKey> | undefined
  const accountKey = () =>
    (unwrapped ??= gateway.accountKeys.of({ name, stored: storedKey, insertIfAbsent: keys.getOrInsertAccountKey }))
  return {
    vault: createCardVault(accountKey, gateway.clock.now),
    encryptedCards: createEncryptedCardVault(
      { cards: gateway.cardKeys, devices: gateway.encryptionKeys },
      {
        cards: {
          name,
          accountKey,
          rows: { list: keys.listCardKeys, insertUnlessCurrent: keys.insertCardKeyUnlessCurrent },
          isCached,
          now: gateway.clock.now,
        },
        devices: {
          name,
          accountKey,
          row: { find: keys.findEncryptionKey, insertIfAbsent: keys.getOrInsertEncryptionKey },
          isCached,
          now: gateway.clock.now,
        },
      },
    ),
    walletPayments: gateway.walletPayments,
    terminalVault: createTerminalVault(accountKey),
    webhookVault: createWebhookVault(accountKey),
    connectionVault: createConnectionVault(accountKey),
    /** A keyed hash of a request: equal for equal requests of this account and mode only. */
    requestFingerprint: async (request: string): Promise<string> => requestFingerprint(await accountKey(), request),
    /** The stored form of an Idempotency-Key. */
    idempotencyKeyHash: async (key: string): Promise<string> => idempotencyKeyHash(await accountKey(), key),
  }
}

/** The root keys, which wrap the keys of accounts. */
export const rootKeys = ({ accountKeys }: Pick<Gateway, 'accountKeys'>) => ({
  newestVersion: () => accountKeys.newestVersion(),
  /** Wraps a key with the newest root key. The key itself is unchanged. */
  rewrap: async (old: OutdatedKey): Promise<RewrappedKey> => ({
    old,
    fresh: await accountKeys.rewrap(keyHolderName(old), old.wrappedKey),
  }),
})
