/** By endpoint, errors as their type and the member that they name. */
type Errors = Readonly<Record<string, readonly string[]>>

/** Of rules over several members, which no print of a schema can say. */
const overSeveralMembers: Errors = {
  authorizeTransaction: ['required payment.digitalPayPayment.intermediateSigningKey'],
  creditTransaction: ['required payment.digitalPayPayment.intermediateSigningKey'],
  createToken: ['required digitalPayPayment.intermediateSigningKey'],
  createSubscription: ['out_of_range cycle.dayOfCycle'],
  createCustomerSubscription: ['required amount.total', 'out_of_range amount.total'],
  updateCustomerSubscription: ['required amount', 'required amount.total', 'enum_invalid status'],
  createCheckout: [
    'required total',
    'out_of_range total',
    'required customerDefinedField.*.options',
    'enum_invalid customerDefinedField.*.value',
  ],
  updateAccount: ['format_invalid subscriptionRetryDays'],
  issueApiKey: ['required scopes', 'unknown_member scopes', 'unknown_member allowedOrigins'],
}

/** Of the domain, which no schema can find: they depend on the account, its keys, its clock or a currency. */
const ofDomain: Errors = {
  authorizeTransaction: ['format_invalid payment.digitalPayPayment', 'format_invalid payment.creditCardEncrypted'],
  creditTransaction: [
    'format_invalid payment.digitalPayPayment',
    'format_invalid payment.creditCardEncrypted',
    'required payment',
    'required amount',
  ],
  createToken: [
    'format_invalid digitalPayPayment',
    'format_invalid creditCardEncrypted',
    'enum_invalid preferredNetwork',
  ],
  createSubscription: ['enum_invalid amount.currency'],
  createCustomerSubscription: ['out_of_range startDate'],
  updateCustomerSubscription: ['out_of_range resumesAt'],
  createCheckout: ['enum_invalid total', 'format_invalid oneTimePayment', 'out_of_range subscription.billingDate'],
  replayWebhook: ['out_of_range since', 'out_of_range until'],
  setTestClock: ['out_of_range now'],
  advanceTestClock: ['out_of_range seconds'],
}

const has = (errors: Errors, endpoint: string, error: string): boolean =>
  Object.hasOwn(errors, endpoint) && errors[endpoint]!.includes(error)

/** Whether only a rule over several members finds this. The merchant gives the names of a checkout's inputs. */
export const isOfSeveralMembers = (endpoint: string, error: string): boolean =>
  has(overSeveralMembers, endpoint, error.replace(/(?<= customerDefinedField)\..*\./, '.*.'))

/** Whether only the domain finds this. A cursor names a row that a list begins after. */
export const isOfDomain = (endpoint: string, error: string): boolean =>
  error === 'query_invalid cursor' || has(ofDomain, endpoint, error)
