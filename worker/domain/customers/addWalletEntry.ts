import type { AddWalletEntry } from '#contract/customers/customers'
import { apiError } from '#contract/errors/apiError'
import type { NewWalletEntry } from '../../store/customers/walletEntries.ts'
import type { WalletStore } from '../../store/customers/walletStore.ts'
import type { CardVault } from '../../vault/cards/cardVault.ts'
import type { Account } from '../accounts/account.ts'
import type { Clock } from '../clock.ts'
import type { Ids } from '../ids.ts'
import { notFound } from '../notFound.ts'
import { testCard } from '../tokens/testTokens.ts'
import { cardColumns } from '../transactions/sources/card.ts'
import type { CardColumnsNeeds } from '../transactions/sources/card.ts'
import { toWalletEntry } from './toApi.ts'
import { walletAuditNote } from './walletAudit.ts'

interface InsertNeeds {
  readonly account: Pick<Account, 'mode'>
  readonly vault: CardColumnsNeeds['vault'] & Pick<CardVault, 'presentToken'>
  readonly walletEntries: Pick<WalletStore, 'insertCard' | 'insertFromToken'>
}

interface Needs extends InsertNeeds {
  readonly clock: Clock
  readonly ids: Pick<Ids, 'uuid'>
}

/**
 * Saves the card or bank account of a token for a customer and uses the token, which destroys the security code. The first entry of a
 * customer becomes the default; a later entry does if the request sets `default`.
 *
 * Errors: not_found (404) for the customer; token_not_found, token_expired, token_used. A failed request does not use the token.
 */
export const addWalletEntry = async (customer: string, request: AddWalletEntry, needs: Needs) => {
  const insertion = await insertEntry(request.token, needs, {
    id: needs.ids.uuid(),
    customer,
    makeDefault: request.default === true,
    address: request.address ?? {},
    created: needs.clock.now(),
  })
  switch (insertion.result) {
    case 'inserted':
      return { wallet: [toWalletEntry(insertion.entry)], errors: null }
    case 'customer_not_found':
      throw notFound('customer')
    default:
      throw apiError(insertion.result, { field: 'token' })
  }
}

const insertEntry = async (text: string, needs: InsertNeeds, entry: NewWalletEntry) => {
  const { account, vault, walletEntries } = needs
  const note = walletAuditNote('wallet.default', { customer: entry.customer, wallet: entry.id }, entry.created)
  const fixedCard = account.mode === 'test' ? testCard(text, entry.created) : null
  if (fixedCard !== null) return walletEntries.insertCard(entry, await cardColumns(fixedCard, needs), note)
  const token = await vault.presentToken(text)
  return token === null
    ? ({ result: 'token_not_found' } as const)
    : walletEntries.insertFromToken(entry, token.presented, note)
}
