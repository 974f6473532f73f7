/** Errors by endpoint, as type and member. */
type Errors = Readonly<Record<string, readonly string[]>>

/** Rules over several members, and formats that need a parser: JSON Schema cannot express them. */
const crossMemberErrors: Errors = {
  authorizeTransaction: ['required payment.digitalPayPayment.intermediateSigningKey'],
  saleTransaction: ['required payment.digitalPayPayment.intermediateSigningKey'],
  creditTransaction: ['required payment.digitalPayPayment.intermediateSigningKey'],
  createToken: ['required digitalPayPayment.intermediateSigningKey'],
  addWalletEntry: ['required digitalPayPayment.intermediateSigningKey'],
  createSubscription: ['out_of_range cycle.dayOfCycle'],
  createCustomerSubscription: ['required amount.total', 'out_of_range amount.total'],
  updateCustomerSubscription: [
    'required amount',
    'required amount.total',
    'out_of_range amount.total',
    'enum_invalid status',
  ],
  createCheckout: [
    'required total',
    'out_of_range total',
    'required thankYouUrl',
    'required customerDefinedField.*.options',
    'enum_invalid customerDefinedField.*.value',
    'required collectShipping',
    'required discounts[*].amountOff',
    'required taxRates[*].country',
    'format_invalid discounts[*].percentOff',
    'format_invalid discounts[*].expires',
    'format_invalid discounts[*].code',
    'format_invalid shippingOptions[*].id',
    'format_invalid shippingOptions[*].countries[*]',
    'format_invalid taxRates[*].country',
    'format_invalid consents[*].name',
    'format_invalid consents[*].text',
    'format_invalid appearance.fontUrl',
    'format_invalid discount',
    'format_invalid shipping',
    'format_invalid subscription',
    'format_invalid tax',
    'format_invalid total',
    'out_of_range items[*].quantity',
    'out_of_range items[*].adjustableQuantity.maximum',
  ],
  updateAccount: ['format_invalid subscriptionRetryDays'],
  advanceTestClock: ['required seconds'],
  issueApiKey: ['required scopes', 'unknown_member scopes', 'unknown_member allowedOrigins'],
}

/** Rules of the domain, which depend on the account, its keys, its clock or a currency. */
const domainErrors: Errors = {
  // At most the disputed capture, and not in the future.
  recordDispute: ['out_of_range amount', 'out_of_range at'],
  // Its range is limited, and ends today.
  getFigures: ['query_invalid from', 'query_invalid to'],
  authorizeTransaction: ['format_invalid payment.digitalPayPayment', 'format_invalid payment.creditCardEncrypted'],
  saleTransaction: ['format_invalid payment.digitalPayPayment', 'format_invalid payment.creditCardEncrypted'],
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
  addWalletEntry: ['format_invalid digitalPayPayment', 'format_invalid creditCardEncrypted'],
  createSubscription: ['enum_invalid amount.currency'],
  createCustomerSubscription: ['out_of_range startDate', 'out_of_range amount.total'],
  updateCustomerSubscription: ['out_of_range resumesAt', 'out_of_range amount.total'],
  createCheckout: [
    'enum_invalid total',
    'enum_invalid currency',
    'format_invalid oneTimePayment',
    'out_of_range subscription.billingDate',
  ],
  updateAccount: ['required webhookDefaults.hosts', 'required webhookDefaults.headers'],
  createWebhook: ['enum_invalid eventTypes[*]'],
  updateWebhook: ['required headers', 'enum_invalid eventTypes[*]'],
  replayWebhook: ['required since', 'out_of_range since', 'out_of_range until'],
  setTestClock: ['out_of_range now'],
  advanceTestClock: ['required seconds', 'out_of_range seconds'],
}

const includesError = (errors: Errors, endpoint: string, error: string): boolean =>
  Object.hasOwn(errors, endpoint) && errors[endpoint]!.includes(error)

/** Whether only a rule over several members finds the error. Merchants name the input fields of a checkout. */
export const isCrossMemberRule = (endpoint: string, error: string): boolean =>
  includesError(
    crossMemberErrors,
    endpoint,
    error.replace(/(?<= customerDefinedField)\..*\./, '.*.').replaceAll(/\[\d+\]/g, '[*]'),
  )

/** Whether the error is one of a connection's settings, whose schema the definition of their processor has. */
export const isSettingOfProcessor = (endpoint: string, error: string): boolean =>
  (endpoint === 'createConnection' || endpoint === 'updateConnection') && / settings\./.test(error)

/** Whether only the domain finds the error. A cursor refers to a row, and the type of an event to the kinds that a webhook has. */
export const isDomainRule = (endpoint: string, error: string): boolean =>
  error === 'query_invalid cursor' ||
  isSettingOfProcessor(endpoint, error) ||
  includesError(domainErrors, endpoint, error.replace(/\[\d+\]/, '[*]'))
