/**
 * Rules over several members, and those of an account or of the time: no print of a schema can say them. By endpoint, each as the error
 * and the members that it may name. What is missing here is a finding of the fuzzer: an error that nobody can foresee.
 */

const source = (place: string): readonly string[] => [
  `format_invalid ${place}digitalPayPayment`,
  `format_invalid ${place}creditCardEncrypted`,
  `required ${place}digitalPayPayment.intermediateSigningKey`,
]

const paging = ['query_invalid page', 'query_invalid limit']

const price = ['required amount.total', 'out_of_range amount.total']

const rules: Readonly<Record<string, readonly string[]>> = {
  authorizeTransaction: source('payment.'),
  creditTransaction: [...source('payment.'), 'required payment', 'required amount'],
  createToken: [...source(''), 'enum_invalid preferredNetwork'],
  listTransactions: [...paging, 'query_invalid pageSize', 'query_invalid to', 'query_invalid amountMax'],
  createSubscription: [...price, 'enum_invalid amount.currency', 'out_of_range cycle.dayOfCycle'],
  createCustomerSubscription: [...price, 'out_of_range start'],
  updateCustomerSubscription: [...price, 'required amount', 'enum_invalid status'],
  createCheckout: [
    'required total',
    'out_of_range total',
    'enum_invalid total',
    'format_invalid oneTimePayment',
    'out_of_range subscription.billingDate',
  ],
  issueApiKey: ['unknown_member scopes', 'unknown_member allowedOrigins', 'required scopes'],
  updateAccount: ['format_invalid subscriptionRetryDays'],
  replayWebhook: ['out_of_range since', 'out_of_range until'],
  setTestClock: ['out_of_range now'],
  advanceTestClock: ['out_of_range seconds'],
}

/** Inputs of a checkout have names of their merchant's. */
const inputRule = /^(required customerDefinedField\..*\.options|enum_invalid customerDefinedField\..*\.value)$/

export const isBeyondPrint = (endpoint: string, type: string, field: string): boolean => {
  const own = Object.hasOwn(rules, endpoint) ? rules[endpoint]! : type === 'query_invalid' ? paging : []
  return own.includes(`${type} ${field}`) || (endpoint === 'createCheckout' && inputRule.test(`${type} ${field}`))
}
