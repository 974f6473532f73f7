/** The names of card networks, short enough for a row. */
const networks: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'Amex',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
  maestro: 'Maestro',
  ach: 'Bank account',
}

const methods: Readonly<Record<string, string>> = {
  creditCard: 'Card',
  check: 'Bank account',
  cash: 'Cash',
  terminal: 'Terminal',
  digitalPayPayment: 'Wallet',
  unknown: 'Unknown',
}

export const methodName = (method: string): string => methods[method] ?? method
export const networkName = (network: string): string => networks[network] ?? network

/** The last four digits of a masked number. */
export const lastFour = (accountNumber: string | null): string => /(\d{4})$/.exec(accountNumber ?? '')?.[1] ?? ''

/** How a payment was paid, such as `Visa •••• 4242`. */
export const sourceName = (payment: {
  network: string | null
  accountNumber: string | null
  method: string
}): string => {
  const name = payment.network === null ? methodName(payment.method) : networkName(payment.network)
  const digits = lastFour(payment.accountNumber)
  return digits === '' ? name : `${name} •••• ${digits}`
}
