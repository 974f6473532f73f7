import type { ErrorType } from './errorTypes.ts'

/** What to do about each type of error, for the pages of errors. Apart from the table of errors, so that the worker does without these words. */
export const errorHelp: Readonly<Record<ErrorType, string>> = {
  // The request as a whole
  json_invalid:
    'Send one JSON object, encoded in UTF-8, nested at most 20 levels deep, in which no member name occurs twice.',
  body_required: 'Send a JSON object with Content-Type: application/json.',
  unknown_member: 'Remove the member, or correct its spelling. Member names are case-sensitive camelCase.',
  id_invalid: 'Identifiers in paths have 8 to 64 letters, digits and hyphens; transaction ids have 1 to 19 digits.',
  query_invalid: 'Correct the parameter. Values out of range are refused, never silently changed.',
  idempotency_key_invalid: 'Use a fresh random value, such as a UUID, for each payment that you mean to make.',

  // One member
  required: 'Send the member.',
  type_invalid: 'Send the JSON type that the reference names. Amounts are JSON numbers, not strings.',
  pattern_mismatch: 'The pattern is in details.pattern.',
  length_invalid: 'The limits are in details.',
  out_of_range: 'The limits are in details.',
  enum_invalid: 'The reference lists the allowed values of each member.',
  format_invalid: 'Send the value in the format that details.format names.',

  // Payment source
  payment_method_required:
    'Send exactly one of token, stored, terminal, creditCard, check, cash, creditCardEncrypted and digitalPayPayment.',
  payment_method_ambiguous: 'Send exactly one; details.given lists those that were sent.',
  stored_reference_required: 'Name a customer (its default payment method is used), a wallet entry, or both.',
  wallet_not_of_customer: 'Send only one of the two, or a wallet entry of that customer.',
  tip_amounts_required: 'Send 3 or 4 tip amounts in currency units.',
  expiry_invalid: 'Send MMYY, such as 1230 for December 2030. MM/YY, MMYYYY and M/YY are read too.',

  // Amounts
  amount_precision_invalid: 'At most two decimals, and none where the currency has no minor unit (details.places).',
  amount_exceeds_authorized: 'details.capturable is what is left.',
  amount_exceeds_captured: 'details.creditable is what is left.',
  amount_mismatch: 'details.computed is the sum of the parts.',
  currency_mismatch: 'Leave the currency out: captures and credits use that of the authorization.',

  // References inside a body
  token_not_found:
    'Tokens belong to one account and one mode. Make a new one in the card-entry frame or with the tokens endpoint.',
  token_expired: 'Tokens live 15 minutes. Make a new one.',
  token_used: 'A token pays once, whether the payment was approved or not. Make a new one.',
  customer_not_found: 'Check the id and the mode of the key.',
  wallet_not_found: 'Check the id, or give the customer a default payment method.',
  webhook_not_found: 'Check the id and the mode of the key.',
  plan_not_found: 'Check the id and the mode of the key. A deleted plan takes no more subscribers.',
  terminal_not_found: 'Check the id and the mode of the key.',
  reference_not_found: 'referenceTransactionId must be a transaction of the same account and mode.',

  // Tokens: ours, so it says early what authorize says as a decline
  card_number_invalid: 'Ask the shopper to check the number.',
  expiry_past: 'Ask the shopper for another card.',
  routing_number_invalid: 'Ask the shopper to check the number printed on the check.',

  // Terminals and webhooks
  registration_code_invalid: 'Codes live 10 minutes and work once. Show a new one on the terminal.',
  device_id_required: 'Send the 8 characters printed on the back of the terminal.',
  url_not_allowed: 'Use https, port 443 or 8443, a public host name and no user information.',
  header_not_allowed:
    'At most 20 headers of visible ASCII, none of webhook-*, host, content-*, connection or transfer-encoding.',

  // Who asks
  key_missing: 'Send the key in the x-api-key header.',
  key_invalid: 'Check that the key was copied whole, and sent once.',
  key_expired: 'Use the key that replaced it.',
  key_revoked: 'Issue a new key.',
  scope_missing: 'Use a key with the scope in details.scope.',
  mode_mismatch: 'Use a test key.',
  publishable_key_not_allowed:
    'Publishable keys make tokens and read encryption keys. Use a secret key, on your server.',
  origin_not_allowed: "Add the page's origin to the account's allowed origins.",
  account_suspended: 'Ask whoever runs the gateway.',

  // Where
  not_found: 'Check the id and the mode of the key.',
  route_not_found: 'The reference at /docs lists every path.',
  method_not_allowed: 'The Allow header lists the methods that it supports.',

  // Limits
  body_too_large: 'Send less.',
  uri_too_long: 'Send a shorter URL.',
  upgrade_required: 'Connect as a card reader does: by WebSocket, with the subprotocol that details.protocol names.',
  media_type_unsupported: 'Send Content-Type: application/json.',
  rate_limited: 'Wait as long as the Retry-After header says.',

  // State
  invalid_state: 'details.state is the state, details.allowed lists what it allows.',
  already_exists: 'details.id is the one that has it.',
  authorization_expired: 'Authorize the payment again.',
  already_captured: 'Nothing is left to capture.',
  already_voided: 'Nothing is left to void.',
  already_settled: 'Give the money back with a credit.',
  already_canceled: 'Nothing is left to cancel.',
  terminal_in_use: 'Wait until the payment has ended.',
  default_wallet_required: 'Make another wallet entry the default instead.',
  idempotency_in_progress: 'Repeat the request after the time in Retry-After.',
  operation_in_progress: 'Read the transaction, or the subscription, then decide.',
  checkout_closed: 'Create a new checkout.',
  limit_reached: 'Delete one that is not needed any more.',
  webhook_disabled: 'Enable it first, by a PUT with enabled true.',
  idempotency_mismatch: 'Use a fresh key for each payment that you mean to make.',

  // Us
  internal_error: 'Repeat the request with the same Idempotency-Key; send us the requestId if it goes on.',
  unavailable: 'Repeat the request after the time in Retry-After.',
  processor_timeout:
    'Read the transaction to learn its outcome. Do not repeat the operation under a new Idempotency-Key.',

  // Outcomes: the request was fine, the payment was not approved
  card_declined: 'details.retry says what may help: another try later, another card, or nothing.',
  check_declined: 'details.retry says what may help.',
  terminal_declined: 'details.retry says what may help.',
  gateway_rejected:
    'A rule of the account or the gateway refused the payment before it reached the processor, or undid its approval.',
  processor_error:
    'The processor failed or did not answer in time. Nothing is charged: an approval that arrives late is reversed.',
}
