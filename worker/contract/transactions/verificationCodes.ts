/**
 * Result codes of address verification (AVS) and card verification value (CVV) with their texts. The texts are those of ActiveMerchant, so
 * that merchants can compare the tables of both.
 */

/** `avs.code` to `avs.text`. Only live processors return C F H J K L O Q T V. */
export const avsTexts = {
  A: 'Street address matches, but postal code does not match.',
  B: 'Street address matches, but postal code not verified.',
  C: 'Street address and postal code do not match.',
  D: 'Street address and postal code match.',
  E: 'AVS data is invalid or AVS is not allowed for this card type.',
  F: "Card member's name does not match, but billing postal code matches.",
  G: 'Non-U.S. issuing bank does not support AVS.',
  H: "Card member's name does not match. Street address and postal code match.",
  I: 'Address not verified.',
  J: "Card member's name, billing address, and postal code match.",
  K: "Card member's name matches but billing address and billing postal code do not match.",
  L: "Card member's name and billing postal code match, but billing address does not match.",
  M: 'Street address and postal code match.',
  N: 'Street address and postal code do not match.',
  O: "Card member's name and billing address match, but billing postal code does not match.",
  P: 'Postal code matches, but street address not verified.',
  Q: "Card member's name, billing address, and postal code match. Shipping information verified but chargeback protection not guaranteed.",
  R: 'System unavailable.',
  S: 'U.S.-issuing bank does not support AVS.',
  T: "Card member's name does not match, but street address matches.",
  U: 'Address information unavailable.',
  V: "Card member's name, billing address, and billing postal code match.",
  W: 'Street address does not match, but 9-digit postal code matches.',
  X: 'Street address and 9-digit postal code match.',
  Y: 'Street address and 5-digit postal code match.',
  Z: 'Street address does not match, but 5-digit postal code matches.',
} as const

export type AvsCode = keyof typeof avsTexts

/** `cvv.code` to `cvv.text`. */
export const cvvTexts = {
  D: 'CVV check flagged transaction as suspicious',
  I: 'CVV failed data validation check',
  M: 'CVV matches',
  N: 'CVV does not match',
  P: 'CVV not processed',
  S: 'CVV should have been present',
  U: 'CVV request unable to be processed by issuer',
  X: 'CVV check not supported for card',
} as const

export type CvvCode = keyof typeof cvvTexts

/** A verification result in the API. */
export interface VerificationResult {
  readonly code: string
  readonly text: string
}

const toResult =
  (texts: ReadonlyMap<string, string>) =>
  (letter: string | undefined): VerificationResult | null =>
    letter === undefined ? null : { code: letter, text: texts.get(letter) ?? 'Unknown.' }

/** `avs` of a response: null without an address check, as for cash and checks. */
export const avsResult = toResult(new Map(Object.entries(avsTexts)))

/** `cvv` of a response: null for payments without a card. */
export const cvvResult = toResult(new Map(Object.entries(cvvTexts)))
