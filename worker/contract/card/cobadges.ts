/**
 * Number ranges of cards co-badged with Cartes Bancaires and Visa or Mastercard. The scheme publishes no list, so these are the ranges on
 * which public sources agree, with the shortest prefix that is certain:
 *
 * - 4970 to 4979, the Carte Bleue block: only French banks in the public issuer list at github.com/binlist/data; Adyen's French test card
 *   is 4977 9494
 * - 5130 to 5136 3, the Europay France block, from the same list (5136 5 and above is Swiss and others); Adyen's French test card is 5136
 *   3333
 * - single issuers: 403550 (Adyen and Cybersource), 413531 and 436000 (Recurly; the latter also Cybersource), 415058 (Worldpay)
 * - Stripe's two test cards, 4000 0025 and 5555 5525
 *
 * A French card that is missing here is routed over the merchant's default network, and a merchant can override that with
 * `preferredNetwork`. Co-badging with Maestro is rare, and none of its ranges is public.
 */
import { type KnownNetwork, networkOf } from './networks.ts'

const CARTES_BANCAIRES = /^(497|513[0-5]|5136[0-3]|403550|413531|415058|436000|40000025|55555525)/

/**
 * The two networks of a co-badged card, the domestic one first. Empty for other cards, and while the digits do not suffice.
 *
 * @param digits a card number or a prefix of it
 */
export const cobadgedNetworks = (digits: string): readonly KnownNetwork[] =>
  CARTES_BANCAIRES.test(digits) ? ['cartesBancaires', networkOf(digits) as KnownNetwork] : []
