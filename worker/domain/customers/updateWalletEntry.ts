import type { UpdateWalletEntry } from '#contract/customers'
import { refuse } from '#contract/refusal'
import type { RequestServices } from '../../app/compose.ts'
import type { WalletPath } from '../../store/customers/walletChanges.ts'
import { noSuchEntry } from './noSuchEntry.ts'
import { noteOfWallet } from './notes.ts'
import { shownEntry } from './shown.ts'

/**
 * Makes an entry the one default of its customer, where the request says so. To say false of one that is not the default changes nothing.
 *
 * Refusals: not_found (404); default_wallet_required (409), to say false of the default: a customer with entries has one.
 */
export const updateWalletEntry = async (
  path: WalletPath,
  { default: asked }: UpdateWalletEntry,
  { walletEntries, clock }: RequestServices,
) => {
  const entry =
    asked === true
      ? await walletEntries.setDefault(path, noteOfWallet('wallet.default', path, clock.now()))
      : await walletEntries.find(path)
  if (typeof entry === 'string') throw noSuchEntry(entry)
  if (asked === false && entry.isDefault) throw refuse('default_wallet_required', { field: 'default' })
  return { wallet: [shownEntry(entry)], errors: null }
}
