import { apiError } from '#contract/errors/apiError'
import type { WalletPath } from '../../store/customers/walletChanges.ts'
import type { WalletStore } from '../../store/customers/walletStore.ts'
import type { Clock } from '../clock.ts'
import { walletEntryNotFound } from './errors.ts'
import { walletAuditNote } from './walletAudit.ts'

interface Needs {
  readonly clock: Clock
  readonly walletEntries: Pick<WalletStore, 'delete'>
}

/**
 * Deletes a saved payment method and destroys its card or bank account. If it was the default, the newest remaining entry becomes the default.
 *
 * Errors: not_found (404), also for a deleted entry; invalid_state (409) with id and state of a subscription that charges the entry.
 */
export const deleteWalletEntry = async (path: WalletPath, { walletEntries, clock }: Needs) => {
  const at = clock.now()
  const deletion = await walletEntries.delete(path, {
    deleted: walletAuditNote('wallet.deleted', path, at),
    becameDefault: walletAuditNote('wallet.default', path, at),
  })
  switch (deletion.result) {
    case 'deleted':
      return { errors: null }
    case 'charged': {
      const { id, status } = deletion.subscription
      throw apiError('invalid_state', { details: { state: status, allowed: ['cancel'], subscription: id } })
    }
    default:
      throw walletEntryNotFound(deletion.result)
  }
}
