/**
 * Which numbers are of cards that carry Cartes Bancaires beside Visa or Mastercard. The scheme publishes no list, so this
 * is what public sources agree on, decided from as few digits as are certain:
 *
 * - 4970 to 4979, the block of Carte Bleue: every French bank's, and nobody else's, in the public list of issuers at
 *   github.com/binlist/data; Adyen's French test card is 4977 9494;
 * - 5130 to 5136 3, the block of Europay France, by the same list (5136 5 and above is Swiss and others); Adyen's French test
 *   card is 5136 3333;
 * - single issuers: 403550 (documented by Adyen and Cybersource), 413531 and 436000 (Recurly; the latter Cybersource, too),
 *   415058 (Worldpay);
 * - Stripe's two test cards, 4000 0025 and 5555 5525.
 *
 * A French card that is missing here pays over the merchant's default, as it does everywhere without a choice, and a
 * merchant who knows more can say so in `preferredNetwork`. With Maestro the scheme is rare, and no range of it is public.
 *
 * In a file of its own, since only the card frame needs it.
 */
import { type KnownNetwork, networkOf } from './networks.ts'

const CARTES_BANCAIRES = /^(497|513[0-5]|5136[0-3]|403550|413531|415058|436000|40000025|55555525)/

/**
 * The two networks of a co-badged card, the domestic one first; none for any other card, or while it is not certain.
 *
 * @param digits of a card number or of its beginning
 */
export const cobadges = (digits: string): readonly KnownNetwork[] =>
  CARTES_BANCAIRES.test(digits) ? ['cartesBancaires', networkOf(digits) as KnownNetwork] : []
