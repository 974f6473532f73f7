/** A card to tap on the terminal page. */
export interface TestCard {
  readonly id: string
  /** Printed on the card, beside the last four digits. */
  readonly title: string
  readonly mark: 'visa' | 'mastercard' | 'amex'
  readonly accountNumber: string
  readonly expires: string
}

const expires = '1234'

/** Of the simulated bank. */
const simulatorCards: readonly TestCard[] = [
  { id: 'declined', title: 'Declined', mark: 'visa', accountNumber: '4000000000000002', expires },
  { id: 'amex', title: 'Amex', mark: 'amex', accountNumber: '378282246310005', expires },
  { id: 'mastercard', title: 'Mastercard', mark: 'mastercard', accountNumber: '5555555555554444', expires },
  { id: 'visa', title: 'Visa', mark: 'visa', accountNumber: '4242424242424242', expires },
]

/** Of the stand-in for NMI for a live account, which declines test cards. */
const nmiLiveCards: readonly TestCard[] = [
  { id: 'declined', title: 'Declined', mark: 'visa', accountNumber: '4111111111111111', expires },
  { id: 'mastercard', title: 'Mastercard', mark: 'mastercard', accountNumber: '5200828282828210', expires },
  { id: 'visa', title: 'Visa', mark: 'visa', accountNumber: '4000056655665556', expires },
]

/** The cards of a terminal, by the mode in which it is paired. The last card is drawn in front. */
export const testCards = { test: simulatorCards, live: nmiLiveCards } as const
