import { expiryIsPast, parseExpiry } from '#contract/card/expiry'
import { luhn } from '#contract/card/luhn'
import { Refusal } from '#contract/errors/apiError'
import type { Fault } from '#contract/errors/apiError'
import type { CreateToken } from '#contract/tokens/tokens'
import type { CardVault } from '../../vault/cards/cardVault.ts'
import type { Clock } from '../clock.ts'
import { cardIdentifiers } from './cardIdentifiers.ts'
import type { CardIdentifierNeeds } from './cardIdentifiers.ts'
import type { Tokenized } from './tokenized.ts'

type Card = NonNullable<CreateToken['creditCard']>

/**
 * Checks early what authorize would decline: a shopper who mistyped can correct it now.
 *
 * Errors: card_number_invalid, expiry_past, both at once where both hold.
 *
 * @param field where the card stands in the body
 */
export const checkCard = (card: Pick<Card, 'accountNumber' | 'expires'>, field: string, nowMs: number): void => {
  const faults: Fault[] = []
  const expiry = parseExpiry(card.expires)
  if (!luhn(card.accountNumber.reveal())) faults.push({ type: 'card_number_invalid', field: `${field}.accountNumber` })
  if (expiry === null || expiryIsPast(expiry, nowMs)) faults.push({ type: 'expiry_past', field: `${field}.expires` })
  const [first, ...rest] = faults
  if (first !== undefined) throw new Refusal(first, ...rest)
}

export interface TokenizeCardNeeds extends CardIdentifierNeeds {
  readonly clock: Clock
  readonly vault: CardIdentifierNeeds['vault'] & Pick<CardVault, 'tokenizeCard'>
}

/** Errors: those of `checkCard`. */
export const tokenizeCard = async (card: Card, needs: TokenizeCardNeeds): Promise<Tokenized> => {
  checkCard(card, 'creditCard', needs.clock.now())
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
