import { networkOf } from '#contract/card/networks'
import type { SealedEntryCard } from '../../store/walletEntries.ts'
import type { CardVault } from '../../vault/cardVault.ts'
import type { Card } from '../../vault/cards.ts'

/** The columns of a card that comes without a token, sealed and shown. */
export const sealedCard = async (card: Card, vault: CardVault): Promise<SealedEntryCard> => {
  const [sealed, fingerprint] = await Promise.all([vault.sealPan(card), vault.fingerprint(card.number)])
  const digits = card.number.reveal()
  return {
    ...sealed,
    network: networkOf(digits),
    last4: digits.slice(-4),
    digits: digits.length,
    expiry: card.expiry,
    fingerprint,
  }
}
