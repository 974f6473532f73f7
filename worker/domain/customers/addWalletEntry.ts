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
import { checkCard } from '../tokens/tokenizeCard.ts'
import { cardColumns, toPresentedCard } from '../transactions/sources/card.ts'
import type { CardColumnsNeeds } from '../transactions/sources/card.ts'
import { encryptedCardUsed, openEncryptedCard } from '../transactions/sources/encryptedCard.ts'
import type { OpenEncryptedCardNeeds } from '../transactions/sources/encryptedCard.ts'
import { invalidWalletPayload, openWalletPayload } from '../transactions/sources/walletPayment.ts'
import type { OpenWalletPayloadNeeds } from '../transactions/sources/walletPayment.ts'
import { toWalletEntry } from './toApi.ts'
import { walletAuditNote } from './walletAudit.ts'

interface InsertTokenNeeds {
  readonly account: Pick<Account, 'mode'>
  readonly vault: CardColumnsNeeds['vault'] & Pick<CardVault, 'presentToken'>
  readonly walletEntries: Pick<WalletStore, 'insertCard' | 'insertFromToken'>
}

type InsertNeeds = InsertTokenNeeds & OpenEncryptedCardNeeds & OpenWalletPayloadNeeds

type Needs = InsertNeeds & {
  readonly clock: Clock
  readonly ids: Pick<Ids, 'uuid'>
}

/**
 * Saves the card or bank account of a token, an encrypted card or a wallet payload for a customer and uses that up, which destroys the
 * security code. The first entry of a customer becomes the default; a later entry does if the request sets `default`.
 *
 * Errors: not_found (404) for the customer; token_not_found, token_expired, token_used; format_invalid, encrypted_card_expired,
 * encrypted_card_used, card_number_invalid, expiry_past. A failed request uses nothing up.
 */
export const addWalletEntry = async (customer: string, request: AddWalletEntry, needs: Needs) => {
  const insertion = await insertEntry(request, needs, {
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
    case 'message_used':
      throw request.creditCardEncrypted == null
        ? invalidWalletPayload('digitalPayPayment')
        : encryptedCardUsed('creditCardEncrypted')
    default:
      throw apiError(insertion.result, { field: 'token' })
  }
}

const noteOf = (entry: NewWalletEntry) =>
  walletAuditNote('wallet.default', { customer: entry.customer, wallet: entry.id }, entry.created)

const insertEntry = async (
  { token, creditCardEncrypted, digitalPayPayment }: AddWalletEntry,
  needs: InsertNeeds,
  entry: NewWalletEntry,
) => {
  if (token != null) return insertToken(token, needs, entry)
  const { card, message } =
    creditCardEncrypted == null
      ? // The contract checks that exactly one of the three is present.
        await openWalletPayload(digitalPayPayment!, 'digitalPayPayment', needs)
      : await openCheckedCard(creditCardEncrypted, needs)
  return needs.walletEntries.insertCard(entry, await cardColumns(card, needs), noteOf(entry), message)
}

/** Rejects a card that could never pay, as the tokens endpoint does. */
const openCheckedCard = async (text: string, needs: OpenEncryptedCardNeeds & { readonly clock: Clock }) => {
  const { card, message } = await openEncryptedCard(text, 'creditCardEncrypted', needs)
  checkCard(card, 'creditCardEncrypted', needs.clock.now())
  return { card: toPresentedCard(card, 'ecom'), message }
}

const insertToken = async (text: string, needs: InsertTokenNeeds, entry: NewWalletEntry) => {
  const { account, vault, walletEntries } = needs
  const note = noteOf(entry)
  const fixedCard = account.mode === 'test' ? testCard(text, entry.created) : null
  if (fixedCard !== null) return walletEntries.insertCard(entry, await cardColumns(fixedCard, needs), note)
  const token = await vault.presentToken(text)
  return token === null
    ? ({ result: 'token_not_found' } as const)
    : walletEntries.insertFromToken(entry, token.presented, note)
}
