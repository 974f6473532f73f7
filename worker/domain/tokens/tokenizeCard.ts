import { isExpired, parseExpiry } from '#contract/card/expiry'
import { isCardNumber } from '#contract/card/cardNumber'
import { ApiError } from '#contract/errors/apiError'
import type { ErrorDetail } from '#contract/errors/apiError'
import type { CreateToken } from '#contract/tokens/tokens'
import type { CardVault } from '../../vault/cards/cardVault.ts'
import type { Clock } from '../clock.ts'
import { cardIdentifiers } from './cardIdentifiers.ts'
import type { CardIdentifierNeeds } from './cardIdentifiers.ts'
import type { Tokenized } from './tokenized.ts'

type Card = NonNullable<CreateToken['creditCard']>

/**
 * Checks number and expiry before the authorization, so that a shopper can correct them.
 *
 * Errors: card_number_invalid and expiry_past, together if both apply.
 *
 * @param field path of the card in the body
 */
export const checkCard = (card: Pick<Card, 'accountNumber' | 'expires'>, field: string, nowMs: number): void => {
  const errors: ErrorDetail[] = []
  const expiry = parseExpiry(card.expires)
  if (!isCardNumber(card.accountNumber.reveal()))
    errors.push({ type: 'card_number_invalid', field: `${field}.accountNumber` })
  if (expiry === null || isExpired(expiry, nowMs)) errors.push({ type: 'expiry_past', field: `${field}.expires` })
  const [first, ...rest] = errors
  if (first !== undefined) throw new ApiError(first, ...rest)
}

export interface TokenizeCardNeeds extends CardIdentifierNeeds {
  readonly clock: Clock
  readonly vault: CardIdentifierNeeds['vault'] & Pick<CardVault, 'tokenizeCard'>
}

/** Errors: those of `checkCard`. @param field path of the card in the body */
export const tokenizeCard = async (card: Card, needs: TokenizeCardNeeds, field = 'creditCard'): Promise<Tokenized> => {
  checkCard(card, field, needs.clock.now())
  const [fresh, identifiers] = await Promise.all([
    needs.vault.tokenizeCard(
      {
        number: card.accountNumber,
        expiry: card.expires,
        nameOnCard: card.nameOnCard ?? null,
        postalCode: card.postalCode ?? null,
      },
      card.verificationValue ?? null,
    ),
    cardIdentifiers(card.accountNumber, needs),
  ])
  return { fresh, method: 'creditCard', expiry: card.expires, ...identifiers }
}
