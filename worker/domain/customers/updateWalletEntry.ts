import type { UpdateWalletEntry } from '#contract/customers/customers'
import { apiError } from '#contract/errors/apiError'
import type { WalletPath } from '../../store/customers/walletChanges.ts'
import type { WalletStore } from '../../store/customers/walletStore.ts'
import type { Clock } from '../clock.ts'
import { walletEntryNotFound } from './errors.ts'
import { toWalletEntry } from './toApi.ts'
import { walletAuditNote } from './walletAudit.ts'

interface Needs {
  readonly clock: Clock
  readonly walletEntries: Pick<WalletStore, 'find' | 'setDefault'>
}

/**
 * Makes an entry the default of its customer for `default: true`. `default: false` changes nothing for another entry than the default.
 *
 * Errors: not_found (404); default_wallet_required (409) for `default: false` on the default, since a customer with entries always has one.
 */
export const updateWalletEntry = async (
  path: WalletPath,
  { default: makeDefault }: UpdateWalletEntry,
  { walletEntries, clock }: Needs,
) => {
  const entry =
    makeDefault === true
      ? await walletEntries.setDefault(path, walletAuditNote('wallet.default', path, clock.now()))
      : await walletEntries.find(path)
  if (typeof entry === 'string') throw walletEntryNotFound(entry)
  if (makeDefault === false && entry.isDefault) throw apiError('default_wallet_required', { field: 'default' })
  return { wallet: [toWalletEntry(entry)], errors: null }
}
