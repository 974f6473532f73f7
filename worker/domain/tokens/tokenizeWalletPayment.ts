import type { CreateToken } from '#contract/tokens/tokens'
import type { CardVault } from '../../vault/cards/cardVault.ts'
import { openEnvelope } from '../transactions/sources/walletPayment.ts'
import type { OpenEnvelopeNeeds } from '../transactions/sources/walletPayment.ts'
import { cardIdentifiers } from './cardIdentifiers.ts'
import type { CardIdentifierNeeds } from './cardIdentifiers.ts'
import type { Tokenized } from './tokenized.ts'

/** Path of the envelope in the request. */
export const envelopeField = 'digitalPayPayment'

export type TokenizeWalletPaymentNeeds = OpenEnvelopeNeeds &
  CardIdentifierNeeds & { readonly vault: Pick<CardVault, 'tokenizeWalletCard'> }

/** Tokenizes a signed and encrypted Google Pay or Apple Pay payment. Error: format_invalid, for any fault. */
export const tokenizeWalletPayment = async (
  payload: NonNullable<CreateToken['digitalPayPayment']>,
  needs: TokenizeWalletPaymentNeeds,
): Promise<Tokenized> => {
  const { card, deviceProof, message } = await openEnvelope(payload, envelopeField, needs)
  const [fresh, identifiers] = await Promise.all([
    needs.vault.tokenizeWalletCard(card, deviceProof),
    cardIdentifiers(card.number, needs),
  ])
  return { fresh, message, method: 'digitalPayPayment', expiry: card.expiry, ...identifiers }
}
