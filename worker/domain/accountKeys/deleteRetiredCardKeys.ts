import { cardKeyLifetimeMs } from '#contract/tokens/cardKeyLifetime'
import type { VaultKeySweepStore } from '../../store/accounts/vaultKeyStore.ts'
import type { Clock } from '../clock.ts'

const keysPerSweep = 500

interface Needs {
  readonly clock: Clock
  readonly vaultKeys: Pick<VaultKeySweepStore, 'deleteCardKeys'>
}

/** Deletes the card keys that decrypt no more. Cards that were encrypted to them can never be opened again. Runs by real time. */
export const deleteRetiredCardKeys = async ({ clock, vaultKeys }: Needs) => ({
  cardKeysDeleted: await vaultKeys.deleteCardKeys(clock.now() - cardKeyLifetimeMs, keysPerSweep),
})
