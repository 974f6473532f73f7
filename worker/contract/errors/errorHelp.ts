import type { ErrorType } from './errorTypes.ts'

/**
 * The remedy for each type of error, for the page /errors. Kept apart from the table of errors, so that the worker's bundle leaves it out.
 */
export const errorHelp: Readonly<Record<ErrorType, string>> = {
  // Request
  json_invalid:
    'Send one JSON object in UTF-8, nested at most 20 levels deep, without duplicate member names. Unpaired surrogates (\\ud800) are rejected.',
  body_required: 'Send a JSON object with Content-Type: application/json.',
  unknown_member:
    'Remove the member or correct its spelling: details.nearest is the closest known name. Member names are case-sensitive camelCase.',
  id_invalid: 'Identifiers in paths have 8 to 64 letters, digits and hyphens. Transaction ids have 1 to 19 digits.',
  query_invalid: 'Correct the parameter. Values out of range are rejected, never adjusted.',
  idempotency_key_invalid: 'Use the id of your order or a UUID. Use a new value for each payment.',
  idempotency_key_contains_token:
    'Use the id of your order, with a new suffix after a decline. A token can be charged, so it must not appear in logs.',

  // Member
  required: 'Add the member to the request.',
  type_invalid: 'Send the JSON type that the reference specifies. Amounts are JSON numbers, not strings.',
  pattern_mismatch: 'See details.pattern for the allowed characters.',
  length_invalid: 'See details for the limits.',
  out_of_range: 'See details for the limits.',
  enum_invalid: 'See the reference for the allowed values of each member.',
  format_invalid: 'Send the value in the format of details.format.',
  card_number_not_allowed:
    'Remove the digits, or send the card number in a card member, such as creditCard. Free text is stored and shown as sent, and PCI DSS does not allow card numbers to be stored unencrypted. The account setting cardNumbersInText decides whether such text is rejected.',

  // Payment source
  payment_method_required:
    'Send exactly one of token, stored, terminal, creditCard, check, cash, creditCardEncrypted and digitalPayPayment.',
  payment_method_ambiguous: 'Send exactly one. details.given lists the payment methods in the request.',
  stored_reference_required:
    'Send a customer, a wallet entry or both. A customer without a wallet entry is charged by the default payment method.',
  wallet_not_of_customer: 'Send only one of the two, or a wallet entry of this customer.',
  tip_amounts_required: 'Send 3 or 4 tip amounts in currency units.',
  expiry_invalid:
    'Send MMYY, such as 1230 for December 2030. MM/YY, MMYYYY and M/YY are accepted too. The month is 01 to 12, the year at most 20 years ahead.',

  // Amounts
  amount_precision_invalid:
    'Use at most two decimals, and none for currencies without a minor unit. See details.places.',
  amount_exceeds_authorized: 'Capture at most details.capturable, the amount that is left.',
  amount_exceeds_captured: 'Credit at most details.creditable, the amount that is left.',
  amount_mismatch:
    'details.computed is the sum of the other members: subtotal + tax + surcharge + shipping − discount for a total, price × quantity of the items for a subtotal. Absent members are 0. Correct the member, or leave it out: the gateway computes it.',
  currency_mismatch: 'Omit the currency. Captures and credits use the currency of the authorization.',

  // References in a body
  token_not_found:
    'Tokens belong to one account and one mode. Create a new one with the card form or the tokens endpoint.',
  token_expired: 'Tokens expire after 15 minutes. Create a new one.',
  token_used: 'A token can be used for one payment, approved or declined. Create a new one.',
  encrypted_card_expired:
    'Encrypt the card just before you send it, with the current time in seconds as iat of the protected header. The account setting encryptedCardMaxAgeSeconds is the maximum age.',
  encrypted_card_used: 'An encrypted card can be used once. Encrypt it again for another payment.',
  customer_not_found: "Check the id and the API key's mode.",
  wallet_not_found: 'Check the id, or set a default payment method for the customer.',
  webhook_not_found: "Check the id and the API key's mode.",
  plan_not_found: "Check the id and the API key's mode. Deleted plans accept no new subscriptions.",
  processor_not_found: 'Send the name of a processor in details.allowed.',
  terminal_not_found: "Check the id and the API key's mode.",
  connection_not_found: 'Check the id. Connections belong to one account and one mode; add the connection first.',
  reference_not_found: 'referenceTransactionId must be a transaction of the same account and mode.',

  // Tokens: created from card data that authorize would decline
  card_number_invalid: 'Ask the shopper to check the number.',
  network_not_accepted: 'Ask the shopper for a card of a network in `appearance.acceptedNetworks` of the checkout.',
  expiry_past: 'Ask the shopper for another card.',
  routing_number_invalid: 'Ask the shopper to check the number printed on the check.',

  // Terminals and webhooks
  processor_mode_mismatch: 'Use a key of the other mode, or another processor.',
  registration_code_invalid:
    'Registration codes work once and expire after 10 minutes. Display a new one on the terminal.',
  device_id_required: 'Send the 8 characters printed on the back of the terminal.',
  url_not_allowed:
    'Use https, port 443 or 8443, a public host name and no user information. Hosts are exact names, without scheme, port and wildcard.',
  header_not_allowed:
    'Up to 20 headers of visible ASCII are allowed, except webhook-*, host, content-*, connection and transfer-encoding.',

  // Authentication and permissions
  key_missing: 'Send the API key in the x-api-key header.',
  key_invalid: 'Check that the key is complete and sent only once.',
  key_expired: 'Use its replacement, or create a new key.',
  key_revoked: 'Create a new key.',
  passkey_invalid: 'Use a passkey that you registered for this console. If you have none left, use your recovery code.',
  recovery_code_invalid:
    'Each recovery code works once. If you have none, ask an owner to remove you and to invite you again.',
  access_invalid:
    'Sign in with Cloudflare Access again. If it keeps failing, the operator checks CONSOLE_ACCESS_TEAM_DOMAIN and CONSOLE_ACCESS_AUD.',
  session_missing: 'Sign in to the console. Sessions end after 12 hours, and after an hour without a request.',
  access_member_unknown: 'Ask an owner for an invitation to the email address with which you signed in.',
  passkey_required:
    'Refunds above a limit, keys, connections, the team and exports of personal data need a signature of a passkey from the last five minutes.',
  refund_limit_exceeded: 'Ask an owner to refund or void this payment, or to raise your limit.',
  scope_missing: 'Use a key with the scope in details.scope.',
  mode_mismatch: 'Use a key of the mode in details.mode.',
  publishable_key_not_allowed:
    'Publishable keys can only create tokens and read encryption keys. Use a secret key on your server.',
  origin_not_allowed: "Add the page's origin to the account's allowed origins.",
  live_key_required:
    'Use a live key. A test key can change settings of both modes only while the account has never had a live key.',
  operator_only: 'Ask the operator of the gateway to change it: npm run account:set.',
  account_suspended: 'Contact the operator of the gateway.',
  quota_exceeded:
    'Delete resources that you no longer need, or ask the operator of the gateway for a higher quota. GET /v1/account/quotas returns all quotas with their use.',

  // Path and method
  not_found: "Check the id and the API key's mode.",
  route_not_found: 'See the reference at /docs for all paths.',
  method_not_allowed: 'See the Allow header for the supported methods.',

  // Limits
  body_too_large: 'Send a smaller request.',
  uri_too_long: 'Send a shorter URL.',
  upgrade_required: 'Connect a terminal by WebSocket, with the subprotocol in details.protocol.',
  not_acceptable: 'Remove q=0 for the type in details.type from the Accept header.',
  media_type_unsupported: 'Send Content-Type: application/json.',
  rate_limited: 'Wait for the seconds in the Retry-After header, then retry.',

  // State
  invalid_state:
    'Read the resource first: details.state is its state, and details.allowed lists the operations that this state allows.',
  invitation_invalid: 'Ask an owner for a new link. Each can be used once, within 24 hours.',
  passkey_exists: 'Sign in with it, or register a passkey of another device or security key.',
  last_passkey: 'Register another passkey first, or create a new recovery code.',
  last_owner: 'Make another member an owner first.',
  already_exists: 'Use the existing resource (details.id), or send another value.',
  authorization_expired: 'Authorize the payment again.',
  already_captured: 'No action is needed: nothing is left to capture.',
  already_voided: 'No action is needed: nothing is left to void.',
  already_settled: 'Refund the payment with a credit.',
  already_canceled: 'No action is needed.',
  terminal_in_use: 'Retry after the payment has ended.',
  default_wallet_required: 'Make another wallet entry the default instead.',
  idempotency_in_progress: 'Retry after the seconds in the Retry-After header.',
  attention_not_needed:
    'Read the payment: needsAttention lists the operation to resolve. The processor or another person may have resolved it.',
  operation_in_progress: 'Wait a few seconds, read the resource, and retry if its state requires it.',
  checkout_closed: 'Create a new checkout.',
  limit_reached: 'Delete a resource that you no longer need.',
  connection_in_use:
    'Disable the connection instead: PUT with disabled true. If details.by is routing, remove it from the routing rules first.',
  connection_built_in: 'Add a connection of your own.',
  webhook_disabled: 'Enable the webhook first: PUT with enabled true.',
  not_supported_by_processor:
    'Check the capabilities of the connection. Route such payments to another connection, or send another operation.',
  idempotency_mismatch: 'Use a new Idempotency-Key for each new operation.',

  // Server
  internal_error: 'Retry with the same Idempotency-Key. If the error persists, report the requestId.',
  unavailable: 'Retry after the seconds in the Retry-After header.',
  access_unavailable: 'Try again in a minute, or sign in with a passkey.',
  processor_timeout:
    'Read the transaction to learn its outcome. Do not retry the operation with a new Idempotency-Key.',

  // Outcomes: the request was valid, the payment was not approved
  card_declined: 'Follow details.retry, the recommended next step: retry later, use another card, or stop.',
  check_declined: 'Follow details.retry, the recommended next step.',
  terminal_declined: 'Follow details.retry, the recommended next step.',
  gateway_rejected:
    'A rule of the account or of the gateway rejected the payment before it reached the processor, or reversed its approval.',
  processor_error:
    'The processor failed or did not respond in time. The shopper is not charged: late approvals are reversed.',
}

/** The statuses of errors with their titles, in the order of the pages. */
export const errorStatuses: readonly (readonly [status: number, title: string])[] = [
  [400, 'Invalid request'],
  [401, 'Invalid API key'],
  [403, 'Forbidden'],
  [404, 'Not found'],
  [405, 'Method not allowed'],
  [406, 'Not acceptable'],
  [409, 'Conflict'],
  [413, 'Request too large'],
  [414, 'URL too long'],
  [415, 'Unsupported media type'],
  [422, 'Idempotency key reused'],
  [426, 'WebSocket required'],
  [429, 'Too many requests'],
  [500, 'Internal error'],
  [503, 'Service unavailable'],
  [504, 'Processor timeout'],
  [200, 'Payment not approved'],
]
