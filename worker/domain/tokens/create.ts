import { canChargeOver } from '#contract/card/networks'
import { apiError } from '#contract/errors/apiError'
import { tokenizableSources } from '#contract/tokens/tokens'
import type { CreateToken } from '#contract/tokens/tokens'
import type { TokenizableSource } from '#contract/transactions/payment'
import type { TokenStore } from '../../store/tokens/tokenStore.ts'
import { maskedNumber } from '../transactions/responses/maskedNumber.ts'
import { encryptedCardUsed } from '../transactions/sources/encryptedCard.ts'
import { invalidWalletPayload } from '../transactions/sources/walletPayment.ts'
import type { Tokenized } from './tokenized.ts'
import { tokenizeCard } from './tokenizeCard.ts'
import type { TokenizeCardNeeds } from './tokenizeCard.ts'
import { encryptedCardMember, tokenizeEncryptedCard } from './tokenizeEncryptedCard.ts'
import type { TokenizeEncryptedCardNeeds } from './tokenizeEncryptedCard.ts'
import { tokenizeCheck } from './tokenizeCheck.ts'
import type { TokenizeCheckNeeds } from './tokenizeCheck.ts'
import { walletPayloadField, tokenizeWalletPayment } from './tokenizeWalletPayment.ts'
import type { TokenizeWalletPaymentNeeds } from './tokenizeWalletPayment.ts'

/** Lifetime of a token. */
export const tokenLifetimeMs = 15 * 60_000

type TokenizeNeeds = TokenizeCardNeeds & TokenizeCheckNeeds & TokenizeEncryptedCardNeeds & TokenizeWalletPaymentNeeds

type Needs = TokenizeNeeds & { readonly clockOffsetMs: number; readonly tokens: Pick<TokenStore, 'insert'> }

type Tokenize = (request: CreateToken, needs: TokenizeNeeds) => Promise<Tokenized>

const tokenizers: Readonly<Record<TokenizableSource, Tokenize>> = {
  creditCard: ({ creditCard }, needs) => tokenizeCard(creditCard!, needs),
  check: ({ check }, needs) => tokenizeCheck(check!, needs),
  creditCardEncrypted: ({ creditCardEncrypted }, needs) => tokenizeEncryptedCard(creditCardEncrypted!, needs),
  digitalPayPayment: ({ digitalPayPayment }, needs) => tokenizeWalletPayment(digitalPayPayment!, needs),
}

/** Tokenizes the source of the request. The contract has checked that it contains exactly one. */
const tokenize: Tokenize = (request, needs) => {
  const source = tokenizableSources.find((name) => request[name] != null)
  if (source === undefined) throw apiError('payment_method_required')
  return tokenizers[source](request, needs)
}

/**
 * Seals a card, bank account, encrypted card or wallet payload and returns a token that pays with it once, within 15 minutes. The secret half of the token is
 * not stored, so that stored data cannot open it.
 *
 * Errors: card_number_invalid, expiry_past, routing_number_invalid, format_invalid, encrypted_card_expired, encrypted_card_used; enum_invalid,
 * for a preferredNetwork that the card does not have.
 */
export const createToken = async (request: CreateToken, needs: Needs) => {
  const { fresh, message = null, ...columns } = await tokenize(request, needs)
  const preferredNetwork = request.preferredNetwork ?? null
  if (preferredNetwork !== null && !canChargeOver(columns.network, preferredNetwork))
    throw apiError('enum_invalid', { field: 'preferredNetwork' })
  const created = needs.clock.now()
  const expires = created + tokenLifetimeMs
  const { id, secretHash, sealedPan, sealedCvv } = fresh
  const row = { id, secretHash, sealedPan, sealedCvv, ...columns, preferredNetwork, created, expires }
  if (!(await needs.tokens.insert(row, message, needs.clockOffsetMs === 0)))
    throw message?.kind === 'encryptedCard'
      ? encryptedCardUsed(encryptedCardMember)
      : invalidWalletPayload(walletPayloadField)
  return {
    token: fresh.text.reveal(),
    network: columns.network,
    accountNumber: maskedNumber(columns.last4, columns.digits),
    expiry: columns.expiry,
    expiresAt: new Date(expires).toISOString(),
    errors: null,
  }
}
