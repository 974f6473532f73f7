import { refuse } from '#contract/refusal'
import type { RequestServices } from '../../app/compose.ts'
import type { WalletPath } from '../../store/customers/walletChanges.ts'
import { noSuchEntry } from './noSuchEntry.ts'
import { noteOfWallet } from './notes.ts'

/**
 * Deletes a payment method, and erases the card or bank account for good. Where it was the default, the newest other one becomes it.
 *
 * Refusals: not_found (404), also the second time; invalid_state (409), where a subscription is charged to it: details.subscription is its
 * id, details.state what state it is in.
 */
export const deleteWalletEntry = async (path: WalletPath, { walletEntries, clock }: RequestServices) => {
  const at = clock.now()
  const deletion = await walletEntries.delete(path, {
    deleted: noteOfWallet('wallet.deleted', path, at),
    becameDefault: noteOfWallet('wallet.default', path, at),
  })
  switch (deletion.result) {
    case 'deleted':
      return { errors: null }
    case 'charged': {
      const { id, status } = deletion.subscription
      throw refuse('invalid_state', { details: { state: status, allowed: ['cancel'], subscription: id } })
    }
    default:
      throw noSuchEntry(deletion.result)
  }
}
