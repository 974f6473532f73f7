import type { CreateToken } from '#contract/tokens/tokens'
import type { CardVault } from '../../vault/cards/cardVault.ts'
import { openWalletPayload } from '../transactions/sources/walletPayment.ts'
import type { OpenWalletPayloadNeeds } from '../transactions/sources/walletPayment.ts'
import { cardIdentifiers } from './cardIdentifiers.ts'
import type { CardIdentifierNeeds } from './cardIdentifiers.ts'
import type { Tokenized } from './tokenized.ts'

/** Path of the wallet payload in the request. */
export const walletPayloadField = 'digitalPayPayment'

export type TokenizeWalletPaymentNeeds = OpenWalletPayloadNeeds &
  CardIdentifierNeeds & { readonly vault: Pick<CardVault, 'tokenizeWalletCard'> }

/** Tokenizes the card of a wallet payload. Error: format_invalid, for any invalid payload. */
export const tokenizeWalletPayment = async (
  payload: NonNullable<CreateToken['digitalPayPayment']>,
  needs: TokenizeWalletPaymentNeeds,
): Promise<Tokenized> => {
  const { card, deviceProof, message } = await openWalletPayload(payload, walletPayloadField, needs)
  const [fresh, identifiers] = await Promise.all([
    needs.vault.tokenizeWalletCard(card, deviceProof),
    cardIdentifiers(card.number, needs),
  ])
  return { fresh, message, method: 'digitalPayPayment', expiry: card.expiry, ...identifiers }
}
