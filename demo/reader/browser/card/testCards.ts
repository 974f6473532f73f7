/** What lies beside this reader in place of a wallet. The simulated bank knows these numbers; they are nobody's. */
export interface TestCard {
  readonly id: string
  /** What is printed on it; the number is not shown whole. */
  readonly title: string
  readonly mark: 'visa' | 'mastercard' | 'amex'
  readonly accountNumber: string
  readonly expires: string
}

const expires = '1234'

/** The last lies in front of the others. */
export const testCards: readonly TestCard[] = [
  { id: 'declined', title: 'Is declined', mark: 'visa', accountNumber: '4000000000000002', expires },
  { id: 'amex', title: 'Amex', mark: 'amex', accountNumber: '378282246310005', expires },
  { id: 'mastercard', title: 'Mastercard', mark: 'mastercard', accountNumber: '5555555555554444', expires },
  { id: 'visa', title: 'Visa', mark: 'visa', accountNumber: '4242424242424242', expires },
]
