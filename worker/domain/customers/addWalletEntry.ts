import type { AddWalletEntry } from '#contract/customers'
import { refuse } from '#contract/refusal'
import type { RequestServices } from '../../app/compose.ts'
import type { Adding, NewWalletEntry } from '../../store/customers/walletEntries.ts'
import { testCard } from '../tokens/testTokens.ts'
import { cardColumns } from '../transactions/sources/card.ts'
import { noSuchCustomer } from './noSuchCustomer.ts'
import { noteOfWallet } from './notes.ts'
import { shownEntry } from './shown.ts'

/**
 * Stores what a token holds with a customer, and spends the token, whose security code is gone with that. The first entry of a customer
 * becomes the default, a later one if the request says so.
 *
 * Refusals: not_found (404), where there is no such customer; token_not_found, token_expired, token_used. What is refused spends nothing.
 */
export const addWalletEntry = async (customer: string, request: AddWalletEntry, services: RequestServices) => {
  const { clock, ids } = services
  const adding = await store(request.token, services, {
    id: ids.uuid(),
    customer,
    makeDefault: request.default === true,
    address: request.address ?? {},
    created: clock.now(),
  })
  switch (adding.result) {
    case 'added':
      return { wallet: [shownEntry(adding.entry)], errors: null }
    case 'customer_not_found':
      throw noSuchCustomer()
    default:
      throw refuse(adding.result, { field: 'token' })
  }
}

const store = async (text: string, services: RequestServices, entry: NewWalletEntry): Promise<Adding> => {
  const { account, vault, walletEntries } = services
  const becameDefault = noteOfWallet('wallet.default', { customer: entry.customer, wallet: entry.id }, entry.created)
  const fixed = account.mode === 'test' ? testCard(text, entry.created) : null
  if (fixed !== null) return walletEntries.addCard(entry, await cardColumns(fixed, services), becameDefault)
  const token = await vault.presentToken(text)
  return token === null
    ? { result: 'token_not_found' }
    : walletEntries.addFromToken(entry, token.presented, becameDefault)
}
