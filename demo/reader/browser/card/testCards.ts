/** Test cards of the simulated bank, to tap on the terminal page. */
export interface TestCard {
  readonly id: string
  /** Printed on the card, beside the last four digits. */
  readonly title: string
  readonly mark: 'visa' | 'mastercard' | 'amex'
  readonly accountNumber: string
  readonly expires: string
}

const expires = '1234'

/** The last card is drawn in front. */
export const testCards: readonly TestCard[] = [
  { id: 'declined', title: 'Declined', mark: 'visa', accountNumber: '4000000000000002', expires },
  { id: 'amex', title: 'Amex', mark: 'amex', accountNumber: '378282246310005', expires },
  { id: 'mastercard', title: 'Mastercard', mark: 'mastercard', accountNumber: '5555555555554444', expires },
  { id: 'visa', title: 'Visa', mark: 'visa', accountNumber: '4242424242424242', expires },
]
