/**
 * The closed table of errors. `type` is stable; clients switch on it. `text` is what a developer reads; {field} and the names of
 * details are filled in. `help` is what the /errors page adds: what to do.
 *
 * Statuses: RFC 9110; 409 and 422 for idempotency from the IETF draft; 402 is not used because authorize does not list it.
 */
interface Row {
  readonly status: number
  readonly text: string
  readonly help: string
}

const table = {
  // The request as a whole
  json_invalid: {
    status: 400,
    text: 'The body is not a JSON object that can be read: {reason}.',
    help: 'Send one JSON object, encoded in UTF-8, nested at most 20 levels deep, in which no member name occurs twice.',
  },
  body_required: {
    status: 400,
    text: 'This operation needs a JSON body.',
    help: 'Send a JSON object with Content-Type: application/json.',
  },
  unknown_member: {
    status: 400,
    text: '{field} is not a member that this operation accepts.',
    help: 'Remove the member, or correct its spelling. Member names are case-sensitive camelCase.',
  },
  id_invalid: {
    status: 400,
    text: '{field} is not an identifier of this service.',
    help: 'Identifiers in paths have 8 to 64 letters, digits and hyphens; transaction ids have 1 to 19 digits.',
  },
  query_invalid: {
    status: 400,
    text: '{field} is not a valid value for this query parameter.',
    help: 'Correct the parameter. Values out of range are refused, never silently changed.',
  },
  idempotency_key_invalid: {
    status: 400,
    text: 'The Idempotency-Key header must have 1 to 255 visible ASCII characters.',
    help: 'Use a fresh random value, such as a UUID, for each payment that you mean to make.',
  },

  // One member
  required: { status: 400, text: '{field} is required.', help: 'Send the member.' },
  type_invalid: {
    status: 400,
    text: '{field} must be of type {expected}.',
    help: 'Send the JSON type that the reference names. Amounts are JSON numbers, not strings.',
  },
  pattern_mismatch: {
    status: 400,
    text: '{field} has characters that are not allowed here.',
    help: 'The pattern is in details.pattern.',
  },
  length_invalid: {
    status: 400,
    text: '{field} is too short or too long.',
    help: 'The limits are in details.',
  },
  out_of_range: { status: 400, text: '{field} is out of range.', help: 'The limits are in details.' },
  enum_invalid: {
    status: 400,
    text: '{field} is not one of the allowed values.',
    help: 'The reference lists the allowed values of each member.',
  },
  format_invalid: {
    status: 400,
    text: '{field} does not have the format {format}.',
    help: 'Send the value in the format that details.format names.',
  },

  // Payment source
  payment_method_required: {
    status: 400,
    text: 'The payment names no source of money.',
    help: 'Send exactly one of token, stored, terminal, creditCard, check, cash, creditCardEncrypted and digitalPayPayment.',
  },
  payment_method_ambiguous: {
    status: 400,
    text: 'The payment names several sources of money.',
    help: 'Send exactly one; details.given lists those that were sent.',
  },
  stored_reference_required: {
    status: 400,
    text: '{field} needs a customer or a wallet.',
    help: 'Name a customer (its default payment method is used), a wallet entry, or both.',
  },
  wallet_not_of_customer: {
    status: 400,
    text: 'The wallet entry does not belong to the customer.',
    help: 'Send only one of the two, or a wallet entry of that customer.',
  },
  tip_amounts_required: {
    status: 400,
    text: '{field} needs at least 3 amounts when promptTip is true.',
    help: 'Send 3 or 4 tip amounts in currency units.',
  },
  expiry_invalid: {
    status: 400,
    text: '{field} is not an expiry date.',
    help: 'Send MMYY, such as 1230 for December 2030. MM/YY, MMYYYY and M/YY are read too.',
  },

  // Amounts
  amount_precision_invalid: {
    status: 400,
    text: '{field} has more decimal places than the currency allows.',
    help: 'At most two decimals, and none where the currency has no minor unit (details.places).',
  },
  amount_exceeds_authorized: {
    status: 400,
    text: 'The amount exceeds what can still be captured.',
    help: 'details.capturable is what is left.',
  },
  amount_exceeds_captured: {
    status: 400,
    text: 'The amount exceeds what can still be credited.',
    help: 'details.creditable is what is left.',
  },
  amount_mismatch: {
    status: 400,
    text: 'The parts do not add up to the total.',
    help: 'details.computed is the sum of the parts.',
  },
  currency_mismatch: {
    status: 400,
    text: 'The currency differs from that of the original transaction.',
    help: 'Leave the currency out: captures and credits use that of the authorization.',
  },

  // References inside a body
  token_not_found: {
    status: 400,
    text: 'The token is not known.',
    help: 'Tokens belong to one account and one mode. Make a new one in the card-entry frame or with the tokens endpoint.',
  },
  token_expired: { status: 400, text: 'The token has expired.', help: 'Tokens live 15 minutes. Make a new one.' },
  token_used: {
    status: 400,
    text: 'The token has been used already.',
    help: 'A token pays once, whether the payment was approved or not. Make a new one.',
  },
  customer_not_found: {
    status: 400,
    text: 'The customer is not known.',
    help: 'Check the id and the mode of the key.',
  },
  wallet_not_found: {
    status: 400,
    text: 'The wallet entry is not known.',
    help: 'Check the id, or give the customer a default payment method.',
  },
  terminal_not_found: {
    status: 400,
    text: 'The terminal is not known.',
    help: 'Check the id and the mode of the key.',
  },
  reference_not_found: {
    status: 400,
    text: 'The referenced transaction is not known.',
    help: 'referenceTransactionId must be a transaction of the same account and mode.',
  },

  // Tokens: ours, so it says early what authorize says as a decline
  card_number_invalid: {
    status: 400,
    text: 'The card number is not valid.',
    help: 'Ask the shopper to check the number.',
  },
  expiry_past: { status: 400, text: 'The card has expired.', help: 'Ask the shopper for another card.' },
  routing_number_invalid: {
    status: 400,
    text: 'The routing number is not valid.',
    help: 'Ask the shopper to check the number printed on the check.',
  },

  // Terminals and webhooks
  registration_code_invalid: {
    status: 400,
    text: 'The registration code is not valid.',
    help: 'Codes live 10 minutes and work once. Show a new one on the terminal.',
  },
  device_id_required: {
    status: 400,
    text: 'deviceId is required for processing in Canada.',
    help: 'Send the 8 characters printed on the back of the terminal.',
  },
  url_not_allowed: {
    status: 400,
    text: '{field} is not an address that may be used here.',
    help: 'Use https, port 443 or 8443, a public host name and no user information.',
  },
  header_not_allowed: {
    status: 400,
    text: '{field} is not a header that may be set.',
    help: 'At most 20 headers of visible ASCII, none of webhook-*, host, content-*, connection or transfer-encoding.',
  },

  // Who asks
  key_missing: { status: 401, text: 'No API key was sent.', help: 'Send the key in the x-api-key header.' },
  key_invalid: {
    status: 401,
    text: 'The API key is not valid.',
    help: 'Check that the key was copied whole, and sent once.',
  },
  key_expired: { status: 401, text: 'The API key has expired.', help: 'Use the key that replaced it.' },
  key_revoked: { status: 401, text: 'The API key was revoked.', help: 'Issue a new key.' },
  scope_missing: {
    status: 403,
    text: 'The API key may not do this.',
    help: 'Use a key with the scope in details.scope.',
  },
  mode_mismatch: {
    status: 403,
    text: 'This operation exists in test mode only.',
    help: 'Use a test key.',
  },
  publishable_key_not_allowed: {
    status: 403,
    text: 'A publishable key may not do this.',
    help: 'Publishable keys make tokens and read encryption keys. Use a secret key, on your server.',
  },
  origin_not_allowed: {
    status: 403,
    text: 'Requests from this origin are not allowed.',
    help: "Add the page's origin to the account's allowed origins.",
  },
  account_suspended: { status: 403, text: 'The account is suspended.', help: 'Ask whoever runs the gateway.' },

  // Where
  not_found: { status: 404, text: 'There is no such {resource}.', help: 'Check the id and the mode of the key.' },
  route_not_found: { status: 404, text: 'There is no such path.', help: 'The reference at /docs lists every path.' },
  method_not_allowed: {
    status: 405,
    text: 'The path does not support this method.',
    help: 'The Allow header lists the methods that it supports.',
  },

  // Limits
  body_too_large: { status: 413, text: 'The body is larger than 256 KiB.', help: 'Send less.' },
  uri_too_long: { status: 414, text: 'The URL is longer than 8 KiB.', help: 'Send a shorter URL.' },
  media_type_unsupported: {
    status: 415,
    text: 'The Content-Type must be application/json, text/json or application/*+json, in UTF-8.',
    help: 'Send Content-Type: application/json.',
  },
  rate_limited: { status: 429, text: 'Too many requests.', help: 'Wait as long as the Retry-After header says.' },

  // State
  invalid_state: {
    status: 409,
    text: 'The state {state} does not allow this.',
    help: 'details.state is the state, details.allowed lists what it allows.',
  },
  authorization_expired: {
    status: 409,
    text: 'The authorization has expired.',
    help: 'Authorize the payment again.',
  },
  already_captured: {
    status: 409,
    text: 'The payment has been captured already.',
    help: 'Nothing is left to capture.',
  },
  already_voided: { status: 409, text: 'The payment has been voided already.', help: 'Nothing is left to void.' },
  already_settled: { status: 409, text: 'The payment has settled.', help: 'Give the money back with a credit.' },
  already_canceled: { status: 409, text: 'The subscription was canceled already.', help: 'Nothing is left to cancel.' },
  terminal_in_use: {
    status: 409,
    text: 'The terminal is processing a payment.',
    help: 'Wait until the payment has ended.',
  },
  default_wallet_required: {
    status: 409,
    text: 'A customer keeps one default payment method.',
    help: 'Make another wallet entry the default instead.',
  },
  idempotency_in_progress: {
    status: 409,
    text: 'A request with this Idempotency-Key is in progress.',
    help: 'Repeat the request after the time in Retry-After.',
  },
  operation_in_progress: {
    status: 409,
    text: 'Another operation on this transaction is in progress.',
    help: 'Read the transaction, then decide.',
  },
  checkout_closed: { status: 409, text: 'The checkout is closed.', help: 'Create a new checkout.' },
  idempotency_mismatch: {
    status: 422,
    text: 'This Idempotency-Key was used with another body.',
    help: 'Use a fresh key for each payment that you mean to make.',
  },

  // Us
  internal_error: {
    status: 500,
    text: 'Something went wrong on our side.',
    help: 'Repeat the request with the same Idempotency-Key; send us the requestId if it goes on.',
  },
  not_implemented: {
    status: 501,
    text: 'This part of the interface is not built yet.',
    help: 'The table in the README shows what works.',
  },
  unavailable: {
    status: 503,
    text: 'The service is not available at the moment.',
    help: 'Repeat the request after the time in Retry-After.',
  },
  processor_timeout: {
    status: 504,
    text: 'The processor has not answered yet; the outcome is not known.',
    help: 'Read the transaction to learn its outcome. Do not repeat the operation under a new Idempotency-Key.',
  },

  // Outcomes: the request was fine, the payment was not approved
  card_declined: {
    status: 200,
    text: '{reason}',
    help: 'details.retry says what may help: another try later, another card, or nothing.',
  },
  check_declined: { status: 200, text: '{reason}', help: 'details.retry says what may help.' },
  terminal_declined: { status: 200, text: '{reason}', help: 'details.retry says what may help.' },
  gateway_rejected: {
    status: 200,
    text: '{reason}',
    help: 'A rule of the account or the gateway refused the payment before it reached the processor, or undid its approval.',
  },
  processor_error: {
    status: 200,
    text: '{reason}',
    help: 'The processor failed or did not answer in time. Nothing is charged: an approval that arrives late is reversed.',
  },
} satisfies Record<string, Row>

export type ErrorType = keyof typeof table
export const errors: Readonly<Record<ErrorType, Row>> = table
export const isErrorType = (text: string): text is ErrorType => Object.hasOwn(table, text)
